use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{Grain, Sample, data, few_lengths, many, mix, past_32_bits, property, sorted};
use onrush_test_support::refusals::{elsewhere, panicked, refused, too_short};

fn oracle<T: Copy>(x: &[T], counts: &[u32]) -> Vec<T> {
    x.iter().zip(counts).flat_map(|(item, count)| std::iter::repeat_n(*item, *count as usize)).collect()
}

/// Counts of several kinds: few and many copies, mostly none, one item with nearly all of them.
fn counts(len: usize, kind: usize) -> Vec<u32> {
    let count = |i: usize| {
        let bits = mix(i as u64) >> 7;
        match kind {
            0 => bits as u32 % 4,
            1 => bits as u32 % 300 / 200 * 70,
            2 => u32::from(bits.is_multiple_of(999)),
            _ if i == len / 3 => 20_011,
            _ => u32::from(bits.is_multiple_of(40)),
        }
    };
    (0..len).map(count).collect()
}

fn check<B: Backend, T: Sample>(b: &B, len: usize, counts: &[u32]) -> Result<()> {
    let x: Vec<T> = data(1, len);
    let got = b.upload(&x)?.iter().repeat(&b.upload(counts)?).collect()?;
    all_same("copies", &got.to_vec()?, &oracle(&x, counts));
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn items_of_every_size<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        for kind in 0..4 {
            check::<_, u32>(b, len, &counts(len, kind))?;
        }
        check::<_, u8>(b, len, &counts(len, 0))?;
    }
    // The tiles have few copies and more items than can be marked in one.
    check::<_, u8>(b, 150_001, &counts(150_001, 2))?;
    check::<_, Grain>(b, 10_007, &counts(10_007, 3))?;
    check::<_, [u64; 5]>(b, 2003, &counts(2003, 1))
}

/// Computed items in columns, and counts of every kind of integer.
// Sanitized: kernels
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    let len = 5003;
    let counts = counts(len, 0);
    let (narrow, wide) = (b.upload(&counts)?, b.upload(&counts.iter().map(|n| i64::from(*n)).collect::<Vec<_>>())?);
    let x: Vec<u64> = data(1, len);
    let v = b.upload(&x)?;
    let (at, items) = b.range(0..len).zip(&v).repeat(narrow.iter().map(op!(|n: u32| n as i8))).collect()?;
    let positions: Vec<usize> = (0..len).collect();
    all_same("positions", &at.to_vec()?, &oracle(&positions, &counts));
    all_same("items", &items.to_vec()?, &oracle(&x, &counts));
    all_same("again", &v.iter().repeat(&wide).collect()?.to_vec()?, &oracle(&x, &counts));
    let backwards: Vec<u32> = counts.iter().rev().copied().collect();
    all_same("backwards", &v.iter().repeat(narrow.iter().rev()).collect()?.to_vec()?, &oracle(&x, &backwards));
    Ok(())
}

/// An encoding of runs is decoded to the items.
pub(crate) fn decoded<B: Backend>(b: &B) -> Result<()> {
    for len in [0usize, 1, 40, 30_011] {
        let x: Vec<u16> = (0..len).map(|i| mix((i / 11) as u64) as u16 % 5).collect();
        let (items, lengths) = b.upload(&x)?.iter().run_length_encode::<u32>().collect()?;
        all_same("decoded", &items.iter().repeat(&lengths).collect()?.to_vec()?, &x);
    }
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    for len in [0, 1, 33, 5003] {
        let (x, counts): (Vec<u32>, _) = (data(1, len), counts(len, 0));
        let want = oracle(&x, &counts);
        let (v, n) = (b.upload(&x)?, b.upload(&counts)?);
        let mut out = b.filled(7u32, want.len() + 5)?;
        same("copies", v.iter().repeat(&n).collect_into(out.slice_mut(1..want.len() + 3)?)?, want.len());
        all_same("items", &out.to_vec()?, &[&[7], &want[..], &[7; 4]].concat());
        if let Some(fewer) = want.len().checked_sub(1) {
            let error = v.iter().repeat(&n).collect_into(out.slice_mut(..fewer)?).expect_err("a short target");
            assert!(matches!(error.kind(), ErrorKind::TargetTooShort { .. }), "{error}");
            all_same("untouched", &out.to_vec()?, &[&[7], &want[..], &[7; 4]].concat());
        }
    }
    Ok(())
}

