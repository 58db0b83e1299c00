//! Functions of which the device's text isn't that of the host, and the functions that methods lower to.

use half::{bf16, f16};

use crate::function::DeviceFunction;
use crate::lower::{MATH, TranslationUnit};
use crate::types::{Scalar, Type};
use crate::value::Item;

use super::{double, single};

/// What `#[device]` declares beside a function, for one whose text `$lower` declares and names.
macro_rules! companion {
    ($name:ident: fn($($t:ty),*) -> $out:ty, $lower:expr) => {
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
        pub(crate) enum $name {}
        #[allow(dead_code)]
        const _: () = {
            use $crate::function::{Callee, DeviceFunction, same_function};
            use $crate::lower::TranslationUnit;

            impl $name {
                #[inline(always)]
                pub(crate) fn call(_: Callee<($name,), ()>) -> impl Fn($($t),*) -> $out {
                    $name
                }
                pub(crate) fn same(_: Callee<($name,), ()>, _: fn($($t),*) -> $out) {}
            }
            // SAFETY: the function's declaration says why its two texts compute the same.
            unsafe impl DeviceFunction for $name {
                const NO_RECURSION: () = ();
                #[inline(always)]
                #[track_caller]
                fn named<N>() {
                    same_function::<_, N>(&$name, stringify!($name));
                }
                fn lower(unit: &mut TranslationUnit) -> String {
                    let lower: fn(&mut TranslationUnit) -> String = $lower;
                    lower(unit)
                }
            }
        };
    };
}

