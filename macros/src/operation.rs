//! `op!`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::check;
use crate::emit;
use crate::home;
use crate::hygiene::with_plain_labels;
use crate::messages;
use crate::parse;
use crate::report::Report;

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let mut report = Report::new();
    let closure = match syn::parse2::<syn::Expr>(with_plain_labels(input)) {
        Ok(syn::Expr::Closure(closure)) => closure,
        Ok(other) => {
            report.refuse(other, messages::NOT_A_CLOSURE);
            return failed(report, quote!(()));
        }
        Err(error) => {
            report.syntax(&error);
            return failed(report, quote!(()));
        }
    };
    check::closure(&closure, &mut report);
    let function = parse::operation(&closure, &mut report);
    match report.finish() {
        None => emit::operation(&function, &closure),
        Some(errors) => fallback(errors, &closure),
    }
}

/// The errors, and a placeholder operation of the closure's type without device text, so that its uses cause no
/// further errors.
fn fallback(errors: TokenStream, closure: &syn::ExprClosure) -> TokenStream {
    let private = home::private(proc_macro2::Span::mixed_site());
    let mut closure = closure.clone();
    closure.capture = Some(Default::default());
    quote!({ #errors #private::refused(#closure) })
}

fn failed(report: Report, value: TokenStream) -> TokenStream {
    let errors = report.finish().unwrap_or_default();
    quote!({ #errors #value }).into_token_stream()
}
