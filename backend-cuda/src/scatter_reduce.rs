mod lists;

use onrush_core::algo::ScatterReduce;
use onrush_core::expr::Expr;
use onrush_core::lower::{InputError, Piece};
use onrush_core::operator::Operator;
use onrush_core::shape::{PLACES_BYTES, Places, SET_SLOTS, SETS_BYTES, Tile, WARP, WARPS};
use onrush_core::storage::{NoColumns, Span, Storage};
use onrush_core::value::{Item as _, Value};
use onrush_core::{Position, Result};

use crate::argument::{ChainArg, ColumnsArg, LeadingArg, Maybe, NumberStruct, Numbers, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::{BuiltinKernel, wanted};
use crate::select::Width;
use crate::sort::{COUNTED_ROWS, COUNTING, Digit, Pass, RADIX, RADIX_BITS, THREADS, describe_radix};
use crate::workspace::{DigitCounts, Partials, Plan, Starts, States, Tag, Temporary, Tickets};
use lists::Use;

/// Threads of a block that combines the chunks of places, a warp for each place.
const TOTALS: usize = 256;
/// Threads of a block that combines items in turn: a warp for all, and others that load the places.
const TURNS: usize = 256;
/// The digits of a place.
const DIGITS: usize = (u32::BITS / RADIX_BITS) as usize;
/// The pass over the lowest digit reads the chain; the others are those of a sort of places with items.
type NextPass<'a, S> = Pass<'a, u32, S, NoColumns>;

/// The shape of few places, as a kernel gets it.
impl NumberStruct for Places {
    const TYPE: &'static str = "PlaceSets";
    const FIELDS: &'static [&'static str] = &["set", "classes", "sets"];
    const STRIDE: usize = 16;
    fn values(&self) -> impl IntoIterator<Item = u64> {
        [self.set, self.classes, self.sets].map(|number| number as u64)
    }
}

/// The identity with which values begin, for operators of which it is known that it changes no bit on either side.
fn identity<T: Value, O: Operator<T>>() -> Option<T> {
    if O::COMMUTATIVE { O::identity() } else { None }
}

/// Bytes of a partial result: a value, or one that may be missing.
fn partial<T: Value, O: Operator<T>>() -> usize {
    if identity::<T, O>().is_some() { T::SIZE } else { Maybe::<T>::SIZE }
}

/// Says that a position may be beyond the target.
fn can_fail<P: Position>(entry: &mut Entry) {
    entry.can_fail_at("SCATTER_REDUCE_SITE", InputError::position::<P>("scatter_reduce"));
}

/// Says that the kernel compares no position, though the text of another one that does stands beside it.
fn cannot_fail(entry: &mut Entry) {
    entry.constant("SCATTER_REDUCE_SITE", 0);
}

arguments! {
    /// Combines the items of chunks of slots.
    Chunks<'a, E, O, T, S> {
        input: ChainArg<'a, E> as In,
        out: ColumnsArg<'a, S> as Out,
        op: OperationArg<O, (T, T)> as Op,
        identity: Maybe<T>,
        shape: Numbers<Places>,
        partials: Partials,
    }
}

/// Variants: whether each lane of a warp has a class of its own, or whether there are few places.
const VARIANTS: [u32; 2] = [0, 1];

impl<P, T, E, O, S> BuiltinKernel for Chunks<'_, E, O, T, S>
where
    P: Position,
    T: Value,
    E: Expr<Item = (P, T)>,
    O: Operator<T>,
    S: Storage<Item = T>,
{
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "block.cuh", "scatter_reduce_few.cuh"];
    const THREADS: usize = WARP * WARPS;
    fn describe(apart: u32, entry: &mut Entry) -> String {
        entry.constant("SETS_BYTES", SETS_BYTES);
        can_fail::<P>(entry);
        entry.assert("sizeof(Kernel::Partial)", partial::<T, O>());
        if T::SIZE <= 8 {
            entry.assert("Kernel::rows * WARP", SET_SLOTS);
        }
        format!("ScatterReduceFew<In, Out, Op, {}, {}>", identity::<T, O>().is_some(), apart != 0)
    }
}

