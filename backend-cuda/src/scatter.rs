use std::sync::Arc;

use onrush_core::algo::Scatter;
use onrush_core::expr::Indexed;
use onrush_core::lower::Params;
use onrush_core::storage::{Span, Storage};
use onrush_core::value::Value;
use onrush_core::{Backend as _, ErrorKind, Result};

use crate::driver::Kernel;
use crate::sort::{COUNTING, RADIX, RADIX_BITS, THREADS as SORTING, per_thread, temporary};
use crate::workspace::{TICKETS, Work, write_small, write_word};
use crate::{Cuda, codegen};

const THREADS: usize = 256;
const SLOTS_PER_BLOCK: usize = THREADS * 4;
/// Positions look for their items, unless they are so many times as many as the items,
const SPARSE: usize = 4;
/// or as this.
const FEW: usize = 1 << 14;
/// Bytes of an owner: a tag and the number of an item.
const OWNER: usize = 8;
/// Bytes of an item that is moved to its bin sooner than looked for.
const LIGHT: usize = 16;
/// Items that a block of the counting kernel takes at a time.
const COUNTED: usize = COUNTING * 8;
/// Words behind the starts of bins: the plan of a pass, which is done without, and whether there are bins.
const PLAN: usize = 3;

/// Items of a tile of bins for each of its threads.
fn per_thread_in_bins(size: usize) -> usize {
    per_thread(size.max(4), true).min(16)
}

/// The programs.
#[derive(Debug, Clone, Copy)]
enum Step {
    Claim,
    Put,
    Fill,
    Count,
    Bin,
    ClaimBinned,
    FillBinned,
}

fn program<T: Value, E: Indexed<Item = (usize, T)>, S: Storage<Item = T>>(
    cuda: &Cuda,
    step: Step,
) -> Result<Arc<Kernel>> {
    let pieces =
        if matches!(step, Step::Claim | Step::Put | Step::Fill) { codegen::SCATTER } else { codegen::SCATTER_BINS };
    cuda.program::<Scatter<E, S>>(step as u32, pieces, |entry| {
        entry.alias("In", E::lower).param("In", "in");
        entry.alias("Out", S::lower).param("Out", "out").fallible();
        let bins = |entry: &mut codegen::Entry| {
            entry.param("u32*", "binned").param("Span<u32>", "positions").param("Out", "items");
        };
        match step {
            Step::Claim | Step::Put | Step::Fill => {
                entry.param("u64*", "owners").param("u32", "tag");
            }
            Step::Count => {
                entry.param("u32", "shift").param("u32", "cached").param("u32*", "binned").param("u64*", "counts");
                entry.param("u32*", "starts").param("u32*", "plan").param("u64*", "tickets");
            }
            Step::Bin => {
                bins(entry.param("u32", "shift"));
                entry.param("u32*", "starts").param("u64*", "states").param("u32", "tag").param("u64*", "tickets");
            }
            Step::ClaimBinned | Step::FillBinned => {
                bins(entry);
                entry.param("u64*", "owners").param("u32", "tag");
            }
        }
        match step {
            Step::Claim => "ScatterClaim<In, Out>".into(),
            Step::Put => "ScatterPut<In, Out>".into(),
            Step::Fill => "ScatterFill<In, Out>".into(),
            Step::Count => "ScatterCount<In, Out>".into(),
            Step::Bin => format!("ScatterBin<In, Out, {}>", per_thread_in_bins(T::SIZE)),
            Step::ClaimBinned => "FromBins<ScatterClaim, In, Out>".into(),
            Step::FillBinned => "FromBins<ScatterFill, In, Out>".into(),
        }
    })
}

