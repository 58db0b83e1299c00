use onrush::operator::{Number, Operator};
use onrush::prelude::*;
use onrush::{Position, Result};

use onrush_test_support::compare::all_same;
use onrush_test_support::contract;
use onrush_test_support::inputs::{
    Grain, Sample, affine, bicyclic, brackets, contractions, data, many, mix, of_every_position, past_32_bits,
    position, property, size,
};
use onrush_test_support::refusals::{elsewhere, lengths_differ, out_of_range, panicked, refused};

/// Numbers of places on both sides of each limit: lanes with a class each, several, and one; the limits of the votes; the
/// largest target that isn't sorted for, of 4-byte items.
const PLACES: [usize; 7] = [1, 24, 100, 1000, 4096, 4097, 50_021];
const LENGTHS: [usize; 5] = [0, 1, 33, 1009, 70_001];

/// Random places, of which the first one is more frequent than others, with runs of equal ones.
fn places(seed: u64, len: usize, places: usize) -> Vec<usize> {
    let one = |i: usize| {
        let bits = mix(seed ^ (i as u64 / (1 + i as u64 / 512 % 3)));
        if bits >> 61 == 0 { 0 } else { bits as usize % places }
    };
    (0..len).map(one).collect()
}

/// Reduces the items into a vector and compares it with the contract's.
fn check<B: Backend, T: Sample, O: Operator<T>>(
    b: &B,
    (len, count): (usize, usize),
    op: O,
    x: Vec<T>,
    f: impl Fn(T, T) -> T,
) -> Result<()> {
    let (to, old): (_, Vec<T>) = (places(len as u64, len, count), data(!0, count));
    let mut target = b.upload(&old)?;
    b.upload(&x)?.iter().scatter_reduce(&b.upload(&to)?, op, &mut target)?;
    let slots: Vec<_> = to.into_iter().zip(x).map(Some).collect();
    let want = contract::scatter_reduce(&slots, &old, size::<T>(), O::COMMUTATIVE, f);
    all_same(&format!("{len} items for {count} places"), &target.to_vec()?, &want);
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn floats<B: Backend>(b: &B) -> Result<()> {
    fn sums<B: Backend, T: Sample + Number>(b: &B, shape: (usize, usize)) -> Result<()> {
        check(b, shape, Sum, data::<T>(shape.0 as u64, shape.0), T::plus)
    }
    for places in PLACES {
        for len in LENGTHS {
            sums::<B, f32>(b, (len, places))?;
        }
        sums::<B, f64>(b, (20_011, places))?;
    }
    Ok(())
}

pub(crate) fn exact_operators<B: Backend>(b: &B) -> Result<()> {
    for places in PLACES {
        check(b, (20_011, places), Sum, data::<u32>(1, 20_011), u32::wrapping_add)?;
    }
    check(b, (20_011, 1000), Max, data::<i16>(2, 20_011), i16::max)?;
    // Targets whose places have copies in a block's memory, have none, and of which a block keeps some places.
    for places in [1, 5000, 70_001] {
        check(b, (20_011, places), Sum, data::<i32>(3, 20_011), i32::wrapping_add)?;
    }
    for places in [300, 9001] {
        let x = || data::<i32>(3, 20_011);
        check(b, (20_011, places), Min, x(), i32::min)?;
        check(b, (20_011, places), Max, x(), i32::max)?;
        check(b, (20_011, places), BitXor, x(), |a, b| a ^ b)?;
    }
    check(b, (20_011, 9001), Min, data::<u32>(4, 20_011), u32::min)?;
    check(b, (20_011, 9001), BitAnd, data::<u32>(5, 20_011), |a, b| a & b)?;
    check(b, (20_011, 300), BitOr, data::<u32>(5, 20_011), |a, b| a | b)?;
    runs_of_places(b)
}

/// Runs of equal places, of lengths around a thread's items, a warp's and a block's, with pairs left out; into a part of a
/// vector, so that words aren't aligned to more than their size.
fn runs_of_places<B: Backend>(b: &B) -> Result<()> {
    for run in [1, 3, 4, 127, 129, 10_000] {
        for places in [3usize, 20_000] {
            let to: Vec<u32> = (0..20_000).map(|i| (mix(i as u64 / run) % places as u64) as u32).collect();
            let x: Vec<u32> = data(run, to.len());
            let (vto, vx) = (b.upload(&to)?, b.upload(&x)?);
            let mut want = vec![5u32; places + 1];
            for (&to, &x) in to.iter().zip(&x) {
                want[1 + to as usize] = want[1 + to as usize].wrapping_add(x);
            }
            let mut sums = b.filled(5u32, places + 1)?;
            vx.iter().scatter_reduce(&vto, Sum, sums.slice_mut(1..)?)?;
            all_same(&format!("runs of {run}"), &sums.to_vec()?, &want);
            let mut most = b.filled(5u32, places)?;
            let few = vto.iter().zip(&vx).filter(op!(|_: u32, x: u32| x % 3 != 1));
            few.scatter_reduce_pairs(Max, &mut most)?;
            let mut want = vec![5u32; places];
            for (&to, &x) in to.iter().zip(&x).filter(|(_, x)| **x % 3 != 1) {
                want[to as usize] = want[to as usize].max(x);
            }
            all_same(&format!("filtered runs of {run}"), &most.to_vec()?, &want);
        }
    }
    Ok(())
}

pub(crate) fn custom_operators_keep_the_order<B: Backend>(b: &B) -> Result<()> {
    for places in [7, 300, 2049] {
        for len in [33, 20_011] {
            let product = op!(|a: [u32; 2], b: [u32; 2]| bicyclic(a, b));
            check(b, (len, places), product, brackets(1, len), bicyclic)?;
            let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
            check(b, (len, places), compose, contractions(2, len), affine)?;
        }
    }
    Ok(())
}

/// Places with as many items as a list may have that is combined without a sort, one fewer and one more, of items of 4 and of 8 bytes:
/// where each place has a list of its own, where lists are shared, and where no list is too long.
// Sanitized: kernels, host
pub(crate) fn lists<B: Backend>(b: &B) -> Result<()> {
    fn sums<B: Backend, T: Sample + Number>(b: &B, to: &[usize], places: usize) -> Result<()> {
        let (x, old): (Vec<T>, Vec<T>) = (data(7, to.len()), data(8, places));
        let mut target = b.upload(&old)?;
        b.upload(&x)?.iter().scatter_reduce(&b.upload(to)?, Sum, &mut target)?;
        let slots: Vec<_> = to.iter().copied().zip(x).map(Some).collect();
        let want = contract::scatter_reduce(&slots, &old, size::<T>(), true, T::plus);
        all_same(&format!("{places} places"), &target.to_vec()?, &want);
        Ok(())
    }
    for counts in [&[1, 2, 16, 17, 18, 31, 32, 33, 34, 100][..], &[1, 2, 3, 16], &[17_000]] {
        for places in [9000, 60_000] {
            let each = (0..).flat_map(|place| std::iter::repeat_n(place, counts[place % counts.len()]));
            let mut to: Vec<usize> = each.take(17_011).map(|place| place * 61 % places).collect();
            for i in (1..to.len()).rev() {
                to.swap(i, mix(i as u64) as usize % (i + 1));
            }
            sums::<B, f32>(b, &to, places)?;
            sums::<B, f64>(b, &to, places)?;
        }
    }
    Ok(())
}

/// Numbers of items at which the plain loop ends, one fewer and one more: for any target, for four items a place, and for long ones;
/// with operators that keep the order and that don't, in columns, and with a place that most items have.
// Sanitized: kernels, host
pub(crate) fn in_turn<B: Backend>(b: &B) -> Result<()> {
    for (most, places) in [(1024, 1), (1024, 100), (1028, 257), (16_384, 4096), (16_384, 9001)] {
        for len in [most - 1, most, most + 1] {
            check(b, (len, places), Sum, data::<f32>(6, len), |a, b| a + b)?;
        }
        let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
        for len in [most, most + 1].into_iter().filter(|_| places != 4096) {
            check(b, (len, places), compose, contractions(2, len), affine)?;
        }
    }
    for places in [24, 5003] {
        let (x, y): (Vec<u16>, Vec<f64>) = (data(1, 1000), data(2, 1000));
        let to: Vec<usize> = (0..1000).map(|i| if i % 9 > 0 { 5 } else { i % places }).collect();
        let (mut p, mut q) = (b.filled(7u16, places)?, b.filled(0.5f64, places)?);
        let (vto, vx, vy) = (b.upload(&to)?, b.upload(&x)?, b.upload(&y)?);
        let pairs = zip((&vto, &vx, &vy)).map(op!(|to: usize, x: u16, y: f64| (to, (x, y))));
        let kept = pairs.filter(op!(|_: usize, v: (u16, f64)| v.0 % 3 != 0));
        kept.scatter_reduce_pairs(op!(|a: (u16, f64), b: (u16, f64)| (a.0.max(b.0), a.1 + b.1)), (&mut p, &mut q))?;
        let mut want = vec![(7u16, 0.5f64); places];
        for i in (0..1000).filter(|i| !x[*i].is_multiple_of(3)) {
            let (most, sum) = want[to[i]];
            want[to[i]] = (most.max(x[i]), sum + y[i]);
        }
        all_same("maxima", &p.to_vec()?, &want.iter().map(|v| v.0).collect::<Vec<_>>());
        all_same("sums", &q.to_vec()?, &want.iter().map(|v| v.1).collect::<Vec<_>>());
    }
    Ok(())
}

/// A place with most of the items among many: its items fill runs, warps and tiles of the sorted order, which begin anywhere.
pub(crate) fn frequent<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample, O: Operator<T>>(
        b: &B,
        most: usize,
        op: O,
        x: Vec<T>,
        f: impl Fn(T, T) -> T,
    ) -> Result<()> {
        let frequent = |i: usize| mix(i as u64) as usize % 8 < 7;
        let to: Vec<usize> =
            (0..x.len()).map(|i| if frequent(i) { most } else { mix(!i as u64) as usize % 9001 }).collect();
        let old: Vec<T> = data(!0, 9001);
        let mut target = b.upload(&old)?;
        b.upload(&x)?.iter().scatter_reduce(&b.upload(&to)?, op, &mut target)?;
        let slots: Vec<_> = to.into_iter().zip(x).map(Some).collect();
        let want = contract::scatter_reduce(&slots, &old, size::<T>(), O::COMMUTATIVE, f);
        all_same("a frequent place", &target.to_vec()?, &want);
        Ok(())
    }
    for most in [0, 4000, 9000] {
        check(b, most, Sum, data::<f32>(7, 50_021), |a, b| a + b)?;
    }
    check(b, 4000, Sum, data::<f64>(7, 30_011), |a, b| a + b)?;
    let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
    check(b, 4000, compose, contractions(2, 30_011), affine)?;
    let add = op!(|a: [f32; 3], b: [f32; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
    check(b, 4000, add, data::<[f32; 3]>(7, 30_011), |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]])
}

