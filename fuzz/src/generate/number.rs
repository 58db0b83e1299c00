//! Random expressions of the primitive types.

use super::Generator;
use super::types::{HALVES, INTEGERS, NUMBERS, SIGNED, Ty, UNSIGNED};

pub(super) fn is(list: &[&str], name: &str) -> bool {
    list.contains(&name)
}

/// A number converted to another type; halves are converted through `f32`.
pub(super) fn convert(place: &str, from: &str, to: &str) -> String {
    let place = if is(HALVES, from) { format!("({place}).to_f32()") } else { place.to_owned() };
    match to {
        "bool" if is(INTEGERS, from) => format!("({place} > 2)"),
        "bool" => format!("({place} as f32 > 0.5)"),
        _ if is(HALVES, to) => format!("{to}::from_f32({place} as f32)"),
        _ => format!("({place} as {to})"),
    }
}

/// The functions of mathematics with one argument.
const MATHEMATICAL: &[&str] = &[
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh", "exp", "exp2", "exp_m1", "ln", "ln_1p",
    "log10", "log2", "sin", "sinh", "tan", "tanh", "erf", "erfc", "gamma", "gelu", "sigmoid",
];
/// Those among them that are called by their paths.
const FUNCTIONS: &[&str] = &["cbrt", "erf", "erfc", "gamma", "gelu", "sigmoid"];

