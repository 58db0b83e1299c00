//! A cycle through a method, a trait's method and an operator.
use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Number(u32);

trait Halves {
    fn half(&self) -> u32;
}
#[device]
impl Halves for Number {
    fn half(&self) -> u32 {
        (*self + Number(1)).0
    }
}
#[device]
impl std::ops::Add for Number {
    type Output = Number;
    fn add(self, other: Number) -> Number {
        Number(sum(self, other))
    }
}
#[device]
fn sum(a: Number, b: Number) -> u32 {
    a.half() + b.0
}

fn main() {
    let _ = op!(|n: u32| Number(n).half());
}
