//! Statements.

use super::value::bare;
use super::{Code, Loop, Mark, Writer};
use crate::ast::LoopId;
use crate::ir::{Counter, Head, Local, Operand, Referent, Step, Stmt, Value};

impl Writer<'_> {
    pub(super) fn block(&mut self, block: &[Stmt]) {
        block.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Declare { local, ty: hole } => {
                let name = self.name(*local);
                self.code.line(format!("{} {name};", Mark::Hole(*hole)));
            }
            Stmt::Let { local, value } => self.declare(*local, value),
            Stmt::Alias { local, of } => {
                let of = match of {
                    Referent::Place(place) => self.place(place),
                    Referent::Element(element) => self.element(element),
                    Referent::Slice(slice) => self.slice(slice),
                };
                let name = self.name(*local);
                self.code.line(format!("auto&& {name} = {of};"));
            }
            Stmt::Set { place, value } => {
                let place = self.place(place);
                self.fill(&place, value);
            }
            Stmt::SetUnit(local) => {
                let name = self.name(*local);
                self.code.line(format!("{name} = {{}};"));
            }
            Stmt::Do(value) => {
                let value = self.value(value);
                self.code.line(format!("{value};"));
            }
            Stmt::If { test, then, otherwise } => {
                let test = self.test(test);
                self.code.open(&format!("if ({})", bare(&test)));
                self.branches(then, otherwise);
                self.code.close();
            }
            Stmt::Loop { id, head, body } => {
                let head = match head {
                    Head::Endless => "while (true)".to_owned(),
                    Head::Range(counter) => self.range(counter),
                };
                self.looped(*id, &head, body);
            }
            Stmt::Block { id, body } => {
                self.loops.push(Loop { id: *id, block: true, broken: false, continued: false });
                self.code.open("");
                self.block(body);
                self.code.close();
                self.end_loop(*id);
            }
            Stmt::Closure { local, params, output, body } => {
                let params = params.iter().map(|(hole, local)| format!("{} {}", Mark::Hole(*hole), self.name(*local)));
                let params: Vec<_> = params.collect();
                let name = self.name(*local);
                self.code.open(&format!("auto {name} = [&]({}) -> {}", params.join(", "), Mark::Hole(*output)));
                // A loop of the function may call it.
                let (before, around) = (self.outside, self.around() + 1);
                let loops = std::mem::take(&mut self.loops);
                self.outside = around;
                self.block(body);
                (self.outside, self.loops) = (before, loops);
                self.code.close_with("};");
            }
            Stmt::Order { hole, first, body } => {
                self.code.mark(Mark::Order(*hole, *first));
                self.block(body);
                self.code.mark(Mark::OrderEnd);
            }
            Stmt::Break(id) if self.is_innermost(*id) => self.code.line("break;"),
            Stmt::Continue(id) if self.is_innermost(*id) => self.code.line("continue;"),
            Stmt::Break(id) => {
                self.loops.iter_mut().filter(|l| l.id == *id).for_each(|l| l.broken = true);
                self.code.line(format!("goto break_{id};"));
            }
            Stmt::Continue(id) => {
                self.loops.iter_mut().filter(|l| l.id == *id).for_each(|l| l.continued = true);
                self.code.line(format!("goto continue_{id};"));
            }
            Stmt::Return(value) => {
                let value = self.value(value);
                self.code.line(format!("return {value};"));
            }
            Stmt::Leave => self.code.line("return {};"),
            Stmt::Raise(site) => {
                self.trap = true;
                self.code.line(format!("trap.raise({});", Mark::Site(*site)));
            }
            Stmt::LeaveIfRaised => {
                self.trap = true;
                self.code.line("if (panic.raised) return {};");
            }
        }
    }

    /// Writes the blocks of an `if` whose head is written. An `else` that holds nothing but an `if` stays on its level.
    fn branches(&mut self, then: &[Stmt], otherwise: &[Stmt]) {
        self.block(then);
        match otherwise {
            [] => {}
            [Stmt::If { test, then, otherwise }] => {
                let test = self.test(test);
                self.code.reopen(&format!("else if ({})", bare(&test)));
                self.branches(then, otherwise);
            }
            otherwise => {
                self.code.reopen("else");
                self.block(otherwise);
            }
        }
    }

    fn declare(&mut self, local: Local, value: &Value) {
        if let Value::Struct { ty, .. } | Value::Variant { ty, .. } | Value::Repeat { ty, .. } = value {
            let name = self.name(local);
            self.code.line(format!("{} {name};", Mark::Hole(*ty)));
            return self.fill(&name, value);
        }
        let ty = match value {
            Value::Use(Operand::Copy(place)) => self.type_of_part(place),
            Value::Test(_) => Some("bool".to_owned()),
            _ => None,
        };
        let ty = ty.unwrap_or_else(|| "auto".to_owned());
        let value = self.value(value);
        let name = self.name(local);
        self.code.line(format!("{ty} {name} = {value};"));
    }

    /// Assigns a value to a place.
    fn fill(&mut self, place: &str, value: &Value) {
        match value {
            Value::Struct { fields, base, .. } => {
                if let Some(base) = base {
                    let base = self.operand(base);
                    self.code.line(format!("{place} = {base};"));
                }
                for (member, value) in fields {
                    let value = self.operand(value);
                    let part = self.part(place, &Step::Field(member.clone()));
                    self.code.line(format!("{part} = {value};"));
                }
            }
            Value::Variant { ty, variant, fields } => {
                self.code.line(format!("{place} = {}{{}};", Mark::Hole(*ty)));
                self.code.line(format!("{place}.tag = {place}.tag_{variant};"));
                for (member, value) in fields {
                    let value = self.operand(value);
                    let part = self.part(place, &Step::Variant(variant.clone(), member.clone()));
                    self.code.line(format!("{part} = {value};"));
                }
            }
            Value::Repeat { value, .. } => {
                let value = self.operand(value);
                self.code.line(format!("for (auto& slot : {place}.v) slot = {value};"));
            }
            value => {
                let value = self.value(value);
                self.code.line(format!("{place} = {value};"));
            }
        }
    }

    /// The head of a loop over a range. No counter may leave its type's range, nor a signed one overflow.
    fn range(&mut self, counter: &Counter) -> String {
        let (i, ty) = (self.name(counter.local), Mark::Hole(counter.ty));
        let (start, end) = (self.operand(&counter.start), self.operand(&counter.end));
        if let Some(step) = &counter.step {
            // The loop counts the distance that is left.
            let (step, more, left) = (self.operand(step), format!("more_{i}"), format!("left_{i}"));
            let wide = format!("extended<{ty}>");
            let (less, last) = if counter.inclusive { ("<=", "") } else { ("<", " - 1") };
            let (from, sign) =
                if counter.reversed { (format!("{ty}({wide}({end}){last})"), '-') } else { (start.clone(), '+') };
            self.code.line(format!("bool {more} = {start} {less} {end};"));
            self.code.line(format!("{wide} {left} = {wide}({end}) - {wide}({start}){last};"));
            if counter.turned {
                // From the last step, the distance to the first one is left.
                let back = if counter.reversed { '+' } else { '-' };
                self.code.line(format!("{left} -= {left} % {step};"));
                return format!(
                    "for ({ty} {i} = {ty}({wide}({from}) {sign} {left}); {more}; {more} = {left} >= {step}, {left} -= {step}, {i} = \
                     {ty}({wide}({i}) {back} {step}))"
                );
            }
            return format!(
                "for ({ty} {i} = {from}; {more}; {more} = {left} >= {step}, {left} -= {step}, {i} = {ty}({wide}({i}) {sign} \
                 {step}))"
            );
        }
        match (counter.inclusive, counter.reversed) {
            (false, false) => format!("for ({ty} {i} = {start}; {i} < {end}; ++{i})"),
            (false, true) => format!("for ({ty} {i} = {end}; {i} > {start} && (--{i}, true);)"),
            (true, reversed) => {
                let (from, to, sign) = if reversed { (&end, &start, '-') } else { (&start, &end, '+') };
                let more = format!("more_{i}");
                self.code.line(format!("{ty} {i} = {from};"));
                format!("for (bool {more} = {start} <= {end}; {more}; {more} = {i} != {to}, {i} {sign}= {more})")
            }
        }
    }

    fn looped(&mut self, id: LoopId, head: &str, body: &[Stmt]) {
        self.loops.push(Loop { id, block: false, broken: false, continued: false });
        let outer = std::mem::replace(&mut self.code, Code::new(0));
        self.block(body);
        let body = std::mem::replace(&mut self.code, outer);
        self.code.open(head);
        if self.loops.last().is_some_and(|l| l.continued) {
            // The label stands after the body's block, because C++ doesn't allow a jump across declarations.
            self.code.open("");
            self.code.append(body);
            self.code.close();
            self.code.line(format!("continue_{id}:;"));
        } else {
            self.code.append(body);
        }
        self.code.close();
        self.end_loop(id);
    }

    fn end_loop(&mut self, id: LoopId) {
        if self.loops.pop().is_some_and(|l| l.broken) {
            self.code.line(format!("break_{id}:;"));
        }
    }

    /// Whether a plain `break` or `continue` of C++ refers to this loop.
    fn is_innermost(&self, id: LoopId) -> bool {
        self.loops.iter().rfind(|l| !l.block).is_some_and(|l| l.id == id)
    }
}
