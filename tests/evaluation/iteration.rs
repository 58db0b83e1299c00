//! Loops over the items of arrays: which items, in which order, by which access, and what is evaluated before the first.

use super::{Pair, functions, next, push, three};

functions! {
    fn shared(v: i64) -> i64 {
        let a = [v, 2, 5];
        let mut o = 0;
        for m in a.iter() { o = o * 3 + m; }
        for m in &a { o = o * 3 - *m; }
        for &m in &a { o = o * 3 + m; }
        o
    }
    fn exclusive(v: i64) -> i64 {
        let mut a = [v, 2, 5];
        for m in a.iter_mut() { *m += v; }
        for m in &mut a { *m *= 2; }
        for m in (&mut a).into_iter() { *m -= 1; }
        a[0] * 100 + a[1] * 10 + a[2]
    }
    fn parts_of_items(v: i64) -> i64 {
        let mut s = [Pair { x: v, y: 1 }; 3];
        for Pair { x, y } in s.iter_mut() { *x += *y; *y = v; }
        for p in s.iter_mut().skip(1) { p.bump(); }
        let mut o = 0;
        for &Pair { x, .. } in s.iter() { o = o * 10 + x; }
        for p in &s { o += p.sum() * p.y; }
        o
    }
    fn by_value(v: i64) -> i64 {
        let mut a = [v, 2, 5];
        let mut o = 0;
        for m in a { a[2] += m; o = o * 10 + a[2] + m; }
        for mut m in a.into_iter() { m += o; o = m; }
        for m in three(next(&mut o)) { o += m; }
        for m in a.iter().copied() { o ^= m; }
        for mut m in a.iter().cloned().rev() { m -= 1; o ^= m * 3; }
        o
    }
    fn through_references(v: i64) -> i64 {
        let mut a = [v, 2, 5];
        let mut o = 0;
        { let r = &a; for m in r { o += *m; } for m in r.iter() { o *= *m; } for &m in r.into_iter() { o -= m; } }
        { let r = &mut a; for m in r.iter() { o += *m; } for m in r.iter_mut() { *m += o; } for m in r { *m ^= 1; } }
        o + a[0] + a[1] * 3 + a[2] * 7
    }
    fn numbered(v: i64) -> i64 {
        let mut a = [v, 2, 5];
        let mut o = 0;
        for (i, m) in a.iter().enumerate() { o = o * 10 + *m * i as i64; }
        for (i, m) in a.iter_mut().enumerate().rev() { *m += o + i as i64; o += *m; }
        for (i, m) in a.iter_mut().rev().enumerate() { *m += o - i as i64; o ^= *m; }
        for (mut i, mut m) in a.into_iter().enumerate() { i += 1; m += i as i64; o += m; }
        for (_, m) in a.iter().enumerate().skip(1) { o -= m; }
        for _ in a.iter().enumerate() { o += 1; }
        o
    }
    fn together(v: i64) -> i64 {
        let (mut a, b) = ([v, 2, 5], [7, v, 3, 8]);
        let mut o = 0;
        for (x, y) in a.iter_mut().zip(b.iter()) { *x -= *y; o = o * 3 + *x; }
        for (x, y) in b.iter().zip(&a) { o = o * 3 + *x * *y; }
        for (x, &y) in a.iter().zip(&b).rev() { o = o * 3 + *x - y; }
        for (x, y) in a.iter().rev().zip(b.iter().rev()) { o = o * 3 + *x - *y; }
        for ((x, y), z) in a.iter().zip(b).zip(three(o)) { o += x * y - z; }
        for (i, (x, y)) in a.iter().zip(b.iter().skip(1)).enumerate() { o += x * y * i as i64; }
        for ((i, x), (j, y)) in a.iter().enumerate().rev().zip(b.iter().enumerate()) { o += x * y * (i + 4 * j) as i64; }
        o
    }
    fn some(v: i64) -> i64 {
        let a = [v, 2, 5, 9, 4, 6, 1];
        let n = v.rem_euclid(9) as usize;
        let mut o = 0;
        for m in a.iter().skip(n) { o = o * 3 + m; }
        for m in a.iter().take(n) { o = o * 3 + m; }
        for m in a.iter().step_by(n + 1) { o = o * 3 + m; }
        for m in a.iter().rev().skip(n).take(3) { o = o * 3 + m; }
        for m in a.iter().skip(n).rev().take(2) { o = o * 3 + m; }
        for m in a.iter().step_by(2).rev() { o = o * 3 + m; }
        for m in a.iter().rev().step_by(n + 2) { o = o * 3 + m; }
        for m in a.iter().skip(1).step_by(2).skip(1).rev() { o = o * 3 + m; }
        for (i, m) in a.iter().step_by(3).enumerate().skip(1).rev() { o = o * 3 + m * i as i64; }
        for m in a.iter().skip(usize::MAX).take(usize::MAX).step_by(usize::MAX) { o += m; }
        o
    }
    fn slices(v: i64) -> i64 {
        let mut a = [v, 2, 5, 9, 4];
        let n = v.rem_euclid(5) as usize;
        let mut o = 0;
        for m in &a[n..] { o = o * 3 + m; }
        for m in a[..n].iter() { o = o * 3 + m; }
        for m in &mut a[1..=n] { *m += o; }
        for m in a[..].iter_mut().rev() { *m ^= 1; o = o * 3 + *m; }
        for (x, y) in a[1..].iter().zip(&a[..4]) { o = o * 3 + *x - *y; }
        for m in a[{ o += 1; n }..{ o *= 2; 5 }].iter() { o -= m; }
        o
    }
    fn order_of_arguments(v: i64) -> i64 {
        let (mut n, mut k) = (v, 0usize);
        let mut o = 0;
        for m in three(next(&mut n)).iter().skip(push(&mut k)) { o = o * 10 + *m + n + k as i64; }
        for (x, y) in three(next(&mut n)).iter().skip(push(&mut k)).zip(three(next(&mut n)).iter().take(push(&mut k))) {
            o = o * 10 + *x - *y;
        }
        o + n * 100 + k as i64
    }
    fn left_early(v: i64) -> i64 {
        let a = [v, 2, 5, 9];
        let mut o = 0;
        'whole: for (i, x) in a.iter().enumerate() {
            for y in a.iter().rev() {
                if *y == v { continue 'whole; }
                if x + y > 12 { break 'whole; }
                if i == 3 { return o - 1; }
                o = o * 2 + x * y;
            }
            o += 100;
        }
        o
    }
    fn names_that_hide(v: i64) -> i64 {
        let a = [v, 2, 5];
        let mut o = 0;
        for a in a.iter() { let v = a * 2; for a in [v, *a].iter() { o = o * 3 + a; } }
        for (o, a) in a.iter().enumerate() { let _ = o as i64 + a; }
        for v in a.iter().take({ let v = 2usize; v }) { o += v; }
        o + v
    }
    fn changes_outside(v: i64) -> i64 {
        let (mut a, mut n) = ([v, 2, 5], 1i64);
        for m in a.iter_mut() { *m += next(&mut n); n += *m; }
        for m in a.iter() { n = n * 2 - m; }
        a[0] + a[1] + a[2] + n
    }
    fn values_without_names(v: i64) -> i64 {
        let mut o = 0;
        for m in (if v > 1 { [v, 2] } else { [3, v] }).iter() { o = o * 3 + m; }
        for m in &match v { 1 => [v; 2], _ => [2, v] } { o = o * 3 + *m; }
        for m in { let w = v + 1; [w, v] }.iter_mut() { *m += 1; o = o * 3 + *m; }
        for m in &mut [v, o, 3][1..] { *m += 1; o = o * 3 + *m; }
        for m in &three(v)[..2] { o -= *m; }
        for (x, y) in [Pair { x: v, y: 2 }; 2][1..].iter().zip(&[v + o][..]) { for Pair { x, .. } in &[*x] { o += x * y; } }
        o
    }
    fn heads_of_every_kind(v: i64) -> i64 {
        let a = [v, 2, 5];
        let mut r = &a;
        let mut o = 0;
        for m in r { o = o * 3 + *m; }
        for m in *r { o = o * 3 + m; }
        for m in if v > 0 { a } else { [1, v, 3] } { o = o * 3 + m; }
        for m in { o += 1; [o, v] } { o = o * 3 + m; }
        for m in match v { 1 => a, _ => three(v) } { o = o * 3 + m; }
        for m in (&[v, 2]).iter() { o = o * 3 + m; }
        for (i, ..) in a.iter().enumerate() { o = o * 3 + i as i64; }
        for (.., m) in a.iter().zip([1, v]) { o = o * 3 + m; }
        for (..) in a.iter().zip([1, v]) { o += 1; }
        for (i, .., m) in a.iter().enumerate() { o = o * 3 + *m * i as i64; }
        for mut row in [a, [1, 2, v]].iter() { for m in row { o = o * 3 + m; } for m in row.iter().rev() { o -= m; } }
        o
    }
    fn nested_arrays(v: i64) -> i64 {
        let mut d = [[v, 1, 2], [3, v, 4]];
        let mut o = 0;
        for row in d.iter_mut() { for (j, m) in row.iter_mut().enumerate() { *m += j as i64 * v; } }
        for (row, other) in d.iter().zip([[1, 2, 3], [4, 5, 6]].iter()) {
            for (x, y) in row.iter().zip(other) { o += x * y; }
        }
        for [x, .., ] in &d { o += x; }
        for m in d[1].iter() { o = o * 3 + m; }
        o
    }
}
