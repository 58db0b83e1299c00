//! Messages whose arguments do more than show a value.
use onrush::prelude::*;

fn main() {
    let _ = op!(|x: i32| { assert!(x > 0, "{}", return 7); x });
    let _ = op!(|x: i32| -> i32 { panic!("{}", loop { break x }) });
    let _ = op!(|x: i32| { let mut y = x; assert!(x > 0, "{:?}", y += 1); y });
    let _ = op!(|x: i32| { my::assert!(x > 0); x });
}
mod my {
    macro_rules! assert { ($($x:tt)*) => {}; }
    pub(crate) use assert;
}
