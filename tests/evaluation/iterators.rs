//! Iterators as values: which items, in which order, what is evaluated and when, and where it ends.

use super::{Pair, both, functions, next, three};

functions! {
    fn sums(v: i64) -> i64 {
        let a = [v, 2, 5];
        let o = a.iter().sum::<i64>() + a.into_iter().product::<i64>() + (&a).into_iter().sum::<i64>();
        let p: i64 = a.iter().map(|x| x * 3).sum();
        let q: i64 = a.iter().map(|&x| x - 1).map(|x| x * x).product();
        let r = a.iter().copied().filter(|x| x % 2 == 0).sum::<i64>() + three(v).iter().sum::<i64>();
        let s: i64 = (0..v).sum::<i64>() - (0..=v).map(|x| x * x).sum::<i64>() + (1..=4).product::<i64>();
        o + p * 3 + q * 5 + r * 7 + s * 11
    }
    fn sums_of_nothing(v: i64) -> i64 {
        let (a, b) = ([1.5f32], [-0.0f64, -0.0, -0.0]);
        let n = v.rem_euclid(3) as usize;
        let s = a[1..].iter().sum::<f32>();
        let t: f64 = b[..n].iter().sum();
        let p = a[1..].iter().product::<f32>() + [1.5f32, 2.0][..n.min(2)].iter().product::<f32>();
        s.to_bits() as i64 + (t.to_bits() >> 60) as i64 + p.to_bits() as i64 + (0..0).sum::<i64>()
    }
    fn counted(v: i64) -> i64 {
        let a = [v, 2, 5, -1];
        let n = a.iter().count() * 10 + a.iter().filter(|&&x| x > 1).count();
        let m = a.iter().filter(|x| **x < v).map(|x| x + 1).filter(|&x| x != 3).count();
        let k = (0..10).filter(|i| i % 3 == v.rem_euclid(3)).count();
        (n * 100 + m * 10 + k) as i64
    }
    fn folded(v: i64) -> i64 {
        let a = [v, 2, 5];
        let o = a.iter().fold(1, |s, x| s * 10 + x);
        let (lo, hi) = a.iter().fold((i64::MAX, i64::MIN), |(lo, hi), &x| (lo.min(x), hi.max(x)));
        let p = a.iter().enumerate().fold(0, |s, (i, x)| s * 3 + x * i as i64);
        let q = a.iter().zip(three(v)).rev().fold(v, |s, (x, y)| s * 3 + x * y);
        let r = a.iter().map(|x| Pair { x: *x, y: v }).fold(Pair::new(1, 2), |s, p| s + p).sum();
        let t = (1..=v).rev().fold(0, |s, i| s * 2 + i) + (0..9).step_by(2).fold(0, |s, i| s * 2 + i);
        let mut n = 0;
        let u = a.iter().fold({ n += 1; n }, |mut s, x| { n += s; s += x * n; s });
        o + lo * 3 + hi * 5 + p * 7 + q * 11 + r * 13 + t * 17 + u * 19 + n
    }
    fn changed(v: i64) -> i64 {
        let (mut a, mut o) = ([v, 2, 5], 0);
        a.iter_mut().for_each(|x| *x += v);
        a.iter_mut().enumerate().for_each(|(i, x)| { *x *= i as i64 + 1; o += *x; });
        a.iter().for_each(|x| o = o * 3 + x);
        a.iter_mut().zip([1, 2, 3]).for_each(|(x, y)| *x -= y);
        a.iter_mut().rev().filter(|x| **x > 2).for_each(|x| *x = o);
        (0..3).for_each(|i| a[i] ^= i as i64);
        let n: i64 = a.iter_mut().map(|x| { *x += 1; *x * 2 }).sum();
        let p = a.iter_mut().fold(1, |s, x| { *x += s; s + *x });
        o * 3 + a[0] + a[1] * 5 + a[2] * 7 + n + p
    }
    fn short_circuits(v: i64) -> i64 {
        let (a, mut n) = ([v, 2, 5, v], 0);
        let mut o = 0;
        o = o * 2 + a.iter().any(|&x| { n += 1; x == 2 }) as i64;
        o = o * 2 + a.iter().all(|x| { n = n * 2 + 1; *x > 1 }) as i64;
        o = o * 2 + a.iter().map(|x| { n += x; x * 2 }).any(|x| x > 6) as i64;
        o = o * 2 + (0..4).all(|i| { n += 1; a[i] < 5 }) as i64;
        o = o * 2 + a.iter().enumerate().any(|(i, x)| { n += 1; i as i64 == *x }) as i64;
        o = o * 2 + a.iter().zip(&three(v)).all(|(x, y)| { n += 3; x >= y }) as i64;
        o = o * 2 + a[4..].iter().all(|_| { n += 100; false }) as i64;
        o = o * 2 + a.iter().any(|x| { if *x < 0 { return true; } n += 1; *x > 4 }) as i64;
        o * 1000 + n
    }
    fn places(v: i64) -> i64 {
        let (a, mut n) = ([3, v, 5, 3], 0);
        let o = a.iter().position(|&x| { n += 1; x == v }).unwrap();
        let p = a.iter().position(|x| *x == 100).unwrap_or(n + 7);
        let q = a.iter().rev().position(|x| *x == 3).is_some() as usize + a.iter().position(|x| *x < v).is_none() as usize * 2;
        let r = a.iter().filter(|x| **x != 3).position(|x| *x == 5).expect("{there} is a five");
        let s = (2..9).position(|i| i == v).unwrap_or(50);
        let t = a.iter().map(|x| { n += 1; x * 2 }).enumerate().position(|(i, x)| i == 2 || x == 2).unwrap();
        ((((o * 10 + p) * 10 + q) * 10 + r) * 10 + s + t * 3 + n) as i64
    }
    fn found(v: i64) -> i64 {
        let (a, mut n) = ([3, v, 5, 8], 1);
        let o = *a.iter().find(|&&x| x > 3).unwrap();
        let p = a.iter().copied().find(|x| x % 2 == 0).unwrap_or(next(&mut n));
        let q = a.iter().find(|x| **x == v).copied().unwrap_or(-1) + a.iter().rev().find(|x| **x < 4).cloned().unwrap();
        let r = (0..10).find(|i| i * i > v).expect("one is") + (0..10).rev().find(|&i| i < v).unwrap_or({ n += 5; n });
        let s = a.iter().map(|x| { n += 1; x * 3 }).filter(|x| x % 2 == 1).find(|x| *x > 9).unwrap_or(v);
        let t = a.iter().find(|x| **x == 77).is_none() && a.iter().find(|x| **x == 5).is_some();
        let u = a.into_iter().enumerate().find(|(i, x)| *i > 1 && *x > 4).unwrap().0;
        ((o * 10 + p) * 10 + q) * 10 + r + s * 7 + t as i64 + u as i64 * 3 + n * 1000
    }
    fn extremes(v: i64) -> i64 {
        let (a, mut n) = ([3, v, 5, v + 3], 0);
        let o = *a.iter().min().unwrap() * 10 + a.iter().copied().max().unwrap();
        let p = a.iter().max().copied().unwrap_or(0) + a.into_iter().min().expect("there is one");
        let q = a.iter().map(|x| { n += 1; x * x }).max().unwrap() - a.iter().filter(|x| **x > 3).count() as i64;
        let r = a[..v.rem_euclid(3) as usize].iter().copied().min().unwrap_or(9);
        let s = (0..4).map(|i| a[i] - i as i64).min().unwrap() + (v..v + 3).max().unwrap() + (1..9).rev().step_by(3).min().unwrap();
        let t = a.iter().filter(|x| **x > 4).map(|x| { n += *x; -x }).min().unwrap_or(1);
        (((o * 10 + p) * 10 + q) * 10 + r) * 10 + s * 3 + t + n * 10000
    }
    fn extremes_by(v: i64) -> i64 {
        let s = [Pair { x: 3, y: 0 }, Pair { x: v, y: 1 }, Pair { x: 3, y: 2 }, Pair { x: v, y: 3 }];
        let o = s.iter().copied().min_by(|a, b| a.x.cmp(&b.x)).unwrap();
        let p = s.iter().max_by(|a, b| a.x.cmp(&b.x)).copied().unwrap();
        let q = (*s.iter().min_by(|a, b| b.x.cmp(&a.x)).unwrap()).y + s.into_iter().max_by(|a, b| b.x.cmp(&a.x)).unwrap().y;
        let f = [1.5f32, -2.0, v as f32, 0.5];
        let g = f.iter().copied().max_by(|a, b| a.total_cmp(b)).unwrap();
        let h = *f.iter().min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap();
        let (i, _) = f.into_iter().enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        let j = [7u8, 3, 9].iter().min_by(|&&a, &&b| (a % 4).cmp(&(b % 4))).copied().unwrap();
        o.sum() * 3 + p.sum() * 5 + q * 7 + (g * 4.0) as i64 * 11 + (h * 4.0) as i64 * 13 + i as i64 + j as i64
    }
    fn lasts(v: i64) -> i64 {
        let (a, mut n) = ([3, v, 5, 8], 0);
        let o = *a.iter().last().unwrap() + a.iter().filter(|x| **x < 5).copied().last().unwrap();
        let p = a.iter().map(|x| { n += 1; x + n }).last().unwrap_or(0);
        let q = (0..v).last().unwrap_or(-5) + (0..9).step_by(4).last().unwrap() + a.iter().take(2).last().copied().unwrap();
        let r = a.iter().take_while(|x| **x < 5).last().copied().unwrap_or(77);
        (o * 10 + p) * 10 + q + r * 100 + n
    }
    fn some(v: i64) -> i64 {
        let (a, mut n) = ([3, v, 5, 8, 1, 6], 0);
        let k = v.rem_euclid(5) as usize;
        let o = a.iter().map(|x| { n += 1; x * 2 }).take(k).sum::<i64>() * 10 + n;
        let p = a.iter().map(|x| { n += 1; x * 2 }).skip(k).fold(0, |s, x| s * 3 + x);
        let q = a.iter().filter(|x| { n += 1; **x > 2 }).take(k).map(|x| x + 1).sum::<i64>();
        let r = a.iter().filter(|x| **x > 2).skip(1).enumerate().map(|(i, x)| x * i as i64).sum::<i64>();
        let s = a.iter().take_while(|x| { n += 1; **x != 8 }).map(|x| x + 2).sum::<i64>();
        let t = (0..20).skip(k).count() + (0..20).filter(|i| i % 3 == 0).skip(k).take(3).count();
        let u = a.iter().skip(1).step_by(2).rev().map(|x| x * 2).fold(0, |s, x| s * 3 + x);
        let w = (0..6).map(|i| { n = n * 2 + i as i64; a[i] + n }).rev().take(2).sum::<i64>();
        let x = (0..9).take(k).map(|i| { n += 1; i }).filter(|i| i % 2 == 1).map(|i| i * 3).sum::<i64>();
        o + p * 3 + q * 5 + r * 7 + s * 11 + t as i64 * 13 + u * 17 + w * 19 + x * 23 + n * 29
    }
    fn within(v: i64) -> i64 {
        let d = [[v, 2, 3], [4, v, 6], [7, 8, v]];
        let o: i64 = d.iter().map(|row| row.iter().sum::<i64>()).product();
        let p = (0..3).map(|i| (0..3).map(|j| d[i][j] * d[j][i]).sum::<i64>()).max().unwrap();
        let q = d.iter().filter(|row| row.iter().any(|x| *x == 4)).count() as i64;
        let r = d.iter().enumerate().map(|(i, row)| row.iter().enumerate().map(|(j, x)| if i == j { *x } else { 0 }).sum::<i64>()).sum::<i64>();
        let t = d.iter().zip(&d[1..]).map(|(a, b)| a.iter().zip(b).map(|(x, y)| (x - y).abs()).max().unwrap()).sum::<i64>();
        o + p * 3 + q * 5 + r * 7 + t * 11
    }
    fn named(v: i64) -> i64 {
        let a = [v, 2, 5];
        let twice = |x: i64| x * 2;
        let n = 3;
        let mut seen = 0;
        let mut see = |x: i64| { seen += x; seen > 3 };
        let o = a.iter().copied().map(twice).sum::<i64>() + a.iter().copied().any(|x| see(x)) as i64;
        let p = a.into_iter().map(|x| twice(x) + 1).fold(0, |s, x| s + twice(x));
        let mut m = n;
        let q = (0..3).map(move |i| { m += i; m }).sum::<i64>() + m;
        let r = a.iter().map(|x| both(x, 3)).sum::<i64>() + a.into_iter().map(i64::abs).sum::<i64>();
        o + p * 3 + q * 5 + r * 7 + seen
    }
    fn contained(v: i64) -> i64 {
        let (x, y, z) = (v as usize, v as f32, v as u8);
        let a = (0..5).contains(&v) as i64 + (2..=4).contains(&x) as i64 * 2 + (..3).contains(&v) as i64 * 4;
        let b = (1.0..3.0).contains(&y) as i64 + (3..).contains(&(v + 1)) as i64 * 2 + (..=z).contains(&3) as i64 * 4;
        let c = (v - 1..v + 1).contains(&(2 * v)) as i64 + (b'a'..=b'z').contains(&(b'a' + (v as u8 & 15))) as i64 * 2;
        let mut n = v;
        let d = (next(&mut n)..next(&mut n)).contains(&next(&mut n)) as i64 + !(0..n).contains(&v) as i64 * 2;
        a + b * 8 + c * 64 + d * 256 + n * 1024
    }
    fn leaving(v: i64) -> i64 {
        let a = [v, 2, 5];
        let o = a.iter().map(|x| { if *x > 4 { return 1; } x * 3 }).sum::<i64>();
        let p = a.iter().filter(|x| { for i in 0..3 { if **x == i { return true; } } false }).count() as i64;
        let mut q = 0;
        for i in 0..4 {
            if a.iter().any(|x| *x == i) { continue; }
            q = q * 10 + a.iter().map(|x| { let mut k = *x; loop { k += 1; if k % 4 == i { break k; } } }).sum::<i64>();
            if q > 500 { break; }
        }
        if a.iter().all(|x| *x > 1) { return o; }
        o + p * 3 + q * 5
    }
    fn behind(v: i64) -> i64 {
        let a = [v, 2, 5];
        let o = a.iter().sum::<i64>().pow(2) + a.iter().map(|x| x + 1).max().unwrap().min(4);
        let p = a.iter().map(|x| Pair { x: *x, y: 1 }).fold(Pair::new(0, 1), |s, p| s + p).sum();
        let q = -a.iter().fold(0, |s, x| s - x) + -(0..3).map(|i| a[i]).sum::<i64>().abs();
        let r = a[a.iter().position(|x| *x == 5).unwrap()] + a[a.iter().count() - 1];
        o + p * 3 + q * 5 + r * 7
    }
    fn through_references(v: i64) -> i64 {
        let mut a = [v, 2, 5];
        let o = { let r = &a; r.iter().sum::<i64>() + r.iter().map(|x| x * r[1]).max().unwrap() };
        let p = { let r = &mut a; r.iter_mut().for_each(|x| *x += 1); r.iter().fold(0, |s, x| s * 3 + x) };
        let mut s = [Pair { x: v, y: 1 }; 3];
        s.iter_mut().skip(1).for_each(|p| { p.bump(); p.y += v; });
        let q = s.iter().map(|p| p.sum() + p.plus(2) + p.x).sum::<i64>();
        let r = s.iter().filter(|p| p.x > v).map(|p| p.with(3).sum()).sum::<i64>();
        let t = s.iter().map(|Pair { x, y }| x * y).fold(1, |a, b| a + b);
        o + p * 3 + q * 5 + r * 7 + t * 11
    }
    fn small_types(v: i64) -> i64 {
        let a = [v as u8, 3, 250];
        let o = a.iter().map(|&x| x as u32).sum::<u32>() as i64;
        let p = a.iter().fold(0u8, |s, x| s.wrapping_mul(31).wrapping_add(*x)) as i64;
        let q = (-128i8..=127).filter(|x| x % 50 == 0).count() as i64 + (250u8..=255).map(|x| x as i64).sum::<i64>();
        let r = a.iter().map(|x| x.count_ones()).max().unwrap() as i64 + (0u8..=255).last().unwrap() as i64;
        let t = [v > 2, true].iter().all(|x| *x) as i64 + [1.5f32, 2.5].iter().map(|x| x * 2.0).sum::<f32>() as i64;
        o + p * 3 + q * 5 + r * 7 + t
    }
    fn loops(v: i64) -> i64 {
        let (mut a, mut o) = ([v, 2, 5, 8], 0);
        for x in a.iter().map(|x| x * 2).filter(|x| x % 3 != 1) { o = o * 3 + x; }
        for (i, x) in a.iter().filter(|x| **x > 2).enumerate() { o = o * 3 + x * i as i64; }
        for x in a.iter_mut().filter(|x| **x != 5).skip(1) { *x += v; }
        for (i, x) in (0..9).skip(2).filter(|i| i % 2 == 0).enumerate() { if x == v { continue; } o += x * i as i64; }
        'outer: for (i, x) in a.iter().take_while(|x| **x < 9).enumerate() {
            for y in (0..*x).map(|y| y * y) { if y > v { continue 'outer; } if y == 9 { break 'outer; } o += y; }
            o = o * 2 + i as i64;
        }
        o + a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7
    }
}
