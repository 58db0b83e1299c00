//! Whole functions: an `Operation`, and the device text of a `#[device]` function.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::cuda::{self, Shape};
use super::rust::Writer;
use super::source::source;
use crate::ast::Function;
use crate::generics::Generics;
use crate::home::private as path;
use crate::hygiene::{context, located};
use crate::namer::ascii;

/// Lints that the user's code may trigger only because the expansion wraps it.
pub(super) fn allowed() -> TokenStream {
    quote!(#[allow(unused_parens, unused_braces, unreachable_code, late_bound_lifetime_arguments, clippy::all)])
}

/// Further lints that are triggered by code which never runs and exists for its types.
fn allowed_of_types() -> TokenStream {
    quote!(#[allow(
        unused_variables, unused_mut, unused_assignments, dead_code, unused_must_use, non_snake_case, deprecated
    )])
}

/// The function as it is written, never called, for what rustc finds only there: that what a named iterator borrows isn't changed
/// before the iterator is used, since the loop stands where it is used.
fn plain(function: &Function, writer: &Writer<'_>) -> TokenStream {
    let Some(plain) = &function.plain else { return TokenStream::new() };
    let (allowed, types, private) = (allowed(), allowed_of_types(), path(Span::mixed_site()));
    let (result, given) = (writer.hole(function.output_hole), plain.inputs.iter().map(|_| quote!(#private::nothing())));
    quote! {
        if false {
            #allowed
            #types
            let mut __plain = #plain;
            // Its result is the function's.
            let _ = #result.of(__plain(#(#given),*));
            // What the closure has taken is still there for the code that runs.
            #private::never();
        }
    }
}

/// The block that `op!` expands to. It is located at the user's closure, since the macro's call itself stands in the library's `op!`.
/// The generated items stand in inner blocks, where the user's code can't name them.
pub(crate) fn operation(function: &Function, of: &syn::ExprClosure) -> TokenStream {
    let tokens: Vec<_> = of.to_token_stream().into_iter().collect();
    let at = |token: Option<&TokenTree>| token.map_or_else(Span::call_site, TokenTree::span);
    let (first, last) = (at(tokens.first()), at(tokens.last()));
    let span = located(first);
    // Tokens of a user's macro and of its caller have no place in common.
    let end = if context(first) == context(last) { located(last) } else { span };
    let private = path(span);
    let writer = Writer::operation(function);
    let closure = writer.closure(located(of.or2_token.span));
    let (plain, witnesses, list) = (plain(function, &writer), writer.witnesses(), writer.witness_list());
    let orders = writer.orders();
    let source = source(function, &cuda::text(function, Shape::Operation), true);
    let captures = function.captures.iter().rev().fold(quote!(()), |rest, capture| {
        let value = &capture.value;
        let at = span.located_at(syn::spanned::Spanned::span(value));
        let private = path(at);
        quote_spanned!(at=> (#private::capture(#value), #rest))
    });
    let allowed = allowed();
    // From its first token to its last, so that rustc underlines the closure.
    let parts = quote_spanned!(end=> (__host, __captures, __witnesses, __source));
    let made = quote_spanned!(end=> { #private::Operation::new #parts });
    quote_spanned! {span=>
        {
            #witnesses
            #plain
            // The loops that call it are compiled for several levels of vector registers, and so is what is inlined into them.
            #allowed
            let __host = {
                #[inline(always)]
                move #closure
            };
            #orders
            let (__captures, __witnesses) = (#captures, #list);
            let __source = #source;
            // SAFETY: the closure and the text are generated from the same tree, and no code of the user's stands in
            // this block.
            unsafe #made
        }
    }
}

/// A `#[device]` function or method: its host code and its device text.
pub(crate) struct Device<'f> {
    pub(crate) ident: &'f Ident,
    /// `None` after an error has been reported; the item is then generated without a body, so that it can be named.
    pub(crate) function: Option<&'f Function>,
    pub(crate) shape: DeviceShape,
    pub(crate) generics: Generics,
    /// The trait of the impl in which a method stands: in its own impl a trait is in scope.
    pub(crate) of: Option<&'f syn::Path>,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum DeviceShape {
    Function,
    /// A method, which takes a site as the primitives' methods do.
    Method,
}

impl Device<'_> {
    /// The host's body, in which names mean the same as on the device.
    pub(crate) fn host(&self) -> Option<TokenStream> {
        let function = self.function?;
        let writer = Writer::host(function);
        let (plain, witnesses, body) = (plain(function, &writer), writer.witnesses(), writer.body());
        Some(quote!({ #witnesses #plain #body }))
    }

    /// The items of the impl of the device trait `offered` for `ty`, and the items that must stand beside that impl.
    pub(crate) fn lower(&self, offered: &TokenStream, ty: &TokenStream) -> (TokenStream, TokenStream) {
        let span = Span::mixed_site().located_at(self.ident.span());
        let private = path(span);
        let Some(function) = self.function else {
            let stub = quote! {
                const NO_RECURSION: () = ();
                fn lower(_: &mut #private::TranslationUnit) -> ::std::string::String {
                    ::core::unreachable!()
                }
            };
            return (stub, TokenStream::new());
        };
        let writer = Writer::types(function);
        let (witnesses, list, closure) = (writer.witnesses(), writer.witness_list(), writer.closure(span));
        let (orders, scope) = (writer.orders(), self.of.map(|of| writer.scope(of)));
        let shape = if self.shape == DeviceShape::Function { Shape::Function } else { Shape::Method };
        let source = source(function, &cuda::text(function, shape), false);
        let base = format!("f_{}", ascii(&self.ident.to_string()));
        let (constants, declared_in_body) =
            (function.captures.iter().map(|capture| &capture.value), writer.declared_items());
        let (allowed, types) = (allowed(), allowed_of_types());
        let body = format_ident!("__OnrushBody", span = span);
        let (declared, conditions) = (self.generics.declared(), self.generics.conditions());
        let (parameter, given, lower, check) = if self.generics.is_empty() {
            // Rustc evaluates the constant of a generic function where an operation calls the function.
            let check = quote_spanned!(span=> const _: () = <#ty as #offered>::NO_RECURSION;);
            (quote!(), quote!(), quote!(lower_function), check)
        } else {
            let given = self.generics.tuple();
            (quote!(<__G>), quote!(<#given>), quote!(lower_generic::<#given, _, _>), quote!())
        };
        // The function's span makes rustc name the functions of a recursive cycle.
        let items = quote_spanned! {span=>
            const NO_RECURSION: () = #private::no_recursion(<#ty as #body #given>::witnesses);
            fn lower(__unit: &mut #private::TranslationUnit) -> ::std::string::String {
                #declared_in_body
                let (__witnesses, __source) = (<#ty as #body #given>::witnesses(), #source);
                #private::#lower(__unit, #base, __witnesses, __source, &[#(&#constants),*])
            }
        };
        let beside = quote_spanned! {span=>
            #scope
            trait #body #parameter {
                fn witnesses() -> impl #private::Witnesses;
            }
            impl #declared #body #given for #ty #conditions {
                fn witnesses() -> impl #private::Witnesses {
                    #witnesses
                    #allowed
                    #types
                    let _ = #closure;
                    #orders
                    #list
                }
            }
            #check
        };
        (items, beside)
    }
}
