use super::extents::Extent;
use super::{Border, Expr, Extents, Indexed, Matrix, Repeatable, WindowsAround, indexed};
use crate::device::Check;
use crate::error::ErrorKind;
use crate::lower::members;
use crate::value::Value;

/// A matrix with further rows and columns around it; created by [`Chain::pad`](crate::Chain::pad).
#[derive(Debug, Clone, Copy)]
pub struct Padded<E, T> {
    /// The input, and the border.
    input: WindowsAround<E, T, 1, 1>,
    extent: Extent<2>,
    top: usize,
    left: usize,
}

impl<E: Repeatable + Matrix<Item: Value>> Padded<E, E::Item> {
    pub(crate) fn new(input: E, [top, bottom]: [usize; 2], [left, right]: [usize; 2], border: Border<E::Item>) -> Self {
        let longer = |n: usize, before: usize, behind: usize| n.saturating_add(before).saturating_add(behind);
        let extent = Extent::new([longer(input.rows(), top, bottom), longer(input.columns(), left, right)]);
        Padded { input: WindowsAround::new(input, border), extent, top, left }
    }

    /// The item at this position.
    ///
    /// # Safety
    ///
    /// The contract of [`Expr::slot`] holds for the input.
    #[inline(always)]
    unsafe fn cell(&self, [row, column]: [usize; 2]) -> E::Item {
        let (rows, columns) = (self.input.rows(), self.input.columns());
        let row = self.input.border.place(row, self.top, rows);
        match (row, self.input.border.place(column, self.left, columns), self.input.border) {
            // SAFETY: `place` gives a row below `rows` and a column below `columns`, which `check` has compared with 0.
            (Some(row), Some(column), _) => unsafe { self.input.input.at(row * columns + column) },
            (_, _, Border::Constant(value)) => value,
            _ => unreachable!("only a constant stands outside"),
        }
    }
}

// SAFETY: memory is read through the input alone, at slots inside of it; `Padded` in pad.cuh does the same.
unsafe impl<E: Repeatable + Matrix<Item: Value>> Expr for Padded<E, E::Item> {
    type Item = E::Item;
    const IN_RUNS: bool = true;
    #[inline(always)]
    fn slots(&self) -> usize {
        self.extent.size()
    }
    indexed!();
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, E::Item)) {
        let (rows, columns) = (self.input.rows(), self.input.columns());
        self.extent.each_run(
            from,
            to,
            #[inline(always)]
            |run| {
                // The slots of the run that lie inside the input.
                let row = run.first[0];
                let inside = row >= self.top && row - self.top < rows;
                let (left, right) =
                    if inside { run.between((self.left, self.left + columns)) } else { (run.to, run.to) };
                for i in run.from..left {
                    // SAFETY: the caller's contract: the slot exists.
                    f(i, unsafe { self.cell([row, i - run.start]) });
                }
                if left < right {
                    let first = (row - self.top) * columns + (left - run.start - self.left);
                    // SAFETY: these are slots of the input: the row and the columns are its own.
                    unsafe {
                        self.input.input.each(
                            first,
                            first + (right - left),
                            #[inline(always)]
                            |slot, x| f(left + (slot - first), x),
                        );
                    }
                }
                for i in right..run.to {
                    // SAFETY: the caller's contract: the slot exists.
                    f(i, unsafe { self.cell([row, i - run.start]) });
                }
            },
        );
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.input.check(check);
        check.bound("pad", self.slots(), isize::MAX as usize);
        if self.slots() > 0 && self.input.slots() == 0 && !matches!(self.input.border, Border::Constant(_)) {
            check.fault(ErrorKind::OutOfRange { what: "pad", index: 0, len: 0, item: None });
        }
    }
    members! {
        |this, unit| ["grid.cuh" "grid_windows.cuh" "pad.cuh"] {
            WindowsAround::<E, E::Item, 1, 1>::lower(unit);
            format!("Padded<{}>", E::lower(unit))
        } =>
        input: params this.input, extent: params this.extent, n: word this.slots(), top: word this.top,
        left: word this.left
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: `indexed!` makes `slot(i)` be `Some(at(i))`.
unsafe impl<E: Repeatable + Matrix<Item: Value>> Indexed for Padded<E, E::Item> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        // SAFETY: the caller's contract.
        unsafe { self.cell(self.extent.split(i)) }
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable + Matrix<Item: Value>> Repeatable for Padded<E, E::Item> {}
#[diagnostic::do_not_recommend]
// SAFETY: the slots are the product of rows and columns; `check` refuses one that is too large.
unsafe impl<E: Repeatable + Matrix<Item: Value>> Extents<2> for Padded<E, E::Item> {
    #[inline(always)]
    fn sizes(&self) -> [usize; 2] {
        self.extent.sizes
    }
}
