//! Sorts. Each call copies its input first, because sorting a sorted input would be another case.

use onrush::prelude::*;

use super::{Inputs, Table};

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, u, du) = (x.n, &x.u, &x.du);
    t.writes(
        ("sort.sort", "u32", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| {
            out.copy_from_slice(u);
            out.sort_unstable();
        },
        |out| out.copy_from(u).and_then(|()| out.sort()),
    )?;
    t.writes(
        ("sort.sort", "u32 into", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| {
            out.copy_from_slice(u);
            out.sort_unstable();
        },
        |out| du.iter().sort().collect_into(out),
    )?;
    // Other items in each call: a processor that has seen them before predicts the branches of a loop's sort.
    for (types, items) in [("u32", u), ("u32 few", &x.small)] {
        let twice = [&items[..], &items[..]].concat();
        let (mut at, mut our_at) = (0, 0);
        let next = |at: &mut usize| {
            let from = *at;
            *at = (*at + n / 3 + 1) % n;
            from..from + n
        };
        t.writes(
            ("sort.sort_by", types, n),
            x.targets(n)?,
            |out: &mut Vec<u32>| {
                out.copy_from_slice(&twice[next(&mut at)]);
                out.sort_by(|a, b| b.cmp(a));
            },
            |out| out.copy_from(&twice[next(&mut our_at)]).and_then(|()| out.sort_by(op!(|a: u32, b: u32| a > b))),
        )?;
    }
    t.writes(
        ("sort.sort_by_key", "u32", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| {
            out.copy_from_slice(u);
            out.sort_by_key(|v| v ^ 5);
        },
        |out| out.copy_from(u).and_then(|()| out.sort_by_key(op!(|v: u32| v ^ 5))),
    )?;

    let (pairs, at) = (&u.iter().zip(0u32..).map(|(v, i)| (*v, i)).collect::<Vec<_>>(), x.device.range(0..n as u32));
    let places = || -> onrush::Result<_> { Ok((x.device.filled(0u32, n)?, x.device.filled(0u32, n)?)) };
    let (mut by, mut by_u) = (pairs.clone(), pairs.clone());
    t.writes(
        ("sort.sort_by_key", "u32/u32", n),
        ((vec![0; n], vec![0; n]), places()?),
        |(keys, values)| {
            by.copy_from_slice(pairs);
            by.sort_by_key(|pair| pair.0);
            by.iter().zip(keys).zip(values).for_each(|((pair, k), v)| (*k, *v) = *pair);
        },
        |(keys, values)| {
            keys.copy_from(u)?;
            at.clone().collect_into(&mut *values)?;
            sort_by_key(keys, values)
        },
    )?;
    t.writes(
        ("sort.sort_by_key_with", "u32/u32", n),
        ((vec![0; n], vec![0; n]), places()?),
        |(keys, values)| {
            by_u.copy_from_slice(pairs);
            by_u.sort_by_key(|pair| std::cmp::Reverse(pair.0));
            by_u.iter().zip(keys).zip(values).for_each(|((pair, k), v)| (*k, *v) = *pair);
        },
        |(keys, values)| {
            keys.copy_from(u)?;
            at.clone().collect_into(&mut *values)?;
            sort_by_key_with(keys, values, Greater)
        },
    )?;
    let order = || {
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|i| u[*i]);
        order
    };
    t.returns(("sort.argsort", "u32", n), order, || du.iter().argsort().collect())?;
    t.returns(
        ("sort.argsort_as", "u32", n),
        || {
            let mut order: Vec<u32> = (0..n as u32).collect();
            order.sort_by_key(|i| u[*i as usize]);
            order
        },
        || du.iter().argsort_as::<u32>().collect(),
    )
}
