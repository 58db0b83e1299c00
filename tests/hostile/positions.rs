//! Positions that lie: negative, beyond every length, or near the ends of their type.

use onrush::ErrorKind;
use onrush::prelude::*;

use crate::{everywhere, works};

everywhere! { around_the_ends_of_their_types an_operator_that_lies }

/// A difference that is declared commutative: some number, and the same one each time.
fn an_operator_that_lies<B: Backend>(b: &B) -> onrush::Result<()> {
    for places in [3u32, 10_000] {
        let sums = || -> onrush::Result<Vec<i32>> {
            let mut target = b.filled(0i32, places as usize)?;
            let to = b.range(0u32..30_011).map(op!(|i: u32| i * 7 % places));
            let lie = commutative(op!(|a: i32, b: i32| a.wrapping_sub(b)));
            b.range(0i32..30_011).scatter_reduce(to, lie, &mut target)?;
            target.to_vec()
        };
        assert_eq!(sums()?, sums()?);
    }
    works(b)
}

/// Positions that are right after wrapping to 32 bits, or to an address, are wrong.
fn around_the_ends_of_their_types<B: Backend>(b: &B) -> onrush::Result<()> {
    let x = b.range(0u32..16).collect()?;
    let wrong = |result: onrush::Result<()>, given: i128| {
        let error = result.and_then(|()| b.synchronize()).expect_err("a wrong position");
        assert!(matches!(error.kind(), ErrorKind::OutOfRange { index, .. } if *index == given), "{error}");
    };
    for at in [-1i64, i64::MIN, -(1 << 32), 1 << 32, (1 << 32) + 3, 1 << 61, i64::MAX] {
        let given = i128::from(at);
        wrong(x.iter().permute(&b.upload(&[at])?).sum().map(drop), given);
        wrong(b.upload(&[at])?.iter().histogram(16).collect().map(drop), given);
        let mut all = b.filled(7u32, 48)?;
        wrong(x.iter().take(1).scatter(&b.upload(&[at])?, all.slice_mut(16..32)?), given);
        all.recover()?;
        assert_eq!(all.to_vec()?, [7; 48]);
        wrong(x.iter().take(1).scatter_reduce(&b.upload(&[at])?, Sum, all.slice_mut(16..32)?), given);
        all.recover()?;
        assert_eq!(all.to_vec()?, [7; 48]);
        let mut many = b.filled(7u32, 10_032)?;
        wrong(x.iter().take(1).scatter_reduce(&b.upload(&[at])?, Sum, many.slice_mut(16..10_016)?), given);
        many.recover()?;
        assert_eq!(many.to_vec()?, [7; 10_032]);
    }
    for at in [u64::MAX, 1 << 63, (1 << 62) + 1] {
        wrong(x.iter().permute(&b.upload(&[at])?).sum().map(drop), at.into());
        wrong(b.upload(&[at])?.iter().histogram(16).collect().map(drop), at.into());
    }
    works(b)
}

/// Scratch memory for a chain's slots would be more than any machine has; the wrong position is found without it.
#[test]
fn of_endless_chains() -> onrush::Result<()> {
    for threads in [1, 2, 8] {
        let b = Cpu::with_threads(threads)?;
        let mut target = b.filled(0u8, 100_000)?;
        let pairs = b.range(0..usize::MAX).map(op!(|i: usize| (i, 1u8)));
        let error = pairs.scatter_pairs(&mut target).expect_err("positions behind the target");
        assert!(matches!(error.kind(), ErrorKind::OutOfRange { .. }), "{threads} threads: {error}");
    }
    Ok(())
}
