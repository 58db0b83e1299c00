//! Slices that are assigned anew: what they refer to before and behind an assignment, and who sees which.

use super::programs;

const TABLE: [i64; 5] = [3, -1, 4, 1, 5];

programs! {
    of split paired parameter halved taken searched swapped longest copies_named closures_made closures_changing moved chains
        named_iterators loops shadowed constants nested arguments bounds from_arrays reborrowed guards given early
        assigned_beside moved_into_chains measured measured_in_loops:

    pub fn weighed(a: &[i64]) -> i64 {
        let mut sum = 0;
        for x in a { sum = sum * 3 + *x; }
        sum + a.len() as i64
    }
    pub fn split(v: i64) -> i64 {
        let a = [v, 2, 7, 1, v + 3];
        let mut rest: &[i64] = &a;
        let mut sum = 0;
        while let Some((&first, tail)) = rest.split_first() {
            sum = sum * 5 + first + rest.len() as i64 * tail.len() as i64;
            rest = tail;
        }
        let mut rest = &a[..(v & 3) as usize];
        while let Some((last, front)) = rest.split_last() {
            sum = sum * 3 - *last;
            rest = front;
        }
        sum + rest.len() as i64 + weighed(rest)
    }
    pub fn measured(v: i64) -> i64 {
        let a = [v, 2, 3, 4];
        let mut rest = &a[..];
        let f = |x: i64| rest.len() as i64 + x;
        rest = &rest[1..];
        let g = |r: &[i64]| r.len() as i64 * 10 + rest.len() as i64;
        rest = &rest[1..];
        f(2) * 100 + g(rest) + rest.len() as i64
    }
    pub fn measured_in_loops(v: i64) -> i64 {
        let a = [v, 2, 3, 4];
        let mut rest = &a[..];
        let mut n = v;
        while let [first, tail @ ..] = rest {
            let f = |x: i64| {
                let g = |y: i64| rest.len() as i64 * y + rest.contains(&x) as i64 + *rest.first().unwrap();
                g(x) + rest[1..].len() as i64 + rest.is_empty() as i64
            };
            rest = tail;
            n = n * 3 + f(*first) + rest.len() as i64;
        }
        n
    }
    pub fn pairs_of(s: &[i64]) -> i64 {
        let mut rest = s;
        let mut sum = 0;
        while let [a, b, tail @ ..] = rest {
            sum = sum * 7 + *a * *b + rest[0];
            rest = tail;
        }
        match rest { [] => sum, [x] => sum - x, _ => 99 }
    }
    pub fn paired(v: i64) -> i64 {
        let a = [v, 2, 7, 1, v + 3];
        pairs_of(&a) + pairs_of(&a[1..]) * 3 + pairs_of(&a[5..]) + pairs_of(&a[4..]) * 5
    }
    pub fn walked(mut rest: &[i64], k: usize) -> i64 {
        let mut sum = 0;
        while rest.len() > k {
            let (head, tail) = rest.split_at(k);
            sum = sum * 3 + head.iter().sum::<i64>();
            rest = &tail[1..];
        }
        sum + weighed(rest)
    }
    pub fn parameter(v: i64) -> i64 {
        let a = [v, 2, 7, 1, v + 3, 8, 9];
        let s = &a[1..];
        walked(&a, (v & 3) as usize) + walked(s, 2) + weighed(s)
    }
    pub fn halved(v: i64) -> i64 {
        let a = [v, 2, 7, 1, v + 3, 8, 9];
        let mut head: &[i64] = &a;
        let mut rest: &[i64] = &a;
        let mut sum = 0;
        for n in 0..3 {
            (head, rest) = rest.split_at(n);
            sum = sum * 3 + weighed(head) - weighed(rest);
        }
        (rest, head) = (&a[..]).split_at((v & 1) as usize);
        sum + weighed(head) * 5 + weighed(rest)
    }
    pub fn take(s: &[i64], n: usize) -> Option<i64> {
        let mut rest = s;
        rest = rest.get(n..)?;
        rest = rest.get(..2)?;
        Some(weighed(rest))
    }
    pub fn taken(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        let mut rest = &a[..];
        let mut sum = take(&a, (v & 7) as usize).unwrap_or(-5);
        if let Some(s) = rest.get((v & 7) as usize..) { rest = s; }
        sum = sum * 3 + weighed(rest);
        rest = a.get(1..3).unwrap();
        sum * 3 + weighed(rest)
    }
    pub fn searched(v: i64) -> i64 {
        let a = [v, 2, 7, v, 9, 2, 8];
        let mut rest = &a[..];
        let mut sum = 0;
        while let Some(i) = rest.iter().position(|&x| x == 2 || x == rest[0]) {
            sum = sum * 3 + i as i64 + rest.len() as i64;
            rest = &rest[i + 1..];
        }
        sum + weighed(rest)
    }
    pub fn swapped(v: i64) -> i64 {
        let a = [v, 2, 7];
        let b = [1, v + 2, 9, 4];
        let (mut p, mut q) = (0, 1);
        let mut s: &[i64] = &a;
        let mut t: &[i64] = &b;
        for i in 0..(v & 3) {
            let old = s;
            s = t;
            t = old;
            p += weighed(s) * (i + 1);
            q += weighed(old);
        }
        p * 3 + q + weighed(s) * 5 + weighed(t)
    }
    pub fn longest(v: i64) -> i64 {
        let a = [v, 1, 2, 0, 3, 4, v, 0, 5];
        let mut best = &a[..0];
        let mut rest = &a[..];
        while !rest.is_empty() {
            let n = rest.iter().position(|&x| x == 0).unwrap_or(rest.len());
            let word = &rest[..n];
            if word.len() > best.len() { best = word; }
            rest = if n < rest.len() { &rest[n + 1..] } else { &rest[n..] };
        }
        weighed(best)
    }
    pub fn copies_named(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        let mut rest = &a[..];
        let first = &rest[0];
        let whole = rest;
        let part = &rest[1..3];
        let again = &rest;
        let n = again.len() as i64;
        rest = &rest[2..];
        let [x, y] = rest else { return -1 };
        let sum = *x * 3 + *y;
        rest = part;
        *first * 5 + weighed(whole) + weighed(part) * 3 + sum + *x + rest[0] + n
    }
    pub fn closures_made(v: i64) -> i64 {
        let a = [v, 2, 7, 1, 5];
        let mut rest = &a[..];
        let at = |i: usize| rest[i] + i as i64;
        let old = at(1);
        rest = &rest[2..];
        let by_move = move |i: usize| rest[i] * 3;
        let seen = at(1);
        rest = &rest[1..];
        old * 3 + seen + by_move(0) + rest[0]
    }
    pub fn closures_changing(v: i64) -> i64 {
        let a = [v, 2, 7, 1, 5];
        let mut rest = &a[..];
        let mut next = || {
            let (&x, tail) = rest.split_first()?;
            rest = tail;
            Some(x)
        };
        let mut sum = 0;
        for i in 0..(v & 7) {
            match next() { Some(x) => sum = sum * 3 + x, None => sum -= i }
        }
        sum + weighed(rest)
    }
    pub fn moved(v: i64) -> i64 {
        let a = [v, 2, 7, 1, 5];
        let mut rest = &a[..];
        let mut next = move || { rest = &rest[1..]; rest[0] };
        let sum = next() * 3 + next();
        sum + weighed(rest)
    }
    pub fn chains(v: i64) -> i64 {
        let a = [v, 2, 7, 1, 5];
        let mut rest = &a[..];
        let mut sum = 0;
        for y in [1, 2, 3].iter().map(|x| x * rest[0] + rest.len() as i64) {
            sum = sum * 3 + y;
            rest = &rest[1..];
        }
        let kept = [4, 5].iter().map(|x| x + rest[0]).inspect(|x| rest = &a[..*x as usize & 3]).sum::<i64>();
        for x in rest { rest = &a[1..]; sum += *x; }
        for (i, x) in rest.iter().enumerate().rev() { rest = &a[i..]; sum = sum * 3 + *x + rest[0]; }
        sum + kept + weighed(rest)
    }
    pub fn named_iterators(v: i64) -> i64 {
        let a = [v, 2, 7, 1, 5];
        let mut rest = &a[..];
        let mut items = rest.iter();
        let scaled = [1, 2].iter().map(|x| x * rest[1]);
        rest = &rest[3..];
        let first = *items.next().unwrap();
        rest = &rest[1..];
        let second = *items.next().unwrap();
        first * 5 + second * 3 + items.sum::<i64>() + scaled.sum::<i64>() + rest[0]
    }
    pub fn loops(v: i64) -> i64 {
        let a = [v, 2, 7, 1, 5, 6];
        let mut rest = &a[..];
        let mut sum = 0;
        'all: loop {
            for w in rest.windows(2) {
                rest = w;
                sum = sum * 3 + rest[1];
                if sum > 1000 { break 'all; }
            }
            rest = &a[1..];
            if sum % 7 == v.rem_euclid(7) || sum > 300 { break; }
            sum += 1;
        }
        for c in a.chunks(4) { rest = c; }
        sum + weighed(rest)
    }
    pub fn shadowed(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        let mut rest = &a[..];
        rest = &rest[1..];
        {
            let mut rest = rest;
            rest = &rest[1..];
            let rest = weighed(rest);
            if rest > 3 { return rest; }
        }
        weighed(rest)
    }
    pub fn constants(v: i64) -> i64 {
        let a = [v; 3];
        let mut rest = &TABLE[1..];
        let table = &TABLE[..4];
        let mut sum = 0;
        for i in 0..3 {
            sum = sum * 3 + weighed(rest);
            if (v + i) & 1 == 0 { rest = &TABLE; } else { rest = &a; }
            if i == 1 { rest = table; }
        }
        sum + weighed(rest)
    }
    pub fn nested(v: i64) -> i64 {
        let m = [[v, 2, 7], [1, v + 3, 9]];
        let mut row = &m[0][..];
        let mut rows = &m[..];
        let mut sum = 0;
        while let Some((first, tail)) = rows.split_first() {
            sum = sum * 3 + weighed(row) + first[1];
            row = &rows[0];
            rows = tail;
        }
        for r in &m { row = r; }
        for r in m.iter() { row = &r[1..]; sum += row[0]; }
        sum + weighed(row)
    }
    pub fn arguments(v: i64) -> i64 {
        let a = [v, 2, 7, 1, 5];
        let mut rest = &a[..];
        let two = |x: i64, y: i64| x * 10 + y;
        let sum = two(rest[0], { rest = &rest[1..]; rest[0] });
        let sum = sum * 3 + two({ rest = &rest[1..]; rest[0] }, rest[1]);
        let low = rest.iter().copied().min().unwrap_or(3);
        let n = rest[0] + { rest = &rest[1..]; rest[0] };
        sum + low * n + rest[{ if v > 0 { 0 } else { 1 } }]
    }
    pub fn bounds(v: i64) -> i64 {
        let a = [v, 2, 7, 1, 5];
        let mut rest = &a[..];
        let part = &rest[{ rest = &rest[1..]; 1 }..];
        let (p, q) = rest.split_at({ rest = &rest[2..]; 2 });
        weighed(part) + weighed(p) * 3 + weighed(q) * 5 + weighed(rest)
    }
    pub fn from_arrays(v: i64) -> i64 {
        let mut a = [v, 2, 7];
        a[1] += v;
        let b = &a;
        let mut rest: &[i64] = b;
        let mut sum = weighed(rest);
        rest = &b[1..];
        sum += rest[0];
        rest = b;
        sum = sum * 3 + weighed(rest);
        a[0] = 5;
        rest = &a;
        sum + rest[0]
    }
    pub fn reborrowed(v: i64) -> i64 {
        let mut a = [v, 2, 7];
        let m = &mut a[..];
        m[0] += 1;
        let mut rest: &[i64] = m;
        rest = &rest[1..];
        let sum = weighed(rest);
        rest = m;
        let sum = sum * 3 + weighed(rest);
        m[1] = 9;
        sum + weighed(&a)
    }
    pub fn guards(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        let mut rest = &a[..];
        let mut sum = 0;
        loop {
            match rest {
                [x, tail @ ..] if *x > 1 => { sum = sum * 3 + x; rest = tail; }
                [_, x, tail @ ..] => { rest = tail; sum = sum * 5 - x + tail.len() as i64; }
                [.., last] => { sum += last; rest = &rest[1..]; }
                _ => break,
            }
        }
        sum
    }
    pub fn twice(f: impl Fn(usize) -> i64) -> i64 { f(0) * 3 + f(1) }
    pub fn given(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        let mut rest = &a[..];
        rest = &rest[1..];
        let old = |i: usize| rest[i];
        let sum = twice(|i| rest[i] + 1);
        rest = &rest[1..];
        sum + twice(&old) + twice(|i| rest[i])
    }
    pub fn early(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        let mut rest = &a[..];
        loop {
            rest = match rest.first() { Some(&7) => return weighed(rest), _ => &rest[1..] };
        }
    }
    pub fn assigned_beside(v: i64) -> i64 {
        let a = [v, 2, 7, 4, 9];
        let mut b = [0i64; 4];
        let mut rest = &a[..];
        let mut it = [1, 2, 3].iter().map(|x| { b[rest.len() & 3] = *x; rest[0] * x });
        rest = &rest[2..];
        let mut n = it.next().unwrap() * 3 + rest[0];
        rest = &rest[1..];
        n = n * 3 + it.next().unwrap();
        let mut m = 0;
        for y in [1, 2].iter().map(|x| { (b[rest.len() & 3], m) = (rest[0], *x); m * rest[1] + rest[0] }) {
            n = n * 3 + y;
            rest = &a[1..];
        }
        for y in [1, 2].iter().map(|x| { let rest = &rest[1..]; rest[0] * x }) { n = n * 3 + y; rest = &a[2..]; }
        [1, 2].iter().for_each(|x| b[{ rest = &rest[1..]; rest.len() & 3 }] += *x);
        [1, 2].iter().for_each(|n| (_, rest) = a.split_at(*n));
        n + m + weighed(&b) * 7 + weighed(rest)
    }
    pub fn moved_into_chains(v: i64) -> i64 {
        let a = [v, 2, 7, 1, 3];
        let mut rest = &a[..];
        let mut sum = [1, 2].iter().map(move |&x| { rest = &rest[1..]; x * rest[0] }).sum::<i64>();
        sum = sum * 3 + rest[0];
        sum += [1, 2].iter().fold(0, move |s, &x| { rest = &rest[1..]; s * 3 + rest[0] + x }) + weighed(rest);
        sum += [1, 2, 7].iter().position(move |&x| { rest = &rest[1..]; x == rest[0] }).unwrap_or(9) as i64 + weighed(rest);
        sum += [1, 2, 7].iter().any(move |&x| { rest = &rest[1..]; x > rest[1] }) as i64 * 5 + weighed(rest);
        sum += std::iter::from_fn(move || { let (x, tail) = rest.split_first()?; rest = tail; Some(*x) }).sum::<i64>();
        sum = sum * 3 + weighed(rest);
        let mut it = [1, 2, 3].iter().map(move |&x| { rest = &rest[1..]; x * rest[0] });
        rest = &rest[2..];
        sum = sum * 3 + it.next().unwrap() + rest[0];
        sum = sum * 3 + it.next().unwrap();
        let kept = [1, 2].iter().map(move |x| { x * rest[1] }).sum::<i64>();
        sum + kept + weighed(rest)
    }
}

