use onrush::prelude::*;
use std::ops::Mul;

// `Number` says that devices know the type.
fn squares<T: Element + Mul<Output = T>, B: Backend>(x: &DeviceVec<T, B>) -> onrush::Result<Vec<T>> {
    x.iter().map(op!(|v: T| v * v)).collect()?.to_vec()
}

// A square root takes a `Float`.
fn roots<T: Number, B: Backend>(x: &DeviceVec<T, B>) -> onrush::Result<Vec<T>> {
    x.iter().map(op!(|v: T| v.sqrt())).collect()?.to_vec()
}

// A literal has no type `T`.
fn doubled<T: Float, B: Backend>(x: &DeviceVec<T, B>) -> onrush::Result<Vec<T>> {
    x.iter().map(op!(|v: T| v * 2.0)).collect()?.to_vec()
}

// `as` takes known types.
fn wide<T: Number, B: Backend>(x: &DeviceVec<T, B>) -> onrush::Result<Vec<f64>> {
    x.iter().map(op!(|v: T| v as f64)).collect()?.to_vec()
}

fn main() {}
