//! Random statements, blocks and loops.

use super::types::{INTEGERS, Ty};
use super::{Generator, Var, strange};

impl Generator {
    /// The statements of a function and its result, one per line.
    pub(super) fn body(&mut self, ty: &Ty, depth: usize) -> String {
        let mut text = String::from(if self.digest { "    let mut digest = 0u64;\n" } else { "" });
        for _ in 0..1 + self.random.below(4) {
            text += &format!("    {}\n", self.statement(depth));
        }
        let value = self.expr(ty, depth);
        text + &format!("    {}\n", self.returned(&value))
    }

    /// The returned value, with the digest.
    pub(super) fn returned(&self, value: &str) -> String {
        if self.digest { format!("({value}, digest)") } else { value.to_owned() }
    }

    /// Adds a numeric place to the digest; a NaN is skipped, because its bits aren't defined.
    fn absorb(&self, place: &str, ty: &Ty) -> String {
        match ty {
            _ if !self.digest => String::new(),
            Ty::Prim(t) if *t == "bool" || INTEGERS.contains(t) => {
                format!(" digest = digest.rotate_left(7) ^ ({place} as u64);")
            }
            Ty::Prim(_) => {
                format!(" if {place} == {place} {{ digest = digest.rotate_left(7) ^ (({place}).to_bits() as u64); }}")
            }
            _ => String::new(),
        }
    }

    /// A statement; the variables that it declares are in scope afterwards.
    pub(super) fn statement(&mut self, depth: usize) -> String {
        let scope = self.scope.len();
        let mut text = self.plain_statement(depth);
        if text.starts_with("let ") {
            text.insert_str(0, strange::attribute(&mut self.random));
        }
        for var in self.scope.iter().skip(scope) {
            text += &self.absorb(&var.name, &var.ty);
        }
        text
    }

    /// A block `{ …; value }` with its own scope.
    pub(super) fn block(&mut self, ty: &Ty, depth: usize) -> String {
        let scope = self.scope.len();
        let mut text = String::new();
        for _ in 0..1 + self.random.below(2) {
            text += &self.statement(depth);
            text += " ";
        }
        let value = if self.random.percent(20) { self.searching(ty, depth) } else { self.expr(ty, depth) };
        self.scope.truncate(scope);
        format!("{{ {text}{value} }}")
    }

    /// A `loop` that gives a value.
    fn searching(&mut self, ty: &Ty, depth: usize) -> String {
        let (count, label) = (self.name("n"), self.name("l"));
        let value = self.expr(ty, depth);
        self.loops.push(label.clone());
        let scope = self.scope.len();
        let inner = self.statement(depth.saturating_sub(1));
        self.scope.truncate(scope);
        self.loops.pop();
        // The loop's own breaks carry values, so statements inside mustn't break or continue it.
        let inner = inner.replace(&format!("break '{label};"), "").replace(&format!("continue '{label};"), "");
        format!(
            "{{ let mut {count} = 0u8; '{label}: loop {{ {count} += 1; if {count} > 3u8 {{ break ({value}); }} {inner} }} }}"
        )
    }

    /// Statements in braces.
    fn braces(&mut self, depth: usize) -> String {
        let scope = self.scope.len();
        let n = 1 + self.random.below(2);
        let text: Vec<_> = (0..n).map(|_| self.statement(depth)).collect();
        self.scope.truncate(scope);
        format!("{{ {} }}", text.join(" "))
    }

    /// A pattern that binds a value's parts; its names are in scope afterwards.
    pub(super) fn pattern(&mut self, ty: &Ty) -> String {
        if let Ty::Tuple(parts) = ty
            && self.random.percent(50)
        {
            let parts: Vec<_> = parts.clone().iter().map(|t| self.pattern(t)).collect();
            return format!("({},)", parts.join(", "));
        }
        if let Ty::Struct(s) = ty
            && self.random.percent(40)
        {
            let fields = self.structs[*s].clone();
            let parts: Vec<_> = fields.iter().enumerate().map(|(i, t)| format!("f{i}: {}", self.pattern(t))).collect();
            return format!("S{s} {{ {} }}", parts.join(", "));
        }
        if self.random.percent(5) {
            return "_".into();
        }
        // Some names shadow earlier ones, but not those of the same pattern.
        let mutable = self.random.percent(50);
        let old: Vec<_> =
            self.scope[..self.hideable].iter().map(|v| v.name.clone()).filter(|n| n.starts_with('v')).collect();
        let name =
            if !old.is_empty() && self.random.percent(20) { self.random.pick(&old).clone() } else { self.name("v") };
        let name = if self.scope[self.hideable.min(self.scope.len())..].iter().any(|v| v.name == name) {
            self.name("v")
        } else {
            name
        };
        let text = if mutable { format!("mut {name}") } else { name.clone() };
        self.scope.push(Var { name, ty: ty.clone(), mutable });
        text
    }

