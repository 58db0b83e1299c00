use onrush_core::Result;
use onrush_core::algo::Expand;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::copies;
use crate::multiversion::multiversion;
use crate::pack;
use crate::parallel::{self, Pool};

/// Items without copies that are passed one by one, before the next one with copies is searched for.
const PASSED: usize = 16;

pub(crate) fn expand<E, C, F, S>(pool: &Pool, request: Expand<E, C, F, S>) -> Result<()>
where
    E: Indexed<Item: Value>,
    C: Indexed<Item = u64>,
    F: Function<(E::Item, usize), Output = S::Item>,
    S: Storage,
{
    let Expand { input, ends, emit, output } = request;
    parallel::call(|| {
        let cut = pool.cut(output.len(), 1);
        pool.run_cut(cut, |range| {
            // SAFETY: the request is checked, and each range is a part of the output of its own.
            unsafe { store_copies(&input, &ends, &emit, &output, range.start, range.end) }
        });
    })
}

/// The first of the items from `from` on whose end lies behind copy `copy`, if one does.
///
/// # Safety
///
/// The ends are checked.
#[inline]
unsafe fn item_of<C: Indexed<Item = u64>>(ends: &C, mut from: usize, copy: usize) -> usize {
    let mut to = ends.slots();
    while from < to {
        let half = from + (to - from) / 2;
        // SAFETY: `half < to`, which is a number of slots.
        match unsafe { ends.at(half) } <= copy as u64 {
            true => from = half + 1,
            false => to = half,
        }
    }
    from
}

multiversion! {
    [v4]
    unsafe fn store_copies[
        E: Indexed<Item: Value>, C: Indexed<Item = u64>, F: Function<(E::Item, usize), Output = S::Item>, S: Storage
    ](input: &E, ends: &C, emit: &F, output: &S, from: usize, to: usize) -> () where [] {
        // SAFETY: the caller's contract: the ends don't decrease, and the last one is the length of the output, so each of its
        // places belongs to an item, whose copies begin where those of the item before end. The places are this thread's.
        unsafe {
            // Without masks, copies would be a call for each part.
            let places = if pack::wide().holds() { output.places() } else { None };
            let (mut copy, mut item) = (from, item_of(ends, 0, from));
            let mut begin = if item == 0 { 0 } else { ends.at(item - 1) as usize };
            while copy < to {
                let (x, end) = (input.at(item), ends.at(item) as usize);
                let last = end.min(to);
                // The results of a part of a vector are copied as they lie there. `lies_at` gives the address at which `call` would read
                // them, all `last - copy`, and `places` the one at which `put` would write them, so that both are inside: parts fit, and
                // those of other tickets are apart. What is written is new or borrowed mutably, and so apart from what is read.
                match (places, emit.lies_at(&(x, copy - begin))) {
                    (Some((start, size)), Some((source, place))) => {
                        let target = start.add(place.unwrap_or(copy) * size);
                        copies::copy(source, target, (last - copy) * size);
                    }
                    _ => {
                        for place in copy..last {
                            output.put(place, emit.call((x, place - begin)));
                        }
                    }
                }
                (copy, begin) = (last, end);
                if copy < to {
                    item += 1;
                    let limit = item + PASSED;
                    while ends.at(item) <= copy as u64 {
                        item += 1;
                        if item == limit {
                            item = item_of(ends, item, copy);
                            break;
                        }
                    }
                }
            }
        }
    }
}
