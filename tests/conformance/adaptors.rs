//! Each adaptor, and some stacks of adaptors, against std's iterators.

use onrush::prelude::*;
use onrush::{ErrorKind, Position, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{Grain, data, few_lengths, mix, of_every_position, position, property};
use onrush_test_support::oracle;
use onrush_test_support::refusals::{elsewhere, lengths_differ, panicked, refused};

// Sanitized: kernels
pub(crate) fn sections<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let x: Vec<u32> = data(1, len);
        let v = b.upload(&x)?;
        all_same("tile", &v.iter().tile(3).collect()?.to_vec()?, &x.repeat(3));
        for n in [0, 1, 2, 31, len / 2, len, len + 1, usize::MAX] {
            let iter = || x.iter().copied();
            all_same("skip", &v.iter().skip(n).collect()?.to_vec()?, &iter().skip(n).collect::<Vec<_>>());
            all_same("take", &v.iter().take(n).collect()?.to_vec()?, &iter().take(n).collect::<Vec<_>>());
            if n > 0 {
                let want: Vec<_> = iter().step_by(n).collect();
                all_same("step_by", &v.iter().step_by(n).collect()?.to_vec()?, &want);
            }
            let want: Vec<_> = iter().cycle().take(if len == 0 { 0 } else { n.min(2 * len + 3) }).collect();
            all_same("cycle", &v.iter().cycle_to(n.min(2 * len + 3)).collect()?.to_vec()?, &want);
            let want: Vec<_> = iter().skip(n).take(7).rev().collect();
            all_same("a reversed part", &v.iter().skip(n).take(7).rev().collect()?.to_vec()?, &want);
        }
    }
    Ok(())
}

/// Copies of each item, read from their first one, from one of the others, backwards, and singly.
// Sanitized: kernels
pub(crate) fn copies_side_by_side<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(2) {
        let x: Vec<u16> = data(1, len);
        let v = b.upload(&x)?;
        for times in [0, 1, 2, 3, 5, 16, 100_003] {
            let all = || v.iter().repeat_each(times);
            same("length", all().len(), len * times);
            for from in [0, 1, 7, times].into_iter().filter(|&from| from <= len * times) {
                let to = (len * times).min(from + 3 * len + 9);
                let want: Vec<u16> = (from..to).map(|i| x[i / times]).collect();
                let some = || all().skip(from).take(to - from);
                all_same("copies", &some().collect()?.to_vec()?, &want);
                same("sum", some().map(op!(|v: u16| v as u64)).sum()?, want.iter().map(|v| u64::from(*v)).sum());
                let back: Vec<u16> = want.iter().rev().copied().collect();
                all_same("backwards", &some().rev().collect()?.to_vec()?, &back);
                let third: Vec<u16> = want.iter().step_by(3).copied().collect();
                all_same("singly", &some().step_by(3).collect()?.to_vec()?, &third);
            }
        }
    }
    let far = b.range(0..1u64 << 40).repeat_each(1 << 23).skip((5 << 59) + (1 << 23) - 2).take(3).collect()?;
    all_same("positions beyond 2^32", &far.to_vec()?, &[(5 << 36), (5 << 36), (5 << 36) + 1]);
    let pairs = b.range(0..3).repeat_each(2).zip(b.range(0..2).tile(3)).filter(op!(|(a, b): (i32, i32)| a != b));
    all_same("fused", &pairs.map(op!(|(a, b): (i32, i32)| 10 * a + b)).collect()?.to_vec()?, &[1, 10, 20, 21]);
    Ok(())
}

