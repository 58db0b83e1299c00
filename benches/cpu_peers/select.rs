use onrush::prelude::*;
use rayon::prelude::*;

use crate::case::{Case, Data};

const HALF: u32 = 1 << 31;

pub(crate) fn rows(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, u, du, keys, dkeys, .. } = data;
    case.row("rayon", "copy_if,u32", "half", || u.par_iter().copied().filter(|x| *x < HALF).collect::<Vec<u32>>());
    case.row("loop", "copy_if,u32", "half", || {
        let mut out: Vec<u32> = Vec::with_capacity(u.len());
        out.extend(u.iter().filter(|x| **x < HALF));
        out
    });
    case.row("onrush", "copy_if,u32", "half", || du.iter().filter(op!(|x: u32| x < 1 << 31)).collect());

    let (mut host, mut there) = (vec![0u32; case.n], cpu.filled(0u32, case.n)?);
    case.row("loop", "copy_if,u32", "half_into", || {
        let mut kept = 0;
        for x in u {
            host[kept] = *x;
            kept += (*x < HALF) as usize;
        }
        kept
    });
    case.row("onrush", "copy_if,u32", "half_into", || {
        du.iter().filter(op!(|x: u32| x < 1 << 31)).collect_into(&mut there)
    });

    case.row("loop", "filter,u32", "half", || {
        let mut out: Vec<u32> = Vec::with_capacity(u.len());
        out.extend(u.iter().filter(|x| **x < HALF).map(|x| x ^ 1));
        out
    });
    case.row("onrush", "filter,u32", "half", || {
        du.iter().filter(op!(|x: u32| x < 1 << 31)).map(op!(|x: u32| x ^ 1)).collect()
    });

    case.row("loop", "unique,u32", "run_length_10", || {
        let mut out = Vec::with_capacity(keys.len());
        out.extend_from_slice(keys);
        out.dedup();
        out
    });
    case.row("onrush", "unique,u32", "run_length_10", || dkeys.iter().dedup().collect());

    case.row("loop", "partition,u32", "half", || {
        let (mut yes, mut no) = (Vec::with_capacity(u.len()), Vec::with_capacity(u.len()));
        u.iter().for_each(|x| if *x < HALF { yes.push(*x) } else { no.push(*x) });
        (yes, no)
    });
    case.row("onrush", "partition,u32", "half", || du.iter().partition(op!(|x: u32| x < 1 << 31)).collect());

    case.row("loop", "partition_in_three,u32", "thirds", || {
        let mut parts = [(); 3].map(|()| Vec::with_capacity(u.len()));
        u.iter().for_each(|x| parts[(*x as usize * 3) >> 32].push(*x));
        parts
    });
    case.row("onrush", "partition_in_three,u32", "thirds", || {
        du.iter().partition_in_three(op!(|x: u32| x < 0x5555_5556), op!(|x: u32| x < 0xaaaa_aaab)).collect()
    });
    case.row("loop", "partition_by,u32", "256_buckets", || {
        let mut offsets = vec![0usize; 257];
        u.iter().for_each(|x| offsets[(x >> 24) as usize + 1] += 1);
        (0..256).for_each(|bucket| offsets[bucket + 1] += offsets[bucket]);
        let (mut next, mut out) = (offsets.clone(), vec![0; u.len()]);
        u.iter().for_each(|x| {
            let place = &mut next[(x >> 24) as usize];
            out[*place] = *x;
            *place += 1;
        });
        (out, offsets)
    });
    case.row("onrush", "partition_by,u32", "256_buckets", || {
        du.iter().partition_by(256, op!(|x: u32| x >> 24)).collect()
    });
    Ok(())
}
