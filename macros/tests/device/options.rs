use onrush_macros::{device, op};

use crate::support::same;

const N: [(u32,); 8] = [(0,), (1,), (2,), (3,), (7,), (10,), (u32::MAX,), (100,)];
const I: [(i32,); 7] = [(0,), (1,), (-1,), (5,), (-7,), (i32::MAX,), (i32::MIN,)];

#[test]
fn variants() {
    same(op!(|x: u32| if x > 3 { Some(x) } else { None }), &N);
    same(op!(|x: u32| if x > 3 { Option::Some(x as u8) } else { std::option::Option::None::<u8> }), &N);
    same(op!(|x: u32| Some((x, [x as f32; 3]))), &N);
    same(op!(|x: u32| Some(Some(x).filter(|v| *v > 5))), &N);
    same(
        op!(|x: u32| {
            let mut best: Option<u32> = None;
            for i in 0..x.min(9) {
                best = match best {
                    None => Some(i),
                    Some(b) if i % 3 == 0 => Some(b + i),
                    Some(b) => Some(b),
                };
            }
            best
        }),
        &N,
    );
}

/// The types that are written with the variants are theirs.
#[test]
fn typed_variants() {
    same(op!(|x: u32| (None::<u8>.unwrap_or(255).wrapping_add(1), x)), &N);
    same(op!(|x: u32| (Option::<u8>::Some(200).map(|v| v.wrapping_add(100)), Option::None::<i8>, x)), &N);
    same(op!(|x: u32| (Some::<u8>(200).is_some_and(|v| v.wrapping_add(100) < 50), x)), &N);
}

#[test]
fn patterns() {
    same(
        op!(|x: u32| match x.checked_sub(3) {
            None => 1,
            Some(0) => 2,
            Some(1..=4 | 7) => 3,
            Some(v @ 5..) if v < 50 => v,
            Some(_) => 4,
        }),
        &N,
    );
    same(
        op!(|x: u32| matches!(x.checked_mul(1 << 30), Some(v) if v > 5) || matches!(x.checked_sub(1), None | Some(0))),
        &N,
    );
    same(
        op!(|x: u32| match (x.checked_sub(2), x.checked_add(u32::MAX - 9)) {
            (Some(a), Some(b)) => a ^ b,
            (Some(a), None) => a,
            (None, Some(b)) => b,
            (None, None) => 0,
        }),
        &N,
    );
    same(
        op!(|x: u32| {
            let pair = (Some(x), Some(Some(x.wrapping_mul(3))));
            if let (Some(a), Some(Some(b))) = pair { a ^ b } else { 0 }
        }),
        &N,
    );
}

#[test]
fn conditions() {
    same(op!(|x: u32| if let Some(y) = x.checked_sub(3) { y } else { 99 }), &N);
    same(
        op!(|x: u32| if let Some(y) = x.checked_sub(3)
            && y > 2
        {
            y
        } else {
            99
        }),
        &N,
    );
    same(
        op!(|x: u32| {
            let mut n = 0;
            if let Some(y) = x.checked_sub(2)
                && y > 0
                && let Some(z) = y.checked_sub(1)
            {
                n = z + 1;
            }
            if x > 1
                && let Some(y) = x.checked_sub(5)
            {
                n ^= y;
            }
            n
        }),
        &N,
    );
    same(
        op!(|x: u32| {
            let Some(y) = x.checked_sub(2) else { return 77 };
            let mut sum = 0;
            for i in 0..6u32 {
                let Some(d) = y.checked_div(i) else { continue };
                let Some(e): Option<u32> = d.checked_sub(1) else {
                    sum += 100;
                    break;
                };
                sum ^= e;
            }
            sum
        }),
        &N,
    );
    same(
        op!(|x: u32| {
            let (mut n, mut rounds) = (x, 0);
            while let Some(m) = n.checked_sub(4) {
                n = m;
                rounds += 1;
                if rounds > 5 {
                    break;
                }
            }
            'outer: while let Some(m) = n.checked_sub(1)
                && rounds < 20
            {
                rounds += 1;
                for i in 0..m {
                    if i == 2 {
                        n = m;
                        continue 'outer;
                    }
                }
                break;
            }
            (n, rounds)
        }),
        &N,
    );
}

