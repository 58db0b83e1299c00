use std::sync::Arc;

use onrush_core::algo::Scatter;
use onrush_core::expr::Indexed;
use onrush_core::lower::Params;
use onrush_core::storage::{Span, Storage};
use onrush_core::value::Value;
use onrush_core::{Backend as _, ErrorKind, Result};

use crate::call::Call;
use crate::driver::Kernel;
use crate::sort::{COUNTING, RADIX, RADIX_BITS, THREADS as SORTING, per_thread, temporary};
use crate::workspace::{TICKETS, write_small, write_word};
use crate::{Cuda, codegen};

const THREADS: usize = 256;
const SLOTS_PER_BLOCK: usize = THREADS * 4;
/// Of up to so many items for so many positions each block reads all, and owns so many, as in scatter_few.cuh.
const FEW: usize = 1 << 14;
const FEW_POSITIONS: usize = 1 << 16;
const OWN: usize = 4096;
const OWNING: usize = 1024;
/// Of more, positions look for their items, unless they are so many times as many as the items.
const SPARSE: usize = 4;
/// Bytes of an owner: a tag and the number of an item.
const OWNER: usize = 8;
/// Bytes of an item that is moved to its bin sooner than looked for.
const LIGHT: usize = 16;
/// Items that a block of the counting kernel takes at a time: `row * rows` in radix_histogram.cuh.
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
    Few,
    Claim,
    Put,
    Fill,
    Count,
    Bin,
    ClaimBinned,
    FillBinned,
}
const BINNED: [Step; 4] = [Step::Count, Step::Bin, Step::ClaimBinned, Step::FillBinned];

fn program<T: Value, E: Indexed<Item = (usize, T)>, S: Storage<Item = T>>(
    cuda: &Cuda,
    step: Step,
) -> Result<Arc<Kernel>> {
    let pieces = match step {
        Step::Few => codegen::SCATTER_FEW,
        Step::Claim | Step::Put | Step::Fill => codegen::SCATTER,
        Step::Count | Step::Bin | Step::ClaimBinned | Step::FillBinned => codegen::SCATTER_BINS,
    };
    cuda.program::<Scatter<E, S>>(step as u32, pieces, |entry| {
        entry.alias("In", E::lower).param("In", "in");
        entry.alias("Out", S::lower).param("Out", "out").fallible();
        let bins = |entry: &mut codegen::Entry| {
            entry.param("u32*", "binned").param("Span<u32>", "positions").param("Out", "items");
        };
        match step {
            Step::Few => {}
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
                entry.param("u32*", "owners");
            }
        }
        match step {
            Step::Few => "ScatterFew<In, Out>".into(),
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
    cuda: &Call<'_>,
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
        let binned = BINNED.iter().filter(|_| light);
        let all = [Step::Few, Step::Claim, Step::Put, Step::Fill].iter().chain(binned);
        all.into_iter().try_for_each(|step| program::<T, E, S>(cuda, *step).map(drop))?;
    }
    if slots <= FEW && positions <= FEW_POSITIONS {
        let few = program::<T, E, S>(cuda, Step::Few)?;
        let mut params = Params::new();
        params.member(|out| request.input.params(out));
        params.member(|out| request.output.params(out));
        return cuda.work().launch(&few, positions.div_ceil(OWN).max(1), OWNING, &params);
    }
    let dense = positions / SPARSE <= slots;
    let cached = cuda.driver().cache_bytes() / OWNER;
    if dense && light && slots.min(positions) > cached && positions <= u32::MAX as usize {
        return in_bins(cuda, &request, cached as u32);
    }
    let store = if dense { Step::Fill } else { Step::Put };
    let making = |step| (step as u32, move || program::<T, E, S>(cuda, step));
    let [claim, store] = cuda.programs::<Scatter<E, S>, _>([Step::Claim, store].map(making));
    let (claim, store) = (claim?, store?);
    let mut work = cuda.work();
    let (owners, tag) = work.states(positions)?;
    let mut params = Params::new();
    params.member(|out| request.input.params(out));
    params.member(|out| request.output.params(out));
    write_word(&mut params, owners);
    write_small(&mut params, tag);
    work.launch(&claim, slots.div_ceil(SLOTS_PER_BLOCK), THREADS, &params)?;
    work.launch(&store, if dense { positions } else { slots }.div_ceil(SLOTS_PER_BLOCK), THREADS, &params)
}

/// Where only `cached` owners are sure to be in the GPU's cache: four launches, by way of bins if there is room for these.
fn in_bins<T: Value, E: Indexed<Item = (usize, T)>, S: Storage<Item = T>>(
    cuda: &Call<'_>,
    request: &Scatter<E, S>,
    cached: u32,
) -> Result<()> {
    let (slots, positions) = (request.input.slots(), request.output.len());
    let making = |step| (step as u32, move || program::<T, E, S>(cuda, step));
    let [count, bin, claim, fill] = cuda.programs::<Scatter<E, S>, _>(BINNED.map(making));
    let (count, bin, claim, fill) = (count?, bin?, claim?, fill?);
    let shift = (usize::BITS - (positions - 1).leading_zeros()).saturating_sub(RADIX_BITS);
    let tiles = slots.div_ceil(SORTING * per_thread_in_bins(T::SIZE));

    let mut work = cuda.work();
    let zeros = work.zeros(TICKETS + RADIX)?;
    let owners = work.cleared((positions + RADIX + PLAN) * 4)?;
    let (starts, plan, binned) = (positions, positions + RADIX, positions + RADIX + PLAN - 1);
    let [starts, plan, binned] = [starts, plan, binned].map(|word| owners + (word * 4) as u64);
    let mut room = |slots: usize, tiles: usize| -> Result<_> {
        let states = work.states(tiles * RADIX)?;
        Ok((states, temporary::<Span<u32>>(cuda.driver(), slots)?, temporary::<S>(cuda.driver(), slots)?))
    };
    // Without room it stays unsaid that there are bins.
    let (bins, has_bins) = match room(slots, tiles) {
        Ok(bins) => (bins, true),
        Err(error) if matches!(error.kind(), ErrorKind::OutOfMemory { .. }) => (room(0, 0)?, false),
        Err(error) => return Err(error),
    };
    let ((states, tag), (places, _places_memory), (items, _items_memory)) = bins;

    let mut chain = Params::new();
    chain.member(|out| request.input.params(out));
    chain.member(|out| request.output.params(out));
    let bins = |out: &mut Params| {
        write_word(out, binned);
        out.member(|out| places.params(out));
        out.member(|out| items.params(out));
    };
    if has_bins {
        let mut params = chain.clone();
        write_small(&mut params, shift);
        write_small(&mut params, cached);
        let counts = zeros + (TICKETS * 8) as u64;
        [binned, counts, starts, plan, zeros].into_iter().for_each(|at| write_word(&mut params, at));
        work.launch(&count, cuda.wave(1, slots.div_ceil(COUNTED)), COUNTING, &params)?;

        let mut params = chain.clone();
        write_small(&mut params, shift);
        bins(&mut params);
        write_word(&mut params, starts);
        write_word(&mut params, states);
        write_small(&mut params, tag);
        write_word(&mut params, zeros);
        work.launch(&bin, tiles, SORTING, &params)?;
    }
    bins(&mut chain);
    write_word(&mut chain, owners);
    work.launch(&claim, slots.div_ceil(SLOTS_PER_BLOCK), THREADS, &chain)?;
    work.launch(&fill, positions.div_ceil(SLOTS_PER_BLOCK), THREADS, &chain)
}