impl Generator {
    pub(super) fn truth(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(&Ty::Prim("bool"));
        }
        let depth = depth - 1;
        match self.random.below(14) {
            0 => format!("(!{})", self.prim("bool", depth)),
            1 => {
                let op = *self.random.pick(&["&&", "||", "&", "|", "^", "==", "!="]);
                format!("({} {op} {})", self.prim("bool", depth), self.prim("bool", depth))
            }
            2 => {
                let t = *self.random.pick(&["f32", "f64", "f16", "bf16"]);
                let test = *self.random.pick(&["is_nan", "is_finite", "is_infinite", "is_normal"]);
                format!("({}).{test}()", self.prim(t, depth))
            }
            3 => {
                let t = *self.random.pick(UNSIGNED);
                format!("({}).is_power_of_two()", self.prim(t, depth))
            }
            4 => {
                let (a, b) = (Ty::Prim(self.random.pick::<&str>(NUMBERS)), Ty::Prim(self.random.pick::<&str>(NUMBERS)));
                let pair = if self.random.percent(50) { Ty::Tuple(vec![a, b]) } else { Ty::Array(Box::new(a), 2) };
                let op = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.expr(&pair, depth), self.expr(&pair, depth))
            }
            5 => {
                let t = *self.random.pick(INTEGERS);
                format!("matches!({}, 0..=9 | 64)", self.prim(t, depth))
            }
            6 => self.leaf(&Ty::Prim("bool")),
            7 => {
                let test = *self.random.pick(&[
                    "is_ascii",
                    "is_ascii_alphabetic",
                    "is_ascii_alphanumeric",
                    "is_ascii_control",
                    "is_ascii_digit",
                    "is_ascii_graphic",
                    "is_ascii_hexdigit",
                    "is_ascii_lowercase",
                    "is_ascii_punctuation",
                    "is_ascii_uppercase",
                    "is_ascii_whitespace",
                ]);
                format!("({}).{test}()", self.prim("u8", depth))
            }
            8 => format!("({}).eq_ignore_ascii_case(&{})", self.prim("u8", depth), self.prim("u8", depth)),
            _ => {
                let t = *self.random.pick(NUMBERS);
                let op = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.prim(t, depth), self.prim(t, depth))
            }
        }
    }

    pub(super) fn integer(&mut self, t: &'static str, depth: usize) -> String {
        let a = self.prim(t, depth);
        match self.random.below(25) {
            0..=2 => {
                let op = *self.random.pick(&["+", "-", "*"]);
                format!("({a} {op} {})", self.prim(t, depth))
            }
            3 => {
                let op = *self.random.pick(&["/", "%"]);
                format!("({a} {op} {})", self.prim(t, depth))
            }
            4 => format!("({a} / {})", self.random.pick(&["2", "3", "7", "10"])),
            5 => format!("({a} % {})", self.random.pick(&["2", "3", "7", "10"])),
            6 | 7 => {
                let op = *self.random.pick(&["&", "|", "^"]);
                format!("({a} {op} {})", self.prim(t, depth))
            }
            8 => {
                let (op, by) = (*self.random.pick(&["<<", ">>"]), *self.random.pick(INTEGERS));
                format!("({a} {op} ({} % 7))", self.prim(by, depth))
            }
            9 => format!("(!{a})"),
            10 if is(SIGNED, t) => format!("(-{a})"),
            11 | 12 => {
                let method = *self.random.pick(&[
                    "wrapping_add",
                    "wrapping_sub",
                    "wrapping_mul",
                    "saturating_add",
                    "saturating_sub",
                    "saturating_mul",
                ]);
                format!("({a}).{method}({})", self.prim(t, depth))
            }
            13 => {
                let method = *self.random.pick(&["min", "max"]);
                format!("({a}).{method}({})", self.prim(t, depth))
            }
            14 => {
                let method = *self.random.pick(&["swap_bytes", "reverse_bits", "wrapping_neg"]);
                format!("({a}).{method}()")
            }
            15 => {
                let method = *self.random.pick(&[
                    "rotate_left",
                    "rotate_right",
                    "wrapping_shl",
                    "wrapping_shr",
                    "wrapping_pow",
                    "saturating_pow",
                ]);
                format!("({a}).{method}({})", self.prim("u32", depth))
            }
            16 => {
                let method = *self.random.pick(&["div_euclid", "rem_euclid"]);
                format!("({a}).{method}({})", self.prim(t, depth))
            }
            17 if t == "u32" => {
                let from = *self.random.pick(INTEGERS);
                let method = *self.random.pick(&[
                    "count_ones",
                    "count_zeros",
                    "leading_zeros",
                    "trailing_zeros",
                    "leading_ones",
                ]);
                format!("({}).{method}()", self.prim(from, depth))
            }
            17 if is(UNSIGNED, t) => format!("({a}).abs_diff({})", self.prim(t, depth)),
            18 if t == "u8" => format!("({a}).{}()", self.random.pick(&["to_ascii_lowercase", "to_ascii_uppercase"])),
            18 if is(SIGNED, t) => format!("({a}).{}()", self.random.pick(&["abs", "signum", "wrapping_abs"])),
            18 => format!("({a}).isqrt()"),
            19 => format!("({a}).pow({})", self.random.pick(&["0", "1", "2", "3"])),
            21 => {
                let (one, other) = (self.ordering(depth), self.ordering(depth));
                let method = *self.random.pick(&["reverse()", "then(OTHER)", "cmp(&OTHER)"]);
                format!("({one}.{} as {t})", method.replace("OTHER", &other))
            }
            20 => format!("({a}).clamp({}, {})", self.literal(&Ty::Prim(t)), self.literal(&Ty::Prim(t))),
            _ => {
                let from = *self
                    .random
                    .pick(&["bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize", "f32", "f64"]);
                format!("({} as {t})", self.prim(from, depth))
            }
        }
    }

    /// An `Ordering`: a comparison or a variant.
    fn ordering(&mut self, depth: usize) -> String {
        let of = *self.random.pick(&["bool", "i8", "u16", "i32", "u64", "isize", "f32", "f64"]);
        let method = if of.starts_with('f') { "total_cmp" } else { "cmp" };
        // The sign of a NaN isn't defined.
        let compared = match method {
            "cmp" => format!("({}).cmp(&{})", self.prim(of, depth), self.prim(of, depth)),
            _ => format!("({}).max(-1.0).total_cmp(&({}).max(-1.0))", self.prim(of, depth), self.prim(of, depth)),
        };
        let variant = *self.random.pick(&["Less", "Equal", "Greater"]);
        if self.random.percent(80) { compared } else { format!("::core::cmp::Ordering::{variant}") }
    }

    pub(super) fn float(&mut self, t: &'static str, depth: usize) -> String {
        let a = self.prim(t, depth);
        let half = is(HALVES, t);
        match self.random.below(20) {
            0..=5 => {
                let op = *self.random.pick(&["+", "-", "*", "/"]);
                format!("({a} {op} {})", self.prim(t, depth))
            }
            6 => format!("({a} % {})", self.prim(t, depth)),
            7 => format!("(-{a})"),
            8 | 9 => {
                let method = *self.random.pick(&["min", "max"]);
                format!("({a}).{method}({})", self.prim(t, depth))
            }
            10 | 11 if !half => {
                let method = *self.random.pick(&[
                    "abs",
                    "sqrt",
                    "floor",
                    "ceil",
                    "round",
                    "trunc",
                    "fract",
                    "recip",
                    "signum",
                    "round_ties_even",
                    "to_degrees",
                    "to_radians",
                ]);
                format!("({a}).{method}()")
            }
            19 if !half => {
                let method = *self.random.pick(&["atan2", "hypot", "log", "powf"]);
                format!("({a}).{method}({})", self.prim(t, depth))
            }
            18 if !half => match *self.random.pick(MATHEMATICAL) {
                function if is(FUNCTIONS, function) => format!("onrush::math::{function}({a})"),
                method => format!("({a}).{method}()"),
            },
            12 if !half => format!("({a}).mul_add({}, {})", self.prim(t, depth), self.prim(t, depth)),
            13 if !half => {
                let method = *self.random.pick(&["div_euclid", "rem_euclid"]);
                format!("({a}).{method}({})", self.prim(t, depth))
            }
            // The sign of a NaN isn't defined.
            14 if !half => {
                let n = self.name("n");
                format!(
                    "({a}).copysign({{ let {n} = {}; if {n} == {n} {{ {n} }} else {{ 1.0 }} }})",
                    self.prim(t, depth)
                )
            }
            15 => {
                let to = if t == "f64" {
                    "u64"
                } else if half {
                    "u16"
                } else {
                    "u32"
                };
                format!("{t}::from_bits({})", self.prim(to, depth))
            }
            _ if half => format!("{t}::from_f32({})", self.prim("f32", depth)),
            16 => {
                let from = *self.random.pick(HALVES);
                format!("(({}).to_{t}())", self.prim(from, depth))
            }
            _ => {
                let from =
                    *self.random.pick(&["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize", "f32", "f64"]);
                format!("({} as {t})", self.prim(from, depth))
            }
        }
    }
}
