//! Adaptors that give several items for one, or the same ones again: `flat_map`, `flatten` and `cycle`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::visit::Visit;

use super::Refused;
use super::adaptors::misplaced;
use super::items::{Chain, Form, Source, Traits};
use crate::hygiene::located;
use crate::messages;
use crate::parse::closure::bare;
use crate::parse::iterate::{Access, Names};
use crate::parse::option::{leaves, variants};

impl Names<'_, '_> {
    /// `flat_map`: a loop in a loop, if the closure gives an iterator; else it gives arrays.
    pub(super) fn flat_map(&mut self, chain: &mut Chain, f: &syn::Expr) -> Result<(), Refused> {
        let syn::Expr::Closure(closure) = bare(f) else { return self.arrays(chain, f) };
        let (statements, value) = match bare(&closure.body) {
            syn::Expr::Block(syn::ExprBlock { label: None, block, .. }) => match block.stmts.split_last() {
                Some((syn::Stmt::Expr(value, None), statements)) => (statements, value),
                _ => return self.arrays(chain, f),
            },
            value => (&[][..], value),
        };
        if self.parser.iterates(value) { self.nested(chain, closure, statements, value) } else { self.arrays(chain, f) }
    }

    /// The items of an iterator for each: a loop around the one over its source. What the closure declares stands around what is
    /// behind it, which must not mention its names.
    fn nested(
        &mut self,
        chain: &mut Chain,
        closure: &syn::ExprClosure,
        statements: &[syn::Stmt],
        value: &syn::Expr,
    ) -> Result<(), Refused> {
        let (at, refused) = (self.at, || Err((closure.or1_token.to_token_stream(), messages::FLAT_MAP)));
        let mut inputs = closure.inputs.iter();
        let (Some(pat), None) = (inputs.next(), inputs.next()) else { return refused() };
        let plain = closure.capture.is_none() && matches!(closure.output, syn::ReturnType::Default);
        let lets = statements.iter().all(|statement| matches!(statement, syn::Stmt::Local(_)));
        if !plain || !lets || leaves(closure.body.to_token_stream()) {
            return refused();
        }
        self.mention(&syn::Expr::Closure(closure.clone()))?;
        let Some(bound) = chain.item.bind(pat) else {
            return Err((pat.to_token_stream(), messages::CLOSURE_PAIR));
        };
        let of_statement = |statement: &syn::Stmt| match statement {
            syn::Stmt::Local(local) => declared(&local.pat),
            _ => Vec::new(),
        };
        let locals: Vec<_> = statements.iter().flat_map(of_statement).collect();
        let changing = |(name, changes): &(Ident, bool)| changes.then(|| name.clone());
        self.changing.extend(declared(pat).iter().chain(&locals).filter_map(changing));
        let locals: Vec<_> = locals.into_iter().map(|(name, _)| name).collect();
        if self.held(&syn::Expr::Closure(closure.clone()))?.is_some() {
            return Err((closure.or1_token.to_token_stream(), messages::FLAT_MAP_SLICE));
        }
        let own: Vec<_> = declared(pat).into_iter().map(|(name, _)| name).chain(locals.clone()).collect();
        if let Some(name) = own.iter().find(|name| self.parser.names_iterator(name)) {
            return Err((name.to_token_stream(), messages::NAMED_HIDDEN));
        }
        // The parser doesn't know these names yet.
        let known = self.declared.len();
        chain.item.accesses(pat, &mut self.declared);
        self.declared.extend(locals.into_iter().map(|name| (name, Access::Value)));
        self.nesting += 1;
        let inner = self.chain(value);
        self.nesting -= 1;
        self.declared.truncate(known);
        let inner = inner?;
        let (head, begin, lets) = (chain.head(None), chain.begin(), &inner.lets);
        let head = match chain.around.is_empty() {
            true => {
                let label = syn::Lifetime { apostrophe: at, ident: self.name("items") };
                chain.leave = quote_spanned!(at=> break #label);
                quote_spanned!(at=> #label: #head)
            }
            false => head,
        };
        chain.around.push((head, quote_spanned!(at=> #begin #bound #(#statements)* #lets)));
        chain.around.extend(inner.around);
        let (probe, of) = (&chain.probe, &inner.probe);
        chain.probe = quote_spanned!(at=> #probe.flat_map(|_| #of));
        (chain.source, chain.stages, chain.item) = (inner.source, inner.stages, inner.item);
        chain.traits.slices |= inner.traits.slices;
        chain.traits.copies |= inner.traits.copies;
        chain.traits.filtered(false);
        self.inner.extend(own);
        Ok(())
    }

    /// The elements of an array for each item: where there are no more of one, the next is asked for.
    fn arrays(&mut self, chain: &mut Chain, f: &syn::Expr) -> Result<(), Refused> {
        let at = self.at;
        let (made, next) = self.applied(f, &[chain.item.argument()])?;
        let asked = chain.traits.filtered;
        let Some(mut asking) = self.one_by_one(chain.clone()) else {
            return Err((f.to_token_stream(), messages::FLAT_MAP));
        };
        let [x, array, left, now, of] = ["x", "array", "left", "now", "of"].map(|name| self.name(name));
        let ((some, none), stages, leave) = (variants(at), &asking.stages, &asking.leave);
        asking.lets.extend(quote_spanned!(at=> #made let mut #array = #none; let mut #left = 0usize;));
        asking.stages = quote_spanned! {at=>
            if #left == 0 {
                #stages
                let #now = #next;
                __onrush_array!(#now, into_iter);
                #left = #now.len();
                #array = #some(#now);
                continue;
            }
            let #x = match #array { #some(#of) => #of[#of.len().wrapping_sub(#left)], #none => { #leave } };
            #left = #left.wrapping_sub(1);
        };
        let probe = &asking.probe;
        asking.probe = quote_spanned!(at=> #probe.flat_map(|_| [__any()]));
        asking.item = Form::Value(x);
        asking.traits.counts_on |= asking.traits.resumes;
        asking.traits.filtered(false);
        // Of arrays, std knows the number.
        asking.traits.filtered = asked;
        *chain = asking;
        Ok(())
    }

    /// `flatten` behind a closure, which gives `Option`s.
    pub(super) fn flatten(&mut self, chain: &mut Chain, e: &syn::ExprMethodCall) -> Result<(), Refused> {
        let Form::Value(of) = &chain.item else { return Err(misplaced(e)) };
        if chain.traits.idle {
            return Err(misplaced(e));
        }
        let (at, probe, x, (some, none)) = (self.at, &chain.probe, self.name("x"), variants(self.at));
        chain.stages.extend(quote_spanned!(at=> let #x = match #of { #some(#x) => #x, #none => continue, };));
        chain.item = Form::Value(x);
        chain.probe = quote_spanned!(at=> #probe.map(|_| #some(__any())).flatten());
        chain.traits.counts_on |= chain.traits.resumes;
        chain.traits.filtered(true);
        Ok(())
    }

    /// `cycle` of arrays: the position begins again, where std clones the iterator.
    pub(super) fn cycle(&mut self, chain: &mut Chain, e: &syn::ExprMethodCall) -> Result<(), Refused> {
        let at = self.at;
        let repeats = chain.traits.idle && chain.traits.exact && matches!(chain.source, Source::Positions { .. });
        if !repeats || chain.item.is_exclusive() {
            return Err((e.method.to_token_stream(), messages::CYCLE));
        }
        let k = self.name("k");
        let (Source::Positions { i, count, .. }, begin, leave) = (&chain.source, chain.begin(), &chain.leave) else {
            return Err(misplaced(e));
        };
        let j = match &chain.source {
            Source::Positions { reversed: true, .. } => super::items::turned(i),
            _ => i.clone(),
        };
        let (taken, method) = (&chain.taken, located(e.method.span()));
        let cloned = quote_spanned!(method=> #(__onrush_cloned!(#taken);)*);
        chain.lets.extend(quote_spanned!(at=> #cloned let mut #k = 0usize;));
        chain.stages = quote_spanned! {at=>
            if #count == 0 { #leave; }
            let #j = #k;
            #k = if #k.wrapping_add(1) < #count { #k.wrapping_add(1) } else { 0 };
            #begin
        };
        chain.source = Source::Endless;
        let probe = &chain.probe;
        chain.probe = quote_spanned!(at=> #probe.cycle());
        chain.traits = Traits {
            turns: false,
            exact: false,
            random: false,
            filtered: true,
            ends: true,
            sized: false,
            ..chain.traits
        };
        Ok(())
    }
}

/// The names that a pattern declares, and whether they are `mut`.
pub(super) fn declared(pat: &syn::Pat) -> Vec<(Ident, bool)> {
    struct Names(Vec<(Ident, bool)>);
    impl Visit<'_> for Names {
        fn visit_pat_ident(&mut self, pat: &syn::PatIdent) {
            self.0.push((pat.ident.clone(), pat.mutability.is_some()));
            syn::visit::visit_pat_ident(self, pat);
        }
    }
    let mut names = Names(Vec::new());
    names.visit_pat(pat);
    names.0
}

/// Whether a loop's body may leave the loop, or go on with one around it: by its words, since macros are statements as well.
pub(super) fn leaves_loop(body: TokenStream) -> bool {
    body.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "break",
        TokenTree::Punct(mark) => mark.as_char() == '\'',
        TokenTree::Group(group) => leaves_loop(group.stream()),
        TokenTree::Literal(_) => false,
    })
}
