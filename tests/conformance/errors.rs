//! Every failure is a typed value, leaves the device working, and leaves the inputs unchanged.

use onrush::prelude::*;
use onrush::{ErrorKind, Position, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{data, mix, of_every_position, position};
use onrush_test_support::refusals::{
    Elsewhere, elsewhere, lengths_differ, out_of_range, panicked, positions_beyond, refused, too_short, waited,
};

pub(crate) fn length_mismatch<B: Backend>(b: &B) -> Result<()> {
    let (x, y) = (b.upload(&[1u32, 2, 3])?, b.upload(&[1u32, 2])?);
    let (mut short, mut long) = (b.filled(0u32, 2)?, b.filled(0u32, 4)?);
    lengths_differ(x.iter().zip(&y).map(op!(|(a, b): (u32, u32)| a + b)).sum(), "zip", 3, 2);
    lengths_differ(zip((&y, &y, &x)).collect(), "zip", 2, 3);
    lengths_differ(x.iter().inner_product(&y), "zip", 3, 2);
    lengths_differ(x.iter().mismatch(&y), "zip", 3, 2);
    lengths_differ(x.iter().collect_into(&mut long), "collect_into", 3, 4);
    lengths_differ(x.iter().zip(&x).collect_into((&mut x.try_clone()?, &mut short)), "columns", 3, 2);
    lengths_differ(x.iter().scan_inclusive(Sum).collect_into(&mut short), "collect_into", 3, 2);
    lengths_differ(x.iter().scan_exclusive(1, Sum).collect_into(&mut long), "collect_into", 3, 4);
    lengths_differ(sort_by_key(&mut x.try_clone()?, &mut short), "sort_by_key", 3, 2);
    lengths_differ(sort_by_key(&mut short, (&mut y.try_clone()?, &mut long)), "columns", 2, 4);
    let by_first = op!(|a: (u32, u32), b: (u32, u32)| a.0 < b.0);
    lengths_differ(sort_by((&mut short, &mut long), by_first), "columns", 2, 4);
    lengths_differ(reduce_by_key(&x, &y, Sum).collect(), "reduce_by_key", 3, 2);
    lengths_differ(scan_by_key_inclusive(&x, &y, Sum).collect(), "scan_by_key", 3, 2);
    lengths_differ(scan_by_key_exclusive(&y, &x, 0, Sum).collect(), "scan_by_key", 2, 3);
    lengths_differ(x.iter().scatter(b.range(0..2usize), &mut long), "scatter", 2, 3);
    lengths_differ(x.iter().scatter_if(b.range(0..2), op!(|_: u32| true), &mut long), "scatter_if", 2, 3);
    lengths_differ(merge(&x, &y).collect_into(&mut long), "collect_into", 5, 4);
    lengths_differ(scan_by_key_inclusive(&x, &x, Sum).collect_into(&mut long), "collect_into", 3, 4);
    lengths_differ(scan_by_key_inclusive(&x, &y, Sum).collect_into(&mut short), "scan_by_key", 3, 2);
    lengths_differ(reduce_by_key(&x, &y, Sum).collect_into((&mut short, &mut long)), "reduce_by_key", 3, 2);
    lengths_differ(x.iter().reduce_into(0, Sum, &mut short), "reduce_into", 1, 2);
    lengths_differ(x.iter().sum_into(short.slice_mut(1..1)?), "reduce_into", 1, 0);
    too_short(x.iter().filter(op!(|v: u32| v > 2)).collect_into(&mut short), "collect_into", 3, 2);
    let first = op!(|v: (u32, u32)| v.0 > 0);
    lengths_differ(x.iter().zip(&x).filter(first).collect_into((&mut long, &mut short)), "columns", 4, 2);
    too_short(x.iter().partition(op!(|v: u32| v > 2)).collect_into((&mut long, &mut short)), "collect_into", 3, 2);
    too_short(reduce_by_key(&x, &x, Sum).collect_into((&mut short, &mut long)), "collect_into", 3, 2);
    too_short(reduce_by_key(&x, &x, Sum).values().collect_into(&mut short), "collect_into", 3, 2);
    too_short(set_union(&x, &y).collect_into(&mut long), "collect_into", 5, 4);
    lengths_differ(x.copy_to(&mut [0; 2]), "copy_to", 3, 2);
    lengths_differ(long.copy_from(&[0; 5]), "copy_from", 4, 5);
    all_same("targets are untouched", &long.to_vec()?, &[0; 4]);
    all_same("inputs are untouched", &x.to_vec()?, &[1, 2, 3]);
    Ok(())
}

/// Every error names the terminal's own line, whatever its kind.
#[rustfmt::skip]
pub(crate) fn errors_name_the_call<B: Backend>(b: &B) -> Result<()> {
    let (x, y, far) = (b.upload(&[1u32, 2, 3])?, b.upload(&[1u32, 2])?, b.upload(&[0usize, 9, 1])?);
    let mut out = b.filled(0u32, 3)?;
    let of = |line: u32, result: Result<()>| {
        let error = waited(b, result).expect_err("the call fails");
        let call = error.call().unwrap_or_else(|| panic!("{error} names no call"));
        assert_eq!((call.file.as_str(), call.line), (file!(), line), "{error}");
    };
    of(line!(), x.iter().zip(&y).collect().map(drop));
    of(line!(), x.iter().zip(&y).filter(op!(|a: u32, b: u32| a < b)).count().map(drop));
    of(line!(), x.iter().inner_product(&y).map(drop));
    of(line!(), y.iter().collect_into(&mut out));
    of(line!(), y.iter().scan_inclusive(Sum).collect_into(&mut out));
    of(line!(), y.iter().scatter(&far, &mut out));
    of(line!(), x.iter().scatter(&far, &mut out));
    of(line!(), x.iter().permute(&far).collect().map(drop));
    of(line!(), x.iter().permute(&far).sum().map(drop));
    of(line!(), far.iter().histogram(2).collect().map(drop));
    of(line!(), sort_by_key(&mut y.try_clone()?, &mut out));
    of(line!(), reduce_by_key(&x, &y, Sum).collect().map(drop));
    of(line!(), scan_by_key_inclusive(&x, &y, Sum).collect().map(drop));
    of(line!(), merge(x.iter().zip(&y).map(op!(|a: u32, _: u32| a)), &y).collect().map(drop));
    of(line!(), set_union(x.iter().zip(&y).map(op!(|a: u32, _: u32| a)), &y).collect().map(drop));
    Ok(())
}

pub(crate) fn index_out_of_range<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.upload(&data::<u64>(1, 5003))?;
    assert_eq!(out_of_range(b, x.slice(10..5004), "slice", 5004, 5003), None);
    out_of_range(b, x.slice(..=5003), "slice", 5004, 5003);
    out_of_range(b, x.slice_mut(6000..), "slice", 6000, 5003);
    #[expect(clippy::reversed_empty_ranges)]
    let reversed = x.slice(7..3).map(drop).expect_err("a reversed range");
    assert_eq!(*reversed.kind(), ErrorKind::ReversedRange { what: "slice", start: 7, end: 3 });
    // Each kind of algorithm that reads by position gets wrong positions among many. The error names the item of its position.
    let wild = || b.range(0..40_009usize).map(op!(|i: usize| if i >= 39_000 { 5003 + i } else { i % 5003 }));
    positions_beyond(b, x.iter().permute(wild()).collect(), "permute", 39_000, 5003);
    positions_beyond(b, x.iter().permute(wild()).rev().sum(), "permute", 39_000, 5003);
    positions_beyond(b, x.iter().permute(wild()).scan_inclusive(Sum).collect(), "permute", 39_000, 5003);
    positions_beyond(b, x.iter().permute(wild()).filter(op!(|_: u64| true)).collect(), "permute", 39_000, 5003);
    let mut target = b.filled(0u64, 5003)?;
    let scattered = x.iter().permute(wild().map(op!(|i: usize| i % 5003))).scatter(wild(), &mut target);
    positions_beyond(b, scattered, "scatter", 39_000, 5003);
    positions_beyond(b, wild().histogram(5003).collect(), "histogram", 39_000, 5003);
    // Items that a filter leaves out count.
    positions_beyond(b, wild().filter(op!(|i: usize| i % 7 == 3)).histogram(5003).collect(), "histogram", 39_000, 5003);
    assert_eq!(out_of_range(b, b.range(0..1usize).histogram(0).collect(), "histogram", 0, 0), Some(0));
    out_of_range(b, b.constant(usize::MAX, 9).histogram(3).collect(), "histogram", usize::MAX as i128, 3);
    out_of_range(b, b.upload::<u8>(&[])?.iter().permute(b.range(0..1usize)).collect(), "permute", 0, 0);
    all_same("inputs are untouched", &x.to_vec()?, &data(1, 5003));
    Ok(())
}

