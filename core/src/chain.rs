//! [`Chain`]: an expression and the place where it will run, with the adaptors that extend it.

use std::panic::Location;

use crate::backend::Backend;
use crate::device::{Check, Uses, checked};
use crate::error::Result;
use crate::expr::{
    Chunks, Dedup, Enumerate, Expr, Filter, FlatMap, Indexed, Map, Permute, Repeatable, Rev, Skip, StepBy, Take,
    Windows, Zip,
};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::key::Key;
use crate::operator::Same;
use crate::position::Position;
use crate::value::Value;

/// A lazy chain of combinators: a source, adaptors, and the device that will run them.
///
/// Building one does nothing: no launch, no allocation, no error. A terminal (`sum`, `collect`, …) checks it (lengths,
/// bounds, devices) and runs it, fused into as few passes as the algorithm allows: usually one.
///
/// # Errors
///
/// Every terminal returns the chain's own errors: [`LengthMismatch`](crate::ErrorKind::LengthMismatch),
/// [`OutOfRange`](crate::ErrorKind::OutOfRange) and [`DeviceMismatch`](crate::ErrorKind::DeviceMismatch), found before
/// anything runs; [`Panic`](crate::ErrorKind::Panic) if an operation panics;
/// [`OutOfMemory`](crate::ErrorKind::OutOfMemory) where it allocates; [`Device`](crate::ErrorKind::Device) if the
/// device or its driver fails. A terminal's own page lists its further errors.
///
/// A device with a queue may detect an operation's failure after the call has returned. The outputs of that call then
/// return the failure when they are read or used, and so does everything that was computed from them.
///
/// # Determinism
///
/// Every terminal gives the same bits on every backend, run after run. Where floating-point operations associate, the
/// [shape contract](crate::shape) says how; all other results are exact.
///
/// # Reuse
///
/// Adaptors and terminals take the chain by value. To use a chain twice, clone it: a clone copies the chain's few
/// words, not the items, which are then computed twice. `collect` the chain once where computing it costs more than the
/// memory.
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let x = device.upload(&[1.0f64, 2.0, 6.0])?;
/// let squares = x.iter().map(op!(|v: f64| v * v));
/// let (sum, largest) = (squares.clone().sum()?, squares.max()?);
/// assert_eq!((sum, largest), (41.0, Some(36.0)));
/// # Ok(()) }
/// ```
#[doc(alias("Iterator", "ParallelIterator", "IndexedParallelIterator"))]
#[derive(Debug, Clone, Copy)]
#[must_use = "chains are lazy and do nothing until a terminal such as `collect` or `sum` runs them"]
pub struct Chain<E, B> {
    pub(crate) expr: E,
    pub(crate) device: B,
}

/// A type that converts into a chain: a [`Chain`], `&DeviceVec`, `DeviceSlice`.
#[doc(alias("IntoIterator", "IntoParallelIterator", "IntoParallelRefIterator"))]
#[diagnostic::on_unimplemented(
    message = "write a chain, or a reference to a vector, of `{B}` here: `{Self}` is neither",
    label = "needs a chain, or a reference to a vector or to a part of one",
    note = "upload what lies on the host: `&device.upload(&data)?`; one value for all items is `device.constant(value, len)`"
)]
pub trait IntoChain<B: Backend> {
    /// The chain's expression.
    type Expr: Expr;
    /// The chain.
    fn into_chain(self) -> Chain<Self::Expr, B>;
}

impl<E: Expr, B: Backend> IntoChain<B> for Chain<E, B> {
    type Expr = E;
    fn into_chain(self) -> Self {
        self
    }
}

impl<E, B> Chain<E, B> {
    pub(crate) fn new(expr: E, device: B) -> Self {
        Chain { expr, device }
    }

    pub(crate) fn with<F>(self, adapt: impl FnOnce(E) -> F) -> Chain<F, B> {
        Chain { expr: adapt(self.expr), device: self.device }
    }

    /// The expression, for lowering and inspection.
    pub fn expr(&self) -> &E {
        &self.expr
    }

