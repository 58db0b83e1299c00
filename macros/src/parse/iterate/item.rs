//! What stands at a position of an iterator over arrays.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::two;

pub(in crate::parse) enum Item {
    Element {
        array: Ident,
        access: Access,
        at: Vec<Step>,
    },
    Part {
        array: Ident,
        access: Access,
        parts: Parts,
        size: Ident,
        len: Ident,
        at: Vec<Step>,
    },
    /// The elements of arrays, `size` of each, that are the elements of an array.
    Inner {
        array: Ident,
        access: Access,
        outer: Vec<Step>,
        size: Ident,
        at: Vec<Step>,
    },
    Position(Vec<Step>),
    Pair(Box<Item>, Box<Item>),
}

/// The parts of an array that `windows`, `chunks` and their kin give.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::parse) enum Parts {
    /// One at each element at which a whole one fits.
    Windows,
    /// One behind the other; the last may be smaller.
    Chunks,
    /// One behind the other, without a smaller last one.
    ExactChunks,
}

#[derive(Clone, Copy, PartialEq)]
pub(in crate::parse) enum Access {
    Value,
    Shared,
    Exclusive,
}

/// The position in an iterator, by that in an adaptor around it.
#[derive(Clone)]
pub(in crate::parse) enum Step {
    /// Counted from the end of this number of items.
    Reversed(Ident),
    /// After this number of items.
    Skipped(Ident),
    /// At multiples of this number.
    Multiple(Ident),
}

impl Item {
    pub(super) fn step(&mut self, step: &Step) {
        match self {
            Item::Element { at, .. } | Item::Part { at, .. } | Item::Inner { at, .. } | Item::Position(at) => {
                at.push(step.clone());
            }
            Item::Pair(left, right) => {
                left.step(step);
                right.step(step);
            }
        }
    }

    /// The item at position `i`, which is no pair, and what kind of access it gives.
    pub(in crate::parse) fn value(&self, i: &Ident) -> (TokenStream, Access) {
        let span = i.span();
        match self {
            Item::Pair(..) => (TokenStream::new(), Access::Value),
            Item::Position(at) => (position(at, i), Access::Value),
            Item::Element { array, access, at } => {
                let at = position(at, i);
                (access.to(&quote_spanned!(span=> #array[#at])), *access)
            }
            Item::Inner { array, access, outer, size, at } => {
                let at = position(at, i);
                let outer = steps(outer, quote_spanned!(span=> (#at).wrapping_div(#size)));
                (access.to(&quote_spanned!(span=> #array[#outer][(#at).wrapping_rem(#size)])), *access)
            }
            Item::Part { array, access, parts, size, len, at } => {
                let at = position(at, i);
                let borrow =
                    if *access == Access::Exclusive { quote_spanned!(span=> &mut) } else { quote_spanned!(span=> &) };
                let range = match parts {
                    Parts::Windows => quote_spanned!(span=> (#at)..(#at).wrapping_add(#size)),
                    Parts::Chunks => quote_spanned! {span=>
                        (#at).wrapping_mul(#size)..(#at).wrapping_mul(#size).saturating_add(#size).min(#len)
                    },
                    Parts::ExactChunks => quote_spanned! {span=>
                        (#at).wrapping_mul(#size)..(#at).wrapping_mul(#size).wrapping_add(#size)
                    },
                };
                (quote_spanned!(span=> #borrow #array[#range]), *access)
            }
        }
    }

    /// Whether a part of an array is among the items.
    pub(in crate::parse) fn has_parts(&self) -> bool {
        match self {
            Item::Part { .. } => true,
            Item::Pair(a, b) => a.has_parts() || b.has_parts(),
            Item::Element { .. } | Item::Inner { .. } | Item::Position(_) => false,
        }
    }

    /// The arrays whose elements are items by value.
    pub(in crate::parse) fn taken<'i>(&'i self, found: &mut Vec<&'i Ident>) {
        match self {
            Item::Element { array, access: Access::Value, .. } | Item::Inner { array, access: Access::Value, .. } => {
                found.push(array);
            }
            Item::Pair(a, b) => {
                a.taken(found);
                b.taken(found);
            }
            _ => {}
        }
    }

    /// Binds a pattern to the item at position `i`; `None` if the pattern keeps a pair as a whole.
    pub(super) fn bind(&self, pat: &syn::Pat, i: &Ident) -> Option<TokenStream> {
        let span = i.span();
        let value = match (self, pat) {
            (_, syn::Pat::Paren(pat)) => return self.bind(&pat.pat, i),
            (Item::Pair(..), syn::Pat::Wild(_)) => return Some(TokenStream::new()),
            (Item::Pair(left, right), syn::Pat::Tuple(pat)) => {
                let [first, second] = two(pat)?;
                let mut both = first.map_or(Some(TokenStream::new()), |pat| left.bind(pat, i))?;
                both.extend(second.map_or(Some(TokenStream::new()), |pat| right.bind(pat, i))?);
                return Some(both);
            }
            (Item::Pair(..), _) => return None,
            (item, _) => item.value(i).0,
        };
        Some(quote_spanned!(span=> let #pat = #value;))
    }
}

fn position(around: &[Step], i: &Ident) -> TokenStream {
    steps(around, quote!(#i))
}

fn steps(around: &[Step], at: TokenStream) -> TokenStream {
    around.iter().rev().fold(at, |at, step| match step {
        Step::Reversed(count) => quote_spanned!(count.span()=> #count.wrapping_sub(1).wrapping_sub(#at)),
        Step::Skipped(count) => quote_spanned!(count.span()=> #count.wrapping_add(#at)),
        Step::Multiple(step) => quote_spanned!(step.span()=> #step.wrapping_mul(#at)),
    })
}

impl Access {
    /// The place by value, or a reference to it.
    fn to(self, place: &TokenStream) -> TokenStream {
        let span = crate::parse::span(place);
        match self {
            Access::Value => place.clone(),
            Access::Shared => quote_spanned!(span=> &#place),
            Access::Exclusive => quote_spanned!(span=> &mut #place),
        }
    }
}
