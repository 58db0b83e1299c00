mod few;

use onrush_core::algo::{Sort, TopK};
use onrush_core::device::DeviceId;
use onrush_core::expr::Indexed;
use onrush_core::lower::Piece;
use onrush_core::shape::{WARP, WARPS};
use onrush_core::storage::{Span, Storage};
use onrush_core::{Key, Position, Result};

use crate::argument::{ChainArg, ColumnsArg, NumberStruct, Numbers, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::{BuiltinKernel, wanted};
use crate::select::{Compaction, Width};
use crate::sort::sort_after;
use crate::workspace::{DigitCounts, States, Tag, Temporary, Tickets, Work};

/// Threads of the block that sorts the sample, of one that counts digits, and of one that copies the result.
const SAMPLING: usize = 1024;
const COUNTING: usize = 1024;
const TAKING: usize = 256;
/// The largest sample, and the shared memory in which it is sorted.
const MOST_SAMPLED: usize = 4096;
const SAMPLE_BYTES: usize = 40 << 10;
/// The smallest sample that is worth a pass of its own.
const LEAST_SAMPLED: usize = 256;
/// Bits of a digit of the exact bound.
const DIGIT_BITS: u32 = 11;
/// Blocks of a multiprocessor that count digits: each adds its counts to the same ones.
const MIN_BLOCKS: usize = 2;
/// The words before those of the bound in what the launches tell each other.
const BOUND: usize = 4;

/// The files of the kernel of few items.
const FEW_PIECES: &[Piece] = pieces!["warp.cuh", "block.cuh", "top_k_few.cuh"];

/// The number of sampled keys of this size: a power of two, or 0 if too few of them fit.
const fn sample(size: usize) -> usize {
    // Each sampled key has a number of 2 bytes beside it.
    let fitting = SAMPLE_BYTES / (size + 2);
    if fitting < LEAST_SAMPLED {
        return 0;
    }
    let most = if fitting < MOST_SAMPLED { fitting } else { MOST_SAMPLED };
    1 << most.ilog2()
}

fn describe<K: Key>(entry: &mut Entry) {
    entry.unit.radix(&K::ty());
    entry.assert("TOLD_BOUND", BOUND);
}

arguments! {
    /// Sorts a sample, and chooses a bound from it.
    Sample<'a, E> {
        input: ChainArg<'a, E> as In,
        told: ColumnsArg<'a, Span<u64>>,
        rank: u64,
    }
}

impl<E: Indexed<Item: Key>> BuiltinKernel for Sample<'_, E> {
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "top_k_bound.cuh", "top_k_sample.cuh"];
    const THREADS: usize = SAMPLING;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe::<E::Item>(entry);
        // The kernel must compile even where keys are too large for a sample, though it isn't launched then.
        entry.constant("SAMPLES", sample(size_of::<E::Item>()).max(2));
        "TopKSample<In>".into()
    }
}

/// A digit of the exact bound.
struct Digit {
    word: usize,
    shift: u32,
    first: bool,
    first_of_word: bool,
    rank: usize,
}

impl NumberStruct for Digit {
    const TYPE: &'static str = "TopKDigitAt";
    const FIELDS: &'static [&'static str] = &["word", "shift", "first", "first_of_word", "rank"];
    fn values(&self) -> impl IntoIterator<Item = u64> {
        [self.word as u64, self.shift.into(), self.first.into(), self.first_of_word.into(), self.rank as u64]
    }
}

/// The digits of a key, the most significant first, of an item of this rank.
fn digits<K: Key>(rank: usize) -> impl Iterator<Item = Digit> {
    (0..K::WORDS).flat_map(move |word| {
        let count = K::word_bits(word).div_ceil(DIGIT_BITS);
        (0..count).rev().map(move |digit| {
            let first_of_word = digit + 1 == count;
            Digit { word, shift: digit * DIGIT_BITS, first: word == 0 && first_of_word, first_of_word, rank }
        })
    })
}

arguments! {
    /// Finds a digit of the exact bound.
    FindDigit<'a, E> {
        input: ChainArg<'a, E> as In,
        told: ColumnsArg<'a, Span<u64>>,
        digit: Numbers<Digit>,
        counts: DigitCounts,
        tickets: Tickets,
    }
}

impl<E: Indexed<Item: Key>> BuiltinKernel for FindDigit<'_, E> {
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "block.cuh", "top_k_bound.cuh", "top_k_digit.cuh"];
    const THREADS: usize = COUNTING;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe::<E::Item>(entry);
        entry.constant("DIGIT_BITS", DIGIT_BITS as usize);
        entry.constant("LANE_ITEMS", lane_items::<E>());
        "TopKDigit<In>".into()
    }
}

/// Items that a thread of a counting block reads at once.
fn lane_items<E: Indexed<Item: Key>>() -> usize {
    if size_of::<E::Item>() <= 4 { 4 } else { 1 }
}

/// The items that a pass keeps.
#[derive(Debug, Clone, Copy)]
enum Keep {
    All,
    Sampled,
    Below,
    Equal,
}

/// A pass that keeps items, and the number of items that are asked for.
struct Pass {
    keep: Keep,
    k: usize,
}

impl NumberStruct for Pass {
    const TYPE: &'static str = "TopKPass";
    const FIELDS: &'static [&'static str] = &["mode", "k"];
    fn values(&self) -> impl IntoIterator<Item = u64> {
        [self.keep as u64, self.k as u64]
    }
}

arguments! {
    /// Keeps items.
    Select<'a, E, V, K> {
        input: ChainArg<'a, E> as In,
        keys: ColumnsArg<'a, Span<K>>,
        positions: ColumnsArg<'a, V> as Positions,
        told: ColumnsArg<'a, Span<u64>>,
        pass: Numbers<Pass>,
        states: States,
        tag: Tag,
        tickets: Tickets,
    }
}

