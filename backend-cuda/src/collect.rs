use onrush_core::Result;
use onrush_core::algo::Collect;
use onrush_core::expr::Indexed;
use onrush_core::lower::Params;
use onrush_core::shape::items_per_thread;
use onrush_core::storage::Storage;
use onrush_core::value::Item as _;

use crate::call::Call;
use crate::codegen;

const THREADS: usize = 256;

pub(crate) fn collect<E: Indexed, S: Storage<Item = E::Item>>(cuda: &Call<'_>, request: Collect<E, S>) -> Result<()> {
    let slots = request.input.slots();
    if slots == 0 {
        return Ok(());
    }
    let kernel = cuda.program::<Collect<E, S>>(0, codegen::COLLECT, |entry| {
        entry.alias("In", E::lower).param("In", "in");
        entry.alias("Out", S::lower).param("Out", "out");
        "Collect<In, Out>".into()
    })?;
    let mut params = Params::new();
    params.member(|out| request.input.params(out));
    params.member(|out| request.output.params(out));
    let size = S::Item::ty().size();
    let rows = if size > 16 { 1 } else { 4 };
    let blocks = slots.div_ceil(THREADS * rows * items_per_thread(size));
    // Where these leave multiprocessors idle, an item for each thread of more, as collect.cuh finds from their number; as many
    // as are resident in two waves, beyond which vectors move narrow items sooner.
    let (more, multiprocessors) = (slots.div_ceil(THREADS), cuda.multiprocessors());
    let few = blocks < multiprocessors && more <= 16 * multiprocessors;
    cuda.work().launch(&kernel, if few { more } else { blocks }, THREADS, &params)
}
