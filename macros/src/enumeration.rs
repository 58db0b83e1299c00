//! `#[device]` on enums: what device code has to know of the type.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};

use crate::derive::derived;
use crate::generics::Generics;
use crate::home;
use crate::messages;
use crate::namer::{ascii, label};
use crate::report::Report;

pub(crate) fn expand(item: &syn::ItemEnum, mut report: Report) -> TokenStream {
    check(item, &mut report);
    match report.finish() {
        Some(errors) => quote!(#item #errors),
        None => {
            let implementation = implement(item);
            quote!(#item #implementation)
        }
    }
}

fn check(item: &syn::ItemEnum, report: &mut Report) {
    if !item.generics.params.is_empty() {
        report.refuse(&item.generics, messages::ENUM_GENERIC);
    }
    match item.variants.len() {
        0 => report.refuse(&item.ident, messages::ENUM_EMPTY),
        1..=256 => {}
        _ => report.refuse(&item.ident, messages::ENUM_VARIANTS),
    }
    // The text of a condition says nothing of what it is.
    for variant in &item.variants {
        let attributes = variant.attrs.iter().chain(variant.fields.iter().flat_map(|field| &field.attrs));
        for attribute in attributes {
            if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
                report.refuse(attribute, messages::ENUM_CONDITION);
            }
        }
    }
}

/// A variant's field: its name in Rust, its name in device code, its type, and a name for its value.
struct Field<'i> {
    member: syn::Member,
    label: String,
    ty: &'i syn::Type,
    name: syn::Ident,
}

fn fields(variant: &syn::Variant) -> Vec<Field<'_>> {
    let mut list = Vec::new();
    for (i, (member, field)) in variant.fields.members().zip(&variant.fields).enumerate() {
        let label = label(&member);
        let name = format_ident!("__field{i}", span = Span::mixed_site());
        list.push(Field { member, label, ty: &field.ty, name });
    }
    list
}

