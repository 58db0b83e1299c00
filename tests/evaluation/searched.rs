//! `partition_point`, whose closure std calls in an order of its own, also for elements that aren't partitioned.

use super::programs;

programs! {
    of partitioned not_partitioned called_in_order named_functions parts nested failing:

    pub fn below(x: &i64) -> bool { *x < 2 }
    pub fn calls(s: &[i64], limit: i64) -> i64 {
        let mut log = 0i64;
        let mut n = 0;
        let at = s.partition_point(|&x| {
            n += 1;
            log = log.wrapping_mul(31).wrapping_add(x * n);
            x < limit
        });
        log.wrapping_mul(7).wrapping_add(at as i64 * 100 + n)
    }
    pub fn partitioned(v: i64) -> i64 {
        let a = [-3, -1, 0, 0, 2, 5, 6];
        (a.partition_point(|x| *x < v) + 10 * a.partition_point(|&x| x <= v) + 100 * a[2..].partition_point(|x| !(*x >= v))) as i64
    }
    pub fn not_partitioned(v: i64) -> i64 {
        let a = [3, v, -1, 5, 0, v * 2, 2, 7, -4, v, 1];
        let mut r = 0;
        for n in 0..a.len() + 1 { r = r * 3 + a[..n].partition_point(|x| x % 3 < 1) as i64; }
        r
    }
    pub fn called_in_order(v: i64) -> i64 {
        let a = [3, v, -1, 5, 0, v * 2, 2, 7, -4, v, 1, 4, v - 1];
        (0..a.len() + 1).fold(0, |r: i64, n| r.wrapping_mul(13).wrapping_add(calls(&a[..n], v)))
    }
    pub fn named_functions(v: i64) -> i64 {
        let a = [v, 1, 2, 3];
        let limit = v;
        let f = |x: &i64| *x <= limit;
        (a.partition_point(below) + 10 * a.partition_point(f) + 100 * a.partition_point(&f)) as i64
    }
    pub fn parts(v: i64) -> i64 {
        let mut tails = [i64::MAX; 8];
        let mut len = 0;
        for &x in &[v, 3, 1, 4, v + 2, 9, 2, 6] {
            let pos = tails[..len].partition_point(|&t| t < x);
            tails[pos] = x;
            if pos == len { len += 1; }
        }
        len as i64 * 100 + tails[len - 1]
    }
    pub fn nested(v: i64) -> i64 {
        let m = [[1, 2, 3], [2, v, 5], [4, 6, 9]];
        m.partition_point(|row| row.partition_point(|x| *x < 3) > 1) as i64
    }
    pub fn first_over(a: &[i64], limit: i64) -> Option<i64> {
        let f = |x: &i64| -> bool { if *x == 77 { return false; } *x < limit };
        Some(*a.get(a.partition_point(f))?)
    }
    pub fn failing(v: i64) -> i64 {
        first_over(&[1, 3, 77, 8], v).unwrap_or(-1) + first_over(&[1][1..], v).unwrap_or(-2) + first_over(&[5], v).unwrap_or(-3)
    }
}
