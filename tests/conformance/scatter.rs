use half::f16;
use onrush::prelude::*;
use onrush::{Position, Result};

use onrush_test_support::compare::{Exact, all_same, same};
use onrush_test_support::inputs::{
    Grain, Sample, data, few_lengths, lengths, many, mix, of_every_position, position, property,
};
use onrush_test_support::oracle;
use onrush_test_support::refusals::{out_of_range, positions_beyond};

/// A struct of four bytes, one of them padding.
#[derive(Debug, Clone, Copy, PartialEq, Element, Key)]
#[repr(C)]
struct Padded {
    kind: u8,
    count: u16,
}
impl Exact for Padded {
    fn exact(&self, other: &Self) -> bool {
        self == other
    }
}
impl Sample for Padded {
    fn sample(bits: u64) -> Self {
        Padded { kind: bits as u8, count: (bits >> 20) as u16 }
    }
}

/// Scatters the items into a vector and compares it with the loop's.
fn check<B: Backend, T: Sample>(b: &B, what: &str, x: &[T], to: &[usize], old: Vec<T>) -> Result<()> {
    let mut target = b.upload(&old)?;
    b.upload(x)?.iter().scatter(&b.upload(to)?, &mut target)?;
    let mut want = old;
    oracle::scatter(x, to, &mut want);
    all_same(what, &target.to_vec()?, &want);
    Ok(())
}

pub(crate) fn every_element<B: Backend>(b: &B) -> Result<()> {
    fn spread<B: Backend, T: Sample>(b: &B) -> Result<()> {
        for len in few_lengths(size_of::<T>()) {
            // A permutation spread over every second position of a target twice as long.
            let mut to: Vec<usize> = (0..len).map(|i| 2 * i).collect();
            to.sort_by_key(|&i| mix(i as u64));
            check::<B, T>(b, "scattered", &data(len as u64, len), &to, data(!0, 2 * len))?;
        }
        Ok(())
    }
    spread::<B, bool>(b)?;
    spread::<B, u8>(b)?;
    spread::<B, f16>(b)?;
    spread::<B, u32>(b)?;
    spread::<B, f64>(b)?;
    spread::<B, [u64; 2]>(b)?;
    spread::<B, Grain>(b)
}

// Sanitized: host
pub(crate) fn of_several_the_last_stays<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        for places in [1usize, 2, 33, 5003] {
            let x: Vec<u32> = (0..len as u32).collect();
            let to: Vec<usize> = (0..len).map(|i| mix(i as u64) as usize % places).collect();
            check(b, "the last", &x, &to, vec![u32::MAX; places])?;
        }
    }
    Ok(())
}