/// The digits' value.
#[device]
fn number(text: &[u8; 4]) -> Option<u16> {
    let mut value = 0u16;
    for &c in text {
        let digit = (c as u16).checked_sub(b'0' as u16).filter(|d| *d < 10)?;
        value = value.checked_mul(10)?.checked_add(digit)?;
    }
    Some(value)
}

#[device]
fn half(x: Option<u32>) -> Option<u32> {
    (x? % 2 == 0).then_some(x? / 2)
}

#[test]
fn questions() {
    same(op!(|x: u32| number(&x.to_le_bytes())), &[(0x3132_3334,), (0x3030_3037,), (0x3131_2f31,), (0,)]);
    same(op!(|x: u32| half(half(Some(x)))), &N);
    same(op!(|x: u32| half(x.checked_sub(1)).map_or(5, |v| v + 1)), &N);
    same(
        op!(|x: u32| {
            let step = |v: u32| -> Option<u32> { Some(v.checked_sub(2)? / 2) };
            Some(step(step(x)?)? + 1)
        }),
        &N,
    );
    same(
        op!(|x: u32| {
            let mut calls = 0;
            let mut down = |by: u32| {
                calls += 1;
                x.checked_sub(by)
            };
            let sum = down(1).and_then(|a| down(a / 2).map(|b| a + b)).unwrap_or(1000);
            (sum, calls)
        }),
        &N,
    );
}

#[test]
fn methods() {
    same(
        op!(|x: u32| {
            let o = x.checked_sub(3);
            (o.is_some(), o.is_none(), o.unwrap_or(9), o.unwrap_or_default())
        }),
        &N,
    );
    same(op!(|x: u32| x.checked_sub(3).unwrap()), &N);
    same(op!(|x: u32| x.checked_sub(3).expect("at least three {}")), &N);
    same(
        op!(|x: u32| {
            let o = x.checked_sub(3);
            (o.or(Some(1)), o.and(Some(2i64)), o.xor(Some(4)), o.xor(None))
        }),
        &N,
    );
    same(op!(|x: u32| x.checked_sub(3).zip(x.checked_sub(5))), &N);
    same(op!(|x: u32| x.checked_sub(3).map(|v| v as f32 * 0.5)), &N);
    same(op!(|x: u32| x.checked_sub(3).map(|v| v.checked_sub(2)).flatten()), &N);
    same(op!(|x: u32| x.checked_sub(3).and_then(|v| v.checked_sub(2)).or_else(|| x.checked_mul(7))), &N);
    same(op!(|x: u32| x.checked_sub(3).unwrap_or_else(|| x + 40)), &N);
    same(op!(|x: u32| x.checked_sub(3).unwrap_or_else(|| panic!("too small"))), &N);
    same(op!(|x: u32| x.checked_sub(3).map_or(x / 2, |v| v * 2 / 2)), &N);
    same(op!(|x: u32| x.checked_sub(3).map_or_else(|| x / 2, |v| v ^ 2)), &N);
    same(
        op!(|x: u32| {
            let o = x.checked_sub(3);
            (o.is_some_and(|v| v > 2), o.is_none_or(|v| v > 2))
        }),
        &N,
    );
    same(op!(|x: u32| (x > 3).then(|| x - 3).unwrap_or(0)), &N);
    same(op!(|x: u32| (x > 3).then_some(x)), &N);
    same(op!(|x: u32| x.checked_sub(3) == Some(4) || x.checked_sub(1) == None || Some(7) != x.checked_add(0)), &N);
    same(
        op!(|x: u32| {
            let mut o = x.checked_sub(3);
            let a = o.take();
            let b = o.replace(x);
            let c = o.replace(5);
            (a, b, c, o, a.map(u64::from))
        }),
        &N,
    );
    same(
        op!(|x: u32| {
            let mut o = Some(x);
            let mut n = 0;
            while let Some(v) = o.take() {
                n += 1;
                o = v.checked_sub(30).filter(|_| n < 9);
            }
            n
        }),
        &N,
    );
    same(
        op!(|x: u32| {
            let mut o = x.checked_sub(3);
            if let Some(v) = &mut o {
                *v ^= 1;
            }
            match &mut o {
                Some(v) if *v > 3 => *v += 1,
                Some(_) => {}
                None => o = Some(77),
            }
            match &o {
                Some(v) => *v,
                None => 0,
            }
        }),
        &N,
    );
}

