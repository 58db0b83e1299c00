//! The sorts of arrays and slices that take closures, as loops that insert one element after the other.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use super::Parser;
use super::iterate::{Access, Item, Names};
use crate::ast::Expr;
use crate::hygiene::located;
use crate::messages;

impl Parser<'_> {
    /// Parses `a.sort_by(|a, b| …)`, `a.sort_by_key(|a| …)` and their unstable forms. Of few elements, std's sorts call the closure
    /// for the same pairs.
    pub(super) fn sort_call(&mut self, e: &syn::ExprMethodCall) -> Option<Expr> {
        let by_key = match e.method.to_string().as_str() {
            "sort_by" | "sort_unstable_by" => false,
            "sort_by_key" | "sort_unstable_by_key" => true,
            _ => return None,
        };
        if e.args.len() != 1 || e.turbofish.is_some() {
            return None;
        }
        let at = located(e.method.span());
        let mut names = Names { parser: self, at, count: self.loop_count };
        let written = names.sort(e, by_key);
        Some(self.chain_block(
            written.ok_or_else(|| (quote::ToTokens::to_token_stream(&e.method), messages::SORT)),
            &e.method,
        ))
    }
}

impl Names<'_, '_> {
    fn sort(&mut self, e: &syn::ExprMethodCall, by_key: bool) -> Option<TokenStream> {
        let at = self.at;
        let items = self.elements(&e.receiver, Access::Exclusive, "iter_mut")?;
        let Item::Element { array, .. } = items.item else { return None };
        let lets = items.lets;
        let [i, j, before, x, y] = ["i", "j", "before", "x", "y"].map(|name| self.name(name));
        let (first, second) = (quote_spanned!(at=> &#array[#j]), quote_spanned!(at=> &#array[#before]));
        let (made, less) = if by_key {
            let (made, one) = self.applied(&e.args[0], &[first]).ok()?;
            let (_, other) = self.applied(&e.args[0], &[second]).ok()?;
            let less = quote_spanned!(at=> let #x = #one; let #y = #other; __onrush_ordered!(#x, #y); #x < #y);
            (made, less)
        } else {
            let (made, order) = self.applied(&e.args[0], &[first, second]).ok()?;
            (made, quote_spanned!(at=> #order.is_lt()))
        };
        let method = Ident::new(&e.method.to_string(), at);
        let given =
            if by_key { quote_spanned!(at=> |_| ()) } else { quote_spanned!(at=> |_, _| ::core::cmp::Ordering::Equal) };
        Some(quote_spanned! {at=> {
            __onrush_confirm!(let _: () = [(); 1].#method(#given););
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
