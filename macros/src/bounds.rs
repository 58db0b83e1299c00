//! Bounds by std's traits in `#[device]` items: `T: Copy + PartialOrd + Add<Output = T>`. What devices have of such a trait becomes a
//! further condition of the item, which rustc checks for each type that the item is used with.
//!
//! Whether a name is that of std's trait, rustc confirms.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::visit::Visit;

use crate::generics::mentions;
use crate::home;
use crate::hygiene::located;
use crate::intrinsics::{self, method_name};

/// Where the parameters are used.
pub(crate) struct Uses {
    /// The types that the item names: a function's parameters and result, or what an impl is for.
    pub(crate) types: Vec<syn::Type>,
    /// The bodies.
    pub(crate) body: TokenStream,
}

impl Uses {
    /// Those of a function.
    pub(crate) fn of_function(f: &syn::ItemFn) -> Self {
        Uses { types: types(&f.sig), body: f.block.to_token_stream() }
    }

    /// Those of an impl.
    pub(crate) fn of_impl(i: &syn::ItemImpl) -> Self {
        let functions = i.items.iter().filter_map(|item| match item {
            syn::ImplItem::Fn(f) => Some(&f.block),
            _ => None,
        });
        Uses { types: vec![(*i.self_ty).clone()], body: quote!(#(#functions)*) }
    }
}

/// The types of a function's parameters and its result.
fn types(signature: &syn::Signature) -> Vec<syn::Type> {
    let inputs = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some((*typed.ty).clone()),
        syn::FnArg::Receiver(_) => None,
    });
    let output = match &signature.output {
        syn::ReturnType::Type(_, ty) => Some((**ty).clone()),
        syn::ReturnType::Default => None,
    };
    inputs.chain(output).collect()
}

