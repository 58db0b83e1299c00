use std::marker::PhantomData;

use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::key::Key;
use crate::operator::Same;
use crate::pending::{Pending, Second, request};
use crate::position::Position;
use crate::storage::Storage;
use crate::value::Value;

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
    /// One pass that reads the items once and writes each run once. Waits for the number of runs. Each vector has room for as many
    /// runs as there are items, and is cut afterwards. `u32` lengths are faster than `usize` ones.
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
    /// let (items, lengths) = x.iter().run_length_encode::<u32>().collect()?;
    /// assert_eq!((items.to_vec()?, lengths.to_vec()?), (vec![7, 1, 4], vec![3, 1, 2]));
    /// assert_eq!(items.iter().repeat(&lengths).collect()?.to_vec()?, x.to_vec()?);
    /// let (mut items, mut lengths) = (device.filled(0, 6)?, device.filled(0u32, 6)?);
    /// let runs = x.iter().run_length_encode().collect_into((&mut items, &mut lengths))?;
    /// assert_eq!((runs, lengths.to_vec()?), (3, vec![3, 1, 2, 0, 0, 0]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("rle", "DeviceRunLengthEncode", "Encode", "unique_counts", "value_counts", "group_by"))]
    #[doc(alias("unique_consecutive", "dedup_with_count", "NonTrivialRuns", "reduce_by_key"))]
    #[inline(always)]
    pub fn run_length_encode<P>(self /* or `_by(op)` */) -> Pending<Coded<E, Same, P, false>, B>
    where
        E: Repeatable + Indexed<Item: Key>,
        P: Position,
    {
        encode::<P, false, _, _, _>(self, Same, "run_length_encode")
    }

    /// The [run-length encoding](Chain::run_length_encode) of the runs in which `equal(previous, item)` holds between
    /// neighbours.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[10, 11, 25, 26, 12])?;
    /// let (first, lengths) = x.iter().run_length_encode_by::<u32, _, _>(op!(|a: i32, b: i32| a / 10 == b / 10)).collect()?;
    /// assert_eq!((first.to_vec()?, lengths.to_vec()?), (vec![10, 25, 12], vec![2, 2, 1]));
    /// # Ok(()) }
    /// ```
    #[doc(alias("run_length_encode", "rle", "chunk_by", "dedup_by_with_count"))]
    #[inline(always)]
    pub fn run_length_encode_by<P, O, Q>(self, equal: O) -> Pending<Coded<E, Q, P, false>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        O: IntoFunction<(E::Item, E::Item), Q>,
        Q: Function<(E::Item, E::Item), Output = bool>,
        P: Position,
    {
        encode::<P, false, _, _, _>(self, equal.into_function(), "run_length_encode")
    }

    /// The positions where the runs of equal neighbours begin, and behind them the length of the chain, as integers of the type
    /// `P`: run `k` has the items `offsets[k]..offsets[k + 1]`. An empty chain has the offsets `[0]`.
    /// [`collect_into`](Pending::collect_into) returns the number of runs, which is one less than that of the offsets.
    ///
    /// Items are equal if their bits are (see [`Key`]).
    ///
    /// # Cost
    ///
    /// One pass that reads the items once and writes each offset once. Waits for the number of runs. A vector has room for one
    /// number more than the chain has items, and is cut afterwards.
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
    /// assert_eq!(x.iter().run_offsets::<u32>().collect()?.to_vec()?, [0, 3, 4, 6]);
    /// let mut offsets = device.filled(9u32, 7)?;
    /// assert_eq!(x.iter().run_offsets().collect_into(&mut offsets)?, 3);
    /// assert_eq!(offsets.to_vec()?, [0, 3, 4, 6, 9, 9, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("chunk_by", "par_chunk_by", "group_by", "group_offsets", "run_length_encode", "indptr", "csr"))]
    #[inline(always)]
    pub fn run_offsets<P>(self /* by a relation: `run_offsets_by(op)` */) -> Pending<RunOffsets<E, Same, P>, B>
    where
        E: Repeatable + Indexed<Item: Key>,
        P: Position,
    {
        encode::<P, true, _, _, _>(self, Same, "run_offsets").second()
    }

    /// The [offsets](Chain::run_offsets) of the runs in which `equal(previous, item)` holds between neighbours, as std's
    /// `chunk_by` cuts a slice.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let x = device.upload(&[1, 1, 2, 3, 2, 3, 2, 3, 4])?;
    /// let ascending = x.iter().run_offsets_by::<usize, _, _>(op!(|a: i32, b: i32| a <= b)).collect()?;
    /// assert_eq!(ascending.to_vec()?, [0, 4, 6, 9]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("chunk_by", "par_chunk_by", "group_by"))]
    #[inline(always)]
    pub fn run_offsets_by<P, O, Q>(self, equal: O) -> Pending<RunOffsets<E, Q, P>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        O: IntoFunction<(E::Item, E::Item), Q>,
        Q: Function<(E::Item, E::Item), Output = bool>,
        P: Position,
    {
        encode::<P, true, _, _, _>(self, equal.into_function(), "run_offsets").second()
    }
}

/// A request for the offsets of runs alone.
pub type RunOffsets<E, Q, P> = Second<Coded<E, Q, P, true>>;

/// A request for runs without its outputs, whose numbers are `P`s, which must hold the chain's length: offsets, or lengths.
#[derive(Debug, Clone)]
pub struct Coded<K, Q, P, const OFFSETS: bool> {
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
    Pending::new(Coded { keys: chain.expr, equal, number, name, numbers: PhantomData }, chain.device)
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
        check.bound(name, keys.most(), most::<P>());
    }
    at_most [keys.slots(), keys.slots().saturating_add(usize::from(OFFSETS))], |runs: usize, room| [runs, runs + usize::from(OFFSETS)]
}
