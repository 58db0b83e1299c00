use onrush_core::Result;
use onrush_core::algo::Merge;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::parallel;

pub(crate) fn merge<L, R, F, S>(request: Merge<L, R, F, S>) -> Result<()>
where
    L: Indexed<Item: Value>,
    R: Indexed<Item = L::Item>,
    F: Function<(L::Item, L::Item), Output = bool>,
    S: Storage<Item = L::Item>,
{
    let Merge { left, right, less, output } = request;
    parallel::call(|| {
        let (mut l, mut r) = (0, 0);
        for i in 0..output.len() {
            // SAFETY: slots of the checked inputs; the output is as long as both together.
            unsafe {
                let from_right = l == left.slots() || (r < right.slots() && less.call((right.at(r), left.at(l))));
                output.put(i, if from_right { right.at(r) } else { left.at(l) });
                r += from_right as usize;
                l += !from_right as usize;
            }
        }
    })
}
