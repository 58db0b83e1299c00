//! Patterns: the names that they bind and the values that they compare.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};

use super::Parser;
use super::enums::{is_unit, is_variant};
use super::literal::integer;
use super::types::{plain, referent};
use crate::ast::{End, Expr, ExprKind, Pattern, Presence, Var, VarId};
use crate::hygiene;
use crate::messages::{self, Message};
use crate::variants;

/// The value that a pattern is matched with, as far as the text shows.
#[derive(Clone, Copy, Default)]
pub(super) struct Binding<'t> {
    /// The value's type, if it is written.
    pub(super) ty: Option<&'t syn::Type>,
    /// The value is a reference.
    pub(super) reference: bool,
    /// The value is a `&mut`.
    pub(super) exclusive: bool,
    /// The value is a reference to a reference.
    pub(super) double: bool,
    /// The variable to which the reference was taken.
    pub(super) of: Option<VarId>,
    /// What the reference refers to is captured, or a constant.
    pub(super) outside: bool,
    /// The value may be a shared reference that the text doesn't show: that in an `Option`.
    pub(super) lent: bool,
    /// The pattern may fail to match, so a name in it may be a constant's.
    pub(super) refutable: bool,
}

impl<'t> Binding<'t> {
    pub(super) fn typed(ty: &'t syn::Type) -> Self {
        let (reference, exclusive) = match plain(ty) {
            syn::Type::Reference(r) => (true, r.mutability.is_some()),
            _ => (false, false),
        };
        Binding { ty: Some(ty), reference, exclusive, ..Binding::default() }
    }

    /// Describes the value of an expression.
    pub(super) fn of(e: &Expr, vars: &[Var]) -> Self {
        let reference = e.is_reference(vars);
        let of = e.root().filter(|_| reference);
        let double = e.is_double(vars);
        let lent = match &e.kind {
            ExprKind::Var(var, _) => vars[*var].lent,
            ExprKind::Ref { mutable: false, place } => matches!(place.kind, ExprKind::Var(var, _) if vars[var].lent),
            _ => e.may_refer(vars),
        };
        let outside = reference && e.is_outside(vars);
        Binding {
            reference,
            exclusive: e.is_exclusive(vars) && !double,
            double,
            of,
            outside,
            lent,
            ..Binding::default()
        }
    }

    /// Describes part `i` of a tuple or array: it is a reference if its type is one or if the whole is behind one.
    fn part(self, i: usize) -> Self {
        let whole = self.ty.map(|ty| referent(ty).unwrap_or(ty)).map(plain);
        let part = match whole {
            Some(syn::Type::Tuple(tuple)) => tuple.elems.iter().nth(i).map(Binding::typed),
            Some(syn::Type::Array(array)) => Some(Binding::typed(&array.elem)),
            _ => None,
        };
        let part = part.unwrap_or_default();
        Binding {
            reference: part.reference || self.reference,
            exclusive: part.exclusive || self.exclusive,
            double: part.double,
            of: self.of,
            outside: self.outside,
            lent: self.lent,
            refutable: self.refutable,
            ..part
        }
    }

    /// Describes the value of an `Option` or a `Result`, or the latter's error.
    fn payload(self, of: Presence) -> Self {
        let given = match self.ty.map(|ty| referent(ty).unwrap_or(ty)).map(plain) {
            Some(syn::Type::Path(path)) => path.path.segments.last().map(|last| &last.arguments),
            _ => None,
        };
        let ty = match given {
            Some(syn::PathArguments::AngleBracketed(given)) => {
                let mut types = given.args.iter().filter_map(|arg| match arg {
                    syn::GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                });
                if of == Presence::Err { types.nth(1) } else { types.next() }
            }
            _ => None,
        };
        Binding { ty, double: false, lent: true, ..self }
    }
}

