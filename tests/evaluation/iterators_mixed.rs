//! Adaptors behind closures: which items closures are called for, from which end, and how often where one side is longer.

use onrush::ErrorKind;
use onrush::prelude::*;

use super::{Pair, functions, three};

functions! {
    fn joined_and_compared_values(v: i64) -> i64 {
        let (a, b) = ([3, v, 5], [1, 2, v]);
        let mut n = 0;
        let o = (0..v).chain([5, v]).any(|x| x == 5) as i64;
        let p = a.iter().map(|x| { n += 1; x + 1 }).chain(3..5).nth(v.rem_euclid(7) as usize).unwrap_or(0);
        let q = a.iter().copied().enumerate().eq([(0, 3), (1, 2), (2, 5)]) as i64;
        let r = a.into_iter().zip(b).ne([(3, 1), (3, 2), (5, 3)]) as i64;
        o + p * 2 + q * 100 + r * 200 + n * 1000
    }
    fn zipped_closures(v: i64) -> i64 {
        let a = [3, v, 5, 8, 1];
        let b = &a[..v.rem_euclid(6) as usize];
        let (mut n, mut m) = (0, 0);
        let o = a.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 }).zip(b).fold(0, |s, (x, y)| s * 3 + x - y);
        let p = b.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 }).zip(&a).map(|(x, y)| x * y).sum::<i64>();
        let q = b.iter().zip(a.iter().map(|x| { n = (n * 3 + x) % 1013; x + 1 })).map(|(x, y)| x * y).sum::<i64>();
        let r = a.iter().map(|x| { n = (n * 3 + x) % 1013; x + 1 }).zip(b.iter().map(|x| { m = (m * 5 + x) % 1013; *x })).any(|(x, y)| x == y) as i64;
        for (x, (y, z)) in a.iter().map(|x| { n = (n * 3 + x) % 1013; x + 1 }).zip(b.iter().enumerate()) { m += x * y as i64 - z; }
        for (i, (x, y)) in b.iter().rev().zip(a.iter().map(|x| { n = (n * 3 + x) % 1013; x + 1 })).enumerate() { m = (m * 3 + i as i64 * x - y) % 1013; }
        let s = a.iter().map(|x| { n = (n * 3 + x) % 1013; x + 1 }).zip(b.windows(2)).position(|(x, w)| w[0] > x).unwrap_or(8) as i64;
        o + p * 3 + q * 5 + r * 7 + s * 11 + n * 13 + m * 17
    }
    fn zipped_ranges(v: i64) -> i64 {
        let a = [3, v, 5, 8, 1];
        let k = v.rem_euclid(6) as usize;
        let (mut n, mut m) = (0, 0);
        let o = a.iter().zip(0..v).map(|(x, y)| x * y).sum::<i64>();
        let p = (0..v).zip(a.iter()).fold(1, |s, (i, x)| s * 3 + i * x);
        let q = (0..k).map(|i| { n = (n * 3 + i as i64) % 1013; i }).zip(&a).map(|(i, x)| i as i64 * x).sum::<i64>();
        let r = (0..k).zip(3..9).map(|(i, j)| i * j).sum::<usize>() as i64;
        for (i, x) in (1..=v).zip(a) { m = (m * 3 + i - x) % 1013; }
        for (x, i) in a.iter().zip(1..) { m = (m * 3 + i * x) % 1013; }
        for (x, i) in a.iter().map(|x| { n += 1; x + n }).zip(2u8..) { m = (m * 3 + i as i64 * x) % 1013; }
        for (x, i) in a.iter().zip((0..=k).rev()) { m = (m * 3 + i as i64 * x) % 1013; }
        for (x, i) in a.iter().zip((0..k as i8).rev().map(|i| { n += i as i64; i })) { m = (m * 3 + i as i64 * x) % 1013; }
        let s = (0u8..=255).zip(250u8..=255).map(|(x, y)| x as i64 + y as i64).sum::<i64>();
        let u = (-128i8..=127).rev().zip(-128i8..=-126).map(|(x, y)| x as i64 * y as i64).sum::<i64>();
        let w = (0..v).step_by(2).zip(&a).map(|(x, y)| x * y).sum::<i64>();
        o + p * 3 + q * 5 + r * 7 + s * 11 + u * 13 + w * 17 + n * 19 + m * 23
    }
    fn zipped_filters(v: i64) -> i64 {
        let a = [3, v, 5, 8, 1];
        let b = &a[..v.rem_euclid(6) as usize];
        let (mut n, mut m, mut k) = (0, 0, 0);
        let o = a.iter().filter(|x| { n = (n * 3 + **x) % 1013; **x > 2 }).zip(b).fold(0, |s, (x, y)| s * 3 + x - y);
        let p = a.iter().filter(|x| { n = (n * 3 + **x) % 1013; **x > 2 }).zip(b.iter().map(|x| { m = (m * 3 + x) % 1013; *x })).any(|(x, y)| *x > y) as i64;
        for (x, y) in a.iter().take_while(|x| { n = (n * 3 + **x) % 1013; **x != 8 }).map(|x| { k += x; x * 2 }).zip(b) { m = (m * 3 + x - y) % 1013; }
        for (x, y) in a.iter().filter_map(|x| { n = (n * 3 + *x) % 1013; x.checked_sub(4) }).skip(1).zip(b) { m = (m * 3 + x - y) % 1013; }
        for (x, y) in a.iter().filter(|x| { n = (n * 3 + **x) % 1013; **x > 2 }).take(2).zip(b) { m = (m * 3 + x - y) % 1013; }
        let q = a.iter().map(|x| { n += 1; x + n }).zip(b).zip(&a[1..]).map(|((x, y), z)| x * y - z).sum::<i64>();
        let r = a.iter().map(|x| { n += 1; x + n }).zip(b).enumerate().skip(1).step_by(2).map(|(i, (x, y))| x * y * i as i64).sum::<i64>();
        o + p * 3 + q * 5 + r * 7 + n * 13 + m * 17 + k
    }
    fn reversed(v: i64) -> i64 {
        let a = [3, v, 5, 8, 1];
        let b = &a[..v.rem_euclid(6) as usize];
        let (mut n, mut m, mut l) = (0, 0, 0);
        let o = b.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 }).rev().fold(0, |s, x| s * 3 + x);
        for (i, x) in a.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 }).enumerate().rev() { m = (m * 3 + i as i64 * x) % 1013; }
        for (i, x) in a.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 }).rev().enumerate() { m = (m * 3 + i as i64 * x) % 1013; }
        for (i, (j, x)) in a.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 }).enumerate().rev().enumerate().map(|x| { l += 1; x }).rev() { m = (m * 3 + (i * 4 + j) as i64 * x) % 1013; }
        for x in b.iter().filter(|x| { n = (n * 3 + **x) % 1013; **x > 2 }).rev().map(|x| { l = (l * 3 + x) % 1013; x + l }) { m = (m * 3 + x) % 1013; }
        for (i, x) in (0..v).filter(|x| { n = (n * 3 + *x) % 1013; x % 2 == 0 }).map(|x| { l = (l * 3 + x) % 1013; x }).rev().enumerate() { m = (m * 3 + x * i as i64) % 1013; }
        let p = b.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 }).rev().max_by_key(|x| x % 4).unwrap_or(8);
        let q = a.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 }).rev().take(2).last().unwrap();
        let r = b.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 }).rev().rev().position(|x| x == 10).unwrap_or(9) as i64;
        let s = a.iter().zip(b).rev().map(|(x, y)| { n = (n * 3 + x) % 1013; x * y }).rev().find(|x| *x > 9).unwrap_or(4);
        let t = b.iter().copied().rev().filter_map(|x| { n += 1; (x > n).then(|| x) }).rev().reduce(|a, b| a * 3 + b).unwrap_or(1);
        o + p * 3 + q * 5 + r * 7 + s * 11 + t * 13 + n * 17 + m * 19 + l * 23
    }
    fn without_partners(v: i64) -> i64 {
        let (a, b, mut n) = ([v, 4, 2, 0, 0], [1, 2, 3], 7);
        // A division by zero is nobody's partner.
        let o = a.iter().skip(1).map(|x| n / x).zip(&b[..2]).map(|(x, y)| x * y).sum::<i64>();
        let p = b[..2].iter().zip(a.iter().skip(1).map(|x| 8 / x)).map(|(x, y)| x * y).sum::<i64>();
        let q = b[..0].iter().zip(a.iter().map(|_| { n += 1; n })).last().is_none() as i64;
        let r = b.iter().map(|_| { n += 10; n }).zip(&a[5..]).last().is_none() as i64;
        o + p + q * 3 + r * 5 + n * 7
    }
    fn stepped(v: i64) -> i64 {
        let (a, k, mut n, mut m) = ([3, v, 5, 8, 1, 4], v.rem_euclid(4) as usize + 1, 0, 0);
        let o = a.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 }).step_by(k).map(|x| { m += x; x }).fold(0, |s, x| s * 3 + x);
        let p = a.iter().filter(|x| { n = (n * 3 + **x) % 1013; **x > 2 }).step_by(2).take(2).map(|x| x + 1).sum::<i64>();
        for (i, x) in (0..v).map(|x| { n += x; x * x }).step_by(k).enumerate() { m = (m * 3 + x * i as i64) % 1013; }
        let q = a.iter().map(|x| { n += x; x * 2 }).skip(1).step_by(k).skip(1).find(|x| *x > 4).unwrap_or(9);
        o + p * 3 + q * 5 + n * 7 + m * 11
    }
    fn steps_turned(v: i64) -> i64 {
        let (k, n) = (v.rem_euclid(5) as usize + 1, v.unsigned_abs() as usize * 3);
        let mut o = 0;
        for i in (0..n).step_by(k).rev() { o = (o * 3 + i as i64) % 100003; }
        for i in (0..n).rev().step_by(k).rev() { o = (o * 3 + i as i64) % 100003; }
        for i in (v as i8..=7i8).step_by(k).rev() { o = (o * 3 + i as i64) % 100003; }
        for i in (-128i8..=127).step_by(k + 50).rev() { o = (o * 3 + i as i64) % 100003; }
        for i in (-128i8..127).rev().step_by(k + 70).rev() { o = (o * 3 + i as i64) % 100003; }
        for i in (v as i32..3).step_by(2).rev().map(|i| i * 2) { o = (o * 3 + i as i64) % 100003; }
        for (j, i) in (0u8..=255).step_by(100).map(|i| i / 2).rev().enumerate() { o = (o * 3 + i as i64 * j as i64) % 100003; }
        let mut m = 0;
        let p = (0..n).step_by(k).rev().map(|i| { m = (m * 3 + i) % 1013; i % 7 }).max_by_key(|i| i % 4).unwrap_or(9) as i64;
        let q = (0..n).rev().step_by(k).rev().reduce(|a, b| (a * 3 + b) % 1013).unwrap_or(9) as i64;
        let r = (0..n).step_by(k).rev().last().unwrap_or(9) as i64 + (0..n).step_by(k).map(|i| i * 2).rev().min().unwrap_or(8) as i64;
        let s = (v as i16..=9).step_by(k).rev().reduce(|a, b| a.wrapping_mul(3).wrapping_add(b)).unwrap_or(7) as i64;
        let t = (0..n).step_by(k + 1000).rev().last().unwrap_or(3) as i64 + (n..0).step_by(2).rev().count() as i64;
        for i in (0..n).rev().rev() { o = (o * 3 + i as i64) % 100003; }
        o + p * 3 + q * 5 + r * 7 + s * 11 + t * 13 + m as i64 * 17
    }
    fn joined(v: i64) -> i64 {
        let (a, b) = ([3, v, 5], [v, 8, 1, 2]);
        let k = v.rem_euclid(5) as usize;
        let (mut n, mut m) = (0, 0);
        let o = a.iter().chain(&b[..k.min(4)]).fold(0, |s, x| s * 3 + x);
        let p = a.iter().chain(b.iter()).copied().max().unwrap() + a.iter().copied().chain([v * 2, 7]).min().unwrap();
        let q = a.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 }).chain(b.iter().map(|x| { m = (m * 3 + x) % 1013; x + 1 })).take(k).sum::<i64>();
        let r = a.iter().filter(|x| { n = (n * 3 + **x) % 1013; **x > 3 }).chain(b.iter().filter(|x| **x < 3)).enumerate().map(|(i, x)| x * i as i64).sum::<i64>();
        let s = (0..v).chain(5..8).chain((1..=3).rev()).map(|x| { n = (n * 3 + x) % 1013; x }).fold(1, |s, x| (s * 3 + x) % 1009);
        for (i, x) in a.iter().chain(b.iter()).chain(a.iter().rev()).enumerate() { if *x == 8 { continue; } m = (m * 3 + x * i as i64) % 1013; }
        'outer: for x in a[..0].iter().chain(b.iter().take_while(|x| { n += 1; **x != 1 })) { for y in 0..*x { if y > 2 { continue 'outer; } m += y; } if *x == 77 { break; } m += 1; }
        let t = *a.iter().chain(&b).find(|x| **x > 4).unwrap() + a.iter().chain(&b).position(|x| *x == 1).unwrap() as i64;
        let u = a.iter().chain(&b).skip(2).step_by(2).zip(three(v)).map(|(x, y)| x * y).sum::<i64>();
        let w = a.iter().filter(|x| { n += **x; true }).chain(&b).zip(&b[..k.min(4)]).map(|(x, y)| x - y).fold(0, |s, x| s * 3 + x);
        let z = a.iter().chain(&b).any(|x| { n += 1; *x == 8 }) as i64 + a.iter().chain(&b).last().copied().unwrap() + a[..0].iter().chain(&b[..0]).count() as i64;
        let y = a.iter().map(|x| { n += 1; x + 1 }).chain(3..5).min_by_key(|x| x % 4).unwrap() + a.iter().chain(&b).copied().reduce(|a, b| a * 2 - b).unwrap();
        let d = [[v, 2], [3, 4]];
        let e = d.iter().chain(&[[5, 6]]).map(|r| r[0] * r[1]).sum::<i64>();
        o + p * 3 + q * 5 + r * 7 + s * 11 + t * 13 + u * 17 + w * 19 + z * 23 + y * 29 + e * 31 + n * 37 + m * 41
    }
    fn flattened(v: i64) -> i64 {
        let mut d = [[v, 2, 3], [4, v, 6], [7, 8, v], [1, 2, 3]];
        let k = v.rem_euclid(5) as usize;
        let mut n = 0;
        let o = d.iter().flatten().sum::<i64>() + d[..k.min(4)].iter().flatten().copied().max().unwrap_or(40);
        let p = d.iter().flatten().enumerate().map(|(i, x)| i as i64 * x).sum::<i64>();
        let q = d.iter().rev().flatten().fold(0, |s, x| (s * 3 + x) % 1009) + d.iter().flatten().rev().skip(k).step_by(2).fold(0, |s, x| (s * 3 + x) % 1009);
        for x in d.iter_mut().flatten() { *x += n; n += 1; }
        for (x, y) in d.into_iter().skip(1).flatten().zip(0..) { if y == 5 { break; } n += x * y; }
        let r = d.iter().flatten().filter(|x| { n = (n * 3 + **x) % 1013; **x > 3 }).take(3).map(|x| x * 2).sum::<i64>();
        let s = *d.iter().flatten().find(|x| **x > 5).unwrap() + d.iter().step_by(2).flatten().zip(d.iter().flatten()).map(|(x, y)| x * y).sum::<i64>();
        let t = d.iter().flatten().map(|x| { n += 1; x % 5 }).rev().max_by_key(|x| *x).unwrap();
        let f = [[Pair { x: v, y: 1 }; 2]; 3];
        let u = f.iter().flatten().map(|p| p.sum()).sum::<i64>() + f[0..0].iter().flatten().count() as i64;
        let c = [[[v, 1], [2, 3]], [[4, 5], [6, v]]];
        let w = c.iter().flatten().map(|r| r[0] * r[1]).fold(1, |s, x| (s * 3 + x) % 1009);
        o + p * 3 + q * 5 + r * 7 + s * 11 + t * 13 + u * 17 + w * 19 + n * 23
    }
    fn compared(v: i64) -> i64 {
        let (a, b) = ([v, 2, 3], [3, 2, v]);
        let k = v.rem_euclid(4) as usize;
        let mut n = 0;
        let o = a.iter().eq(b.iter()) as i64 + a.iter().eq(a.iter().rev()) as i64 * 2 + a.iter().ne(&b) as i64 * 4;
        let p = a.iter().map(|x| { n += 1; x + 1 }).eq([v + 1, 3, 4]) as i64 + a.iter().map(|x| { n += 10; x + 1 }).ne(three(v)) as i64 * 2;
        let q = a.iter().map(|x| { n += 100; x + 1 }).eq(b[..k].iter().map(|x| x + 1)) as i64;
        let r = a[..k].iter().copied().eq(b[3 - k..].iter().copied().rev()) as i64 + a[..0].iter().eq(&b[..0]) as i64 * 2;
        let s = a.iter().zip(&b).all(|(x, y)| x == y) as i64;
        o + p * 8 + q * 32 + r * 64 + s * 256 + n * 1000
    }
    fn inspected(v: i64) -> i64 {
        let (mut a, k) = ([3, v, 5, 8, 1], v.rem_euclid(6) as usize);
        let (mut n, mut m) = (0, 0);
        let o = a.iter().inspect(|x| n = (n * 3 + **x) % 1013).take(k).sum::<i64>();
        let p = a.iter().enumerate().inspect(|(i, x)| m += *i as i64 * **x).filter(|p| p.0 > 1).map(|p| p.1 * 2).max().unwrap();
        let q = a.iter().skip_while(|x| { n = (n * 3 + **x) % 1013; **x < 5 }).fold(0, |s, x| s * 3 + x);
        let r = a.iter().map(|x| x * 2).skip_while(|x| *x < 7).enumerate().map(|(i, x)| { n += 1; x * i as i64 }).sum::<i64>();
        let s = a.iter().scan(1, |s, x| { n = (n * 3 + *x) % 1013; *s += x; Some(*s) }).fold(0, |s, x| s * 3 + x);
        let t = (0..v).scan((0, 1), |s, i| { let x = s.0; *s = (s.1, s.0 + s.1); (x < 4).then(|| x + i) }).last().unwrap_or(9);
        let u = a.iter().inspect(|x| m = (m * 3 + **x) % 1013).zip(&three(v)).map(|(x, y)| x * y).sum::<i64>();
        for (x, y) in a.iter().scan(0, |s, x| { *s += x; Some(*s) }).zip(&a[..k.min(5)]) { n += x * y; }
        a.iter_mut().inspect(|x| m += **x).for_each(|x| *x += 1);
        let w = a.iter().inspect(|x| m = (m * 3 + **x) % 1013).rev().skip_while(|x| **x < 4).next().copied().unwrap_or(50);
        o + p * 3 + q * 5 + r * 7 + s * 11 + t * 13 + u * 17 + w * 19 + n * 23 + m * 29 + a[4]
    }
    fn numbered(v: i64) -> i64 {
        let (a, k, mut n) = ([3, v, 5, 8, 1], v.rem_euclid(6) as usize, 0);
        let o = a.iter().map(|x| { n = (n * 3 + x) % 1013; x * 2 }).nth(k).unwrap_or(-1);
        let p = a.iter().filter(|x| { n = (n * 3 + **x) % 1013; **x > 2 }).nth(1).copied().unwrap_or(70);
        let q = a.iter().filter(|x| **x > 4).next().map(|x| *x + 1).unwrap_or(0) + *a.iter().rev().nth(1).unwrap();
        let r = (0..v).map(|x| x * x).nth(2).is_some() as i64 + (2..9).step_by(3).nth(1).unwrap();
        let s = match a.iter().enumerate().nth(k) { Some((i, x)) => i as i64 * *x, None => 44 };
        let t = if let Some(x) = a.iter().skip(k).next() { *x } else { 33 };
        let u = a.iter().enumerate().skip_while(|p| *p.1 < 5).next().map(|(i, _)| i).unwrap_or(8) as i64;
        o + p * 3 + q * 5 + r * 7 + s * 11 + t * 13 + u * 17 + n * 19
    }
    fn lengths_first(v: i64) -> i64 {
        let (a, d, mut n) = ([v, 2, 3, 4], [[v, 2], [3, 4]], 0);
        let o = a.iter().skip(1).map(|x| { n += 1; *x }).eq([2, 3, 4]) as i64 + a.iter().skip(1).map(|x| { n += 1; *x }).ne([2, 3]) as i64 * 2;
        let p = a.iter().take(3).rev().map(|x| { n += 10; *x }).eq([3, 2]) as i64 + a.iter().step_by(2).map(|x| { n += 10; *x }).eq([v, 3]) as i64 * 2;
        let q = a.iter().map(|x| { n += 100; *x }).eq(d.iter().flatten().copied()) as i64 + d.iter().flatten().map(|x| { n += 100; *x }).ne([1]) as i64 * 2;
        let r = a.iter().zip(a.iter().rev()).map(|(x, y)| { n += 1000; x * y }).eq([1, 2]) as i64 + a.windows(2).map(|w| { n += 1000; w[0] }).rev().eq([3, 2, v]) as i64 * 2;
        let s = a.iter().skip(1).step_by(2).map(|x| { n += 10000; *x }).eq([2]) as i64 + a.into_iter().enumerate().map(|(i, x)| { n += 10000; x + i as i64 }).take(9).count() as i64;
        o + p * 4 + q * 16 + r * 64 + s * 256 + n
    }
}

/// Steps of none fail before what is behind them is evaluated.
fn steps_of_none<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
    let x = b.upload(&[0u32])?;
    let sum = op!(|v: u32| (0..9u32).step_by(v as usize).skip(if v == 0 { return 5 } else { 1 }).sum::<u32>());
    let error = x.iter().map(sum).sum().expect_err("steps of none");
    let ErrorKind::Panic { message, .. } = error.kind() else { panic!("{error}") };
    assert_eq!(message, "assertion failed: step != 0");
    Ok(())
}
mod failing {
    use super::steps_of_none;
    crate::everywhere! { steps_of_none }
}
