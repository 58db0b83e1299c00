//! `zip` of chains: each item with a partner, and which closures are called where one side is longer.
//!
//! Rust asks the left side for an item before it asks the right side for a partner, so a closure of the left side may be
//! called for an item that has none. Std finds the items of arrays and of ranges by their positions, if both sides allow it,
//! and then calls nothing for the excess. Between the two, it depends on the method that ends the chain, and is refused.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::items::{Chain, Form, Source, Traits};
use super::{Refused, confirmed};
use crate::messages;
use crate::parse::closure::bare;
use crate::parse::iterate::{Access, Names, gives_parts};
use crate::parse::option::variants;

/// The items of a source one by one, from variables in front of the loop.
pub(super) struct Pulled {
    pub(super) lets: TokenStream,
    /// Whether there are no more; `None` if there always are.
    pub(super) ended: Option<TokenStream>,
    /// The statements that bind the source's variable to the next item.
    pub(super) next: TokenStream,
}

impl Names<'_, '_> {
    pub(super) fn zip(&mut self, left: Chain, e: &syn::ExprMethodCall) -> Result<Chain, Refused> {
        let (right, pulled) = self.partner(&e.args[0])?;
        let refused = |message| Err((e.method.to_token_stream(), message));
        if left.traits.endless && !self.looped {
            return refused(messages::CHAIN_ZIP);
        }
        if !right.traits.exact {
            return self.asked(left, right, e);
        }
        // Beside what has no end, no item is without a partner.
        let endless = pulled.is_some() || matches!(right.source, Source::Repeated);
        let both = left.traits.random && right.traits.random;
        let early = !left.traits.endless && (left.traits.idle || endless || both);
        if !early && !left.traits.filtered && !left.traits.endless {
            return refused(messages::CHAIN_ZIP);
        }
        let (at, idle) = (self.at, left.traits.idle && right.traits.idle);
        let random = left.traits.random && right.traits.random;
        let copies = left.traits.copies || right.traits.copies;
        let slices = left.traits.slices || right.traits.slices;
        let sized = left.traits.sized && right.traits.sized;
        let (first, second) = (&left.probe, &right.probe);
        let mut chain = Chain {
            lets: left.lets,
            source: left.source,
            stages: left.stages,
            item: Form::Pair(Box::new(left.item), Box::new(right.item.clone())),
            probe: quote_spanned!(at=> #first.zip(#second)),
            traits: Traits {
                idle,
                random,
                exact: false,
                turns: false,
                ends: true,
                copies,
                slices,
                sized,
                resumes: left.traits.resumes || right.traits.resumes,
                counts_on: left.traits.counts_on || right.traits.counts_on,
                ..left.traits
            },
            parts: Vec::new(),
            remainder: None,
            taken: [left.taken, right.taken.clone()].concat(),
            around: left.around,
            leave: left.leave,
        };
        chain.lets.extend(right.lets.clone());
        match (&chain.source, &right.source, pulled) {
            (Source::Positions { .. }, Source::Positions { .. }, _) if left.traits.exact => {
                self.at_same_positions(&mut chain, &right);
                chain.traits = Traits { exact: true, turns: idle, ends: left.traits.ends, ..chain.traits };
            }
            (_, source, pulled) => {
                let Some(Pulled { lets, ended, next }) = pulled.or_else(|| self.pulled(source)) else {
                    return refused(messages::CHAIN_PARTNER);
                };
                chain.lets.extend(lets);
                let leave = &chain.leave;
                let ended = ended.map(|ended| quote_spanned!(at=> if #ended { #leave; }));
                let (stages, partner) = (&chain.stages, &right.stages);
                chain.stages = match early {
                    true => quote!(#ended #stages #next #partner),
                    false => quote!(#stages #ended #next #partner),
                };
            }
        }
        self.whole(&mut chain);
        Ok(chain)
    }

    /// A right side that is asked for items until it has one.
    fn asked(&mut self, mut chain: Chain, right: Chain, e: &syn::ExprMethodCall) -> Result<Chain, Refused> {
        let at = self.at;
        let slices = chain.traits.slices || right.traits.slices;
        let (refused, item) = (|message| Err((e.method.to_token_stream(), message)), right.item.clone());
        let is_reference = match &item {
            Form::Value(_) => false,
            Form::Reference { exclusive: false, .. } => true,
            _ => return refused(messages::CHAIN_PARTNER),
        };
        if slices {
            return refused(messages::CHAIN_PARTNER);
        }
        if !chain.traits.idle && !chain.traits.filtered && !right.traits.filtered {
            return refused(messages::CHAIN_ZIP);
        }
        let (probe, partner) = (&chain.probe, &right.probe);
        chain.probe = quote_spanned!(at=> #probe.zip(#partner));
        // A `break` leaves the loop around the partner without one.
        let filtered = chain.traits.filtered || right.traits.filtered;
        let idle = chain.traits.idle && right.traits.idle;
        let Some(right) = self.one_by_one(right) else { return refused(messages::CHAIN_PARTNER) };
        let [x, y] = ["x", "y"].map(|name| self.name(name));
        let ((some, none), stages, value, leave) = (variants(at), &right.stages, item.copy(), &chain.leave);
        chain.lets.extend(right.lets);
        let (partner, found) = (self.name("partner"), quote_spanned!(at=> #some(#value)));
        chain.stages.extend(quote_spanned! {at=>
            let mut #partner = #none;
            loop { #stages #partner = #found; break; }
            let #x = match #partner { #some(#x) => #x, #none => { #leave } };
        });
        let mut item = Form::Value(x.clone());
        if is_reference {
            chain.stages.extend(quote_spanned!(at=> let #y = &#x;));
            item = Form::Reference { x: y, exclusive: false };
        }
        chain.item = Form::Pair(Box::new(chain.item), Box::new(item));
        chain.traits = Traits {
            turns: false,
            exact: false,
            idle,
            random: false,
            filtered,
            ends: true,
            copies: chain.traits.copies || is_reference,
            sized: false,
            resumes: chain.traits.resumes || right.traits.resumes,
            counts_on: chain.traits.counts_on || right.traits.counts_on,
            ..chain.traits
        };
        self.whole(&mut chain);
        Ok(chain)
    }

    /// The right side. A range without an end can stand there alone.
    fn partner(&mut self, e: &syn::Expr) -> Result<(Chain, Option<Pulled>), Refused> {
        let at = self.at;
        let syn::Expr::Range(syn::ExprRange { start: Some(start), end: None, .. }) = bare(e) else {
            return Ok((self.chain(e)?, None));
        };
        let [x, from, y] = ["x", "from", "y"].map(|name| self.name(name));
        let integers = integers(&from, &from);
        let lets = quote_spanned!(at=> let #from = #start; #integers let mut #y = #from;);
        let next = quote_spanned!(at=> let #x = #y; #y += 1;);
        let chain = Chain::of(
            Source::Endless,
            Form::Value(x),
            quote_spanned!(at=> (0..)),
            Traits::of_source(false),
            &self.leave,
        );
        Ok((chain, Some(Pulled { lets, ended: None, next })))
    }

    /// Adds the items of another chain at the same positions, as long as both have some. Returns whether both have as many.
    fn at_same_positions(&mut self, chain: &mut Chain, right: &Chain) -> TokenStream {
        let (at, [i, count]) = (self.at, ["i", "count"].map(|name| self.name(name)));
        let [(first, all), (second, others)] = [&chain.source, &right.source].map(|source| at_position(source, &i));
        chain.lets.extend(quote_spanned!(at=> let #count = (#all).min(#others);));
        let (stages, partner) = (&chain.stages, &right.stages);
        chain.stages = quote!(#first #stages #second #partner);
        chain.source = Source::Positions { i, count: quote!(#count), reversed: false };
        quote_spanned!(at=> (#all == #others))
    }

    /// The pairs that `eq` compares, whether there are as many items on both sides, and a check of the method. Std compares the
    /// numbers first, where it knows them.
    pub(super) fn compared(
        &mut self,
        mut left: Chain,
        e: &syn::ExprMethodCall,
    ) -> Result<(Chain, TokenStream, TokenStream), Refused> {
        let (at, right) = (self.at, self.chain(&e.args[0])?);
        let known = |chain: &Chain| {
            chain.traits.exact && chain.traits.sized && matches!(chain.source, Source::Positions { .. })
        };
        let alike = match (&left.item, &right.item) {
            (Form::Value(_), Form::Value(_)) => true,
            (Form::Reference { exclusive: a, .. }, Form::Reference { exclusive: b, .. }) => a == b,
            _ => false,
        };
        if !alike || !known(&left) || !known(&right) {
            return Err((e.method.to_token_stream(), messages::CHAIN_COMPARED));
        }
        let (method, first, second) = (Ident::new(&e.method.to_string(), at), self.alike(&left), self.alike(&right));
        let probe = confirmed(at, &quote_spanned!(at=> let _: bool = #first.#method(#second);));
        left.lets.extend(right.lets.clone());
        let lengths = self.at_same_positions(&mut left, &right);
        left.item = Form::Pair(Box::new(left.item), Box::new(right.item));
        Ok((left, lengths, probe))
    }

    /// The probe of an iterator with values, which are then of one type as those of the other one are.
    fn alike(&self, chain: &Chain) -> TokenStream {
        let (at, probe) = (self.at, &chain.probe);
        match chain.item {
            Form::Value(_) => quote_spanned!(at=> #probe.map(|_| ())),
            _ => probe.clone(),
        }
    }

    /// `chain`: the items of one iterator, then those of the other one.
    pub(super) fn joined(&mut self, left: Chain, e: &syn::ExprMethodCall) -> Result<Chain, Refused> {
        let (at, right) = (self.at, self.chain(&e.args[0])?);
        let refused = |message| Err((e.method.to_token_stream(), message));
        let is_reference = match (&left.item, &right.item) {
            (Form::Value(_), Form::Value(_)) => false,
            (Form::Reference { exclusive: false, .. }, Form::Reference { exclusive: false, .. }) => true,
            _ => return refused(messages::CHAIN_JOINED),
        };
        if is_reference && (left.traits.slices || right.traits.slices) {
            return refused(messages::CHAIN_JOINED);
        }
        if left.traits.ends {
            return refused(messages::CHAIN_ENDED);
        }
        let (first, second) = (self.alike(&left), self.alike(&right));
        let traits = Traits {
            turns: false,
            exact: false,
            idle: left.traits.idle && right.traits.idle,
            random: false,
            filtered: left.traits.filtered || right.traits.filtered,
            skipped: false,
            ends: right.traits.ends,
            copies: is_reference,
            slices: false,
            sized: false,
            endless: false,
            resumes: left.traits.resumes || right.traits.resumes,
            counts_on: left.traits.counts_on || right.traits.counts_on,
        };
        let probe = quote_spanned!(at=> #first.chain(#second));
        let mut lets = left.lets.clone();
        lets.extend(right.lets.clone());
        let mut parts = left.parts.clone();
        if parts.is_empty() {
            parts.extend(self.part_of(&left, &mut lets));
        }
        let before = parts.len();
        parts.extend(self.part_of(&right, &mut lets));
        if before == 0 || parts.len() == before {
            return refused(messages::CHAIN_JOINED);
        }
        let ([x, y], leave) = (["x", "y"].map(|name| self.name(name)), &self.leave);
        let mut stages = quote_spanned!(at=> let #x = #(#parts else)* { #leave; };);
        let mut item = Form::Value(x.clone());
        if is_reference {
            stages.extend(quote_spanned!(at=> let #y = &#x;));
            item = Form::Reference { x: y, exclusive: false };
        }
        Ok(Chain { lets, stages, parts, ..Chain::of(Source::Endless, item, probe, traits, &self.leave) })
    }

    /// The branch of an `if` that takes an item while there are some.
    fn part_of(&mut self, chain: &Chain, lets: &mut TokenStream) -> Option<TokenStream> {
        let (at, stages, item) = (self.at, &chain.stages, chain.item.copy());
        let Pulled { lets: before, ended, next } = self.pulled(&chain.source).filter(|_| chain.around.is_empty())?;
        lets.extend(before);
        let more = ended.map_or_else(|| quote_spanned!(at=> true), |ended| quote_spanned!(at=> !(#ended)));
        Some(quote_spanned!(at=> if #more { #next #stages #item }))
    }

    /// The items of a source one by one; `None` of a range in steps.
    pub(super) fn pulled(&mut self, source: &Source) -> Option<Pulled> {
        let at = self.at;
        match source {
            Source::Positions { count, .. } => {
                let k = self.name("k");
                let (bind, _) = at_position(source, &k);
                Some(Pulled {
                    lets: quote_spanned!(at=> let mut #k = 0usize;),
                    ended: Some(quote_spanned!(at=> #k >= #count)),
                    next: quote_spanned!(at=> #bind #k = #k.wrapping_add(1);),
                })
            }
            Source::Range { step: Some(_), .. } | Source::Endless => None,
            Source::Repeated => Some(Pulled { lets: TokenStream::new(), ended: None, next: TokenStream::new() }),
            Source::Range { x, from, to, inclusive, reversed, .. } => {
                let (y, integers) = (self.name("y"), integers(from, to));
                let (begin, more, step) = match reversed {
                    false => (from, quote_spanned!(at=> #y < #to), quote_spanned!(at=> #y += 1;)),
                    true => (to, quote_spanned!(at=> #from < #y), quote_spanned!(at=> #y -= 1;)),
                };
                let lets = quote_spanned!(at=> #integers let mut #y = #begin;);
                let bind = quote_spanned!(at=> let #x = #y;);
                if !inclusive {
                    let next = if *reversed { quote!(#step #bind) } else { quote!(#bind #step) };
                    return Some(Pulled { lets, ended: Some(quote_spanned!(at=> !(#more))), next });
                }
                let done = self.name("done");
                Some(Pulled {
                    lets: quote_spanned!(at=> #lets let mut #done = #from > #to;),
                    ended: Some(quote!(#done)),
                    next: quote_spanned!(at=> #bind if #more { #step } else { #done = true; }),
                })
            }
        }
    }

    /// Whether std knows the number of items of an iterator over arrays.
    pub(super) fn is_sized(&self, e: &syn::Expr) -> bool {
        let syn::Expr::MethodCall(e) = bare(e) else { return true };
        match e.method.to_string().as_str() {
            "skip" | "step_by" => self.is_random(&e.receiver),
            "zip" => self.is_sized(&e.receiver) && e.args.iter().all(|other| self.is_sized(other)),
            "rev" | "take" | "enumerate" | "copied" | "cloned" | "flatten" => self.is_sized(&e.receiver),
            _ => true,
        }
    }

    /// Whether std finds the items of an iterator over arrays by their positions.
    pub(super) fn is_random(&self, e: &syn::Expr) -> bool {
        match bare(e) {
            syn::Expr::Reference(_) => true,
            syn::Expr::MethodCall(e) => match e.method.to_string().as_str() {
                "iter" | "iter_mut" => true,
                "into_iter" | "copied" | "cloned" | "enumerate" | "skip" => self.is_random(&e.receiver),
                "zip" => self.is_random(&e.receiver) && e.args.iter().all(|other| self.is_random(other)),
                name => gives_parts(name),
            },
            e if crate::parse::literal::is_byte_string(e) => true,
            e => matches!(self.reference(e), Some(Access::Shared | Access::Exclusive)),
        }
    }
}

/// Makes rustc check that the bounds are those of a range of integers.
pub(super) fn integers(from: &Ident, to: &Ident) -> TokenStream {
    quote_spanned!(from.span()=> __onrush_same!(#from, #to); for _ in #from..#from {})
}

/// Binds the position of a source over arrays to the one that is number `j` in the loop, and the number of all.
fn at_position(source: &Source, j: &Ident) -> (TokenStream, TokenStream) {
    let at = j.span();
    match source {
        Source::Positions { i, count, reversed: false } => (quote_spanned!(at=> let #i = #j;), count.clone()),
        Source::Positions { i, count, reversed: true } => {
            (quote_spanned!(at=> let #i = (#count).wrapping_sub(1).wrapping_sub(#j);), count.clone())
        }
        Source::Range { .. } | Source::Endless | Source::Repeated => (TokenStream::new(), TokenStream::new()),
    }
}
