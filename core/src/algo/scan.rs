mod offsets;

use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, InPlace, Indexed, Repeatable};
use crate::operator::Operator;
use crate::pending::{Pending, request};
use crate::storage::Storage;
use crate::value::{Element, Value};
use crate::vec::{DeviceSliceMut, DeviceVec};

pub use offsets::Offsets;

/// All prefixes of `input`, in the association of the [shape contract](crate::shape).
#[derive(Debug, Clone)]
pub struct Scan<E: Indexed, O, S = ()> {
    /// The items. Item `i` may lie in the memory of item `i` of the output: a backend reads an item before it writes the
    /// prefix in its place, and not again.
    pub input: E,
    /// The operator.
    pub op: O,
    /// The initial value, which stands on the left of all items. An exclusive scan has one.
    pub init: Option<E::Item>,
    /// Whether a prefix ends before its item; otherwise with it.
    pub exclusive: bool,
    /// The target of the prefixes, of the same length.
    pub output: S,
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Inclusive prefixes: item `i` of the result is `x₀ ∘ … ∘ xᵢ`.
    ///
    /// # Operator
    ///
    /// Associative; the order of the items is kept.
    ///
    /// # Cost
    ///
    /// One pass that reads the inputs once and writes the result once, O(tiles) temporary memory.
    ///
    /// # Determinism
    ///
    /// The association is a function of the length and the item's size alone ([shape contract](crate::shape)): the same
    /// bits on every backend, run after run.
    ///
    /// # Source
    ///
    /// D. Merrill and M. Garland, *Single-pass Parallel Prefix Scan with Decoupled Look-back*, 2016, with a look-back that
    /// folds from left to right.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3, 1, 4, 1])?;
    /// assert_eq!(x.iter().scan_inclusive(Sum).collect()?.to_vec()?, [3, 4, 8, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("inclusive_scan", "transform_inclusive_scan", "prefix_sum", "partial_sum"))]
    #[doc(alias("cumsum", "cumprod", "scan", "DeviceScan", "InclusiveScan", "InclusiveSum"))]
    #[inline(always)]
    pub fn scan_inclusive<O: Operator<E::Item>>(self, op: O) -> Pending<Scan<E, O>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
    {
        self.scan(None, false, op)
    }

    /// Exclusive prefixes: item `i` of the result is `init ∘ x₀ ∘ … ∘ xᵢ₋₁`, and item 0 is `init`. All else is as for
    /// [`scan_inclusive`](Chain::scan_inclusive).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3, 1, 4, 1])?;
    /// assert_eq!(x.iter().scan_exclusive(10, Sum).collect()?.to_vec()?, [10, 13, 14, 18]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("exclusive_scan", "transform_exclusive_scan", "prefix_sum", "cumsum", "scan"))]
    #[doc(alias("DeviceScan", "ExclusiveScan", "ExclusiveSum"))]
    #[inline(always)]
    pub fn scan_exclusive<O: Operator<E::Item>>(self, init: E::Item, op: O) -> Pending<Scan<E, O>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
    {
        self.scan(Some(init), true, op)
    }

    #[inline(always)]
    fn scan<O>(self, init: Option<E::Item>, exclusive: bool, op: O) -> Pending<Scan<E, O>, B>
    where
        E: Indexed,
    {
        Pending::new(Scan { input: self.expr, op, init, exclusive, output: () }, self.device)
    }
}

request! {
    [E: Repeatable + Indexed<Item: Value>, O: Operator<E::Item>] [S: Storage<Item = E::Item>]
    Scan<E, O, ()> { input, op, init, exclusive } => scan(output: S) of (E::Item,);
    check(check) {
        input.check(check);
        op.check(check);
    }
    exactly [input.slots()]
}

impl<T: Element, B: Backend> DeviceVec<T, B> {
    /// Replaces each element by the inclusive prefix that ends with it: [`Chain::scan_inclusive`] in place, with the same bits.
    ///
    /// # Cost
    ///
    /// One pass that reads and writes each element once; O(tiles) temporary memory. Doesn't wait.
    ///
    /// # Errors
    ///
    /// If the operator panics, or memory is refused, the vector holds elements, prefixes and meaningless values;
    /// [`recover`](DeviceVec::recover) makes them readable.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[3, 1, 4, 1])?;
    /// x.scan_inclusive(Sum)?;
    /// assert_eq!(x.to_vec()?, [3, 4, 8, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("inclusive_scan", "InclusiveScan", "InclusiveSum", "cumsum", "prefix_sum", "partial_sum"))]
    #[track_caller]
    pub fn scan_inclusive<O: Operator<T>>(&mut self, op: O) -> Result<()> {
        in_place(&mut self.as_mut_slice(), None, op)
    }

    /// Replaces each element by the exclusive prefix of those before it: [`Chain::scan_exclusive`] in place. All else is as for
    /// [`scan_inclusive`](DeviceVec::scan_inclusive).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.upload(&[3, 1, 4, 1])?;
    /// x.scan_exclusive(10, Sum)?;
    /// assert_eq!(x.to_vec()?, [10, 13, 14, 18]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("exclusive_scan", "ExclusiveScan", "ExclusiveSum"))]
    #[track_caller]
    pub fn scan_exclusive<O: Operator<T>>(&mut self, init: T, op: O) -> Result<()> {
        in_place(&mut self.as_mut_slice(), Some(init), op)
    }
}

impl<T: Element, B: Backend> DeviceSliceMut<'_, T, B> {
    /// Replaces each element of this part by an inclusive prefix; see [`DeviceVec::scan_inclusive`].
    #[track_caller]
    pub fn scan_inclusive<O: Operator<T>>(&mut self, op: O) -> Result<()> {
        in_place(self, None, op)
    }

    /// Replaces each element of this part by an exclusive prefix; see [`DeviceVec::scan_exclusive`].
    #[track_caller]
    pub fn scan_exclusive<O: Operator<T>>(&mut self, init: T, op: O) -> Result<()> {
        in_place(self, Some(init), op)
    }
}

#[track_caller]
fn in_place<T: Element, B: Backend, O: Operator<T>>(
    part: &mut DeviceSliceMut<'_, T, B>,
    init: Option<T>,
    op: O,
) -> Result<()> {
    // A copy of a large item would take its size of the stack once more.
    let (output, exclusive) = (part.span, init.is_some());
    // SAFETY: the span is that of initialised elements, which `part` has borrowed mutably; a scan writes a prefix only after
    // it has read the item in that place, and reads that item no more.
    let input = unsafe { InPlace::new(output) };
    let (input, device, uses) = Chain::new(input, part.device.clone()).ready_and(move |check| {
        output.check(check);
        op.check(check);
    })?;
    // SAFETY: the chain and the part are checked; [`Scan`] allows the output to be the input's memory, item by item.
    uses.done(&device, unsafe { device.scan(Scan { input, op, init, exclusive, output }) })
}
