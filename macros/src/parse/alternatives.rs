//! Alternatives that bind names, `A(x) | B(x) => …`, are an arm for each: Rust, too, tries them in order, and asks the guard for each.

use syn::visit::{self, Visit};

use super::pattern::is_constant_pattern;

/// The most arms that are made of one.
const MOST: usize = 32;

/// The arms that are to be read for this one.
pub(super) fn arms(arm: &syn::Arm) -> Vec<syn::Arm> {
    let pats = alternatives(&arm.pat);
    if !(2..=MOST).contains(&pats.len()) {
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
