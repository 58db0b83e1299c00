//! Operations from end to end: expanded, run on the host, lowered to text.
#![allow(missing_docs)]

extern crate self as onrush;

pub mod __private {
    pub use onrush_core::__private::*;
}

use onrush_core::function::Function;
use onrush_core::lower::Unit;
use onrush_macros::op;

fn text<A, F: Function<A>>(_: &F) -> String {
    let mut unit = Unit::new();
    F::lower(&mut unit);
    unit.generated()
}

#[test]
fn smoke() {
    let cut = 2.5f32;
    let f = op!(|x: f32| cut + x * 2.0);
    println!("{}", text::<(f32,), _>(&f));
}
