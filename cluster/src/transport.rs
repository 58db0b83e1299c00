//! What moves bytes between ranks.

use std::fmt;
use std::time::Duration;

/// The messages of one rank: bytes, in rounds that all ranks take part in. It computes nothing, so that it can't change a bit of a
/// result.
///
/// Every exchange is one of all ranks, in which each sends a part, which may be empty, to every rank. So a rank that fails or calls
/// something else is seen by all others in the same round, and no rank waits for a message that nobody sends.
///
/// # Safety
///
/// - [`rank`](Transport::rank) and [`size`](Transport::size) are the same in every answer, and `rank() < size()`. No two transports
///   that exchange with each other have the same rank.
/// - An exchange returns the very bytes that each rank has sent here in its own exchange of the same number: ranks make items of
///   them.
/// - [`in_one_process`](Transport::in_one_process) is `true` on all ranks or on none, and only where they are in the same process.
pub unsafe trait Transport: fmt::Debug + Send + Sync + 'static {
    /// The number of this rank, from 0 on.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// Sends `parts[r]` to each rank `r`, this one included, and returns what each has sent here, in the order of the ranks. It
    /// returns at the latest when the limit has passed.
    ///
    /// # Errors
    ///
    /// See [`Interrupted`]. What has been sent already may be received by others. After an error this rank makes no more exchanges.
    ///
    /// # Safety
    ///
    /// The parts are those that a [`Rank`](crate::Rank) makes: the others make items of them.
    unsafe fn all_to_all(&self, parts: Vec<Vec<u8>>, limit: Duration) -> Result<Vec<Vec<u8>>, Interrupted>;

    /// Sends one part to all ranks, and returns that of each.
    ///
    /// # Errors
    ///
    /// See [`all_to_all`](Transport::all_to_all).
    ///
    /// # Safety
    ///
    /// The same.
    unsafe fn all_gather(&self, part: Vec<u8>, limit: Duration) -> Result<Vec<Vec<u8>>, Interrupted> {
        // SAFETY: the caller's promise.
        unsafe { self.all_to_all(vec![part; self.size()], limit) }
    }

    /// Whether all ranks are threads of one process: then a message may name vectors, from which the receiver's device copies.
    fn in_one_process(&self) -> bool {
        false
    }

    /// Ends the exchanges of all ranks, those under way and all later ones, because `rank` is lost. The first reason stays.
    fn abort(&self, rank: usize, reason: &str);

    /// Says that this rank makes no more exchanges.
    fn leave(&self);
}

/// Why an exchange has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Interrupted {
    /// The cluster was [aborted](Transport::abort) because of a rank.
    Lost {
        /// The lost rank.
        rank: usize,
        /// What is said of it.
        reason: String,
    },
    /// A rank [has left](Transport::leave) before this exchange.
    Left {
        /// The first such rank.
        rank: usize,
    },
    /// The limit has passed before a rank came to this exchange.
    Late {
        /// The first such rank.
        rank: usize,
    },
}