arguments! {
    /// Combines the chunks, and adds them to the target.
    Totals<'a, O, T, S> {
        out: ColumnsArg<'a, S> as Out,
        op: OperationArg<O, (T, T)> as Op,
        identity: Maybe<T>,
        chunks: u32,
        per_run: u32,
        partials: Partials,
    }
}

impl<T: Value, O: Operator<T>, S: Storage<Item = T>> BuiltinKernel for Totals<'_, O, T, S> {
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "block.cuh", "scatter_reduce_few.cuh"];
    const THREADS: usize = TOTALS;
    fn describe(_: u32, entry: &mut Entry) -> String {
        entry.constant("SETS_BYTES", SETS_BYTES);
        cannot_fail(entry);
        entry.assert("sizeof(Kernel::Partial)", partial::<T, O>());
        format!("ScatterReduceTotals<Out::value, Out, Op, {}>", identity::<T, O>().is_some())
    }
}

arguments! {
    /// Combines few items with few places in turn.
    FewTurns<'a, E, O, T, S> {
        input: ChainArg<'a, E> as In,
        out: ColumnsArg<'a, S> as Out,
        op: OperationArg<O, (T, T)> as Op,
    }
}

impl<P, T, E, O, S> BuiltinKernel for FewTurns<'_, E, O, T, S>
where
    P: Position,
    T: Value,
    E: Expr<Item = (P, T)>,
    O: Operator<T>,
    S: Storage<Item = T>,
{
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "block.cuh", "scatter_reduce_few.cuh"];
    const THREADS: usize = TURNS;
    fn describe(_: u32, entry: &mut Entry) -> String {
        entry.constant("SETS_BYTES", SETS_BYTES);
        can_fail::<P>(entry);
        "ScatterReduceFewTurns<In, Out, Op>".into()
    }
}

/// Threads of a block that combines by atomic instructions, its blocks of a multiprocessor, slots that a thread reads at once, and
/// rows of a tile.
const ATOMIC: usize = 512;
const ATOMIC_BLOCKS: usize = 2;
const LANE_ITEMS: usize = 4;
const ROWS: usize = 2;
/// Values that a block keeps of a target that is no longer, and places that it keeps of a longer one.
const WORDS: usize = 8192;
const HASHES: usize = 4096;
/// The longest target, in bytes, that is combined by atomic instructions whatever the number of items, since a GPU's cache holds it;
/// and the number of items from which on those for a longer one are sorted.
const CACHED_BYTES: usize = 1 << 24;
const SORTED_ITEMS: usize = 1 << 22;

arguments! {
    /// Combines the items by atomic instructions.
    Exact<'a, E, O, T, S> {
        input: ChainArg<'a, E> as In,
        out: ColumnsArg<'a, S> as Out,
        op: OperationArg<O, (T, T)> as Op,
        identity: Maybe<T>,
        copies: u32,
    }
}

impl<P, T, E, O, S> BuiltinKernel for Exact<'_, E, O, T, S>
where
    P: Position,
    T: Value,
    E: Expr<Item = (P, T)>,
    O: Operator<T>,
    S: Storage<Item = T>,
{
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "scatter_reduce_exact.cuh"];
    const THREADS: usize = ATOMIC;
    fn describe(few: u32, entry: &mut Entry) -> String {
        entry.constant("MIN_BLOCKS", ATOMIC_BLOCKS);
        entry.constant("LANE_ITEMS", LANE_ITEMS);
        entry.constant("ROWS", ROWS);
        entry.constant("WORDS", WORDS);
        entry.constant("HASHES", HASHES);
        can_fail::<P>(entry);
        format!("ScatterReduceExact<In, Out::value, Op, {}>", few != 0)
    }
}

