//! Parts of arrays and slices that methods give, as no values: `let (p, q) = a.split_at(m)`, `if let Some(s) = a.get(1..n)`,
//! `let Some((first, rest)) = a.split_first() else { … }`. The parser writes them as tests of the length and references to parts.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::Parser;
use super::chain::Refused;
use super::closure::bare;
use super::iterate::{Access, Item, Names, two};
use super::option::variants;
use super::taken::{gives_filtered, gives_pieces};
use crate::ast::{Expr, ExprKind, Presence, When};
use crate::hygiene::located;
use crate::messages;
use crate::variants::present_part;

/// The methods of arrays and slices that are written as tests of the length, references to parts and loops. `get` is one with a range.
pub(crate) const PARTING: &[&str] = &[
    "first_mut",
    "get_mut",
    "last_mut",
    "partition_point",
    "split_at",
    "split_at_mut",
    "split_first",
    "split_first_mut",
    "split_last",
    "split_last_mut",
];

/// Whether a method of this name is one of these.
pub(crate) fn is_of_parts(method: &str) -> bool {
    PARTING.contains(&method)
}

/// What a method that returns an `Option` gives if it gives something.
enum Piece {
    /// The elements in a range.
    Range(TokenStream),
    /// The element at a position, which may change.
    Element(TokenStream),
    /// The first or last element, and the others.
    Ends { first: bool },
}

struct Pieces {
    /// What is evaluated before.
    lets: TokenStream,
    array: Ident,
    exclusive: bool,
    piece: Piece,
    there: There,
}

/// Whether there is such a part.
enum There {
    If(TokenStream),
    /// If this `Option` of the first or last element has one.
    Element(TokenStream),
}

