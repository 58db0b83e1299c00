//! The operators and the primitives' methods that the macros know: their names, and which of them can fail.

mod names;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{BinOp, UnOp};

use self::names::{NUMERIC, OTHERS};

/// An operator: the name under which types implement it, and Rust's message when it fails.
pub(crate) struct Operator {
    pub(crate) name: &'static str,
    pub(crate) failure: Option<&'static str>,
}

const fn fallible(name: &'static str, failure: &'static str) -> Operator {
    Operator { name, failure: Some(failure) }
}

const fn total(name: &'static str) -> Operator {
    Operator { name, failure: None }
}

/// The binary operator, except `&&`, `||` and the assigning ones.
pub(crate) fn binary(op: &BinOp) -> Option<Operator> {
    Some(match op {
        BinOp::Add(_) => fallible("add", "attempt to add with overflow"),
        BinOp::Sub(_) => fallible("sub", "attempt to subtract with overflow"),
        BinOp::Mul(_) => fallible("mul", "attempt to multiply with overflow"),
        BinOp::Div(_) => fallible("div", "attempt to divide by zero or with overflow"),
        BinOp::Rem(_) => fallible("rem", "attempt to calculate the remainder with a divisor of zero or with overflow"),
        BinOp::Shl(_) => fallible("shl", "attempt to shift left with overflow"),
        BinOp::Shr(_) => fallible("shr", "attempt to shift right with overflow"),
        BinOp::BitAnd(_) => total("bitand"),
        BinOp::BitOr(_) => total("bitor"),
        BinOp::BitXor(_) => total("bitxor"),
        BinOp::Eq(_) => total("eq"),
        BinOp::Ne(_) => total("ne"),
        BinOp::Lt(_) => total("lt"),
        BinOp::Le(_) => total("le"),
        BinOp::Gt(_) => total("gt"),
        BinOp::Ge(_) => total("ge"),
        _ => return None,
    })
}

/// The assigning operator: `+=` and the like.
pub(crate) fn assigning(op: &BinOp) -> Option<Operator> {
    Some(match op {
        BinOp::AddAssign(_) => fallible("add_assign", "attempt to add with overflow"),
        BinOp::SubAssign(_) => fallible("sub_assign", "attempt to subtract with overflow"),
        BinOp::MulAssign(_) => fallible("mul_assign", "attempt to multiply with overflow"),
        BinOp::DivAssign(_) => fallible("div_assign", "attempt to divide by zero or with overflow"),
        BinOp::RemAssign(_) => {
            fallible("rem_assign", "attempt to calculate the remainder with a divisor of zero or with overflow")
        }
        BinOp::ShlAssign(_) => fallible("shl_assign", "attempt to shift left with overflow"),
        BinOp::ShrAssign(_) => fallible("shr_assign", "attempt to shift right with overflow"),
        BinOp::BitAndAssign(_) => total("bitand_assign"),
        BinOp::BitOrAssign(_) => total("bitor_assign"),
        BinOp::BitXorAssign(_) => total("bitxor_assign"),
        _ => return None,
    })
}

/// The prefix operators `-` and `!`.
pub(crate) fn unary(op: &UnOp) -> Option<Operator> {
    match op {
        UnOp::Neg(_) => Some(fallible("neg", "attempt to negate with overflow")),
        UnOp::Not(_) => Some(total("not")),
        _ => None,
    }
}

/// Whether the operator, on integers, fails by overflow alone.
pub(crate) fn overflows(op: &BinOp) -> bool {
    let name = binary(op).or_else(|| assigning(op)).map_or("", |operator| operator.name);
    matches!(name.strip_suffix("_assign").unwrap_or(name), "add" | "sub" | "mul" | "shl" | "shr")
}

/// Whether the operator's result is a `bool`, whatever its operands are.
pub(crate) fn compares(op: &BinOp) -> bool {
    matches!(op, BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_))
}

/// The traits of the binary operators, without `Assign`.
const INFIX: &[&str] =
    &["Add", "Sub", "Mul", "Div", "Rem", "BitAnd", "BitOr", "BitXor", "Shl", "Shr", "PartialEq", "PartialOrd"];

/// Whether the trait defines a binary operator.
pub(crate) fn is_infix_trait(name: &str) -> bool {
    INFIX.contains(&name.strip_suffix("Assign").unwrap_or(name))
}

/// Whether the trait defines a conversion.
pub(crate) fn is_conversion_trait(name: &str) -> bool {
    matches!(name, "From" | "TryFrom")
}

/// Whether the trait defines an operator or a conversion.
pub(crate) fn is_operator_trait(name: &str) -> bool {
    is_infix_trait(name) || is_conversion_trait(name) || matches!(name, "Neg" | "Not")
}

/// Whether the method implements an operator.
pub(crate) fn is_operator(method: &str) -> bool {
    let name = method.strip_suffix("_assign").unwrap_or(method);
    let comparison = matches!(name, "eq" | "ne" | "lt" | "le" | "gt" | "ge");
    comparison || matches!(name, "neg" | "not") || INFIX.iter().any(|t| t.to_lowercase() == name)
}

/// Whether the operator or method fails only because of its divisor.
pub(crate) fn is_division(name: &str) -> bool {
    matches!(
        name,
        "div"
            | "rem"
            | "div_assign"
            | "rem_assign"
            | "div_euclid"
            | "rem_euclid"
            | "div_ceil"
            | "wrapping_div"
            | "wrapping_rem"
    )
}

