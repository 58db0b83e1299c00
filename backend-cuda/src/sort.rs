use onrush_core::algo::Sort;
use onrush_core::lower::Piece;
use onrush_core::shape::{WARP, WARPS, items_per_thread};
use onrush_core::storage::{NoColumns, Span, Storage};
use onrush_core::value::Value;
use onrush_core::{Key, Result};

use crate::Cuda;
use crate::argument::{ColumnsArg, LeadingArg, NumberStruct, Numbers, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::{BuiltinKernel, wanted};
use crate::select::Width;
use crate::workspace::{DigitCounts, Plan, Starts, States, Tag, Temporary, Tickets, Work};

pub(crate) const RADIX_BITS: u32 = 8;
pub(crate) const RADIX: usize = 1 << RADIX_BITS;
/// Threads of a tile; of a block that counts digits, and of one that brings the result back.
pub(crate) const THREADS: usize = WARP * WARPS;
pub(crate) const COUNTING: usize = 1024;
/// Rows that a block which counts digits of computed keys takes at a time, of a key for each thread.
pub(crate) const COUNTED_ROWS: usize = 8;
const FINISHING: usize = 256;
/// Shared memory that a block has on every GPU.
const SHARED: usize = 64 << 10;
/// Bytes of shared memory in which one block counts digits.
const SHARED_COUNTS: usize = 12_400;

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

/// Items for each thread of a block that sorts alone: no more than fit in shared memory with ranks, sources of pairs, and counts.
fn per_thread_alone(size: usize, pairs: bool) -> usize {
    let fitting = (SHARED - SHARED_COUNTS) / (THREADS * (size + if pairs { 4 } else { 2 }));
    per_thread(size, pairs).min(fitting).max(1)
}

/// The digits of a key, the least significant first: word and place in it.
fn digits<K: Key>() -> Vec<(u32, u32)> {
    let word = |w| (0..K::word_bits(w).div_ceil(RADIX_BITS)).map(move |d| (w as u32, d * RADIX_BITS));
    (0..K::WORDS).rev().flat_map(word).collect()
}

/// Bytes of the larger of a key and a value.
fn larger<K: Key, V: Storage>() -> usize {
    size_of::<K>().max(V::Item::SIZE)
}

/// Defines the constants of digits.
pub(crate) fn describe_radix(entry: &mut Entry) {
    entry.constant("RADIX_BITS", RADIX_BITS as usize);
    entry.constant("COUNTED_ROWS", COUNTED_ROWS);
}
fn describe<K: Key>(entry: &mut Entry) {
    describe_radix(entry);
    entry.unit.radix(&K::ty());
    let key = entry.unit.spell(&K::ty());
    entry.alias("K", key);
}

/// What says how many of the keys are sorted, whatever the values are.
type LengthOf<V> = <V as Storage>::Alike<NoColumns>;

arguments! {
    /// The sort of all keys by one block.
    Alone<'a, K, V, L> {
        keys: LeadingArg<'a, Span<K>, L>,
        values: ColumnsArg<'a, V> as V,
    }
}

impl<K: Key, V: Storage, L: Storage> BuiltinKernel for Alone<'_, K, V, L> {
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "radix.cuh", "sort_block.cuh"];
    const THREADS: usize = THREADS;
    const TURNS: bool = true;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe::<K>(entry);
        entry.constant("SHARED_EVERYWHERE", SHARED);
        format!("SortBlock<K, V, {}>", per_thread_alone(larger::<K, V>(), !V::NOTHING))
    }
}

arguments! {
    /// Counts all digits, and plans the passes.
    Histogram<'a, K, L> {
        keys: LeadingArg<'a, Span<K>, L>,
        counts: DigitCounts,
        starts: Starts,
        plan: Plan,
        tickets: Tickets,
    }
}

impl<K: Key, L: Storage> BuiltinKernel for Histogram<'_, K, L> {
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "block.cuh", "radix.cuh", "radix_histogram.cuh"];
    const THREADS: usize = COUNTING;
    const TURNS: bool = true;
    fn describe(width: u32, entry: &mut Entry) -> String {
        describe::<K>(entry);
        entry.alias("Number", Width(width).number().into());
        entry.assert("Digits<K>::count", digits::<K>().len());
        entry.assert("Kernel::row", COUNTING * items_per_thread(size_of::<K>()));
        entry.assert("Kernel::plan_words", Plan::words(digits::<K>().len()));
        format!("RadixHistogram<K, Span<K>, Number, {}>", digits::<K>().len())
    }
}

/// A digit: of which pass it is, and where it lies in the key.
pub(crate) struct Digit {
    pub(crate) pass: u32,
    pub(crate) word: u32,
    pub(crate) shift: u32,
}

