//! `#[device]` on functions and impls.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;

use crate::ast::Function;
use crate::attributes;
use crate::bounds::{self, Uses};
use crate::check;
use crate::constant;
use crate::emit::companion::{self, Signature};
use crate::emit::{Device, DeviceShape};
use crate::generics::Generics;
use crate::given::Given;
use crate::home::{self, Home};
use crate::hygiene::with_plain_labels;
use crate::intrinsics;
use crate::messages;
use crate::parse;
use crate::report::Report;
use crate::traits::{self, Foreign};

pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut report = Report::new();
    let home = syn::parse2::<Home>(args.clone()).ok();
    if home.is_none() && !args.is_empty() {
        report.refuse(args, messages::DEVICE_ARGUMENTS);
    }
    home::within(home.map(|Home(path)| path).as_ref(), || {
        match syn::parse2::<syn::Item>(with_plain_labels(item.clone())) {
            Ok(syn::Item::Fn(f)) => function(f, report),
            Ok(syn::Item::Impl(i)) => implementation(i, report),
            Ok(syn::Item::Enum(e)) => crate::enumeration::expand(&e, report),
            Ok(syn::Item::Struct(s)) => structure(s, report),
            Ok(syn::Item::Trait(t)) => traits::expand(t, report),
            Ok(other) => {
                let keyword =
                    other.to_token_stream().into_iter().find(|t| matches!(t, proc_macro2::TokenTree::Ident(_)));
                report.refuse(keyword.to_token_stream(), messages::DEVICE_ON);
                with_errors(report, other)
            }
            Err(error) => {
                report.syntax(&error);
                with_errors(report, item)
            }
        }
    })
}

