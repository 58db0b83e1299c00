//! A user's `Deref`, which device code doesn't know: a field might belong to another type.
use onrush::prelude::*;

mod inner {
    use onrush::prelude::*;

    #[derive(Clone, Copy, Element)]
    #[repr(C)]
    pub struct Inner {
        pub x: f32,
    }
    #[derive(Clone, Copy, Element)]
    #[repr(C)]
    pub struct Outer {
        x: f32,
        inner: Inner,
    }
    impl std::ops::Deref for Outer {
        type Target = Inner;
        fn deref(&self) -> &Inner {
            &self.inner
        }
    }
}

fn main() {
    let _ = op!(|o: inner::Outer| o.x);
    let _ = op!(|o: &mut inner::Outer| {
        let y = o.x;
        y
    });
}
