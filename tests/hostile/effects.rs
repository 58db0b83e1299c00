//! Operations that change a vector run exactly once per slot, or not at all. A chain that might ask for an item twice is a
//! compile error: see `refused/effects_*.rs`.

use onrush::prelude::*;

use crate::{everywhere, works};

everywhere! { once_for_each_item once_through_every_adaptor }

fn once_for_each_item<B: Backend>(b: &B) -> onrush::Result<()> {
    for n in [0usize, 1, 31, 33, 4097, 70_001] {
        let mut x = b.filled(1u64, n)?;
        x.iter_mut().for_each(op!(|v: &mut u64| *v += 1))?;
        let after = x
            .iter_mut()
            .map(op!(|v: &mut u64| {
                *v += 1;
                *v
            }))
            .collect()?;
        let mut into = b.filled(0u64, n)?;
        x.iter_mut()
            .map(op!(|v: &mut u64| {
                *v *= 2;
                *v
            }))
            .collect_into(&mut into)?;
        assert_eq!(after.to_vec()?, vec![3; n]);
        assert_eq!(into.to_vec()?, vec![6; n]);
        assert_eq!(x.to_vec()?, vec![6; n]);
    }
    works(b)
}

fn once_through_every_adaptor<B: Backend>(b: &B) -> onrush::Result<()> {
    let n = 10_000usize;
    let mut x = b.filled(0u64, n)?;
    let seen = x
        .iter_mut()
        .zip(b.range(0..n))
        .map(op!(|(v, i): (&mut u64, usize)| {
            *v += 1 + i as u64;
            *v
        }))
        .enumerate()
        .rev()
        .skip(7)
        .step_by(3)
        .take(1000)
        .map(op!(|(i, v): (usize, u64)| v - i as u64))
        .collect()?;
    assert_eq!(seen.to_vec()?, vec![1; 1000]);
    let touched = |i: usize| (n - 1 - i) >= 7 && (n - 1 - i - 7).is_multiple_of(3) && (n - 1 - i - 7) / 3 < 1000;
    let want: Vec<u64> = (0..n).map(|i| if touched(i) { 1 + i as u64 } else { 0 }).collect();
    assert_eq!(x.to_vec()?, want);
    works(b)
}
