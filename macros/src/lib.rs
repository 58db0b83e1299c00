//! The macros of `onrush`: [`op!`], [`#[device]`](macro@device), [`#[derive(Element)]`](macro@Element),
//! [`#[derive(Key)]`](macro@Key) and [`#[derive(State)]`](macro@State). Use them through the `onrush` crate, which re-exports them.
//!
//! Each macro reads Rust once and writes it twice. syn's tree becomes the macros' own tree (`parse`, `ast`); rules
//! are checked where they apply (`check`, `messages`, `report`). One writer walks the tree and writes the user's Rust
//! again, with its expressions passed through witnesses whose types rustc infers (`emit::rust`). For devices the tree
//! becomes an intermediate form, in which the order of evaluation, copies and references are explicit (`ir`), and that is
//! printed as C++ with holes for the types (`emit::cuda`). The crate's README shows how a construct passes through.

mod arguments;
mod ast;
mod attributes;
mod bounds;
mod check;
mod constant;
mod derive;
mod device;
mod emit;
mod enumeration;
mod generics;
mod given;
mod home;
mod hygiene;
mod intrinsics;
mod ir;
mod messages;
mod namer;
mod operation;
mod parse;
mod profile;
mod raw;
mod report;
#[cfg(test)]
mod tests;
mod traits;
mod variants;
mod walk;

use proc_macro::TokenStream;

/// Makes an operation of a closure: host code and device code with the same meaning, to the bit. `onrush::op!` is this macro with
/// `crate = $crate;` before the closure, so that its expansion finds the library whichever name the user knows it by; its
/// documentation describes operations.
///
/// ```
/// # extern crate self as onrush;
/// # pub use onrush_core::__private;
/// # use onrush_macros::op;
/// # fn main() {
/// let add = op!(|(a, n): (f64, u32), (b, m): (f64, u32)| (a + b, n + m));
/// # let _ = add;
/// # }
/// ```
#[proc_macro]
pub fn op(input: TokenStream) -> TokenStream {
    home::of_operation(raw::plain(input.into()), operation::expand).into()
}

