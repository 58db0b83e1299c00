//! Random numbers.

use std::error::Error;

use onrush::prelude::*;

use super::table::Table;

pub(super) fn cases(table: &mut Table, n: usize) -> Result<(), Box<dyn Error>> {
    let bytes = 4.0 * n as f64;
    let rng = Rng::new(1);
    if table.wants(&["random"]) {
        let on = both!(table, |b| b.clone());
        case!(table, on, ["random", "f32", "uniform"], n, bytes;
            into |b| b.filled(0f32, n), |b, out| b.uniform::<f32>(rng, n).collect_into(out));
        case!(table, on, ["random", "f32", "normal"], n, bytes;
            into |b| b.filled(0f32, n), |b, out| b.normal::<f32>(rng, n).collect_into(out));
        case!(table, on, ["random", "u32", "below_1000"], n, bytes;
            into |b| b.filled(0u32, n), |b, out| b.uniform_in(rng, 0..1000u32, n).collect_into(out));
    }
    if table.wants(&["shuffle", "permutation"]) {
        let x = both!(table, |b| b.range(0..n as u32).collect()?);
        case!(table, x, ["shuffle", "u32", ""], n, 2.0 * bytes;
            changes |x| x.try_clone(), |_, items| shuffle(items, rng));
        case!(table, x, ["permutation", "u32", ""], n, bytes;
            into |x| x.try_clone(), |x, out| x.device().permutation(rng, n).map(op!(|i: usize| i as u32)).collect_into(out));
    }
    Ok(())
}
