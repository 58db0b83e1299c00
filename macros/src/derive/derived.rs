//! What std derives for an element, where its derive stands below that of `Element`, which sees it there.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::emit::companion::{self, Signature};
use crate::generics::Generics;
use crate::home;
use crate::intrinsics::method_name;
use crate::namer::label;

const KNOWN: [&str; 4] = ["Clone", "Default", "PartialEq", "PartialOrd"];

/// The paths of the derives among these attributes.
pub(crate) fn paths(attributes: &[syn::Attribute]) -> impl Iterator<Item = syn::Path> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).flat_map(|attribute| {
        attribute
            .parse_args_with(syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated)
            .unwrap_or_default()
    })
}

/// The names by which these derives are called, in the attributes that stand below.
pub(crate) fn below(attributes: &[syn::Attribute]) -> Vec<Ident> {
    let known = |path: syn::Path| path.get_ident().filter(|name| KNOWN.iter().any(|known| *name == known)).cloned();
    paths(attributes).filter_map(known).collect()
}

/// Makes rustc refuse derives of these names that aren't std's: a name that `*` brings is ambiguous if another one is in scope.
pub(crate) fn confirm(derives: &[Ident]) -> TokenStream {
    let equal = derives.iter().any(|name| name == "PartialEq");
    let implied = derives.iter().any(|name| name == "PartialOrd" && !equal).then(|| quote!(::core::cmp::PartialEq,));
    quote! {
        #[allow(dead_code, unused_imports, clippy::all)]
        const _: () = {
            use ::core::prelude::v1::*;
            #[derive(#implied #(#derives),*)]
            struct __Derived;
        };
    }
}

/// The impls through which device code finds what std derives for a struct.
pub(super) fn implement(input: &syn::DeriveInput, fields: &[(syn::Member, syn::Type)]) -> TokenStream {
    let derives = below(&input.attrs);
    // What a type parameter has, only its bound says.
    if derives.is_empty() || input.generics.type_params().next().is_some() {
        return TokenStream::new();
    }
    let mut written = confirm(&derives);
    let of = Struct { input, fields };
    for name in &derives {
        written.extend(match name.to_string().as_str() {
            "Clone" => of.clone(),
            "Default" => of.default(name),
            "PartialEq" => of.eq(),
            _ => of.partial_cmp(name),
        });
    }
    written
}

struct Struct<'i> {
    input: &'i syn::DeriveInput,
    fields: &'i [(syn::Member, syn::Type)],
}

