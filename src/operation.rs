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
/// - **Types:** `bool`, `i8` to `i128`, `u8` to `u128`, `isize`, `usize`, `f32`, `f64`, `half`'s `f16` and `bf16`,
///   `std::cmp::Ordering`, tuples, arrays, `Option`s, `Result`s, structs with [`#[derive(Element)]`](macro@crate::Element), enums with
///   [`#[device]`](macro@crate::device).
/// - **Bindings:** `let` and `let mut`, with a type or without, with a value or assigned later; patterns of tuples and
///   structs; assignment and compound assignment to variables, fields and elements.
/// - **Branches:** `if` and `else`; `match` on numbers, `bool`s, tuples and structs, with ranges, `|`, constants (in
///   `UPPER_CASE`), variants of `Ordering` (as `Ordering::Less`), names, `name @ pattern`, `_` and guards; `matches!`.
/// - **Loops:** `while`, `loop`, and `for` over `a..b` and `a..=b`, with `.rev()` or `.step_by(n)`; `break` (with a value
///   too), `continue`, labels (on blocks too), `return`.
/// - **Expressions:** literals, every operator (`&&` and `||` run their right side only where Rust does), `as` and, for
///   generic types, `x.cast::<T>()`, blocks,
///   tuples and their fields, arrays `[a, b]` and `[x; N]`, indexing, struct literals with `..base`.
/// - **Calls:** [`#[device]`](macro@crate::device) functions, methods and associated functions; the numeric methods of the primitive
///   types and their constructors (`f32::from_bits`, `f64::from`, `Default::default`); tuple structs. `&x` and `&mut x` may be arguments,
///   or bound by `let`.
/// - **Failures:** `panic!`, `unreachable!`, `todo!`, `unimplemented!`, `assert!`, `assert_eq!`, `assert_ne!` and the
///   `debug_` forms. A device reports the literal of the message; the values for its braces are known on the host
///   only.
///
/// Everything else is a compile error at its place, which says what to write instead; so are attributes in bodies.
///
/// # Meaning
///
/// Both sides have Rust's meaning: the types and the roundings, what is copied and when, the order of evaluation and of
/// failures, wrapping or checked overflow as in the crate that calls `op!` (by rustc's `overflow-checks`), the panics of
/// indexing and division. Only where several parts of one change fail may any of the failures be reported: an index and `x` of
/// `a[i] += x` with an operator of the user's own, or two indices of such a place, or of a receiver by `&mut`. `min` and
/// `max` of floats, whose results Rust leaves partly open, return the other operand if one is NaN, and take `-0.0` as less
/// than `0.0`, on both sides.
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