/// Many more places than items, and many more slots than items, so that the slots alone decide the association.
// Sanitized: kernels, host
pub(crate) fn sparse<B: Backend>(b: &B) -> Result<()> {
    check(b, (20_011, 200_003), Sum, data::<f32>(1, 20_011), |a, b| a + b)?;
    let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
    check(b, (20_011, 200_003), compose, contractions(2, 20_011), affine)?;
    for (kept, count) in [(50, 1000), (50, 9001), (20_011 - 50, 200_003)] {
        // Each place of the few items has several, and their slots lie in different chunks.
        let to = places(3, 20_011, count.min(kept / 3 + 1));
        let x: Vec<f32> = data(4, 20_011);
        let is_kept = |i: usize| if kept == 50 { i % 401 == 7 } else { i % 401 != 7 };
        let slots: Vec<_> = (0..x.len()).map(|i| is_kept(i).then(|| (to[i], x[i]))).collect();
        assert_eq!(slots.iter().flatten().count(), kept);
        let old: Vec<f32> = data(!0, count);
        let (vto, vx, mut target) = (b.upload(&to)?, b.upload(&x)?, b.upload(&old)?);
        let keep: Vec<u32> = (0..x.len()).map(|i| u32::from(is_kept(i))).collect();
        let keep = b.upload(&keep)?;
        let triples = zip((&vto, &vx, &keep)).filter(op!(|_: usize, _: f32, keep: u32| keep == 1));
        triples.map(op!(|to: usize, x: f32, _: u32| (to, x))).scatter_reduce_pairs(Sum, &mut target)?;
        let want = contract::scatter_reduce(&slots, &old, size::<f32>(), true, |a, b| a + b);
        all_same(&format!("{kept} of {} items", x.len()), &target.to_vec()?, &want);
    }
    Ok(())
}

