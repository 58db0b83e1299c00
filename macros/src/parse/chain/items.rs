//! The items of iterators that are written as loops: the source, and what each adaptor does in the loop's body.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::{Parser, Refused};
use crate::hygiene::located;
use crate::messages;
use crate::parse::closure::bare;
use crate::parse::iterate::{Access, Names, two};

/// The items of a chain: a loop, and what its body does until an item is there.
#[derive(Clone)]
pub(in crate::parse) struct Chain {
    /// What is evaluated before the loop.
    pub(super) lets: TokenStream,
    pub(super) source: Source,
    /// What the body begins with.
    pub(super) stages: TokenStream,
    pub(super) item: Form,
    /// The chain's own adaptors, with closures that do nothing: rustc finds a method on it where it does on the chain.
    pub(super) probe: TokenStream,
    pub(super) traits: Traits,
    /// The iterators of a `chain`, as long as nothing else stands behind it.
    pub(super) parts: Vec<TokenStream>,
    /// What `remainder` gives, as long as nothing stands behind `chunks_exact`.
    pub(super) remainder: Option<TokenStream>,
    /// The arrays whose elements are items by value, which a clone of the iterator clones.
    pub(super) taken: Vec<Ident>,
    /// The loops around that over the source, outermost first: the heads, and what the bodies begin with.
    pub(super) around: Vec<(TokenStream, TokenStream)>,
    /// What leaves all of the loops.
    pub(super) leave: TokenStream,
}

/// What is known of a chain, on which it depends what can stand behind it.
#[derive(Clone, Copy)]
pub(super) struct Traits {
    /// Each item depends on that of the source alone, so that the chain can be run from its end.
    pub(super) turns: bool,
    /// There is an item for each of the source.
    pub(super) exact: bool,
    /// No closure is called.
    pub(super) idle: bool,
    /// Std finds the items by their positions: behind `zip`, nothing is called for an item without a partner.
    pub(super) random: bool,
    /// A closure decides which items there are, so that std can't know their number: it asks for them one by one.
    pub(super) filtered: bool,
    /// Items behind closures are skipped. Std finds the others by their positions, and calls the closures of skipped items with the
    /// first one that it asks for, if it asks for one.
    pub(super) skipped: bool,
    /// An adaptor may end the items before the source ends them.
    pub(super) ends: bool,
    /// References are to copies, which the loop's body alone sees.
    pub(super) copies: bool,
    /// Std knows the number of items, and compares it before it asks for one.
    pub(super) sized: bool,
    /// References in the items may be to parts of arrays.
    pub(super) slices: bool,
    /// The items are numbers from one on, to which one more is added than is asked for.
    pub(super) endless: bool,
    /// There may be items behind a `None`.
    pub(super) resumes: bool,
    /// Std's adaptor of such items keeps count of what it has asked for, or asks for no more, which a loop behind another wouldn't know.
    pub(super) counts_on: bool,
}

#[derive(Clone)]
pub(super) enum Source {
    /// The positions `i`, `count` of them, from the last one on if `reversed`.
    Positions { i: Ident, count: TokenStream, reversed: bool },
    Range {
        x: Ident,
        from: Ident,
        to: Ident,
        inclusive: bool,
        reversed: bool,
        step: Option<Ident>,
        /// The steps are taken from the last one to the first.
        turned: bool,
    },
    /// None: the body begins with the next item, or leaves the loop.
    Endless,
    /// None, too: there is always a next item.
    Repeated,
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

    /// The item behind a reference, which a closure is given.
    pub(super) fn behind(&self) -> TokenStream {
        if matches!(self, Form::Pair(..)) { self.lent() } else { self.argument() }
    }

