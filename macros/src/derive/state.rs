//! `#[derive(State)]`: shows a recording the fields.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::home_of;
use crate::home;
use crate::messages;
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
    let fields = match &input.data {
        syn::Data::Struct(data) => data.fields.members().zip(data.fields.iter().map(|field| &field.ty)).collect(),
        _ => {
            report.refuse(&input.ident, messages::STATE_STRUCT);
            Vec::new()
        }
    };
    home::within(home.as_ref(), || match report.finish() {
        None => implement(&input, &fields),
        Some(errors) => errors,
    })
}

fn implement(input: &syn::DeriveInput, fields: &[(syn::Member, &syn::Type)]) -> TokenStream {
    let private = home::private(proc_macro2::Span::mixed_site());
    let visits = fields.iter().map(|(member, ty)| {
        // The field's span makes rustc point at a field that is no state.
        let private = home::private(ty.span());
        quote_spanned!(ty.span()=> <#ty as #private::State>::visit(&mut self.#member, __visitor);)
    });
    let ident = &input.ident;
    let (impls, types, wheres) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impls #private::State for #ident #types #wheres {
            fn visit<'__visit>(&'__visit mut self, __visitor: &mut #private::Visitor<'__visit>) {
                #(#visits)*
            }
        }
    }
}
