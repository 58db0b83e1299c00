//! Slices of arrays as parameters, as names and as receivers: which elements they are, when their bounds are evaluated, and what
//! is changed through them.
#![allow(clippy::out_of_bounds_indexing)] // Such ranges must fail as in Rust.

use super::{Pair, programs, three};

const TABLE: [i64; 6] = [3, -1, 4, 1, -5, 9];
const AXIS: i64 = 3;

programs! {
    of ranges empty passed_on literals of_pairs nested generic through_closures given iterated changed changed_parts orders
        bounds_change named renamed assigned in_loops methods_of_parts struct_parts tails own_names contained arguments_read methods:

    pub fn top(a: &[i64]) -> i64 {
        let mut best = i64::MIN;
        for i in 0..a.len() {
            if a[i] > best { best = a[i]; }
        }
        best
    }
    pub fn weighed(a: &[i64]) -> i64 {
        let mut sum = 0;
        for x in a {
            sum = sum * 3 + *x;
        }
        sum + a.len() as i64
    }
    pub fn edges(a: &[i64]) -> i64 {
        if a.is_empty() { -7 } else { a[0] * 10 + a[a.len() - 1] }
    }
    pub fn both_of(a: &[i64], b: &[i64], k: i64) -> i64 {
        weighed(a) * 7 + weighed(b) * k
    }
    pub fn sum_of<T: onrush::Number>(a: &[T], from: T) -> T {
        let mut sum = from;
        for x in a { sum = sum + *x; }
        sum
    }
    pub fn moved(a: &mut [i64], by: i64) -> i64 {
        for x in a.iter_mut() { *x += by; }
        if a.is_empty() { 0 } else { a[0] }
    }
    pub fn insert(a: &mut [i64], v: i64) {
        let mut i = a.len() - 1;
        while i > 0 && a[i - 1] > v {
            a[i] = a[i - 1];
            i -= 1;
        }
        a[i] = v;
    }
    pub fn applied(a: &[i64], f: impl Fn(&[i64]) -> i64) -> i64 {
        f(a) * 5 + f(&a[1..]) + f(&[7, 8])
    }
    pub fn changing(a: &mut [i64], mut f: impl FnMut(&mut [i64], usize) -> i64) -> i64 {
        let n = a.len();
        f(a, 0) + f(&mut a[..n - 1], 1)
    }
    pub fn next_of(n: &mut usize) -> usize {
        *n += 1;
        *n
    }

    pub fn ranges(v: i64) -> i64 {
        let a = [v, 2, 7, -v, 5];
        let n = (v & 3) as usize;
        top(&a) + 3 * top(&a[1..3]) + 5 * top(&a[n..]) + 7 * top(&a[..=n]) + 11 * top(&a[..]) + 13 * weighed(&a[n..=n + 1])
            + 17 * weighed(&a[..n])
    }
    pub fn empty(v: i64) -> i64 {
        let a = [v, 2, 7];
        let n = (v & 3) as usize;
        edges(&a[n..n]) + 3 * edges(&a[3..]) + 5 * edges(&a[..0]) + 7 * weighed(&a[1..=0]) + 11 * edges(&a[n..3])
    }
    pub fn passed_on(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        both_of(&a, &a[1..], 3) + both_of(&a[2..], &TABLE[1..4], v) + edges(&TABLE)
    }
    pub fn literals(v: i64) -> i64 {
        edges(&[v, 1, v + 2]) + 3 * edges(&[v; 4]) + 5 * weighed(&three(v)) + 7 * weighed(&three(v)[1..])
            + top(&[1, v, 3][..2])
    }
    pub fn of_pairs(v: i64) -> i64 {
        pub_pairs(&[Pair { x: v, y: 1 }, Pair { x: 2, y: v }, Pair { x: 3, y: 4 }][1..])
    }
    pub fn pub_pairs(a: &[Pair]) -> i64 {
        a[0].sum() * 100 + a[1].x + a.iter().map(|p| p.plus(2)).sum::<i64>()
    }
    pub fn nested(v: i64) -> i64 {
        let mut m = [[v, 1, 2], [3, v, 5], [6, 7, v]];
        let i = (v & 1) as usize;
        let r = rows(&m[i..]) + rows(&m[..2]) * 3 + weighed(&m[i][1..]) + edges(&m[i + 1]);
        insert(&mut m[i][i..], 4);
        r * 7 + rows(&m)
    }
    pub fn rows(m: &[[i64; 3]]) -> i64 {
        let mut sum = 0;
        for (i, row) in m.iter().enumerate() {
            sum += weighed(row) * (i as i64 + 1) + top(&row[i..]) + m[i][1];
        }
        sum
    }
    pub fn generic(v: i64) -> i64 {
        let a = [v as f32, 0.5, 2.25];
        (sum_of(&a, 1.0) * 8.0) as i64 + sum_of(&[v, 2], 3) + sum_of::<u8>(&[1, 2, v as u8 & 7][1..], 9) as i64
    }
    pub fn through_closures(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        let f = |s: &[i64]| s.len() as i64 * 10 + top(s);
        let g = |s: &[i64], k: usize| f(&s[k..]) + f(s);
        f(&a) + 3 * f(&a[1..3]) + 5 * g(&a, 2) + 7 * g(&a[1..], 1) + (|s: &[i64]| s[0])(&a[3..])
    }
    pub fn given(v: i64) -> i64 {
        let mut a = [v, 2, 7, 1];
        let mut count = 0;
        let r = applied(&a, |s: &[i64]| s.len() as i64 + v) + applied(&a[1..], |s: &[i64]| weighed(s) + s[0]);
        let s = changing(&mut a[1..], |s: &mut [i64], i| { count += 1; s[i] += count; weighed(s) });
        r * 3 + s + count + weighed(&a)
    }
    pub fn iterated(v: i64) -> i64 {
        let a = [v, 2, 7, 1, v + 1];
        iterators(&a) + 3 * iterators(&a[1..3]) + 5 * iterators(&a[4..]) + 7 * iterators(&a[5..])
    }
    pub fn iterators(s: &[i64]) -> i64 {
        let mut r = s.iter().sum::<i64>() + s.iter().map(|x| x * 2).filter(|x| x % 3 != 0).count() as i64;
        for (i, x) in s.iter().enumerate().rev() { r = r * 3 + *x * i as i64; }
        for (x, y) in s.iter().zip(s.iter().skip(1)) { r ^= x - y; }
        r += s.iter().copied().max().unwrap_or(5) + s.iter().position(|x| *x == 7).map_or(9, |i| i as i64);
        for &x in s { r += x; }
        r + if s.iter().any(|&x| x > 6) { 100 } else { 0 }
    }
    pub fn changed(v: i64) -> i64 {
        let mut a = [1, 3, 5, 8, 0];
        insert(&mut a, v);
        let mut b = [0; 4];
        for i in 0..4 { insert(&mut b[..i + 1], (v * 7 + i as i64 * 5) % 9); }
        weighed(&a) * 100 + weighed(&b)
    }
    pub fn changed_parts(v: i64) -> i64 {
        let mut a = [v, 2, 7, 1, 9];
        let x = moved(&mut a[1..], 10) + moved(&mut a[..2], v) + moved(&mut a[2..2], 99) + a[2];
        let s = &mut a[2..];
        s[0] += x;
        let y = moved(s, 3) + moved(&mut s[1..], 5);
        s[1] -= y;
        s[2] = s[0] + s[1];
        weighed(&a) * 3 + x + y
    }
    pub fn orders(v: i64) -> i64 {
        let (mut a, mut i) = ([v, 2, 7, 1, 9, 4], 0usize);
        let r = both_of(&a[next_of(&mut i)..{ i += 1; i + 2 }], &a[{ i *= 2; i - 1 }..next_of(&mut i)], { i = 0; 3 });
        let s = weighed(&a[i..][next_of(&mut i)..][..next_of(&mut i)]);
        a[i..][next_of(&mut i) - 2] += { i += 1; i as i64 };
        a[{ i = 1; i }..next_of(&mut i) + 1][i - 2] -= weighed(&[i as i64, 3]);
        r + s * 3 + weighed(&a) * 5 + i as i64
    }
    pub fn bounds_change(v: i64) -> i64 {
        let mut a = [1usize, 3, 2, 0, 4];
        let r = change_and(&mut a, v) as i64;
        let n = a.len();
        let s = &mut a[..n - 1];
        s.swap(s.len() - 3, 0);
        s[1..].swap(0, next_of(&mut 1));
        let t = a[0] as i64 + 7 * a[1] as i64;
        r * 100 + t
    }
    pub fn change_and(s: &mut [usize], v: i64) -> usize {
        let i = s[0];
        s[i] += s.len();
        s[s.len() - 1] = s[s[0]] + (v & 1) as usize;
        s[{ s[3] = 1; s[3] }] += { s[0] = 2; s[0] };
        s[0] * 1000 + s[1] * 100 + s[3] * 10 + s[4]
    }
    pub fn named(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        let s = &a[1..];
        let t = &s[..2];
        let u: &[i64] = &a;
        let w = u;
        let all = &a;
        let x: &[i64] = all;
        edges(s) + 3 * edges(t) + 5 * edges(u) + 7 * s[0] + t[1] * 11 + weighed(w) + w.len() as i64 + weighed(&x[2..])
    }
    pub fn renamed(v: i64) -> i64 {
        let mut a = [v, 2, 7, 1];
        let s: &mut [i64] = &mut a;
        let t = &mut s[1..];
        t[0] += 5;
        let u = &mut *t;
        u[1] *= 2;
        moved(u, 1);
        t[2] -= 1;
        s[0] += s[3];
        let before = a;
        a[0] = 0;
        weighed(&before) * 3 + weighed(&a)
    }
    pub fn assigned(v: i64) -> i64 {
        let mut a = [v, 2, 7, 1];
        let s = &mut a[1..];
        let k = (v & 1) as usize;
        s[k] = v * 2;
        s[k + 1] *= s[k];
        s[2] ^= s[0];
        let mut p = [Pair { x: v, y: 1 }, Pair { x: 2, y: 3 }];
        let q = &mut p[k..];
        q[0] += Pair::new(1, 2);
        q[0].y -= q[0].bump();
        weighed(&a) + pub_pairs(&[p[0], p[1]])
    }
    pub fn in_loops(v: i64) -> i64 {
        let mut a = [v, 2, 7, 1, 3];
        let mut r = 0;
        for i in 0..a.len() {
            let s = &mut a[i..];
            s[0] += i as i64;
            let mut n = s.len();
            while n > 1 {
                n -= 1;
                if s[n] < s[n - 1] { let t = s[n]; s[n] = s[n - 1]; s[n - 1] = t; r += 1; }
                if s[..n].len() == 2 { continue; }
            }
            for x in &mut a[..i] { *x -= 1; r += *x; }
        }
        r * 31 + weighed(&a)
    }
    pub fn methods_of_parts(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        let n = (v & 3) as usize;
        a[n..].len() as i64 * 100 + a[..n].is_empty() as i64 + a[n..][0] + a[1..].iter().sum::<i64>() + (&a[..n]).iter().count() as i64
    }
    pub fn struct_parts(v: i64) -> i64 {
        let mut t = ([v, 2, 7], [Pair { x: 1, y: v }, Pair { x: 2, y: 3 }]);
        moved(&mut t.0[1..], v);
        let q = &mut t.1[1..];
        q[0].bump();
        let r = &mut t.0;
        moved(&mut r[..2], 1);
        insert(r, 3);
        weighed(&t.0) + pub_pairs(&t.1)
    }
    pub fn tails(v: i64) -> i64 {
        let f = |n: usize| {
            let b = [v, v + 1, n as i64];
            let s = &b[n..];
            if s.is_empty() { return -1; }
            s[0]
        };
        f(1) + f(3) * 10 + { let c = [v, 4]; weighed(&c[..1]) }
    }
    pub fn own_names(v: i64) -> i64 {
        let mut p = Pair { x: v, y: 1 };
        p.contains(v) * 3 + p.contains(p.y) * 5 + p.sort_by(2) * 7 + p.sort_by(v) * 11 + p.sort_by(AXIS) + p.sum()
    }
    pub fn any_of(f: impl Fn(i64) -> bool) -> bool {
        f(2) || f(7)
    }
    pub fn contained(v: i64) -> i64 {
        let (mut p, mut n) = ((three(v), 1), 0);
        for x in p.0.iter() { n = n * 2 + p.0.contains(&(x + 1)) as i64; }
        let r = &p.0;
        n = n * 2 + p.0.contains(&3) as i64 + r[0];
        let mut a = three(v);
        for x in a.iter() { n = n * 2 + a.contains(&(x - 1)) as i64; }
        let s: &mut [i64] = &mut a;
        for x in s.iter() { n = n * 2 + s.contains(&(x - 1)) as i64; }
        n = n * 4 + any_of(|x| p.0.contains(&x)) as i64 * 2 + any_of(|x| s.contains(&x)) as i64;
        let t = [v, 2];
        for x in s.iter() { n += s.contains(t.last().unwrap()) as i64 * *x; }
        for x in p.0.iter() { n += p.0.contains(t.first().unwrap()) as i64 * *x; }
        s[0] = n;
        p.0[1] = v;
        p.0[1] + a[0]
    }
    pub fn arguments_read(v: i64) -> i64 {
        let mut p = [Pair { x: v, y: 1 }, Pair { x: 2, y: 3 }];
        let read = p[1..][0].plus(p[1].sum()) + p[1..][0].add_to(v);
        let mut a = [v, 2, 7, read];
        let s: &mut [i64] = &mut a;
        s.fill(s[0] + s.len() as i64);
        s[1] = 9;
        let t: &[i64] = s;
        let u = t.contains(&s[1]) as i64 + s.contains(&s[2]) as i64 * 8 + t[1];
        s.swap(s.len() - 1, (s[2] & 1) as usize);
        u + s[..2].contains(&s[3]) as i64 * 2 + s[1..].contains(&s[0]) as i64 * 4 + weighed(s)
    }
    pub fn methods(v: i64) -> i64 {
        let mut a = [v, 2, 7, 1, 9, 4];
        let r = own_methods(&mut a) * 3 + own_methods(&mut a[1..4]) * 5 + own_methods(&mut a[4..]);
        a[..3].reverse();
        a[2..].sort();
        a[v as usize & 3..].fill(v);
        a[4..].copy_from_slice(&TABLE[1..3]);
        let mut b = [0u8; 4];
        b[..2].copy_from_slice(&(v as i16).to_le_bytes());
        r + weighed(&a) + u32::from_le_bytes(b) as i64
    }
    pub fn own_methods(s: &mut [i64]) -> i64 {
        let n = s.len();
        s.swap(0, n - 1);
        s.reverse();
        s.sort_unstable();
        let last = n - 1;
        s[..last].fill(3);
        let r = s.contains(&3) as i64 + s[1..].contains(&3) as i64 * 2 + s.get(n).copied().unwrap_or(7) + s.get(1).map_or(5, |x| *x);
        r + s.first().copied().unwrap_or(1) + s[n..].first().copied().unwrap_or(11) + *s[..1].last().unwrap()
            + s[n..].last().copied().unwrap_or(13) + if let Some(x) = s[last..].first() { *x } else { 17 }
    }
}

