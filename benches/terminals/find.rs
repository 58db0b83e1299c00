use onrush::prelude::*;

use super::{Inputs, Table};

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, device, u, du, keys, dkeys) = (x.n, &x.device, &x.u, &x.du, &x.keys, &x.dkeys);
    // A number that doesn't occur among the small ones, and one that occurs early.
    let (small, dsmall) = (&x.small, &x.dsmall);
    t.returns(
        ("find.position", "u32", n),
        || small.iter().position(|v| *v == 100),
        || dsmall.iter().position(op!(|v: u32| v == 100)),
    )?;
    t.returns(
        ("find.position", "u32 early", n),
        || small.iter().position(|v| *v > 90),
        || dsmall.iter().position(op!(|v: u32| v > 90)),
    )?;
    t.returns(("find.any", "u32", n), || small.iter().any(|v| *v > 99), || dsmall.iter().any(op!(|v: u32| v > 99)))?;
    t.returns(("find.all", "u32", n), || small.iter().all(|v| *v < 100), || dsmall.iter().all(op!(|v: u32| v < 100)))?;
    t.returns(("find.none", "u32", n), || !small.iter().any(|v| *v > 99), || dsmall.iter().none(op!(|v: u32| v > 99)))?;
    t.returns(("find.contains", "u32", n), || small.contains(&100), || dsmall.iter().contains(&100))?;
    let (same, dsame) = (&u.clone(), &device.upload(u)?);
    t.returns(("find.equal", "u32", n), || u == same, || du.iter().equal(dsame))?;
    t.returns(("find.cmp", "u32", n), || u.cmp(same), || du.iter().cmp(dsame))?;
    t.returns(
        ("find.mismatch", "u32", n),
        || u.iter().zip(same).position(|(a, b)| a != b),
        || du.iter().mismatch(dsame),
    )?;
    let (rising, drising) =
        (&(0..n as u32).collect::<Vec<_>>(), &device.range(0..n as u32).collect::<DeviceVec<_, _>>()?);
    t.returns(
        ("find.adjacent_find", "u32", n),
        || rising.windows(2).position(|w| w[0] == w[1]),
        || drising.iter().adjacent_find(),
    )?;
    t.returns(("find.is_sorted", "u32", n), || keys.is_sorted(), || dkeys.iter().is_sorted())?;
    t.returns(
        ("find.is_sorted_by", "u32", n),
        || keys.windows(2).all(|w| w[1] / 2 >= w[0] / 2),
        || dkeys.iter().is_sorted_by(op!(|a: u32, b: u32| a / 2 < b / 2)),
    )?;
    let half = n as u32 / 20;
    t.returns(
        ("find.is_partitioned", "u32", n),
        || keys.iter().skip_while(|v| **v < half).all(|v| *v >= half),
        || dkeys.iter().is_partitioned(op!(|v: u32| v < half)),
    )?;
    let (pattern, absent) = (&[0u32, 0, 1, 1], &[0u32, 0, 2, 2]);
    let (dpattern, dabsent) = (&device.upload(pattern)?, &device.upload(absent)?);
    t.returns(
        ("find.search", "u32", n),
        || keys.windows(4).position(|w| w == absent),
        || dkeys.iter().search(dabsent),
    )?;
    t.returns(
        ("find.search_last", "u32", n),
        || keys.windows(4).rposition(|w| w == pattern),
        || dkeys.iter().search_last(dpattern),
    )?;
    t.returns(
        ("find.search_n", "u32", n),
        || keys.windows(11).position(|w| w.iter().all(|v| *v == 7)),
        || dkeys.iter().search_n(11, 7),
    )?;
    let (several, dseveral) = (&[100u32, 101, 102], &device.upload(&[100u32, 101, 102])?);
    t.returns(
        ("find.find_first_of", "u32", n),
        || small.iter().position(|v| several.contains(v)),
        || dsmall.iter().find_first_of(dseveral),
    )
}
