//! Building a chain or a call does nothing: no operation runs, nothing is allocated, and nothing fails.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};

/// Every adaptor, and calls that aren't ended, over operations that would fail, sources too long to store, and lengths that don't agree.
pub(crate) fn building_runs_nothing<B: Backend>(b: &B) -> Result<()> {
    let never = op!(|_: u64| -> u64 { panic!("an operation ran") });
    let holds = op!(|_: u64| -> bool { panic!("a predicate ran") });
    let endless = || b.range(0u64..1 << 62).map(never);
    let _ = endless().filter(holds).map(never).filter(holds);
    let _ = endless().filter_map(op!(|_: u64| -> Option<u64> { panic!("an operation ran") })).map(never);
    let _ = endless().zip(b.range(0..3)).enumerate().rev();
    let _ = endless().skip(1).take(1 << 61).step_by(3);
    let _ = endless().cycle_to(7).tile(1 << 61).cycle_to(usize::MAX);
    let _ = endless().repeat_each(1 << 61).repeat_each(0);
    let _ = endless().chain(endless()).chain(endless()).chain(endless());
    let _ = endless().offsets::<u8>();
    let _ = endless().permute(b.constant(usize::MAX, 1 << 50));
    let _ = endless().windows::<3>().map(op!(|w: [u64; 3]| w[0] / (w[1] - w[1])));
    let _ = endless().chunks::<2>();
    let _ = endless().grid(1 << 31, 1 << 31).windows_2d::<2, 2>();
    let _ = endless().grid(3, 5).windows_around::<3, 3>(Border::Wrap);
    let _ = endless().grid(3, 5).pad([1, 2], [3, 4], Border::Wrap);
    let _ = endless().grid(usize::MAX, usize::MAX).transposed();
    let _ = endless().grid(usize::MAX, usize::MAX).enumerate_2d();
    let _ = endless().grid_3d(2, usize::MAX, usize::MAX).enumerate_3d();
    let _ = b.grid(usize::MAX, usize::MAX).map(op!(|_: (usize, usize)| -> u8 { panic!("a position's function ran") }));
    let _ = endless().grid_3d(3, 5, 7).windows_3d::<2, 2, 2>();
    let _ = endless().grid_3d(1 << 21, 1 << 20, 1 << 21).windows_around_3d::<3, 3, 3>(Border::Wrap);
    let _ = b.grid_3d(usize::MAX, usize::MAX, 2);
    let _ = endless().flat_map(op!(|v: u64| [v / (v - v), v]));
    let _ = endless().dedup();
    let _ = endless().dedup_by(op!(|_: u64, _: u64| -> bool { panic!("a relation ran") }));
    let _ = endless().adjacent_difference(op!(|_: u64, _: u64| -> u64 { panic!("a difference ran") }));
    let _ = b.tabulate(usize::MAX, op!(|_: usize| -> u8 { panic!("a table's function ran") }));
    let never_of_two = op!(|_: u64, _: u64| -> u64 { panic!("a difference ran") });
    let _ = endless().adjacent_difference_from(7, never_of_two);
    let _ = endless().scan_inclusive(never_of_two);
    let _ = endless().scan_exclusive(7, never_of_two);
    let _ = endless().scan_inclusive_from(7, never_of_two);
    let _ = endless().segments_of(3).scan_inclusive(never_of_two);
    let _ = scan_by_key_inclusive(endless(), b.range(0u64..3), never_of_two);
    let _ = reduce_by_key(endless(), b.range(0u64..3), never_of_two);
    let _ = reduce_by_key(endless(), endless(), never_of_two).values();
    let _ = endless().groups(b.range(0u64..3)).reduce(7, never_of_two);
    let _ = endless().groups(endless()).count();
    let _ = endless().repeat(b.range(0u64..3));
    let _ = endless().gather_segments(endless(), endless());
    let _ = endless().filter(holds);
    let table = b.upload(&[1u64, 2, 3])?;
    let _ = endless().lower_bound(table.view());
    let _ = endless().upper_bound(table.view());
    let before = op!(|_: u64, _: u64| -> bool { panic!("a relation ran") });
    let _ = endless().lower_bound_by(table.view(), before);
    let _ = endless().upper_bound_by(table.view(), before);
    let _ = endless().equal_range(table.view());
    let _ = endless().contained_in(table.view());
    let _ = join_left(endless(), table.view());
    let _ = join_anti(endless(), table.view());
    let mut x = b.upload(&[1u8])?;
    let _ = x.iter_mut().map(op!(|v: &mut u8| *v = 9));
    assert_eq!(x.to_vec()?, [1]);
    Ok(())
}

/// Lengths are known without running an operation.
pub(crate) fn lengths_cost_nothing<B: Backend>(b: &B) -> Result<()> {
    let endless = || b.range(0usize..1 << 62).map(op!(|_: usize| -> u8 { panic!("an operation ran") }));
    assert_eq!(endless().len(), 1 << 62);
    assert_eq!(endless().step_by(1 << 60).len(), 4);
    assert_eq!((endless().tile(2).len(), endless().tile(5).len()), (1 << 63, usize::MAX));
    assert_eq!((endless().repeat_each(2).len(), endless().repeat_each(5).len()), (1 << 63, usize::MAX));
    assert_eq!((endless().repeat_each(0).len(), endless().take(0).repeat_each(5).len()), (0, 0));
    assert_eq!((endless().cycle_to(7).len(), endless().take(0).tile(9).len()), (7, 0));
    assert_eq!(endless().count()?, 1 << 62);
    assert!(endless().take(0).is_empty());
    Ok(())
}

/// Chains are plain values: a clone is an independent chain, and each run starts anew.
pub(crate) fn chains_can_run_twice<B: Backend>(b: &B) -> Result<()> {
    let x = b.upload(&[1u32, 2, 3])?;
    let chain = x.iter().map(op!(|v: u32| v * 2));
    assert_eq!(chain.clone().sum()?, 12);
    assert_eq!(chain.sum()?, 12);
    Ok(())
}

/// The terminal checks the chain before it runs: an error of the chain comes before an error of its operations.
pub(crate) fn checks_come_before_work<B: Backend>(b: &B) -> Result<()> {
    let never = op!(|_: u64| -> u64 { panic!("an operation ran") });
    let chain = b.range(0u64..5).map(never).zip(b.range(0u64..6));
    let error = chain.collect().map(|_| ()).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::LengthMismatch { what: "zip", left: 5, right: 6 });
    Ok(())
}
