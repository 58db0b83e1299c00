//! Matrices and volumes: items that stand in rows, and these in planes.

use super::Indexed;
use crate::device::Check;
use crate::lower::{Params, TranslationUnit};

/// An expression whose items stand in `D` dimensions, the last of which is contiguous, as in ndarray's standard layout: in rows of
/// one length, row by row, or in planes of such rows, plane by plane. Bounds are written [`Matrix`] for `Extents<2>` and [`Volume`] for
/// `Extents<3>`, which every such chain has.
///
/// # Safety
///
/// If the [`check`](super::Expr::check) passes, the product of the `sizes` is the number of slots, and at most `isize::MAX`.
pub unsafe trait Extents<const D: usize>: Indexed {
    /// The rows and columns, or the planes, rows and columns.
    fn sizes(&self) -> [usize; D];
}

/// An expression whose items stand in rows of one length, row by row: a matrix, an image, a grid of cells. Their number is
/// `rows() · columns()`, as [`Extents`] promises.
#[diagnostic::on_unimplemented(
    message = "the items of this chain have no rows and columns",
    label = "needs a chain of rows and columns",
    note = "`.grid(rows, columns)` arranges the items of a chain in rows; `map` keeps them there"
)]
pub trait Matrix: Extents<2> {
    /// The number of rows.
    #[inline(always)]
    fn rows(&self) -> usize {
        self.sizes()[0]
    }
    /// The number of items in a row.
    #[inline(always)]
    fn columns(&self) -> usize {
        self.sizes()[1]
    }
}
#[diagnostic::do_not_recommend]
impl<E: Extents<2>> Matrix for E {}

/// An expression whose items stand in planes of rows of one length, plane by plane, each row by row: a volume, a stack of images,
/// a tensor of three dimensions. Their number is `planes() · rows() · columns()`, as [`Extents`] promises.
#[diagnostic::on_unimplemented(
    message = "the items of this chain have no planes, rows and columns",
    label = "needs a chain of planes, rows and columns",
    note = "`.grid_3d(planes, rows, columns)` arranges the items of a chain in planes; `map` keeps them there"
)]
pub trait Volume: Extents<3> {
    /// The number of planes.
    #[inline(always)]
    fn planes(&self) -> usize {
        self.sizes()[0]
    }
    /// The number of rows of a plane.
    #[inline(always)]
    fn rows(&self) -> usize {
        self.sizes()[1]
    }
    /// The number of items in a row.
    #[inline(always)]
    fn columns(&self) -> usize {
        self.sizes()[2]
    }
}
#[diagnostic::do_not_recommend]
impl<E: Extents<3>> Volume for E {}

/// What errors call a matrix or volume.
pub(super) const fn name<const D: usize>() -> &'static str {
    if D == 2 { "grid" } else { "grid_3d" }
}

/// The number of items of a matrix or volume of these sizes.
#[inline(always)]
pub(super) fn product<const D: usize>(sizes: [usize; D]) -> usize {
    sizes.into_iter().fold(1, usize::saturating_mul)
}

/// The number of slots from that of one position to that of another which is this far behind it in each dimension.
#[inline(always)]
pub(super) fn distance<const D: usize>(sizes: [usize; D], apart: [usize; D]) -> usize {
    let mut slots = apart[0];
    for d in 1..D {
        slots = slots * sizes[d] + apart[d];
    }
    slots
}

/// Reports to `check` that a matrix or volume of this size can't be, or that its `slots` are other ones.
pub(super) fn check_extent(check: &mut Check, what: &'static str, size: usize, slots: usize) {
    check.bound(what, slots, isize::MAX as usize);
    check.lengths(what, size, slots);
}

/// A divisor of numbers below 2^63, which are divided by a multiplication: the quotient of `x` is `x · magic / 2^(63 + shift)`,
/// where `2^shift` is the least power of two that isn't below the divisor, and `magic` is `2^(63 + shift) / by`, rounded up.
///
/// T. Granlund and P. Montgomery, *Division by Invariant Integers using Multiplication*, 1994.
#[derive(Debug, Clone, Copy)]
struct Divisor {
    by: usize,
    magic: u64,
    shift: u32,
}

impl Divisor {
    /// The divisor `by`. Nothing is divided by 0, the width of a matrix without columns, but positions are compared with it.
    fn new(by: usize) -> Self {
        // Only matrices without rows are wider than the numbers that are divided.
        let by = by.min(1 << 63);
        let divisor = by.max(1);
        let shift = usize::BITS - (divisor - 1).leading_zeros();
        Divisor { by, magic: (1u128 << (63 + shift)).div_ceil(divisor as u128) as u64, shift }
    }