    /// The device that will run the chain.
    pub fn device(&self) -> &B {
        &self.device
    }
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// Checks the chain and takes it apart: every terminal's first step.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn ready(self) -> Result<(E, B, Uses)> {
        self.ready_and(|_| {})
    }

    /// Checks the chain as [`ready`](Chain::ready) does, and an operation that the terminal applies.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn ready_with<Args>(self, op: &impl Function<Args>) -> Result<(E, B, Uses)> {
        self.ready_and(|check| op.check(check))
    }

    /// Checks the chain as [`ready`](Chain::ready) does, and the terminal's other inputs and outputs, which `walk`
    /// visits.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn ready_and(self, walk: impl Fn(&mut Check)) -> Result<(E, B, Uses)> {
        let uses = checked!(self.device.stream_id(), &self.expr, |expr, check| {
            expr.check(check);
            walk(check);
        });
        Ok((self.expr, self.device, uses))
    }

    /// Checks the lengths, bounds and devices of a chain whose items aren't read.
    #[track_caller]
    pub(crate) fn unread(&self) -> Result<()> {
        let caller = Location::caller();
        Check::shape(self.device.stream_id(), |check| self.expr.check(check)).map_err(|error| error.called_at(caller))
    }

    /// The same chain on another [stream](Backend::stream) of the same memory: it runs there, and its results live
    /// there.
    ///
    /// On a device with another memory, the terminal returns [`DeviceMismatch`](crate::ErrorKind::DeviceMismatch) if the
    /// chain reads a vector.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2, 3])?;
    /// assert_eq!(x.iter().on(&device.stream()?).sum()?, 6);
    /// # Ok(()) }
    /// ```
    #[doc(alias("execution_policy", "cudaStream_t"))]
    pub fn on(self, device: &B) -> Self {
        Chain { expr: self.expr, device: device.clone() }
    }

    /// The results of an operation on every item.
    ///
    /// Lazy; fuses. Costs what the operation costs, and keeps wide loads of its input.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1.0f32, 2.0, 3.0])?;
    /// assert_eq!(x.iter().map(op!(|v: f32| v * v)).collect()?.to_vec()?, [1.0, 4.0, 9.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("transform_n", "transform_if", "transform_if_n", "replace_copy", "replace_copy_if"))]
    #[doc(alias("transform", "transform_iterator", "make_transform_iterator"))]
    #[doc(alias("DeviceTransform"))]
    pub fn map<O, F>(self, f: O) -> Chain<Map<E, F>, B>
    where
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,)>,
    {
        self.with(|e| Map::new(e, f.into_function()))
    }

    /// The items that a predicate holds for, in order: Thrust's `copy_if`, where [`collect`](Chain::collect) or
    /// [`collect_into`](Chain::collect_into) ends the chain.
    ///
    /// Lazy; fuses. The result has no random access: `zip` and `rev` need a `collect` first.
    ///
    /// # Source
    ///
    /// M. Billeter, O. Olsson and U. Assarsson, *Efficient Stream Compaction on Wide SIMD Many-Core Architectures*, 2009.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[3.0f32, 1.0, 7.0])?;
    /// let cut = 2.5;
    /// let large = x.iter().filter(op!(|v: f32| v > cut));
    /// assert_eq!(large.clone().sum()?, 10.0);
    /// assert_eq!(large.collect()?.to_vec()?, [3.0, 7.0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("copy_if", "remove_if", "remove_copy_if", "retain", "compact", "nonzero"))]
    #[doc(alias("DeviceSelect", "If", "Flagged"))]
    pub fn filter<O, F>(self, keep: O) -> Chain<Filter<E, F>, B>
    where
        E: Repeatable<Item: Value>,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.with(|e| Filter::new(e, keep.into_function()))
    }
}

// The bound `Indexed` stands on each method and not on the impl, so that rustc prints the bound's own diagnostic.
impl<E: Expr, B: Backend> Chain<E, B> {
    /// The number of items.
    #[doc(alias("size", "distance"))]
    pub fn len(&self) -> usize
    where
        E: Indexed,
    {
        self.expr.slots()
    }

