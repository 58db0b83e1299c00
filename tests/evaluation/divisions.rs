//! Where divisions fail: at the place that rustc names, on every backend.

use onrush::ErrorKind;
use onrush::prelude::*;

fn places<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
    let zero = b.upload(&[0i64])?;
    let line = line!();
    let quotient = op!(|v: i64| 30 + 7 * v - 100 / v);
    let remainder = op!(|v: i64| (v + 1) % (v * 2));
    let assigned = op!(|v: i64| {
        let mut a = [v, 3];
        a[1] /= v;
        a[1]
    });
    let nested = op!(|v: i64| (5 / (v + 1)) / (v / 3));
    // The value may leave it, so its order against the index matters.
    let ordered = op!(|v: i64| {
        let mut a = [v, 3];
        a[1] %= loop {
            break v;
        };
        a[1]
    });
    let results = [
        zero.iter().map(quotient).sum(),
        zero.iter().map(remainder).sum(),
        zero.iter().map(assigned).sum(),
        zero.iter().map(nested).sum(),
        zero.iter().map(ordered).sum(),
    ];
    for (result, place) in results.into_iter().zip([(1, 46), (2, 34), (5, 9), (8, 31), (12, 9)]) {
        let error: onrush::Error = result.expect_err("a division by zero");
        let ErrorKind::Panic { location: Some(at), .. } = error.kind() else { panic!("{error}") };
        assert_eq!((at.line - line, at.column), place, "{error}");
    }
    Ok(())
}
crate::everywhere! { places }

/// What plain Rust says when it panics.
fn said(fails: impl FnOnce() -> u64 + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(fails).expect_err("a panic");
    let text = payload.downcast_ref::<String>().cloned();
    text.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string)).expect("a message")
}

/// Where rustc's message has the numbers, or depends on them, the device's is the part that all have.
fn messages<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
    let zero = b.upload(&[0u64])?;
    macro_rules! compared {
        ($($v:ident: $body:expr;)+) => {$({
            let failed: onrush::Result<u64> = zero.iter().map(op!(|$v: u64| $body)).sum();
            let error = failed.expect_err("a panic");
            let ErrorKind::Panic { message, .. } = error.kind() else { panic!("{error}") };
            let $v = std::hint::black_box(0u64);
            let plain = said(move || $body);
            assert!(message.starts_with(&plain) || plain.starts_with(message), "{message}, but Rust says {plain}");
        })+};
    }
    compared! {
        v: 7 / v;
        v: 7 % v;
        v: { let mut n = 7; n /= v; n };
        v: { let mut n = 7; n %= v; n };
        v: 7u64.div_euclid(v);
        v: u64::rem_euclid(7, v);
        v: (7u8 / (v as u8)) as u64;
        v: 7u64.div_ceil(v);
        v: 7u64.next_multiple_of(v);
        v: 7u64.clamp(v + 3, v);
        v: 7f32.clamp(3.0, v as f32) as u64;
        v: (-7f64).clamp(f64::NAN, v as f64) as u64;
    }
    Ok(())
}
crate::everywhere! { messages }
