//! Programs that parse, look for something, or compute with checks, as they are written with `Option`.

use super::*;

#[device]
fn digit(c: u8) -> Option<u32> {
    match c {
        b'0'..=b'9' => Some((c - b'0') as u32),
        b'a'..=b'f' => Some((c - b'a') as u32 + 10),
        _ => None,
    }
}

/// A LEB128 number, and where it ends.
#[device]
fn varint(bytes: &[u8; 8], from: usize) -> Option<(u32, usize)> {
    let (mut value, mut shift, mut at) = (0u32, 0u32, from);
    loop {
        let &b = bytes.get(at)?;
        value |= ((b & 0x7f) as u32).checked_shl(shift)?;
        at += 1;
        if b & 0x80 == 0 {
            return Some((value, at));
        }
        shift = shift.checked_add(7).filter(|s| *s < 32)?;
    }
}

/// The scalar value of the first character of some UTF-8.
#[device]
fn character(b: [u8; 4]) -> Option<u32> {
    let (first, len) = match b[0] {
        c @ 0..=0x7f => return Some(c as u32),
        c @ 0xc2..=0xdf => (c & 0x1f, 2usize),
        c @ 0xe0..=0xef => (c & 0x0f, 3),
        c @ 0xf0..=0xf4 => (c & 0x07, 4),
        _ => return None,
    };
    let mut value = first as u32;
    for &c in &b[1..len] {
        let (0x80..=0xbf) = c else { return None };
        value = value << 6 | (c & 0x3f) as u32;
    }
    let least = [0x80u32, 0x800, 0x1_0000].get(len - 2).copied().unwrap_or(0);
    (value >= least && !(0xd800..=0xdfff).contains(&value) && value < 0x11_0000).then_some(value)
}

#[device]
fn inverse(a: i64, m: i64) -> Option<i64> {
    let (mut r0, mut r1, mut t0, mut t1) = (m, a.rem_euclid(m), 0i64, 1i64);
    while let Some(q) = r0.checked_div(r1) {
        (r0, r1) = (r1, r0 - q * r1);
        (t0, t1) = (t1, t0.checked_sub(q.checked_mul(t1)?)?);
    }
    if r0 == 1 { Some(t0.rem_euclid(m)) } else { None }
}

#[device]
fn days(month: u32, leap: bool) -> Option<u32> {
    match month {
        2 => Some(if leap { 29 } else { 28 }),
        4 | 6 | 9 | 11 => Some(30),
        1..=12 => Some(31),
        _ => None,
    }
}

/// The day of the year.
#[device]
fn ordinal(y: i64, m: u32, d: u32) -> Option<u32> {
    let leap = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
    let last = days(m, leap)?;
    if !(1..=last).contains(&d) {
        return None;
    }
    let before = (1..m).map(|m| days(m, leap)).fold(Some(0u32), |sum, days| sum?.checked_add(days?));
    before.map(|n| n + d)
}

#[device]
fn crossing(p: [f64; 2], q: [f64; 2], y: f64) -> Option<f64> {
    let along = q[1] - p[1];
    let t = (along != 0.0).then(|| (y - p[1]) / along)?;
    (0.0..1.0).contains(&t).then(|| p[0] + t * (q[0] - p[0]))
}

