use onrush::prelude::*;

#[device]
trait Squares {
    fn square(self) -> u32;
    fn cube(self) -> u32
    where
        Self: Sized,
    {
        1
    }
}

#[device]
impl Squares for u32 {
    fn square(self) -> u32 {
        self * self
    }
}

impl Squares for i32 {
    fn square(self) -> u32 {
        self as u32
    }
}

mod elsewhere {
    #[onrush::device]
    pub trait Elsewhere {
        fn halved(self) -> u32;
    }

    #[onrush::device]
    impl Elsewhere for u32 {
        fn halved(self) -> u32 {
            self / 2
        }
    }

    #[onrush::device]
    pub trait Another {
        fn halved(&self) -> u32;
    }

    #[onrush::device]
    impl Another for u32 {
        fn halved(&self) -> u32 {
            *self / 2
        }
    }
}

#[device]
trait Shifts {
    fn unbounded_shl(self, n: u32) -> u32;
}

#[device]
impl Shifts for u32 {
    fn unbounded_shl(self, n: u32) -> u32 {
        self + n
    }
}

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let x = device.upload(&[1u32, 2])?;
    let _ = x.iter().map(op!(|v: u32| (v as i32).square()));
    let _ = x.iter().map(op!(|v: u32| v.cube()));
    let _ = x.iter().map(op!(|v: u32| v.halved()));
    let _ = x.iter().map(op!(|v: u32| u32::halved(v)));
    let _ = x.iter().map(op!(|v: u32| Squares::square(v)));
    let _ = x.iter().map(op!(|v: u32| <i32 as Squares>::square(v as i32)));
    {
        use elsewhere::{Another, Elsewhere};
        let _ = x.iter().map(op!(|v: u32| v.halved()));
    }
    Ok(())
}
