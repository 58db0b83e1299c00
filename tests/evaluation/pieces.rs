//! Parts of arrays and slices that methods give: halves, ranges that may be out of bounds, elements to be changed, and ends beside
//! the rest.

use super::{Pair, programs, three};

programs! {
    of halved halves_changed halves_nested mids_evaluated ranges bounds_evaluated open_ranges changed_ranges taken elements
        elements_taken places operators ends matched_ends ends_changed in_closures loops mapped fields_and_methods recursive_halves
        guards shadowed of_references early:

    pub fn weighed(a: &[i64]) -> i64 {
        let mut sum = 0;
        for x in a { sum = sum * 3 + *x; }
        sum + a.len() as i64
    }
    pub fn bumped(a: &mut [i64], by: i64) -> i64 {
        for x in a.iter_mut() { *x += by; }
        a.len() as i64
    }
    pub fn at(n: &mut usize) -> usize {
        *n += 1;
        *n - 1
    }

    pub fn halved(v: i64) -> i64 {
        let a = [v, 2, 7, 1, v + 3];
        let n = (v & 3) as usize;
        let (p, q) = a.split_at(n);
        let (r, _) = q.split_at(1);
        let (_, s) = a[1..].split_at(q.len() - 1);
        let of_three = three(v);
        let (t, ..) = of_three.split_at(2);
        weighed(p) * 7 + weighed(q) * 5 + weighed(r) * 3 + weighed(s) + t[1] + p.iter().zip(q).map(|(x, y)| x * y).sum::<i64>()
    }
    pub fn halves_changed(v: i64) -> i64 {
        let mut a = [v, 2, 7, 1, v + 3, 9];
        let n = (v & 3) as usize;
        let (p, q) = a.split_at_mut(n);
        bumped(p, 3);
        q[0] += p.len() as i64;
        q[1] *= if p.is_empty() { 5 } else { p[0] };
        for (x, y) in p.iter_mut().zip(q.iter_mut()) { *x += *y; *y -= *x * 2; }
        q.swap(0, 2);
        weighed(p) * 5 + weighed(q) + { weighed(&a) * 3 }
    }
    pub fn halves_nested(v: i64) -> i64 {
        let mut a = [v, 2, 7, 1, v + 3, 9, 4, 8];
        let (p, q) = a.split_at_mut(4);
        let (pp, pq) = p.split_at_mut(2);
        let (qp, qq) = q.split_at_mut(1);
        pp.copy_from_slice(pq);
        qq[0] = qp[0] + pp[1];
        pq[0] -= qq[2];
        qp[0] = v;
        weighed(&a)
    }
    pub fn mids_evaluated(v: i64) -> i64 {
        let mut m = [[v, 2, 7], [1, v + 3, 9]];
        let mut n = 0;
        let (p, q) = m[at(&mut n)].split_at_mut(at(&mut n));
        p[0] += 10;
        q[1] += 20;
        let len = n;
        let (p, q) = m[1].split_at_mut({ n += 5; len });
        p[0] *= 3;
        q[0] -= p[0];
        let mut flat = [v, 1, 2, 3];
        let (p, q) = flat.split_at_mut(2);
        q[0] = p[1];
        let s = &mut flat[1..];
        let (p, q) = s.split_at_mut(s.len() - 1);
        q[0] += p[0];
        weighed(&m[0]) + 3 * weighed(&m[1]) + n as i64 + weighed(&flat)
    }
    pub fn ranges(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        let n = (v & 7) as usize;
        let mut r = 0;
        if let Some(s) = a.get(n..) { r += weighed(s) } else { r -= 1 }
        if let Some(s) = a.get(..n) { r += weighed(s) * 3 } else { r -= 2 }
        if let Some(s) = a.get(1..n) { r += weighed(s) * 5 } else { r -= 4 }
        if let Some(s) = a.get(n..3) { r += weighed(s) * 7 } else { r -= 8 }
        if let Some(s) = a.get(n..=3) { r += weighed(s) * 11 } else { r -= 16 }
        if let Some(s) = a.get(1..=n) { r += weighed(s) * 13 } else { r -= 32 }
        if let Some(s) = a.get(..=n) { r += weighed(s) * 17 } else { r -= 64 }
        if let Some(s) = a.get(..) { r += weighed(s) * 19 }
        if let Some(s) = a.get(n..=usize::MAX) { r += weighed(s) }
        if let Some(s) = a.get(..=usize::MAX) { r += weighed(s) }
        if let Some(s) = a.get(n..n - n / 2) { r += weighed(s) * 23 }
        if let Some(s) = a.get(n..=n.wrapping_sub(1)) { r += weighed(s) * 29 + 1000 }
        if let Some(s) = a[1..].get(n..n + 1) { r += weighed(s) * 31 }
        r
    }
    pub fn bounds_evaluated(v: i64) -> i64 {
        let a = [v, 2, 7, 1, 5];
        let (mut n, mut log) = ((v & 3) as usize, 0);
        let r = match a.get({ log = log * 10 + 1; at(&mut n) }..{ log = log * 10 + 2; at(&mut n) + 1 }) {
            Some(s) => weighed(s),
            None => -9,
        };
        let s = match a.get({ log = log * 10 + 3; n + 3 }..{ log = log * 10 + 4; n }) {
            None => { log += 1; 0 }
            Some(_) => 5,
        };
        r * 100 + s + log + n as i64 * 7
    }
    pub fn open_ranges(v: i64) -> i64 {
        let s: &[i64] = &[v, 2, 7];
        let n = (v & 3) as usize;
        let Some(t) = s.get(n..) else { return -1 };
        let Some(t) = t.get(1..) else { return -2 };
        t.len() as i64 * 10 + if t.get(..1).is_some() { t[0] } else { 4 } + t.get(5..2).is_none() as i64
            + s.get(..9).is_some() as i64 + three(v).get(1..3).is_some() as i64
    }
    pub fn changed_ranges(v: i64) -> i64 {
        let mut a = [v, 2, 7, 1];
        let n = (v & 7) as usize;
        if let Some(s) = a.get_mut(n..) { bumped(s, 5); } else { a[0] += 1; }
        if let Some(s) = a.get_mut(..n) { s[0..].reverse(); }
        match a.get_mut(1..n) {
            Some(s) if s.len() > 1 => s[1] = s[0] * 2,
            Some(s) => { for x in s { *x -= 1; } }
            None => a[1] = -3,
        }
        weighed(&a)
    }
    pub fn of_all(a: &[i64], n: usize) -> Option<i64> {
        let s = a.get(n..n + 2)?;
        let (p, q) = s.split_at(1);
        let t = a.get(..s[0] as usize & 7)?;
        Some(p[0] * 100 + q[0] * 10 + weighed(t))
    }
    pub fn taken(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        let n = (v & 3) as usize;
        let s = a.get(n / 2..).unwrap();
        let t = s.get(..2).expect("at least { two }");
        of_all(&a, n).unwrap_or(-5) + weighed(t) * 3 + of_all(s, 0).unwrap_or(-7)
    }
    pub fn elements(v: i64) -> i64 {
        let mut a = [v, 2, 7];
        let n = (v & 3) as usize;
        if let Some(x) = a.get_mut(n) { *x += 10; } else { a[0] = 99; }
        if let Some(x) = a.get_mut(n / 2) { *x *= 2; }
        if let Some(x) = a.first_mut() { *x -= 1; }
        if let Some(x) = a[n..].last_mut() { *x += 4; }
        match a.get_mut(n + 1) {
            Some(x) if *x > 4 => *x = -*x,
            Some(&mut x) => a[0] += x,
            None => a[1] = 0,
        }
        let Some(x) = a.get_mut(1) else { return 0 };
        *x ^= 5;
        weighed(&a)
    }
    pub fn put(a: &mut [i64], i: usize, v: i64) -> Option<usize> {
        *a.get_mut(i)? = v;
        *a.get_mut(i + 1)? += v * 2;
        let x = a.get_mut(i + 2)?;
        *x -= 1;
        *a.first_mut()? ^= 3;
        Some(i)
    }
    pub fn elements_taken(v: i64) -> i64 {
        let mut a = [v, 2, 7, 4];
        let n = (v & 3) as usize;
        let r = put(&mut a, n, v).map_or(-1, |i| i as i64);
        let q = put(&mut a[3..], 0, 8).is_none();
        *a.get_mut(n).unwrap() += 1;
        *a.last_mut().expect("some") = *a.first_mut().unwrap() - 1;
        weighed(&a) + r * 1000 + q as i64
    }
    pub fn places(v: i64) -> i64 {
        let mut a = [Pair { x: v, y: 1 }, Pair { x: 2, y: v }];
        let n = (v & 1) as usize;
        a.get_mut(n).unwrap().x += 5;
        a.get_mut(1 - n).unwrap().bump();
        a.last_mut().unwrap().y = a[0].x;
        if let Some(p) = a.get_mut(n) { p.y += p.x; p.bump(); *p += Pair { x: 1, y: 1 }; }
        a[0].sum() * 100 + a[1].sum()
    }
    pub fn ordered(a: &mut [i64], i: usize, n: &mut i64) -> Option<i64> {
        *a.get_mut(i)? = { *n += 1; *n };
        *a.get_mut(i)? += { *n += 1; *n };
        *a.get_mut(i + 2)? *= { *n += 10; *n };
        Some(*n)
    }
    pub fn operators(v: i64) -> i64 {
        let (mut a, mut n) = ([v, 2, 7, 4], 0);
        let r = ordered(&mut a, (v & 7) as usize, &mut n).unwrap_or(50);
        weighed(&a) + r * 7 + n * 31
    }
    pub fn ends(v: i64) -> i64 {
        let a = [v, 2, 7];
        let n = (v & 3) as usize;
        let mut r = 0;
        if let Some((first, rest)) = a[n..].split_first() { r += *first * 10 + weighed(rest) } else { r -= 1 }
        if let Some((last, rest)) = a[n..].split_last() { r += *last * 30 + weighed(rest) * 3 } else { r -= 2 }
        if let Some((&first, _)) = a[..n].split_first() { r += first * 50 }
        if let Some((_, rest)) = a[..n].split_last() { r += rest.len() as i64 * 70 }
        if let Some(_) = a[n..].split_first() { r += 1 }
        if let Some((x, rest)) = a.split_first() && *x > 1 && rest[0] == 2 { r += 90 } else { r += 5 }
        let Some((&first, rest)) = a.split_first() else { return 0 };
        let Some((last, rest)) = rest.split_last() else { return 1 };
        r + first * 3 + *last + rest.len() as i64
    }
    pub fn number(s: &[u8]) -> Option<i64> {
        let (sign, digits) = match s.split_first() {
            Some((b'-', rest)) => (-1, rest.len()),
            Some((b'+', rest)) if rest.len() > 1 => (2, rest.len()),
            Some((&c, rest)) if c.is_ascii_digit() && !rest.is_empty() => (c as i64, rest.len()),
            Some((c, _)) => (*c as i64 * 3, 1),
            None => return None,
        };
        let (&c, rest) = s.split_last()?;
        Some(sign * 100 + digits as i64 * 10 + c as i64 + rest.len() as i64)
    }
    pub fn matched_ends(v: i64) -> i64 {
        let of = |s: &[u8]| number(s).unwrap_or(-1);
        of(b"-12") + of(b"+1") * 3 + of(b"+") * 5 + of(b"73") * 7 + of(b"x") * 11 + of(&b"12"[..(v & 1) as usize]) * 13
    }
    pub fn ends_changed(v: i64) -> i64 {
        let mut a = [v, 2, 7, 3];
        let n = (v & 3) as usize;
        if let Some((first, rest)) = a[n..].split_first_mut() {
            *first += rest.len() as i64;
            for x in rest.iter_mut() { *x += *first; *first -= 1; }
        }
        if let Some((last, rest)) = a[..n].split_last_mut() {
            if let Some((other, _)) = rest.split_last_mut() { *other = *last * 2; *last -= 3; } else { *last = 40; }
        }
        match a.split_first_mut() {
            Some((x, rest)) if *x > 2 && rest[0] > 1 => rest[1] = *x,
            Some((x, _)) => *x = 77,
            None => {}
        }
        weighed(&a)
    }
    pub fn in_closures(v: i64) -> i64 {
        let a = [v, 2, 7, 3];
        let f = |s: &[i64], n: usize| -> Option<i64> {
            let t = s.get(n..)?;
            let (first, rest) = t.split_first()?;
            Some(*first * 10 + weighed(rest))
        };
        let mut count = 0;
        let mut g = |s: &[i64]| { let (p, q) = s.split_at(1); count += 1; weighed(p) - weighed(q) };
        let r = g(&a) + g(&a[1..]);
        f(&a, (v & 7) as usize).unwrap_or(-3) + f(&a[1..], 2).unwrap_or(7) * 3 + r + count
            + (0..6).filter_map(|i| f(&a, i)).sum::<i64>()
    }
    pub fn loops(v: i64) -> i64 {
        let mut a = [v, 2, 7, 3];
        let (mut i, mut r) = ((v & 1) as usize, 0);
        while let Some(x) = a.get_mut(i) { *x += i as i64; i += 2; }
        let mut n = 0;
        while let Some(s) = a.get(n..n + 2) {
            n += 1;
            if s[0] > 8 { continue; }
            r = r * 3 + s[0] - s[1];
            if s[1] < 0 { break; }
        }
        'outer: for i in 0..5 {
            let Some(s) = a.get(i..i + 2) else { break 'outer };
            let (p, q) = s.split_at(1);
            if p[0] > q[0] { continue 'outer; }
            r += q[0];
        }
        r + weighed(&a)
    }
    pub fn mapped(v: i64) -> i64 {
        let a = [v, 2, 7, 3];
        let n = (v & 7) as usize;
        a.get(n..).map_or(-1, |s| weighed(s)) + a.get(..n).map(|s| s.len() as i64).unwrap_or(3) * 5
            + a.get(1..n).is_some_and(|s| s.len() > 1) as i64 + a.get(n..n + 1).map(weighed).unwrap_or(9)
            + a[n & 3..].split_first().map_or(4, |(x, rest)| *x * 3 + rest.len() as i64)
    }
    pub fn fields_and_methods(v: i64) -> i64 {
        let mut t = ([v, 4, 1], [Pair { x: 1, y: v }; 3]);
        let (p, q) = t.0.split_at_mut(1);
        p[0] += q[0];
        if let Some(x) = t.1.get_mut((v & 3) as usize) { x.x = p[0]; q[1] = x.add_to(2); }
        let (p, q) = t.1.split_at(2);
        p[0].sum() + p[1].plus(3) + q[0].sum() * 3 + weighed(&t.0)
    }
    pub fn merged(a: &mut [i64], n: usize) -> i64 {
        let (p, q) = a.split_at_mut(n);
        let (mut i, mut j, mut r) = (0, 0, 0);
        loop {
            r = match (p.get(i), q.get(j)) {
                (Some(&x), Some(&y)) if x <= y => { i += 1; r * 3 + x }
                (_, Some(y)) => { j += 1; r * 3 + *y }
                (Some(x), None) => { i += 1; r * 3 + *x }
                (None, None) => break,
            };
        }
        p.iter_mut().for_each(|x| *x = r);
        r + q.len() as i64
    }
    pub fn recursive_halves(v: i64) -> i64 {
        let mut a = [1, v, 5, 0, 3, 9];
        merged(&mut a, 3) + merged(&mut a[1..], (v & 3) as usize) * 5 + weighed(&a)
    }
    pub fn guards(v: i64) -> i64 {
        let a = [v, 2, 7, 3];
        let n = (v & 3) as usize;
        let mut asked = 0;
        let r = match a.get(n..n + 2) {
            Some(s) if { asked += 1; s[0] > s[1] } => s[0],
            Some(s) if { asked += 1; s.iter().sum::<i64>() > 8 } => s[1] * 3,
            _ if { asked += 10; v > 3 } => 50,
            Some(_) | None => 60,
        };
        r + asked * 100
    }
    pub fn shadowed(v: i64) -> i64 {
        let a = [v, 2, 7, 3];
        let (a, b) = a.split_at(2);
        let (a, b) = b.split_at(a.len() - 1);
        let at1 = 5;
        let n = 1;
        if let Some(n) = a.get(n - 1..n) { return n[0] + b[0] + at1; }
        0
    }
    pub fn of_reference(a: &[i64; 4], b: &mut [i64; 4], n: usize) -> Option<i64> {
        let (p, q) = a.split_at(n);
        let (r, s) = b.split_at_mut(n);
        r.copy_from_slice(p);
        let (x, rest) = q.split_first()?;
        *s.last_mut()? = *x;
        let t = b.get(1..n)?;
        Some(weighed(t) + rest.len() as i64)
    }
    pub fn of_references(v: i64) -> i64 {
        let mut b = [9, 8, 7, 6];
        let r = of_reference(&[v, 1, 2, 3], &mut b, (v & 3) as usize).unwrap_or(-1);
        r + weighed(&b)
    }
    pub fn early(v: i64) -> i64 {
        let a = [v, 2, 7, 3];
        for i in 0..9 {
            if let Some(s) = a.get(i..i + (if v == 1 { return 7 } else { 2 })) {
                if s[0] == 7 { return weighed(s); }
            }
        }
        -1
    }
}

mod failing {
    use onrush::prelude::device;

    #[device]
    fn halves(s: &mut [usize], n: usize) -> usize {
        let (p, q) = s.split_at_mut(n);
        p[0] += q[0];
        p.len()
    }
    #[device]
    fn put(s: &mut [usize], i: usize) -> Option<usize> {
        *s.get_mut(i)? += s[i + 1];
        Some(s[i])
    }

    super::super::slices::failures! {
        "mid > len": |v| { let a = [1, 2, 3]; let (p, q) = a.split_at(v + 2); p.len() * 10 + q.len() }
        "mid > len": |v| { let a = [1, 2, 3]; let (_, _) = a[v..].split_at(v); 3 }
        "mid > len": |v| { let mut a = [1, 2, 3]; halves(&mut a, v + 9) }
        "mid > len": |v| { let mut a = [1, 2, 3]; let (..) = a.split_at_mut(usize::MAX - v); 3 }
        "index out of bounds: the len is 0 but the index is 0": |v| { let mut a = [1, 2]; halves(&mut a, v) }
        "index out of bounds: the len is 2 but the index is 2": |v| { let mut a = [1, 2]; put(&mut a, v - 1).unwrap_or(3) }
        "called `Option::unwrap()` on a `None` value": |v| { let mut a = [1, 2]; *a.get_mut(v).unwrap() = 3; a[0] }
        "called `Option::unwrap()` on a `None` value": |v| { let a = [1, 2]; let s = a.get(v - 1..v - 2).unwrap(); s.len() }
        "at least {three}": |v| { let a = [1, 2]; let s = a.get(..v + 1).expect("at least {three}"); s.len() }
        "none of {v}": |v| { let mut a = [v]; *a.get_mut(v).expect("none of {v}") += 1; a[0] }
        "index out of bounds: the len is 1 but the index is 2": |v| { let a = [1, 2]; if let Some(s) = a.get([1][v]..panic!("later")) { s[0] } else { 3 } }
        "earlier": |v| { let a = [[1, 2]; 2]; let (p, _) = a[if v > 1 { panic!("earlier") } else { v }].split_at(panic!("later")); p[0] }
        "index out of bounds: the len is 2 but the index is 2": |v| {
            let mut a = [[1, 2]; 2];
            if let Some(x) = a[v].get_mut(if v > 1 { panic!("later") } else { v }) { *x = 3; }
            a[0][0]
        }
        "searched 3": |v| { [1, 2, 3, 4].partition_point(|x| if *x == v + 1 { panic!("searched 3") } else { true }) }
    }
    crate::everywhere! { failures }

    /// The line of a failure is that of the method, as in Rust.
    #[rustfmt::skip]
    fn lines<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
        use onrush::prelude::*;
        let items = b.upload(&[5usize])?;
        let first = line!();
        let failing = (
            op!(|v: usize| {
                let a = [1, 2, 3];
                let (p, q) = a
                    [..]
                    .split_at(
                        v);
                p.len() + q.len()
            }),
            op!(|v: usize| {
                let a = [1, 2, 3];
                let s = a
                    .get(v..)
                    .unwrap();
                s.len()
            }),
            op!(|v: usize| {
                let mut a = [1, 2, 3];
                *a
                    .get_mut(v)
                    .expect("one") = 3;
                a[0]
            }),
            op!(|v: usize| {
                let a = [1, 2, 3];
                a
                    .windows(v - 5)
                    .count()
            }),
        );
        let check = |error: onrush::Error, line| match error.kind() {
            onrush::ErrorKind::Panic { location: Some(found), .. } => assert_eq!(found.line, first + line),
            other => panic!("{other:?}"),
        };
        check(items.iter().map(failing.0).collect().and_then(|results| results.to_vec()).unwrap_err(), 6);
        check(items.iter().map(failing.1).collect().and_then(|results| results.to_vec()).unwrap_err(), 14);
        check(items.iter().map(failing.2).collect().and_then(|results| results.to_vec()).unwrap_err(), 21);
        check(items.iter().map(failing.3).collect().and_then(|results| results.to_vec()).unwrap_err(), 27);
        Ok(())
    }
    crate::everywhere! { lines }
}