    /// A pair as an argument of a closure behind which it is still needed.
    fn lent(&self) -> TokenStream {
        match self {
            Form::Pair(a, b) => {
                let (a, b) = (a.lent(), b.lent());
                quote!((#a, #b))
            }
            Form::Reference { x, exclusive: true } => quote_spanned!(x.span()=> &mut *#x),
            other => other.argument(),
        }
    }

    /// Binds a pattern to the item; `None` if the pattern keeps a pair with a reference as a whole.
    pub(super) fn bind(&self, pat: &syn::Pat) -> Option<TokenStream> {
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

    /// The names of a pattern that is bound to the item, and which of them are references.
    pub(super) fn accesses(&self, pat: &syn::Pat, found: &mut Vec<(Ident, Access)>) {
        match (self, pat) {
            (_, syn::Pat::Paren(pat)) => self.accesses(&pat.pat, found),
            (_, syn::Pat::Type(pat)) => self.accesses(&pat.pat, found),
            (Form::Pair(a, b), syn::Pat::Tuple(pat)) => {
                for (part, pat) in [a, b].into_iter().zip(two(pat).into_iter().flatten()) {
                    if let Some(pat) = pat {
                        part.accesses(pat, found);
                    }
                }
            }
            (Form::Reference { exclusive, .. }, syn::Pat::Ident(pat)) => {
                let access = if *exclusive { Access::Exclusive } else { Access::Shared };
                found.push((pat.ident.clone(), access));
            }
            (_, pat) => found.extend(super::flat::declared(pat).into_iter().map(|(name, _)| (name, Access::Value))),
        }
    }

    /// A copy of the item, without a reference around it; the parts of a pair stay what they are.
    pub(super) fn copy(&self) -> TokenStream {
        match self {
            Form::Reference { x, .. } => quote_spanned!(x.span()=> *#x),
            _ => self.argument(),
        }
    }

    /// The item, if its references are copies that have these names.
    pub(super) fn borrowed(&self) -> TokenStream {
        match self {
            Form::Value(x) => quote!(#x),
            Form::Reference { x, .. } => quote_spanned!(x.span()=> &#x),
            Form::Pair(a, b) => {
                let (a, b) = (a.borrowed(), b.borrowed());
                quote!((#a, #b))
            }
        }
    }

    /// The same form with other names.
    pub(super) fn renamed(&self, names: &mut Names<'_, '_>, what: &str) -> Form {
        match self {
            Form::Value(_) => Form::Value(names.name(what)),
            Form::Reference { exclusive, .. } => Form::Reference { x: names.name(what), exclusive: *exclusive },
            Form::Pair(a, b) => Form::Pair(Box::new(a.renamed(names, what)), Box::new(b.renamed(names, what))),
        }
    }

    /// The parts of pairs, and of pairs in them.
    pub(super) fn leaves(&self) -> Vec<&Form> {
        match self {
            Form::Pair(a, b) => [a.leaves(), b.leaves()].concat(),
            leaf => vec![leaf],
        }
    }

    /// Whether there is no reference in it.
    pub(super) fn is_value(&self) -> bool {
        self.leaves().iter().all(|leaf| matches!(leaf, Form::Value(_)))
    }

    /// Whether an element may change through it.
    pub(super) fn is_exclusive(&self) -> bool {
        self.leaves().iter().any(|leaf| matches!(leaf, Form::Reference { exclusive: true, .. }))
    }
}

impl Parser<'_> {
    /// Writes a loop over a chain with adaptors that a loop over positions can't have; `None` if it isn't one.
    pub(in crate::parse) fn over_chain(&self, e: &syn::ExprForLoop) -> Option<Result<syn::ExprBlock, Refused>> {
        let at = located(crate::parse::span(&e.expr));
        let mut names = Names::new(self, at);
        names.looped = true;
        let chain = match names.chain(&e.expr) {
            Ok(chain) => chain,
            // The adaptor that can't stand where it does; of what is no iterator, the loop knows more.
            Err(refused) => return names.parser.is_adapted(&e.expr).then_some(Err(refused)),
        };
        let Some(binds) = chain.item.bind(&e.pat) else {
            return Some(Err((e.pat.to_token_stream(), messages::FOR_PAIR)));
        };
        let (label, lets, body) = (&e.label, &chain.lets, &e.body);
        if !chain.around.is_empty() && (label.is_some() || super::flat::leaves_loop(body.to_token_stream())) {
            return Some(Err((e.for_token.to_token_stream(), messages::FOR_NESTED)));
        }
        if let Some(name) = names.hidden(quote!(#binds #body)) {
            return Some(Err((name.to_token_stream(), messages::NAMED_HIDDEN)));
        }
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

impl Parser<'_> {
    /// Whether the expression is an iterator by its text.
    pub(in crate::parse) fn iterates(&self, e: &syn::Expr) -> bool {
        match bare(e) {
            syn::Expr::MethodCall(e) => match e.method.to_string().as_str() {
                "iter" | "iter_mut" | "into_iter" => e.args.is_empty(),
                name if crate::parse::iterate::gives_parts(name) => e.args.len() == 1,
                name => ADAPTORS.contains(&name) && (self.iterates(&e.receiver) || self.adapts_imported_source(e)),
            },
            syn::Expr::Range(_) => true,
            e => super::source(e).is_some() || self.named_chain(e).is_some(),
        }
    }

    /// Whether the expression is an iterator with one of std's adaptors.
    fn is_adapted(&self, e: &syn::Expr) -> bool {
        matches!(bare(e), syn::Expr::MethodCall(call) if self.iterates(e) && ADAPTORS.contains(&call.method.to_string().as_str()))
    }
}

impl Chain {
    /// The items of a source.
    pub(super) fn of(source: Source, item: Form, probe: TokenStream, traits: Traits, leave: &TokenStream) -> Chain {
        Chain {
            lets: TokenStream::new(),
            source,
            stages: TokenStream::new(),
            item,
            leave: leave.clone(),
            probe,
            traits,
            parts: Vec::new(),
            remainder: None,
            taken: Vec::new(),
            around: Vec::new(),
        }
    }

    pub(super) fn head(&self, from: Option<&Ident>) -> TokenStream {
        match &self.source {
            Source::Positions { i, count, reversed } => {
                let from = from.map_or_else(|| quote_spanned!(i.span()=> 0), |from| quote!(#from));
                let j = if *reversed { &turned(i) } else { i };
                quote_spanned!(i.span()=> for #j in #from..#count)
            }
            Source::Range { x, from: start, to, inclusive, reversed, step, turned } => {
                let at = x.span();
                let dots = if *inclusive { quote_spanned!(at=> ..=) } else { quote_spanned!(at=> ..) };
                // Behind an item, the others are those below it, or those above it.
                let range = match (from, reversed ^ turned) {
                    (None, _) => quote_spanned!(at=> #start #dots #to),
                    (Some(from), false) => quote_spanned!(at=> #from #dots #to),
                    (Some(from), true) => quote_spanned!(at=> #start..=#from),
                };
                let rev = |is: bool| is.then(|| quote_spanned!(at=> .rev()));
                let step = step.as_ref().map(|step| quote_spanned!(at=> .step_by(#step)));
                let (first, last) = match from {
                    None => (rev(*reversed), rev(*turned)),
                    Some(_) => (rev(reversed ^ turned), None),
                };
                quote_spanned!(at=> for #x in (#range) #first #step #last)
            }
            Source::Endless | Source::Repeated => quote!(loop),
        }
    }

    /// What the body begins with.
    pub(super) fn begin(&self) -> TokenStream {
        let stages = &self.stages;
        match &self.source {
            Source::Positions { i, count, reversed: true } => {
                let j = turned(i);
                quote_spanned!(i.span()=> let #i = (#count).wrapping_sub(1).wrapping_sub(#j); #stages)
            }
            _ => stages.clone(),
        }
    }

    /// The loop over all items.
    pub(super) fn run(&self, body: TokenStream) -> TokenStream {
        let (head, begin) = (self.head(None), self.begin());
        let inner = quote!(#head { #begin #body });
        self.around.iter().rev().fold(inner, |inner, (head, begin)| quote!(#head { #begin #inner }))
    }

    /// What stands before the loop, and the loop that finds the first item; `next` is where to go on.
    pub(super) fn run_first(&self, next: &Ident, body: TokenStream) -> (TokenStream, TokenStream) {
        let (at, head, begin) = (next.span(), self.head(None), self.begin());
        match &self.source {
            Source::Positions { i, reversed, .. } => {
                let j = if *reversed { &turned(i) } else { i };
                let before = quote_spanned!(at=> let mut #next = 0usize;);
                (before, quote_spanned!(at=> #head { #next = #j.wrapping_add(1); #begin #body }))
            }
            Source::Range { x, from, .. } => {
                let before = quote_spanned!(at=> let mut #next = #from;);
                (before, quote_spanned!(at=> #head { #next = #x; #begin #body }))
            }
            Source::Endless | Source::Repeated => (TokenStream::new(), quote_spanned!(at=> #head { #begin #body })),
        }
    }

    /// The loop over the items behind the first one.
    pub(super) fn run_on(&self, next: &Ident, body: TokenStream) -> TokenStream {
        let (at, head, begin) = (next.span(), self.head(Some(next)), self.begin());
        match &self.source {
            Source::Positions { .. } | Source::Endless | Source::Repeated => {
                quote_spanned!(at=> #head { #begin #body })
            }
            Source::Range { .. } => {
                let seen = format_ident!("{}_seen", next, span = at);
                quote_spanned!(at=>
                    let mut #seen = false;
                    #head { if !#seen { #seen = true; continue; } #begin #body }
                )
            }
        }
    }
}

/// The number of items behind the one at position `i`, in a loop that begins with the last one.
pub(super) fn turned(i: &Ident) -> Ident {
    format_ident!("{}_turned", i, span = i.span())
}
