//! Random statements, blocks and loops.

use super::types::{INTEGERS, Ty};
use super::{Generator, Var};

impl Generator {
    /// The statements of a function and its result, one to a line.
    pub(super) fn body(&mut self, ty: &Ty, depth: usize) -> String {
        let mut text = String::new();
        for _ in 0..1 + self.random.below(4) {
            text += &format!("    {}\n", self.statement(depth));
        }
        text + &format!("    {}\n", self.expr(ty, depth))
    }

    /// `{ …; value }`, whose variables end with it.
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

    /// `loop` as a value.
    fn searching(&mut self, ty: &Ty, depth: usize) -> String {
        let (count, label) = (self.name("n"), self.name("l"));
        let value = self.expr(ty, depth);
        self.loops.push(label.clone());
        let scope = self.scope.len();
        let inner = self.statement(depth.saturating_sub(1));
        self.scope.truncate(scope);
        self.loops.pop();
        // The loop's own breaks carry values, so statements inside leave it alone.
        let inner = inner.replace(&format!("break '{label};"), "").replace(&format!("continue '{label};"), "");
        format!(
            "{{ let mut {count} = 0u8; '{label}: loop {{ {count} += 1; if {count} > 3u8 {{ break {value}; }} {inner} }} }}"
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

    /// A pattern that binds a value's parts; the names are in scope from here.
    pub(super) fn pattern(&mut self, ty: &Ty) -> String {
        if let Ty::Tuple(parts) = ty
            && self.random.percent(50)
        {
            let parts: Vec<_> = parts.clone().iter().map(|t| self.pattern(t)).collect();
            return format!("({},)", parts.join(", "));
        }
        if self.random.percent(5) {
            return "_".into();
        }
        let (name, mutable) = (self.name("v"), self.random.percent(50));
        let text = if mutable { format!("mut {name}") } else { name.clone() };
        self.scope.push(Var { name, ty: ty.clone(), mutable });
        text
    }

    pub(super) fn statement(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 12 } else { 20 }) {
            0..=5 => {
                let ty = self.value(1);
                let value = self.expr(&ty, depth);
                let typed = self.random.percent(50);
                let pattern = self.pattern(&ty);
                if typed { format!("let {pattern}: {ty} = {value};") } else { format!("let {pattern} = {value};") }
            }
            6..=11 => self.assignment(depth),
            12 => format!("if {} {}", self.expr(&Ty::Prim("bool"), depth - 1), self.braces(depth - 1)),
            13 => {
                let condition = self.expr(&Ty::Prim("bool"), depth - 1);
                format!("if {condition} {} else {}", self.braces(depth - 1), self.braces(depth - 1))
            }
            14 => {
                let output = self.output.clone();
                let condition = self.expr(&Ty::Prim("bool"), depth - 1);
                format!("if {condition} {{ return {}; }}", self.expr(&output, depth - 1))
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
        format!("{place} {op} {};", self.expr(&ty, depth))
    }

    /// `break` or `continue`, if there is a loop around.
    fn leaving(&mut self, depth: usize) -> String {
        if self.loops.is_empty() {
            return self.assignment(depth);
        }
        let label = self.random.pick(&self.loops.clone()).clone();
        let word = *self.random.pick(&["break", "continue"]);
        format!("if {} {{ {word} '{label}; }}", self.expr(&Ty::Prim("bool"), depth - 1))
    }

    /// `while`, which ends after a few turns.
    fn counting(&mut self, depth: usize) -> String {
        let (count, label) = (self.name("n"), self.name("l"));
        let condition = self.expr(&Ty::Prim("bool"), depth - 1);
        self.loops.push(label.clone());
        let body = self.braces(depth - 1);
        self.loops.pop();
        format!("let mut {count} = 0u8; '{label}: while {count} < 4 && {condition} {{ {count} += 1; {body} }}")
    }

    /// `for` over a range.
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
