//! `const fn` with `#[device]`. The user's function stays as it is, so that rustc can evaluate it; operations call another one beside
//! it, with the rewritten body, whose calls rustc can't evaluate.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};

use crate::ast::Function;
use crate::device::{is_condition, replace};

/// The name of the function with the rewritten body.
pub(crate) fn name(ident: &syn::Ident) -> syn::Ident {
    format_ident!("__onrush_{}", ident, span = Span::mixed_site().located_at(ident.span()))
}

/// The function with the rewritten body.
pub(crate) fn rewritten(f: &syn::ItemFn, parsed: &Function, body: TokenStream) -> syn::ItemFn {
    let mut f = f.clone();
    f.vis = syn::Visibility::Inherited;
    changed(&mut f.attrs, &mut f.sig);
    replace(&mut f.sig, &mut f.block, parsed, body);
    f
}

/// The method with the rewritten body.
pub(crate) fn rewritten_method(f: &syn::ImplItemFn, parsed: &Function, body: TokenStream) -> syn::ImplItem {
    let mut f = f.clone();
    f.vis = syn::Visibility::Inherited;
    let user = f.sig.ident.clone();
    changed(&mut f.attrs, &mut f.sig);
    replace(&mut f.sig, &mut f.block, parsed, body);
    // A method that operations alone call is used, too.
    f.block.stmts.insert(0, syn::parse_quote!(let _ = Self::#user;));
    syn::ImplItem::Fn(f)
}

/// An impl of these methods alone.
pub(crate) fn beside(i: &syn::ItemImpl, methods: Vec<syn::ImplItem>) -> TokenStream {
    let mut i = i.clone();
    i.attrs.retain(|attr| is_condition(&attr));
    i.items = methods;
    quote!(#[doc(hidden)] #i)
}

/// Lints have seen the user's function.
fn changed(attrs: &mut Vec<syn::Attribute>, sig: &mut syn::Signature) {
    attrs.retain(|attr| is_condition(&attr));
    attrs.push(syn::parse_quote!(#[doc(hidden)]));
    attrs.push(syn::parse_quote!(#[inline]));
    attrs.push(syn::parse_quote!(#[allow(warnings, clippy::all)]));
    sig.constness = None;
    sig.ident = name(&sig.ident);
}
