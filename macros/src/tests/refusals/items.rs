//! Imports, impls and derives.

use proc_macro2::TokenStream;
use quote::quote;

use super::refuses;
use crate::{derive, device, operation};

bodies! {
    imports: { use std::mem; use super::f; { use State::*; } use A::*; use B::{*, C}; x } =>
        "only variants and constants can be imported in device code, at the beginning of the body / write `use` outside;",
        "only variants", "the variants of one enum alone can be imported by `*` in device code / name those", "only variants";
    imports_of_types: { use crate::{State, state::{self, next}}; use std::fmt::Debug as _; x } => "only variants", "only variants";
}

#[test]
fn items_of_branches() {
    refuses(
        operation::expand(quote!(|x: f32| if x > 1.0 {
            use State::*;
            const N: f32 = 1.0;
            N
        } else {
            N
        })),
        &[
            "only variants and constants",
            "items can't be declared in device code, except constants in the body's own block",
        ],
    );
}

#[test]
fn impls_and_derives() {
    refuses(
        device::expand(
            TokenStream::new(),
            quote!(
                impl std::ops::Deref for Buffer {
                    type Target = [u8];
                    fn deref(&self) -> &[u8] {
                        &self.data[..self.len]
                    }
                }
            ),
        ),
        &[
            "devices don't know `Deref`: a field or method might be that of another type / write a method that returns the part",
        ],
    );
    refuses(
        derive::element::expand(quote!(
            #[repr(C)]
            struct S {
                a: (f32, f32),
            }
        )),
        &["an element can't contain a tuple: Rust may order its parts in any way / use an array"],
    );
}
