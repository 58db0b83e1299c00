//! `#[derive(Element)]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{bounded, fields, home_of};
use crate::home;
use crate::messages;
use crate::namer::{ascii, label};
use crate::report::Report;

/// The largest alignment of kernel parameters and shared memory; no field's alignment is larger.
const MOST_ALIGN: u64 = 16;

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
    check_repr(&input, &mut report);
    check_generics(&input, &mut report);
    home::within(home.as_ref(), || match report.finish() {
        None => implement(&input, &fields),
        Some(errors) => refused(&input, &errors),
    })
}

/// The errors and placeholder impls, so that the type's uses cause no further errors.
fn refused(input: &syn::DeriveInput, errors: &TokenStream) -> TokenStream {
    let private = home::private(proc_macro2::Span::mixed_site());
    let ident = &input.ident;
    let mut generics = bounded(&input.generics, &syn::parse_quote!(#private::Element));
    for lifetime in generics.lifetimes_mut() {
        // Elements are `'static`, so this lifetime must be, too.
        lifetime.bounds.push(syn::Lifetime::new("'static", proc_macro2::Span::mixed_site()));
    }
    let (impls, types, wheres) = generics.split_for_impl();
    quote! {
        #errors
        // SAFETY: the program does not compile.
        unsafe impl #impls #private::Item for #ident #types #wheres {
            fn ty() -> #private::Type {
                ::core::unreachable!()
            }
        }
        // SAFETY: the program does not compile.
        unsafe impl #impls #private::Value for #ident #types #wheres {
            fn write(&self, _: &mut #private::Params) {}
        }
        // SAFETY: the program does not compile.
        unsafe impl #impls #private::Element for #ident #types #wheres {}
    }
}

/// Checks that the struct has C's natural layout.
fn check_repr(input: &syn::DeriveInput, report: &mut Report) {
    if !matches!(input.data, syn::Data::Struct(_)) {
        return;
    }
    let mut c = false;
    for attr in input.attrs.iter().filter(|attr| attr.path().is_ident("repr")) {
        let parsed = attr.parse_nested_meta(|meta| {
            c |= meta.path.is_ident("C") || meta.path.is_ident("transparent");
            if meta.path.is_ident("packed") {
                report.refuse(&meta.path, messages::DERIVE_PACKED);
            }
            if meta.input.peek(syn::token::Paren) {
                let inner;
                syn::parenthesized!(inner in meta.input);
                let argument: syn::LitInt = inner.parse()?;
                if meta.path.is_ident("align") && argument.base10_parse::<u64>().is_ok_and(|align| align > MOST_ALIGN) {
                    report.refuse(&argument, messages::DERIVE_ALIGN);
                }
            }
            Ok(())
        });
        if let Err(error) = parsed {
            report.syntax(&error);
        }
    }
    if !c {
        report.refuse_as(&input.ident, messages::DERIVE_REPR, &input.ident.to_string());
    }
}

/// Checks the generics: types and lengths may be parameters, lifetimes may not, because references can't be stored.
fn check_generics(input: &syn::DeriveInput, report: &mut Report) {
    for param in &input.generics.params {
        if let syn::GenericParam::Lifetime(lifetime) = param {
            report.refuse(lifetime, messages::DERIVE_GENERIC);
        }
    }
}

fn implement(input: &syn::DeriveInput, fields: &[(syn::Member, syn::Type)]) -> TokenStream {
    let private = home::private(proc_macro2::Span::mixed_site());
    let ident = &input.ident;
    let name = ascii(&ident.to_string());
    let described = fields.iter().map(|(member, ty)| {
        let label = label(member);
        quote! {
            #private::Field {
                name: #label,
                ty: <#ty as #private::Item>::ty(),
                offset: ::core::mem::offset_of!(Self, #member),
            }
        }
    });
    // Each field is checked with its own span, so that rustc points at it.
    let checks = fields.iter().map(|(_, ty)| {
        let private = home::private(ty.span());
        quote_spanned!(ty.span()=> #private::is_element::<#ty>();)
    });
    // Asserts that `fields` names every field, even if other attributes change the struct.
    let members = fields.iter().map(|(member, _)| member);
    let generics = bounded(&input.generics, &syn::parse_quote!(#private::Element));
    let (impls, types, wheres) = generics.split_for_impl();
    let derived = super::derived::implement(input, fields);
    let compared = super::derived::below(&input.attrs).iter().any(|name| name == "PartialEq");
    quote! {
        #derived
        // SAFETY: `ty` gives the compiler's own sizes and offsets.
        #[automatically_derived]
        unsafe impl #impls #private::Item for #ident #types #wheres {
            fn ty() -> #private::Type {
                #private::Type::Struct(#private::Struct {
                    id: ::core::any::TypeId::of::<Self>(),
                    name: #name,
                    size: ::core::mem::size_of::<Self>(),
                    align: ::core::mem::align_of::<Self>(),
                    fields: ::std::vec![#(#described),*],
                    compared: #compared,
                })
            }
        }
        // SAFETY: every field is checked to be an element, so the struct consists of elements, and its bytes are
        // written unchanged.
        #[automatically_derived]
        unsafe impl #impls #private::Value for #ident #types #wheres {
            fn write(&self, out: &mut #private::Params) {
                #(#checks)*
                let Self { #(#members: _),* } = self;
                out.element(self);
            }
        }
        // SAFETY: `#[repr(C)]` fixes the layout, `ty` gives the compiler's own sizes and offsets, and each field is an
        // element.
        #[automatically_derived]
        unsafe impl #impls #private::Element for #ident #types #wheres {}
    }
}
