//! Lazy sources and adaptors. Each is a plain struct that defines how item `i` is computed, on the host (`at`) and in
//! C++ (the class template of the same name in `core/device`). Nothing here runs, allocates or fails.

mod adjacent;
mod chained;
mod cycle;
mod dedup;
mod enumerate;
mod extents;
mod filter;
mod filter_map;
mod flat_map;
mod grid;
mod grid_windows;
mod in_blocks;
mod known;
mod map;
mod map_first;
mod occurs;
mod pad;
mod part;
mod permute;
mod range;
mod repeat_each;
mod rev;
mod run_across;
mod search;
mod slice;
mod tabulate;
mod take;
mod up_to;
mod windows;
mod zip;

pub use adjacent::Adjacent;
pub use chained::Chained;
pub use cycle::Cycle;
pub use dedup::Dedup;
pub use enumerate::Enumerate;
pub use enumerate::Positioned;
pub use extents::{Extents, Matrix, Volume};
pub use filter::Filter;
pub use filter_map::FilterMap;
pub use flat_map::FlatMap;
pub use grid::{Cells, Cells3d, Coordinates, Grid, Grid3d, Numbered, Transposed};
pub use grid_windows::{
    Border, Neighbourhoods, WindowForm, Windows2d, Windows3d, WindowsAround, WindowsAround3d, WindowsInside,
};
pub use in_blocks::{BLOCK, Block, InBlocks};
pub use known::Count;
pub(crate) use known::Known;
pub use map::Map;
pub use map_first::{MapFirst, WithLeft, WithRight};
pub(crate) use occurs::Occurs;
pub use pad::Padded;
pub use part::Part;
pub(crate) use part::SlotAndItem;
pub use permute::Permute;
pub use range::{Constant, RangeOf};
pub use repeat_each::RepeatEach;
pub use rev::Rev;
pub(crate) use run_across::RunAcross;
pub(crate) use search::partition_point;
pub use search::{Bound, Contained, EqualRange, ItemBefore, KeyBefore, Located, LocatedBy, NotAfter, PartitionPoint};
pub(crate) use slice::InPlace;
pub use slice::{Slice, SliceMut};
pub use tabulate::Tabulate;
pub use take::{Skip, StepBy, Take};
pub use up_to::UpTo;
pub use windows::{Chunks, Windows};
pub use zip::Zip;

use crate::device::Check;
use crate::lower::{Params, TranslationUnit};
use crate::value::Item;

/// The largest size in bytes of an item of a chain, and so of an element, and of what an operation captures. Items are
/// passed by value from adaptor to adaptor and through the algorithms: without optimisation some thirty copies of one lie
/// on a thread's stack at a time, and a thread of a pool usually has 2 MiB. The limit is 32 KiB and room for a companion,
/// such as an index or a key.
///
/// A larger item is refused when the program is built:
///
/// ```compile_fail
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let x = device.filled([0u8; 50_000], 10)?;
/// # Ok(()) }
/// ```
pub const MAX_ITEM: usize = 33 << 10;

/// Refuses items that are too large. It is evaluated while the program is built.
const fn fits<T>() {
    assert!(size_of::<T>() <= MAX_ITEM, "an item of a chain has at most 33 KiB");
}

/// An expression yields at most one item for each of its slots.
///
/// # Safety
///
/// `slot(i)` for `i < slots()` reads only memory that [`check`](Expr::check) reported, and the device text that `lower`
/// names means the same as `slot`. `each` calls `f` as its default does, once for each slot that holds an item. If [`Count`](Expr::Count)
/// is `()`, every slot holds an item; else the contract of [`Repeatable`] holds, too. `DENSE` is as it is here.
pub unsafe trait Expr: Send + Sync {
    /// The type of the items.
    type Item: Item;

    /// What a call that stores the items returns: `()` if every slot holds an item, else their number, a `usize`.
    type Count: Count;

    /// Whether every slot holds an item. It follows from [`Count`](Expr::Count), so no expression says it anew.
    const DENSE: bool = <Self::Count as Count>::DENSE;

    /// Whether [`each`](Expr::each) takes less time for a run of slots than `slot` for each of them: then an algorithm computes
    /// the items of a run ahead.
    const IN_RUNS: bool = false;

    /// Bytes that a kernel stores for an item whose slot it knows, if they are fewer than those of the item: of what it is computed from.
    #[doc(hidden)]
    const STORED: Option<usize> = None;

    /// Whether each slot exchanges two elements that no other slot has.
    #[doc(hidden)]
    const EXCHANGES: bool = false;

    /// Whether the number of slots may lie in device memory only, so that kernels read it there. Then [`slots`](Expr::slots) is the
    /// most that there can be.
    const LENGTH_ON_DEVICE: bool = false;

    /// The number of slots: its length, or for a filtered chain an upper bound of it.
    fn slots(&self) -> usize;

    /// The most slots that there can be on any backend, where some know a length that others find on the device.
    fn most(&self) -> usize {
        self.slots()
    }

    /// The item in slot `i`, if the expression keeps it.
    ///
    /// # Safety
    ///
    /// `i < slots()`, the check has passed for the host's memory, and if the item is a mutable reference, no other item
    /// of slot `i` is alive.
    unsafe fn slot(&self, i: usize) -> Option<Self::Item>;