mod failing {
    use onrush::prelude::device;

    #[device]
    fn skipped(mut rest: &[usize], n: usize) -> usize {
        let mut sum = 0;
        loop {
            sum += rest[0];
            rest = &rest[n..];
        }
    }
    #[device]
    fn between(s: &[usize], n: usize) -> usize {
        let mut rest = s;
        rest = &rest[n..n + 2];
        rest = &rest[1..0];
        rest.len()
    }

    super::super::slices::failures! {
        "index out of bounds: the len is 0 but the index is 0": |v| { let a = [1, 2, 3, 4]; skipped(&a, v) }
        "range start index 3 out of range for slice of length 2": |v| { let a = [1, 2]; skipped(&a, v + 1) }
        "range end index 4 out of range for slice of length 3": |v| { let a = [1, 2, 3]; between(&a, v) }
        "slice index starts at 1 but ends at 0": |v| { let a = [1, 2, 3, 4]; between(&a, v) }
        "index out of bounds: the len is 1 but the index is 1": |v| {
            let a = [v, 2];
            let mut rest: &[usize] = &a;
            while let Some((_, tail)) = rest.split_first() { rest = tail; if rest[1] > v { return 7; } }
            3
        }
        "mid > len": |v| { let a = [1, 2, 3]; let mut rest = &a[v..]; let mut head = rest; while head.len() < 9 { (head, rest) = rest.split_at(v - head.len() + 1); } 3 }
        "called `Option::unwrap()` on a `None` value": |v| { let a = [1, 2]; let mut rest = &a[..]; rest = rest.get(v + 1..).unwrap(); rest.len() }
    }
    crate::everywhere! { failures }

    /// The line of a failure is that of the range, as in Rust.
    #[rustfmt::skip]
    fn lines<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
        use onrush::prelude::*;
        let first = line!();
        let failing = op!(|v: usize| {
            let a = [1, 2, 3];
            let mut rest = &a[..];
            rest =
                &rest
                    [v..];
            rest.len()
        });
        let error = b.upload(&[5usize])?.iter().map(failing).collect().and_then(|x| x.to_vec()).unwrap_err();
        match error.kind() {
            onrush::ErrorKind::Panic { location: Some(found), .. } => assert_eq!(found.line, first + 6),
            other => panic!("{other:?}"),
        }
        Ok(())
    }
    crate::everywhere! { lines }
}