pub(crate) fn pairs<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(8) {
        let (x, y): (Vec<u8>, Vec<u64>) = (data(1, len), data(2, len));
        let (vx, vy) = (b.upload(&x)?, b.upload(&y)?);
        let (p, q) = vx.iter().rev().zip(&vy).collect()?;
        all_same("left", &p.to_vec()?, &x.iter().rev().copied().collect::<Vec<_>>());
        all_same("right", &q.to_vec()?, &y);
        let all = zip((&vx, vy.slice(..)?, vx.iter().rev(), vy.iter().rev(), b.range(0..len), b.constant(3u64, len)));
        let mixed = all.map(op!(|t: (u8, u64, u8, u64, usize, u64)| {
            let (a, b, c, d, i, k) = t;
            (a as u64 ^ b.rotate_left(3)).wrapping_add(c as u64).wrapping_mul(k) ^ d ^ i as u64
        }));
        let want: Vec<u64> = (0..len)
            .map(|i| {
                let (a, b, c, d) = (x[i], y[i], x[len - 1 - i], y[len - 1 - i]);
                (a as u64 ^ b.rotate_left(3)).wrapping_add(c as u64).wrapping_mul(3) ^ d ^ i as u64
            })
            .collect();
        all_same("six", &mixed.collect()?.to_vec()?, &want);
    }
    Ok(())
}

/// An operation with a parameter for each part of a tuple means the same as one that takes the tuple.
pub(crate) fn parts<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(8) {
        let (x, y): (Vec<u32>, Vec<u64>) = (data(1, len), data(2, len));
        let (vx, vy) = (b.upload(&x)?, b.upload(&y)?);
        let two = || vx.iter().zip(&vy);
        let sums = two().map(op!(|a: u32, b: u64| b.wrapping_add(a as u64))).collect()?;
        let want: Vec<u64> = x.iter().zip(&y).map(|(a, b)| b.wrapping_add(*a as u64)).collect();
        all_same("two", &sums.to_vec()?, &want);
        let holds = |a: u32, b: u64| (a as u64 ^ b).is_multiple_of(3);
        let wanted: Vec<u32> = x.iter().zip(&y).filter(|(a, b)| holds(**a, **b)).map(|(a, _)| *a).collect();
        let keep = op!(|a: u32, b: u64| (a as u64 ^ b) % 3 == 0);
        all_same("filter", &two().filter(keep).map(op!(|a: u32, _: u64| a)).collect()?.to_vec()?, &wanted);
        all_same("filter", &two().filter(keep).collect()?.0.to_vec()?, &wanted);
        all_same("partition", &two().partition(keep).collect()?.0.0.to_vec()?, &wanted);
        same("any", two().any(keep)?, !wanted.is_empty());
        same("all", two().all(keep)?, wanted.len() == len);
        same("position", two().position(keep)?, x.iter().zip(&y).position(|(a, b)| holds(*a, *b)));
        let most = two().max_by_key(op!(|_: u32, b: u64| b))?.map(|(_, b)| b);
        same("max_by_key", most, y.iter().max().copied());
        let flat = two().flat_map(op!(|a: u32, b: u64| [b, a as u64])).collect()?;
        let want: Vec<u64> = x.iter().zip(&y).flat_map(|(a, b)| [*b, *a as u64]).collect();
        all_same("flat_map", &flat.to_vec()?, &want);
        let three = zip((&vx, &vy, b.range(0..len)));
        let want: Vec<u64> = (0..len).map(|i| y[i] ^ x[i] as u64 ^ i as u64).collect();
        let mixed = three.map(op!(|a: u32, b: u64, i: usize| b ^ a as u64 ^ i as u64)).collect()?;
        all_same("three", &mixed.to_vec()?, &want);
        let four = zip((&vx, &vy, b.range(0..len), b.constant(5u64, len)));
        let mixed = four.map(op!(|a: u32, b: u64, i: usize, k: u64| b ^ a as u64 ^ i as u64 ^ k)).collect()?;
        all_same("four", &mixed.to_vec()?, &want.iter().map(|w| w ^ 5).collect::<Vec<_>>());
        let pairs = || two().zip(b.range(0..len));
        let mixed = pairs().map(op!(|a: u32, b: u64, i: usize| b ^ a as u64 ^ i as u64));
        let more = op!(|a: u32, b: u64, i: usize, m: u64| m == b ^ a as u64 ^ i as u64);
        same("pairs of pairs", pairs().zip(mixed.clone()).all(more)?, true);
        same("pairs of pairs", mixed.zip(b.upload(&want)?.iter()).all(op!(|m: u64, w: u64| m == w))?, true);
        let mut out = b.upload(&y)?;
        out.iter_mut().enumerate().for_each(op!(|i: usize, v: &mut u64| *v ^= i as u64))?;
        all_same("in place", &out.to_vec()?, &(0..len).map(|i| y[i] ^ i as u64).collect::<Vec<_>>());
    }
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn filter_maps<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let (x, y): (Vec<u32>, Vec<u64>) = (data(1, len), data(2, len));
        let (vx, vy) = (b.upload(&x)?, b.upload(&y)?);
        let want: Vec<u32> = x.iter().filter_map(|v| v.checked_sub(1 << 31)).collect();
        let rest = || vx.iter().filter_map(op!(|v: u32| v.checked_sub(1 << 31)));
        all_same("collect", &rest().collect()?.to_vec()?, &want);
        same("count", rest().count()?, want.len());
        same("max", rest().max()?, want.iter().max().copied());
        same("sum", rest().map(op!(|v: u32| v as u64)).sum()?, want.iter().map(|v| *v as u64).sum::<u64>());
        // Of pairs to another type, behind and before other adaptors that leave slots without an item.
        let pairs = vx.iter().zip(&vy).filter(op!(|a: u32, _: u64| a % 3 != 0));
        let parts = op!(|a: u32, b: u64| if b % 2 == 0 { Some((b as u8, [a as f32; 3])) } else { None });
        let (bytes, floats) =
            pairs.filter_map(parts).filter_map(op!(|p: (u8, [f32; 3])| (p.0 > 9).then_some(p))).collect()?;
        let want: Vec<(u8, [f32; 3])> = x
            .iter()
            .zip(&y)
            .filter(|(a, b)| *a % 3 != 0 && *b % 2 == 0 && **b as u8 > 9)
            .map(|(a, b)| (*b as u8, [*a as f32; 3]))
            .collect();
        all_same("bytes", &bytes.to_vec()?, &want.iter().map(|p| p.0).collect::<Vec<_>>());
        all_same("floats", &floats.to_vec()?, &want.iter().map(|p| p.1).collect::<Vec<_>>());
        // Options are items between adaptors, and results of reductions.
        let options = vx.iter().map(op!(|v: u32| v.checked_mul(3)));
        let want: Vec<u32> = x.iter().filter_map(|v| v.checked_mul(3)).collect();
        all_same("options", &options.clone().filter_map(op!(|o: Option<u32>| o)).collect()?.to_vec()?, &want);
        let least = op!(|a: Option<u32>, b: Option<u32>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        });
        same("least", options.reduce(None, commutative(least))?, want.iter().min().copied());
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn gathers<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(12) {
        let x: Vec<Grain> = data(1, len);
        let v = b.upload(&x)?;
        let last = len.wrapping_sub(1);
        let back = v.iter().permute(b.range(0..len).map(op!(|i: usize| last - i))).collect()?;
        all_same("reversed", &back.to_vec()?, &x.iter().rev().copied().collect::<Vec<_>>());
        let order = v.iter().argsort().collect()?;
        same("sorted by a gather", v.iter().permute(&order).is_sorted()?, true);
    }
    Ok(())
}