/// So many items that several threads sort them by their places first: some items are left out.
// Sanitized: host
pub(crate) fn of_many_items<B: Backend>(b: &B) -> Result<()> {
    for places in [6007usize, 100_003] {
        let len = 80_021;
        let x: Vec<u32> = (0..len as u32).collect();
        let to: Vec<usize> = (0..len).map(|i| mix(i as u64) as usize % places).collect();
        let (vx, vto) = (b.upload(&x)?, b.upload(&to)?);
        let mut target = (b.filled(u32::MAX, places)?, b.filled(0u64, places)?);
        let items = vto.iter().zip(&vx).filter(op!(|(_, x): (usize, u32)| x % 3 != 1));
        items
            .map(op!(|(to, x): (usize, u32)| (to, (x, x as u64 * 3))))
            .scatter_pairs((&mut target.0, &mut target.1))?;
        let mut want = vec![(u32::MAX, 0u64); places];
        for (to, x) in to.iter().zip(&x).filter(|(_, x)| **x % 3 != 1) {
            want[*to] = (*x, *x as u64 * 3);
        }
        let (first, second) = want.into_iter().unzip::<u32, u64, Vec<_>, Vec<_>>();
        all_same("first", &target.0.to_vec()?, &first);
        all_same("second", &target.1.to_vec()?, &second);
    }
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn computed_positions_into_columns<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let (x, y): (Vec<u16>, Vec<f64>) = (data(1, len), data(2, len));
        let (vx, vy) = (b.upload(&x)?, b.upload(&y)?);
        let (mut p, mut q) = (b.filled(0u16, len)?, b.filled(0.0f64, len)?);
        let last = len.wrapping_sub(1);
        vx.iter().zip(&vy).scatter(b.range(0..len).map(op!(|i: usize| last - i)), (&mut p, &mut q))?;
        all_same("reversed", &p.to_vec()?, &x.iter().rev().copied().collect::<Vec<_>>());
        all_same("and its neighbour", &q.to_vec()?, &y.iter().rev().copied().collect::<Vec<_>>());
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn into_a_part<B: Backend>(b: &B) -> Result<()> {
    let mut target = b.filled(0u8, 1009)?;
    let to = b.upload(&[4usize, 0, 998])?;
    b.upload(&[1u8, 2, 3])?.iter().scatter(&to, target.slice_mut(10..1009)?)?;
    let mut want = vec![0; 1009];
    oracle::scatter(&[1, 2, 3], &[14, 10, 1008], &mut want);
    all_same("a part", &target.to_vec()?, &want);
    Ok(())
}

pub(crate) fn far_apart<B: Backend>(b: &B) -> Result<()> {
    // Every position occurs twice.
    let to: Vec<usize> = (0..2000).map(|i| mix(i % 1000) as usize % 100_003).collect();
    check::<B, u8>(b, "far apart", &data(1, 2000), &to, data(!0, 100_003))?;
    check::<B, f64>(b, "far apart", &data(1, 2000), &to, data(!0, 100_003))
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    fn crowd<B: Backend, T: Sample>(b: &B, places: usize) -> Result<()> {
        let to: Vec<usize> = (0..many(b)).map(|i| mix(i as u64) as usize % places).collect();
        check::<B, T>(b, "large", &data(1, many(b)), &to, data(!0, places))
    }
    let len = many(b);
    // Ten items per position, one item for some, and positions that keep their items.
    crowd::<B, f32>(b, 100_003)?;
    crowd::<B, u32>(b, 5003)?;
    crowd::<B, [u64; 3]>(b, 100_003)?;
    crowd::<B, u8>(b, len)?;
    crowd::<B, f64>(b, len)?;
    crowd::<B, f16>(b, 2 * len)?;
    crowd::<B, bool>(b, len)?;
    crowd::<B, [u8; 3]>(b, len)?;
    crowd::<B, Padded>(b, len)
}

/// Items of two columns with up to 4 bytes in total.
pub(crate) fn large_in_columns<B: Backend>(b: &B) -> Result<()> {
    let len = many(b);
    let (x, y): (Vec<u8>, Vec<u16>) = (data(1, len), data(2, len));
    let to: Vec<usize> = (0..len).map(|i| mix(i as u64) as usize % 50_021).collect();
    let (mut p, mut q) = (b.filled(7u8, 50_021)?, b.filled(7u16, 50_021)?);
    b.upload(&x)?.iter().zip(&b.upload(&y)?).scatter(&b.upload(&to)?, (&mut p, &mut q))?;
    let (mut first, mut second) = (vec![7; 50_021], vec![7; 50_021]);
    oracle::scatter(&x, &to, &mut first);
    oracle::scatter(&y, &to, &mut second);
    all_same("first", &p.to_vec()?, &first);
    all_same("second", &q.to_vec()?, &second);
    Ok(())
}

/// Positions beyond the end of the target, on each of the algorithm's paths.
pub(crate) fn beyond<B: Backend>(b: &B) -> Result<()> {
    for (items, places) in [(1000usize, 1000usize), (70_001, 5003), (1000, 100_003), (many(b), many(b))] {
        let first = items - 50;
        let to = op!(|i: usize| if i >= first { places + i } else { i % places });
        let mut target = b.filled(0u32, places)?;
        let result = b.range(0..items).map(op!(|i: usize| i as u32)).scatter(b.range(0..items).map(to), &mut target);
        positions_beyond(b, result, "scatter", items - 50, places);
        target.recover()?;
        b.constant(9u32, 1).scatter(b.constant(5usize, 1), &mut target)?;
        same("the device works on", target.to_vec()?[5], 9);
    }
    Ok(())
}

/// Positions of each type; and one behind the end, at the end of the type's range, and negative.
// Sanitized: kernels, host
pub(crate) fn positions_of_every_integer<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, P: Position + TryFrom<usize>>(b: &B) -> Result<()> {
        for len in [0, 1, 1009] {
            let to: Vec<usize> = (0..len).map(|i| mix(i as u64) as usize % 100).collect();
            let x: Vec<u32> = data(1, len);
            let index = b.upload(&to.iter().map(|&i| position::<P>(i)).collect::<Vec<_>>())?;
            let (mut target, mut want) = (b.filled(7u32, 100)?, vec![7; 100]);
            b.upload(&x)?.iter().scatter(&index, &mut target)?;
            oracle::scatter(&x, &to, &mut want);
            all_same("scattered", &target.to_vec()?, &want);
        }
        for wrong in [position::<P>(100), P::max_value(), P::min_value()] {
            if (0..100).contains(&wrong.given()) {
                continue;
            }
            let mut target = b.filled(0u8, 102)?;
            let inner = target.slice_mut(1..101)?;
            let failed = b.constant(9u8, 1).scatter(&b.upload(&[wrong])?, inner);
            out_of_range(b, failed, "scatter", wrong.given(), 100);
            target.recover()?;
            all_same("nothing is written elsewhere", &target.to_vec()?, &[0; 102]);
        }
        Ok(())
    }
    of_every_position!(check(b))?;
    // The sizes reach each of the algorithm's paths.
    for (items, places) in [(1000usize, 1000usize), (70_001, 5003), (1000, 100_003), (many(b), many(b))] {
        let to: Vec<i32> = (0..items).map(|i| (mix(i as u64) as usize % places) as i32).collect();
        let x: Vec<u32> = data(2, items);
        let (mut target, mut want) = (b.filled(7u32, places)?, vec![7; places]);
        b.upload(&x)?.iter().scatter(&b.upload(&to)?, &mut target)?;
        oracle::scatter(&x, &to.iter().map(|&i| i as usize).collect::<Vec<_>>(), &mut want);
        all_same("scattered by i32", &target.to_vec()?, &want);
        let last = items as i32 - 1;
        let wild = b.range(0..items as i32).map(op!(|i: i32| if i == last { -5 } else { 0 }));
        let item = out_of_range(b, b.constant(1u32, items).scatter(wild, &mut target), "scatter", -5, places);
        assert_eq!(item, Some(items - 1));
    }
    Ok(())
}

