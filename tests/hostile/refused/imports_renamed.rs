//! Names that a body's `use` brings and that no pattern can bind, and variants under other names.
#![allow(non_upper_case_globals)]

use onrush::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
enum Unit {
    Metre,
    Foot(f32),
    None,
    Fixed { by: f32 },
}

/// A module with an enum's name.
#[allow(non_snake_case)]
mod Renamed {
    pub(crate) use super::Unit::{Fixed as Foot, Metre as Empty, None as Metre};
}

#[device]
fn renamed(u: Unit) -> f32 {
    use Renamed::*;
    match u {
        Foot { by } => by,
        Empty => 1.0,
        Metre => 2.0,
        _ => 0.0,
    }
}

#[device]
fn renamed_by_name(u: Unit) -> f32 {
    use Renamed::{Foot, Metre};
    match u {
        Foot { by } => by,
        Metre => 2.0,
        _ => 0.0,
    }
}

#[device]
fn bound(u: Unit) -> f32 {
    use Unit::*;
    let Metre = u;
    let f = |Metre: f32| 1.0;
    f(2.0)
}

#[device]
fn declared_beside(u: Unit) -> f32 {
    use Unit::*;
    const Metre: Unit = Unit::None;
    match u {
        Metre => 1.0,
        _ => 0.0,
    }
}

#[device]
fn literal(x: f32) -> Unit {
    use Unit::*;
    Fixed { by: x }
}

fn main() {}
