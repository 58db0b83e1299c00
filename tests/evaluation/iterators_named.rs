//! Iterators with names, of several items for one, and without arrays: what is evaluated where they are made, and which closures are
//! called how often where they are used.

use std::iter;

use onrush::prelude::*;

use super::{functions, three};

functions! {
    fn used_later(v: i64) -> i64 {
        let (a, b) = ([3, v, 5, 8, 1], [2, v, 4]);
        let (mut n, mut m) = (0, v);
        let p = a.iter().zip(&b).map(|(&c, &d)| c * d);
        let q = three({ n = n * 3 + 1; v }).into_iter().map(|x| x + 1).take({ n = n * 3 + 2; 2 });
        let r = a.iter().copied().map(move |x| { m += x; m }).skip({ n = n * 3 + 4; 1 });
        m += 5;
        let o = p.chain(q).fold(0, |s, x| s * 3 + x);
        let edges = a.iter().copied().zip(a.iter().copied().cycle().skip(1));
        for (x, y) in edges { n = (n * 3 + x - y) % 1013; }
        let k = v.rem_euclid(4) as usize;
        let unit = 1..=k;
        let out = unit.contains(&2) as i64 + unit.contains(&k) as i64 * 2 + unit.contains(&(k + 1)) as i64 * 4;
        for i in unit { n = (n * 3 + i as i64) % 1013; }
        let s = (-2.5..=1.5).contains(&(v as f64)) as i64 + (0.0..v as f64).contains(&0.0) as i64 * 2 + (..0.0).contains(&(v as f64)) as i64 * 4;
        let half = 0.5..v as f64;
        let t = half.contains(&0.5) as i64 + half.contains(&f64::NAN) as i64 + half.contains(&(v as f64)) as i64;
        o + r.sum::<i64>() * 5 + n * 7 + m * 11 + out * 13 + s * 17 + t * 19
    }
    fn gone_on_with(v: i64) -> i64 {
        let a = [3, v, 5, 8, 1, v, 2];
        let (mut n, mut m) = (0, 0);
        let mut it = a.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 });
        let first = it.next().unwrap();
        let some = it.any(|x| x == 10) as i64;
        let found = it.find(|x| x % 4 == 0).unwrap_or(-1);
        let rest = it.fold(0, |s, x| s * 3 + x);
        let mut pairs = a[..v.rem_euclid(8) as usize].iter().enumerate();
        while let Some((i, x)) = pairs.next() {
            m = (m * 3 + i as i64 * *x) % 1013;
            if *x > 4 { m += pairs.by_ref().take(2).map(|(j, y)| j as i64 + y).sum::<i64>(); }
        }
        let again = pairs.next().is_none() as i64;
        let mut up = a.iter().copied().take_while(|x| { m += 1; *x != 8 });
        let t = up.nth(1).unwrap_or(0) + up.by_ref().count() as i64 * 10 + up.next().unwrap_or(70) + up.next().unwrap_or(80);
        let mut part = a.iter().map_while(|x| { m += 1; (*x != 5).then(|| *x) });
        let w = part.by_ref().sum::<i64>() + part.by_ref().map(|x| x * 3).sum::<i64>();
        let mut r = 0..v;
        let u = r.next().unwrap_or(9) + r.nth(1).unwrap_or(8) * 10;
        for i in &mut r { if i > 3 { break } m += i; }
        for i in r { m = (m * 3 + i) % 1013; }
        let mut back = a.iter().rev().step_by(2);
        let z = *back.next().unwrap() * 10 + back.position(|x| *x == 8 || *x == v).unwrap_or(5) as i64;
        first + some * 3 + found * 5 + rest * 7 + n * 11 + m * 13 + again * 17 + t * 19 + w * 23 + u * 29 + z * 31
    }
    fn flat(v: i64) -> i64 {
        let (a, k) = ([[3, v, 5], [8, 1, v]], v.rem_euclid(5) as usize);
        let (mut n, mut m) = (0, 0);
        let p = a.iter().flat_map(|r| { r.iter() }).map(|x| { n = (n * 3 + x) % 1013; x * 2 }).fold(0, |s, x| s * 3 + x);
        let q = (0..k).flat_map(|d| { let lo = d.min(2); let lo = lo + 1; (lo..=d).map(move |k| (k, d - k)) }).fold(1, |h, (i, j)| h * 3 + i * j) as i64;
        let r = a.iter().flat_map(|r| { n = (n * 5 + r[0]) % 1013; [r[0], r[1]] }).take(k).fold(0, |s, x| s * 3 + x);
        let s = a.iter().map(|r| { m += r[1]; *r }).flat_map(|r| { n += r[0]; [r[0], r[2]] }).take(k).sum::<i64>() + a.iter().flat_map(|r| r.iter().map(|x| x + 1)).take(k).take_while(|x| *x != 9).fold(0, |s, x| s * 3 + x);
        for x in a.iter().map(|r| { m = m * 2 + r[0]; *r }).flat_map(|r| { let d = r[0]; (0..d).step_by(2) }) { if x == 2 { continue; } n = (n * 3 + x) % 1013; }
        let t = (0..v).flat_map(|i| (0..i).map(move |j| (j * 7) % 5)).max().unwrap_or(40) + (0..v).flat_map(|i| (i..4).flat_map(move |j| [i, j])).last().unwrap_or(30);
        let u = a.iter().flat_map(|r| r.iter()).min_by_key(|x| (**x - 4).abs()).copied().unwrap();
        let w = a.iter().flat_map(|r| r.iter().filter(|x| **x > 2)).position(|x| *x == 8).unwrap_or(20) as i64;
        let stream = a.iter().flat_map(|r| { m = (m * 3 + r[2]) % 1013; [r[2], r[0]] });
        let mut y = 0;
        [1, 2, v].iter().zip(stream).for_each(|(x, b)| y = y * 3 + x * b);
        let mut left = (0..v).flat_map(|x| [x; 2]);
        let z = left.next().unwrap_or(50) + left.nth(1).unwrap_or(60) * 2 + left.count() as i64 * 4;
        let o = a.iter().map(|r| { n += 1; r[1].checked_sub(2).filter(|x| *x > n - 40) }).flatten().map(|x| x + 1).sum::<i64>();
        p + q * 3 + r * 5 + s * 7 + t * 11 + u * 13 + w * 17 + y * 19 + z * 23 + o * 29 + n * 31 + m * 37
    }
    fn tried(v: i64) -> i64 {
        let (a, mut n) = ([3, v, 5, 8, 1], 0);
        let p = a.iter().try_fold(0i8, |acc, b| { n += 1; acc.checked_mul(3)?.checked_add(*b as i8) });
        let q = a.iter().try_fold({ n += 100; 1 }, |s, x| { if *x < 0 { return None; } n += 10; Some(s * x) }).unwrap_or(-7);
        let mut it = a.iter().map(|x| x + 1);
        let r = it.try_fold(0, |s, x| (x != 6).then(|| s + x)).map_or(9, |x| x * 2);
        let s = it.sum::<i64>();
        let t = a.iter().try_fold(0, |s, x| if *x == v { None } else { Some(s + x) }).is_some() as i64;
        p.map_or(-90, |x| x as i64) + q * 3 + r * 5 + s * 7 + t * 11 + n * 13
    }
    fn partners(v: i64) -> i64 {
        let (a, b) = ([3, v, 5, 8, 1], [1, 2, v]);
        let (mut n, mut m) = (0, 0);
        let p = b.iter().zip(a.iter().filter(|x| { n = (n * 3 + **x) % 1013; **x > 2 })).fold(0, |s, (x, y)| s * 3 + x - y);
        let q = a.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 }).zip(b.iter().copied().filter(|x| { m = (m * 3 + *x) % 1013; *x != 2 })).map(|(x, y)| x * y).sum::<i64>();
        for (x, y) in a.iter().zip((0..v).rev().take_while(|i| { m = (m * 3 + i) % 1013; *i > 1 })) { n = (n * 3 + x * y) % 1013; }
        let r = (0..7).zip(b.iter().cycle()).map(|(i, x)| i * x).sum::<i64>() + b.iter().rev().cycle().skip(1).take(5).fold(0, |s, x| s * 3 + x);
        let s = a[..0].iter().cycle().count() as i64 + b.iter().enumerate().cycle().nth(4).map_or(0, |(i, x)| i as i64 * 10 + *x);
        p + q * 3 + r * 5 + s * 7 + n * 11 + m * 13
    }
    fn left_by_arguments(v: i64) -> i64 {
        let (a, mut n) = ([3, v, 5, 8, 1], 0);
        for i in 0..6 {
            let k = a.iter().take(if i == v { break } else { 3 }).position(|x| *x == i).unwrap_or(if i == 4 { continue } else { 9 });
            n = n * 3 + k as i64;
            let m = a.iter().copied().find(|x| *x > i).unwrap_or(if i == 2 { break } else { 7 });
            n += a.iter().skip(if m == 1 { continue } else { 1 }).copied().min().unwrap() * 2;
        }
        n
    }
    fn made_by_functions(v: i64) -> i64 {
        let (mut n, mut m) = (0, 0);
        let p = iter::successors(Some(v), |x| { n += 1; x.checked_mul(3) }).take(4).fold(0, |s, x| (s * 5 + x) % 1013);
        let q = std::iter::successors((v > 0).then(|| v as u64), |&x| { n += 10; (x > 1).then(|| if x % 2 == 0 { x / 2 } else { 3 * x + 1 }) }).count() as i64;
        let (mut x, mut y) = (0, 1);
        let r = iter::from_fn(|| { m += 1; let z = x; x = y; y += z; Some(z) }).take_while(|z| *z < v * 9).filter(|z| z % 2 == 0).sum::<i64>();
        let mut k = v;
        let mut it = iter::from_fn(move || { k += 1; if k < 5 { Some(k) } else { None } });
        let s = it.next().unwrap_or(40) + it.by_ref().map(|x| x * 2).max().unwrap_or(50) + it.next().unwrap_or(60);
        let o = iter::from_fn(|| { m += 100; if m % 7 == 0 { return None; } Some(m) }).zip([1, v, 3]).map(|(x, y)| x * y).sum::<i64>();
        let digits = iter::successors(Some(v * v * 7), |&x| if x >= 10 { Some(x / 10) } else { None }).map(|x| x % 10);
        let mut t = 0;
        for d in digits { t = t * 10 + d; }
        p + q * 3 + r * 5 + s * 7 + o * 11 + t * 13 + n * 17 + m * 19 + k
    }
    fn without_end(v: i64) -> i64 {
        let (a, mut n, mut m) = ([3, v, 5, 8, 1], 0, 0);
        for (i, (&x, &y)) in (1..).zip(a.iter().zip(a.iter().rev())) { n += i * x * y; }
        for i in v.. { if i > 5 { break } n -= i; }
        for (i, x) in (249u8..).map(|i| { n += 1; i }).zip(&a) { m = (m * 3 + i as i64 * x) % 1013; }
        let p = (1..).find(|x| { n += 1; x * x > v }).unwrap() + (v..).step_by(3).skip(1).take(2).sum::<i64>();
        let q = (2..).map(|x| { n = (n * 3 + x) % 1013; x * 2 }).take(3).fold(0, |s, x| s * 3 + x) + (0..).take_while(|x| *x < v).count() as i64;
        let mut ids = 7..;
        let r = ids.next().unwrap() + ids.nth(1).unwrap() * 10;
        n + m * 11 + p * 3 + q * 5 + r * 7
    }
}

/// The result's type is known only from what the chain makes of it.
mod inferred {
    use super::*;

    fn inferred<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
        let sums: Vec<f32> = b
            .range(0..3u32)
            .map(op!(|i: u32| {
                let it = [1.0f32, 2.0].iter().map(|x| x * i as f32);
                it.sum()
            }))
            .collect()?
            .to_vec()?;
        assert_eq!(sums, [0.0, 3.0, 6.0]);
        Ok(())
    }
    crate::everywhere! { inferred }
}
