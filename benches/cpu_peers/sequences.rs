use std::collections::HashSet;
use std::hint::black_box;

use onrush::prelude::*;

use crate::case::{Case, Data};

pub(crate) fn rows(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, f, df, u, du, keys, dkeys, .. } = data;
    // Each of the keys occurs ten times in succession, so the pattern agrees in part often.
    let (pattern, other) = ([5u32, 5, 5, 6, 6], [5u32, 5, 5, 7, 7]);
    let (dpattern, dother) = (cpu.upload(&pattern)?, cpu.upload(&other)?);
    case.row("loop", "search,u32", "absent", || u.windows(5).position(|w| *w == other));
    case.row("onrush", "search,u32", "absent", || du.iter().search(&dother));
    case.row("loop", "search,u32", "in_part", || keys.windows(5).position(|w| *w == other));
    case.row("onrush", "search,u32", "in_part", || dkeys.iter().search(&dother));
    case.row("loop", "search,u32", "last", || keys.windows(5).rposition(|w| *w == pattern));
    case.row("onrush", "search,u32", "last", || dkeys.iter().search_last(&dpattern));
    case.row("loop", "search_n,u32", "11", || keys.windows(11).position(|w| w[0] == 7 && w.iter().all(|v| *v == 7)));
    case.row("onrush", "search_n,u32", "11", || dkeys.iter().search_n(11, 7));
    let several = [1u32 << 31, 12, 345, 6789];
    let known: HashSet<u32> = several.into_iter().collect();
    let dseveral = cpu.upload(&several)?;
    case.row("loop", "find_first_of,u32", "absent", || u.iter().position(|v| several.contains(v)));
    case.row("hashed", "find_first_of,u32", "absent", || u.iter().position(|v| known.contains(v)));
    case.row("onrush", "find_first_of,u32", "absent", || du.iter().find_first_of(&dseveral));
    let (same, dsame) = (u.clone(), cpu.upload(u)?);
    case.row("loop", "cmp,u32", "equal", || u.cmp(&same));
    case.row("onrush", "cmp,u32", "equal", || du.iter().cmp(&dsame));
    // A number of copies that isn't known when the loop is compiled.
    let times = black_box(4);
    let few = case.n / times;
    let (mut out, mut dout) = (vec![0f32; few * times], cpu.filled(0f32, few * times)?);
    case.row("loop", "repeat_each,f32", "4", || {
        out.chunks_exact_mut(times).zip(f).for_each(|(places, x)| places.fill(*x));
        out.first().copied()
    });
    case.row("onrush", "repeat_each,f32", "4", || df.iter().take(few).repeat_each(times).collect_into(&mut dout));
    Ok(())
}
