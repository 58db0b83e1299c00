use onrush_core::algo::Scatter;
use onrush_core::expr::Indexed;
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{ErrorKind, Result, fault};

use crate::parallel::{self, Pool};

pub(crate) fn scatter<T: Value, E: Indexed<Item = (usize, T)>, S: Storage<Item = T>>(
    _pool: &Pool,
    request: Scatter<E, S>,
) -> Result<()> {
    let len = request.output.len();
    parallel::call(|| {
        for i in 0..request.input.slots() {
            // SAFETY: a slot of the checked input.
            let (index, item) = unsafe { request.input.at(i) };
            if index >= len {
                fault::raise(ErrorKind::OutOfRange { what: "scatter", index, len });
            }
            // SAFETY: `index < len`, and this is the only thread at work.
            unsafe { request.output.put(index, item) }
        }
    })
}
