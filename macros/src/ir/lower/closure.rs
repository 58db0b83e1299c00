//! Closures: a call is replaced by the closure's body. One that a function is given is declared before the call.

use super::{Dest, Inside, Lowerer};
use crate::ast::{Closure, Expr, ExprKind, Given, Named, Pattern, VarId};
use crate::ir::{Local, Operand, Place, Stmt, Value};

/// A closure, and what the variables that it names stood for when it was made.
#[derive(Clone)]
pub(super) struct Env {
    id: usize,
    pub(super) captured: Vec<(VarId, Local)>,
}

/// What a parameter's pattern is bound to.
pub(super) enum Bound {
    One(Place),
    Pair(Box<Bound>, Box<Bound>),
}

impl Lowerer<'_> {
    /// `let var = |…| …;`: a `move` closure copies what may change later, or what it changes itself. References are copied as
    /// such, so that they refer to the same place.
    pub(super) fn closure(&mut self, var: VarId, closure: &Named) {
        self.closures[var] = Some(self.env(closure));
    }

    /// A closure, when it is made.
    pub(super) fn env(&mut self, closure: &Named) -> Env {
        let function = self.function;
        let moves = function.closures[closure.id].moves;
        let mut captured = Vec::new();
        for of in &closure.captured {
            let Some(local) = self.vars[*of] else { continue };
            let info = &function.vars[*of];
            let changed = closure.changed.contains(of);
            // Rust captures what the slice refers to, unless the closure assigns it.
            if self.is_rebound(*of) && (moves || !changed) {
                captured.push((*of, self.read_slice(local)));
                continue;
            }
            let place = Place::of(local);
            if !moves
                || info.reference
                || info.closure.is_some()
                || info.given
                || (self.body.is_stable(&place) && !changed)
            {
                captured.push((*of, local));
                continue;
            }
            let copy = self.local(None, !changed, false);
            self.push(Stmt::Let { local: copy, value: Value::Use(Operand::Copy(place)) });
            captured.push((*of, copy));
        }
        Env { id: closure.id, captured }
    }

    /// A closure as an argument.
    pub(super) fn passed(&mut self, closure: &Expr) -> Option<Local> {
        let env = match &closure.kind {
            ExprKind::Closure(named) => self.env(named),
            ExprKind::Var(var, _) if self.function.vars[*var].given => return self.vars[*var],
            ExprKind::Var(var, _) => self.closures[*var].clone()?,
            _ => return None,
        };
        let called = &self.function.closures[env.id];
        let around = self.swap(env.captured);
        self.inside.push(Inside::Closure);
        let mut params = Vec::new();
        for param in &called.params {
            let local = match param.pattern.variable() {
                Some(var) => {
                    let info = &self.function.vars[var];
                    self.declare(var, !info.mutable && !self.is_rebound(var), info.reference)
                }
                None => self.local(None, true, false),
            };
            params.push((param.hole?, local));
        }
        let (body, _) = self.aside(|lowerer| {
            for (param, (_, local)) in called.params.iter().zip(&params) {
                if param.pattern.variable().is_none() {
                    lowerer.bind(&param.pattern, &Place::of(*local));
                }
            }
            lowerer.give(&called.body, Dest::Return)
        });
        self.inside.pop();
        self.swap(around);
        let local = self.temp();
        self.push(Stmt::Closure { local, params, output: called.hole, body });
        Some(local)
    }

    /// Lets the variables stand for these locals, and returns what they stood for.
    fn swap(&mut self, captured: Vec<(VarId, Local)>) -> Vec<(VarId, Local)> {
        captured.into_iter().map(|(of, local)| (of, self.vars[of].replace(local).unwrap_or(local))).collect()
    }

    /// The value of a call.
    pub(super) fn invoked(&mut self, closure: VarId, args: &[Expr]) -> Option<Value> {
        self.invoke(closure, args, Dest::Return)
    }

    /// A call: the arguments, then the names of the parameters, then the body. If there is a destination but that of a value,
    /// the value goes there.
    pub(super) fn invoke(&mut self, closure: VarId, args: &[Expr], dest: Dest) -> Option<Value> {
        let function = self.function;
        let given = args.iter().map(|arg| self.argument(arg)).collect::<Option<Vec<_>>>()?;
        let Env { id, captured } = self.closures[closure].clone()?;
        let given: Vec<_> = given.into_iter().map(Bound::One).collect();
        self.inlined(&function.closures[id], &given, captured, dest)
    }

    /// A call of a closure where it stands.
    pub(super) fn apply(&mut self, closure: &Named, args: &[Given], dest: Dest) -> Option<Value> {
        let function = self.function;
        let given = args.iter().map(|arg| self.bound(arg)).collect::<Option<Vec<_>>>()?;
        self.inlined(&function.closures[closure.id], &given, Vec::new(), dest)
    }

    fn bound(&mut self, arg: &Given) -> Option<Bound> {
        Some(match arg {
            Given::One(e) => Bound::One(self.argument(e)?),
            Given::Pair(a, b) => Bound::Pair(Box::new(self.bound(a)?), Box::new(self.bound(b)?)),
            Given::Shared(both) => self.bound(both)?,
        })
    }

    /// The place of an argument: what it refers to, or a copy.
    fn argument(&mut self, arg: &Expr) -> Option<Place> {
        if arg.is_reference(&self.function.vars) {
            return self.place(arg);
        }
        Some(match self.operand(arg)? {
            Operand::Copy(place) => place,
            operand => Place::of(self.temp_of(Value::Use(operand))),
        })
    }

    fn bind_given(&mut self, pattern: &Pattern, given: &Bound) {
        match (pattern, given) {
            (_, Bound::One(place)) => self.bind(pattern, place),
            (Pattern::Referent(inner), _) => self.bind_given(inner, given),
            (Pattern::Parts(parts), Bound::Pair(a, b)) => {
                for (member, part) in parts {
                    self.bind_given(part, if *member == syn::Member::from(0) { a } else { b });
                }
            }
            _ => {}
        }
    }

    pub(super) fn inlined(
        &mut self,
        called: &Closure,
        given: &[Bound],
        captured: Vec<(VarId, Local)>,
        dest: Dest,
    ) -> Option<Value> {
        let block = self.new_loop_id();
        self.inside.push(Inside::Block(block));
        let around = self.swap(captured);
        for (param, given) in called.params.iter().zip(given) {
            self.bind_given(&param.pattern, given);
        }
        let value = match dest {
            Dest::Nowhere => {
                let through = if called.returns {
                    self.in_block(block, dest, |lowerer| lowerer.give(&called.body, dest))
                } else {
                    self.give(&called.body, dest)
                };
                through.map(|()| Value::Use(Operand::Unit))
            }
            _ if called.returns => {
                let local = self.temp();
                self.push(Stmt::Declare { local, ty: called.hole });
                let dest = Dest::Into(local);
                let through = self.in_block(block, dest, |lowerer| lowerer.give(&called.body, dest));
                through.map(|()| Value::Use(Operand::Copy(Place::of(local))))
            }
            _ => self.value(&called.body),
        };
        self.swap(around);
        self.inside.pop();
        value
    }
}
