//! What `use` in a body brings, rustc decides: a name that a device took for another one's would match other values.

use onrush::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
enum Unit {
    Metre,
    Foot(f32),
    None,
    Fixed { by: f32 },
}

#[device]
#[derive(Clone, Copy, PartialEq)]
enum Other {
    Metre,
    Yard,
}

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Wrapped(f32);

#[device]
fn of_no_variant(u: Unit) -> f32 {
    use Unit::*;
    match u {
        Yard => 1.0,
        _ => 0.0,
    }
}

#[device]
fn of_the_prelude(u: Unit, o: Option<u32>) -> u32 {
    use Unit::*;
    match o {
        None => 1,
        Some(x) => x,
    }
}

#[device]
fn of_another_enum(u: Other) -> f32 {
    use Unit::{Metre as Yard};
    match u {
        Yard => 1.0,
        _ => 0.0,
    }
}

#[device]
fn structs(u: Unit, w: Wrapped) -> f32 {
    use Unit::*;
    let made = Wrapped(1.0);
    match w {
        Wrapped(x) => x + made.0,
    }
}

fn main() {}
