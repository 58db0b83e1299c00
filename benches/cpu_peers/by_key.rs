use onrush::prelude::*;

use crate::case::{Case, Data};

pub(crate) fn rows(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, f, df, u, du, keys, dkeys, .. } = data;
    case.row("loop", "groups,u32/f32", "sum_1000", || {
        let mut sums = std::collections::HashMap::new();
        for (key, value) in u.iter().zip(f) {
            *sums.entry(key % 1000).or_insert(0.0f32) += value;
        }
        sums
    });
    case.row("onrush", "groups,u32/f32", "sum_1000", || {
        df.iter().groups(du.iter().map(op!(|x: u32| x % 1000))).sum().collect()
    });
    case.row("loop", "reduce_by_key,u32/f32", "run_length_10", || {
        let (mut k, mut v): (Vec<u32>, Vec<f32>) = (Vec::with_capacity(keys.len()), Vec::with_capacity(keys.len()));
        for (key, value) in keys.iter().zip(f) {
            match (k.last(), v.last_mut()) {
                (Some(last), Some(sum)) if last == key => *sum += value,
                _ => {
                    k.push(*key);
                    v.push(*value);
                }
            }
        }
        (k, v)
    });
    case.row("onrush", "reduce_by_key,u32/f32", "run_length_10", || reduce_by_key(dkeys, df, Sum).collect());
    let (mut k, mut v) = (cpu.filled(0u32, case.n)?, cpu.filled(0f32, case.n)?);
    case.row("onrush", "reduce_by_key,u32/f32", "run_length_10_into", || {
        reduce_by_key(dkeys, df, Sum).collect_into((&mut k, &mut v))
    });

    case.row("loop", "scan_by_key,u32/f32", "run_length_10", || {
        let mut out = Vec::with_capacity(keys.len());
        let (mut last, mut sum) = (keys[0], 0.0);
        for (key, value) in keys.iter().zip(f) {
            sum = if *key == last { sum + value } else { *value };
            last = *key;
            out.push(sum);
        }
        out
    });
    case.row("onrush", "scan_by_key,u32/f32", "run_length_10", || scan_by_key_inclusive(dkeys, df, Sum).collect());
    case.row("loop", "exclusive_scan_by_key,u32/f32", "run_length_10", || {
        let mut out = Vec::with_capacity(keys.len());
        let (mut last, mut sum) = (keys[0], 0.0);
        for (key, value) in keys.iter().zip(f) {
            sum = if *key == last { sum } else { 0.0 };
            last = *key;
            out.push(sum);
            sum += value;
        }
        out
    });
    case.row("onrush", "exclusive_scan_by_key,u32/f32", "run_length_10", || {
        scan_by_key_exclusive(dkeys, df, 0.0, Sum).collect()
    });
    Ok(())
}
