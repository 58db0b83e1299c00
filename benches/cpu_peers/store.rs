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
    case.row("onrush", "merge,u32", "", || merge(dkeys, dkeys));

    case.row("loop", "flat_map,u32", "two", || {
        let mut out: Vec<u32> = Vec::with_capacity(2 * u.len());
        out.extend(u.iter().flat_map(|x| [*x, x ^ 1]));
        out
    });
    case.row("onrush", "flat_map,u32", "two", || du.iter().flat_map(op!(|x: u32| [x, x ^ 1])).collect());
    Ok(())
}
