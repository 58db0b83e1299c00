//! Iterators as values: `a.iter().map(|x| x * x).sum::<f32>()`.
//!
//! A chain of adaptors and the method that ends it are a loop. The parser writes it in Rust and then reads that: first what
//! Rust evaluates before the first item, then a loop whose body begins with the item and goes through the adaptors. The
//! closures stay closures, called where the loop needs them (`__onrush_apply!`), so rustc infers their types from the items.

mod adaptors;
mod best;
mod clones;
mod flat;
mod functions;
mod items;
mod named;
mod range;
mod zip;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

pub(super) use self::clones::copies;
pub(super) use self::functions::source;
use self::items::Form;
pub(super) use self::named::{NamedChain, idents};
use super::Parser;
use super::closure::bare;
use super::iterate::Names;
use super::option::{leaves, variants};
use crate::ast::{Confirmed, Expr, ExprKind};
use crate::hygiene::located;
use crate::messages::{self, Message};

pub(super) type Refused = (TokenStream, Message);

/// How a method ends a chain.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Sum,
    Product,
    Count,
    Fold,
    TryFold,
    ForEach,
    Any,
    All,
    Position,
    Find,
    FindMap,
    Nth,
    Next,
    Last,
    Min,
    Max,
    MinBy,
    MaxBy,
    MinByKey,
    MaxByKey,
    Reduce,
    Eq,
    Ne,
}

impl End {
    fn of(e: &syn::ExprMethodCall) -> Option<End> {
        Some(match (e.method.to_string().as_str(), e.args.len()) {
            ("sum", 0) => End::Sum,
            ("product", 0) => End::Product,
            ("count", 0) => End::Count,
            ("fold", 2) => End::Fold,
            ("try_fold", 2) => End::TryFold,
            ("for_each", 1) => End::ForEach,
            ("any", 1) => End::Any,
            ("all", 1) => End::All,
            ("position", 1) => End::Position,
            ("find", 1) => End::Find,
            ("find_map", 1) => End::FindMap,
            ("nth", 1) => End::Nth,
            ("next", 0) => End::Next,
            ("last", 0) => End::Last,
            ("min", 0) => End::Min,
            ("max", 0) => End::Max,
            ("min_by", 1) => End::MinBy,
            ("max_by", 1) => End::MaxBy,
            ("min_by_key", 1) => End::MinByKey,
            ("max_by_key", 1) => End::MaxByKey,
            ("reduce", 1) => End::Reduce,
            ("eq", 1) => End::Eq,
            ("ne", 1) => End::Ne,
            _ => return None,
        })
    }

    /// Whether the method returns an `Option`.
    fn is_option(self) -> bool {
        use End::{All, Any, Count, Eq, Fold, ForEach, Ne, Product, Sum};
        !matches!(self, Sum | Product | Count | Fold | ForEach | Any | All | Eq | Ne)
    }

    /// Whether the method returns an item.
    fn is_item(self) -> bool {
        self.is_option() && !matches!(self, End::Position | End::FindMap | End::TryFold)
    }

    /// Whether the method takes the iterator by reference.
    fn borrows(self) -> bool {
        self.is_early() || matches!(self, End::Any | End::All | End::TryFold)
    }

    /// Whether an item ends the loop.
    fn is_early(self) -> bool {
        matches!(self, End::Position | End::Find | End::FindMap | End::Nth | End::Next)
    }
}

/// What becomes of the `Option` that a chain gives.
struct Taken {
    /// The value if there is none.
    none: TokenStream,
    some: Use,
}

enum Use {
    /// The item, before which this is evaluated.
    Item(TokenStream),
    /// Whether there is one.
    Known(bool),
}

