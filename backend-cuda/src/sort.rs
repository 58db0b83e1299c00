use std::mem::size_of;

use onrush_core::algo::Sort;
use onrush_core::lower::Params;
use onrush_core::shape::{WARP, WARPS, items_per_thread};
use onrush_core::storage::{Span, Storage};
use onrush_core::value::Item as _;
use onrush_core::{Key, Memory as _, Result};

use crate::driver::{Buffer, Driver};
use crate::select::number;
use crate::workspace::{TICKETS, write_small, write_word};
use crate::{Cuda, codegen};

const RADIX_BITS: u32 = 8;
const RADIX: usize = 1 << RADIX_BITS;
/// Threads of a block that counts digits, and of one that brings the result back.
const COUNTING: usize = 1024;
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

/// Slots in a tile of a pass: those of `SortShape` in sort.cuh.
const fn tile(size: usize, pairs: bool) -> usize {
    let per_thread = match size {
        0..=4 if pairs => 20,
        0..=4 => 28,
        5..=8 if pairs => 12,
        5..=8 => 14,
        9..=16 => 7,
        17..=32 => 3,
        33..=64 => 2,
        _ => 1,
    };
    WARP * WARPS * per_thread
}

/// The digits of a key, the least significant first: word and place in it.
fn digits<K: Key>() -> Vec<(u32, u32)> {
    let word = |w| (0..K::word_bits(w).div_ceil(RADIX_BITS)).map(move |d| (w as u32, d * RADIX_BITS));
    (0..K::WORDS).rev().flat_map(word).collect()
}

pub(crate) fn sort<K: Key, V: Storage>(cuda: &Cuda, request: Sort<K, V>) -> Result<()> {
    let Sort { keys, values } = request;
    let slots = keys.len();
    if slots < 2 {
        return Ok(());
    }
    let digits = digits::<K>();
    let (number, wide) = number(slots);
    let program = |step: u32, pieces, describe: &dyn Fn(&mut codegen::Entry) -> String| {
        cuda.program::<Sort<K, V>>(step * 2 + wide, pieces, |entry| {
            entry.alias("K", |unit| {
                unit.radix(&K::ty());
                unit.spell(&K::ty())
            });
            entry.alias("V", V::lower);
            describe(entry)
        })
    };
    let size = size_of::<K>();
    let tile = tile(size.max(V::Item::ty().size()), !V::NOTHING);
    if slots <= tile {
        let block = program(3, codegen::SORT_BLOCK, &|entry| {
            entry.param("Span<K>", "keys").param("V", "values");
            "SortBlock<K, V>".into()
        })?;
        let mut params = Params::new();
        params.member(|out| keys.params(out));
        params.member(|out| values.params(out));
        return cuda.work().launch(&block, 1, WARP * WARPS, &params);
    }
    let count = digits.len();
    let histogram = program(0, codegen::SORT_HISTOGRAM, &|entry| {
        let starts = if wide == 0 { "u32*" } else { "u64*" };
        entry.param("Span<K>", "keys").param("u64*", "counts").param(starts, "starts");
        entry.param("u32*", "plan").param("u64*", "tickets");
        format!("SortHistogram<K, {number}, {count}>")
    })?;
    let pass = program(1, codegen::SORT, &|entry| {
        let starts = if wide == 0 { "u32*" } else { "u64*" };
        entry.param("Span<K>", "keys_0").param("Span<K>", "keys_1").param("V", "values_0").param("V", "values_1");
        entry.param("u32", "pass").param("u32", "word").param("u32", "shift").param(starts, "starts");
        entry.param("u32*", "plan").param("u64*", "states").param("u32", "tag").param("u64*", "tickets");
        format!("SortPass<K, V, {number}>")
    })?;
    let finish = program(2, codegen::SORT_FINISH, &|entry| {
        entry.param("Span<K>", "keys_0").param("Span<K>", "keys_1").param("V", "values_0").param("V", "values_1");
        entry.param("u32*", "plan");
        format!("SortFinish<K, V, {count}>")
    })?;

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

    let mut params = Params::new();
    params.member(|out| keys.params(out));
    write_word(&mut params, zeros + (TICKETS * 8) as u64);
    write_word(&mut params, starts);
    write_word(&mut params, plan);
    write_word(&mut params, zeros);
    let rows = if size > 16 { 1 } else { 4 };
    let blocks = cuda.wave(1, slots.div_ceil(COUNTING * rows * items_per_thread(size)));
    work.launch(&histogram, blocks, COUNTING, &params)?;

    let tiles = slots.div_ceil(tile);
    for (number, (word, shift)) in digits.into_iter().enumerate() {
        let (states, tag) = work.states(tiles * RADIX * (1 + wide as usize))?;
        let mut params = buffers.clone();
        [number as u32, word, shift].into_iter().for_each(|x| write_small(&mut params, x));
        write_word(&mut params, starts);
        write_word(&mut params, plan);
        write_word(&mut params, states);
        write_small(&mut params, tag);
        write_word(&mut params, zeros);
        work.launch(&pass, tiles, WARP * WARPS, &params)?;
    }
    write_word(&mut buffers, plan);
    work.launch(&finish, cuda.wave(8, slots.div_ceil(FINISHING)), FINISHING, &buffers)
}
