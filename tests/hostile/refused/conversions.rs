//! Conversions that devices don't know, and names that mean others than std's.
use onrush::prelude::*;

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Feet(f64);
#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Metres(f64);

/// The host alone has it.
impl From<Feet> for Metres {
    fn from(feet: Feet) -> Metres {
        Metres(feet.0 * 0.25)
    }
}

/// A method of the type comes before `Into`'s.
impl Metres {
    fn into(self) -> f64 {
        1000.0
    }
}
#[device]
impl From<Metres> for f64 {
    fn from(metres: Metres) -> f64 {
        metres.0
    }
}

trait Others: Sized {
    fn into(self) -> f64 {
        1000.0
    }
    fn from(_feet: Feet) -> i64 {
        1000
    }
}
impl Others for f32 {}
impl Others for Feet {}

mod own {
    pub trait From<T> {
        fn from(of: T) -> Self;
    }
}
#[device]
impl own::From<i64> for Feet {
    fn from(of: i64) -> Feet {
        Feet(of as f64)
    }
}
#[device]
impl From<u8> for Feet {
    fn from(of: u8) -> Feet {
        let wide: Feet = of.into();
        wide
    }
}

fn main() {
    let _ = op!(|f: Feet| Metres::from(f).0);
    let _ = op!(|f: Feet| {
        let m: Metres = f.into();
        m.0
    });
    let _ = op!(|v: f32| {
        let w: f64 = v.into();
        w
    });
    let _ = op!(|v: i64| {
        let w: f64 = v.into();
        w
    });
    let _ = op!(|v: u64| i64::from(v));
    let _ = op!(|v: u8| Feet::from(v).0);
    let _ = op!(|v: i64| {
        let r = &v;
        let w: i64 = r.into();
        w
    });
}
