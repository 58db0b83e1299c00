use std::marker::PhantomData;

use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::key::Key;
use crate::operator::Same;
use crate::pending::{Pending, request};
use crate::position::Position;
use crate::storage::{Record, Storage};
use crate::target::Target;
use crate::value::Value;
use crate::vec::DeviceVec;

/// Finds the runs of equal neighbours: the first item of each, and its length or where it begins.
#[derive(Debug)]
pub struct Runs<K, Q, SK, SN> {
    /// The items.
    pub keys: K,
    /// Whether an item and the next one belong to one run.
    pub equal: Q,
    /// The number that is stored for each run.
    pub number: RunNumber,
    /// The target of each run's first item, as long as `keys`.
    pub out_keys: SK,
    /// The target of the runs' numbers, as long as `keys`; one longer for [`RunNumber::Offset`]. Its items can hold the
    /// number of keys.
    pub out_numbers: SN,
}

/// The number that [`Runs`] stores for a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunNumber {
    /// The number of its items.
    Length,
    /// The position where it begins; behind the last run's position stands the number of all items.
    Offset,
}

/// The largest number of slots that a `P` can hold.
fn most<P: Position>() -> usize {
    usize::try_from(P::MAX.given()).unwrap_or(usize::MAX)
}

impl<E: Expr, B: Backend> Chain<E, B> {
    /// The run-length encoding: the first item of each run of equal neighbours, and the length of each run, as integers of the
    /// type `P`. [`repeat`](Chain::repeat) decodes it.
    ///
    /// Items are equal if their bits are (see [`Key`]). [`dedup`](Chain::dedup) returns the items alone,
    /// [`run_offsets`](Chain::run_offsets) where the runs begin.
    ///
    /// # Cost
    ///
    /// Two allocations of the input's length, cut to the number of runs afterwards; one pass that reads the items once and
    /// writes each run once. Waits for the number of runs. `u32` lengths are faster than `usize` ones.
    ///
    /// # Errors
    ///
    /// The chain's own, and [`OutOfRange`](crate::ErrorKind::OutOfRange), before anything runs, if the length of the chain
    /// doesn't fit in a `P`.
    ///
    /// # Source
    ///
    /// D. Merrill and M. Garland, *Single-pass Parallel Prefix Scan with Decoupled Look-back*, 2016.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[7, 7, 7, 1, 4, 4])?;
    /// let (items, lengths) = x.iter().run_length_encode::<u32>()?;
    /// assert_eq!((items.to_vec()?, lengths.to_vec()?), (vec![7, 1, 4], vec![3, 1, 2]));
    /// assert_eq!(items.iter().repeat(&lengths)?.to_vec()?, x.to_vec()?);
    /// # Ok(()) }
    /// ```
    #[doc(alias("rle", "DeviceRunLengthEncode", "Encode", "unique_counts", "value_counts", "group_by"))]
    #[doc(alias("unique_consecutive", "dedup_with_count", "NonTrivialRuns", "reduce_by_key"))]
    #[allow(clippy::type_complexity)]
    #[inline(always)]
    #[track_caller]
    pub fn run_length_encode<P>(self /* or `_by(op)` */) -> Result<(<E::Item as Record>::Vecs<B>, DeviceVec<P, B>)>
    where
        E: Repeatable + Indexed<Item: Key + Record>,
        P: Position,
    {
        encode::<P, false, _, _, _>(self, Same, "run_length_encode").collect()
    }

    /// The [run-length encoding](Chain::run_length_encode) of the runs in which `equal(previous, item)` holds between
    /// neighbours.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[10, 11, 25, 26, 12])?;
    /// let (first, lengths) = x.iter().run_length_encode_by::<u32, _, _>(op!(|a: i32, b: i32| a / 10 == b / 10))?;
    /// assert_eq!((first.to_vec()?, lengths.to_vec()?), (vec![10, 25, 12], vec![2, 2, 1]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("run_length_encode", "rle", "chunk_by", "dedup_by_with_count"))]
    #[allow(clippy::type_complexity)]
    #[inline(always)]
    #[track_caller]
    pub fn run_length_encode_by<P, O, Q>(self, equal: O) -> Result<(<E::Item as Record>::Vecs<B>, DeviceVec<P, B>)>
    where
        E: Repeatable + Indexed<Item: Record>,
        O: IntoFunction<(E::Item, E::Item), Q>,
        Q: Function<(E::Item, E::Item), Output = bool>,
        P: Position,
    {
        encode::<P, false, _, _, _>(self, equal.into_function(), "run_length_encode").collect()
    }

