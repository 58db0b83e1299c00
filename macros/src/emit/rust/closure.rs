//! Closures.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{Writer, never, path};
use crate::ast::{Closure, HoleId};

impl Writer<'_> {
    /// The closure with the user's parameters and capture.
    pub(super) fn closure_value(&self, span: Span, closure: &Closure) -> TokenStream {
        let Closure { moves, params, output, hole, body, .. } = closure;
        let moves = moves.then(|| quote_spanned!(span=> move));
        let mut asked = TokenStream::new();
        let params: Vec<_> = params
            .iter()
            .map(|param| {
                asked.extend(self.values(&param.pattern));
                let (tokens, ty) = (&param.tokens, param.ty.as_ref().map(|ty| quote!(: #ty)));
                quote!(#tokens #ty)
            })
            .collect();
        let output = output.as_ref().map(|ty| quote!(-> #ty));
        let body = self.result(*hole, self.expr(body));
        quote_spanned!(span=> #moves |#(#params),*| #output { #asked #body })
    }

    /// The result of a closure, which rustc is made to check to be a value, or nothing.
    pub(super) fn result(&self, hole: HoleId, value: TokenStream) -> TokenStream {
        let span = self.function.holes[hole].span;
        let private = path(span);
        self.of(hole, quote_spanned!(span=> #private::returned(#value)))
    }

    /// Makes rustc check that a pattern's names hold values, but those that are references as far as the text shows.
    fn values(&self, pattern: &crate::ast::Pattern) -> TokenStream {
        let names = pattern.names().into_iter().filter(|(var, _)| !self.function.vars[*var].reference);
        let names = names.map(|(var, ident)| {
            let (name, private) = (self.variable(var, ident), path(ident.span()));
            never(ident.span(), quote_spanned!(ident.span()=> let _ = #private::value(#name);))
        });
        names.collect()
    }
}
