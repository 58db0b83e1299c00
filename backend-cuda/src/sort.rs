use std::mem::size_of;

use onrush_core::algo::Sort;
use onrush_core::lower::Params;
use onrush_core::shape::{WARP, WARPS, items_per_thread};
use onrush_core::storage::{Span, Storage};
use onrush_core::value::Item as _;
use onrush_core::{Key, Memory as _, Result};

use crate::call::Call;
use crate::codegen;
use crate::driver::{Buffer, Driver};
use crate::select::number;
use crate::workspace::{TICKETS, write_small, write_word};

pub(crate) const RADIX_BITS: u32 = 8;
pub(crate) const RADIX: usize = 1 << RADIX_BITS;
/// Threads of a tile; of a block that counts digits, and of one that brings the result back.
pub(crate) const THREADS: usize = WARP * WARPS;
pub(crate) const COUNTING: usize = 1024;
const FINISHING: usize = 256;

/// Storage like another's, in buffers of its own.
pub(crate) fn temporary<S: Storage>(driver: &Driver, len: usize) -> Result<(S, Vec<Buffer>)> {
    let mut buffers = Vec::new();
    let storage = S::like(len, &mut |bytes, _| {
        let buffer = driver.allocate(bytes)?;
        let address = buffer.address();
        buffers.push(buffer);
        Ok(address)
    })?;
    Ok((storage, buffers))
}

/// Items of a tile for each of its threads: the more, the longer are the rows that a digit's items are written in.
pub(crate) const fn per_thread(size: usize, pairs: bool) -> usize {
    match size {
        0..=4 if pairs => 20,
        0..=4 => 28,
        5..=8 if pairs => 12,
        5..=8 => 14,
        9..=16 => 7,
        17..=32 => 3,
        33..=64 => 2,
        _ => 1,
    }
}

/// The same for what one block sorts alone: no more than fits in 64 KiB of shared memory, which a block has everywhere, with
/// ranks, the sources of pairs, and 12.1 KiB of counts.
fn per_thread_alone(size: usize, pairs: bool) -> usize {
    let fitting = ((64 << 10) - 12_400) / (THREADS * (size + if pairs { 4 } else { 2 }));
    per_thread(size, pairs).min(fitting).max(1)
}

/// The digits of a key, the least significant first: word and place in it.
fn digits<K: Key>() -> Vec<(u32, u32)> {
    let word = |w| (0..K::word_bits(w).div_ceil(RADIX_BITS)).map(move |d| (w as u32, d * RADIX_BITS));
    (0..K::WORDS).rev().flat_map(word).collect()
}

/// The programs.
#[derive(Debug, Clone, Copy)]
enum Step {
    Block,
    Histogram,
    Finish,
    FewerPass,
    Pass,
}