/// What fails, with Rust's message.
macro_rules! failures {
    ($($message:literal: |$v:ident| { $($body:tt)* })*) => {
        #[allow(unreachable_code, clippy::diverging_sub_expression)]
        fn failures<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
            use onrush::prelude::*;
            let items = b.upload(&[2usize])?;
            $({
                let results = items.iter().map(op!(|$v: usize| { $($body)* })).collect();
                let error = results.and_then(|results| results.to_vec()).unwrap_err();
                match error.kind() {
                    onrush::ErrorKind::Panic { message, .. } => assert_eq!(message, $message),
                    other => panic!("{other:?}"),
                }
                let plain = std::panic::catch_unwind(|| {
                    let $v = std::hint::black_box(2usize);
                    $($body)*
                });
                let plain = plain.unwrap_err();
                let text = plain.downcast_ref::<String>().cloned();
                assert_eq!(text.or_else(|| plain.downcast_ref::<&str>().map(|text| text.to_string())).as_deref(), Some($message));
            })*
            Ok(())
        }
    };
}

pub(super) use failures;

mod failing {
    use onrush::prelude::device;

    #[device]
    fn at(s: &[i64], i: usize) -> i64 {
        s[i]
    }
    #[device]
    fn put(s: &mut [i64], i: usize) -> i64 {
        s[i] += 1;
        s[0]
    }

