//! The model checker explores all orders in which threads may run and memory operations may take effect, where the driver layer
//! synchronises by hand. Its source is compiled here once more, over loom's primitives instead of std's.
#![allow(unsafe_code, missing_docs)]

use loom::cell::UnsafeCell;
use loom::sync::Arc;

#[path = "../src/driver/cuda/claims.rs"]
#[allow(dead_code, reason = "the model has no pool to ask for more helpers")]
mod claims;

mod sync {
    pub(crate) use loom::sync::atomic::{AtomicUsize, Ordering};
    pub(crate) use loom::thread::yield_now as pause;
}

use claims::Claims;

const PIECES: usize = 3;
const PLACES: usize = 2;

/// A copy to the host: the places of the ring, and the host's memory.
#[derive(Default)]
struct Copy {
    ring: [UnsafeCell<usize>; PLACES],
    host: [UnsafeCell<usize>; PIECES],
}

// SAFETY: loom checks each access.
unsafe impl Sync for Copy {}
// SAFETY: loom checks each access.
unsafe impl Send for Copy {}

impl Copy {
    /// Copies a piece that is open, if there is one.
    fn one(&self, claims: &Claims) -> bool {
        let Some(piece) = claims.claim() else { return false };
        // SAFETY: loom fails where another thread writes it at the same time.
        let item = self.ring[piece % PLACES].with(|place| unsafe { *place });
        // SAFETY: loom fails where another thread uses it at the same time.
        self.host[piece].with_mut(|place| unsafe { *place = item });
        claims.done(piece);
        true
    }
}

/// Runs a copy whose caller stops after `last` pieces, as it does after an error, beside helpers.
fn copy<const HELPERS: usize>(last: usize) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(move || {
        let shared = Arc::new((Copy::default(), Claims::new(PLACES)));
        let helpers = [(); HELPERS].map(|()| {
            let shared = shared.clone();
            loom::thread::spawn(move || {
                let (copy, claims) = &*shared;
                while !claims.is_closed() && copy.one(claims) {}
            })
        });
        let (copy, claims) = &*shared;
        for piece in 0..last {
            while piece >= PLACES && !claims.is_done(piece - PLACES) {
                if !copy.one(claims) {
                    loom::thread::yield_now();
                }
            }
            // The GPU writes the place.
            // SAFETY: loom fails where a helper still reads it.
            copy.ring[piece % PLACES].with_mut(|place| unsafe { *place = 10 + piece });
            claims.open(piece + 1);
        }
        if last == PIECES {
            while claims.is_busy() {
                if !copy.one(claims) {
                    loom::thread::yield_now();
                }
            }
        }
        claims.close();
        // The host's memory is the caller's again, and so is the ring.
        for (piece, host) in copy.host.iter().enumerate() {
            // SAFETY: loom fails where a helper still uses it.
            let item = host.with_mut(|host| unsafe { *host });
            assert!(item == 10 + piece || last < PIECES && item == 0, "piece {piece}: {item}");
        }
        // SAFETY: as above.
        copy.ring.iter().for_each(|place| place.with_mut(|place| unsafe { *place = 0 }));
        for helper in helpers {
            helper.join().unwrap();
        }
        assert_eq!(claims.claim(), None);
    });
}

#[test]
fn each_piece_is_copied_once_and_before_the_end() {
    copy::<1>(PIECES);
}

#[test]
fn nobody_copies_behind_an_error() {
    copy::<2>(1);
    copy::<1>(2);
}
