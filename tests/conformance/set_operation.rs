use half::f16;
use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{data, few_lengths, many, mix, past_32_bits, property, run_keys, sorted};
use onrush_test_support::refusals::{elsewhere, panicked, refused};

/// Picks from two runs of equal items, one of each side, those that an operation keeps.
type Kept<T> = fn(&[T], &[T]) -> Vec<T>;

/// Goes through both sides run by run.
fn oracle<T: Copy>(left: &[T], right: &[T], less: impl Fn(T, T) -> bool, kept: Kept<T>) -> Vec<T> {
    let (mut left, mut right, mut out) = (left, right, Vec::new());
    while let Some(&first) = match (left.first(), right.first()) {
        (Some(x), Some(y)) if less(*y, *x) => Some(y),
        (x, y) => x.or(y),
    } {
        let run = |side: &[T]| side.iter().take_while(|&&item| !less(first, item)).count();
        let (lefts, rights) = (left.split_at(run(left)), right.split_at(run(right)));
        out.extend(kept(lefts.0, rights.0));
        (left, right) = (lefts.1, rights.1);
    }
    out
}

fn union<T: Copy>(a: &[T], b: &[T]) -> Vec<T> {
    [a, &b[a.len().min(b.len())..]].concat()
}
fn intersection<T: Copy>(a: &[T], b: &[T]) -> Vec<T> {
    a[..a.len().min(b.len())].to_vec()
}
fn difference<T: Copy>(a: &[T], b: &[T]) -> Vec<T> {
    a[a.len().min(b.len())..].to_vec()
}
fn symmetric_difference<T: Copy>(a: &[T], b: &[T]) -> Vec<T> {
    [difference(a, b), difference(b, a)].concat()
}

/// Calls `$check!(name, operation on keys, operation by a comparator, oracle)` for all four.
macro_rules! each_operation {
    ($check:ident) => {
        $check!("union", set_union, set_union_by, union);
        $check!("intersection", set_intersection, set_intersection_by, intersection);
        $check!("difference", set_difference, set_difference_by, difference);
        $check!("symmetric difference", set_symmetric_difference, set_symmetric_difference_by, symmetric_difference);
    };
}

/// Holds all four operations on keys to the oracle.
macro_rules! check {
    ($b:expr, $what:expr, $x:expr, $y:expr) => {{
        let (x, y) = ($x, $y);
        let (l, r) = ($b.upload(x)?, $b.upload(y)?);
        macro_rules! one {
            ($name:literal, $of_keys:ident, $by:ident, $kept:ident) => {
                let want = oracle(x, y, |a, b| a.precedes(&b), $kept);
                all_same(&format!("{} of {}", $name, $what), &$of_keys(&l, &r).collect()?.to_vec()?, &want);
            };
        }
        each_operation!(one);
    }};
}

/// Checks the operations by a comparator; `chains` makes both sides, `items` downloads what is returned.
macro_rules! check_by {
    ($what:expr, $x:expr, $y:expr, $chains:expr, $less:expr, $host:expr, $items:expr) => {{
        macro_rules! one {
            ($name:literal, $of_keys:ident, $by:ident, $kept:ident) => {
                let (l, r) = $chains();
                let want = oracle($x, $y, $host, $kept);
                all_same(&format!("{} of {}", $name, $what), &$items($by(l, r, $less).collect()?)?, &want);
            };
        }
        each_operation!(one);
    }};
}

