//! Who copies which piece of a copy: one thread opens pieces, and any thread claims open ones, each piece once.

use super::sync::{AtomicUsize, Ordering, pause};

/// The pieces of a copy through a ring of places: piece `p` lies at place `p % places`.
pub(crate) struct Claims {
    /// All pieces below this number are open.
    open: AtomicUsize,
    /// All pieces below this number are claimed; `CLOSED` when none can be claimed any more.
    claimed: AtomicUsize,
    /// The number of pieces that are done.
    done: AtomicUsize,
    /// For each place, the number behind that of the last piece that is done there.
    behind: Vec<AtomicUsize>,
}

const CLOSED: usize = usize::MAX;

impl Claims {
    pub(crate) fn new(places: usize) -> Self {
        let zero = || AtomicUsize::new(0);
        Claims { open: zero(), claimed: zero(), done: zero(), behind: (0..places).map(|_| zero()).collect() }
    }

    /// Opens the pieces below a number, which never shrinks. What the caller has done before happens before what a thread does that
    /// claims one of them. A piece is opened only after the one before it at its place [was done](Self::is_done).
    pub(crate) fn open(&self, below: usize) {
        self.open.store(below, Ordering::Release);
    }

    /// The number of open pieces that nobody has claimed, when it was read.
    pub(crate) fn waiting(&self) -> usize {
        self.open.load(Ordering::Relaxed).saturating_sub(self.claimed.load(Ordering::Relaxed))
    }

    /// Claims the first open piece that nobody has claimed. Whoever gets it must say when it is [done](Self::done).
    pub(crate) fn claim(&self) -> Option<usize> {
        let open = self.open.load(Ordering::Acquire);
        // `CLOSED` is above every number.
        let next = |claimed: usize| (claimed < open).then(|| claimed + 1);
        self.claimed.fetch_update(Ordering::AcqRel, Ordering::Relaxed, next).ok()
    }

    /// Ends a claim.
    pub(crate) fn done(&self, piece: usize) {
        self.behind[piece % self.behind.len()].store(piece + 1, Ordering::Release);
        self.done.fetch_add(1, Ordering::Release);
    }

    /// Whether a piece is done, and its place not yet another's. What was done to it happens before what the caller does next.
    pub(crate) fn is_done(&self, piece: usize) -> bool {
        self.behind[piece % self.behind.len()].load(Ordering::Acquire) == piece + 1
    }

    /// Whether an open piece isn't done.
    pub(crate) fn is_busy(&self) -> bool {
        self.done.load(Ordering::Acquire) < self.open.load(Ordering::Relaxed)
    }

    /// Whether no piece can be claimed any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.claimed.load(Ordering::Relaxed) == CLOSED
    }

    /// Lets nobody claim further pieces, and waits for those that are claimed. The thread that opens pieces calls it once, as its
    /// last call; what others did to their pieces happens before it returns.
    pub(crate) fn close(&self) {
        let claimed = self.claimed.swap(CLOSED, Ordering::AcqRel);
        while self.done.load(Ordering::Acquire) < claimed {
            pause();
        }
    }
}
