//! The adaptors of chains: what each adds to the loop's body.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::Refused;
use super::clones::copies;
use super::items::{Chain, Form, Source, Traits};
use super::named::idents;
use crate::ast::{Rebound, Var};
use crate::messages;
use crate::parse::closure::bare;
use crate::parse::iterate::{Access, Item, Items, Names};
use crate::parse::option::variants;
use crate::parse::rebound::Assigned;

/// The refusal of an adaptor where it stands.
pub(super) fn misplaced(e: &syn::ExprMethodCall) -> Refused {
    let message = match e.method.to_string().as_str() {
        "rev" => messages::CHAIN_REV,
        _ => messages::ITERATOR,
    };
    (e.method.to_token_stream(), message)
}

impl Names<'_, '_> {
    /// What makes a closure before the loop, and a call of it: a closure with copies of its own keeps them from call to call.
    pub(in crate::parse) fn applied(
        &mut self,
        f: &syn::Expr,
        args: &[TokenStream],
    ) -> Result<(TokenStream, TokenStream), Refused> {
        let (made, call) = self.applied_now(f, args)?;
        Ok(match self.held(f)? {
            None => (made, call),
            Some((held, names)) => {
                let at = self.at;
                (quote!(#held #made), quote_spanned!(at=> { #names #call }))
            }
        })
    }

    /// The same of a closure beside which nothing runs.
    pub(in crate::parse) fn applied_now(
        &mut self,
        f: &syn::Expr,
        args: &[TokenStream],
    ) -> Result<(TokenStream, TokenStream), Refused> {
        let at = self.at;
        self.mention(f)?;
        match bare(f) {
            syn::Expr::Closure(closure) if closure.capture.is_some() && !self.copies_alike(closure) => {
                let name = self.name("closure");
                Ok((quote_spanned!(at=> let mut #name = #closure;), quote_spanned!(at=> #name(#(#args),*))))
            }
            syn::Expr::Closure(closure) => {
                let closure = syn::ExprClosure { capture: None, ..closure.clone() };
                let call = match args {
                    [] => quote_spanned!(at=> (#closure)()),
                    _ => quote_spanned!(at=> __onrush_apply!(#closure, #(#args),*)),
                };
                Ok((TokenStream::new(), call))
            }
            syn::Expr::Path(path) if self.parser.keeps_changes(path) => {
                Err((path.to_token_stream(), messages::CLOSURE_COPIED))
            }
            syn::Expr::Path(path) => Ok((TokenStream::new(), quote_spanned!(at=> #path(#(#args),*)))),
            // A call through a reference to the closure of a name is a call of that closure.
            syn::Expr::Reference(of) if self.parser.names_closure(&of.expr) => {
                let name = bare(&of.expr);
                Ok((TokenStream::new(), quote_spanned!(at=> #name(#(#args),*))))
            }
            other => Err((other.to_token_stream(), messages::ITERATOR)),
        }
    }

    /// Whether nothing changes what a `move` closure has copies of, so that rustc can be shown one without copies, in which it finds the
    /// types of parameters.
    fn copies_alike(&self, closure: &syn::ExprClosure) -> bool {
        let assigned = Assigned::within(&closure.body);
        let changes = |name: &Ident| {
            let variable = self.parser.lookup(name).map(|var| &self.parser.vars[var]);
            let changed = |var: &Var| {
                var.mutable || var.closure.is_some() || (var.rebound != Rebound::Never && assigned.names(name))
            };
            self.changing.contains(name) || variable.is_some_and(changed)
        };
        !idents(closure.body.to_token_stream()).iter().any(changes)
    }

    /// The chain before the method that ends it; an error marks the adaptor that can't stand where it does.
    pub(super) fn chain(&mut self, e: &syn::Expr) -> Result<Chain, Refused> {
        let e = bare(e);
        if let Some(named) = self.named(e) {
            return named;
        }
        if let Some(chain) = self.of_function(e) {
            return chain;
        }
        if let Some(chain) = self.of_range(e) {
            return Ok(chain);
        }
        let (random, sized) = (self.is_random(e), self.is_sized(e));
        if let Some(items) = self.items(e) {
            return Ok(self.of_positions(items, random, sized));
        }
        let syn::Expr::MethodCall(e) = e else { return Err((e.to_token_stream(), messages::ITERATOR)) };
        if let Some(list) = &e.turbofish {
            return Err((list.to_token_stream(), messages::METHOD_ARGUMENTS));
        }
        // A method of anything else is no adaptor.
        if !self.parser.iterates(&e.receiver) && !self.parser.adapts_imported_source(e) {
            return Err(misplaced(e));
        }
        let mut chain = self.chain(&e.receiver)?;
        match (e.method.to_string().as_str(), e.args.len()) {
            ("map", 1) => self.map(&mut chain, &e.args[0])?,
            ("filter" | "take_while", 1) => self.filter(&mut chain, e)?,
            ("inspect", 1) => self.inspect(&mut chain, &e.args[0])?,
            ("skip_while", 1) => self.skip_while(&mut chain, &e.args[0])?,
            ("scan", 2) => self.scan(&mut chain, e)?,
            ("filter_map" | "map_while", 1) => self.filter_map(&mut chain, e)?,
            ("enumerate", 0) => self.enumerate(&mut chain),
            ("skip", 1) => self.skip(&mut chain, &e.args[0]),
            ("take", 1) if chain.traits.skipped && !chain.traits.filtered => {
                return Err((e.method.to_token_stream(), messages::CHAIN_TAKE));
            }
            ("take", 1) => self.take(&mut chain, &e.args[0]),
            ("flat_map", 1) => self.flat_map(&mut chain, &e.args[0])?,
            ("flatten", 0) => self.flatten(&mut chain, e)?,
            ("cycle", 0) => self.cycle(&mut chain, e)?,
            ("step_by", 1) => self.step_by(&mut chain, &e.args[0]),
            ("copied" | "cloned", 0) => self.copied(&mut chain, e)?,
            ("rev", 0) => self.rev(&mut chain, e)?,
            ("zip", 1) => chain = self.zip(chain, e)?,
            ("chain", 1) => return self.joined(chain, e),
            _ => return Err(misplaced(e)),
        }
        chain.parts.clear();
        chain.remainder = None;
        Ok(chain)
    }

    fn map(&mut self, chain: &mut Chain, f: &syn::Expr) -> Result<(), Refused> {
        let (at, probe, x) = (self.at, &chain.probe, self.name("x"));
        let (made, next) = self.applied(f, &[chain.item.argument()])?;
        chain.lets.extend(made);
        chain.stages.extend(quote_spanned!(at=> let #x = #next;));
        chain.item = Form::Value(x);
        chain.probe = quote_spanned!(at=> #probe.map(|_| __any()));
        chain.traits.idle = false;
        Ok(())
    }

    fn inspect(&mut self, chain: &mut Chain, f: &syn::Expr) -> Result<(), Refused> {
        let (at, probe, item) = (self.at, &chain.probe, chain.item.behind());
        let (made, next) = self.applied(f, &[quote_spanned!(at=> &#item)])?;
        chain.lets.extend(made);
        chain.stages.extend(quote_spanned!(at=> #next;));
        chain.probe = quote_spanned!(at=> #probe.inspect(|_| ()));
        // Std asks for these items one by one, too.
        chain.traits.filtered(true);
        Ok(())
    }

    fn skip_while(&mut self, chain: &mut Chain, f: &syn::Expr) -> Result<(), Refused> {
        let (at, probe, item, begun) = (self.at, &chain.probe, chain.item.behind(), self.name("begun"));
        let (made, next) = self.applied(f, &[quote_spanned!(at=> &#item)])?;
        chain.lets.extend(quote_spanned!(at=> let mut #begun = false; #made));
        chain.stages.extend(quote_spanned!(at=> if !#begun { if #next { continue; } #begun = true; }));
        chain.probe = quote_spanned!(at=> #probe.skip_while(|_| true));
        let ends = chain.traits.ends;
        chain.traits.filtered(false);
        chain.traits.ends = ends;
        Ok(())
    }

    fn scan(&mut self, chain: &mut Chain, e: &syn::ExprMethodCall) -> Result<(), Refused> {
        let (at, probe, init) = (self.at, &chain.probe, &e.args[0]);
        let [x, state] = ["x", "state"].map(|name| self.name(name));
        let (made, next) = self.applied(&e.args[1], &[quote_spanned!(at=> &mut #state), chain.item.argument()])?;
        chain.lets.extend(quote_spanned!(at=> let mut #state = #init; #made));
        let ((some, none), leave) = (variants(at), &chain.leave);
        chain.stages.extend(quote_spanned!(at=> let #x = match #next { #some(#x) => #x, #none => #leave, };));
        chain.item = Form::Value(x);
        chain.probe = quote_spanned!(at=> #probe.scan((), |_, _| #some(__any())));
        chain.traits.filtered(false);
        chain.traits.resumes = true;
        Ok(())
    }

    fn filter(&mut self, chain: &mut Chain, e: &syn::ExprMethodCall) -> Result<(), Refused> {
        let (at, probe, item) = (self.at, &chain.probe, chain.item.behind());
        let (made, next) = self.applied(&e.args[0], &[quote_spanned!(at=> &#item)])?;
        chain.lets.extend(made);
        let leave = &chain.leave;
        let (ended, leave, method) = match (e.method == "filter", self.of) {
            (true, _) => (TokenStream::new(), quote_spanned!(at=> continue;), quote_spanned!(at=> filter)),
            (false, None) => (TokenStream::new(), quote_spanned!(at=> #leave;), quote_spanned!(at=> take_while)),
            // Where other loops may follow, there are no more items for them.
            (false, Some(_)) => {
                let ended = self.name("ended");
                chain.lets.extend(quote_spanned!(at=> let mut #ended = false;));
                let leave_again = quote_spanned!(at=> if #ended { #leave; });
                (leave_again, quote_spanned!(at=> #ended = true; #leave;), quote_spanned!(at=> take_while))
            }
        };
        let stages = &chain.stages;
        chain.stages = quote_spanned!(at=> #ended #stages if !#next { #leave });
        chain.probe = quote_spanned!(at=> #probe.#method(|_| true));
        chain.traits.filtered(e.method == "filter");
        Ok(())
    }

    fn filter_map(&mut self, chain: &mut Chain, e: &syn::ExprMethodCall) -> Result<(), Refused> {
        let (at, probe, x) = (self.at, &chain.probe, self.name("x"));
        let (made, next) = self.applied(&e.args[0], &[chain.item.argument()])?;
        chain.lets.extend(made);
        let (some, none) = variants(at);
        let (leave, method) = match e.method == "filter_map" {
            true => (quote_spanned!(at=> continue), quote_spanned!(at=> filter_map)),
            false => (chain.leave.clone(), quote_spanned!(at=> map_while)),
        };
        let value = quote_spanned!(at=> match #next { #some(#x) => #x, #none => #leave, });
        chain.stages.extend(quote_spanned!(at=> let #x = #value;));
        chain.item = Form::Value(x);
        chain.probe = quote_spanned!(at=> #probe.#method(|_| #some(__any())));
        chain.traits.filtered(e.method == "filter_map");
        chain.traits.resumes |= e.method == "map_while";
        Ok(())
    }

    fn enumerate(&mut self, chain: &mut Chain) {
        let (at, probe, x) = (self.at, &chain.probe, self.name("x"));
        match &chain.source {
            // A position in the source stays an item's own, from whichever end the chain is run.
            Source::Positions { i, count, reversed } if chain.traits.exact => {
                let position = match reversed {
                    false => quote_spanned!(at=> #i),
                    true => quote_spanned!(at=> (#count).wrapping_sub(1).wrapping_sub(#i)),
                };
                chain.stages.extend(quote_spanned!(at=> let #x = #position;));
            }
            _ => {
                let count = self.name("count");
                chain.lets.extend(quote_spanned!(at=> let mut #count = 0usize;));
                chain.stages.extend(quote_spanned!(at=> let #x = #count; #count = #count.wrapping_add(1);));
                chain.traits.turns = false;
            }
        }
        chain.item = Form::Pair(Box::new(Form::Value(x)), Box::new(chain.item.clone()));
        chain.probe = quote_spanned!(at=> #probe.enumerate());
        self.whole(chain);
    }

    fn skip(&mut self, chain: &mut Chain, value: &syn::Expr) {
        let (at, probe, left) = (self.at, &chain.probe, self.name("left"));
        chain.lets.extend(quote_spanned!(at=> let mut #left: usize = #value;));
        chain.stages.extend(quote_spanned!(at=> if #left > 0 { #left = #left.wrapping_sub(1); continue; }));
        chain.probe = quote_spanned!(at=> #probe.skip(0));
        chain.traits.skipped |= chain.traits.random && !chain.traits.idle;
        chain.traits.counted();
    }

    pub(super) fn take(&mut self, chain: &mut Chain, value: &syn::Expr) {
        let (at, probe, left) = (self.at, &chain.probe, self.name("left"));
        chain.lets.extend(quote_spanned!(at=> let mut #left: usize = #value;));
        // No item is made behind the last one that is taken.
        let (stages, leave) = (&chain.stages, &chain.leave);
        let full = quote_spanned!(at=> if #left == 0 { #leave; });
        chain.stages = quote_spanned!(at=> #full #stages #left = #left.wrapping_sub(1););
        chain.around.iter_mut().for_each(|(_, begin)| *begin = quote!(#full #begin));
        chain.probe = quote_spanned!(at=> #probe.take(0));
        chain.traits.counted();
        chain.traits.ends = true;
    }

    fn step_by(&mut self, chain: &mut Chain, value: &syn::Expr) {
        let (at, probe, [step, left]) = (self.at, &chain.probe, ["step", "left"].map(|name| self.name(name)));
        chain.lets.extend(quote_spanned! {at=>
            let #step: usize = #value;
            ::core::assert!(#step != 0, "assertion failed: step != 0");
            let mut #left = 0usize;
        });
        chain.stages.extend(quote_spanned! {at=>
            if #left > 0 { #left = #left.wrapping_sub(1); continue; }
            #left = #step.wrapping_sub(1);
        });
        chain.probe = quote_spanned!(at=> #probe.step_by(1));
        chain.traits.counted();
    }

    fn copied(&mut self, chain: &mut Chain, e: &syn::ExprMethodCall) -> Result<(), Refused> {
        let (at, probe, x) = (self.at, &chain.probe, self.name("x"));
        let Form::Reference { x: from, exclusive: false } = &chain.item else { return Err(misplaced(e)) };
        let cloned = copies(from, &e.method);
        chain.stages.extend(quote_spanned!(at=> #cloned let #x = *#from;));
        chain.item = Form::Value(x);
        chain.probe = quote_spanned!(at=> #probe.copied());
        Ok(())
    }

    pub(super) fn rev(&mut self, chain: &mut Chain, e: &syn::ExprMethodCall) -> Result<(), Refused> {
        let (at, probe) = (self.at, &chain.probe);
        match &mut chain.source {
            Source::Positions { reversed: turned, .. }
            | Source::Range { reversed: turned, step: None, .. }
            | Source::Range { turned, .. }
                if chain.traits.turns =>
            {
                *turned = !*turned;
            }
            _ => return Err(misplaced(e)),
        }
        chain.probe = quote_spanned!(at=> #probe.rev());
        chain.traits.random = false;
        Ok(())
    }

    /// A chain that begins with the items of arrays.
    pub(super) fn of_positions(&mut self, items: Items, random: bool, sized: bool) -> Chain {
        let Items { lets, count, item, probe, remainder } = items;
        let i = self.name("i");
        let mut stages = TokenStream::new();
        let (slices, mut taken) = (item.has_parts(), Vec::new());
        item.taken(&mut taken);
        let taken = taken.into_iter().cloned().collect();
        let item = self.form(&item, &i, &mut stages);
        let source = Source::Positions { i, count, reversed: false };
        let traits = Traits { slices, sized, ..Traits::of_source(random) };
        let mut chain = Chain { lets, stages, remainder, taken, ..Chain::of(source, item, probe, traits, &self.leave) };
        self.whole(&mut chain);
        chain
    }

    /// Gives the parts of an item names.
    fn form(&mut self, item: &Item, i: &Ident, stages: &mut TokenStream) -> Form {
        let at = self.at;
        if let Item::Pair(a, b) = item {
            let (a, b) = (self.form(a, i, stages), self.form(b, i, stages));
            return Form::Pair(Box::new(a), Box::new(b));
        }
        let x = self.name("x");
        let (value, access) = item.value(i);
        stages.extend(quote_spanned!(at=> let #x = #value;));
        match access {
            Access::Value => Form::Value(x),
            access => Form::Reference { x, exclusive: access == Access::Exclusive },
        }
    }

    /// Makes a pair of values a value.
    pub(super) fn whole(&mut self, chain: &mut Chain) {
        if matches!(chain.item, Form::Pair(..)) && chain.item.is_value() {
            let (at, x, pair) = (self.at, self.name("x"), chain.item.argument());
            chain.stages.extend(quote_spanned!(at=> let #x = #pair;));
            chain.item = Form::Value(x);
        }
    }
}

impl Traits {
    pub(super) fn of_source(random: bool) -> Traits {
        Traits {
            turns: true,
            exact: true,
            idle: true,
            random,
            filtered: false,
            skipped: false,
            ends: false,
            copies: false,
            sized: true,
            slices: false,
            endless: false,
            resumes: false,
            counts_on: false,
        }
    }

    /// Behind a closure that leaves items out, or, if it isn't one for each, ends them.
    pub(super) fn filtered(&mut self, each: bool) {
        let ends = self.ends || !each;
        *self = Traits {
            turns: self.turns && each,
            exact: false,
            idle: false,
            random: false,
            filtered: true,
            ends,
            ..*self
        };
    }

    /// Behind an adaptor that counts items.
    fn counted(&mut self) {
        *self =
            Traits { turns: false, exact: false, random: false, counts_on: self.counts_on || self.resumes, ..*self };
    }
}