/// Counts that are negative, that sum to more than any vector holds, or whose sum is more than a number of 64 bits.
pub(crate) fn invalid_counts<B: Backend>(b: &B) -> Result<()> {
    let mut out = b.filled(7u8, 9)?;
    let mut invalid = |counts: &[i64], at: usize| -> Result<()> {
        let counts = b.upload(counts)?;
        let items = || b.constant(1u8, counts.len());
        for result in
            [items().repeat(&counts).collect().map(drop), items().repeat(&counts).collect_into(&mut out).map(drop)]
        {
            let error = result.expect_err("such counts");
            assert!(matches!(error.kind(), ErrorKind::InvalidCount { position, .. } if *position == at), "{error}");
        }
        all_same("untouched", &out.to_vec()?, &[7; 9]);
        Ok(())
    };
    invalid(&[1, 2, -1, 5], 2)?;
    invalid(&[i64::MIN], 0)?;
    invalid(&[3, i64::MAX, 1, 1, 2], 1)?;
    invalid(&[-1, -1, 5, i64::MAX], 0)?;
    let huge = b.constant(1u8, 3).repeat(b.constant(u64::MAX, 3)).collect().map(drop);
    assert!(matches!(huge.expect_err("such counts").kind(), ErrorKind::InvalidCount { position: 0, .. }));
    let error = b.constant(1u8, 3).repeat(b.constant(1u8, 4)).collect().expect_err("another length");
    assert!(matches!(error.kind(), ErrorKind::LengthMismatch { left: 3, right: 4, .. }), "{error}");
    let error = b.constant(1u64, 1).repeat(b.constant(1u64 << 59, 1)).collect().expect_err("too much memory");
    assert!(matches!(error.kind(), ErrorKind::OutOfMemory { .. }), "{error}");
    Ok(())
}

/// Joins of keys in every order on the left, against all pairs.
// Sanitized: kernels
pub(crate) fn joins<B: Backend>(b: &B) -> Result<()> {
    for (left, right, distinct) in [(0, 3, 2), (3, 0, 2), (40, 33, 3), (1009, 700, 40), (700, 1009, 5000)] {
        let (x, y) = (data::<u32>(1, left), sorted(2, right, distinct));
        let x: Vec<u32> = x.iter().map(|key| key % (distinct as u32 + 2)).collect();
        let (l, r) = (b.upload(&x)?, b.upload(&y)?);
        let matches = |key: u32| (0..right).filter(|&j| y[j] == key).collect::<Vec<_>>();
        let found: Vec<Vec<usize>> = x.iter().map(|key| matches(*key)).collect();
        let inner: Vec<_> = (0..left).flat_map(|i| found[i].iter().map(move |j| (i, *j))).collect();
        let outer = |i: usize| {
            if found[i].is_empty() { vec![(i, usize::MAX)] } else { found[i].iter().map(|j| (i, *j)).collect() }
        };
        let outer: Vec<_> = (0..left).flat_map(outer).collect();
        let check = |what: &str, got: (Vec<usize>, Vec<usize>), want: &[(usize, usize)]| {
            all_same(what, &got.0, &want.iter().map(|pair| pair.0).collect::<Vec<_>>());
            all_same(what, &got.1, &want.iter().map(|pair| pair.1).collect::<Vec<_>>());
        };
        let host =
            |(l, r): (DeviceVec<usize, B>, DeviceVec<usize, B>)| Ok::<_, onrush::Error>((l.to_vec()?, r.to_vec()?));
        check("inner join", host(join_inner(&l, &r).collect()?)?, &inner);
        check("left join", host(join_left(&l, &r).collect()?)?, &outer);
        let (mut a, mut c) = (b.filled(7, outer.len() + 2)?, b.filled(7, outer.len() + 2)?);
        same("pairs", join_left(&l, &r).collect_into((&mut a, &mut c))?, outer.len());
        check("left join", (a.to_vec()?, c.to_vec()?), &[&outer[..], &[(7, 7); 2]].concat());
        if let Some(fewer) = outer.len().checked_sub(1) {
            let error = join_left(&l, &r)
                .collect_into((a.slice_mut(..fewer)?, c.slice_mut(..fewer)?))
                .expect_err("short targets");
            assert!(matches!(error.kind(), ErrorKind::TargetTooShort { what: "collect_into", .. }), "{error}");
        }
        let with = |any: bool| (0..left).filter(|&i| found[i].is_empty() != any).collect::<Vec<_>>();
        all_same("semi-join", &join_semi(&l, &r).collect()?.to_vec()?, &with(true));
        all_same("anti-join", &join_anti(&l, &r).collect()?.to_vec()?, &with(false));
        let mut out = b.filled(7, left)?;
        same("positions", join_anti(&l, &r).collect_into(&mut out)?, with(false).len());
        if let Some(fewer) = left.checked_sub(1) {
            let error = join_semi(&l, &r).collect_into(out.slice_mut(..fewer)?).expect_err("a short target");
            assert!(matches!(error.kind(), ErrorKind::TargetTooShort { what: "collect_into", .. }), "{error}");
        }
    }
    Ok(())
}

