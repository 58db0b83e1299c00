//! `use` may give an enum's variant any name, which a pattern can't tell from a struct's: rustc is made to tell. A pattern that a
//! device took for a struct's would match every value.

use Option::{None as Nothing, Some as Just};
use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Wrapped(u32);

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

/// An alias has variants, too.
type Maybe = Option<u32>;

#[device]
fn made_of_nothing(x: u32) -> Option<u32> {
    if x > 3 { Some(x) } else { Nothing {} }
}

#[device]
fn made_by_an_alias(x: u32) -> Option<u32> {
    if x > 3 { Maybe::Some { 0: x } } else { Maybe::None {} }
}

#[device]
fn made_by_field(x: u32) -> Option<u32> {
    Just { 0: x }
}

#[device]
fn made_by_call(x: u32) -> Option<u32> {
    Just(x)
}

#[device]
fn order(x: u32) -> std::cmp::Ordering {
    if x > 3 { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Less {} }
}

fn main() {
    let _ = op!(|x: u32| match x.checked_sub(3) {
        Just(y) => y,
        Nothing => 1,
    });
}

/// An enum of one variant, which a pattern that always matches may name.
#[device]
#[derive(Clone, Copy)]
enum Single {
    Only { tag: u32 },
}
use Single::Only;

#[device]
fn bound(x: u32) -> u32 {
    let Only { tag } = Single::Only { tag: x };
    tag
}

#[device]
fn bound_behind_a_reference(x: u32) -> u32 {
    let single = Single::Only { tag: x };
    let Only { tag } = &single;
    *tag
}

#[device]
fn taken(Only { tag }: Single) -> u32 {
    tag
}

#[device]
fn taken_by_a_closure(x: u32) -> u32 {
    let f = |Only { tag }: Single| tag;
    f(Single::Only { tag: x })
}
