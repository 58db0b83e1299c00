use onrush::prelude::*;

#[device]
fn first(a: &[f32; 2]) -> &f32 {
    &a[0]
}

fn main() {}
