//! Loops over the items of arrays: `for (i, v) in a.iter().enumerate().rev()`.
//!
//! Such a loop is one over positions. The parser writes it in Rust and then reads that: first the arrays and the arguments
//! of the adaptors, in the order in which Rust evaluates them, then a loop whose body begins by binding the items.

mod item;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

pub(super) use self::item::{Access, Item};
use self::item::{Parts, Step};
use super::Parser;
use super::chain::confirmed;
use crate::ast::{Confirmed, Expr, ExprKind, VarId};
use crate::hygiene::located;
use crate::messages::{self, Message};

/// The items of an iterator, by position.
pub(super) struct Items {
    /// What is evaluated before the loop.
    pub(super) lets: TokenStream,
    /// The number of items, an expression without effects.
    pub(super) count: TokenStream,
    pub(super) item: Item,
    /// An iterator of the same adaptors.
    pub(super) probe: TokenStream,
    /// The elements behind the last of `chunks_exact`.
    pub(super) remainder: Option<TokenStream>,
}

impl Parser<'_> {
    /// Writes a loop over the items of arrays as one over their positions; an error is the message, and its place.
    pub(super) fn over_positions(&self, e: &syn::ExprForLoop) -> Result<syn::ExprBlock, (TokenStream, Message)> {
        let syn::ExprForLoop { label, pat, expr, body, .. } = e;
        let at = located(super::span(expr));
        let items = Names { count: 0, ..Names::new(self, at) }.items(expr);
        let Items { lets, count, item, .. } = items.ok_or_else(|| (expr.to_token_stream(), messages::FOR_ITER))?;
        let i = Ident::new("__i", at);
        let binds = item.bind(pat, &i).ok_or_else(|| (pat.to_token_stream(), messages::FOR_PAIR))?;
        let block = quote_spanned! {e.for_token.span=> {
            #lets
            #label for #i in 0..#count {
                #binds
                #body
            }
        }};
        syn::parse2(block).map_err(|_| (expr.to_token_stream(), messages::FOR_ITER))
    }
}

impl Parser<'_> {
    /// Parses `__onrush_array!(array, method)` and `__onrush_array!(array, method, of)`, which a loop over an array contains.
    pub(super) fn array_check(&mut self, mac: &syn::Macro) -> Expr {
        let parts = mac.parse_body_with(syn::punctuated::Punctuated::<Ident, syn::Token![,]>::parse_terminated);
        let span = super::span(&mac.path);
        let named = |name: &Ident| {
            let kind = ExprKind::Var(self.lookup(name)?, name.clone());
            Some(Box::new(Expr { kind, span }))
        };
        match parts.map(|parts| parts.into_iter().collect::<Vec<_>>()).as_deref() {
            Ok([array, method, of @ ..]) if let Some(array) = named(array) => {
                let of = of.first().and_then(named);
                Expr { kind: ExprKind::Confirm(Confirmed::Array { array, method: method.clone(), of }), span }
            }
            _ => self.refuse_as(&mac.path, messages::MACRO, "__onrush_array"),
        }
    }
}

/// Finds the items of an iterator, and names for what is evaluated before the loop.
pub(super) struct Names<'p, 'a> {
    pub(super) parser: &'p Parser<'a>,
    pub(super) at: Span,
    count: usize,
    /// The number of the iterator that a `let` names, if the names are in scope as long as its own.
    pub(super) of: Option<VarId>,
    /// The names around closures that these mention.
    pub(super) mentioned: Vec<Ident>,
    /// The names that the closures of `flat_map` declare around what stands behind them.
    pub(super) inner: Vec<Ident>,
    /// The names that a closure declares which isn't parsed yet.
    pub(super) declared: Vec<(Ident, Access)>,
    /// Those of them that are `mut`.
    pub(super) changing: Vec<Ident>,
    /// The number of closures of `flat_map` around this.
    pub(super) nesting: usize,
    /// The iterator is that of a `for` loop, which asks for one item after the other.
    pub(super) looped: bool,
    /// What leaves the loop over a source.
    pub(super) leave: TokenStream,
}

