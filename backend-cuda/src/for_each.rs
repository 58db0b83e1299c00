use onrush_core::Result;
use onrush_core::algo::ForEach;
use onrush_core::expr::Expr;
use onrush_core::lower::Params;

use crate::call::Call;
use crate::codegen;

const THREADS: usize = 256;
const SLOTS_PER_BLOCK: usize = THREADS * 4;

pub(crate) fn for_each<E: Expr<Item = ()>>(cuda: &Call<'_>, request: ForEach<E>) -> Result<()> {
    let slots = request.input.slots();
    if slots == 0 {
        return Ok(());
    }
    let kernel = cuda.program::<ForEach<E>>(0, codegen::FOR_EACH, |entry| {
        entry.alias("In", E::lower).param("In", "in");
        "ForEach<In>".into()
    })?;
    let mut params = Params::new();
    params.member(|out| request.input.params(out));
    cuda.work().launch(&kernel, slots.div_ceil(SLOTS_PER_BLOCK), THREADS, &params)
}
