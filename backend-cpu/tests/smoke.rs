//! Every primitive once, on a length of several tiles.
use onrush_core::operator::Sum;
use onrush_core::{Backend, merge, reduce_by_key, scan_by_key_exclusive, scan_by_key_inclusive, sort_by_key};
use onrush_cpu::Cpu;

#[test]
fn every_primitive() -> onrush_core::Result<()> {
    let device = Cpu::with_threads(3)?;
    let n = 100_003;
    let x: Vec<u32> = (0..n as u32).map(|i| i.wrapping_mul(2654435761) >> 7).collect();
    let keys: Vec<u32> = (0..n as u32).map(|i| i / 10).collect();
    let (dx, dk) = (device.upload(&x)?, device.upload(&keys)?);
    assert_eq!(dx.to_vec()?, x);
    assert_eq!(dx.iter().sum()?, x.iter().fold(0u32, |a, b| a.wrapping_add(*b)));
    let scan: Vec<u32> = x
        .iter()
        .scan(0u32, |a, b| {
            *a = a.wrapping_add(*b);
            Some(*a)
        })
        .collect();
    assert_eq!(dx.iter().scan_inclusive(Sum)?.to_vec()?, scan);
    assert_eq!(dx.iter().scan_exclusive(0, Sum)?.to_vec()?[1..], scan[..n - 1]);
    assert_eq!(dk.iter().unique().collect()?.to_vec()?, (0..n.div_ceil(10) as u32).collect::<Vec<_>>());
    let (k, v) = reduce_by_key(&dk, &dx, Sum)?;
    assert_eq!(k.to_vec()?, (0..n.div_ceil(10) as u32).collect::<Vec<_>>());
    let sums: Vec<u32> = x.chunks(10).map(|c| c.iter().fold(0u32, |a, b| a.wrapping_add(*b))).collect();
    assert_eq!(v.to_vec()?, sums);
    let by = |init: Option<u32>| -> Vec<u32> {
        x.chunks(10)
            .flat_map(|c| {
                let mut a = init.unwrap_or(0);
                c.iter()
                    .map(|b| {
                        let before = a;
                        a = a.wrapping_add(*b);
                        if init.is_some() { before } else { a }
                    })
                    .collect::<Vec<_>>()
            })
            .collect()
    };
    assert_eq!(scan_by_key_inclusive(&dk, &dx, Sum)?.to_vec()?, by(None));
    assert_eq!(scan_by_key_exclusive(&dk, &dx, 5, Sum)?.to_vec()?, by(Some(5)));
    let (mut s, mut p) = (device.upload(&x)?, device.upload(&keys)?);
    sort_by_key(&mut s, &mut p)?;
    let mut rows: Vec<_> = x.iter().copied().zip(keys.iter().copied()).collect();
    rows.sort_by_key(|r| r.0);
    assert_eq!(s.to_vec()?, rows.iter().map(|r| r.0).collect::<Vec<_>>());
    assert_eq!(p.to_vec()?, rows.iter().map(|r| r.1).collect::<Vec<_>>());
    let mut both = x.clone();
    both.extend(&x);
    both.sort();
    assert_eq!(merge(&s, &s)?.to_vec()?, both);
    let mut out = device.filled(0u32, n)?;
    let to: Vec<usize> = (0..n).rev().collect();
    dx.iter().scatter(&device.upload(&to)?, &mut out)?;
    assert_eq!(out.to_vec()?, x.iter().rev().copied().collect::<Vec<_>>());
    let bins: Vec<usize> = x.iter().map(|v| *v as usize % 7).collect();
    let counts = device.upload(&bins)?.iter().histogram(7)?.to_vec()?;
    assert_eq!(counts.iter().sum::<u64>(), n as u64);
    assert_eq!(counts[3], bins.iter().filter(|b| **b == 3).count() as u64);
    assert!(device.upload(&bins)?.iter().histogram(6).is_err());
    assert!(dk.iter().is_sorted()?);
    assert!(!dx.iter().is_sorted()?);
    assert!(dx.iter().equal(&dx)?);
    Ok(())
}
