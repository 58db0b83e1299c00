use onrush_core::Result;
use onrush_core::algo::Histogram;
use onrush_core::expr::Expr;
use onrush_core::lower::Params;
use onrush_core::storage::Storage as _;

use crate::call::Call;
use crate::codegen;

const THREADS: usize = 512;
const TILE: usize = THREADS * 16;
/// How many bins a block keeps in shared memory, and how often: for few, for many, or none.
const POLICIES: [(usize, usize); 3] = [(256, 8), (4096, 2), (0, 1)];

pub(crate) fn histogram<E: Expr<Item = usize>>(cuda: &Call<'_>, request: Histogram<E>) -> Result<()> {
    let slots = request.input.slots();
    if slots == 0 {
        return Ok(());
    }
    let program = |policy: usize| {
        let (bins, copies) = POLICIES[policy];
        cuda.program::<Histogram<E>>(policy as u32, codegen::HISTOGRAM, |entry| {
            entry.alias("In", E::lower).param("In", "in");
            entry.param("Span<u64>", "counts").fallible();
            format!("Histogram<In, {bins}, {copies}>")
        })
    };
    if cuda.driver().is_watched() {
        (0..POLICIES.len()).try_for_each(|policy| program(policy).map(drop))?;
    }
    let policy = POLICIES.iter().position(|(bins, _)| request.counts.len() <= *bins).unwrap_or(POLICIES.len() - 1);
    let program = program(policy)?;
    let mut params = Params::new();
    params.member(|out| request.input.params(out));
    params.member(|out| request.counts.params(out));
    cuda.work().launch(&program, cuda.wave(2, slots.div_ceil(TILE)), THREADS, &params)
}
