//! Few items, which are linked to lists: in turn, or ahead of the sort, to which lists that are too long are left.

use onrush_core::expr::Expr;
use onrush_core::lower::Piece;
use onrush_core::operator::Operator;
use onrush_core::shape::{Tile, in_turn};
use onrush_core::storage::{Span, Storage};
use onrush_core::value::Value;
use onrush_core::{Position, Result};

use super::{DIGITS, LEFT_PIECES, LIST_PIECES, NextPass, SortRoom, Sums, can_fail, cannot_fail, describe};
use crate::argument::{ChainArg, ColumnsArg, OperationArg, arguments};
use crate::call::Call;
use crate::codegen::Entry;
use crate::program::{BuiltinKernel, wanted};
use crate::select::Width;
use crate::sort::{RADIX, THREADS};
use crate::workspace::{DigitCounts, ItemLists, Plan, Starts, States, Tag, Temporary, Tickets};

/// Threads of a block that links or combines items, and of one that combines all: one for each item.
const LINKING: usize = 256;
const ALONE: usize = 1024;
/// The most items of which short lists are combined ahead of the sort: at 2^20 they take an H200 as long as the sort.
const MOST_LISTED: usize = 1 << 18;

/// How a call uses lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Lists of any length are combined in turn.
    InTurn,
    /// Short lists are combined, and the others sorted.
    Short,
    /// There are none.
    Nothing,
}

/// The most items of a list whose fold is the value of a run of their keys, wherever it begins: they lie in two threads' slots. One
/// thread combines no more than 32.
const fn most(size: usize) -> usize {
    let most = Tile::new(size).run + 1;
    if most < 32 { most } else { 32 }
}

/// How many slots for so many places of this size use lists. Random positions make lists that are too long only where the mean is
/// far nearer to the most than this. Lists of few items or large ones would often be too long, or keep a thread too long.
pub(super) fn used(slots: usize, places: usize, size: usize) -> Use {
    if in_turn(slots, places) {
        Use::InTurn
    } else if size <= 8 && slots <= MOST_LISTED && slots.div_ceil(most(size)) <= places / 8 {
        Use::Short
    } else {
        Use::Nothing
    }
}

arguments! {
    /// Links items to lists.
    Link<'a, E> {
        input: ChainArg<'a, E> as In,
        places: u64,
        before: ColumnsArg<'a, Span<u32>>,
        lists: ItemLists,
    }
}

fn describe_lists(entry: &mut Entry, size: usize) {
    entry.constant("RUN_ITEMS", Tile::new(size).run);
}

impl<P: Position, T: Value, E: Expr<Item = (P, T)>> BuiltinKernel for Link<'_, E> {
    const PIECES: &'static [Piece] = LIST_PIECES;
    const THREADS: usize = LINKING;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe_lists(entry, T::SIZE);
        can_fail::<P>(entry);
        "ScatterReduceLink<In>".into()
    }
}

arguments! {
    /// Combines the items of lists.
    Lists<'a, E, O, T, S> {
        input: ChainArg<'a, E> as In,
        out: ColumnsArg<'a, S> as Out,
        op: OperationArg<O, (T, T)> as Op,
        before: ColumnsArg<'a, Span<u32>>,
        lists: ItemLists,
    }
}

impl<P, T, E, O, S> BuiltinKernel for Lists<'_, E, O, T, S>
where
    P: Position,
    T: Value,
    E: Expr<Item = (P, T)>,
    O: Operator<T>,
    S: Storage<Item = T>,
{
    const PIECES: &'static [Piece] = LIST_PIECES;
    const THREADS: usize = LINKING;
    fn describe(turn: u32, entry: &mut Entry) -> String {
        describe_lists(entry, T::SIZE);
        cannot_fail(entry);
        entry.assert("Kernel::Folds::MOST", if turn != 0 { 32 } else { most(T::SIZE) });
        format!("ScatterReduceLists<In, Out, Op, {}>", turn != 0)
    }
}

arguments! {
    /// Links and combines all items.
    Alone<'a, E, O, T, S> {
        input: ChainArg<'a, E> as In,
        out: ColumnsArg<'a, S> as Out,
        op: OperationArg<O, (T, T)> as Op,
    }
}

impl<P, T, E, O, S> BuiltinKernel for Alone<'_, E, O, T, S>
where
    P: Position,
    T: Value,
    E: Expr<Item = (P, T)>,
    O: Operator<T>,
    S: Storage<Item = T>,
{
    const PIECES: &'static [Piece] = LIST_PIECES;
    const THREADS: usize = ALONE;
    fn describe(_: u32, entry: &mut Entry) -> String {
        describe_lists(entry, T::SIZE);
        can_fail::<P>(entry);
        "ScatterReduceBlock<In, Out, Op>".into()
    }
}

arguments! {
    /// Sorts the items by their places, and combines those of lists that are too long.
    Left<'a, E, O, T, S> {
        input: ChainArg<'a, E> as In,
        lists: ItemLists,
        keys_0: ColumnsArg<'a, Span<u32>>,
        keys_1: ColumnsArg<'a, Span<u32>>,
        values_0: ColumnsArg<'a, S> as Values,
        values_1: ColumnsArg<'a, S> as Values,
        op: OperationArg<O, (T, T)> as Op,
        out: ColumnsArg<'a, S> as Values,
        counts: DigitCounts,
        starts: Starts,
        plan: Plan,
        states: States,
        tag: Tag,
        tickets: Tickets,
    }
}

