//! Lowering: from the syntax tree to the intermediate form, expression by expression, in the order in which Rust
//! evaluates.
//!
//! What Rust reads is copied where Rust reads it, into a temporary, unless nothing ever changes it. Each function
//! returns `None` if the expression always leaves (`return`, `break`, `panic!`): nothing after it is lowered.

mod branch;
mod closure;
mod loops;
mod mapped;
mod pattern;
mod place;
mod value;

use super::{Body, Failure, Local, LocalInfo, Operand, Place, Stmt, Value};
use crate::ast::{Expr, ExprKind, Function, LoopId, Param, VarId};

/// The destination of a value.
#[derive(Clone, Copy, PartialEq)]
enum Dest {
    Return,
    /// A variable that hasn't been read yet.
    Into(Local),
    Nowhere,
}

/// A loop or labelled block that is being lowered.
struct Loop {
    /// The number in the syntax tree.
    of: LoopId,
    id: LoopId,
    dest: Dest,
    /// A `break` leaves it.
    left: bool,
}

struct Lowerer<'f> {
    function: &'f Function,
    body: Body,
    code: Vec<Stmt>,
    /// The variables of the function, once they are declared.
    vars: Vec<Option<Local>>,
    loops: Vec<Loop>,
    /// The loops that have been lowered.
    lowered: Vec<LoopId>,
    /// The number of loops, those of closures counted for each call.
    loop_count: LoopId,
    /// What the closures see, by the variables that are their names.
    closures: Vec<Option<closure::Env>>,
    /// The closures around this.
    inside: Vec<Inside>,
}

/// What a `return` in a closure's body leaves.
#[derive(Clone, Copy)]
enum Inside {
    /// The block that stands for a call.
    Block(LoopId),
    /// A closure that a function is given.
    Closure,
}

pub(super) fn lower(function: &Function) -> Body {
    let body = Body { params: Vec::new(), code: Vec::new(), locals: Vec::new() };
    let vars = vec![None; function.vars.len()];
    let closures = (0..function.vars.len()).map(|_| None).collect();
    let mut lowerer = Lowerer {
        function,
        body,
        code: Vec::new(),
        vars,
        loops: Vec::new(),
        lowered: Vec::new(),
        loop_count: function.loops,
        closures,
        inside: Vec::new(),
    };
    for (i, param) in function.params.iter().enumerate() {
        lowerer.param(i, param);
    }
    let _ = lowerer.give(&function.body, Dest::Return);
    lowerer.body.code = lowerer.code;
    lowerer.body
}