impl Parser<'_> {
    /// Writes `let (p, q) = a.split_at(m);` as statements; `None` if it is no such one.
    pub(super) fn halves(&self, local: &syn::Local) -> Option<Result<syn::Block, Refused>> {
        let (syn::Pat::Tuple(pat), syn::Expr::MethodCall(e)) = (&local.pat, bare(&local.init.as_ref()?.expr)) else {
            return None;
        };
        let exclusive = match e.method.to_string().as_str() {
            "split_at" => false,
            "split_at_mut" => true,
            _ => return None,
        };
        if e.args.len() != 1 || e.turbofish.is_some() {
            return None;
        }
        let mut names = Names::new(self, located(e.method.span()));
        Some(names.halves(pat, e, exclusive))
    }

    /// Parses `__onrush_halves!(reference, m)`: the elements before position `m` and those from there on.
    pub(super) fn halves_of(&mut self, mac: &syn::Macro) -> Expr {
        let span = super::span(&mac.path);
        let parts = mac.parse_body_with(syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated);
        let parts: Vec<_> = parts.into_iter().flatten().map(|part| self.argument(&part)).collect();
        match <[Expr; 2]>::try_from(parts) {
            Ok([whole, mid]) => {
                let site = self.site(span, "mid > len", When::Always);
                Expr { kind: ExprKind::Halves { whole: Box::new(whole), mid: Box::new(mid), site }, span }
            }
            Err(_) => self.refuse_as(&mac.path, messages::MACRO, "__onrush_halves"),
        }
    }

    /// Parses a `match` on parts of an array; `None` if the value is something else.
    pub(super) fn match_pieces(&mut self, value: &syn::Expr, arms: &[syn::Arm], wanted: bool) -> Option<Expr> {
        self.match_pieces_behind(value, &TokenStream::new(), arms, wanted)
    }

    /// The same, with statements between the arguments of the method and the arms.
    pub(super) fn match_pieces_behind(
        &mut self,
        value: &syn::Expr,
        between: &TokenStream,
        arms: &[syn::Arm],
        wanted: bool,
    ) -> Option<Expr> {
        let (e, filter) = gives_filtered(value)?;
        let mut names = Names::new(self, located(e.method.span()));
        let written = names.pieces(e).and_then(|pieces| {
            let pieces = names.filtered(pieces, filter)?;
            names.matched(&pieces, between, arms)
        });
        Some(match written.and_then(|text| syn::parse2(text).map_err(|_| refused(e))) {
            Ok(block) => self.block_expr(&block, wanted),
            Err((at, message)) => self.refuse_as(at, message, &e.method.to_string()),
        })
    }

    /// Parses `a.get(1..n).is_some()` and `is_none()`.
    pub(super) fn has_piece(&mut self, e: &syn::ExprMethodCall) -> Option<Expr> {
        let there = match e.method.to_string().as_str() {
            "is_some" => true,
            "is_none" => false,
            _ => return None,
        };
        let call = gives_pieces(&e.receiver).filter(|_| e.args.is_empty() && e.turbofish.is_none())?;
        let at = located(e.method.span());
        let (some, none) = variants(at);
        let not = !there;
        let arms = quote_spanned!(at=> match () { #some(_) => #there, #none => #not, });
        let arms = syn::parse2::<syn::ExprMatch>(arms).ok()?;
        let (private, method, gives) = (crate::home::private(at), &e.method, &call.method);
        let given = call.args.first().map(|arg| match bare(arg) {
            syn::Expr::Range(_) => quote_spanned!(at=> ..),
            _ => quote_spanned!(at=> 0),
        });
        let first = quote_spanned!(at=> __onrush_first!(1 #method #private::array_of(__any).#gives(#given)););
        self.match_pieces_behind(&syn::Expr::MethodCall(call.clone()), &first, &arms.arms, true)
    }
}

pub(super) fn refused(e: &syn::ExprMethodCall) -> Refused {
    (e.method.to_token_stream(), messages::PIECE)
}

impl Names<'_, '_> {
    fn halves(&mut self, pat: &syn::PatTuple, e: &syn::ExprMethodCall, exclusive: bool) -> Result<syn::Block, Refused> {
        let at = self.at;
        let (lets, array, args) = self.array_and(e, exclusive)?;
        let mid = &args[0];
        let borrow = borrow(exclusive, at);
        // Rust names the place of the method.
        let halves = Ident::new("__onrush_halves", e.method.span());
        let text = quote_spanned!(at=> { #lets let #pat = #halves!(#borrow *#array, #mid); });
        syn::parse2(text).map_err(|_| refused(e))
    }

    /// What is evaluated before, and names for the array and the arguments, which are positions.
    fn array_and(
        &mut self,
        e: &syn::ExprMethodCall,
        exclusive: bool,
    ) -> Result<(TokenStream, Ident, Vec<Ident>), Refused> {
        let at = self.at;
        let access = if exclusive { Access::Exclusive } else { Access::Shared };
        let items = self.elements(&e.receiver, access, &e.method.to_string()).ok_or_else(|| refused(e))?;
        let Item::Element { array, .. } = items.item else { return Err(refused(e)) };
        let mut names = Vec::new();
        let mut values = TokenStream::new();
        for value in e.args.iter().flat_map(positions) {
            let name = self.name("at");
            values.extend(quote_spanned!(at=> let #name: usize = #value;));
            names.push(name);
        }
        // Rust borrows the array behind the arguments, which may read it. What it is borrowed from must be known before.
        let late = exclusive && is_name(&e.receiver);
        let (first, second) = if late { (values, items.lets) } else { (items.lets, values) };
        Ok((quote!(#first #second), array, names))
    }

    fn pieces(&mut self, e: &syn::ExprMethodCall) -> Result<Pieces, Refused> {
        let (at, name) = (self.at, e.method.to_string());
        let exclusive = name.ends_with("_mut");
        let (lets, array, args) = self.array_and(e, exclusive)?;
        let last = quote_spanned!(at=> #array.len().wrapping_sub(1));
        let some = quote_spanned!(at=> #array.len() > 0);
        let (piece, there) = match (name.as_str(), e.args.first().map(bare)) {
            (_, Some(syn::Expr::Range(range))) => within(&array, range, &args),
            (_, Some(_)) => {
                let i = &args[0];
                (Piece::Element(quote!(#i)), There::If(quote_spanned!(at=> #i < #array.len())))
            }
            ("first_mut", _) => (Piece::Element(quote_spanned!(at=> 0)), There::If(some)),
            ("last_mut", _) => (Piece::Element(last), There::If(some)),
            (name, _) => {
                let first = name.starts_with("split_first");
                let end = if first { quote_spanned!(at=> first) } else { quote_spanned!(at=> last) };
                let element = There::Element(quote_spanned!(at=> #array.#end()));
                (Piece::Ends { first }, if exclusive { There::If(some) } else { element })
            }
        };
        Ok(Pieces { lets, array, exclusive, piece, there })
    }

    /// The same part, if the closure of a `filter` says so, which only reads it, and before anything else is evaluated.
    fn filtered(&mut self, pieces: Pieces, filter: Option<&syn::Expr>) -> Result<Pieces, Refused> {
        let (Some(filter), There::If(test)) = (filter, &pieces.there) else { return Ok(pieces) };
        let (at, array, part) = (self.at, &pieces.array, self.name("part"));
        let place = match &pieces.piece {
            Piece::Element(i) => quote_spanned!(at=> #array[#i]),
            Piece::Range(range) => quote_spanned!(at=> #array[#range]),
            Piece::Ends { .. } => return Ok(pieces),
        };
        let (made, next) = self.applied(filter, &[quote_spanned!(at=> &#part)])?;
        let borrow = borrow(pieces.exclusive, at);
        let (lets, kept) = (&pieces.lets, self.name("kept"));
        let test = quote_spanned!(at=> #test && { let #part = #borrow #place; #made #next });
        let lets = quote_spanned!(at=> #lets let #kept = #test;);
        Ok(Pieces { lets, there: There::If(quote!(#kept)), ..pieces })
    }

    fn matched(&mut self, pieces: &Pieces, between: &TokenStream, arms: &[syn::Arm]) -> Result<TokenStream, Refused> {
        let at = self.at;
        let mut written = TokenStream::new();
        for arm in arms {
            let refused = || (arm.pat.to_token_stream(), messages::PIECE_PATTERN);
            let (pat, binds, seen) = self.arm(pieces, &arm.pat).ok_or_else(refused)?;
            let guard = arm.guard.as_ref().map(|(_, guard)| match seen.is_empty() {
                true => quote_spanned!(at=> if #guard),
                false => quote_spanned!(at=> if { #seen #guard }),
            });
            let body = &arm.body;
            let body = if binds.is_empty() { quote!(#body) } else { quote_spanned!(at=> { #binds #body }) };
            written.extend(quote_spanned!(at=> #pat #guard => #body,));
        }
        let (lets, (some, none)) = (&pieces.lets, variants(at));
        let value = match &pieces.there {
            There::If(test) => quote_spanned!(at=> (if #test { #some(true) } else { #none })),
            There::Element(value) => value.clone(),
        };
        Ok(quote_spanned!(at=> { #lets #between match #value { #written } }))
    }

    /// The pattern of an arm for the value, and what binds the names of the parts in the arm's body and in its guard, which can't change
    /// them.
    fn arm(&mut self, pieces: &Pieces, pat: &syn::Pat) -> Option<(syn::Pat, TokenStream, TokenStream)> {
        let (at, array) = (self.at, &pieces.array);
        let nothing = || (TokenStream::new(), TokenStream::new());
        let any = syn::Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token: syn::Token![_](at) });
        let (whole, inner) = match pat {
            syn::Pat::Paren(pat) => return self.arm(pieces, &pat.pat),
            syn::Pat::Or(pat) => {
                let case = |pat| self.arm(pieces, pat).filter(|(_, binds, _)| binds.is_empty()).map(|(pat, ..)| pat);
                let cases = pat.cases.iter().map(case).collect::<Option<_>>()?;
                return Some((syn::PatOr { cases, ..pat.clone() }.into(), TokenStream::new(), TokenStream::new()));
            }
            syn::Pat::TupleStruct(whole) => match present_part(whole)? {
                (Presence::Some, inner) => (whole, inner.unwrap_or(&any)),
                _ => return None,
            },
            syn::Pat::Ident(p) if p.ident != "None" || p.subpat.is_some() => return None,
            syn::Pat::Wild(_) | syn::Pat::Ident(_) | syn::Pat::Path(_) => {
                return Some((pat.clone(), TokenStream::new(), TokenStream::new()));
            }
            _ => return None,
        };
        let (binds, seen) = match (&pieces.piece, bare_pattern(inner)) {
            (_, syn::Pat::Wild(_)) => nothing(),
            (Piece::Range(range), inner @ syn::Pat::Ident(_)) => {
                both(pieces, inner, &quote_spanned!(at=> #array[#range]))
            }
            (Piece::Element(i), inner) if is_plain(inner) => both(pieces, inner, &quote_spanned!(at=> #array[#i])),
            (Piece::Ends { first }, syn::Pat::Tuple(parts)) => {
                let [head, others] = two(parts)?.map(|part| part.map(bare_pattern).unwrap_or(&any));
                if !matches!(others, syn::Pat::Wild(_) | syn::Pat::Ident(_)) {
                    return None;
                }
                let len = quote_spanned!(at=> #array.len().wrapping_sub(1));
                let (i, range) = match first {
                    true => (quote_spanned!(at=> 0), quote_spanned!(at=> 1..)),
                    false => (len.clone(), quote_spanned!(at=> ..#len)),
                };
                let rest = quote_spanned!(at=> let #others = &#array[#range];);
                if !pieces.exclusive {
                    let whole = syn::PatTupleStruct { elems: [head.clone()].into_iter().collect(), ..whole.clone() };
                    return Some((whole.into(), rest.clone(), rest));
                }
                if !is_plain(head) {
                    return None;
                }
                let end = self.name("end");
                let (mid, pair) = match first {
                    true => (quote_spanned!(at=> 1), quote_spanned!(at=> (#end, #others))),
                    false => (len, quote_spanned!(at=> (#others, #end))),
                };
                let name = self.name("mid");
                let halves = quote_spanned!(at=> let #pair = __onrush_halves!(&mut *#array, #name););
                (
                    quote_spanned!(at=> let #name: usize = #mid; #halves let #head = &mut #end[0];),
                    quote_spanned!(at=> #rest let #head = &#array[#i];),
                )
            }
            _ => return None,
        };
        let whole = syn::PatTupleStruct { elems: [any].into_iter().collect(), ..whole.clone() };
        Some((whole.into(), binds, seen))
    }

    /// Writes the element that `a.get_mut(i)` finds as `a[i]`, with what is evaluated behind its arguments; `None` if the method finds something else.
    pub(super) fn element(
        &mut self,
        e: &syn::ExprMethodCall,
        before: &TokenStream,
        otherwise: &TokenStream,
    ) -> Option<Result<TokenStream, Refused>> {
        if !is_name(&e.receiver) {
            return matches!(e.method.to_string().as_str(), "get_mut" | "first_mut" | "last_mut")
                .then(|| Err(refused(e)));
        }
        let at = self.at;
        let Pieces { lets, piece: Piece::Element(i), there: There::If(test), .. } = self.pieces(e).ok()? else {
            return None;
        };
        let (array, star) = (&e.receiver, self.reference(&e.receiver).map(|_| quote_spanned!(at=> *)));
        Some(Ok(quote_spanned!(at=> (#star #array)[{ #lets #before if !(#test) { #otherwise; } #i }])))
    }
}

/// References to a part, as a name of the arm's body and of its guard.
fn both(pieces: &Pieces, pat: &syn::Pat, part: &TokenStream) -> (TokenStream, TokenStream) {
    let at = pieces.array.span();
    let borrow = borrow(pieces.exclusive, at);
    (quote_spanned!(at=> let #pat = #borrow #part;), quote_spanned!(at=> let #pat = &#part;))
}

fn borrow(exclusive: bool, at: proc_macro2::Span) -> TokenStream {
    if exclusive { quote_spanned!(at=> &mut) } else { quote_spanned!(at=> &) }
}

/// What an argument holds: a position, or the bounds of a range.
fn positions(e: &syn::Expr) -> Vec<&syn::Expr> {
    match bare(e) {
        syn::Expr::Range(range) => [&range.start, &range.end].into_iter().flatten().map(|e| &**e).collect(),
        e => vec![e],
    }
}

/// The range, whose bounds have names, and whether the array has such a part.
fn within(array: &Ident, range: &syn::ExprRange, bounds: &[Ident]) -> (Piece, There) {
    let at = array.span();
    let dots = &range.limits;
    let closed = matches!(dots, syn::RangeLimits::Closed(_));
    let ends = |to: &Ident| match closed {
        true => quote_spanned!(at=> #to < #array.len()),
        false => quote_spanned!(at=> #to <= #array.len()),
    };
    let (range, test) = match (&range.start, &range.end, bounds) {
        (Some(_), Some(_), [from, to]) => {
            let (ends, past) = (ends(to), if closed { quote_spanned!(at=> #to.wrapping_add(1)) } else { quote!(#to) });
            (quote_spanned!(at=> #from #dots #to), quote_spanned!(at=> #ends && #from <= #past))
        }
        (Some(_), None, [from]) => (quote_spanned!(at=> #from..), quote_spanned!(at=> #from <= #array.len())),
        (None, Some(_), [to]) => (quote_spanned!(at=> #dots #to), ends(to)),
        _ => (quote_spanned!(at=> ..), quote_spanned!(at=> true)),
    };
    (Piece::Range(range), There::If(test))
}

/// Whether the expression is a name or a field of one: it can be written twice.
fn is_name(e: &syn::Expr) -> bool {
    match bare(e) {
        syn::Expr::Field(e) => is_name(&e.base),
        syn::Expr::Path(_) => true,
        syn::Expr::Unary(e) => matches!(e.op, syn::UnOp::Deref(_)) && is_name(&e.expr),
        _ => false,
    }
}

fn bare_pattern(pat: &syn::Pat) -> &syn::Pat {
    if let syn::Pat::Paren(pat) = pat { bare_pattern(&pat.pat) } else { pat }
}

/// Whether the pattern is a name, or that of a reference to what has a name.
fn is_plain(pat: &syn::Pat) -> bool {
    match bare_pattern(pat) {
        syn::Pat::Wild(_) => true,
        syn::Pat::Ident(pat) => pat.subpat.is_none(),
        syn::Pat::Reference(pat) => is_plain(&pat.pat),
        _ => false,
    }
}
