//! What a statement reads and changes.

use super::{Arg, Body, Element, Head, Local, Operand, Place, Referent, Root, Stmt, Test, Value};

/// How a statement uses a place.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Usage {
    /// It copies what the place holds.
    Reads,
    /// It refers to the place: an argument, an array whose element is taken, what a new name refers to.
    Refers,
    /// It changes the place, or may do so.
    Changes,
}

impl Stmt {
    /// The places that the statement uses once, before it changes anything or runs a block.
    pub(super) fn reads(&mut self, see: &mut dyn FnMut(&mut Place, Usage)) {
        match self {
            Stmt::Let { value, .. } | Stmt::Do(value) | Stmt::Return(value) | Stmt::Set { value, .. } => {
                value.places(see);
            }
            Stmt::Alias { of: Referent::Place(place), .. } => see(place, Usage::Refers),
            Stmt::Alias { of: Referent::Element(element), .. } => element.places(see),
            Stmt::Alias { of: Referent::Slice(slice), .. } => {
                see(&mut slice.base, Usage::Refers);
                slice.from.iter_mut().chain(&mut slice.to).for_each(|bound| bound.places(see));
            }
            Stmt::If { test, .. } => test.places(see),
            _ => {}
        }
    }

    /// The places that the statement uses, those in its blocks included.
    pub(super) fn all_places(&mut self, see: &mut dyn FnMut(&mut Place, Usage)) {
        self.reads(see);
        match self {
            Stmt::Set { place, .. } => see(place, Usage::Changes),
            Stmt::SetUnit(local) => see(&mut Place::of(*local), Usage::Changes),
            // The bounds are read again in each round.
            Stmt::Loop { head: Head::Range(counter), .. } => {
                [&mut counter.start, &mut counter.end].into_iter().chain(&mut counter.step).for_each(|e| e.places(see));
            }
            _ => {}
        }
        self.blocks().into_iter().flatten().for_each(|stmt| stmt.all_places(see));
    }

    pub(super) fn blocks(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::If { then, otherwise, .. } => vec![then, otherwise],
            Stmt::Loop { body, .. }
            | Stmt::Block { body, .. }
            | Stmt::Order { body, .. }
            | Stmt::Closure { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }
}

impl Value {
    fn places(&mut self, see: &mut dyn FnMut(&mut Place, Usage)) {
        match self {
            Value::Use(operand) | Value::Cast { value: operand, .. } | Value::Repeat { value: operand, .. } => {
                operand.places(see);
            }
            Value::Test(test) => test.places(see),
            Value::Call { args, .. } | Value::CallGiven { args, .. } => args.iter_mut().for_each(|arg| match arg {
                Arg::Value(operand) => operand.places(see),
                Arg::Receiver { place, copy, .. } => {
                    see(place, Usage::Changes);
                    see(copy, Usage::Refers);
                }
                Arg::Closure(_) => {}
                Arg::Place { place, exclusive: true } => see(place, Usage::Changes),
                Arg::Place { place, exclusive: false } => see(place, Usage::Refers),
            }),
            Value::Parts { parts, .. } => parts.iter_mut().for_each(|part| part.places(see)),
            Value::Struct { fields, base, .. } => {
                fields.iter_mut().map(|(_, field)| field).chain(base).for_each(|operand| operand.places(see));
            }
            Value::Variant { fields, .. } => fields.iter_mut().for_each(|(_, field)| field.places(see)),
            Value::Element(element) => element.places(see),
            Value::Elements(of) | Value::Absent { of, .. } => see(of, Usage::Refers),
        }
    }
}

impl Operand {
    fn places(&mut self, see: &mut dyn FnMut(&mut Place, Usage)) {
        if let Operand::Copy(place) = self {
            see(place, Usage::Reads);
        }
    }
}

impl Element {
    fn places(&mut self, see: &mut dyn FnMut(&mut Place, Usage)) {
        see(&mut self.base, Usage::Refers);
        self.index.places(see);
    }
}

impl Test {
    fn places(&mut self, see: &mut dyn FnMut(&mut Place, Usage)) {
        match self {
            Test::Is(operand) => operand.places(see),
            Test::Not(test) => test.places(see),
            Test::Compare(place, ..) | Test::Variant(place, _) | Test::Length(place, ..) => see(place, Usage::Reads),
            Test::All(tests) | Test::Any(tests) => tests.iter_mut().for_each(|test| test.places(see)),
            Test::Debugging => {}
        }
    }
}

impl Body {
    /// Whether a change of `changed` may change what `place` holds. A name that refers to a place may refer to any.
    pub(super) fn touches(&self, changed: &Place, place: &Place) -> bool {
        let refers = |root: Root| matches!(root, Root::Local(Local(i)) if self.locals[i].alias);
        changed.root == place.root || refers(changed.root) || refers(place.root)
    }
}
