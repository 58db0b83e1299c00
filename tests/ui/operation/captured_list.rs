use onrush::prelude::*;

fn main() {
    let table = vec![1.0f32, 2.0];
    let _ = op!(|i: usize| table[i]);
}
