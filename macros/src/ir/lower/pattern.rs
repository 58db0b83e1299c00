//! Patterns: tests of a place, and names for its parts.

use super::Lowerer;
use crate::ast::{End, Pattern, Presence, variant_name};
use crate::ir::{Constant, Operand, Place, Referent, Step, Stmt, Test, Value};

impl Lowerer<'_> {
    /// The condition under which the place matches; `None` if it always does.
    pub(super) fn pattern_test(&mut self, pattern: &Pattern, place: &Place) -> Option<Test> {
        match pattern {
            Pattern::Wild | Pattern::Bind { inner: None, .. } | Pattern::Rest { .. } => None,
            Pattern::Bind { inner: Some(inner), .. } | Pattern::Referent(inner) | Pattern::Back(_, inner) => {
                self.pattern_test(inner, place)
            }
            Pattern::Length(count, open) => Some(Test::Length(place.clone(), *count, *open)),
            Pattern::Parts(_) | Pattern::Elements(_) => {
                let tests = parts(pattern, place).into_iter().filter_map(|(part, at)| self.pattern_test(part, &at));
                joined(tests.collect(), Test::All)
            }
            Pattern::Or(cases) => {
                let tests: Option<Vec<_>> = cases.iter().map(|case| self.pattern_test(case, place)).collect();
                joined(tests?, Test::Any)
            }
            Pattern::Optional(_, variant, inner) => {
                let some = Test::Is(Operand::Copy(place.then(Step::some())));
                let is = match variant {
                    Presence::Some | Presence::Ok => some,
                    Presence::None | Presence::Err => Test::Not(Box::new(some)),
                };
                let value = inner.as_ref().and_then(|inner| self.pattern_test(inner, &place.then(payload(*variant))));
                joined(std::iter::once(is).chain(value).collect(), Test::All)
            }
            Pattern::Variant(path, _) => {
                let is = Test::Variant(place.clone(), variant_name(path));
                let tests = parts(pattern, place).into_iter().filter_map(|(part, at)| self.pattern_test(part, &at));
                joined(std::iter::once(is).chain(tests).collect(), Test::All)
            }
            Pattern::Bool(value) => {
                let held = Test::Is(Operand::Copy(place.clone()));
                Some(if *value { held } else { Test::Not(Box::new(held)) })
            }
            Pattern::Integer(value) => Some(compare(place, "==", End::Integer(*value))),
            Pattern::Range { from, to, inclusive } => {
                let below = if *inclusive { "<=" } else { "<" };
                let from = from.map(|from| compare(place, ">=", from));
                let to = to.map(|to| compare(place, below, to));
                joined(from.into_iter().chain(to).collect(), Test::All)
            }
            Pattern::Ordering(_, variant) => Some(Test::Compare(place.clone(), "==", Constant::Ordering(variant))),
            Pattern::Constant(capture) => Some(Test::Compare(place.clone(), "==", Constant::Captured(*capture))),
        }
    }

    /// Declares the pattern's names for the parts of a place. A name that is bound by value gets a copy, unless nothing
    /// can change the name or the part.
    pub(super) fn bind(&mut self, pattern: &Pattern, place: &Place) {
        match pattern {
            Pattern::Bind { var, inner, .. } => {
                let info = &self.function.vars[*var];
                let stable = self.body.is_stable(place) && !info.mutable;
                if self.is_rebound(*var) {
                    let local = self.declare(*var, false, true);
                    self.push(Stmt::Let { local, value: Value::Elements(place.clone()) });
                } else if info.reference || stable {
                    let local = self.declare(*var, stable, true);
                    self.push(Stmt::Alias { local, of: Referent::Place(place.clone()) });
                } else {
                    let local = self.declare(*var, !info.mutable, false);
                    self.push(Stmt::Let { local, value: Value::Use(Operand::Copy(place.clone())) });
                }
                if let Some(inner) = inner {
                    self.bind(inner, place);
                }
            }
            Pattern::Referent(inner) | Pattern::Back(_, inner) | Pattern::Rest { name: inner, .. } => {
                self.bind(inner, place);
            }
            Pattern::Optional(_, variant, Some(inner)) => self.bind(inner, &place.then(payload(*variant))),
            Pattern::Parts(_) | Pattern::Elements(_) | Pattern::Variant(..) => {
                parts(pattern, place).into_iter().for_each(|(part, at)| self.bind(part, &at));
            }
            _ => {}
        }
    }
}

/// The part that is there in such a value.
fn payload(variant: Presence) -> Step {
    if variant == Presence::Err { Step::error() } else { Step::payload() }
}

fn compare(place: &Place, operator: &'static str, with: End) -> Test {
    let constant = match with {
        End::Integer(value) => Constant::Integer(value),
        End::Constant(capture) => Constant::Captured(capture),
    };
    Test::Compare(place.clone(), operator, constant)
}

/// The patterns of the parts of `place`, and the parts' places.
fn parts<'p>(pattern: &'p Pattern, place: &Place) -> Vec<(&'p Pattern, Place)> {
    match pattern {
        Pattern::Parts(parts) => {
            parts.iter().map(|(member, part)| (part, place.then(Step::Field(member.clone())))).collect()
        }
        Pattern::Variant(path, parts) => {
            let step = |member: &syn::Member| Step::Variant(variant_name(path), member.clone());
            parts.iter().map(|(member, part)| (part, place.then(step(member)))).collect()
        }
        Pattern::Elements(all) => {
            let (lengths, listed): (Vec<_>, Vec<_>) = all.iter().partition(|part| matches!(part, Pattern::Length(..)));
            let known = lengths.is_empty();
            let step = |i, part: &Pattern| match part {
                Pattern::Rest { from, back, .. } => Step::Rest(*from, *back),
                Pattern::Back(i, _) => Step::Back(*i),
                _ if known => Step::Element(i),
                _ => Step::Nth(i),
            };
            let parts = listed.into_iter().enumerate().map(|(i, part)| (part, place.then(step(i, part))));
            // The length is compared before an element is read.
            lengths.into_iter().map(|length| (length, place.clone())).chain(parts).collect()
        }
        _ => Vec::new(),
    }
}

fn joined(mut tests: Vec<Test>, join: impl FnOnce(Vec<Test>) -> Test) -> Option<Test> {
    if tests.len() < 2 { tests.pop() } else { Some(join(tests)) }
}
