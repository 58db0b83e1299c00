//! Functions as wholes: an `Operation`, a `#[device]` function's companion, a method's.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::cuda::{self, Shape};
use super::rust::{Writer, path};
use super::source::source;
use crate::ast::Function;
use crate::intrinsics::method_name;
use crate::namer::ascii;

/// What user code may provoke by rights but the expansion's wrapping makes rustc say.
fn allowed() -> TokenStream {
    quote!(#[allow(unused_parens, unused_braces, unreachable_code, clippy::all)])
}

/// The block that `op!` expands to.
pub(crate) fn operation(function: &Function) -> TokenStream {
    let span = Span::mixed_site();
    let private = path(span);
    let writer = Writer { function, runs: true };
    let (witnesses, list, closure) = (writer.witnesses(), writer.witness_list(), writer.closure());
    let name = Ident::new("OperationSource", span);
    let source = source(&name, function, &cuda::text(function, Shape::Operation), true);
    let captures = function.captures.iter().rev().fold(quote!(()), |rest, capture| {
        let value = &capture.value;
        let at = span.located_at(syn::spanned::Spanned::span(value));
        let private = path(at);
        quote_spanned!(at=> (#private::capture(#value), #rest))
    });
    let allowed = allowed();
    quote_spanned! {span=>
        {
            #source
            #witnesses
            #allowed
            let host = move #closure;
            let (captures, witnesses) = (#captures, #list);
            // SAFETY: the closure and the text are made of the same tree. Nothing that the user wrote stands in here.
            unsafe { #private::Operation::new(host, captures, witnesses, #name) }
        }
    }
}

/// The device side of a function or method.
pub(crate) struct Companion<'f> {
    pub(crate) attrs: Vec<&'f syn::Attribute>,
    pub(crate) ident: &'f Ident,
}

impl Companion<'_> {
    /// A type of the function's own name, by which other device code calls it. Without `function`, an error has been
    /// reported, and there is something to name.
    pub(crate) fn function(&self, function: Option<&Function>, vis: &syn::Visibility) -> TokenStream {
        let private = path(Span::mixed_site());
        let (attrs, ident) = (&self.attrs, self.ident);
        let lower = self.lower(function, Shape::Function);
        quote! {
            #(#attrs)*
            #[doc(hidden)]
            #[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
            #vis enum #ident {}
            #(#attrs)*
            // SAFETY: the text is made of the function's own tree.
            #[automatically_derived]
            unsafe impl #private::DeviceFunction for #ident {
                #lower
            }
        }
    }

    /// What device code looks the method up by: its name, on `ty`; if it is an operator's, with what stands on its right.
    pub(crate) fn method(&self, function: Option<&Function>, ty: &syn::Type, right: Option<&syn::Type>) -> TokenStream {
        let private = path(Span::mixed_site());
        let attrs = &self.attrs;
        let lower = self.lower(function, Shape::Method);
        let hash = method_name(&self.ident.to_string());
        let offered = match right {
            Some(right) => quote!(DeviceOperator<#hash, #right>),
            None => quote!(DeviceMethod<#hash>),
        };
        quote! {
            #(#attrs)*
            // SAFETY: the text is made of the method's own tree.
            #[automatically_derived]
            unsafe impl #private::#offered for #ty {
                #lower
            }
        }
    }

    /// `fn lower`, in which the function's body stands again, for its types.
    fn lower(&self, function: Option<&Function>, shape: Shape) -> TokenStream {
        let span = Span::mixed_site();
        let private = path(span);
        let Some(function) = function else {
            return quote! {
                fn lower(_: &mut #private::Unit) -> ::std::string::String {
                    ::core::unreachable!()
                }
            };
        };
        let writer = Writer { function, runs: false };
        let (witnesses, list, closure) = (writer.witnesses(), writer.witness_list(), writer.closure());
        let name = Ident::new("FunctionSource", span);
        let source = source(&name, function, &cuda::text(function, shape), false);
        let base = format!("f_{}", ascii(self.ident.to_string().trim_start_matches("r#")));
        let constants = function.captures.iter().map(|capture| &capture.value);
        let allowed = allowed();
        quote_spanned! {span=>
            fn lower(unit: &mut #private::Unit) -> ::std::string::String {
                #source
                #witnesses
                #allowed
                #[allow(unused_variables, unused_mut, unused_assignments, dead_code, unused_must_use)]
                let _ = #closure;
                #private::lower_function(unit, #base, #list, #name, &[#(&#constants),*])
            }
        }
    }
}