/// Positions of each type, in order and reversed.
// Sanitized: kernels
pub(crate) fn gathers_by_every_integer<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, P: Position + TryFrom<usize>>(b: &B) -> Result<()> {
        let x: Vec<u16> = data(3, 100);
        let v = b.upload(&x)?;
        for len in [0, 1, 100, 3001] {
            let at: Vec<usize> = (0..len).map(|i| mix(i as u64) as usize % 100).collect();
            let index = b.upload(&at.iter().map(|&i| position::<P>(i)).collect::<Vec<_>>())?;
            all_same(
                "gathered",
                &v.iter().permute(&index).collect()?.to_vec()?,
                &at.iter().map(|&i| x[i]).collect::<Vec<_>>(),
            );
            let want = at.iter().fold(0u16, |sum, &i| sum.wrapping_add(x[i]));
            same("summed", v.iter().permute(index.iter().rev()).sum()?, want);
        }
        Ok(())
    }
    of_every_position!(check(b))
}

pub(crate) fn arrays<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(2) {
        let x: Vec<i16> = data(1, len);
        let v = b.upload(&x)?;
        let stencil = v.iter().windows::<3>().map(op!(|w: [i16; 3]| w[0] as i32 - 2 * w[1] as i32 + w[2] as i32));
        let want: Vec<_> = x.windows(3).map(|w| w[0] as i32 - 2 * w[1] as i32 + w[2] as i32).collect();
        all_same("windows", &stencil.collect()?.to_vec()?, &want);
        let want: Vec<[i16; 4]> = x.chunks_exact(4).map(|c| [c[0], c[1], c[2], c[3]]).collect();
        all_same("chunks", &v.iter().chunks::<4>().collect()?.to_vec()?, &want);
        let back = v.iter().chunks::<4>().flat_map(op!(|c: [i16; 4]| c)).collect()?;
        all_same("and flat again", &back.to_vec()?, &want.concat());
        let thrice = op!(|v: i16| [v, v.wrapping_add(1), v.wrapping_mul(3)]);
        let got = v.iter().flat_map(thrice).map(op!(|v: i16| v as i32 + 1)).collect()?;
        let want: Vec<_> =
            x.iter().flat_map(|v| [*v, v.wrapping_add(1), v.wrapping_mul(3)]).map(|v| v as i32 + 1).collect();
        all_same("flat and mapped", &got.to_vec()?, &want);
        same("windows of one", v.iter().windows::<1>().len(), len);
        let steps = v.iter().adjacent_difference(op!(|a: i16, before: i16| a.wrapping_sub(before))).collect()?;
        let want: Vec<_> = (0..len).map(|i| if i == 0 { x[0] } else { x[i].wrapping_sub(x[i - 1]) }).collect();
        all_same("adjacent difference", &steps.to_vec()?, &want);
    }
    Ok(())
}

