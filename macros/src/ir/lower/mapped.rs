//! `map` of arrays and `array::from_fn`: a loop that calls the closure, which stands in its body.

use super::{Dest, Lowerer, closure::Bound};
use crate::ast::{Expr, Mapped, Named, SiteId};
use crate::ir::{Arg, Counter, Element, Failure, Head, Operand, Place, Referent, Stmt, Value};

impl Lowerer<'_> {
    /// The closure is made behind the array, and gets the items of a copy, in their order; without an array, it gets the positions.
    pub(super) fn mapped(
        &mut self,
        array: Option<&Expr>,
        closure: &Named,
        holes: Mapped,
        site: SiteId,
    ) -> Option<Value> {
        let function = self.function;
        let array = match array {
            Some(array) => Some(match self.operand(array)? {
                Operand::Copy(place) => place,
                operand => Place::of(self.temp_of(Value::Use(operand))),
            }),
            None => None,
        };
        let captured = self.env(closure).captured;
        let (made, i) = (self.local(None, false, false), self.temp());
        self.push(Stmt::Declare { local: made, ty: holes.made });
        let place = array.clone().unwrap_or_else(|| Place::of(made));
        let args = vec![Arg::Place { place, exclusive: false }];
        let len = self.temp_of(Value::Call { callee: holes.len, failure: Failure::At(None), args });
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
            let item = match array {
                Some(array) => {
                    let item = lowerer.local(None, true, true);
                    lowerer.push(Stmt::Alias { local: item, of: Referent::Element(element(array)) });
                    item
                }
                None => i,
            };
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
