//! Sorts. Each call copies its input first, because sorting a sorted input would be another case.

use onrush::prelude::*;
use rayon::prelude::*;

use crate::case::{Case, Data};

pub(crate) fn rows(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, u, du, .. } = data;
    let mut host = u.clone();
    let mut keys = cpu.upload(u)?;
    case.row("rayon", "sort,u32", "unstable", || {
        host.copy_from_slice(u);
        host.par_sort_unstable();
    });
    case.row("loop", "sort,u32", "", || {
        host.copy_from_slice(u);
        host.sort_unstable();
    });
    case.row("onrush", "sort,u32", "", || keys.copy_from(u).and_then(|()| keys.sort()));

    case.row("loop", "sort_by,u32", "", || {
        host.copy_from_slice(u);
        host.sort_by(|a, b| b.cmp(a));
    });
    case.row("onrush", "sort_by,u32", "", || {
        keys.copy_from(u).and_then(|()| keys.sort_by(op!(|a: u32, b: u32| a > b)))
    });

    case.row("loop", "sort,u32", "greater", || {
        host.copy_from_slice(u);
        host.sort_unstable_by(|a, b| b.cmp(a));
    });
    case.row("onrush", "sort,u32", "greater", || keys.copy_from(u).and_then(|()| keys.sort_by(Greater)));

    case.row("loop", "sort_new,u32", "", || {
        let mut out = u.clone();
        out.sort_unstable();
        out
    });
    case.row("onrush", "sort_new,u32", "", || du.iter().sort().collect());

    let few = 10.min(case.n);
    case.row("loop", "top_k,u32", "10", || {
        host.copy_from_slice(u);
        let (_, _, largest) = host.select_nth_unstable(case.n - few);
        largest.sort_unstable_by(|a, b| b.cmp(a));
    });
    case.row("onrush", "top_k,u32", "10", || du.iter().top_k(few).collect());
    case.row("loop", "nth_element,u32", "middle", || {
        host.copy_from_slice(u);
        *host.select_nth_unstable(case.n / 2).1
    });
    case.row("onrush", "nth_element,u32", "middle", || du.iter().nth_element(case.n / 2));

    let pairs: Vec<(u32, u32)> = u.iter().map(|x| (*x, *x)).collect();
    let mut rows = pairs.clone();
    let mut values = cpu.upload(u)?;
    case.row("loop", "sort_by_key,u32/u32", "", || {
        rows.copy_from_slice(&pairs);
        rows.sort_by_key(|pair| pair.0);
    });
    case.row("onrush", "sort_by_key,u32/u32", "", || {
        keys.copy_from(u)?;
        values.copy_from(u)?;
        sort_by_key(&mut keys, &mut values)
    });

    case.row("loop", "sort_by_key,u32/u32", "greater", || {
        rows.copy_from_slice(&pairs);
        rows.sort_by_key(|pair| std::cmp::Reverse(pair.0));
    });
    case.row("onrush", "sort_by_key,u32/u32", "greater", || {
        keys.copy_from(u)?;
        values.copy_from(u)?;
        sort_by_key_with(&mut keys, &mut values, Greater)
    });

    case.row("loop", "sort_by,u32/u32", "", || {
        rows.copy_from_slice(&pairs);
        rows.sort_by_key(|pair| std::cmp::Reverse(pair.0));
    });
    case.row("onrush", "sort_by,u32/u32", "", || {
        keys.copy_from(u)?;
        values.copy_from(u)?;
        sort_by((&mut keys, &mut values), op!(|a: (u32, u32), b: (u32, u32)| a.0 > b.0))
    });

    case.row("loop", "argsort,u32", "", || {
        let mut order: Vec<usize> = (0..u.len()).collect();
        order.sort_by_key(|i| u[*i]);
        order
    });
    case.row("onrush", "argsort,u32", "", || du.iter().argsort().collect());
    Ok(())
}
