//! `#[device]`.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit;
use crate::parse;
use crate::report::Report;

pub(crate) fn expand(_args: TokenStream, item: TokenStream) -> TokenStream {
    let mut report = Report::new();
    let parsed: syn::Item = match syn::parse2(item.clone()) {
        Ok(parsed) => parsed,
        Err(error) => {
            report.syntax(&error);
            let errors = report.finish();
            return quote!(#errors #item);
        }
    };
    let companions = match &parsed {
        syn::Item::Fn(f) => {
            let function = parse::method(&f.sig, &f.block, &mut report);
            emit::companion(&function, &f.vis, &f.sig.ident)
        }
        _ => TokenStream::new(),
    };
    match report.finish() {
        None => quote!(#parsed #companions),
        Some(errors) => quote!(#parsed #errors),
    }
}