functions! {
    fn hexadecimal(v: i64) -> i64 {
        let text = [b'0' + (v & 7) as u8, b'a' + (v & 15) as u8, if v % 3 == 0 { b'x' } else { b'f' }, b'9'];
        let mut value = Some(0u32);
        for c in text {
            value = value.and_then(|v| v.checked_mul(16)?.checked_add(digit(c)?));
        }
        let first = text.iter().position(|c| digit(*c).is_none());
        let sum: u32 = text.iter().filter_map(|c| digit(*c)).sum();
        value.map_or(-1, |v| v as i64) * 100 + first.map_or(9, |i| i as i64) + sum as i64 * 1_000_000
    }
    fn varints(v: i64) -> i64 {
        let bytes = [0x80 | v as u8, 0x81, (v & 0x7f) as u8, 5, 0xff, 0xff, 0xff, 0x83 ^ (v as u8)];
        let (mut at, mut sum, mut n) = (0, 0i64, 0);
        while let Some((value, end)) = varint(&bytes, at) {
            sum = sum * 31 + value as i64;
            at = end;
            n += 1;
        }
        sum * 100 + at as i64 * 10 + n
    }
    fn characters(v: i64) -> i64 {
        let s = v as u8;
        let texts = [[s ^ 65, 0, 0, 0], [0xc3, 0xa0 ^ s, 0, 0], [0xe2, 0x82, 0xac ^ s, 0], [0xf0, 0x9f, 0x98, 0x80 ^ s], [0xed, 0xa0, 0x80, s]];
        let mut sum = 0;
        for (i, text) in texts.iter().enumerate() {
            let Some(c) = character(*text) else { sum += 1 << (i * 4); continue };
            sum = sum * 7 + c as i64;
        }
        sum
    }
    fn inverses(v: i64) -> i64 {
        let m = v + 9;
        (0..m).filter_map(|a| inverse(a, m).map(|i| (a * i % m, i))).fold(0, |n, (one, i)| n * 3 + one + i) ^ inverse(v, 97).unwrap_or(-1)
    }
    fn ordinals(v: i64) -> i64 {
        let days = [(2024, 2, 29), (2023, 2, 29), (1900 + v, 12, 31), (2000, 13, 1), (2001, (v & 15) as u32, 30)];
        let mut n = 0;
        for (y, m, d) in days { n = n * 400 + ordinal(y, m, d).map_or(399, i64::from); }
        n
    }
    /// A stack machine, which fails by `None`.
    fn calculator(v: i64) -> i64 {
        let program = [1, 10, v, 2, 3, -1, v - 1, 4];
        let mut run = || -> Option<i64> {
            let (mut stack, mut top) = ([0i64; 4], 0usize);
            for op in program {
                if op >= 2 && op <= 4 {
                    let b = *stack.get(top.checked_sub(1)?)?;
                    let a = *stack.get(top.checked_sub(2)?)?;
                    top -= 1;
                    stack[top - 1] = match op { 2 => a.checked_add(b), 3 => a.checked_mul(b), _ => a.checked_div(b) }?;
                } else {
                    if top == stack.len() { return None; }
                    stack[top] = op;
                    top += 1;
                }
            }
            (top > 0).then(|| stack[top - 1])
        };
        run().unwrap_or(-99)
    }
    fn two_largest(v: i64) -> i64 {
        let values = [v, 3, v * v - 5, 2, -v];
        let (mut first, mut second): (Option<i64>, Option<i64>) = (None, None);
        for x in values {
            if first.is_none_or(|f| x > f) {
                second = first.replace(x);
            } else if second.map_or(true, |s| x > s) {
                second = Some(x);
            }
        }
        let Some((a, b)) = first.zip(second) else { return 0 };
        a * 1000 + b
    }
    fn brackets(v: i64) -> i64 {
        let text = [*b"(())()", *b"())(()", *b"((()))", *b"(x(y))"][(v + 4) as usize % 4];
        let mut depth = Some(0u32);
        let mut deepest = None;
        for c in text {
            depth = match (depth, c) {
                (Some(d), b'(') => d.checked_add(1),
                (Some(d), b')') => d.checked_sub(1),
                (d, _) => d,
            };
            deepest = match (deepest, depth) { (Some(a), Some(b)) if a >= b => deepest, (_, Some(b)) => Some(b), (a, None) => a };
        }
        match depth { Some(0) => deepest.unwrap_or(0) as i64, Some(d) => -(d as i64), None => -100 - deepest.unwrap() as i64 }
    }
    fn polygon(v: i64) -> i64 {
        let points = [[0.0, 0.0], [4.0, v as f64], [8.0, 1.0], [3.0, 9.0]];
        let mut at = [None; 4];
        for i in 0..4 { at[i] = crossing(points[i], points[(i + 1) % 4], 2.5); }
        let left = at.iter().copied().filter_map(|x| x).fold(f64::INFINITY, |a, b| a.min(b));
        let first = at.iter().copied().find_map(|x| x.filter(|x| *x > 1.0)).unwrap_or(-1.0);
        (left * 1000.0) as i64 ^ (first * 1000.0) as i64 ^ at.iter().filter(|x| x.is_some()).count() as i64
    }
    /// A protocol: a header, a length, then as many bytes.
    fn protocol(v: i64) -> i64 {
        let input = [7u8, 2, 10, 20, 7, v as u8 & 3, 1, 2, 3, 7];
        let (mut need, mut sum, mut packets): (Option<Option<u8>>, i64, i64) = (None, 0, 0);
        for &b in &input {
            need = match need {
                None if b == 7 => Some(None),
                None => { sum -= 1; None }
                Some(None) => Some(Some(b)).filter(|n| *n != Some(0)),
                Some(Some(n)) => {
                    sum += b as i64;
                    let rest = n.checked_sub(1).filter(|n| *n > 0);
                    if rest.is_none() { packets += 1; }
                    rest.map(Some)
                }
            };
        }
        sum * 100 + packets * 10 + need.flatten().map_or(5, i64::from) + need.is_some() as i64
    }
    fn searched(v: i64) -> i64 {
        let sorted = [-3i64, -1, 0, 2, 3, 5];
        let search = |x: i64| -> Option<usize> {
            let (mut low, mut high) = (0, sorted.len());
            while low < high {
                let middle = (low + high) / 2;
                match sorted[middle].cmp(&x) {
                    std::cmp::Ordering::Equal => return Some(middle),
                    std::cmp::Ordering::Less => low = middle + 1,
                    std::cmp::Ordering::Greater => high = middle,
                }
            }
            None
        };
        if let Some(i) = search(v) && let Some(next) = sorted.get(i + 1) { return *next * 10; }
        match search(v + 1) { Some(i @ 0..=2) => i as i64, Some(i) => 100 + i as i64, None => search(v * 2).map(|i| i as i64).unwrap_or(-1) }
    }
}