/// The numbers of items, by keys and by a relation.
// Sanitized: kernels, host
pub(crate) fn counted<B: Backend>(b: &B) -> Result<()> {
    for (left, right) in [(0, 0), (0, 40), (40, 0), (1009, 2003), (20_011, 5003)] {
        for distinct in [1, 100, 10_000] {
            let (x, y) = (sorted(1, left, distinct), sorted(2, right, distinct));
            let (l, r) = (b.upload(&x)?, b.upload(&y)?);
            macro_rules! one {
                ($name:literal, $count:ident, $count_by:ident, $kept:ident) => {
                    let want = oracle(&x, &y, |a, b| a < b, $kept).len();
                    same($name, $count(&l, &r)?, want);
                    same($name, $count_by(l.iter().rev(), r.iter().rev(), Greater)?, want);
                };
            }
            one!("union", set_union_count, set_union_count_by, union);
            one!("intersection", set_intersection_count, set_intersection_count_by, intersection);
            one!("difference", set_difference_count, set_difference_count_by, difference);
            one!(
                "symmetric difference",
                set_symmetric_difference_count,
                set_symmetric_difference_count_by,
                symmetric_difference
            );
        }
    }
    Ok(())
}

/// A relation that returns an `Ordering` means what one that returns a `bool` does.
pub(crate) fn by_ordering<B: Backend>(b: &B) -> Result<()> {
    for (left, right) in [(0, 40), (1009, 2003), (20_011, 5003)] {
        let (x, y) = (run_keys(1, left), run_keys(2, right));
        let down = |x: &[u32]| x.iter().map(|k| !k).collect::<Vec<u32>>();
        let (x, y) = (down(&x), down(&y));
        let (l, r) = (b.upload(&x)?, b.upload(&y)?);
        let chains = || (&l, &r);
        let by = op!(|a: u32, b: u32| b.cmp(&a));
        let items = |got: DeviceVec<u32, B>| got.to_vec();
        check_by!("orderings", &x, &y, chains, by, |a, b| a > b, items);
        check_by!("Greater", &x, &y, chains, Greater, |a, b| a > b, items);
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn keys<B: Backend>(b: &B) -> Result<()> {
    for left in few_lengths(4) {
        for right in few_lengths(4) {
            for distinct in [1, 100, 10_000] {
                let (x, y) = (sorted(1, left, distinct), sorted(2, right, distinct));
                check!(b, format!("{left} and {right} of {distinct}"), &x, &y);
            }
        }
    }
    Ok(())
}

/// Runs longer than a tile, of which one side has more, or all, or none.
// Sanitized: kernels, host
pub(crate) fn runs<B: Backend>(b: &B) -> Result<()> {
    for (left, right) in [(10_007, 10_007), (30_011, 9001), (5003, 40_013)] {
        check!(b, "runs", &run_keys(3, left), &run_keys(4, right));
        check!(b, "equal items", &vec![7u8; left], &vec![7u8; right]);
        let (mut x, mut y) = (vec![-1i16; left], vec![1i16; right]);
        x.extend([1; 3]);
        y.splice(0..0, [-1; 3]);
        check!(b, "runs that barely meet", &x, &y);
        check!(b, "the other way round", &y, &x);
    }
    Ok(())
}

/// The comparator sees one column alone; the others tell the copies of an item apart, and have 1 to 16 bytes.
// Sanitized: kernels, host
pub(crate) fn columns<B: Backend>(b: &B) -> Result<()> {
    type Row = (u32, u8, [u64; 2], u16);
    type Vecs<B> = (DeviceVec<u32, B>, DeviceVec<u8, B>, DeviceVec<[u64; 2], B>, DeviceVec<u16, B>);
    fn items<B: Backend>((k, s, w, h): Vecs<B>) -> Result<Vec<Row>> {
        let (k, s, w, h) = (k.to_vec()?, s.to_vec()?, w.to_vec()?, h.to_vec()?);
        Ok((0..k.len()).map(|i| (k[i], s[i], w[i], h[i])).collect())
    }
    for (left, right, distinct) in [(1, 1, 1), (40, 33, 3), (5003, 3001, 9), (9001, 20_011, 2500), (20_011, 700, 40)] {
        let rows = |stream: u64, len: usize| -> Vec<Row> {
            let at = |(k, i): (u32, u64)| (distinct as u32 - k, mix(i) as u8, [stream, i], mix(i ^ stream) as u16);
            sorted(stream, len, distinct).into_iter().zip(0..).map(at).collect()
        };
        let (x, y) = (rows(5, left), rows(6, right));
        let columns = |rows: &[Row]| -> Result<_> {
            Ok((
                b.upload(&rows.iter().map(|r| r.0).collect::<Vec<_>>())?,
                b.upload(&rows.iter().map(|r| r.1).collect::<Vec<_>>())?,
                b.upload(&rows.iter().map(|r| r.2).collect::<Vec<_>>())?,
                b.upload(&rows.iter().map(|r| r.3).collect::<Vec<_>>())?,
            ))
        };
        let (l, r) = (columns(&x)?, columns(&y)?);
        let chains = || (zip((&l.0, &l.1, &l.2, &l.3)), zip((&r.0, &r.1, &r.2, &r.3)));
        let down = op!(|a: (u32, u8, [u64; 2], u16), b: (u32, u8, [u64; 2], u16)| a.0 > b.0);
        check_by!(format!("{left} and {right}"), &x, &y, chains, down, |a: Row, b: Row| a.0 > b.0, items);
    }
    Ok(())
}

/// Items of 1, 2, 8, 16 and 48 bytes.
pub(crate) fn sizes<B: Backend>(b: &B) -> Result<()> {
    let few = |stream: u64, len: usize| sorted(stream, len, 200);
    for (left, right) in [(300, 300), (5003, 4001)] {
        let (x, y) = (few(7, left), few(8, right));
        let map = |x: &[u32]| x.iter().map(|&v| v as u8).collect::<Vec<_>>();
        check!(b, "bytes", &map(&x), &map(&y));
        let map = |x: &[u32]| x.iter().map(|&v| v as i16 - 100).collect::<Vec<_>>();
        check!(b, "halves", &map(&x), &map(&y));
        let map = |x: &[u32]| x.iter().map(|&v| f64::from(v) - 100.0).collect::<Vec<_>>();
        check!(b, "doubles", &map(&x), &map(&y));
        let map = |x: &[u32]| x.iter().map(|&v| [0, u64::from(v)]).collect::<Vec<_>>();
        check!(b, "pairs", &map(&x), &map(&y));
        let map = |x: &[u32]| x.iter().map(|&v| [u64::from(v) << 32; 6]).collect::<Vec<_>>();
        check!(b, "arrays", &map(&x), &map(&y));
    }
    Ok(())
}

/// Computed sides, of which none lies in memory, and vectors that lie beside each other.
// Sanitized: kernels
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    let less = op!(|a: u64, b: u64| a < b);
    let items = |vec: DeviceVec<u64, B>| vec.to_vec();
    let twos: Vec<u64> = (0..20_011).map(|i| 2 * i).collect();
    let threes: Vec<u64> = (0..9001).map(|i| 3 * i).collect();
    let chains =
        || (b.range(0u64..20_011).map(op!(|i: u64| 2 * i)), b.range(0u64..9001).rev().map(op!(|i: u64| 3 * i)).rev());
    check_by!("multiples", &twos, &threes, chains, less, |a, b| a < b, items);
    let x = b.upload(&twos)?;
    let chains = || (x.iter().take(3001), x.iter().skip(2777));
    let sides = (&twos[..3001], &twos[2777..]);
    check_by!("parts", sides.0, sides.1, chains, less, |a, b| a < b, items);
    Ok(())
}

pub(crate) fn floats<B: Backend>(b: &B) -> Result<()> {
    let (mut x, mut y): (Vec<f16>, Vec<f16>) = (data(1, 1009), data(2, 3001));
    x.extend([f16::NAN, f16::NEG_ZERO, f16::INFINITY, f16::ZERO, f16::NAN]);
    y.extend([-f16::NAN, f16::ZERO, f16::NEG_INFINITY, f16::NAN]);
    x.sort_by(f16::total_cmp);
    y.sort_by(f16::total_cmp);
    check!(b, "floats", &x, &y);
    Ok(())
}

/// The result is a vector like any other, and the inputs may be dropped before it is read.
pub(crate) fn stream<B: Backend>(b: &B) -> Result<()> {
    let side = b.stream()?;
    let (x, y) = (sorted(1, 10_007, 5000), sorted(2, 20_011, 5000));
    let (l, r) = (b.upload(&x)?, side.upload(&y)?);
    let both = set_union(l.iter().on(&side), &r).collect()?;
    let left = set_difference(&l, &r).collect()?;
    drop((l, r));
    let rest = set_symmetric_difference(&both, &left).collect()?;
    let want = oracle(&x, &y, |a, b| a < b, |a, b| union(a, b)[difference(a, b).len()..].to_vec());
    all_same("what is left", &rest.to_vec()?, &want);
    Ok(())
}

pub(crate) fn device_mismatch<B: Backend>(b: &B) -> Result<()> {
    let far = elsewhere::<u32>();
    let x = b.upload(&[1u32, 2, 3])?;
    let read = || b.range(0..3usize).map(op!(|i: usize| far[i]));
    refused(b, set_union(&x, read()).collect().map(drop));
    refused(b, set_intersection(read(), &x).collect().map(drop));
    let compare = op!(|a: u32, b: u32| far[a as usize] < far[b as usize]);
    refused(b, set_difference_by(&x, &x, compare).collect().map(drop));
    refused(b, set_symmetric_difference_by(&x, &x, compare).collect().map(drop));
    Ok(())
}

pub(crate) fn panics<B: Backend>(b: &B) -> Result<()> {
    let x = b.range(0u32..30_011).collect()?;
    let line = line!();
    let bad = op!(|v: u32| if v == 30_000 { panic!("item") } else { v });
    let bad_less = op!(|a: u32, b: u32| if b == 20_000 { panic!("less") } else { a < b });
    panicked(b, set_union(x.iter().map(bad), &x).collect(), "item", line + 1);
    panicked(b, set_intersection(&x, x.iter().map(bad)).collect(), "item", line + 1);
    panicked(b, set_difference_by(&x, &x, bad_less).collect(), "less", line + 2);
    panicked(b, set_symmetric_difference_by(&x, &x, bad_less).collect(), "less", line + 2);
    all_same("inputs are untouched", &x.to_vec()?, &(0..30_011).collect::<Vec<_>>());
    Ok(())
}

/// Reports what its vectors have: the result of a call that failed fails in turn.
pub(crate) fn failed<B: Backend>(b: &B) -> Result<()> {
    let x = b.range(0u32..10_007).collect()?;
    let mut spoiled = b.filled(0u32, 10_007)?;
    let bad = op!(|v: u32| if v == 9000 { panic!("spoiled") } else { v });
    let _ = x.iter().map(bad).collect_into(&mut spoiled);
    let result = set_union(&x, &spoiled).collect().and_then(|v| v.to_vec());
    assert!(result.expect_err("it was spoiled").to_string().contains("spoiled"));
    all_same("the other", &set_intersection(&x, &x).collect()?.to_vec()?, &(0..10_007).collect::<Vec<_>>());
    let _ = b.synchronize();
    Ok(())
}

/// Writes into targets that are exactly as long as the result may be, and into longer ones.
// Sanitized: kernels
pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    for (left, right) in [(0, 0), (5, 0), (33, 1009), (5003, 3001)] {
        let (x, y) = (b.upload(&sorted(1, left, 50))?, b.upload(&sorted(2, right, 50))?);
        let (up, all, less) = (left + right, left.min(right), op!(|a: u32, b: u32| a < b));
        for spare in [0, 3] {
            let check =
                |want: Vec<u32>, most: usize, run: &dyn Fn(&mut DeviceVec<u32, B>) -> Result<usize>| -> Result<()> {
                    let mut out = b.filled(99u32, most + spare)?;
                    same("count", run(&mut out)?, want.len());
                    let rest = vec![99; most + spare - want.len()];
                    all_same("kept", &out.to_vec()?, &[want, rest].concat());
                    if let Some(fewer) = most.checked_sub(1) {
                        let mut short = b.filled(99u32, fewer)?;
                        let error = run(&mut short).expect_err("a short target");
                        assert!(matches!(error.kind(), ErrorKind::TargetTooShort { .. }), "{error}");
                        all_same("untouched", &short.to_vec()?, &vec![99; fewer]);
                    }
                    Ok(())
                };
            check(set_union(&x, &y).collect()?.to_vec()?, up, &|out| set_union(&x, &y).collect_into(out))?;
            check(set_union(&x, &y).collect()?.to_vec()?, up, &|out| set_union_by(&x, &y, less).collect_into(out))?;
            check(set_intersection(&x, &y).collect()?.to_vec()?, all, &|out| {
                set_intersection(&x, &y).collect_into(out)
            })?;
            check(set_intersection(&x, &y).collect()?.to_vec()?, all, &|out| {
                set_intersection_by(&x, &y, less).collect_into(out)
            })?;
            check(set_difference(&x, &y).collect()?.to_vec()?, left, &|out| set_difference(&x, &y).collect_into(out))?;
            check(set_difference(&x, &y).collect()?.to_vec()?, left, &|out| {
                set_difference_by(&x, &y, less).collect_into(out)
            })?;
            let single = set_symmetric_difference(&x, &y).collect()?.to_vec()?;
            check(single.clone(), up, &|out| set_symmetric_difference(&x, &y).collect_into(out))?;
            check(single, up, &|out| set_symmetric_difference_by(&x, &y, less).collect_into(out))?;
        }
    }
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let len = many(b);
    check!(b, "a million", &sorted(9, len, 1 << 20), &sorted(10, len / 3, 1 << 20));
    check!(b, "long runs", &run_keys(11, len / 2), &run_keys(12, len / 2));
    Ok(())
}