impl<'p, 'a> Names<'p, 'a> {
    pub(super) fn new(parser: &'p Parser<'a>, at: Span) -> Self {
        Names {
            parser,
            at,
            count: parser.loop_count,
            of: None,
            mentioned: Vec::new(),
            inner: Vec::new(),
            declared: Vec::new(),
            changing: Vec::new(),
            nesting: 0,
            looped: false,
            leave: quote_spanned!(at=> break),
        }
    }
}

impl Names<'_, '_> {
    pub(super) fn name(&mut self, what: &str) -> Ident {
        self.count += 1;
        match self.of {
            None => format_ident!("__{}{}", what, self.count, span = self.at),
            Some(of) => format_ident!("__{}{}_{}", what, self.count, of, span = self.at),
        }
    }

    pub(super) fn items(&mut self, e: &syn::Expr) -> Option<Items> {
        match e {
            syn::Expr::Paren(e) => self.items(&e.expr),
            syn::Expr::Group(e) => self.items(&e.expr),
            e if super::chain::source(e).is_some() || self.named(e).is_some() => None,
            e if self.parser.remainder(e).is_some() => self.elements(e, Access::Shared, "into_iter"),
            syn::Expr::Reference(e) => {
                let access = if e.mutability.is_some() { Access::Exclusive } else { Access::Shared };
                self.elements(&e.expr, access, "into_iter")
            }
            syn::Expr::MethodCall(e) => self.method(e),
            syn::Expr::Index(i) if matches!(*i.index, syn::Expr::Range(_)) => None,
            e if super::literal::is_byte_string(e) => self.elements(e, Access::Shared, "into_iter"),
            syn::Expr::Array(_)
            | syn::Expr::Repeat(_)
            | syn::Expr::Path(_)
            | syn::Expr::Field(_)
            | syn::Expr::Call(_)
            | syn::Expr::Index(_)
            | syn::Expr::Block(_)
            | syn::Expr::If(_)
            | syn::Expr::Match(_) => self.elements(e, self.reference(e).unwrap_or(Access::Value), "into_iter"),
            syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.elements(e, Access::Value, "into_iter"),
            _ => None,
        }
    }

    /// The access that a variable gives which is a reference, or a part of a pair.
    pub(super) fn reference(&self, e: &syn::Expr) -> Option<Access> {
        let name = if let syn::Expr::Path(path) = e { path.path.get_ident() } else { None };
        if let Some((_, access)) = self.declared.iter().rev().find(|(declared, _)| Some(declared) == name) {
            return Some(*access).filter(|access| *access != Access::Value);
        }
        if let Some(exclusive) = self.parser.part_reference(e) {
            return Some(if exclusive { Access::Exclusive } else { Access::Shared });
        }
        let var = &self.parser.vars[self.parser.lookup(name?)?];
        var.reference.then_some(if var.writable { Access::Exclusive } else { Access::Shared })
    }