/// Whether a GPU has an atomic instruction for the operator on the target's items, which are words of 32 bits in one column.
fn atomic<T: Value, O: Operator<T>, S: Storage<Item = T>>() -> bool {
    O::ATOMIC && T::SIZE == 4 && typeid::of::<S>() == typeid::of::<Span<T>>()
}

/// The files of the kernels for many places.
const PIECES: &[Piece] = pieces![
    "warp.cuh",
    "block.cuh",
    "lookback.cuh",
    "tile.cuh",
    "load_store.cuh",
    "segment.cuh",
    "tile_runs.cuh",
    "radix.cuh",
    "radix_histogram.cuh",
    "radix_pass.cuh",
    "scatter_reduce.cuh"
];

/// The files of the kernel for lists that are too long. The first one makes the blocks of several launches blocks of one.
const LEFT_PIECES: &[Piece] = pieces![
    "counted.cuh",
    "warp.cuh",
    "block.cuh",
    "lookback.cuh",
    "tile.cuh",
    "load_store.cuh",
    "segment.cuh",
    "tile_runs.cuh",
    "radix.cuh",
    "radix_histogram.cuh",
    "radix_pass.cuh",
    "sort.cuh",
    "scatter_reduce.cuh",
    "scatter_reduce_left.cuh"
];

/// The files of the kernels for lists.
const LIST_PIECES: &[Piece] = pieces!["warp.cuh", "scatter_reduce_lists.cuh"];

/// Describes the text that the kernels for many places have in common.
fn describe(entry: &mut Entry, size: usize) {
    describe_radix(entry);
    entry.unit.radix(&u32::ty());
    entry.constant("RUN_ITEMS", Tile::new(size).run);
    entry.assert("PLACE_DIGITS", DIGITS);
}

arguments! {
    /// Counts the digits of places.
    Count<'a, E> {
        input: ChainArg<'a, E> as In,
        places: u64,
        counts: DigitCounts,
        starts: Starts,
        plan: Plan,
        tickets: Tickets,
    }
}

impl<P: Position, T: Value, E: Expr<Item = (P, T)>> BuiltinKernel for Count<'_, E> {
    const PIECES: &'static [Piece] = self::PIECES;
    const THREADS: usize = COUNTING;
    fn describe(width: u32, entry: &mut Entry) -> String {
        describe(entry, T::SIZE);
        can_fail::<P>(entry);
        entry.alias("Number", Width(width).number().into());
        entry.assert("Kernel::row", COUNTING);
        entry.assert("Kernel::plan_words", Plan::words(DIGITS));
        "ScatterReduceCount<In, Number>".into()
    }
}

arguments! {
    /// Puts places and items in the order of the lowest digit.
    Place<'a, E, S> {
        input: ChainArg<'a, E> as In,
        places: u64,
        keys_0: ColumnsArg<'a, Span<u32>>,
        keys_1: ColumnsArg<'a, Span<u32>>,
        values_0: ColumnsArg<'a, S> as Values,
        values_1: ColumnsArg<'a, S> as Values,
        starts: Starts,
        plan: Plan,
        states: States,
        tag: Tag,
        tickets: Tickets,
    }
}

impl<P: Position, T: Value, E: Expr<Item = (P, T)>, S: Storage<Item = T>> BuiltinKernel for Place<'_, E, S> {
    const PIECES: &'static [Piece] = self::PIECES;
    const THREADS: usize = self::THREADS;
    fn state_words(variant: u32) -> usize {
        NextPass::<S>::state_words(variant)
    }
    fn describe(variant: u32, entry: &mut Entry) -> String {
        describe(entry, T::SIZE);
        cannot_fail(entry);
        let (width, items) = NextPass::<S>::of_variant(variant);
        entry.alias("Number", width.number().into());
        format!("ScatterReducePlace<In, Values, Number, {items}>")
    }
}

