//! The path by which an expansion names the library, which its users may know by another name or through another crate.
//!
//! `op!` is told the path by the `macro_rules!` around it, as `$crate`. Attributes and derives are told it by
//! `crate = path`; without that they take the name that Cargo tells rustc, from the user's manifest.

use std::cell::RefCell;
use std::path::Path;
use std::sync::OnceLock;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream, Parser};

use crate::arguments::arguments;

/// The library's own name.
const LIBRARY: &str = "onrush";

thread_local! {
    /// The path of the library's private items, while one of its macros is expanded. It is no parameter of the writers, which all
    /// write it.
    static PRIVATE: RefCell<Option<TokenStream>> = const { RefCell::new(None) };
}

/// The path of the library's private items, at `span`.
pub(crate) fn private(span: Span) -> TokenStream {
    let path = PRIVATE.with_borrow(Clone::clone);
    path.map_or_else(
        || quote_spanned!(span=> ::onrush::__private),
        |path| path.into_iter().map(|t| at(t, span)).collect(),
    )
}

/// The token of a path, located at `span`. What `$crate` means is told by its own span.
fn at(mut token: TokenTree, span: Span) -> TokenTree {
    let of_a_macro = matches!(&token, TokenTree::Ident(ident) if ident == "$crate");
    token.set_span(if of_a_macro { span.resolved_at(token.span()) } else { span });
    token
}

/// Expands a macro whose output names the library by `path`, or, without one, by its name in the manifest.
pub(crate) fn within(path: Option<&syn::Path>, expand: impl FnOnce() -> TokenStream) -> TokenStream {
    let private = match path {
        Some(path) => quote!(#path::__private),
        None => {
            static NAME: OnceLock<String> = OnceLock::new();
            let name = NAME.get_or_init(|| name(arguments()));
            // A name may be a keyword.
            let name = syn::parse_str(name).unwrap_or_else(|_| Ident::new_raw(name, Span::mixed_site()));
            quote!(::#name::__private)
        }
    };
    replaced(private, expand)
}

fn replaced(private: TokenStream, expand: impl FnOnce() -> TokenStream) -> TokenStream {
    /// Restores the path also if the macro panics: tokens must not outlive the expansion that they belong to.
    struct Before(Option<TokenStream>);
    impl Drop for Before {
        fn drop(&mut self) {
            PRIVATE.set(self.0.take());
        }
    }
    let _before = Before(PRIVATE.replace(Some(private)));
    expand()
}

/// The library's name among rustc's arguments: `thrust` in `--extern thrust=libonrush-59807616.rlib`, which Cargo writes where the
/// manifest has `thrust = { package = "onrush" }`. Its own name comes first, and is taken if there is none.
fn name(arguments: impl Iterator<Item = String>) -> String {
    let (mut found, mut option) = (None, false);
    for argument in arguments {
        let given = if option { Some(&*argument) } else { argument.strip_prefix("--extern=") };
        option = argument == "--extern";
        let Some((name, file)) = given.and_then(|given| given.split_once('=')) else { continue };
        // `priv:name` and the like say how the name may be used.
        let name = name.rsplit(':').next().unwrap_or(name);
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = stem.strip_prefix("lib").unwrap_or(&stem);
        if stem.split('-').next() == Some(LIBRARY) && (found.is_none() || name == LIBRARY) {
            found = Some(name.to_owned());
        }
    }
    found.unwrap_or_else(|| LIBRARY.to_owned())
}

/// `crate = path`.
pub(crate) struct Home(pub(crate) syn::Path);

impl Parse for Home {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        input.parse::<syn::Token![crate]>()?;
        input.parse::<syn::Token![=]>()?;
        input.call(syn::Path::parse_mod_style).map(Home)
    }
}

/// Expands `op!`, whose input is `crate = path;` and the closure if the library's own macro calls it.
///
/// A path that begins with `$crate` can't be located at the user's tokens, as the spans of rustc's errors are, without losing what
/// `$crate` means. So it is written once, and has a name within the operation.
pub(crate) fn of_operation(input: TokenStream, expand: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
    let prefixed = |input: ParseStream| {
        let Home(path) = input.parse()?;
        input.parse::<syn::Token![;]>()?;
        Ok((path, input.parse::<TokenStream>()?))
    };
    let begins_with_crate =
        matches!(input.clone().into_iter().next(), Some(TokenTree::Ident(ident)) if ident == "crate");
    match begins_with_crate.then(|| prefixed.parse2(input.clone())) {
        Some(Ok((path, closure))) => {
            let expansion = replaced(quote!(__onrush), || expand(closure));
            quote!({
                use #path::__private as __onrush;
                #expansion
            })
        }
        // The macro by itself, as in this workspace's own crates.
        _ => replaced(quote!(::onrush::__private), || expand(input)),
    }
}

/// The path in `#[onrush(crate = path)]` beside a derive.
pub(crate) fn of_derive(attributes: &[syn::Attribute]) -> syn::Result<Option<syn::Path>> {
    let mut own = attributes.iter().filter(|attribute| attribute.path().is_ident("onrush"));
    let path = own.next().map(|attribute| attribute.parse_args::<Home>().map(|Home(path)| path)).transpose()?;
    match own.next() {
        Some(second) => Err(syn::Error::new_spanned(second, "one `#[onrush(crate = path)]` is enough")),
        None => Ok(path),
    }
}

#[cfg(test)]
mod tests {
    fn name(arguments: &str) -> String {
        super::name(arguments.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn the_name_is_that_of_the_librarys_file() {
        assert_eq!(name("rustc src/lib.rs"), "onrush");
        assert_eq!(name("rustc --extern onrush=/t/libonrush-59807616.rlib"), "onrush");
        assert_eq!(
            name("rustc --extern onrush_core=/t/libonrush_core-1.rlib --extern thrust=/t/libonrush-2.rmeta"),
            "thrust"
        );
        assert_eq!(name("rustc --extern=priv,noprelude:thrust=libonrush.rlib --extern proc_macro"), "thrust");
        assert_eq!(name("rustc --extern old=libonrush-1.rlib --extern onrush=libonrush-2.rlib"), "onrush");
        assert_eq!(name("rustc --extern onrush=libonrush-2.rlib --extern old=libonrush-1.rlib"), "onrush");
        assert_eq!(name("rustc --extern onrush=libother-2.rlib --extern thrust=libonrush-1.rlib"), "thrust");
        assert_eq!(name("rustc --crate-name onrush -L thrust=libonrush-1.rlib"), "onrush");
    }
}
