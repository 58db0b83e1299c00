//! A library that knows onrush as `thrust`, and lends it to its users.

#![deny(warnings)]

pub use thrust;

use thrust::prelude::*;

/// Sorted by the cell, then by the depth.
#[derive(Clone, Copy, Debug, PartialEq, Element, Key)]
#[repr(C)]
pub struct Place {
    pub cell: u32,
    pub depth: f32,
}

#[device]
impl Place {
    pub const ORIGIN: Place = Place { cell: 0, depth: 0.0 };

    pub fn deeper(self, by: f32) -> Place {
        Place { cell: self.cell, depth: self.depth + by }
    }
}

/// Methods for numbers, which its user's operations find by the import of the trait.
#[device]
pub trait Halves {
    fn half(self) -> Self;
    fn halves(self) -> f64;
}

#[device]
impl Halves for f32 {
    fn half(self) -> f32 {
        self / 2.0
    }
    fn halves(self) -> f64 {
        self as f64 * 2.0
    }
}

#[device]
pub fn twice<T: Number>(v: T) -> T {
    v + v
}

pub fn sum_of_squares(values: &[f32]) -> thrust::Result<f32> {
    Cpu::new().upload(values)?.iter().map(op!(|v: f32| twice(v * v) / 2.0)).sum()
}

/// An operation of the library's in its user's crate.
#[macro_export]
macro_rules! scaled {
    ($by:expr) => {
        $crate::thrust::op!(|v: f32| {
            let scaled = v * $by;
            scaled.max($crate::twice(scaled))
        })
    };
}

/// An element of the library's in its user's crate, with a function for operations.
#[macro_export]
macro_rules! pair {
    ($name:ident, $sum:ident) => {
        #[derive(Clone, Copy, Debug, PartialEq, $crate::thrust::Element, $crate::thrust::Key)]
        #[onrush(crate = $crate::thrust)]
        #[repr(C)]
        pub struct $name {
            pub a: u32,
            pub b: u32,
        }

        #[$crate::thrust::device(crate = $crate::thrust)]
        pub fn $sum(pair: $name) -> u32 {
            pair.a + pair.b
        }
    };
}

#[device]
pub fn applied<T: Number>(f: impl Fn(T) -> T, x: T) -> T {
    f(f(x))
}

/// The closures borrow what ends with the block, in whose last expression they are passed.
#[device]
pub fn in_the_tail(v: u32) -> u32 {
    let k = v + 1;
    let f = |x: u32| x + k;
    applied(&f, 1) + applied(|x| x * k, 2) + applied::<u32>(f, v)
}
