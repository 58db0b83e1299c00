//! Expressions that become C++ expressions.

use super::{Dest, Mark, Shape, Value, Writer};
use crate::ast::{CallKind, Expr, ExprKind};
use crate::namer::ascii;

impl Writer<'_> {
    /// The value's text, without effects; `None` if the expression leaves and has no value.
    pub(super) fn value(&mut self, e: &Expr) -> Option<Value> {
        let value = self.top(e)?;
        if !self.has_effects(e) {
            return Some(value);
        }
        let temp = self.temp();
        self.code.line(format!("auto {temp} = {};", value.text));
        Some(Value::stable(temp))
    }

    /// Whether a call may change a variable that other operands read.
    fn has_effects(&self, e: &Expr) -> bool {
        let writes = |arg: &Expr| arg.is_exclusive(&self.function.vars);
        match &e.kind {
            ExprKind::Call { args, .. } => args.iter().any(writes),
            ExprKind::Method { receiver, args, .. } => writes(receiver) || args.iter().any(writes),
            _ => false,
        }
    }

    /// The value's text, which may have effects.
    pub(super) fn top(&mut self, e: &Expr) -> Option<Value> {
        match &e.kind {
            ExprKind::Number { digits, hole, .. } => Some(Value::stable(Mark::Literal(*hole, digits).to_string())),
            ExprKind::Bool(value) => Some(Value::stable(value.to_string())),
            ExprKind::Ordering(_, variant) => Some(Value::stable(format!("Ordering::{variant}"))),
            ExprKind::Unit => Some(Value::stable("unit{}")),
            ExprKind::Var(var, _) => {
                if let Some((_, part)) = self.aliases.iter().find(|(alias, _)| alias == var) {
                    return Some(Value::stable(part));
                }
                let var = &self.function.vars[*var];
                Some(Value { text: var.name.clone(), stable: !var.mutable, place: false })
            }
            ExprKind::Capture(capture, _) if self.shape == Shape::Operation => {
                Some(Value::stable(self.function.captures[*capture].name.clone()))
            }
            ExprKind::Capture(capture, _) => Some(Value::stable(Mark::Constant(*capture).to_string())),
            ExprKind::Unary { hole, site, operand, .. } => self.call(*hole, Some(*site), [&**operand]),
            ExprKind::Binary { hole, site, left, right, .. } => self.call(*hole, Some(*site), [&**left, right]),
            ExprKind::Logic { op, left, right } => self.logic(matches!(op, syn::BinOp::And(_)), left, right),
            ExprKind::Cast { value, hole, .. } => {
                let value = self.value(value)?;
                Some(Value { text: format!("cast<{}>({})", self.hole(*hole), value.text), place: false, ..value })
            }
            ExprKind::Tuple { parts, hole } | ExprKind::Construct { args: parts, hole, .. } => {
                let parts = self.operands(parts)?;
                Some(self.nested(format!("{}{{{}}}", self.hole(*hole), parts.join(", "))))
            }
            ExprKind::Array { parts, hole } => {
                let parts = self.operands(parts)?;
                Some(self.nested(format!("{}{{{{{}}}}}", self.hole(*hole), parts.join(", "))))
            }
            ExprKind::Field { base, member } => {
                let base = self.value(base)?;
                Some(Value { text: member_text(&base.text, member), ..base })
            }
            ExprKind::Index { base, index, site, .. } => {
                let parts = self.operands([&**base, index])?;
                let site = self.site(Some(*site));
                Some(self.nested(self.called_text("index", &site, &parts)))
            }
            ExprKind::Call { hole, args, call: CallKind::Function, .. } => self.call(*hole, None, args),
            ExprKind::Call { hole, args, call: CallKind::Associated(site), .. } => self.call(*hole, Some(*site), args),
            ExprKind::Method { receiver, hole, site, args, .. } => {
                self.call(*hole, Some(*site), std::iter::once(&**receiver).chain(args))
            }
            ExprKind::MinMax { hole, args, .. } => self.call(*hole, Some(None), args),
            ExprKind::Ref { place, .. } | ExprKind::Deref(place) => self.value(place),
            ExprKind::If { hole: Some(_), .. } => match self.ternary(e) {
                Some(value) => Some(value),
                None => self.through_temp(e),
            },
            ExprKind::Match { hole: Some(_), .. } => match Self::as_test(e) {
                Some((value, arm)) => self.tested(value, arm),
                None => self.through_temp(e),
            },
            ExprKind::Block { hole: Some(_), .. }
            | ExprKind::Loop { hole: Some(_), .. }
            | ExprKind::Struct { .. }
            | ExprKind::Repeat { .. } => self.through_temp(e),
            _ => {
                self.give(e, &Dest::Discard);
                (!self.code.left()).then(|| Value::stable("unit{}"))
            }
        }
    }

    /// Writes a call of the function in `hole`, with the site of its failure if it takes one.
    fn call<'e>(
        &mut self,
        hole: usize,
        site: Option<Option<usize>>,
        args: impl IntoIterator<Item = &'e Expr>,
    ) -> Option<Value> {
        let args = self.operands(args)?;
        let first = match site {
            Some(site) => self.site(site),
            None => {
                self.trap = true;
                "trap".to_owned()
            }
        };
        Some(self.nested(self.called_text(&self.hole(hole), &first, &args)))
    }

    fn called_text(&self, head: &str, first: &str, args: &[String]) -> String {
        let parts: Vec<&str> = std::iter::once(first).chain(args.iter().map(String::as_str)).collect();
        format!("{head}({})", parts.join(", "))
    }

    /// Text that contains other text: the variables that it reads may change.
    fn nested(&self, text: String) -> Value {
        Value { text, stable: false, place: false }
    }

    /// `&&` and `||`, whose right side may not be evaluated.
    fn logic(&mut self, and: bool, left: &Expr, right: &Expr) -> Option<Value> {
        let left = self.value(left)?;
        let (code, right) = self.aside(|writer| writer.value(right));
        if let (true, Some(right)) = (code.is_empty(), &right) {
            let op = if and { "&&" } else { "||" };
            return Some(self.nested(format!("({} {op} {})", left.text, right.text)));
        }
        let temp = self.temp();
        self.code.line(format!("bool {temp} = {};", left.text));
        self.code.open(&format!("if ({}{temp})", if and { "" } else { "!" }));
        self.code.append(code);
        if let Some(right) = right {
            self.code.line(format!("{temp} = {};", right.text));
        }
        self.code.close();
        Some(Value::stable(temp))
    }

    /// Writes an expression that needs statements into a temporary.
    fn through_temp(&mut self, e: &Expr) -> Option<Value> {
        let hole = match &e.kind {
            ExprKind::If { hole: Some(hole), .. }
            | ExprKind::Block { hole: Some(hole), .. }
            | ExprKind::Match { hole: Some(hole), .. }
            | ExprKind::Loop { hole: Some(hole), .. }
            | ExprKind::Struct { hole, .. }
            | ExprKind::Repeat { hole, .. } => *hole,
            _ => return None,
        };
        let temp = self.temp();
        self.code.line(format!("{} {temp};", self.hole(hole)));
        self.give(e, &Dest::Assign(temp.clone()));
        Some(Value::stable(temp))
    }

    /// The hole of the type of an expression that is best assigned to a variable declared before it.
    pub(super) fn fills(e: &Expr) -> Option<usize> {
        match &e.kind {
            _ if Self::as_test(e).is_some() => None,
            ExprKind::If { hole, .. }
            | ExprKind::Block { hole, .. }
            | ExprKind::Match { hole, .. }
            | ExprKind::Loop { hole, .. } => *hole,
            ExprKind::Struct { hole, .. } | ExprKind::Repeat { hole, .. } => Some(*hole),
            _ => None,
        }
    }
}

/// The text of a member, `p.m_x`. Numbered parts are read through `get`, as a tuple's are.
pub(super) fn member_text(base: &str, member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => {
            let name = name.to_string();
            format!("{base}.m_{}", ascii(name.trim_start_matches("r#")))
        }
        // A tuple has at most eight parts, so a higher number is a tuple struct's.
        syn::Member::Unnamed(index) if index.index >= 8 => format!("{base}.m_{}", index.index),
        syn::Member::Unnamed(index) => format!("get<{}>({base})", index.index),
    }
}
