//! Queries over all subexpressions of an expression.

use crate::ast::{Block, By, Expr, ExprKind, Statement, Test, Var, VarId};

impl Expr {
    /// Whether the expression names the variable, or a reference to it.
    pub(crate) fn mentions(&self, var: VarId, vars: &[Var]) -> bool {
        let refers = |named: &VarId| refers(*named, var, vars);
        self.any(&mut |e| match &e.kind {
            ExprKind::Var(named, _) => refers(named) || captured_by(*named, vars).iter().any(refers),
            ExprKind::CallGiven { closure, .. } => refers(closure),
            ExprKind::Closure(closure) | ExprKind::Apply { closure, .. } | ExprKind::Mapped { closure, .. } => {
                closure.captured.iter().any(refers)
            }
            ExprKind::Invoke { closure, .. } => refers(closure) || captured_by(*closure, vars).iter().any(refers),
            _ => false,
        })
    }

    /// Whether the expression may change the variable.
    pub(crate) fn changes(&self, var: VarId, vars: &[Var]) -> bool {
        self.any(&mut |e| e.changed(vars).contains(&Some(var)))
    }

    /// Whether the expression may change any variable.
    pub(crate) fn has_effects(&self, vars: &[Var]) -> bool {
        self.any(&mut |e| e.changed(vars).iter().any(Option::is_some))
    }

    /// The variables before number `first` that the body of a closure names and changes, each once.
    pub(crate) fn captured_by_closure(&self, first: VarId, vars: &[Var]) -> (Vec<VarId>, Vec<VarId>) {
        let (mut captured, mut changed, mut unknown) = (Vec::new(), Vec::new(), false);
        let add = |list: &mut Vec<VarId>, var: VarId| {
            if var < first && !list.contains(&var) {
                list.push(var);
            }
        };
        self.any(&mut |e| {
            match &e.kind {
                ExprKind::Var(var, _)
                | ExprKind::Invoke { closure: var, .. }
                | ExprKind::CallGiven { closure: var, .. } => {
                    add(&mut captured, *var);
                    captured_by(*var, vars).iter().for_each(|var| add(&mut captured, *var));
                }
                ExprKind::Closure(closure) | ExprKind::Apply { closure, .. } | ExprKind::Mapped { closure, .. } => {
                    closure.captured.iter().for_each(|var| add(&mut captured, *var));
                }
                _ => {}
            }
            // A name of the closure's own may be another one for what it captures.
            for var in e.changed(vars).into_iter().flatten() {
                std::iter::successors(Some(var), |var| vars[*var].of).for_each(|var| add(&mut changed, var));
                unknown |= var >= first && vars[var].reference && origin(var, vars) >= first;
            }
            false
        });
        if unknown {
            // The text doesn't show which place the reference is to.
            let exclusive = captured.iter().filter(|var| vars[**var].reference && vars[**var].mutable);
            exclusive.for_each(|var| add(&mut changed, *var));
        }
        (captured, changed)
    }

    /// What an argument that is a closure captures.
    pub(crate) fn captured_as_closure(&self, vars: &[Var]) -> Vec<VarId> {
        let ExprKind::Passed { closure, .. } = &self.kind else { return Vec::new() };
        match &closure.kind {
            ExprKind::Closure(closure) => closure.captured.clone(),
            ExprKind::Var(var, _) => captured_by(*var, vars).to_vec(),
            _ => Vec::new(),
        }
    }

    /// Whether the expression may leave the loop or function around it, other than by a failure.
    pub(crate) fn may_leave(&self) -> bool {
        self.any(&mut |e| {
            matches!(e.kind, ExprKind::Return { .. } | ExprKind::Break { .. } | ExprKind::Continue { .. })
        })
    }