impl Parser<'_> {
    /// Parses a call that ends a chain, or takes the `Option` that a chain ends with; `None` if it does neither.
    pub(super) fn chain_call(&mut self, e: &syn::ExprMethodCall) -> Option<Expr> {
        let written = self.chain_text(e, false)?;
        Some(self.chain_block(written, &e.method))
    }

    /// Parses `*chain`.
    pub(super) fn dereferenced_chain(&mut self, e: &syn::Expr) -> Option<Expr> {
        let syn::Expr::MethodCall(e) = bare(e) else { return None };
        let written = self.chain_text(e, true)?;
        Some(self.chain_block(written, &e.method))
    }

    pub(super) fn chain_block(&mut self, written: Result<TokenStream, Refused>, method: &Ident) -> Expr {
        let parsed = written.and_then(|text| {
            syn::parse2::<syn::ExprBlock>(text).map_err(|_| (method.to_token_stream(), messages::ITERATOR))
        });
        match parsed {
            Ok(block) => self.block_expr(&block, true),
            Err((at, message)) => {
                let name = at.to_string();
                self.refuse_as(at, message, &name)
            }
        }
    }

    /// Writes the call as a block; `deref` says that a `*` stands before it.
    fn chain_text(&mut self, e: &syn::ExprMethodCall, deref: bool) -> Option<Result<TokenStream, Refused>> {
        let (ended, taken, copied) = match End::of(e).filter(|_| self.iterates(&e.receiver)) {
            Some(_) => (e, None, None),
            None if is_copying(e) => (self.option_of(&e.receiver)?.0, None, Some(&e.method)),
            None => {
                let (ended, copied) = self.option_of(&e.receiver)?;
                // Other methods take the `Option` as a value.
                let taken = taken(e)?;
                if matches!(taken.some, Use::Known(_)) && !End::of(ended)?.is_early() {
                    return None;
                }
                (ended, Some(taken), copied)
            }
        };
        let end = End::of(ended)?;
        let mut names = Names::new(self, located(ended.method.span()));
        Some(names.ended(ended, deref, end, taken, copied))
    }
}

impl Parser<'_> {
    /// The end of a chain that gives an `Option`, and the `copied` that makes the reference in it a value.
    pub(super) fn option_of<'e>(&self, e: &'e syn::Expr) -> Option<(&'e syn::ExprMethodCall, Option<&'e Ident>)> {
        let syn::Expr::MethodCall(e) = bare(e) else { return None };
        if is_copying(e) {
            return self.option_of(&e.receiver).map(|(end, _)| (end, Some(&e.method)));
        }
        let end = End::of(e).filter(|end| end.is_option())?;
        (end.is_option() && self.iterates(&e.receiver)).then_some((e, None))
    }

    /// Whether the items of an iterator may be references to parts of a value without a name.
    fn is_of_temporary(&self, e: &syn::Expr) -> bool {
        match bare(e) {
            syn::Expr::MethodCall(call) if self.iterates(&call.receiver) => {
                self.is_of_temporary(&call.receiver) || call.args.iter().any(|arg| self.is_of_temporary(arg))
            }
            syn::Expr::MethodCall(call) if call.method == "into_iter" => self.is_of_temporary(&call.receiver),
            syn::Expr::MethodCall(call) => self.iterates(e) && is_temporary(&call.receiver),
            syn::Expr::Reference(of) => is_temporary(&of.expr),
            _ => false,
        }
    }
}

fn is_temporary(e: &syn::Expr) -> bool {
    match bare(e) {
        syn::Expr::MethodCall(_) | syn::Expr::Call(_) | syn::Expr::Array(_) | syn::Expr::Repeat(_) => true,
        syn::Expr::Reference(e) => is_temporary(&e.expr),
        syn::Expr::Field(e) => is_temporary(&e.base),
        syn::Expr::Index(e) => is_temporary(&e.expr),
        _ => false,
    }
}

fn is_copying(e: &syn::ExprMethodCall) -> bool {
    matches!(e.method.to_string().as_str(), "copied" | "cloned") && e.args.is_empty()
}

