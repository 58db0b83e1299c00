use onrush_core::Result;
use onrush_core::algo::Transpose;
use onrush_core::expr::Indexed;
use onrush_core::storage::Storage;
use onrush_core::value::Value;

use crate::memory::SmallBuffer;
use crate::multiversion::multiversion;
use crate::parallel::{self, Pool};

/// The side of a tile, and the number of its items. The first-level cache holds a tile of 4-byte items twice.
const SIDE: usize = 64;
const TILE: usize = SIDE * SIDE;
/// The most bytes of an item that passes through a tile: from there on, an item fills the cache lines that it is moved in.
const STAGED: usize = 64;

/// A matrix, cut into tiles of whole rows and columns.
#[derive(Clone, Copy)]
struct Tiles {
    rows: usize,
    columns: usize,
    /// The sides of a tile. A matrix that is narrower than a tile has tiles that are longer.
    high: usize,
    wide: usize,
}

impl Tiles {
    /// The tiles of a matrix that has items.
    fn new(rows: usize, columns: usize) -> Self {
        let side = |len: usize, other: usize| len.min(if other < SIDE { TILE / other } else { SIDE });
        Tiles { rows, columns, high: side(rows, columns), wide: side(columns, rows) }
    }

    fn count(&self) -> usize {
        self.rows.div_ceil(self.high) * self.columns.div_ceil(self.wide)
    }
}

pub(crate) fn transpose<E: Indexed<Item: Value>, S: Storage<Item = E::Item>>(
    pool: &Pool,
    request: Transpose<E, S>,
) -> Result<()> {
    let Transpose { input, rows, columns, output } = request;
    if input.slots() == 0 {
        return Ok(());
    }
    let tiles = Tiles::new(rows, columns);
    // The tiles at the edges are smaller, but count as whole ones.
    let cut = pool.cut(tiles.count().saturating_mul(tiles.high * tiles.wide), tiles.high * tiles.wide);
    parallel::call(|| {
        pool.run(cut.tickets(), |ticket| {
            let range = cut.range(ticket);
            let (from, to) = (range.start / (tiles.high * tiles.wide), range.end.div_ceil(tiles.high * tiles.wide));
            // SAFETY: the tiles are parts of the checked input, which has these rows and columns; the output is as long, and
            // no other ticket has these tiles.
            unsafe { store(&input, &output, tiles, from, to.min(tiles.count())) }
        });
    })
}

multiversion! {
    /// Stores the items of the tiles `from` to `to`.
    unsafe fn store[E: Indexed<Item: Value>, S: Storage<Item = E::Item>](
        input: &E, output: &S, tiles: Tiles, from: usize, to: usize,
    ) -> () where [] {
        let mut room = SmallBuffer::new();
        let room = room.of(if size_of::<E::Item>() <= STAGED { tiles.high * tiles.wide } else { 0 });
        let across = tiles.columns.div_ceil(tiles.wide);
        for tile in from..to {
            let (top, left) = (tile / across * tiles.high, tile % across * tiles.wide);
            let (high, wide) = (tiles.high.min(tiles.rows - top), tiles.wide.min(tiles.columns - left));
            let place = |r: usize, c: usize| (left + c) * tiles.rows + top + r;
            if size_of::<E::Item>() > STAGED {
                for r in 0..high {
                    for c in 0..wide {
                        // SAFETY: the caller's contract: the position lies in the matrix.
                        unsafe { output.put(place(r, c), input.at((top + r) * tiles.columns + left + c)) };
                    }
                }
                continue;
            }
            // A tile of whole rows is a single run of slots.
            let (runs, len) = if wide == tiles.columns { (1, high * wide) } else { (high, wide) };
            for r in 0..runs {
                let first = (top + r) * tiles.columns + left;
                let run = &mut room[r * len..][..len];
                // SAFETY: the caller's contract: these are slots of the matrix; `each` stays within them.
                unsafe {
                    input.each(
                        first,
                        first + len,
                        #[inline(always)]
                        |i, x| {
                            run.get_unchecked_mut(i - first).write(x);
                        },
                    );
                }
            }
            // SAFETY: `each` has written every item of each row, since every slot holds one.
            let items = unsafe { room[..high * wide].assume_init_ref() };
            for c in 0..wide {
                for r in 0..high {
                    // SAFETY: the caller's contract: the position lies in the matrix, and no other thread has it; `r < high`
                    // and `c < wide`.
                    unsafe { output.put(place(r, c), *items.get_unchecked(r * wide + c)) };
                }
            }
        }
    }
}
