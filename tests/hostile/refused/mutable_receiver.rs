//! A method that changes its receiver, called on a receiver that isn't mutable.
use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Draw {
    state: u64,
}
#[device]
impl Draw {
    fn next(&mut self) -> u64 {
        self.state += 1;
        self.state
    }
}

fn main() {
    let _ = op!(|draw: Draw| draw.next());
    let _ = op!(|draw: Draw| { let mut d = draw; d.next().wrapping_add(d.missing()) });
}