    /// Whether the chain has no items.
    pub fn is_empty(&self) -> bool
    where
        E: Indexed,
    {
        self.len() == 0
    }

    /// Pairs of items with those of another chain of the same length. For three and more chains see [`zip`](crate::zip()).
    ///
    /// Lazy; fuses. If the lengths differ, the terminal returns [`LengthMismatch`](crate::ErrorKind::LengthMismatch).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (x, y) = (device.upload(&[1.0f64, 2.0])?, device.upload(&[10.0f64, 20.0])?);
    /// assert_eq!(x.iter().zip(&y).map(op!(|(a, b): (f64, f64)| a * b)).sum()?, 50.0);
    /// # Ok(()) }
    /// ```
    #[doc(alias("zip_iterator", "make_zip_iterator", "zip_eq", "ZipIterator"))]
    pub fn zip<C: IntoChain<B, Expr: Indexed>>(self, other: C) -> Chain<Zip<(E, C::Expr)>, B>
    where
        E: Indexed,
    {
        self.with(|e| Zip((e, other.into_chain().expr)))
    }

    /// Items with their positions, `(usize, item)`.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[5u8, 7])?;
    /// let (position, value) = x.iter().enumerate().collect()?;
    /// assert_eq!((position.to_vec()?, value.to_vec()?), (vec![0, 1], vec![5, 7]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("with_index", "indexed"))]
    pub fn enumerate(self) -> Chain<Enumerate<E>, B>
    where
        E: Indexed,
    {
        self.with(Enumerate)
    }

    /// Items from the last to the first.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(0..4).rev().collect()?.to_vec()?, [3, 2, 1, 0]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("reverse", "reverse_copy", "reverse_iterator", "make_reverse_iterator"))]
    pub fn rev(self) -> Chain<Rev<E>, B>
    where
        E: Indexed,
    {
        self.with(Rev)
    }

    /// All but the first `n` items; none if there are fewer.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(0..5).skip(3).collect()?.to_vec()?, [3, 4]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("advance", "drop"))]
    pub fn skip(self, n: usize) -> Chain<Skip<E>, B>
    where
        E: Indexed,
    {
        self.with(|e| Skip::new(e, n))
    }

    /// The first `n` items, or all if there are fewer.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(0..5).take(2).collect()?.to_vec()?, [0, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("copy_n", "head", "limit", "for_each_n"))]
    pub fn take(self, n: usize) -> Chain<Take<E>, B>
    where
        E: Indexed,
    {
        self.with(|e| Take::new(e, n))
    }

    /// Every `step`th item, from the first on.
    ///
    /// # Panics
    ///
    /// If `step` is 0, as in std.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// assert_eq!(device.range(0..7).step_by(3).collect()?.to_vec()?, [0, 3, 6]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("stride", "strided", "strided_iterator"))]
    #[track_caller]
    pub fn step_by(self, step: usize) -> Chain<StepBy<E>, B>
    where
        E: Indexed,
    {
        assert!(step != 0, "step_by: the step must not be 0");
        self.with(|e| StepBy::new(e, step))
    }

    /// The items at the positions that `index` yields, in its order: Thrust's gather. Positions are
    /// [integers of any type](Position).
    ///
    /// Lazy; fuses. If a position is negative or too large, the terminal returns
    /// [`OutOfRange`](crate::ErrorKind::OutOfRange).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[10, 11, 12])?;
    /// let order = device.upload(&[2u32, 0, 2])?;
    /// assert_eq!(x.iter().permute(&order).collect()?.to_vec()?, [12, 10, 12]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("gather", "permutation_iterator", "make_permutation_iterator", "index_select"))]
    pub fn permute<I>(self, index: I) -> Chain<Permute<E, I::Expr>, B>
    where
        E: Repeatable + Indexed,
        I: IntoChain<B, Expr: Repeatable + Indexed<Item: Position>>,
        E::Item: Value,
    {
        self.with(|e| Permute::new(e, index.into_chain().expr))
    }