arguments! {
    /// Reduces the runs of one place, and adds them to the target.
    Sums<'a, O, T, S> {
        keys_0: ColumnsArg<'a, Span<u32>>,
        keys_1: ColumnsArg<'a, Span<u32>>,
        values_0: ColumnsArg<'a, S> as Values,
        values_1: ColumnsArg<'a, S> as Values,
        op: OperationArg<O, (T, T)> as Op,
        out: ColumnsArg<'a, S> as Values,
        plan: Plan,
        states: States,
        tag: Tag,
        tickets: Tickets,
    }
}

impl<T: Value, O: Operator<T>, S: Storage<Item = T>> BuiltinKernel for Sums<'_, O, T, S> {
    const PIECES: &'static [Piece] = self::PIECES;
    const THREADS: usize = self::THREADS;
    /// A tile's state: an item, and the number of runs that begin.
    fn state_words(_: u32) -> usize {
        <(T, u32)>::SIZE.div_ceil(4)
    }
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe(entry, T::SIZE);
        cannot_fail(entry);
        "ScatterReduceSums<Values, Op, Values>".into()
    }
}

/// Memory for the places and the items of a sort, twice, since each pass moves them.
struct SortRoom<S> {
    keys: [Temporary<Span<u32>>; 2],
    values: [Temporary<S>; 2],
}

impl<S: Storage> SortRoom<S> {
    fn new(cuda: &Call<'_>, slots: usize) -> Result<Self> {
        let keys = || Temporary::new(cuda.driver(), slots);
        let values = || Temporary::new(cuda.driver(), slots);
        Ok(SortRoom { keys: [keys()?, keys()?], values: [values()?, values()?] })
    }

    #[allow(clippy::type_complexity)]
    fn columns(&self) -> ([ColumnsArg<'_, Span<u32>>; 2], [ColumnsArg<'_, S>; 2]) {
        (self.keys.each_ref().map(Temporary::columns), self.values.each_ref().map(Temporary::columns))
    }
}