    failures! {
        "slice index starts at 3 but ends at 2": |v| { at(&[1, 2, 3, 4][v + 1..v], 0) }
        "slice index starts at 4 but ends at 3": |v| { at(&[1, 2, 3, 4][v + 2..=v], 0) }
        "range end index 5 out of range for slice of length 4": |v| { at(&[1, 2, 3, 4][..v + 3], 0) }
        "range end index 4 out of range for slice of length 4": |v| { at(&[1, 2, 3, 4][1..=v + 2], 0) }
        "range end index 18446744073709551615 out of range for slice of length 4": |v| { at(&[1, 2, 3, 4][..=usize::MAX], v) }
        "range start index 5 out of range for slice of length 4": |v| { at(&[1, 2, 3, 4][v + 3..], 0) }
        "range start index 7 out of range for slice of length 4": |v| { at(&[1, 2, 3, 4][v + 5..v], 0) }
        "range end index 2 out of range for slice of length 1": |v| { let a = [1, 2, 3]; let s = &a[v..]; at(&s[..v], 0) }
        "index out of bounds: the len is 1 but the index is 2": |v| { at(&[1, 2, 3][v..], v) }
        "index out of bounds: the len is 0 but the index is 0": |v| { at(&[1, 2][v..], 0) }
        "index out of bounds: the len is 0 but the index is 1": |v| { let mut a = [1, 2, 3]; put(&mut a[v..v], 1) }
        "index out of bounds: the len is 2 but the index is 2": |v| { let mut a = [1, 2, 3]; a[..v].swap(0, v); a[0] }
        "window size must be non-zero": |v| { [1, v, 3].windows(v - 2).count() as i64 }
        "chunk size must be non-zero": |v| { let mut n = 0; for c in [1, 2, 3].chunks_exact(v - 2) { n += c[0]; } n }
        "copy_from_slice: source slice length (1) does not match destination slice length (2)": |v| {
            let mut a = [1, 2, 3];
            a[..v].copy_from_slice(&[v]);
            a[0]
        }
    }
    crate::everywhere! { failures }

