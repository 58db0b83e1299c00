//! Operations: the subset of Rust that runs on every device.
//!
//! [`op!`](crate::op) takes a closure with written parameter types and returns an operation, a value that chains apply.
//! On the host the operation runs the closure, compiled by rustc. For GPUs it holds C++ text made from the same tokens,
//! in which every literal, operator and method is resolved by the types that rustc has inferred.
//!
//! # The subset
//!
//! | kind | supported |
//! |---|---|
//! | types | `bool`, `i8` … `i64`, `u8` … `u64`, `usize`, `isize`, `i128` and `u128` (in operations, not in vectors), `f32`, `f64`, `half::f16`, `half::bf16`, `std::cmp::Ordering`, tuples, `Option`s and `Result`s of these, `[T; N]`, structs with [`#[derive(Element)]`](macro@crate::Element), enums with [`#[device]`](macro@crate::device) |
//! | bindings | `let`, `let mut`, `let … else`, patterns of tuples, arrays, structs and enums, assignment, `(a, b) = (b, a)`, compound assignment |
//! | control | `if`, `if let`, `match` on values, ranges, tuples, options, enums, with guards; `while`, `while let`, `loop`, `for` over ranges, arrays and slices of them, labels, `break`, `continue`, `return`, `?` on options and results |
//! | expressions | literals, byte strings `b"…"`, arrays, tuples, struct literals, fields, indexing, slices of arrays `&a[1..n]`, `as`, every operator (of numbers also with references: `&a * &b`, `n += x`), blocks |
//! | closures | `let f = \|a: f32\| …;`, with captures by reference or `move`, called by their names, or passed to [`#[device]`](macro@crate::device) functions that take `impl Fn(…) -> …` |
//! | calls | [`#[device]`](macro@crate::device) functions and methods, the numeric methods of the primitive types, associated constants, `std::mem::swap`, `std::mem::replace` and `std::array::from_fn` by such a path, `T::from(x)` and `x.into()` between numbers and by `#[device]` impls of `From`, `T::default()` and `Default::default()` |
//! | items | constants and `use` of variants and constants (`use Shape::*`, `use std::f32::consts::PI`), in the body's own block; `const fn` with `#[device]`, of whose values constants are made |
//! | captures | scalars, arrays, structs, [`View`](crate::View)s of device vectors, all by value, of up to 33 KiB |
//! | failing | `panic!`, `assert!`, `unreachable!`, indexing, division, checked overflow |
//!
//! A `for` loop takes ranges with `rev` and `step_by`; and arrays, or parts of them, by value or reference, with `iter`,
//! `iter_mut`, `into_iter`, `windows`, `chunks`, `chunks_exact` (and `_mut`), `enumerate`, `zip`, `rev`, `skip`, `take`, `step_by`, `copied` and `cloned`, in std's order and
//! with std's panics. Where std clones, as in `cloned`, `fill`, `iter::repeat` and `cycle` of an array by value, own types need `#[device]` above
//! their derived `Clone`; of any `Copy` type `copied` makes copies.
//!
//! ```
//! use onrush::prelude::*;
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let rows = device.upload(&[[3u32, 1, 2], [9, 8, 7]])?;
//! let weights = [1, 10, 100];
//! let weighted = rows.iter().map(op!(|row: [u32; 3]| {
//!     let mut sum = 0;
//!     for (v, w) in row.iter().zip(&weights).rev() {
//!         sum += v * w;
//!     }
//!     for (i, v) in row[1..].iter().enumerate() {
//!         sum += i as u32 * v;
//!     }
//!     sum
//! }));
//! assert_eq!(weighted.collect()?.to_vec()?, [3 + 10 + 200 + 2, 9 + 80 + 700 + 7]);
//! # Ok(()) }
//! ```
//!
//! An iterator over an array, a part of one or a range is a value where a method ends it: `sum`, `product`, `count`, `fold`,
//! `try_fold` (with an `Option`), `for_each`, `any`, `all`, `position`, `find`, `find_map`, `nth`, `next`, `last`, `reduce`, `min` and `max`, these two also by an
//! order (`min_by`) or a key (`max_by_key`), `eq` and `ne`. Its adaptors are those above, `map`, `filter`, `filter_map`,
//! `map_while`, `take_while`, `skip_while`, `scan`, `inspect`, `chain`, `cycle`, `flatten` (of arrays and options) and `flat_map`, which
//! a `for` loop takes as well, and `iter::successors`, `iter::from_fn`, `iter::once`, `iter::repeat` and `iter::repeat_n` make iterators, too. One can have a name: `let mut it =
//! a.iter();`, and then `it.next()`, `it.by_ref().take(2)` and `for x in it`, which go on where the one before has stopped. It
//! is a loop: lazy, in std's order, ended where std ends it. Adaptors stand in any order but two kinds, which are refused: where Rust
//! leaves open which closures are called (by `zip` behind `rev().map(f)` for items without a partner, by `take` behind
//! `map(f).skip(n)`), and `rev` and `chain` behind what counts or ends the items of closures. A range tells whether it contains a
//! value.
//!
//! ```
//! use onrush::prelude::*;
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let rows = device.upload(&[[3i32, -1, 2], [9, 8, -7]])?;
//! let spread = rows.iter().map(op!(|row: [i32; 3]| {
//!     let most = row.iter().max().copied().unwrap_or(0);
//!     let squares = row.iter().filter(|v| (0..5).contains(*v)).map(|v| v * v).sum::<i32>();
//!     let first = row.iter().position(|v| *v < 0).unwrap() as i32;
//!     [most, squares, first]
//! }));
//! assert_eq!(spread.collect()?.to_vec()?, [[3, 13, 1], [9, 0, 2]]);
//! # Ok(()) }
//! ```
//!
//! A closure that `let` binds to a name can be called by that name. It captures as in Rust, may change what it captures if
//! its name is `mut`, and a `return` in it leaves it alone. It can't be stored or returned. Device code has its body
//! once for each call.
//!
//! ```
//! use onrush::prelude::*;
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let x = device.upload(&[0.0f32, 0.5, 1.0])?;
//! let curve = x.iter().map(op!(|t: f32| {
//!     let lerp = |a: f32, b: f32| a + (b - a) * t;
//!     let (p, q, r) = (1.0, 3.0, 2.0);
//!     lerp(lerp(p, q), lerp(q, r))
//! }));
//! assert_eq!(curve.collect()?.to_vec()?, [1.0, 2.25, 2.0]);
//! # Ok(()) }
//! ```
//!
//! A [`#[device]`](macro@crate::device) function (not a method) can take closures, as `f: impl Fn(f32) -> f32` or by a parameter `F: FnMut(u32)`,
//! also behind `&` and `&mut`. It can call them and pass them on. A closure where it stands or its name is the argument, `integral(f,
//! 0.0, 1.0)`; for a function write `|x| square(x)`. References among a closure's parameters have written types, `|a: &f32, b: &f32| a < b`.
//! A method of the user's own, in a closure that is an argument, gets a captured variable by `&mut` if the closure assigns to it,
//! or reads no value of the method; else bind the closure by `let mut`, and pass `&mut` its name.
//!
//! ```
//! use onrush::prelude::*;
//!
//! /// A zero of `f` between two numbers.
//! #[device]
//! fn zero(f: impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
//!     let (mut low, mut high) = (from, to);
//!     for _ in 0..60 {
//!         let middle = (low + high) / 2.0;
//!         if f(low) * f(middle) > 0.0 { low = middle } else { high = middle }
//!     }
//!     low
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let rates = device.upload(&[1.0f64, 4.0, 16.0])?;
//! let roots = rates.iter().map(op!(|r: f64| zero(|x| x * x - r, 0.0, 16.0).round()));
//! assert_eq!(roots.collect()?.to_vec()?, [1.0, 2.0, 4.0]);
//! # Ok(()) }
//! ```
//!
//! A slice of an array, `&a[1..n]` or `&mut a[..]`, can be given to a [`#[device]`](macro@crate::device) function, method or closure that
//! takes `&[T]` or `&mut [T]`, as a reference to an array can; `let` can give it a name. It is indexed, sliced again and iterated over as
//! arrays are, and has their methods. Its ranges and indices are checked as in Rust, at the same place and with the same message. A slice
//! is no value: it can't be stored, returned or chosen by an `if`. What methods give of a slice is taken apart by patterns where it is
//! given: `let (p, q) = a.split_at(n);`, `if let Some(s) = a.get(i..j)`, `let Some((first, rest)) = a.split_first() else { … };`,
//! `*a.get_mut(i)? = v`. Patterns of elements compare the length, and can name the others: `match s { [x] => …, [x, rest @ ..] => …, [] => … }`.
//! A shared slice can be assigned anew: `let mut rest = s; while let [x, y, tail @ ..] = rest { rest = tail; }`, `rest = &rest[n..];`,
//! `(head, rest) = rest.split_at(n);`, also in the branches of an `if` or `match`. What it refers to is declared before it. Of
//! `a.chunks_exact(n)` that has a name, `remainder()` is such a slice. What has no part can be an error, `a.get(..n).ok_or(Error::Short)?`,
//! and `filter` looks at it before: `a.get_mut(i).filter(|x| **x < 6)`. A constant that is a reference to an array, `const LETTERS: &[u8; 4] =
//! b"ACGT";`, is indexed in `#[device]` functions as it stands, and has `LETTERS.len()`, `LETTERS.iter()` and their kin; as a value, and in
//! loops, it is what it refers to: `let letters = &*LETTERS;`. An operation captures constants, and no references: there write `const LETTERS:
//! [u8; 4] = *b"ACGT";`. Slices are compared by their iterators, `s[..3].iter().eq(b"GET")`, not by `==`.
//!
//! ```
//! use onrush::prelude::*;
//!
//! /// Puts a number at its place among sorted ones, of which the last is dropped.
//! #[device]
//! fn insert(sorted: &mut [u32], v: u32) {
//!     let mut i = sorted.len();
//!     while i > 0 && sorted[i - 1] > v {
//!         i -= 1;
//!         if i + 1 < sorted.len() { sorted[i + 1] = sorted[i]; }
//!     }
//!     if i < sorted.len() { sorted[i] = v; }
//! }
//!
//! #[device]
//! fn middle(sorted: &[u32]) -> u32 {
//!     sorted[sorted.len() / 2]
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let rows = device.upload(&[[9u32, 2, 7, 4], [3, 8, 1, 6]])?;
//! let medians = rows.iter().map(op!(|row: [u32; 4]| {
//!     let mut sorted = [u32::MAX; 4];
//!     for v in &row[..3] {
//!         insert(&mut sorted, *v);
//!     }
//!     middle(&sorted[..3])
//! }));
//! assert_eq!(medians.collect()?.to_vec()?, [7, 3]);
//! # Ok(()) }
//! ```
//!
//! An `Option` is a value, also as a parameter and result of `#[device]` functions: it is matched, `?` leaves the function or
//! closure with it, and it has the methods in the table below. `unwrap` and `expect` fail as in Rust. On a device it is a flag
//! and a value; that of a shared reference (as `get` of an array gives) holds a copy. What such a reference refers to has its methods
//! through it, as in Rust: `if let Some(p) = a.get(i) { p.abs() } else { *a.first().unwrap_or(&0) }`. An `Option` can't be stored in a
//! vector: store a value that stands for `None`, or keep what is there by `filter_map`. So is a `Result`, whose error may be a number, an
//! enum or a struct of one's own, or `()`; `?` converts the error into an enum by its `#[device] impl From`. On a device it is a flag, a
//! value and an error.
//!
//! ```
//! use onrush::prelude::*;
//!
//! /// The value of decimal digits behind an optional sign.
//! #[device]
//! fn number(text: [u8; 4]) -> Option<i8> {
//!     let (negative, digits) = if text[0] == b'-' { (true, 1) } else { (false, 0) };
//!     let mut value = 0i8;
//!     for &c in &text[digits..] {
//!         let digit = c.checked_sub(b'0').filter(|d| *d < 10)? as i8;
//!         value = value.checked_mul(10)?.checked_sub(digit)?;
//!     }
//!     if negative { Some(value) } else { value.checked_neg() }
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let texts = device.upload(&[*b"0127", *b"-128", *b"0128", *b"12x4"])?;
//! let numbers = texts.iter().map(op!(|text: [u8; 4]| {
//!     let Some(n) = number(text) else { return -1000 };
//!     n as i32
//! }));
//! assert_eq!(numbers.collect()?.to_vec()?, [127, -128, -1000, -1000]);
//! # Ok(()) }
//! ```
//!
//! `u128` and `i128` are values, too, as in `(a as u128 * b as u128 % m as u128) as u64`: captured, in tuples and `Option`s, and as items
//! between two adaptors. They are neither stored in vectors, where two `u64` stand for one, nor are they
//! [`Number`](crate::Number)s: such items are combined by `reduce_with`. In patterns they are below 2^127.
//!
//! An enum with [`#[device]`](macro@crate::device) is a value, too, with fields and without: made and matched by a path that names
//! its type, `Shape::Circle(r)`, with methods in a `#[device]` impl, as a parameter, a result, a capture, an item between two adaptors.
//! It is `Copy`, not generic, and can't be stored in a vector: store a number for the variant, and its fields in vectors beside it. On a
//! device it is the number of its variant and the fields of all variants, those of the others being zero: variants that share their
//! fields' values, as in `Move { dx, dy }` and `Draw { dx, dy }`, cost less as one with a further field. Where `#[device]` stands above
//! `#[derive(PartialEq)]` and a variant has no fields, `==` and `!=` work, and above `#[derive(Default)]`, `Shape::default()`; an enum without
//! fields is cast by `as`. A struct's derived `Default`, `PartialEq` and `PartialOrd` are known, too, where `#[device]` stands above its
//! derives: `#[device] #[derive(Clone, Copy, PartialEq, Element)]`. (`Element` derived in an attribute above the others does the same.)
//!
//! ```
//! use onrush::prelude::*;
//!
//! #[device]
//! #[derive(Clone, Copy)]
//! enum Shape {
//!     Circle(f32),
//!     Rect { w: f32, h: f32 },
//!     Empty,
//! }
//!
//! #[device]
//! impl Shape {
//!     fn of(kind: u8, [a, b]: [f32; 2]) -> Shape {
//!         match kind {
//!             0 => Shape::Circle(a),
//!             1 => Shape::Rect { w: a, h: b },
//!             _ => Shape::Empty,
//!         }
//!     }
//!     fn area(&self) -> f32 {
//!         match self {
//!             Shape::Circle(r) => 3.0 * r * r,
//!             Shape::Rect { w, h } => *w * *h,
//!             Shape::Empty => 0.0,
//!         }
//!     }
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let kinds = device.upload(&[1u8, 0, 2])?;
//! let sizes = device.upload(&[[2.0f32, 4.0], [1.0, 0.0], [0.0; 2]])?;
//! let shapes = kinds.iter().zip(&sizes).map(op!(|(kind, size): (u8, [f32; 2])| Shape::of(kind, size)));
//! let solid = shapes.filter(op!(|s: Shape| !matches!(s, Shape::Empty)));
//! assert_eq!(solid.map(op!(|s: Shape| s.area())).collect()?.to_vec()?, [8.0, 3.0]);
//! # Ok(()) }
//! ```
//!
//! The subset excludes closures that are stored or returned, or given to methods, enums of other crates but `Option`, `Result` and `Ordering`, slices whose elements are slices, slices as parts of other values, strings, heap collections,
//! references in structs, and `&mut` in options.
//! Using one of these is a compile error at its place, which says what to write instead.
//!
//! # Methods
//!
//! The numeric methods of the primitive types, with std's meaning; the operators aren't listed.
//!
//! | types | methods |
//! |---|---|
//! | all integers | `abs_diff` `clamp` `cmp` `count_ones` `count_zeros` `div_euclid` `ilog10` `ilog2` `leading_ones` `leading_zeros` `max` `midpoint` `min` `overflowing_add` `overflowing_mul` `overflowing_neg` `overflowing_sub` `pow` `rem_euclid` `reverse_bits` `rotate_left` `rotate_right` `saturating_add` `saturating_mul` `saturating_pow` `saturating_sub` `swap_bytes` `to_be` `to_le` `trailing_ones` `trailing_zeros` `unbounded_shl` `unbounded_shr` `wrapping_add` `wrapping_div` `wrapping_mul` `wrapping_neg` `wrapping_pow` `wrapping_rem` `wrapping_shl` `wrapping_shr` `wrapping_sub`, `from`; of at most 64 bits `cast_from` `zero` `one` |
//! | signed integers | `abs` `cast_unsigned` `is_negative` `is_positive` `isqrt` `overflowing_add_unsigned` `overflowing_sub_unsigned` `saturating_abs` `saturating_add_unsigned` `saturating_neg` `saturating_sub_unsigned` `signum` `unsigned_abs` `wrapping_abs` `wrapping_add_unsigned` `wrapping_sub_unsigned` |
//! | unsigned integers | `cast_signed` `div_ceil` `is_multiple_of` `is_power_of_two` `isqrt` `next_multiple_of` `next_power_of_two` `overflowing_add_signed` `overflowing_sub_signed` `saturating_add_signed` `saturating_sub_signed` `wrapping_add_signed` `wrapping_sub_signed` |
//! | `u8` | `eq_ignore_ascii_case` `is_ascii` `is_ascii_alphabetic` `is_ascii_alphanumeric` `is_ascii_control` `is_ascii_digit` `is_ascii_graphic` `is_ascii_hexdigit` `is_ascii_lowercase` `is_ascii_punctuation` `is_ascii_uppercase` `is_ascii_whitespace` `to_ascii_lowercase` `to_ascii_uppercase` |
//! | `bool` | `cmp` `max` `min` |
//! | all floats | `abs` `acos` `acosh` `asin` `asinh` `atan` `atan2` `atanh` `cbrt` `ceil` `clamp` `copysign` `cos` `cosh` `div_euclid` `exp` `exp2` `exp_m1` `floor` `fract` `hypot` `is_finite` `is_infinite` `is_nan` `is_normal` `is_sign_negative` `is_sign_positive` `ln` `ln_1p` `log` `log10` `log2` `max` `min` `mul_add` `powf` `powi` `recip` `rem_euclid` `round` `signum` `sin` `sin_cos` `sinh` `sqrt` `tan` `tanh` `to_bits` `total_cmp` `to_degrees` `to_radians` `trunc`, `from` `cast_from` `zero` `one` `from_bits` |
//! | `f32`, `f64` | `is_subnormal` `round_ties_even` |
//! | `f16`, `bf16` | `to_f32` `to_f64` `from_f32` `from_f64` |
//! | all numbers | `to_le_bytes` `to_be_bytes`, `from_le_bytes` `from_be_bytes` |
//! | arrays and slices | `len` `is_empty` `contains` `swap` `fill` `reverse` `copy_from_slice` `sort` `sort_unstable` (of integers and `bool`s, by insertion), with a closure `sort_by` `sort_by_key` `sort_unstable_by` `sort_unstable_by_key` (by insertion) `partition_point`, `first` `last` `get`, and taken apart by patterns, `?`, `unwrap`, `is_some` or `map_or` `get(i..j)` `get_mut` `first_mut` `last_mut` `split_first` `split_last` and their `_mut` forms, by `let (p, q)` `split_at` `split_at_mut`; arrays `map` |
//! | all integers | `checked_add` `checked_sub` `checked_mul` `checked_div` `checked_rem` `checked_div_euclid` `checked_rem_euclid` `checked_ilog` `checked_ilog2` `checked_ilog10` `checked_neg` `checked_pow` `checked_shl` `checked_shr`; signed ones `checked_abs` `checked_add_unsigned` `checked_isqrt` `checked_sub_unsigned`; unsigned ones `checked_add_signed` `checked_next_multiple_of` `checked_next_power_of_two` `checked_signed_diff` `checked_sub_signed` |
//! | all numbers, `bool` | `partial_cmp` |
//! | `bool` | `then` `then_some` |
//! | `Option` | `is_some` `is_none` `unwrap` `expect` `unwrap_or` `unwrap_or_default` `or` `xor` `and` `zip` `flatten` `copied` `cloned` `take` `replace`, `==` and `!=`; with a closure, or a function (`map` and `filter` in `op!` where the receiver shows that it is an option) `map` `and_then` `filter` `or_else` `unwrap_or_else` `map_or` `map_or_else` `is_some_and` `is_none_or` |
//! | `Result` | `is_ok` `is_err` `ok` `err` `unwrap` `expect` `unwrap_err` `expect_err` `unwrap_or` `unwrap_or_default` `and` `or` `copied` `cloned`, `==` and `!=`; with a closure, or a function, `map` `map_err` `and_then` `map_or`, and with closures `or_else` `unwrap_or_else` `map_or_else` `is_ok_and` `is_err_and`; of an `Option` `ok_or` `ok_or_else` |
//! | integers, arrays | `T::try_from(x)` and `x.try_into()`, of an integer and of a slice, and by a `#[device] impl TryFrom` |
//! | [`View`](crate::View) | `len` `is_empty` |
//!
//! # Meaning
//!
//! An operation has Rust's meaning on both sides, to the bit:
//!
//! - Literals have the type that rustc infers. `2.0 * x` with `x: f32` involves no `f64`.
//! - Integer overflow wraps or panics as in the rest of the crate that contains the operation: by its profile's
//!   `overflow-checks`, which follow its `debug-assertions` unless they are set. Each crate decides for its own operations and
//!   `#[device]` functions, generic ones included, whoever calls them.
//! - `as` from floats to integers saturates, and converts NaN to 0. A shift by the type's width or more wraps or
//!   panics, as overflow does.
//! - Division by zero and `MIN / -1` always panic. An index out of bounds panics.
//! - Floating-point operations are IEEE 754, one rounding each, denormals included; nothing is contracted to a fused
//!   multiply-add unless you write `mul_add`.
//! - `min` and `max` of floats return the other operand if one is NaN, and take −0.0 as less than +0.0.
//! - `f16` and `bf16` arithmetic widens to `f32` and rounds to nearest even, as the `half` crate does.
//!
//! A panic in an operation doesn't unwind into the program: the terminal returns an
//! [`Error`](crate::Error) of kind [`Panic`](crate::ErrorKind::Panic) that names the file and line.
//!
//! ```
//! use onrush::prelude::*;
//!
//! # fn main() -> onrush::Result<()> {
//! let device = Device::best()?;
//! let x = device.upload(&[4i32, 0, 2])?;
//! let error = x.iter().map(op!(|v: i32| 100 / v)).sum().unwrap_err();
//! assert!(error.to_string().contains("attempt to divide by zero"));
//! # Ok(()) }
//! ```
//!
//! To turn a panic into an error, onrush installs a panic hook when the first terminal runs. The hook is silent for
//! panics inside operations and passes all others to the hook that was installed before. With `panic = "abort"` a panic
//! in an operation on the CPU aborts the process, as any other panic. std can't exchange the hook in one step: for some
//! nanoseconds std's own hook reports the panics of other threads, so a program whose hook must see every panic calls a
//! terminal before it starts its threads.
//!
//! # Names
//!
//! A name in an operation means the same on both sides, and rustc decides what it means: the macro never relies on its
//! spelling alone. Names whose meaning rustc can't confirm are compile errors.
//!
//! - **Methods** are the primitives' methods in the list above and your types' methods under [`#[device]`](macro@crate::device).
//!   Where Rust would call a method of that name of a trait in scope instead, the call is an error: a trait's `norm(self)` comes
//!   before a type's own `norm(&self)`, its `len(&self)` for an array before the slice's, and through a reference `p` its
//!   `abs(&self)` before that of `f32`: write `(*p).abs()`. A trait with `#[device]` can't give a type a method of a name that
//!   the type has itself. Of a [trait for numbers](#traits-for-numbers) the method that Rust calls is called, or the call is an
//!   error. The methods of operators (`add`, `neg`, `eq`) can't be called by name: write the operator.
//! - **Functions** are `#[device]` functions. A function that hides a device function of the same name is an error, and so is a
//!   closure from outside of the operation; a closure that the operation itself binds to that name is called. `Metres(x)` makes a tuple struct, so a function of that name is an error.
//! - **Patterns:** a name in capitals (`LIMIT`), and one at an end of a range (`LOW..=HIGH`), is a constant, which must be a number or a `bool`; any other name
//!   binds. If rustc disagrees, as for `const limit`, it is an error: spell the constant in capitals, or compare in a
//!   guard.
//! - **Variants** of `Ordering` are written with the type's name, `Ordering::Less`, under any path that rustc confirms to be
//!   `std::cmp::Ordering`.
//! - **Macros** are std's (`assert!`, `panic!`, `matches!`, …), even if another macro hides them. A message can only show
//!   values; an argument that could do more (`return`, a block, another macro) is an error.
//! - **Fields and elements** are those of the type itself, of arrays and of views: user-defined `Deref` and `Index` are
//!   errors. As in Rust, an array is indexed by a `usize`. A view is indexed by any integer, so a number without a type is an `i32` there
//!   if nothing else gives it one.
//! - **Attributes** are errors inside bodies: on parameters, arms, fields, statements and expressions. A `#[cfg]` there
//!   would change only the host's code. Comments (`/// …`) and `#[rustfmt::skip]` have no effect and are allowed. A
//!   `#[device]` item, or a method in its impl, may have `cfg`, `inline`, `cold`, `must_use`, `deprecated`, `doc` and
//!   lint levels.
//! - **Recursion** is an error, direct or through other functions, methods and operators: rustc reports a cycle in a
//!   constant called `NO_RECURSION`. A device's stack is small, so write a loop.
//! - **Names from macros:** if a `macro_rules!` puts a body together, the macro's variables and its caller's are kept
//!   apart, as in rustc. Messages in such a body show no values.
//!
//! ```compile_fail
//! use onrush::prelude::*;
//!
//! #[device]
//! fn factorial(n: u64) -> u64 {
//!     if n < 2 { 1 } else { n * factorial(n - 1) }
//! }
//! ```
//!
//! # Traits for numbers
//!
//! A trait of your own can give methods to numbers and to `bool`. Write `#[device]` above the trait and above the impl:
//!
//! ```
//! use onrush::prelude::*;
//!
//! #[device]
//! trait Saturate {
//!     fn squared(self) -> u32;
//!     fn from_bytes(low: u8, high: u8) -> Self;
//! }
//!
//! #[device]
//! impl Saturate for u32 {
//!     fn squared(self) -> u32 {
//!         self.saturating_mul(self)
//!     }
//!     fn from_bytes(low: u8, high: u8) -> u32 {
//!         low as u32 | (high as u32) << 8
//!     }
//! }
//!
//! # fn main() -> onrush::Result<()> {
//! let x = Device::best()?.upload(&[3u32, 100_000])?;
//! assert_eq!(x.iter().map(op!(|v: u32| v.squared())).collect()?.to_vec()?, [9, u32::MAX]);
//! assert_eq!(x.iter().map(op!(|v: u32| u32::from_bytes(v as u8, 1))).max()?, Some(416));
//! # Ok(()) }
//! ```
//!
//! The trait must be in scope where an operation calls its method. If Rust might call a method of that name of another trait in
//! scope, for the number or for a reference to it, the call is an error, whether that trait is for devices or not; the path says which one is meant:
//! `<u32 as Saturate>::squared(v)`. A number needs a type, `100u32.squared()`: device code doesn't have the method of every type that Rust
//! might choose. Methods have names that std's types don't have, and those with a body in the trait alone run on the host alone. Such a
//! trait has no parameters, and the impl spells the type, `f32`, not an alias of it. A trait for your own types needs `#[device]` on the
//! impl alone; for arrays, tuples and options write a `#[device] fn`.
//!
//! # Messages of rustc
//!
//! Most mistakes have a message that says what to write instead. These are rustc's own:
//!
//! | rustc says | the remedy |
//! |---|---|
//! | `expected type, found function` of a function that an operation calls, which `originates in the macro write_device_above_the_function` | write `#[device]` above the function |
//! | the same without that note, of a function that a device function calls | the same |
//! | `cannot find method or associated constant f_in_device_code in trait`, which `originates in the macro write_device_above_the_trait_too` | write `#[device]` above the trait of numbers, too |
//! | `multiple applicable items in scope`, `multiple number_needs_a_type found` | a trait's method is called on a number without a type: write `100u32` |
//! | `multiple applicable items in scope`, of `f` or `f_in_device_code`, with `AnotherTraitInScopeHasThisMethodToo` or without it | another trait in scope has the method `f`, and Rust might call that: write `<u32 as Trait>::f(v)`, `(*p).f()` of a reference to a number, or don't import the trait |
//! | `the type has a method of this name itself`, or `mismatched types` of a method's name | the type has a method of that name beside the trait's, and Rust calls that: choose another name for the trait's |
//! | `ambiguous associated type` of `vec3::new(x)` | a type has a capital letter where its functions are called, `Vec3::new(x)`: `type Vec3 = vec3;` |
//! | `expected a type, found a trait` of `Trait::f(v)` | `<u32 as Trait>::f(v)` |
//! | `only traits defined in the current crate can be implemented for …` of a trait of your own | spell the type, not an alias; traits are for your own types, numbers and `bool` |
//! | `function takes 0 lifetime arguments but 1 lifetime argument was supplied` | the same |
//! | ``the `?` operator can only be applied to values that implement `Try` ``, `cannot be applied to type Pending<…>` | end the call: `x.iter().scan_inclusive(Sum).collect()?`, or `.collect_into(&mut y)?` |
//! | `this method takes 0 arguments but 1 argument was supplied` of `count` | `count_if(op!(…))`, or `filter(op!(…)).count()` |
//! | `this function takes 2 arguments but 3 arguments were supplied` of `sort_by_key` | `sort_by_key_with(&mut keys, &mut values, Greater)` |
//! | `type annotations needed` of a method of a variable that holds a number | write the number's type, `let n = 2i32;`: it must be known before the call, as in Rust, and for `cmp` and `clamp` as well |
//! | `type annotations needed` of a method of what `fold(0.0, …)` has folded | write the number's type, `fold(0f64, …)` |
//! | ``cannot borrow `p` as mutable because it is also borrowed as immutable`` of a method that takes `self` or `&self` | call it on a copy, `let q = p; q.sum() + *r`: of a `mut` variable, the macro must allow for methods that take `&mut self` |
//! | ``evaluation panicked: `windows` needs at least one item`` by `cargo build`, not by `cargo check` | `windows::<2>()`: rustc evaluates such lengths when it builds the call, whose line it names last |
//!
//! # Mathematical functions
//!
//! `sin`, `exp`, `powf` and their kin are the functions of [`math`](crate::math), which have the same bits on every device. The
//! standard library's, which plain code calls, may have others in the last place. Operations call `math::erf(v)` (`use onrush::math;`) and other
//! functions of that module by their paths. Only the bits of a NaN are open, as in Rust: its sign and its payload may differ
//! between devices.
//!
//! Functions, methods, conversions and comparisons of your own have [a page of their own](crate::guide::items), and so have operations
//! and functions that are [generic over types](crate::guide::generics).
