//! Methods of the user's own traits for numbers and `bool`.
//!
//! Several traits may have a method of one name for a number, and Rust calls that of the trait in scope. So `#[device]` gives each
//! method of a trait a companion, `sq_in_device_code` beside `sq`, which rustc finds where it finds the trait, and whose result
//! says which trait it is. An operation asks for the companion in code that never runs. There it also asks for the method by its own
//! name, on the type on which the trait has it, and on those that Rust's lookup comes upon before (see `lookup.rs`): a second
//! trait that has it there, with `#[device]` or without, makes rustc refuse the call.

use std::marker::PhantomData;
use std::ops::Deref;

use crate::function::{DeviceMethod, method_name};
use crate::lookup::{Lent, LentToChange, Taken, Takes};
use crate::lower::TranslationUnit;
use crate::offers::{Applies, Offers};
use crate::source::{Exact, Fallible, Substitution};
use crate::witness::{Method, Witnesses};

/// A method of a trait that a type has in device code: the trait's number is `TRAIT`, and `Host` has the method as an inherent one.
///
/// # Safety
///
/// The C++ function computes what the host's method does.
pub unsafe trait TraitMethod<const NAME: u64, const TRAIT: u64, Host>: 'static + Sized {
    /// How the method takes `self`: [`Taken`], [`Lent`] or [`LentToChange`].
    type Receiver: Receiver<Self>;
    /// The value that has the method on the host.
    fn host() -> Host;
    /// A constant that rustc can't evaluate if the method calls itself.
    const NO_RECURSION: () = ();
    /// The C++ function's name; declares it on first use.
    fn lower(unit: &mut TranslationUnit) -> String;
}

/// The number of a trait, from its path, its crate's version, and a number of the macros': a macro can declare several traits of one name
/// at one place, and several crates of a package can have one path.
pub const fn trait_number(path: &str, version: Option<&str>, count: u64) -> u64 {
    let version = match version {
        Some(version) => method_name(version),
        None => 0,
    };
    (method_name(path) ^ version.rotate_left(32)).wrapping_add(count.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// No trait in scope has the method: it is the type's own, if it has one.
#[derive(Debug)]
pub struct OfTheType;

/// The trait of this number has the method.
#[derive(Debug)]
pub struct OfTheTrait<const TRAIT: u64>;

/// The number of the trait that has this companion.
pub const fn trait_of<T, const TRAIT: u64>(_companion: fn(&T) -> OfTheTrait<TRAIT>) -> u64 {
    TRAIT
}

/// Marks the impl of [`Offers`] for methods of traits.
#[derive(Debug)]
pub struct ByTrait<const TRAIT: u64, Host>(PhantomData<fn() -> Host>);

/// What a scope allows a method to be, by the marker of its impl of [`Offers`].
#[diagnostic::on_unimplemented(
    message = "the trait that has this method isn't in scope",
    label = "not in scope here",
    note = "import the trait: `use path::to::Trait;`"
)]
pub trait Allows<K> {}
#[diagnostic::do_not_recommend]
impl Allows<Applies> for OfTheType {}
#[diagnostic::do_not_recommend]
impl Allows<()> for OfTheType {}
#[diagnostic::do_not_recommend]
impl<const TRAIT: u64> Allows<Applies> for OfTheTrait<TRAIT> {}
#[diagnostic::do_not_recommend]
impl<const TRAIT: u64> Allows<()> for OfTheTrait<TRAIT> {}
#[diagnostic::do_not_recommend]
impl<const TRAIT: u64, Host> Allows<ByTrait<TRAIT, Host>> for OfTheTrait<TRAIT> {}

/// How a method takes a `T`.
pub trait Receiver<T>: Takes {
    /// The type that has the method.
    type Itself;
}

impl<T> Receiver<T> for Taken {
    type Itself = T;
}
impl<T: 'static> Receiver<T> for Lent {
    type Itself = &'static T;
}
impl<T: 'static> Receiver<T> for LentToChange {
    type Itself = &'static mut T;
}

/// What is asked of the scope, by the marker of the method's impl of [`Offers`].
pub trait Asked<T: ?Sized, const NAME: u64> {
    /// How the method takes `self`; `()` if nothing is asked.
    type By;
    /// What a trait's method is called on; `Own` of other methods.
    type Itself<Own>;
}

impl<T: ?Sized, const NAME: u64> Asked<T, NAME> for () {
    type By = ();
    type Itself<Own> = Own;
}

impl<T: ?Sized + DeviceMethod<NAME>, const NAME: u64> Asked<T, NAME> for Applies {
    type By = T::Receiver;
    type Itself<Own> = Own;
}

impl<T, const NAME: u64, const TRAIT: u64, Host> Asked<T, NAME> for ByTrait<TRAIT, Host>
where
    T: TraitMethod<NAME, TRAIT, Host>,
{
    type By = T::Receiver;
    type Itself<Own> = <T::Receiver as Receiver<T>>::Itself;
}

/// Whether the type of a method's receiver is known: of a number without a type, which Rust decides later, rustc finds several
/// methods. Otherwise the only type with such a method in device code would be taken for the number's.
#[derive(Debug)]
pub struct Known<T: ?Sized>(PhantomData<fn() -> *const T>);

/// What can't have methods of traits.
#[derive(Debug)]
pub struct NoNumber;

