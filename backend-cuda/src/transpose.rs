use onrush_core::Result;
use onrush_core::algo::{Collect, Transpose};
use onrush_core::expr::Indexed;
use onrush_core::lower::Piece;
use onrush_core::shape::items_per_thread;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::argument::{ChainArg, ColumnsArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::collect::collect;
use crate::program::BuiltinKernel;

const THREADS: usize = 256;
/// The most items of a word, which a thread transposes with as many other words in registers.
const WORD_ITEMS: usize = 4;
/// The most bytes of an item that passes through shared memory: from there on, an item fills the sectors that it is moved in.
const STAGED: usize = 64;

/// Variants of the kernel: square tiles, and tiles of a matrix that is narrower than these.
const SQUARE: u32 = 0;
const NARROW: u32 = 1;

/// The items of a word, for items of this size.
const fn word_items(size: usize) -> usize {
    let items = items_per_thread(size);
    if items < WORD_ITEMS { items } else { WORD_ITEMS }
}

/// Words of a side of a tile: each thread has a square of words, or four of them where items are bytes.
const fn words(size: usize) -> usize {
    if size == 1 { 32 } else { 16 }
}

/// The rows and columns of a tile of a matrix with fewer of one of these than `side`. It has as many items as a square tile has
/// room for, where the distance between rows is the number of columns, or one more if that is even.
fn narrow_tile(side: usize, rows: usize, columns: usize) -> (usize, usize) {
    let high = if columns < side { side * side / (columns | 1) } else { side };
    let wide = if rows < side { (side * side / rows - 1) | 1 } else { side };
    (high.min(rows), wide.min(columns))
}

arguments! {
    Arguments<'a, E, S> {
        input: ChainArg<'a, E> as In,
        out: ColumnsArg<'a, S> as Out,
        rows: u64,
        columns: u64,
        // The rows and columns of a tile, and the number of tiles side by side.
        high: u32,
        wide: u32,
        across: u32,
    }
}

impl<E: Indexed<Item: Value>, S: Storage<Item = E::Item>> BuiltinKernel for Arguments<'_, E, S> {
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "transpose.cuh"];
    const THREADS: usize = THREADS;
    fn describe(variant: u32, entry: &mut Entry) -> String {
        let size = ColumnsArg::<S>::ITEM;
        entry.constant("WORD_ITEMS", word_items(size));
        entry.constant("SIDE_WORDS", words(size));
        match variant {
            NARROW => "TransposeNarrow<In, Out>".into(),
            _ if size > STAGED => "TransposeApart<In, Out>".into(),
            _ => "Transpose<In, Out>".into(),
        }
    }
}

pub(crate) fn transpose<E: Indexed<Item: Value>, S: Storage<Item = E::Item>>(
    cuda: &Call<'_>,
    request: Transpose<E, S>,
) -> Result<()> {
    let Transpose { input, rows, columns, output } = request;
    if input.slots() == 0 {
        return Ok(());
    }
    if rows == 1 || columns == 1 {
        return collect(cuda, Collect { input, output });
    }
    let size = ColumnsArg::<S>::ITEM;
    let side = word_items(size) * words(size);
    let narrow = size <= STAGED && rows.min(columns) < side;
    let (high, wide) = if narrow { narrow_tile(side, rows, columns) } else { (side, side) };
    let across = columns.div_ceil(wide);
    let program = cuda.program::<Arguments<'_, E, S>>(if narrow { NARROW } else { SQUARE })?;
    let arguments = Arguments {
        input: ChainArg(&input),
        out: ColumnsArg(&output),
        rows: rows as u64,
        columns: columns as u64,
        high: high as u32,
        wide: wide as u32,
        across: across as u32,
    };
    cuda.work().launch(&program, rows.div_ceil(high) * across, arguments)
}

#[cfg(test)]
mod tests {
    use super::narrow_tile;

    #[test]
    fn narrow_tiles_have_room() {
        for side in [16, 32, 64, 128] {
            for (short, long) in
                (1..side).flat_map(|short| (1..3 * side).chain([1 << 40]).map(move |long| (short, long)))
            {
                for (rows, columns) in [(short, long), (long, short)] {
                    let (high, wide) = narrow_tile(side, rows, columns);
                    assert!(
                        high > 0 && wide > 0 && high * (wide | 1) <= side * side,
                        "{rows} x {columns}: {high} x {wide}"
                    );
                }
            }
        }
    }
}
