//! An example for each refusal. The messages are reviewed in this list.

use proc_macro2::TokenStream;
use quote::quote;

use crate::{derive, device, operation};

/// The errors in an expansion, in order, each as `text / help`.
fn errors(expanded: TokenStream) -> Vec<String> {
    fn walk(tokens: TokenStream, found: &mut Vec<String>) {
        let mut error = false;
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Ident(ident) => error = ident == "compile_error",
                proc_macro2::TokenTree::Group(group) if error => {
                    let text: syn::LitStr = syn::parse2(group.stream()).expect("a message");
                    found.push(text.value().replace("\n= help: ", " / "));
                    error = false;
                }
                proc_macro2::TokenTree::Group(group) => walk(group.stream(), found),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    walk(expanded, &mut found);
    found
}

#[track_caller]
fn refuses(expanded: TokenStream, messages: &[&str]) {
    let found = errors(expanded);
    assert_eq!(found.len(), messages.len(), "{found:#?}");
    for (found, message) in found.iter().zip(messages) {
        assert!(found.contains(message), "{found}\n  has not\n{message}");
    }
}

/// Each line gives a body of `op!(|x: f32| …)` and a part of the expected message.
macro_rules! bodies {
    ($($name:ident: { $($body:tt)* } => $($message:literal),+;)*) => {$(
        #[test]
        fn $name() {
            refuses(operation::expand(quote!(|x: f32| { $($body)* })), &[$($message),+]);
        }
    )*};
}

bodies! {
    vectors: { let v = vec![1.0]; x } => "`vec!` can't be used in device code: a device can't allocate / use an array";
    allocation: { Vec::new(); String::from("a"); x } => "`Vec` can't be used", "`String` can't be used";
    strings: { let s = "abc"; x } => "strings can't be used in device code";
    formats: { let s = format!("{x}"); x } => "strings can't be used";
    characters: { let c = 'a'; x } => "`char` can't be used in device code / use a `u32`, or a byte literal";
    wide_patterns: {
        match n { 170141183460469231731687303715884105728 => x, 0..=0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff => x, _ => 0.0 }
    } => "the integers of patterns are below 2^127 in device code / compare in a guard", "the integers of patterns";
    printing: { println!("{x}"); x } => "`println!` can't be used in device code / return what you want to see";
    other_macros: { let y = concat!(x, 1.0); x } => "the macro `concat!` can't be used in device code / only `matches!`";
    question_mark: { let r = &x; r?; x } => "`?` takes an `Option` or a `Result` in device code, not a reference to one / write `(*x)?`";
    untyped_numbers: { 2.0.sqrt() + (-2).pow(3) as f32 + 7.clamp(2, 5) as f32 } =>
        "`sqrt` needs to know the number's type / write the type behind the number, as in", "`pow` needs";
    options_by_fields: { match x { Some { 0: y } => y, _ => x } Some { 0: x } } => "an `Option` is written as a call in device code", "an `Option` is written as a call";
    let_chains: { while let Some(y) = f(x) && let Some(z) = f(y) { } if x > 1.0 && let Some(y) = f(x) { y } else { x } }
        => "such a chain of `let`s can't be used in device code / write one `let`", "such a chain";
    exclusive_options: { let mut z = x; let y = &mut z; Some(y) } => "a reference can't be kept";
    stray_ranges: { let r = (0..3, 1); x } => "a range can be used only in `for` and in patterns";
    references_to_slices: { let f = |s: [f32]| 1; let t: (&[f32], f32) = y; x } => "a slice can only be a parameter of a `#[device]` function", "a slice can only be";
    kept_references: { let pair = (&x, 1); x } => "a reference can't be kept in device code / use the value";
    dereferences: { let y = *f(x); y } => "only a parameter or variable that is a reference can be dereferenced";
    unsafe_blocks: { unsafe { x } } => "device code can't be `unsafe` / index a view";
    async_blocks: { async { x }; x } => "`try` and `async` blocks can't be used in device code";
    await_: { f(x).await } => "`await` can't be used in device code";
    closures_of_methods: { let i = t.binary_search_by(|v| f(v)); x } => "the method `binary_search_by` can't be given a closure in device code";
    ranges_of_methods: { let s = t.get(1..3); x } => "what `get` gives of a range can't be used here in device code / take it apart: `if let Some(s) =";
    items: { fn f() {} x } => "items can't be declared in device code, except constants in the body's own block / move it outside";
    callees: { let f = x; f(1.0); (g.h)(x) } => "only functions named by a path", "only functions named by a path";
    generic_calls: { x.g::<u8>(); x.cast::<u8, u8>(); T::f::<f32>(x); <f32 as T>::f::<f32>(x); <f32>::f(x) }
        => "methods have no generic arguments", "methods have no", "methods have no", "this path can't be used",
           "this path can't be used in device code / name the type: `T::cast_from(x)`";
    std_functions: { std::mem::take(&mut a); std::cmp::max(a, b); core::cmp::min(a, b); std::f::g(); x }
        => "`std::mem::take` has no device form / write `let old = a; a = new;`",
           "`std::cmp::max` has no device form / use the method: `a.max(b)`", "use the method: `a.min(b)`",
           "or write the function yourself with `#[device]`";
    captured_references: { x + *shared } => "`*shared` can't be used in device code: operations capture values / bind the value";
    self_captures: { x + self.cut } => "`self` can't be captured by an operation / bind what you need";
    stray_break: { break; } => "`break` is used outside of a loop";
    several_places: { let mut y = x; (y, y + 1.0) = (x, x); (y, 1) = (x, 1); y } => "this can't be assigned to", "this can't";
    float_patterns: { match x { 0.5 => x, _ => x } } => "floats can't be matched in device code / compare in a guard";
    ref_patterns: { let ref y = x; x } => "`ref` can't be used in device code";
    or_patterns_that_bind: { let (y | y) = x; matches!(x, y | y if y > 1.0); x } => "alternatives of a pattern can't bind names here", "alternatives";
    rest_patterns: { let (a, .., b) = (x, x, x); a } => "`..` can be used only at the end";
    rests_of_arrays: { let [a, .., b] = [x, x]; let mut y = [x, x]; let [c, rest @ ..] = &mut y; let (a, rest @ ..) = (x, x); a }
        => "the elements that `..` stands for can't have a name behind `&mut` in device code / write", "this pattern can't be used";
    attributes_of_statements: { #[cfg(any())] let x = 2.0; #[allow(unused)] f(x); #[rustfmt::skip] let y = x; y }
        => "attributes can't be used inside device code / put", "attributes can't be used";
    attributes_of_parts: { match 1 { #[cfg(any())] 1 => x, _ => P { #[cfg(any())] a: (#[allow(y)] x) }.a } }
        => "attributes can't be used", "attributes can't be used", "attributes can't be used";
    attributes_in_macros: { assert!(#[cfg(any())] x > 0.0); matches!(x, P { #[cfg(any())] a, .. }); x }
        => "attributes can't be used", "attributes can't be used";
    attributes_of_patterns: { let P { #[cfg(any())] a, b } = p; #[cfg_attr(a, b)] { b } }
        => "attributes can't be used", "attributes can't be used";
    operators_by_name: { x.add(1.0); f32::neg(x) }
        => "the operator's method `add` can't be called by name in device code / write the operator", "`neg`";
    macros_by_path: { my::assert!(x > 0.0); std::assert!(x > 0.0); x } => "the macro `assert!` can be used in device code only if it is std's";
    messages: { assert!(x > 0.0, "{}", return x); panic!("{x} {}", { 1 }) } => "this expression can't be used in a message", "this expression";
    combined_alternatives: { match (Some((x, 5.0)), (4.0, 2.0)) { (Some((v, _) | (_, v)), (w, _) | (_, w)) if v > w => v, _ => x } }
        => "alternatives of a pattern can't bind names here", "alternatives";
    alternatives_before_a_condition: { if let (Some(v), _) | (_, Some(v)) = (Some(x), Some(5.0)) && v > 3.0 { v } else { x } }
        => "such a chain of `let`s can't be used in device code";
    repeated_guards: { let mut n = 0; match n { 1 | _ if { n += 1; false } => x, 0..=3 | 4 if { n += 1; true } => x, (..=4 | 5) | 5.. if { n += 1; true } => x, _ => x } }
        => "this guard changes a variable, and a value may match several of the arm's alternatives", "this guard changes";
    const_blocks: { const { 1.0 } } => "`const` blocks can't be used in device code / name a constant";
    types: { let a: Vec<f32>; let b: *const f32; let c: [&[f32]; 2]; let d: Result<u8, char>; let e: Option<char>; x }
        => "`Vec` can't be used", "pointers can't be used", "a slice can only be a parameter", "`char` can't be used", "`char` can't be used";
}

mod called;
mod items;
mod rebound;

/// An operation that changes only its copy of the item does nothing; other assignments are the user's business.
#[test]
fn lost_changes() {
    let lost = &["this changes a copy of the item, and the operation has no result / to change the items"];
    refuses(operation::expand(quote!(|x: f32| x *= 2.0)), lost);
    refuses(
        operation::expand(quote!(|(i, mut x): (usize, f32)| {
            let y = 2.0;
            {
                x = y;
            }
        })),
        lost,
    );
    refuses(operation::expand(quote!(|x: &mut f32| *x *= 2.0)), &[]);
    refuses(operation::expand(quote!(|(i, x): (usize, &mut f32)| *x *= 2.0)), &[]);
    refuses(
        operation::expand(quote!(|mut x: f32| {
            x *= 2.0;
            x
        })),
        &[],
    );
    refuses(
        operation::expand(quote!(|x: f32| {
            let mut y = x;
            y += 1.0;
            assert!(y > 0.0)
        })),
        &[],
    );
}

/// A method of the user's own may have the name of one of std's.
#[test]
fn own_methods_with_names_of_std() {
    refuses(operation::expand(quote!(|x: f32| BOX.contains(x) && BOX.unwrap(x) && BOX.sum())), &[]);
    refuses(
        operation::expand(quote!(|x: f32| {
            let y = x;
            BOX.contains(&y)
        })),
        &[],
    );
    // Those that arrays have, too, must not change their receiver, if they may be called in the same way.
    let method = |args: TokenStream| device::expand(quote!(), quote!(impl Set { fn contains(#args) -> bool { true } }));
    refuses(method(quote!(&mut self, x: &f32)), &["`contains` is a method of the primitive types or of arrays"]);
    refuses(method(quote!(&mut self, x: f32)), &[]);
    refuses(method(quote!(&self, x: &f32)), &[]);
}

#[test]
fn methods_marked_alone() {
    let refused = &["`#[device]` belongs on the whole impl, not on one of its methods / write `#[device]` above"];
    refuses(
        device::expand(
            quote!(),
            quote!(
                fn f(&self) -> f32 {
                    1.0
                }
            ),
        ),
        refused,
    );
    refuses(
        device::expand(
            quote!(),
            quote!(
                pub fn new(x: f32) -> Self {
                    Self { x }
                }
            ),
        ),
        refused,
    );
}

#[test]
fn operations() {
    refuses(operation::expand(quote!(f)), &["`op!` takes a closure / write `op!(|x: f32| x * x)`"]);
    refuses(operation::expand(quote!(|x| x)), &["an operation's parameters need their types / write `|x: f32| …`"]);
    refuses(operation::expand(quote!(|x: _| x)), &["an operation's parameters need their types"]);
    refuses(
        operation::expand(quote!(|| 1)),
        &["an operation has one to four parameters / take several values as a tuple"],
    );
    refuses(operation::expand(quote!(async |x: f32| x)), &["device code can't be `async`"]);
    refuses(operation::expand(quote!(|x: f32|)), &["expected"]);
}

/// An unknown suffix is left to rustc, which reports it.
#[test]
fn a_strange_suffix_passes() {
    assert!(errors(operation::expand(quote!(|x: f32| 0in))).is_empty());
}

#[test]
fn every_mistake_is_shown() {
    let expanded = operation::expand(quote!(|x, y: char| Box::new(x) + vec![1][0]));
    refuses(expanded, &["need their types", "`char`", "`Box`", "`vec!`"]);
}

#[test]
fn functions() {
    let expand = |item| device::expand(TokenStream::new(), item);
    refuses(
        expand(quote!(
            fn f<'a>(x: &'a f32) {}
        )),
        &["device code can't name lifetimes / remove it"],
    );
    refuses(
        expand(quote!(
            fn f<T, const N: usize, const B: bool, const C: u8>(x: [T; N]) {}
        )),
        &["a constant parameter of device code is a `usize` or a `bool`"],
    );
    refuses(
        expand(quote!(
            fn f<T>(x: T) -> T {
                f::<T>(x)
            }
        )),
        &["can't call itself"],
    );
    refuses(
        expand(quote!(
            async fn f() {}
        )),
        &["can't be `async`"],
    );
    refuses(
        expand(quote!(
            unsafe fn f() {}
        )),
        &["can't be `unsafe`"],
    );
    refuses(
        expand(quote!(
            fn f(x: f32) -> f32 {
                f(x)
            }
        )),
        &["a device function can't call itself, because a device's stack is small / write a loop"],
    );
    refuses(
        expand(quote!(
            #[other]
            #[inline]
            #[cfg_attr(a, b)]
            fn f() {}
        )),
        &["the attribute `other` can't be used on device code", "`cfg_attr`"],
    );
    refuses(
        expand(quote!(
            extern "C" fn f() {}
        )),
        &["can't be `extern`"],
    );
    refuses(
        expand(quote!(
            fn f(x: &f32) -> &f32 {
                x
            }
        )),
        &["can't return a reference"],
    );
    refuses(
        expand(quote!(
            fn f(x: impl Copy) {}
        )),
        &["`impl Trait` and `dyn Trait` can't be used in device code, except `impl Fn(…) -> …`"],
    );
    refuses(
        expand(quote!(
            struct S;
        )),
        &["`#[device]` on a struct stands above its `#[derive(Element)]` / write it first"],
    );
    refuses(
        device::expand(
            quote!(fast),
            quote!(
                fn f() {}
            ),
        ),
        &["`#[device]` takes no arguments"],
    );
}

#[test]
fn impls() {
    let expand = |item| device::expand(TokenStream::new(), item);
    refuses(
        expand(quote!(
            impl<T, U> S<T> {
                fn f<V>(self) {}
            }
        )),
        &["can't have generic parameters of its own", "doesn't contain the parameter `U`"],
    );
    refuses(
        expand(quote!(
            impl<T: Number> Area for T {}
        )),
        &["can't be for a type parameter / write a generic function"],
    );
    for output in [quote!(Self), quote!(&Self), quote!(Self::Output)] {
        let expanded = expand(quote!(
            impl Add<A + B> for dyn C + D {
                type Output = E + F;
                fn add(self, o: Self) -> #output {
                    self
                }
            }
        ));
        syn::parse2::<syn::File>(expanded.clone()).unwrap();
        assert!(expanded.to_string().contains("can't be for `dyn Trait`"), "{expanded}");
    }
    refuses(
        expand(quote!(
            impl<'a> S<'a> {}
        )),
        &["device code can't name lifetimes"],
    );
    refuses(
        expand(quote!(impl S { fn neg(self) -> S { self.neg() } #[a] fn g(&self) { self.g() } })),
        &[
            "`neg` is the name of an operator's method / implement",
            "the operator's method `neg`",
            "`a` can't be used on device code",
            "can't call itself",
        ],
    );
    refuses(
        expand(quote!(impl S { fn min(self, o: Self) -> Self { o } })),
        &["`min` is a method of the primitive types"],
    );
    refuses(
        expand(quote!(impl S { fn abs(&mut self) {} })),
        &["`abs` is a method of the primitive types or of arrays and can't take"],
    );
    refuses(
        expand(quote!(impl S { fn f(self: Box<Self>) {} })),
        &["`self` must be taken as `self`, `&self` or `&mut self`"],
    );
    refuses(
        expand(quote!(impl From<&S> for f64 { fn from(s: &S) -> f64 { s.x } })),
        &["a conversion of a reference can't be used in device code"],
    );
    refuses(expand(quote!(impl S { m!(); })), &["only functions and constants are allowed in a `#[device]` impl"]);
}

#[test]
fn elements() {
    use derive::element::expand;
    refuses(
        expand(quote!(
            #[repr(C)]
            enum E {
                A,
            }
        )),
        &["an enum can't be an element: bytes in device memory"],
    );
    refuses(expand(quote!(#[repr(C)] union U { a: f32 })), &["a union can't be an element"]);
    refuses(
        expand(quote!(
            struct S {
                a: f32,
            }
        )),
        &["needs `#[repr(C)]`: without it Rust may order its fields in any way / write `#[repr(C)]` above `struct S`"],
    );
    refuses(
        expand(quote!(
            #[repr(C, packed)]
            struct S {
                a: f32,
            }
        )),
        &["an element can't be `packed`"],
    );
    refuses(
        expand(quote!(
            #[repr(C)]
            struct S;
        )),
        &["an element needs at least one field"],
    );
    refuses(
        expand(quote!(
            #[repr(C)]
            struct S<'a> {
                a: &'a f32,
            }
        )),
        &["an element can't contain references: an address means nothing in another memory / store values"],
    );
    refuses(
        derive::key::expand(quote!(
            enum E {
                A,
            }
        )),
        &["an enum can't be"],
    );
}

#[test]
fn the_rest_stays() {
    // A mistake causes one error: the refused operation can still be called, stored and named.
    let expanded = operation::expand(quote!(|x: f32| Box::new(x))).to_string();
    assert!(expanded.contains("refused (move | x : f32 | Box :: new (x))"), "{expanded}");
    let expanded = device::expand(
        TokenStream::new(),
        quote!(
            fn f(x: f32) -> f32 {
                Box::new(x)
            }
        ),
    )
    .to_string();
    assert!(expanded.contains("(x : f32) -> f32 { Box :: new (x) }") && expanded.contains("enum f { }"), "{expanded}");
    let expanded = derive::element::expand(quote!(
        struct S {
            a: f32,
        }
    ))
    .to_string();
    assert!(expanded.contains("Element for S"), "{expanded}");
}

#[test]
fn enums() {
    refuses(
        device::expand(
            quote!(),
            quote!(
                enum E<T> {
                    A(T),
                }
            ),
        ),
        &["a `#[device]` enum can't be generic / write an enum for each type"],
    );
    refuses(
        device::expand(
            quote!(),
            quote!(
                enum E {}
            ),
        ),
        &["a `#[device]` enum needs at least one variant"],
    );
    refuses(
        device::expand(
            quote!(),
            quote!(
                enum E {
                    #[cfg(x)]
                    A,
                    B {
                        #[cfg_attr(x, y)]
                        b: u8,
                    },
                }
            ),
        ),
        &["a variant or field of a `#[device]` enum can't have a condition"; 2],
    );
    let names = (0..257).map(|i| quote::format_ident!("V{i}"));
    refuses(device::expand(quote!(), quote!(enum E { #(#names),* })), &["has at most 256 variants"]);
}