pub(crate) fn scatter<T: Value, E: Indexed<Item = (usize, T)>, S: Storage<Item = T>>(
    cuda: &Cuda,
    request: Scatter<E, S>,
) -> Result<()> {
    let (slots, positions) = (request.input.slots(), request.output.len());
    if slots == 0 {
        return Ok(());
    }
    if slots > u32::MAX as usize {
        // An owner is a tag and the number of an item, 32 bits each.
        let message = format!("scatter: {slots} items are more than 2^32 - 1");
        return Err(ErrorKind::Device { device: cuda.name(), message }.into());
    }
    let light = T::SIZE <= LIGHT;
    if cuda.driver().is_watched() {
        let binned = if light { &[Step::Count, Step::Bin, Step::ClaimBinned, Step::FillBinned][..] } else { &[] };
        let all = [Step::Claim, Step::Put, Step::Fill].iter().chain(binned);
        all.into_iter().try_for_each(|step| program::<T, E, S>(cuda, *step).map(drop))?;
    }
    let dense = positions / SPARSE <= slots.max(FEW);
    let cached = cuda.driver().cache_bytes() / OWNER;
    if dense
        && light
        && slots.min(positions) > cached
        && positions <= u32::MAX as usize
        && in_bins(cuda, &request, cached)?
    {
        return Ok(());
    }
    let (claim, store) = if dense { (Step::Claim, Step::Fill) } else { (Step::Claim, Step::Put) };
    let programs = [program::<T, E, S>(cuda, claim)?, program::<T, E, S>(cuda, store)?];
    let mut params = Params::new();
    params.member(|out| request.input.params(out));
    params.member(|out| request.output.params(out));
    place(&mut cuda.work(), programs, params, slots, positions, if dense { positions } else { slots })
}

/// The last two launches: items claim their positions, and then as many items or positions look whose these are. The
/// parameters lack the owners.
fn place(
    work: &mut Work<'_>,
    [claim, store]: [Arc<Kernel>; 2],
    mut params: Params,
    slots: usize,
    positions: usize,
    looking: usize,
) -> Result<()> {
    let (owners, tag) = work.states(positions)?;
    write_word(&mut params, owners);
    write_small(&mut params, tag);
    work.launch(&claim, slots.div_ceil(SLOTS_PER_BLOCK), THREADS, &params)?;
    work.launch(&store, looking.div_ceil(SLOTS_PER_BLOCK), THREADS, &params)
}

/// By way of bins, in four launches, where `cached` owners fit in the GPU's cache; false, with nothing done, if there is no
/// room for them.
fn in_bins<T: Value, E: Indexed<Item = (usize, T)>, S: Storage<Item = T>>(
    cuda: &Cuda,
    request: &Scatter<E, S>,
    cached: usize,
) -> Result<bool> {
    let (slots, positions) = (request.input.slots(), request.output.len());
    let program = |step| program::<T, E, S>(cuda, step);
    let (count, bin) = (program(Step::Count)?, program(Step::Bin)?);
    let placing = [program(Step::ClaimBinned)?, program(Step::FillBinned)?];
    let shift = (usize::BITS - (positions - 1).leading_zeros()).saturating_sub(RADIX_BITS);
    let tiles = slots.div_ceil(SORTING * per_thread_in_bins(T::SIZE));

    let mut work = cuda.work();
    let zeros = work.zeros(TICKETS + RADIX)?;
    let starts = work.scratch((RADIX + PLAN) * 4)?;
    let (plan, binned) = (starts + (RADIX * 4) as u64, starts + ((RADIX + PLAN - 1) * 4) as u64);
    // What can't be done without, before what can.
    work.states(positions.max(tiles * RADIX))?;
    let Ok((places, _places_memory)) = temporary::<Span<u32>>(cuda.driver(), slots) else { return Ok(false) };
    let Ok((items, _items_memory)) = temporary::<S>(cuda.driver(), slots) else { return Ok(false) };

    let mut chain = Params::new();
    chain.member(|out| request.input.params(out));
    chain.member(|out| request.output.params(out));
    let bins = |out: &mut Params| {
        write_word(out, binned);
        out.member(|out| places.params(out));
        out.member(|out| items.params(out));
    };

    let mut params = chain.clone();
    write_small(&mut params, shift);
    write_small(&mut params, cached as u32);
    let counts = zeros + (TICKETS * 8) as u64;
    [binned, counts, starts, plan, zeros].into_iter().for_each(|at| write_word(&mut params, at));
    work.launch(&count, cuda.wave(1, slots.div_ceil(COUNTED)), COUNTING, &params)?;

    let (states, tag) = work.states(tiles * RADIX)?;
    let mut params = chain.clone();
    write_small(&mut params, shift);
    bins(&mut params);
    write_word(&mut params, starts);
    write_word(&mut params, states);
    write_small(&mut params, tag);
    write_word(&mut params, zeros);
    work.launch(&bin, tiles, SORTING, &params)?;

    bins(&mut chain);
    place(&mut work, placing, chain, slots, positions, positions)?;
    Ok(true)
}
