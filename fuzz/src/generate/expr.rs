//! Random expressions of a given type. Everything is in parentheses.

use super::types::{FLOATS, HALVES, INTEGERS, NUMBERS, SIGNED, Ty, UNSIGNED};
use super::{Generator, Pass, Var};

fn is(list: &[&str], name: &str) -> bool {
    list.contains(&name)
}

impl Generator {
    /// A constant.
    pub(super) fn literal(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Prim("bool") => self.random.percent(50).to_string(),
            Ty::Prim(t) if is(INTEGERS, t) => {
                if self.random.percent(10) {
                    return format!("{t}::{}", self.random.pick(&["MAX", "MIN"]));
                }
                let digits =
                    *self.random.pick(&["0", "1", "2", "3", "5", "7", "10", "31", "64", "100", "127", "0x2a", "0b101"]);
                if is(SIGNED, t) && self.random.percent(30) {
                    format!("(-{digits}_{t})")
                } else {
                    format!("{digits}_{t}")
                }
            }
            Ty::Prim(t) if is(FLOATS, t) => {
                if self.random.percent(5) {
                    return format!(
                        "{t}::{}",
                        self.random.pick(&["MAX", "MIN_POSITIVE", "INFINITY", "NAN", "EPSILON"])
                    );
                }
                let digits = *self.random.pick(&[
                    "0.0",
                    "1.0",
                    "0.5",
                    "2.5",
                    "0.1",
                    "3.0",
                    "1e-3",
                    "1e10",
                    "123.456",
                    "16777217.0",
                    "7.0",
                ]);
                let suffix = if digits.contains('e') { t.to_string() } else { format!("_{t}") };
                if self.random.percent(30) { format!("(-{digits}{suffix})") } else { format!("{digits}{suffix}") }
            }
            Ty::Prim(t) => {
                let digits = *self.random.pick(&["0.0", "1.0", "0.5", "-2.5", "0.1", "100.0", "3e4"]);
                format!("{t}::from_f32({digits})")
            }
            _ => self.composite(ty, 0, true),
        }
    }

    /// A tuple, array or struct of its parts.
    fn composite(&mut self, ty: &Ty, depth: usize, constant: bool) -> String {
        let part = |g: &mut Self, t: &Ty| if constant { g.literal(t) } else { g.expr(t, depth) };
        match ty {
            Ty::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(|t| part(self, t)).collect();
                format!("({},)", parts.join(", "))
            }
            Ty::Array(t, n) if self.random.percent(30) => format!("[{}; {n}]", part(self, t)),
            Ty::Array(t, n) => {
                let parts: Vec<_> = (0..*n).map(|_| part(self, t)).collect();
                format!("[{}]", parts.join(", "))
            }
            Ty::Struct(s) => {
                let fields = self.structs[*s].clone();
                let parts: Vec<_> =
                    fields.iter().enumerate().map(|(i, t)| format!("f{i}: {}", part(self, t))).collect();
                format!("(S{s} {{ {} }})", parts.join(", "))
            }
            Ty::Prim(_) => part(self, ty),
        }
    }

    /// Every place of this type that a variable leads to.
    pub(super) fn places(&self, ty: &Ty, mutable: bool) -> Vec<String> {
        fn walk(g: &Generator, name: String, at: &Ty, ty: &Ty, out: &mut Vec<String>) {
            if at == ty {
                out.push(name.clone());
            }
            match at {
                Ty::Tuple(parts) => {
                    parts.iter().enumerate().for_each(|(i, t)| walk(g, format!("{name}.{i}"), t, ty, out));
                }
                Ty::Array(t, n) => walk(g, format!("{name}[{}]", n / 2), t, ty, out),
                Ty::Struct(s) => {
                    let fields = g.structs[*s].iter().enumerate();
                    fields.for_each(|(i, t)| walk(g, format!("{name}.f{i}"), t, ty, out));
                }
                Ty::Prim(_) => {}
            }
        }
        let mut out = Vec::new();
        for var in self.scope.iter().filter(|v| v.mutable || !mutable) {
            walk(self, var.name.clone(), &var.ty, ty, &mut out);
        }
        out
    }

    fn leaf(&mut self, ty: &Ty) -> String {
        let places = self.places(ty, false);
        if !places.is_empty() && self.random.percent(80) {
            return self.random.pick(&places).clone();
        }
        self.literal(ty)
    }

    /// Any expression of the type.
    pub(super) fn expr(&mut self, ty: &Ty, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        match self.random.below(20) {
            0 => {
                return format!(
                    "(if {} {{ {} }} else {{ {} }})",
                    self.truth(depth),
                    self.expr(ty, depth),
                    self.expr(ty, depth)
                );
            }
            1 => return self.choice(ty, depth),
            2 => return self.block(ty, depth),
            3 => return self.call(ty, depth).unwrap_or_else(|| self.leaf(ty)),
            4 | 5 => return self.element_of(ty, depth).unwrap_or_else(|| self.leaf(ty)),
            6 | 7 => return self.leaf(ty),
            _ => {}
        }
        match ty {
            Ty::Prim("bool") => self.truth(depth),
            Ty::Prim(t) if is(INTEGERS, t) => self.integer(t, depth),
            Ty::Prim(t) => self.float(t, depth),
            _ => self.composite(ty, depth, false),
        }
    }

    fn prim(&mut self, t: &'static str, depth: usize) -> String {
        self.expr(&Ty::Prim(t), depth)
    }

    fn truth(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(&Ty::Prim("bool"));
        }
        let depth = depth - 1;
        match self.random.below(10) {
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
            4 => self.leaf(&Ty::Prim("bool")),
            _ => {
                let t = *self.random.pick(NUMBERS);
                let op = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.prim(t, depth), self.prim(t, depth))
            }
        }
    }

    fn integer(&mut self, t: &'static str, depth: usize) -> String {
        let a = self.prim(t, depth);
        match self.random.below(24) {
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
            18 if is(SIGNED, t) => format!("({a}).{}()", self.random.pick(&["abs", "signum", "wrapping_abs"])),
            18 => format!("({a}).isqrt()"),
            19 => format!("({a}).pow({})", self.random.pick(&["0", "1", "2", "3"])),
            20 => format!("({a}).clamp({}, {})", self.literal(&Ty::Prim(t)), self.literal(&Ty::Prim(t))),
            _ => {
                let from = *self
                    .random
                    .pick(&["bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize", "f32", "f64"]);
                format!("({} as {t})", self.prim(from, depth))
            }
        }
    }

    fn float(&mut self, t: &'static str, depth: usize) -> String {
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
            12 if !half => format!("({a}).mul_add({}, {})", self.prim(t, depth), self.prim(t, depth)),
            13 if !half => {
                let method = *self.random.pick(&["div_euclid", "rem_euclid"]);
                format!("({a}).{method}({})", self.prim(t, depth))
            }
            // The sign of a NaN is nobody's promise.
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

    /// An element of an array or view, by a computed index, mostly in bounds.
    fn element_of(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let index = self.prim("usize", depth);
        let views: Vec<_> = self.views.iter().filter(|(_, t)| t == ty).map(|(name, _)| name.clone()).collect();
        if !views.is_empty() && self.random.percent(70) {
            let view = self.random.pick(&views).clone();
            return Some(match self.random.below(8) {
                0 => format!("{view}[{index}]"),
                _ => format!("{view}[{index} % {view}.len()]"),
            });
        }
        for n in 1..5 {
            let arrays = self.places(&Ty::Array(Box::new(ty.clone()), n), false);
            if !arrays.is_empty() {
                let array = self.random.pick(&arrays).clone();
                return Some(format!("{array}[{index} % {}]", n + usize::from(self.random.percent(10))));
            }
        }
        None
    }

    /// A call of a device function, in a block where its `&mut` arguments are variables.
    fn call(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let fitting: Vec<usize> = (0..self.functions.len()).filter(|i| self.functions[*i].output == *ty).collect();
        let at = *fitting.get(self.random.below(fitting.len().max(1)))?;
        let name = self.functions[at].name.clone();
        let params = self.functions[at].params.clone();
        let (mut lets, mut args) = (String::new(), Vec::new());
        for (t, pass) in params {
            let value = self.expr(&t, depth.min(1));
            if pass == Pass::Value {
                args.push(value);
                continue;
            }
            let var = self.name("r");
            let (keyword, sign) = if pass == Pass::Mutable { ("let mut", "&mut ") } else { ("let", "&") };
            lets += &format!("{keyword} {var}: {t} = {value}; ");
            args.push(format!("{sign}{var}"));
        }
        Some(if lets.is_empty() {
            format!("{name}({})", args.join(", "))
        } else {
            format!("{{ {lets}{name}({}) }}", args.join(", "))
        })
    }

    /// `match` on a number, a `bool` or a pair.
    fn choice(&mut self, ty: &Ty, depth: usize) -> String {
        let t = *self.random.pick(INTEGERS);
        let value = self.prim(t, depth);
        let name = self.name("m");
        let arm = |g: &mut Self| g.expr(ty, depth);
        match self.random.below(4) {
            0 => format!("(match {} {{ true => {}, false => {} }})", self.truth(depth), arm(self), arm(self)),
            1 => {
                let guard = self.truth(depth.min(1));
                let other = self.truth(depth);
                format!(
                    "(match ({value}, {other}) {{ (0, _) => {}, (1 | 2, true) => {}, (3..=9, _) if {guard} => {}, (_, false) => {}, _ => {} }})",
                    arm(self),
                    arm(self),
                    arm(self),
                    arm(self),
                    arm(self)
                )
            }
            _ => {
                let first = arm(self);
                self.scope.push(Var { name: name.clone(), ty: Ty::Prim(t), mutable: false });
                let (guard, bound) = (self.truth(depth), arm(self));
                self.scope.pop();
                format!(
                    "(match {value} {{ 0 | 7 => {first}, 1..=5 => {}, {name} if {guard} => {bound}, _ => {} }})",
                    arm(self),
                    arm(self)
                )
            }
        }
    }
}
