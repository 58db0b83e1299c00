//! `#[device]` on functions and impls.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;

use crate::check;
use crate::emit::Companion;
use crate::intrinsics;
use crate::messages;
use crate::minmax::Rewrite;
use crate::parse;
use crate::report::Report;

pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut report = Report::new();
    if !args.is_empty() {
        report.refuse(args, messages::DEVICE_ARGUMENTS);
    }
    match syn::parse2::<syn::Item>(item.clone()) {
        Ok(syn::Item::Fn(f)) => function(f, report),
        Ok(syn::Item::Impl(i)) => implementation(i, report),
        Ok(other) => {
            let keyword = other.to_token_stream().into_iter().find(|t| matches!(t, proc_macro2::TokenTree::Ident(_)));
            report.refuse(keyword.to_token_stream(), messages::DEVICE_ON);
            with_errors(report, other)
        }
        Err(error) => {
            report.syntax(&error);
            with_errors(report, item)
        }
    }
}

fn function(mut f: syn::ItemFn, mut report: Report) -> TokenStream {
    check::signature(&f.sig, &mut report);
    let parsed = parse::method(&f.sig, &f.block, &mut report);
    let companion = Companion { attrs: conditions(&f.attrs), ident: &f.sig.ident };
    let errors = report.finish();
    let device = companion.function(errors.is_none().then_some(&parsed), &f.vis);
    Rewrite.visit_block_mut(&mut f.block);
    let allowed = allowed();
    quote!(#allowed #f #device #errors)
}

fn implementation(mut i: syn::ItemImpl, mut report: Report) -> TokenStream {
    check::generics(&i.generics, messages::IMPL_GENERIC, &mut report);
    let outputs = Outputs::of(&i);
    let mut parsed = Vec::new();
    for item in &i.items {
        match item {
            syn::ImplItem::Fn(f) => {
                check::signature(&f.sig, &mut report);
                check::method_name(&f.sig, &mut report);
                let mut f = f.clone();
                outputs.clone().visit_impl_item_fn_mut(&mut f);
                parsed.push((parse::method(&f.sig, &f.block, &mut report), f));
            }
            syn::ImplItem::Const(_) | syn::ImplItem::Type(_) => {}
            other => report.refuse(other, messages::IMPL_ITEM),
        }
    }
    let errors = report.finish();
    let right = right_of_operator(&i);
    let methods = parsed.iter().map(|(function, f)| {
        let companion = Companion { attrs: conditions(&f.attrs), ident: &f.sig.ident };
        companion.method(errors.is_none().then_some(function), &i.self_ty, right.as_ref())
    });
    let methods: TokenStream = if i.generics.params.is_empty() { methods.collect() } else { TokenStream::new() };
    for item in &mut i.items {
        Rewrite.visit_impl_item_mut(item);
    }
    let allowed = allowed();
    quote!(#allowed #i #methods #errors)
}

/// What the subset leaves no other way to write.
fn allowed() -> TokenStream {
    quote!(#[allow(clippy::needless_range_loop, clippy::manual_is_multiple_of)])
}

/// What stands on the right in an impl of a binary operator: `f32` in `Mul<f32>`, `Self` in `Mul`.
fn right_of_operator(i: &syn::ItemImpl) -> Option<syn::Type> {
    let (_, path, _) = i.trait_.as_ref()?;
    let last = path.segments.last()?;
    if !intrinsics::is_infix_trait(&last.ident.to_string()) {
        return None;
    }
    let given = match &last.arguments {
        syn::PathArguments::AngleBracketed(list) => list.args.iter().find_map(|arg| match arg {
            syn::GenericArgument::Type(ty) => Some(ty.clone()),
            _ => None,
        }),
        _ => None,
    };
    Some(given.unwrap_or_else(|| (*i.self_ty).clone()))
}

/// The attributes on which the device side depends as the item does.
fn conditions(attrs: &[syn::Attribute]) -> Vec<&syn::Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect()
}

fn with_errors(report: Report, item: impl ToTokens) -> TokenStream {
    let errors = report.finish();
    quote!(#item #errors)
}

/// `Self::Output` of the impl's trait, which the device side is not an impl of.
#[derive(Clone)]
struct Outputs(Vec<(syn::Ident, syn::Type)>);

impl Outputs {
    fn of(i: &syn::ItemImpl) -> Self {
        let types = i.items.iter().filter_map(|item| match item {
            syn::ImplItem::Type(t) => Some((t.ident.clone(), t.ty.clone())),
            _ => None,
        });
        Outputs(types.collect())
    }
}

impl VisitMut for Outputs {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        syn::visit_mut::visit_type_mut(self, ty);
        let syn::Type::Path(path) = &*ty else { return };
        let words: Vec<_> = path.path.segments.iter().map(|s| &s.ident).collect();
        if let [owner, name] = words[..]
            && owner == "Self"
            && let Some((_, output)) = self.0.iter().find(|(known, _)| known == name)
        {
            *ty = output.clone();
        }
    }
}
