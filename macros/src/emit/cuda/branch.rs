//! Statements, blocks and branches, each with the destination of its value.

use super::value::member_text;
use super::{Dest, Mark, Value, Writer};
use crate::ast::{Block, Expr, ExprKind, Pattern, Statement, Test};

impl Writer<'_> {
    /// Writes `e` so that its value goes to `dest`.
    pub(super) fn give(&mut self, e: &Expr, dest: &Dest) {
        match &e.kind {
            ExprKind::Block { block, label: None, .. } => self.nested_block(block, dest),
            ExprKind::Block { block, label: Some(label), .. } => self.labelled(label.id, block, dest),
            ExprKind::If { condition, then, otherwise, .. } => {
                if *dest != Dest::Discard
                    && let Some(value) = self.ternary(e)
                {
                    return self.deliver(&value.text, dest);
                }
                self.branch(condition, then, otherwise.as_deref(), dest);
            }
            ExprKind::Match { value, arms, .. } if Self::as_test(e).is_none() => self.matching(value, arms, dest),
            ExprKind::Loop { id, body, .. } => self.endless(*id, body, dest),
            ExprKind::While { id, condition, body, .. } => {
                self.while_loop(*id, condition, body);
                self.deliver_unit(dest);
            }
            ExprKind::For { id, pattern, range, body, .. } => {
                self.for_loop(*id, pattern, range, body);
                self.deliver_unit(dest);
            }
            ExprKind::Break { target, value, .. } => self.break_to(*target, value.as_deref()),
            ExprKind::Continue { target, .. } => self.continue_to(*target),
            ExprKind::Return(Some(value)) => self.give(value, &Dest::Return),
            ExprKind::Return(None) => self.code.line("return {};"),
            ExprKind::Panic { site, .. } => {
                self.raise(*site);
                self.code.line("return {};");
            }
            ExprKind::Assert { debug, test, site, .. } => {
                self.assert(*debug, test, *site);
                self.deliver_unit(dest);
            }
            ExprKind::Assign { place, value } => {
                self.assign(place, value);
                self.deliver_unit(dest);
            }
            ExprKind::AssignOp { hole, site, place, value, .. } => {
                let Some(value) = self.value(value) else { return };
                let Some(place) = self.place_after(place, value) else { return };
                let site = self.site(*site);
                self.code.line(format!("{}({site}, {}, {});", self.hole(*hole), place.0, place.1));
                self.deliver_unit(dest);
            }
            ExprKind::Struct { fields, base, .. } if matches!(dest, Dest::Assign(_)) => {
                if let Dest::Assign(name) = dest {
                    self.fill_struct(fields, base.as_deref(), name);
                }
            }
            ExprKind::Repeat { value, .. } if matches!(dest, Dest::Assign(_)) => {
                let Some(value) = self.value(value) else { return };
                if let Dest::Assign(name) = dest {
                    self.code.line(format!("for (auto& slot : {name}.v) slot = {};", value.text));
                }
            }
            _ => {
                let Some(value) = self.top(e) else { return };
                match dest {
                    Dest::Discard if matches!(e.kind, ExprKind::Var(..) | ExprKind::Capture(..)) => {}
                    Dest::Discard if value.text == "unit{}" => {}
                    // An index in a place is checked though nothing is read.
                    Dest::Discard if e.is_place() => self.code.line(format!("(void)({});", value.text)),
                    Dest::Discard => self.code.line(format!("{};", value.text)),
                    _ => self.deliver(&value.text, dest),
                }
            }
        }
    }

    pub(super) fn deliver(&mut self, text: &str, dest: &Dest) {
        match dest {
            Dest::Return => self.code.line(format!("return {text};")),
            Dest::Assign(name) => self.code.line(format!("{name} = {text};")),
            Dest::Discard => {}
        }
    }

    /// Writes a dummy value for a block without a value, unless the end of the block is unreachable, where the types
    /// might not agree.
    pub(super) fn deliver_unit(&mut self, dest: &Dest) {
        if !self.code.left() {
            self.deliver("{}", dest);
        }
    }

    pub(super) fn block(&mut self, block: &Block, dest: &Dest) {
        for statement in &block.statements {
            if self.code.left() {
                return;
            }
            match statement {
                Statement::Let { pattern, init, .. } => self.bind_to(pattern, init.as_ref()),
                Statement::Expr(e) => self.give(e, &Dest::Discard),
            }
        }
        match &block.tail {
            Some(_) if self.code.left() => {}
            Some(tail) => self.give(tail, dest),
            None => self.deliver_unit(dest),
        }
    }

    /// Writes a block among statements. It needs no braces, because names are unique.
    fn nested_block(&mut self, block: &Block, dest: &Dest) {
        self.block(block, dest);
    }

    fn bind_to(&mut self, pattern: &Pattern, init: Option<&Expr>) {
        let Some(init) = init else {
            let late = pattern.variable().map(|var| &self.function.vars[var]);
            if let Some((name, Some(hole))) = late.map(|var| (var.name.clone(), var.late)) {
                self.code.line(format!("{} {name};", Mark::Hole(hole)));
            }
            return;
        };
        let reference = init.is_reference(&self.function.vars);
        let name = match pattern {
            Pattern::Wild => return self.give(init, &Dest::Discard),
            _ => match pattern.variable() {
                Some(var) => self.function.vars[var].name.clone(),
                None => self.temp(),
            },
        };
        let filled = Self::fills(init).filter(|_| self.ternary_is_unlikely(init));
        if let Some(hole) = filled {
            self.code.line(format!("{} {name};", self.hole(hole)));
            self.give(init, &Dest::Assign(name.clone()));
        } else {
            let Some(value) = self.top(init) else { return };
            self.code.line(format!("{} {name} = {};", if reference { "auto&&" } else { "auto" }, value.text));
        }
        if pattern.variable().is_none() {
            self.bind(pattern, &name);
        }
    }

    /// Whether the expression has branches with statements, which `?:` can't hold.
    fn ternary_is_unlikely(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::If { .. } => {
                let temps = self.temps;
                let (code, value) = self.aside(|writer| writer.ternary(e));
                self.temps = temps;
                value.is_none() || !code.is_empty()
            }
            _ => true,
        }
    }

    /// The text `(condition ? then : otherwise)`, if all three are plain C++ expressions.
    pub(super) fn ternary(&mut self, e: &Expr) -> Option<Value> {
        let ExprKind::If { condition, then, otherwise: Some(otherwise), hole: Some(_) } = &e.kind else { return None };
        // This test comes first, so that nested branches aren't tried again at each level.
        if e.takes_statements(&self.function.vars) {
            return None;
        }
        let temps = self.temps;
        let (code, texts) = self.aside(|writer| {
            let condition = writer.value(condition)?;
            let then = writer.pure_block(then)?;
            let otherwise = match &otherwise.kind {
                ExprKind::Block { block, label: None, .. } => writer.pure_block(block)?,
                ExprKind::If { .. } => writer.ternary(otherwise)?,
                _ => return None,
            };
            Some((condition.text, then.text, otherwise.text))
        });
        match (code.is_empty(), texts) {
            (true, Some((condition, then, otherwise))) => {
                let text = format!("({condition} ? {then} : {otherwise})");
                // `chosen` in the prelude explains why aggregates need it.
                let aggregate = then.contains('{') || otherwise.contains('{');
                let text = if aggregate { format!("chosen{text}") } else { text };
                Some(Value { text, stable: false, place: false })
            }
            _ => {
                self.temps = temps;
                None
            }
        }
    }

    fn pure_block(&mut self, block: &Block) -> Option<Value> {
        let tail = block.tail.as_ref().filter(|_| block.statements.is_empty())?;
        self.value(tail)
    }

    fn branch(&mut self, condition: &Expr, then: &Block, otherwise: Option<&Expr>, dest: &Dest) {
        let Some(condition) = self.value(condition) else { return };
        self.code.open(&format!("if ({})", bare(&condition.text)));
        self.block(then, dest);
        let mut rest = otherwise;
        // An `else if` stays on one level as long as its condition is a plain C++ expression.
        while let Some(ExprKind::If { condition, then, otherwise, .. }) = rest.map(|e| &e.kind) {
            let temps = self.temps;
            let (code, value) = self.aside(|writer| writer.value(condition));
            let (true, Some(value)) = (code.is_empty(), value) else {
                self.temps = temps;
                break;
            };
            self.code.reopen(&format!("else if ({})", bare(&value.text)));
            self.block(then, dest);
            rest = otherwise.as_deref();
        }
        if let Some(rest) = rest {
            self.code.reopen("else");
            self.give(rest, dest);
        }
        self.code.close();
        if rest.is_none() {
            self.deliver_unit(dest);
        }
    }

    fn assign(&mut self, place: &Expr, value: &Expr) {
        let Some(value) = self.value(value) else { return };
        let Some((place, value)) = self.place_after(place, value) else { return };
        self.code.line(format!("{place} = {value};"));
    }

    /// The place that is assigned to; Rust evaluates the value first.
    fn place_after(&mut self, place: &Expr, value: Value) -> Option<(String, String)> {
        let mark = self.code.mark();
        let place = self.value(place)?;
        if self.code.mark() == mark || value.stable {
            return Some((place.text, value.text));
        }
        let temp = self.temp();
        self.code.insert(mark, format!("auto {temp} = {};", value.text));
        Some((place.text, temp))
    }

    fn fill_struct(&mut self, fields: &[(syn::Member, Expr)], base: Option<&Expr>, name: &str) {
        let values = fields.iter().map(|(_, value)| value).chain(base);
        let Some(mut values) = self.operands(values) else { return };
        if base.is_some()
            && let Some(base) = values.pop()
        {
            self.code.line(format!("{name} = {base};"));
        }
        for ((member, _), value) in fields.iter().zip(values) {
            self.code.line(format!("{} = {value};", member_text(name, member)));
        }
    }

    pub(super) fn raise(&mut self, site: usize) {
        self.trap = true;
        self.code.line(format!("trap.raise({});", Mark::Site(site)));
    }

    fn assert(&mut self, debug: bool, test: &Test, site: usize) {
        let (code, condition) = self.aside(|writer| match test {
            Test::True(condition) => writer.value(condition).map(|value| value.text),
            Test::Compare { hole, left, right } => {
                let parts = writer.operands([&**left, right])?;
                let site = writer.site(None);
                Some(format!("{}({site}, {})", writer.hole(*hole), parts.join(", ")))
            }
        });
        let Some(condition) = condition else { return self.code.append(code) };
        let nested = debug && !code.is_empty();
        if nested {
            self.code.open(&format!("if ({})", Mark::Checked));
        }
        self.code.append(code);
        let checked = if debug && !nested { format!("{} && ", Mark::Checked) } else { String::new() };
        self.code.open(&format!("if ({checked}!{condition})"));
        self.raise(site);
        self.code.line("return {};");
        self.code.close();
        if nested {
            self.code.close();
        }
    }
}

/// The text without a pair of parentheses around all of it.
pub(super) fn bare(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else { return text };
    let mut depth = 0i32;
    for c in inner.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return text;
        }
    }
    inner
}
