//! Iterators that `iter::once`, `iter::repeat` and `iter::repeat_n` make, alone and beside others.

use std::iter::{self, once, repeat, repeat_n, successors};

use super::*;

functions! {
    fn by_their_names_alone(v: i64) -> i64 {
        let mut n = once(v).chain([1, 2]).sum::<i64>() + [1, 2].iter().copied().chain(once(v)).fold(0, |s, x| s * 5 + x);
        for x in repeat(v).take(3) { n = n * 3 + x; }
        for (a, b) in [1, 2, 3].iter().zip(repeat_n(v, 2)) { n = n * 3 + a * b; }
        n += [1, 2].iter().zip(repeat(v)).map(|(a, b)| a * b).sum::<i64>();
        n += successors(Some(v), |x| Some(x + 1)).take_while(|x| *x < 6).count() as i64;
        let it = once(v).chain(once(3));
        n * 7 + it.map(|x| x + 1).sum::<i64>()
    }
    fn ones(v: i64) -> i64 {
        let mut n = 0;
        for x in iter::once(v + 1) {
            n += x * 2;
        }
        n + iter::once(v).map(|x| x * 3).sum::<i64>() * 10 + iter::once((v, 2)).map(|(x, y)| x * y).fold(1, |a, b| a - b) * 100
            + std::iter::once(v).rev().count() as i64 + iter::once(v).filter(|x| *x > 1).count() as i64 * 1000
    }
    fn chained(v: i64) -> i64 {
        let a = [v, 2, 3];
        let [first, .., last] = a;
        let edges: i64 = a.windows(2).map(|w| (w[0], w[1])).chain(iter::once((last, first))).fold(0, |s, (p, q)| s * 3 + p * q);
        let closed = a.iter().chain(iter::once(&a[0])).fold(0, |s, x| s * 5 + x);
        let led = iter::once(v * 7).chain(a).chain(iter::once(9)).fold(0, |s, x| s * 11 + x);
        let both = iter::once(1).chain(iter::once(v)).map(|x| x + 1).fold(0, |s, x| s * 10 + x);
        edges + closed * 1000 + led * 1_000_000 + both
    }
    fn padded(v: i64) -> i64 {
        let a = [v, 2, 3];
        let mut all = [0i64; 6];
        for (slot, x) in all.iter_mut().zip(a.iter().copied().chain(iter::repeat(v * 2))) {
            *slot = x;
        }
        let mut sum = 0;
        for x in a.into_iter().chain(iter::repeat(7)).take(5) {
            sum = sum * 3 + x;
        }
        let (least, pad) = (a.iter().copied().chain(iter::repeat(9)).skip(2).step_by(2).take(3).min().unwrap_or(0), a.iter().copied().chain(iter::repeat_n(5, 2)).sum::<i64>());
        all.iter().fold(0, |s, x| s * 7 + x) + sum * 3 + least + pad
    }
    fn repeated(v: i64) -> i64 {
        let mut n = 0;
        for x in iter::repeat(v).take(3) {
            n = n * 5 + x;
        }
        for (i, x) in iter::repeat_n(v + 1, 4).enumerate() {
            n += i as i64 * x;
        }
        n + iter::repeat(v * 2).take((v + 4) as usize).sum::<i64>() * 100 + iter::repeat(1).take_while(|x| *x < v).take(3).sum::<i64>()
            + iter::repeat(v).nth(1000).unwrap_or(0) + iter::repeat(v).find(|x| *x == v).unwrap() + iter::repeat(2.5).take(2).sum::<f64>() as i64
    }
    fn zipped(v: i64) -> i64 {
        let a = [v, 2, 3, 4];
        let beside = a.iter().zip(iter::repeat(v)).fold(0, |s, (x, y)| s * 3 + x * y);
        let before = iter::repeat(v).zip(&a).map(|(x, y)| x - y).fold(1, |s, x| s * 5 + x);
        let ranged = (0..3).zip(iter::repeat(v + 1)).map(|(i, x)| i * x).sum::<i64>();
        let short = a.iter().zip(iter::repeat(v).take(2)).map(|(x, y)| x * y + 1).sum::<i64>();
        let one = a.iter().zip(iter::once(v)).map(|(x, y)| x * y + 1).sum::<i64>();
        let named = (0..5).zip(a.iter().copied().chain(iter::repeat(8))).map(|(i, x)| i * x).sum::<i64>();
        beside + before * 1000 + ranged * 7 + short * 11 + one * 13 + named * 17
    }
    /// Closures are called for as many items as in std.
    fn calls(v: i64) -> i64 {
        let mut n = 0i64;
        let a = [v, 2, 3];
        let s: i64 = a.iter().map(|x| { n += 1; x + n }).zip(iter::repeat(v)).map(|(x, y)| x * y).sum();
        let mut m = 0i64;
        for (x, y) in a.iter().zip(iter::repeat(v).map(|x| { m = m * 3 + x; m })) {
            n += x * y;
        }
        let t: i64 = iter::repeat(v).map(|x| { m += 1; x + m }).take(3).sum();
        s + n * 10 + m * 100 + t
    }
    /// The value is evaluated once, where the iterator is made, in its order.
    fn order(v: i64) -> i64 {
        let mut n = v;
        let s = iter::repeat(next(&mut n)).take(next(&mut n).rem_euclid(4) as usize).fold(0, |s, x| s * 3 + x);
        let t = iter::once(next(&mut n)).chain([next(&mut n)]).zip(iter::repeat(next(&mut n))).fold(0, |s, (x, y)| s * 3 + x * y);
        let u = iter::repeat_n(next(&mut n), next(&mut n).rem_euclid(3) as usize).fold(1, |s, x| s * 3 + x);
        s + t * 100 + u * 10_000 + n
    }
    fn named(v: i64) -> i64 {
        let mut it = iter::repeat(v + 1);
        let mut one = iter::once(v);
        let throttles = [v, 3].into_iter().chain(iter::repeat(v * 2));
        let a = it.next().unwrap_or(0) + it.next().unwrap_or(0) * 10 + it.by_ref().take(3).sum::<i64>() * 100;
        let (b, c) = (one.next(), one.next());
        a + b.unwrap_or(50) + c.unwrap_or(60) * 7 + (0..4).zip(throttles).map(|(i, t)| i * t).sum::<i64>() * 1000
    }
    fn of_values(v: i64) -> i64 {
        let p = Pair::new(v, 2);
        let pairs = iter::repeat(p).take(2).map(|p| p.sum()).sum::<i64>();
        let arrays = iter::once([v, 3]).map(|[a, b]| a * b).sum::<i64>();
        let options = [Some(v)].into_iter().chain(iter::once(None)).filter_map(|x| x).sum::<i64>();
        let references = iter::once(&p).map(|p| p.x * 2).sum::<i64>();
        pairs + arrays * 10 + options * 100 + references * 1000
    }
    fn searched(v: i64) -> i64 {
        let a = [1, 2, 3];
        let at = a.iter().copied().chain(iter::repeat(v)).position(|x| x == v).unwrap_or(9) as i64;
        let any = iter::once(v).chain(a).any(|x| x == 2) as i64;
        let all = a.iter().chain(iter::once(&v)).all(|x| *x < 4) as i64;
        let most = a.iter().chain(iter::once(&v)).copied().max().unwrap_or(0);
        at + any * 10 + all * 100 + most * 1000
    }
}
