//! Alternatives that bind names, `A(x) | B(x) => …`, are an arm for each: Rust, too, tries them in order, and asks the guard for each.
//! Where several parts of a pattern have alternatives, Rust's documentation leaves open in which order it combines them. Without a guard
//! the order makes no difference, since each part's first alternative that matches is taken; with one, such a pattern is refused.

use syn::visit::{self, Visit};

use super::enums::is_variant;
use super::pattern::is_constant_pattern;

/// The most arms that are made of one.
const MOST: usize = 32;

/// The arms that are to be read for this one.
pub(super) fn arms(arm: &syn::Arm) -> Vec<syn::Arm> {
    let pats = alternatives(&arm.pat);
    if !(2..=MOST).contains(&pats.len()) || (arm.guard.is_some() && combines(&arm.pat)) {
        return vec![arm.clone()];
    }
    pats.into_iter().map(|pat| syn::Arm { pat, ..arm.clone() }).collect()
}

fn alternatives(pat: &syn::Pat) -> Vec<syn::Pat> {
    match pat {
        syn::Pat::Or(p) if binds(pat) => p.cases.iter().flat_map(alternatives).collect(),
        syn::Pat::Paren(p) => alternatives(&p.pat),
        syn::Pat::Reference(p) => {
            let inner = alternatives(&p.pat).into_iter();
            inner.map(|pat| syn::PatReference { pat: Box::new(pat), ..p.clone() }.into()).collect()
        }
        syn::Pat::Tuple(p) => {
            each(&p.elems).into_iter().map(|elems| syn::PatTuple { elems, ..p.clone() }.into()).collect()
        }
        syn::Pat::TupleStruct(p) => {
            each(&p.elems).into_iter().map(|elems| syn::PatTupleStruct { elems, ..p.clone() }.into()).collect()
        }
        syn::Pat::Slice(p) => {
            each(&p.elems).into_iter().map(|elems| syn::PatSlice { elems, ..p.clone() }.into()).collect()
        }
        syn::Pat::Struct(p) => {
            let mut list = vec![p.clone()];
            for (i, field) in p.fields.iter().enumerate() {
                list = product(list, &alternatives(&field.pat), |whole, part| *whole.fields[i].pat = part);
            }
            list.into_iter().map(syn::Pat::Struct).collect()
        }
        pat => vec![pat.clone()],
    }
}

/// Whether several parts of the pattern have alternatives, which combine with each other.
fn combines(pat: &syn::Pat) -> bool {
    fn among<'p>(parts: impl Iterator<Item = &'p syn::Pat> + Clone) -> bool {
        parts.clone().filter(|part| alternatives(part).len() > 1).count() > 1 || parts.into_iter().any(combines)
    }
    match pat {
        syn::Pat::Or(p) => p.cases.iter().any(combines),
        syn::Pat::Paren(p) => combines(&p.pat),
        syn::Pat::Reference(p) => combines(&p.pat),
        syn::Pat::Tuple(p) => among(p.elems.iter()),
        syn::Pat::TupleStruct(p) => among(p.elems.iter()),
        syn::Pat::Slice(p) => among(p.elems.iter()),
        syn::Pat::Struct(p) => among(p.fields.iter().map(|field| &*field.pat)),
        _ => false,
    }
}

/// Whether a value matches at most one of the pattern's alternatives, as its text shows.
pub(super) fn exclude_each_other(pat: &syn::Pat) -> bool {
    let pats = alternatives(pat);
    pats.iter().enumerate().all(|(i, a)| pats[..i].iter().all(|b| differ(a, b)))
}

/// Whether no value matches both patterns: they name different variants in some place.
fn differ(a: &syn::Pat, b: &syn::Pat) -> bool {
    let parts = |a: &Parts, b: &Parts| {
        let rest = |parts: &Parts| parts.iter().any(|part| matches!(part, syn::Pat::Rest(_)));
        a.len() == b.len() && !rest(a) && !rest(b) && a.iter().zip(b).any(|(a, b)| differ(a, b))
    };
    if let (Some(a), Some(b)) = (name(a), name(b))
        && a != b
    {
        return true;
    }
    match (a, b) {
        (syn::Pat::Paren(a), b) => differ(&a.pat, b),
        (a, syn::Pat::Paren(b)) => differ(a, &b.pat),
        (syn::Pat::Reference(a), syn::Pat::Reference(b)) => differ(&a.pat, &b.pat),
        (syn::Pat::Tuple(a), syn::Pat::Tuple(b)) => parts(&a.elems, &b.elems),
        (syn::Pat::TupleStruct(a), syn::Pat::TupleStruct(b)) => parts(&a.elems, &b.elems),
        (syn::Pat::Struct(a), syn::Pat::Struct(b)) => {
            let both = |a: &syn::FieldPat| b.fields.iter().any(|b| a.member == b.member && differ(&a.pat, &b.pat));
            a.fields.iter().any(both)
        }
        _ => false,
    }
}

/// The name of a variant with fields: rustc is made to confirm that it is the variant's own.
fn name(pat: &syn::Pat) -> Option<&proc_macro2::Ident> {
    let path = match pat {
        syn::Pat::TupleStruct(p) => &p.path,
        syn::Pat::Struct(p) => &p.path,
        _ => return None,
    };
    let known = is_variant(path) || crate::variants::presence(path).is_some();
    path.segments.last().map(|last| &last.ident).filter(|_| known)
}

type Parts = syn::punctuated::Punctuated<syn::Pat, syn::Token![,]>;

fn each(parts: &Parts) -> Vec<Parts> {
    let mut list = vec![parts.clone()];
    for (i, part) in parts.iter().enumerate() {
        list = product(list, &alternatives(part), |whole, part| whole[i] = part);
    }
    list
}

/// Each whole with each part in its place; too many are left as they are, and refused.
fn product<T: Clone>(list: Vec<T>, parts: &[syn::Pat], set: impl Fn(&mut T, syn::Pat)) -> Vec<T> {
    if parts.len() < 2 || list.len() * parts.len() > MOST {
        return list;
    }
    let with = |whole: &T, part: &syn::Pat| {
        let mut whole = whole.clone();
        set(&mut whole, part.clone());
        whole
    };
    list.iter().flat_map(|whole| parts.iter().map(|part| with(whole, part))).collect()
}

/// Whether the pattern binds names.
fn binds(pat: &syn::Pat) -> bool {
    struct Binds(bool);
    impl<'ast> Visit<'ast> for Binds {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            self.0 |= p.ident != "None" && !is_constant_pattern(p);
            visit::visit_pat_ident(self, p);
        }
    }
    let mut found = Binds(false);
    found.visit_pat(pat);
    found.0
}
