use std::mem::MaybeUninit;

use onrush_core::algo::{RunNumber, Runs};
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::number::Number as _;
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{Position, Result};

use crate::chained_scan::{self, Chained};
use crate::memory::{Buffer, SmallBuffer, scratch};
use crate::multiversion::multiversion;
use crate::pack::{self, GROUP};
use crate::parallel::{self, Pool};
use crate::segments::{Heads, Keys};

/// Slots of a part: a thread keeps for each whether a run begins there.
const BLOCK: usize = 1 << 14;

pub(crate) fn runs<K, Q, SK, SN>(pool: &Pool, request: Runs<K, Q, SK, SN>) -> Result<usize>
where
    K: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    SK: Storage<Item = K::Item>,
    SN: Storage<Item: Position>,
{
    let Runs { keys, equal, number, out_keys, out_numbers } = request;
    let slots = keys.slots();
    let input = Keys { keys, equal };
    parallel::call(|| {
        let blocks = Blocks { input: &input, slots, number, out_keys: &out_keys, out_numbers: &out_numbers };
        let before = if slots <= BLOCK {
            let mut heads = SmallBuffer::new();
            let heads = heads.of(slots);
            let found = blocks.find(heads, 0);
            // SAFETY: `find` has written all of `heads`, which are those of all slots.
            unsafe { blocks.store(heads.assume_init_ref(), 0, Before::default()) };
            blocks.next(Before::default(), found)
        } else {
            chained_scan::run(pool, slots.div_ceil(BLOCK), Before::default(), &blocks)
        };
        // SAFETY: no other thread is left. There are at most as many runs as slots, and the numbers have room for one more if
        // they are offsets.
        unsafe {
            match number {
                RunNumber::Length if before.runs == 0 => {}
                RunNumber::Length => blocks.put(before.runs - 1, slots - before.last),
                RunNumber::Offset => blocks.put(before.runs, slots),
            }
        }
        before.runs
    })
}

/// The runs that begin before a slot: their number, and where the last one begins.
#[derive(Debug, Clone, Copy, Default)]
struct Before {
    runs: usize,
    last: usize,
}

struct Blocks<'a, K, Q, SK, SN> {
    input: &'a Keys<K, Q>,
    slots: usize,
    number: RunNumber,
    out_keys: &'a SK,
    out_numbers: &'a SN,
}

impl<K, Q, SK, SN> Blocks<'_, K, Q, SK, SN>
where
    K: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    SK: Storage<Item = K::Item>,
    SN: Storage<Item: Position>,
{
    /// The slots of a part: where they begin, and their number.
    fn part(&self, part: usize) -> (usize, usize) {
        let from = part * BLOCK;
        (from, BLOCK.min(self.slots - from))
    }

    /// Finds where runs begin in the slots from `from` on, which are as many as `heads`, and writes all of `heads`.
    fn find(&self, heads: &mut [MaybeUninit<bool>], from: usize) -> Before {
        if heads.is_empty() {
            return Before::default();
        }
        // SAFETY: the callers pass slots of the checked input; `load` writes all of `heads`.
        let heads = unsafe {
            self.input.load(from, heads);
            heads.assume_init_ref()
        };
        let runs = heads.iter().map(|head| usize::from(*head)).sum();
        Before { runs, last: heads.iter().rposition(|head| *head).map_or(0, |k| from + k) }
    }

    /// Stores a number.
    ///
    /// # Safety
    ///
    /// The numbers have a place `at`, which no other thread uses.
    unsafe fn put(&self, at: usize, number: usize) {
        // SAFETY: the caller's contract.
        unsafe { self.out_numbers.put(at, number.cast::<SN::Item>()) }
    }

    /// Stores the runs that begin in the slots from `from` on: offsets, or the lengths of the runs that end with them.
    ///
    /// # Safety
    ///
    /// `heads` are those of the slots from `from` on, and `before` counts the runs before them. No other thread stores them.
    unsafe fn store(&self, heads: &[bool], from: usize, before: Before) {
        // SAFETY: the caller's contract.
        unsafe { store_runs(&self.input.keys, self.number, self.out_keys, self.out_numbers, heads, from, before) }
    }
}

impl<K, Q, SK, SN> Chained for Blocks<'_, K, Q, SK, SN>
where
    K: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    SK: Storage<Item = K::Item>,
    SN: Storage<Item: Position>,
{
    type Outputs = Buffer<bool>;
    type Value = Before;
    type Carry = Before;

    fn room(&self) -> Buffer<bool> {
        scratch(BLOCK)
    }
    fn first(&self, heads: &mut Buffer<bool>, part: usize) -> Before {
        let (from, len) = self.part(part);
        self.find(&mut heads[..len], from)
    }
    fn next(&self, before: Before, found: Before) -> Before {
        Before { runs: before.runs + found.runs, last: before.last.max(found.last) }
    }
    fn second(&self, heads: &mut Buffer<bool>, part: usize, _: Before, before: Before) {
        let (from, len) = self.part(part);
        // SAFETY: `first` has found the heads of this part, which no other thread stores; `before` is the carry.
        unsafe { self.store(heads[..len].assume_init_ref(), from, before) }
    }
}

multiversion! {
    [v4]
    unsafe fn store_runs[K: Indexed<Item: Value>, SK: Storage<Item = K::Item>, SN: Storage<Item: Position>](
        keys: &K, number: RunNumber, out_keys: &SK, out_numbers: &SN, heads: &[bool], from: usize, before: Before,
    ) -> () where [] {
        let Before { mut runs, mut last } = before;
        let wide = pack::wide();
        let (groups, rest) = heads.as_chunks::<GROUP>();
        let mut last_group = [false; GROUP];
        last_group[..rest.len()].copy_from_slice(rest);
        for (g, group) in groups.iter().chain([&last_group]).enumerate() {
            let mut bits = pack::bits(group, wide);
            while bits != 0 {
                let i = from + g * GROUP + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                // SAFETY: `i` is a slot, since a run begins there. Runs are numbered through all parts, so that each has its
                // own places, and there are at most as many as slots. The length of a run is stored where the next one begins.
                unsafe {
                    if !SK::NOTHING {
                        out_keys.put(runs, keys.at(i));
                    }
                    match number {
                        RunNumber::Length if runs == 0 => {}
                        RunNumber::Length => out_numbers.put(runs - 1, (i - last).cast::<SN::Item>()),
                        RunNumber::Offset => out_numbers.put(runs, i.cast::<SN::Item>()),
                    }
                }
                (runs, last) = (runs + 1, i);
            }
        }
    }
}
