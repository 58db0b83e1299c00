//! `array::from_fn`: the order of the calls, what the closure changes, and where the length comes from.

use std::array;

use onrush::ErrorKind;

use super::*;

const LENGTH: usize = 4;

#[device]
fn doubled(i: usize) -> i64 {
    i as i64 * 2
}

#[device]
fn last<const N: usize>(v: i64) -> i64 {
    let a: [i64; N] = array::from_fn(|i| i as i64 + v);
    a[N - 1] * 10 + N as i64
}

#[device]
fn sum(a: [i64; 3]) -> i64 {
    a[0] + a[1] * 10 + a[2] * 100
}

functions! {
    fn lengths(v: i64) -> i64 {
        let a: [i64; 3] = std::array::from_fn(|i| i as i64 * v);
        let b = array::from_fn::<i64, LENGTH, _>(|i| v - i as i64);
        let [x, y] = core::array::from_fn(|i| a[2 - i]);
        let c: [i64; 2];
        c = array::from_fn(|i| b[i + 1]);
        sum(a) + b[3] + x * 3 + y * 5 + c[1] * 7 + last::<1>(v) + last::<3>(v) * 11 + sum(array::from_fn(|i| i as i64 ^ v))
    }
    fn in_order(v: i64) -> i64 {
        let (mut n, mut seen) = (v, [9; 3]);
        let a: [i64; 3] = array::from_fn(|i| { seen[i] = n; n = n * 3 + i as i64; n });
        let b: [i64; 2] = array::from_fn(|_| next(&mut n));
        sum(a) + sum(seen) * 7 + b[0] * 3 + b[1] * 5 + n
    }
    fn parameters(v: i64) -> i64 {
        let a: [i64; 3] = array::from_fn(|mut i| { i += 1; i as i64 * v });
        let b: [i64; 3] = array::from_fn(|i: usize| -> i64 { if i as i64 == v { return 7; } v - i as i64 });
        let c: [(usize, i64); 2] = array::from_fn(|j| (j, v));
        sum(a) + sum(b) * 3 + c[1].0 as i64 + c[0].1
    }
    fn closures_by_name(v: i64) -> i64 {
        let mut n = v;
        let mut f = |i: usize| { n += i as i64; n };
        let a: [i64; 3] = array::from_fn(&mut f);
        let b: [i64; 3] = array::from_fn(f);
        let mut e = v;
        let c: [i64; 3] = array::from_fn(move |i| { e += 1; e * i as i64 });
        sum(a) + sum(b) * 3 + sum(c) * 5 + sum(array::from_fn(doubled)) * 7 + n + e
    }
    fn nested(v: i64) -> i64 {
        let m: [[i64; 3]; 2] = array::from_fn(|i| array::from_fn(|j| (i * 3 + j) as i64 + v));
        let t: [[i64; 2]; 3] = array::from_fn(|j| array::from_fn(|i| m[i][j]));
        sum(m[1]) + t[2][0] * 3 + t[0][1] * 5
    }
    fn in_expressions(v: i64) -> i64 {
        let mut n = 0;
        let a = array::from_fn::<_, 3, _>(|i| i as i64 - v).map(|x| x * 2).iter().map(|x| x + 1).max().unwrap();
        let b: [i64; 3] = 'l: { let b = array::from_fn(|_| next(&mut n)); if v > 2 { break 'l b; } [v; 3] };
        for i in array::from_fn::<usize, 3, _>(|i| 2 - i) { n = n * 10 + b[i]; }
        let c = Some(v).map(|w| array::from_fn::<_, 3, _>(|i| w << i)).unwrap_or([0; 3]);
        let mut d: [Pair; 2] = array::from_fn(|i| Pair::new(v, i as i64));
        d[1].x += 3;
        a + n + sum(c) + d[1].sum() + d[0].sum()
    }
    fn changed_around(v: i64) -> i64 {
        let mut a = [v, 2, 3];
        a = array::from_fn(|i| a[2 - i] + i as i64);
        let b = { let k = a[0]; array::from_fn::<i64, 3, _>(move |i| k + i as i64) };
        a[0] = 100;
        sum(a) + sum(b)
    }
}

/// A closure that fails ends the array.
fn failures<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
    let x = b.upload(&[2u32, 1, 0])?;
    let line = line!();
    let divided = op!(|v: u32| {
        let a: [u32; 4] = std::array::from_fn(|i| i as u32 / v);
        a[3]
    });
    let error = x.iter().map(divided).sum().expect_err("a division by zero");
    let ErrorKind::Panic { message, location: Some(at) } = error.kind() else { panic!("{error}") };
    assert!(message.starts_with("attempt to divide by zero"), "{error}");
    assert_eq!(at.line - line, 2);
    Ok(())
}
mod failing {
    use super::failures;
    crate::everywhere! { failures }
}
