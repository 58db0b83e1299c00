//! Statements, blocks, branches and `match`.

use super::{Dest, Lowerer};
use crate::ast::{Arm, Block, Expr, ExprKind, HoleId, Pattern, Statement, Test as Asserted};
use crate::ir::{Arg, Failure, Operand, Place, Stmt, Test, Value};

/// When an arm is taken.
enum Taken {
    Always,
    Never,
    If(Test),
    /// Likewise; the pattern's names are declared already.
    Bound(Test),
}

impl Lowerer<'_> {
    pub(super) fn block(&mut self, block: &Block, dest: Dest) -> Option<()> {
        for statement in &block.statements {
            match statement {
                Statement::Let { pattern, init, .. } => self.let_statement(pattern, init.as_ref())?,
                Statement::Expr(e) => self.give(e, Dest::Nowhere)?,
            }
        }
        match &block.tail {
            Some(tail) => self.give(tail, dest),
            None => self.give_unit(dest),
        }
    }

    pub(super) fn branch(
        &mut self,
        condition: &Expr,
        then: &Block,
        otherwise: Option<&Expr>,
        dest: Dest,
    ) -> Option<()> {
        let test = self.test(condition)?;
        let (then, through) = self.aside(|lowerer| lowerer.block(then, dest));
        let (otherwise, beside) = self.aside(|lowerer| match otherwise {
            Some(otherwise) => lowerer.give(otherwise, dest),
            None => lowerer.give_unit(dest),
        });
        self.push(Stmt::If { test, then, otherwise });
        through.or(beside)
    }

    /// A chain of tests in the order of the arms. The value is a place: each arm copies what it binds by value.
    pub(super) fn matching(&mut self, value: &Expr, arms: &[Arm], dest: Dest) -> Option<()> {
        let place = self.place(value)?;
        self.arms(&place, arms, dest)
    }

    /// The arms from here on; control goes on behind them if it does behind one of them.
    fn arms(&mut self, place: &Place, arms: &[Arm], dest: Dest) -> Option<()> {
        // Rustc has checked that an arm matches.
        let (arm, rest) = arms.split_first()?;
        let taken = match self.taken(arm, place)? {
            // The last arm matches every remaining value.
            Taken::If(_) if rest.is_empty() && arm.guard.is_none() => Taken::Always,
            taken => taken,
        };
        let (test, bound) = match taken {
            Taken::Always => {
                self.bind(&arm.pattern, place);
                return self.give(&arm.body, dest);
            }
            Taken::Never => return self.arms(place, rest, dest),
            Taken::If(test) => (test, false),
            Taken::Bound(test) => (test, true),
        };
        let (then, through) = self.aside(|lowerer| {
            if !bound {
                lowerer.bind(&arm.pattern, place);
            }
            lowerer.give(&arm.body, dest)
        });
        let (otherwise, beside) = self.aside(|lowerer| lowerer.arms(place, rest, dest));
        self.push(Stmt::If { test, then, otherwise });
        through.or(beside)
    }

    /// When an arm is taken; `None` if its guard is always asked, and leaves. A guard sees the pattern's names, and can't
    /// change what they are bound to.
    fn taken(&mut self, arm: &Arm, place: &Place) -> Option<Taken> {
        let test = self.pattern_test(&arm.pattern, place);
        let Some(guard) = &arm.guard else { return Some(test.map_or(Taken::Always, Taken::If)) };
        let (mut code, guard) = self.aside(|lowerer| {
            lowerer.bind(&arm.pattern, place);
            lowerer.test(guard)
        });
        let Some(test) = test else {
            self.code.extend(code);
            return guard.map(Taken::Bound);
        };
        let Some(guard) = guard else {
            self.push(Stmt::If { test, then: code, otherwise: Vec::new() });
            return Some(Taken::Never);
        };
        if code.is_empty() {
            return Some(Taken::If(Test::All(vec![test, guard])));
        }
        let result = self.temp_of(Value::Test(test));
        let taken = Test::Is(Operand::Copy(Place::of(result)));
        code.push(Stmt::Set { place: Place::of(result), value: Value::Test(guard) });
        self.push(Stmt::If { test: taken.clone(), then: code, otherwise: Vec::new() });
        Some(Taken::If(taken))
    }

    /// The value and the arm of `matches!` and similar expressions, which need no branches.
    pub(super) fn as_test(e: &Expr) -> Option<(&Expr, &Arm)> {
        let ExprKind::Match { value, arms, .. } = &e.kind else { return None };
        let [yes, no] = &arms[..] else { return None };
        let bodies = (&yes.body.kind, &no.body.kind);
        let (ExprKind::Bool(true), ExprKind::Bool(false)) = bodies else { return None };
        matches!((&no.guard, &no.pattern), (None, Pattern::Wild)).then_some((value, yes))
    }

    /// Whether the value matches the arm.
    pub(super) fn tested(&mut self, value: &Expr, arm: &Arm) -> Option<Test> {
        let place = self.place(value)?;
        Some(match self.taken(arm, &place)? {
            Taken::Always => Test::Is(Operand::Bool(true)),
            Taken::Never => Test::Is(Operand::Bool(false)),
            Taken::If(test) | Taken::Bound(test) => test,
        })
    }

    pub(super) fn assert(&mut self, debug: bool, test: &Asserted, site: usize) -> Option<()> {
        let (mut code, test) = self.aside(|lowerer| match test {
            Asserted::True(condition) => lowerer.test(condition),
            Asserted::Compare { hole, left, right } => lowerer.comparison(*hole, left, right),
        });
        let through = test.map(|test| {
            let then = vec![Stmt::Raise(site), Stmt::Leave];
            code.push(Stmt::If { test: Test::Not(Box::new(test)), then, otherwise: Vec::new() });
        });
        if debug {
            self.push(Stmt::If { test: Test::Debugging, then: code, otherwise: Vec::new() });
            return Some(());
        }
        self.code.extend(code);
        through
    }

    fn comparison(&mut self, hole: HoleId, left: &Expr, right: &Expr) -> Option<Test> {
        let args = vec![Arg::Value(self.operand(left)?), Arg::Value(self.operand(right)?)];
        Some(Test::Is(self.settled(Value::Call { callee: hole, failure: Failure::At(None), args })))
    }
}
