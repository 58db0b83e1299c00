//! Names in patterns that rustc takes for constants where the macro doesn't, or the other way round.
use onrush::prelude::*;

#[allow(non_upper_case_globals)]
const limit: i32 = 7;

#[derive(Clone, Copy, PartialEq, Eq, Element)]
#[repr(C)]
struct Wrapped(u32);
const WRAPPED: Wrapped = Wrapped(1);

fn main() {
    let _ = op!(|x: i32| match x {
        limit => 1,
        _ => 0,
    });
    let _ = op!(|x: i32| matches!(x, limit));
    #[allow(non_snake_case)]
    let LOCAL = 3;
    let _ = op!(|x: i32| match x {
        LOCAL => 1,
        _ => 0,
    });
    let _ = op!(|x: Wrapped| match x {
        WRAPPED => 1,
        _ => 0,
    });
}
