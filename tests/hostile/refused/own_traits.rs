//! Calls of which another trait's method, or that of another number, could be taken for the one that Rust calls.
use onrush::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Pair {
    x: i64,
    y: i64,
}

#[device]
trait First {
    fn of_pair(self) -> i64;
}

#[device]
trait Second {
    fn of_pair(self) -> i64;
}

#[device]
impl First for Pair {
    fn of_pair(self) -> i64 {
        1
    }
}

// The host alone has it, and devices have another trait's.
impl Second for Pair {
    fn of_pair(self) -> i64 {
        2
    }
}

/// Devices know it of `u8` alone.
#[device]
trait Squares {
    fn square(self) -> i64;
}

#[device]
impl Squares for u8 {
    fn square(self) -> i64 {
        self.wrapping_mul(self) as i64
    }
}

impl Squares for i32 {
    fn square(self) -> i64 {
        self as i64 * self as i64
    }
}

/// Of floats it is `f32` alone.
#[device]
trait Thirds {
    fn third(self) -> f64;
}

#[device]
impl Thirds for f32 {
    fn third(self) -> f64 {
        (self / 3.0) as f64
    }
}

impl Thirds for f64 {
    fn third(self) -> f64 {
        self / 3.0
    }
}

/// A trait whose name hides that of one with `#[device]`.
mod hidden {
    use super::*;

    #[allow(dead_code)]
    trait Squares {
        fn square(self) -> i64;
    }

    impl Squares for u8 {
        fn square(self) -> i64 {
            2
        }
    }

    #[device]
    impl Squares for u16 {
        fn square(self) -> i64 {
            3
        }
    }

    fn by_path() {
        let _ = op!(|v: u8| <u8 as Squares>::square(v));
    }
}

/// Another trait has the method, and Rust calls it earlier, or wouldn't know which one to call.
mod two {
    use onrush::prelude::*;

    #[device]
    pub trait Lent {
        fn m(&self) -> i64;
    }

    #[device]
    impl Lent for u32 {
        fn m(&self) -> i64 {
            1
        }
    }

    #[device]
    pub trait Taken {
        fn m(self) -> i64;
        fn once(self) -> i64;
    }

    #[device]
    impl Taken for u64 {
        fn m(self) -> i64 {
            1
        }
        fn once(self) -> i64 {
            1
        }
    }

    impl Taken for &u64 {
        fn m(self) -> i64 {
            2
        }
        fn once(self) -> i64 {
            2
        }
    }

    #[device]
    pub trait Changes {
        fn change(&mut self) -> i64;
        fn made() -> i64;
    }

    #[device]
    impl Changes for u16 {
        fn change(&mut self) -> i64 {
            1
        }
        fn made() -> i64 {
            1
        }
    }

    /// Without an impl for references.
    pub mod once {
        #[onrush::device]
        pub trait Once {
            fn once(self) -> i64;
        }

        #[onrush::device]
        impl Once for u64 {
            fn once(self) -> i64 {
                1
            }
        }
    }

    /// A trait of the host's.
    pub mod plain {
        pub trait Plain {
            fn m(self) -> i64;
        }
        impl Plain for u32 {
            fn m(self) -> i64 {
                2
            }
        }
        pub trait Doubly {
            fn once(self) -> i64;
        }
        impl Doubly for &&u64 {
            fn once(self) -> i64 {
                2
            }
        }
        pub trait Exclusive {
            fn once(&self) -> i64;
        }
        impl Exclusive for &mut &u64 {
            fn once(&self) -> i64 {
                2
            }
        }
        impl Exclusive for &mut &mut u64 {
            fn once(&self) -> i64 {
                2
            }
        }
        pub trait All {
            fn change(&self) -> i64;
            fn made() -> i64;
        }
        impl<T> All for T {
            fn change(&self) -> i64 {
                2
            }
            fn made() -> i64 {
                2
            }
        }
    }
}

fn by_value() {
    use two::{Lent as _, plain::Plain as _};
    let _ = op!(|v: u32| v.m());
    let _ = op!(|v: u32| u32::m(&v));
}

fn of_a_reference() {
    use two::Taken as _;
    let _ = op!(|v: u64| {
        let r = &v;
        r.m()
    });
}

#[device]
fn of_a_parameter(v: &u64) -> i64 {
    use_taken::m(v)
}

mod use_taken {
    use super::two::{Taken as _, plain::Doubly as _};
    use onrush::prelude::*;

    #[device]
    pub(super) fn m(v: &u64) -> i64 {
        v.m()
    }

    #[device]
    pub(super) fn filtered(v: u64) -> i64 {
        [v, 2].iter().filter(|x| x.once() > 1).count() as i64
    }
}

mod of_exclusive_references {
    use super::two::plain::Exclusive as _;
    use super::two::once::Once as _;
    use onrush::prelude::*;

    #[device]
    pub(super) fn chained(v: u64) -> i64 {
        let mut v = v;
        let mut r = &mut v;
        let q = &mut r;
        q.once()
    }

    #[device]
    pub(super) fn shared(v: u64) -> i64 {
        let mut r = &v;
        let q = &mut r;
        q.once()
    }
}

mod of_many_references {
    use super::two::once::Once as _;
    use onrush::prelude::*;

    #[device]
    pub(super) fn chained(v: u64) -> i64 {
        let mut v = v;
        let mut r = &mut v;
        let mut q = &mut r;
        let s = &mut q;
        s.once()
    }
}

fn of_every_type() {
    use two::{Changes as _, plain::All as _};
    let _ = op!(|v: u16| {
        let mut v = v;
        v.change() + u16::made()
    });
}

fn main() {
    let _ = op!(|p: Pair| <Pair as Second>::of_pair(p));
    let _ = op!(|v: i64| v + 100.square());
    let _ = op!(|v: i64| {
        let hundred = 100;
        v + hundred.square()
    });
    let _ = op!(|v: f64| v + 1.0.third());
    let _ = op!(|v: i64| v + { (1 + 2).square() } + [200, 100][0].square());
    let _ = op!(|v: i64| v + Some(200).map(|x| x.square()).unwrap_or(1) + (200, 1).0.square());
}