impl NoNumber {
    #[doc(hidden)]
    pub fn number_needs_a_type(&self) {}
}
impl<T: ?Sized> Deref for Known<T> {
    type Target = NoNumber;
    fn deref(&self) -> &NoNumber {
        &NoNumber
    }
}
macro_rules! known {
    ($($t:ty)*) => {$(
        impl Known<$t> {
            #[doc(hidden)]
            pub fn number_needs_a_type(&self) {}
        }
    )*};
}
known! { bool i8 i16 i32 i64 isize i128 u8 u16 u32 u64 usize u128 f32 f64 }

#[diagnostic::do_not_recommend]
impl<T, Host, const NAME: u64, const TRAIT: u64> Offers<NAME, Host, ByTrait<TRAIT, Host>> for T
where
    T: TraitMethod<NAME, TRAIT, Host>,
{
    #[inline(always)]
    fn host(_checked: bool) -> Host {
        <T as TraitMethod<NAME, TRAIT, Host>>::host()
    }
}

impl<T: ?Sized, const NAME: u64, K> Method<T, NAME, K> {
    /// A receiver of the method, for code that never runs.
    pub fn receiver<'a>(self) -> &'a T {
        unreachable!()
    }
    /// Asks whether the receiver's type is known.
    pub fn known(self) -> Known<T> {
        Known(PhantomData)
    }
    /// States what has been found in scope.
    #[inline(always)]
    pub fn found<By: Allows<K>>(self, _by: By) {}
}

/// The method of a type that has it without a trait of the user's, for code that never runs.
pub fn of_its_type<T, Host, K, const NAME: u64>(_of: Method<T, NAME>) -> Method<T, NAME, K>
where
    T: ?Sized + Offers<NAME, Host, K>,
{
    unreachable!()
}

/// What a method is called on, for code that never runs.
pub fn itself<T, K, Own, const NAME: u64>(_of: Method<T, NAME, K>, _own: Option<Own>) -> K::Itself<Own>
where
    T: ?Sized,
    K: Asked<T, NAME>,
{
    unreachable!()
}

impl<T, const NAME: u64, const TRAIT: u64, Host> Method<T, NAME, ByTrait<TRAIT, Host>> {
    /// States which trait a path names.
    #[inline(always)]
    pub fn named(self, _of: OfTheTrait<TRAIT>) {}
}

/// The host value that has the method that was found in scope.
#[inline(always)]
pub fn host_in_scope<T, Host, K, const NAME: u64>(_of: Method<T, NAME, K>, checked: bool) -> Host
where
    T: ?Sized + Offers<NAME, Host, K>,
{
    T::host(checked)
}

#[diagnostic::do_not_recommend]
impl<T, const NAME: u64, const TRAIT: u64, Host> Witnesses for Method<T, NAME, ByTrait<TRAIT, Host>>
where
    T: TraitMethod<NAME, TRAIT, Host>,
{
    const NO_RECURSION: () = <T as TraitMethod<NAME, TRAIT, Host>>::NO_RECURSION;
    const ASSOCIATES: Exact = Exact::Never;
    fn fill(unit: &mut TranslationUnit, out: &mut Vec<Substitution>) {
        let call = Substitution::of_call(T::lower(unit), Fallible::Never);
        out.push(Substitution { exclusive: <T::Receiver as Takes>::EXCLUSIVE, ..call });
    }
}

/// Of a method that no type has: rustc says so where it is called, and not once more here.
#[diagnostic::do_not_recommend]
impl<T, const NAME: u64> Witnesses for Method<T, NAME, ()> {
    const NO_RECURSION: () = ();
    const ASSOCIATES: Exact = Exact::Never;
    fn fill(_unit: &mut TranslationUnit, _out: &mut Vec<Substitution>) {
        unreachable!()
    }
}

/// The methods that an operation calls: every type has each by a trait, whose name is for rustc's message, and `__OnrushOwn` has those that
/// are looked up as a type's own, with each number of arguments. rustc expands these macros faster than procedural macros write their text.
#[doc(hidden)]
#[macro_export]
macro_rules! __onrush_methods {
    ([$($name:ident)*] [$($own:ident)+] $($called:ident $arity:literal [$($argument:ty)*])+) => {
        $crate::__private::methods! { [$($name)*] }
        #[allow(dead_code)]
        struct __OnrushOwn<T, const N: ::core::primitive::usize>(T);
        $(impl __OnrushOwn<(), $arity> {
            fn $called(self $(, _: $argument)*) {}
        })+
        impl __OnrushOwn<::core::primitive::bool, 0> {
            $(fn $own(self) {})+
        }
    };
    ([$($name:ident)*]) => {
        #[allow(dead_code, clippy::all)]
        mod __onrush_another {
            pub(super) trait AnotherTraitInScopeHasThisMethodToo: ::core::marker::Sized {
                const __IMPORTED: () = ();
                $(fn $name(self) {})*
            }
            impl<T> AnotherTraitInScopeHasThisMethodToo for T {}
        }
    };
}

/// What the call of a method asks for the method itself, where it never runs: it is the only one on the type on which it is called. `host`
/// is the call's own question of which method it is.
#[doc(hidden)]
#[macro_export]
macro_rules! __onrush_asked {
    ($w:ident $receiver:expr; $method:ident $arity:literal [$($nothing:ident)*] $host:expr; $($number:tt)*) => {
        $host;
        let _ = $crate::__private::itself($w, ::core::option::Option::None::<__OnrushOwn<(), $arity>>)
            .$method($($crate::__private::$nothing()),*);
        let own = ::core::option::Option::None::<__OnrushOwn<::core::primitive::bool, 0>>;
        $crate::__private::none_before! { $method $crate::__private::before_method($w, $receiver, own); $($number)* }
    };
}
