//! Histograms of even and of given ranges, of channels, and with weights, which are composed of `histogram` and
//! `scatter_reduce`.

use half::f16;
use onrush::prelude::*;
use onrush::{Binned, ErrorKind, EvenRange, Result};

use onrush_test_support::compare::all_same;
use onrush_test_support::contract;
use onrush_test_support::inputs::{Sample, data, many, mix};
use onrush_test_support::oracle;
use onrush_test_support::refusals::{elsewhere, lengths_differ, out_of_range, panicked, refused, too_short, waited};

/// The counts of the bins that the items have, of those that have one.
fn counted(bins: usize, of: impl Iterator<Item = Option<usize>>) -> Vec<u64> {
    oracle::histogram(&of.flatten().collect::<Vec<_>>(), bins)
}

/// The edges of even bins of floats, operation by operation.
macro_rules! edges {
    ($t:ty, $lower:expr, $upper:expr, $bins:expr) => {{
        let (lower, upper, bins): ($t, $t, usize) = ($lower, $upper, $bins);
        let step = (upper - lower) / bins as $t;
        (0..=bins).map(|k| if k == bins { upper } else { lower + k as $t * step }).collect::<Vec<$t>>()
    }};
}

/// The bin between edges, of which the last one may be in the last bin.
fn between<T: PartialOrd>(edges: &[T], x: &T, closed: bool) -> Option<usize> {
    let bins = edges.len() - 1;
    let at = edges.iter().rposition(|edge| edge <= x)?;
    if at < bins { Some(at) } else { (closed && *x == edges[bins]).then(|| bins - 1) }
}

/// Floats at, just below and just above edges, far away, and NaNs; by even bins and by their edges.
pub(crate) fn even_floats<B: Backend>(b: &B) -> Result<()> {
    for (lower, upper, bins) in
        [(0.0f64, 1.0, 10), (0.0, 1.0, 100), (-3.7, 11.1, 257), (1.0, 1.0 + 1e-9, 3), (0.0, 1.0, 5000)]
    {
        let edges = edges!(f64, lower, upper, bins);
        let mut x: Vec<f64> =
            (0..5003).map(|i| lower + (upper - lower) * 1.1 * ((mix(i) >> 11) as f64 / 9e15 - 0.05)).collect();
        x.extend(edges.iter().flat_map(|&edge| [edge, edge.next_up(), edge.next_down()]));
        x.extend([f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.29]);
        let v = b.upload(&x)?;
        for closed in [false, true] {
            let got = if closed {
                v.iter().histogram_even(lower..=upper, bins).collect()?
            } else {
                v.iter().histogram_even(lower..upper, bins).collect()?
            };
            all_same(
                &format!("{lower}..{upper}"),
                &got.to_vec()?,
                &counted(bins, x.iter().map(|x| between(&edges, x, closed))),
            );
        }
        let given = v.iter().histogram_ranges(&b.upload(&edges)?).collect()?.to_vec()?;
        all_same("by edges", &given, &counted(bins, x.iter().map(|x| between(&edges, x, false))));
    }
    let edges = edges!(f32, -2.5, 7.5, 256);
    let x: Vec<f32> = data(1, 20_011);
    let want = counted(256, x.iter().map(|x| between(&edges, x, false)));
    all_same("f32", &b.upload(&x)?.iter().histogram_even(-2.5..7.5, 256).collect()?.to_vec()?, &want);
    let halves: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).collect();
    let edges = edges!(f32, -1.0, 3.0, 7);
    let want = counted(7, halves.iter().map(|x| between(&edges, &x.to_f32(), true)));
    let range = f16::NEG_ONE..=f16::from_f32(3.0);
    all_same("f16", &b.upload(&halves)?.iter().histogram_even(range, 7).collect()?.to_vec()?, &want);
    // Bins as narrow as the distance of neighbouring floats: each item is in one of them, the same on every device.
    let narrow = b.upload(&[1e8f32, 1e8 + 8.0, 1e8 + 16.0, 1e8 + 56.0])?;
    all_same("narrow", &[narrow.iter().histogram_even(1e8..1e8 + 64.0, 100).collect()?.iter().sum()?], &[4]);
    Ok(())
}

