//! Random expressions of a given type. Every expression is parenthesised.

use super::number::{convert, is};
use super::types::{FLOATS, INTEGERS, NUMBERS, SIGNED, Ty};
use super::{Function, Generator, Pass, Var, strange};

impl Generator {
    /// A literal of the type.
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

    /// A tuple, array or struct made of its parts.
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
            Ty::Struct(s) if !constant && self.structs[*s].len() > 1 && self.random.percent(20) => {
                let base = self.leaf(ty);
                let first = self.structs[*s][0].clone();
                format!("(S{s} {{ f0: {}, ..{base} }})", self.expr(&first, depth))
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

    /// Every place of this type that is reachable from a variable.
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
        let shown = |at: usize| self.scope[at + 1..].iter().all(|later| later.name != self.scope[at].name);
        for (at, var) in self.scope.iter().enumerate().filter(|(_, v)| v.mutable || !mutable) {
            if !shown(at) {
                continue;
            }
            walk(self, var.name.clone(), &var.ty, ty, &mut out);
        }
        out
    }

    pub(super) fn leaf(&mut self, ty: &Ty) -> String {
        let places = self.places(ty, false);
        if !places.is_empty() && self.random.percent(85) {
            return self.random.pick(&places).clone();
        }
        // Converting another number makes results depend on inputs.
        if let Ty::Prim(t) = ty
            && self.random.percent(70)
        {
            let from = *self.random.pick(NUMBERS);
            let places = self.places(&Ty::Prim(from), false);
            if !places.is_empty() {
                let place = self.random.pick(&places).clone();
                return convert(&place, from, t);
            }
        }
        self.literal(ty)
    }

    /// A random expression of the type.
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
            8 => return self.leaving_value(ty, depth),
            6 | 7 => return self.leaf(ty),
            9 => return self.called_closure(ty, depth),
            10 => return self.iterated(ty, depth).unwrap_or_else(|| self.leaf(ty)),
            _ => {}
        }
        match ty {
            Ty::Prim("bool") => self.truth(depth),
            Ty::Prim(t) if is(INTEGERS, t) => self.integer(t, depth),
            Ty::Prim(t) => self.float(t, depth),
            _ => self.composite(ty, depth, false),
        }
    }

    pub(super) fn prim(&mut self, t: &'static str, depth: usize) -> String {
        self.expr(&Ty::Prim(t), depth)
    }

    /// An element of an array or view at a computed index, which is mostly in bounds.
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

    /// A call of a device function or method, in a block that declares variables for its `&mut` arguments.
    fn call(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let fitting: Vec<usize> = (0..self.functions.len()).filter(|i| self.functions[*i].output == *ty).collect();
        let at = *fitting.get(self.random.below(fitting.len().max(1)))?;
        self.called = true;
        let Function { name, method, params, .. } = self.functions[at].clone();
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
            // A method call borrows its receiver implicitly.
            let sign = if method && args.is_empty() { "" } else { sign };
            args.push(format!("{sign}{var}"));
        }
        let call = if method {
            format!("{}.{name}({})", args[0], args[1..].join(", "))
        } else {
            format!("{name}({})", args.join(", "))
        };
        Some(if lets.is_empty() { call } else { format!("{{ {lets}{call} }}") })
    }

    /// A value, unless a condition leads to a `return`, a panic, or the `break` of a labelled block.
    fn leaving_value(&mut self, ty: &Ty, depth: usize) -> String {
        let (condition, value) = (self.truth(depth), self.expr(ty, depth));
        match self.random.below(4) {
            0 => {
                let output = self.output.clone();
                let early = self.expr(&output, depth.min(1));
                format!("(if {condition} {{ return {} }} else {{ {value} }})", self.returned(&early))
            }
            1 => format!("(match {condition} {{ true => {value}, false => panic!() }})"),
            _ => {
                let label = self.name("b");
                format!("'{label}: {{ if {condition} {{ break '{label} ({value}); }} {} }}", self.expr(ty, depth))
            }
        }
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
                let (first, constant) = (arm(self), strange::constant(t));
                self.scope.push(Var { name: name.clone(), ty: Ty::Prim(t), mutable: false });
                let (guard, bound) = (self.truth(depth), arm(self));
                self.scope.pop();
                format!(
                    "(match {value} {{ 0 | 7 => {first}, {constant} => {}, 1..=5 => {}, {name} if {guard} => {bound}, _ => {} }})",
                    arm(self),
                    arm(self),
                    arm(self)
                )
            }
        }
    }
}
