//! Functions over slices as Rust programmers write them: searches, heaps, partitions, parsers, windows, sorts.

use super::{Pair, programs};

programs! {
    of searched heaps partitioned products parsed summed bumped lent cut_in_windows sorted:

    pub fn search(s: &[i64], x: i64) -> Option<usize> {
        let (mut lo, mut hi) = (0, s.len());
        while lo < hi {
            let mid = lo + (hi - lo) / 2;
            if s[mid] < x { lo = mid + 1 } else { hi = mid }
        }
        if lo < s.len() && s[lo] == x { Some(lo) } else { None }
    }
    pub fn heap_down(h: &mut [i64], mut i: usize) {
        loop {
            let (l, r) = (2 * i + 1, 2 * i + 2);
            let mut m = i;
            if l < h.len() && h[l] > h[m] { m = l; }
            if r < h.len() && h[r] > h[m] { m = r; }
            if m == i { return; }
            h.swap(i, m);
            i = m;
        }
    }
    pub fn heap_sort(h: &mut [i64]) {
        for i in (0..h.len() / 2).rev() { heap_down(h, i); }
        for end in (1..h.len()).rev() {
            h.swap(0, end);
            heap_down(&mut h[..end], 0);
        }
    }
    pub fn partition(s: &mut [i64]) -> usize {
        let pivot = s[s.len() - 1];
        let mut i = 0;
        for j in 0..s.len() {
            if s[j] < pivot { s.swap(i, j); i += 1; }
        }
        let last = s.len() - 1;
        s.swap(i, last);
        i
    }
    pub fn dot(a: &[i64], b: &[i64]) -> i64 {
        assert_eq!(a.len(), b.len());
        a.iter().zip(b).map(|(x, y)| x * y).sum()
    }
    pub fn horner(c: &[i64], x: i64) -> i64 {
        c.iter().rev().fold(0, |s, &k| s * x + k)
    }
    pub fn parse(text: &[u8]) -> Option<i64> {
        if text.is_empty() { return None; }
        let (neg, digits) = if text[0] == b'-' { (true, 1) } else { (false, 0) };
        let mut n = 0i64;
        for &c in &text[digits..] {
            if !c.is_ascii_digit() { return None; }
            n = n * 10 + (c - b'0') as i64;
        }
        Some(if neg { -n } else { n })
    }
    pub fn prefix(s: &mut [i64]) {
        for i in 1..s.len() { s[i] += s[i - 1]; }
    }
    pub fn norm(p: &[Pair]) -> i64 {
        p.iter().map(|q| q.sum()).max().unwrap_or(0)
    }
    pub fn bump_all(p: &mut [Pair]) -> i64 {
        let mut t = 0;
        for q in p.iter_mut() { t += q.bump(); }
        for i in 0..p.len() { t += p[i].add_to(i as i64); }
        if let Some(q) = p.first() { t += q.x; }
        t
    }
    pub fn searched(v: i64) -> i64 {
        let a = [-4, -2, 0, 1, 3, 5];
        search(&a, v).map_or(-1, |i| i as i64) + search(&a[..3], v).map_or(-10, |i| i as i64 * 10)
    }
    pub fn heaps(v: i64) -> i64 {
        let mut a = [v, 3, -1, 7, v * 2, 0];
        heap_sort(&mut a);
        horner(&a, 3)
    }
    pub fn partitioned(v: i64) -> i64 {
        let mut a = [v, 3, -1, 7, v * 2, 2];
        let k = partition(&mut a);
        let j = partition(&mut a[k..]);
        horner(&a, 5) + (k * 10 + j) as i64
    }
    pub fn products(v: i64) -> i64 {
        let m = [[1, v], [v, 2]];
        let x = [v, 3];
        let mut y = [0; 2];
        for (o, row) in y.iter_mut().zip(&m) { *o = dot(row, &x); }
        dot(&y, &x[..])
    }
    pub fn parsed(v: i64) -> i64 {
        let t = b"-123456";
        let n = (v & 7) as usize;
        parse(&t[..n]).unwrap_or(7) + parse(b"42").unwrap_or(0) + parse(t).unwrap_or(0) + parse(&t[n..]).unwrap_or(1)
    }
    pub fn summed(v: i64) -> i64 {
        let mut a = [v, 1, 2, 3];
        prefix(&mut a[1..]);
        let t = &a[1..];
        let n = a.len() as i64;
        let c = a.contains(&3);
        prefix(&mut { a });
        t[0] + n + c as i64
    }
    pub fn bumped(v: i64) -> i64 {
        let mut p = [Pair { x: v, y: 1 }; 3];
        let r = bump_all(&mut p[1..]);
        r + norm(&p) + norm(&p[..0])
    }
    pub fn lent(v: i64) -> i64 {
        let mut a = [v, 4, 6];
        let mut n = 0;
        let mut f = |m: i64| { n += m; a.reverse(); 5 };
        let r = f(1) + f(v);
        let s = &mut a[..];
        let t = &s[1..];
        let k = t[0] + s.len() as i64 + s[0] + t[1];
        s[0] = k;
        r + n + horner(s, 2)
    }
    pub fn cut_in_windows(v: i64) -> i64 {
        let mut a = [v, 4, 6, 8, -v, 3, 2];
        let mut r = 0;
        for (i, w) in a.windows(3).enumerate().rev() { r = r * 3 + w[0] * w[2] + i as i64 + w.len() as i64; }
        for c in a[1..].chunks(4) { r = r * 5 + horner(c, 2) + c.len() as i64; }
        for c in a.chunks_exact(3).rev() { r = r * 7 + c[0] - c[2]; }
        r += a.windows(2).map(|w| w[0] * w[1]).sum::<i64>() + a.windows(9).count() as i64 + a.chunks(9).count() as i64;
        r += a.windows(2).filter(|w| w[0] < w[1]).count() as i64 * 1000 + a.windows(2).position(|w| w[0] == w[1]).map_or(77, |i| i as i64);
        for c in a.chunks_mut(3) { c[0] += 1; prefix(c); }
        for (c, k) in a[2..].chunks_exact_mut(2).zip([5, 6]) { c.swap(0, 1); c[1] += k; }
        r + horner(&a, 3) + if a.windows(2).all(|w| w[0] <= w[1]) { 1 } else { 0 } + a.chunks(2).rev().skip(1).map(|c: &[i64]| c[0]).max().unwrap()
    }
    pub fn sorted(v: i64) -> i64 {
        let mut a = [v, 4, 6, -v, 3, 2, v + 1];
        a.sort_unstable_by(|x, y| y.cmp(x));
        let mut n = 0;
        let k = horner(&a, 2);
        a[1..6].sort_by(|x, y| { n += 1; (x & 3).cmp(&(y & 3)) });
        let mut p = [Pair { x: v, y: 1 }, Pair { x: 2, y: v }, Pair { x: 2, y: 0 }, Pair { x: 1, y: 9 }];
        p.sort_by_key(|q| q.x);
        let s = &mut p[1..];
        s.sort_unstable_by_key(|q| { n += 2; (q.x, -q.y) });
        let mut f = [v as f32, 0.5, -1.0, 3.0];
        f.sort_by(|a, b| b.total_cmp(a));
        let by = |a: &i64, b: &i64| (a ^ v).cmp(&(b ^ v));
        a.sort_by(by);
        k + n * 3 + horner(&a, 5) + p[0].sum() + p[1].sum() * 3 + p[2].sum() * 7 + p[3].sum() * 11 + (f[0] * 4.0 + f[1] * 2.0) as i64
    }
}