/// Integers of 8 bits and of 64, at the ends of their types, too.
pub(crate) fn even_integers<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Binned + Sample + TryFrom<i128> + Into<i128>>(
        b: &B,
        lower: i128,
        width: i128,
        bins: usize,
    ) -> Result<()> {
        let value = |x: i128| T::try_from(x).ok();
        let beside = |k: i128| lower + k * width / bins as i128;
        let mut x: Vec<T> = data(1, 999);
        x.extend((0..=bins as i128).flat_map(|k| [-1, 0, 1].map(|d| beside(k) + d)).filter_map(value));
        let bin = |x: &T| {
            let d = (*x).into() - lower;
            (0..width).contains(&d).then(|| (d * bins as i128 / width) as usize)
        };
        let range: EvenRange<T> = (value(lower).expect("a bound")..=value(lower + width - 1).expect("a bound")).into();
        let got = b.upload(&x)?.iter().histogram_even(range, bins).collect()?.to_vec()?;
        all_same(&format!("{width} from {lower} on in {bins} bins"), &got, &counted(bins, x.iter().map(bin)));
        Ok(())
    }
    for bins in [1, 3, 10, 255, 256, 300, 5000] {
        check::<B, u8>(b, 0, 256, bins)?;
        check::<B, u8>(b, 100, 7, bins)?;
        check::<B, i32>(b, i32::MIN.into(), 1 << 32, bins)?;
        check::<B, i32>(b, -500, 1001, bins)?;
        check::<B, i64>(b, i64::MIN.into(), 1 << 63, bins)?;
        check::<B, i64>(b, -(1 << 61), (1 << 62) + 12_345, bins)?;
        check::<B, i64>(b, -3, 10, bins)?;
    }
    let open = b.range(-5..20).histogram_even(0..15, 3).collect()?;
    all_same("a range without its end", &open.to_vec()?, &[5, 5, 5]);
    Ok(())
}

/// Checks that an error names an edge that isn't at least the one before it.
#[track_caller]
fn not_sorted<B: Backend, T: PartialOrd, R>(b: &B, result: Result<R>, edges: &[T]) {
    match waited(b, result).expect_err("edges in disorder").kind() {
        ErrorKind::NotSorted { what: "histogram_ranges", position } => {
            assert!(!in_order(edges, *position), "{position}")
        }
        other => panic!("expected edges in disorder, got {other}"),
    }
}

/// Whether an edge is at least the one before it.
fn in_order<T: PartialOrd>(edges: &[T], position: usize) -> bool {
    edges[position - 1] <= edges[position]
}