    /// The line of a failing range is that of its bracket, as in Rust.
    #[rustfmt::skip]
    fn lines<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
        use onrush::prelude::*;
        let items = b.upload(&[5usize])?;
        let first = line!();
        let ranges = (
            op!(|v: usize| at(
                &[1, 2, 3][
                    v..],
                0)),
            op!(|v: usize| {
                let a = [1, 2, 3];
                let mut n = 0;
                for x in
                    &a[
                    v..] { n += x; }
                n
            }),
            op!(|v: usize| {
                let a = [1i64, 2, 3];
                let s = &a[1..];
                s
                    [..v]
                    .iter().sum::<i64>()
            }),
        );
        let check = |error: onrush::Error, line| match error.kind() {
            onrush::ErrorKind::Panic { location: Some(found), .. } => assert_eq!(found.line, first + line),
            other => panic!("{other:?}"),
        };
        check(items.iter().map(ranges.0).collect().and_then(|results| results.to_vec()).unwrap_err(), 3);
        check(items.iter().map(ranges.1).collect().and_then(|results| results.to_vec()).unwrap_err(), 10);
        check(items.iter().map(ranges.2).collect().and_then(|results| results.to_vec()).unwrap_err(), 18);
        Ok(())
    }
    crate::everywhere! { lines }
}
