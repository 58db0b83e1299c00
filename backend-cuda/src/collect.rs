use onrush_core::Result;
use onrush_core::algo::Collect;
use onrush_core::expr::Indexed;
use onrush_core::lower::Piece;
use onrush_core::shape::items_per_thread;
use onrush_core::storage::Storage;

use crate::argument::{ChainArg, ColumnsArg, arguments};
use crate::call::Call;
use crate::codegen::{Entry, pieces};
use crate::program::BuiltinKernel;

const THREADS: usize = 256;

/// Rows of a block, for items of this size.
const fn rows(size: usize) -> usize {
    if size > 16 { 1 } else { 4 }
}

arguments! {
    Arguments<'a, E, S> {
        input: ChainArg<'a, E> as In,
        out: ColumnsArg<'a, S> as Out,
    }
}

impl<E: Indexed, S: Storage<Item = E::Item>> BuiltinKernel for Arguments<'_, E, S> {
    const PIECES: &'static [Piece] = pieces!["warp.cuh", "collect.cuh"];
    const THREADS: usize = THREADS;
    const COUNTED: bool = E::LENGTH_ON_DEVICE;
    fn describe(_: u32, entry: &mut Entry) -> String {
        entry.constant("ROWS", rows(ColumnsArg::<S>::ITEM));
        entry.assert("Kernel::V", items_per_thread(ColumnsArg::<S>::ITEM));
        "Collect<In, Out>".into()
    }
}

pub(crate) fn collect<E: Indexed, S: Storage<Item = E::Item>>(cuda: &Call<'_>, request: Collect<E, S>) -> Result<()> {
    let slots = request.input.slots();
    if slots == 0 {
        return Ok(());
    }
    let program = cuda.program::<Arguments<'_, E, S>>(0)?;
    let size = ColumnsArg::<S>::ITEM;
    let blocks = slots.div_ceil(THREADS * rows(size) * items_per_thread(size));
    // If these blocks leave multiprocessors idle, more blocks with one item for each thread are launched; collect.cuh
    // recognizes that by their number. Beyond two waves of resident blocks, vectors move narrow items faster.
    let (more, multiprocessors) = (slots.div_ceil(THREADS), cuda.multiprocessors());
    let few = blocks < multiprocessors && more <= 16 * multiprocessors;
    let arguments = Arguments { input: ChainArg(&request.input), out: ColumnsArg(&request.output) };
    cuda.work().launch(&program, if few { more } else { blocks }, arguments)
}
