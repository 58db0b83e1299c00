//! A trait's method of a name of `Option`'s, which Rust finds for a reference to an option before `Option`'s own: a device would call
//! the latter.

use onrush::prelude::*;

trait Mapped {
    fn map(self, f: impl Fn(u32) -> u32) -> Option<u32>;
}

impl Mapped for &Option<u32> {
    fn map(self, _: impl Fn(u32) -> u32) -> Option<u32> {
        Some(99)
    }
}

trait Filtered<T> {
    fn filter(&self, f: impl FnOnce(&T) -> bool) -> Option<T>;
}

impl<T> Filtered<T> for Option<T> {
    fn filter(&self, _: impl FnOnce(&T) -> bool) -> Option<T> {
        None
    }
}

fn main() {
    let _ = op!(|x: u32| {
        let a = [x.checked_sub(3), None];
        a.first().unwrap().map(|v: u32| v ^ 1)
    });
    let _ = op!(|x: u32| {
        let o = x.checked_sub(3);
        let r = &o;
        r.map(|v: u32| v ^ 1)
    });
    let _ = op!(|x: u32| {
        let o = Some(x.checked_sub(3));
        match &o {
            Some(inner) => inner.filter(|v| *v > 3),
            None => None,
        }
    });
    // The option itself has its own method.
    let _ = op!(|x: u32| x.checked_sub(3).map(|v| v ^ 1).filter(|v| *v > 2));
}