pub(crate) fn scatter_reduce<P, T, E, O, S>(cuda: &Call<'_>, request: ScatterReduce<E, O, S>) -> Result<()>
where
    P: Position,
    T: Value,
    E: Expr<Item = (P, T)>,
    O: Operator<T>,
    S: Storage<Item = T>,
{
    let ScatterReduce { input, op, output } = request;
    let (slots, places) = (input.slots(), output.len());
    if slots == 0 {
        return Ok(());
    }
    let sets = |variant| wanted::<Chunks<'_, E, O, T, S>>(variant);
    let totals = wanted::<Totals<'_, O, T, S>>(0);
    let width = Width::of(slots);
    let count = wanted::<Count<'_, E>>(width.0);
    let place = |variant| wanted::<Place<'_, E, S>>(variant);
    let pass = |variant| wanted::<NextPass<'_, S>>(variant);
    let sums = wanted::<Sums<'_, O, T, S>>(0);
    let listed = lists::used(slots, places, T::SIZE);
    if cuda.driver().is_watched() {
        if atomic::<T, O, S>() {
            VARIANTS.into_iter().try_for_each(|few| cuda.program::<Exact<'_, E, O, T, S>>(few).map(drop))?;
        } else if T::SIZE <= PLACES_BYTES {
            VARIANTS.into_iter().try_for_each(|apart| cuda.programs((sets(apart), totals)).map(drop))?;
        }
        if !O::EXACT {
            cuda.program::<FewTurns<'_, E, O, T, S>>(0)?;
        }
        lists::watch::<P, T, E, O, S>(cuda)?;
        for smaller in [true, false] {
            let variant = NextPass::<S>::variant(width, smaller);
            cuda.programs((count, place(variant), pass(variant), sums))?;
        }
    }
    let op_arg = || OperationArg::new(op);
    let out = ColumnsArg(&output);
    let cached = places <= CACHED_BYTES / 4 || slots < SORTED_ITEMS;
    if atomic::<T, O, S>() && cached {
        let few = places <= WORDS;
        let program = cuda.program::<Exact<'_, E, O, T, S>>(few.into())?;
        let copies = (WORDS / places.clamp(1, WORDS) + 1).next_power_of_two() / 2;
        let (identity, copies) = (Maybe(O::identity()), copies.min(WARP) as u32);
        let blocks = cuda.wave(ATOMIC_BLOCKS, slots.div_ceil(ATOMIC * LANE_ITEMS * ROWS));
        return cuda.work().launch(
            &program,
            blocks,
            Exact { input: ChainArg(&input), out, op: op_arg(), identity, copies },
        );
    }
    let shape = Places::new(slots, places, T::SIZE, O::COMMUTATIVE);
    // Operators that associate exactly may go the way of many items.
    if shape.is_some() && !O::EXACT && listed == Use::InTurn {
        let program = cuda.program::<FewTurns<'_, E, O, T, S>>(0)?;
        return cuda.work().launch(&program, 1, FewTurns { input: ChainArg(&input), out, op: op_arg() });
    }
    if let Some(shape) = shape {
        let (sets, totals) = cuda.programs((sets((shape.classes == WARP).into()), totals))?;
        let mut work = cuda.work();
        let blocks = places.div_ceil(TOTALS / WARP);
        let (chunks, per_run) = (shape.chunks, shape.per_run() as u32);
        let mut partials = || work.partials_of_places(chunks * places, partial::<T, O>());
        let (first, second) = (partials()?, partials()?);
        let identity = || Maybe(identity::<T, O>());
        let input = ChainArg(&input);
        let shape = Numbers(shape);
        work.launch(&sets, chunks, Chunks { input, out, op: op_arg(), identity: identity(), shape, partials: first })?;
        let (identity, chunks) = (identity(), chunks as u32);
        return work.launch(&totals, blocks, Totals { out, op: op_arg(), identity, chunks, per_run, partials: second });
    }
    match listed {
        Use::InTurn => return lists::combine_in_turn(cuda, &input, op, &output),
        Use::Short => return lists::combine_short(cuda, &input, op, &output),
        Use::Nothing => {}
    }
    let (variant, tiles) = NextPass::<S>::plan(cuda, slots);
    let (count, place, pass, sums) = cuda.programs((count, place(variant), pass(variant), sums))?;
    let room = SortRoom::<S>::new(cuda, slots)?;
    let ([keys_0, keys_1], [values_0, values_1]) = room.columns();

    let mut work = cuda.work();
    let counts = work.counts(DIGITS * RADIX)?;
    let (starts, plan) = work.plan(DIGITS, RADIX)?;
    let tickets = work.tickets()?;
    let summed = slots.div_ceil(Tile::new(T::SIZE).tile);
    work.room_for_states(&place, tiles)?;
    work.room_for_states(&sums, summed)?;
    let (input, places, op) = (|| ChainArg(&input), places as u64, op_arg());

    let blocks = cuda.wave(1, slots.div_ceil(COUNTING * COUNTED_ROWS));
    work.launch(&count, blocks, Count { input: input(), places, counts, starts, plan, tickets })?;
    let (states, tag) = work.states(&place, tiles)?;
    let arguments =
        Place { input: input(), places, keys_0, keys_1, values_0, values_1, starts, plan, states, tag, tickets };
    work.launch(&place, tiles, arguments)?;
    // Places, and their number where a slot has no item, share the digits above these.
    let digits = (usize::BITS - output.len().leading_zeros()).div_ceil(RADIX_BITS).min(DIGITS as u32);
    for digit in 1..digits {
        let digit = Numbers(Digit { pass: digit, word: 0, shift: digit * RADIX_BITS });
        let (states, tag) = work.states(&pass, tiles)?;
        let [keys_0, keys_1] = [keys_0, keys_1].map(|columns| LeadingArg { columns, length: NoColumns(slots) });
        let arguments = NextPass { keys_0, keys_1, values_0, values_1, digit, starts, plan, states, tag, tickets };
        work.launch(&pass, tiles, arguments)?;
    }
    let (states, tag) = work.states(&sums, summed)?;
    let arguments = Sums { keys_0, keys_1, values_0, values_1, op, out, plan, states, tag, tickets };
    work.launch(&sums, summed, arguments)
}
