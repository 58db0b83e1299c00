use onrush::prelude::*;

use super::{Inputs, Table};

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, u, du, k) = (x.n, &x.u, &x.du, 10.min(x.n));
    // The items of the k smallest keys, as numbers, after a selection.
    let few = |key: fn(u32) -> u32| {
        let mut out = u.clone();
        let (few, _, _) = out.select_nth_unstable_by_key(k.min(n - 1), |v| key(*v));
        few.sort_unstable_by_key(|v| key(*v));
        out.truncate(k);
        out
    };
    let places = |key: fn(u32) -> u32| {
        let mut out: Vec<usize> = (0..n).collect();
        let (few, _, _) = out.select_nth_unstable_by_key(k.min(n - 1), |i| (key(u[*i]), *i));
        few.sort_unstable_by_key(|i| (key(u[*i]), *i));
        out.truncate(k);
        out
    };
    macro_rules! ends {
        ($key:expr, $call:ident $key_call:ident $positions:ident) => {
            t.returns((concat!("top_k.", stringify!($call)), "u32", n), || few($key), || du.iter().$call(k).collect())?;
            t.writes(
                (concat!("top_k.", stringify!($call)), "u32 into", n),
                x.targets(k)?,
                |out: &mut Vec<u32>| *out = few($key),
                |out| du.iter().$call(k).collect_into(out),
            )?;
            t.returns(
                (concat!("top_k.", stringify!($key_call)), "u32", n),
                || few($key),
                || du.iter().$key_call(k, op!(|v: u32| v / 2)).collect(),
            )?;
            t.writes(
                (concat!("top_k.", stringify!($key_call)), "u32 into", n),
                x.targets(k)?,
                |out: &mut Vec<u32>| *out = few($key),
                |out| du.iter().$key_call(k, op!(|v: u32| v / 2)).collect_into(out),
            )?;
            t.returns(
                (concat!("top_k.", stringify!($positions)), "u32", n),
                || places($key),
                || du.iter().$positions(k).collect(),
            )?;
            t.writes(
                (concat!("top_k.", stringify!($positions)), "u32 into", n),
                x.targets(k)?,
                |out: &mut Vec<usize>| *out = places($key),
                |out| du.iter().$positions(k).collect_into(out),
            )?;
        };
    }
    ends!(|v| !v, top_k top_k_by_key top_k_positions);
    ends!(|v| v, bottom_k bottom_k_by_key bottom_k_positions);

    let nth = |at: usize| Some(*u.clone().select_nth_unstable(at).1);
    t.returns(("top_k.nth_element", "u32", n), || nth(n / 3), || du.iter().nth_element(n / 3))?;
    t.returns(("top_k.median", "u32", n), || nth((n - 1) / 2), || du.iter().median())?;
    t.returns(
        ("top_k.quantiles", "u32", n),
        || {
            let mut sorted = u.clone();
            sorted.sort_unstable();
            Some([0.25, 0.5, 0.75].map(|q: f64| sorted[(q * n as f64).ceil() as usize - 1]).to_vec())
        },
        || du.iter().quantiles(&[0.25, 0.5, 0.75]),
    )
}
