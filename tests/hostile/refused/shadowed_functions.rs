//! A function that hides a device function of the same name.
use onrush::prelude::*;

#[device]
fn f(x: u32) -> u32 {
    2 * x
}

fn main() {
    {
        fn f(x: u32) -> u32 {
            x + 4
        }
        let _ = op!(|x: u32| f(x));
    }
    let f = |x: u32| x + 5;
    let _ = op!(|x: u32| f(x));
}
