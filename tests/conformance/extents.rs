use onrush::function::Function;
use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::all_same;

/// Planes of rows of items, which the plain loops below adapt. A matrix is a volume of one plane.
struct Volume {
    extent: [usize; 3],
    items: Vec<u32>,
    /// Whether a border repeats items that there aren't.
    refused: bool,
}

/// The place of `position` in an extent of `n`, or none if it is outside.
fn place(position: isize, n: usize, border: Border<u32>) -> Option<usize> {
    match border {
        Border::Clamp => Some(position.clamp(0, n as isize - 1) as usize),
        Border::Wrap => Some(position.rem_euclid(n as isize) as usize),
        Border::Constant(_) => usize::try_from(position).ok().filter(|at| *at < n),
    }
}

/// The number that a window's items make.
fn joined(items: impl Iterator<Item = u32>) -> u32 {
    items.fold(7, |sum, item| sum.wrapping_mul(31).wrapping_add(item))
}

/// The positions of an extent in the order of the items.
fn positions([planes, rows, columns]: [usize; 3]) -> impl Iterator<Item = [isize; 3]> {
    (0..planes * rows * columns).map(move |i| [i / columns / rows, i / columns % rows, i % columns].map(|p| p as isize))
}

impl Volume {
    fn new(extent: [usize; 3]) -> Self {
        let items = (0..extent.iter().product::<usize>() as u32).map(|i| i * i + 100).collect();
        Volume { extent, items, refused: false }
    }

    /// The item at this position, which may be outside.
    fn at(&self, position: [isize; 3], border: Border<u32>) -> u32 {
        if self.items.is_empty() && !matches!(border, Border::Constant(_)) {
            return 0;
        }
        let [planes, rows, columns] = self.extent;
        match (
            place(position[0], planes, border),
            place(position[1], rows, border),
            place(position[2], columns, border),
        ) {
            (Some(p), Some(r), Some(c)) => self.items[(p * rows + r) * columns + c],
            _ => match border {
                Border::Constant(value) => value,
                _ => unreachable!("only a constant stands outside"),
            },
        }
    }

    /// The volume of this extent whose items the closure makes from those of this one.
    fn made(&self, extent: [usize; 3], item: impl Fn([isize; 3]) -> u32) -> Self {
        Volume { extent, items: positions(extent).map(item).collect(), refused: self.refused }
    }

    /// Arranges the same items in another extent.
    fn arranged(self, extent: [usize; 3]) -> Self {
        Volume { extent, ..self }
    }

    fn transposed(&self) -> Self {
        let [planes, rows, columns] = self.extent;
        self.made([planes, columns, rows], |[p, r, c]| self.at([p, c, r], Border::Clamp))
    }

    /// The windows of this size that begin `before` each of the positions.
    fn windowed(&self, extent: [usize; 3], window: [usize; 3], before: [usize; 3], border: Border<u32>) -> Self {
        self.made(extent, |first| {
            joined(positions(window).map(|at| {
                let of = |d: usize| first[d] + at[d] - before[d] as isize;
                self.at([of(0), of(1), of(2)], border)
            }))
        })
    }

    fn inside(&self, window: [usize; 3]) -> Self {
        let of = |d: usize| (self.extent[d] + 1).saturating_sub(window[d]);
        self.windowed([of(0), of(1), of(2)], window, [0; 3], Border::Clamp)
    }

    fn around(&self, window: [usize; 3], border: Border<u32>) -> Self {
        self.windowed(self.extent, window, window.map(|n| n / 2), border)
    }

    fn padded(&self, [up, down]: [usize; 2], [left, right]: [usize; 2], border: Border<u32>) -> Self {
        let [planes, rows, columns] = self.extent;
        let extent = [planes, up + rows + down, left + columns + right];
        let padded = self.made(extent, |[p, r, c]| self.at([p, r - up as isize, c - left as isize], border));
        let repeats = self.items.is_empty() && !padded.items.is_empty() && !matches!(border, Border::Constant(_));
        Volume { refused: self.refused || repeats, ..padded }
    }
}

/// Computes the same number on the device, for a window of a matrix.
fn flat() -> impl Function<([[u32; 2]; 3],), Output = u32> {
    op!(|w: [[u32; 2]; 3]| {
        let mut sum = 7u32;
        for r in 0..3 {
            for c in 0..2 {
                sum = sum.wrapping_mul(31).wrapping_add(w[r][c]);
            }
        }
        sum
    })
}

/// Computes the same number on the device, for a window of a volume.
fn deep() -> impl Function<([[[u32; 3]; 2]; 2],), Output = u32> {
    op!(|w: [[[u32; 3]; 2]; 2]| {
        let mut sum = 7u32;
        for p in 0..2 {
            for r in 0..2 {
                for c in 0..3 {
                    sum = sum.wrapping_mul(31).wrapping_add(w[p][r][c]);
                }
            }
        }
        sum
    })
}