impl<K: Key, E: Indexed<Item = K>, V: Storage<Item: Position>> BuiltinKernel for Select<'_, E, V, K> {
    const PIECES: &'static [Piece] =
        pieces!["warp.cuh", "block.cuh", "lookback.cuh", "tile.cuh", "compact.cuh", "top_k_bound.cuh", "top_k.cuh"];
    const THREADS: usize = WARP * WARPS;
    fn state_words(width: u32) -> usize {
        Width(width).state_words()
    }
    fn describe(width: u32, entry: &mut Entry) -> String {
        describe::<K>(entry);
        Compaction::new(size_of::<K>()).describe(entry);
        for keep in [Keep::All, Keep::Sampled, Keep::Below, Keep::Equal] {
            entry.assert(&format!("KEEP_{}", format!("{keep:?}").to_uppercase()), keep as usize);
        }
        format!("TopK<In, Positions, {}>", Width(width).number())
    }
}

arguments! {
    /// Copies the first sorted items.
    Take<'a, K, V> {
        sorted: ColumnsArg<'a, Span<K>>,
        sorted_positions: ColumnsArg<'a, V> as Positions,
        keys: ColumnsArg<'a, Span<K>>,
        positions: ColumnsArg<'a, V> as Positions,
    }
}

impl<K: Key, V: Storage> BuiltinKernel for Take<'_, K, V> {
    const PIECES: &'static [Piece] = pieces!["top_k_take.cuh"];
    const THREADS: usize = TAKING;
    fn describe(_: u32, entry: &mut Entry) -> String {
        let key = entry.unit.spell(&K::ty());
        format!("TopKTake<{key}, Positions>")
    }
}

pub(crate) fn top_k<K, E, V>(cuda: &Call<'_>, request: TopK<E, K, V>) -> Result<()>
where
    K: Key,
    E: Indexed<Item = K>,
    V: Storage<Item: Position>,
{
    let TopK { input, keys, positions } = request;
    let (slots, k) = (input.slots(), keys.len());
    if k == 0 {
        return Ok(());
    }
    if cuda.driver().is_watched() && few::fits::<K>() {
        few::watch::<K, E, V>(cuda)?;
    }
    if let Some(rows) = few::rows::<K>(slots, k) {
        return few::choose(cuda, rows, (&input, &keys, &positions));
    }
    let bounds = TopK::<E, K, V>::bounds(k, slots, const { sample(size_of::<K>()) });
    let (sample, digit) = (wanted::<Sample<'_, E>>(0), wanted::<FindDigit<'_, E>>(0));
    let (select, take) = (wanted::<Select<'_, E, V, K>>(Width::of(slots).0), wanted::<Take<'_, K, V>>(0));
    let (select, take, exact) = match bounds.is_some() || cuda.driver().is_watched() {
        true => {
            let (sample, digit, select, take) = cuda.programs((sample, digit, select, take))?;
            (select, take, Some((sample, digit)))
        }
        false => {
            let (select, take) = cuda.programs((select, take))?;
            (select, take, None)
        }
    };

    let room = bounds.map_or(slots, |(_, room)| room);
    let kept = Temporary::<Span<K>>::new(cuda.driver(), room)?;
    let kept_positions = Temporary::<V>::new(cuda.driver(), room)?;
    let told = bounds.map(|_| Temporary::<Span<u64>>::new(cuda.driver(), BOUND + K::WORDS)).transpose()?;
    // A pass that keeps all items needs no bound.
    let nothing = Span::new(std::ptr::null_mut(), 0, DeviceId::HOST);
    let told = told.as_ref().map_or(ColumnsArg(&nothing), Temporary::columns);
    let tiles = Compaction::new(size_of::<K>()).tiles(cuda, slots);
    let keep = |work: &mut Work<'_>| {
        work.room_for_states(&select, tiles)?;
        let pass = |work: &mut Work<'_>, keep| {
            let (states, tag) = work.states(&select, tiles)?;
            let (pass, tickets) = (Numbers(Pass { keep, k }), work.tickets()?);
            let (keys, positions) = (kept.columns(), kept_positions.columns());
            work.launch(
                &select,
                tiles,
                Select { input: ChainArg(&input), keys, positions, told, pass, states, tag, tickets },
            )
        };
        match (bounds, exact) {
            (Some((rank, _)), Some((sample, digit))) => {
                let counts = work.counts(1 << DIGIT_BITS)?;
                work.launch(&sample, 1, Sample { input: ChainArg(&input), told, rank: rank as u64 })?;
                pass(work, Keep::Sampled)?;
                // A block counts in 32 bits, so each must have fewer than 2^32 slots.
                let least = slots.div_ceil(1 << 31);
                let blocks = cuda.wave(MIN_BLOCKS, slots.div_ceil(COUNTING * lane_items::<E>())).max(least);
                for at in digits::<K>(k - 1) {
                    let (digit_at, tickets) = (Numbers(at), work.tickets()?);
                    work.launch(
                        &digit,
                        blocks,
                        FindDigit { input: ChainArg(&input), told, digit: digit_at, counts, tickets },
                    )?;
                }
                pass(work, Keep::Below)?;
                pass(work, Keep::Equal)
            }
            _ => pass(work, Keep::All),
        }
    };
    sort_after(cuda, Sort { keys: *kept.columns().0, values: *kept_positions.columns().0 }, keep)?;
    let (sorted, sorted_positions) = (kept.columns(), kept_positions.columns());
    let take_all = Take { sorted, sorted_positions, keys: ColumnsArg(&keys), positions: ColumnsArg(&positions) };
    cuda.work().launch(&take, cuda.wave(8, k.div_ceil(TAKING)), take_all)
}
