//! The items of iterators that are written as loops: the source, and what each adaptor does in the loop's body.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::{Parser, Refused};
use crate::hygiene::located;
use crate::messages;
use crate::parse::closure::bare;
use crate::parse::iterate::{Access, Item, Names, two};
use crate::parse::option::variants;

/// The items of a chain: a loop, and what its body does until an item is there.
pub(super) struct Chain {
    /// What is evaluated before the loop.
    pub(super) lets: TokenStream,
    pub(super) source: Source,
    /// What the body begins with.
    pub(super) stages: TokenStream,
    pub(super) item: Form,
    /// The chain's own adaptors, with closures that do nothing: rustc finds a method on it where it does on the chain.
    pub(super) probe: TokenStream,
    /// Only `map`s so far: the order of the items is that of the source.
    plain: bool,
}

pub(super) enum Source {
    Positions { i: Ident, count: TokenStream },
    Range { x: Ident, from: Ident, to: Ident, inclusive: bool, reversed: bool, step: Option<Ident> },
}

/// The item at hand.
#[derive(Clone)]
pub(super) enum Form {
    Value(Ident),
    /// A reference, through which the element may change if it is exclusive.
    Reference {
        x: Ident,
        exclusive: bool,
    },
    /// Both of a pair; one of them is a reference.
    Pair(Box<Form>, Box<Form>),
}

