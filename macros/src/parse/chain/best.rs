//! The ends that keep an item until another one takes its place: `last`, `min`, `max_by`, `min_by_key`, `reduce`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::items::{Chain, Form};
use super::{End, Refused};
use crate::messages;
use crate::parse::iterate::Names;
use crate::parse::option::variants;

/// The method that ends a chain, its items, and the names of the one that is kept and of another one.
struct Ended<'a> {
    e: &'a syn::ExprMethodCall,
    end: End,
    item: &'a Form,
    acc: &'a Ident,
    v: &'a Ident,
}

/// What is kept of the items: what it begins with, and what becomes of it.
struct Kept {
    /// What makes the closure.
    made: TokenStream,
    /// The value that is kept of an item, with statements before.
    value: TokenStream,
    /// Behind the loop to the first item.
    begin: TokenStream,
    /// What another item `v` changes.
    update: TokenStream,
    /// The item that is kept at the end.
    item: TokenStream,
}

impl Names<'_, '_> {
    /// The loop to the first item, and that over the others. `leave` is where there is none.
    pub(super) fn best(
        &mut self,
        e: &syn::ExprMethodCall,
        end: End,
        chain: &Chain,
        leave: &TokenStream,
        some: impl FnOnce(TokenStream) -> TokenStream,
    ) -> Result<(TokenStream, TokenStream), Refused> {
        let at = self.at;
        let [acc, v] = ["acc", "v"].map(|name| self.name(name));
        let ended = Ended { e, end, item: &chain.item, acc: &acc, v: &v };
        let Kept { made, value, begin, update, item } = match end {
            End::MinBy | End::MaxBy => self.by_order(&ended)?,
            End::MinByKey | End::MaxByKey => self.by_key(&ended)?,
            _ => self.by_value(&ended)?,
        };
        let (lets, item) = (&chain.lets, some(item));
        let before = quote_spanned!(at=> #lets #made);
        if !chain.around.is_empty() {
            // A loop in a loop can't be gone on with.
            // Rustc knows the type of the item that is kept by the first one.
            let ((yes, none), begun) = (variants(at), self.name("begun"));
            let run = chain.run(quote_spanned! {at=>
                let #v = #value;
                if !#begun {
                    #begun = true;
                    #acc = #yes(#v);
                    continue;
                }
                #acc = match #acc { #yes(mut #acc) => { #begin #update #yes(#acc) } #none => #none };
            });
            let body = quote_spanned! {at=>
                let mut #begun = false;
                let mut #acc = #none;
                #run
                match #acc { #yes(#acc) => #item, #none => { #leave } }
            };
            return Ok((before, body));
        }
        let [first, next] = ["first", "next"].map(|name| self.name(name));
        let first = syn::Lifetime { apostrophe: at, ident: first };
        let (position, once) = chain.run_first(&next, quote_spanned!(at=> break #first #value;));
        let again = chain.run_on(&next, quote_spanned!(at=> let #v = #value; #update));
        let body = quote_spanned! {at=>
            #position
            let mut #acc = #first: { #once #leave };
            #begin
            #again
            #item
        };
        Ok((before, body))
    }

    /// `last`, `min`, `max` and `reduce`.
    fn by_value(&mut self, of: &Ended<'_>) -> Result<Kept, Refused> {
        let (at, Ended { e, end, item, acc, v }) = (self.at, of);
        let value = copy(e, item)?;
        let mut made = TokenStream::new();
        let ordered = quote_spanned!(at=> __onrush_ordered!(#acc, #v););
        let update = match end {
            End::Last => quote_spanned!(at=> #acc = #v;),
            End::Reduce if !item.is_value() => {
                return Err((e.method.to_token_stream(), messages::CHAIN_REFERENCE));
            }
            _ if matches!(item, Form::Pair(..)) => return Err((e.method.to_token_stream(), messages::CHAIN_PAIRS)),
            End::Min => quote_spanned!(at=> #ordered if #acc > #v { #acc = #v; }),
            End::Max => quote_spanned!(at=> #ordered if !(#acc > #v) { #acc = #v; }),
            _ => {
                let (of, next) = self.applied(&e.args[0], &[quote!(#acc), quote!(#v)])?;
                made = of;
                quote_spanned!(at=> #acc = #next;)
            }
        };
        Ok(Kept { made, value, begin: TokenStream::new(), update, item: quote!(#acc) })
    }

    /// `min_by` and `max_by`. The closure is given references to copies, of which those of pairs have names of their own.
    fn by_order(&mut self, of: &Ended<'_>) -> Result<Kept, Refused> {
        let (at, Ended { e, end, item, acc, v }) = (self.at, of);
        let value = copy(e, item)?;
        let mut begin = TokenStream::new();
        let [a, b] = ["a", "b"].map(|name| self.name(name));
        let (first, second, names, copies) = match item {
            Form::Pair(..) => {
                let (part, best) = (item.renamed(self, "part"), item.renamed(self, "best"));
                let parts = part.argument();
                begin = quote_spanned!(at=> let #parts = #acc;);
                let mut copies = TokenStream::new();
                for ((best, from), now) in best.leaves().into_iter().zip(part.leaves()).zip(item.leaves()) {
                    let (best, from, now) = (best.argument(), from.copy(), now.copy());
                    begin.extend(quote_spanned!(at=> let mut #best = #from;));
                    copies.extend(quote_spanned!(at=> #best = #now;));
                }
                let (best, now) = (best.borrowed(), item.argument());
                (quote_spanned!(at=> &#best), quote_spanned!(at=> &#now), TokenStream::new(), copies)
            }
            _ => {
                let by = matches!(item, Form::Reference { .. }).then(|| quote_spanned!(at=> &));
                let names = quote_spanned!(at=> let #a = #by #acc; let #b = #by #v;);
                (quote_spanned!(at=> &#a), quote_spanned!(at=> &#b), names, TokenStream::new())
            }
        };
        let (made, next) = self.applied(&e.args[0], &[first, second])?;
        let not = (*end == End::MaxBy).then(|| quote_spanned!(at=> !));
        let update = quote_spanned!(at=> if #not { #names #next }.is_gt() { #acc = #v; #copies });
        Ok(Kept { made, value, begin, update, item: quote!(#acc) })
    }

    /// `min_by_key` and `max_by_key`: the key is kept beside the item.
    fn by_key(&mut self, of: &Ended<'_>) -> Result<Kept, Refused> {
        let (at, Ended { e, end, item, acc, v }) = (self.at, of);
        let (value, given) = (copy(e, item)?, item.argument());
        let [key, best] = ["key", "best"].map(|name| self.name(name));
        let (made, next) = self.applied(&e.args[0], &[quote_spanned!(at=> &#given)])?;
        let not = (*end == End::MaxByKey).then(|| quote_spanned!(at=> !));
        Ok(Kept {
            made,
            value: quote_spanned!(at=> { let #key = #next; (#value, #key) }),
            begin: TokenStream::new(),
            update: quote_spanned! {at=>
                let #best = #acc.1;
                let #key = #v.1;
                __onrush_ordered!(#best, #key);
                if #not(#best > #key) { #acc = #v; }
            },
            item: quote_spanned!(at=> #acc.0),
        })
    }
}

/// The value that is kept of an item.
fn copy(e: &syn::ExprMethodCall, item: &Form) -> Result<TokenStream, Refused> {
    if matches!(item, Form::Pair(..)) && item.is_exclusive() {
        return Err((e.method.to_token_stream(), messages::CHAIN_EXCLUSIVE));
    }
    Ok(item.copy())
}
