use onrush::prelude::*;

#[device]
fn plain(x: i64) -> i64 {
    x
}

#[device]
const fn calls(x: i64) -> i64 {
    plain(x)
}

#[device]
const fn loops(x: i64) -> i64 {
    let mut sum = 0;
    for i in 0..x {
        sum += i;
    }
    sum
}

fn main() {}