/// Functions whose device text stands in `core/device/math.cuh`, under their names.
macro_rules! by_hand {
    ($($(#[$doc:meta])* $name:ident: fn($($a:ident: $t:ty),*) -> $out:ty $body:block)*) => {$(
        $(#[$doc])*
        // A call by a `#[device]` function has a lifetime as its argument, which tells functions with a device text from others.
        #[allow(unused_lifetimes, single_use_lifetimes, clippy::extra_unused_lifetimes)]
        #[inline(always)]
        pub(crate) fn $name<'device: 'device>($($a: $t),*) -> $out $body

        $crate::math::text::companion! { $name: fn($($t),*) -> $out, |unit| {
            unit.piece($crate::lower::MATH);
            stringify!($name).into()
        } }
    )*};
}

/// Functions that return the row `i` of a table, or the last one if there is none.
macro_rules! table {
    ($($(#[$doc:meta])* $name:ident: [f64; $width:literal], $rows:literal => [$($row:expr),* $(,)?];)*) => {$(
        $(#[$doc])*
        #[allow(unused_lifetimes, single_use_lifetimes, clippy::extra_unused_lifetimes)]
        #[inline(always)]
        pub(crate) fn $name<'device: 'device>(i: u32) -> [f64; $width] {
            $name::TABLE[(i as usize).min($rows - 1)]
        }

        impl $name {
            const TABLE: &'static [[f64; $width]; $rows] = &[$($row),*];
        }
        $crate::math::text::companion! { $name: fn(u32) -> [f64; $width], |unit| {
            $crate::math::text::table_text::<$name, $width>(unit, concat!("f_", stringify!($name)), $name::TABLE)
        } }
    )*};
}

/// Polynomials by their coefficients, from the constant one on, evaluated by Horner's rule.
macro_rules! polynomial {
    ($($(#[$doc:meta])* $name:ident: $t:ident => [$($c:expr),* $(,)?];)*) => {$(
        $(#[$doc])*
        #[allow(unused_lifetimes, single_use_lifetimes, clippy::extra_unused_lifetimes)]
        #[inline(always)]
        fn $name<'device: 'device>(x: $t) -> $t {
            $crate::math::text::polynomial!(@at x; $($c),*)
        }

        $crate::math::text::companion! { $name: fn($t) -> $t, |unit| {
            let coefficients = [$(format!("{:?}", f64::from($c as $t))),*];
            $crate::math::text::polynomial_text::<$name>(unit, stringify!($name), stringify!($t), &coefficients)
        } }
    )*};
    (@at $x:ident; $last:expr) => { $last };
    (@at $x:ident; $c:expr, $($rest:expr),+) => { $x * ($crate::math::text::polynomial!(@at $x; $($rest),+)) + $c };
}
pub(crate) use {by_hand, companion, polynomial, table};

/// Declares the function that evaluates a polynomial as the macro of this name does; it is known by the type `F`.
pub(super) fn polynomial_text<F: 'static>(
    unit: &mut TranslationUnit,
    name: &str,
    ty: &str,
    coefficients: &[String],
) -> String {
    unit.function(typeid::of::<F>(), &format!("f_{name}"), |_, name| {
        let prototype = format!("DEVICE {ty} {name}(Panic&, {ty} x)");
        let constant = |c: &String| format!("{ty}({c})");
        let (last, others) = coefficients.split_last().expect("a polynomial has a coefficient");
        let value = others.iter().rev().fold(constant(last), |value, c| format!("x * ({value}) + {}", constant(c)));
        (prototype.clone(), format!("{prototype} {{ return {value}; }}"), 2 * others.len())
    })
}

/// Declares a table and the function that reads it, which is known by the type `F`.
pub(super) fn table_text<F: 'static, const N: usize>(
    unit: &mut TranslationUnit,
    base: &str,
    rows: &[[f64; N]],
) -> String {
    unit.piece(MATH);
    unit.function(typeid::of::<F>(), base, |unit, name| {
        let row = unit.spell(&<[f64; N]>::ty());
        let prototype = format!("DEVICE {row} {name}(Panic&, u32 i)");
        let numbers = |row: &[f64; N]| row.iter().map(|number| format!("{number:?}")).collect::<Vec<_>>().join(", ");
        let rows: Vec<_> = rows.iter().map(|row| format!("{{{{{}}}}}", numbers(row))).collect();
        let (last, rows) = (rows.len() - 1, rows.join(",\n  "));
        let definition = format!(
            "TABLE {row} {name}_rows[] = {{\n  {rows}\n}};\n{prototype} {{ return {name}_rows[i < {last} ? i : {last}]; }}",
        );
        (prototype, definition, 1)
    })
}

/// Declares [`METHODS`] and [`lower`].
macro_rules! functions {
    (methods: $($method:ident)*; others: $($other:ident)*;) => {
        /// The functions of this module that are methods of floats.
        pub(crate) const METHODS: &[&str] = &[$(stringify!($method)),*];

        functions! { $($method)* $($other)* }
    };
    ($($name:ident)*) => {
        /// The name of the function, or of the `method` that calls it, for the float type `ty`.
        fn lower(unit: &mut TranslationUnit, ty: &Type, name: &str, method: bool) -> String {
            match (name, ty) {
                $(
                    (stringify!($name), Type::Scalar(Scalar::F64)) => declare::<double::$name>(unit, ty, name, method),
                    (stringify!($name), _) => declare::<single::$name>(unit, ty, name, method),
                )*
                _ => unreachable!("{name} is no mathematical function"),
            }
        }
    };
}
functions! {
    methods: sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp_m1 ln ln_1p log2 log10 cbrt to_degrees to_radians
        sin_cos atan2 log powf hypot powi;
    others: sqrt erf erfc gamma ln_gamma gelu sigmoid;
}

/// The name of the function that a method among [`METHODS`] of the float type `ty` lowers to. It takes the place of the call.
pub(crate) fn method(unit: &mut TranslationUnit, ty: &Type, name: &str) -> String {
    lower(unit, ty, name, true)
}

/// The name of the text of [`math`](super)'s function of this name for the float type `ty`.
pub(super) fn function(unit: &mut TranslationUnit, ty: &Type, name: &str) -> String {
    lower(unit, ty, name, false)
}

/// Declares a function or `method` of the type `ty` by the function `F` of the type itself or, for a half-width float, of `f32`,
/// whose result is rounded once more.
///
/// Each has a function of its own in front of that text: a half-width float's widens and rounds, a method's takes the place of its
/// call, as all methods do, and every one has the weight with which operations count it.
fn declare<F: DeviceFunction + 'static>(unit: &mut TranslationUnit, ty: &Type, name: &str, method: bool) -> String {
    let function = F::lower(unit);
    let key = match (ty, method) {
        (Type::Scalar(Scalar::F16), true) => typeid::of::<(F, f16)>(),
        (Type::Scalar(Scalar::Bf16), true) => typeid::of::<(F, bf16)>(),
        (Type::Scalar(Scalar::F16), false) => typeid::of::<(F, f16, ())>(),
        (Type::Scalar(Scalar::Bf16), false) => typeid::of::<(F, bf16, ())>(),
        (_, true) => typeid::of::<(F,)>(),
        (_, false) => typeid::of::<(F, ())>(),
    };
    unit.function(key, &format!("m_{name}"), |unit, declared| {
        let t = unit.spell(ty);
        let (parameters, arguments) = match name {
            "atan2" | "log" | "powf" | "hypot" => (format!("{t} a, {t} b"), "widen(a), widen(b)"),
            "powi" => (format!("{t} a, i32 n"), "widen(a), n"),
            _ => (format!("{t} a"), "widen(a)"),
        };
        let call = format!("{function}(panic, {arguments})");
        let (out, body) = match name {
            "sin_cos" => {
                let narrow = format!("{{narrow<{t}>(get<0>(both)), narrow<{t}>(get<1>(both))}}");
                (format!("tuple<{t}, {t}>"), format!("auto both = {call};\n  return {narrow};"))
            }
            "ln_gamma" => {
                let narrow = format!("{{narrow<{t}>(get<0>(both)), get<1>(both)}}");
                (format!("tuple<{t}, i32>"), format!("auto both = {call};\n  return {narrow};"))
            }
            _ => (t.clone(), format!("return narrow<{t}>({call});")),
        };
        let place = if method { "u32, " } else { "" };
        let prototype = format!("DEVICE {out} {declared}(Panic& panic, {place}{parameters})");
        let definition = format!("{prototype} {{\n  {body}\n}}");
        (prototype, definition, unit.weight_of(&function, false) / CHEAP)
    })
}

/// How many operations of these functions weigh as one of an operation: none of them can fail, and selections and changes of bits
/// are many among them.
const CHEAP: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;

    /// Light functions are copied for several items, and NVRTC takes seconds for copies of heavy ones.
    #[test]
    fn functions_weigh_by_their_text() {
        let weight = |scalar, name| {
            let mut unit = TranslationUnit::new();
            let method = method(&mut unit, &Type::Scalar(scalar), name);
            unit.weight_of(&method, false)
        };
        assert!(weight(Scalar::F32, "exp") <= 32);
        assert!(weight(Scalar::F32, "sin") <= 64);
        assert!(weight(Scalar::F64, "asinh") > 64);
        assert_eq!(weight(Scalar::F16, "exp"), weight(Scalar::F32, "exp"));
    }
}
