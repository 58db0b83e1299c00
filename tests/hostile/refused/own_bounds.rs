//! Traits with names of std's as bounds of generic functions and impls: std's methods would be called in their place.
use onrush::prelude::*;

mod own {
    pub trait Ord: Copy {
        fn min(self, other: Self) -> Self;
    }
    impl Ord for i64 {
        fn min(self, other: i64) -> i64 {
            self * 10 + other
        }
    }
    pub trait Into<T> {
        fn into(self) -> T;
    }
    impl Into<i64> for u8 {
        fn into(self) -> i64 {
            self as i64 * 1000
        }
    }
    pub trait From<T> {
        fn from(of: T) -> Self;
    }
    impl From<i64> for i64 {
        fn from(of: i64) -> i64 {
            of * 100 + 1
        }
    }
    pub trait Least: Copy {
        fn min(self, other: Self) -> Self;
    }
}
use own::Least as Ord;

#[device]
fn least<T: own::Ord>(a: T, b: T) -> T {
    a.min(b)
}

#[device]
fn renamed<T>(a: T, b: T) -> T
where
    T: Ord,
{
    a.min(b)
}

#[device]
fn converted<T: own::Into<i64>>(n: T) -> i64 {
    n.into()
}

#[device]
fn itself<T: own::From<T>>(n: T) -> T {
    T::from(n)
}

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Two<T> {
    a: T,
    b: T,
}
#[device]
impl<T: own::Ord + Element> Two<T> {
    fn least(self) -> T {
        self.a.min(self.b)
    }
}

fn main() {}