/// Positions of each type: one behind the end, at the end of the type's range, and negative.
pub(crate) fn positions_out_of_range<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, P: Position + TryFrom<usize>>(b: &B) -> Result<()> {
        let x = b.filled(1u16, 100)?;
        for wrong in [position::<P>(100), P::max_value(), P::min_value()] {
            if !(0..100).contains(&wrong.given()) {
                let index = b.upload(&[P::zero(), wrong, P::zero()])?;
                let item = out_of_range(b, x.iter().permute(&index).collect(), "permute", wrong.given(), 100);
                assert_eq!(item, Some(1));
            }
        }
        Ok(())
    }
    of_every_position!(check(b))
}

pub(crate) fn device_mismatch<B: Backend>(b: &B) -> Result<()> {
    let refused = |result| refused(b, result);
    let far = elsewhere::<u32>();
    let mut x = b.upload(&[3u32, 1, 2])?;
    let i = || b.range(0..3usize);
    let read = op!(|i: usize| far[i]);
    let compare = op!(|a: u32, b: u32| far[a as usize] < far[b as usize]);
    let join = op!(|a: u32, b: u32| a ^ b ^ far[0]);
    let holds = op!(|v: u32| far[v as usize] == 0);
    refused(i().map(read).collect().map(drop));
    refused(i().map(read).sum().map(drop));
    refused(i().map(read).filter(holds).count().map(drop));
    refused(i().map(read).rev().skip(1).step_by(2).count().map(drop));
    refused(b.tabulate(3, read).sort().collect().map(drop));
    refused(x.iter().map(holds).for_each(op!(|_: bool| ())));
    refused(x.iter().filter(holds).collect().map(drop));
    refused(x.iter().count_if(holds).map(drop));
    refused(x.iter().filter(op!(|_: u32| true)).collect_into(Elsewhere(b.clone())).map(drop));
    refused(x.iter().reduce_into(0, join, &mut b.filled(0, 1)?));
    refused(x.iter().scatter_if(b.range(0..3u8), holds, &mut b.filled(0, 3)?));
    refused(x.iter().scatter_if(b.range(0..3u8), op!(|_: u32| true), Elsewhere(b.clone())));
    refused(merge(&x, b.range(0..0u32)).collect_into(Elsewhere(b.clone())));
    refused(set_union(&x, b.range(0..0u32)).collect_into(Elsewhere(b.clone())).map(drop));
    refused(reduce_by_key(&x, &x, join).values().collect_into(&mut b.filled(0, 3)?).map(drop));
    refused(reduce_by_key(&x, &x, Sum).values().collect_into(Elsewhere(b.clone())).map(drop));
    refused(scan_by_key_inclusive(&x, &x, Sum).collect_into(Elsewhere(b.clone())));
    refused(scan_by_key_inclusive_with(&x, &x, op!(|_: u32, b: u32| far[b as usize] == 0), Sum).collect().map(drop));
    refused(x.iter().partition(holds).collect().map(drop));
    refused(x.iter().grid(3, 1).columns().reduce(0, commutative(join)).collect().map(drop));
    refused(x.iter().partition_in_three(op!(|_: u32| false), holds).collect().map(drop));
    refused(x.iter().partition_by(9, op!(|v: u32| far[v as usize])).collect().map(drop));
    refused(x.iter().position(holds).map(drop));
    refused(x.iter().reduce(0, join).map(drop));
    refused(x.iter().reduce_with(commutative(join)).map(drop));
    refused(x.iter().scan_inclusive(join).collect().map(drop));
    refused(x.iter().lower_bound(far).collect().map(drop));
    refused(x.iter().dedup_by(compare).collect().map(drop));
    refused(x.iter().adjacent_difference(join).collect().map(drop));
    refused(x.iter().min_by_key(op!(|v: u32| far[v as usize])).map(drop));
    refused(x.iter().equal(i().map(read)).map(drop));
    refused(x.iter().permute(i().map(op!(|i: usize| far[i] as usize))).collect().map(drop));
    refused(x.iter().zip(i().map(read)).collect().map(drop));
    refused(merge(&x, i().map(read)).collect().map(drop));
    refused(merge_by(&x, &x, compare).collect().map(drop));
    refused(reduce_by_key(i().map(read), &x, Sum).collect().map(drop));
    refused(reduce_by_key(&x, i().map(read), Sum).collect().map(drop));
    refused(reduce_by_key(&x, &x, join).collect().map(drop));
    refused(reduce_by_key_with(&x, &x, compare, Sum).collect().map(drop));
    refused(scan_by_key_inclusive(i().map(read), &x, Sum).collect().map(drop));
    refused(scan_by_key_exclusive(&x, &x, 0, join).collect().map(drop));
    refused(x.sort_by(compare));
    refused(i().map(op!(|i: usize| far[i] as usize)).histogram(3).collect().map(drop));
    refused(x.iter().collect_into(Elsewhere(b.clone())));
    refused(x.iter().scan_inclusive(Sum).collect_into(Elsewhere(b.clone())));
    refused(x.iter().scatter(i(), Elsewhere(b.clone())));
    refused(sort_by_key(&mut x, Elsewhere(b.clone())));
    refused(sort_by(Elsewhere(b.clone()), op!(|a: u32, b: u32| a < b)));
    all_same("untouched", &x.to_vec()?, &[3, 1, 2]);
    Ok(())
}

