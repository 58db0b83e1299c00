//! Traits with the name of an operator's trait, and operators' methods called by name.
use onrush::prelude::*;

trait Add {
    fn add(self, other: Self) -> Self;
}
#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Number(u32);
#[device]
impl Add for Number {
    fn add(self, other: Number) -> Number {
        Number(self.0 * other.0)
    }
}
#[device]
impl Number {
    fn neg(self) -> Number {
        self
    }
}
trait Sum {
    fn sub(self, other: u8) -> u8;
}
impl Sum for u8 {
    fn sub(self, _: u8) -> u8 {
        255
    }
}

fn main() {
    let _ = op!(|x: u8| x.sub(1));
    let _ = op!(|x: u8| u8::sub(x, 1));
}
