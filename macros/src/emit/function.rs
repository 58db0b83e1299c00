//! Functions as wholes: an `Operation`, a `#[device]` function's companion, a method's.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::cuda::{self, Shape};
use super::rust::{Writer, path};
use super::source::source;
use crate::ast::Function;
use crate::intrinsics::method_name;

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
            #private::Operation::new(host, #captures, #list, #name)
        }
    }
}

/// The companion of the `#[device]` function `ident`: what other device code calls it by.
pub(crate) fn companion(function: &Function, vis: &syn::Visibility, ident: &Ident) -> TokenStream {
    let private = path(Span::mixed_site());
    let lower = lower(function, ident, Shape::Function);
    quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
        #vis enum #ident {}
        impl #private::DeviceFunction for #ident {
            #lower
        }
    }
}

/// The device side of a method of `ty`.
pub(crate) fn method(function: &Function, ty: &syn::Type, ident: &Ident) -> TokenStream {
    let private = path(Span::mixed_site());
    let lower = lower(function, ident, Shape::Method);
    let hash = method_name(&ident.to_string());
    quote! {
        impl #private::DeviceMethod<#hash> for #ty {
            #lower
        }
    }
}

/// `fn lower`, in which the function's body stands again, for its types.
fn lower(function: &Function, ident: &Ident, shape: Shape) -> TokenStream {
    let span = Span::mixed_site();
    let private = path(span);
    let writer = Writer { function, runs: false };
    let (witnesses, list, closure) = (writer.witnesses(), writer.witness_list(), writer.closure());
    let name = Ident::new("FunctionSource", span);
    let source = source(&name, function, &cuda::text(function, shape), false);
    let base = crate::namer::ascii(ident.to_string().trim_start_matches("r#"));
    let base = format!("f_{base}");
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