    /// The elements of an array, or of a part of one, `a[from..to]`; rustc confirms that `method` is that of arrays.
    pub(super) fn elements(&mut self, e: &syn::Expr, access: Access, method: &str) -> Option<Items> {
        let (array, part) = match e {
            syn::Expr::Paren(e) => return self.elements(&e.expr, access, method),
            syn::Expr::Group(e) => return self.elements(&e.expr, access, method),
            syn::Expr::Reference(e) if e.mutability.is_none() && access == Access::Shared => {
                return self.elements(&e.expr, access, method);
            }
            // A reference to an array.
            e if super::literal::is_byte_string(e) => {
                return self.elements(&syn::parse_quote!(*#e), access, method);
            }
            syn::Expr::Range(_) | syn::Expr::Reference(_) => return None,
            syn::Expr::Index(i) => match &*i.index {
                syn::Expr::Range(range) => (&*i.expr, Some((i.bracket_token.span.open(), range))),
                _ => (e, None),
            },
            _ => (e, None),
        };
        if let Some((lets, place)) = self.parser.remainder(e) {
            let items = self.elements(&syn::parse2(place).ok()?, access, method)?;
            let of = &items.lets;
            return Some(Items { lets: quote!(#lets #of), ..items });
        }
        let (at, name) = (self.at, self.name("array"));
        let private = crate::home::private(at);
        // A value without a name lives as long as the loop.
        let mut lets = TokenStream::new();
        let constant =
            access == Access::Shared && part.is_none() && method != "into_iter" && self.parser.is_constant(array);
        let whole = if constant {
            let value = self.name("value");
            lets = quote_spanned!(at=> let #value = &#array;);
            quote_spanned!(at=> __onrush_constant!(#value))
        } else if access == Access::Value || is_place(array) {
            let star = (part.is_none() && self.reference(array).is_some()).then(|| quote_spanned!(at=> *));
            quote_spanned!(at=> #star #array)
        } else {
            let (value, mutable) =
                (self.name("value"), (access == Access::Exclusive).then(|| quote_spanned!(at=> mut)));
            lets = quote_spanned!(at=> let #mutable #value = #array;);
            quote!(#value)
        };
        // Rust names the place of the bracket if the range is out of bounds.
        let part = part.map(|(bracket, range)| quote_spanned!(bracket=> [#range]));
        lets.extend(match access {
            Access::Value if self.parser.is_constant(array) => {
                quote_spanned!(at=> let #name = __onrush_looped!(#array);)
            }
            Access::Value => quote_spanned!(at=> let #name = #array;),
            Access::Shared => quote_spanned!(at=> let #name = & #whole #part;),
            Access::Exclusive => quote_spanned!(at=> let #name = &mut #whole #part;),
        });
        let method = Ident::new(method, at);
        let reborrowed = part.is_none() && access == Access::Shared && self.reference(array) == Some(Access::Exclusive);
        let of = reborrowed.then(|| quote_spanned!(at=> , #array));
        Some(Items {
            lets: quote_spanned!(at=> #lets __onrush_array!(#name, #method #of);),
            count: quote_spanned!(at=> #name.len()),
            item: Item::Element { array: name, access, at: Vec::new() },
            probe: match access {
                Access::Value => quote_spanned!(at=> [__any()].into_iter()),
                Access::Shared => quote_spanned!(at=> #private::array_of(__any).iter()),
                Access::Exclusive => quote_spanned!(at=> #private::array_of(__any).iter_mut()),
            },
            remainder: None,
        })
    }

    fn method(&mut self, e: &syn::ExprMethodCall) -> Option<Items> {
        if e.turbofish.is_some() || self.parser.adapts_imported_source(e) {
            return None;
        }
        let at = self.at;
        let name = e.method.to_string();
        match (name.as_str(), e.args.len()) {
            ("iter", 0) => return self.elements(&e.receiver, Access::Shared, "iter"),
            ("iter_mut", 0) => return self.elements(&e.receiver, Access::Exclusive, "iter_mut"),
            ("into_iter", 0) => return self.items(&e.receiver),
            ("windows", 1) => return self.parts(e, Access::Shared, Parts::Windows),
            ("chunks", 1) => return self.parts(e, Access::Shared, Parts::Chunks),
            ("chunks_mut", 1) => return self.parts(e, Access::Exclusive, Parts::Chunks),
            ("chunks_exact", 1) => return self.parts(e, Access::Shared, Parts::ExactChunks),
            ("chunks_exact_mut", 1) => return self.parts(e, Access::Exclusive, Parts::ExactChunks),
            // Of other calls, only rustc knows whether they return arrays.
            _ if !ADAPTORS.contains(&name.as_str()) => {
                let value = syn::Expr::MethodCall(e.clone());
                return if self.parser.iterates_by_text(&e.receiver) {
                    None
                } else {
                    self.elements(&value, Access::Value, "into_iter")
                };
            }
            _ => {}
        }
        if !self.parser.iterates_by_text(&e.receiver) {
            return None;
        }
        let mut items = self.items(&e.receiver)?;
        items.remainder = None;
        let count = items.count.clone();
        items.probe = {
            let (probe, adaptor) = (&items.probe, Ident::new(&name, at));
            let argument = match name.as_str() {
                "skip" | "take" | "step_by" => quote_spanned!(at=> 1),
                "zip" => quote_spanned!(at=> [__any()]),
                _ => TokenStream::new(),
            };
            quote_spanned!(at=> #probe.#adaptor(#argument))
        };
        let mut number = |names: &mut Self, what| {
            let (name, value) = (names.name(what), &e.args[0]);
            items.lets.extend(quote_spanned!(at=> let #name: usize = #value;));
            name
        };
        match (name.as_str(), e.args.len()) {
            ("rev", 0) => {
                let all = self.counted(&mut items, count);
                items.item.step(&Step::Reversed(all));
            }
            ("enumerate", 0) => items.item = Item::Pair(Box::new(Item::Position(Vec::new())), Box::new(items.item)),
            ("copied" | "cloned", 0) => match &mut items.item {
                Item::Element { array, access: access @ Access::Shared, .. }
                | Item::Inner { array, access: access @ Access::Shared, .. } => {
                    items.lets.extend(super::chain::copies(array, &e.method));
                    *access = Access::Value;
                }
                _ => return None,
            },
            ("flatten", 0) => return self.flattened(items),
            ("skip", 1) => {
                let skipped = number(self, "skipped");
                items.lets.extend(quote_spanned!(at=> let #skipped = #skipped.min(#count);));
                self.counted(&mut items, quote_spanned!(at=> (#count).wrapping_sub(#skipped)));
                items.item.step(&Step::Skipped(skipped));
            }
            ("take", 1) => {
                let taken = number(self, "taken");
                self.counted(&mut items, quote_spanned!(at=> (#count).min(#taken)));
            }
            ("step_by", 1) => {
                let step = number(self, "step");
                items.lets.extend(quote_spanned!(at=> ::core::assert!(#step != 0, "assertion failed: step != 0");));
                self.counted(&mut items, quote_spanned!(at=> (#count).div_ceil(#step)));
                items.item.step(&Step::Multiple(step));
            }
            ("zip", 1) if self.parser.is_imported_source(&e.args[0]) => return None,
            ("zip", 1) => {
                let other = self.items(&e.args[0])?;
                let shorter = other.count;
                items.lets.extend(other.lets);
                self.counted(&mut items, quote_spanned!(at=> (#count).min(#shorter)));
                items.item = Item::Pair(Box::new(items.item), Box::new(other.item));
            }
            _ => return None,
        }
        Some(items)
    }

    /// The elements of an array's elements, which are arrays: all of one length, which the first one tells.
    fn flattened(&mut self, mut items: Items) -> Option<Items> {
        let whole = std::mem::replace(&mut items.item, Item::Position(Vec::new()));
        let Item::Element { array, access, at: outer } = whole else { return None };
        let (at, number, [size, first]) = (self.at, items.count.clone(), ["size", "first"].map(|name| self.name(name)));
        items.lets.extend(quote_spanned! {at=>
            let mut #size = 0usize;
            if #array.len() > 0 {
                let #first = &#array[0];
                __onrush_array!(#first, into_iter);
                #size = #first.len();
            }
        });
        self.counted(&mut items, quote_spanned!(at=> (#number).wrapping_mul(#size)));
        let private = crate::home::private(at);
        items.probe = match access {
            Access::Value => quote_spanned!(at=> [[__any()]].into_iter().flatten()),
            Access::Shared => quote_spanned!(at=> #private::array_of(|| [__any()]).iter().flatten()),
            Access::Exclusive => quote_spanned!(at=> #private::array_of(|| [__any()]).iter_mut().flatten()),
        };
        items.item = Item::Inner { array, access, outer, size, at: Vec::new() };
        Some(items)
    }

    /// The parts of an array, of a size that is given.
    fn parts(&mut self, e: &syn::ExprMethodCall, access: Access, parts: Parts) -> Option<Items> {
        if self.parser.iterates_by_text(&e.receiver) {
            return None;
        }
        let mut items = self.elements(&e.receiver, access, &e.method.to_string())?;
        let Item::Element { array, .. } = &items.item else { return None };
        let array = array.clone();
        let (at, size, len, value) = (self.at, self.name("size"), self.name("len"), &e.args[0]);
        let text = if parts == Parts::Windows { "window size must be non-zero" } else { "chunk size must be non-zero" };
        // Rust names the place of the method.
        let method = e.method.span();
        let nonzero = quote_spanned!(method=> if #size == 0 { ::core::panic!(#text) });
        items.lets.extend(quote_spanned!(at=> let #size: usize = #value; #nonzero let #len = #array.len();));
        let count = match parts {
            Parts::Windows => quote_spanned!(at=> #len.wrapping_add(1).saturating_sub(#size)),
            Parts::Chunks => quote_spanned!(at=> #len.div_ceil(#size)),
            Parts::ExactChunks => quote_spanned!(at=> #len.wrapping_div(#size)),
        };
        self.counted(&mut items, count);
        let method = Ident::new(&e.method.to_string(), at);
        let private = crate::home::private(at);
        let probe = quote_spanned!(at=> #private::array_of(__any).#method(1));
        if (parts, access) == (Parts::ExactChunks, Access::Shared) {
            // A trait in scope may have a method of this name, which rustc would prefer.
            let asked = confirmed(at, &quote_spanned!(at=> let _: &[_] = #probe.remainder();));
            let from = quote_spanned!(at=> { #asked #len.wrapping_sub(#len.wrapping_rem(#size)) });
            items.remainder = Some(quote_spanned!(at=> #array[#from..]));
        }
        items.probe = probe;
        items.item = Item::Part { array, access, parts, size, len, at: Vec::new() };
        Some(items)
    }

    /// Gives the number of items a name.
    fn counted(&mut self, items: &mut Items, count: TokenStream) -> Ident {
        let (at, name) = (self.at, self.name("count"));
        items.lets.extend(quote_spanned!(at=> let #name = #count;));
        items.count = quote_spanned!(at=> #name);
        name
    }
}

impl Parser<'_> {
    /// Whether the expression is an iterator by its text, if methods of iterators alone follow each other.
    fn iterates_by_text(&self, e: &syn::Expr) -> bool {
        match e {
            syn::Expr::Paren(e) => self.iterates_by_text(&e.expr),
            syn::Expr::Group(e) => self.iterates_by_text(&e.expr),
            syn::Expr::MethodCall(e) => match e.method.to_string().as_str() {
                "iter" | "iter_mut" | "into_iter" => e.args.is_empty(),
                name if gives_parts(name) => e.args.len() == 1 || self.iterates_by_text(&e.receiver),
                _ if self.adapts_imported_source(e) => true,
                _ => self.iterates_by_text(&e.receiver),
            },
            syn::Expr::Range(_) => true,
            e => super::chain::source(e).is_some() || self.named_chain(e).is_some(),
        }
    }
}

/// The adaptors of iterators that keep their items' order and places.
const ADAPTORS: &[&str] = &["rev", "enumerate", "copied", "cloned", "flatten", "skip", "take", "step_by", "zip"];

/// Whether a method of this name iterates over parts of an array.
pub(super) fn gives_parts(method: &str) -> bool {
    matches!(method, "windows" | "chunks" | "chunks_mut" | "chunks_exact" | "chunks_exact_mut")
}

fn is_place(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Paren(e) => is_place(&e.expr),
        syn::Expr::Group(e) => is_place(&e.expr),
        syn::Expr::Field(e) => is_place(&e.base),
        syn::Expr::Index(e) => is_place(&e.expr),
        syn::Expr::Path(_) => true,
        syn::Expr::Unary(e) => matches!(e.op, syn::UnOp::Deref(_)),
        _ => false,
    }
}

/// The patterns of a pair's parts, of which `..` leaves out some.
pub(super) fn two(pat: &syn::PatTuple) -> Option<[Option<&syn::Pat>; 2]> {
    let parts: Vec<_> = pat.elems.iter().collect();
    match parts[..] {
        [syn::Pat::Rest(_)] => Some([None, None]),
        [first, syn::Pat::Rest(_)] => Some([Some(first), None]),
        [syn::Pat::Rest(_), second] => Some([None, Some(second)]),
        [first, second] | [first, second, syn::Pat::Rest(_)] => Some([Some(first), Some(second)]),
        [first, syn::Pat::Rest(_), second] | [syn::Pat::Rest(_), first, second] => Some([Some(first), Some(second)]),
        _ => None,
    }
}
