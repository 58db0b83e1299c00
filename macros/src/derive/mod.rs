//! `#[derive(Element)]`, `#[derive(Key)]` and `#[derive(State)]`.

pub(crate) mod derived;
pub(crate) mod element;
pub(crate) mod key;
pub(crate) mod state;

use crate::home;
use crate::messages;
use crate::report::Report;

/// The fields of a struct; enums and unions are refused.
fn fields(input: &syn::DeriveInput, report: &mut Report) -> Vec<(syn::Member, syn::Type)> {
    match &input.data {
        syn::Data::Enum(data) => report.refuse(data.enum_token, messages::DERIVE_ENUM),
        syn::Data::Union(data) => report.refuse(data.union_token, messages::DERIVE_UNION),
        syn::Data::Struct(data) if data.fields.is_empty() => report.refuse(&input.ident, messages::DERIVE_EMPTY),
        syn::Data::Struct(data) => {
            let tuples = data.fields.iter().filter(|field| matches!(&field.ty, syn::Type::Tuple(_)));
            tuples.for_each(|field| report.refuse(&field.ty, messages::DERIVE_TUPLE));
            return data.fields.members().zip(data.fields.iter().map(|f| f.ty.clone())).collect();
        }
    }
    Vec::new()
}

/// The library's path, if `#[onrush(crate = path)]` names it.
fn home_of(input: &syn::DeriveInput, report: &mut Report) -> Option<syn::Path> {
    home::of_derive(&input.attrs).unwrap_or_else(|error| {
        report.syntax(&error);
        None
    })
}

/// The type's generics, with `bound` added to each type parameter.
fn bounded(generics: &syn::Generics, bound: &syn::TypeParamBound) -> syn::Generics {
    let mut generics = generics.clone();
    for param in generics.type_params_mut() {
        param.bounds.push(bound.clone());
    }
    generics
}