/// The sides are single runs of more than 2^32 equal items, of which the left one has five more; and ranges that meet beyond 2^32.
pub(crate) fn large_past_32_bits<B: Backend>(b: &B) -> Result<()> {
    let n = past_32_bits(b);
    let rest = set_difference(b.constant(7u8, n), b.constant(7u8, n - 5)).collect()?;
    all_same("what one side has more", &rest.to_vec()?, &[7; 5]);
    let end = n as u64;
    let both = set_intersection(b.range(0..end), b.range(end - 3..end + 9_999)).collect()?;
    all_same("what both have", &both.to_vec()?, &[end - 3, end - 2, end - 1]);
    // The number of items of both sides overflows `usize`.
    let all = || b.range(0..usize::MAX);
    for refused in [
        set_union(all(), all()).collect(),
        set_intersection(all(), all()).collect(),
        set_difference(all(), b.range(0..1)).collect(),
    ] {
        let error = refused.map(drop).expect_err("there isn't so much memory");
        assert!(matches!(error.kind(), onrush::ErrorKind::OutOfMemory { bytes: usize::MAX, .. }), "{error}");
    }
    let refused = set_union_count(all(), all()).expect_err("there are so many items");
    assert!(matches!(refused.kind(), onrush::ErrorKind::OutOfMemory { bytes: usize::MAX, .. }), "{refused}");
    same("more than 2^32 pairs", set_symmetric_difference_count(b.constant(7u8, n), b.constant(7u8, n - 5))?, 5);
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(60, 300, |(mut x, mut y): (Vec<i8>, Vec<i8>)| {
        x.iter_mut().chain(&mut y).for_each(|v| *v /= 4);
        x.sort();
        y.sort();
        let check = || -> Result<()> {
            check!(b, "numbers", &x, &y);
            Ok(())
        };
        check().unwrap();
    });
    Ok(())
}
