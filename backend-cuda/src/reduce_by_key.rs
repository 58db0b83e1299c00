use onrush_core::Result;
use onrush_core::algo::ReduceByKey;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Params;
use onrush_core::operator::Operator;
use onrush_core::shape::{Tile, WARP, WARPS};
use onrush_core::storage::Storage;
use onrush_core::value::{Item as _, Value};

use crate::call::Call;
use crate::codegen;
use crate::select::number;
use crate::workspace::{write_small, write_word};

pub(crate) fn reduce_by_key<K, V, Q, O, SK, SV>(
    cuda: &Call<'_>,
    request: ReduceByKey<K, V, Q, O, SK, SV>,
) -> Result<usize>
where
    K: Indexed<Item: Value>,
    V: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    O: Operator<V::Item>,
    SK: Storage<Item = K::Item>,
    SV: Storage<Item = V::Item>,
{
    let slots = request.keys.slots();
    if slots == 0 {
        return Ok(0);
    }
    let (number, wide) = number(slots);
    let program = cuda.program::<ReduceByKey<K, V, Q, O, SK, SV>>(wide, codegen::REDUCE_BY_KEY, |entry| {
        entry.alias("Keys", K::lower).param("Keys", "keys");
        entry.alias("In", V::lower).param("In", "in");
        entry.alias("Equal", Q::lower).param("Equal", "equal");
        entry.alias("Op", O::lower).param("Op", "op");
        entry.alias("OutKeys", SK::lower).param("OutKeys", "out_keys");
        entry.alias("OutValues", SV::lower).param("OutValues", "out_values");
        entry.param("u64*", "states").param("u32", "tag");
        entry.param("u64*", "tickets").param("u64*", "count");
        format!("ReduceByKey<Keys, In, Equal, Op, OutKeys, OutValues, {number}>")
    })?;
    let tiles = slots.div_ceil(Tile::new(V::Item::ty().size()).tile);
    let state = if wide == 0 { <(V::Item, u32)>::ty().size() } else { <(V::Item, u64)>::ty().size() };
    let mut work = cuda.work();
    let (states, tag) = work.states(tiles * state.div_ceil(4))?;
    let mut params = Params::new();
    params.member(|out| request.keys.params(out));
    params.member(|out| request.values.params(out));
    params.member(|out| request.equal.params(out));
    params.member(|out| request.op.params(out));
    params.member(|out| request.out_keys.params(out));
    params.member(|out| request.out_values.params(out));
    write_word(&mut params, states);
    write_small(&mut params, tag);
    write_word(&mut params, work.tickets()?);
    write_word(&mut params, work.result(8)?);
    work.launch(&program, tiles, WARP * WARPS, &params)?;
    work.finish()?;
    Ok(work.count())
}