/// Keys of several fields.
// Sanitized: kernels
pub(crate) fn joins_of_structures<B: Backend>(b: &B) -> Result<()> {
    let key = |i: u64| Grain::sample((i % 5) << 56);
    let (x, mut y): (Vec<_>, Vec<_>) = ((0..40).map(key).collect(), (3..60).map(key).collect());
    y.sort_by(|a, b| b.precedes(a).cmp(&a.precedes(b)));
    let (l, r) = join_inner(&b.upload(&x)?, &b.upload(&y)?).collect()?;
    let want: Vec<(usize, usize)> = (0..x.len())
        .flat_map(|i| (0..y.len()).filter(|&j| x[i].same(&y[j])).map(|j| (i, j)).collect::<Vec<_>>())
        .collect();
    let got: Vec<_> = l.to_vec()?.into_iter().zip(r.to_vec()?).collect();
    assert_eq!(got, want);
    Ok(())
}

/// Joins with keys that aren't sorted: an error, or pairs of which the first and the last of each left key are equal.
pub(crate) fn joins_with_what_is_not_sorted<B: Backend>(b: &B) -> Result<()> {
    let x = [1u32, 0, 2];
    let l = b.upload(&x)?;
    let mut refused = 0;
    for number in 0..81 {
        let y = [number / 27, number / 9 % 3, number / 3 % 3, number % 3];
        let r = b.upload(&y)?;
        let made = join_inner(&l, &r).collect();
        let (mut a, mut c) = (b.filled(7, 12)?, b.filled(7, 12)?);
        let stored = join_left(&l, &r).collect_into((&mut a, &mut c));
        let (at, with) = match made {
            Ok(pairs) => pairs,
            Err(error) => {
                let kind = error.kind();
                assert!(matches!(kind, ErrorKind::NotSorted { what: "join_inner", .. }), "{y:?}: {error}");
                let error = stored.expect_err("the same keys");
                assert!(matches!(error.kind(), ErrorKind::NotSorted { what: "join_left", .. }), "{y:?}: {error}");
                assert!(!y.is_sorted(), "{y:?}: {error}");
                assert_eq!((a.to_vec()?, c.to_vec()?), (vec![7; 12], vec![7; 12]), "nothing was written");
                refused += 1;
                continue;
            }
        };
        stored?;
        let pairs: Vec<_> = at.to_vec()?.into_iter().zip(with.to_vec()?).collect();
        for of_one in pairs.chunk_by(|p, q| p.0 == q.0) {
            for (i, j) in [of_one[0], of_one[of_one.len() - 1]] {
                assert_eq!(x[i], y[j], "{y:?}: {pairs:?}");
            }
        }
    }
    assert!(refused > 0, "some of the ranges end in unequal keys");
    Ok(())
}