/// What a method makes of an `Option` that nothing else sees; `None` for other methods.
fn taken(e: &syn::ExprMethodCall) -> Option<Taken> {
    let at = e.method.span();
    let item = || Use::Item(TokenStream::new());
    match (e.method.to_string().as_str(), e.args.len()) {
        ("unwrap", 0) => {
            let text = "called `Option::unwrap()` on a `None` value";
            Some(Taken { none: quote_spanned!(at=> { ::core::panic!(#text) }), some: item() })
        }
        ("expect", 1) => match bare(&e.args[0]) {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => {
                let text = text.value().replace('{', "{{").replace('}', "}}");
                Some(Taken { none: quote_spanned!(at=> { ::core::panic!(#text) }), some: item() })
            }
            _ => None,
        },
        // The argument stands in the loop, which it can't leave.
        ("unwrap_or", 1) if !leaves(e.args.to_token_stream()) => {
            let other = &e.args[0];
            // What is evaluated without being used.
            let idle = matches!(bare(other), syn::Expr::Lit(_) | syn::Expr::Path(_));
            let before = if idle { TokenStream::new() } else { quote_spanned!(at=> let _ = #other;) };
            Some(Taken { none: quote!(#other), some: Use::Item(before) })
        }
        ("is_some", 0) => Some(Taken { none: quote_spanned!(at=> false), some: Use::Known(true) }),
        ("is_none", 0) => Some(Taken { none: quote_spanned!(at=> true), some: Use::Known(false) }),
        _ => None,
    }
}

impl Names<'_, '_> {
    /// The whole block.
    fn ended(
        &mut self,
        e: &syn::ExprMethodCall,
        deref: bool,
        end: End,
        taken: Option<Taken>,
        by: Option<&Ident>,
    ) -> Result<TokenStream, Refused> {
        let at = self.at;
        let refused = || (e.method.to_token_stream(), messages::ITERATOR);
        let mut chain = match self.parser.named_chain(&e.receiver) {
            Some(named) => self.used(named, &e.receiver, end.borrows())?,
            None => self.chain(&e.receiver)?,
        };
        let copied = by.is_some();
        if let (Some(by), Form::Reference { x, .. }) = (by, &chain.item) {
            chain.stages.extend(copies(x, by));
        }
        let references = matches!(chain.item, Form::Reference { .. });
        let kept = !matches!(&taken, Some(Taken { some: Use::Known(_), .. }));
        if chain.item.is_exclusive() && (deref || (end.is_item() && kept && !references)) {
            return Err((e.method.to_token_stream(), messages::CHAIN_EXCLUSIVE));
        }
        if copied && !(end.is_item() && matches!(chain.item, Form::Reference { exclusive: false, .. })) {
            return Err(refused());
        }
        if deref && !(end.is_item() && references && !copied && taken.is_some()) {
            return Err((e.method.to_token_stream(), messages::DEREF));
        }
        if end.is_item()
            && kept
            && !copied
            && !deref
            && !chain.item.is_value()
            && self.parser.is_of_temporary(&e.receiver)
        {
            return Err((e.method.to_token_stream(), messages::CHAIN_TEMPORARY));
        }
        // The reference to an element, unlike that to the best so far, is the item's own.
        let shared = matches!(chain.item, Form::Reference { exclusive: false, .. }) && !chain.traits.copies;
        let own = matches!(end, End::Find | End::Nth | End::Next) && taken.is_none() && shared;
        if end.is_item() && kept && chain.traits.slices && !chain.item.is_value() {
            return Err((e.method.to_token_stream(), messages::CHAIN_SLICE));
        }
        let lost = references || (chain.traits.copies && !chain.item.is_value());
        if end.is_item() && lost && !copied && !deref && kept && !own {
            return Err((e.method.to_token_stream(), messages::CHAIN_REFERENCE));
        }
        let ty = match &e.turbofish {
            None => None,
            Some(list) if matches!(end, End::Sum | End::Product) && list.args.len() == 1 => {
                let ty = &list.args[0];
                Some(quote_spanned!(at=> : #ty))
            }
            Some(list) => return Err((list.to_token_stream(), messages::METHOD_ARGUMENTS)),
        };
        if let Some(Taken { some: Use::Item(before), .. }) = &taken
            && let Some(name) = self.hidden(before.clone())
        {
            return Err((name.to_token_stream(), messages::NAMED_HIDDEN));
        }
        let lets = &chain.lets;
        let x = chain.item.argument();
        let [acc, v, label] = ["acc", "v", "found"].map(|name| self.name(name));
        let label = syn::Lifetime { apostrophe: at, ident: label };
        let probe = |args: TokenStream, result: TokenStream| {
            let (probe, method) = (&chain.probe, Ident::new(&e.method.to_string(), at));
            let confirmed = confirmed(at, &quote_spanned!(at=> let _: #result = #probe.#method #args;));
            // A `&mut` to an iterator is what the method takes.
            let first = (!is_lent(probe)).then(|| quote_spanned!(at=> __onrush_first!(2 #method #probe);));
            quote_spanned!(at=> #confirmed #first)
        };
        let copy = chain.item.copy();
        let (wrapped, nothing) = variants(at);
        let some = |value: TokenStream| match &taken {
            // Without the parentheses, syn reads no path that begins with `::` behind a label.
            None if end.is_option() => quote_spanned!(at=> (#wrapped(#value))),
            Some(Taken { some: Use::Known(known), .. }) => quote_spanned!(at=> #known),
            Some(Taken { some: Use::Item(before), .. }) if !before.is_empty() => {
                quote_spanned!(at=> { let #v = #value; #before #v })
            }
            _ => value,
        };
        let none = taken.as_ref().map_or_else(|| quote_spanned!(at=> (#nothing)), |taken| taken.none.clone());
        Ok(match end {
            End::Sum | End::Product => {
                if matches!(chain.item, Form::Pair(..)) {
                    return Err(refused());
                }
                // The sum of no floats is −0.
                let (start, add) = match end {
                    End::Sum => (quote_spanned!(at=> -0.0f64), quote_spanned!(at=> +=)),
                    _ => (quote_spanned!(at=> 1.0f64), quote_spanned!(at=> *=)),
                };
                let run = chain.run(quote_spanned! {at=>
                    let #v = #copy;
                    __onrush_same!(#acc, #v);
                    #acc #add #v;
                });
                quote_spanned!(at=> { #lets let mut #acc #ty = (#start).cast::<_>(); #run #acc })
            }
            End::Count => {
                let run = chain.run(quote_spanned!(at=> #acc = #acc.wrapping_add(1);));
                quote_spanned!(at=> { #lets let mut #acc = 0usize; #run #acc })
            }
            End::Fold => {
                let (init, f) = (&e.args[0], &e.args[1]);
                let (made, next) = self.applied(f, &[quote!(#acc), x])?;
                let run = chain.run(quote_spanned!(at=> #acc = #next;));
                quote_spanned!(at=> { #lets let mut #acc = #init; #made #run #acc })
            }
            End::TryFold => {
                let (init, f) = (&e.args[0], &e.args[1]);
                let (made, next) = self.applied(f, &[quote!(#acc), x])?;
                let run = chain.run(quote_spanned! {at=>
                    #acc = match #next { #wrapped(#acc) => #acc, #nothing => { break #label #none; } };
                });
                let args = quote_spanned!(at=> ((), |_, _| #wrapped(())));
                let probe = probe(args, quote_spanned!(at=> ::core::option::Option<()>));
                let value = some(quote!(#acc));
                quote_spanned!(at=> { #probe #lets let mut #acc = #init; #made #label: { #run #value } })
            }
            End::ForEach => {
                let (made, next) = self.applied(&e.args[0], &[x])?;
                let run = chain.run(quote_spanned!(at=> #next;));
                quote_spanned!(at=> { #lets #made #run })
            }
            End::Any | End::All => {
                let (made, next) = self.applied(&e.args[0], &[x])?;
                let (test, found) = match end {
                    End::Any => (quote_spanned!(at=> #next), true),
                    _ => (quote_spanned!(at=> !#next), false),
                };
                let run = chain.run(quote_spanned!(at=> if #test { break #label #found; }));
                let (probe, rest) = (probe(quote_spanned!(at=> (|_| true)), quote_spanned!(at=> bool)), !found);
                quote_spanned!(at=> { #probe #lets #made #label: { #run #rest } })
            }
            End::Eq | End::Ne => {
                let (pairs, lengths, probe) = self.compared(chain, e)?;
                let (lets, unequal) = (&pairs.lets, end == End::Ne);
                let Form::Pair(x, y) = &pairs.item else { return Err(refused()) };
                let (x, y) = (x.argument(), y.argument());
                let run = pairs.run(quote_spanned!(at=> if !(#x == #y) { break #label #unequal; }));
                quote_spanned!(at=> { #probe #lets #label: { if !#lengths { break #label #unequal; } #run !#unequal } })
            }
            End::Position => {
                let (made, next) = self.applied(&e.args[0], &[x])?;
                let found = some(quote!(#acc));
                let run = chain.run(quote_spanned! {at=>
                    if #next { break #label #found; }
                    #acc = #acc.wrapping_add(1);
                });
                let probe = probe(quote_spanned!(at=> (|_| true)), quote_spanned!(at=> ::core::option::Option<usize>));
                quote_spanned!(at=> { #probe #lets let mut #acc = 0usize; #made #label: { #run #none } })
            }
            End::Find => {
                let (made, next) = self.applied(&e.args[0], &[quote_spanned!(at=> &#x)])?;
                let found = match &taken {
                    Some(Taken { some: Use::Known(known), .. }) => quote_spanned!(at=> #known),
                    _ if own && !copied => some(x.clone()),
                    _ => some(copy),
                };
                let run = chain.run(quote_spanned!(at=> if #next { break #label #found; }));
                let probe = probe(quote_spanned!(at=> (|_| true)), quote_spanned!(at=> ::core::option::Option<_>));
                quote_spanned!(at=> { #probe #lets #made #label: { #run #none } })
            }
            End::Nth | End::Next => {
                let found = match &taken {
                    Some(Taken { some: Use::Known(known), .. }) => quote_spanned!(at=> #known),
                    _ if own && !copied => some(x),
                    _ => some(copy),
                };
                let (number, passed) = match e.args.first() {
                    Some(number) => (
                        quote_spanned!(at=> let mut #acc: usize = #number;),
                        quote_spanned!(at=> if #acc > 0 { #acc = #acc.wrapping_sub(1); continue; }),
                    ),
                    None => (TokenStream::new(), TokenStream::new()),
                };
                let run = chain.run(quote_spanned!(at=> #passed break #label #found;));
                let args = if end == End::Nth { quote_spanned!(at=> (0)) } else { quote_spanned!(at=> ()) };
                let probe = probe(args, quote_spanned!(at=> ::core::option::Option<_>));
                quote_spanned!(at=> { #probe #lets #number #label: { #run #none } })
            }
            End::FindMap => {
                let (made, next) = self.applied(&e.args[0], &[x])?;
                let found = some(quote!(#v));
                let run = chain.run(quote_spanned! {at=>
                    match #next { #wrapped(#v) => { break #label #found; } #nothing => {} }
                });
                let args = quote_spanned!(at=> (|_| #nothing::<()>));
                let probe = probe(args, quote_spanned!(at=> ::core::option::Option<_>));
                quote_spanned!(at=> { #probe #lets #made #label: { #run #none } })
            }
            End::Last | End::Min | End::Max | End::MinBy | End::MaxBy | End::MinByKey | End::MaxByKey | End::Reduce => {
                let (before, body) = self.best(e, end, &chain, &quote_spanned!(at=> break #label #none;), some)?;
                quote_spanned!(at=> { #before #label: { #body } })
            }
        })
    }
}

/// Statements about probes, of which rustc checks the types. `__any()` in them is an item of a type that is known only behind them: until
/// then rustc takes it that each impl may apply.
pub(super) fn confirmed(at: Span, statements: &TokenStream) -> TokenStream {
    let nothing = nothing(at);
    quote_spanned!(at=> __onrush_confirm!(let __any = #nothing; #statements let () = __any(););)
}

/// The function that makes `__any()`.
fn nothing(at: Span) -> TokenStream {
    let private = crate::home::private(at);
    quote_spanned!(at=> #private::nothing)
}

/// Whether a probe is a `&mut` to an iterator.
fn is_lent(probe: &TokenStream) -> bool {
    let tokens: Vec<_> = probe.clone().into_iter().collect();
    matches!(&tokens[..], [.., TokenTree::Ident(last), TokenTree::Group(_)] if last == "by_ref")
}

impl Parser<'_> {
    /// Parses `__onrush_same!(a, b)` and `__onrush_ordered!(a, b)`: rustc confirms that both are of one type, which has an order.
    pub(super) fn same(&mut self, mac: &syn::Macro, ordered: bool) -> Expr {
        let parts = mac.parse_body_with(syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated);
        let span = super::span(&mac.path);
        match parts.map(|parts| parts.iter().map(|part| self.expr(part)).collect::<Vec<_>>()) {
            Ok(parts) => Expr { kind: ExprKind::Confirm(Confirmed::Same { parts, ordered }), span },
            Err(error) => self.syntax(&error),
        }
    }

    /// Parses `__onrush_first!(count method probe)`: rustc confirms that Rust's lookup comes upon no trait's method of this name on the probe
    /// before it comes to that of std, which takes `self` behind `&` or, if there are two types before, `&mut`.
    pub(super) fn first(&mut self, mac: &syn::Macro) -> Expr {
        let parts = |input: syn::parse::ParseStream<'_>| {
            Ok((input.parse::<syn::LitInt>()?.base10_parse()?, input.parse()?, input.parse()?))
        };
        match mac.parse_body_with(parts) {
            Ok((before, method, probe)) => {
                let kind = ExprKind::Confirm(Confirmed::First { before, method, probe });
                Expr { kind, span: super::span(&mac.path) }
            }
            Err(error) => self.syntax(&error),
        }
    }

    /// Parses `__onrush_confirm!(statements)`, of which rustc checks the types.
    pub(super) fn confirm(&mut self, mac: &syn::Macro) -> Expr {
        let kind = ExprKind::Confirm(Confirmed::Statements(mac.tokens.clone()));
        Expr { kind, span: super::span(&mac.path) }
    }
}
