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
fn traits() {
    let declared = quote! {
        pub trait Halves {
            fn half(self) -> Self;
        }
    };
    let implemented = quote! {
        impl Halves for u32 {
            fn half(self) -> u32 {
                self
            }
        }
    };
    let items = [declared, implemented].map(|item| device::expand(TokenStream::new(), item));
    snapshot("traits", items.into_iter().collect());
    let calls = quote!(|v: u32| (v.half(), u32::half(v), <u32 as Halves>::half(v)));
    snapshot("calls_of_traits", in_function(operation::expand(calls)));
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
    let state = quote! {
        struct Heat<'x, B: Backend>(DeviceVec<f32, B>, &'x DeviceVec<f32, B>)
        where
            B: Send;
    };
    snapshot("state", derive::state::expand(state));
}

/// The tokens of an operation's expansion whose body nests `outer` in itself, at the identifier `HERE`.
fn tokens(outer: &str, levels: usize) -> usize {
    fn count(tokens: TokenStream) -> usize {
        let size = |tree| match tree {
            proc_macro2::TokenTree::Group(group) => 2 + count(group.stream()),
            _ => 1,
        };
        tokens.into_iter().map(size).sum()
    }
    let body = (0..levels).fold("v".to_owned(), |inner, _| outer.replace("HERE", &inner));
    count(operation::expand(format!("|v: i64, w: i64| {body}").parse().expect("the body is Rust")))
}

#[test]
fn an_expansion_grows_with_the_levels_of_its_text() {
    for outer in [
        "if v == 1 { let t = v * 2; t } else HERE_",
        "if v == 1 { let t = v * 2; t } else { let u = v; HERE }",
        "if HERE > 0 { 1 } else { 0 }",
        "match v { 1 => 2, _ => HERE }",
        "match HERE { 1 => 2, n => n }",
        "{ let k = HERE; k + 1 }",
        "-(HERE + 1)",
        "(HERE, v).0",
        "[HERE, v][1]",
        "table[HERE].x",
        "(HERE).pow(2)",
        "(HERE).grown(2)",
        "v.grown(HERE)",
        "table[0].grown(HERE)",
        "<i64 as Grown>::grown(HERE)",
        "helper(HERE)",
        "{ let mut k = 1; k += HERE; k }",
        "loop { break HERE }",
    ] {
        let outer = outer.replace("HERE_", "if w > v { HERE } else { v }");
        let [few, more, most] = [4, 8, 12].map(|levels| tokens(&outer, levels));
        assert_eq!(most - more, more - few, "`{outer}`");
    }
}

/// Where the value reads what a closure in the index changes, rustc says which side comes first, though that call is the
/// closure's last.
#[test]
fn orders_of_closures() {
    let asks = |body: TokenStream| {
        operation::expand(quote!(|v: i64| { let mut q = [1; 4]; #body })).to_string().contains("LanguageOrder")
    };
    assert!(asks(quote!(let mut n = 0; let mut f = || { n += 1; n }; q[f()] ^= n; v)));
    assert!(asks(quote!(let mut n = 0; let r = &mut n; let mut f = || { *r += 1; *r }; q[f()] ^= n; v)));
    assert!(asks(
        quote!(let mut n = (0, 0); let r = &mut n; let mut f = || { let (a, _) = r; *a += 1; *a }; q[f()] ^= f(); v)
    ));
    assert!(!asks(quote!(let n = 0; let f = || n; q[f()] ^= n; v)));
}
