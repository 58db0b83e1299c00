//! The generic parameters of `#[device]` items.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

use crate::home;
use crate::messages;
use crate::report::Report;

/// The parameters of a function, or of an impl together with the conditions of one of its methods.
#[derive(Default)]
pub(crate) struct Generics(syn::Generics);

impl Generics {
    /// Checks the parameters: types, lengths and `bool`s.
    pub(crate) fn new(generics: &syn::Generics, report: &mut Report) -> Self {
        for param in &generics.params {
            match param {
                syn::GenericParam::Lifetime(lifetime) => report.refuse(lifetime, messages::GENERIC_LIFETIME),
                syn::GenericParam::Const(param) if kind(param).is_none() => {
                    report.refuse(&param.ty, messages::GENERIC_CONST);
                }
                _ => {}
            }
        }
        Self::unchecked(generics)
    }

    /// Parameters that have been checked already.
    pub(crate) fn unchecked(generics: &syn::Generics) -> Self {
        Generics(generics.clone())
    }

    /// The parameters with further conditions.
    pub(crate) fn with(&self, clause: Option<&syn::WhereClause>) -> Self {
        let mut generics = self.0.clone();
        if let Some(clause) = clause {
            generics.make_where_clause().predicates.extend(clause.predicates.iter().cloned());
        }
        Generics(generics)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.params.is_empty()
    }

    /// The declaration, `<T: Float, const N: usize>`.
    pub(crate) fn declared(&self) -> TokenStream {
        self.0.split_for_impl().0.to_token_stream()
    }

    /// The `where` clause.
    pub(crate) fn conditions(&self) -> TokenStream {
        self.0.split_for_impl().2.to_token_stream()
    }

    /// The declaration of a function without parameters that has a further generic one: `<T: Float, U: Add>()`.
    pub(crate) fn declared_with(&self, last: TokenStream) -> TokenStream {
        let at = span(&last);
        let list = self.declared_and(last);
        quote_spanned!(at=> #list())
    }

    /// The declaration with a further parameter: `<T: Float, U: Add>`.
    pub(crate) fn declared_and(&self, last: TokenStream) -> TokenStream {
        let (params, at) = (self.0.params.iter(), span(&last));
        quote_spanned!(at=> <#(#params,)* #last>)
    }

    /// A call of such a function: `::<T, U>()`.
    pub(crate) fn passed_with(&self, last: TokenStream) -> TokenStream {
        let at = span(&last);
        let list = self.passed_and(last);
        quote_spanned!(at=> #list())
    }

    /// The parameters and a further one as arguments: `::<T, U>`.
    pub(crate) fn passed_and(&self, last: TokenStream) -> TokenStream {
        let names = self.0.params.iter().map(|param| match param {
            syn::GenericParam::Type(param) => param.ident.to_token_stream(),
            syn::GenericParam::Const(param) => param.ident.to_token_stream(),
            syn::GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
        });
        quote_spanned!(span(&last)=> ::<#(#names,)* #last>)
    }

    /// The parameters as a tuple of types: `(T, Length<N>,)`.
    pub(crate) fn tuple(&self) -> TokenStream {
        let private = home::private(Span::mixed_site());
        let parts = self.0.params.iter().filter_map(|param| match param {
            syn::GenericParam::Type(param) => Some(param.ident.to_token_stream()),
            syn::GenericParam::Const(param) => {
                let (ident, kind) = (&param.ident, kind(param)?);
                let kind = proc_macro2::Ident::new(kind, Span::mixed_site());
                Some(quote!(#private::#kind<#ident>))
            }
            syn::GenericParam::Lifetime(_) => None,
        });
        quote!((#(#parts,)*))
    }

    /// Refuses parameters that `types` don't contain: rustc couldn't infer them.
    pub(crate) fn occur_in(&self, types: &[&syn::Type], report: &mut Report) {
        for param in &self.0.params {
            let ident = match param {
                syn::GenericParam::Type(param) => &param.ident,
                syn::GenericParam::Const(param) => &param.ident,
                syn::GenericParam::Lifetime(_) => continue,
            };
            if !types.iter().any(|ty| mentions(ty.to_token_stream(), ident)) {
                report.refuse_as(ident, messages::GENERIC_UNUSED, &ident.to_string());
            }
        }
    }

    /// Whether the type is one of the parameters.
    pub(crate) fn is_parameter(&self, ty: &syn::Type) -> bool {
        let syn::Type::Path(path) = ty else { return false };
        self.0.type_params().any(|param| path.path.is_ident(&param.ident))
    }
}

/// core's type for a parameter of this type.
fn kind(param: &syn::ConstParam) -> Option<&'static str> {
    match param.ty.to_token_stream().to_string().as_str() {
        "usize" => Some("Length"),
        "bool" => Some("Flag"),
        _ => None,
    }
}

/// The span of the first token.
fn span(tokens: &TokenStream) -> Span {
    tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

pub(crate) fn mentions(tokens: TokenStream, ident: &proc_macro2::Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(other) => other == *ident,
        TokenTree::Group(group) => mentions(group.stream(), ident),
        _ => false,
    })
}
