//! Literals: a number keeps its digits, and its type is a hole for rustc to fill.

use quote::{ToTokens, quote};

use super::Parser;
use crate::ast::{Expr, ExprKind, HoleKind};
use crate::messages;

impl Parser<'_> {
    /// Parses a literal, negative if `minus` precedes it.
    pub(super) fn literal(&mut self, lit: &syn::Lit, minus: Option<&syn::Token![-]>) -> Expr {
        let span = lit.span();
        let (digits, suffix) = match lit {
            syn::Lit::Bool(b) => return Expr { kind: ExprKind::Bool(b.value), span },
            syn::Lit::Int(i) => (i.base10_digits().to_owned(), i.suffix().to_owned()),
            syn::Lit::Float(f) => (f.base10_digits().to_owned(), f.suffix().to_owned()),
            syn::Lit::Byte(b) => (b.value().to_string(), "u8".to_owned()),
            syn::Lit::ByteStr(bytes) => return self.bytes(bytes),
            syn::Lit::Char(_) => return self.refuse(lit, messages::CHAR),
            _ => return self.refuse(lit, messages::STRING),
        };
        let hole = if !crate::intrinsics::is_primitive(&suffix) {
            // There is no suffix, or one that rustc refuses.
            self.infer(span)
        } else {
            // The full path names the primitive even if a type of the user's has the same name.
            let name = proc_macro2::Ident::new(&suffix, span);
            self.hole(HoleKind::Type(syn::parse_quote!(::core::primitive::#name)), span)
        };
        let tokens = match minus {
            Some(minus) => quote!((#minus #lit)),
            None => lit.to_token_stream(),
        };
        let digits = if minus.is_some() { format!("-{digits}") } else { digits };
        Expr { kind: ExprKind::Number { digits, tokens, hole }, span }
    }
}

impl Parser<'_> {
    /// The bytes of `b"…"`, as an array; where a reference to it is meant, see `argument`.
    fn bytes(&mut self, literal: &syn::LitByteStr) -> Expr {
        let span = literal.span();
        let hole = self.hole(HoleKind::Type(syn::parse_quote!(::core::primitive::u8)), span);
        let byte = |byte: u8| {
            let mut tokens = proc_macro2::Literal::u8_suffixed(byte);
            tokens.set_span(span);
            Expr { kind: ExprKind::Number { digits: byte.to_string(), tokens: tokens.to_token_stream(), hole }, span }
        };
        let parts = literal.value().into_iter().map(byte).collect();
        let hole = self.infer(span);
        Expr { kind: ExprKind::Array { parts, hole }, span }
    }
}

/// Whether the expression is a byte string, which is a reference to an array.
pub(super) fn is_byte_string(e: &syn::Expr) -> bool {
    matches!(e, syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(_), .. }))
}

/// The value of a literal of type `usize`, which wraps.
pub(super) fn position(e: &syn::Expr) -> Option<u64> {
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) = e else { return None };
    number.base10_digits().parse::<u128>().ok().map(|value| value as u64)
}

/// The value of an integer in a pattern.
pub(super) fn integer(literal: &syn::LitInt, minus: bool) -> Option<i128> {
    let value: i128 = literal.base10_digits().parse().ok()?;
    Some(if minus { -value } else { value })
}
