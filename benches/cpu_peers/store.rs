use onrush::prelude::*;
use rayon::prelude::*;

use crate::case::{Case, Data};

pub(crate) fn rows(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, f, df, u, du, to, dto, keys, dkeys } = data;
    let mut host = vec![0f32; case.n];
    let mut out = cpu.filled(0f32, case.n)?;
    let a = 2.0f32;
    case.row("rayon", "memcpy,f32", "par_chunks", || {
        host.par_chunks_mut(1 << 16).zip(f.par_chunks(1 << 16)).for_each(|(o, i)| o.copy_from_slice(i));
    });
    case.row("loop", "memcpy,f32", "upload", || f.clone());
    case.row("onrush", "memcpy,f32", "upload", || cpu.upload(f));
    case.row("loop", "memcpy,f32", "to_vec", || f.clone());
    case.row("onrush", "memcpy,f32", "to_vec", || df.to_vec());
    case.row("loop", "memcpy,f32", "try_clone", || f.clone());
    case.row("onrush", "memcpy,f32", "try_clone", || df.try_clone());
    case.row("loop", "memcpy,f32", "copy_from", || host.copy_from_slice(f));
    case.row("onrush", "memcpy,f32", "copy_from", || out.copy_from(f));
    case.row("loop", "memcpy,f32", "copy_to", || host.copy_from_slice(f));
    case.row("onrush", "memcpy,f32", "copy_to", || df.copy_to(&mut host));
    case.row("loop", "memcpy,f32", "filled", || vec![a; f.len()]);
    case.row("onrush", "memcpy,f32", "filled", || cpu.filled(a, df.len()));

    case.row("rayon", "transform,f32", "saxpy", || host.par_iter_mut().zip(f).for_each(|(y, x)| *y += a * x));
    case.row("loop", "transform,f32", "saxpy", || host.iter_mut().zip(f).for_each(|(y, x)| *y += a * x));
    case.row("onrush", "transform,f32", "saxpy", || {
        out.iter_mut().zip(df).for_each(op!(|(y, x): (&mut f32, f32)| *y += a * x))
    });
    case.row("loop", "transform,f32", "collect_into", || {
        host.iter_mut().zip(f).for_each(|(y, x)| *y = a * x + 1.0);
    });
    case.row("onrush", "transform,f32", "collect_into", || {
        df.iter().map(op!(|x: f32| a * x + 1.0)).collect_into(&mut out)
    });
    case.row("loop", "transform,f32", "collect", || f.iter().map(|x| a * x + 1.0).collect::<Vec<f32>>());
    case.row("onrush", "transform,f32", "collect", || df.iter().map(op!(|x: f32| a * x + 1.0)).collect());

    case.row("loop", "transform,f32", "for_each", || host.iter_mut().for_each(|y| *y = a * *y + 1.0));
    case.row("onrush", "transform,f32", "for_each", || out.iter_mut().for_each(op!(|y: &mut f32| *y = a * *y + 1.0)));

    case.row("loop", "adjacent_difference,u32", "collect", || {
        let mut out = Vec::with_capacity(u.len());
        out.push(u[0]);
        out.extend(u.windows(2).map(|w| w[1].wrapping_sub(w[0])));
        out
    });
    case.row("onrush", "adjacent_difference,u32", "collect", || {
        du.iter().adjacent_difference(op!(|x: u32, before: u32| x.wrapping_sub(before))).collect()
    });

    let columns = 1 << (case.n.ilog2() / 2);
    let rows = case.n / columns;
    let wide = columns + 8;
    case.row("loop", "pad,f32", "square", || {
        let mut out = vec![0f32; (rows + 2) * wide];
        for (y, row) in out.chunks_exact_mut(wide).enumerate() {
            let from = &f[y.clamp(1, rows) * columns - columns..][..columns];
            row[..4].fill(from[0]);
            row[4..columns + 4].copy_from_slice(from);
            row[columns + 4..].fill(from[columns - 1]);
        }
        out
    });
    case.row("onrush", "pad,f32", "square", || {
        df.iter().take(rows * columns).grid(rows, columns).pad([1, 1], [4, 4], Border::Clamp).collect()
    });
    let side = 1 << (case.n.ilog2() / 3);
    let planes = case.n / side / side;
    case.row("loop", "stencil_3d,f32", "7_points", || {
        let mut out = vec![0f32; (planes - 2) * (side - 2) * (side - 2)];
        for (i, row) in out.chunks_exact_mut((side - 2).max(1)).enumerate() {
            let (z, y) = (i / (side - 2) + 1, i % (side - 2) + 1);
            let line = |z: usize, y: usize| &f[(z * side + y) * side + 1..][..side - 2];
            let (here, ends) = (line(z, y), &f[(z * side + y) * side..][..side]);
            let (front, back, up, down) = (line(z - 1, y), line(z + 1, y), line(z, y - 1), line(z, y + 1));
            for (x, out) in row.iter_mut().enumerate() {
                let sides = front[x] + back[x] + up[x] + down[x] + ends[x] + ends[x + 2];
                *out = sides - 6.0 * here[x];
            }
        }
        out
    });
    let laplace = op!(|w: [[[f32; 3]; 3]; 3]| {
        let sides = w[0][1][1] + w[2][1][1] + w[1][0][1] + w[1][2][1] + w[1][1][0] + w[1][1][2];
        sides - 6.0 * w[1][1][1]
    });
    case.row("onrush", "stencil_3d,f32", "7_points", || {
        let volume = df.iter().take(planes * side * side).grid_3d(planes, side, side);
        volume.windows_3d::<3, 3, 3>().map(laplace).collect()
    });
    case.row("onrush", "stencil_3d,f32", "7_points_around", || {
        let volume = df.iter().take(planes * side * side).grid_3d(planes, side, side);
        volume.windows_around_3d::<3, 3, 3>(Border::Clamp).map(laplace).collect()
    });

    case.row("loop", "gather,f32", "random", || host.iter_mut().zip(to).for_each(|(y, i)| *y = f[*i]));
    case.row("onrush", "gather,f32", "random", || df.iter().permute(dto).collect_into(&mut out));
    let near: Vec<u32> = to.iter().map(|i| *i as u32).collect();
    let dnear = cpu.upload(&near)?;
    case.row("loop", "gather,f32", "random_u32", || host.iter_mut().zip(&near).for_each(|(y, i)| *y = f[*i as usize]));
    case.row("onrush", "gather,f32", "random_u32", || df.iter().permute(&dnear).collect_into(&mut out));
    case.row("loop", "scatter,f32", "random_u32", || f.iter().zip(&near).for_each(|(x, i)| host[*i as usize] = *x));
    case.row("onrush", "scatter,f32", "random_u32", || df.iter().scatter(&dnear, &mut out));
    case.row("loop", "scatter,f32", "random", || f.iter().zip(to).for_each(|(x, i)| host[*i] = *x));
    case.row("onrush", "scatter,f32", "random", || df.iter().scatter(dto, &mut out));

    case.row("loop", "merge,u32", "", || {
        let (mut l, mut r) = (0, 0);
        let mut out = Vec::with_capacity(2 * keys.len());
        while l < keys.len() && r < keys.len() {
            let from_right = keys[r] < keys[l];
            out.push(if from_right { keys[r] } else { keys[l] });
            l += !from_right as usize;
            r += from_right as usize;
        }
        out.extend_from_slice(&keys[l..]);
        out.extend_from_slice(&keys[r..]);
        out
    });
    case.row("onrush", "merge,u32", "", || merge(dkeys, dkeys).collect());

    case.row("loop", "flat_map,u32", "two", || {
        let mut out: Vec<u32> = Vec::with_capacity(2 * u.len());
        out.extend(u.iter().flat_map(|x| [*x, x ^ 1]));
        out
    });
    case.row("onrush", "flat_map,u32", "two", || du.iter().flat_map(op!(|x: u32| [x, x ^ 1])).collect());
    Ok(())
}
