//! A `const fn` that calls itself through another.
use onrush::prelude::*;

#[device]
const fn one(x: i64) -> i64 {
    if x > 0 { other(x - 1) } else { 0 }
}
#[device]
const fn other(x: i64) -> i64 {
    one(x)
}
fn main() {
    let _ = op!(|v: i64| one(v));
}
