//! Loops, `break`, `continue` and `return`.

use super::branch::bare;
use super::{Code, Dest, Loop, Writer};
use crate::ast::{Block, Expr, ExprKind, LoopId, Pattern, Range};

impl Writer<'_> {
    pub(super) fn endless(&mut self, id: LoopId, body: &Block, dest: &Dest) {
        self.looped(id, dest, "while (true)", |writer| {
            writer.leave_if_raised();
            writer.block(body, &Dest::Discard);
        });
    }

    pub(super) fn while_loop(&mut self, id: LoopId, condition: &Expr, body: &Block) {
        let (code, value) = self.aside(|writer| writer.value(condition));
        let Some(value) = value else { return self.code.append(code) };
        let condition = value.text;
        let head = if code.is_empty() { format!("while ({})", bare(&condition)) } else { "while (true)".to_owned() };
        self.looped(id, &Dest::Discard, &head, |writer| {
            writer.leave_if_raised();
            if !code.is_empty() {
                writer.code.append(code);
                writer.code.line(format!("if (!{condition}) break;"));
            }
            writer.block(body, &Dest::Discard);
        });
    }

    pub(super) fn for_loop(&mut self, id: LoopId, pattern: &Pattern, range: &Range, body: &Block) {
        let ends = [&*range.start, &*range.end];
        let Some(ends) = self.operands(ends.into_iter().chain(range.step.as_ref().map(|(step, _)| &**step))) else {
            return;
        };
        let short = [&range.start, &range.end].iter().all(|e| matches!(e.kind, ExprKind::Number { .. }));
        let ty = self.hole(range.hole);
        let (start, end) = (self.fixed(&range.start, &ends[0]), self.fixed(&range.end, &ends[1]));
        let name = pattern.variable().map(|var| &self.function.vars[var]).filter(|var| !var.mutable);
        let name = name.map(|var| var.name.clone());
        let simple = !range.inclusive && !range.reversed && range.step.is_none();
        let counter = match &name {
            Some(name) if simple => name.clone(),
            _ => self.temp(),
        };
        let mut current = counter.clone();
        let head = if let Some((_, site)) = &range.step {
            let step = self.fixed_text(&ends[2]);
            if let Some(site) = site {
                self.code.open(&format!("if ({step} == 0)"));
                self.raise(*site);
                self.code.line("return {};");
                self.code.close();
            }
            self.stepped(range, &ty, &counter, &start, &end, &step)
        } else if range.inclusive {
            let more = self.temp();
            let (from, to, sign) = if range.reversed { (end, start, '-') } else { (start, end, '+') };
            let nonempty = if range.reversed { format!("{to} <= {from}") } else { format!("{from} <= {to}") };
            self.code.line(format!("{ty} {counter} = {from};"));
            format!("for (bool {more} = {nonempty}; {more}; {more} = {counter} != {to}, {counter} {sign}= {more})")
        } else if range.reversed {
            current = format!("--{counter}");
            format!("for ({ty} {counter} = {end}; {counter} > {start};)")
        } else {
            format!("for ({ty} {counter} = {start}; {counter} < {end}; ++{counter})")
        };
        self.looped(id, &Dest::Discard, &head, |writer| {
            if !short {
                writer.leave_if_raised();
            }
            match pattern.variable().map(|var| writer.function.vars[var].name.clone()) {
                Some(name) if name != current => writer.code.line(format!("{ty} {name} = {current};")),
                None if current.starts_with("--") => writer.code.line(format!("{current};")),
                _ => {}
            }
            writer.block(body, &Dest::Discard);
        });
    }

    /// Writes a loop over a range with a step. It counts the remaining distance, so that the counter can't overflow.
    fn stepped(&mut self, range: &Range, ty: &str, counter: &str, start: &str, end: &str, step: &str) -> String {
        let (more, left) = (self.temp(), self.temp());
        let (less, last) = if range.inclusive { ("<=", String::new()) } else { ("<", " - 1".to_owned()) };
        self.code.line(format!("bool {more} = {start} {less} {end};"));
        self.code.line(format!("u64 {left} = u64({end}) - u64({start}){last};"));
        let (from, sign) =
            if range.reversed { (format!("{ty}(u64({end}){last})"), '-') } else { (start.to_owned(), '+') };
        format!(
            "for ({ty} {counter} = {from}; {more}; {more} = {left} >= {step}, {left} -= {step}, {counter} = \
             {ty}(u64({counter}) {sign} {step}))"
        )
    }

    /// Text for a bound of a range that must be evaluated once.
    fn fixed(&mut self, e: &Expr, text: &str) -> String {
        let stable = match &e.kind {
            ExprKind::Number { .. } | ExprKind::Capture(..) => true,
            ExprKind::Var(var, _) => !self.function.vars[*var].mutable,
            _ => false,
        };
        if stable { text.to_owned() } else { self.fixed_text(text) }
    }

    fn fixed_text(&mut self, text: &str) -> String {
        let temp = self.temp();
        self.code.line(format!("auto {temp} = {text};"));
        temp
    }

    /// Leaves the function after a failure, so that the dummy values which follow can't keep a loop running.
    fn leave_if_raised(&mut self) {
        self.trap = true;
        self.code.line("if (trap.raised) return {};");
    }

    pub(super) fn labelled(&mut self, id: LoopId, block: &Block, dest: &Dest) {
        self.loops.push(Loop { id, dest: dest.clone(), block: true, broken: false, continued: false });
        self.code.open("");
        self.block(block, dest);
        self.code.close();
        self.end_loop(id);
    }

    fn looped(&mut self, id: LoopId, dest: &Dest, head: &str, body: impl FnOnce(&mut Self)) {
        self.loops.push(Loop { id, dest: dest.clone(), block: false, broken: false, continued: false });
        let (code, ()): (Code, ()) = self.aside(body);
        self.code.open(head);
        if self.loops.last().is_some_and(|l| l.continued) {
            // The label stands after the body's block, because C++ doesn't allow a jump across declarations.
            self.code.open("");
            self.code.append(code);
            self.code.close();
            self.code.line(format!("continue_{id}:;"));
        } else {
            self.code.append(code);
        }
        self.code.close();
        self.end_loop(id);
    }

    fn end_loop(&mut self, id: LoopId) {
        if self.loops.pop().is_some_and(|l| l.broken) {
            self.code.line(format!("break_{id}:;"));
        }
    }

    pub(super) fn break_to(&mut self, target: LoopId, value: Option<&Expr>) {
        let Some(at) = self.loops.iter().position(|l| l.id == target) else { return };
        let dest = self.loops[at].dest.clone();
        match value {
            Some(value) => self.give(value, &dest),
            None => self.deliver_unit(&dest),
        }
        if self.code.left() {
            return;
        }
        if self.innermost() == Some(at) && !self.loops[at].block {
            self.code.line("break;");
        } else {
            self.loops[at].broken = true;
            self.code.line(format!("goto break_{target};"));
        }
    }

    pub(super) fn continue_to(&mut self, target: LoopId) {
        let Some(at) = self.loops.iter().position(|l| l.id == target) else { return };
        if self.innermost() == Some(at) {
            self.code.line("continue;");
        } else {
            self.loops[at].continued = true;
            self.code.line(format!("goto continue_{target};"));
        }
    }

    /// The loop that a plain `break` or `continue` of C++ refers to.
    fn innermost(&self) -> Option<usize> {
        self.loops.iter().rposition(|l| !l.block)
    }
}
