use onrush_core::algo::Scatter;
use onrush_core::expr::Expr;
use onrush_core::lower::{InputError, Piece};
use onrush_core::storage::{Span, Storage};
use onrush_core::value::Value;
use onrush_core::{Backend as _, ErrorKind, Position, Result};

use crate::argument::{ChainArg, ColumnsArg, NumberStruct, Numbers, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::{BuiltinKernel, Wanted, wanted};
use crate::sort::{COUNTED_ROWS, COUNTING, RADIX, RADIX_BITS, THREADS as SORTING, describe_radix, per_thread};
use crate::workspace::{DigitCounts, HasBins, Owners, Plan, Starts, States, Tag, Temporary, Tickets};

const THREADS: usize = 256;
const ROWS: usize = 4;
const SLOTS_PER_BLOCK: usize = THREADS * ROWS;
/// The most items and positions of the small path, in which each block reads all items and owns `OWN` positions.
const FEW: usize = 1 << 14;
const FEW_POSITIONS: usize = 1 << 16;
const OWN: usize = 4096;
const OWNING: usize = 1024;
/// The largest ratio of positions to items for the dense path, in which positions look for their items.
const SPARSE: usize = 4;
/// Bytes of an owner: a tag and the number of an item.
const OWNER: usize = 8;
/// The most bytes of an item that is brought to a bin; larger items are gathered.
const LIGHT: usize = 16;
/// Items that a block of the counting kernel takes at a time.
const COUNTED: usize = COUNTING * COUNTED_ROWS;

/// Items of a tile of bins for each of its threads.
fn per_thread_in_bins(size: usize) -> usize {
    per_thread(size.max(4), true).min(16)
}

/// Variants of kernels: the steps by which items get to their positions.
const CLAIM: u32 = 0;
const PUT: u32 = 1;
const FILL: u32 = 2;

fn step(variant: u32) -> &'static str {
    match variant {
        CLAIM => "ScatterClaim",
        PUT => "ScatterPut",
        _ => "ScatterFill",
    }
}

/// The files of all kernels with owners.
const PIECES: &[Piece] = pieces![
    "warp.cuh",
    "block.cuh",
    "lookback.cuh",
    "radix.cuh",
    "radix_histogram.cuh",
    "radix_pass.cuh",
    "scatter.cuh",
    "scatter_bins.cuh"
];

/// Says that a position may be beyond the output.
fn can_fail<P: Position>(entry: &mut Entry) {
    entry.can_fail_at("SCATTER_SITE", InputError::position::<P>("scatter"));
}

arguments! {
    /// The scatter of few items, in one launch.
    Few<'a, E, S> {
        input: ChainArg<'a, E> as In,
        out: ColumnsArg<'a, S> as Out,
    }
}

impl<P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>> BuiltinKernel for Few<'_, E, S> {
    const PIECES: &'static [Piece] = pieces!["scatter.cuh", "scatter_few.cuh"];
    const THREADS: usize = OWNING;
    fn describe(_: u32, entry: &mut Entry) -> String {
        entry.constant("OWN", OWN);
        entry.constant("ROWS", ROWS);
        can_fail::<P>(entry);
        "ScatterFew<In, Out>".into()
    }
}

arguments! {
    /// A step by owners with tags.
    Tagged<'a, E, S> {
        input: ChainArg<'a, E> as In,
        out: ColumnsArg<'a, S> as Out,
        owners: States,
        tag: Tag,
    }
}

impl<P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>> BuiltinKernel for Tagged<'_, E, S> {
    const PIECES: &'static [Piece] = pieces!["scatter.cuh"];
    const THREADS: usize = THREADS;
    fn describe(variant: u32, entry: &mut Entry) -> String {
        entry.constant("ROWS", ROWS);
        can_fail::<P>(entry);
        format!("{}<In, Out>", step(variant))
    }
}

/// The limits within which positions lie together.
struct Nearness {
    /// Positions of a bin, as a power of two.
    shift: u32,
    /// The number of owners that are sure to be in the GPU's cache.
    cached: u32,
}

impl NumberStruct for Nearness {
    const TYPE: &'static str = "Nearness";
    const FIELDS: &'static [&'static str] = &["shift", "cached"];
    const STRIDE: usize = 16;
    fn values(&self) -> impl IntoIterator<Item = u64> {
        [self.shift, self.cached].map(u64::from)
    }
}

arguments! {
    /// Counts the items of bins, if bins are worth it.
    Count<'a, E, S> {
        input: ChainArg<'a, E> as In,
        out: ColumnsArg<'a, S> as Out,
        nearness: Numbers<Nearness>,
        binned: HasBins,
        counts: DigitCounts,
        starts: Starts,
        plan: Plan,
        tickets: Tickets,
    }
}

impl<P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>> BuiltinKernel for Count<'_, E, S> {
    const PIECES: &'static [Piece] = self::PIECES;
    const THREADS: usize = COUNTING;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe::<P>(entry);
        entry.assert("Kernel::Counts::row * Kernel::Counts::rows", COUNTED);
        "ScatterCount<In, Out>".into()
    }
}

arguments! {
    /// Brings items to bins.
    Bin<'a, E, S> {
        input: ChainArg<'a, E> as In,
        out: ColumnsArg<'a, S> as Out,
        shift: u32,
        binned: HasBins,
        positions: ColumnsArg<'a, Span<u32>>,
        items: ColumnsArg<'a, S> as Out,
        starts: Starts,
        states: States,
        tag: Tag,
        tickets: Tickets,
    }
}

impl<P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>> BuiltinKernel for Bin<'_, E, S> {
    const PIECES: &'static [Piece] = self::PIECES;
    const THREADS: usize = SORTING;
    fn state_words(_: u32) -> usize {
        RADIX
    }
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe::<P>(entry);
        format!("ScatterBin<In, Out, {}>", per_thread_in_bins(T::SIZE))
    }
}

