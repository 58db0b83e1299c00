//! `map` of arrays and options, and `array::from_fn`: the closure stands in the body of a loop, or of a branch.

use super::{Dest, Lowerer, closure::Bound};
use crate::ast::{Expr, Mapped, MappedFrom, Named, SiteId, VarId};
use crate::ir::{Arg, Counter, Element, Failure, Head, Local, Operand, Place, Referent, Step, Stmt, Test, Value};

/// A closure that makes a value of parts: what it captures, the new value and its holes.
struct Mapping<'m> {
    closure: &'m Named,
    captured: Vec<(VarId, Local)>,
    made: Local,
    holes: Mapped,
    site: SiteId,
}

impl Lowerer<'_> {
    /// The closure is made behind the array or the `Option`, and gets the items of a copy, in their order; without one, it gets the
    /// positions.
    pub(super) fn mapped(&mut self, of: &MappedFrom, closure: &Named, holes: Mapped, site: SiteId) -> Option<Value> {
        let from = match of.source() {
            Some(value) => Some(self.kept(value)?),
            None => None,
        };
        let captured = self.env(closure).captured;
        let made = self.local(None, false, false);
        self.push(Stmt::Declare { local: made, ty: holes.made });
        let mapping = Mapping { closure, captured, made, holes, site };
        match (of, from) {
            (MappedFrom::Either(_), Some(from)) => {
                let (body, _) = self.aside(|lowerer| lowerer.each(Some(from.clone()), &mapping));
                self.push(Stmt::Order { hole: holes.len, first: true, body });
                let (body, _) = self.aside(|lowerer| lowerer.payload(&from, &mapping));
                self.push(Stmt::Order { hole: holes.len, first: false, body });
            }
            (_, from) => self.each(from, &mapping),
        }
        Some(Value::Use(Operand::Copy(Place::of(made))))
    }

    /// The place of a copy.
    fn kept(&mut self, value: &Expr) -> Option<Place> {
        Some(match self.operand(value)? {
            Operand::Copy(place) => place,
            operand => Place::of(self.temp_of(Value::Use(operand))),
        })
    }

    /// What the closure makes of one part.
    fn part(&mut self, of: Place, mapping: &Mapping<'_>) -> Option<Operand> {
        let closure = &self.function.closures[mapping.closure.id];
        let value = self.inlined(closure, &[Bound::One(of)], mapping.captured.clone(), Dest::Return)?;
        Some(self.settled(value))
    }

    /// The loop over an array's items, or over positions.
    fn each(&mut self, array: Option<Place>, mapping: &Mapping<'_>) {
        let Mapping { made, holes, site, .. } = *mapping;
        let i = self.temp();
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
            let value = lowerer.part(Place::of(item), mapping)?;
            let slot = lowerer.local(None, false, true);
            lowerer.push(Stmt::Alias { local: slot, of: Referent::Element(element(Place::of(made))) });
            lowerer.push(Stmt::Set { place: Place::of(slot), value: Value::Use(value) });
            Some(())
        });
    }

    /// The value of an `Option` or a `Result`, if it is there.
    fn payload(&mut self, option: &Place, mapping: &Mapping<'_>) {
        let (place, ty) = (Place::of(mapping.made), mapping.holes.made);
        let parts = |parts| Value::Parts { ty, array: false, parts };
        let (then, _) = self.aside(|lowerer| {
            let value = lowerer.part(option.then(Step::payload()), mapping)?;
            lowerer.push(Stmt::Set { place: place.clone(), value: parts(vec![Operand::Bool(true), value]) });
            Some(())
        });
        let otherwise = vec![Stmt::Set { place: place.clone(), value: Value::Absent { ty, of: option.clone() } }];
        self.push(Stmt::If { test: Test::Is(Operand::Copy(option.then(Step::some()))), then, otherwise });
    }
}
