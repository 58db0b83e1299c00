use super::chain::Root;
use super::{CountedBy, CountedChain, Length, OneLength, OwnLengths};
use crate::algo::{Coded, Collect, Partition, PartitionInThree, ReduceByKey, Scan, ScanByKey, SetOperation};
use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Expr, Indexed, Repeatable};
use crate::function::Function;
use crate::into_function::IntoFunction;
use crate::key::Key;
use crate::operator::{Operator, Same};
use crate::outputs::{Countable, Made, TargetParts, Targets};
use crate::pending::{Fill, LeavesCount, Pending, Request};
use crate::position::Position;
use crate::storage::Collected;
use crate::value::Value;

/// A call over [counted](super::Counted) vectors, before it is ended; see [`Pending`].
#[derive(Debug)]
#[must_use = "a call does nothing until it is ended: write `.collect()?`"]
pub struct CountedPending<R, B: Backend> {
    call: Pending<R, B>,
    /// The length of the results, if it is that of the input.
    length: Option<Length<B>>,
    /// The most results that there might be.
    most: usize,
}

impl<R: LeavesCount, B: Backend> CountedPending<R, B> {
    /// Stores the results in new [counted](super::Counted) vectors, without a wait; see [`Pending::collect_counted`].
    #[inline(always)]
    #[track_caller]
    pub fn collect<V>(self) -> Result<V::Counted>
    where
        <R as Request>::Items: Made<B, R, Vecs: Collected<V>, Outputs: Countable<R::Lengths>>,
        R: Fill<B, <<<R as Request>::Items as Made<B, R>>::Outputs as Countable<R::Lengths>>::Counting>,
        V: CountedBy<R::Lengths, B>,
    {
        self.call.counted(self.length, Some(self.most))
    }

    /// Stores the results at the start of targets, without a wait; see [`Pending::collect_counted_into`]. They have room for the most that
    /// there may be, on a CPU, too. Elements behind the last result stay as they were.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let odd = device.range(0..9).filter(op!(|v: i32| v % 2 == 1)).collect_counted()?;
    /// let mut there = device.filled(-1, 9)?;
    /// let sums = odd.iter().scan_inclusive(Sum).collect_into(&mut there)?; // no wait
    /// assert_eq!(sums.iter().max()?, Some(16));
    /// assert_eq!(there.to_vec()?, [1, 4, 9, 16, -1, -1, -1, -1, -1]);
    /// # Ok(()) }
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn collect_into<T>(self, targets: T) -> Result<<T::Parts as CountedBy<R::Lengths, B>>::Counted>
    where
        T: TargetParts<B, <R as Request>::Room, Outputs: Countable<<R as LeavesCount>::Lengths>>,
        T::Parts: CountedBy<<R as LeavesCount>::Lengths, B>,
        R: Fill<
                B,
                <<T as Targets<B, <R as Request>::Room>>::Outputs as Countable<<R as LeavesCount>::Lengths>>::Counting,
            >,
    {
        self.call.counted_into(targets, self.length, Some(self.most))
    }
}

