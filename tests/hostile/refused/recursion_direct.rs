//! A device function that calls itself.
use onrush::prelude::*;

#[device]
fn down(n: u32) -> u32 {
    if n == 0 { 0 } else { down(n - 1) }
}

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Number(u32);
#[device]
impl Number {
    fn down(self) -> u32 {
        if self.0 == 0 { 0 } else { self.down() }
    }
}

fn main() {
    let _ = op!(|n: u32| down(n) + Number(n).down());
}
