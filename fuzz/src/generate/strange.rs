//! Items that must not affect the operations beside them: traits whose methods have the names of the primitives' and of the
//! library's methods, macros named as std's, constants, and odd names. Each of them aborts the program when it runs.

use onrush_fuzz::random::Random;

use super::types::INTEGERS;

/// Methods that take `self` by value, as the primitives' do, which rustc's lookup finds before. Of methods that take a reference it would
/// find these before.
const METHODS: &[&str] = &[
    "abs",
    "acos",
    "call",
    "ceil",
    "clamp",
    "copysign",
    "cos",
    "count_ones",
    "exp",
    "floor",
    "host",
    "is_nan",
    "ln",
    "max",
    "min",
    "mul_add",
    "of",
    "on",
    "pow",
    "powi",
    "read",
    "rem_euclid",
    "rev",
    "rotate_left",
    "saturating_add",
    "see",
    "signum",
    "sin",
    "sqrt",
    "step_by",
    "to_bits",
    "trunc",
    "with",
    "witnesses",
    "wrapping_add",
    "wrapping_mul",
    "wrapping_sub",
    "write",
];

const MACROS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "column",
    "debug_assert",
    "file",
    "line",
    "matches",
    "panic",
    "unreachable",
    "vec",
];

/// The items at the beginning of the program.
pub(super) fn items() -> String {
    let mut text = String::new();
    for name in MACROS {
        text += &format!("macro_rules! {name} {{ ($($t:tt)*) => {{ ::std::process::abort() }} }}\n");
    }
    text += &beside("Strange", "", METHODS);
    for t in INTEGERS {
        text += &format!("const {}: {t} = 3;\nconst k_{t}: {t} = 4;\n", constant(t));
    }
    text + "mod core {}\nmod onrush_private {}\n\n"
}

/// A constant of an integer type.
pub(super) fn constant(t: &str) -> String {
    format!("K_{}", t.to_uppercase())
}

/// A trait with these methods that every type implements; they take `self` behind this sign.
pub(super) fn beside(name: &str, sign: &str, methods: &[&str]) -> String {
    let methods: String =
        methods.iter().map(|m| format!("    fn {m}({sign}self) -> u8 {{ ::std::process::abort() }}\n")).collect();
    format!("trait {name}: Sized {{\n{methods}}}\nimpl<T> {name} for T {{}}\n")
}

/// The part of a name between its first letter and its number.
pub(super) fn infix(random: &mut Random) -> &'static str {
    match random.below(3) {
        0 => random.pick::<&'static str>(&["_", "__", "1_", "é", "ue9", "ue9_", "u", "_u", "ñ_", "int", "_class_"]),
        _ => "",
    }
}

/// An attribute without effect, in front of a declaration.
pub(super) fn attribute(random: &mut Random) -> &'static str {
    match random.below(30) {
        0 => "#[rustfmt::skip] ",
        1 => "#[doc = \"nothing\"] ",
        _ => "",
    }
}
