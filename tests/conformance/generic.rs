//! Operations in generic functions: for each type the bits of the same operation written with the type itself.

use onrush::prelude::*;

use onrush_test_support::compare::{all_same, same};

/// The numbers of one type, and for each generic operation the same operation on that type.
macro_rules! types {
    ($b:expr; $($t:ident)*) => {$({
        let (b, items) = ($b, inputs::<$t>());
        let x = b.upload(&items)?;
        let cut = $t::cast_from(3);

        let expected = x.iter().map(op!(|v: $t| v * v - v)).sum()?;
        same(stringify!($t), squares(&x)?, expected);
        let expected = x.iter().filter(op!(|v: $t| v % cut != 0 as $t && v < 9 as $t)).count()?;
        same(stringify!($t), remainders(&x, cut)?, expected);
        let expected = x.iter().map(op!(|v: $t| v.max(cut).min(11 as $t).clamp(1 as $t, 10 as $t) as f64 * 0.5)).collect()?;
        all_same(stringify!($t), &between(&x, cut)?.to_vec()?, &expected.to_vec()?);
        let expected = x.iter().zip(x.iter().rev()).reduce(($t::MIN, $t::MAX), op!(|(a, b): ($t, $t), (c, d): ($t, $t)| {
            (if a < c { c } else { a }, if d < b { d } else { b })
        }))?;
        same(stringify!($t), extremes(&x)?, expected);
    })*};
}

fn inputs<T: Number>() -> Vec<T> {
    (0..5000u32).map(|i| T::cast_from(i % 12)).collect()
}

fn squares<T: Number, B: Backend>(x: &DeviceVec<T, B>) -> onrush::Result<T> {
    x.iter().map(op!(|v: T| v * v - v)).sum()
}

fn remainders<T: Number, B: Backend>(x: &DeviceVec<T, B>, cut: T) -> onrush::Result<usize> {
    x.iter().filter(op!(|v: T| v % cut != T::ZERO && v < T::cast_from(9))).count()
}

fn between<T: Number, B: Backend>(x: &DeviceVec<T, B>, low: T) -> onrush::Result<DeviceVec<f64, B>> {
    let limit = T::cast_from(11);
    x.iter().map(op!(|v: T| v.max(low).min(limit).clamp(T::one(), T::cast_from(10)).cast::<f64>() * 0.5)).collect()
}

fn extremes<T: Number, B: Backend>(x: &DeviceVec<T, B>) -> onrush::Result<(T, T)> {
    let larger = op!(|(a, b): (T, T), (c, d): (T, T)| (if a < c { c } else { a }, if d < b { d } else { b }));
    x.iter().zip(x.iter().rev()).reduce((T::MIN, T::MAX), larger)
}

pub(crate) fn numbers<B: Backend>(b: &B) -> onrush::Result<()> {
    types!(b; f32 f64 i32 u8 u64);
    Ok(())
}

fn norm<T: Float, B: Backend>(x: &DeviceVec<T, B>) -> onrush::Result<T> {
    Ok(x.iter().map(op!(|v: T| v * v)).sum()?.sqrt())
}

fn curve<T: Float, B: Backend>(x: &DeviceVec<T, B>) -> onrush::Result<DeviceVec<T, B>> {
    let by = T::PI;
    x.iter().map(op!(|v: T| (-v).mul_add(by, T::from(1) / T::from(3)).abs().sqrt().copysign(v - T::from(2)))).collect()
}

pub(crate) fn floats<B: Backend>(b: &B) -> onrush::Result<()> {
    let (x, y) = (b.upload(&inputs::<f32>())?, b.upload(&inputs::<f64>())?);
    same("norm", norm(&x)?, x.iter().map(op!(|v: f32| v * v)).sum()?.sqrt());
    same("norm", norm(&y)?, y.iter().map(op!(|v: f64| v * v)).sum()?.sqrt());
    let pi = std::f32::consts::PI;
    let expected = op!(|v: f32| (-v).mul_add(pi, 1.0 / 3.0).abs().sqrt().copysign(v - 2.0));
    all_same("curve", &curve(&x)?.to_vec()?, &x.iter().map(expected).collect()?.to_vec()?);
    let pi = std::f64::consts::PI;
    let expected = op!(|v: f64| (-v).mul_add(pi, 1.0 / 3.0).abs().sqrt().copysign(v - 2.0));
    all_same("curve", &curve(&y)?.to_vec()?, &y.iter().map(expected).collect()?.to_vec()?);
    Ok(())
}

fn mixed<T: Integer, B: Backend>(x: &DeviceVec<T, B>, table: &DeviceVec<T, B>) -> onrush::Result<DeviceVec<T, B>> {
    let table = table.view();
    let hash = op!(|v: T| {
        let mut h = v ^ T::MAX;
        for i in 0..table.len() {
            h = h.rotate_left(3).wrapping_mul(table[i]) ^ (h >> 2);
            h |= T::ONE << 1;
        }
        h
    });
    x.iter().map(hash).collect()
}

pub(crate) fn integers<B: Backend>(b: &B) -> onrush::Result<()> {
    fn check<T: Integer, B: Backend>(b: &B) -> onrush::Result<()> {
        let items = inputs::<T>();
        let got = mixed(&b.upload(&items)?, &b.upload(&items[3..9])?)?.to_vec()?;
        let expected = items.iter().map(|&v| {
            items[3..9]
                .iter()
                .fold(v ^ T::MAX, |h, &factor| (h.rotate_left(3).wrapping_mul(factor) ^ (h >> 2)) | (T::ONE << 1))
        });
        assert!(got == expected.collect::<Vec<_>>(), "{}", std::any::type_name::<T>());
        Ok(())
    }
    check::<i32, B>(b)?;
    check::<u8, B>(b)?;
    check::<u64, B>(b)
}
