//! Iterators and ranges with names: `let mut it = a.iter().map(f);`, and then `it.next()`.
//!
//! What Rust evaluates where it makes an iterator stands in the place of the `let`: the arrays, the arguments of adaptors, and
//! `move` closures. The loop is written where the iterator is used. A name that is `mut` keeps its position in a variable, so that
//! loops can go on where others have stopped.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

use super::Refused;
use super::items::{Chain, Source, Traits};
use super::zip::Pulled;
use crate::ast::{Expr, Statement, VarId};
use crate::hygiene::located;
use crate::messages;
use crate::parse::Parser;
use crate::parse::closure::bare;
use crate::parse::iterate::Names;

/// What a name stands for.
pub(in crate::parse) struct NamedChain {
    chain: Chain,
    /// The loops go on from each other.
    goes_on: bool,
    /// What the names in the closures refer to, where rustc sees these only later.
    mentioned: Vec<(Ident, Option<VarId>)>,
    /// The number of loops and closures around the `let`.
    around: usize,
}

impl NamedChain {
    /// What `remainder` gives of it.
    pub(in crate::parse) fn remainder(&self) -> Option<TokenStream> {
        self.chain.remainder.clone()
    }
}

impl Parser<'_> {
    /// Parses a `let` that names an iterator or a range; `None` if it names something else.
    pub(in crate::parse) fn named_iterator(&mut self, local: &syn::Local) -> Option<Vec<Statement>> {
        let syn::Pat::Ident(name) = &local.pat else { return None };
        let e = &*local.init.as_ref().filter(|init| init.diverge.is_none())?.expr;
        if name.by_ref.is_some() || name.subpat.is_some() || !self.iterates(e) {
            return None;
        }
        let goes_on = name.mutability.is_some();
        let (at, number) = (located(crate::parse::span(e)), self.vars.len());
        let mut names = Names::new(self, at);
        names.of = Some(number);
        let chain = names.chain(e).and_then(|chain| if goes_on { names.going_on(chain, e) } else { Ok(chain) });
        let mentioned = std::mem::take(&mut names.mentioned);
        let mut chain = match chain {
            Ok(chain) => chain,
            Err((at, message)) => {
                let name = at.to_string();
                return Some(vec![Statement::Expr(self.refuse_as(at, message, &name))]);
            }
        };
        let lets = std::mem::take(&mut chain.lets);
        let written = match syn::parse2::<syn::Block>(quote_spanned!(at=> { #lets })) {
            Ok(block) => block.stmts.iter().map(|statement| self.statement_of_iterator(statement)).collect(),
            Err(error) => vec![Statement::Expr(self.syntax(&error))],
        };
        let mentioned = mentioned.into_iter().map(|name| (name.clone(), self.lookup(&name))).collect();
        let var = self.declare(&name.ident, false, false);
        self.chains.insert(var, NamedChain { chain, goes_on, mentioned, around: self.around() });
        Some(written)
    }

    pub(in crate::parse) fn statement_of_iterator(&mut self, statement: &syn::Stmt) -> Statement {
        match statement {
            syn::Stmt::Local(local) => self.local(local, &[]),
            syn::Stmt::Macro(m) => Statement::Expr(self.macro_call(&m.mac)),
            syn::Stmt::Expr(e, _) => Statement::Expr(self.expr_as(e, false)),
            syn::Stmt::Item(item) => Statement::Expr(self.refuse(item, messages::ITEM)),
        }
    }

    /// The iterator that an expression names.
    pub(in crate::parse) fn named_chain(&self, e: &syn::Expr) -> Option<&NamedChain> {
        let syn::Expr::Path(path) = bare(e) else { return None };
        self.chains.get(&self.lookup(path.path.get_ident()?)?)
    }

    /// Whether an iterator has this name.
    pub(super) fn names_iterator(&self, name: &Ident) -> bool {
        self.lookup(name).is_some_and(|var| self.chains.contains_key(&var))
    }

    /// Refuses the name of an iterator where no iterator is known to be needed.
    pub(in crate::parse) fn of_iterator(&mut self, e: &syn::Expr) -> Option<Expr> {
        self.named_chain(e)?;
        let name = e.to_token_stream().to_string();
        Some(self.refuse_as(e, messages::NAMED_VALUE, &name))
    }

    /// The bounds of a range that has a name, and whether it includes the last one.
    pub(super) fn named_range(&self, e: &syn::Expr) -> Option<(Ident, Ident, bool)> {
        let named = self.named_chain(e)?;
        match &named.chain.source {
            Source::Range { from, to, inclusive, reversed: false, step: None, .. } if named.chain.stages.is_empty() => {
                Some((from.clone(), to.clone(), *inclusive))
            }
            _ => None,
        }
    }
}

impl Names<'_, '_> {
    /// The iterator behind a name, or behind a reference to one, whose loop others can follow; `None` of other expressions.
    pub(in crate::parse) fn named(&self, e: &syn::Expr) -> Option<Result<Chain, Refused>> {
        let (e, lent) = match e {
            syn::Expr::Reference(of) if of.mutability.is_some() => (&*of.expr, true),
            syn::Expr::MethodCall(call) if call.method == "by_ref" && call.args.is_empty() => (&*call.receiver, true),
            e => (e, false),
        };
        let named = self.parser.named_chain(e)?;
        if !lent {
            return Some(self.used(named, e, false));
        }
        Some(self.used(named, e, true).map(|chain| Chain {
            lets: {
                let (at, probe, lets) = (self.at, &chain.probe, &chain.lets);
                quote_spanned!(at=> __onrush_first!(2 by_ref #probe); #lets)
            },
            // How far a `zip` goes on behind its end depends on what it ends by.
            traits: Traits { idle: false, filtered: false, ..chain.traits },
            probe: {
                let (at, probe) = (self.at, &chain.probe);
                quote_spanned!(at=> #probe.by_ref())
            },
            ..chain
        }))
    }

    /// The iterator behind a name, which a method takes by reference if it is `lent`.
    pub(super) fn used(&self, named: &NamedChain, e: &syn::Expr, lent: bool) -> Result<Chain, Refused> {
        let refused = |message| Err((e.to_token_stream(), message));
        if lent && !named.goes_on {
            return refused(messages::NAMED_MUT);
        }
        if !lent && (self.nesting > 0 || self.parser.around() > named.around) {
            return refused(messages::NAMED_AGAIN);
        }
        let other = |(name, var): &&(Ident, Option<VarId>)| self.parser.lookup(name) != *var;
        match named.mentioned.iter().find(other) {
            Some((name, _)) => Err((name.to_token_stream(), messages::NAMED_HIDDEN)),
            None => Ok(named.chain.clone()),
        }
    }

    /// The chain with its position in variables.
    fn going_on(&mut self, chain: Chain, e: &syn::Expr) -> Result<Chain, Refused> {
        if chain.traits.counts_on {
            return Err((e.to_token_stream(), messages::NAMED_RESUMES));
        }
        self.one_by_one(chain).ok_or_else(|| (e.to_token_stream(), messages::NAMED_STEPS))
    }

    /// The chain with its position in variables; `None` of a loop in a loop, and of a range in steps.
    pub(super) fn one_by_one(&mut self, chain: Chain) -> Option<Chain> {
        let mut chain = Chain {
            traits: Traits { turns: false, exact: false, random: false, sized: false, ..chain.traits },
            parts: Vec::new(),
            ..chain
        };
        if !chain.around.is_empty() {
            return None;
        }
        if matches!(chain.source, Source::Endless) {
            return Some(chain);
        }
        let Pulled { lets, ended, next } = self.pulled(&chain.source)?;
        let (at, stages, leave) = (self.at, &chain.stages, &chain.leave);
        chain.lets.extend(lets);
        let ended = ended.map(|ended| quote_spanned!(at=> if #ended { #leave; }));
        chain.stages = quote!(#ended #next #stages);
        chain.source = Source::Endless;
        Some(chain)
    }

    /// Notes the names that a closure mentions other than its parameters'.
    pub(super) fn mention(&mut self, f: &syn::Expr) -> Result<(), Refused> {
        let (body, own) = match bare(f) {
            syn::Expr::Closure(closure) => (closure.body.to_token_stream(), idents(closure.inputs.to_token_stream())),
            other => (other.to_token_stream(), Vec::new()),
        };
        self.mentioned.extend(idents(body.clone()).into_iter().filter(|name| !own.contains(name)));
        let hidden = idents(body).into_iter().find(|name| !own.contains(name) && self.inner.contains(name));
        hidden.map_or(Ok(()), |name| Err((name.to_token_stream(), messages::NAMED_HIDDEN)))
    }

    /// The first of the tokens that a closure of `flat_map` around them has a name of its own for.
    pub(super) fn hidden(&self, tokens: TokenStream) -> Option<Ident> {
        idents(tokens).into_iter().find(|name| self.inner.contains(name))
    }
}

/// The names among the tokens that may be variables'.
pub(in crate::parse) fn idents(tokens: TokenStream) -> Vec<Ident> {
    let (mut found, mut dots) = (Vec::new(), 0);
    for token in tokens {
        match &token {
            // A field, or a method.
            TokenTree::Ident(_) if dots == 1 => {}
            TokenTree::Ident(ident) => found.push(ident.clone()),
            TokenTree::Group(group) => found.extend(idents(group.stream())),
            _ => {}
        }
        dots = if matches!(&token, TokenTree::Punct(mark) if mark.as_char() == '.') { dots + 1 } else { 0 };
    }
    found
}
