//! The binary search of arrays and slices that takes a closure, as a loop.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};

use super::Parser;
use super::chain::Refused;
use super::iterate::{Access, Item, Names};
use crate::ast::Expr;
use crate::hygiene::located;
use crate::messages;

impl Parser<'_> {
    /// Parses `a.partition_point(|v| …)`. The closure is called for the same elements as by std, in the same order.
    pub(super) fn search_call(&mut self, e: &syn::ExprMethodCall) -> Option<Expr> {
        let f = e.args.first().filter(|_| e.args.len() == 1 && e.turbofish.is_none())?;
        if e.method != "partition_point" || !self.may_be_function(f) {
            return None;
        }
        let at = located(e.method.span());
        let mut names = Names::new(self, at);
        let written = names.partition_point(e, f);
        Some(self.chain_block(written, &e.method))
    }
}

impl Names<'_, '_> {
    fn partition_point(&mut self, e: &syn::ExprMethodCall, f: &syn::Expr) -> Result<TokenStream, Refused> {
        let (at, refused) = (self.at, || (e.method.to_token_stream(), messages::SORT));
        let items = self.elements(&e.receiver, Access::Shared, "partition_point").ok_or_else(refused)?;
        let Item::Element { array, .. } = items.item else { return Err(refused()) };
        let lets = items.lets;
        let [base, size, half, before] = ["base", "size", "half", "before"].map(|name| self.name(name));
        let (made, test) = self.applied(f, &[quote_spanned!(at=> &#array[#base.wrapping_add(#half)])])?;
        Ok(quote_spanned! {at=> {
            #lets
            #made
            let mut #base = 0usize;
            let mut #size = #array.len();
            while #size > 0 {
                let #half = #size.wrapping_div(2);
                let #before: bool = #test;
                if #size == 1 {
                    if #before { #base = #base.wrapping_add(1); }
                    break;
                }
                if #before { #base = #base.wrapping_add(#half); }
                #size = #size.wrapping_sub(#half);
            }
            #base
        }})
    }
}