pub(crate) fn sort<K: Key, V: Storage>(cuda: &Call<'_>, request: Sort<K, V>) -> Result<()> {
    let Sort { keys, values } = request;
    let slots = keys.len();
    if slots < 2 {
        return Ok(());
    }
    let digits = digits::<K>();
    let (number, wide) = number(slots);
    let size = size_of::<K>();
    let larger = size.max(V::Item::ty().size());
    let (most, alone) = (per_thread(larger, !V::NOTHING), per_thread_alone(larger, !V::NOTHING));
    // Smaller tiles are done sooner, until there are about as many as multiprocessors: on an H200 up to 100.
    let fewer = most.div_ceil(2);
    let count = digits.len();
    let starts = if wide == 0 { "u32*" } else { "u64*" };
    let variant = |step: Step| step as u32 * 2 + wide;
    let program = |step: Step| {
        let pieces = match step {
            Step::Block => codegen::SORT_BLOCK,
            Step::Histogram => codegen::SORT_HISTOGRAM,
            Step::Finish => codegen::SORT_FINISH,
            Step::FewerPass | Step::Pass => codegen::SORT,
        };
        cuda.program::<Sort<K, V>>(variant(step), pieces, |entry| {
            entry.alias("K", |unit| {
                unit.radix(&K::ty());
                unit.spell(&K::ty())
            });
            entry.alias("V", V::lower);
            let both = |entry: &mut codegen::Entry| {
                entry
                    .param("Span<K>", "keys_0")
                    .param("Span<K>", "keys_1")
                    .param("V", "values_0")
                    .param("V", "values_1");
            };
            let mut pass = |items| {
                both(entry);
                entry.param("u32", "pass").param("u32", "word").param("u32", "shift").param(starts, "starts");
                entry.param("u32*", "plan").param("u64*", "states").param("u32", "tag").param("u64*", "tickets");
                format!("SortPass<K, V, {number}, {items}>")
            };
            match step {
                Step::Block => {
                    entry.param("Span<K>", "keys").param("V", "values");
                    format!("SortBlock<K, V, {alone}>")
                }
                Step::Histogram => {
                    entry.param("Span<K>", "keys").param("u64*", "counts").param(starts, "starts");
                    entry.param("u32*", "plan").param("u64*", "tickets");
                    format!("RadixHistogram<K, Span<K>, {number}, {count}>")
                }
                Step::Finish => {
                    both(entry);
                    entry.param("u32*", "plan");
                    format!("SortFinish<K, V, {count}>")
                }
                Step::FewerPass => pass(fewer),
                Step::Pass => pass(most),
            }
        })
    };

    if cuda.driver().is_watched() {
        let all = [Step::Block, Step::Histogram, Step::Finish, Step::FewerPass, Step::Pass];
        all.into_iter().try_for_each(|step| program(step).map(drop))?;
    }
    if slots <= THREADS * alone {
        let mut params = Params::new();
        params.member(|out| keys.params(out));
        params.member(|out| values.params(out));
        return cuda.work().launch(&program(Step::Block)?, 1, THREADS, &params);
    }
    let few = 4 * slots.div_ceil(THREADS * fewer) <= 3 * cuda.multiprocessors();
    let (pass, items) = if few { (Step::FewerPass, fewer) } else { (Step::Pass, most) };
    let tiles = slots.div_ceil(THREADS * items);
    let needed = [Step::Histogram, pass, Step::Finish].map(|step| (variant(step), move || program(step)));
    let [histogram, pass, finish] = cuda.programs::<Sort<K, V>, _>(needed);
    let (histogram, pass, finish) = (histogram?, pass?, finish?);

    let (other_keys, _keys_memory) = temporary::<Span<K>>(cuda.driver(), slots)?;
    let (other_values, _values_memory) = temporary::<V>(cuda.driver(), slots)?;
    let mut buffers = Params::new();
    buffers.member(|out| keys.params(out));
    buffers.member(|out| other_keys.params(out));
    buffers.member(|out| values.params(out));
    buffers.member(|out| other_values.params(out));

    let mut work = cuda.work();
    let zeros = work.zeros(TICKETS + count * RADIX)?;
    let starts = work.scratch(count * RADIX * 8 + (count + 1) * 4)?;
    let plan = starts + (count * RADIX * 8) as u64;
    let states = tiles * RADIX * (1 + wide as usize);
    work.room_for_states(states)?;

    let mut params = Params::new();
    params.member(|out| keys.params(out));
    write_word(&mut params, zeros + (TICKETS * 8) as u64);
    write_word(&mut params, starts);
    write_word(&mut params, plan);
    write_word(&mut params, zeros);
    // A row each; where there are more rows than blocks, radix_histogram.cuh has these take several at a time.
    let blocks = cuda.wave(1, slots.div_ceil(COUNTING * items_per_thread(size)));
    work.launch(&histogram, blocks, COUNTING, &params)?;

    for (number, (word, shift)) in digits.into_iter().enumerate() {
        let (states, tag) = work.states(states)?;
        let mut params = buffers.clone();
        [number as u32, word, shift].into_iter().for_each(|x| write_small(&mut params, x));
        write_word(&mut params, starts);
        write_word(&mut params, plan);
        write_word(&mut params, states);
        write_small(&mut params, tag);
        write_word(&mut params, zeros);
        work.launch(&pass, tiles, THREADS, &params)?;
    }
    write_word(&mut buffers, plan);
    work.launch(&finish, cuda.wave(8, slots.div_ceil(FINISHING)), FINISHING, &buffers)
}
