//! Windows that may lie on several ranks.

use std::fmt;
use std::ops::Range;
use std::panic::Location;

use onrush_core::Backend;
use onrush_core::expr::Windows;
use onrush_core::shards::{self, Record};

use crate::chain::{IntoShardedChain, ShardedChain};
use crate::error::Result;
use crate::exchange::{Held, Shown, common};
use crate::rank::Rank;
use crate::vec::ShardedVec;
use crate::wire::What;

/// The items of a vector, with those of the next ranks that this rank's [windows](ShardedVec::windows) need.
pub struct ShardedWindows<T: Record, B: Backend, const N: usize> {
    /// Items from the first window's first to the last window's last.
    vecs: T::Vecs<B>,
    len: usize,
    rank: Rank<B>,
}

impl<T: Record, B: Backend, const N: usize> fmt::Debug for ShardedWindows<T, B, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShardedWindows").field("len", &self.len).field("rank", &self.rank.rank()).finish()
    }
}

impl<T: Record, B: Backend> ShardedVec<T, B> {
    /// Overlapping runs of `N` items as arrays: `len - N + 1` of them, none if there are fewer items; see
    /// [`windows`](onrush_core::Chain::windows). The windows are an ordinary chain on each rank, [`iter`](ShardedWindows::iter), over a
    /// copy of the items as they are now. Unlike those of one device they take a call, because they are made of items of other ranks.
    ///
    /// # Cost
    ///
    /// Two rounds: each rank sends its first `N - 1` items to the rank before, or more ranks if parts are shorter, and, since there are
    /// fewer windows than items, for some lengths a unit of the [distribution](crate::Distribution); then nothing. The device has a copy of
    /// the rank's items as long as the windows live.
    ///
    /// # Errors
    ///
    /// [`Failed`](crate::ErrorKind::Failed), also with the failure of an earlier operation that was to write the items on a rank; and see
    /// [`ErrorKind`](crate::ErrorKind).
    ///
    /// ```
    /// use onrush::prelude::*;
    /// use onrush_cluster::Cluster;
    /// # fn main() -> onrush_cluster::Result<()> {
    /// let steps = Cluster::new(vec![Cpu::with_threads(1)?; 2]).run(|rank| {
    ///     let pairs = rank.shard(&[1, 4, 9, 16])?.windows::<2>()?;
    ///     pairs.iter().map(op!(|w: [i32; 2]| w[1] - w[0])).collect()?.to_vec()
    /// })?;
    /// assert_eq!(steps, [[3, 5, 7]; 2]);
    /// # Ok(()) }
    /// ```
    #[doc(alias("stencil", "halo", "ghost_cells", "MPI_Sendrecv"))]
    #[track_caller]
    pub fn windows<const N: usize>(&self) -> Result<ShardedWindows<T, B, N>> {
        const { assert!(N > 0, "`windows` needs at least one item: `windows::<2>()`") };
        let (rank, len) = (self.rank().clone(), self.len());
        let what = What::of::<T>("windows", len, Location::caller()).with(format_args!("of {N} items"));
        rank.call(what, |session| {
            let windows = (len + 1).saturating_sub(N);
            let needs: Vec<_> = rank.distribution(windows).ranges().map(items_of::<N>).collect();
            let has: Vec<_> = rank.distribution(len).ranges().collect();
            let own = Held { vecs: Shown::Lent(&self.vecs), range: 0..self.range().len() };
            let vecs = rank.exchanged::<T>(session, Ok(own), |from, to| common(&has[from], &needs[to]))?;
            Ok(ShardedWindows { vecs, len: windows, rank: rank.clone() })
        })
    }
}

/// The positions of the items of windows.
fn items_of<const N: usize>(windows: Range<usize>) -> Range<usize> {
    if windows.is_empty() { windows } else { windows.start..windows.end + N - 1 }
}

impl<T: Record, B: Backend, const N: usize> ShardedWindows<T, B, N> {
    /// The number of windows of all ranks.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no windows on any rank.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A chain over the windows of all ranks, distributed as a vector of this length.
    pub fn iter(&self) -> ShardedChain<Windows<T::Items<'_>, N>, B> {
        let chain = shards::chain(T::items::<B>(&self.vecs), self.rank.device()).windows::<N>();
        ShardedChain::new(chain, self.len, self.rank.clone())
    }
}

impl<'a, T: Record, B: Backend, const N: usize> IntoShardedChain<B> for &'a ShardedWindows<T, B, N> {
    type Expr = Windows<T::Items<'a>, N>;
    fn into_sharded(self) -> ShardedChain<Self::Expr, B> {
        self.iter()
    }
}