/// Parts of a vector of `len` items: their starts, in no order or in order without overlaps, and their offsets, from `first` on.
fn parts(len: usize, sizes: &[u32], ordered: bool, first: u32) -> (Vec<i64>, Vec<u32>) {
    let (mut offsets, mut starts, mut at) = (vec![first], vec![], 0);
    for (j, &size) in sizes.iter().enumerate() {
        let gap = mix(j as u64 + 5) as usize;
        at = if ordered { at + gap % 3 } else { gap % (len - size as usize + 1) };
        starts.push(at as i64);
        at += size as usize;
        offsets.push(offsets[j] + size);
    }
    (starts, offsets)
}

/// Packs parts, and stores the packed items, and others around them, in the parts of a target.
fn check_parts<B: Backend, T: Sample>(b: &B, sizes: &[u32], first: usize) -> Result<()> {
    let len = sizes.iter().sum::<u32>() as usize + 3 * sizes.len() + 40_000;
    let x: Vec<T> = data(1, len);
    let v = b.upload(&x)?;
    for order in ["any", "rising", "falling"] {
        let (mut starts, offsets) = parts(len, sizes, order == "rising", first as u32);
        if order == "falling" {
            let reversed: Vec<_> = sizes.iter().rev().copied().collect();
            starts = parts(len, &reversed, true, 0).0;
            starts.reverse();
        }
        let ranges = || starts.iter().zip(sizes).map(|(start, size)| *start as usize..*start as usize + *size as usize);
        let want: Vec<T> = ranges().flat_map(|part| &x[part]).copied().collect();
        let (s, o) = (b.upload(&starts)?, b.upload(&offsets)?);
        let packed = v.iter().gather_segments(&s, &o).collect()?;
        all_same("packed", &packed.to_vec()?, &want);
        let mut out = b.upload(&x[..want.len() + 4])?;
        same("items", v.iter().gather_segments(&s, &o).collect_into(out.slice_mut(1..want.len() + 3)?)?, want.len());
        all_same("into a part", &out.to_vec()?, &[&x[..1], &want[..], &x[want.len() + 1..want.len() + 4]].concat());

        // The parts of the target are in another order than the packed ones.
        let all: Vec<T> = data(2, first + want.len() + 1);
        let (mut target, mut expected) = (b.upload(&x)?, x.clone());
        ranges().fold(first, |at, part| {
            expected[part.clone()].copy_from_slice(&all[at..at + part.len()]);
            at + part.len()
        });
        b.upload(&all)?.iter().segments(&o).scatter(&s, &mut target)?;
        all_same("unpacked", &target.to_vec()?, &expected);
    }
    Ok(())
}

/// Parts of all lengths: short ones, mostly empty ones, and one that takes several tiles.
// Sanitized: kernels, host
pub(crate) fn parts_of_every_length<B: Backend>(b: &B) -> Result<()> {
    for kind in 0..4 {
        check_parts::<_, u32>(b, &counts(997, kind), kind)?;
    }
    check_parts::<_, u32>(b, &[], 2)?;
    check_parts::<_, u32>(b, &[0], 0)?;
    // The tiles have few items and more parts than can be marked in one.
    check_parts::<_, u32>(b, &counts(150_001, 2), 0)?;
    check_parts::<_, Grain>(b, &counts(1009, 3), 1)
}