impl Struct<'_> {
    fn ty(&self) -> syn::Type {
        let (ident, (_, types, _)) = (&self.input.ident, self.input.generics.split_for_impl());
        syn::parse_quote!(#ident #types)
    }

    /// The struct's parameters, and the condition that each field has what is `asked` of its type.
    fn generics(&self, asked: impl Fn(&syn::Type) -> TokenStream) -> Generics {
        // A condition without a lifetime would have to hold where it is written.
        let conditions = self.fields.iter().map(|(_, ty)| {
            let asked = asked(ty);
            quote!(for<'__a> #ty: #asked)
        });
        Generics::unchecked(&self.input.generics).with(Some(&syn::parse_quote!(where #(#conditions),*)))
    }

    /// The body of an impl of the trait that is `asked` of each field's type.
    fn lower(&self, name: &str, asked: impl Fn(&syn::Type) -> TokenStream) -> TokenStream {
        let private = home::private(Span::mixed_site());
        let hash = method_name(name);
        let parts = self.fields.iter().map(|(member, ty)| {
            let (label, asked) = (label(member), asked(ty));
            quote!((#label, <#ty as #asked>::lower))
        });
        let recursions = self.fields.iter().map(|(_, ty)| {
            let asked = asked(ty);
            quote!(let () = <#ty as #asked>::NO_RECURSION;)
        });
        quote! {
            const NO_RECURSION: () = { #(#recursions)* };
            fn lower(__unit: &mut #private::TranslationUnit) -> ::std::string::String {
                #private::derived::<Self, #hash>(__unit, #name, &[#(#parts),*])
            }
        }
    }

    /// `==` and `!=`. In which order the derived comparison asks the fields is rustc's choice, so those of all fields are of types whose
    /// comparison has no effect.
    fn eq(&self) -> TokenStream {
        let private = home::private(Span::mixed_site());
        let (ty, generics) = (self.ty(), self.generics(|_| quote!(#private::Equal)));
        equality(&ty, &generics)
    }

    /// `a.partial_cmp(&b)`, and the operators that std defines by it.
    fn partial_cmp(&self, at: &Ident) -> TokenStream {
        let private = home::private(Span::mixed_site());
        let (ty, hash) = (self.ty(), method_name("partial_cmp"));
        let asked = |ty: &syn::Type| quote!(#private::DeviceOperator<#hash, #ty>);
        let (generics, operator) = (self.generics(asked), self.lower("partial_cmp", asked));
        let (declared, conditions) = (generics.declared(), generics.conditions());
        let lower = quote! {
            const NO_RECURSION: () = <Self as #private::DeviceOperator<#hash, Self>>::NO_RECURSION;
            fn lower(__unit: &mut #private::TranslationUnit) -> ::std::string::String {
                <Self as #private::DeviceOperator<#hash, Self>>::lower(__unit)
            }
        };
        let output = syn::parse_quote!(-> ::core::option::Option<::core::cmp::Ordering>);
        let (receiver, params) = (Some(syn::parse_quote!(&self)), vec![syn::parse_quote!(&#ty)]);
        let method = format_ident!("partial_cmp", span = at.span());
        let others = companion::comparisons(&[], &ty, &ty, &generics, &[&method]);
        let signature = Signature { vis: public(), receiver, params, output, host: method.clone() };
        let of = quote!(<#ty as ::core::cmp::PartialOrd>);
        let method = companion::derived(&method, &signature, &ty, &of, &generics, &lower);
        quote! {
            // SAFETY: the device function compares the fields in their order, as the derived one does.
            #[automatically_derived]
            unsafe impl #declared #private::DeviceOperator<#hash, #ty> for #ty #conditions {
                #operator
            }
            #others
            #method
        }
    }

    /// Copies by `clone`.
    fn clone(&self) -> TokenStream {
        let private = home::private(Span::mixed_site());
        clones(&self.ty(), &self.generics(|_| quote!(#private::ClonesByCopy)))
    }

    /// `T::default()`.
    fn default(&self, at: &Ident) -> TokenStream {
        let private = home::private(Span::mixed_site());
        let (ty, hash) = (self.ty(), method_name("default"));
        let asked = |_: &syn::Type| quote!(#private::DeviceMethod<#hash>);
        let of = quote!(<#ty as ::core::default::Default>);
        default_method(at, &ty, &of, &self.generics(asked), &self.lower("default", asked))
    }
}

/// `==` and `!=` of values of the type alone: other right sides are the user's.
pub(crate) fn equality(ty: &syn::Type, generics: &Generics) -> TokenStream {
    let private = home::private(Span::mixed_site());
    let (declared, conditions) = (generics.declared(), generics.conditions());
    let operators = ["eq", "ne"].map(|name| {
        let (hash, function) = (method_name(name), format!("r_{name}"));
        quote! {
            // SAFETY: the device function compares what the derived comparison does.
            #[automatically_derived]
            unsafe impl #declared #private::DeviceOperator<#hash, #ty> for #ty #conditions {
                fn lower(_: &mut #private::TranslationUnit) -> ::std::string::String {
                    ::std::string::String::from(#function)
                }
            }
        }
    });
    quote! {
        // SAFETY: the declaration's `equal` compares all fields, of an enum the variants' numbers, too.
        #[automatically_derived]
        unsafe impl #declared #private::Equal for #ty #conditions {}
        #(#operators)*
    }
}

/// A derived `clone` of a type that is `Copy`: it copies, or clones the fields one by one, of which the conditions say that it copies them.
pub(crate) fn clones(ty: &syn::Type, generics: &Generics) -> TokenStream {
    let private = home::private(Span::mixed_site());
    let (declared, conditions) = (generics.declared(), generics.conditions());
    quote! {
        #[automatically_derived]
        impl #declared #private::ClonesByCopy for #ty #conditions {}
    }
}

/// The method `default` of a type, of which `lower` is the body of the impl.
pub(crate) fn default_method(
    at: &Ident,
    ty: &syn::Type,
    of: &TokenStream,
    generics: &Generics,
    lower: &TokenStream,
) -> TokenStream {
    let method = format_ident!("default", span = at.span());
    let output = syn::parse_quote!(-> #ty);
    let signature = Signature { vis: public(), receiver: None, params: Vec::new(), output, host: method.clone() };
    companion::derived(&method, &signature, ty, of, generics, lower)
}

fn public() -> syn::Visibility {
    syn::Visibility::Public(Default::default())
}