/// A struct with padding, and an operator without an identity that is declared commutative.
// Sanitized: kernels, host
pub(crate) fn structures<B: Backend>(b: &B) -> Result<()> {
    let heavier = |a: Grain, b: Grain| Grain { kind: a.kind.max(b.kind), size: a.size + b.size, cell: a.cell };
    let heavier_op = op!(|a: Grain, b: Grain| Grain { kind: a.kind.max(b.kind), size: a.size + b.size, cell: a.cell });
    for places in [7, 300, 1366] {
        check(b, (20_011, places), commutative(heavier_op), data(1, 20_011), heavier)?;
    }
    Ok(())
}

/// Tuples in columns, without the pairs that a filter leaves out, whose places may be any numbers.
// Sanitized: kernels, host
pub(crate) fn filtered<B: Backend>(b: &B) -> Result<()> {
    for (len, count) in [(0, 7), (1009, 7), (20_011, 1000), (20_011, 5003), (100, 100_003)] {
        let (to, x, y): (_, Vec<u16>, Vec<f64>) = (places(3, len, count), data(1, len), data(2, len));
        let slots: Vec<_> = (0..len).map(|i| (!x[i].is_multiple_of(3)).then(|| (to[i], (x[i], y[i])))).collect();
        let far: Vec<usize> = (0..len).map(|i| if slots[i].is_some() { to[i] } else { usize::MAX - i }).collect();
        let (vx, vy, vto) = (b.upload(&x)?, b.upload(&y)?, b.upload(&far)?);
        let (mut p, mut q) = (b.filled(7u16, count)?, b.filled(0.5f64, count)?);
        let pairs = zip((&vto, &vx, &vy)).map(op!(|to: usize, x: u16, y: f64| (to, (x, y))));
        let kept = pairs.filter(op!(|_: usize, v: (u16, f64)| v.0 % 3 != 0));
        kept.scatter_reduce_pairs(op!(|a: (u16, f64), b: (u16, f64)| (a.0.max(b.0), a.1 + b.1)), (&mut p, &mut q))?;
        let join = |a: (u16, f64), b: (u16, f64)| (a.0.max(b.0), a.1 + b.1);
        let want = contract::scatter_reduce(&slots, &vec![(7, 0.5); count], 16, false, join);
        all_same("maxima", &p.to_vec()?, &want.iter().map(|v| v.0).collect::<Vec<_>>());
        all_same("sums", &q.to_vec()?, &want.iter().map(|v| v.1).collect::<Vec<_>>());
    }
    Ok(())
}

