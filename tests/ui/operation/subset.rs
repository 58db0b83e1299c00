use onrush::prelude::*;

fn main() {
    let _ = op!(|x: f32| {
        let text = "abc";
        let list = vec![x; 3];
        for y in [1, 2] {}
        let double = |y: f32| y * 2.0;
        x
    });
}
