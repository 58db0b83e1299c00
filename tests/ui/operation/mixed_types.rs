use onrush::prelude::*;

fn main() {
    let _ = op!(|x: f32, n: u32| {
        let y: i32 = x;
        x + n
    });
}
