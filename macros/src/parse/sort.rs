//! The sorts of arrays and slices that take closures, as loops that insert one element after the other.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};

use super::Parser;
use super::chain::Refused;
use super::closure::bare;
use super::iterate::{Access, Item, Names};
use crate::ast::Expr;
use crate::hygiene::located;
use crate::messages;

impl Parser<'_> {
    /// Parses `a.sort_by(|a, b| …)`, `a.sort_by_key(|a| …)` and their unstable forms. Of up to 20 elements, std's sorts call the closure
    /// for the same pairs.
    pub(super) fn sort_call(&mut self, e: &syn::ExprMethodCall) -> Option<Expr> {
        let by_key = match e.method.to_string().as_str() {
            "sort_by" | "sort_unstable_by" => false,
            "sort_by_key" | "sort_unstable_by_key" => true,
            _ => return None,
        };
        let f = e.args.first().filter(|_| e.args.len() == 1 && e.turbofish.is_none())?;
        if !self.may_be_function(f) {
            return None;
        }
        let at = located(e.method.span());
        let mut names = Names::new(self, at);
        let written = names.sort(e, by_key);
        Some(self.chain_block(written, &e.method))
    }

    /// Whether an argument of a method may be a function: a method of the user's may have the same name, and take a number, a constant or a
    /// variant.
    pub(super) fn may_be_function(&self, f: &syn::Expr) -> bool {
        let named = if let syn::Expr::Reference(of) = bare(f) { &of.expr } else { f };
        let is_constant = |last: &syn::PathSegment| last.ident.to_string().starts_with(char::is_uppercase);
        let constant =
            matches!(bare(named), syn::Expr::Path(path) if path.path.segments.last().is_some_and(is_constant));
        !constant && self.is_function(named)
    }
}

impl Names<'_, '_> {
    fn sort(&mut self, e: &syn::ExprMethodCall, by_key: bool) -> Result<TokenStream, Refused> {
        let (at, refused) = (self.at, || (e.method.to_token_stream(), messages::SORT));
        let items = self.elements(&e.receiver, Access::Exclusive, &e.method.to_string()).ok_or_else(refused)?;
        let Item::Element { array, .. } = items.item else { return Err(refused()) };
        let lets = items.lets;
        let [i, j, before, x, y] = ["i", "j", "before", "x", "y"].map(|name| self.name(name));
        let (first, second) = (quote_spanned!(at=> &#array[#j]), quote_spanned!(at=> &#array[#before]));
        let (made, less) = if by_key {
            let (made, one) = self.applied_now(&e.args[0], &[first])?;
            let (_, other) = self.applied_now(&e.args[0], &[second])?;
            let less = quote_spanned!(at=> let #x = #one; let #y = #other; __onrush_ordered!(#x, #y); #x < #y);
            (made, less)
        } else {
            let (made, order) = self.applied_now(&e.args[0], &[first, second])?;
            (made, quote_spanned!(at=> #order.is_lt()))
        };
        Ok(quote_spanned! {at=> {
            #lets
            #made
            for #i in 1..#array.len() {
                let mut #j = #i;
                while #j > 0 && { let #before = #j.wrapping_sub(1); #less } {
                    #array.swap(#j, #j.wrapping_sub(1));
                    #j = #j.wrapping_sub(1);
                }
            }
        }})
    }
}
