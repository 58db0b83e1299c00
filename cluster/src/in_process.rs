//! The transport between threads of one process.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::transport::{Interrupted, Transport};

/// One of the ranks that are threads of this process. Messages are handed over, not copied.
#[derive(Debug)]
pub struct InProcess {
    rank: usize,
    size: usize,
    hub: Arc<Hub>,
}

#[derive(Debug)]
struct Hub {
    state: Mutex<State>,
    changed: Condvar,
    /// The number of changes of the state.
    changes: AtomicU64,
}

/// How long a rank looks for a change before it sleeps, which costs as much: ranks come to a short call at nearly the same time.
const LOOKS: Duration = Duration::from_micros(50);

#[derive(Debug)]
struct State {
    /// The messages that are under way, in the place `to * size + from`.
    boxes: Vec<VecDeque<Vec<u8>>>,
    left: Vec<bool>,
    lost: Option<(usize, String)>,
}

impl Hub {
    /// Says that the state has changed.
    fn change(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code that holds the lock leaves the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl InProcess {
    /// The transports of this number of ranks, in their order.
    pub fn ranks(size: usize) -> Vec<InProcess> {
        let boxes = (0..size * size).map(|_| VecDeque::new()).collect();
        let state = Mutex::new(State { boxes, left: vec![false; size], lost: None });
        let hub = Arc::new(Hub { state, changed: Condvar::new(), changes: AtomicU64::new(0) });
        (0..size).map(|rank| InProcess { rank, size, hub: hub.clone() }).collect()
    }
}

// SAFETY: `ranks` numbers the ranks. Each pair of ranks has a queue of its own, whose messages are those of its exchanges in their
// order: every exchange puts one message into each queue and takes one out of each. A rank whose exchange has failed makes no more.
unsafe impl Transport for InProcess {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    unsafe fn all_to_all(&self, parts: Vec<Vec<u8>>, limit: Duration) -> Result<Vec<Vec<u8>>, Interrupted> {
        assert_eq!(parts.len(), self.size, "a part for each rank");
        let end = Instant::now().checked_add(limit);
        let mut state = self.hub.lock();
        if let Some((rank, reason)) = state.lost.clone() {
            return Err(Interrupted::Lost { rank, reason });
        }
        for (to, part) in parts.into_iter().enumerate() {
            state.boxes[to * self.size + self.rank].push_back(part);
        }
        self.hub.change();
        let looks = Instant::now() + LOOKS.min(limit);
        loop {
            let mine = self.rank * self.size..(self.rank + 1) * self.size;
            let Some(missing) = state.boxes[mine.clone()].iter().position(VecDeque::is_empty) else {
                return Ok(state.boxes[mine].iter_mut().filter_map(VecDeque::pop_front).collect());
            };
            if let Some((rank, reason)) = state.lost.clone() {
                return Err(Interrupted::Lost { rank, reason });
            }
            if state.left[missing] {
                return Err(Interrupted::Left { rank: missing });
            }
            let rest = end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
            if rest.is_zero() {
                return Err(Interrupted::Late { rank: missing });
            }
            let seen = self.hub.changes.load(Ordering::Acquire);
            if Instant::now() < looks {
                drop(state);
                while self.hub.changes.load(Ordering::Acquire) == seen && Instant::now() < looks {
                    std::hint::spin_loop();
                }
                state = self.hub.lock();
                continue;
            }
            let rest = rest.min(Duration::from_secs(3600));
            state = self.hub.changed.wait_timeout(state, rest).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn in_one_process(&self) -> bool {
        true
    }

    fn abort(&self, rank: usize, reason: &str) {
        self.hub.lock().lost.get_or_insert_with(|| (rank, reason.to_owned()));
        self.hub.change();
    }

    fn leave(&self) {
        self.hub.lock().left[self.rank] = true;
        self.hub.change();
    }
}