/// Makes a function, or the functions of an impl, callable in device code, and the values of an enum usable there; lets a trait have such
/// an impl for numbers.
///
/// ```
/// # extern crate self as onrush;
/// # pub use onrush_core::__private;
/// # use onrush_macros::{Element, device, op};
/// #[derive(Clone, Copy, Element)]
/// #[repr(C)]
/// struct Complex {
///     re: f64,
///     im: f64,
/// }
///
/// #[device]
/// impl Complex {
///     const ZERO: Complex = Complex { re: 0.0, im: 0.0 };
///
///     fn norm(&self) -> f64 {
///         self.re * self.re + self.im * self.im
///     }
/// }
///
/// #[device]
/// impl std::ops::Add for Complex {
///     type Output = Complex;
///     fn add(self, other: Complex) -> Complex {
///         Complex { re: self.re + other.re, im: self.im + other.im }
///     }
/// }
///
/// #[device]
/// fn distance(a: Complex, b: Complex) -> f64 {
///     Complex { re: a.re - b.re, im: a.im - b.im }.norm().sqrt()
/// }
/// # fn main() {
/// let far = op!(|z: Complex| distance(z, Complex::ZERO) > 2.0);
/// # let _ = far;
/// # }
/// ```
///
/// The item stays as it is on the host, except that names in its body mean the same as in `onrush::op!`, whose
/// documentation also lists the subset of Rust for bodies. Functions may call each other, but recursion is refused,
/// direct or through other functions. Constants are written into the device text.
///
/// - Parameters are values, or references `&T` and `&mut T` to values; results are values. A function's can be closures, too:
///   `f: impl Fn(f32) -> f32`, or `f: F` where `F: FnMut(u32)`.
/// - Methods take `self`, `&self` or `&mut self`. The methods of an impl of an operator's trait (`Add`, `AddAssign`,
///   `Neg`, `PartialEq`, …) define the operator on a device, for each type of the right operand that has an impl; `partial_cmp` alone
///   defines `<`, `<=`, `>` and `>=`, as in Rust.
/// - A `const fn` is called in constants as it is written. Operations call it as they call other functions: `min` and `max` of floats
///   are then those of operations.
/// - A function has a hidden type of the same name beside it, so that one `use` imports both.
/// - The expansion names the library by the name that Cargo's manifest gives it. A crate that has it through another one says
///   which: `#[device(crate = other::onrush)]`. One that has two versions of the library must say so, too, and an editor may need it, if
///   the manifest renames the library.
///
/// Functions and impls may be generic over types, lengths (`const N: usize`) and flags (`const B: bool`): `fn square<T:
/// Number>(v: T) -> T`, `impl<T: Float> Vec3<T>`. The bounds `Number`, `Integer`, `Signed` and `Float` of the `onrush`
/// crate give the body the numbers' operators and methods; each type that an operation uses gets its own device text.
/// A method has no parameters of its own, and a parameter is no lifetime.
///
/// # Traits
///
/// A trait of the user's own types needs no attribute, only its impl. For a number or `bool` it needs one as well:
///
/// ```
/// # extern crate self as onrush;
/// # pub use onrush_core::__private;
/// # use onrush_macros::{device, op};
/// #[device]
/// trait Halves {
///     fn half(self) -> Self;
/// }
///
/// #[device]
/// impl Halves for u32 {
///     fn half(self) -> u32 {
///         self / 2
///     }
/// }
/// # fn main() {
/// let halves = op!(|v: u32| v.half());
/// # let _ = halves;
/// # }
/// ```
///
/// Beside each method `half` the trait has a hidden one that is called `half_in_device_code`, by which rustc says which trait is in scope.
/// The trait has no parameters, and its methods have names that std's types don't have. Where another trait in scope has the method, too,
/// for the number or for a reference to one, the call is an error: `<u32 as Halves>::half(v)` says which trait is meant.
///
/// # Enums
///
/// ```
/// # extern crate self as onrush;
/// # pub use onrush_core::__private;
/// # use onrush_macros::{device, op};
/// #[device]
/// #[derive(Clone, Copy, PartialEq)]
/// enum Shape {
///     Circle(f32),
///     Rect { w: f32, h: f32 },
///     Empty,
/// }
/// # fn main() {
/// let area = op!(|s: Shape| match s {
///     Shape::Circle(r) => 3.0 * r * r,
///     Shape::Rect { w, h } => w * h,
///     Shape::Empty => 0.0,
/// });
/// # let _ = area;
/// # }
/// ```
///
/// The enum must be `Copy` and not generic, and its fields must be values. It stays as it is. Operations name a variant by a path of
/// the type and the variant, so that rustc can tell it from other items; a variant without fields whose name has capitals alone is
/// written with braces in patterns, `Shape::A {}`, unless no variant has fields or devices know the type's `==`. If a `#[derive(PartialEq)]` stands below `#[device]`
/// and a variant has no fields, devices know the type's `==`. An enum isn't an element: bytes in device memory may be no variant of it.
///
/// # Structs
///
/// Above the derives of a struct with [`Element`](macro@Element) it lets operations use those of `Default`, `PartialEq` and `PartialOrd`, if
/// its fields have them in operations and it has no type parameters.
///
/// ```
/// # extern crate self as onrush;
/// # pub use onrush_core::__private;
/// # use onrush_macros::{Element, device, op};
/// #[device]
/// #[derive(Clone, Copy, Default, PartialEq, Element)]
/// #[repr(C)]
/// struct Complex {
///     re: f32,
///     im: f32,
/// }
/// # fn main() {
/// let real = op!(|re: f32| Complex { re, ..Default::default() } != Complex::default());
/// # let _ = real;
/// # }
/// ```
///
/// Refused are `async`, `unsafe` and `extern` functions, and attributes that would change the host's function
/// only.
#[doc(alias("__device__", "__host__"))]
#[proc_macro_attribute]
pub fn device(args: TokenStream, item: TokenStream) -> TokenStream {
    device::expand(args.into(), raw::plain(item.into())).into()
}

