use onrush_core::algo::{MOST_BUCKETS, PartitionBy};
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::{InputError, Piece};
use onrush_core::storage::{Span, Storage};
use onrush_core::value::Value;
use onrush_core::{Position, Result};

use crate::argument::{ChainArg, ColumnsArg, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::{BuiltinKernel, wanted};
use crate::select::Width;
use crate::sort::{COUNTED_ROWS, COUNTING, THREADS, per_thread};
use crate::workspace::{DigitCounts, Plan, Starts, States, Tag, Tickets};

/// The bits of a bucket's number: few where they suffice, because ranks within a tile take a step for each.
const FEW_BITS: usize = 5;
const MOST_BITS: usize = MOST_BUCKETS.ilog2() as usize;

/// A variant of the kernels: the width of counts, whether tiles are smaller, and whether all bits are needed.
#[derive(Clone, Copy)]
struct Variant {
    width: Width,
    smaller: bool,
    many: bool,
}

impl Variant {
    fn of(number: u32) -> Self {
        Variant { width: Width(number & 1), smaller: number & 2 != 0, many: number & 4 != 0 }
    }
    fn number(self) -> u32 {
        self.width.0 | u32::from(self.smaller) << 1 | u32::from(self.many) << 2
    }
    fn radix(self) -> usize {
        1 << if self.many { MOST_BITS } else { FEW_BITS }
    }
    /// Items of a tile for each of its threads. Smaller tiles are done sooner while there are few.
    fn items(self, size: usize) -> usize {
        // The limit leaves registers for the user's function.
        let most = per_thread(size, false).min(20);
        if self.smaller { most.div_ceil(2) } else { most }
    }
    fn describe<P: Position>(self, entry: &mut Entry) {
        entry.constant("RADIX_BITS", self.radix().ilog2() as usize);
        entry.constant("COUNTED_ROWS", COUNTED_ROWS);
        entry.can_fail_at("PARTITION_BY_SITE", InputError::position::<P>("partition_by"));
    }
}

const PIECES: &[Piece] = pieces![
    "warp.cuh",
    "block.cuh",
    "lookback.cuh",
    "radix.cuh",
    "radix_histogram.cuh",
    "radix_pass.cuh",
    "partition_by.cuh"
];

arguments! {
    /// Counts the items of each bucket.
    Count<'a, E, F, T> {
        input: ChainArg<'a, E> as In,
        bucket: OperationArg<F, (T,)> as Bucket,
        buckets: u64,
        counts: DigitCounts,
        starts: Starts,
        plan: Plan,
        tickets: Tickets,
    }
}

impl<T, E, F> BuiltinKernel for Count<'_, E, F, T>
where
    T: Value,
    E: Indexed<Item = T>,
    F: Function<(T,), Output: Position>,
{
    const PIECES: &'static [Piece] = self::PIECES;
    const THREADS: usize = COUNTING;
    fn describe(variant: u32, entry: &mut Entry) -> String {
        let variant = Variant::of(variant);
        variant.describe::<F::Output>(entry);
        entry.alias("Number", variant.width.number().into());
        entry.assert("Kernel::plan_words", Plan::words(1));
        entry.assert("Kernel::row * Kernel::rows", COUNTING * COUNTED_ROWS);
        "CountBuckets<In, Bucket, Number>".into()
    }
}

arguments! {
    /// Moves the items.
    Move<'a, E, F, T, S> {
        input: ChainArg<'a, E> as In,
        bucket: OperationArg<F, (T,)> as Bucket,
        buckets: u64,
        out: ColumnsArg<'a, S> as Out,
        offsets: ColumnsArg<'a, Span<usize>>,
        starts: Starts,
        states: States,
        tag: Tag,
        tickets: Tickets,
    }
}

impl<T, E, F, S> BuiltinKernel for Move<'_, E, F, T, S>
where
    T: Value,
    E: Indexed<Item = T>,
    F: Function<(T,), Output: Position>,
    S: Storage<Item = T>,
{
    const PIECES: &'static [Piece] = self::PIECES;
    const THREADS: usize = THREADS;
    fn state_words(variant: u32) -> usize {
        let variant = Variant::of(variant);
        variant.radix() * variant.width.state_words()
    }
    fn describe(variant: u32, entry: &mut Entry) -> String {
        let variant = Variant::of(variant);
        variant.describe::<F::Output>(entry);
        entry.alias("Number", variant.width.number().into());
        format!("PartitionBy<In, Bucket, Out, Number, {}>", variant.items(T::SIZE))
    }
}

pub(crate) fn partition_by<T, E, F, S>(cuda: &Call<'_>, request: PartitionBy<E, F, S>) -> Result<()>
where
    T: Value,
    E: Indexed<Item = T>,
    F: Function<(T,), Output: Position>,
    S: Storage<Item = T>,
{
    let PartitionBy { input, bucket, output, offsets } = request;
    let (slots, buckets) = (input.slots(), offsets.len() - 1);
    let width = Width::of(slots);
    let tiles = |variant: Variant| slots.div_ceil(THREADS * variant.items(T::SIZE)).max(1);
    let variant = |smaller, many| Variant { width, smaller, many };
    let few = 4 * tiles(variant(true, false)) <= 3 * cuda.multiprocessors();
    let programs = |variant: Variant| {
        (wanted::<Count<'_, E, F, T>>(variant.number() & !2), wanted::<Move<'_, E, F, T, S>>(variant.number()))
    };
    if cuda.driver().is_watched() {
        for many in [false, true] {
            let ((count, smaller), (_, larger)) = (programs(variant(true, many)), programs(variant(false, many)));
            cuda.programs((count, smaller, larger))?;
        }
    }
    let variant = variant(few, buckets > 1 << FEW_BITS);
    let (count, moving) = cuda.programs(programs(variant))?;

    let mut work = cuda.work();
    let counts = work.counts(variant.radix())?;
    let (starts, plan) = work.plan(1, variant.radix())?;
    let tickets = work.tickets()?;
    let (states, tag) = work.states(&moving, tiles(variant))?;
    let blocks = cuda.wave(1, slots.div_ceil(COUNTING * COUNTED_ROWS).max(1));
    let (numbers, bucket) = (buckets as u64, || OperationArg::new(bucket));
    work.launch(
        &count,
        blocks,
        Count { input: ChainArg(&input), bucket: bucket(), buckets: numbers, counts, starts, plan, tickets },
    )?;
    let (input, out, offsets) = (ChainArg(&input), ColumnsArg(&output), ColumnsArg(&offsets));
    work.launch(
        &moving,
        tiles(variant),
        Move { input, bucket: bucket(), buckets: numbers, out, offsets, starts, states, tag, tickets },
    )
}
