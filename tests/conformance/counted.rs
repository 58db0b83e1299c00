//! Vectors whose length stays on the device: calls over them have the bits of the same calls over vectors that were waited for.

mod errors;

pub(crate) use errors::{failures, judged_by_the_most, unrelated};
use onrush::prelude::*;
use onrush::{Counted, Error, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{
    Sample, Stamped, affine, bicyclic, brackets, contractions, data, few_lengths, lengths, many, matrix, run_keys,
};

/// A vector of these items whose length stays on the device, with room for more than twice as many.
fn counted<B: Backend, T: Sample>(b: &B, items: &[T]) -> Result<Counted<DeviceVec<T, B>, B>> {
    let spread = data::<T>(9, 2 * items.len() + 5).into_iter().enumerate();
    let spread: Vec<T> =
        spread.map(|(i, other)| if i % 2 == 1 { items.get(i / 2).copied().unwrap_or(other) } else { other }).collect();
    let (spread, end) = (b.upload(&spread)?, 2 * items.len());
    let kept = spread.iter().enumerate().filter(op!(|(i, _): (usize, T)| i % 2 == 1 && i < end));
    kept.map(op!(|(_, item): (usize, T)| item)).collect_counted()
}

/// Vectors of the same items, with the length on the device and on the host.
type Both<T, B> = (Counted<DeviceVec<T, B>, B>, DeviceVec<T, B>);

fn both<B: Backend, T: Sample>(b: &B, items: &[T]) -> Result<Both<T, B>> {
    Ok((counted(b, items)?, b.upload(items)?))
}

// Sanitized: kernels, host
pub(crate) fn lengths_and_items<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample>(b: &B) -> Result<()> {
        for len in lengths(size_of::<T>()) {
            let x: Vec<T> = data(len as u64, len);
            let c = counted(b, &x)?;
            same("the number", c.iter().count()?, len);
            let copy = c.iter().collect()?;
            same("the length", copy.len()?, len);
            all_same("a copy", &copy.wait()?.to_vec()?, &x);
            let (positions, again) = c.iter().enumerate().collect()?.wait()?;
            all_same("positions", &positions.to_vec()?, &(0..len).collect::<Vec<_>>());
            all_same("items", &again.to_vec()?, &x);
            let third = c.iter().enumerate().filter(op!(|(i, _): (usize, T)| i % 3 == 1)).collect()?;
            same("every third", third.iter().count()?, (len + 1) / 3);
            let (_, third) = third.wait()?;
            all_same("every third", &third.to_vec()?, &x.iter().skip(1).step_by(3).copied().collect::<Vec<_>>());
            same("the length, later", c.len()?, len);
            all_same("the items", &c.wait()?.to_vec()?, &x);
        }
        Ok(())
    }
    check::<B, u8>(b)?;
    check::<B, f32>(b)?;
    check::<B, [u64; 2]>(b)?;
    check::<B, Stamped>(b)
}

