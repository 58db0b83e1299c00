//! Calls for which Rust's lookup finds another method before the one with `#[device]`.
use onrush::prelude::*;

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Pair {
    x: i64,
    y: i64,
}

#[device]
impl Pair {
    fn lent(&self) -> i64 {
        self.x
    }
    fn changed(&mut self) -> i64 {
        self.x += 1;
        self.x
    }
    fn changed_later(&mut self) -> i64 {
        self.x += 1;
        self.x
    }
    fn taken(self) -> i64 {
        self.y
    }
    fn kept(&self) -> i64 {
        self.y
    }
}

trait Others: Sized {
    fn lent(self) -> i64 {
        1000
    }
    fn changed(self) -> i64 {
        1000
    }
    fn changed_later(&self) -> i64 {
        1000
    }
    fn taken(&self) -> i64 {
        1000
    }
    fn kept(&mut self) -> i64 {
        1000
    }
}
impl Others for Pair {}

/// The host alone has it, and devices have the trait's.
#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Host {
    x: i64,
}
impl Host {
    fn half(self) -> i64 {
        1000
    }
}
#[device]
trait Halves {
    fn half(&self) -> i64;
}
#[device]
impl Halves for Host {
    fn half(&self) -> i64 {
        self.x / 2
    }
}

/// The host alone has them itself, and devices have the trait's.
#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Lent {
    x: i64,
}
impl Lent {
    fn half(&self) -> i64 {
        1000
    }
}
#[device]
impl Halves for Lent {
    fn half(&self) -> i64 {
        self.x / 2
    }
}
#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Generic<T> {
    x: T,
}
impl<T> Generic<T> {
    fn half(&self) -> i64 {
        1000
    }
}
#[device]
impl<T: Integer> Halves for Generic<T> {
    fn half(&self) -> i64 {
        2
    }
}
/// Which of the two traits a call means, rustc says.
mod twice {
    use super::{Element, device};
    pub trait Doubles {
        fn double(&self) -> i64;
        fn made() -> i64;
    }
    pub trait Doubled {
        fn double(&self) -> i64;
    }
    #[derive(Debug, Element)]
    #[repr(C)]
    struct Both {
        x: i64,
    }
    impl Copy for Both {}
    #[device]
    impl Clone for Both {
        fn clone(&self) -> Both {
            Both { x: self.x }
        }
    }
    #[device]
    impl Default for Both {
        fn default() -> Both {
            Both { x: 1 }
        }
    }
    #[device]
    impl From<i64> for Both {
        fn from(x: i64) -> Both {
            Both { x }
        }
    }
    #[device]
    impl Doubles for Both {
        fn double(&self) -> i64 {
            self.x * 2
        }
        fn made() -> i64 {
            2
        }
    }
    impl Doubled for Both {
        fn double(&self) -> i64 {
            self.x * 2
        }
    }
}

#[device]
fn through_a_parameter(pair: &Pair) -> i64 {
    pair.taken()
}
#[device]
fn through_an_exclusive_one(pair: &mut Pair) -> i64 {
    pair.kept()
}

fn main() {
    let _ = op!(|p: Pair| p.lent());
    let _ = op!(|p: Pair| {
        let mut q = p;
        q.changed()
    });
    let _ = op!(|p: Pair| {
        let mut q = p;
        q.changed_later()
    });
    let _ = op!(|p: Pair| {
        let q = &p;
        q.taken()
    });
    let _ = op!(|p: Pair| [p].first().unwrap().taken());
    let _ = op!(|p: Pair| [p].first().map_or(0, |q| q.taken()));
    let _ = op!(|h: Host| h.half());
    // Of a value they are the type's own.
    let _ = op!(|p: Pair| p.taken() + p.kept());
}