/// An adaptor of a chain.
macro_rules! adapted {
    (transposed, $x:expr, $border:expr) => {
        $x.transposed()
    };
    (windows_2d, $x:expr, $border:expr) => {
        $x.windows_2d::<3, 2>().map(flat())
    };
    (windows_around, $x:expr, $border:expr) => {
        $x.windows_around::<3, 2>($border).map(flat())
    };
    (pad, $x:expr, $border:expr) => {
        $x.pad([1, 4], [2, 1], $border)
    };
    (windows_3d, $x:expr, $border:expr) => {
        $x.windows_3d::<2, 2, 3>().map(deep())
    };
    (windows_around_3d, $x:expr, $border:expr) => {
        $x.windows_around_3d::<2, 2, 3>($border).map(deep())
    };
}
/// Applies the adaptor to a [`Volume`].
macro_rules! expected {
    (transposed, $x:expr, $border:expr) => {
        $x.transposed()
    };
    (windows_2d, $x:expr, $border:expr) => {
        $x.inside([1, 3, 2])
    };
    (windows_around, $x:expr, $border:expr) => {
        $x.around([1, 3, 2], $border)
    };
    (pad, $x:expr, $border:expr) => {
        $x.padded([1, 4], [2, 1], $border)
    };
    (windows_3d, $x:expr, $border:expr) => {
        $x.inside([2, 2, 3])
    };
    (windows_around_3d, $x:expr, $border:expr) => {
        $x.around([2, 2, 3], $border)
    };
}

/// Fails unless a chain was collected into the volume's items, or was refused as the volume is.
fn check<B: Backend>(what: &str, got: Result<onrush::DeviceVec<u32, B>>, want: &Volume) -> Result<()> {
    match got {
        Ok(got) if want.refused => panic!("{what}: got {:?}", got.to_vec()?),
        Ok(got) => all_same(what, &got.to_vec()?, &want.items),
        Err(error) if want.refused && matches!(error.kind(), ErrorKind::OutOfRange { what: "pad", .. }) => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

const BORDERS: [Border<u32>; 3] = [Border::Clamp, Border::Wrap, Border::Constant(5)];
/// The borders of an adaptor that has none.
const NONE: [Border<u32>; 1] = [Border::Clamp];

macro_rules! borders {
    (windows_around) => {
        BORDERS
    };
    (pad) => {
        BORDERS
    };
    (windows_around_3d) => {
        BORDERS
    };
    ($other:ident) => {
        NONE
    };
}

/// Each adaptor of one list behind each of another, for each border of both, of all volumes of `$extents`. `$source!` makes a
/// chain of a vector; `$join!` arranges what the first adaptor gives for the second.
macro_rules! every {
    ($b:expr, $extents:expr; $source:ident [$($first:ident)*] $join:ident $then:tt) => {
        $(every!(@of $b, $extents; $source $first $join $then);)*
    };
    (@of $b:expr, $extents:expr; $source:ident $first:ident $join:ident [$($second:ident)*]) => {
        $(for extent in $extents {
            let x = Volume::new(extent);
            let v = $b.upload(&x.items)?;
            for first in borders!($first) {
                let between = expected!($first, x, first);
                let at = between.extent;
                let between = between.arranged($join!(at));
                for second in borders!($second) {
                    let chain = $join!(adapted!($first, $source!(v.iter(), extent), first), at);
                    let got = adapted!($second, chain, second).collect();
                    let (one, two) = (stringify!($first), stringify!($second));
                    let what = format!("{extent:?} {one} ({first:?}), {two} ({second:?})");
                    check(&what, got, &expected!($second, between, second))?;
                }
            }
        })*
    };
}
/// Passes on the result of an adaptor as it is.
macro_rules! as_it_is {
    ($at:expr) => {
        $at
    };
    ($x:expr, $at:expr) => {
        $x
    };
}
/// A matrix's or a vector's items as a volume.
macro_rules! volume {
    ($at:expr) => {
        [$at[1], $at[0], $at[2]]
    };
    ($x:expr, $at:expr) => {
        $x.grid_3d($at[1], $at[0], $at[2])
    };
}
/// A volume's or a vector's items as a matrix.
macro_rules! matrix {
    ($at:expr) => {
        [1, $at[0] * $at[1], $at[2]]
    };
    ($x:expr, $at:expr) => {
        $x.grid($at[0] * $at[1], $at[2])
    };
}
macro_rules! stack {
    ($x:expr, $at:expr) => {
        $x.grid_3d($at[0], $at[1], $at[2])
    };
}

/// The extents from 0 to 3 of matrices.
fn matrices() -> impl Iterator<Item = [usize; 3]> {
    (0..16).map(|i| [1, i / 4, i % 4])
}

/// The extents from 0 to 3 of volumes.
fn volumes() -> impl Iterator<Item = [usize; 3]> {
    (0..64).map(|i| [i / 16, i / 4 % 4, i % 4])
}

/// Adaptors of matrices behind each other.
// Sanitized: kernels, host
pub(crate) fn of_matrices<B: Backend>(b: &B) -> Result<()> {
    every!(b, matrices(); matrix [transposed windows_2d windows_around pad] as_it_is [transposed windows_2d windows_around pad]);
    Ok(())
}

/// Adaptors of volumes behind each other.
// Sanitized: kernels, host
pub(crate) fn of_volumes<B: Backend>(b: &B) -> Result<()> {
    every!(b, volumes(); stack [windows_3d windows_around_3d] as_it_is [windows_3d windows_around_3d]);
    Ok(())
}

/// Adaptors of volumes behind those of matrices, and the other way round.
pub(crate) fn of_both<B: Backend>(b: &B) -> Result<()> {
    every!(b, matrices(); matrix [transposed windows_2d windows_around pad] volume [windows_3d windows_around_3d]);
    every!(b, volumes(); stack [windows_3d windows_around_3d] matrix [transposed windows_2d windows_around pad]);
    Ok(())
}