#[test]
fn elements() {
    same(
        op!(|x: u32| {
            let a = [x, x ^ 5, 9, 1];
            let i = x as usize;
            let mut sum = a.get(i).copied().unwrap_or(100) ^ *a.first().unwrap() ^ a.last().copied().unwrap();
            if let Some(&v) = a.get(i / 2) {
                sum ^= v << 3;
            }
            if let Some(v) = a.get(i + 1) {
                sum ^= *v << 5;
            }
            let kept = a.get(i.wrapping_sub(1));
            sum ^ kept.map_or(1, |v| *v) ^ a.get(i).map(|v| *v / 2).unwrap_or(3)
        }),
        &N,
    );
}

#[test]
fn checked() {
    same(
        op!(|x: i32| (x.checked_add(1), x.checked_sub(i32::MAX), x.checked_mul(-1), x.checked_neg(), x.checked_abs())),
        &I,
    );
    same(
        op!(|x: i32| (
            i32::MIN.checked_div(x),
            (-7i32).checked_rem(x),
            7i32.checked_div_euclid(x),
            (-7i32).checked_rem_euclid(x)
        )),
        &I,
    );
    same(
        op!(|x: i32| (x.checked_pow(2), 3i64.checked_pow(x as u32 & 63), 1u8.checked_shl(x as u32), x.checked_shr(31))),
        &I,
    );
    same(
        op!(|x: i32| (
            (x as u8).checked_add(200),
            (x as u16).checked_mul(9000),
            (x as i8).checked_neg(),
            (x as u64).checked_sub(6)
        )),
        &I,
    );
    same(
        op!(|x: i32| (
            (x as i64 * 3_000_000_000).checked_mul(4_000_000_000),
            (x as u64).checked_mul(x as u64),
            (x as u32).checked_neg()
        )),
        &I,
    );
}

#[test]
fn captures_and_constants() {
    const LIMIT: Option<u32> = Some(6);
    let (some, none) = (Some(5u32), None::<f32>);
    same(op!(|x: u32| some.map_or(0, |v| v.wrapping_add(x)) ^ none.is_some() as u32 ^ LIMIT.unwrap()), &N);
}

/// The double of a number.
#[device]
fn double(x: u32) -> u32 {
    x.wrapping_mul(2)
}

#[test]
fn iterators() {
    same(op!(|x: u32| (0..x.min(20)).filter_map(|i| i.checked_sub(3)).sum::<u32>()), &N);
    same(op!(|x: u32| (0..x.min(20)).map_while(|i| (i < 5).then_some(i * i)).max()), &N);
    same(op!(|x: u32| [1, 5, x, 9].iter().copied().find_map(|v| v.checked_sub(4)).map(double)), &N);
    same(
        op!(|x: u32| {
            let a = [x, 3, x ^ 7, 1];
            let first = a.iter().find(|v| **v > 4);
            let second = a.iter().position(|v| *v > 6).map(|i| a[i]);
            let third = a.iter().copied().rev().find(|v| v % 2 == 0);
            let Some(last) = a.iter().copied().min() else { return 0 };
            let most = a.iter().max().copied().and_then(|v| v.checked_sub(5));
            if let Some(v) = first
                && third.is_some()
            {
                return *v ^ last;
            }
            second.or(third).or(most).unwrap_or(last)
        }),
        &N,
    );
    same(
        op!(|x: u32| {
            let mut calls = 0;
            let found = (0..x.min(9)).find_map(|i| {
                calls += 1;
                let d = i.checked_sub(2)?;
                (d * d > x).then_some(d)
            });
            (found, calls, (0..x.min(3)).last(), (1..x.min(4)).min_by(|a, b| b.cmp(a)).is_none())
        }),
        &N,
    );
}