    /// Stores the [run-length encoding](Chain::run_length_encode) at the start of vectors that exist already, and returns the
    /// number of runs.
    ///
    /// Each target is at least as long as the chain. Elements behind the last run stay as they were.
    ///
    /// # Cost
    ///
    /// As [`run_length_encode`](Chain::run_length_encode), without its allocations. Waits for the number of runs.
    ///
    /// # Errors
    ///
    /// Those of [`run_length_encode`](Chain::run_length_encode), and [`TargetTooShort`](crate::ErrorKind::TargetTooShort),
    /// before anything is written. If an operation panics, the targets hold old, new and meaningless items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[7, 7, 7, 1])?;
    /// let (mut items, mut lengths) = (device.filled(0, 4)?, device.filled(0u32, 4)?);
    /// let runs = x.iter().run_length_encode_into(&mut items, &mut lengths)?;
    /// assert_eq!((runs, lengths.to_vec()?), (2, vec![3, 1, 0, 0]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("run_length_encode", "rle", "DeviceRunLengthEncode", "Encode"))]
    #[inline(always)]
    #[track_caller]
    pub fn run_length_encode_into<T, N>(self, items: T, lengths: N) -> Result<usize>
    where
        E: Repeatable + Indexed<Item: Key>,
        T: Target<B, Storage: Storage<Item = E::Item>>,
        N: Target<B, Storage: Storage<Item: Position>>,
    {
        self.run_length_encode_by_into(Same, items, lengths)
    }

    /// Stores the [run-length encoding](Chain::run_length_encode_by) of the runs in which `equal(previous, item)` holds
    /// between neighbours, as [`run_length_encode_into`](Chain::run_length_encode_into) does.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let (mut first, mut lengths) = (device.filled(0, 7)?, device.filled(0u8, 7)?);
    /// let same = op!(|a: i32, b: i32| a / 5 == b / 5);
    /// assert_eq!(device.range(0..7).run_length_encode_by_into(same, &mut first, &mut lengths)?, 2);
    /// assert_eq!((&first.to_vec()?[..2], &lengths.to_vec()?[..2]), (&[0, 5][..], &[5u8, 2][..]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("run_length_encode", "rle", "chunk_by"))]
    #[inline(always)]
    #[track_caller]
    pub fn run_length_encode_by_into<Q, T, N>(self, equal: Q, items: T, lengths: N) -> Result<usize>
    where
        E: Repeatable + Indexed<Item: Value>,
        Q: Function<(E::Item, E::Item), Output = bool>,
        T: Target<B, Storage: Storage<Item = E::Item>>,
        N: Target<B, Storage: Storage<Item: Position>>,
    {
        encode::<_, false, _, _, _>(self, equal, "run_length_encode_into").collect_into((items, lengths))
    }

    /// The positions where the runs of equal neighbours begin, and behind them the length of the chain, as integers of the type
    /// `P`: run `k` has the items `offsets[k]..offsets[k + 1]`. An empty chain has the offsets `[0]`.
    ///
    /// Items are equal if their bits are (see [`Key`]).
    ///
    /// # Cost
    ///
    /// One allocation for one number more than the chain has items, cut to the number of runs afterwards; one pass that reads
    /// the items once and writes each offset once. Waits for the number of runs.
    ///
    /// # Errors
    ///
    /// The chain's own, and [`OutOfRange`](crate::ErrorKind::OutOfRange), before anything runs, if the length of the chain
    /// doesn't fit in a `P`.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[7, 7, 7, 1, 4, 4])?;
    /// assert_eq!(x.iter().run_offsets::<u32>()?.to_vec()?, [0, 3, 4, 6]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("chunk_by", "par_chunk_by", "group_by", "group_offsets", "run_length_encode", "indptr", "csr"))]
    #[inline(always)]
    #[track_caller]
    pub fn run_offsets<P>(self /* by a relation: `run_offsets_by(op)` */) -> Result<DeviceVec<P, B>>
    where
        E: Repeatable + Indexed<Item: Key>,
        P: Position,
    {
        encode::<P, true, _, _, _>(self, Same, "run_offsets").second().collect()
    }

