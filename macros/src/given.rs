//! The parameters of `#[device]` functions that are closures: `f: impl Fn(f32) -> f32`, or `f: F` where `F: Fn(f32) -> f32`.
//!
//! A device's text is a template, which the C++ compiler writes for each closure; it depends on the closure's signature alone.
//! So for rustc's eyes, one function pointer of this signature stands for all closures where that text is written.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;

use crate::messages;
use crate::report::Report;

type Bounds = Punctuated<syn::TypeParamBound, syn::Token![+]>;

/// A function's signature in its three forms.
pub(crate) struct Given {
    /// The parameters that are closures, by their places.
    pub(crate) places: Vec<usize>,
    /// The signature with function pointers for the closures.
    pub(crate) erased: syn::Signature,
    /// The signature with a name for each closure's type.
    pub(crate) named: syn::Signature,
    /// The function's generic arguments where its closures' types are inferred: `::<T, _>`.
    pub(crate) passed: TokenStream,
}

impl Given {
    pub(crate) fn new(signature: &syn::Signature, block: &syn::Block, report: &mut Report) -> Self {
        let (mut erased, mut named) = (signature.clone(), signature.clone());
        let names = of_generics(&mut erased.generics, report);
        let mut places = Vec::new();
        for (i, input) in signature.inputs.iter().enumerate() {
            let syn::FnArg::Typed(typed) = input else { continue };
            let (reference, of) = match &*typed.ty {
                syn::Type::Reference(reference) => (Some(reference), &*reference.elem),
                of => (None, of),
            };
            let known = |ty: &syn::Type| match ty {
                syn::Type::Path(path) => {
                    names.iter().find(|(name, _)| path.path.is_ident(name)).map(|(_, of)| of.clone())
                }
                _ => None,
            };
            let (pointer, name) = match of {
                syn::Type::ImplTrait(of) => match pointer(&of.bounds, report) {
                    Some(pointer) => {
                        let name = format_ident!("__C{i}", span = Span::mixed_site());
                        let bounds = &of.bounds;
                        named.generics.params.push(syn::parse_quote!(#name: #bounds));
                        (pointer, Some(name))
                    }
                    None => continue,
                },
                of => match known(of) {
                    Some(pointer) => (pointer, None),
                    None => continue,
                },
            };
            places.push(i);
            let with = |ty: syn::Type| match reference {
                Some(reference) => syn::Type::Reference(syn::TypeReference { elem: Box::new(ty), ..reference.clone() }),
                None => ty,
            };
            set(&mut erased, i, with(pointer));
            if let Some(name) = name {
                set(&mut named, i, with(syn::parse_quote!(#name)));
            }
        }
        for (name, _) in &names {
            let of_parameter = |input: &syn::FnArg| match input {
                syn::FnArg::Typed(typed) => crate::generics::mentions(typed.ty.to_token_stream(), name),
                syn::FnArg::Receiver(_) => false,
            };
            if !signature.inputs.iter().any(of_parameter) {
                report.refuse_as(name, messages::CLOSURE_TYPE, &name.to_string());
                continue;
            }
            if [erased.to_token_stream(), block.to_token_stream()]
                .into_iter()
                .any(|of| crate::generics::mentions(of, name))
            {
                report.refuse_as(name, messages::CLOSURE_TYPE, &name.to_string());
            }
        }
        let arguments = signature.generics.params.iter().filter_map(|param| match param {
            syn::GenericParam::Type(param) if names.iter().any(|(name, _)| *name == param.ident) => Some(quote!(_)),
            syn::GenericParam::Type(param) => Some(param.ident.to_token_stream()),
            syn::GenericParam::Const(param) => Some(param.ident.to_token_stream()),
            syn::GenericParam::Lifetime(_) => None,
        });
        let arguments: Vec<_> = arguments.collect();
        let passed = if arguments.is_empty() { TokenStream::new() } else { quote!(::<#(#arguments),*>) };
        Given { places, erased, named, passed }
    }
}

fn set(signature: &mut syn::Signature, place: usize, ty: syn::Type) {
    if let Some(syn::FnArg::Typed(typed)) = signature.inputs.get_mut(place) {
        *typed.ty = ty;
    }
}

/// Removes the parameters that are the types of closures, and returns them with the pointers that stand for them.
fn of_generics(generics: &mut syn::Generics, report: &mut Report) -> Vec<(syn::Ident, syn::Type)> {
    let mut names = Vec::new();
    for param in generics.type_params() {
        let mut bounds = param.bounds.clone();
        let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        bounds.extend(clause.filter_map(|condition| about(condition, &param.ident)).flatten().cloned());
        if let Some(pointer) = pointer(&bounds, report) {
            let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
            for condition in clause.filter(|condition| about(condition, &param.ident).is_some()) {
                if matches!(condition, syn::WherePredicate::Type(of) if of.lifetimes.is_some()) {
                    report.refuse(condition, messages::CLOSURE_BOUND);
                }
            }
            names.push((param.ident.clone(), pointer));
        }
    }
    if names.is_empty() {
        return names;
    }
    let is_one = |ident: &syn::Ident| names.iter().any(|(name, _)| name == ident);
    let params = std::mem::take(&mut generics.params).into_iter();
    generics.params = params.filter(|param| !matches!(param, syn::GenericParam::Type(t) if is_one(&t.ident))).collect();
    if let Some(clause) = &mut generics.where_clause {
        let conditions = std::mem::take(&mut clause.predicates).into_iter();
        let of_closure =
            |condition: &syn::WherePredicate| names.iter().any(|(name, _)| about(condition, name).is_some());
        clause.predicates = conditions.filter(|condition| !of_closure(condition)).collect();
        if clause.predicates.is_empty() {
            generics.where_clause = None;
        }
    }
    names
}

/// The bounds in a condition on the parameter.
fn about<'w>(condition: &'w syn::WherePredicate, name: &syn::Ident) -> Option<&'w Bounds> {
    match condition {
        syn::WherePredicate::Type(syn::PredicateType { bounded_ty: syn::Type::Path(ty), bounds, .. }) => {
            ty.path.is_ident(name).then_some(bounds)
        }
        _ => None,
    }
}

/// The type of a function pointer with the signature that the bounds give a closure; `None` if they bound no closure.
fn pointer(bounds: &Bounds, report: &mut Report) -> Option<syn::Type> {
    let last = |bound: &syn::TypeParamBound| match bound {
        syn::TypeParamBound::Trait(bound) => bound.path.segments.last().cloned(),
        _ => None,
    };
    let (kind, given) = bounds.iter().find_map(|bound| match last(bound)?.arguments {
        syn::PathArguments::Parenthesized(given) => Some((last(bound)?.ident.to_string(), given)),
        _ => None,
    })?;
    // A copy of a closure that changes something would keep its changes to itself.
    let others = ["Send", "Sync", "Copy", "Clone"];
    let others = if kind == "Fn" { &others[..] } else { &others[..2] };
    for bound in bounds {
        let plain = match bound {
            syn::TypeParamBound::Trait(bound) => {
                bound.lifetimes.is_none() && matches!(bound.modifier, syn::TraitBoundModifier::None)
            }
            _ => false,
        };
        let known = last(bound).is_some_and(|last| match last.arguments {
            syn::PathArguments::Parenthesized(_) => matches!(&*last.ident.to_string(), "Fn" | "FnMut" | "FnOnce"),
            _ => others.iter().any(|other| last.ident == other),
        });
        if !plain || !known {
            report.refuse(bound, messages::CLOSURE_BOUND);
        }
    }
    let (inputs, output) = (&given.inputs, &given.output);
    if let syn::ReturnType::Type(_, ty) = output
        && matches!(**ty, syn::Type::Reference(_))
    {
        report.refuse(ty, messages::CLOSURE_RETURNS_REFERENCE);
    }
    let span = given.span();
    Some(syn::parse_quote_spanned!(span=> fn(#inputs) #output))
}