    /// Overlapping runs of `N` items as arrays: `len - N + 1` of them, none if there are fewer items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 4, 9, 16])?;
    /// let steps = x.iter().windows::<2>().map(op!(|w: [i32; 2]| w[1] - w[0])).collect()?;
    /// assert_eq!(steps.to_vec()?, [3, 5, 7]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("stencil", "tuple_windows", "array_windows", "par_windows", "map_windows"))]
    pub fn windows<const N: usize>(self /* `windows::<3>()` */) -> Chain<Windows<E, N>, B>
    where
        E: Repeatable + Indexed,
        E::Item: Value,
    {
        const { assert!(N > 0, "`windows` needs at least one item: `windows::<2>()`") };
        self.with(Windows)
    }

    /// Adjoining runs of `N` items as arrays; a remainder of fewer than `N` items is left out.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let pairs = device.range(0u32..5).chunks::<2>().map(op!(|p: [u32; 2]| p[0] + p[1])).collect()?;
    /// assert_eq!(pairs.to_vec()?, [1, 5]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("array_chunks", "as_chunks", "chunks_exact", "par_chunks", "par_chunks_exact"))]
    pub fn chunks<const N: usize>(self /* `chunks::<4>()`, or `segments_of(n)` */) -> Chain<Chunks<E, N>, B>
    where
        E: Repeatable + Indexed,
        E::Item: Value,
    {
        const { assert!(N > 0, "`chunks` needs at least one item: `chunks::<2>()`") };
        self.with(Chunks)
    }

    /// `N` items for every item, in order: the parts of the array that an operation returns.
    ///
    /// # Cost
    ///
    /// Lazy; fuses. On a CPU `f` is called once for its `N` items by every terminal that goes through the items in their order, once for each
    /// of its passes. On a GPU a thread calls `f` for the items that it loads together, which take up to 16 bytes, and some
    /// terminals load them one by one; adaptors that ask for items in another order, as [`permute`](Chain::permute) and
    /// [`transposed`](Chain::transposed) do, call it for each of them. Where `f` costs more than storing its items does,
    /// [`collect`](Chain::collect) them first.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 2])?;
    /// assert_eq!(x.iter().flat_map(op!(|v: i32| [v, -v])).collect()?.to_vec()?, [1, -1, 2, -2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("flat_map_iter", "flatten", "expand"))]
    pub fn flat_map<O, F, T, const N: usize>(self, f: O) -> Chain<FlatMap<E, F, N>, B>
    where
        E: Repeatable + Indexed,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = [T; N]>,
        E::Item: Value,
        T: Value,
    {
        self.with(|e| FlatMap::new(e, f.into_function()))
    }

    /// The first item of every run of equal keys: std's `Vec::dedup`, Thrust's `unique`. Keys are equal if their bits are
    /// (see [`Key`]); [`dedup_by`](Chain::dedup_by) takes another relation.
    ///
    /// Lazy; fuses. The result has no random access.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 1, 2, 2, 2, 1])?;
    /// assert_eq!(x.iter().dedup().collect()?.to_vec()?, [1, 2, 1]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("unique", "unique_copy", "unique_count", "DeviceSelect", "Unique"))]
    pub fn dedup(self /* by a relation: `dedup_by(op)` */) -> Chain<Dedup<E, Same>, B>
    where
        E: Repeatable + Indexed,
        E::Item: Key,
    {
        self.with(|e| Dedup::new(e, Same))
    }

    /// The first item of every run in which `equal(previous, item)` holds between neighbours.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[10, 11, 25, 26, 12])?;
    /// let tens = x.iter().dedup_by(op!(|a: i32, b: i32| a / 10 == b / 10)).collect()?;
    /// assert_eq!(tens.to_vec()?, [10, 25, 12]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("unique_by_key", "unique_by_key_copy", "dedup_by_key", "UniqueByKey"))]
    pub fn dedup_by<O, Q>(self, equal: O) -> Chain<Dedup<E, Q>, B>
    where
        O: IntoFunction<(E::Item, E::Item), Q>,
        Q: Function<(E::Item, E::Item), Output = bool>,
        E: Repeatable + Indexed,
        E::Item: Value,
    {
        self.with(|e| Dedup::new(e, equal.into_function()))
    }
}
