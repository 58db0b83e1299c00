//! Patterns: tests of a place, and names for its parts.

use super::value::member_text;
use super::{Mark, Shape, Writer};
use crate::ast::Pattern;

impl Writer<'_> {
    /// The condition under which `place` matches; `None` if it always does.
    pub(super) fn test(&mut self, pattern: &Pattern, place: &str) -> Option<String> {
        match pattern {
            Pattern::Wild | Pattern::Bind { inner: None, .. } => None,
            Pattern::Bind { inner: Some(inner), .. } | Pattern::Referent(inner) => self.test(inner, place),
            Pattern::Parts(_) | Pattern::Elements(_) => {
                let tests = parts(pattern, place).into_iter().filter_map(|(part, at)| self.test(part, &at));
                all(tests.collect(), " && ")
            }
            Pattern::Or(cases) => {
                let tests: Option<Vec<_>> = cases.iter().map(|case| self.test(case, place)).collect();
                all(tests?, " || ")
            }
            Pattern::Literal(value) if value == "true" => Some(place.to_owned()),
            Pattern::Literal(value) if value == "false" => Some(format!("!{place}")),
            Pattern::Literal(value) => Some(format!("({place} == {value})")),
            Pattern::Range { from, to, inclusive } => {
                let below = if *inclusive { "<=" } else { "<" };
                let from = from.as_ref().map(|from| format!("({place} >= {from})"));
                let to = to.as_ref().map(|to| format!("({place} {below} {to})"));
                all(from.into_iter().chain(to).collect(), " && ")
            }
            Pattern::Ordering(_, variant) => Some(format!("({place} == Ordering::{variant})")),
            Pattern::Constant(capture) => {
                let constant = match self.shape {
                    Shape::Operation => self.function.captures[*capture].name.clone(),
                    _ => Mark::Constant(*capture).to_string(),
                };
                Some(format!("({place} == {constant})"))
            }
        }
    }

    /// Makes the pattern's names stand for the parts of `place`, without declaring variables.
    pub(super) fn alias(&mut self, pattern: &Pattern, place: &str) {
        match pattern {
            Pattern::Bind { var, inner } => {
                self.aliases.push((*var, place.to_owned()));
                if let Some(inner) = inner {
                    self.alias(inner, place);
                }
            }
            Pattern::Referent(inner) => self.alias(inner, place),
            Pattern::Parts(_) | Pattern::Elements(_) => {
                parts(pattern, place).into_iter().for_each(|(part, at)| self.alias(part, &at));
            }
            _ => {}
        }
    }

    /// Declares the pattern's names for the parts of `place`. No other name refers to that place, so a name may stand
    /// for the part itself; where two names overlap, each gets a copy.
    pub(super) fn bind(&mut self, pattern: &Pattern, place: &str) {
        self.bind_as(pattern, place, false);
    }

    fn bind_as(&mut self, pattern: &Pattern, place: &str, overlaps: bool) {
        match pattern {
            Pattern::Bind { var, inner } => {
                let var = &self.function.vars[*var];
                let copies = (overlaps || inner.is_some()) && !var.reference;
                let declare = if copies { "auto" } else { "auto&&" };
                let name = var.name.clone();
                self.code.line(format!("{declare} {name} = {place};"));
                if let Some(inner) = inner {
                    self.bind_as(inner, place, true);
                }
            }
            Pattern::Referent(inner) => self.bind_as(inner, place, true),
            Pattern::Parts(_) | Pattern::Elements(_) => {
                parts(pattern, place).into_iter().for_each(|(part, at)| self.bind_as(part, &at, overlaps));
            }
            _ => {}
        }
    }
}

/// The patterns of the parts of `place`, and the parts' places.
fn parts<'p>(pattern: &'p Pattern, place: &str) -> Vec<(&'p Pattern, String)> {
    match pattern {
        Pattern::Parts(parts) => parts.iter().map(|(member, part)| (part, member_text(place, member))).collect(),
        Pattern::Elements(all) => all.iter().enumerate().map(|(i, part)| (part, format!("{place}.v[{i}]"))).collect(),
        _ => Vec::new(),
    }
}

fn all(tests: Vec<String>, joint: &str) -> Option<String> {
    match tests.len() {
        0 => None,
        1 => tests.into_iter().next(),
        _ => Some(format!("({})", tests.join(joint))),
    }
}
