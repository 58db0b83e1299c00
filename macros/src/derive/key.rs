//! `#[derive(Key)]`: compares the fields in order, the first one most significant.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{bounded, fields, home_of};
use crate::home;
use crate::report::Report;

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let mut report = Report::new();
    let input: syn::DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => {
            report.syntax(&error);
            return report.finish().unwrap_or_default();
        }
    };
    let home = home_of(&input, &mut report);
    let fields = fields(&input, &mut report);
    home::within(home.as_ref(), || match report.finish() {
        None => implement(&input, &fields),
        Some(errors) => errors,
    })
}

fn implement(input: &syn::DeriveInput, fields: &[(syn::Member, syn::Type)]) -> TokenStream {
    let private = home::private(proc_macro2::Span::mixed_site());
    let ident = &input.ident;
    let (mut words, mut word, mut bits) = (Vec::new(), Vec::new(), Vec::new());
    for (member, ty) in fields {
        // The field's span makes rustc point at a field that is no key.
        let span = ty.span();
        let private = home::private(span);
        words.push(quote_spanned!(span=> <#ty as #private::Key>::WORDS));
        word.push(quote_spanned! {span=>
            if w < <#ty as #private::Key>::WORDS {
                return <#ty as #private::Key>::word(&self.#member, w);
            }
            let w = w - <#ty as #private::Key>::WORDS;
        });
        bits.push(quote_spanned! {span=>
            if w < <#ty as #private::Key>::WORDS {
                return <#ty as #private::Key>::word_bits(w);
            }
            let w = w - <#ty as #private::Key>::WORDS;
        });
    }
    let mut generics = bounded(&input.generics, &syn::parse_quote!(#private::Key));
    // Rustc reports a field that is no key here, and doesn't repeat it for each use below.
    for (_, ty) in fields {
        let private = home::private(ty.span());
        let bound = quote_spanned!(ty.span()=> #ty: #private::Key);
        generics.make_where_clause().predicates.push(syn::parse_quote!(#bound));
    }
    let (impls, types, wheres) = generics.split_for_impl();
    quote! {
        // SAFETY: the words are the fields' words in order, and each field is a key.
        #[automatically_derived]
        #[allow(trivial_bounds)]
        unsafe impl #impls #private::Key for #ident #types #wheres {
            const WORDS: usize = #(#words)+*;
            #[inline(always)]
            fn word(&self, w: usize) -> u64 {
                #(#word)*
                ::core::unreachable!("word {w} past the end of the key")
            }
            fn word_bits(w: usize) -> u32 {
                #(#bits)*
                ::core::unreachable!("word {w} past the end of the key")
            }
        }
    }
}
