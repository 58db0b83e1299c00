use onrush_core::algo::Scatter;
use onrush_core::expr::Indexed;
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{ErrorKind, Result, fault};

use crate::parallel::{self, Pool};

/// So few items go one by one.
const SERIAL: usize = 1 << 14;
/// At most so many threads read all positions; more would only read the same ones again.
const READERS: usize = 8;

pub(crate) fn scatter<T: Value, E: Indexed<Item = (usize, T)>, S: Storage<Item = T>>(
    pool: &Pool,
    request: Scatter<E, S>,
) -> Result<()> {
    let (slots, len) = (request.input.slots(), request.output.len());
    parallel::call(|| {
        let parts = if slots <= SERIAL { 1 } else { pool.threads().clamp(1, READERS) };
        let share = len.div_ceil(parts).max(1);
        // Each thread goes through all items in order and stores those that belong in its part of the output: no two
        // threads write to one place, and of several items for it the last one stays.
        pool.run(parts, |part| {
            let (from, to) = (part * share, ((part + 1) * share).min(len));
            for i in 0..slots {
                // SAFETY: a slot of the checked input.
                let (index, item) = unsafe { request.input.at(i) };
                if (from..to).contains(&index) {
                    // SAFETY: `index < len`, in this thread's part.
                    unsafe { request.output.put(index, item) }
                } else if index >= len {
                    fault::raise(ErrorKind::OutOfRange { what: "scatter", index, len });
                }
            }
        });
    })
}