    /// Calls `f(i, x)` for each slot `i` of `from..to` that holds an item `x`, in order. An expression that computes
    /// several items at once overrides it.
    ///
    /// # Safety
    ///
    /// The contract of [`slot`](Expr::slot) holds for each of the slots, and `from <= to <= slots()`.
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, mut f: impl FnMut(usize, Self::Item)) {
        for i in from..to {
            // SAFETY: the caller keeps the contract of `slot` for each slot of `from..to`.
            if let Some(x) = unsafe { self.slot(i) } {
                f(i, x);
            }
        }
    }

    /// Reports lengths, bounds and devices.
    fn check(&self, check: &mut Check);

    /// Writes the part that is known at run time: addresses, lengths, captures.
    fn params(&self, out: &mut Params);

    /// Names the C++ type, and declares what it needs.
    fn lower(unit: &mut TranslationUnit) -> String;
}

/// An expression that may be asked for a slot any number of times: asking changes nothing, and always gives the same
/// item.
///
/// All expressions are repeatable but those that contain an [`iter_mut`](crate::DeviceVec::iter_mut). These run only
/// where each slot is asked for exactly once: under [`for_each`](crate::Chain::for_each),
/// [`collect`](crate::Chain::collect) and [`collect_into`](crate::Chain::collect_into), through `map`, `zip`,
/// `enumerate`, `rev`, `skip`, `take` and `step_by`.
///
/// # Safety
///
/// Asking for a slot changes nothing and always gives the same item, also where several threads ask at once.
#[diagnostic::on_unimplemented(
    message = "this chain isn't known to only read: it is over `iter_mut`, or its type, such as `impl Indexed`, lacks `Repeatable`",
    label = "some items would be asked for more than once",
    note = "run a chain over `iter_mut` by `for_each`, `collect` or `collect_into`, then read the vector by `iter`",
    note = "a function returns a chain that only reads as `Chain<impl Repeatable + Indexed<Item = f32>, B>`"
)]
pub unsafe trait Repeatable: Expr {}

/// An expression that yields an item for every slot: it has a length and random access.
///
/// # Safety
///
/// The contract of [`Expr`] holds, `slot(i)` is `Some(at(i))`, and where [`contiguous`](Indexed::contiguous) gives an
/// address, item `i` lies `i` places behind it while the expression lives.
#[diagnostic::on_unimplemented(
    message = "`collect()` this chain first, and go on with the vector's `iter()`: its items have no known positions",
    label = "needs a chain in which every item's position is known",
    note = "after `filter`, `filter_map` and `dedup` the positions are known only once the chain has run",
    note = "a function returns a chain whose positions are known as `Chain<impl Repeatable + Indexed<Item = f32>, B>`"
)]
pub unsafe trait Indexed: Expr<Count = ()> {
    /// Item `i`.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Expr::slot`].
    unsafe fn at(&self, i: usize) -> Self::Item;

    /// Whether the items are the offsets of rows, segments of one length, of which the last may be shorter.
    #[doc(hidden)]
    const ROWS: bool = false;

    /// The length of these rows.
    #[doc(hidden)]
    #[inline(always)]
    fn row(&self) -> Option<usize> {
        None
    }

    /// The address of item 0, if the items lie side by side in the host's memory already.
    fn contiguous(&self) -> Option<*const Self::Item> {
        None
    }
}

/// The parts of `Expr` that every indexed adaptor shares.
macro_rules! indexed {
    () => {
        type Count = ();
        #[inline(always)]
        unsafe fn slot(&self, i: usize) -> Option<Self::Item> {
            // SAFETY: the caller keeps the contract of `slot`, which is that of `at`.
            Some(unsafe { crate::expr::Indexed::at(self, i) })
        }
    };
}
pub(crate) use indexed;

/// Another expression's items, for a call after which that expression is used again.
#[derive(Debug, Clone, Copy)]
pub struct Lent<'a, E>(pub(crate) &'a E);

// SAFETY: every method forwards to the input, which keeps the contract.
unsafe impl<E: Expr> Expr for Lent<'_, E> {
    type Item = E::Item;
    type Count = E::Count;
    const IN_RUNS: bool = E::IN_RUNS;
    const STORED: Option<usize> = E::STORED;
    const EXCHANGES: bool = E::EXCHANGES;
    const LENGTH_ON_DEVICE: bool = E::LENGTH_ON_DEVICE;
    #[inline(always)]
    fn slots(&self) -> usize {
        self.0.slots()
    }
    #[inline(always)]
    fn most(&self) -> usize {
        self.0.most()
    }
    #[inline(always)]
    unsafe fn slot(&self, i: usize) -> Option<E::Item> {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        unsafe { self.0.slot(i) }
    }
    #[inline(always)]
    unsafe fn each(&self, from: usize, to: usize, f: impl FnMut(usize, E::Item)) {
        // SAFETY: the caller keeps the contract of this method for the same slots of the input.
        unsafe { self.0.each(from, to, f) }
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
    }
    fn params(&self, out: &mut Params) {
        self.0.params(out);
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        E::lower(unit)
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the methods are the input's, which keeps the contract and lives as long.
unsafe impl<E: Indexed> Indexed for Lent<'_, E> {
    #[inline(always)]
    unsafe fn at(&self, i: usize) -> E::Item {
        // SAFETY: the caller keeps the contract of this method for the same slot of the input.
        unsafe { self.0.at(i) }
    }
    fn contiguous(&self) -> Option<*const E::Item> {
        self.0.contiguous()
    }
}
#[diagnostic::do_not_recommend]
// SAFETY: the input is repeatable, and nothing else is read.
unsafe impl<E: Repeatable> Repeatable for Lent<'_, E> {}