impl Form {
    /// The item as an argument.
    pub(super) fn argument(&self) -> TokenStream {
        match self {
            Form::Value(x) | Form::Reference { x, .. } => quote!(#x),
            Form::Pair(a, b) => {
                let (a, b) = (a.argument(), b.argument());
                quote!((#a, #b))
            }
        }
    }

    /// Binds a pattern to the item; `None` if the pattern keeps a pair with a reference as a whole.
    fn bind(&self, pat: &syn::Pat) -> Option<TokenStream> {
        match (self, pat) {
            (_, syn::Pat::Paren(pat)) => self.bind(&pat.pat),
            (Form::Pair(..), syn::Pat::Wild(_)) => Some(TokenStream::new()),
            (Form::Pair(a, b), syn::Pat::Tuple(pat)) => {
                let [first, second] = two(pat)?;
                let mut both = first.map_or(Some(TokenStream::new()), |pat| a.bind(pat))?;
                both.extend(second.map_or(Some(TokenStream::new()), |pat| b.bind(pat))?);
                Some(both)
            }
            (Form::Pair(..), _) => None,
            (Form::Value(x) | Form::Reference { x, .. }, _) => Some(quote_spanned!(x.span()=> let #pat = #x;)),
        }
    }

    /// A copy of the item, without a reference around it.
    pub(super) fn copy(&self) -> Option<TokenStream> {
        match self {
            Form::Value(x) => Some(quote!(#x)),
            Form::Reference { x, .. } => Some(quote_spanned!(x.span()=> *#x)),
            Form::Pair(..) => None,
        }
    }
}

impl Parser<'_> {
    /// Writes a loop over a chain with adaptors that a loop over positions can't have; `None` if it isn't one.
    pub(in crate::parse) fn over_chain(&self, e: &syn::ExprForLoop) -> Option<Result<syn::ExprBlock, Refused>> {
        let at = located(crate::parse::span(&e.expr));
        let mut names = Names { parser: self, at, count: self.loop_count };
        let chain = names.chain(&e.expr)?;
        let Some(binds) = chain.item.bind(&e.pat) else {
            return Some(Err((e.pat.to_token_stream(), messages::FOR_PAIR)));
        };
        let (label, lets, body) = (&e.label, &chain.lets, &e.body);
        let run = chain.run(quote!(#binds #body));
        let block = syn::parse2(quote_spanned!(e.for_token.span=> { #lets #label #run }));
        Some(block.map_err(|_| (e.expr.to_token_stream(), messages::FOR_ITER)))
    }
}

/// Std's adaptors of iterators.
const ADAPTORS: &[&str] = &[
    "by_ref",
    "chain",
    "cloned",
    "copied",
    "cycle",
    "enumerate",
    "filter",
    "filter_map",
    "flat_map",
    "flatten",
    "fuse",
    "inspect",
    "map",
    "map_while",
    "peekable",
    "rev",
    "scan",
    "skip",
    "skip_while",
    "step_by",
    "take",
    "take_while",
    "zip",
];

/// Whether the expression is an iterator by its text.
pub(in crate::parse) fn iterates(e: &syn::Expr) -> bool {
    match bare(e) {
        syn::Expr::MethodCall(e) => match e.method.to_string().as_str() {
            "iter" | "iter_mut" | "into_iter" => e.args.is_empty(),
            name if crate::parse::iterate::gives_parts(name) => e.args.len() == 1,
            name => ADAPTORS.contains(&name) && iterates(&e.receiver),
        },
        syn::Expr::Range(_) => true,
        _ => false,
    }
}

impl Names<'_, '_> {
    /// What makes a closure before the loop, and a call of it: a closure with copies of its own keeps them from call to call.
    pub(in crate::parse) fn applied(
        &mut self,
        f: &syn::Expr,
        args: &[TokenStream],
    ) -> Result<(TokenStream, TokenStream), Refused> {
        let at = self.at;
        match bare(f) {
            syn::Expr::Closure(closure) if closure.capture.is_some() => {
                let name = self.name("closure");
                Ok((quote_spanned!(at=> let mut #name = #closure;), quote_spanned!(at=> #name(#(#args),*))))
            }
            syn::Expr::Closure(closure) => {
                Ok((TokenStream::new(), quote_spanned!(at=> __onrush_apply!(#closure, #(#args),*))))
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

    /// The chain before the method that ends it.
    pub(super) fn chain(&mut self, e: &syn::Expr) -> Option<Chain> {
        let e = bare(e);
        if let Some(chain) = self.of_range(e) {
            return Some(chain);
        }
        if let Some(items) = self.items(e) {
            return self.of_positions(items.lets, items.count, &items.item, items.probe);
        }
        let syn::Expr::MethodCall(e) = e else { return None };
        if e.turbofish.is_some() {
            return None;
        }
        let mut chain = self.chain(&e.receiver)?;
        let (at, probe) = (self.at, chain.probe.clone());
        let x = self.name("x");
        let item = chain.item.argument();
        match (e.method.to_string().as_str(), e.args.len()) {
            ("map", 1) => {
                let (made, next) = self.applied(&e.args[0], &[item]).ok()?;
                chain.lets.extend(made);
                chain.stages.extend(quote_spanned!(at=> let #x = #next;));
                chain.item = Form::Value(x);
                chain.probe = quote_spanned!(at=> #probe.map(|_| ()));
            }
            ("filter" | "take_while", 1) => {
                let (made, next) = self.applied(&e.args[0], &[quote_spanned!(at=> &#item)]).ok()?;
                chain.lets.extend(made);
                let (leave, method) = match e.method == "filter" {
                    true => (quote_spanned!(at=> continue;), quote_spanned!(at=> filter)),
                    false => (quote_spanned!(at=> break;), quote_spanned!(at=> take_while)),
                };
                chain.stages.extend(quote_spanned!(at=> if !#next { #leave }));
                chain.probe = quote_spanned!(at=> #probe.#method(|_| true));
                chain.plain = false;
            }
            ("filter_map" | "map_while", 1) => {
                let (made, next) = self.applied(&e.args[0], &[item]).ok()?;
                chain.lets.extend(made);
                let (some, none) = variants(at);
                let (leave, method) = match e.method == "filter_map" {
                    true => (quote_spanned!(at=> continue), quote_spanned!(at=> filter_map)),
                    false => (quote_spanned!(at=> break), quote_spanned!(at=> map_while)),
                };
                let value = quote_spanned!(at=> match #next { #some(#x) => #x, #none => #leave, });
                chain.stages.extend(quote_spanned!(at=> let #x = #value;));
                chain.item = Form::Value(x);
                chain.probe = quote_spanned!(at=> #probe.#method(|_| #some(())));
                chain.plain = false;
            }
            ("enumerate", 0) => {
                let count = self.name("count");
                chain.lets.extend(quote_spanned!(at=> let mut #count = 0usize;));
                chain.stages.extend(quote_spanned!(at=> let #x = #count; #count = #count.wrapping_add(1);));
                chain.item = Form::Pair(Box::new(Form::Value(x)), Box::new(chain.item));
                chain.probe = quote_spanned!(at=> #probe.enumerate());
                chain.plain = false;
                self.whole(&mut chain);
            }
            ("skip", 1) => {
                let (left, value) = (self.name("left"), &e.args[0]);
                chain.lets.extend(quote_spanned!(at=> let mut #left: usize = #value;));
                let skipped = quote_spanned!(at=> if #left > 0 { #left = #left.wrapping_sub(1); continue; });
                chain.stages.extend(skipped);
                chain.probe = quote_spanned!(at=> #probe.skip(0));
                chain.plain = false;
            }
            ("take", 1) => {
                let (left, value) = (self.name("left"), &e.args[0]);
                chain.lets.extend(quote_spanned!(at=> let mut #left: usize = #value;));
                // No item is made behind the last one that is taken.
                let stages = &chain.stages;
                chain.stages = quote_spanned!(at=> if #left == 0 { break; } #stages #left = #left.wrapping_sub(1););
                chain.probe = quote_spanned!(at=> #probe.take(0));
                chain.plain = false;
            }
            ("copied" | "cloned", 0) => {
                let Form::Reference { x: from, exclusive: false } = &chain.item else { return None };
                chain.stages.extend(quote_spanned!(at=> let #x = *#from;));
                chain.item = Form::Value(x);
                chain.probe = quote_spanned!(at=> #probe.copied());
            }
            ("rev", 0) if chain.plain => {
                match &mut chain.source {
                    Source::Range { reversed, step: None, .. } => *reversed = !*reversed,
                    _ => return None,
                }
                chain.probe = quote_spanned!(at=> #probe.rev());
            }
            _ => return None,
        }
        Some(chain)
    }

    /// A chain that begins with a range of integers.
    fn of_range(&mut self, e: &syn::Expr) -> Option<Chain> {
        let at = self.at;
        match e {
            syn::Expr::Range(syn::ExprRange { start: Some(start), end: Some(end), limits, .. }) => {
                let [x, from, to] = ["x", "from", "to"].map(|name| self.name(name));
                let lets = quote_spanned!(at=> let #from = #start; let #to = #end;);
                let inclusive = matches!(limits, syn::RangeLimits::Closed(_));
                let item = Form::Value(x.clone());
                let source = Source::Range { x, from, to, inclusive, reversed: false, step: None };
                let probe = quote_spanned!(at=> (0..1));
                Some(Chain { lets, source, stages: TokenStream::new(), item, probe, plain: true })
            }
            syn::Expr::MethodCall(e) if e.turbofish.is_none() => {
                let name = e.method.to_string();
                if !matches!((name.as_str(), e.args.len()), ("rev", 0) | ("step_by", 1)) {
                    return None;
                }
                let mut chain = self.of_range(bare(&e.receiver))?;
                let Source::Range { reversed, step, .. } = &mut chain.source else { return None };
                let probe = chain.probe.clone();
                if step.is_some() {
                    return None;
                }
                if name == "rev" {
                    *reversed = !*reversed;
                    chain.probe = quote_spanned!(at=> #probe.rev());
                } else {
                    let (by, value) = (self.name("step"), &e.args[0]);
                    chain.lets.extend(quote_spanned!(at=> let #by: usize = #value;));
                    *step = Some(by);
                    chain.probe = quote_spanned!(at=> #probe.step_by(1));
                }
                Some(chain)
            }
            _ => None,
        }
    }

    /// A chain that begins with the items of arrays.
    fn of_positions(
        &mut self,
        lets: TokenStream,
        count: TokenStream,
        item: &Item,
        probe: TokenStream,
    ) -> Option<Chain> {
        let i = self.name("i");
        let mut stages = TokenStream::new();
        let item = self.form(item, &i, &mut stages);
        let source = Source::Positions { i, count };
        let mut chain = Chain { lets, source, stages, item, probe, plain: true };
        self.whole(&mut chain);
        Some(chain)
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
    fn whole(&mut self, chain: &mut Chain) {
        fn values(form: &Form) -> bool {
            match form {
                Form::Value(_) => true,
                Form::Reference { .. } => false,
                Form::Pair(a, b) => values(a) && values(b),
            }
        }
        if matches!(chain.item, Form::Pair(..)) && values(&chain.item) {
            let (at, x, pair) = (self.at, self.name("x"), chain.item.argument());
            chain.stages.extend(quote_spanned!(at=> let #x = #pair;));
            chain.item = Form::Value(x);
        }
    }
}

impl Chain {
    fn head(&self, from: Option<&Ident>) -> TokenStream {
        match &self.source {
            Source::Positions { i, count } => {
                let from = from.map_or_else(|| quote_spanned!(i.span()=> 0), |from| quote!(#from));
                quote_spanned!(i.span()=> for #i in #from..#count)
            }
            Source::Range { x, from: start, to, inclusive, reversed, step } => {
                let at = x.span();
                let dots = if *inclusive { quote_spanned!(at=> ..=) } else { quote_spanned!(at=> ..) };
                let range = match (from, reversed) {
                    (None, _) => quote_spanned!(at=> #start #dots #to),
                    (Some(from), false) => quote_spanned!(at=> #from #dots #to),
                    (Some(from), true) => quote_spanned!(at=> #start..=#from),
                };
                let rev = reversed.then(|| quote_spanned!(at=> .rev()));
                let step = step.as_ref().map(|step| quote_spanned!(at=> .step_by(#step)));
                quote_spanned!(at=> for #x in (#range) #rev #step)
            }
        }
    }

    /// The loop over all items.
    pub(super) fn run(&self, body: TokenStream) -> TokenStream {
        let (head, stages) = (self.head(None), &self.stages);
        quote!(#head { #stages #body })
    }

    /// What stands before the loop, and the loop that finds the first item; `next` is where to go on.
    pub(super) fn run_first(&self, next: &Ident, body: TokenStream) -> (TokenStream, TokenStream) {
        let (at, head, stages) = (next.span(), self.head(None), &self.stages);
        match &self.source {
            Source::Positions { i, .. } => {
                let begin = quote_spanned!(at=> let mut #next = 0usize;);
                (begin, quote_spanned!(at=> #head { #next = #i.wrapping_add(1); #stages #body }))
            }
            Source::Range { x, from, .. } => {
                let begin = quote_spanned!(at=> let mut #next = #from;);
                (begin, quote_spanned!(at=> #head { #next = #x; #stages #body }))
            }
        }
    }

    /// The loop over the items behind the first one.
    pub(super) fn run_on(&self, next: &Ident, body: TokenStream) -> TokenStream {
        let (at, head, stages) = (next.span(), self.head(Some(next)), &self.stages);
        match &self.source {
            Source::Positions { .. } => quote_spanned!(at=> #head { #stages #body }),
            Source::Range { .. } => {
                let seen = format_ident!("{}_seen", next, span = at);
                quote_spanned!(at=>
                    let mut #seen = false;
                    #head { if !#seen { #seen = true; continue; } #stages #body }
                )
            }
        }
    }
}