    /// Whether it makes a difference if this index is evaluated before the value, unless both fail.
    ///
    /// A variable that the value changes through a reference, and the index reads by its name, doesn't count: rustc accepts that
    /// for numbers alone, whose operators evaluate the value first, since otherwise the reference would be used behind the index.
    pub(crate) fn depends(&self, value: &Expr, vars: &[Var]) -> bool {
        self.any(&mut |e| e.changed(vars).iter().flatten().any(|var| value.mentions(origin(*var, vars), vars)))
            || value.any(&mut |e| e.changed(vars).iter().flatten().any(|var| self.mentions(*var, vars)))
            || (self.may_leave() && (value.has_effects(vars) || value.may_leave()))
            || (value.may_leave() && (self.has_effects(vars) || self.may_leave()))
    }

    /// The variables that this expression changes directly, not through its subexpressions.
    fn changed(&self, vars: &[Var]) -> Vec<Option<VarId>> {
        let exclusive =
            |args: &[Expr]| -> Vec<_> { args.iter().filter(|arg| arg.is_exclusive(vars)).map(Expr::root).collect() };
        match &self.kind {
            ExprKind::Assign { place, .. } | ExprKind::AssignOp { place, .. } => vec![place.root()],
            ExprKind::Ref { mutable: true, place } => vec![place.root()],
            ExprKind::Call { args, .. } => exclusive(args),
            ExprKind::Closure(closure) | ExprKind::Apply { closure, .. } | ExprKind::Mapped { closure, .. } => {
                closure.changed.iter().copied().map(Some).collect()
            }
            // A call changes what the closure may change, and its own copies. Behind the last call, which may be this one, others
            // can name what it has changed.
            ExprKind::Invoke { closure, args, .. } => {
                let mut changed = exclusive(args);
                changed.extend(changed_by(*closure, vars));
                changed
            }
            // The function may call it. What a parameter that is a closure changes has no name here.
            ExprKind::Passed { closure, .. } => match closure.kind {
                ExprKind::Var(var, _) => changed_by(var, vars),
                _ => Vec::new(),
            },
            ExprKind::CallGiven { closure, args, .. } => {
                let mut changed = exclusive(args);
                changed.extend(changed_by(*closure, vars));
                changed
            }
            ExprKind::Method { receiver, by, args, .. } => {
                let mut changed = exclusive(args);
                if matches!(by, By::Exclusive | By::TwoPhase { .. }) {
                    changed.push(receiver.root());
                }
                changed
            }
            _ => Vec::new(),
        }
    }

    /// Whether a part of the expression, or it itself, passes a test.
    pub(crate) fn any(&self, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
        test(self) || self.parts().into_iter().any(|part| part.any(test))
    }

