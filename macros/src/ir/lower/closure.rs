//! Closures: a call is replaced by the closure's body.

use super::{Dest, Lowerer};
use crate::ast::{Expr, Named, VarId};
use crate::ir::{Local, Operand, Place, Stmt, Value};

/// A closure, and what the variables that it names stood for when it was made.
#[derive(Clone)]
pub(super) struct Env {
    id: usize,
    captured: Vec<(VarId, Local)>,
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
        let mut given = Vec::new();
        for arg in args {
            given.push(if arg.is_reference(&function.vars) {
                self.place(arg)?
            } else {
                match self.operand(arg)? {
                    Operand::Copy(place) => place,
                    operand => Place::of(self.temp_of(Value::Use(operand))),
                }
            });
        }
        let Env { id, captured } = self.closures[closure].clone()?;
        let called = &function.closures[id];
        let block = self.new_loop_id();
        self.inside.push(block);
        let swap = |lowerer: &mut Self, captured: Vec<(VarId, Local)>| -> Vec<_> {
            captured.into_iter().map(|(of, local)| (of, lowerer.vars[of].replace(local).unwrap_or(local))).collect()
        };
        let around = swap(self, captured);
        for (param, place) in called.params.iter().zip(&given) {
            self.bind(&param.pattern, place);
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
