//! The weights of operations: estimates of the instructions that a compiler makes of each copy.

use std::collections::HashMap;

/// The weight of a read of an array or a view, which may be out of bounds.
const READ: usize = 8;
/// The weight of a division or a remainder.
const DIVISION: usize = 8;
/// The weight of a mathematical function of which each platform has its own.
const FUNCTION: usize = 12;
/// The weight of a function whose argument may have to be reduced by an unbounded number of periods, or of a power.
const LARGE_FUNCTION: usize = 40;
/// The least weight of anything that can fail, as checked sums.
const CHECK: usize = 4;
/// The copies that compilers make of a loop's body.
const LOOP: usize = 4;

/// The weight of a method or operator `r_<name>`.
fn method(name: &str) -> usize {
    match name {
        "sin" | "cos" | "tan" | "powf" => LARGE_FUNCTION,
        "sin_cos" => 2 * LARGE_FUNCTION,
        "asin" | "acos" | "atan" | "atan2" | "sinh" | "cosh" | "tanh" | "asinh" | "acosh" | "atanh" | "exp"
        | "exp2" | "exp_m1" | "ln" | "ln_1p" | "log" | "log2" | "log10" | "cbrt" | "hypot" | "powi" | "pow"
        | "sqrt" | "recip" | "isqrt" => FUNCTION,
        _ if name.contains("div") || name.contains("rem") => DIVISION,
        _ if name.contains("pow") => FUNCTION,
        _ => 1,
    }
}

/// The weight of a text of statements, in which `functions` are called.
pub(super) fn weigh(text: &str, functions: &HashMap<String, usize>) -> usize {
    // The weights of the loops around a place, and the number of open braces at which the innermost one ends.
    let (mut total, mut loops, mut braces) = (0, Vec::<usize>::new(), 0usize);
    let mut rest = text;
    let mut head = false;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        if word == 0 {
            match first {
                '{' if head => {
                    loops.push(braces);
                    (braces, head) = (braces + 1, false);
                }
                '{' => braces += 1,
                '}' => {
                    braces = braces.saturating_sub(1);
                    loops.pop_if(|end| *end == braces);
                }
                _ => {}
            }
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (name, after) = rest.split_at(word);
        rest = after;
        head |= matches!(name, "for" | "while");
        if !after.starts_with(['(', '<']) {
            continue;
        }
        let weight = match name.strip_prefix("r_") {
            Some(name) if fails(after) => method(name).max(CHECK),
            Some(name) => method(name),
            None if name == "index" && !at_constant(after) => READ,
            None => functions.get(name).copied().unwrap_or(0),
        };
        let copies = LOOP.saturating_pow(loops.len() as u32 + u32::from(head));
        total = weight.saturating_mul(copies).saturating_add(total);
    }
    total
}

/// Whether the place that a call is given has a number above 0: then it can fail.
fn fails(call: &str) -> bool {
    let number = call.split_once("trap, ").map_or("", |(_, rest)| rest);
    number.starts_with(|c: char| c.is_ascii_digit() && c != '0')
}

/// Whether the last argument of a call is a number.
fn at_constant(call: &str) -> bool {
    let mut open = 0usize;
    let end = call.find(|c: char| {
        open = open + usize::from(c == '(') - usize::from(c == ')').min(open);
        open == 0
    });
    let last = call[..end.unwrap_or(0)].rsplit_once(", ").map_or("", |(_, last)| last);
    last.starts_with(|c: char| c.is_ascii_digit()) && last.chars().all(|c| c.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{CHECK, DIVISION, LOOP, READ, weigh};

    #[test]
    fn a_loop_multiplies_and_ends() {
        let none = HashMap::new();
        assert_eq!(weigh("auto t0 = x; return t0;", &none), 0);
        assert_eq!(weigh("r_add(trap, 0, r_mul(trap, 0, x, y), z)", &none), 2);
        let text = "for (u32 k = 0; k < 9; ++k) { if (r_lt(trap, 0, x, y)) { index(trap, 3, c_z, k); } } r_div(trap, 0, x, y);";
        assert_eq!(weigh(text, &none), LOOP * (1 + READ) + DIVISION);
        let deep = "for (;;) { ".repeat(70) + "r_div(trap, 0, x, y)";
        assert_eq!(weigh(&deep, &none), usize::MAX);
        let nested = "while (true) { for (;;) { r_rem(trap, 0, x, y) } break; }";
        assert_eq!(weigh(nested, &none), LOOP * LOOP * DIVISION);
    }

    #[test]
    fn reads_at_constants_are_light_and_checks_are_not() {
        let none = HashMap::new();
        assert_eq!(weigh("index(trap, 0, v_w, 2ull)", &none), 0);
        assert_eq!(weigh("index(trap, 0, v_w, r_sub(trap, 0, v_i, 1ull))", &none), READ + 1);
        assert_eq!(weigh("index(trap, 3, index(trap, 2, v_w, v_i), 1ull)", &none), READ);
        assert_eq!(weigh("r_add(trap, 12, v_i, 1ull)", &none), CHECK);
    }

    #[test]
    fn a_function_counts_where_it_is_called() {
        let functions = HashMap::from([("d_twice".to_owned(), 5)]);
        assert_eq!(weigh("d_twice(trap, x) + d_twice<T>(trap, y) + d_twice_1(trap, z)", &functions), 10);
    }
}