#[device]
fn reciprocal(x: u32) -> u32 {
    assert!(x != 1, "there is no reciprocal of 1 here");
    1 / (x - 2)
}
/// The line of the assertion above.
const IN_RECIPROCAL: u32 = line!() - 4;

pub(crate) fn panics_name_the_line<B: Backend>(b: &B) -> Result<()> {
    let x = b.upload(&[5u32, 0, 7])?;
    let (table, array, zero) = (x.view(), [1u32, 2], 0u32);
    // One of 30,011 items panics; it is neither the first nor in the first chunk.
    let i = || b.range(0u32..30_011).map(op!(|i: u32| if i == 20_001 { 3 } else { 0 }));

    let fails = i().map(op!(|i: u32| table[i as usize]));
    panicked(b, fails.collect(), "the len is 3 but the index is 3", line!() - 1);
    let fails = i().map(op!(|i: u32| array[i as usize]));
    panicked(b, fails.collect(), "the len is 2 but the index is 3", line!() - 1);
    let fails = i().map(op!(|i: u32| i / (3 - i)));
    panicked(b, fails.collect(), "attempt to divide by zero", line!() - 1);
    let fails = i().map(op!(|i: u32| i % (3 - i)));
    panicked(b, fails.collect(), "attempt to calculate the remainder with a divisor of zero", line!() - 1);
    let fails = i().map(op!(|i: u32| (i as i32 - 3 + i32::MIN) / (i as i32 - 1 - i as i32)));
    if !cfg!(debug_assertions) {
        panicked(b, fails.collect(), "attempt to divide with overflow", line!() - 2);
    }
    let fails = i().map(op!(|i: u32| if i == 3 { panic!("{i} {{is}} too many") } else { i }));
    panicked(b, fails.clone().collect(), "{is} too many", line!() - 1);
    // A message shows its values, or says that it doesn't.
    let error = waited(b, fails.collect()).expect_err("the operation panics").to_string();
    let unformatted = error.contains("{i} {is} too many (a device doesn't show the values)");
    assert!(error.contains("3 {is} too many") || unformatted, "{error}");
    let fails = i().map(op!(|i: u32| {
        let j = i + 1;
        assert!(j < 4, "j was too large");
        j
    }));
    panicked(b, fails.collect(), "j was too large", line!() - 3);
    let fails = i().map(op!(|i: u32| reciprocal(3 - i / 3 * 2)));
    panicked(b, fails.collect(), "there is no reciprocal of 1 here", IN_RECIPROCAL);
    let fails = i().map(op!(|i: u32| match i {
        0 => zero,
        _ => unreachable!("nothing but zero"),
    }));
    panicked(b, fails.collect(), "nothing but zero", line!() - 2);

    same("the device works on", x.iter().sum()?, 12);
    Ok(())
}

