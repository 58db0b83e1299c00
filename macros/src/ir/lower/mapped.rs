//! `map` of arrays: a loop that calls the closure, which stands in its body.

use super::{Dest, Lowerer, closure::Bound};
use crate::ast::{Expr, Mapped, Named, SiteId};
use crate::ir::{Arg, Counter, Element, Failure, Head, Operand, Place, Referent, Stmt, Value};

impl Lowerer<'_> {
    /// The closure is made behind the array, and gets the items of a copy, in their order.
    pub(super) fn mapped(&mut self, array: &Expr, closure: &Named, holes: Mapped, site: SiteId) -> Option<Value> {
        let function = self.function;
        let array = match self.operand(array)? {
            Operand::Copy(place) => place,
            operand => Place::of(self.temp_of(Value::Use(operand))),
        };
        let captured = self.env(closure).captured;
        let args = vec![Arg::Place { place: array.clone(), exclusive: false }];
        let len = self.temp_of(Value::Call { callee: holes.len, failure: Failure::At(None), args });
        let (made, i) = (self.local(None, false, false), self.temp());
        self.push(Stmt::Declare { local: made, ty: holes.made });
        let counter = Counter {
            local: i,
            ty: holes.position,
            start: Operand::Number("0".to_owned(), holes.position),
            end: Operand::Copy(Place::of(len)),
            inclusive: false,
            reversed: false,
            step: None,
            turned: false,
        };
        let id = self.new_loop_id();
        self.looped(id, Dest::Nowhere, Head::Range(Box::new(counter)), |lowerer, _| {
            lowerer.push(Stmt::LeaveIfRaised);
            let element = |base: Place| Element { base, index: Operand::Copy(Place::of(i)), site };
            let item = lowerer.local(None, true, true);
            lowerer.push(Stmt::Alias { local: item, of: Referent::Element(element(array)) });
            let given = [Bound::One(Place::of(item))];
            let value = lowerer.inlined(&function.closures[closure.id], &given, captured, Dest::Return)?;
            let value = lowerer.settled(value);
            let slot = lowerer.local(None, false, true);
            lowerer.push(Stmt::Alias { local: slot, of: Referent::Element(element(Place::of(made))) });
            lowerer.push(Stmt::Set { place: Place::of(slot), value: Value::Use(value) });
            Some(())
        });
        Some(Value::Use(Operand::Copy(Place::of(made))))
    }
}
