//! Where std clones: a device copies there, so rustc confirms that the clones are copies.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use crate::ast::{Confirmed, Expr, ExprKind};
use crate::hygiene::located;
use crate::messages;
use crate::parse::Parser;

/// What rustc confirms where a method, `copied` or `cloned`, copies what a name refers to.
pub(in crate::parse) fn copies(of: &Ident, method: &Ident) -> TokenStream {
    let at = located(method.span());
    if method == "cloned" { quote_spanned!(at=> __onrush_cloned!(*#of);) } else { TokenStream::new() }
}

impl Parser<'_> {
    /// Parses `__onrush_cloned!(x)`, and `__onrush_cloned!(*x)` of what a reference refers to: rustc confirms that a clone of it is a copy.
    pub(in crate::parse) fn clones(&mut self, mac: &syn::Macro) -> Expr {
        let parts = |input: syn::parse::ParseStream<'_>| {
            let star: Option<syn::Token![*]> = input.parse()?;
            Ok((star.is_some(), input.parse::<Ident>()?))
        };
        let span = crate::parse::span(&mac.path);
        let (referent, mut name) = match mac.parse_body_with(parts) {
            Ok(parts) => parts,
            Err(error) => return self.syntax(&error),
        };
        let Some(var) = self.lookup(&name) else {
            return self.refuse_as(&mac.path, messages::MACRO, "__onrush_cloned");
        };
        name.set_span(span);
        let of = Box::new(Expr { kind: ExprKind::Var(var, name), span });
        Expr { kind: ExprKind::Confirm(Confirmed::Cloned { of, referent }), span }
    }
}
