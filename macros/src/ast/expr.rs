//! What the text of an expression shows.

use super::{Block, Expr, ExprKind, Index, LoopId, Question, Taken, Var, VarId};

impl Expr {
    /// Whether the expression names memory: a variable, a field, an element, or the referent of a reference.
    pub(crate) fn is_place(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Var(..)
                | ExprKind::Capture(..)
                | ExprKind::Field { .. }
                | ExprKind::Index { .. }
                | ExprKind::Slice { .. }
                | ExprKind::Deref(_)
        )
    }

    /// The variable to which a place belongs.
    pub(crate) fn root(&self) -> Option<VarId> {
        match &self.kind {
            ExprKind::Var(var, _) => Some(*var),
            ExprKind::Field { base, .. }
            | ExprKind::Index { base, .. }
            | ExprKind::Slice { base, .. }
            | ExprKind::Deref(base)
            | ExprKind::Halves { whole: base, .. }
            | ExprKind::Ref { place: base, .. } => base.root(),
            _ => None,
        }
    }

    /// The captured value or constant to which a place belongs.
    pub(crate) fn captured(&self) -> Option<&syn::Path> {
        match &self.kind {
            ExprKind::Capture(_, path) => Some(path),
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } | ExprKind::Slice { base, .. } => {
                base.captured()
            }
            _ => None,
        }
    }

    /// Whether the expression is a place that is captured, or a constant's, or a reference to one.
    pub(crate) fn is_outside(&self, vars: &[Var]) -> bool {
        match &self.kind {
            ExprKind::Capture(..) | ExprKind::Option { taken: Taken::Constant, .. } => true,
            ExprKind::Var(var, _) => vars[*var].outside,
            ExprKind::Field { base, .. }
            | ExprKind::Index { base, .. }
            | ExprKind::Slice { base, .. }
            | ExprKind::Deref(base)
            | ExprKind::Halves { whole: base, .. }
            | ExprKind::Ref { place: base, .. } => base.is_outside(vars),
            _ => false,
        }
    }

    /// The indices in a place, in the order in which they are evaluated, and the bounds of slices.
    pub(crate) fn indices(&self) -> Vec<Index<'_>> {
        match &self.kind {
            ExprKind::Field { base, .. } | ExprKind::Deref(base) => base.indices(),
            ExprKind::Index { base, index, hole, .. } => {
                let mut indices = base.indices();
                indices.push(Index { base, index, hole: *hole, question: Question::Indexed });
                indices
            }
            ExprKind::Slice { base, hole, bounds } => {
                let mut indices = base.indices();
                indices.extend(bounds.indices(base, *hole));
                indices
            }
            _ => Vec::new(),
        }
    }

    /// Whether a place is part of a value without a name.
    pub(crate) fn is_temporary(&self) -> bool {
        match &self.kind {
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } | ExprKind::Slice { base, .. } => {
                base.is_temporary()
            }
            _ => !self.is_place(),
        }
    }

    /// Whether the expression is a reference, as far as the text shows.
    pub(crate) fn is_reference(&self, vars: &[Var]) -> bool {
        match &self.kind {
            ExprKind::Var(var, _) => vars[*var].reference,
            ExprKind::Deref(of) => of.is_double(vars),
            ExprKind::Ref { .. } | ExprKind::Halves { .. } => true,
            _ => false,
        }
    }

    /// Whether the expression is a reference to a reference, as far as the text shows.
    pub(crate) fn is_double(&self, vars: &[Var]) -> bool {
        match &self.kind {
            ExprKind::Var(var, _) => vars[*var].double,
            ExprKind::Ref { place, .. } => place.is_reference(vars),
            _ => false,
        }
    }

    /// Whether the expression may be a shared reference that the text doesn't show: rustc is made to check it where `*` is applied.
    pub(crate) fn may_refer(&self, vars: &[Var]) -> bool {
        let tail = |block: &Block| block.tail.as_ref().is_some_and(|tail| tail.is_lent(vars));
        match &self.kind {
            ExprKind::Var(var, _) => vars[*var].lent && !vars[*var].reference,
            ExprKind::Deref(of) => matches!(of.kind, ExprKind::Var(var, _) if vars[var].lent && vars[var].reference),
            ExprKind::Method { method, .. } => matches!(method.to_string().as_str(), "unwrap" | "expect" | "unwrap_or"),
            ExprKind::Block { block, label, .. } => {
                tail(block) || label.as_ref().is_some_and(|label| self.is_left_with_reference(label.id, vars))
            }
            ExprKind::Loop { id, .. } => self.is_left_with_reference(*id, vars),
            // A part that is a reference in Rust is a copy on devices.
            ExprKind::Tuple { parts, .. } => parts.iter().any(|part| part.is_lent(vars)),
            ExprKind::Field { base, member: syn::Member::Unnamed(_) } => base.may_refer(vars),
            ExprKind::If { then, otherwise, .. } => tail(then) || otherwise.as_ref().is_some_and(|e| e.is_lent(vars)),
            ExprKind::Match { arms, .. } => arms.iter().any(|arm| arm.body.is_lent(vars)),
            _ => false,
        }
    }

    /// Whether a `break` may leave the loop or block in the expression with such a reference.
    fn is_left_with_reference(&self, id: LoopId, vars: &[Var]) -> bool {
        self.any(&mut |e| match &e.kind {
            ExprKind::Break { target, value: Some(value), .. } => *target == id && value.is_lent(vars),
            _ => false,
        })
    }

    /// Whether the expression may be a shared reference, as a value that a branch gives.
    fn is_lent(&self, vars: &[Var]) -> bool {
        let shown = |var: VarId| vars[var].reference && !vars[var].mutable && !vars[var].double;
        let shown = match self.kind {
            ExprKind::Var(var, _) => shown(var),
            ExprKind::Deref(_) => self.is_reference(vars),
            _ => false,
        };
        shown || self.may_refer(vars)
    }

    /// Whether the expression is a reference through which a value may change.
    pub(crate) fn is_exclusive(&self, vars: &[Var]) -> bool {
        match &self.kind {
            ExprKind::Var(var, _) => vars[*var].reference && vars[*var].mutable,
            ExprKind::Ref { mutable, .. } => *mutable,
            ExprKind::Halves { whole, .. } => whole.is_exclusive(vars),
            _ => false,
        }
    }
}