/// Lets the values of a struct be stored in device vectors and used in chains.
///
/// ```
/// # extern crate self as onrush;
/// # pub use onrush_core::__private;
/// # use onrush_macros::Element;
/// #[derive(Clone, Copy, Element)]
/// #[repr(C)]
/// struct Particle {
///     position: [f32; 3],
///     alive: bool,
///     mass: f64,
/// }
/// # fn main() {}
/// ```
///
/// The struct must be `Copy` and `#[repr(C)]` (or `transparent`, or `C` with `align`), so that its layout is C's, and
/// each field must be an element. Padding is allowed, and so are type parameters and lengths: `struct Pair<A, const
/// N: usize>` is an element if its fields are. Device code is compiled with assertions on the size, the alignment and
/// the offset of each field.
///
/// The expansion names the library by the name that Cargo's manifest gives it. A crate that has it through another one says which
/// beside the derive: `#[onrush(crate = other::onrush)]`.
///
/// Refused, with the reason: enums and unions (not all bytes in device memory are valid values), and structs that are
/// `packed`, lack `#[repr(C)]`, have no fields, or contain references.
#[doc(alias("DeviceRepr", "DeviceCopy", "Pod", "CubeType"))]
#[proc_macro_derive(Element, attributes(onrush))]
pub fn derive_element(input: TokenStream) -> TokenStream {
    derive::element::expand(raw::plain(input.into())).into()
}

/// Gives a struct the radix order of its fields, the first one most significant. The struct can then be sorted and be
/// the key of by-key algorithms.
///
/// ```
/// # extern crate self as onrush;
/// # pub use onrush_core::__private;
/// # use onrush_macros::{Element, Key};
/// #[derive(Clone, Copy, Element, Key)]
/// #[repr(C)]
/// struct Place {
///     cell: u32,
///     depth: f32,
/// }
/// # fn main() {}
/// ```
///
/// The struct must be an [`Element`](macro@Element), and each field a key: a primitive (floats in the order of
/// `total_cmp`), an array of keys, or a struct with this derive. `#[onrush(crate = path)]` is as for [`Element`](macro@Element).
#[doc(alias("Ord", "total_cmp", "decomposer"))]
#[proc_macro_derive(Key, attributes(onrush))]
pub fn derive_key(input: TokenStream) -> TokenStream {
    derive::key::expand(raw::plain(input.into())).into()
}

/// Makes a struct a recording's state: its fields are vectors, or other states, and recorded calls may use all of them.
///
/// ```
/// # extern crate self as onrush;
/// # pub use onrush_core::__private;
/// # use onrush_core::{Backend, DeviceVec};
/// # use onrush_macros::State;
/// #[derive(State)]
/// struct Heat<'x, B: Backend> {
///     plate: DeviceVec<f32, B>,
///     next: DeviceVec<f32, B>,
///     /// Calls may read it, and not write it.
///     conductivity: &'x DeviceVec<f32, B>,
/// }
/// # fn main() {}
/// ```
///
/// A type parameter that stands for a state has the bound `State` in the struct's declaration. `#[onrush(crate = path)]` is as for
/// [`Element`](macro@Element).
#[doc(alias("Graph", "capture"))]
#[proc_macro_derive(State, attributes(onrush))]
pub fn derive_state(input: TokenStream) -> TokenStream {
    derive::state::expand(raw::plain(input.into())).into()
}

/// Calls a macro of core's with the names of all methods that are none of a trait in scope.
#[doc(hidden)]
#[proc_macro]
pub fn std_methods(input: TokenStream) -> TokenStream {
    intrinsics::std_methods(&input.into()).into()
}
