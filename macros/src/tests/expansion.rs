//! Reviewed snapshots of expansions. `ONRUSH_BLESS=1 cargo test` rewrites them.

use proc_macro2::TokenStream;
use quote::quote;

use crate::{derive, device, operation};

#[track_caller]
fn snapshot(name: &str, items: TokenStream) {
    let file = syn::parse2(items).expect("an expansion parses");
    let text = prettyplease::unparse(&file);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/tests/expansion/{name}.rs"));
    if std::env::var_os("ONRUSH_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the snapshot is written");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == text, "{} differs:\n{text}", path.display());
}

fn in_function(expression: TokenStream) -> TokenStream {
    quote!(fn example() { let operation = #expression; })
}

#[test]
fn operation() {
    let closure = quote!(|x: f32, (a, n): (f32, u32)| {
        let mut sum = 0.0;
        for i in 0..n {
            sum += table[i as usize].sqrt() * a;
        }
        if sum > cut { helper(sum) } else { sum.min(x) }
    });
    snapshot("operation", in_function(operation::expand(closure)));
}

#[test]
fn function() {
    let item = quote! {
        /// Documented.
        pub fn scaled(p: &Vec3, by: f32) -> f32 {
            p.0.max(LIMIT) * by
        }
    };
    snapshot("function", device::expand(TokenStream::new(), item));
}

#[test]
fn implementation() {
    let item = quote! {
        impl Add for Vec3 {
            type Output = Vec3;
            fn add(self, other: Self) -> Self::Output {
                Vec3(self.0 + other.0, self.1 + other.1)
            }
        }
    };
    snapshot("implementation", device::expand(TokenStream::new(), item));
}

#[test]
fn generics() {
    let function = quote! {
        fn scaled<T: Float, const N: usize>(all: [T; N], by: &T) -> T
        where
            T: Copy,
        {
            Pair::new(all[0], square::<T>(*by)).sum()
        }
    };
    let implementation = quote! {
        impl<T: Number> Mul<T> for Pair<T> {
            type Output = Self;
            fn mul(self, by: T) -> Self {
                Pair(self.0 * by.cast::<T>(), self.1)
            }
        }
    };
    let method = quote! {
        impl<T: Number> Pair<T> {
            fn sum(&self) -> T {
                self.0 + self.1
            }
        }
    };
    snapshot("generic_function", device::expand(TokenStream::new(), function));
    let items = [implementation, method].map(|item| device::expand(TokenStream::new(), item));
    snapshot("generic_implementations", items.into_iter().collect());
}

#[test]
fn derives() {
    let item = quote! {
        #[repr(C)]
        struct Cell {
            id: u32,
            place: [f32; 2],
        }
    };
    let (element, key) = (derive::element::expand(item.clone()), derive::key::expand(item));
    snapshot("derives", quote!(#element #key));
}
