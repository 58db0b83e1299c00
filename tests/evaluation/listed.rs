//! Patterns of elements: of arrays and slices, with a name for what `..` stands for, and with elements behind it.

use super::{Pair, programs, three};

programs! {
    of arrays by_reference in_closures matched_arrays slices ends rests lengths changed nested guards alternatives tested early temporaries:

    pub fn weighed(a: &[i64]) -> i64 {
        let mut sum = 0;
        for x in a { sum = sum * 3 + *x; }
        sum + a.len() as i64
    }
    pub fn of_three(a: &[i64; 3]) -> i64 { a[0] * 100 + a[1] * 10 + a[2] }

    pub fn arrays(v: i64) -> i64 {
        let a = [v, 2, 7, v + 1, 5];
        let [first, rest @ ..] = a;
        let [x, y, mut others @ ..] = a;
        let [front @ .., last] = a;
        let [p, mid @ .., q] = a;
        let [one, .., two] = a;
        let [.., second, _] = a;
        others[0] += 10;
        let mut b = a;
        let [_, kept @ ..] = b;
        b[2] = 99;
        first + weighed(&rest) * 3 + x * y + of_three(&others) + weighed(&front) * 5 + last + p * of_three(&mid) + q + one - two * second
            + kept[1] + rest.len() as i64
    }
    pub fn by_reference(v: i64) -> i64 {
        let a = [v, 2, 7, v + 1];
        let [first, rest @ ..] = &a;
        let s = &a;
        let [.., last] = s;
        let [front @ .., _] = s;
        *first + of_three(rest) + *last * 5 + of_three(front) + rest.iter().sum::<i64>() + rest[1]
    }
    pub fn in_closures(v: i64) -> i64 {
        let f = |[a, rest @ ..]: [i64; 4]| a * 1000 + of_three(&rest);
        let rows = [[v, 1, 2, 3], [4, v, 5, 6]];
        let (sums, n) = rows.iter().map(|r| *r).fold(([0; 3], 0), |(mut sums, n), [a, rest @ ..]| {
            for (s, c) in sums.iter_mut().zip(rest) { *s += a * c; }
            (sums, n + a)
        });
        f([v, 3, 2, 1]) + of_three(&sums) + n + rows.iter().map(|[a, rest @ ..]| *a - of_three(rest)).sum::<i64>()
            + rows.map(|[.., z]| z)[1]
    }
    pub fn matched_arrays(v: i64) -> i64 {
        let a = [v & 1, v & 2, 5];
        let pair = &[v & 1, v];
        let r = match *pair { [0, _] => 1, [a, b] => a * 10 + b };
        r + match a {
            [0, rest @ ..] => rest[0] * 3 + rest[1],
            [x, 2, ..] => x + 50,
            [.., last] => last * 7,
        }
    }
    pub fn slices_of(s: &[i64]) -> i64 {
        match s {
            [] => -1,
            [x] => *x,
            [0, rest @ ..] => 1000 + weighed(rest),
            [a, b] => a * 10 + b,
            [a, .., b] if *a == *b => 2000 + a,
            [a, mid @ .., 3] => 3000 + a * 10 + weighed(mid),
            [_, _, x, ..] => 4000 + x,
        }
    }
    pub fn slices(v: i64) -> i64 {
        let a = [v, 2, 0, 3, v, 3];
        let mut r = 0;
        for i in 0..7 {
            for j in i..7 { r = r * 3 + slices_of(&a[i..j]); }
        }
        r
    }
    pub fn digits(s: &[u8]) -> i64 {
        let (sign, s) = match s { [b'-', ..] => (-1, 1), [b'+' | b' ', ..] => (1, 1), _ => (1, 0) };
        sign + s
    }
    pub fn ends(v: i64) -> i64 {
        let text = if v & 1 == 0 { *b"-12" } else { *b"+34" };
        digits(&text) * 10 + digits(&text[1..]) * 100 + digits(b" 2") * 1000
    }
    pub fn taken(s: &[i64]) -> Option<i64> {
        let [a, b, rest @ ..] = s else { return None };
        let [.., c] = rest else { return Some(*a - *b) };
        if let [x, y] = rest { return Some(*x * *y + *c); }
        Some(*a + *b * *c + rest.len() as i64)
    }
    pub fn rests(v: i64) -> i64 {
        let a = [v, 2, 7, v + 1, 5];
        (0..6).map(|n| taken(&a[..n]).unwrap_or(-50)).fold(0, |r, x| r * 5 + x)
    }
    pub fn lengths(v: i64) -> i64 {
        let a = [v, 2, 7, v + 1, 5, 1, 1];
        let mut r = 0;
        for w in a.windows(2) { if let [x, y] = w { r = r * 3 + if x < y { *x } else { *y }; } }
        for w in a.chunks(3) {
            r += match w { [x, y, z] => x * y - z, [x, y] => x - y, [x] => x * 100, _ => 0 };
        }
        r + a.chunks(2).map(|c| match *c { [x, y] => x * y, [x] => x, _ => 0 }).sum::<i64>()
            + a.windows(3).filter(|w| matches!(w, [a, .., b] if a < b)).count() as i64
    }
    pub fn sort_two(s: &mut [i64]) -> i64 {
        if let [a, b] = s { if *a > *b { let t = *a; *a = *b; *b = t; } return 1; }
        if let [first, .., last] = s { *first += *last; *last = 3; }
        match s {
            [x] => { *x = 9; 2 }
            [_, second, ..] => { *second -= 1; 3 }
            _ => 4,
        }
    }
    pub fn changed(v: i64) -> i64 {
        let mut a = [v, 2, 7, v - 1];
        let r = sort_two(&mut a[..2]) + sort_two(&mut a[1..]) * 3 + sort_two(&mut a[3..]) * 5 + sort_two(&mut a[4..]) * 7;
        weighed(&a) + r
    }
    pub fn nested(v: i64) -> i64 {
        let a = [[v, 1], [2, v], [3, 3]];
        let s = &a[..(v & 3) as usize];
        let r = match s { [[0, x], ..] => *x, [[1, _], rest @ ..] => rest.len() as i64 * 10, [.., [x, y]] => x * y, [] => -1 };
        let p = [Pair { x: v, y: 1 }, Pair { x: 2, y: v }];
        let o = [Some(v), None, Some(3)];
        r + match &p[..] { [Pair { x: 1, y }, ..] => *y, [.., Pair { y, .. }] => *y * 3, _ => 0 }
            + match o { [Some(x), rest @ ..] if x > 1 => x + rest[1].unwrap_or(0), [.., last] => last.unwrap_or(9) }
    }
    pub fn guards(v: i64) -> i64 {
        let a = [v, 2, 7];
        let mut n = 0;
        let r = match &a[..] {
            [x, rest @ ..] if { n += 1; *x > 2 && rest.len() > 5 } => 1,
            [x, rest @ ..] if { n += 1; *x > 1 } => rest[0],
            [.., x] if { n += 1; *x > 100 } => 2,
            whole => whole[1] * 9,
        };
        r + n * 100
    }
    pub fn alternatives(v: i64) -> i64 {
        let a = [v & 3, 1, 2];
        let n = (v & 1) as usize + 1;
        (match &a[..n] { [0 | 1, ..] => 1, [2, x] | [x, 1] => *x * 10, [] | [_] => 3, _ => 4 })
            + match a[n..] { [x] | [_, x] => x, _ => 60 }
    }
    pub fn tested(v: i64) -> i64 {
        let a = [v, v * 2, 3];
        matches!(a, [0, ..]) as i64 + matches!(&a[1..], [2 | 4, 3]) as i64 * 2 + matches!(&a[..2], [_, _, ..]) as i64 * 4
            + matches!(a, [.., 3]) as i64 * 8 + matches!(&a[2..], []) as i64 * 16
    }
    pub fn early(v: i64) -> i64 {
        let a = [v, 2, 7, 3];
        let mut i = 0;
        while let [x, y, ..] = &a[i..] {
            i += 1;
            if *x > *y { return x * 100 + i as i64; }
        }
        i as i64
    }
    pub fn temporaries(v: i64) -> i64 {
        let [a, rest @ ..] = three(v);
        let [.., b] = &three(v + 1);
        a + rest[0] * 3 + *b + match three(v) { [x, .., y] => x * y }
    }
}
