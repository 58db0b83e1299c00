//! The structs that a pattern names. A path may be that of an enum's variant, to which `use` has given the name: Rust then asks
//! which variant the value is, and a device would not. So rustc is made to confirm that each is a type.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::spanned::Spanned;

use super::enums::is_variant;
use crate::hygiene::located;
use crate::variants::present_part;

/// A struct in a pattern.
pub(crate) struct Named {
    /// The pattern of the whole that binds the part to `part`.
    pub(crate) way: TokenStream,
    pub(crate) part: Ident,
    /// The struct.
    pub(crate) path: syn::Path,
}

impl Named {
    fn behind(self, wrap: impl FnOnce(TokenStream) -> TokenStream) -> Named {
        Named { way: wrap(self.way), ..self }
    }
}

/// The structs that the pattern names.
pub(super) fn structs(pat: &syn::Pat) -> Vec<Named> {
    // A path that is taken for a variant's is asked for elsewhere.
    let own = |path: &syn::Path| {
        let part = Ident::new("__part", located(pat.span()));
        (!is_variant(path)).then(|| Named { way: quote!(#part), part, path: path.clone() })
    };
    match pat {
        syn::Pat::Paren(p) => structs(&p.pat),
        syn::Pat::Type(p) => structs(&p.pat),
        syn::Pat::Ident(p) => p.subpat.iter().flat_map(|(_, inner)| structs(inner)).collect(),
        syn::Pat::Reference(p) => {
            let (and, mutable) = (&p.and_token, &p.mutability);
            structs(&p.pat).into_iter().map(|named| named.behind(|way| quote!(#and #mutable #way))).collect()
        }
        syn::Pat::Or(p) => p.cases.iter().flat_map(structs).collect(),
        syn::Pat::Tuple(p) => parts(p.elems.iter(), |list| quote!((#list))),
        syn::Pat::Slice(p) => parts(p.elems.iter(), |list| quote!([#list])),
        syn::Pat::TupleStruct(p) => {
            let path = &p.path;
            if let Some((_, inner)) = present_part(p) {
                let within = inner.into_iter().flat_map(structs);
                return within.map(|named| named.behind(|way| quote!(#path(#way)))).collect();
            }
            let within = parts(p.elems.iter(), |list| quote!(#path(#list)));
            own(path).into_iter().chain(within).collect()
        }
        syn::Pat::Struct(p) => {
            let path = &p.path;
            let within = p.fields.iter().flat_map(|field| {
                let member = &field.member;
                structs(&field.pat)
                    .into_iter()
                    .map(move |named| named.behind(|way| quote!(#path { #member: #way, .. })))
            });
            own(path).into_iter().chain(within).collect()
        }
        _ => Vec::new(),
    }
}

fn parts<'p>(parts: impl Iterator<Item = &'p syn::Pat>, wrap: impl Fn(TokenStream) -> TokenStream) -> Vec<Named> {
    let mut list = Vec::new();
    for (i, part) in parts.enumerate() {
        let before = (0..i).map(|_| quote!(_,)).collect::<TokenStream>();
        list.extend(structs(part).into_iter().map(|named| named.behind(|way| wrap(quote!(#before #way, ..)))));
    }
    list
}