/// Edges of many kinds: at equal distances, in clusters, equal, far apart, infinite, and in no order, which is an error.
pub(crate) fn ranges<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Binned + Sample + PartialOrd>(b: &B, name: &str, edges: &[T], items: &[T]) -> Result<()> {
        let (v, e) = (b.upload(items)?, b.upload(edges)?);
        let mut counts = b.filled(9u64, edges.len() - 1)?;
        if !(1..edges.len()).all(|k| in_order(edges, k)) {
            let mut sums = b.filled(9u32, edges.len() - 1)?;
            not_sorted(b, v.iter().histogram_ranges(&e).collect(), edges);
            not_sorted(b, v.iter().histogram_ranges_weighted(&e, b.constant(1u32, items.len())).collect(), edges);
            // The counts' owner is told, too, whether the call returns its error or has queued its work.
            let _ = v.iter().histogram_ranges(&e).collect_into(&mut counts);
            not_sorted(b, counts.to_vec(), edges);
            let _ = v.iter().histogram_ranges_weighted(&e, b.constant(1u32, items.len())).collect_into(&mut sums);
            not_sorted(b, sums.to_vec(), edges);
            let _ = b.synchronize();
            return Ok(());
        }
        let bin = |x: &T| between(edges, x, false);
        let want = counted(edges.len() - 1, items.iter().map(bin));
        v.iter().histogram_ranges(&e).collect_into(&mut counts)?;
        all_same(&format!("{name}, into"), &counts.to_vec()?, &want);
        all_same(name, &v.iter().histogram_ranges(&e).collect()?.to_vec()?, &want);
        let kept = v
            .iter()
            .filter(op!(|x: T| {
                let same = x;
                same == x
            }))
            .histogram_ranges(&e)
            .collect()?;
        all_same(&format!("{name}, filtered"), &kept.to_vec()?, &want);
        Ok(())
    }
    fn sorted<T: Sample + PartialOrd>(seed: u64, len: usize) -> Vec<T> {
        let mut edges: Vec<T> = data::<T>(seed, len).into_iter().filter(|x| x.partial_cmp(x).is_some()).collect();
        edges.sort_by(|a, b| a.partial_cmp(b).expect("no NaN"));
        edges
    }
    let mut x: Vec<f32> = data(1, 9001);
    x.extend((0..9001).map(|i| (mix(i) >> 40) as f32 / (1u32 << 24) as f32));
    x.extend([f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, f32::MAX, f32::MIN]);
    let clusters = |i: usize| if i < 100 { 0.5 + i as f32 * 1e-7 } else { i as f32 };
    let tables: [(&str, Vec<f32>); 9] = [
        ("at equal distances", (0..257).map(|i| i as f32 / 256.0).collect()),
        ("random", sorted(2, 257)),
        ("in clusters", (0..200).map(clusters).collect()),
        ("powers", (0..200).map(|i| 2f32.powi(i - 100)).collect()),
        ("equal", [[0.25; 90], [0.5; 90]].concat()),
        ("infinite", [f32::NEG_INFINITY, -1.0, 0.0, 0.25, f32::MAX, f32::INFINITY].into()),
        ("far apart", [f32::MIN, -0.0, 0.0, f32::MAX].into()),
        ("in no order", data(3, 256)),
        ("too many for a block", (0..300).map(|i| i as f32 / 256.0).collect()),
    ];
    for (name, edges) in tables {
        check(b, name, &edges, &x)?;
        let mut wild = edges.clone();
        wild[edges.len() / 2] = f32::NAN;
        check(b, &format!("{name}, with a NaN"), &wild, &x)?;
    }
    let wide: Vec<f64> = x.iter().map(|x| f64::from(*x) * 1e300).collect();
    check(b, "f64", &sorted::<f64>(4, 99), &data(5, 9001))?;
    check(b, "f64, beyond f32", &[-1e307, -1e299, 1e299, 5e299, 1e308], &wide)?;
    check(b, "i64", &sorted::<i64>(6, 255), &data(7, 9001))?;
    check(b, "u8", &(0..=255).collect::<Vec<u8>>(), &data(8, 9001))?;
    check(b, "one bin", &[3u32, 2_000_000_000], &data(9, 9001))
}

/// Weights of floats have the bits of the contract; also of channels, and of numbers.
pub(crate) fn weighted<B: Backend>(b: &B) -> Result<()> {
    for (len, bins) in [(0usize, 5usize), (33, 1), (20_011, 100), (20_011, 5003)] {
        let (x, w): (Vec<u32>, Vec<f32>) = (data::<u32>(1, len).iter().map(|x| x % 10_007).collect(), data(2, len));
        let (v, vw) = (b.upload(&x)?, b.upload(&w)?);
        let want = |bin: &dyn Fn(u32) -> Option<usize>| {
            let slots: Vec<_> = x.iter().zip(&w).map(|(&x, &w)| bin(x).map(|bin| (bin, w))).collect();
            contract::scatter_reduce(&slots, &vec![0.0; bins], 4, true, |a, b| a + b)
        };
        let even = want(&|x| (x < 9000).then(|| x as usize * bins / 9000));
        all_same("even", &v.iter().histogram_even_weighted(0..9000, &vw, bins).collect()?.to_vec()?, &even);
        let mut sums = b.filled(7.0f32, bins)?;
        v.iter().histogram_even_weighted(0..9000, &vw, bins).collect_into(&mut sums)?;
        all_same("even, into", &sums.to_vec()?, &even);
        let edges: Vec<u32> = (0..=bins as u32).map(|k| 9 + 2 * k).collect();
        let (ve, given) = (b.upload(&edges)?, want(&|x| between(&edges, &x, false)));
        all_same("between edges", &v.iter().histogram_ranges_weighted(&ve, &vw).collect()?.to_vec()?, &given);
        v.iter().histogram_ranges_weighted(&ve, &vw).collect_into(&mut sums)?;
        all_same("between edges, into", &sums.to_vec()?, &given);
        let numbers = || v.iter().map(op!(|x: u32| x as usize % bins));
        let plain = want(&|x| Some(x as usize % bins));
        all_same("numbers", &numbers().histogram_weighted(&vw, bins).collect()?.to_vec()?, &plain);
        numbers().histogram_weighted(&vw, bins).collect_into(&mut sums)?;
        all_same("numbers, into", &sums.to_vec()?, &plain);
    }
    Ok(())
}