    fn parts(&self) -> Vec<&Expr> {
        let mut parts: Vec<&Expr> = Vec::new();
        match &self.kind {
            ExprKind::Unary { operand: e, .. }
            | ExprKind::Cast { value: e, .. }
            | ExprKind::Repeat { value: e, .. }
            | ExprKind::Field { base: e, .. }
            | ExprKind::Ref { place: e, .. }
            | ExprKind::Deref(e)
            | ExprKind::Passed { closure: e, .. }
            | ExprKind::Option { value: e, .. }
            | ExprKind::Absent { of: e, .. }
            | ExprKind::Failed { of: e, .. }
            | ExprKind::Diverge(e)
            | ExprKind::Optional { value: Some(e), .. }
            | ExprKind::Break { value: Some(e), .. }
            | ExprKind::Return { value: Some(e), .. } => parts.push(e),
            ExprKind::Binary { left, right, .. } | ExprKind::Logic { left, right, .. } => {
                parts.extend([&**left, right])
            }
            ExprKind::Assign { place, value } | ExprKind::AssignOp { place, value, .. } => {
                parts.extend([&**place, value])
            }
            ExprKind::Mapped { of, .. } => parts.extend(of.source()),
            ExprKind::Halves { whole, mid, .. } => parts.extend([&**whole, mid]),
            ExprKind::Index { base, index, .. } => parts.extend([&**base, index]),
            ExprKind::Slice { base, bounds, .. } => {
                parts.push(base);
                parts.extend([&bounds.from, &bounds.to].into_iter().flatten().map(|bound| &**bound));
            }
            ExprKind::Tuple { parts: list, .. }
            | ExprKind::Array { parts: list, .. }
            | ExprKind::Construct { args: list, .. }
            | ExprKind::Call { args: list, .. }
            | ExprKind::Invoke { args: list, .. }
            | ExprKind::CallGiven { args: list, .. }
            | ExprKind::MinMax { args: list, .. } => parts.extend(list),
            ExprKind::Apply { args, .. } => args.iter().for_each(|arg| arg.exprs(&mut parts)),
            ExprKind::Struct { fields, base, .. } => {
                parts.extend(fields.iter().map(|(_, value)| value));
                parts.extend(base.as_deref());
            }
            ExprKind::Variant { fields, .. } => parts.extend(fields.iter().map(|(_, value)| value)),
            ExprKind::Method { receiver, args, .. } => {
                parts.push(receiver);
                parts.extend(args);
            }
            ExprKind::Block { block, .. } | ExprKind::Loop { body: block, .. } => of_block(block, &mut parts),
            ExprKind::If { condition, then, otherwise, .. } => {
                parts.push(condition);
                of_block(then, &mut parts);
                parts.extend(otherwise.as_deref());
            }
            ExprKind::Match { value, arms, .. } => {
                parts.push(value);
                parts.extend(arms.iter().flat_map(|arm| arm.guard.iter().chain([&arm.body])));
            }
            ExprKind::While { condition, body, .. } => {
                parts.push(condition);
                of_block(body, &mut parts);
            }
            ExprKind::For { range, body, .. } => {
                parts.extend([&*range.start, &range.end]);
                parts.extend(range.step.as_ref().map(|(step, _)| &**step));
                of_block(body, &mut parts);
            }
            ExprKind::Assert { test, .. } => match test {
                Test::True(condition) => parts.push(condition),
                Test::Compare { left, right, .. } => parts.extend([&**left, right]),
            },
            ExprKind::Number { .. }
            | ExprKind::Bool(_)
            | ExprKind::Ordering(..)
            | ExprKind::Unit
            | ExprKind::Optional { value: None, .. }
            | ExprKind::Var(..)
            | ExprKind::Capture(..)
            | ExprKind::Break { value: None, .. }
            | ExprKind::Continue { .. }
            | ExprKind::Return { value: None, .. }
            | ExprKind::Closure(_)
            | ExprKind::Panic { .. }
            | ExprKind::Confirm(_)
            | ExprKind::Refused => {}
        }
        parts
    }
}

/// Whether `var` is the variable `to`, or a reference that was taken to it, directly or through other references.
pub(crate) fn refers(var: VarId, to: VarId, vars: &[Var]) -> bool {
    var == to || vars[var].of.is_some_and(|of| refers(of, to, vars))
}

/// The variable to which a reference refers in the end; any other variable is its own.
pub(crate) fn origin(var: VarId, vars: &[Var]) -> VarId {
    vars[var].of.map_or(var, |of| origin(of, vars))
}

/// What the closure of this name captures.
fn captured_by(closure: VarId, vars: &[Var]) -> &[VarId] {
    vars[closure].closure.as_ref().map_or(&[], |closure| &closure.captured)
}

/// What a call of the closure of this name may change: itself and what it changes, if it changes anything.
fn changed_by(closure: VarId, vars: &[Var]) -> Vec<Option<VarId>> {
    match &vars[closure].closure {
        Some(of) if of.changed.is_empty() => Vec::new(),
        Some(of) => std::iter::once(closure).chain(of.changed.iter().copied()).map(Some).collect(),
        None => vec![Some(closure)],
    }
}

fn of_block<'e>(block: &'e Block, parts: &mut Vec<&'e Expr>) {
    for statement in &block.statements {
        match statement {
            Statement::Let { init, .. } => parts.extend(init),
            Statement::Expr(e) => parts.push(e),
        }
    }
    parts.extend(block.tail.as_deref());
}
