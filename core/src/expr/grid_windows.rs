//! Windows of matrices and volumes.

use std::array::from_fn;
use std::fmt::Debug;
use std::marker::PhantomData;

use super::extents::{Extent, Run, distance};
use super::{Expr, Extents, Indexed, Repeatable, indexed};
use crate::device::Check;
use crate::lower::{Params, members};
use crate::value::Value;

/// The neighbours that the cells at a matrix's or volume's border have beyond it, for
/// [`Chain::windows_around`](crate::Chain::windows_around), [`pad`](crate::Chain::pad) and
/// [`windows_around_3d`](crate::Chain::windows_around_3d).
#[doc(alias("mode", "padding_mode", "BorderMode", "boundary"))]
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Border<T> {
    /// The nearest item of the border, again and again.
    Clamp,
    /// The items of the opposite side, as on a torus.
    Wrap,
    /// This value everywhere beyond the border.
    Constant(T),
}

impl<T: Value> Border<T> {
    /// The plane, row or column, of `n`, that a window's item at `before + position` has; `None` if that is outside.
    #[inline(always)]
    pub(super) fn place(&self, position: usize, before: usize, n: usize) -> Option<usize> {
        let (position, low) = (position.wrapping_sub(before), position < before);
        match self {
            _ if position < n => Some(position),
            Border::Clamp => Some(if low { 0 } else { n - 1 }),
            Border::Wrap if low => Some(n - 1 - position.wrapping_neg().wrapping_sub(1) % n),
            Border::Wrap => Some(position % n),
            Border::Constant(_) => None,
        }
    }

    fn clamps(&self) -> bool {
        matches!(self, Border::Clamp)
    }
    fn wraps(&self) -> bool {
        matches!(self, Border::Wrap)
    }
    /// Writes the value outside, if there is one.
    fn params(&self, out: &mut Params) {
        match self {
            Border::Constant(value) => value.write(out),
            _ => out.zeros(T::SIZE),
        }
    }
}

