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