impl NumberStruct for Digit {
    const TYPE: &'static str = "Digit";
    const FIELDS: &'static [&'static str] = &["pass", "word", "shift"];
    const STRIDE: usize = 16;
    fn values(&self) -> impl IntoIterator<Item = u64> {
        [self.pass, self.word, self.shift].map(u64::from)
    }
}

arguments! {
    /// Puts keys and values in the order of one digit.
    pub(crate) Pass<'a, K, V, L> {
        keys_0: LeadingArg<'a, Span<K>, L>,
        keys_1: LeadingArg<'a, Span<K>, L>,
        values_0: ColumnsArg<'a, V> as V,
        values_1: ColumnsArg<'a, V> as V,
        digit: Numbers<Digit>,
        starts: Starts,
        plan: Plan,
        states: States,
        tag: Tag,
        tickets: Tickets,
    }
}

impl<K: Key, V: Storage, L: Storage> Pass<'_, K, V, L> {
    /// The variant of this width whose tiles are smaller, or not.
    pub(crate) fn variant(width: Width, smaller: bool) -> u32 {
        width.0 | u32::from(smaller) << 1
    }

    /// Items of a tile for each of its threads. Smaller tiles are done sooner, until there are about as many as
    /// multiprocessors: on an H200 up to 100.
    fn items(smaller: bool) -> usize {
        let most = per_thread(larger::<K, V>(), !V::NOTHING);
        if smaller { most.div_ceil(2) } else { most }
    }

    /// The type of counts of a variant, and the items of its tiles for each thread.
    pub(crate) fn of_variant(variant: u32) -> (Width, usize) {
        (Width(variant & 1), Self::items(variant & 2 != 0))
    }

    /// The variant for this many slots, and the number of tiles.
    pub(crate) fn plan(cuda: &Cuda, slots: usize) -> (u32, usize) {
        let tiles = |smaller| slots.div_ceil(THREADS * Self::items(smaller));
        let smaller = 4 * tiles(true) <= 3 * cuda.multiprocessors();
        (Self::variant(Width::of(slots), smaller), tiles(smaller))
    }
}

impl<K: Key, V: Storage, L: Storage> BuiltinKernel for Pass<'_, K, V, L> {
    const PIECES: &'static [Piece] = match L::LENGTH_ON_DEVICE {
        false => pieces!["warp.cuh", "block.cuh", "lookback.cuh", "radix.cuh", "radix_pass.cuh", "sort.cuh"],
        true => pieces![
            "warp.cuh",
            "block.cuh",
            "lookback.cuh",
            "radix.cuh",
            "radix_pass.cuh",
            "sort.cuh",
            "sort_leading.cuh"
        ],
    };
    const THREADS: usize = THREADS;
    const COUNTED: bool = L::LENGTH_ON_DEVICE;
    fn state_words(variant: u32) -> usize {
        RADIX * Self::of_variant(variant).0.state_words()
    }
    fn describe(variant: u32, entry: &mut Entry) -> String {
        describe::<K>(entry);
        for (number, (word, shift)) in digits::<K>().into_iter().enumerate() {
            entry.assert(&format!("Digits<K>::word_of({number})"), word as usize);
            entry.assert(&format!("Digits<K>::shift_of({number})"), shift as usize);
        }
        let (width, items) = Self::of_variant(variant);
        entry.alias("Number", width.number().into());
        let kernel = if L::LENGTH_ON_DEVICE { "SortLeadingPass" } else { "SortPass" };
        format!("{kernel}<K, V, Number, {items}>")
    }
}

arguments! {
    /// Stores each key as often as it was counted.
    Counted<'a, K, L> {
        keys: LeadingArg<'a, Span<K>, L>,
        starts: Starts,
    }
}

impl<K: Key, L: Storage> BuiltinKernel for Counted<'_, K, L> {
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "radix.cuh", "sort_counted.cuh"];
    const THREADS: usize = FINISHING;
    const TURNS: bool = true;
    fn describe(width: u32, entry: &mut Entry) -> String {
        describe::<K>(entry);
        entry.alias("Number", Width(width).number().into());
        "SortCounted<K, Number>".into()
    }
}

/// Whether keys are sorted by their counts: they consist of one digit, of which the device makes a key, and nothing moves with them.
fn is_counted<K: Key, V: Storage>() -> bool {
    V::NOTHING && K::WORDS == 1 && K::word_bits(0) <= RADIX_BITS && K::of_word(0).is_some()
}

arguments! {
    /// Brings the result back.
    Finish<'a, K, V, L> {
        keys_0: LeadingArg<'a, Span<K>, L>,
        keys_1: LeadingArg<'a, Span<K>, L>,
        values_0: ColumnsArg<'a, V> as V,
        values_1: ColumnsArg<'a, V> as V,
        plan: Plan,
    }
}