    /// The quotient and the remainder of `x`, which is below 2^63.
    #[inline(always)]
    fn split(&self, x: usize) -> (usize, usize) {
        let high = ((2 * x as u64) as u128 * self.magic as u128) >> 64;
        let quotient = (high as u64 >> self.shift) as usize;
        (quotient, x - quotient * self.by)
    }
}

/// The sizes of a matrix or volume, by which its slots are divided into positions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent<const D: usize> {
    pub(super) sizes: [usize; D],
    /// Divisors by the sizes. Nothing is divided by the first.
    by: [Divisor; D],
}

impl<const D: usize> Extent<D> {
    pub(super) fn new(sizes: [usize; D]) -> Self {
        let mut by = [Divisor { by: sizes[0], magic: 0, shift: 0 }; D];
        for d in 1..D {
            by[d] = Divisor::new(sizes[d]);
        }
        Extent { sizes, by }
    }

    /// The number of positions, or `usize::MAX` if there are more.
    #[inline(always)]
    pub(super) fn size(&self) -> usize {
        product(self.sizes)
    }

    /// The position of a slot, which is below 2^63.
    #[inline(always)]
    pub(super) fn split(&self, i: usize) -> [usize; D] {
        let (mut rest, mut at) = (i, [0; D]);
        for d in (1..D).rev() {
            (rest, at[d]) = self.by[d].split(rest);
        }
        at[0] = rest;
        at
    }

    /// Calls `f` for the rows that the slots `from..to` stand in, in order, with `D - 1` divisions for each.
    #[inline(always)]
    pub(super) fn each_run(&self, from: usize, to: usize, mut f: impl FnMut(Run<D>)) {
        let mut i = from;
        while i < to {
            let first = self.split(i);
            let start = i - first[D - 1];
            let end = (start + self.by[D - 1].by).min(to);
            f(Run { first, start, from: i, to: end });
            i = end;
        }
    }

    /// Calls `f(i, position)` for the slots `from..to`, in order.
    #[inline(always)]
    pub(super) fn each_cell(&self, from: usize, to: usize, mut f: impl FnMut(usize, [usize; D])) {
        self.each_run(
            from,
            to,
            #[inline(always)]
            |run| {
                for i in run.from..run.to {
                    f(i, run.at(i));
                }
            },
        );
    }

    /// Notes the members of `Extent` in grid.cuh, which are the divisors, for the test that compares them.
    pub(super) fn note_members(unit: &mut TranslationUnit) {
        unit.members(&format!("Extent<{D}>"), if D == 2 { &["columns"] } else { &["rows", "columns"] });
    }
    /// Writes the divisors, in the order of the dimensions.
    pub(super) fn params(&self, out: &mut Params) {
        for divisor in &self.by[1..] {
            out.member(|out| {
                out.word(divisor.by as u64);
                out.word(divisor.magic);
                out.word(divisor.shift.into());
            });
        }
    }
}

/// A part of a row: the slots `from..to`, of the row that begins at slot `start`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run<const D: usize> {
    /// The position of slot `from`.
    pub(super) first: [usize; D],
    pub(super) start: usize,
    pub(super) from: usize,
    pub(super) to: usize,
}

impl<const D: usize> Run<D> {
    /// The position of a slot of the row.
    #[inline(always)]
    pub(super) fn at(&self, i: usize) -> [usize; D] {
        let mut at = self.first;
        at[D - 1] = i - self.start;
        at
    }

    /// The slots of this part in the columns `left..right` of its row.
    #[inline(always)]
    pub(super) fn between(&self, (left, right): (usize, usize)) -> (usize, usize) {
        ((self.start + left).clamp(self.from, self.to), (self.start + right).clamp(self.from, self.to))
    }
}

#[cfg(test)]
mod tests {
    use super::Divisor;

    #[test]
    fn quotients_are_exact() {
        let largest = (1usize << 63) - 1;
        let numbers =
            [1, 2, 3, 5, 7, 10, 641, 1 << 16, (1 << 31) - 1, 1 << 32, (1 << 32) + 1, 1 << 62, (1 << 62) + 1, largest];
        for by in numbers {
            let divisor = Divisor::new(by);
            let near = |x: usize| [x.saturating_sub(1), x, x.saturating_add(1)];
            let multiples = numbers.iter().flat_map(|n| near((largest / by).min(*n) * by));
            for x in numbers.iter().copied().flat_map(near).chain(multiples).chain([0]).filter(|x| *x <= largest) {
                assert_eq!(divisor.split(x), (x / by, x % by), "{x} / {by}");
            }
        }
        assert_eq!((Divisor::new(0).by, Divisor::new(usize::MAX).by), (0, 1 << 63));
    }
}