/// Overflow is checked if the crate of the operation is built with checks, and wraps otherwise.
pub(crate) fn overflow_is_checked_as_in_the_crate<B: Backend>(b: &B) -> Result<()> {
    let x = b.upload(&[1u8, 2, 255])?;
    let line = line!() + 1;
    let (add, mul, neg) = (op!(|v: u8| v + 1), op!(|v: u8| v * 2), op!(|v: u8| -(v as i8 ^ 127)));
    let shifted = op!(|v: u8| 1u8 << v);
    if cfg!(debug_assertions) {
        panicked(b, x.iter().map(add).collect(), "attempt to add with overflow", line);
        panicked(b, x.iter().map(mul).collect(), "attempt to multiply with overflow", line);
        panicked(b, x.iter().map(neg).collect(), "attempt to negate with overflow", line);
        panicked(b, x.iter().map(shifted).collect(), "attempt to shift left with overflow", line + 1);
    } else {
        all_same("wraps", &x.iter().map(add).collect()?.to_vec()?, &[2, 3, 0]);
        all_same("wraps", &x.iter().map(mul).collect()?.to_vec()?, &[2, 4, 254]);
        all_same("wraps", &x.iter().map(neg).collect()?.to_vec()?, &[-126, -125, -128]);
        all_same("masks", &x.iter().map(shifted).collect()?.to_vec()?, &[2, 4, 128]);
    }
    all_same("sums wrap anyway", &x.iter().scan_inclusive(Sum).collect()?.to_vec()?, &[1, 3, 2]);
    Ok(())
}

