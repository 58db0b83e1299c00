//! Loops, `break` and labelled blocks.

use super::{Dest, Loop, Lowerer};
use crate::ast::{Block, Expr, ExprKind, LoopId, Pattern, Range};
use crate::ir::{Constant, Counter, Head, Operand, Place, Stmt, Test, Value};

impl Lowerer<'_> {
    pub(super) fn endless(&mut self, id: LoopId, body: &Block, dest: Dest) -> Option<()> {
        let left = self.looped(id, dest, Head::Endless, |lowerer, _| {
            lowerer.push(Stmt::LeaveIfRaised);
            lowerer.block(body, Dest::Nowhere)
        });
        left.then_some(())
    }

    pub(super) fn while_loop(&mut self, id: LoopId, condition: &Expr, body: &Block) -> Option<()> {
        let mut ends = false;
        let left = self.looped(id, Dest::Nowhere, Head::Endless, |lowerer, id| {
            // Each part of a conjunction leaves the loop by itself: NVRTC doesn't unroll a loop with a flag as its condition.
            for part in conjuncts(condition) {
                let test = lowerer.test(part)?;
                ends = true;
                let then = vec![Stmt::Break(id)];
                lowerer.push(Stmt::If { test: Test::Not(Box::new(test)), then, otherwise: Vec::new() });
            }
            lowerer.push(Stmt::LeaveIfRaised);
            lowerer.block(body, Dest::Nowhere)
        });
        (ends || left).then_some(())
    }

    pub(super) fn for_loop(&mut self, id: LoopId, pattern: &Pattern, range: &Range, body: &Block) -> Option<()> {
        let (start, end) = (self.operand(&range.start)?, self.operand(&range.end)?);
        let step = match &range.step {
            Some((step, site)) => {
                let step = self.operand(step)?;
                if let Some(site) = site {
                    self.refuse_zero(&step, *site);
                }
                Some(step)
            }
            None => None,
        };
        // The counter itself is the variable if nothing else could tell them apart.
        let var = pattern.variable().filter(|var| !self.function.vars[*var].mutable);
        let local = match var {
            Some(var) => self.declare(var, true, false),
            None => self.temp(),
        };
        // Between constant bounds, a loop ends by itself after a failure.
        let short = [&range.start, &range.end].iter().all(|e| matches!(e.kind, ExprKind::Number { .. }));
        let (inclusive, reversed) = (range.inclusive, range.reversed);
        let turned = range.turned;
        let counter = Counter { local, ty: range.hole, start, end, inclusive, reversed, step, turned };
        self.looped(id, Dest::Nowhere, Head::Range(Box::new(counter)), |lowerer, _| {
            if !short {
                lowerer.push(Stmt::LeaveIfRaised);
            }
            if var.is_none() {
                lowerer.bind(pattern, &Place::of(local));
            }
            lowerer.block(body, Dest::Nowhere)
        });
        Some(())
    }

    fn refuse_zero(&mut self, step: &Operand, site: usize) {
        let place = match step {
            Operand::Copy(place) => place.clone(),
            other => Place::of(self.temp_of(Value::Use(other.clone()))),
        };
        let test = Test::Compare(place, "==", Constant::Integer(0));
        self.push(Stmt::If { test, then: vec![Stmt::Raise(site), Stmt::Leave], otherwise: Vec::new() });
    }

    pub(super) fn labelled(&mut self, id: LoopId, block: &Block, dest: Dest) -> Option<()> {
        self.in_block(id, dest, |lowerer| lowerer.block(block, dest))
    }

    /// Lowers a block that `break_to` can leave.
    pub(super) fn in_block(
        &mut self,
        of: LoopId,
        dest: Dest,
        body: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let id = self.loop_id(of);
        self.loops.push(Loop { of, id, dest, left: false });
        let (body, through) = self.aside(body);
        self.push(Stmt::Block { id, body });
        let left = self.loops.pop().is_some_and(|l| l.left);
        through.or(left.then_some(()))
    }

    /// Lowers a loop and returns whether a `break` leaves it.
    pub(super) fn looped(
        &mut self,
        of: LoopId,
        dest: Dest,
        head: Head,
        body: impl FnOnce(&mut Self, LoopId) -> Option<()>,
    ) -> bool {
        let id = self.loop_id(of);
        self.loops.push(Loop { of, id, dest, left: false });
        let (body, _) = self.aside(|lowerer| body(lowerer, id));
        self.push(Stmt::Loop { id, head, body });
        self.loops.pop().is_some_and(|l| l.left)
    }

    /// The number under which a loop is written: its own, unless a closure's body is lowered once more.
    fn loop_id(&mut self, of: LoopId) -> LoopId {
        if !self.inside.is_empty() && self.lowered.contains(&of) {
            return self.new_loop_id();
        }
        self.lowered.push(of);
        of
    }

    pub(super) fn new_loop_id(&mut self) -> LoopId {
        self.loop_count += 1;
        self.loop_count - 1
    }

    pub(super) fn break_to(&mut self, target: LoopId, value: Option<&Expr>) -> Option<()> {
        let at = self.loops.iter().rposition(|l| l.of == target)?;
        let dest = self.loops[at].dest;
        match value {
            Some(value) => self.give(value, dest)?,
            None => self.give_unit(dest)?,
        }
        self.loops[at].left = true;
        self.push(Stmt::Break(self.loops[at].id));
        None
    }

    pub(super) fn continue_to(&mut self, target: LoopId) -> Option<()> {
        let at = self.loops.iter().rposition(|l| l.of == target)?;
        self.push(Stmt::Continue(self.loops[at].id));
        None
    }
}

/// The conditions that are joined by `&&`, in order.
fn conjuncts(condition: &Expr) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::Logic { op: syn::BinOp::And(_), left, right } => [conjuncts(left), conjuncts(right)].concat(),
        _ => vec![condition],
    }
}