fn implement(item: &syn::ItemEnum) -> TokenStream {
    let private = home::private(Span::mixed_site());
    let (ident, name) = (&item.ident, ascii(&item.ident.to_string()));
    let conditions: Vec<_> = item.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg")).collect();
    let variants: Vec<_> = item.variants.iter().map(|variant| (&variant.ident, fields(variant))).collect();
    let plain = item.variants.iter().all(|variant| variant.fields.is_empty());

    let described = variants.iter().map(|(variant, fields)| {
        let name = ascii(&variant.to_string());
        let discriminant = match plain {
            true => quote!(::core::option::Option::Some(Self::#variant {} as i128)),
            false => quote!(::core::option::Option::None),
        };
        let fields = fields.iter().map(|Field { label, ty, .. }| quote!((#label, <#ty as #private::Item>::ty())));
        quote!(#private::Variant { name: #name, discriminant: #discriminant, fields: ::std::vec![#(#fields),*] })
    });
    let all: Vec<_> = variants.iter().flat_map(|(_, fields)| fields).collect();
    let (types, count): (Vec<_>, _) = (all.iter().map(|field| field.ty).collect(), all.len());
    let tags = variants.iter().enumerate().map(|(tag, (variant, _))| {
        let tag = tag as u8;
        quote!(Self::#variant { .. } => #tag,)
    });
    let written = variants.iter().filter(|(_, fields)| !fields.is_empty()).map(|(variant, fields)| {
        let bound = fields.iter().map(|Field { member, name, .. }| quote!(#member: #name));
        let there = fields.iter().map(|Field { ty, name, .. }| {
            quote! {
                out.align(<#ty as #private::Value>::ALIGN);
                <#ty as #private::Value>::write(#name, out);
            }
        });
        let absent = fields.iter().map(|Field { ty, .. }| {
            quote! {
                out.align(<#ty as #private::Value>::ALIGN);
                out.zeros(<#ty as #private::Value>::SIZE);
            }
        });
        quote! {
            match self {
                Self::#variant { #(#bound),* } => { #(#there)* }
                _ => { #(#absent)* }
            }
        }
    });
    let mut at = 0usize;
    let mut read: Vec<_> = variants
        .iter()
        .map(|(variant, fields)| {
            let fields = fields.iter().map(|Field { member, ty, .. }| {
                at += 1;
                let i = at - 1;
                quote!(#member: <#ty as #private::Value>::read(from.add(Self::__OFFSETS_OF_FIELDS[#i])))
            });
            quote!(Self::#variant { #(#fields),* })
        })
        .collect();
    let last = read.pop();
    let numbers = (0..read.len()).map(|tag| tag as u8);
    let matched = plain.then(|| {
        quote! {
            #[automatically_derived]
            impl #private::Matched for #ident {}
        }
    });
    let (equal, default, clones) = (comparison(item, &types, plain), default(item), clones(item, &types));
    quote! {
        #(#conditions)*
        #[allow(non_local_definitions, unreachable_patterns, unused_lifetimes, dead_code, deprecated, clippy::all)]
        const _: () = {
            impl #ident {
                /// Where the fields of all variants lie, each at the next multiple of its alignment, behind the variant's number.
                #[doc(hidden)]
                const __OFFSETS_OF_FIELDS: [usize; #count] = {
                    let (sizes, aligns): ([usize; #count], [usize; #count]) = (
                        [#(<#types as #private::Value>::SIZE),*],
                        [#(<#types as #private::Value>::ALIGN),*],
                    );
                    let (mut end, mut at, mut i) = (1usize, [0; #count], 0);
                    while i < #count {
                        at[i] = end.next_multiple_of(aligns[i]);
                        end = at[i] + sizes[i];
                        i += 1;
                    }
                    at
                };
            }
            // SAFETY: `ty` names the variants and the types of their fields, from which the layout follows.
            #[automatically_derived]
            unsafe impl #private::Item for #ident {
                fn ty() -> #private::Type {
                    #private::Type::Enum(#private::Enum {
                        id: ::core::any::TypeId::of::<Self>(),
                        name: #name,
                        variants: ::std::vec![#(#described),*],
                    })
                }
            }
            // SAFETY: each field is a value. The number of the variant and the fields of all variants are written in that layout,
            // with zeros where a field is absent, and read from there.
            #[automatically_derived]
            unsafe impl #private::Value for #ident {
                const ALIGN: usize = {
                    let (mut align, mut i) = (1usize, 0);
                    let aligns: [usize; #count] = [#(<#types as #private::Value>::ALIGN),*];
                    while i < #count {
                        if aligns[i] > align {
                            align = aligns[i];
                        }
                        i += 1;
                    }
                    align
                };
                const SIZE: usize = {
                    let sizes: [usize; #count] = [#(<#types as #private::Value>::SIZE),*];
                    let end = if #count == 0 { 1 } else { Self::__OFFSETS_OF_FIELDS[#count - 1] + sizes[#count - 1] };
                    end.next_multiple_of(<Self as #private::Value>::ALIGN)
                };
                fn write(&self, out: &mut #private::Params) {
                    out.align(<Self as #private::Value>::ALIGN);
                    let __tag: ::core::primitive::u8 = match self { #(#tags)* };
                    #private::Value::write(&__tag, out);
                    #(#written)*
                    out.align(<Self as #private::Value>::ALIGN);
                }
                unsafe fn read(from: *const ::core::primitive::u8) -> Self {
                    // SAFETY: the caller's contract: such a value lies at `from`, and its fields at these distances.
                    unsafe {
                        match from.read() {
                            #(#numbers => #read,)*
                            _ => #last,
                        }
                    }
                }
            }
            #[automatically_derived]
            impl #private::DeviceEnum for #ident {}
            #matched
            #equal
            #default
            #clones
        };
    }
}

/// The default, if `#[device]` stands above the derive: a variant without fields.
fn default(item: &syn::ItemEnum) -> Option<TokenStream> {
    let derives: Vec<_> = derived::below(&item.attrs).into_iter().filter(|name| name == "Default").collect();
    let marked = |variant: &&syn::Variant| variant.attrs.iter().any(|attribute| attribute.path().is_ident("default"));
    let variant = &item.variants.iter().find(marked)?.ident;
    let (private, ident) = (home::private(Span::mixed_site()), &item.ident);
    let of = quote!(<#ident as ::core::default::Default>);
    let lower = quote! {
        fn lower(__unit: &mut #private::TranslationUnit) -> ::std::string::String {
            #private::default_variant(__unit, &#ident::#variant)
        }
    };
    let (confirmed, ty) = (derived::confirm(&derives), syn::parse_quote!(#ident));
    let method = derived::default_method(derives.first()?, &ty, &of, &Generics::default(), &lower);
    Some(quote!(#confirmed #method))
}

/// Copies by `clone`, if `#[device]` stands above the derive.
fn clones(item: &syn::ItemEnum, types: &[&syn::Type]) -> Option<TokenStream> {
    let derives: Vec<_> = derived::below(&item.attrs).into_iter().filter(|name| name == "Clone").collect();
    derives.first()?;
    let (private, ident) = (home::private(Span::mixed_site()), &item.ident);
    let generics =
        Generics::default().with(Some(&syn::parse_quote!(where #(for<'__a> #types: #private::ClonesByCopy),*)));
    let (confirmed, clones) = (derived::confirm(&derives), derived::clones(&syn::parse_quote!(#ident), &generics));
    Some(quote!(#confirmed #clones))
}

/// `==`, if `#[device]` stands above a derived one: that of the variants' numbers and of all fields, which are zero where absent.
fn comparison(item: &syn::ItemEnum, types: &[&syn::Type], plain: bool) -> Option<TokenStream> {
    let is_equality = |path: syn::Path| path.segments.last().is_some_and(|last| last.ident == "PartialEq");
    let derived = derived::paths(&item.attrs).any(is_equality);
    // Rustc takes a constant in a pattern if its type's comparison is the derived one.
    let unit = item.variants.iter().find(|variant| matches!(variant.fields, syn::Fields::Unit)).filter(|_| derived)?;
    let private = home::private(Span::mixed_site());
    let (ident, unit) = (&item.ident, &unit.ident);
    let conditions = types.iter().map(|ty| quote!(for<'__a> #ty: #private::Equal,));
    let conditions: TokenStream = conditions.collect();
    let generics = Generics::default().with(Some(&syn::parse_quote!(where #conditions)));
    let equality = derived::equality(&syn::parse_quote!(#ident), &generics);
    // Rustc matches a constant by the derived comparison.
    let matched = (!plain).then(|| {
        quote! {
            #[automatically_derived]
            impl #private::Matched for #ident where #conditions {}
        }
    });
    Some(quote! {
        #matched
        #equality
        fn __onrush_derived(value: #ident) {
            const __UNIT: #ident = #ident::#unit;
            match value {
                __UNIT => {}
                _ => {}
            }
        }
    })
}
