//! Functions as wholes: an `Operation`, and a `#[device]` function's own text.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::cuda::{self, Shape};
use super::rust::{Writer, path};
use super::source::source;
use crate::ast::Function;
use crate::namer::ascii;

/// What user code may provoke by rights but the expansion's wrapping makes rustc say.
pub(super) fn allowed() -> TokenStream {
    quote!(#[allow(unused_parens, unused_braces, unreachable_code, late_bound_lifetime_arguments, clippy::all)])
}

/// What else code provokes that is there for its types alone.
fn allowed_of_types() -> TokenStream {
    quote!(#[allow(
        unused_variables, unused_mut, unused_assignments, dead_code, unused_must_use, non_snake_case, deprecated
    )])
}

/// The block that `op!` expands to. Items that are ours stand in blocks of their own: the user's code doesn't see them.
pub(crate) fn operation(function: &Function) -> TokenStream {
    let span = Span::mixed_site();
    let private = path(span);
    let writer = Writer::operation(function);
    let (witnesses, list, closure) = (writer.witnesses(), writer.witness_list(), writer.closure());
    let source = source(function, &cuda::text(function, Shape::Operation), true);
    let captures = function.captures.iter().rev().fold(quote!(()), |rest, capture| {
        let value = &capture.value;
        let at = span.located_at(syn::spanned::Spanned::span(value));
        let private = path(at);
        quote_spanned!(at=> (#private::capture(#value), #rest))
    });
    let allowed = allowed();
    quote_spanned! {span=>
        {
            #witnesses
            #allowed
            let __host = move #closure;
            let (__captures, __witnesses) = (#captures, #list);
            let __source = #source;
            // SAFETY: the closure and the text are made of the same tree. Nothing that the user wrote stands in here.
            unsafe { #private::Operation::new(__host, __captures, __witnesses, __source) }
        }
    }
}

/// A `#[device]` function or method: what runs on the host, and the text.
pub(crate) struct Device<'f> {
    pub(crate) ident: &'f Ident,
    /// Without it, an error has been reported, and there is something to name.
    pub(crate) function: Option<&'f Function>,
    pub(crate) shape: DeviceShape,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum DeviceShape {
    Function,
    /// It takes a site, as the primitives' do.
    Method,
}

impl Device<'_> {
    /// The body for the host, in which names mean what they mean to the device.
    pub(crate) fn host(&self) -> Option<TokenStream> {
        let writer = Writer::host(self.function?);
        let (witnesses, body) = (writer.witnesses(), writer.body());
        Some(quote!({ #witnesses #body }))
    }

    /// The items of the device trait's impl, `name` being the trait of `ty`; and what must stand beside it.
    pub(crate) fn lower(&self, offered: &TokenStream, ty: &TokenStream) -> (TokenStream, TokenStream) {
        let span = Span::mixed_site().located_at(self.ident.span());
        let private = path(span);
        let Some(function) = self.function else {
            let stub = quote! {
                const NO_RECURSION: () = ();
                fn lower(_: &mut #private::Unit) -> ::std::string::String {
                    ::core::unreachable!()
                }
            };
            return (stub, TokenStream::new());
        };
        let writer = Writer::types(function);
        let (witnesses, list, closure) = (writer.witnesses(), writer.witness_list(), writer.closure());
        let shape = if self.shape == DeviceShape::Function { Shape::Function } else { Shape::Method };
        let source = source(function, &cuda::text(function, shape), false);
        let base = format!("f_{}", ascii(self.ident.to_string().trim_start_matches("r#")));
        let constants = function.captures.iter().map(|capture| &capture.value);
        let (allowed, types) = (allowed(), allowed_of_types());
        let body = format_ident!("__OnrushBody", span = span);
        // With the function's span, for a cycle among functions to show them.
        let items = quote_spanned! {span=>
            const NO_RECURSION: () = #private::no_recursion(<#ty as #body>::witnesses);
            fn lower(__unit: &mut #private::Unit) -> ::std::string::String {
                let (__witnesses, __source) = (<#ty as #body>::witnesses(), #source);
                #private::lower_function(__unit, #base, __witnesses, __source, &[#(&#constants),*])
            }
        };
        let beside = quote_spanned! {span=>
            trait #body {
                fn witnesses() -> impl #private::Witnesses;
            }
            impl #body for #ty {
                fn witnesses() -> impl #private::Witnesses {
                    #witnesses
                    #allowed
                    #types
                    let _ = #closure;
                    #list
                }
            }
            const _: () = <#ty as #offered>::NO_RECURSION;
        };
        (items, beside)
    }
}