/// Rust's message about an index.
pub(crate) const OUT_OF_BOUNDS: &str = "index out of bounds: the len is {len} but the index is {index}";

/// Rust's message about slices of different lengths.
pub(crate) const LENGTHS: &str =
    "copy_from_slice: source slice length ({index}) does not match destination slice length ({len})";

/// Whether a message names two numbers that the device reports.
pub(crate) fn has_numbers(message: &str) -> bool {
    message == OUT_OF_BOUNDS || message == LENGTHS || RANGES.contains(&message)
}

/// Rust's messages about the range of a slice: its start, its end, and their order.
pub(crate) const RANGES: [&str; 3] = [
    "range start index {index} out of range for slice of length {len}",
    "range end index {index} out of range for slice of length {len}",
    "slice index starts at {index} but ends at {len}",
];

/// Rust's message when the primitives' method fails, if it can fail.
pub(crate) fn failure(method: &str) -> Option<&'static str> {
    Some(match method {
        "abs" => "attempt to negate with overflow",
        "pow" => "attempt to multiply with overflow",
        "div_euclid" | "div_floor" | "div_ceil" => "attempt to divide by zero or with overflow",
        "rem_euclid" => "attempt to calculate the remainder with a divisor of zero or with overflow",
        "wrapping_div" | "wrapping_div_euclid" | "overflowing_div" | "saturating_div" => "attempt to divide by zero",
        "wrapping_rem" | "wrapping_rem_euclid" => "attempt to calculate the remainder with a divisor of zero",
        "next_power_of_two" => "attempt to add with overflow",
        "next_multiple_of" => "attempt to calculate the remainder with a divisor of zero or to add with overflow",
        "ilog" | "ilog2" | "ilog10" => "argument of integer logarithm must be positive",
        "isqrt" => "argument of integer square root cannot be negative",
        "clamp" => "min > max",
        "swap" => OUT_OF_BOUNDS,
        "copy_from_slice" => LENGTHS,
        // That of a `Result` is the type's.
        "unwrap" => "called `Option::unwrap()` on a `None` value",
        "unwrap_err" => "called `Result::unwrap_err()` on an `Ok` value",
        _ => return None,
    })
}

/// Whether primitives have a method of this name. Such a method only reads its receiver, so calls of it can be nested
/// freely.
pub(crate) fn is_numeric(method: &str) -> bool {
    NUMERIC.binary_search(&method).is_ok()
}

/// Whether a method of this name returns references to parts of an array: it only borrows its receiver.
pub(crate) fn is_lending(method: &str) -> bool {
    LENDING.contains(&method)
}
const LENDING: &[&str] = &["first", "get", "last"];

/// Whether slices have a method of this name, which is called by a reference.
pub(crate) fn is_of_slices(method: &str) -> bool {
    is_lending(method) || matches!(method, "contains" | "is_empty" | "len")
}

/// Whether a method of this name may return its argument, or an `Option` of it, so that the result refers to what the argument does.
pub(crate) fn may_return_argument(method: &str) -> bool {
    matches!(method, "unwrap_or" | "and" | "or" | "xor")
}

/// Whether a method of this name may be one of a trait in scope: it isn't one that devices know of numbers and std's other
/// types.
pub(crate) fn is_looked_up(method: &str) -> bool {
    let named = is_numeric(method) || is_lending(method) || is_operator(method) || crate::parse::is_of_parts(method);
    !named && OTHERS.binary_search(&method).is_err()
}

/// Whether the primitives' method is one of `Ord`, which Rust finds for an integer before it knows the integer's type.
pub(crate) fn is_of_ord(method: &str) -> bool {
    matches!(method, "clamp" | "cmp" | "max" | "min")
}

const PRIMITIVES: &[&str] =
    &["bool", "i8", "i16", "i32", "i64", "isize", "i128", "u8", "u16", "u32", "u64", "usize", "u128", "f32", "f64"];

/// Whether this is the name of a primitive type.
pub(crate) fn is_primitive(name: &str) -> bool {
    PRIMITIVES.contains(&name)
}

/// The call of a macro with the names of all methods that are none of a trait in scope.
pub(crate) fn std_methods(called: &TokenStream) -> TokenStream {
    let names = NUMERIC
        .iter()
        .chain(OTHERS)
        .chain(LENDING)
        .chain(crate::parse::PARTING)
        .map(|name| Ident::new(name, Span::call_site()));
    quote!(#called! { #(#names)* })
}

/// The hash that stands for a method's name in types: FNV-1a of its Rust name, as computed by
/// `onrush_core::function::method_name`.
pub(crate) fn method_name(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_sorted() {
        assert!(super::NUMERIC.is_sorted() && super::OTHERS.is_sorted());
    }

    /// Every method that core offers is in the table above, so it only reads its receiver.
    #[test]
    fn cores_methods_are_known() {
        for method in onrush_core::scalars::METHODS.iter().copied().flatten() {
            let maker = method.name.starts_with("from") || matches!(method.name, "cast_from" | "zero" | "one");
            assert!(maker || super::is_operator(method.name) || super::is_numeric(method.name), "{method:?}");
        }
    }

    #[test]
    fn names_hash_as_in_core() {
        for name in ["add", "", "wrapping_add"] {
            assert_eq!(super::method_name(name), onrush_core::function::method_name(name));
        }
    }
}
