//! The hidden items beside a `#[device]` item, through which other device code finds it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::function::Device;
use crate::generics::Generics;
use crate::given::Given;
use crate::home::private as path;
use crate::intrinsics::method_name;
use crate::traits::{Foreign, of_no_other};

/// The signature of a function or method, independent of where it stands.
pub(crate) struct Signature {
    pub(crate) vis: syn::Visibility,
    pub(crate) receiver: Option<syn::Receiver>,
    pub(crate) params: Vec<syn::Type>,
    pub(crate) output: syn::ReturnType,
    /// The name of the host's function that operations call.
    pub(crate) host: Ident,
}

impl Signature {
    fn names(&self) -> Vec<Ident> {
        (0..self.params.len()).map(|i| format_ident!("__onrush_{i}", span = Span::mixed_site())).collect()
    }
}

/// A type of the function's name. Its function `call` gives the function for a call's generic arguments, and `same` checks
/// that another name refers to that function. Of a `const fn` it gives the `rewritten` one.
pub(crate) fn function(
    attrs: &[&syn::Attribute],
    device: &Device<'_>,
    signature: &Signature,
    closures: &Given,
    rewritten: Option<&syn::ItemFn>,
) -> TokenStream {
    let private = path(Span::mixed_site());
    let Signature { vis, params, output, host, .. } = signature;
    let (ident, names) = (device.ident, signature.names());
    let (declared, conditions) = (device.generics.declared(), device.generics.conditions());
    let (given, passed) = (device.generics.tuple(), &closures.passed);
    let offered = if device.generics.is_empty() { quote!() } else { quote!(<#given>) };
    let offered = quote!(#private::DeviceFunction #offered);
    let (lower, beside) = device.lower(&offered, &quote!(#ident));
    let (call, itself) = match device.function {
        Some(_) => (quote!(#host #passed), quote!(#ident #passed)),
        None => (quote!(|#(#names),*| ::core::unreachable!()), TokenStream::new()),
    };
    let name = ident.to_string();
    let listed = device.generics.passed_and(quote!(_));
    let plain = closures.places.is_empty();
    // Of a function that takes closures, the one for function pointers of their signatures is compared.
    let one = if plain { itself } else { quote!(Self::of_pointers #listed(#itself)) };
    let check = device.function.map(|_| quote!(#private::same_function::<_, __N>(&#one, #name);));
    let of_pointers = (!plain).then(|| {
        let declared = device.generics.declared_and(quote!(__F: Fn(#(#params),*) #output));
        quote! {
            #[doc(hidden)]
            fn of_pointers #declared (function: __F) -> __F #conditions {
                function
            }
        }
    });
    // The result borrows what a closure captures, and mustn't seem to have a destructor that could use it.
    let copy = (!plain).then(|| quote!(::core::marker::Copy+));
    let named = Generics::unchecked(&closures.named.generics);
    let (callable, callable_if) = (named.declared(), named.conditions());
    let taken = closures.named.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(&typed.ty),
        syn::FnArg::Receiver(_) => None,
    });
    quote! {
        #(#attrs)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
        #vis enum #ident {}
        #(#attrs)*
        #[allow(non_local_definitions, dead_code, private_interfaces)]
        const _: () = {
            #rewritten
            #[allow(deprecated, clippy::all)]
            impl #ident {
                #[doc(hidden)]
                #[inline(always)]
                #vis fn call #callable (_: #private::Callee<(#ident,), #given>) -> impl #copy Fn(#(#taken),*) #output #callable_if {
                    #call
                }
                #[doc(hidden)]
                #vis fn same #declared (_: #private::Callee<(#ident,), #given>, _: fn(#(#params),*) #output) #conditions {}
                #of_pointers
            }
            // SAFETY: the text is generated from the function's own tree.
            #[automatically_derived]
            unsafe impl #declared #offered for #ident #conditions {
                #[allow(deprecated, clippy::all)]
                #[inline(always)]
                #[track_caller]
                fn named<__N>() {
                    #check
                }
                #lower
            }
            #beside
        };
    }
}

/// The impl through which device code finds the method `ident` of `ty`. `of` is the type, or `<type as trait>` for a
/// trait's method; the trait's number distinguishes it from another one's for a `foreign` type.
pub(crate) fn method(
    attrs: &[&syn::Attribute],
    device: &Device<'_>,
    signature: &Signature,
    ty: &syn::Type,
    of: &TokenStream,
    foreign: Option<&Foreign<'_>>,
) -> TokenStream {
    let private = path(Span::mixed_site());
    let ident = device.ident;
    let hash = method_name(&ident.to_string());
    let (declared, conditions) = (device.generics.declared(), device.generics.conditions());
    let (own, own_type, value) = host_type(&device.generics);
    let lent = signature.receiver.as_ref().filter(|r| r.reference.is_some());
    let changed = lent.is_some_and(|r| r.mutability.is_some());
    let taken = match (lent, changed) {
        (_, true) => quote!(#private::LentToChange),
        (Some(_), false) => quote!(#private::Lent),
        (None, false) => quote!(#private::Taken),
    };
    let (offered, of_host, number) = match foreign {
        Some(foreign) => {
            let of_host = quote!(
                type Receiver = #taken;
                fn host() -> #own_type {
                    #value
                }
            );
            (quote!(#private::TraitMethod<#hash, __TRAIT, #own_type>), of_host, Some(foreign.number(ident)))
        }
        None => {
            let of_host = quote!(
                type Host = #own_type;
                type Receiver = #taken;
                fn host(_: bool) -> #own_type {
                    #value
                }
            );
            (quote!(#private::DeviceMethod<#hash>), of_host, None)
        }
    };
    let (lower, beside) = device.lower(&offered, &quote!(#ty));
    let method = hosted(ident, signature, ty, of);
    let of_no_other = device.of.and(device.function).map(|_| of_no_other(ident, ty, &device.generics, of));
    quote! {
        #(#attrs)*
        #[allow(non_local_definitions, dead_code, private_interfaces)]
        const _: () = {
            #number
            #of_no_other
            #own
            impl #declared #own_type #conditions {
                #method
            }
            // SAFETY: the text is generated from the method's own tree, and the host's method calls that method.
            #[automatically_derived]
            unsafe impl #declared #offered for #ty #conditions {
                #of_host
                #lower
            }
            #beside
        };
    }
}

/// The impl through which device code finds a method `ident` that std derives for `ty`, of which `lower` is the rest.
pub(crate) fn derived(
    ident: &Ident,
    signature: &Signature,
    ty: &syn::Type,
    of: &TokenStream,
    generics: &Generics,
    lower: &TokenStream,
) -> TokenStream {
    let private = path(Span::mixed_site());
    let hash = method_name(&ident.to_string());
    let (declared, conditions) = (generics.declared(), generics.conditions());
    let (own, own_type, value) = host_type(generics);
    let taken = if signature.receiver.is_some() { quote!(Lent) } else { quote!(Taken) };
    let method = hosted(ident, signature, ty, of);
    let of_no_other = of_no_other(ident, ty, generics, of);
    quote! {
        #[allow(non_local_definitions, dead_code, private_interfaces)]
        const _: () = {
            #of_no_other
            #own
            impl #declared #own_type #conditions {
                #method
            }
            // SAFETY: the device function computes what the derived method does, and the host's method calls that one.
            #[automatically_derived]
            unsafe impl #declared #private::DeviceMethod<#hash> for #ty #conditions {
                type Host = #own_type;
                type Receiver = #private::#taken;
                fn host(_: bool) -> #own_type {
                    #value
                }
                #lower
            }
        };
    }
}

/// The declaration of the type that has the method on the host, the type, and its value.
fn host_type(generics: &Generics) -> (TokenStream, TokenStream, TokenStream) {
    if generics.is_empty() {
        let declaration = quote! {
            #[doc(hidden)]
            #[derive(::core::clone::Clone, ::core::marker::Copy)]
            #[allow(missing_debug_implementations)]
            pub struct __OnrushHost;
        };
        return (declaration, quote!(__OnrushHost), quote!(__OnrushHost));
    }
    let declaration = quote! {
        #[doc(hidden)]
        #[allow(missing_debug_implementations)]
        pub struct __OnrushHost<__G>(::core::marker::PhantomData<fn() -> __G>);
        impl<__G> ::core::clone::Clone for __OnrushHost<__G> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<__G> ::core::marker::Copy for __OnrushHost<__G> {}
    };
    let given = generics.tuple();
    (declaration, quote!(__OnrushHost<#given>), quote!(__OnrushHost(::core::marker::PhantomData)))
}

/// The method as a method of a generated type, which accepts its receiver as a value or as a reference.
fn hosted(ident: &Ident, signature: &Signature, ty: &syn::Type, of: &TokenStream) -> TokenStream {
    let private = path(Span::mixed_site());
    let Signature { vis, receiver, params, output, host } = signature;
    let names = signature.names();
    let (generics, parameter, prepare, argument) = match receiver {
        None => (quote!(), quote!(), quote!(), quote!()),
        Some(r) if r.reference.is_some() && r.mutability.is_some() => (
            quote!(<__R: #private::Writes<#ty>>),
            quote!(mut __onrush_this: __R,),
            quote!(),
            quote!(#private::Writes::write(&mut __onrush_this),),
        ),
        Some(r) => {
            let star = r.reference.is_none().then(|| quote!(*));
            let prepare = quote!(let __onrush_this: &#ty = #private::Reads::read(&__onrush_this););
            (quote!(<__R: #private::Reads<#ty>>), quote!(__onrush_this: __R,), prepare, quote!(#star __onrush_this,))
        }
    };
    quote! {
        #[allow(deprecated, clippy::all)]
        #[inline(always)]
        #vis fn #ident #generics (self, #parameter #(#names: #params),*) #output {
            #prepare
            #of::#host(#argument #(#names),*)
        }
    }
}

/// The impl of an operator's method. `right` is the right operand's type, for a binary operator; `path` is the trait
/// as the user names it, and `operator` the operator's name. `operator_trait` checks that both are the same trait.
pub(crate) fn operator(
    attrs: &[&syn::Attribute],
    device: &Device<'_>,
    ty: &syn::Type,
    right: Option<&syn::Type>,
) -> TokenStream {
    let private = path(Span::mixed_site());
    let hash = method_name(&device.ident.to_string());
    let (offered, host) = match right {
        Some(right) => (quote!(#private::DeviceOperator<#hash, #right>), quote!()),
        None => (
            quote!(#private::DeviceMethod<#hash>),
            quote!(
                type Host = ();
                type Receiver = ();
                fn host(_: bool) {}
            ),
        ),
    };
    let (lower, beside) = device.lower(&offered, &quote!(#ty));
    let (declared, conditions) = (device.generics.declared(), device.generics.conditions());
    quote! {
        #(#attrs)*
        #[allow(non_local_definitions, dead_code)]
        const _: () = {
            // SAFETY: the text is generated from the method's own tree, and the trait is checked to be the
            // operator's.
            #[automatically_derived]
            unsafe impl #declared #offered for #ty #conditions {
                #host
                #lower
            }
            #beside
        };
    }
}

/// Checks that `T::from(x)` and `x.into()` mean the impl of `From`; so for `TryFrom`.
pub(crate) fn conversion(
    attrs: &[&syn::Attribute],
    device: &Device<'_>,
    ty: &syn::Type,
    from: &syn::Type,
    of: &TokenStream,
) -> TokenStream {
    let into = if device.ident == "from" { "into" } else { "try_into" };
    let into = Ident::new(into, device.ident.span());
    let functions = [(device.ident, ty), (&into, from)];
    // `into` of a generic type is no function of the impl's trait.
    let asked = functions.into_iter().take(if device.generics.is_empty() { 2 } else { 1 });
    let asked = asked.map(|(function, ty)| of_no_other(function, ty, &device.generics, of));
    asked.map(|asked| quote!(#(#attrs)* const _: () = { #asked };)).collect()
}

/// The impls of the comparisons that std's trait defines by others: `lt`, `le`, `gt` and `ge` by `partial_cmp`, `ne` by `eq`.
pub(crate) fn comparisons(
    attrs: &[&syn::Attribute],
    ty: &syn::Type,
    right: &syn::Type,
    generics: &Generics,
    written: &[&Ident],
) -> TokenStream {
    let private = path(Span::mixed_site());
    let (declared, conditions) = (generics.declared(), generics.conditions());
    let is_written = |name: &str| written.iter().any(|ident| *ident == name);
    let defined = [("partial_cmp", ["lt", "le", "gt", "ge"].as_slice()), ("eq", &["ne"])];
    let missing = defined.iter().filter(|(by, _)| is_written(by)).flat_map(|(by, names)| {
        names.iter().filter(|name| !is_written(name)).map(move |name| (method_name(by), *name))
    });
    missing
        .map(|(by, name)| {
            let hash = method_name(name);
            quote! {
                #(#attrs)*
                #[allow(non_local_definitions)]
                // SAFETY: the comparison is std's, by the one that the text of the type's own method computes.
                #[automatically_derived]
                unsafe impl #declared #private::DeviceOperator<#hash, #right> for #ty #conditions {
                    const NO_RECURSION: () = <#ty as #private::DeviceOperator<#by, #right>>::NO_RECURSION;
                    fn lower(__unit: &mut #private::TranslationUnit) -> ::std::string::String {
                        #private::compared::<#ty, #right, #hash, #by>(__unit, #name)
                    }
                }
            }
        })
        .collect()
}

/// A compile-time check that `path` names the operator's trait: any type that implements std's trait must implement
/// `path`.
pub(crate) fn operator_trait(
    attrs: &[&syn::Attribute],
    path: &syn::Path,
    ty: &syn::Type,
    generics: &Generics,
) -> TokenStream {
    let Some(last) = path.segments.last() else { return TokenStream::new() };
    let (name, arguments) = (&last.ident, &last.arguments);
    let module = match name.to_string().as_str() {
        "PartialEq" | "PartialOrd" => quote!(cmp),
        "From" | "TryFrom" => quote!(convert),
        _ => quote!(ops),
    };
    // The default of the right operand is `Self`, which would mean another type in the generated item.
    let given = if arguments.is_none() && super::is_infix(name) { quote!(<#ty>) } else { quote!(#arguments) };
    let mut asked = path.clone();
    if let Some(last) = asked.segments.last_mut() {
        last.arguments =
            syn::parse2(given.clone()).map_or(syn::PathArguments::None, syn::PathArguments::AngleBracketed);
    }
    let conditions = generics.conditions();
    let outer = generics.declared_with(quote_spanned!(name.span()=> __T: ::core::#module::#name #given));
    let inner = generics.declared_with(quote_spanned!(name.span()=> __U: #asked));
    let passed = generics.passed_with(quote_spanned!(name.span()=> __T));
    quote_spanned! {name.span()=>
        #(#attrs)*
        #[allow(dead_code)]
        const _: () = {
            fn __onrush_operator #outer #conditions {
                fn __onrush_is #inner #conditions {}
                __onrush_is #passed;
            }
        };
    }
}