impl Parser<'_> {
    /// Parses a pattern and declares its names.
    pub(super) fn pattern(&mut self, pat: &syn::Pat, of: Binding<'_>) -> Pattern {
        match pat {
            syn::Pat::Wild(_) => Pattern::Wild,
            syn::Pat::Paren(p) => self.pattern(&p.pat, of),
            syn::Pat::Ident(p) => self.name_pattern(p, of),
            syn::Pat::Reference(p) => {
                let ty = of.ty.and_then(referent);
                let part = ty.map(Binding::typed).unwrap_or_default();
                // Behind a reference to a reference, there is one more.
                let part = if of.double { Binding { reference: true, of: of.of, ..part } } else { part };
                let inner = self.pattern(&p.pat, Binding { refutable: of.refutable, ..part });
                Pattern::Referent(Box::new(inner))
            }
            syn::Pat::Tuple(p) => self.parts(p.elems.iter(), of),
            syn::Pat::TupleStruct(p) => {
                if let Some((variant, inner)) = variants::present_part(p) {
                    let inner = inner.map_or(Pattern::Wild, |inner| self.pattern(inner, of.payload(variant)));
                    return Pattern::Optional(p.path.clone(), variant, Some(Box::new(inner)));
                }
                match self.parts(p.elems.iter(), Binding { ty: None, ..of }) {
                    Pattern::Parts(parts) if is_variant(&p.path) => Pattern::Variant(p.path.clone(), parts),
                    parts => parts,
                }
            }
            syn::Pat::Struct(p) if variants::presence(&p.path).is_some() => {
                self.refuse_pattern(&p.path, messages::OPTION_FIELDS)
            }
            syn::Pat::Struct(p) => {
                let fields = p.fields.iter().map(|field| {
                    let part = Binding { ty: None, ..of };
                    (field.member.clone(), self.pattern(&field.pat, part))
                });
                let fields = fields.collect();
                if is_variant(&p.path) { Pattern::Variant(p.path.clone(), fields) } else { Pattern::Parts(fields) }
            }
            syn::Pat::Or(p) => {
                let known = self.vars.len();
                let cases = p.cases.iter().map(|case| self.pattern(case, of)).collect();
                if self.vars.len() > known {
                    return self.refuse_pattern(p, messages::PATTERN_OR_BINDS);
                }
                Pattern::Or(cases)
            }
            syn::Pat::Lit(p) => match &p.lit {
                syn::Lit::Bool(b) => Pattern::Bool(b.value),
                lit => self.number(pat, lit, false).map_or(Pattern::Wild, Pattern::Integer),
            },
            syn::Pat::Range(p) => {
                let from = p.start.as_ref().and_then(|e| self.end(e));
                let to = p.end.as_ref().and_then(|e| self.end(e));
                Pattern::Range { from, to, inclusive: matches!(p.limits, syn::RangeLimits::Closed(_)) }
            }
            syn::Pat::Path(p) if p.qself.is_none() && variants::presence(&p.path) == Some(Presence::None) => {
                Pattern::Optional(p.path.clone(), Presence::None, None)
            }
            syn::Pat::Path(p) => match variants::ordering(&p.path) {
                Some(variant) => Pattern::Ordering(p.path.clone(), variant),
                None if is_unit(&p.path) => Pattern::Variant(p.path.clone(), Vec::new()),
                None => Pattern::Constant(self.capture(&p.path)),
            },
            syn::Pat::Slice(p) => Pattern::Elements(self.elements(p, of)),
            _ => self.refuse_pattern(pat, messages::PATTERN),
        }
    }

    fn name_pattern(&mut self, p: &syn::PatIdent, of: Binding<'_>) -> Pattern {
        if let Some(by_ref) = &p.by_ref {
            return self.refuse_pattern(by_ref, messages::PATTERN_REF);
        }
        if is_none(p) {
            return Pattern::Optional(syn::Path::from(p.ident.clone()), Presence::None, None);
        }
        // A name in capitals is taken for a constant; `emit::rust` makes rustc confirm it.
        if of.refutable && is_constant_pattern(p) {
            return Pattern::Constant(self.capture(&syn::Path::from(p.ident.clone())));
        }
        let inner = p.subpat.as_ref().map(|(_, inner)| Box::new(self.pattern(inner, of)));
        let mutable = p.mutability.is_some() || of.exclusive;
        let var = self.declare(&p.ident, mutable, of.reference);
        self.vars[var].of = of.of;
        self.vars[var].outside = of.outside;
        self.vars[var].double = of.double;
        let ty = of.ty.map(|ty| plain(referent(ty).unwrap_or(ty)));
        self.vars[var].array = matches!(ty, Some(syn::Type::Array(_)));
        self.vars[var].lent = of.lent && !of.exclusive;
        self.vars[var].writable = if of.reference { of.exclusive } else { p.mutability.is_some() };
        Pattern::Bind { var, name: p.ident.clone(), inner }
    }

    fn parts<'p>(&mut self, parts: impl ExactSizeIterator<Item = &'p syn::Pat>, of: Binding<'_>) -> Pattern {
        let parts = self.listed(parts, of);
        Pattern::Parts(parts.into_iter().enumerate().map(|(i, part)| (syn::Member::from(i), part)).collect())
    }

    /// Parses the patterns of the first parts, up to `..`.
    fn listed<'p>(&mut self, parts: impl ExactSizeIterator<Item = &'p syn::Pat>, of: Binding<'_>) -> Vec<Pattern> {
        let count = parts.len();
        let mut list = Vec::new();
        for (i, part) in parts.enumerate() {
            if let syn::Pat::Rest(rest) = part {
                if i + 1 != count {
                    self.report.refuse(rest, messages::PATTERN_REST);
                }
                break;
            }
            list.push(self.pattern(part, of.part(i)));
        }
        list
    }

    /// Parses the patterns of an array's elements, of which one may be `..` or a name for those between the others.
    fn elements(&mut self, p: &syn::PatSlice, of: Binding<'_>) -> Vec<Pattern> {
        let count = p.elems.len();
        let mut middle = None;
        let mut list = Vec::new();
        for (i, part) in p.elems.iter().enumerate() {
            let (from, back) = (i, count - i - 1);
            let named = match part {
                syn::Pat::Rest(_) => None,
                syn::Pat::Ident(name) if is_rest(name) => Some(syn::PatIdent { subpat: None, ..name.clone() }),
                part => {
                    // Rustc knows how many elements `..` stands for, and that there is one of them.
                    let pattern = self.pattern(part, of.part(i));
                    list.push(if middle.is_some() { Pattern::Back(back + 1, Box::new(pattern)) } else { pattern });
                    continue;
                }
            };
            middle = Some(i);
            let Some(name) = named else { continue };
            if of.exclusive {
                self.report.refuse(part, messages::PATTERN_REST_MUT);
            }
            let name = Box::new(self.name_pattern(&name, Binding { ty: None, refutable: false, ..of }));
            name.variable().into_iter().for_each(|var| self.vars[var].array = true);
            list.push(Pattern::Rest { from, back, name });
        }
        if of.refutable {
            list.push(Pattern::Length(count - usize::from(middle.is_some()), middle.is_some()));
        }
        list
    }

    /// Parses an end of a range, which rustc takes for a constant's if it is a name.
    fn end(&mut self, e: &syn::Expr) -> Option<End> {
        match e {
            syn::Expr::Lit(lit) => self.number(e, &lit.lit, false).map(End::Integer),
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => match &**expr {
                syn::Expr::Lit(lit) => self.number(e, &lit.lit, true).map(End::Integer),
                _ => self.refuse_end(e),
            },
            syn::Expr::Path(path) if path.qself.is_none() => Some(End::Constant(self.capture(&path.path))),
            _ => self.refuse_end(e),
        }
    }

    fn refuse_end(&mut self, e: &syn::Expr) -> Option<End> {
        self.report.refuse(e, messages::PATTERN);
        None
    }

    fn number(&mut self, at: &impl quote::ToTokens, lit: &syn::Lit, negative: bool) -> Option<i128> {
        let message = match lit {
            syn::Lit::Int(i) => match integer(i, negative) {
                Some(value) => return Some(value),
                None => messages::PATTERN_WIDE,
            },
            syn::Lit::Byte(b) => return Some(b.value().into()),
            syn::Lit::Float(_) => messages::PATTERN_FLOAT,
            syn::Lit::Char(_) => messages::CHAR,
            syn::Lit::Verbatim(_) => messages::PATTERN,
            _ => messages::STRING,
        };
        self.report.refuse(at, message);
        None
    }

    fn refuse_pattern(&mut self, tokens: impl quote::ToTokens + Spanned, message: Message) -> Pattern {
        self.report.refuse(tokens, message);
        Pattern::Wild
    }
}

