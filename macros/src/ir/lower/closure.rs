//! Closures: a call is replaced by the closure's body.

use super::{Dest, Lowerer};
use crate::ast::{Closure, Expr, Given, Named, Pattern, VarId};
use crate::ir::{Local, Operand, Place, Stmt, Value};

/// A closure, and what the variables that it names stood for when it was made.
#[derive(Clone)]
pub(super) struct Env {
    id: usize,
    captured: Vec<(VarId, Local)>,
}

/// What a parameter's pattern is bound to.
enum Bound {
    One(Place),
    Pair(Box<Bound>, Box<Bound>),
}

impl Lowerer<'_> {
    /// `let var = |…| …;`: a `move` closure copies what may change later, or what it changes itself. References are copied as
    /// such, so that they refer to the same place.
    pub(super) fn closure(&mut self, var: VarId, closure: &Named) {
        let function = self.function;
        let moves = function.closures[closure.id].moves;
        let mut captured = Vec::new();
        for of in &closure.captured {
            let Some(local) = self.vars[*of] else { continue };
            let info = &function.vars[*of];
            let changed = closure.changed.contains(of);
            let place = Place::of(local);
            if !moves || info.reference || info.closure.is_some() || (self.body.is_stable(&place) && !changed) {
                captured.push((*of, local));
                continue;
            }
            let copy = self.local(None, !changed, false);
            self.push(Stmt::Let { local: copy, value: Value::Use(Operand::Copy(place)) });
            captured.push((*of, copy));
        }
        self.closures[var] = Some(Env { id: closure.id, captured });
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

    fn inlined(
        &mut self,
        called: &Closure,
        given: &[Bound],
        captured: Vec<(VarId, Local)>,
        dest: Dest,
    ) -> Option<Value> {
        let block = self.new_loop_id();
        self.inside.push(block);
        let swap = |lowerer: &mut Self, captured: Vec<(VarId, Local)>| -> Vec<_> {
            captured.into_iter().map(|(of, local)| (of, lowerer.vars[of].replace(local).unwrap_or(local))).collect()
        };
        let around = swap(self, captured);
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
        swap(self, around);
        self.inside.pop();
        value
    }
}