/// A chain behind another one, with and without vector loads at the place where they meet.
// Sanitized: kernels, host
pub(crate) fn one_behind_the_other<B: Backend>(b: &B) -> Result<()> {
    for first in few_lengths(4) {
        for second in [0, 1, 5, 4096, 20_011] {
            let (x, y): (Vec<f32>, Vec<f32>) = (data(1, first), data(2, second));
            let (v, w) = (b.upload(&x)?, b.upload(&y)?);
            let want: Vec<f32> = x.iter().chain(&y).copied().collect();
            all_same("chain", &v.iter().chain(&w).collect()?.to_vec()?, &want);
            let doubled = v.iter().chain(w.iter()).map(op!(|v: f32| v * 2.0));
            same("len", doubled.len(), want.len());
            let want: Vec<f32> = want.iter().map(|v| v * 2.0).collect();
            all_same(
                "from the end",
                &doubled.clone().rev().collect()?.to_vec()?,
                &want.iter().rev().copied().collect::<Vec<_>>(),
            );
            all_same(
                "scanned",
                &doubled.clone().scan_inclusive(Max).collect()?.to_vec()?,
                &oracle::scan_inclusive(&want, f32::max),
            );
            let kept: Vec<f32> = want.iter().copied().filter(|v| *v > 0.5).collect();
            all_same("filtered", &doubled.filter(op!(|v: f32| v > 0.5)).collect()?.to_vec()?, &kept);
            let part = v.slice(first / 3..)?.iter().chain(b.constant(7.0, 2)).chain(&w).skip(1);
            let want: Vec<f32> = x[first / 3..].iter().chain(&[7.0; 2]).chain(&y).skip(1).copied().collect();
            all_same("three", &part.collect()?.to_vec()?, &want);
        }
    }
    let x = b.upload(&[1u32])?;
    let endless = x.iter().chain(b.constant(1, usize::MAX)).chain(b.constant(1, 9));
    match endless.sum().expect_err("no memory has so many items").kind() {
        ErrorKind::OutOfRange { what: "chain", .. } => {}
        other => panic!("expected that a chain is too long, got {other}"),
    }
    let line = line!() + 1;
    let bad = op!(|v: u32| if v == 1 { panic!("the last one") } else { v });
    panicked(b, b.range(2..90u32).chain(&x).map(bad).collect(), "the last one", line);
    refused(b, x.iter().chain(b.elements(elsewhere::<u32>())).collect().map(drop));
    Ok(())
}

