//! Operators with references to numbers, as `iter()` gives them and as `&x` writes them.

use super::*;

functions! {
    fn borrowed(v: i64) -> i64 {
        let (a, b, r) = (v, [3, v + 1], Pair::new(v, 2));
        let mut n = &a * &b[1] + &a - 4 + (7 ^ &r.x) + (&b[0] & &r.y);
        n += &a;
        n -= &b[0];
        n ^= &r.x;
        n * 10 + -&a + !&r.y + n % &b[0]
    }
    fn named(v: i64) -> i64 {
        let a = &v;
        let b = &[v, 3];
        let mut n = a * a + b[0] - a;
        n += a;
        n *= &b[1];
        for x in b {
            n = n * 3 + x - x % 2;
        }
        n + b.iter().fold(0, |s, x| s * 5 + x) + b.iter().map(|x| x * x - -x).sum::<i64>() + !a
    }
    fn other_types(v: i64) -> i64 {
        let (f, u, t, w) = (v as f32, v as u8, v > 1, v as i128);
        let (g, r) = (&f * &f / 2.5, &u & 6 | &u);
        (g * 8.0) as i64 + r as i64 + (&t & &t | t) as i64 + (&w * &w) as i64 + (&u == &r) as i64 + 2 * (&u < &r) as i64
    }
    fn evaluated_first(v: i64) -> i64 {
        let mut n = v;
        let a = [1, 2, v, 4];
        let mut at = 0;
        let first = &a[push(&mut at)] * &a[push(&mut at)] - &a[push(&mut at)];
        first + n + { n += 1; n } * &n
    }
    fn conditions(v: i64) -> i64 {
        let a = &v;
        let c = 3;
        let b = &c;
        (a < b) as i64 + 2 * (a == b) as i64 + 4 * (*a > 2) as i64 + 8 * (a.max(b) == b) as i64
    }
}