/// Adds the conditions to the parameters of an item, or to a method's `where` clause. Returns statements by which rustc confirms that
/// the traits are std's.
pub(crate) fn complete(generics: &mut syn::Generics, uses: &Uses) -> TokenStream {
    let mut bounded: Vec<(Option<syn::BoundLifetimes>, syn::Type, Vec<syn::TraitBound>)> = Vec::new();
    let mut add = |lifetimes: Option<&syn::BoundLifetimes>, ty: syn::Type, bounds: &[&syn::TypeParamBound]| {
        let traits = bounds.iter().filter_map(|bound| match bound {
            syn::TypeParamBound::Trait(bound) if matches!(bound.modifier, syn::TraitBoundModifier::None) => {
                Some(bound.clone())
            }
            _ => None,
        });
        let traits: Vec<_> = traits.collect();
        match bounded.iter_mut().find(|(_, other, _)| *other == ty) {
            Some((_, _, known)) if lifetimes.is_none() => known.extend(traits),
            _ => bounded.push((lifetimes.cloned(), ty, traits)),
        }
    };
    for param in generics.type_params() {
        let ident = &param.ident;
        add(None, syn::parse_quote!(#ident), &param.bounds.iter().collect::<Vec<_>>());
    }
    for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let syn::WherePredicate::Type(of) = predicate {
            add(of.lifetimes.as_ref(), of.bounded_ty.clone(), &of.bounds.iter().collect::<Vec<_>>());
        }
    }
    for (lifetimes, ty, traits) in &bounded {
        for (ty, condition) in uses.conditions(ty, traits) {
            // They stand where the user's bounds do, since lints ask that those of a type are in one place.
            let bounded = generics
                .type_params_mut()
                .find(|param| parameter(&ty) == Some(&param.ident) && !param.bounds.is_empty());
            let predicate: syn::WherePredicate = syn::parse_quote!(#lifetimes #ty: #condition);
            match (bounded, predicate) {
                (Some(param), syn::WherePredicate::Type(of)) if lifetimes.is_none() => param.bounds.extend(of.bounds),
                (_, predicate) => generics.make_where_clause().predicates.push(predicate),
            }
        }
    }
    bounded.iter().flat_map(|(_, _, traits)| traits).filter_map(|bound| is_std(&bound.path)).collect()
}

/// A statement that rustc refuses unless the path, whose last name is that of one of std's traits, names that trait; none for other names.
fn is_std(path: &syn::Path) -> Option<TokenStream> {
    let last = path.segments.last()?;
    let name = last.ident.to_string();
    let (of, parameter, module, method) = match name.as_str() {
        "Clone" => (quote!(u8), quote!(), "clone", "clone".to_owned()),
        "PartialEq" => (quote!(u8), quote!(<u8>), "cmp", "eq".to_owned()),
        "PartialOrd" => (quote!(u8), quote!(<u8>), "cmp", "partial_cmp".to_owned()),
        "Ord" => (quote!(u8), quote!(), "cmp", "cmp".to_owned()),
        "Default" => (quote!(u8), quote!(), "default", "default".to_owned()),
        "From" => (quote!(u16), quote!(<u8>), "convert", "from".to_owned()),
        "Into" => (quote!(u8), quote!(<u16>), "convert", "into".to_owned()),
        "Neg" | "Not" => (quote!(i8), quote!(), "ops", name.to_lowercase()),
        _ if intrinsics::is_infix_trait(&name) => {
            let infix = name.strip_suffix("Assign");
            let method = infix.map_or_else(|| name.to_lowercase(), |infix| format!("{}_assign", infix.to_lowercase()));
            (quote!(u8), quote!(<u8>), "ops", method)
        }
        _ => return None,
    };
    let mut named = path.clone();
    named.segments.last_mut()?.arguments = syn::PathArguments::None;
    let at = located(last.ident.span());
    let [module, std, method] = [module, &name, &method].map(|word| Ident::new(word, at));
    let private = home::private(at);
    Some(quote_spanned! {at=>
        #private::same(&<#of as #named #parameter>::#method, &<#of as ::core::#module::#std #parameter>::#method);
    })
}

/// The statements, for rustc alone.
pub(crate) fn confirmed(conditions: &[&syn::Attribute], statements: TokenStream) -> Option<TokenStream> {
    let written = quote! {
        #(#conditions)*
        const _: fn() = || { #statements };
    };
    (!statements.is_empty()).then_some(written)
}

/// Adds the conditions to an impl and, if it is of no trait, which may demand no more than the trait does, to those of its methods.
pub(crate) fn complete_impl(i: &mut syn::ItemImpl) -> TokenStream {
    let uses = Uses::of_impl(i);
    let mut confirmed = complete(&mut i.generics, &uses);
    if i.trait_.is_some() {
        return confirmed;
    }
    for item in &mut i.items {
        if let syn::ImplItem::Fn(f) = item {
            confirmed.extend(complete(&mut f.sig.generics, &uses));
        }
    }
    confirmed
}

/// The methods and functions of std's that clone.
const CLONING: [&str; 5] = ["cloned", "cycle", "fill", "repeat", "repeat_n"];

impl Uses {
    /// What a type has on devices that has these traits; each condition with the type on which it is one.
    fn conditions(&self, ty: &syn::Type, traits: &[syn::TraitBound]) -> Vec<(syn::Type, TokenStream)> {
        let last = |bound: &syn::TraitBound| bound.path.segments.last().cloned();
        if traits.iter().filter_map(last).any(|last| matches!(last.arguments, syn::PathArguments::Parenthesized(_))) {
            return Vec::new();
        }
        let mut conditions = Vec::new();
        for last in traits.iter().filter_map(last) {
            self.of_trait(ty, &last, &mut conditions);
        }
        if let (Some(ident), false) = (parameter(ty), conditions.is_empty() && !traits.iter().any(is_plain)) {
            conditions.extend(self.value(ident).map(|value| (ty.clone(), value)));
        }
        conditions
    }

    /// What devices have of a trait.
    fn of_trait(&self, ty: &syn::Type, last: &syn::PathSegment, conditions: &mut Vec<(syn::Type, TokenStream)>) {
        let private = home::private(Span::mixed_site());
        let called = |name: &str| mentions(self.body.clone(), &Ident::new(name, Span::call_site()));
        let right = right(last).unwrap_or_else(|| ty.clone());
        let mut operators = |names: &[&str]| {
            for hash in names.iter().map(|name| method_name(name)) {
                conditions.push((ty.clone(), quote!(#private::DeviceOperator<#hash, #right>)));
            }
        };
        let name = last.ident.to_string();
        let mut methods: &[&str] = &[];
        match name.as_str() {
            "PartialEq" | "Eq" => operators(&["eq", "ne"]),
            "PartialOrd" | "Ord" => {
                operators(&["eq", "ne", "lt", "le", "gt", "ge"]);
                let of_ord = &["cmp", "partial_cmp", "min", "max", "clamp"];
                methods = if name == "Ord" { of_ord } else { &["partial_cmp"] };
                if name == "Ord" && (called("sort") || called("sort_unstable")) {
                    conditions.push((ty.clone(), quote!(#private::Primitive)));
                }
            }
            "Copy" | "Clone" if CLONING.iter().any(|name| called(name)) => {
                conditions.push((ty.clone(), quote!(#private::ClonesByCopy)));
            }
            "Default" => methods = &["default"],
            "Neg" | "Not" => {
                let hash = method_name(&name.to_lowercase());
                conditions.push((ty.clone(), quote!(#private::DeviceMethod<#hash>)));
            }
            "From" => operators(&["from"]),
            // Operations convert by `From`.
            "Into" => {
                let hash = method_name("from");
                let from = quote!(::core::convert::From<#ty> + #private::DeviceOperator<#hash, #ty>);
                conditions.push((right, from));
            }
            _ if intrinsics::is_infix_trait(&name) => match name.strip_suffix("Assign") {
                Some(infix) => operators(&[&format!("{}_assign", infix.to_lowercase())]),
                None => operators(&[&name.to_lowercase()]),
            },
            _ => {}
        }
        // Of methods, numbers have those that the body calls; an own type with the operators need not have them.
        for name in methods.iter().filter(|name| called(name)) {
            let hash = method_name(name);
            let taken = match *name {
                "cmp" | "partial_cmp" => quote!(Lent),
                "default" => quote!(Taken),
                _ => quote!(Ordered),
            };
            conditions.push((ty.clone(), quote!(#private::StdMethod<#hash, #private::#taken>)));
            if matches!(*name, "min" | "max" | "clamp") {
                conditions.push((ty.clone(), quote!(#private::MinMax + #private::HasMinMax)));
            }
        }
    }

    /// That a parameter is a type of values, if the item has any: it may be one of a marker alone. Own types that are generic are
    /// elements if their parameters are.
    fn value(&self, parameter: &Ident) -> Option<TokenStream> {
        let private = home::private(Span::mixed_site());
        let named = |ty: &syn::Type| mentions(ty.to_token_stream(), parameter);
        let mut within = Within { parameter, found: false };
        self.types.iter().for_each(|ty| within.visit_type(ty));
        let body: Result<syn::Block, _> = syn::parse2(self.body.clone());
        body.iter().for_each(|body| within.visit_block(body));
        self.types.iter().any(named).then(|| match within.found {
            true => quote!(#private::Element),
            false => quote!(#private::Value),
        })
    }
}

/// Looks for types such as `Pair<T>`.
struct Within<'p> {
    parameter: &'p Ident,
    found: bool,
}
impl Visit<'_> for Within<'_> {
    fn visit_type_path(&mut self, ty: &syn::TypePath) {
        let own = |segment: &&syn::PathSegment| segment.ident != "Option" && segment.ident != "Result";
        let mut given = ty.path.segments.iter().filter(own).map(|segment| segment.arguments.to_token_stream());
        self.found |= given.any(|arguments| mentions(arguments, self.parameter));
        syn::visit::visit_type_path(self, ty);
    }
}

/// The type, if it is a single name, as a parameter is.
fn parameter(ty: &syn::Type) -> Option<&Ident> {
    match ty {
        syn::Type::Path(path) if path.qself.is_none() => path.path.get_ident(),
        _ => None,
    }
}

/// Whether the trait is one of those of values without an operator.
fn is_plain(bound: &syn::TraitBound) -> bool {
    bound.path.segments.last().is_some_and(|last| matches!(&*last.ident.to_string(), "Copy" | "Clone" | "Default"))
}

/// The right operand's type, if the bound names it.
fn right(last: &syn::PathSegment) -> Option<syn::Type> {
    let syn::PathArguments::AngleBracketed(list) = &last.arguments else { return None };
    list.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    })
}
