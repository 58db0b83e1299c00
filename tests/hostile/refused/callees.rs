//! Callees that are neither tuple structs nor device functions.
use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Metres {
    m: f32,
}
#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Feet(f32);
#[allow(non_snake_case)]
fn Kilometres(x: f32) -> f32 {
    x * 1000.0
}
#[allow(non_snake_case)]
fn Metres(m: f32) -> Metres {
    Metres { m: m * 2.0 }
}
const DOUBLE: fn(f32) -> f32 = |x| 2.0 * x;

fn main() {
    let _ = op!(|x: f32| Kilometres(x));
    let _ = op!(|x: f32| DOUBLE(x));
    #[allow(non_snake_case)]
    let F = |x: f32| x;
    let _ = op!(|x: f32| F(x));
    let _ = op!(|x: f32| Metres(x).m);
    {
        #[allow(non_snake_case)]
        fn Feet(x: f32) -> crate::Feet {
            crate::Feet(3.0 * x)
        }
        let _ = op!(|x: f32| Feet(x).0);
    }
}
