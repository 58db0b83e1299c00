//! The weights of operations: estimates of the instructions that a compiler makes of each copy.

use std::collections::HashMap;

/// The weight of a read of an array or a view, which may be out of bounds.
const READ: usize = 8;
/// The weight of a division or a remainder.
const DIVISION: usize = 8;
/// The weight of a root or a power. Functions of mathematics weigh by their text.
const FUNCTION: usize = 12;
/// The least weight of anything that can fail, as checked sums.
const CHECK: usize = 4;
/// The copies that compilers make of a loop's body.
const LOOP: usize = 4;

/// The weight of a method or operator `r_<name>`.
fn method(name: &str) -> usize {
    match name.strip_prefix("checked_").unwrap_or(name) {
        "pow" | "wrapping_pow" | "saturating_pow" | "sqrt" | "recip" | "isqrt" => FUNCTION,
        "div" | "rem" | "div_assign" | "rem_assign" | "div_euclid" | "rem_euclid" | "wrapping_div" | "wrapping_rem"
        | "div_ceil" => DIVISION,
        _ => 1,
    }
}

/// The weight of a call of a device function or of a method or operator, `r_<name>`, given whether that can fail there.
pub(super) fn call(callee: &str, fails: bool, functions: &HashMap<String, usize>) -> usize {
    let name = callee.split('<').next().unwrap_or_default();
    match name.strip_prefix("r_") {
        Some(name) if fails => method(name).max(CHECK),
        Some(name) => method(name),
        None => functions.get(name).copied().unwrap_or(0),
    }
}

/// The weight of a read of an element, given whether its index is a constant.
pub(crate) fn read(known: bool) -> usize {
    if known { 0 } else { READ }
}

/// The weight of something inside of so many loops.
pub(crate) fn repeated(weight: usize, loops: u32) -> usize {
    weight.saturating_mul(LOOP.saturating_pow(loops))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{CHECK, DIVISION, FUNCTION, LOOP, READ, call, read, repeated};

    #[test]
    fn a_loop_multiplies() {
        assert_eq!(repeated(READ, 0), READ);
        assert_eq!(repeated(1 + READ, 2), LOOP * LOOP * (1 + READ));
        assert_eq!(repeated(DIVISION, 70), usize::MAX);
    }

    #[test]
    fn reads_at_constants_are_light_and_checks_are_not() {
        let none = HashMap::new();
        assert_eq!((read(true), read(false)), (0, READ));
        assert_eq!((call("r_add", false, &none), call("r_add", true, &none)), (1, CHECK));
        assert_eq!((call("r_rem", false, &none), call("r_rem", true, &none)), (DIVISION, DIVISION));
        assert_eq!((call("r_wrapping_pow", false, &none), call("r_abs", false, &none)), (FUNCTION, 1));
        assert_eq!(call("r_cast_from<f32>", false, &none), 1);
    }

    #[test]
    fn a_function_counts_where_it_is_called() {
        let functions = HashMap::from([("f_twice".to_owned(), 5)]);
        let weight = |callee| call(callee, false, &functions);
        assert_eq!([weight("f_twice"), weight("f_twice<u8>"), weight("f_twice_1")], [5, 5, 0]);
    }
}