arguments! {
    /// A step from bins, if there are any, by owners without tags.
    Numbered<'a, E, S> {
        input: ChainArg<'a, E> as In,
        out: ColumnsArg<'a, S> as Out,
        binned: HasBins,
        positions: ColumnsArg<'a, Span<u32>>,
        items: ColumnsArg<'a, S> as Out,
        owners: Owners,
    }
}

impl<P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>> BuiltinKernel for Numbered<'_, E, S> {
    const PIECES: &'static [Piece] = self::PIECES;
    const THREADS: usize = THREADS;
    fn describe(variant: u32, entry: &mut Entry) -> String {
        describe::<P>(entry);
        format!("FromBins<{}, In, Out>", step(variant))
    }
}

/// Describes what is common to all kernels with bins. Their numbers have 32 bits.
fn describe<P: Position>(entry: &mut Entry) {
    describe_radix(entry);
    entry.constant("ROWS", ROWS);
    entry.alias("Number", "u32".into());
    can_fail::<P>(entry);
}

/// The programs that scatter by way of bins.
type InBins<'a, E, S> =
    (Wanted<Count<'a, E, S>>, Wanted<Bin<'a, E, S>>, Wanted<Numbered<'a, E, S>>, Wanted<Numbered<'a, E, S>>);
fn all_in_bins<'a, P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>>() -> InBins<'a, E, S> {
    (wanted(0), wanted(0), wanted(CLAIM), wanted(FILL))
}

pub(crate) fn scatter<P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>>(
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
    // The other kernels expect an item in every slot.
    let light = T::SIZE <= LIGHT && E::DENSE;
    if cuda.driver().is_watched() {
        if E::DENSE {
            cuda.program::<Few<'_, E, S>>(0)?;
        }
        [CLAIM, PUT, FILL].iter().try_for_each(|step| cuda.program::<Tagged<'_, E, S>>(*step).map(drop))?;
        if light {
            cuda.programs(all_in_bins::<P, T, E, S>())?;
        }
    }
    let (input, out) = (|| ChainArg(&request.input), ColumnsArg(&request.output));
    if E::DENSE && slots <= FEW && positions <= FEW_POSITIONS {
        let few = cuda.program::<Few<'_, E, S>>(0)?;
        return cuda.work().launch(&few, positions.div_ceil(OWN).max(1), Few { input: input(), out });
    }
    let dense = positions / SPARSE <= slots;
    let cached = cuda.driver().cache_bytes() / OWNER;
    if dense && light && slots.min(positions) > cached && positions <= u32::MAX as usize {
        return in_bins(cuda, &request, cached as u32);
    }
    let store = if dense { FILL } else { PUT };
    let (claim, store) = cuda.programs((wanted::<Tagged<'_, E, S>>(CLAIM), wanted::<Tagged<'_, E, S>>(store)))?;
    let mut work = cuda.work();
    let (owners, tag) = work.states_of_positions(positions)?;
    work.launch(&claim, slots.div_ceil(SLOTS_PER_BLOCK), Tagged { input: input(), out, owners, tag })?;
    let blocks = if dense { positions } else { slots }.div_ceil(SLOTS_PER_BLOCK);
    work.launch(&store, blocks, Tagged { input: input(), out, owners, tag })
}

/// Scatters where only `cached` owners are sure to be in the GPU's cache: in four launches, by way of bins if there is room.
fn in_bins<P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>>(
    cuda: &Call<'_>,
    request: &Scatter<E, S>,
    cached: u32,
) -> Result<()> {
    let (slots, positions) = (request.input.slots(), request.output.len());
    let (count, bin, claim, fill) = cuda.programs(all_in_bins::<P, T, E, S>())?;
    let shift = (usize::BITS - (positions - 1).leading_zeros()).saturating_sub(RADIX_BITS);
    let tiles = slots.div_ceil(SORTING * per_thread_in_bins(T::SIZE));

    let mut work = cuda.work();
    let tickets = work.tickets()?;
    let counts = work.counts(RADIX)?;
    let (starts, plan, binned, owners) = work.bins(positions, RADIX)?;
    let mut room = |slots: usize, tiles: usize| -> Result<_> {
        let states = work.states(&bin, tiles)?;
        let places = Temporary::<Span<u32>>::new(cuda.driver(), slots)?;
        Ok((states, places, Temporary::<S>::new(cuda.driver(), slots)?))
    };
    // If there is no memory for bins, the flag `binned` stays 0.
    let (((states, tag), places, items), has_bins) = match room(slots, tiles) {
        Ok(bins) => (bins, true),
        Err(error) if matches!(error.kind(), ErrorKind::OutOfMemory { .. }) => (room(0, 0)?, false),
        Err(error) => return Err(error),
    };

    let (input, out) = (|| ChainArg(&request.input), ColumnsArg(&request.output));
    let (positions_of_bins, items) = (places.columns(), items.columns());
    if has_bins {
        let nearness = Numbers(Nearness { shift, cached });
        let arguments = Count { input: input(), out, nearness, binned, counts, starts, plan, tickets };
        work.launch(&count, cuda.wave(1, slots.div_ceil(COUNTED)), arguments)?;
        let positions = positions_of_bins;
        let arguments = Bin { input: input(), out, shift, binned, positions, items, starts, states, tag, tickets };
        work.launch(&bin, tiles, arguments)?;
    }
    let arguments = || Numbered { input: input(), out, binned, positions: positions_of_bins, items, owners };
    work.launch(&claim, slots.div_ceil(SLOTS_PER_BLOCK), arguments())?;
    work.launch(&fill, positions.div_ceil(SLOTS_PER_BLOCK), arguments())
}
