use onrush_core::algo::Scatter;
use onrush_core::expr::Indexed;
use onrush_core::lower::Params;
use onrush_core::storage::Storage;
use onrush_core::value::Value;
use onrush_core::{Backend as _, ErrorKind, Result};

use crate::workspace::{write_small, write_word};
use crate::{Cuda, codegen};

const THREADS: usize = 256;
const SLOTS_PER_BLOCK: usize = THREADS * 4;

pub(crate) fn scatter<T: Value, E: Indexed<Item = (usize, T)>, S: Storage<Item = T>>(
    cuda: &Cuda,
    request: Scatter<E, S>,
) -> Result<()> {
    let Scatter { input, output } = request;
    let slots = input.slots();
    if slots == 0 {
        return Ok(());
    }
    if slots > u32::MAX as usize {
        // An owner is a tag and the number of an item, 32 bits each.
        let message = format!("scatter: {slots} items are more than 2^32 - 1");
        return Err(ErrorKind::Device { device: cuda.name(), message }.into());
    }
    let program = |variant, kernel: &str| {
        cuda.program::<Scatter<E, S>>(variant, codegen::SCATTER, |entry| {
            entry.alias("In", E::lower).param("In", "in");
            entry.alias("Out", S::lower).param("Out", "out");
            entry.param("u64*", "owners").param("u32", "tag").fallible();
            format!("{kernel}<In, Out>")
        })
    };
    let (claim, put) = (program(0, "ScatterClaim")?, program(1, "ScatterPut")?);
    let mut work = cuda.work();
    let (owners, tag) = work.states(output.len())?;
    let mut params = Params::new();
    params.member(|out| input.params(out));
    params.member(|out| output.params(out));
    write_word(&mut params, owners);
    write_small(&mut params, tag);
    let blocks = slots.div_ceil(SLOTS_PER_BLOCK);
    work.launch(&claim, blocks, THREADS, &params)?;
    work.launch(&put, blocks, THREADS, &params)
}