/// The operator never gets items that a filter leaves out.
pub(crate) fn left_out<B: Backend>(b: &B) -> Result<()> {
    for places in [7, 5000] {
        let join = op!(|a: u32, b: u32| if a > 3 || b > 3 { panic!("left out") } else { a ^ b });
        let pairs = || b.range(0u32..20_000).map(op!(|i: u32| (i % places, i / 5000 * 3)));
        let few = || pairs().filter(op!(|_: u32, v: u32| v < 4));
        let (mut x, mut y) = (b.filled(0u32, places as usize)?, b.filled(0u32, places as usize)?);
        few().scatter_reduce_pairs(join, &mut x)?;
        few().map(op!(|i: u32, v: u32| (i, v))).scatter_reduce_pairs(join, &mut y)?;
        let mut want = vec![0; places as usize];
        (0..10_000).for_each(|i| want[(i % places) as usize] ^= i / 5000 * 3);
        all_same("filtered", &x.to_vec()?, &want);
        assert!(x.equal(&y)?);
    }
    Ok(())
}

/// Zeros of both signs and NaNs stay in places without items.
pub(crate) fn untouched<B: Backend>(b: &B) -> Result<()> {
    for count in [8usize, 8000] {
        let old: Vec<f32> = [-0.0, 0.0, f32::INFINITY, 1.0].into_iter().cycle().take(count).collect();
        let mut target = b.upload(&old)?;
        b.constant(-0.0f32, 100).scatter_reduce(b.range(0..100u32).map(op!(|i: u32| i % 4)), Sum, &mut target)?;
        all_same("as they were", &target.to_vec()?, &old);
        let part = target.slice_mut(1..count - 1)?;
        b.constant(2.0f32, 3).scatter_reduce(&b.upload(&[0i8, 0, 2])?, Sum, part)?;
        let mut want = old;
        (want[1], want[3]) = (4.0, 3.0);
        all_same("a part", &target.to_vec()?, &want);
    }
    Ok(())
}