    fn plain_statement(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 12 } else { 20 }) {
            0..=5 => {
                let ty = self.value(1);
                let value = self.expr(&ty, depth);
                let typed = self.random.percent(50);
                self.hideable = self.scope.len();
                let pattern = self.pattern(&ty);
                self.hideable = 0;
                if typed { format!("let {pattern}: {ty} = {value};") } else { format!("let {pattern} = {value};") }
            }
            6 => self.late(depth),
            7 => self.referring(depth),
            8..=11 => self.assignment(depth),
            12 => format!("if {} {}", self.expr(&Ty::Prim("bool"), depth - 1), self.braces(depth - 1)),
            13 => {
                let condition = self.expr(&Ty::Prim("bool"), depth - 1);
                format!("if {condition} {} else {}", self.braces(depth - 1), self.braces(depth - 1))
            }
            14 => {
                let output = self.output.clone();
                let condition = self.expr(&Ty::Prim("bool"), depth - 1);
                let value = self.expr(&output, depth - 1);
                format!("if {condition} {{ return {}; }}", self.returned(&value))
            }
            15 => self.leaving(depth),
            16 => {
                let condition = self.expr(&Ty::Prim("bool"), depth - 1);
                format!("assert!({condition} || {});", self.expr(&Ty::Prim("bool"), depth - 1))
            }
            17 => self.counting(depth),
            _ => self.iterating(depth),
        }
    }

    /// A variable that is assigned after its declaration.
    fn late(&mut self, depth: usize) -> String {
        let (name, ty) = (self.name("v"), self.value(1));
        let depth = depth.saturating_sub(1);
        let condition = self.expr(&Ty::Prim("bool"), depth);
        let (a, b) = (self.expr(&ty, depth), self.expr(&ty, depth));
        self.scope.push(Var { name: name.clone(), ty: ty.clone(), mutable: false });
        format!("let {name}: {ty}; if {condition} {{ {name} = {a}; }} else {{ {name} = {b}; }}")
    }

    /// A change through a reference.
    fn referring(&mut self, depth: usize) -> String {
        let ty = self.primitive();
        let places = self.places(&ty, true);
        if places.is_empty() {
            return self.assignment(depth);
        }
        let (name, place, value) = (self.name("r"), self.random.pick(&places).clone(), self.literal(&ty));
        format!("{{ let {name} = &mut {place}; *{name} = {value}; }}{}", self.absorb(&place, &ty))
    }

    /// `place = value;` or `place += value;`.
    fn assignment(&mut self, depth: usize) -> String {
        let ty = if self.random.percent(80) { self.primitive() } else { self.value(1) };
        let places = self.places(&ty, true);
        if places.is_empty() {
            let (name, value) = (self.name("v"), self.expr(&ty, depth));
            self.scope.push(Var { name: name.clone(), ty, mutable: true });
            return format!("let mut {name} = {value};");
        }
        let place = self.random.pick(&places).clone();
        let ops: &[&str] = match &ty {
            Ty::Prim("bool") => &["=", "&=", "|=", "^="],
            Ty::Prim(t) if INTEGERS.contains(t) => &["=", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="],
            Ty::Prim(_) => &["=", "=", "+=", "-=", "*=", "/=", "%="],
            _ => &["="],
        };
        let op = *self.random.pick(ops);
        let value = self.expr(&ty, depth);
        format!("{place} {op} {value};{}", self.absorb(&place, &ty))
    }

    /// A `break` or `continue`, if there is an enclosing loop.
    fn leaving(&mut self, depth: usize) -> String {
        if self.loops.is_empty() {
            return self.assignment(depth);
        }
        let label = self.random.pick(&self.loops.clone()).clone();
        let word = *self.random.pick(&["break", "continue"]);
        format!("if {} {{ {word} '{label}; }}", self.expr(&Ty::Prim("bool"), depth - 1))
    }

    /// A `while` loop that ends after a few rounds.
    fn counting(&mut self, depth: usize) -> String {
        let (count, label) = (self.name("n"), self.name("l"));
        let condition = self.expr(&Ty::Prim("bool"), depth - 1);
        self.loops.push(label.clone());
        let body = self.braces(depth - 1);
        self.loops.pop();
        format!("let mut {count} = 0u8; '{label}: while {count} < 4 && {condition} {{ {count} += 1; {body} }}")
    }

    /// A `for` loop over a range.
    fn iterating(&mut self, depth: usize) -> String {
        let t = *self.random.pick(INTEGERS);
        let (name, label) = (self.name("i"), self.name("l"));
        let (from, to) = (self.random.below(3), self.random.below(6));
        let end = if self.random.percent(40) {
            format!("({} % 5)", self.expr(&Ty::Prim(t), depth - 1))
        } else {
            format!("{to}_{t}")
        };
        let dots = *self.random.pick(&["..", "..", "..="]);
        let mut range = format!("{from}_{t}{dots}{end}");
        match self.random.below(6) {
            0 => range = format!("({range}).rev()"),
            1 => range = format!("({range}).step_by(2)"),
            _ => {}
        }
        let scope = self.scope.len();
        self.scope.push(Var { name: name.clone(), ty: Ty::Prim(t), mutable: false });
        self.loops.push(label.clone());
        let body = self.braces(depth - 1);
        self.loops.pop();
        self.scope.truncate(scope);
        format!("'{label}: for {name} in {range} {body}")
    }
}