    /// The [offsets](Chain::run_offsets) of the runs in which `equal(previous, item)` holds between neighbours, as std's
    /// `chunk_by` cuts a slice.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 1, 2, 3, 2, 3, 2, 3, 4])?;
    /// let ascending = x.iter().run_offsets_by::<usize, _, _>(op!(|a: i32, b: i32| a <= b))?;
    /// assert_eq!(ascending.to_vec()?, [0, 4, 6, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("chunk_by", "par_chunk_by", "group_by"))]
    #[inline(always)]
    #[track_caller]
    pub fn run_offsets_by<P, O, Q>(self, equal: O) -> Result<DeviceVec<P, B>>
    where
        E: Repeatable + Indexed<Item: Value>,
        O: IntoFunction<(E::Item, E::Item), Q>,
        Q: Function<(E::Item, E::Item), Output = bool>,
        P: Position,
    {
        encode::<P, true, _, _, _>(self, equal.into_function(), "run_offsets").second().collect()
    }

    /// Stores the [offsets](Chain::run_offsets) of the runs of equal neighbours at the start of a vector that exists already,
    /// and returns the number of runs, which is one less than that of the offsets.
    ///
    /// The target is longer than the chain. Elements behind the last offset stay as they were.
    ///
    /// # Errors
    ///
    /// Those of [`run_offsets`](Chain::run_offsets), and [`TargetTooShort`](crate::ErrorKind::TargetTooShort), before anything
    /// is written. If an operation panics, the target holds old, new and meaningless items.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[7, 7, 7, 1])?;
    /// let mut offsets = device.filled(9u32, 5)?;
    /// assert_eq!(x.iter().run_offsets_into(&mut offsets)?, 2);
    /// assert_eq!(offsets.to_vec()?, [0, 3, 4, 9, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("chunk_by", "group_by", "run_offsets"))]
    #[inline(always)]
    #[track_caller]
    pub fn run_offsets_into<N>(self, offsets: N) -> Result<usize>
    where
        E: Repeatable + Indexed<Item: Key>,
        N: Target<B, Storage: Storage<Item: Position>>,
    {
        self.run_offsets_by_into(Same, offsets)
    }

    /// Stores the [offsets](Chain::run_offsets_by) of the runs in which `equal(previous, item)` holds between neighbours, as
    /// [`run_offsets_into`](Chain::run_offsets_into) does.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut offsets = device.filled(0i64, 8)?;
    /// let runs = device.range(0..7).run_offsets_by_into(op!(|a: i32, b: i32| a / 5 == b / 5), &mut offsets)?;
    /// assert_eq!(offsets.slice(..=runs)?.to_vec()?, [0, 5, 7]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("chunk_by", "group_by", "run_offsets_by"))]
    #[inline(always)]
    #[track_caller]
    pub fn run_offsets_by_into<Q, N>(self, equal: Q, offsets: N) -> Result<usize>
    where
        E: Repeatable + Indexed<Item: Value>,
        Q: Function<(E::Item, E::Item), Output = bool>,
        N: Target<B, Storage: Storage<Item: Position>>,
    {
        encode::<_, true, _, _, _>(self, equal, "run_offsets_into").second().collect_into(offsets)
    }
}

/// A request for runs whose numbers are `P`s, which must hold the chain's length.
pub(crate) struct Coded<K, Q, P, const OFFSETS: bool> {
    keys: K,
    equal: Q,
    number: RunNumber,
    name: &'static str,
    numbers: PhantomData<fn() -> P>,
}

/// The call that stores the first item and the number of each run: its offset or its length. Behind the last run's offset stands
/// the number of all items.
#[inline(always)]
pub(crate) fn encode<P, const OFFSETS: bool, E, B, Q>(
    chain: Chain<E, B>,
    equal: Q,
    name: &'static str,
) -> Pending<Coded<E, Q, P, OFFSETS>, B> {
    let number = if OFFSETS { RunNumber::Offset } else { RunNumber::Length };
    Pending::new(Coded { keys: chain.expr, equal, number, name, numbers: PhantomData }, chain.device, name)
}

request! {
    [
        K: Repeatable + Indexed<Item: Value>,
        Q: Function<(K::Item, K::Item), Output = bool>,
        P: Position,
        const OFFSETS: bool
    ] [SK: Storage<Item = K::Item>, SN: Storage<Item = P>]
    Coded<K, Q, P, OFFSETS> { keys, equal, number, name } as Runs { keys, equal, number }
    => runs(out_keys: SK, out_numbers: SN) of (K::Item, P);
    check(check) {
        keys.check(check);
        equal.check(check);
        check.bound(name, keys.slots(), most::<P>());
    }
    at_most [keys.slots(), keys.slots().saturating_add(usize::from(OFFSETS))], |runs: usize, room| [runs, runs + usize::from(OFFSETS)]
}
