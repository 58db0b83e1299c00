//! Methods of traits in scope that Rust finds for a reference out of an option before the method of what it refers to.
use onrush::prelude::*;

trait Abs {
    fn abs(&self) -> i64;
}
impl Abs for i64 {
    fn abs(&self) -> i64 {
        1000
    }
}
trait Pow {
    fn pow(self, n: u32) -> i64;
}
impl Pow for &i64 {
    fn pow(self, _: u32) -> i64 {
        1000
    }
}
trait Max {
    fn max(&self, other: f64) -> f64;
}
impl Max for f64 {
    fn max(&self, _: f64) -> f64 {
        1000.0
    }
}

#[device]
fn of_a_payload(a: [i64; 2]) -> i64 {
    match a.get(0) {
        Some(p) => p.abs(),
        None => 0,
    }
}
#[device]
fn of_a_value(a: [i64; 2]) -> i64 {
    a.get(0).unwrap_or(&3).pow(2)
}
#[device]
fn of_a_float(a: [f64; 2]) -> f64 {
    a.first().unwrap().max(3.0)
}

fn main() {}
