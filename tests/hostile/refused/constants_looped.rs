//! A loop over a constant by its bare name: what a reference refers to is not the loop's own.
use onrush::prelude::*;

const STEPS: &[u32] = &[1, 2, 3];
const LETTERS: &[u32; 2] = &[7, 1];

#[device]
fn looped(x: u32) -> u32 {
    let mut n = x;
    for step in STEPS {
        n += step;
    }
    n
}

#[device]
fn iterated(x: u32) -> u32 {
    LETTERS.into_iter().sum::<u32>() + x
}

fn main() {}
