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
/// Each that can is followed by its form with items beside their numbers.
const KERNELS: [&str; 5] = [
    "ScatterClaim<In, Out, false>",
    "ScatterClaim<In, Out, true>",
    "ScatterPut<In, Out>",
    "ScatterFill<In, Out, false>",
    "ScatterFill<In, Out, true>",
];
const CLAIM: usize = 0;
const PUT: usize = 2;
const FILL: usize = 3;
/// Positions look for their items, unless they are so many times as many as the items,
const SPARSE: usize = 4;
/// or as this.
const FEW: usize = 1 << 14;
/// Bytes of an item that fit beside its number,
const BESIDE: usize = 4;
/// where it is put from so many items on: before, to clear the owners costs more.
const MANY: usize = 1 << 20;

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
    let program = |variant: usize| {
        cuda.program::<Scatter<E, S>>(variant as u32, codegen::SCATTER, |entry| {
            entry.alias("In", E::lower).param("In", "in");
            entry.alias("Out", S::lower).param("Out", "out");
            entry.param("u64*", "owners").param("u32", "tag").fallible();
            KERNELS[variant].into()
        })
    };
    let fits = T::SIZE <= BESIDE;
    let (by_items, by_positions, beside) = ([CLAIM, PUT], [CLAIM, FILL], [CLAIM + 1, FILL + 1]);
    if cuda.driver().is_watched() {
        let all = [by_items, by_positions, if fits { beside } else { by_positions }];
        all.as_flattened().iter().try_for_each(|kernel| program(*kernel).map(drop))?;
    }
    let dense = output.len() / SPARSE <= slots.max(FEW);
    let [claim, store] = match (dense, fits && slots >= MANY) {
        (false, _) => by_items,
        (true, false) => by_positions,
        (true, true) => beside,
    };
    let (claimed, stored) = (program(claim)?, program(store)?);
    let mut work = cuda.work();
    let (owners, tag) = if claim == CLAIM { work.states(output.len())? } else { (work.cleared(output.len() * 8)?, 0) };
    let mut params = Params::new();
    params.member(|out| input.params(out));
    params.member(|out| output.params(out));
    write_word(&mut params, owners);
    write_small(&mut params, tag);
    work.launch(&claimed, slots.div_ceil(SLOTS_PER_BLOCK), THREADS, &params)?;
    let looking = if dense { output.len() } else { slots };
    work.launch(&stored, looking.div_ceil(SLOTS_PER_BLOCK), THREADS, &params)
}
