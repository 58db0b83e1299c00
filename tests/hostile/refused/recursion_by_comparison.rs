//! A comparison that calls itself through one that std defines by it.
use onrush::prelude::*;

#[derive(Clone, Copy, PartialEq, Element)]
#[repr(C)]
struct Rated {
    n: i64,
}

#[device]
impl PartialOrd for Rated {
    fn partial_cmp(&self, other: &Rated) -> Option<std::cmp::Ordering> {
        if *self < *other { Some(std::cmp::Ordering::Less) } else { None }
    }
}

fn main() {
    let _ = op!(|a: Rated, b: Rated| a > b);
}
