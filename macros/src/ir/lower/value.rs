//! Values: each expression becomes one operation, and statements before it for its operands.

use super::{Dest, Lowerer};
use crate::ast::{By, CallKind, Expr, ExprKind, HoleId, Presence, SiteId, variant_name};
use crate::ir::{Arg, Failure, Operand, Place, Stmt, Test, Value};

impl Lowerer<'_> {
    /// The value that `e` has now, for a statement that may come later.
    pub(super) fn operand(&mut self, e: &Expr) -> Option<Operand> {
        let value = self.value(e)?;
        Some(self.settled(value))
    }

    /// The value as an operand that doesn't change any more.
    pub(super) fn settled(&mut self, value: Value) -> Operand {
        match value {
            Value::Use(Operand::Copy(place)) if !self.body.is_stable(&place) => {
                Operand::Copy(Place::of(self.temp_of(Value::Use(Operand::Copy(place)))))
            }
            Value::Use(operand) => operand,
            value => Operand::Copy(Place::of(self.temp_of(value))),
        }
    }

    pub(super) fn operands(&mut self, list: &[Expr]) -> Option<Vec<Operand>> {
        list.iter().map(|e| self.operand(e)).collect()
    }

    /// The value of `e` as one operation, which must be the next statement's.
    pub(super) fn value(&mut self, e: &Expr) -> Option<Value> {
        if let Some((value, arm)) = Self::as_test(e) {
            return Some(Value::Test(self.tested(value, arm)?));
        }
        Some(match &e.kind {
            ExprKind::Number { digits, hole, .. } => Value::Use(Operand::Number(digits.clone(), *hole)),
            ExprKind::Bool(value) => Value::Use(Operand::Bool(*value)),
            ExprKind::Ordering(_, variant) => Value::Use(Operand::Ordering(variant)),
            ExprKind::Unit => Value::Use(Operand::Unit),
            ExprKind::Optional { variant, value, hole, .. } => {
                let parts = match (value, variant) {
                    (None, _) => Vec::new(),
                    (Some(error), Presence::Err) => vec![Operand::Bool(false), Operand::Zero, self.operand(error)?],
                    (Some(value), _) => vec![Operand::Bool(true), self.operand(value)?],
                };
                Value::Parts { ty: *hole, array: false, parts }
            }
            ExprKind::Index { base, index, site, .. } => Value::Element(self.element(base, index, *site)?),
            _ if e.is_place() => Value::Use(Operand::Copy(self.place(e)?)),
            ExprKind::Option { value, .. } => self.value(value)?,
            ExprKind::Absent { of, hole } => Value::Absent { ty: *hole, of: self.place(of)? },
            ExprKind::Failed { of, hole } => {
                let args = vec![Arg::Place { place: self.place(of)?, exclusive: false }];
                Value::Call { callee: *hole, failure: Failure::At(None), args }
            }
            ExprKind::Ref { place, .. } => Value::Use(Operand::Copy(self.place(place)?)),

            ExprKind::Unary { hole, site, operand, .. } => self.operator(*hole, *site, [&**operand])?,
            ExprKind::Binary { hole, site, left, right, .. } => self.operator(*hole, *site, [&**left, right])?,
            ExprKind::Logic { op, left, right } => {
                Value::Test(self.logic(matches!(op, syn::BinOp::And(_)), left, right)?)
            }
            ExprKind::MinMax { hole, args, .. } => self.operator(*hole, None, args)?,
            ExprKind::Cast { value, hole, .. } => Value::Cast { to: *hole, value: self.operand(value)? },
            ExprKind::Call { hole, args, call, .. } => {
                let failure = match call {
                    CallKind::Function => Failure::Own,
                    CallKind::Associated(site) => Failure::At(*site),
                };
                Value::Call { callee: *hole, failure, args: self.args(args)? }
            }
            ExprKind::Apply { closure, args } => self.apply(closure, args, Dest::Return)?,
            ExprKind::Mapped { of, closure, holes, site } => self.mapped(of, closure, *holes, *site)?,
            ExprKind::Invoke { closure, args, .. } => self.invoked(*closure, args)?,
            ExprKind::CallGiven { closure, args, .. } => {
                Value::CallGiven { closure: self.vars[*closure]?, args: self.args(args)? }
            }
            ExprKind::Method { receiver, by, hole, site, args, .. } => {
                let mut all = vec![self.receiver(receiver, *by, *hole)?];
                all.extend(self.args(args)?);
                Value::Call { callee: *hole, failure: Failure::At(*site), args: all }
            }

            ExprKind::Tuple { parts, hole } | ExprKind::Construct { args: parts, hole, .. } => {
                Value::Parts { ty: *hole, array: false, parts: self.operands(parts)? }
            }
            ExprKind::Array { parts, hole } => Value::Parts { ty: *hole, array: true, parts: self.operands(parts)? },
            ExprKind::Repeat { value, hole, .. } => Value::Repeat { ty: *hole, value: self.operand(value)? },
            ExprKind::Variant { path, fields, hole } => {
                let members = fields.iter().map(|(member, value)| Some((member.clone(), self.operand(value)?)));
                Value::Variant { ty: *hole, variant: variant_name(path), fields: members.collect::<Option<_>>()? }
            }
            ExprKind::Struct { fields, base, hole, .. } => {
                let members = fields.iter().map(|(member, value)| Some((member.clone(), self.operand(value)?)));
                let fields = members.collect::<Option<_>>()?;
                let base = match base {
                    Some(base) => Some(self.operand(base)?),
                    None => None,
                };
                Value::Struct { ty: *hole, fields, base }
            }

            ExprKind::If { hole: Some(hole), .. }
            | ExprKind::Match { hole: Some(hole), .. }
            | ExprKind::Block { hole: Some(hole), .. }
            | ExprKind::Loop { hole: Some(hole), .. } => {
                let local = self.temp();
                self.push(Stmt::Declare { local, ty: *hole });
                self.give(e, Dest::Into(local))?;
                Value::Use(Operand::Copy(Place::of(local)))
            }
            _ => {
                self.give(e, Dest::Nowhere)?;
                Value::Use(Operand::Unit)
            }
        })
    }

    fn operator<'e>(
        &mut self,
        callee: HoleId,
        site: Option<SiteId>,
        operands: impl IntoIterator<Item = &'e Expr>,
    ) -> Option<Value> {
        let args = operands.into_iter().map(|e| self.operand(e).map(Arg::Value)).collect::<Option<_>>()?;
        Some(Value::Call { callee, failure: Failure::At(site), args })
    }

    pub(super) fn args(&mut self, args: &[Expr]) -> Option<Vec<Arg>> {
        args.iter().map(|arg| self.arg(arg)).collect()
    }

    /// An argument: a reference to a place, or a value.
    fn arg(&mut self, e: &Expr) -> Option<Arg> {
        if let ExprKind::Passed { closure, .. } = &e.kind {
            return self.passed(closure).map(Arg::Closure);
        }
        if e.is_reference(&self.function.vars) {
            let exclusive = e.is_exclusive(&self.function.vars);
            return Some(Arg::Place { place: self.place(e)?, exclusive });
        }
        Some(Arg::Value(self.operand(e)?))
    }

    /// The receiver of the method in the hole.
    fn receiver(&mut self, e: &Expr, by: By, of: HoleId) -> Option<Arg> {
        Some(match by {
            By::Value if e.is_place() => Arg::Value(self.operand(e)?),
            By::Shared => Arg::Place { place: self.place(e)?, exclusive: false },
            By::Value | By::Exclusive | By::TwoPhase { changed: false } => {
                Arg::Place { place: self.exclusive(e)?, exclusive: true }
            }
            By::TwoPhase { changed: true } => {
                let place = self.exclusive(e)?;
                let copy = Place::of(self.temp_of(Value::Use(Operand::Copy(place.clone()))));
                Arg::Receiver { of, place, copy }
            }
        })
    }

    /// `&&` and `||`, whose right side may not be evaluated.
    fn logic(&mut self, and: bool, left: &Expr, right: &Expr) -> Option<Test> {
        let left = self.test(left)?;
        let (mut code, right) = self.aside(|lowerer| lowerer.test(right));
        if let (Some(right), true) = (&right, code.is_empty()) {
            let both = vec![left, right.clone()];
            return Some(if and { Test::All(both) } else { Test::Any(both) });
        }
        let result = self.temp_of(Value::Use(Operand::Bool(!and)));
        if let Some(right) = right {
            code.push(Stmt::Set { place: Place::of(result), value: Value::Test(right) });
        }
        let test = if and { left } else { Test::Not(Box::new(left)) };
        self.push(Stmt::If { test, then: code, otherwise: Vec::new() });
        Some(Test::Is(Operand::Copy(Place::of(result))))
    }

    /// A condition, which must be tested by the next statement.
    pub(super) fn test(&mut self, e: &Expr) -> Option<Test> {
        Some(match self.value(e)? {
            Value::Test(test) => test,
            value => Test::Is(self.settled(value)),
        })
    }
}