/// The form of a window, written as an array without items: `[[(); C]; R]` are `R` rows of `C` items, `[[[(); C]; R]; P]` are `P`
/// planes of them.
///
/// # Safety
///
/// No size is 0, and each of `BEFORE` is below the size. `of` calls its closure with positions below `SIZES`, and stores what it returns at
/// these. `of_places` calls `item` with the slot, in a matrix or volume of `sizes`, of numbers that `place(d, position)` has returned for
/// each dimension `d` and a position below `SIZES[d]`.
pub unsafe trait WindowForm<const D: usize>: Debug + Copy + Send + Sync {
    /// The numbers of planes, rows and columns, of which none is 0.
    const SIZES: [usize; D];
    /// The numbers of planes, rows and columns in front of the window's middle.
    const BEFORE: [usize; D];
    /// A window of these items.
    type Of<T: Value>: Value;
    /// The window of the items that the closure computes. They are stored one by one: the compiler would take an array that is moved
    /// as a whole apart by shifts.
    fn of<T: Value>(item: impl Fn([usize; D]) -> T) -> Self::Of<T>;
    /// The window of the items in slots of a matrix or volume of these sizes. The slots are those of the positions in each dimension
    /// that `place(dimension, position)` gives, which is asked once for each plane, row and column, and not for each item; where it
    /// gives none, the item is `outside`'s.
    fn of_places<T: Value>(
        sizes: [usize; D],
        place: impl Fn(usize, usize) -> Option<usize>,
        item: impl Fn(usize) -> T,
        outside: impl Fn() -> T,
    ) -> Self::Of<T>;
}
// SAFETY: the loops go over the positions, of which there are some, since `SIZES` refuses lengths of 0.
unsafe impl<const R: usize, const C: usize> WindowForm<2> for [[(); C]; R] {
    const SIZES: [usize; 2] = {
        assert!(R > 0 && C > 0, "a window has at least one row and column");
        [R, C]
    };
    const BEFORE: [usize; 2] = [Self::SIZES[0] / 2, Self::SIZES[1] / 2];
    type Of<T: Value> = [[T; C]; R];
    #[inline(always)]
    fn of<T: Value>(item: impl Fn([usize; 2]) -> T) -> Self::Of<T> {
        let mut items = [[item([0, 0]); C]; R];
        for (r, row) in items.iter_mut().enumerate() {
            for (c, place) in row.iter_mut().enumerate() {
                *place = item([r, c]);
            }
        }
        items
    }
    #[inline(always)]
    fn of_places<T: Value>(
        sizes: [usize; 2],
        place: impl Fn(usize, usize) -> Option<usize>,
        item: impl Fn(usize) -> T,
        outside: impl Fn() -> T,
    ) -> Self::Of<T> {
        let (rows, columns): ([_; R], [_; C]) = (from_fn(|r| place(0, r)), from_fn(|c| place(1, c)));
        Self::of(|[r, c]| match (rows[r], columns[c]) {
            (Some(row), Some(column)) => item(row * sizes[1] + column),
            _ => outside(),
        })
    }
}
// SAFETY: the loops go over the positions, of which there are some, since `SIZES` refuses lengths of 0.
unsafe impl<const P: usize, const R: usize, const C: usize> WindowForm<3> for [[[(); C]; R]; P] {
    const SIZES: [usize; 3] = {
        assert!(P > 0 && R > 0 && C > 0, "a window has at least one plane, row and column");
        [P, R, C]
    };
    const BEFORE: [usize; 3] = [Self::SIZES[0] / 2, Self::SIZES[1] / 2, Self::SIZES[2] / 2];
    type Of<T: Value> = [[[T; C]; R]; P];
    #[inline(always)]
    fn of<T: Value>(item: impl Fn([usize; 3]) -> T) -> Self::Of<T> {
        let mut items = [[[item([0, 0, 0]); C]; R]; P];
        for (p, plane) in items.iter_mut().enumerate() {
            for (r, row) in plane.iter_mut().enumerate() {
                for (c, place) in row.iter_mut().enumerate() {
                    *place = item([p, r, c]);
                }
            }
        }
        items
    }
    #[inline(always)]
    fn of_places<T: Value>(
        sizes: [usize; 3],
        place: impl Fn(usize, usize) -> Option<usize>,
        item: impl Fn(usize) -> T,
        outside: impl Fn() -> T,
    ) -> Self::Of<T> {
        let planes: [_; P] = from_fn(|p| place(0, p));
        let (rows, columns): ([_; R], [_; C]) = (from_fn(|r| place(1, r)), from_fn(|c| place(2, c)));
        Self::of(|[p, r, c]| match (planes[p], rows[r], columns[c]) {
            (Some(plane), Some(row), Some(column)) => item((plane * sizes[1] + row) * sizes[2] + column),
            _ => outside(),
        })
    }
}

/// The arguments of the C++ templates of windows: the number of dimensions, and the planes, rows and columns.
fn form<const D: usize, W: WindowForm<D>>() -> String {
    let of = |d: usize| W::SIZES[D - d];
    format!("{D}, {}, {}, {}", if D == 3 { of(3) } else { 1 }, of(2), of(1))
}

/// The window whose first item is in this slot.
///
/// # Safety
///
/// The contract of [`Expr::slot`] holds for the input, and the window lies inside it.
#[inline(always)]
unsafe fn from<E: Repeatable + Extents<D, Item: Value>, W: WindowForm<D>, const D: usize>(
    input: &E,
    first: usize,
) -> W::Of<E::Item> {
    let sizes = input.sizes();
    // SAFETY: the caller's contract; the items are values.
    W::of(|at| unsafe { input.at(first + distance(sizes, at)) })
}

/// The windows of the form `W` that lie inside a matrix or volume; created by [`Chain::windows_2d`](crate::Chain::windows_2d) and
/// [`Chain::windows_3d`](crate::Chain::windows_3d).
#[derive(Debug, Clone, Copy)]
pub struct WindowsInside<E, W, const D: usize> {
    input: E,
    extent: Extent<D>,
    form: PhantomData<W>,
}

/// The windows of `R` rows and `C` columns that lie inside a matrix; created by
/// [`Chain::windows_2d`](crate::Chain::windows_2d).
pub type Windows2d<E, const R: usize, const C: usize> = WindowsInside<E, [[(); C]; R], 2>;

