//! Threads that help to copy between the host's ordinary memory and the pinned pieces of a ring. One thread copies at a fifth of
//! the link's rate, and at a thirtieth into memory that the system must first make.
//!
//! The thread of the call opens pieces as they become free or full; it and the helpers claim open pieces and copy them. Helpers
//! only ever help: if all are busy with other calls, or can't be started, the call's thread copies everything by itself.
#![allow(unsafe_code)]

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use std::{hint, thread};

use super::claims::Claims;
use super::staging::Ring;

/// The bytes for which waking one more helper pays.
const BYTES_PER_HELPER: usize = 1 << 20;

/// The most helpers: memory is at its limit then.
const MOST: usize = 15;

/// The time for which the call's thread leaves open pieces to the helpers that work on its copy: few of them need its help, or are
/// only waking, and many need it for the driver, whose next copies wait while it copies.
fn patience(working: usize) -> Duration {
    Duration::from_micros(if working < 4 { 20 } else { 100 })
}

/// The time after which a helper that finds no piece leaves.
const IDLE: Duration = Duration::from_micros(200);

/// The pool of the helpers, started when a copy first needs it; `None` if the machine has one core, or refuses threads.
fn pool() -> Option<&'static rayon::ThreadPool> {
    static POOL: OnceLock<Option<rayon::ThreadPool>> = OnceLock::new();
    let start = || {
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = (cores - 1).min(MOST);
        let name = |number| format!("onrush-copy-{number}");
        (threads > 0).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build().ok())?
    };
    POOL.get_or_init(start).as_ref()
}

/// The direction of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    ToDevice,
    ToHost,
}

/// A copy between the host's ordinary memory and a ring, piece by piece. When it is dropped, no thread copies any more.
pub(super) struct Pieces {
    shared: Arc<Shared>,
    pool: Option<&'static rayon::ThreadPool>,
    helpers: usize,
    /// The time since which the call's thread has found nothing to do.
    idle: Option<Instant>,
}

/// The state that the call's thread shares with its helpers.
struct Shared {
    direction: Direction,
    host: *mut u8,
    bytes: usize,
    /// The size of the first piece, after which all pieces but the last have the ring's size and alignment.
    first: usize,
    piece: usize,
    /// The addresses of the ring's pieces, in the order of this copy.
    ring: Vec<*mut u8>,
    /// A piece is open while the host may read or write its place in the ring.
    claims: Claims,
    /// The number of helpers that are asked for and haven't left.
    helpers: AtomicUsize,
    /// The number of those that have come: others' copies or other programs may keep them all busy.
    working: AtomicUsize,
}

// SAFETY: a thread copies only what it has claimed, which no other thread does; the addresses are valid until `Pieces` is dropped,
// which waits for the claimed pieces and lets nobody claim further ones.
unsafe impl Send for Shared {}
// SAFETY: as above; everything else is atomic or never changes.
unsafe impl Sync for Shared {}

impl Pieces {
    /// A copy of `bytes` bytes (> 0) between the host's memory at `host` and a ring, from its piece `start` on.
    ///
    /// # Safety
    ///
    /// The memory at `host` is valid for `bytes` bytes, for writes if the copy is to the host, and used by nobody else until this is
    /// dropped; then the ring may be dropped, too. A piece is opened only while the GPU doesn't use its place in the ring.
    pub(super) unsafe fn new(direction: Direction, host: *mut u8, bytes: usize, ring: &Ring, start: usize) -> Self {
        let piece = ring.piece();
        let shared = Shared {
            direction,
            host,
            bytes,
            first: piece - host.addr() % piece,
            piece,
            ring: (0..ring.len()).map(|at| ring.address(start + at)).collect(),
            claims: Claims::new(ring.len()),
            helpers: AtomicUsize::new(0),
            working: AtomicUsize::new(0),
        };
        let pool = (bytes >= 2 * BYTES_PER_HELPER).then(pool).flatten();
        let helpers = pool.map_or(0, |pool| (bytes / BYTES_PER_HELPER).min(pool.current_num_threads()));
        Pieces { shared: Arc::new(shared), pool, helpers, idle: None }
    }

    /// The number of pieces.
    pub(super) fn len(&self) -> usize {
        let Shared { bytes, first, piece, .. } = *self.shared;
        1 + bytes.saturating_sub(first).div_ceil(piece)
    }

    /// The bytes of a piece.
    pub(super) fn range(&self, piece: usize) -> Range<usize> {
        self.shared.range(piece)
    }

    /// Opens the pieces below a number, which doesn't shrink from call to call.
    pub(super) fn open(&mut self, below: usize) {
        let shared = &self.shared;
        shared.claims.open(below);
        self.idle = None;
        let wanted = shared.claims.waiting().min(self.helpers);
        while let Some(pool) = self.pool
            && shared.helpers.load(Ordering::Relaxed) < wanted
        {
            shared.helpers.fetch_add(1, Ordering::Relaxed);
            let shared = self.shared.clone();
            pool.spawn(move || shared.help());
        }
    }

    /// Whether a piece, which was opened, is copied, and its place not yet another's.
    pub(super) fn is_copied(&self, piece: usize) -> bool {
        self.shared.claims.is_done(piece)
    }

    /// Uses the time until helpers or the GPU have gone on: copies a piece if one stays open, or waits a moment. Returns `false`
    /// if no piece is open or being copied, so that only the GPU can go on.
    pub(super) fn pass_time(&mut self) -> bool {
        let since = *self.idle.get_or_insert_with(Instant::now);
        let patience = patience(self.shared.working.load(Ordering::Relaxed));
        if (self.helpers == 0 || since.elapsed() > patience) && self.shared.copy_one() {
            self.idle = None;
            return true;
        }
        hint::spin_loop();
        self.shared.claims.is_busy()
    }
}

impl Drop for Pieces {
    fn drop(&mut self) {
        self.shared.claims.close();
    }
}

impl Shared {
    fn range(&self, piece: usize) -> Range<usize> {
        let start = |piece: usize| match piece {
            0 => 0,
            _ => (self.first + (piece - 1) * self.piece).min(self.bytes),
        };
        start(piece)..start(piece + 1)
    }

    /// Claims and copies an open piece, if there is one.
    fn copy_one(&self) -> bool {
        let Some(piece) = self.claims.claim() else { return false };
        let range = self.range(piece);
        let place = piece % self.ring.len();
        // SAFETY: the range lies in the host's memory and its length is at most a piece's, so both are valid, and they are different
        // allocations. The piece is open, so the GPU isn't using its place, and what was copied there before has been seen by the
        // call's thread; no other thread has claimed it.
        unsafe {
            let (host, pinned) = (self.host.add(range.start), self.ring[place]);
            match self.direction {
                Direction::ToDevice => pinned.copy_from_nonoverlapping(host, range.len()),
                Direction::ToHost => host.copy_from_nonoverlapping(pinned, range.len()),
            }
        }
        self.claims.done(piece);
        true
    }

    /// Copies pieces until none becomes open for a while. A helper that comes too late finds none.
    fn help(&self) {
        self.working.fetch_add(1, Ordering::Relaxed);
        let mut idle = None;
        while !self.claims.is_closed() {
            if self.copy_one() {
                idle = None;
            } else if idle.get_or_insert_with(Instant::now).elapsed() > IDLE {
                break;
            } else {
                hint::spin_loop();
            }
        }
        self.working.fetch_sub(1, Ordering::Relaxed);
        self.helpers.fetch_sub(1, Ordering::Relaxed);
    }
}