/// The items of matrices and volumes with their positions.
// Sanitized: kernels, host
pub(crate) fn positions_in_grids<B: Backend>(b: &B) -> Result<()> {
    for (rows, columns) in [(0, 3), (3, 0), (1, 1), (7, 13), (1000, 3), (2, 5003)] {
        let x: Vec<u32> = data(1, rows * columns);
        let v = b.upload(&x)?;
        let place = op!(|((row, column), v): ((usize, usize), u32)| (row, column, v));
        let ((at_row, at_column), items) = v.iter().grid(rows, columns).enumerate_2d().collect()?;
        let want = |i: usize| ((i / columns, i % columns), x[i]);
        let wanted: Vec<_> = (0..x.len()).map(want).collect();
        all_same("rows", &at_row.to_vec()?, &wanted.iter().map(|w| w.0.0).collect::<Vec<_>>());
        all_same("columns", &at_column.to_vec()?, &wanted.iter().map(|w| w.0.1).collect::<Vec<_>>());
        all_same("items", &items.to_vec()?, &x);
        let sums = v.iter().grid(rows, columns).enumerate_2d().map(place);
        let sums = sums.map(op!(|(row, column, v): (usize, usize, u32)| row as u64 * 3 + column as u64 * 5 + v as u64));
        let weighed = |(i, v): (usize, &u32)| (i / columns) as u64 * 3 + (i % columns) as u64 * 5 + u64::from(*v);
        let want: Vec<u64> = x.iter().enumerate().map(weighed).collect();
        same("sum", sums.clone().sum()?, want.iter().sum());
        let transposed: Vec<u64> = (0..x.len()).map(|i| want[i % rows * columns + i / rows]).collect();
        all_same("transposed", &sums.transposed().collect()?.to_vec()?, &transposed);
    }
    let (planes, rows, columns) = (3, 5, 7);
    let weights =
        op!(|((plane, row, column), v): ((usize, usize, usize), usize)| 1000 * v + 100 * plane + 10 * row + column);
    let volume = b.range(0..planes * rows * columns).grid_3d(planes, rows, columns).enumerate_3d();
    let want: Vec<usize> =
        (0..planes * rows * columns).map(|i| 1000 * i + 100 * (i / 35) + 10 * (i / 7 % 5) + i % 7).collect();
    all_same("volume", &volume.map(weights).collect()?.to_vec()?, &want);
    lengths_differ(b.range(0..5).grid(2, 3).enumerate_2d().count(), "grid", 6, 5);
    Ok(())
}

/// A stencil that reads a captured view, which `windows` couldn't express.
// Sanitized: kernels, host
pub(crate) fn captured_views<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let x: Vec<f32> = data(1, len);
        let v = b.upload(&x)?;
        let (view, part) = (v.view(), v.slice(len / 2..)?.view());
        let ring = b.range(0..len).map(op!(|i: usize| view[i] + view[(i + 1) % view.len()]));
        let want: Vec<_> = (0..len).map(|i| x[i] + x[(i + 1) % len]).collect();
        all_same("ring", &ring.collect()?.to_vec()?, &want);
        let half = b.range(0..part.len()).map(op!(|i: usize| part[i] * 2.0));
        all_same(
            "a part's view",
            &half.collect()?.to_vec()?,
            &x[len / 2..].iter().map(|v| v * 2.0).collect::<Vec<_>>(),
        );
    }
    Ok(())
}