/// In every algorithm a panic gives the same error, inputs stay unchanged, and the next call works.
// Sanitized: kernels, host
pub(crate) fn panics_in_every_algorithm<B: Backend>(b: &B) -> Result<()> {
    let data: Vec<u32> = (0..30_011).collect();
    let x = b.upload(&data)?;
    let line = line!() + 1;
    let bad = op!(|v: u32| if v == 20_001 { panic!("item 20001") } else { v });
    let bad_flag = op!(|v: u32| if v == 20_001 { panic!("flag 20001") } else { v % 2 == 0 });
    let bad_join = op!(|a: u32, b: u32| if b == 20_001 { panic!("join 20001") } else { a.max(b) });
    let bad_pair = op!(|a: u32, b: u32| if a == 20_001 || b == 20_001 { panic!("pair 20001") } else { a == b });
    let bad_less = op!(|a: u32, b: u32| if a == 20_001 || b == 20_001 { panic!("less 20001") } else { a < b });
    let (item, flag, join, pair, less) = (line, line + 1, line + 2, line + 3, line + 4);
    let mut target = b.filled(0u32, 30_011)?;
    panicked(b, x.iter().map(bad).for_each(op!(|_: u32| ())), "item", item);
    panicked(b, x.iter().map(bad).collect(), "item", item);
    panicked(b, x.iter().map(bad).collect_into(&mut target), "item", item);
    panicked(b, x.iter().map(bad).sum(), "item", item);
    panicked(b, x.iter().map(bad).max(), "item", item);
    panicked(b, x.iter().map(bad).filter(op!(|_: u32| true)).count(), "item", item);
    panicked(b, x.iter().reduce(0, bad_join), "join", join);
    panicked(b, x.iter().reduce(0, commutative(bad_join)), "join", join);
    panicked(b, x.iter().map(bad).scan_inclusive(Sum).collect(), "item", item);
    panicked(b, x.iter().scan_exclusive(0, bad_join).collect(), "join", join);
    panicked(b, x.iter().filter(bad_flag).collect(), "flag", flag);
    panicked(b, x.iter().count_if(bad_flag), "flag", flag);
    panicked(b, x.iter().map(bad).moments(), "item", item);
    target.recover()?;
    panicked(b, x.iter().filter(bad_flag).collect_into(&mut target), "flag", flag);
    target.recover()?;
    panicked(b, reduce_by_key(&x, x.iter().map(bad), Sum).values().collect_into(&mut target), "item", item);
    target.recover()?;
    panicked(b, set_intersection_by(&x, &x, bad_less).collect_into(&mut target), "less", less);
    target.recover()?;
    panicked(b, x.iter().reduce_into(0, bad_join, target.slice_mut(0..1)?), "join", join);
    target.recover()?;
    panicked(b, x.iter().scatter_if(b.range(0..30_011), bad_flag, &mut target), "flag", flag);
    target.recover()?;
    panicked(b, scan_by_key_inclusive_with(&x, &x, bad_pair, Sum).collect(), "pair", pair);
    panicked(b, x.iter().partition(bad_flag).collect(), "flag", flag);
    panicked(b, x.iter().map(bad).grid(30_011, 1).columns().max().collect(), "item", item);
    panicked(
        b,
        x.iter().take(30_009).grid(10_003, 3).columns().reduce(0, commutative(bad_join)).collect(),
        "join",
        join,
    );
    panicked(b, x.iter().partition_in_three(bad_flag, op!(|_: u32| true)).collect(), "flag", flag);
    panicked(b, x.iter().partition_in_three(op!(|_: u32| false), bad_flag).collect(), "flag", flag);
    panicked(b, x.iter().map(bad).partition_by(50, op!(|v: u32| v % 50)).collect(), "item", item);
    panicked(b, x.iter().map(bad).position(op!(|v: u32| v == 30_000)), "item", item);
    panicked(b, x.iter().dedup_by(bad_pair).collect(), "pair", pair);
    panicked(b, x.iter().map(bad).sort().collect(), "item", item);
    panicked(b, merge(x.iter().map(bad), &x).collect(), "item", item);
    panicked(b, merge_by(&x, &x, bad_less).collect(), "less", less);
    panicked(b, reduce_by_key(x.iter().map(bad), &x, Sum).collect(), "item", item);
    panicked(b, reduce_by_key(&x, x.iter().map(bad), Sum).collect(), "item", item);
    panicked(b, reduce_by_key(b.constant(1u8, 30_011), &x, bad_join).collect(), "join", join);
    panicked(b, reduce_by_key_with(&x, &x, bad_pair, Sum).collect(), "pair", pair);
    panicked(b, scan_by_key_inclusive(x.iter().map(bad), &x, Sum).collect(), "item", item);
    panicked(b, scan_by_key_exclusive(b.constant(1u8, 30_011), &x, 0, bad_join).collect(), "join", join);
    // The target now holds old and new items.
    target.recover()?;
    panicked(b, x.iter().map(bad).scatter(b.range(0..30_011usize), &mut target), "item", item);
    panicked(b, x.iter().map(bad).map(op!(|v: u32| v as usize)).histogram(30_011).collect(), "item", item);
    all_same("inputs are untouched", &x.to_vec()?, &data);
    same("the device works on", x.iter().max()?, Some(30_010));
    Ok(())
}