// Sanitized: kernels
pub(crate) fn reductions<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let (c, v) = both::<B, f32>(b, &data(len as u64, len))?;
        same("sum", c.iter().sum()?, v.iter().sum()?);
        same("product", c.iter().product()?, v.iter().product()?);
        same("minimum", c.iter().min()?, v.iter().min()?);
        same("maximum", c.iter().max()?, v.iter().max()?);
        same("begun with a value", c.iter().reduce(0.3, Sum)?, v.iter().reduce(0.3, Sum)?);
        let mut sums = b.filled(7.0f32, 2)?;
        c.iter().sum_into(sums.slice_mut(..1)?)?;
        c.iter().reduce_into(0.3, Sum, sums.slice_mut(1..)?)?;
        all_same("sums that stay", &sums.to_vec()?, &[v.iter().sum()?, v.iter().reduce(0.3, Sum)?]);
        let odd = op!(|v: f32| (v * 64.0) as i32 % 2 == 1);
        same("filtered", c.iter().filter(odd).sum()?, v.iter().filter(odd).sum()?);
        let (c, v) = both(b, &data::<f64>(len as u64, len / 2))?;
        same("sum of words", c.iter().sum()?, v.iter().sum()?);
        let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
        let (c, v) = both(b, &contractions(len as u64, len))?;
        same("composition", c.iter().reduce([1.0, 0.0], compose)?, v.iter().reduce([1.0, 0.0], compose)?);
        let cancel = op!(|a: [u32; 2], b: [u32; 2]| bicyclic(a, b));
        let (c, v) = both(b, &brackets(len as u64, len))?;
        same("brackets", c.iter().reduce_with(cancel)?, v.iter().reduce_with(cancel)?);
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn scans<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let (c, v) = both::<B, f32>(b, &data(len as u64, len))?;
        let got = c.iter().scan_inclusive(Sum).collect()?.wait()?;
        all_same("inclusive", &got.to_vec()?, &v.iter().scan_inclusive(Sum).collect()?.to_vec()?);
        let got = c.iter().scan_exclusive(0.3, Sum).collect()?.wait()?;
        all_same("exclusive", &got.to_vec()?, &v.iter().scan_exclusive(0.3, Sum).collect()?.to_vec()?);
    }
    for len in few_lengths(16) {
        let multiply = op!(|a: [u32; 4], b: [u32; 4]| matrix(a, b));
        let (c, v) = both(b, &data::<[u32; 4]>(len as u64, len))?;
        let got = c.iter().scan_inclusive(multiply).collect()?.wait()?;
        all_same("products", &got.to_vec()?, &v.iter().scan_inclusive(multiply).collect()?.to_vec()?);
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn by_key<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let (keys, values) = (run_keys(len as u64, len), data::<f32>(len as u64, len));
        let pairs: Vec<[u32; 2]> = keys.iter().zip(&values).map(|(key, value)| [*key, value.to_bits()]).collect();
        let (c, key) = (counted(b, &pairs)?, op!(|p: [u32; 2]| p[0]));
        let value = op!(|p: [u32; 2]| f32::from_bits(p[1]));
        let runs = c.iter().map(key).reduce_by_key(c.iter().map(value), Sum).collect()?;
        let total = runs.iter().map(op!(|(_, total): (u32, f32)| total)).sum()?;
        let (got_keys, got) = runs.wait()?;
        let (want_keys, want) = reduce_by_key(&b.upload(&keys)?, &b.upload(&values)?, Sum).collect()?;
        all_same("keys", &got_keys.to_vec()?, &want_keys.to_vec()?);
        all_same("values", &got.to_vec()?, &want.to_vec()?);
        same("their sum", total, want.iter().sum()?);
        let runs = reduce_by_key(&b.upload(&keys)?, &b.upload(&values)?, Sum).collect_counted()?;
        same("runs", runs.len()?, want.len());
        let values = reduce_by_key(&b.upload(&keys)?, &b.upload(&values)?, Sum).values().collect_counted()?;
        all_same("values alone", &values.wait()?.to_vec()?, &want.to_vec()?);
    }
    Ok(())
}