/// A view is indexed by every integer type. A negative index is out of bounds, and a panic says its value as a `usize`.
pub(crate) fn views_by_every_integer<B: Backend>(b: &B) -> Result<()> {
    let table = b.upload(&[7u32, 5, 11])?;
    let view = table.view();
    macro_rules! by {
        ($($t:ident)*) => {$(
            let at = b.upload(&[2 as $t, 0, 1, 2])?;
            let found = at.iter().map(op!(|i: $t| view[i] * 100 + view[2 - i] + view[0]));
            all_same(stringify!($t), &found.collect()?.to_vec()?, &[1114, 718, 512, 1114]);
            let below = at.iter().map(op!(|i: $t| view[i.wrapping_sub(1)]));
            let beyond = format!("the len is 3 but the index is {}", (0 as $t).wrapping_sub(1) as usize);
            panicked(b, below.collect(), &beyond, line!());
            let of_steps = at.iter().map(op!(|i: $t| {
                let (mut sum, mut k) = (0, 0);
                while k <= i {
                    sum += view[k];
                    k += 1;
                }
                sum + view[u8::MIN]
            }));
            all_same("steps", &of_steps.collect()?.to_vec()?, &[30, 14, 19, 30]);
        )*};
    }
    by! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }
    let far = b.range(0..3u64).map(op!(|i: u64| view[i + (1 << 32)]));
    panicked(b, far.collect(), "the len is 3 but the index is 4294967296", line!() - 1);
    Ok(())
}

pub(crate) fn captured_values<B: Backend>(b: &B) -> Result<()> {
    let (byte, wide, flag) = (3u8, 1u64 << 40, true);
    let (pair, table) = ((2i16, -0.5f64), [1.0f32, 10.0, 100.0]);
    let grain = Grain { kind: 4, size: 0.25, cell: [-7, 9] };
    let got = b
        .range(0u32..100)
        .map(op!(|i: u32| {
            let scaled = table[(i % 3) as usize] * grain.size + pair.1 as f32;
            let whole = wide + byte as u64 * i as u64 + pair.0 as u64;
            if flag { whole ^ (scaled.to_bits() as u64) } else { grain.cell[1] as u64 }
        }))
        .collect()?;
    let want: Vec<u64> = (0u32..100)
        .map(|i| {
            let scaled = [1.0f32, 10.0, 100.0][(i % 3) as usize] * 0.25 - 0.5;
            ((1u64 << 40) + 3 * i as u64 + 2) ^ (scaled.to_bits() as u64)
        })
        .collect();
    all_same("captures", &got.to_vec()?, &want);
    Ok(())
}

pub(crate) fn control_flow<B: Backend>(b: &B) -> Result<()> {
    let steps = op!(|n: u64| {
        let mut n = n;
        let mut steps = 0u32;
        while n > 1 {
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            steps += 1;
        }
        steps
    });
    let collatz = |n: u64| {
        std::iter::successors(Some(n), |&n| (n > 1).then(|| if n % 2 == 0 { n / 2 } else { 3 * n + 1 })).count() as u32
            - 1
    };
    let got = b.range(1u64..5000).map(steps).collect()?;
    all_same("Collatz", &got.to_vec()?, &(1..5000).map(collatz).collect::<Vec<_>>());
    let digits = op!(|n: u32| {
        let mut digits = [0u8; 10];
        let mut rest = n;
        for i in 0..10 {
            digits[9 - i] = (rest % 10) as u8;
            rest /= 10;
        }
        match digits[9] {
            0 => 0u32,
            1..=4 => digits[8] as u32 + 1,
            d if d % 2 == 1 => 100,
            _ => 200,
        }
    });
    let want = |n: u32| match n % 10 {
        0 => 0,
        1..=4 => n / 10 % 10 + 1,
        d if d % 2 == 1 => 100,
        _ => 200,
    };
    all_same("digits", &b.range(0u32..3000).map(digits).collect()?.to_vec()?, &(0..3000).map(want).collect::<Vec<_>>());
    Ok(())
}

/// Random sections of random data, in a random order.
pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(200, 200, |(x, a, n, s): (Vec<i32>, u8, u8, u8)| {
        let (a, n, s) = (a as usize, n as usize, s as usize % 7 + 1);
        let v = b.upload(&x).unwrap();
        let got = v.iter().enumerate().skip(a).step_by(s).rev().take(n).collect().unwrap();
        let want: Vec<_> = {
            let sections: Vec<_> = x.iter().copied().enumerate().skip(a).step_by(s).collect();
            sections.into_iter().rev().take(n).collect()
        };
        let got: Vec<_> = got.0.to_vec().unwrap().into_iter().zip(got.1.to_vec().unwrap()).collect();
        all_same("enumerate, skip, step_by, rev, take", &got, &want);
    });
    Ok(())
}
