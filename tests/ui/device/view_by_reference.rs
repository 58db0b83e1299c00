use onrush::prelude::*;

#[device]
fn at(table: &View<f32>, i: usize) -> f32 {
    table[i]
}

fn main() {}
