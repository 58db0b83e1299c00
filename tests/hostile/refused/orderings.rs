//! A name that looks like a variant of `Ordering` must be std's.
#![allow(non_snake_case, non_upper_case_globals)]

use onrush::prelude::*;

mod swapped {
    pub mod Ordering {
        pub const Less: std::cmp::Ordering = std::cmp::Ordering::Greater;
    }
}

mod numbers {
    pub mod Ordering {
        pub const Less: i32 = 1;
    }
}

fn value() {
    use swapped::Ordering;
    let _ = op!(|a: i32| if a > 0 { Ordering::Less } else { std::cmp::Ordering::Equal });
}

fn pattern() {
    use swapped::Ordering;
    let _ = op!(|a: i32| match a.cmp(&0) {
        Ordering::Less => 1,
        _ => 2,
    });
}

fn number() {
    use numbers::Ordering;
    let _ = op!(|a: i32| if a > 0 { std::cmp::Ordering::Less } else { Ordering::Less });
}

/// The variants' bare names are bindings for the macro, but not for rustc.
fn bare() {
    use std::cmp::Ordering::*;
    let _ = op!(|a: i32| match a.cmp(&0) {
        Less => 1,
        _ => 2,
    });
}

fn main() {
    value();
    pattern();
    number();
    bare();
}