/// Positions of each type; and one behind the target, at the end of the type's range, and negative.
// Sanitized: kernels, host
pub(crate) fn positions_of_every_integer<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, P: Position + TryFrom<usize>>(b: &B) -> Result<()> {
        let to: Vec<usize> = (0..1009).map(|i| mix(i) as usize % 100).collect();
        let x: Vec<u32> = data(1, 1009);
        let index = b.upload(&to.iter().map(|&i| position::<P>(i)).collect::<Vec<_>>())?;
        let (mut target, mut want) = (b.filled(7u32, 100)?, vec![7; 100]);
        b.upload(&x)?.iter().scatter_reduce(&index, Sum, &mut target)?;
        to.iter().zip(&x).for_each(|(&to, x)| want[to] = u32::wrapping_add(want[to], *x));
        all_same("sums", &target.to_vec()?, &want);
        for wrong in [position::<P>(100), P::max_value(), P::min_value()] {
            if (0..100).contains(&wrong.given()) {
                continue;
            }
            let mut target = b.filled(0u32, 102)?;
            let failed = b.constant(9u32, 1).scatter_reduce(&b.upload(&[wrong])?, Sum, target.slice_mut(1..101)?);
            out_of_range(b, failed, "scatter_reduce", wrong.given(), 100);
            target.recover()?;
            all_same("nothing is written elsewhere", &target.to_vec()?, &[0; 102]);
        }
        Ok(())
    }
    of_every_position!(check(b))?;
    // For few places and for many.
    for places in [1usize, 1000, 50_021] {
        let mut target = b.filled(0u32, places)?;
        let wild = b.range(0..20_011).map(op!(|i: i32| if i == 20_010 { -5 } else { 0 }));
        let failed = b.constant(1u32, 20_011).scatter_reduce(wild, Sum, &mut target);
        assert_eq!(out_of_range(b, failed, "scatter_reduce", -5, places), Some(20_010));
        assert!(target.to_vec().is_err(), "what a failed call was to write isn't read");
    }
    let (mut none, x) = (b.filled(0u32, 0)?, b.constant(1u32, 1));
    out_of_range(b, x.scatter_reduce(b.constant(0u8, 1), Sum, &mut none), "scatter_reduce", 0, 0);
    b.constant(1u32, 0).scatter_reduce(b.constant(9u8, 0), Sum, &mut none)?;
    lengths_differ(b.constant(1u32, 3).scatter_reduce(b.constant(0u8, 2), Sum, &mut none), "scatter_reduce", 2, 3);
    Ok(())
}

pub(crate) fn device_mismatch<B: Backend>(b: &B) -> Result<()> {
    let (far, x) = (elsewhere::<u32>(), b.upload(&[0u32, 1, 2])?);
    let (to, mut target) = (b.range(0..3u8), b.filled(0u32, 3)?);
    refused(b, x.iter().scatter_reduce(to, op!(|a: u32, b: u32| a ^ b ^ far[0]), &mut target));
    refused(b, x.iter().scatter_reduce(b.tabulate(3, op!(|i: usize| far[i])), Sum, &mut target));
    let pairs = b.tabulate(3, op!(|i: usize| (i, far[i])));
    refused(b, pairs.scatter_reduce_pairs(Sum, &mut target));
    all_same("untouched", &target.to_vec()?, &[0; 3]);
    Ok(())
}

pub(crate) fn panics<B: Backend>(b: &B) -> Result<()> {
    for places in [7usize, 1000, 5003] {
        let mut target = b.filled(0u32, places)?;
        let x = || b.range(0u32..30_011);
        let to = x().map(op!(|i: u32| i % 7));
        let line = line!() + 1;
        let bad = op!(|a: u32, b: u32| if b == 20_001 { panic!("too much") } else { a + b % 3 });
        panicked(b, x().scatter_reduce(to.clone(), bad, &mut target), "too much", line);
        assert!(target.to_vec().is_err(), "what a failed call was to write isn't read");
        target.fill(1)?;
        x().scatter_reduce(to, Max, &mut target)?;
        all_same("the device works on", &target.to_vec()?[..2], &[30_009, 30_010]);
    }
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let len = many(b);
    for places in [16, 1000, 1 << 16, len] {
        check(b, (len, places), Sum, data::<f32>(5, len), |a, b| a + b)?;
    }
    Ok(())
}

/// More than 2^32 items for a single place.
pub(crate) fn large_past_32_bits<B: Backend>(b: &B) -> Result<()> {
    let n = past_32_bits(b);
    let mut target = b.filled(1u64, 2)?;
    b.range(0..n as u64).scatter_reduce(b.constant(1u8, n), Max, &mut target)?;
    b.constant(1u64, n).scatter_reduce(b.constant(0u8, n), Sum, &mut target)?;
    all_same("the last, and all", &target.to_vec()?, &[n as u64 + 1, n as u64 - 1]);
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(60, 300, |x: Vec<(u8, i32)>| {
        let (to, values): (Vec<u8>, Vec<i32>) = x.into_iter().unzip();
        let mut target = b.filled(3i32, 256).unwrap();
        b.upload(&values).unwrap().iter().scatter_reduce(&b.upload(&to).unwrap(), Sum, &mut target).unwrap();
        let mut want = vec![3i32; 256];
        to.iter().zip(&values).for_each(|(&to, x)| want[usize::from(to)] = want[usize::from(to)].wrapping_add(*x));
        all_same("sums", &target.to_vec().unwrap(), &want);
    });
    Ok(())
}