impl<K: Key, V: Storage, L: Storage> BuiltinKernel for Finish<'_, K, V, L> {
    const PIECES: &'static [Piece] = pieces!["sort_finish.cuh"];
    const THREADS: usize = FINISHING;
    const TURNS: bool = true;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe::<K>(entry);
        format!("SortFinish<K, V, {}>", digits::<K>().len())
    }
}

pub(crate) fn sort<K: Key, V: Storage>(cuda: &Call<'_>, request: Sort<K, V>) -> Result<()> {
    cuda.moves_elements();
    sort_after(cuda, request, |_| Ok(()))
}

/// Calls `first`, which queues what writes the keys, once the sort's programs and memory are there: what was queued isn't lost
/// for want of them.
pub(crate) fn sort_after<K: Key, V: Storage>(
    cuda: &Call<'_>,
    request: Sort<K, V>,
    first: impl FnOnce(&mut Work<'_>) -> Result<()>,
) -> Result<()> {
    let Sort { keys, values } = request;
    let slots = keys.len();
    if slots < 2 {
        return first(&mut cuda.work());
    }
    // If only the device knows how many items there are, `slots` is the most, and so are grids, and sizes that it chooses: the order of a
    // stable sort doesn't depend on these.
    let length = values.alike(NoColumns(slots));
    let keys_0 = LeadingArg { columns: ColumnsArg(&keys), length };
    let width = Width::of(slots);
    let alone = || cuda.program::<Alone<'_, K, V, LengthOf<V>>>(0);
    let histogram = wanted::<Histogram<'_, K, LengthOf<V>>>(width.0);
    let pass = |variant| wanted::<Pass<'_, K, V, LengthOf<V>>>(variant);
    let finish = wanted::<Finish<'_, K, V, LengthOf<V>>>(0);
    let counted = wanted::<Counted<'_, K, LengthOf<V>>>(width.0);
    if cuda.driver().is_watched() && is_counted::<K, V>() {
        alone()?;
        cuda.programs((histogram, counted))?;
    } else if cuda.driver().is_watched() {
        alone()?;
        let [smaller, larger] = [true, false].map(|smaller| pass(Pass::<K, V, LengthOf<V>>::variant(width, smaller)));
        cuda.programs((histogram, finish, smaller, larger))?;
    }
    if slots <= THREADS * per_thread_alone(larger::<K, V>(), !V::NOTHING) {
        let program = alone()?;
        let mut work = cuda.work();
        first(&mut work)?;
        return work.launch(&program, 1, Alone { keys: keys_0, values: ColumnsArg(&values) });
    }
    // A block takes a row at a time; if there are more rows than blocks, it takes several (radix_histogram.cuh).
    let rows = cuda.wave(1, slots.div_ceil(COUNTING * items_per_thread(size_of::<K>())));
    if is_counted::<K, V>() {
        let (histogram, counted) = cuda.programs((histogram, counted))?;
        let mut work = cuda.work();
        let counts = work.counts(RADIX)?;
        let (starts, plan) = work.plan(1, RADIX)?;
        let tickets = work.tickets()?;
        first(&mut work)?;
        work.launch(&histogram, rows, Histogram { keys: keys_0, counts, starts, plan, tickets })?;
        let blocks = cuda.wave(8, slots.div_ceil(FINISHING * items_per_thread(size_of::<K>())));
        return work.launch(&counted, blocks, Counted { keys: keys_0, starts });
    }
    let (variant, tiles) = Pass::<K, V, LengthOf<V>>::plan(cuda, slots);
    let (histogram, pass, finish) = cuda.programs((histogram, pass(variant), finish))?;

    let other_keys = Temporary::<Span<K>>::new(cuda.driver(), slots)?;
    let other_values = Temporary::<V>::new(cuda.driver(), slots)?;
    let keys_1 = LeadingArg { columns: other_keys.columns(), length };
    let (values_0, values_1) = (ColumnsArg(&values), other_values.columns());

    let digits = digits::<K>();
    let mut work = cuda.work();
    let counts = work.counts(digits.len() * RADIX)?;
    let (starts, plan) = work.plan(digits.len(), RADIX)?;
    let tickets = work.tickets()?;
    work.room_for_states(&pass, tiles)?;
    first(&mut work)?;

    work.launch(&histogram, rows, Histogram { keys: keys_0, counts, starts, plan, tickets })?;
    for (number, (word, shift)) in digits.into_iter().enumerate() {
        let digit = Numbers(Digit { pass: number as u32, word, shift });
        let (states, tag) = work.states(&pass, tiles)?;
        work.launch(
            &pass,
            tiles,
            Pass { keys_0, keys_1, values_0, values_1, digit, starts, plan, states, tag, tickets },
        )?;
    }
    let blocks = cuda.wave(8, slots.div_ceil(FINISHING));
    work.launch(&finish, blocks, Finish { keys_0, keys_1, values_0, values_1, plan })
}
