//! Parts of arrays and slices that are taken out of the `Option` in which a method gives them: `let s = a.get(1..n)?;`,
//! `*a.get_mut(i).unwrap() = v`, `let (first, rest) = a.split_first().ok_or(Error::Ends)?;`.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::Parser;
use super::closure::bare;
use super::iterate::Names;
use super::option::{results, variants};
use super::pieces::refused;
use crate::ast::Expr;
use crate::hygiene::located;
use crate::intrinsics;

/// The call, if its method gives parts of an array by its name and arguments.
pub(super) fn gives_pieces(e: &syn::Expr) -> Option<&syn::ExprMethodCall> {
    let syn::Expr::MethodCall(e) = bare(e) else { return None };
    let args: Vec<_> = e.args.iter().map(bare).collect();
    let known = match (e.method.to_string().as_str(), &args[..]) {
        ("get", [arg]) => matches!(arg, syn::Expr::Range(_)),
        ("get_mut", [_]) => true,
        ("first_mut" | "last_mut" | "split_first" | "split_last" | "split_first_mut" | "split_last_mut", []) => true,
        _ => false,
    };
    (known && e.turbofish.is_none()).then_some(e)
}

/// Whether the expression gives an element and the others.
pub(super) fn gives_ends(e: &syn::Expr) -> bool {
    gives_pieces(e).is_some_and(|e| e.method.to_string().starts_with("split_"))
}

/// The call that gives a part, and the closure of a `filter` behind it.
pub(super) fn gives_filtered(e: &syn::Expr) -> Option<(&syn::ExprMethodCall, Option<&syn::Expr>)> {
    if let syn::Expr::MethodCall(filter) = bare(e)
        && filter.method == "filter"
        && filter.args.len() == 1
        && !gives_ends(&filter.receiver)
    {
        return gives_pieces(&filter.receiver).map(|call| (call, filter.args.first()));
    }
    gives_pieces(e).map(|call| (call, None))
}

/// How the `Option` of a part is taken apart.
enum Taking<'e> {
    /// By `?`.
    Question,
    /// By `ok_or(error)?`, or if it is `late`, `ok_or_else(error)?`.
    Error { error: &'e syn::Expr, late: bool },
    /// By a method that fails with this message.
    Method(&'e Ident, String),
}

impl Taking<'_> {
    /// What is evaluated before it is known whether something is there: the error, which gets the name `default`.
    fn between(&self, default: &Ident) -> TokenStream {
        match self {
            Taking::Error { error, late: false } => quote_spanned!(default.span()=> let #default = #error;),
            _ => TokenStream::new(),
        }
    }
}

/// The expression whose `Option` is taken apart, and by what.
fn taken(e: &syn::Expr) -> Option<(&syn::Expr, Taking<'_>)> {
    match bare(e) {
        syn::Expr::Try(e) => match bare(&e.expr) {
            syn::Expr::MethodCall(e)
                if matches!(e.method.to_string().as_str(), "ok_or" | "ok_or_else")
                    && gives_filtered(&e.receiver).is_some()
                    && e.args.len() == 1 =>
            {
                Some((&e.receiver, Taking::Error { error: &e.args[0], late: e.method == "ok_or_else" }))
            }
            value => gives_filtered(value).map(|_| (value, Taking::Question)),
        },
        syn::Expr::MethodCall(e) => {
            gives_filtered(&e.receiver)?;
            let text = match (e.method.to_string().as_str(), e.args.first().map(bare)) {
                ("unwrap", None) => intrinsics::failure("unwrap")?.to_owned(),
                ("expect", Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }))) => {
                    text.value().replace('{', "{{").replace('}', "}}")
                }
                _ => return None,
            };
            Some((&e.receiver, Taking::Method(&e.method, text)))
        }
        _ => None,
    }
}

/// Whether the expression takes a part out of the `Option` in which a method gives it.
pub(super) fn takes_piece(e: &syn::Expr) -> bool {
    taken(e).is_some()
}

/// What happens if nothing is there.
fn otherwise(e: &syn::Expr, taking: &Taking<'_>, default: &Ident) -> TokenStream {
    let at = located(super::span(e));
    let (_, err) = results(at);
    match taking {
        // Rust names the place of the method.
        Taking::Method(method, text) => {
            let at = method.span();
            quote_spanned!(at=> ::core::panic!(#text))
        }
        Taking::Question => {
            let (_, none) = variants(at);
            quote_spanned!(at=> return #none)
        }
        Taking::Error { error, late: true } => quote_spanned!(at=> return #err((#error)())?),
        Taking::Error { .. } => quote_spanned!(at=> return #err(#default)?),
    }
}

impl Parser<'_> {
    /// Writes `let pattern = a.get(1..n)?;` as a `let … else`, and what is evaluated behind the arguments of the method, as that of
    /// `ok_or`; `None` if it is no such one.
    pub(super) fn taken_piece(&self, local: &syn::Local) -> Option<(syn::Local, TokenStream)> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let (value, taking) = taken(&init.expr)?;
        if matches!(local.pat, syn::Pat::Type(_)) {
            return None;
        }
        let at = located(super::span(&local.pat));
        let ((some, _), pat, default) = (variants(at), &local.pat, Names::new(self, at).name("default"));
        let otherwise = otherwise(&init.expr, &taking, &default);
        let between = taking.between(&default);
        let written = quote_spanned!(local.let_token.span=> let #some(#pat) = #value else { #otherwise };);
        match syn::parse2::<syn::Stmt>(written) {
            Ok(syn::Stmt::Local(local)) => Some((local, between)),
            _ => None,
        }
    }

    /// Writes what `*a.get_mut(i)?` names as an element: `a[i]`.
    pub(super) fn taken_element(&mut self, e: &syn::Expr) -> Option<Expr> {
        let (value, taking) = taken(e)?;
        let call = gives_pieces(value)?;
        let mut names = Names::new(self, located(call.method.span()));
        let default = names.name("default");
        let written = names.element(call, &taking.between(&default), &otherwise(e, &taking, &default))?;
        match written.and_then(|text| syn::parse2(text).map_err(|_| refused(call))) {
            Ok(element) => Some(self.index(&element, super::span(&element))),
            Err((at, message)) => Some(self.refuse_as(at, message, &call.method.to_string())),
        }
    }
}
