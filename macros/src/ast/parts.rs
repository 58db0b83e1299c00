//! Functions that combine two values part by part, as the sum of two vectors: what their operators are known for holds for the whole.

use std::collections::HashMap;

use syn::Member;

use super::{Block, Expr, ExprKind, Function, Pattern, VarId};

/// The members that lead to a part of a value; elements of arrays have their numbers.
type Path = Vec<Member>;

/// The parts of the two parameters that variables hold: the parameter's number, and the members.
type Held = HashMap<VarId, (usize, Path)>;

impl Function {
    /// Whether there are two parameters, and each part of the result is an operator or method of the same part of both, and of nothing
    /// else. The function's types and operators, whatever they mean, are among the holes.
    pub(crate) fn is_part_by_part(&self) -> bool {
        let mut held = Held::new();
        self.params.len() == 2
            && self.params.iter().enumerate().all(|(i, param)| bind(&param.pattern, (i, Path::new()), &mut held))
            && combines(&self.body, &mut Path::new(), &held)
    }
}

/// Notes which part of a parameter each variable of its pattern holds; false for patterns that do more.
fn bind(pattern: &Pattern, (of, path): (usize, Path), held: &mut Held) -> bool {
    let part = |member: Member| (of, path.iter().cloned().chain([member]).collect());
    match pattern {
        Pattern::Wild => true,
        Pattern::Bind { var, inner: None, .. } => {
            held.insert(*var, (of, path));
            true
        }
        Pattern::Parts(parts) => parts.iter().all(|(member, pattern)| bind(pattern, part(member.clone()), held)),
        Pattern::Elements(all) => all.iter().enumerate().all(|(k, pattern)| bind(pattern, part(k.into()), held)),
        _ => false,
    }
}

/// Whether the expression, which is the part of the result that `path` leads to, combines the same part of both parameters.
fn combines(e: &Expr, path: &mut Path, held: &Held) -> bool {
    let mut part = |member: Member, e: &Expr| {
        path.push(member);
        let combines = combines(e, path, held);
        path.pop();
        combines
    };
    match &e.kind {
        ExprKind::Tuple { parts, .. } | ExprKind::Array { parts, .. } => {
            parts.iter().enumerate().all(|(k, e)| part(k.into(), e))
        }
        ExprKind::Struct { fields, base: None, .. } => fields.iter().all(|(member, e)| part(member.clone(), e)),
        ExprKind::Block { block: Block { statements, tail: Some(tail) }, label: None, .. } if statements.is_empty() => {
            combines(tail, path, held)
        }
        ExprKind::Binary { left, right, .. } => are_both(left, right, path, held),
        ExprKind::Method { receiver, args, .. } if args.len() == 1 => are_both(receiver, &args[0], path, held),
        ExprKind::MinMax { args, .. } if args.len() == 2 => are_both(&args[0], &args[1], path, held),
        _ => false,
    }
}

/// Whether one expression is this part of one parameter, and the other of the other.
fn are_both(left: &Expr, right: &Expr, path: &Path, held: &Held) -> bool {
    match (place(left, held), place(right, held)) {
        (Some((a, left)), Some((b, right))) => a != b && left == *path && right == *path,
        _ => false,
    }
}

/// The parameter, and the members that lead to a part of it, if the expression is one.
fn place(e: &Expr, held: &Held) -> Option<(usize, Path)> {
    let (base, member) = match &e.kind {
        ExprKind::Var(var, _) => return held.get(var).cloned(),
        ExprKind::Field { base, member } => (base, member.clone()),
        ExprKind::Index { base, index, .. } => match &index.kind {
            ExprKind::Number { digits, .. } => (base, digits.parse::<usize>().ok()?.into()),
            _ => return None,
        },
        _ => return None,
    };
    let (of, mut path) = place(base, held)?;
    path.push(member);
    Some((of, path))
}
