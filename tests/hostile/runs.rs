//! Runs by relations that aren't equivalences, counts that no vector can hold, and chains of almost 2^64 slots.

use onrush::ErrorKind;
use onrush::prelude::*;

use crate::{everywhere, works};

everywhere! { relations_without_laws counts_beyond_memory more_slots_than_memory inputs_dropped_early }

/// A run ends exactly where the relation fails for two neighbours, whatever else it says.
fn relations_without_laws<B: Backend>(b: &B) -> onrush::Result<()> {
    let x: Vec<f32> = (0..9001u32)
        .map(|i| if i.is_multiple_of(7) { f32::NAN } else { (i.wrapping_mul(0x9E37_79B9) >> 24) as f32 })
        .collect();
    let v = b.upload(&x)?;
    let check = |ends: &dyn Fn(f32, f32) -> bool, got: Vec<u32>| {
        let begins = (0..x.len()).filter(|&i| i == 0 || ends(x[i - 1], x[i]));
        assert!(begins.chain([x.len()]).map(|i| i as u32).eq(got));
    };
    check(
        &|a, b| a.partial_cmp(&b) != Some(std::cmp::Ordering::Less),
        v.iter().run_offsets_by::<u32, _, _>(op!(|a: f32, b: f32| a < b)).collect()?.to_vec()?,
    );
    check(&|a, b| a == b, v.iter().run_offsets_by::<u32, _, _>(op!(|a: f32, b: f32| a != b)).collect()?.to_vec()?);
    check(&|_, _| true, v.iter().run_offsets_by::<u32, _, _>(op!(|_: f32, _: f32| false)).collect()?.to_vec()?);
    check(&|_, _| false, v.iter().run_offsets_by::<u32, _, _>(op!(|_: f32, _: f32| true)).collect()?.to_vec()?);
    works(b)
}

fn counts_beyond_memory<B: Backend>(b: &B) -> onrush::Result<()> {
    let x = b.range(0u8..5).collect()?;
    let mut out = b.filled(9u8, 2)?;
    for counts in [[i64::MAX; 5], [-1; 5], [i64::MIN; 5], [1 << 62; 5], [0, 0, 0, 0, i64::MAX]] {
        let counts = b.upload(&counts)?;
        let error = x.iter().repeat(&counts).collect().map(drop).expect_err("so many copies");
        assert!(matches!(error.kind(), ErrorKind::InvalidCount { .. } | ErrorKind::OutOfMemory { .. }), "{error}");
        assert!(x.iter().repeat(&counts).collect_into(&mut out).is_err());
    }
    assert!(x.iter().repeat(b.constant(u64::MAX, 4)).collect().is_err(), "another length");
    assert_eq!(x.iter().repeat(b.constant(0i8, 5)).collect()?.len(), 0);
    assert_eq!(out.to_vec()?, [9; 2]);
    works(b)
}

fn more_slots_than_memory<B: Backend>(b: &B) -> onrush::Result<()> {
    let all = || b.range(0..usize::MAX);
    let (mut items, mut numbers) = (b.filled(7usize, 3)?, b.filled(7usize, 3)?);
    assert!(all().run_length_encode::<usize>().collect().is_err());
    assert!(all().run_length_encode::<u64>().collect().is_err());
    assert!(all().run_length_encode::<u32>().collect().is_err());
    assert!(all().run_offsets::<usize>().collect().is_err());
    assert!(all().run_offsets().collect_into(&mut numbers).is_err());
    assert!(all().run_length_encode().collect_into((&mut items, &mut numbers)).is_err());
    assert!(all().repeat(all()).collect().is_err());
    assert!(all().repeat(all()).collect_into(&mut items).is_err());
    assert!(b.range(0..3).tile(usize::MAX).collect().is_err());
    assert!(b.range(0u8..0).cycle_to(usize::MAX).collect()?.is_empty());
    assert_eq!(b.range(0..3).cycle_to(usize::MAX).skip(usize::MAX - 2).collect()?.to_vec()?, [1, 2]);
    assert_eq!((items.to_vec()?, numbers.to_vec()?), (vec![7; 3], vec![7; 3]));
    works(b)
}

/// The inputs go before the results are read, and two parts of one vector are items and counts.
fn inputs_dropped_early<B: Backend>(b: &B) -> onrush::Result<()> {
    let x = b.range(0usize..8).collect()?;
    let copies = x.iter().take(4).repeat(x.iter().skip(4)).collect()?;
    let (items, lengths) = copies.iter().run_length_encode::<u16>().collect()?;
    drop((x, copies));
    assert_eq!((items.to_vec()?, lengths.to_vec()?), (vec![0, 1, 2, 3], vec![4, 5, 6, 7]));
    works(b)
}
