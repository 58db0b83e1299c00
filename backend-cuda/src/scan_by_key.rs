use onrush_core::Result;
use onrush_core::algo::ScanByKey;
use onrush_core::expr::Indexed;
use onrush_core::function::Function;
use onrush_core::lower::Params;
use onrush_core::operator::Operator;
use onrush_core::shape::{Tile, WARP, WARPS};
use onrush_core::storage::Storage;
use onrush_core::value::{Item as _, Value};

use crate::call::Call;
use crate::codegen;
use crate::workspace::{write_maybe, write_small, write_word};

pub(crate) fn scan_by_key<K, V, Q, O, S>(cuda: &Call<'_>, request: ScanByKey<K, V, Q, O, S>) -> Result<()>
where
    K: Indexed<Item: Value>,
    V: Indexed<Item: Value>,
    Q: Function<(K::Item, K::Item), Output = bool>,
    O: Operator<V::Item>,
    S: Storage<Item = V::Item>,
{
    let slots = request.keys.slots();
    if slots == 0 {
        return Ok(());
    }
    let exclusive = request.init.is_some();
    let program = cuda.program::<ScanByKey<K, V, Q, O, S>>(exclusive.into(), codegen::SCAN_BY_KEY, |entry| {
        entry.alias("Keys", K::lower).param("Keys", "keys");
        entry.alias("In", V::lower).param("In", "in");
        entry.alias("Equal", Q::lower).param("Equal", "equal");
        entry.alias("Op", O::lower).param("Op", "op").param("Maybe<In::value>", "init");
        entry.alias("Out", S::lower).param("Out", "out");
        entry.param("u64*", "states").param("u32", "tag").param("u64*", "tickets");
        format!("ScanByKey<Keys, In, Equal, Op, Out, {exclusive}>")
    })?;
    let size = V::Item::ty().size();
    let tiles = slots.div_ceil(Tile::new(size).tile);
    let mut work = cuda.work();
    let (states, tag) = work.states(tiles * size.div_ceil(4))?;
    let mut params = Params::new();
    params.member(|out| request.keys.params(out));
    params.member(|out| request.values.params(out));
    params.member(|out| request.equal.params(out));
    params.member(|out| request.op.params(out));
    write_maybe(&mut params, &request.init);
    params.member(|out| request.output.params(out));
    write_word(&mut params, states);
    write_small(&mut params, tag);
    write_word(&mut params, work.tickets()?);
    work.launch(&program, tiles, WARP * WARPS, &params)
}
