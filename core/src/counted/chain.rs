use super::{Counted, Length};
use crate::backend::Backend;
use crate::chain::Chain;
use crate::error::Result;
use crate::expr::{Dedup, Enumerate, Expr, Filter, FilterMap, Indexed, Map, Repeatable, UpTo, Zip};
use crate::function::Function;
use crate::functor::One;
use crate::into_function::IntoFunction;
use crate::key::Key;
use crate::operator::{Number, Operator, Same};
use crate::storage::{Collected, Record, Storage};
use crate::target::{IntoPart, Target};
use crate::value::Value;

/// A chain whose length only the device knows: made by [`Counted::iter`], and lazy as a [`Chain`] is.
///
/// It has those adaptors and terminals of a chain that need no length on the host; for the others write
/// [`wait`](Counted::wait) first. Terminals that store vectors make [counted](Counted) ones, and don't wait. Those that return a value to
/// the host wait for it. Each has the cost, the errors and the bits of the chain's method of its name.
///
/// ```compile_fail,E0599
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// # let device = Device::best()?;
/// let odd = device.range(0..9).filter(op!(|v: i32| v % 2 == 1)).collect_counted()?;
/// let last = odd.iter().rev(); // it can't: write `odd.wait()?.iter().rev()`
/// # Ok(()) }
/// ```
#[derive(Debug)]
#[must_use = "chains are lazy and do nothing until a terminal such as `collect` or `sum` runs them"]
pub struct CountedChain<'a, E, B: Backend> {
    chain: Chain<E, B>,
    pub(super) length: &'a Length<B>,
    /// The adaptor that has joined chains of different lengths.
    unrelated: Option<&'static str>,
}

/// The chain's expression, as a terminal gets it.
pub(super) type Root<'a, E> = UpTo<'a, E>;

impl<E: Clone, B: Backend> Clone for CountedChain<'_, E, B> {
    fn clone(&self) -> Self {
        CountedChain { chain: self.chain.clone(), ..*self }
    }
}

impl<'a, E: Expr, B: Backend> CountedChain<'a, E, B> {
    /// The first items of the chain, as many as the length says.
    pub(super) fn new(chain: Chain<E, B>, length: &'a Length<B>) -> Self {
        CountedChain { chain, length, unrelated: None }
    }