/// Whether a name in a pattern is a constant's, by Rust's naming convention: `MAX`, but not `x` or `Vec3`.
pub(super) fn is_constant_pattern(p: &syn::PatIdent) -> bool {
    let name = p.ident.to_string();
    p.mutability.is_none()
        && p.subpat.is_none()
        && name.starts_with(|c: char| c.is_uppercase())
        && name.chars().all(|c| !c.is_lowercase())
}

/// Whether a name in a pattern is that of `Option`'s variant, as rustc is made to confirm.
fn is_none(p: &syn::PatIdent) -> bool {
    p.ident == "None" && p.mutability.is_none() && p.subpat.is_none()
}

/// Whether the pattern is `name @ ..`.
fn is_rest(p: &syn::PatIdent) -> bool {
    matches!(&p.subpat, Some((_, inner)) if matches!(**inner, syn::Pat::Rest(_)))
}

/// Rewrites a pattern for the host: `x` becomes `x @ _`, which is always a binding, even if an outer item is called
/// `x`. A renamed variable appears under its new name.
pub(super) struct Certain<'p, 'a> {
    pub(super) parser: &'p Parser<'a>,
    pub(super) refutable: bool,
}

impl VisitMut for Certain<'_, '_> {
    fn visit_pat_ident_mut(&mut self, p: &mut syn::PatIdent) {
        visit_mut::visit_pat_ident_mut(self, p);
        if is_none(p) || (self.refutable && is_constant_pattern(p)) {
            return;
        }
        if let Some(var) = self.parser.lookup(&p.ident).filter(|_| self.parser.mixed) {
            p.ident = hygiene::renamed(&p.ident, var);
        }
        if p.subpat.is_none() && p.by_ref.is_none() {
            // The pattern's span is that of all of its parts; rustc reports the name there.
            let span = p.ident.span();
            let any = syn::PatWild { attrs: Vec::new(), underscore_token: syn::Token![_](span) };
            p.subpat = Some((syn::Token![@](span), Box::new(any.into())));
        }
    }
    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        // Spells out the shorthand: `Point { x }` becomes `Point { x: x }`.
        field.colon_token.get_or_insert_with(Default::default);
        self.visit_pat_mut(&mut field.pat);
    }
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<syn::Attribute>) {
        attributes.clear();
    }
}

impl Parser<'_> {
    /// The tokens of a pattern whose names have just been declared.
    pub(super) fn certain(&self, pat: &syn::Pat, refutable: bool) -> TokenStream {
        let mut pat = pat.clone();
        Certain { parser: self, refutable }.visit_pat_mut(&mut pat);
        pat.to_token_stream()
    }

    /// The tokens of a parameter's pattern. It is irrefutable, so a single name stays as it is.
    pub(super) fn certain_param(&self, pat: &syn::Pat) -> TokenStream {
        match pat {
            syn::Pat::Ident(p) if p.subpat.is_none() && !self.mixed => pat.to_token_stream(),
            _ => self.certain(pat, false),
        }
    }
}
