//! What an operation reads, copies and changes, and when: each function runs as plain Rust, which rustc alone compiles,
//! and as device code on every backend.
#![forbid(unsafe_code)]

mod arrays;
mod assigning;
mod bindings;
mod bounds;
mod clones;
mod closures;
mod comparisons;
mod const_functions;
mod constants;
mod conversions;
mod cost;
mod divisions;
mod enums;
mod failing;
mod fields;
mod from_fn;
mod given;
mod guards;
mod indices;
mod integers;
mod iteration;
mod iterators;
mod iterators_made;
mod iterators_mixed;
mod iterators_named;
mod iterators_pairs;
mod labels;
mod lent;
mod listed;
mod literals;
mod mapped;
mod names;
mod operands;
mod options;
mod orders;
mod parsers;
mod pieces;
mod reads;
mod rebound;
mod receivers;
mod references;
mod remainders;
mod results;
mod searched;
mod sliced;
mod slices;
mod taken;
mod temporaries;
mod traits;
mod try_conversions;
mod wide;

use std::sync::{Arc, Mutex};

use onrush::prelude::*;
use onrush_cuda::driver::{Driver, ProgramHook, Settings};
use onrush_cuda::{Cuda, jit};
use onrush_test_support::{Tested, everywhere};

/// Declares functions twice, as plain Rust and for devices, and a function that compares those of one number on every backend.
macro_rules! programs {
    (of $($name:ident)* : $($item:item)*) => {
        #[allow(warnings, overflowing_literals, clippy::all)]
        mod plain {
            use super::*;
            $($item)*
        }
        #[allow(warnings, overflowing_literals, clippy::all)]
        mod device {
            use super::*;
            use onrush::prelude::*;
            $(#[device] $item)*
        }
        fn all<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
            use onrush::prelude::*;
            let names = [$(stringify!($name)),*];
            let results = op!(|v: i64| [$(device::$name(v)),*]);
            let values: Vec<i64> = (-4..7).collect();
            let found = b.upload(&values)?.iter().map(results).collect()?.to_vec()?;
            for (v, row) in values.iter().zip(found) {
                let expected = [$(plain::$name(*v)),*];
                for ((name, found), expected) in names.iter().zip(row).zip(expected) {
                    assert_eq!(found, expected, "{name}({v})");
                }
            }
            Ok(())
        }
        crate::everywhere! { all }

        #[test]
        #[ignore = "repeats at length"]
        fn compiled() -> onrush::Result<()> {
            crate::compiled(all)
        }
    };
}
use programs;

/// The same for functions that are to be compared, all of them.
macro_rules! functions {
    ($($(#[$doc:meta])* fn $name:ident($v:ident: $in:ty) -> $out:ty { $($body:tt)* })*) => {
        crate::programs! {
            of $($name)* : $($(#[$doc])* pub(super) fn $name($v: $in) -> $out { $($body)* })*
        }
    };
}
use functions;

/// Compiles the programs that a function runs on the emulated device for a GPU, whose compiler accepts less.
fn compiled(program: impl FnOnce(&Tested) -> onrush::Result<()>) -> onrush::Result<()> {
    if let Err(error) = jit::version() {
        assert!(std::env::var_os("ONRUSH_REQUIRE_NVRTC").is_none(), "NVRTC is required: {error}");
        eprintln!("SKIPPED: {error}");
        return Ok(());
    }
    let texts = Arc::new(Mutex::new(Vec::new()));
    let seen = texts.clone();
    let seen = ProgramHook::by(move |text, _| {
        seen.lock().expect("no thread panics with it").push(text.to_owned());
        Ok(())
    });
    program(&Cuda::of(Driver::emulated(Settings { seen, ..Settings::default() })).into())?;
    let texts = texts.lock().expect("no thread panics with it");
    assert!(!texts.is_empty());
    for text in &*texts {
        // NVRTC accepts or refuses a text; it isn't run, so assembling it quickly suffices.
        let cubin = jit::compile(text, "sm_90", &["--ptxas-options=-O0"]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(cubin.warnings(), "");
    }
    Ok(())
}

/// Two numbers with methods and operators of their own.
#[device]
#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Pair {
    x: i64,
    y: i64,
}

#[device]
impl Pair {
    fn new(x: i64, y: i64) -> Pair {
        Pair { x, y }
    }
    /// Counts calls in `x`, and returns their number.
    fn bump(&mut self) -> i64 {
        self.x += 1;
        self.x
    }
    fn add_to(&mut self, by: i64) -> i64 {
        self.x += by;
        self.x * 10 + self.y
    }
    fn sum(&self) -> i64 {
        self.x * 10 + self.y
    }
    /// Methods with names of arrays' methods.
    fn contains(&mut self, by: i64) -> i64 {
        self.x += by;
        self.x
    }
    fn sort_by(&mut self, axis: i64) -> i64 {
        self.y += axis;
        self.y
    }
    fn plus(&self, by: i64) -> i64 {
        self.x * 3 + by
    }
    fn with(self, y: i64) -> Pair {
        Pair { x: self.x, y }
    }
}

#[device]
impl std::ops::Add for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        Pair { x: self.x + other.x, y: self.y + 2 * other.y }
    }
}

#[device]
impl std::ops::AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        self.x += other.x;
        self.y += 2 * other.y;
    }
}

#[device]
impl std::ops::MulAssign<i64> for Pair {
    fn mul_assign(&mut self, by: i64) {
        self.x *= by;
        self.y *= by + 1;
    }
}

/// The next of some numbers.
#[device]
fn next(n: &mut i64) -> i64 {
    *n += 1;
    *n
}

/// The next place in an array of four.
#[device]
fn push(top: &mut usize) -> usize {
    *top += 1;
    *top % 4
}

#[device]
fn three(v: i64) -> [i64; 3] {
    [v, v + 1, v * 2]
}

#[device]
fn two(v: i64) -> (i64, i64) {
    (v - 1, v * 3)
}

#[device]
fn both(a: &i64, b: i64) -> i64 {
    *a * 100 + b
}

#[device]
fn set(place: &mut i64, value: i64) -> i64 {
    let old = *place;
    *place = value;
    old
}
