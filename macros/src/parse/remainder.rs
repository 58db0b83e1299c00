//! The elements behind the last of `chunks_exact`: `let mut words = a.chunks_exact(4); … words.remainder()`. They are a part of the array
//! that doesn't depend on how far the iterator is.

use proc_macro2::TokenStream;
use quote::quote_spanned;

use super::Parser;
use super::closure::bare;
use super::iterate::Names;
use crate::hygiene::located;

impl Parser<'_> {
    /// What is evaluated before, and the place that `remainder` refers to; `None` of other expressions.
    pub(super) fn remainder(&self, e: &syn::Expr) -> Option<(TokenStream, TokenStream)> {
        let syn::Expr::MethodCall(e) = bare(e) else { return None };
        if e.method != "remainder" || !e.args.is_empty() || e.turbofish.is_some() {
            return None;
        }
        if let Some(named) = self.named_chain(&e.receiver) {
            return Some((TokenStream::new(), named.remainder()?));
        }
        if !self.iterates(&e.receiver) {
            return None;
        }
        let items = Names::new(self, located(e.method.span())).items(&e.receiver)?;
        Some((items.lets, items.remainder?))
    }

    /// The place of the remainder of an iterator that has a name.
    pub(super) fn named_remainder(&self, e: &syn::Expr) -> Option<syn::Expr> {
        let (lets, place) = self.remainder(e)?;
        lets.is_empty().then(|| syn::parse2(place).ok()).flatten()
    }

    /// Writes `let tail = a.chunks_exact(4).remainder();` as statements; `None` if it is no such one.
    pub(super) fn let_remainder(&self, local: &syn::Local) -> Option<syn::Block> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let ((lets, place), pat) = (self.remainder(&init.expr)?, &local.pat);
        syn::parse2(quote_spanned!(local.let_token.span=> { #lets let #pat = &#place; })).ok()
    }
}