/// Items that a predicate doesn't hold for are left out, wherever they were to go.
// Sanitized: kernels, host
pub(crate) fn conditional<B: Backend>(b: &B) -> Result<()> {
    for (items, places) in [(0usize, 7usize), (100, 7), (1000, 1000), (20_011, 5003), (1000, 100_003)] {
        let x: Vec<u32> = data(1, items);
        let far = |i: usize, v: u32| if v.is_multiple_of(3) { mix(i as u64) as usize % places } else { usize::MAX - i };
        let to: Vec<usize> = x.iter().enumerate().map(|(i, &v)| far(i, v)).collect();
        let mut want = vec![7; places];
        x.iter().zip(&to).filter(|(v, _)| *v % 3 == 0).for_each(|(&v, &at)| want[at] = v);
        let (vx, index) = (b.upload(&x)?, b.upload(&to)?);
        let mut target = b.filled(7u32, places)?;
        vx.iter().scatter_if(&index, op!(|v: u32| v % 3 == 0), &mut target)?;
        all_same("by a predicate", &target.to_vec()?, &want);
        let mut target = b.filled(7u32, places)?;
        index.iter().zip(&vx).filter(op!(|p: (usize, u32)| p.1 % 3 == 0)).scatter_pairs(&mut target)?;
        all_same("pairs", &target.to_vec()?, &want);
        let mut target = b.filled(7u32, places)?;
        b.constant(0u8, items).zip(&vx).scatter_pairs(&mut target)?;
        let first = x.last().copied().unwrap_or(7);
        all_same("all pairs", &target.to_vec()?, &[&[first], &vec![7; places - 1][..]].concat());
        let wild = vx.iter().scatter_if(b.constant(-3i8, items), op!(|v: u32| v % 3 == 0), &mut target);
        if want.iter().any(|v| *v != 7) {
            out_of_range(b, wild, "scatter", -3, places);
        }
    }
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 500, |x: Vec<(u8, i32)>| {
        let (to, values): (Vec<usize>, Vec<i32>) = x.into_iter().map(|(at, v)| (at as usize, v)).unzip();
        let mut target = b.filled(0i32, 256).unwrap();
        b.upload(&values).unwrap().iter().scatter(&b.upload(&to).unwrap(), &mut target).unwrap();
        let mut want = vec![0; 256];
        oracle::scatter(&values, &to, &mut want);
        all_same("scattered", &target.to_vec().unwrap(), &want);
    });
    Ok(())
}
