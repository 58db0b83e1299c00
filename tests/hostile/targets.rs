//! Targets of terminals that store as many items as they keep: too short, exactly as long, and used after a failure.

use onrush::ErrorKind;
use onrush::prelude::*;

use crate::{everywhere, works};

everywhere! { too_short_by_one failed_halfway more_slots_than_memory }

/// Nothing is written behind the target, nor into it.
fn too_short_by_one<B: Backend>(b: &B) -> onrush::Result<()> {
    for n in [1usize, 33, 20_011] {
        let x = b.range(0..n as u64).collect()?;
        let (mut out, mut other) = (b.filled(7u64, 3 * n)?, b.filled(7u64, 3 * n)?);
        let short = |result: onrush::Result<usize>| {
            let error = result.expect_err("a target that is too short");
            assert!(matches!(error.kind(), ErrorKind::TargetTooShort { .. }), "{error}");
        };
        let keep = op!(|_: u64| true);
        short(x.iter().filter(keep).collect_into(out.slice_mut(n..2 * n - 1)?));
        short(x.iter().partition(keep).collect_into((out.slice_mut(n..2 * n)?, other.slice_mut(n..2 * n - 1)?)));
        let third = &mut b.filled(7u64, n - 1)?;
        let (first, second) = (out.slice_mut(n..2 * n)?, other.slice_mut(n..2 * n)?);
        short(x.iter().partition_in_three(keep, keep).collect_into((first, second, third)).map(|counts| counts[0]));
        short(reduce_by_key(&x, &x, Sum).collect_into((out.slice_mut(n..2 * n)?, other.slice_mut(n..2 * n - 1)?)));
        short(reduce_by_key(&x, &x, Sum).values().collect_into(out.slice_mut(n..2 * n - 1)?));
        short(set_difference(&x, &x).collect_into(out.slice_mut(n..2 * n - 1)?));
        // All items are kept, and fit exactly.
        assert_eq!(x.iter().filter(keep).collect_into(out.slice_mut(n..2 * n)?)?, n);
        assert_eq!(reduce_by_key(&x, &x, Sum).values().collect_into(other.slice_mut(n..2 * n)?)?, n);
        let want: Vec<u64> = (0..3 * n).map(|i| if (n..2 * n).contains(&i) { (i - n) as u64 } else { 7 }).collect();
        assert!(out.to_vec()? == want && other.to_vec()? == want);
    }
    works(b)
}

/// A target that a failed call has written is refused until it is recovered or overwritten as a whole.
fn failed_halfway<B: Backend>(b: &B) -> onrush::Result<()> {
    let x = b.range(0u32..5003).collect()?;
    let mut out = b.filled(7u32, 5003)?;
    let bad = op!(|v: u32| if v == 4000 { panic!("item 4000") } else { v % 2 == 0 });
    assert!(x.iter().filter(bad).collect_into(&mut out).is_err());
    assert!(out.to_vec().is_err());
    assert!(x.iter().filter(op!(|_: u32| true)).collect_into(&mut out).is_err(), "the rest would be unknown");
    merge(&x, b.range(0u32..0)).collect_into(&mut out)?;
    assert_eq!(out.iter().sum()?, x.iter().sum()?);
    let mut one = b.filled(0u32, 1)?;
    let join = op!(|a: u32, b: u32| if a == 4000 || b == 4000 { panic!("item 4000") } else { a ^ b });
    let failed = x.iter().reduce_into(0, join, &mut one);
    assert!(failed.and_then(|()| one.to_vec().map(drop)).is_err());
    x.iter().sum_into(&mut one)?;
    assert_eq!(one.to_vec()?, [x.iter().sum()?]);
    works(b)
}

/// No target is long enough for chains of almost 2^64 slots.
fn more_slots_than_memory<B: Backend>(b: &B) -> onrush::Result<()> {
    let all = || b.range(0..usize::MAX);
    let mut out = b.filled(7usize, 3)?;
    assert!(merge(all(), all()).collect_into(&mut out).is_err());
    assert!(set_union(all(), all()).collect_into(&mut out).is_err());
    assert!(all().filter(op!(|_: usize| true)).collect_into(&mut out).is_err());
    assert!(reduce_by_key(all(), all(), Sum).values().collect_into(&mut out).is_err());
    assert_eq!(out.to_vec()?, [7; 3]);
    works(b)
}