/// A failed sort leaves a permutation of its input.
// Sanitized: host
pub(crate) fn a_failed_sort_loses_nothing<B: Backend>(b: &B) -> Result<()> {
    // The later items fail late in the sort, after many items have moved.
    for len in [2usize, 100, 5003, 60_013] {
        let x: Vec<u32> = (0..len as u64).map(|i| (mix(i) >> 40) as u32).collect();
        let largest = x.iter().copied().max().unwrap_or(0);
        let (mut v, mut at) = (b.upload(&x)?, b.range(0..len).collect()?);
        let line = line!() + 2;
        let fails =
            op!(|a: (u32, usize), b: (u32, usize)| if a.0.max(b.0) == largest { panic!("largest") } else { a.0 < b.0 });
        panicked(b, sort_by((&mut v, &mut at), fails), "largest", line);
        v.recover()?;
        at.recover()?;
        let (v, at) = (v.to_vec()?, at.to_vec()?);
        all_same("columns stay together", &v, &at.iter().map(|&i| x[i]).collect::<Vec<_>>());
        let mut places = at;
        places.sort();
        all_same("each item once", &places, &(0..len).collect::<Vec<_>>());
    }
    Ok(())
}

pub(crate) fn out_of_memory<B: Backend>(b: &B) -> Result<()> {
    let refused = |result: Result<()>, bytes: usize| {
        let want = ErrorKind::OutOfMemory { bytes, device: b.id() };
        assert_eq!(*result.expect_err("there isn't so much memory").kind(), want);
    };
    let huge = || b.constant(0u8, 1 << 60);
    refused(huge().collect().map(drop), 1 << 60);
    refused(b.filled(0u64, 1 << 57).map(drop), 1 << 60);
    refused(huge().scan_inclusive(Sum).collect().map(drop), 1 << 60);
    refused(huge().filter(op!(|v: u8| v > 0)).collect().map(drop), 1 << 60);
    refused(huge().sort().collect().map(drop), 1 << 60);
    // The size in bytes overflows `usize`.
    refused(b.constant([0u64; 4], usize::MAX).collect().map(drop), usize::MAX);
    let all = || b.range(0..usize::MAX);
    refused(merge(all(), all()).collect().map(drop), usize::MAX);
    // The second of two columns is too large. The emulated device, which has a terabyte, writes all bytes of the first.
    let items = if b.id().backend == "emulated" { 1 << 26 } else { 1 << 32 };
    let columns = b.constant((1u8, [0u64; 4096]), items).collect().map(drop);
    assert!(matches!(columns.expect_err("2^41 bytes").kind(), ErrorKind::OutOfMemory { .. }));
    same("the device works on", b.range(0u32..100).sum()?, 4950);
    Ok(())
}

pub(crate) fn errors_read_well<B: Backend>(b: &B) -> Result<()> {
    let x = b.upload(&[1u32, 2, 3])?;
    let error = x.iter().zip(b.range(0..4)).collect().map(drop).unwrap_err();
    let call = format!("zip: lengths differ, 3 and 4, in the call at {}:", file!());
    assert!(error.to_string().starts_with(&call), "{error}");
    assert_eq!(format!("{error:?}"), error.to_string());
    let error = x.slice(2..9).map(drop).unwrap_err();
    assert_eq!(error.to_string(), "slice: 9 is out of range for length 3");
    Ok(())
}