impl<P, T, E, O, S> BuiltinKernel for Left<'_, E, O, T, S>
where
    P: Position,
    T: Value,
    E: Expr<Item = (P, T)>,
    O: Operator<T>,
    S: Storage<Item = T>,
{
    const PIECES: &'static [Piece] = LEFT_PIECES;
    const THREADS: usize = THREADS;
    fn describe(variant: u32, entry: &mut Entry) -> String {
        describe(entry, T::SIZE);
        can_fail::<P>(entry);
        let (width, items) = NextPass::<S>::of_variant(variant);
        entry.alias("Number", width.number().into());
        entry.assert("Kernel::tile_slots", THREADS * items);
        entry.assert("Kernel::run_slots", Tile::new(T::SIZE).tile);
        format!("ScatterReduceLeft<In, Values, Op, {items}>")
    }
}

/// Makes the programs that calls may need, whichever they are.
pub(super) fn watch<P, T, E, O, S>(cuda: &Call<'_>) -> Result<()>
where
    P: Position,
    T: Value,
    E: Expr<Item = (P, T)>,
    O: Operator<T>,
    S: Storage<Item = T>,
{
    cuda.program::<Alone<'_, E, O, T, S>>(0)?;
    let lists = |turn| wanted::<Lists<'_, E, O, T, S>>(turn);
    let left = |smaller| wanted::<Left<'_, E, O, T, S>>(NextPass::<S>::variant(Width(0), smaller));
    cuda.programs((wanted::<Link<'_, E>>(0), lists(0), lists(1)))?;
    cuda.programs((left(true), left(false))).map(drop)
}

/// Combines all items with their places in turn.
pub(super) fn combine_in_turn<P, T, E, O, S>(cuda: &Call<'_>, input: &E, op: O, output: &S) -> Result<()>
where
    P: Position,
    T: Value,
    E: Expr<Item = (P, T)>,
    O: Operator<T>,
    S: Storage<Item = T>,
{
    let (slots, input, out) = (input.slots(), || ChainArg(input), ColumnsArg(output));
    if slots <= ALONE {
        let program = cuda.program::<Alone<'_, E, O, T, S>>(0)?;
        return cuda.work().launch(&program, 1, Alone { input: input(), out, op: OperationArg::new(op) });
    }
    let (link, fold) = cuda.programs((wanted::<Link<'_, E>>(0), wanted::<Lists<'_, E, O, T, S>>(1)))?;
    let before = Temporary::<Span<u32>>::new(cuda.driver(), slots)?;
    let (before, places, blocks) = (before.columns(), output.len(), slots.div_ceil(LINKING));
    let mut work = cuda.work();
    let lists = work.lists(slots, places, 0)?;
    work.launch(&link, blocks, Link { input: input(), places: places as u64, before, lists })?;
    work.launch(&fold, blocks, Lists { input: input(), out, op: OperationArg::new(op), before, lists })
}

/// Combines short lists, and sorts the items of the others.
pub(super) fn combine_short<P, T, E, O, S>(cuda: &Call<'_>, input: &E, op: O, output: &S) -> Result<()>
where
    P: Position,
    T: Value,
    E: Expr<Item = (P, T)>,
    O: Operator<T>,
    S: Storage<Item = T>,
{
    let (slots, places) = (input.slots(), output.len());
    let (variant, tiles) = NextPass::<S>::plan(cuda, slots);
    let left = wanted::<Left<'_, E, O, T, S>>(variant);
    let (link, fold, left) = cuda.programs((wanted::<Link<'_, E>>(0), wanted::<Lists<'_, E, O, T, S>>(0), left))?;
    let room = SortRoom::<S>::new(cuda, slots)?;
    let ([keys_0, keys_1], [values_0, values_1]) = room.columns();

    let summed = slots.div_ceil(Tile::new(T::SIZE).tile);
    let words = (NextPass::<S>::state_words(variant) * tiles).max(Sums::<O, T, S>::state_words(0) * summed);
    let mut work = cuda.work();
    let counts = work.counts(DIGITS * RADIX + 2)?;
    let (starts, plan) = work.plan(DIGITS, RADIX)?;
    let tickets = work.tickets()?;
    let lists = work.lists(slots, places, words)?;
    // A tag for each of the launches that are one.
    let (states, tag) = work.states_of_positions(words)?;
    for _ in 0..DIGITS + 1 {
        work.states_of_positions(words)?;
    }
    let (input, out, op) = (|| ChainArg(input), ColumnsArg(output), || OperationArg::new(op));
    // The lists are in the memory of keys, which the sort overwrites.
    let (before, blocks) = (keys_0, slots.div_ceil(LINKING));
    work.launch(&link, blocks, Link { input: input(), places: places as u64, before, lists })?;
    work.launch(&fold, blocks, Lists { input: input(), out, op: op(), before, lists })?;
    let (input, op) = (input(), op());
    let arguments =
        Left { input, lists, keys_0, keys_1, values_0, values_1, op, out, counts, starts, plan, states, tag, tickets };
    work.launch(&left, cuda.wave(1, tiles), arguments)
}