/// Pixels of three and four channels, of bytes and of floats; counts up to the largest number.
pub(crate) fn channels<B: Backend>(b: &B) -> Result<()> {
    for len in [0, 1, 33, 5003] {
        let x: Vec<[u8; 4]> = (0..len).map(|i| (mix(i) as u32).to_le_bytes()).collect();
        let want = |n: usize, bins: usize| -> Vec<u64> {
            let of = |c: usize| counted(bins, x.iter().map(move |x| Some(usize::from(x[c]) * bins / 256)));
            (0..n).flat_map(of).collect()
        };
        let v = b.upload(&x)?;
        all_same("rgba", &v.iter().histogram_even_channels(0..=255, 256).collect()?.to_vec()?, &want(4, 256));
        let rgb = || v.iter().map(op!(|p: [u8; 4]| [p[0] as f32, p[1] as f32, p[2] as f32]));
        all_same("rgb", &rgb().histogram_even_channels(0.0..256.0, 8).collect()?.to_vec()?, &want(3, 8));
        let mut counts = b.filled(9u64, 24)?;
        rgb().histogram_even_channels(0.0..256.0, 8).collect_into(&mut counts)?;
        all_same("into", &counts.to_vec()?, &want(3, 8));
        let number = || v.iter().map(op!(|p: [u8; 4]| p[2] as i32 % 100));
        let highest = x.iter().map(|p| usize::from(p[2] % 100) + 1).max().unwrap_or(0);
        for min_len in [0, 200] {
            let want = counted(highest.max(min_len), x.iter().map(|p| Some(usize::from(p[2] % 100))));
            all_same("bincount", &number().bincount(min_len).collect()?.to_vec()?, &want);
            let mut there = b.filled(9u64, want.len() + 3)?;
            assert_eq!(number().bincount(min_len).collect_into(&mut there)?, want.len());
            all_same("into", &there.to_vec()?, &[&want[..], &[9; 3]].concat());
        }
        let kept = number().filter(op!(|v: i32| v < 50)).bincount(0).collect()?;
        assert!(kept.len() <= 50, "{}", kept.len());
    }
    Ok(())
}

