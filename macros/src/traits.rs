//! `#[device]` on traits, and on their impls for numbers and `bool`: `core/src/traits.rs` says how a call finds the method.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;

use crate::arguments::arguments;
use crate::generics::Generics;
use crate::home;
use crate::hygiene::located;
use crate::intrinsics;
use crate::messages;
use crate::report::Report;

/// The name of the companion that the trait has beside a method.
pub(crate) fn companion(method: &Ident) -> Ident {
    format_ident!("{}_in_device_code", method.unraw(), span = method.span())
}

/// The trait with a companion for each method.
pub(crate) fn expand(mut item: syn::ItemTrait, mut report: Report) -> TokenStream {
    if !item.generics.params.is_empty() {
        report.refuse(&item.generics, messages::TRAIT_GENERIC);
    }
    if let Some(errors) = report.finish() {
        return quote!(#item #errors);
    }
    let ident = &item.ident;
    let at = located(ident.span());
    let (private, count) = (home::private(at), count());
    let methods = item.items.iter().filter_map(|item| match item {
        syn::TraitItem::Fn(f) => Some(f),
        _ => None,
    });
    let companions: Vec<syn::TraitItem> = methods
        .map(|f| {
            // As the macro's own name rustc calls it neither unused nor oddly spelled.
            let mut name = companion(&f.sig.ident);
            name.set_span(at);
            let conditions = f.attrs.iter().filter(|a| a.path().is_ident("cfg"));
            syn::TraitItem::Verbatim(quote_spanned! {at=>
                #(#conditions)*
                #[doc(hidden)]
                #[inline(always)]
                fn #name(&self) -> #private::OfTheTrait<{
                    #private::trait_number(
                        ::core::concat!(::core::module_path!(), "::", ::core::stringify!(#ident), " ", ::core::file!()),
                        ::core::option_env!("CARGO_PKG_VERSION"),
                        #count,
                    )
                }>
                where
                    Self: ::core::marker::Sized,
                {
                    #private::OfTheTrait
                }
            })
        })
        .collect();
    item.items.extend(companions);
    quote!(#item)
}

/// What distinguishes the trait from others of its path: how many traits have been expanded before in this crate, and which crate it is.
fn count() -> u64 {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    // Tests of the macros expand in any order.
    if !proc_macro::is_available() {
        return 0;
    }
    let target = ["CARGO_CRATE_NAME", "CARGO_BIN_NAME"].map(|name| std::env::var(name).unwrap_or_default());
    let arguments: Vec<_> = arguments().collect();
    let crates = intrinsics::method_name(&format!("{target:?} {:?}", of_crate(&arguments)));
    crates.wrapping_add(COUNT.fetch_add(1, Relaxed))
}

/// Those of rustc's arguments by which it tells crates apart: a package's library and its program may have one name, and one path for a
/// module that both declare.
fn of_crate(arguments: &[String]) -> Vec<&str> {
    let names = ["--crate-name", "--crate-type"];
    let (mut words, mut named) = (Vec::new(), false);
    for argument in arguments {
        let own = ["metadata=", "-Cmetadata=", "--codegen=metadata=", "--test"]
            .iter()
            .chain(&names)
            .any(|start| argument.starts_with(start));
        if own || named {
            words.push(argument.as_str());
        }
        named = names.contains(&argument.as_str());
    }
    words
}

/// The name of the primitive type that is written, alone or as `std::primitive::u32`: in another module a type of this name is the user's.
pub(crate) fn primitive(ty: &syn::Type) -> Option<&Ident> {
    match ty {
        syn::Type::Paren(of) => primitive(&of.elem),
        syn::Type::Group(of) => primitive(&of.elem),
        syn::Type::Path(path) if path.qself.is_none() => {
            let words: Vec<_> = path.path.segments.iter().map(|segment| &segment.ident).collect();
            let last = match words[..] {
                [name] => name,
                [std, module, name] if (std == "std" || std == "core") && module == "primitive" => name,
                _ => return None,
            };
            intrinsics::is_primitive(&last.to_string()).then_some(last)
        }
        _ => None,
    }
}

/// The message about an impl of a trait for a type that neither is the user's nor has such methods in device code.
pub(crate) fn of_others(ty: &syn::Type) -> Option<messages::Message> {
    match ty {
        syn::Type::Paren(of) => of_others(&of.elem),
        syn::Type::Group(of) => of_others(&of.elem),
        syn::Type::Array(_) | syn::Type::Slice(_) | syn::Type::Tuple(_) | syn::Type::Reference(_) => {
            Some(messages::TRAIT_FOR)
        }
        syn::Type::Path(path) => match path.path.get_ident().map(Ident::to_string).as_deref() {
            Some("char") => Some(messages::CHAR),
            _ => None,
        },
        _ => None,
    }
}

/// The impl of a trait for a primitive type.
pub(crate) struct Foreign<'i> {
    pub(crate) path: &'i syn::Path,
    pub(crate) ty: &'i syn::Type,
    pub(crate) primitive: &'i Ident,
}

impl Foreign<'_> {
    pub(crate) fn has_parameters(&self) -> bool {
        self.path.segments.last().is_some_and(|last| !last.arguments.is_none())
    }

    /// Refuses traits with parameters, and names of methods that calls don't look up in the scope.
    pub(crate) fn check(&self, methods: &[&Ident], report: &mut Report) {
        if self.has_parameters() {
            report.refuse(self.path.segments.last().map(|last| &last.arguments), messages::TRAIT_GENERIC);
        }
        for method in methods {
            let name = method.unraw().to_string();
            // Those two are refused in every impl.
            let elsewhere = matches!(name.as_str(), "min" | "max") || intrinsics::is_operator(&name);
            if !intrinsics::is_looked_up(&name) && !elsewhere {
                report.refuse_as(method, messages::TRAIT_METHOD_NAME, &name);
            }
        }
    }

    /// The constant `__TRAIT`, the trait's number, as the companion of the method says. It stands in a macro, so that rustc, which finds
    /// no companion in a trait without `#[device]`, says in which macro the error originates, and that name says what to do.
    pub(crate) fn number(&self, method: &Ident) -> TokenStream {
        let (ty, primitive, path, companion) = (self.ty, self.primitive, self.path, companion(method));
        let private = home::private(Span::mixed_site());
        let companion = quote!(<#ty as #path>::#companion);
        // `$crate` would mean another crate in that macro.
        let (declared, companion) = match path.segments.first().is_some_and(|segment| segment.ident == "$crate") {
            true => (TokenStream::new(), companion),
            false => (
                quote! {
                    macro_rules! write_device_above_the_trait_too {
                        () => { #companion };
                    }
                },
                quote!(write_device_above_the_trait_too!()),
            ),
        };
        quote! {
            #declared
            const __TRAIT: ::core::primitive::u64 = #private::trait_of(#companion);
            #[allow(dead_code)]
            fn __onrush_is_the_primitive(value: #ty) -> ::core::primitive::#primitive {
                value
            }
        }
    }
}

/// Makes rustc check that a type to which a trait gives a method has none of this name itself, which Rust would prefer.
pub(crate) fn of_no_other(method: &Ident, ty: &syn::Type, generics: &Generics, of: &TokenStream) -> TokenStream {
    let at = Span::mixed_site().located_at(method.span());
    if !generics.is_empty() {
        let (private, declared, conditions) = (home::private(at), generics.declared(), generics.conditions());
        return quote_spanned! {at=>
            #[allow(dead_code, clippy::all)]
            fn __onrush_of_no_other #declared () #conditions {
                #private::same(&<#ty>::#method, &#of::#method);
            }
        };
    }
    // In a module of its own no trait is in scope but the module's, whose constant the path names unless the type has such a function.
    quote_spanned! {at=>
        #[allow(dead_code, non_upper_case_globals, clippy::all)]
        mod __onrush_of_no_other {
            #[diagnostic::on_unimplemented(
                message = "the type has a method of this name itself, which Rust calls instead of the trait's",
                label = "a method of the type",
                note = "choose another name for the trait's method"
            )]
            trait OfNoOther {}
            pub(super) struct Nothing;
            impl OfNoOther for Nothing {}
            pub(super) trait Of {
                type Type;
            }
            fn of_no_other<F: OfNoOther>(_: F) {}
            #[no_implicit_prelude]
            mod named {
                trait Another {
                    const #method: super::Nothing = super::Nothing;
                }
                impl<T> Another for T {}
                type Itself = <super::Nothing as super::Of>::Type;
                fn check() {
                    super::of_no_other(<Itself>::#method);
                }
            }
        }
        impl __onrush_of_no_other::Of for __onrush_of_no_other::Nothing {
            type Type = #ty;
        }
    }
}