/// The windows of `P` planes, `R` rows and `C` columns that lie inside a volume; created by
/// [`Chain::windows_3d`](crate::Chain::windows_3d).
pub type Windows3d<E, const P: usize, const R: usize, const C: usize> = WindowsInside<E, [[[(); C]; R]; P], 3>;

impl<E: Extents<D>, W: WindowForm<D>, const D: usize> WindowsInside<E, W, D> {
    pub(crate) fn new(input: E) -> Self {
        let sizes = input.sizes();
        let extent = Extent::new(from_fn(|d| sizes[d].saturating_sub(W::SIZES[d] - 1)));
        WindowsInside { input, extent, form: PhantomData }
    }
}

// SAFETY: memory is read through the input alone, at slots inside of it; `WindowsInside` in grid_windows.cuh does the same.
unsafe impl<E: Repeatable + Extents<D, Item: Value>, W: WindowForm<D>, const D: usize> Expr for WindowsInside<E, W, D> {
    type Item = W::Of<E::Item>;
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.extent.size()
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, Self::Item)) {
        let sizes = self.input.sizes();
        self.extent.each_run(
            from,
            to,
            #[inline(always)]
            |run| {
                let first = distance(sizes, run.at(run.start));
                for i in run.from..run.to {
                    // SAFETY: the caller's contract: the window of slot `i` lies inside the input.
                    f(i, unsafe { self::from::<E, W, D>(&self.input, first + (i - run.start)) });
                }
            },
        );
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    members! {
        |this, unit| ["grid.cuh" "grid_windows.cuh"] {
            Extent::<D>::note_members(unit);
            format!("WindowsInside<{}, {}>", E::lower(unit), form::<D, W>())
        } =>
        e: params this.input, extent: params this.extent, rows: word this.input.sizes()[D - 2],
        columns: word this.input.sizes()[D - 1], n: word this.slots()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Repeatable + Extents<D, Item: Value>, W: WindowForm<D>, const D: usize> Indexed
    for WindowsInside<E, W, D>
{
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> Self::Item {
        let first = distance(self.input.sizes(), self.extent.split(i));
        // SAFETY: the caller's contract: `i` is a slot, so the window lies inside the input.
        unsafe { from::<E, W, D>(&self.input, first) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Extents<D, Item: Value>, W: WindowForm<D>, const D: usize> Repeatable
    for WindowsInside<E, W, D>
{
}
#[diagnostic::do_not_recommend]
// SAFETY: the slots are the product of the sizes, which aren't more than the input's.
unsafe impl<E: Repeatable + Extents<D, Item: Value>, W: WindowForm<D>, const D: usize> Extents<D>
    for WindowsInside<E, W, D>
{
    #[inline(always)]
    fn sizes(&self) -> [usize; D] {
        self.extent.sizes
    }
}

/// A window of the form `W` around each item of a matrix or volume; created by
/// [`Chain::windows_around`](crate::Chain::windows_around) and [`Chain::windows_around_3d`](crate::Chain::windows_around_3d).
#[derive(Debug, Clone, Copy)]
pub struct Neighbourhoods<E, T, W, const D: usize> {
    pub(super) input: E,
    extent: Extent<D>,
    pub(super) border: Border<T>,
    form: PhantomData<W>,
}

/// A window of `R` rows and `C` columns around each item of a matrix; created by
/// [`Chain::windows_around`](crate::Chain::windows_around).
pub type WindowsAround<E, T, const R: usize, const C: usize> = Neighbourhoods<E, T, [[(); C]; R], 2>;

/// A window of `P` planes, `R` rows and `C` columns around each item of a volume; created by
/// [`Chain::windows_around_3d`](crate::Chain::windows_around_3d).
pub type WindowsAround3d<E, T, const P: usize, const R: usize, const C: usize> =
    Neighbourhoods<E, T, [[[(); C]; R]; P], 3>;

impl<E: Repeatable + Extents<D, Item: Value>, W: WindowForm<D>, const D: usize> Neighbourhoods<E, E::Item, W, D> {
    pub(crate) fn new(input: E, border: Border<E::Item>) -> Self {
        let extent = Extent::new(input.sizes());
        Neighbourhoods { input, extent, border, form: PhantomData }
    }

    /// The window around the item at this position.
    ///
    /// # Safety
    ///
    /// The contract of [`Expr::slot`] holds for the input, and it has this position.
    #[inline(always)]
    unsafe fn around(&self, at: [usize; D]) -> W::Of<E::Item> {
        let sizes = self.input.sizes();
        W::of_places(
            sizes,
            |d, position| self.border.place(at[d] + position, W::BEFORE[d], sizes[d]),
            // SAFETY: `place` gives a plane, a row and a column that the input has; the items are values.
            |slot| unsafe { self.input.at(slot) },
            || match self.border {
                Border::Constant(value) => value,
                _ => unreachable!("only a constant stands outside"),
            },
        )
    }

    /// The columns of the row that this position stands in whose windows lie inside the matrix or volume.
    #[inline(always)]
    fn inside(&self, at: [usize; D]) -> (usize, usize) {
        let (sizes, last) = (self.input.sizes(), D - 1);
        let whole = (0..last).all(|d| at[d] >= W::BEFORE[d] && at[d] + (W::SIZES[d] - W::BEFORE[d]) <= sizes[d]);
        let (left, end) = (W::BEFORE[last], sizes[last].saturating_sub(W::SIZES[last] - 1 - W::BEFORE[last]));
        if whole && end > left { (left, end) } else { (0, 0) }
    }
}

// SAFETY: memory is read through the input alone, at slots inside of it; `Neighbourhoods` in grid_windows.cuh does the same.
unsafe impl<E: Repeatable + Extents<D, Item: Value>, W: WindowForm<D>, const D: usize> Expr
    for Neighbourhoods<E, E::Item, W, D>
{
    type Item = W::Of<E::Item>;
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        const { super::fits::<Self::Item>() };
        self.input.slots()
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, Self::Item)) {
        self.extent.each_run(
            from,
            to,
            #[inline(always)]
            |run: Run<D>| {
                let (left, right) = run.between(self.inside(run.first));
                for i in run.from..left {
                    // SAFETY: the caller's contract: `i` is a slot in this row.
                    f(i, unsafe { self.around(run.at(i)) });
                }
                for i in left..right {
                    let first = i - distance(self.input.sizes(), W::BEFORE);
                    // SAFETY: `inside` says that the window lies inside the input; the rest is the caller's contract.
                    f(i, unsafe { self::from::<E, W, D>(&self.input, first) });
                }
                for i in right..run.to {
                    // SAFETY: the caller's contract: `i` is a slot in this row.
                    f(i, unsafe { self.around(run.at(i)) });
                }
            },
        );
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
    }
    members! {
        |this, unit| ["grid.cuh" "grid_windows.cuh"] {
            Extent::<D>::note_members(unit);
            format!("Neighbourhoods<{}, {}>", E::lower(unit), form::<D, W>())
        } =>
        e: params this.input, extent: params this.extent, first: word this.input.sizes()[0],
        clamps: word this.border.clamps(), wraps: word this.border.wraps(), outside: params this.border
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Repeatable + Extents<D, Item: Value>, W: WindowForm<D>, const D: usize> Indexed
    for Neighbourhoods<E, E::Item, W, D>
{
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> Self::Item {
        // SAFETY: the caller's contract: `i` is a slot, so the input has this position.
        unsafe { self.around(self.extent.split(i)) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Extents<D, Item: Value>, W: WindowForm<D>, const D: usize> Repeatable
    for Neighbourhoods<E, E::Item, W, D>
{
}
#[diagnostic::do_not_recommend]
// SAFETY: the slots and sizes are the input's.
unsafe impl<E: Repeatable + Extents<D, Item: Value>, W: WindowForm<D>, const D: usize> Extents<D>
    for Neighbourhoods<E, E::Item, W, D>
{
    #[inline(always)]
    fn sizes(&self) -> [usize; D] {
        self.input.sizes()
    }
}