/// A struct: its derive of `Element` goes before the other ones, so that it sees them.
fn structure(mut s: syn::ItemStruct, mut report: Report) -> TokenStream {
    type Derives = syn::punctuated::Punctuated<syn::Path, syn::Token![,]>;
    let mut element = None;
    for attribute in s.attrs.iter_mut().filter(|attribute| attribute.path().is_ident("derive")) {
        let Ok(list) = attribute.parse_args_with(Derives::parse_terminated) else { continue };
        let is_element = |path: &syn::Path| path.segments.last().is_some_and(|last| last.ident == "Element");
        let (first, others): (Vec<_>, Vec<_>) = list.into_iter().partition(is_element);
        if let (Some(path), syn::Meta::List(meta)) = (first.into_iter().next(), &mut attribute.meta) {
            meta.tokens = quote!(#(#others),*);
            element = Some(path);
        }
    }
    match element {
        Some(element) => s.attrs.insert(0, syn::parse_quote!(#[derive(#element)])),
        None => report.refuse(s.struct_token, messages::DEVICE_STRUCT),
    }
    with_errors(report, s)
}

fn function(mut f: syn::ItemFn, mut report: Report) -> TokenStream {
    if of_impl(&f.sig) {
        report.refuse(&f.sig.ident, messages::DEVICE_ON_METHOD);
        return with_errors_inside(report, f);
    }
    check::signature(&f.sig, &mut report);
    attributes::of_item(&f.attrs, &mut report);
    let uses = Uses::of_function(&f);
    let of_std = bounds::complete(&mut f.sig.generics, &uses);
    let given = Given::new(&f.sig, &f.block, &mut report);
    let generics = Generics::new(&given.erased.generics, &mut report);
    let parsed = parse::method(&given.erased, &given.places, &f.block, &mut report);
    let errors = report.finish();
    let ident = f.sig.ident.clone();
    let function = errors.is_none().then_some(&parsed);
    let device = Device { ident: &ident, function, shape: DeviceShape::Function, generics, of: None };
    let rewritten =
        device.host().filter(|_| f.sig.constness.is_some()).map(|body| constant::rewritten(&f, &parsed, body));
    let host = rewritten.as_ref().map_or(&ident, |rewritten| &rewritten.sig.ident);
    let signature = signature(&given.erased, &f.vis, &Outputs::default(), host);
    let attrs: Vec<_> = f.attrs.iter().filter(is_condition).cloned().collect();
    let companion = if errors.is_some() && (!device.generics.is_empty() || !given.places.is_empty()) {
        // A parameter that was refused would cause further errors.
        TokenStream::new()
    } else {
        companion::function(&attrs.iter().collect::<Vec<_>>(), &device, &signature, &given, rewritten.as_ref())
    };
    if let Some(body) = device.host().filter(|_| rewritten.is_none()) {
        replace(&mut f.sig, &mut f.block, &parsed, body);
    }
    mark(&mut f.sig);
    let (allowed, of_std) = (allowed(), bounds::confirmed(&attrs.iter().collect::<Vec<_>>(), of_std));
    quote!(#allowed #f #companion #of_std #errors)
}

/// The signature as seen from outside of the impl, with `Self` spelled out.
fn signature(sig: &syn::Signature, vis: &syn::Visibility, outputs: &Outputs, host: &syn::Ident) -> Signature {
    let mut sig = sig.clone();
    outputs.clone().visit_signature_mut(&mut sig);
    let params = sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some((*typed.ty).clone()),
        syn::FnArg::Receiver(_) => None,
    });
    let params = params.collect();
    Signature { vis: vis.clone(), receiver: sig.receiver().cloned(), params, output: sig.output, host: host.clone() }
}

/// Replaces the user's parameters and body by the rewritten ones, in which names mean the same as on the device.
pub(crate) fn replace(sig: &mut syn::Signature, block: &mut syn::Block, parsed: &Function, body: TokenStream) {
    for (input, param) in sig.inputs.iter_mut().zip(&parsed.params) {
        if let (syn::FnArg::Typed(typed), Some(tokens)) = (input, &param.tokens) {
            *typed.pat = syn::Pat::Verbatim(tokens.clone());
        }
    }
    *block =
        syn::Block { brace_token: block.brace_token, stmts: vec![syn::Stmt::Expr(syn::Expr::Verbatim(body), None)] };
}

/// Adds a lifetime that no other function has. Operations name it where they call the function, so that rustc refuses
/// another function of the same name.
fn mark(sig: &mut syn::Signature) {
    sig.generics.params.insert(0, syn::parse_quote!(#[cfg(not(doc))] '__device: '__device));
}

fn implementation(mut i: syn::ItemImpl, mut report: Report) -> TokenStream {
    if let Some(last) = i.trait_.as_ref().and_then(|(_, path, _)| path.segments.last())
        && let name @ ("Deref" | "DerefMut") = last.ident.to_string().as_str()
    {
        report.refuse_as(&last.ident, messages::IMPL_DEREF, name);
        return with_errors(report, i);
    }
    if is_trait(&i.self_ty) {
        report.refuse(&i.self_ty, messages::IMPL_FOR_TRAIT);
    }
    *i.self_ty = one_type(*i.self_ty);
    let of_std = bounds::complete_impl(&mut i);
    let generics = Generics::new(&i.generics, &mut report);
    attributes::of_item(&i.attrs, &mut report);
    let outputs = Outputs::of(&i);
    let trait_path = i.trait_.as_ref().map(|(_, path, _)| path.clone());
    let trait_name = trait_path.as_ref().and_then(|path| path.segments.last()).map(|last| last.ident.to_string());
    let operator = trait_name.as_deref().is_some_and(intrinsics::is_operator_trait);
    let right = right_of_operator(&i);
    let conversion = trait_name.as_deref().is_some_and(intrinsics::is_conversion_trait);
    if let (true, Some(of @ syn::Type::Reference(_))) = (conversion, &right) {
        report.refuse(of, messages::FROM_REFERENCE);
    }
    let primitive = trait_path.as_ref().and_then(|_| traits::primitive(&i.self_ty)).cloned();
    // Of std's operators a number has those alone whose right side is the user's.
    let foreign = primitive.as_ref().filter(|_| right.as_ref().is_none_or(|right| traits::primitive(right).is_some()));
    let others = trait_path.as_ref().filter(|_| right.is_none()).and_then(|_| traits::of_others(&i.self_ty));
    if let (Some(path), Some(_), true) = (&trait_path, foreign, operator) {
        report.refuse(path, messages::TRAIT_NAME);
    } else if let Some(message) = others {
        report.refuse(&i.self_ty, message);
    }
    let foreign = foreign.filter(|_| !operator);
    let mut parsed = Vec::new();
    for item in &i.items {
        match item {
            syn::ImplItem::Fn(f) => {
                attributes::of_item(&f.attrs, &mut report);
                check::signature(&f.sig, &mut report);
                check::method_generics(&f.sig.generics, &mut report);
                check::method_name(&f.sig, operator, &mut report);
                let mut f = f.clone();
                outputs.of_trait().visit_impl_item_fn_mut(&mut f);
                if let Some(primitive) = foreign {
                    f.block = traits::spelled(&f.block, primitive);
                }
                parsed.push((parse::method(&f.sig, &[], &f.block, &mut report), f));
            }
            syn::ImplItem::Const(_) | syn::ImplItem::Type(_) => {}
            other => report.refuse(other, messages::IMPL_ITEM),
        }
    }
    let ty = &*i.self_ty;
    if generics.is_parameter(ty) {
        report.refuse(ty, messages::GENERIC_BLANKET);
    } else {
        let types: Vec<_> = std::iter::once(ty).chain(right.as_ref().filter(|_| operator)).collect();
        generics.occur_in(&types, &mut report);
    }
    let foreign = foreign.zip(trait_path.as_ref()).map(|(primitive, path)| Foreign { path, ty, primitive });
    if let Some(foreign) = &foreign {
        foreign.check(&parsed.iter().map(|(_, f)| &f.sig.ident).collect::<Vec<_>>(), &mut report);
    }
    let errors = report.finish();
    let outer: Vec<_> = i.attrs.iter().filter(is_condition).collect();
    let of = trait_path.as_ref().map_or_else(|| quote!(<#ty>), |path| quote!(<#ty as #path>));
    let public = syn::Visibility::Public(Default::default());
    let mut companions = TokenStream::new();
    let mut bodies = Vec::new();
    for (function, f) in &parsed {
        let function = errors.is_none().then_some(function);
        let generics = generics.with(f.sig.generics.where_clause.as_ref());
        let (shape, of_trait) = (DeviceShape::Method, trait_path.as_ref().filter(|_| !operator));
        let device = Device { ident: &f.sig.ident, function, shape, generics, of: of_trait };
        let constant = trait_path.is_none() && f.sig.constness.is_some();
        let body = device.host();
        let host = if constant && body.is_some() { constant::name(&f.sig.ident) } else { f.sig.ident.clone() };
        bodies.push((body, constant));
        let attrs: Vec<_> = outer.iter().copied().chain(f.attrs.iter().filter(is_condition)).collect();
        let vis = if trait_path.is_some() { &public } else { &f.vis };
        if operator {
            companions.extend(companion::operator(&attrs, &device, ty, right.as_ref()));
            if let Some(from) = right.as_ref().filter(|_| conversion && function.is_some()) {
                companions.extend(companion::conversion(&attrs, &device, ty, from, &of));
            }
        }
        // `a.partial_cmp(&b)` is written as a method of its type, too.
        if !operator || (f.sig.ident == "partial_cmp" && right.as_ref() == Some(ty)) {
            let signature = signature(&f.sig, vis, &outputs, &host);
            companions.extend(companion::method(&attrs, &device, &signature, ty, &of, foreign.as_ref()));
        }
    }
    if let Some(path) = trait_path.as_ref().filter(|_| operator) {
        companions.extend(companion::operator_trait(&outer, path, ty, &generics));
        let written: Vec<_> = parsed.iter().map(|(_, f)| &f.sig.ident).collect();
        if let Some(right) = right.as_ref().filter(|_| errors.is_none()) {
            companions.extend(companion::comparisons(&outer, ty, right, &generics, &written));
        }
    }
    let unknown = others.is_some()
        || operator && primitive.is_some()
        || matches!(right, Some(syn::Type::Reference(_)))
        || foreign.as_ref().is_some_and(Foreign::has_parameters);
    if errors.is_some() && (unknown || !generics.is_empty()) {
        // A parameter or type that was refused would cause further errors.
        companions = TokenStream::new();
    }
    let methods = i.items.iter_mut().filter_map(|item| match item {
        syn::ImplItem::Fn(f) => Some(f),
        _ => None,
    });
    let mut rewritten = Vec::new();
    for ((f, (function, _)), (body, constant)) in methods.zip(&parsed).zip(bodies) {
        match body {
            Some(body) if constant => rewritten.push(constant::rewritten_method(f, function, body)),
            Some(body) => replace(&mut f.sig, &mut f.block, function, body),
            None => {}
        }
    }
    let rewritten = (!rewritten.is_empty()).then(|| constant::beside(&i, rewritten));
    let (allowed, of_std) = (allowed(), bounds::confirmed(&outer, of_std));
    quote!(#allowed #i #rewritten #companions #of_std #errors)
}

/// Lints that the subset gives the user no way to satisfy.
fn allowed() -> TokenStream {
    quote!(#[allow(
        unused_parens, unused_braces, unreachable_code, late_bound_lifetime_arguments, unused_lifetimes,
        single_use_lifetimes, clippy::all
    )])
}

/// The right operand's type in an impl of a binary operator, or what a conversion takes: `f32` in `Mul<f32>`, `Self` in `Mul`.
fn right_of_operator(i: &syn::ItemImpl) -> Option<syn::Type> {
    let (_, path, _) = i.trait_.as_ref()?;
    let last = path.segments.last()?;
    let name = last.ident.to_string();
    if !intrinsics::is_infix_trait(&name) && !intrinsics::is_conversion_trait(&name) {
        return None;
    }
    let given = match &last.arguments {
        syn::PathArguments::AngleBracketed(list) => list.args.iter().find_map(|arg| match arg {
            syn::GenericArgument::Type(ty) => Some(ty.clone()),
            _ => None,
        }),
        _ => None,
    };
    Some(given.map_or_else(|| (*i.self_ty).clone(), one_type))
}

fn is_trait(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::TraitObject(_) | syn::Type::ImplTrait(_))
}

/// The type as an operand of `&` and `->`, which bounds joined by `+` can be in parentheses alone.
fn one_type(ty: syn::Type) -> syn::Type {
    if is_trait(&ty) { syn::parse_quote!((#ty)) } else { ty }
}

/// Whether the attribute is a condition (`cfg`), which must apply to the generated items, too.
pub(crate) fn is_condition(attr: &&syn::Attribute) -> bool {
    attr.path().is_ident("cfg")
}

/// Whether the signature can stand only in an impl.
fn of_impl(sig: &syn::Signature) -> bool {
    fn names_self(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Ident(ident) => ident == "Self",
            proc_macro2::TokenTree::Group(group) => names_self(group.stream()),
            _ => false,
        })
    }
    sig.receiver().is_some() || names_self(sig.to_token_stream())
}

/// The function with the errors in its body, since an impl can't hold them beside it.
fn with_errors_inside(report: Report, mut f: syn::ItemFn) -> TokenStream {
    let (errors, statements) = (report.finish(), &f.block.stmts);
    *f.block = syn::parse_quote!({ #errors #(#statements)* });
    f.to_token_stream()
}

fn with_errors(report: Report, item: impl ToTokens) -> TokenStream {
    let errors = report.finish();
    quote!(#item #errors)
}

/// Replaces `Self` and, in an impl of a trait, `Self::Output` and the like, for items that are generated beside the
/// impl.
#[derive(Clone, Default)]
struct Outputs {
    this: Option<syn::Type>,
    types: Vec<(syn::Ident, syn::Type)>,
}

impl Outputs {
    fn of(i: &syn::ItemImpl) -> Self {
        let types = i.items.iter().filter_map(|item| match item {
            syn::ImplItem::Type(t) => Some((t.ident.clone(), one_type(t.ty.clone()))),
            _ => None,
        });
        Outputs { this: Some((*i.self_ty).clone()), types: types.collect() }
    }

    /// The replacement of the trait's associated types alone.
    fn of_trait(&self) -> Self {
        Outputs { this: None, types: self.types.clone() }
    }
}

impl VisitMut for Outputs {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        syn::visit_mut::visit_type_mut(self, ty);
        let syn::Type::Path(path) = &*ty else { return };
        let words: Vec<_> = path.path.segments.iter().map(|s| &s.ident).collect();
        match words[..] {
            [owner, name] if owner == "Self" => {
                if let Some((_, output)) = self.types.iter().find(|(known, _)| known == name) {
                    *ty = output.clone();
                    // An associated type may name `Self`, but no other associated type.
                    Outputs { this: self.this.clone(), types: Vec::new() }.visit_type_mut(ty);
                }
            }
            [owner] if owner == "Self" => {
                if let Some(this) = &self.this {
                    *ty = this.clone();
                }
            }
            _ => {}
        }
    }
    fn visit_receiver_mut(&mut self, _: &mut syn::Receiver) {}
}
