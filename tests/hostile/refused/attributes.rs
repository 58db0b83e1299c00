//! Attributes in bodies, which would change the host's code but not the device's.
use onrush::prelude::*;

#[device]
fn scaled(v: f32) -> f32 {
    #[cfg(feature = "never")]
    let v = v * 1000.0;
    v
}

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

#[device]
impl Pair {
    #[cfg_attr(all(), inline)]
    fn sum(&self, #[allow(unused)] by: f32) -> f32 {
        self.a + self.b
    }
}

fn main() {
    let _ = op!(|v: f32| {
        #[cfg(feature = "never")]
        let v = v * 1000.0;
        v
    });
    let _ = op!(|#[cfg(any())] v: f32, w: f32| w);
    let _ = op!(|v: u32| match v {
        #[cfg(any())]
        0 => 1,
        _ => 2,
    });
    let _ = op!(|v: f32| Pair {
        a: v,
        #[cfg(any())]
        b: v,
        #[cfg(all())]
        b: 2.0 * v
    });
    let _ = op!(|v: f32| { #[allow(unused)] { v } });
    let _ = op!(|v: f32| { assert!(#[cfg(any())] v > 0.0); v });
}