impl Lowerer<'_> {
    /// Declares a parameter, and the names of its pattern.
    fn param(&mut self, i: usize, param: &Param) {
        let local = match param.pattern.variable() {
            Some(var) => {
                let info = &self.function.vars[var];
                self.declare(var, !info.mutable && !self.is_rebound(var), info.reference)
            }
            None => self.local(Some(format!("p{i}")), true, false),
        };
        self.body.params.push((param.hole, local));
        if param.pattern.variable().is_none() {
            self.bind(&param.pattern, &Place::of(local));
        }
    }

    fn local(&mut self, name: Option<String>, stable: bool, alias: bool) -> Local {
        self.body.locals.push(LocalInfo { name, stable, alias });
        Local(self.body.locals.len() - 1)
    }

    fn temp(&mut self) -> Local {
        self.local(None, true, false)
    }

    /// A new local for a variable of the function.
    fn declare(&mut self, var: VarId, stable: bool, alias: bool) -> Local {
        // A closure's body is lowered for each call: its variables have their names the first time alone.
        let again = !self.inside.is_empty() && self.vars[var].is_some();
        let name = (!again).then(|| self.function.vars[var].name.clone());
        let local = self.local(name, stable, alias);
        self.vars[var] = Some(local);
        local
    }

    fn push(&mut self, stmt: Stmt) {
        self.code.push(stmt);
    }

    /// A temporary that holds the value.
    fn temp_of(&mut self, value: Value) -> Local {
        let local = self.temp();
        self.push(Stmt::Let { local, value });
        local
    }

    /// Lowers on an empty piece of code, and returns that code.
    fn aside<R>(&mut self, lower: impl FnOnce(&mut Self) -> R) -> (Vec<Stmt>, R) {
        let code = std::mem::take(&mut self.code);
        let result = lower(self);
        (std::mem::replace(&mut self.code, code), result)
    }

    /// Lowers `e` so that its value goes to `dest`. To return a value is to leave.
    fn give(&mut self, e: &Expr, dest: Dest) -> Option<()> {
        match &e.kind {
            ExprKind::Block { block, label: None, .. } => self.block(block, dest),
            ExprKind::Block { block, label: Some(label), .. } => self.labelled(label.id, block, dest),
            ExprKind::If { condition, then, otherwise, .. } => self.branch(condition, then, otherwise.as_deref(), dest),
            ExprKind::Match { value, arms, .. } if Self::as_test(e).is_none() => self.matching(value, arms, dest),
            ExprKind::Loop { id, body, .. } => self.endless(*id, body, dest),
            ExprKind::While { id, condition, body, .. } => {
                self.while_loop(*id, condition, body)?;
                self.give_unit(dest)
            }
            ExprKind::For { id, pattern, range, body, .. } => {
                self.for_loop(*id, pattern, range, body)?;
                self.give_unit(dest)
            }
            ExprKind::Break { target, value, .. } => self.break_to(*target, value.as_deref()),
            ExprKind::Continue { target, .. } => self.continue_to(*target),
            ExprKind::Return { value, .. } => match (self.inside.last(), value) {
                (Some(Inside::Block(block)), value) => self.break_to(*block, value.as_deref()),
                (_, Some(value)) => self.give(value, Dest::Return),
                (_, None) => self.give_unit(Dest::Return),
            },
            ExprKind::Apply { closure, args } if dest == Dest::Nowhere => self.apply(closure, args, dest).map(drop),
            ExprKind::Invoke { closure, args, .. } if dest == Dest::Nowhere => {
                self.invoke(*closure, args, dest).map(drop)
            }
            ExprKind::Panic { site, .. } => self.fail(*site),
            ExprKind::Diverge(e) => {
                self.give(e, Dest::Nowhere)?;
                None
            }
            ExprKind::Confirm(_) => self.give_unit(dest),
            ExprKind::Assert { debug, test, site, .. } => {
                self.assert(*debug, test, *site)?;
                self.give_unit(dest)
            }
            ExprKind::Assign { place, value } => {
                self.assign(place, value)?;
                self.give_unit(dest)
            }
            ExprKind::AssignOp { hole, site, order, place, value, .. } => {
                let args = match order {
                    Some(order) => self.ordered_sides(*order, place, value)?,
                    None => self.sides(place, value)?,
                };
                self.push(Stmt::Do(Value::Call { callee: *hole, failure: Failure::At(*site), args }));
                self.give_unit(dest)
            }
            // Nothing is read, but the indices are compared with the lengths.
            _ if dest == Dest::Nowhere && e.is_place() => self.place(e).map(drop),
            _ => {
                let value = self.value(e)?;
                self.deliver(value, dest)
            }
        }
    }

    fn deliver(&mut self, value: Value, dest: Dest) -> Option<()> {
        match dest {
            Dest::Return => {
                let value = if value.is_filled() { self.copied(value) } else { value };
                self.push(Stmt::Return(value));
                None
            }
            Dest::Into(local) => {
                self.push(Stmt::Set { place: Place::of(local), value });
                Some(())
            }
            Dest::Nowhere => {
                if let Value::Call { .. } | Value::CallGiven { .. } = value {
                    self.push(Stmt::Do(value));
                }
                Some(())
            }
        }
    }

    /// Delivers the value of what has none.
    fn give_unit(&mut self, dest: Dest) -> Option<()> {
        match dest {
            Dest::Return => {
                self.push(Stmt::Leave);
                None
            }
            Dest::Into(local) => {
                self.push(Stmt::SetUnit(local));
                Some(())
            }
            Dest::Nowhere => Some(()),
        }
    }

    /// Reports a failure and leaves the function.
    fn fail(&mut self, site: usize) -> Option<()> {
        self.push(Stmt::Raise(site));
        self.push(Stmt::Leave);
        None
    }

    /// The value in a temporary.
    fn copied(&mut self, value: Value) -> Value {
        Value::Use(Operand::Copy(Place::of(self.temp_of(value))))
    }
}

impl Value {
    /// Whether the value is made by several assignments.
    fn is_filled(&self) -> bool {
        matches!(self, Value::Struct { .. } | Value::Variant { .. } | Value::Repeat { .. })
    }
}
