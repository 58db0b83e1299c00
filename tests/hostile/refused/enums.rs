//! What a `#[device]` enum can't be, and paths that only look like a variant's.
#![allow(non_upper_case_globals)]

use onrush::prelude::*;

#[device]
#[derive(Clone, Copy)]
enum Shape {
    Circle(f32),
    Rect { w: f32, h: f32 },
    Empty,
}

impl Shape {
    const Unit: Shape = Shape::Circle(1.0);
    const UNIT: Shape = Shape::Circle(1.0);
    #[allow(non_snake_case)]
    fn Square(w: f32) -> Shape {
        Shape::Rect { w, h: w }
    }
}

/// A module with a type's name, in which variants have other names.
#[allow(non_snake_case)]
mod Renamed {
    pub(crate) use super::Shape::{Circle as Round, Empty as Nothing, Rect as Circle};
}

#[derive(Clone, Copy)]
enum Host {
    One(f32),
    Two,
}

fn stored(device: &Cpu) -> onrush::Result<()> {
    device.upload(&[Shape::Empty])?;
    device.range(0..3).map(op!(|_: u64| Shape::Empty)).collect()?;
    Ok(())
}

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Held {
    shape: Shape,
}

#[device]
fn renamed(s: Shape) -> f32 {
    match s {
        Renamed::Round(r) => r,
        Renamed::Circle { w, .. } => w,
        Renamed::Nothing => 0.0,
    }
}

#[device]
fn made_by_another_name(r: f32) -> Shape {
    if r > 0.0 { Renamed::Round(r) } else { Renamed::Nothing }
}

#[device]
fn no_variant(r: f32) -> Shape {
    if r > 0.0 { Shape::Square(r) } else { Shape::Unit }
}

#[device]
fn constant(s: Shape) -> bool {
    matches!(s, Shape::UNIT)
}

#[device]
fn constant_like_a_variant(s: Shape) -> bool {
    matches!(s, Shape::Unit)
}

mod imported {
    use super::Shape::{self, Circle, Empty};
    use onrush::prelude::*;

    #[device]
    fn tuple(s: Shape) -> f32 {
        match s {
            Circle(r) => r,
            _ => 0.0,
        }
    }
    #[device]
    fn made(r: f32) -> Shape {
        if r > 0.0 { Circle(r) } else { Empty }
    }
}

#[device]
fn of_the_host(x: f32) -> f32 {
    let h = if x > 0.0 { Host::One(x) } else { Host::Two };
    match h {
        Host::One(x) => x,
        Host::Two => 0.0,
    }
}

#[device]
#[derive(Clone, Copy)]
enum Generic<T> {
    Some(T),
    None,
}

#[device]
#[derive(Clone, Copy)]
enum Never {}

#[device]
#[derive(Clone, Copy)]
enum Conditional {
    #[cfg(unix)]
    Unix,
    Other(#[cfg(unix)] u8),
}

#[derive(Clone, Copy)]
struct Unknown(u32);

#[device]
#[derive(Clone, Copy)]
enum OfTheHost {
    One(Unknown),
}

#[device]
enum Moved {
    One,
}

/// The comparison isn't the derived one.
mod compared {
    use onrush::prelude::*;
    use std::cmp::PartialEq;

    #[device]
    #[derive(Clone, Copy)]
    enum Own {
        A,
        B,
    }
    impl PartialEq for Own {
        fn eq(&self, _: &Own) -> bool {
            true
        }
    }
    #[device]
    fn equal(x: u32) -> bool {
        let o = if x > 3 { Own::A } else { Own::B };
        o == Own::A
    }
}

/// The host's own comparison with another type.
mod compared_with_a_number {
    use onrush::prelude::*;

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    enum Level {
        Low,
        High,
    }
    impl PartialEq<u32> for Level {
        fn eq(&self, n: &u32) -> bool {
            *n == 7
        }
    }
    #[device]
    fn equal(x: u32) -> bool {
        let level = if x > 3 { Level::Low } else { Level::High };
        level == x
    }
}

/// Alternatives that bind other names, or values of other types.
mod alternatives {
    use onrush::prelude::*;

    #[device]
    #[derive(Clone, Copy)]
    enum Two {
        Wide(u32),
        Narrow(u8),
    }
    #[device]
    fn types(x: u32) -> u32 {
        match if x > 3 { Two::Wide(x) } else { Two::Narrow(1) } {
            Two::Wide(v) | Two::Narrow(v) => v as u32,
        }
    }
    #[device]
    fn names(x: u32) -> u32 {
        let v = 4;
        match x.checked_sub(3) {
            Some(v) | None => v,
        }
    }
}

fn main() {
    let device = Cpu::new();
    stored(&device).unwrap();
}
