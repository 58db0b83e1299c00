//! Patterns: the names that they bind and the values that they match.

use proc_macro2::Ident;

use super::{CaptureId, VarId};
use crate::namer::ascii;

pub(crate) enum Pattern {
    Wild,
    Bind {
        var: VarId,
        name: Ident,
        inner: Option<Box<Pattern>>,
    },
    /// `&pattern`: the pattern of the referent, which is copied.
    Referent(Box<Pattern>),
    /// A tuple's, tuple struct's or struct's members, each with its pattern.
    Parts(Vec<(syn::Member, Pattern)>),
    /// An array's elements, from the first one on, and what is between them and the last ones.
    Elements(Vec<Pattern>),
    /// Among these, a name for the elements behind the first `from`, and before the last `back`.
    Rest {
        from: usize,
        back: usize,
        name: Box<Pattern>,
    },
    /// Among these, where slices may be matched: the number of elements that are listed, and whether there may be others.
    Length(usize, bool),
    /// Among these, an element that is counted from the end, the last being 1.
    Back(usize, Box<Pattern>),
    Or(Vec<Pattern>),
    Bool(bool),
    Integer(i128),
    Range {
        from: Option<End>,
        to: Option<End>,
        inclusive: bool,
    },
    Constant(CaptureId),
    /// A variant of std's `Option` or `Result`, under the path that names it, with the pattern of the value.
    Optional(syn::Path, Presence, Option<Box<Pattern>>),
    /// A variant of an enum, under the path that names it, and its fields' patterns.
    Variant(syn::Path, Vec<(syn::Member, Pattern)>),
    /// A variant of `core::cmp::Ordering`, under the path that names it.
    Ordering(syn::Path, &'static str),
}

/// An end of a range in a pattern.
#[derive(Clone, Copy)]
pub(crate) enum End {
    Integer(i128),
    Constant(CaptureId),
}

/// The variants of std's `Option` and `Result`.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Presence {
    Some,
    None,
    Ok,
    Err,
}

impl Pattern {
    /// Collects the parts of the pattern that contain no other patterns, and the variants.
    pub(crate) fn leaves<'p>(&'p self, found: &mut Vec<&'p Pattern>) {
        match self {
            Pattern::Bind { inner: Some(inner), .. } | Pattern::Referent(inner) | Pattern::Back(_, inner) => {
                inner.leaves(found);
            }
            Pattern::Parts(parts) => parts.iter().for_each(|(_, part)| part.leaves(found)),
            Pattern::Or(all) | Pattern::Elements(all) => all.iter().for_each(|part| part.leaves(found)),
            Pattern::Optional(_, _, inner) => {
                found.push(self);
                inner.iter().for_each(|inner| inner.leaves(found));
            }
            Pattern::Variant(_, parts) => {
                found.push(self);
                parts.iter().for_each(|(_, part)| part.leaves(found));
            }
            leaf => found.push(leaf),
        }
    }

    /// The variables and their names.
    pub(crate) fn names(&self) -> Vec<(VarId, &Ident)> {
        match self {
            Pattern::Bind { var, name, inner } => {
                let inner = inner.iter().flat_map(|inner| inner.names());
                std::iter::once((*var, name)).chain(inner).collect()
            }
            Pattern::Referent(inner)
            | Pattern::Optional(.., Some(inner))
            | Pattern::Back(_, inner)
            | Pattern::Rest { name: inner, .. } => inner.names(),
            Pattern::Parts(parts) | Pattern::Variant(_, parts) => {
                parts.iter().flat_map(|(_, part)| part.names()).collect()
            }
            Pattern::Elements(all) => all.iter().flat_map(Pattern::names).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether a value may match several alternatives, for each of which Rust then asks the guard.
    pub(crate) fn overlaps(&self) -> bool {
        match self {
            Pattern::Bind { inner: Some(inner), .. }
            | Pattern::Referent(inner)
            | Pattern::Back(_, inner)
            | Pattern::Optional(.., Some(inner)) => inner.overlaps(),
            Pattern::Parts(parts) | Pattern::Variant(_, parts) => parts.iter().any(|(_, part)| part.overlaps()),
            Pattern::Elements(all) => all.iter().any(Pattern::overlaps),
            Pattern::Or(cases) => {
                let pairs =
                    cases.iter().enumerate().flat_map(|(i, one)| cases[..i].iter().map(move |other| (one, other)));
                cases.iter().any(Pattern::overlaps) || pairs.into_iter().any(|(one, other)| !one.excludes(other))
            }
            _ => false,
        }
    }

    /// Whether it is certain that no value matches both patterns.
    fn excludes(&self, other: &Pattern) -> bool {
        let ends = |pattern: &Pattern| match pattern {
            // Larger literals may wrap in a narrow type.
            Pattern::Integer(value @ -128..128) => Some((*value, *value)),
            Pattern::Range { from: Some(End::Constant(_)), .. } | Pattern::Range { to: Some(End::Constant(_)), .. } => {
                None
            }
            Pattern::Range { from, to, inclusive } => {
                let integer =
                    |end: &Option<End>| end.and_then(|end| if let End::Integer(n) = end { Some(n) } else { None });
                let (from, to) = (integer(from), integer(to));
                Some((from.unwrap_or(i128::MIN), to.map_or(i128::MAX, |to| to - i128::from(!inclusive))))
            }
            _ => None,
        };
        match (self, other) {
            (Pattern::Bool(one), Pattern::Bool(other)) => one != other,
            // Literals that differ in the lowest byte differ in every type.
            (Pattern::Integer(one), Pattern::Integer(other)) => one.wrapping_sub(*other) % 256 != 0,
            (Pattern::Ordering(_, one), Pattern::Ordering(_, other)) => one != other,
            (Pattern::Optional(_, a, one), Pattern::Optional(_, b, other)) => {
                a != b || one.as_ref().zip(other.as_ref()).is_some_and(|(one, other)| one.excludes(other))
            }
            (Pattern::Parts(one), Pattern::Parts(other)) => parts_exclude(one, other),
            (Pattern::Variant(one, parts), Pattern::Variant(other, others)) => {
                variant_name(one) != variant_name(other) || parts_exclude(parts, others)
            }
            (Pattern::Elements(one), Pattern::Elements(other)) => one.iter().zip(other).any(|(a, b)| a.excludes(b)),
            _ => ends(self).zip(ends(other)).is_some_and(|(one, other)| one.1 < other.0 || other.1 < one.0),
        }
    }

    /// The variable, if the pattern is a single name.
    pub(crate) fn variable(&self) -> Option<VarId> {
        match self {
            Pattern::Bind { var, inner: None, .. } => Some(*var),
            _ => None,
        }
    }
}

fn parts_exclude(one: &[(syn::Member, Pattern)], other: &[(syn::Member, Pattern)]) -> bool {
    one.iter().any(|(member, part)| other.iter().any(|(same, other)| member == same && part.excludes(other)))
}

/// The name of a variant in C++.
pub(crate) fn variant_name(path: &syn::Path) -> String {
    let last = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    ascii(&last)
}
