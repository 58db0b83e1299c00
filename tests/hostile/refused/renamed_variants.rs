//! `use` may give an enum's variant any name, which a pattern can't tell from a struct's: rustc is made to tell. A pattern that a
//! device took for a struct's would match every value.

use Option::{None as Nothing, Some as Just};
use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Wrapped(u32);

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Pair {
    a: u32,
    b: u32,
}

#[device]
fn by_name(o: Option<u32>) -> u32 {
    match o {
        Just(x) => x,
        _ => 0,
    }
}

#[device]
fn by_field(o: Option<u32>) -> u32 {
    if let Just { 0: x } = o { x } else { 0 }
}

#[device]
fn within(o: Option<u32>) -> bool {
    matches!((Wrapped(1), Some(o)), (Wrapped(_), Some(Just(3) | Just(4))))
}

#[device]
fn out_of_nowhere(x: u32) -> u32 {
    let Just(y) = x.checked_sub(1) else { return 7 };
    y
}

/// These are structs.
#[device]
fn right(p: Pair, w: &Wrapped, o: Option<Wrapped>) -> u32 {
    let n = match (p, w, Some([p; 2])) {
        (Pair { a: 1, .. }, Wrapped(2), _) => 3,
        (Pair { a, b: 4 }, &Wrapped(w), Some([Pair { a: c, b: _ }, ..])) => a + w + c,
        _ => 5,
    };
    match o {
        Some(Wrapped(7)) => n,
        Some(Wrapped(x)) if matches!(p, Pair { a: 3, .. }) => x,
        _ => 1,
    }
}

fn main() {
    let _ = op!(|x: u32| match x.checked_sub(3) {
        Just(y) => y,
        Nothing => 1,
    });
}
