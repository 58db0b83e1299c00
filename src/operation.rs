//! `op!`: the macro of `onrush-macros`, told where this crate is.

/// Makes an operation of a closure: host code and device code with the same meaning, to the bit.
///
/// ```
/// # use onrush::op;
/// let cut = 2.5;
/// let large = op!(|x: f32| x > cut);
/// let add = op!(|(a, n): (f64, u32), (b, m): (f64, u32)| (a + b, n + m));
/// # let _ = (large, add);
/// ```
///
/// The parameters' types are written; all other types are inferred by rustc, as in any closure. The types may be the type
/// parameters of the function around it, with a bound such as `T: Number`. The result is `Copy`.
///
/// # Captures
///
/// Names from outside are captured by value: primitives, tuples, arrays, structs with
/// [`#[derive(Element)]`](macro@crate::Element), and views of device vectors (`let table = vector.view();`, then `table[i]`
/// and `table.len()`). Constants and statics count as captures, too.
///
/// # The subset of Rust
///
/// Numbers, tuples, arrays and slices of them, options, results, structs with [`#[derive(Element)]`](macro@crate::Element) and enums with
/// [`#[device]`](macro@crate::device); `let`, patterns, `match` with guards, loops, labels, `?`, closures and iterators; and calls of the
/// numeric methods and of functions and methods with [`#[device]`](macro@crate::device). [The guide](crate::guide::operations#the-subset)
/// lists what each of these may be.
///
/// Everything else is a compile error at its place, which says what to write instead; so are attributes in bodies. Of the message of a
/// `panic!` or an assertion a device reports the literal: the values for its braces are known on the host only.
///
/// # Meaning
///
/// Both sides have Rust's meaning: the types and the roundings, what is copied and when, the order of evaluation and of
/// failures, wrapping or checked overflow as in the crate that calls `op!` (by rustc's `overflow-checks`), the panics of
/// indexing and division. Only where several parts of one change fail may any of the failures be reported: an index and `x` of
/// `a[i] += x` with an operator of the user's own, or two indices of such a place, or of a receiver by `&mut`. What
/// that means for numbers, and where Rust leaves something open, is [in the guide](crate::guide::operations#meaning).
///
/// # Libraries
///
/// The expansion finds this crate by itself: under another name in the manifest, through a crate that re-exports it, and in
/// another crate's `macro_rules!`.
#[doc(alias("lambda", "functor", "closure", "kernel", "__device__", "placeholders"))]
#[macro_export]
macro_rules! op {
    ($($closure:tt)*) => {
        $crate::__private::op! { crate = $crate; $($closure)* }
    };
}