pub(crate) fn failures<B: Backend>(b: &B) -> Result<()> {
    fn invalid<T>(result: Result<T>, range: &str, bins: usize) {
        match result.map(drop).expect_err("no such bins").kind() {
            ErrorKind::InvalidBins { range: r, bins: n, .. } => assert_eq!((r.as_str(), *n), (range, bins)),
            other => panic!("expected that a range has no such bins, got {other}"),
        }
    }
    let x = b.upload(&[0.5f32, 1.5])?;
    let mut two = b.filled(9u64, 2)?;
    invalid(x.iter().histogram_even(1.0..1.0, 2).collect(), "1.0..1.0", 2);
    invalid(x.iter().histogram_even(2.0..=1.0, 2).collect_into(&mut two), "2.0..=1.0", 2);
    invalid(x.iter().histogram_even(f32::NAN..1.0, 2).collect(), "NaN..1.0", 2);
    invalid(x.iter().histogram_even(0.0..f32::INFINITY, 2).collect(), "0.0..inf", 2);
    invalid(x.iter().histogram_even(f32::MIN..f32::MAX, 2).collect().map(drop), "-3.4028235e38..3.4028235e38", 2);
    invalid(x.iter().histogram_even(0.0..1.0, u32::MAX as usize).collect(), "0.0..1.0", u32::MAX as usize);
    invalid(x.iter().histogram_even_weighted(1.0..0.0, &x, 2).collect(), "1.0..0.0", 2);
    invalid(b.range(0u64..9).histogram_even(0..=u64::MAX, 4).collect(), "0..=18446744073709551615", 4);
    #[expect(clippy::reversed_empty_ranges)]
    invalid(b.range(0i8..9).histogram_even(5..4, 4).collect(), "5..4", 4);
    let pixels = b.upload(&[[1u8, 2, 3]])?;
    invalid(pixels.iter().histogram_even_channels(0..=255, 1 << 31).collect(), "0..=255", 3 << 31);
    lengths_differ(pixels.iter().histogram_even_channels(0..=255, 1).collect_into(&mut two), "collect_into", 3, 2);
    lengths_differ(x.iter().histogram_even(0.0..1.0, 3).collect_into(&mut two), "collect_into", 3, 2);
    lengths_differ(
        b.range(0u8..2).histogram_weighted(b.constant(1u64, 2), 1).collect_into(&mut two),
        "collect_into",
        1,
        2,
    );
    let edges = b.upload(&[0.0f32, 1.0])?;
    lengths_differ(x.iter().histogram_ranges(&edges).collect_into(&mut two), "collect_into", 1, 2);
    lengths_differ(x.iter().histogram_even_weighted(0.0..1.0, b.constant(1u8, 3), 2).collect(), "zip", 2, 3);
    all_same("untouched", &two.to_vec()?, &[9, 9]);
    all_same("no bins", &x.iter().histogram_even(0.0..1.0, 0).collect()?.to_vec()?, &[]);
    all_same("no edges", &x.iter().histogram_ranges(&b.filled(1.0f32, 0)?).collect()?.to_vec()?, &[]);
    all_same("one edge", &x.iter().histogram_ranges(&b.filled(1.0f32, 1)?).collect()?.to_vec()?, &[]);
    out_of_range(b, b.range(-3..9).bincount(0).collect(), "histogram", -3, 9);
    too_short(b.range(0..9).bincount(0).collect_into(&mut two), "collect_into", 9, 2);
    all_same("untouched by counts", &two.to_vec()?, &[9, 9]);
    out_of_range(b, b.range(0..9u8).histogram_weighted(b.constant(1.0f32, 9), 8).collect(), "scatter_reduce", 8, 8);
    let far = elsewhere::<u32>();
    refused(b, b.tabulate(3, op!(|i: usize| far[i])).histogram_even(0..9, 3).collect().map(drop));
    refused(b, b.range(0..3u32).histogram_ranges(far).collect().map(drop));
    refused(
        b,
        b.range(0..3u32)
            .histogram_ranges_weighted(&b.range(0..3u32).collect()?, b.tabulate(3, op!(|i: usize| far[i])))
            .collect()
            .map(drop),
    );
    let line = line!() + 1;
    let bad = op!(|i: u32| if i == 70 { panic!("no number") } else { i });
    panicked(b, b.range(0..90u32).map(bad).histogram_even(0..90, 9).collect(), "no number", line);
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<f32> = data(1, many(b));
    let edges = edges!(f32, 0.0, 1.0, 256);
    let want =
        counted(256, x.iter().map(|x| (0.0..1.0).contains(x).then(|| edges.partition_point(|edge| edge <= x) - 1)));
    all_same("even", &b.upload(&x)?.iter().histogram_even(0.0..1.0, 256).collect()?.to_vec()?, &want);
    Ok(())
}
