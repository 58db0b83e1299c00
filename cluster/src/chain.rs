//! Chains over the items of all ranks.

use std::panic::Location;

use onrush_core::expr::{Expr, Filter, Indexed, Map, RangeOf, Repeatable, Zip};
use onrush_core::function::Function;
use onrush_core::shards::{self, Lent, Part, Record};
use onrush_core::value::Value;
use onrush_core::{Backend, Chain, ErrorKind, IntoFunction};

use crate::rank::{Rank, clash, lengths};
use crate::vec::ShardedVec;
use crate::wire::What;

/// A chain over the items of all ranks. On each rank it is the ordinary [`Chain`] over the rank's own items; an operation may use
/// [views](onrush_core::DeviceVec::view) of vectors on this rank's device.
///
/// Building it does nothing and never fails; a terminal runs it on all ranks.
#[derive(Debug, Clone)]
pub struct ShardedChain<E, B> {
    pub(crate) chain: Chain<E, B>,
    pub(crate) len: usize,
    pub(crate) rank: Rank<B>,
    /// Why what was zipped doesn't belong together.
    clash: Option<ErrorKind>,
}

/// What a chain can be [zipped](ShardedChain::zip) with: a chain, or a reference to a vector, of the same cluster.
#[diagnostic::on_unimplemented(
    message = "write a chain over all ranks, or a reference to a vector of all ranks, of `{B}` here: `{Self}` is neither",
    label = "not of all ranks",
    note = "bring what lies on the host to all ranks: `&rank.shard(&data)?`"
)]
pub trait IntoShardedChain<B> {
    /// The chain's expression.
    type Expr: Expr;
    /// The chain.
    fn into_sharded(self) -> ShardedChain<Self::Expr, B>;
}

impl<E: Expr, B> IntoShardedChain<B> for ShardedChain<E, B> {
    type Expr = E;
    fn into_sharded(self) -> Self {
        self
    }
}

impl<'a, T: Record, B: Backend> IntoShardedChain<B> for &'a ShardedVec<T, B> {
    type Expr = T::Items<'a>;
    fn into_sharded(self) -> ShardedChain<T::Items<'a>, B> {
        self.iter()
    }
}

/// Pairs of the items of two chains, which stay.
pub(crate) type Pairs<'a, E, F> = Zip<(Part<Lent<'a, E>>, Part<Lent<'a, F>>)>;

impl<E: Repeatable + Indexed<Item: Record>, B: Backend> ShardedChain<E, B> {
    /// This rank's items, on its host.
    pub(crate) fn on_host(&self) -> onrush_core::Result<Vec<E::Item>> {
        self.ready()?;
        let items = shards::part(&self.chain, 0..usize::MAX).collect::<<E::Item as Record>::Vecs<B>>()?;
        E::Item::download::<B>(&items)
    }
}

impl<E: Expr, B: Backend> ShardedChain<E, B> {
    pub(crate) fn new(chain: Chain<E, B>, len: usize, rank: Rank<B>) -> Self {
        ShardedChain { chain, len, rank, clash: None }
    }

    fn with<F: Expr>(self, adapt: impl FnOnce(Chain<E, B>) -> Chain<F, B>) -> ShardedChain<F, B> {
        ShardedChain { chain: adapt(self.chain), len: self.len, rank: self.rank, clash: self.clash }
    }

    /// What ranks compare of a call whose items are the chain's.
    pub(crate) fn what(&self, name: &'static str, at: &'static Location<'static>) -> What
    where
        E::Item: 'static,
    {
        What::of::<E::Item>(name, self.len, at)
    }

    /// Whether the chain's parts fit: a terminal's first step.
    pub(crate) fn ready(&self) -> onrush_core::Result<()> {
        if let Some(clash) = &self.clash {
            return Err(clash.clone().into());
        }
        lengths("a rank's part", self.range().len(), shards::slots(&self.chain))
    }

    /// The positions of this rank's slots.
    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        self.rank.distribution(self.len).range(self.rank.rank())
    }

    /// The results of an operation on every item; see [`Chain::map`].
    #[doc(alias("transform"))]
    pub fn map<O, F>(self, f: O) -> ShardedChain<Map<E, F>, B>
    where
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,)>,
    {
        self.with(|chain| chain.map(f))
    }

    /// The items that a predicate holds for, in order; see [`Chain::filter`].
    #[doc(alias("copy_if", "select"))]
    pub fn filter<O, F>(self, keep: O) -> ShardedChain<Filter<E, F>, B>
    where
        E: Repeatable<Item: Value>,
        O: IntoFunction<(E::Item,), F>,
        F: Function<(E::Item,), Output = bool>,
    {
        self.with(|chain| chain.filter(keep))
    }

    /// Pairs of items with those of another chain of the same length; see [`Chain::zip`]. Vectors of one length lie alike on the ranks, so
    /// nothing is sent. If the lengths differ, the terminal returns the error of a length mismatch on all ranks.
    pub fn zip<C: IntoShardedChain<B, Expr: Indexed>>(self, other: C) -> ShardedChain<Zip<(E, C::Expr)>, B>
    where
        E: Indexed,
    {
        self.zipped("zip", other.into_sharded())
    }

    fn zipped<F: Indexed>(mut self, what: &'static str, other: ShardedChain<F, B>) -> ShardedChain<Zip<(E, F)>, B>
    where
        E: Indexed,
    {
        let clash = clash(what, (&self.rank, self.len), (&other.rank, other.len));
        self.clash = self.clash.or(other.clash).or(clash);
        self.with(|chain| chain.zip(other.chain))
    }

    /// Items with their positions among those of all ranks; see [`Chain::enumerate`].
    pub fn enumerate(self) -> ShardedChain<Zip<(RangeOf<usize>, E)>, B>
    where
        E: Indexed,
    {
        let positions = self.rank.device().range(self.range());
        self.with(|chain| positions.zip(chain))
    }

    /// Pairs of items with those of another chain, both of which can be used further, for the call of this name.
    pub(crate) fn beside<'a, F: Expr>(
        &'a self,
        other: &'a ShardedChain<F, B>,
        what: &'static str,
    ) -> ShardedChain<Pairs<'a, E, F>, B>
    where
        Part<Lent<'a, E>>: Indexed,
        Part<Lent<'a, F>>: Indexed,
    {
        self.lent().zipped(what, other.lent())
    }

    fn lent(&self) -> ShardedChain<Part<Lent<'_, E>>, B> {
        let chain = shards::part(&self.chain, 0..usize::MAX);
        ShardedChain { chain, len: self.len, rank: self.rank.clone(), clash: self.clash.clone() }
    }

    /// Items followed by their positions.
    pub(crate) fn positioned(self) -> ShardedChain<Zip<(E, RangeOf<usize>)>, B>
    where
        E: Indexed,
    {
        let positions = self.rank.device().range(self.range());
        self.with(|chain| chain.zip(positions))
    }
}