/// Calls whose results are counted have those of the calls that wait.
// Sanitized: kernels, host
pub(crate) fn ended<B: Backend>(b: &B) -> Result<()> {
    let (odd, third) = (op!(|v: u32| v % 2 == 1), op!(|v: u32| v % 3 == 0));
    for len in few_lengths(4) {
        let [mut lefts, mut rights] = [run_keys(len as u64, len), run_keys(1 + len as u64, len / 2)];
        let x = b.upload(&lefts)?;
        let (got, want) = (x.iter().dedup().collect_counted()?.wait()?, x.iter().dedup().collect()?);
        all_same("dedup", &got.to_vec()?, &want.to_vec()?);
        let halves = op!(|v: u32| if v % 2 == 0 { Some(v / 2) } else { None });
        let (got, want) = (x.iter().filter_map(halves).collect_counted()?, x.iter().filter_map(halves).collect()?);
        all_same("filter_map", &got.wait()?.to_vec()?, &want.to_vec()?);
        let (got, lengths) = x.iter().run_length_encode::<u32>().collect_counted()?.wait()?;
        let (want, want_lengths) = x.iter().run_length_encode::<u32>().collect()?;
        all_same("runs", &got.to_vec()?, &want.to_vec()?);
        all_same("their lengths", &lengths.to_vec()?, &want_lengths.to_vec()?);

        let (yes, no) = x.iter().partition(odd).collect_counted()?;
        let (want_yes, want_no) = x.iter().partition(odd).collect()?;
        same("lengths of a partition", (yes.iter().count()?, no.iter().count()?), (want_yes.len(), want_no.len()));
        assert!(yes.iter().zip(no.iter()).count().is_err(), "each has a length of its own");
        all_same("selected", &yes.iter().collect()?.wait()?.to_vec()?, &want_yes.to_vec()?);
        all_same("rejected", &no.wait()?.to_vec()?, &want_no.to_vec()?);
        let (first, second, rest) =
            x.iter().enumerate().map(op!(|(_, v): (usize, u32)| v)).partition_in_three(odd, third).collect_counted()?;
        let want = x.iter().partition_in_three(odd, third).collect()?;
        all_same("first", &first.wait()?.to_vec()?, &want.0.to_vec()?);
        all_same("second", &second.wait()?.to_vec()?, &want.1.to_vec()?);
        all_same("third", &rest.wait()?.to_vec()?, &want.2.to_vec()?);

        lefts.sort();
        rights.sort();
        let (l, r) = (b.upload(&lefts)?, b.upload(&rights)?);
        let (got, want) = (set_union(&l, &r).collect_counted()?, set_union(&l, &r).collect()?);
        same("the sum of a union", got.iter().sum()?, want.iter().sum()?);
        all_same("union", &got.wait()?.to_vec()?, &want.to_vec()?);
        let (got, want) = (set_intersection(&l, &r).collect_counted()?, set_intersection(&l, &r).collect()?);
        all_same("intersection", &got.wait()?.to_vec()?, &want.to_vec()?);
        let (got, want) = (set_difference(&l, &r).collect_counted()?, set_difference(&l, &r).collect()?);
        all_same("difference", &got.wait()?.to_vec()?, &want.to_vec()?);
        let symmetric = || set_symmetric_difference(&l, &r);
        all_same("either", &symmetric().collect_counted()?.wait()?.to_vec()?, &symmetric().collect()?.to_vec()?);
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn runs_and_parts<B: Backend>(b: &B) -> Result<()> {
    let (odd, third) = (op!(|v: u32| v % 2 == 1), op!(|v: u32| v % 3 == 0));
    for len in few_lengths(4) {
        let (c, v) = both(b, &run_keys(len as u64, len))?;
        all_same("dedup", &c.iter().dedup().collect()?.wait()?.to_vec()?, &v.iter().dedup().collect()?.to_vec()?);
        let near = op!(|a: u32, b: u32| a / 2 == b / 2);
        same("dedup_by", c.iter().dedup_by(near).count()?, v.iter().dedup_by(near).count()?);
        let halves = op!(|v: u32| if v % 2 == 0 { Some(v / 2) } else { None });
        same("filter_map", c.iter().filter_map(halves).sum()?, v.iter().filter_map(halves).sum()?);
        let runs = c.iter().run_length_encode::<u32>().collect()?;
        same(
            "the longest run",
            runs.iter().map(op!(|(_, n): (u32, u32)| n)).max()?,
            v.iter().run_length_encode::<u32>().collect()?.1.iter().max()?,
        );
        let (got, lengths) = runs.wait()?;
        let (want, want_lengths) = v.iter().run_length_encode::<u32>().collect()?;
        all_same("runs", &got.to_vec()?, &want.to_vec()?);
        all_same("their lengths", &lengths.to_vec()?, &want_lengths.to_vec()?);
        let (got, _) = c.iter().run_length_encode_by::<u32, _, _>(near).collect()?.wait()?;
        all_same(
            "runs of related items",
            &got.to_vec()?,
            &v.iter().run_length_encode_by::<u32, _, _>(near).collect()?.0.to_vec()?,
        );

        let (yes, no) = c.iter().partition(odd).collect()?;
        let want = v.iter().partition(odd).collect()?;
        all_same("selected", &yes.wait()?.to_vec()?, &want.0.to_vec()?);
        all_same("rejected", &no.wait()?.to_vec()?, &want.1.to_vec()?);
        let (first, second, rest) = c.iter().partition_in_three(odd, third).collect()?;
        let want = v.iter().partition_in_three(odd, third).collect()?;
        same("the sum of the third", rest.iter().sum()?, want.2.iter().sum()?);
        all_same("first", &first.wait()?.to_vec()?, &want.0.to_vec()?);
        all_same("second", &second.wait()?.to_vec()?, &want.1.to_vec()?);
        all_same("third", &rest.wait()?.to_vec()?, &want.2.to_vec()?);

        let values = op!(|v: u32| (v * 7 % 64) as f32 / 8.0);
        let got = c.iter().scan_by_key_inclusive(c.iter().map(values), Sum).collect()?;
        let want = scan_by_key_inclusive(&v, v.iter().map(values), Sum).collect()?;
        same("kin", got.iter().zip(c.iter()).count()?, len);
        all_same("prefixes by key", &got.wait()?.to_vec()?, &want.to_vec()?);
        let got = c.iter().scan_by_key_exclusive(c.iter().map(values), 0.3, Sum).collect()?;
        let want = scan_by_key_exclusive(&v, v.iter().map(values), 0.3, Sum).collect()?;
        all_same("exclusive prefixes by key", &got.wait()?.to_vec()?, &want.to_vec()?);
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn searches_and_effects<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let x: Vec<u32> = (0..len as u32).collect();
        let (mut c, last) = (counted(b, &x)?, len.saturating_sub(1) as u32);
        for wanted in [0, len as u32 / 3, last, len as u32] {
            let is = op!(|v: u32| v == wanted);
            let at = (wanted < len as u32).then_some(wanted as usize);
            same("position", c.iter().position(is)?, at);
            same("any", c.iter().any(is)?, at.is_some());
            same("none", c.iter().none(is)?, at.is_none());
            same("all", c.iter().all(op!(|v: u32| v != wanted))?, at.is_none());
        }
        let most = c.iter().scan_inclusive(Max).collect()?;
        c.iter_mut().zip(most.iter()).for_each(op!(|(v, most): (&mut u32, u32)| *v = *v * 3 + most % 1000))?;
        c.iter_mut().enumerate().for_each(op!(|(i, v): (usize, &mut u32)| *v += i as u32))?;
        let want: Vec<u32> = x.iter().map(|v| v * 4 + v % 1000).collect();
        all_same("changed items", &c.wait()?.to_vec()?, &want);
        let mut pairs =
            b.upload(&x)?.iter().enumerate().filter(op!(|(_, v): (usize, u32)| v % 2 == 1)).collect_counted()?;
        pairs.iter_mut().for_each(op!(|(i, v): (&mut usize, &mut u32)| {
            *i /= 2;
            *v += 1
        }))?;
        let (places, items) = pairs.wait()?;
        all_same("columns", &places.to_vec()?, &(0..len / 2).collect::<Vec<_>>());
        all_same("columns", &items.to_vec()?, &(0..len as u32 / 2).map(|v| 2 * v + 2).collect::<Vec<_>>());
    }
    Ok(())
}

/// A vector of these items whose length stays on the device, with room for `room` ones.
fn roomy<B: Backend, T: Sample>(b: &B, items: &[T], room: usize) -> Result<Counted<DeviceVec<T, B>, B>> {
    let mut all = items.to_vec();
    all.extend(data::<T>(7, room - items.len()));
    let (all, len) = (b.upload(&all)?, items.len());
    let kept = all.iter().enumerate().filter(op!(|(i, _): (usize, T)| i < len));
    kept.map(op!(|(_, item): (usize, T)| item)).collect_counted()
}

// Sanitized: kernels, host
pub(crate) fn sorted<B: Backend>(b: &B) -> Result<()> {
    /// The items, counted, and sorted vectors of them that the host has: devices compile fewer programs.
    fn check<B: Backend, T: Sample + Key>(b: &B) -> Result<()> {
        for len in few_lengths(size_of::<T>()) {
            let (mut c, mut v) =
                (counted::<B, T>(b, &data(len as u64, len))?, Cpu::new().upload(&data(len as u64, len))?);
            c.sort()?;
            v.sort()?;
            all_same("sorted", &c.iter().collect()?.wait()?.to_vec()?, &v.to_vec()?);
            all_same("with their number", &c.wait()?.to_vec()?, &v.to_vec()?);
        }
        Ok(())
    }
    check::<B, u8>(b)?;
    check::<B, f32>(b)?;
    check::<B, Stamped>(b)?;
    for len in few_lengths(8) {
        let (mut c, mut v) = both::<B, i64>(b, &data(len as u64, len))?;
        c.sort_by(Greater)?;
        v.sort_by(Greater)?;
        all_same("descending", &c.wait()?.to_vec()?, &v.to_vec()?);
    }
    Ok(())
}

/// Few items where there is room for many, around the tiles of the kernels' grids.
// Sanitized: kernels
pub(crate) fn sorted_with_room<B: Backend>(b: &B) -> Result<()> {
    for (room, lens) in [
        (40_000, [0, 1, 2, 31, 1009, 3583, 3584, 3585, 14_337]),
        (9000, [0, 1, 4351, 4352, 4353, 8703, 8704, 8705, 9000]),
    ] {
        for len in lens {
            let x: Vec<u32> = data::<u32>(len as u64, len).iter().map(|v| v % 5000).collect();
            let (mut c, mut v) = (roomy(b, &x, room)?, b.upload(&x)?);
            let mut by_operation = c.iter().collect()?;
            c.sort()?;
            v.sort()?;
            all_same("keys", &c.wait()?.to_vec()?, &v.to_vec()?);
            // Equal ones keep their order.
            let near = op!(|a: u32, b: u32| (a / 64).cmp(&(b / 64)));
            let mut v = b.upload(&x)?;
            by_operation.sort_by(near)?;
            v.sort_by(near)?;
            all_same("by an operation", &by_operation.wait()?.to_vec()?, &v.to_vec()?);
        }
    }
    Ok(())
}

/// Keys, and what moves along.
type Rows<B> = (DeviceVec<u32, B>, DeviceVec<f32, B>, DeviceVec<u64, B>);

/// Vectors move along with keys, and items are sorted by keys that an operation returns.
// Sanitized: kernels
pub(crate) fn sorted_by_key<B: Backend>(b: &B) -> Result<()> {
    let odd = op!(|((key, _), _): ((u32, f32), u64)| key % 2 == 1);
    for len in [0, 1, 33, 5000, 30_011] {
        let keys: Vec<u32> = data::<u32>(len as u64, len).iter().map(|v| v % 999).collect();
        let (keys, masses) = (b.upload(&keys)?, b.upload(&data::<f32>(len as u64, len))?);
        let table = || keys.iter().zip(&masses).zip(b.range(0..len as u64)).filter(odd);
        let table = || table().map(op!(|((key, mass), at): ((u32, f32), u64)| (key, mass, at)));
        let compare = |what, c: Counted<Rows<B>, B>, want: Rows<B>| {
            let (keys, masses, places) = c.wait()?;
            all_same(what, &keys.to_vec()?, &want.0.to_vec()?);
            all_same(what, &masses.to_vec()?, &want.1.to_vec()?);
            all_same(what, &places.to_vec()?, &want.2.to_vec()?);
            Ok::<_, Error>(())
        };
        let (mut c, mut v) = (table().collect_counted()?, table().collect()?);
        c.sort_by_key()?;
        sort_by_key(&mut v.0, (&mut v.1, &mut v.2))?;
        compare("by key", c, v)?;
        let (mut c, mut v) = (table().collect_counted()?, table().collect()?);
        c.sort_by_key_with(Greater)?;
        sort_by_key_with(&mut v.0, (&mut v.1, &mut v.2), Greater)?;
        compare("by key, descending", c, v)?;
        let near = op!(|a: u32, b: u32| a / 16 < b / 16);
        let (mut c, mut v) = (table().collect_counted()?, table().collect()?);
        c.sort_by_key_with(near)?;
        sort_by_key_with(&mut v.0, (&mut v.1, &mut v.2), near)?;
        compare("by key and relation", c, v)?;
        let by_mass = op!(|a: (u32, f32, u64), b: (u32, f32, u64)| a.1.total_cmp(&b.1));
        let (mut c, mut v) = (table().collect_counted()?, table().collect()?);
        c.sort_by(by_mass)?;
        sort_by((&mut v.0, &mut v.1, &mut v.2), by_mass)?;
        compare("rows", c, v)?;
        let low = op!(|v: u32| std::cmp::Reverse((v % 64) as u8));
        let (mut c, mut v) = (counted(b, &keys.to_vec()?)?, b.upload(&keys.to_vec()?)?);
        c.sort_by_key(low)?;
        v.sort_by_key(low)?;
        all_same("by an operation's key", &c.wait()?.to_vec()?, &v.to_vec()?);
    }
    Ok(())
}

/// A filter, a scan, a reduction by key and a sum, whose only wait is that of the host for the sum.
pub(crate) fn programs<B: Backend>(b: &B) -> Result<()> {
    for len in [0, 1, 1000, 1 << 15] {
        let x = b.upload(&data::<f32>(len as u64, len))?;
        let keep = op!(|v: f32| v > 0.0);
        let bin = op!(|v: f32| (v * 8.0) as u32);
        let kept = x.iter().filter(keep).collect_counted()?;
        let sums = kept.iter().scan_inclusive(Sum).collect()?;
        let bins = sums.iter().map(bin).reduce_by_key(kept.iter(), Sum).collect()?;
        let total = bins.iter().map(op!(|(bin, sum): (u32, f32)| bin as f32 * sum)).sum()?;
        let kept = x.iter().filter(keep).collect()?;
        let sums = kept.iter().scan_inclusive(Sum).collect()?;
        let (bins, by_bin) = reduce_by_key(sums.iter().map(bin), &kept, Sum).collect()?;
        let want = bins.iter().zip(&by_bin).map(op!(|(bin, sum): (u32, f32)| bin as f32 * sum)).sum()?;
        same("a program", total, want);
        // Keys in any order are sorted first.
        let (keep, key) = (op!(|(_, v): (u32, f32)| v > 0.0), op!(|v: f32| ((v * 512.0) as u32) % 37));
        let mut pairs = x.iter().map(key).zip(&x).filter(keep).collect_counted()?;
        pairs.sort_by_key()?;
        let (keys, values) = (op!(|(key, _): (u32, f32)| key), op!(|(_, v): (u32, f32)| v));
        let totals = pairs.iter().map(keys).reduce_by_key(pairs.iter().map(values), Sum).collect()?;
        let most = totals.iter().map(op!(|(_, total): (u32, f32)| total)).max()?;
        let (mut keys, mut values) = x.iter().map(key).zip(&x).filter(keep).collect()?;
        sort_by_key(&mut keys, &mut values)?;
        same("totals", most, reduce_by_key(&keys, &values, Sum).collect()?.1.iter().max()?);
    }
    Ok(())
}

/// Calls whose number of items is known have counted results, too.
pub(crate) fn known<B: Backend>(b: &B) -> Result<()> {
    let x = b.range(0..100u32).collect_counted()?;
    let sums = b.range(0..100u32).scan_inclusive(Sum).collect_counted()?;
    same("lengths", (x.len()?, sums.len()?), (100, 100));
    same("the sum of sums", sums.iter().sum()?, x.iter().scan_inclusive(Sum).collect()?.iter().sum()?);
    Ok(())
}

/// A counted vector is read on other streams, and outlives what has made it.
pub(crate) fn streams<B: Backend>(b: &B) -> Result<()> {
    let side = b.stream()?;
    let (x, want) = (data::<f32>(1, 20_003), data::<f32>(1, 20_003));
    let c = counted(b, &x)?;
    let view = c.iter().collect()?.wait()?;
    same("on another stream", view.iter().on(&side).sum()?, b.upload(&want)?.iter().sum()?);
    let sums = {
        let c = counted(&side, &x)?;
        c.iter().scan_inclusive(Sum).collect()?
    };
    let total = sums.iter().max()?;
    same("behind a dropped vector", total, b.upload(&want)?.iter().scan_inclusive(Sum).collect()?.iter().max()?);
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let (c, v) = both::<B, f32>(b, &data(1, many(b)))?;
    same("sum", c.iter().sum()?, v.iter().sum()?);
    let (got, want) = (c.iter().scan_inclusive(Sum).collect()?, v.iter().scan_inclusive(Sum).collect()?);
    all_same("scan", &got.wait()?.to_vec()?, &want.to_vec()?);
    let half = op!(|v: f32| v > 0.1);
    let (got, want) = (c.iter().filter(half).collect()?, v.iter().filter(half).collect()?);
    all_same("filter", &got.wait()?.to_vec()?, &want.to_vec()?);
    let (mut got, mut want) = (c.iter().collect()?, v.iter().collect()?);
    got.sort()?;
    want.sort()?;
    all_same("sort", &got.wait()?.to_vec()?, &want.to_vec()?);
    let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
    let (c, v) = both(b, &contractions(3, many(b)))?;
    same("composition", c.iter().reduce([1.0, 0.0], compose)?, v.iter().reduce([1.0, 0.0], compose)?);
    Ok(())
}
