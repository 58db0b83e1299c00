//! Lengths near the ends of the integers.

use onrush::prelude::*;

use crate::{everywhere, works};

everywhere! { windows_over_everything ranges_across_all_integers }

/// Chains of `usize::MAX` slots: no length overflows, and no call visits all slots.
fn windows_over_everything<B: Backend>(b: &B) -> onrush::Result<()> {
    let all = || b.range(0..usize::MAX);
    assert_eq!(all().windows::<1>().len(), usize::MAX);
    assert_eq!(all().windows::<2>().len(), usize::MAX - 1);
    assert_eq!(all().windows::<7>().skip(usize::MAX - 7).len(), 1);
    assert_eq!(b.range(0..6usize).windows::<7>().len(), 0);
    assert_eq!(b.range(0..0usize).windows::<1>().len(), 0);
    let last = all().windows::<2>().skip(usize::MAX - 2).map(op!(|w: [usize; 2]| w[1] - w[0])).collect()?;
    assert_eq!(last.to_vec()?, [1]);
    assert_eq!(
        all().chunks::<3>().rev().take(1).collect()?.to_vec()?,
        [[usize::MAX - 3, usize::MAX - 2, usize::MAX - 1]]
    );
    assert_eq!(all().step_by(usize::MAX).len(), 1);
    works(b)
}

fn ranges_across_all_integers<B: Backend>(b: &B) -> onrush::Result<()> {
    assert_eq!(b.range(i64::MIN..i64::MAX).len(), usize::MAX);
    assert_eq!(b.range(i64::MIN..i64::MAX).skip(usize::MAX - 1).collect()?.to_vec()?, [i64::MAX - 1]);
    assert_eq!(b.range(i8::MIN..i8::MAX).sum()?, (i8::MIN..i8::MAX).fold(0i8, i8::wrapping_add));
    #[expect(clippy::reversed_empty_ranges)]
    let reversed = b.range(3i8..-3).len();
    assert_eq!(reversed, 0);
    works(b)
}
