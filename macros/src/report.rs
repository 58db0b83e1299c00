use std::fmt::Write as _;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};

use crate::messages::Message;

/// Collects errors, so that the user sees all of them at once. It must be finished: dropping it with errors unread is
/// a bug.
pub(crate) struct Report {
    errors: Option<Vec<(Span, Span, String)>>,
}

impl Report {
    pub(crate) fn new() -> Self {
        Report { errors: Some(Vec::new()) }
    }

    /// Refuses `tokens`.
    pub(crate) fn refuse(&mut self, tokens: impl ToTokens, message: Message) {
        self.refuse_as(tokens, message, "");
    }

    /// Refuses `tokens`; `name` replaces `{}` in the message.
    pub(crate) fn refuse_as(&mut self, tokens: impl ToTokens, message: Message, name: &str) {
        let mut spans = tokens.into_token_stream().into_iter().map(|token| token.span());
        let first = spans.next().unwrap_or_else(Span::call_site);
        let last = spans.last().unwrap_or(first);
        let mut text = message.text.replace("{}", name);
        if !message.help.is_empty() {
            let _ = write!(text, "\n= help: {}", message.help.replace("{}", name));
        }
        self.errors.get_or_insert_default().push((first, last, text));
    }

    /// Adds syn's error.
    pub(crate) fn syntax(&mut self, error: &syn::Error) {
        self.errors.get_or_insert_default().push((error.span(), error.span(), error.to_string()));
    }

    /// The errors as items or statements that make rustc show them; `None` if there are none.
    pub(crate) fn finish(mut self) -> Option<TokenStream> {
        let errors = self.errors.take().unwrap_or_default();
        let shown = errors.iter().map(|(first, last, text)| {
            let body = quote_spanned!(*last=> { #text });
            quote_spanned!(*first=> ::core::compile_error! #body)
        });
        let shown: TokenStream = shown.collect();
        (!shown.is_empty()).then_some(shown)
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        assert!(self.errors.is_none() || std::thread::panicking(), "errors were gathered but not shown");
    }
}
