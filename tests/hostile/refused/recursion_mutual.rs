//! Device functions that call each other in a cycle.
use onrush::prelude::*;

#[device]
fn even(n: u32) -> bool {
    n == 0 || odd(n - 1)
}
#[device]
fn odd(n: u32) -> bool {
    n != 0 && even(n - 1)
}

fn main() {
    let _ = op!(|n: u32| even(n));
}