/// Computed items in columns, computed positions of other types, and a target of parts that overlap: the last one stays.
// Sanitized: kernels
pub(crate) fn parts_fused<B: Backend>(b: &B) -> Result<()> {
    let (parts, size, step) = (700, 77, 41);
    let (starts, offsets) =
        (b.tabulate(parts, op!(|j: usize| (j * step) as u16)), b.range(0i32..701).map(op!(|j: i32| j * 77)));
    let source = b.range(0u64..30_000).map(op!(|v: u64| v * 3)).zip(b.range(0u16..30_000));
    let (wide, narrow) = source.gather_segments(starts.clone(), offsets.clone()).collect()?;
    let from: Vec<usize> = (0..parts).flat_map(|j| (0..size).map(move |k| j * step + k)).collect();
    all_same("wide", &wide.to_vec()?, &from.iter().map(|at| 3 * *at as u64).collect::<Vec<_>>());
    all_same("narrow", &narrow.to_vec()?, &from.iter().map(|at| *at as u16).collect::<Vec<_>>());

    let (mut a, mut c) = (b.filled(1u64, 29_000)?, b.filled(1u16, 29_000)?);
    let packed = b.range(5u64..60_000).zip(b.range(0u32..59_995).map(op!(|v: u32| v as u16)));
    packed.segments(offsets).scatter(starts, (&mut a, &mut c))?;
    let (mut wide, mut narrow) = (vec![1u64; 29_000], vec![1u16; 29_000]);
    for (item, at) in from.into_iter().enumerate() {
        (wide[at], narrow[at]) = (item as u64 + 5, item as u16);
    }
    all_same("wide", &a.to_vec()?, &wide);
    all_same("narrow", &c.to_vec()?, &narrow);
    Ok(())
}

/// Parts beyond either vector, wrong offsets and wrong lengths: the error names the first part, and nothing is written.
pub(crate) fn parts_beyond<B: Backend>(b: &B) -> Result<()> {
    let (n, x) = (5000, b.range(0u32..5000).collect()?);
    let mut target = b.filled(7u32, n)?;
    let mut wrong =
        |starts: &[i64], offsets: &[i64], packs: Option<ErrorKind>, unpacks: Option<ErrorKind>| -> Result<()> {
            let (starts, offsets) = (b.upload(starts)?, b.upload(offsets)?);
            let found = |result: Result<()>, mut kind: ErrorKind, called: &'static str| {
                if let ErrorKind::OutOfRange { what, .. } | ErrorKind::LengthMismatch { what, .. } = &mut kind
                    && what.is_empty()
                {
                    *what = called;
                }
                assert_eq!(*result.expect_err("wrong parts").kind(), kind);
            };
            if let Some(kind) = packs {
                found(x.iter().gather_segments(&starts, &offsets).collect().map(drop), kind.clone(), "gather_segments");
                let into = x.iter().gather_segments(&starts, &offsets).collect_into(&mut target);
                found(into.map(drop), kind, "gather_segments");
            }
            if let Some(kind) = unpacks {
                found(x.iter().segments(&offsets).scatter(&starts, &mut target), kind, "scatter");
            }
            Ok(())
        };
    let both = |kind: ErrorKind| (Some(kind.clone()), Some(kind));
    let beyond = |item, index| both(ErrorKind::OutOfRange { what: "", index, len: 5000, item: Some(item) });
    let offset = |index, len| Some(ErrorKind::OutOfRange { what: "segments", index, len, item: None });
    let most = isize::MAX as usize;
    for (starts, offsets, (packs, unpacks)) in [
        (vec![0, 4999, 9999], vec![0, 1, 3, 4], beyond(1, 5001)),
        (vec![4, -3], vec![0, 0, 1], beyond(1, -3)),
        (vec![5001], vec![2, 2], beyond(0, 5001)),
        (vec![i64::MIN, 0], vec![0, 1, 2], beyond(0, i128::from(i64::MIN))),
        (vec![1, 4990], vec![0, 11, 22], beyond(1, 5001)),
        (vec![1, 1], vec![0, 7, 5], both(ErrorKind::ReversedRange { what: "segments", start: 7, end: 5 })),
        (vec![1], vec![-4, 5], (offset(-4, most), offset(-4, 5000))),
        (vec![0; 2], vec![0, 3000, 6000], (None, offset(6000, 5000))),
        (vec![], vec![], (offset(0, 0), offset(0, 0))),
        (vec![1], vec![0, 1, 2], both(ErrorKind::LengthMismatch { what: "", left: 1, right: 2 })),
        (vec![1, 1], vec![0], both(ErrorKind::LengthMismatch { what: "", left: 2, right: 0 })),
    ] {
        wrong(&starts, &offsets, packs, unpacks)?;
    }
    let short = x.iter().gather_segments(b.constant(2u8, 9), b.range(3usize..13)).collect_into(target.slice_mut(..8)?);
    too_short(short, "collect_into", 9, 8);
    all_same("untouched", &target.to_vec()?, &[7; 5000]);
    same(
        "all of these",
        x.iter().gather_segments(b.constant(2u8, 9), b.range(3usize..13)).collect_into(&mut target)?,
        9,
    );
    all_same("parts of one item", &target.slice(7..11)?.to_vec()?, &[2, 2, 7, 7]);
    Ok(())
}

