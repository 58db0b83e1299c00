//! The macros of `onrush`.
#![allow(missing_docs)]

mod ast;
mod check;
mod derive;
mod device;
mod emit;
mod intrinsics;
mod messages;
mod minmax;
mod namer;
mod operation;
mod parse;
mod report;

use proc_macro::TokenStream;

#[proc_macro]
pub fn op(input: TokenStream) -> TokenStream {
    operation::expand(input.into()).into()
}

#[proc_macro_attribute]
pub fn device(args: TokenStream, item: TokenStream) -> TokenStream {
    device::expand(args.into(), item.into()).into()
}

#[proc_macro_derive(Element)]
pub fn derive_element(input: TokenStream) -> TokenStream {
    derive::element::expand(input.into()).into()
}

#[proc_macro_derive(Key)]
pub fn derive_key(input: TokenStream) -> TokenStream {
    derive::key::expand(input.into()).into()
}