/// Writes the type for `Self`, so that `Self::helper(x)` is read as `u32::helper(x)`.
pub(crate) fn spelled(block: &syn::Block, primitive: &Ident) -> syn::Block {
    fn replace(tokens: TokenStream, primitive: &Ident) -> TokenStream {
        let replace = |token| match token {
            TokenTree::Ident(ident) if ident == "Self" => Ident::new(&primitive.to_string(), ident.span()).into(),
            TokenTree::Group(group) => {
                let mut replaced = Group::new(group.delimiter(), replace(group.stream(), primitive));
                replaced.set_span(group.span());
                replaced.into()
            }
            other => other,
        };
        tokens.into_iter().map(replace).collect()
    }
    syn::parse2(replace(block.to_token_stream(), primitive)).unwrap_or_else(|_| block.clone())
}

#[cfg(test)]
mod tests {
    use super::of_crate;

    #[test]
    fn a_package_s_targets_are_distinguished() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let library = words("rustc --crate-name p src/lib.rs --crate-type lib -C metadata=17 -C debuginfo=2");
        let program = words("rustc --crate-name p src/main.rs --crate-type bin -C metadata=18 -C debuginfo=2");
        assert_eq!(of_crate(&library), ["--crate-name", "p", "--crate-type", "lib", "metadata=17"]);
        assert_eq!(of_crate(&program), ["--crate-name", "p", "--crate-type", "bin", "metadata=18"]);
        let plain = words("rustc --crate-name=p --crate-type=lib --test -Cmetadata=3 --codegen=metadata=4");
        assert_eq!(of_crate(&plain), plain[1..]);
    }
}