pub(crate) fn device_mismatch<B: Backend>(b: &B) -> Result<()> {
    let far = elsewhere::<u32>();
    let x = b.upload(&[1u32, 2, 3])?;
    let read = || b.range(0..3usize).map(op!(|i: usize| far[i]));
    refused(b, read().repeat(&x).collect().map(drop));
    refused(b, x.iter().repeat(read()).collect().map(drop));
    refused(b, read().gather_segments(b.range(0..1), b.range(0..2)).collect().map(drop));
    refused(b, x.iter().gather_segments(read(), b.range(0..4)).collect().map(drop));
    refused(b, x.iter().segments(read()).scatter(b.range(0..2), &mut x.try_clone()?));
    Ok(())
}

pub(crate) fn panics<B: Backend>(b: &B) -> Result<()> {
    let x = b.range(0u32..30_011).collect()?;
    let line = line!();
    let bad = op!(|v: u32| if v == 30_000 { panic!("item") } else { v % 4 });
    panicked(b, x.iter().map(bad).repeat(b.constant(2, 30_011)).collect(), "item", line + 1);
    panicked(b, x.iter().repeat(x.iter().map(bad)).collect(), "item", line + 1);
    panicked(
        b,
        x.iter().map(bad).gather_segments(b.constant(29_000, 2), b.range(0..3).map(op!(|j: i32| j * 1001))).collect(),
        "item",
        line + 1,
    );
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let len = many(b);
    check::<_, u32>(b, len / 3, &counts(len / 3, 0))?;
    let whole = b.range(0u32..2).repeat(&b.upload(&[len, 3])?).collect()?;
    same("ones", whole.iter().count_if(op!(|v: u32| v == 1))?, 3);
    same("all", whole.len(), len + 3);
    check_parts::<_, u32>(b, &counts(len / 30, 1), 0)?;
    check_parts::<_, u32>(b, &[3, len as u32, 0, 1 << 19], 0)?;
    Ok(())
}

/// More than 2^32 copies on a GPU.
pub(crate) fn large_past_32_bits<B: Backend>(b: &B) -> Result<()> {
    let n = past_32_bits(b);
    let got = b.range(1u8..4).repeat(&b.upload(&[n, 5, 2])?).collect()?;
    all_same("the last", &got.slice(n - 2..)?.to_vec()?, &[1, 1, 2, 2, 2, 2, 2, 3, 3]);
    same("ones", got.iter().count_if(op!(|v: u8| v == 1))?, n);
    drop(got);
    let packed = b
        .range(0..n)
        .map(op!(|i: usize| i as u8))
        .gather_segments(&b.upload(&[9, 2])?, &b.upload(&[0, n - 9, n + 1])?)
        .collect()?;
    let want: Vec<u8> = (n - 3..n).map(|i| i as u8).chain((2..12).map(|i| i as u8)).collect();
    all_same("the last part", &packed.slice(n - 12..)?.to_vec()?, &want);
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(60, 300, |counts: Vec<u8>| {
        let counts: Vec<u32> = counts.iter().map(|n| u32::from(n.saturating_sub(200))).collect();
        check::<_, u16>(b, counts.len(), &counts).unwrap();
    });
    Ok(())
}