    /// The same length, of another chain with as many slots.
    fn with<F>(self, adapt: impl FnOnce(Chain<E, B>) -> Chain<F, B>) -> CountedChain<'a, F, B> {
        CountedChain { chain: adapt(self.chain), length: self.length, unrelated: self.unrelated }
    }

    /// The name of the adaptor, or an earlier one, if this length is another call's.
    fn joined<F>(&self, other: &CountedChain<'a, F, B>, what: &'static str) -> Option<&'static str> {
        let related = self.length.is(other.length);
        self.unrelated.or(other.unrelated).or((!related).then_some(what))
    }

    /// This chain as the keys of values, whose length is the same.
    pub(super) fn keys_of<V>(self, values: &CountedChain<'a, V, B>, what: &'static str) -> Self {
        let unrelated = self.joined(values, what);
        CountedChain { unrelated, ..self }
    }

    /// The expression as terminals of chains get it: none of these may join it to others, or ask the host for its length.
    #[inline(always)]
    pub(super) fn root(self) -> Chain<Root<'a, E>, B> {
        let (slots, length) = self.length.of(self.chain.expr.slots());
        let (unrelated, most, shown) = (self.unrelated, self.most(), self.length.shown().is_ok());
        self.chain.with(|expr| UpTo::new(expr, slots, length, most, shown, unrelated))
    }

    /// The most items that there might have been.
    pub(super) fn most(&self) -> usize {
        self.length.most(self.chain.expr.slots())
    }

    /// The results of an operation on every item; see [`Chain::map`].
    pub fn map<O, F>(self, f: O) -> CountedChain<'a, Map<E, F>, B>
    where
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,)>,
    {
        self.with(|chain| chain.map(f))
    }

    /// The items that a predicate holds for; see [`Chain::filter`]. [`collect`](CountedChain::collect) leaves their number on the
    /// device.
    pub fn filter<O, F>(self, keep: O) -> CountedChain<'a, Filter<E, F>, B>
    where
        E: Repeatable<Item: Value>,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.with(|chain| chain.filter(keep))
    }

    /// What is in the options that an operation makes of the items; see [`Chain::filter_map`].
    pub fn filter_map<O, F, T>(self, f: O) -> CountedChain<'a, FilterMap<E, F>, B>
    where
        E: Repeatable<Item: Value>,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = Option<T>>,
        T: Value,
    {
        self.with(|chain| chain.filter_map(f))
    }

    /// The first item of each run of equal ones; see [`Chain::dedup`].
    pub fn dedup(self /* by a relation: `dedup_by(op)` */) -> CountedChain<'a, Dedup<E, Same>, B>
    where
        E: Repeatable + Indexed<Item: Key>,
    {
        self.with(Chain::dedup)
    }

    /// The first item of each run of related ones; see [`Chain::dedup_by`].
    pub fn dedup_by<O, Q>(self, equal: O) -> CountedChain<'a, Dedup<E, Q>, B>
    where
        E: Repeatable + Indexed<Item: Value>,
        O: IntoFunction<(E::Item, E::Item), Q>,
        Q: Function<(E::Item, E::Item), Output = bool>,
    {
        self.with(|chain| chain.dedup_by(equal))
    }

    /// Items with their positions; see [`Chain::enumerate`].
    pub fn enumerate(self) -> CountedChain<'a, Enumerate<E>, B>
    where
        E: Indexed,
    {
        self.with(Chain::enumerate)
    }

    /// Pairs of items with those of another chain of the same length: a vector of the same call, or one that is computed item by item
    /// of such a vector. If the lengths are those of different calls, the terminal returns
    /// [`UnrelatedLengths`](crate::ErrorKind::UnrelatedLengths), also where they happen to be equal.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let odd = device.range(0..9).filter(op!(|v: i32| v % 2 == 1)).collect_counted()?;
    /// let sums = odd.iter().scan_inclusive(Sum).collect()?;
    /// let products = odd.iter().zip(sums.iter()).map(op!(|(v, sum): (i32, i32)| v * sum));
    /// assert_eq!(products.sum()?, 1 + 3 * 4 + 5 * 9 + 7 * 16);
    /// let even = device.range(0..8).filter(op!(|v: i32| v % 2 == 0)).collect_counted()?;
    /// assert!(odd.iter().zip(even.iter()).count().is_err());
    /// # Ok(()) }
    /// ```
    pub fn zip<F: Indexed>(self, other: CountedChain<'a, F, B>) -> CountedChain<'a, Zip<(E, F)>, B>
    where
        E: Indexed,
    {
        let unrelated = self.joined(&other, "zip");
        CountedChain { unrelated, ..self.with(|chain| chain.zip(other.chain)) }
    }

    /// Stores the items in new vectors; see [`Chain::collect`]. They are [counted](Counted), and the call doesn't wait.
    #[inline(always)]
    #[track_caller]
    pub fn collect<V>(self) -> Result<Counted<V, B>>
    where
        E: Repeatable<Item: Record>,
        <E::Item as Record>::Vecs<B>: Collected<V>,
    {
        let (length, most) = (E::DENSE.then(|| self.length.clone()), self.most());
        self.root().stored().counted(length, Some(most))
    }

    /// Stores the items at the start of a target, without a wait; see [`Chain::collect_counted_into`]. It has room for the most that there
    /// may be, on a CPU, too: as many as the call that has made the chain's vectors had room for. Elements behind the last item stay as they
    /// were.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let odd = device.range(0..9).filter(op!(|v: i32| v % 2 == 1)).collect_counted()?;
    /// let mut there = device.filled(-1, 9)?;
    /// let squares = odd.iter().map(op!(|v: i32| v * v)).collect_into(&mut there)?; // no wait
    /// assert_eq!(squares.iter().sum()?, 84);
    /// assert_eq!(there.to_vec()?, [1, 9, 25, 49, -1, -1, -1, -1, -1]);
    /// # Ok(()) }
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn collect_into<T: IntoPart<B>>(self, target: T) -> Result<Counted<T::Part, B>>
    where
        E: Repeatable,
        T::Storage: Storage<Item = E::Item>,
    {
        let (length, most) = (E::DENSE.then(|| self.length.clone()), self.most());
        self.root().stored().counted_into(target, length, Some(most))
    }

    /// Calls an operation with every item, for its effects on what [`iter_mut`](Counted::iter_mut) refers to, without a wait; see
    /// [`Chain::for_each`].
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut odd = device.range(0..9).filter(op!(|v: i32| v % 2 == 1)).collect_counted()?;
    /// odd.iter_mut().enumerate().for_each(op!(|(i, v): (usize, &mut i32)| *v *= i as i32))?;
    /// assert_eq!(odd.wait()?.to_vec()?, [0, 3, 10, 21]);
    /// # Ok(()) }
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn for_each<O, F>(self, f: O) -> Result<()>
    where
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = ()>,
    {
        self.root().for_each(f)
    }

    /// All items combined with an initial value, on the host; see [`Chain::reduce`].
    #[inline(always)]
    #[track_caller]
    pub fn reduce<O: Operator<E::Item>>(self, init: E::Item, op: O) -> Result<E::Item>
    where
        E: Repeatable<Item: Value>,
    {
        self.root().reduce(init, op)
    }

    /// All items combined, on the host; see [`Chain::reduce_with`].
    #[inline(always)]
    #[track_caller]
    pub fn reduce_with<O: Operator<E::Item>>(self, op: O) -> Result<Option<E::Item>>
    where
        E: Repeatable<Item: Value>,
    {
        self.root().reduce_with(op)
    }

    /// All items combined with an initial value, without a wait; see [`Chain::reduce_into`].
    #[inline(always)]
    #[track_caller]
    pub fn reduce_into<O: Operator<E::Item>, T: Target<B>>(self, init: E::Item, op: O, target: T) -> Result<()>
    where
        E: Repeatable<Item: Value>,
        T::Storage: Storage<Item = E::Item>,
    {
        self.root().reduce_into(init, op, target)
    }

    /// The sum of the items, on the host; see [`Chain::sum`].
    #[inline(always)]
    #[track_caller]
    pub fn sum(self) -> Result<E::Item>
    where
        E: Repeatable<Item: Number>,
    {
        self.root().sum()
    }

    /// The sum of the items, without a wait; see [`Chain::sum_into`].
    #[inline(always)]
    #[track_caller]
    pub fn sum_into<T: Target<B>>(self, target: T) -> Result<()>
    where
        E: Repeatable<Item: Number>,
        T::Storage: Storage<Item = E::Item>,
    {
        self.root().sum_into(target)
    }

    /// The product of the items, on the host; see [`Chain::product`].
    #[inline(always)]
    #[track_caller]
    pub fn product(self) -> Result<E::Item>
    where
        E: Repeatable<Item: Number>,
    {
        self.root().product()
    }

    /// The smallest item, on the host; see [`Chain::min`].
    #[inline(always)]
    #[track_caller]
    pub fn min(self) -> Result<Option<E::Item>>
    where
        E: Repeatable<Item: Number>,
    {
        self.root().min()
    }

    /// The largest item, on the host; see [`Chain::max`].
    #[inline(always)]
    #[track_caller]
    pub fn max(self) -> Result<Option<E::Item>>
    where
        E: Repeatable<Item: Number>,
    {
        self.root().max()
    }

    /// The number of items, on the host; see [`Chain::count`].
    #[inline(always)]
    #[track_caller]
    pub fn count(self) -> Result<usize>
    where
        E: Repeatable,
    {
        if E::DENSE {
            // The items aren't read, as by `Chain::count`.
            let length = self.length;
            self.root().unread()?;
            return length.ask();
        }
        Ok(self.map(One).sum()? as usize)
    }

    /// The position of the first item that a predicate holds for, on the host; see [`Chain::position`].
    #[inline(always)]
    #[track_caller]
    pub fn position<O, F>(self, predicate: O) -> Result<Option<usize>>
    where
        E: Repeatable + Indexed,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.root().position(predicate)
    }

    /// Whether a predicate holds for any item; see [`Chain::any`].
    #[inline(always)]
    #[track_caller]
    pub fn any<O, F>(self, predicate: O) -> Result<bool>
    where
        E: Repeatable + Indexed,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.root().any(predicate)
    }

    /// Whether a predicate holds for all items; see [`Chain::all`].
    #[inline(always)]
    #[track_caller]
    pub fn all<O, F>(self, predicate: O) -> Result<bool>
    where
        E: Repeatable + Indexed,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.root().all(predicate)
    }

    /// Whether a predicate holds for no item; see [`Chain::none`].
    #[inline(always)]
    #[track_caller]
    pub fn none<O, F>(self, predicate: O) -> Result<bool>
    where
        E: Repeatable + Indexed,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.root().none(predicate)
    }
}
