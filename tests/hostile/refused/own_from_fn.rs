//! A function of the user's own by the path of `array::from_fn`, and an array without elements.
use onrush::prelude::*;

mod array {
    pub fn from_fn<T, const N: usize, F: FnMut(usize) -> T>(f: F) -> [T; N] {
        std::array::from_fn(f)
    }
}

#[device]
fn made(v: i64) -> i64 {
    let a: [i64; 3] = array::from_fn(|i| i as i64 + v);
    a[0]
}
#[device]
fn of_references(a: [i64; 3]) -> i64 {
    let b: [&i64; 3] = std::array::from_fn(|i| a.get(i).unwrap());
    *b[0]
}

fn main() {
    let _ = op!(|v: i64| made(v));
}
