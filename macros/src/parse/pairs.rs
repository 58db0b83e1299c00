//! Names for pairs of which a part is a reference: `|p| p.1`. Such a pair is no value, so the name stands for its parts, which
//! are bound in its place.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Parser;
use super::closure::bare;
use super::iterate::two;
use crate::ast::{Expr, ExprKind, Given, VarId};
use crate::hygiene::located;
use crate::messages;

/// What a name stands for.
#[derive(Clone)]
pub(super) enum Pair {
    Part(VarId, Ident),
    Both(Box<Pair>, Box<Pair>),
}

/// A pair, or a part of one.
#[derive(Clone)]
pub(super) struct PairName {
    pair: Pair,
    /// The parts' names are references to the parts.
    shared: bool,
    /// The name is a reference to the pair.
    reference: bool,
}

/// The names of pairs in a pattern, and patterns of names for the parts.
#[derive(Default)]
pub(super) struct PairNames {
    pairs: Vec<(Ident, PartNames, bool)>,
}

enum PartNames {
    One(Ident),
    Both(Box<PartNames>, Box<PartNames>),
}

impl PairNames {
    /// The pattern with names for the parts in the place of names for pairs; `shared` says that it stands behind a reference.
    pub(super) fn expand(&mut self, pat: &syn::Pat, arg: &Given, shared: bool) -> syn::Pat {
        match (pat, arg) {
            (syn::Pat::Paren(p), _) => self.expand(&p.pat, arg, shared),
            (syn::Pat::Ident(p), Given::Pair(..) | Given::Shared(_)) => {
                if p.mutability.is_some() || p.by_ref.is_some() || p.subpat.is_some() {
                    return pat.clone();
                }
                let (of, shared) = match arg {
                    Given::Shared(both) => (&**both, true),
                    _ => (arg, shared),
                };
                let parts = PartNames::of(of, &p.ident, &mut 0);
                let pattern = parts.pattern();
                self.pairs.push((p.ident.clone(), parts, shared));
                syn::parse_quote!(#pattern)
            }
            (syn::Pat::Reference(p), Given::Shared(both)) => {
                let inner = self.expand(&p.pat, both, false);
                syn::Pat::Reference(syn::PatReference { pat: Box::new(inner), ..p.clone() })
            }
            (syn::Pat::Tuple(_), Given::Shared(both)) => self.expand(pat, both, true),
            (syn::Pat::Tuple(p), Given::Pair(a, b)) => {
                let Some(parts) = two(p) else { return pat.clone() };
                let mut tuple = syn::PatTuple { elems: Default::default(), ..p.clone() };
                for (part, arg) in parts.into_iter().zip([a, b]) {
                    let wild = || syn::parse_quote!(_);
                    tuple.elems.push(part.map_or_else(wild, |part| self.expand(part, arg, shared)));
                }
                syn::Pat::Tuple(tuple)
            }
            _ => pat.clone(),
        }
    }
}

impl PartNames {
    fn of(arg: &Given, name: &Ident, count: &mut usize) -> PartNames {
        match arg {
            Given::Pair(a, b) => {
                PartNames::Both(Box::new(PartNames::of(a, name, count)), Box::new(PartNames::of(b, name, count)))
            }
            Given::One(_) | Given::Shared(_) => {
                *count += 1;
                PartNames::One(format_ident!("__{}_{}", name, *count, span = located(name.span())))
            }
        }
    }

    fn pattern(&self) -> TokenStream {
        match self {
            PartNames::One(name) => quote!(#name),
            PartNames::Both(a, b) => {
                let (a, b) = (a.pattern(), b.pattern());
                quote!((#a, #b))
            }
        }
    }
}

impl Parser<'_> {
    /// Lets names stand for the parts that a pattern has bound.
    pub(super) fn name_pairs(&mut self, names: PairNames) {
        for (name, parts, shared) in names.pairs {
            if let Some(pair) = self.pair_of(&parts) {
                let var = self.declare(&name, false, false);
                self.pairs.insert(var, PairName { pair, shared, reference: shared });
            }
        }
    }

    fn pair_of(&self, parts: &PartNames) -> Option<Pair> {
        Some(match parts {
            PartNames::One(name) => Pair::Part(self.lookup(name)?, name.clone()),
            PartNames::Both(a, b) => Pair::Both(Box::new(self.pair_of(a)?), Box::new(self.pair_of(b)?)),
        })
    }

    /// Whether a part of a named pair is a reference, and, if it is, whether it is exclusive.
    pub(super) fn part_reference(&self, e: &syn::Expr) -> Option<bool> {
        let PairName { pair: Pair::Part(var, _), shared, .. } = self.pair(e)? else { return None };
        let var = &self.vars[var];
        match shared {
            true => var.double.then_some(false),
            false => var.reference.then_some(var.writable),
        }
    }

    /// The pair that an expression names, or a part of one.
    fn pair(&self, e: &syn::Expr) -> Option<PairName> {
        match bare(e) {
            syn::Expr::Path(path) => self.pairs.get(&self.lookup(path.path.get_ident()?)?).cloned(),
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => {
                let of = self.pair(expr).filter(|of| of.reference)?;
                Some(PairName { reference: false, ..of })
            }
            syn::Expr::Field(field) => {
                let of = self.pair(&field.base)?;
                let syn::Member::Unnamed(member) = &field.member else { return None };
                match (of.pair, member.index) {
                    (Pair::Both(part, _), 0) | (Pair::Both(_, part), 1) => {
                        Some(PairName { pair: *part, shared: of.shared, reference: false })
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Parses a part of a named pair, or a copy of the pair; `None` for other expressions.
    pub(super) fn of_pair(&mut self, e: &syn::Expr) -> Option<Expr> {
        let PairName { pair, shared, reference } = self.pair(e)?;
        if reference {
            return Some(self.refuse(e, messages::CLOSURE_PAIR));
        }
        let span = super::span(e);
        Some(self.pair_value(&pair, shared, span))
    }

    fn pair_value(&mut self, pair: &Pair, shared: bool, span: proc_macro2::Span) -> Expr {
        match pair {
            Pair::Part(var, name) => {
                let part = Expr { kind: ExprKind::Var(*var, name.clone()), span };
                match shared {
                    true => Expr { kind: ExprKind::Deref(Box::new(part)), span },
                    false => part,
                }
            }
            Pair::Both(a, b) => {
                let parts: Vec<_> = [a, b].into_iter().map(|part| self.pair_value(part, shared, span)).collect();
                if parts.iter().any(|part| part.is_exclusive(&self.vars)) {
                    return self.refuse(super::spanned(span), messages::REFERENCE);
                }
                let hole = self.infer(span);
                Expr { kind: ExprKind::Tuple { parts, hole }, span }
            }
        }
    }
}