impl<'a, E: Expr, B: Backend> CountedChain<'a, E, B> {
    /// A call whose results are as many as the items.
    #[inline(always)]
    fn one_each<R>(self, call: impl FnOnce(Chain<Root<'a, E>, B>) -> Pending<R, B>) -> CountedPending<R, B> {
        let length = Some(self.length.clone());
        CountedPending { length, ..self.counting(call) }
    }

    /// A call that finds the number of its results.
    #[inline(always)]
    fn counting<R>(self, call: impl FnOnce(Chain<Root<'a, E>, B>) -> Pending<R, B>) -> CountedPending<R, B> {
        let most = self.most();
        CountedPending { call: call(self.root()), length: None, most }
    }

    /// Inclusive prefixes; see [`Chain::scan_inclusive`](crate::Chain::scan_inclusive).
    #[inline(always)]
    pub fn scan_inclusive<O: Operator<E::Item>>(self, op: O) -> CountedPending<Scan<Root<'a, E>, O>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
    {
        self.one_each(|items| items.scan_inclusive(op))
    }

    /// Exclusive prefixes; see [`Chain::scan_exclusive`](crate::Chain::scan_exclusive).
    #[inline(always)]
    pub fn scan_exclusive<O: Operator<E::Item>>(self, init: E::Item, op: O) -> CountedPending<Scan<Root<'a, E>, O>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
    {
        self.one_each(|items| items.scan_exclusive(init, op))
    }

    /// Inclusive prefixes of values within each run of equal items of this chain, their keys; see
    /// [`scan_by_key_inclusive`](crate::scan_by_key_inclusive). The values are those of a chain with which this one can be
    /// [zipped](CountedChain::zip).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let odd = device.range(0..9).filter(op!(|v: i32| v % 2 == 1)).collect_counted()?;
    /// let sums = odd.iter().map(op!(|v: i32| v / 4)).scan_by_key_inclusive(odd.iter(), Sum).collect()?;
    /// assert_eq!(sums.wait()?.to_vec()?, [1, 4, 5, 12]);
    /// # Ok(()) }
    /// ```
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn scan_by_key_inclusive<V, O: Operator<V::Item>>(
        self,
        values: CountedChain<'a, V, B>,
        op: O,
    ) -> CountedPending<ScanByKey<Root<'a, E>, Root<'a, V>, Same, O>, B>
    where
        E: Repeatable + Indexed<Item: Key>,
        V: Repeatable + Indexed<Item: Value>,
    {
        let keys = self.keys_of(&values, "scan_by_key");
        keys.one_each(|keys| crate::scan_by_key_inclusive(keys, values.root(), op))
    }

    /// Exclusive prefixes of values within each run of equal items of this chain, their keys; see
    /// [`scan_by_key_exclusive`](crate::scan_by_key_exclusive). The values are those of a chain with which this one can be
    /// [zipped](CountedChain::zip).
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn scan_by_key_exclusive<V, O: Operator<V::Item>>(
        self,
        values: CountedChain<'a, V, B>,
        init: V::Item,
        op: O,
    ) -> CountedPending<ScanByKey<Root<'a, E>, Root<'a, V>, Same, O>, B>
    where
        E: Repeatable + Indexed<Item: Key>,
        V: Repeatable + Indexed<Item: Value>,
    {
        let keys = self.keys_of(&values, "scan_by_key");
        keys.one_each(|keys| crate::scan_by_key_exclusive(keys, values.root(), init, op))
    }

    /// Values combined for each run of equal items of this chain, their keys, without a wait; see
    /// [`reduce_by_key`](crate::reduce_by_key). The values are those of a chain with which this one can be [zipped](CountedChain::zip).
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn reduce_by_key<V, O: Operator<V::Item>>(
        self,
        values: CountedChain<'a, V, B>,
        op: O,
    ) -> CountedPending<ReduceByKey<Root<'a, E>, Root<'a, V>, Same, O>, B>
    where
        E: Repeatable + Indexed<Item: Key>,
        V: Repeatable + Indexed<Item: Value>,
    {
        let keys = self.keys_of(&values, "reduce_by_key");
        keys.counting(|keys| crate::reduce_by_key(keys, values.root(), op))
    }

    /// The first item of each run of equal ones, and the length of each, without a wait; see
    /// [`Chain::run_length_encode`](crate::Chain::run_length_encode). Integers `P` must have the most items that there may be.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let odd = device.range(0..9).filter(op!(|v: i32| v % 2 == 1)).collect_counted()?;
    /// let runs = odd.iter().map(op!(|v: i32| v / 3)).run_length_encode::<u32>().collect()?;
    /// let (quotients, lengths) = runs.wait()?;
    /// assert_eq!((quotients.to_vec()?, lengths.to_vec()?), (vec![0, 1, 2], vec![1, 2, 1]));
    /// # Ok(()) }
    /// ```
    #[inline(always)]
    pub fn run_length_encode<P: Position>(self) -> CountedPending<Coded<Root<'a, E>, Same, P, false>, B>
    where
        E: Repeatable + Indexed<Item: Key>,
    {
        self.counting(|items| items.run_length_encode())
    }

    /// The first item of each run of related ones, and the length of each, without a wait; see
    /// [`Chain::run_length_encode_by`](crate::Chain::run_length_encode_by).
    #[inline(always)]
    pub fn run_length_encode_by<P: Position, O, Q>(self, equal: O) -> CountedPending<Coded<Root<'a, E>, Q, P, false>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        O: IntoFunction<(E::Item, E::Item), Q>,
        Q: Function<(E::Item, E::Item), Output = bool>,
    {
        self.counting(|items| items.run_length_encode_by(equal))
    }

    /// The items that a predicate holds for, and the others, each with a length of its own, without a wait; see
    /// [`Chain::partition`](crate::Chain::partition).
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let odd = device.range(0..9).filter(op!(|v: i32| v % 2 == 1)).collect_counted()?;
    /// let (large, small) = odd.iter().partition(op!(|v: i32| v > 2)).collect()?;
    /// assert_eq!((large.iter().sum()?, small.iter().sum()?), (15, 1));
    /// # Ok(()) }
    /// ```
    #[inline(always)]
    pub fn partition<O, F>(self, predicate: O) -> CountedPending<Partition<Root<'a, E>, F>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.counting(|items| items.partition(predicate))
    }

    /// The items that one predicate holds for, those of the others that a second one holds for, and the rest, each with a length of its
    /// own, without a wait; see [`Chain::partition_in_three`](crate::Chain::partition_in_three).
    #[inline(always)]
    pub fn partition_in_three<O, P, F, G>(
        self,
        is_first: O,
        is_second: P,
    ) -> CountedPending<PartitionInThree<Root<'a, E>, F, G>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        O: IntoFunction<(E::Item,), F>,
        P: IntoFunction<(E::Item,), G>,
        F: Function<(E::Item,), Output = bool>,
        G: Function<(E::Item,), Output = bool>,
    {
        self.counting(|items| items.partition_in_three(is_first, is_second))
    }
}

// SAFETY: `Backend::select` looks at the counter of its output, and `Backend::collect` fills its output.
unsafe impl<E: Expr> LeavesCount for Collect<E, ()> {
    type Lengths = OneLength;
}

macro_rules! leaves_count {
    ($([$($generics:tt)*] $request:ty => $lengths:ty;)+) => {$(
        // SAFETY: a scan fills its output, also by key; the other primitives look at the counters of their outputs.
        unsafe impl<$($generics)*> LeavesCount for $request
        where
            $request: Request<Room: AsRef<[usize]> + AsMut<[usize]>>,
        {
            type Lengths = $lengths;
        }
    )+};
}
leaves_count! {
    [E: Indexed, O] Scan<E, O> => OneLength;
    [K, V: Indexed, Q, O] ScanByKey<K, V, Q, O> => OneLength;
    [K, V, Q, O] ReduceByKey<K, V, Q, O> => OneLength;
    [K, Q, P] Coded<K, Q, P, false> => OneLength;
    [K, L, R, F] SetOperation<K, L, R, F> => OneLength;
    [E, F] Partition<E, F> => OwnLengths;
    [E, F, G] PartitionInThree<E, F, G> => OwnLengths;
}
