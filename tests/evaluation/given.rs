//! Functions that are given closures: in which order arguments, captures and calls are evaluated, and what they change.

use super::{Pair, programs};

programs! {
    of captured changed copied arguments referring searched leaving nested in_loops assigned:

    pub fn twice<T: onrush::Number>(f: impl Fn(T) -> T, x: T) -> T {
        f(f(x))
    }
    pub fn fold<F>(n: i64, mut f: F) -> i64
    where
        F: FnMut(i64, i64) -> i64,
    {
        let mut sum = 0;
        for i in 0..n {
            sum = f(sum, i);
        }
        sum
    }
    pub fn pairs(a: &mut [i64; 4], mut f: impl FnMut(&mut i64, &i64)) {
        for i in 1..4 {
            let before = a[i - 1];
            f(&mut a[i], &before);
        }
    }
    pub fn first(n: i64, test: &impl Fn(i64) -> bool) -> Option<i64> {
        (0..n).find(|i| test(*i))
    }
    pub fn either(c: bool, f: impl FnOnce() -> i64, g: impl FnOnce() -> i64) -> i64 {
        if c { f() } else { g() }
    }
    pub fn through(v: i64, f: &mut impl FnMut(i64) -> i64) -> i64 {
        let a = fold(3, |s, i| s * 2 + f(i + v));
        a + fold(2, |s, i| s - f(i)) + f(7)
    }
    pub fn composed(v: i64, f: impl Fn(i64) -> i64 + Copy, g: impl Fn(i64) -> i64 + Copy) -> i64 {
        let both = |x| g(f(x));
        twice(both, v) + twice(|x| f(g(x)), v) + twice(f, twice(g, v))
    }

    pub fn captured(v: i64) -> i64 {
        let (k, p) = (v + 2, Pair { x: v, y: 3 });
        let f = |x: i64| x * k + p.x;
        twice(f, 3) * 100 + twice(|x| x - p.y, v) + twice(&f, 1) + f(2)
    }
    pub fn changed(v: i64) -> i64 {
        let (mut n, mut a) = (v, [1, 2, 3]);
        let r = n + fold(4, |s, i| { n += i; a[(n.rem_euclid(3)) as usize] += s; s + n }) * n;
        r * 3 + n + a[0] + a[1] * 5 + a[2] * 7
    }
    pub fn copied(v: i64) -> i64 {
        let mut n = v;
        let a = fold(3, move |s, i| { n += i + 1; s * 2 + n });
        n += 5;
        let mut count = move |s: i64, i: i64| { n += i; s + n };
        n *= 2;
        let b = fold(3, &mut count);
        let c = fold(2, &mut count);
        a * 10000 + b * 100 + c + n + count(1, 1)
    }
    pub fn arguments(v: i64) -> i64 {
        let mut n = v;
        let a = fold({ n += 1; n }, |s, i| s + i * n) + { n *= 2; n };
        let b = either(n > 3, || n + 1, || n * n) - fold({ n -= 3; 2 }, move |s, i| { n += 10; s + n + i });
        a * 1000 + b * 10 + n
    }
    pub fn referring(v: i64) -> i64 {
        let (mut a, mut m) = ([v, 2, -1, 5], 0);
        pairs(&mut a, |x: &mut i64, before: &i64| { *x += before * 2; m = m.max(*x); });
        pairs(&mut a, |x: &mut i64, &before: &i64| *x ^= before);
        a[0] + a[1] * 10 + a[2] * 100 + a[3] * 1000 + m
    }
    pub fn searched(v: i64) -> i64 {
        let near = |i: i64| (i - v).abs() <= 1;
        first(6, &near).map_or(-1, |i| i * 10) + first(3, &|i| i * i > v).unwrap_or(99) + near(0) as i64
    }
    pub fn leaving(v: i64) -> i64 {
        let find = |limit: i64| {
            let r = fold(5, |s, i| {
                if s > limit { return s; }
                for j in 0..100 {
                    if j * j > i + v.abs() { return s + j; }
                }
                -1
            });
            if r < 3 { return 1000; }
            r
        };
        find(4) + find(v)
    }
    pub fn nested(v: i64) -> i64 {
        let mut calls = 0;
        let r = through(v, &mut |x| { calls += 1; x * calls + v });
        r * 100 + calls + composed(v, |x| x + 3, |x| x * 2 - v)
    }
    pub fn in_loops(v: i64) -> i64 {
        let mut total = 0;
        for i in 0..3 {
            let mut n = i + v;
            let mut add = |s: i64, j: i64| { n += j; s ^ n };
            while total < 50 {
                total += fold(i, &mut add) + add(1, 2) + 1;
                if total % 7 == 3 { break; }
            }
            total += twice(|x| x + i, n);
        }
        total
    }
    pub fn assigned(v: i64) -> i64 {
        let (mut a, mut i) = ([v, 1, 2], 0usize);
        let mut p = Pair { x: 1, y: v };
        a[twice(|x| (x + 1) % 3, 0)] += twice(|x| x * 2, v);
        p += Pair::new(fold(3, |s, _| { i += 1; s + i as i64 }), p.y);
        a[i % 3] = fold(2, |s, k| { p.bump(); s + k + p.x }) + p.x;
        a[0] + a[1] * 10 + a[2] * 100 + p.sum() * 1000
    }
}