/// What a branch, a block or a loop gives may be a reference to an element, of which a device keeps a copy.
#[test]
fn references_out_of_branches() {
    same(
        op!(|x: u32| {
            let a = [x, x ^ 5, 9];
            let r = loop {
                if x > 3 {
                    break a.last().unwrap();
                }
                break a.first().unwrap();
            };
            let s = 'found: {
                for v in &a {
                    if *v > 4 {
                        break 'found v;
                    }
                }
                a.get(1).unwrap()
            };
            let o = if x > 2 { a.get(2) } else { None };
            let n = match x {
                0 => None,
                1 => a.first(),
                _ => loop {
                    break a.get(x as usize % 4);
                },
            };
            *r ^ *s ^ o.copied().unwrap_or(3) ^ n.map_or(7, |v| *v << 4)
        }),
        &N,
    );
}

/// The value of an option that a pattern lends is read as a copy, as by std's methods.
#[test]
fn lent_options() {
    same(
        op!(|x: u32| {
            let o = Some(x.checked_sub(3));
            match &o {
                Some(inner) => {
                    let a = inner.map(|v: u32| v / 2);
                    let b = inner.and_then(|v: u32| v.checked_sub(1));
                    (a, b, inner.unwrap_or_else(|| 9), inner.is_some_and(|v: u32| v > 5), inner.filter(|v| *v > 7))
                }
                None => (None, None, 0, false, None),
            }
        }),
        &N,
    );
}

/// Reading an option needs no `mut`, and can be nested.
#[test]
fn reading_methods() {
    same(
        op!(|x: u32| {
            let mut o = x.checked_sub(3);
            let a = o.or(o.xor(o.and(o)));
            let b = o.zip(o);
            let c = Some(o).flatten();
            let r = &mut o;
            *r = Some(r.expect("no closure is asked") ^ 1);
            (a, b, c, o, (x > 3).then_some(x > 5).or(Some(x == 0)))
        }),
        &N[3..],
    );
}

#[test]
fn comparisons_of_parts() {
    same(
        op!(|x: u32| {
            let (a, b) = ((x.checked_sub(3), x as u8), (Some(4), 7u8));
            let c = [x.checked_sub(2), None];
            (a == b, a != b, c == [Some(1), None], [c, c] != [[None; 2]; 2], Some((x, 1u8)) == Some((7, 1)))
        }),
        &N,
    );
}

/// A `..` beside the only part, and references that the text shows.
#[test]
fn rests_and_references() {
    same(
        op!(|x: u32| {
            let n = match x.checked_sub(3) {
                Some(v, ..) if v > 5 => v,
                Some(.., 4) => 1,
                Some(..) => 2,
                None => 3,
            };
            let (a, b) = ([x, 7], [3, x]);
            let p = &a;
            let q = &b;
            let r = if x > 3 { p } else { q };
            let t = if x > 2 { (a.first().unwrap(), 1u32) } else { (a.last().unwrap(), 2) };
            let kept = [a.first(), if n > 2 { b.get(1) } else { None }];
            let (s, m) = if x > 5 { (a.first(), 1u32) } else { (None, 2) };
            n ^ (*r)[0] ^ (*r)[1] << 3 ^ t.1 << 5 ^ kept[1].map_or(7, |v| *v) << 7 ^ s.copied().unwrap_or(m) << 9
        }),
        &N,
    );
}
