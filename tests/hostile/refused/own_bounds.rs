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
    pub trait Ordered: Copy {
        fn min(self, other: Self) -> Self;
    }
}
use own::Ordered as Ord;

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

// What a `T: Number` has in operations alone, Rust finds in the other bound or in a trait in scope.
mod numbers {
    use onrush::prelude::*;

    use super::own::Ordered;

    trait Every {
        fn max(self, other: Self) -> Self;
        fn clamp(self, low: Self, high: Self) -> Self;
    }
    impl<T> Every for T {
        fn max(self, _: T) -> T {
            self
        }
        fn clamp(self, low: T, _: T) -> T {
            low
        }
    }

    #[device]
    fn least<T: Ordered + Number>(a: T, b: T) -> T {
        a.min(b)
    }

    #[device]
    fn by_path<T: Ordered + Number>(a: T, b: T) -> T {
        T::min(a, b)
    }

    #[device]
    fn most<T: Number>(a: T, b: T) -> T {
        a.max(b)
    }

    #[device]
    fn within<T: Number>(a: T, b: T) -> T {
        a.clamp(b, b)
    }

    fn in_an_operation<T: Ordered + Number>(k: T) {
        let _ = op!(|v: T| v.min(k));
    }

    // Where a bound has the method, it comes first.
    #[device]
    fn of_integers<T: Integer>(a: T, b: T) -> T {
        a.max(b).clamp(b, b)
    }
}

fn main() {}
