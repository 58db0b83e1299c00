//! Queries over all subexpressions of an expression.

use crate::ast::{Block, Expr, ExprKind, Statement, Test, Var, VarId};

impl Expr {
    /// Whether the expression names the variable.
    pub(crate) fn mentions(&self, var: VarId) -> bool {
        self.any(&mut |e| matches!(e.kind, ExprKind::Var(named, _) if named == var))
    }

    /// Whether the expression may change the variable.
    pub(crate) fn changes(&self, var: VarId, vars: &[Var]) -> bool {
        self.any(&mut |e| e.changed(vars).contains(&Some(var)))
    }

    /// Whether the expression may change any variable.
    pub(crate) fn has_effects(&self, vars: &[Var]) -> bool {
        self.any(&mut |e| e.changed(vars).iter().any(Option::is_some))
    }

    /// Whether the expression certainly needs C++ statements.
    pub(crate) fn takes_statements(&self, vars: &[Var]) -> bool {
        self.any(&mut |e| match &e.kind {
            ExprKind::Block { block, label, .. } => label.is_some() || !block.statements.is_empty(),
            ExprKind::If { then, otherwise, .. } => otherwise.is_none() || !then.statements.is_empty(),
            ExprKind::Match { value, arms, .. } => !matches!(value.kind, ExprKind::Var(..)) || arms.len() > 2,
            ExprKind::While { .. }
            | ExprKind::Loop { .. }
            | ExprKind::For { .. }
            | ExprKind::Assign { .. }
            | ExprKind::AssignOp { .. }
            | ExprKind::Assert { .. }
            | ExprKind::Panic { .. }
            | ExprKind::Break { .. }
            | ExprKind::Continue { .. }
            | ExprKind::Return(_)
            | ExprKind::Struct { .. }
            | ExprKind::Repeat { .. } => true,
            ExprKind::Call { args, .. } => args.iter().any(|arg| arg.is_exclusive(vars)),
            ExprKind::Method { receiver, args, .. } => {
                receiver.is_exclusive(vars) || args.iter().any(|arg| arg.is_exclusive(vars))
            }
            _ => false,
        })
    }

    /// The variables that this expression changes directly, not through its subexpressions.
    fn changed(&self, vars: &[Var]) -> Vec<Option<VarId>> {
        match &self.kind {
            ExprKind::Assign { place, .. } | ExprKind::AssignOp { place, .. } => vec![place.root()],
            ExprKind::Ref { mutable: true, place } => vec![place.root()],
            ExprKind::Call { args, .. } | ExprKind::Method { args, .. } => {
                args.iter().filter(|arg| arg.is_exclusive(vars)).map(Expr::root).collect()
            }
            _ => Vec::new(),
        }
    }

    fn any(&self, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
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
            | ExprKind::Break { value: Some(e), .. }
            | ExprKind::Return(Some(e)) => parts.push(e),
            ExprKind::Binary { left, right, .. } | ExprKind::Logic { left, right, .. } => {
                parts.extend([&**left, right])
            }
            ExprKind::Assign { place, value } | ExprKind::AssignOp { place, value, .. } => {
                parts.extend([&**place, value])
            }
            ExprKind::Index { base, index, .. } => parts.extend([&**base, index]),
            ExprKind::Tuple { parts: list, .. }
            | ExprKind::Array { parts: list, .. }
            | ExprKind::Construct { args: list, .. }
            | ExprKind::Call { args: list, .. }
            | ExprKind::MinMax { args: list, .. } => parts.extend(list),
            ExprKind::Struct { fields, base, .. } => {
                parts.extend(fields.iter().map(|(_, value)| value));
                parts.extend(base.as_deref());
            }
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
            | ExprKind::Var(..)
            | ExprKind::Capture(..)
            | ExprKind::Break { value: None, .. }
            | ExprKind::Continue { .. }
            | ExprKind::Return(None)
            | ExprKind::Panic { .. }
            | ExprKind::Refused => {}
        }
        parts
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
