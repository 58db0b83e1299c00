//! Operations: the functions that `op!` and `#[device]` make and that chains apply.

use std::marker::PhantomData;

pub use crate::builtin::{Builtin, method_name};
use crate::device::Check;
use crate::expr::MAX_ITEM;
use crate::lookup::Takes;
use crate::lower::{Params, TranslationUnit};
use crate::source::{Exact, Fallible, Refused, Source, render};
use crate::types::Type;
use crate::value::{Item, Value};
pub use crate::witness::{BinaryOperator, Callee, Method, Ty, Witnesses};

/// A function that runs on the host and lowers to device text that computes the same bits.
///
/// `op!(|x: f32| …)` makes one; the operators in [`op`](crate::operator) are others. `Args` is the tuple of the
/// parameters: an operation of one parameter is a `Function<(A,)>`.
///
/// # Safety
///
/// - `call` depends on the arguments and the captures alone: the same arguments give the same bits. It stores none of
///   its arguments, writes only through mutable references among them, and runs no chain.
/// - The functor that `lower` names computes the same bits, and touches only memory that `check` reports.
/// - `params` writes the functor's members as the device text declares them.
/// - Where `lies_at` gives an address, the bytes there are those that the result of `call` consists of, or the item of that pair where it
///   gives the pair's place, for this copy of an item and for all that follow it.
#[diagnostic::on_unimplemented(
    message = "write `op!(…)` with parameters of the types `{Args}` here",
    label = "not an operation with these parameters",
    note = "the parameters have the types of the chain's items, and a plain closure `|x| …` must be wrapped: `op!(|x: f32| …)`"
)]
pub unsafe trait Function<Args>: Copy + Send + Sync {
    /// The type of the result.
    type Output: Item;

    /// Calls the function on the host.
    fn call(&self, args: Args) -> Self::Output;

    /// Of a function that [`Expand`](crate::algo::Expand) calls for each copy of an item: the address of the copy's result in the host's
    /// memory, behind which those of the following copies of this item lie, as in the target's own
    /// [`places`](crate::storage::Storage::places); and the place of the first one, if it isn't the copy's own number.
    #[doc(hidden)]
    #[inline(always)]
    fn lies_at(&self, _args: &Args) -> Option<(*const u8, Option<usize>)> {
        None
    }

    /// Whether the results for 0, 1, 2, … are the offsets of rows, segments of one length, of which the last may be shorter.
    #[doc(hidden)]
    const ROWS: bool = false;

    /// The length of these rows.
    #[doc(hidden)]
    #[inline(always)]
    fn row(&self) -> Option<usize> {
        None
    }

    /// Whether it exchanges the two elements to which its argument refers.
    #[doc(hidden)]
    const EXCHANGES: bool = false;

    /// Checks that the captures can be read on the device that is to run the function.
    fn check(&self, check: &mut Check);

    /// Writes the captures.
    fn params(&self, out: &mut Params);

    /// Declares the functor and returns the functor's type name.
    fn lower(unit: &mut TranslationUnit) -> String;
}

/// A type that an operation may capture: a [`Value`] or a [`View`](crate::View).
///
/// # Safety
///
/// `write` writes the value in the layout of the C++ type that `spell` names. The value refers only to memory that
/// `check` reports.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be captured by an operation",
    label = "captured here",
    note = "operations capture by value: primitives, structs with `#[derive(Element)]`, and views of device vectors",
    note = "to read a host collection, upload it and capture a view: `let table = device.upload(&data)?; let table = table.view();`"
)]
pub unsafe trait Capture: Copy + Send + Sync {
    /// The C++ type of the capture.
    fn spell(unit: &mut TranslationUnit) -> String;
    /// Writes the capture.
    fn write(&self, out: &mut Params);
    /// Checks that the capture can be read on the device.
    #[inline(always)]
    fn check(&self, _check: &mut Check) {}
}

#[diagnostic::do_not_recommend]
// SAFETY: [`Value::write`] uses the layout of [`Item::ty`], which `spell` names, and a value refers to no memory.
unsafe impl<T: Value> Capture for T {
    fn spell(unit: &mut TranslationUnit) -> String {
        unit.spell(&T::ty())
    }
    fn write(&self, out: &mut Params) {
        Value::write(self, out);
    }
}

/// A list of captures, `(A, (B, ()))`.
pub trait Captures: Copy + Send + Sync {
    /// Appends the C++ types.
    fn spell(unit: &mut TranslationUnit, out: &mut Vec<String>);
    /// Writes each capture as a member.
    fn write(&self, out: &mut Params);
    /// Checks each capture.
    fn check(&self, check: &mut Check);
}
#[diagnostic::do_not_recommend]
impl Captures for () {
    fn spell(_: &mut TranslationUnit, _: &mut Vec<String>) {}
    fn write(&self, _: &mut Params) {}
    #[inline(always)]
    fn check(&self, _: &mut Check) {}
}
#[diagnostic::do_not_recommend]
impl<H: Capture, T: Captures> Captures for (H, T) {
    fn spell(unit: &mut TranslationUnit, out: &mut Vec<String>) {
        out.push(H::spell(unit));
        T::spell(unit, out);
    }
    fn write(&self, out: &mut Params) {
        out.member(|out| self.0.write(out));
        self.1.write(out);
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
        self.1.check(check);
    }
}

/// The identity on values. The macro passes each value that `let` binds through it, so that a variable can't hold a
/// reference.
#[inline(always)]
pub const fn value<T: Value>(value: T) -> T {
    value
}

/// Panics unless `N` is the type of `function`: an inner function may hide the device function of its name.
#[inline(always)]
#[track_caller]
pub fn same_function<F, N>(_function: &F, name: &str) {
    if typeid::of::<F>() != typeid::of::<N>() {
        panic!("another function `{name}` hides the device function `{name}` here: rename it");
    }
}

/// A method or operator that a type has in device code: the trait behind [`Method`].
///
/// # Safety
///
/// The C++ function computes what the type's own method of that name does, and fails only where `FALLIBLE` says.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no such method or operator in device code",
    label = "not known to devices",
    note = "the numeric methods of the primitive types are listed in the guide; a method of your own type needs `#[device]` on its impl",
    note = "a type parameter has the methods of its bound: `T: Number`, `Integer`, `Signed` or `Float`"
)]
pub unsafe trait DeviceMethod<const NAME: u64> {
    /// The host type that has the method as an inherent one: rustc looks for inherent methods before traits in the
    /// user's scope.
    type Host: Copy;
    /// The value of that type; `checked` says whether integer overflow panics.
    fn host(checked: bool) -> Self::Host;
    /// A constant that rustc can't evaluate if the method calls itself: see
    /// [`no_recursion`](crate::confirm::no_recursion).
    const NO_RECURSION: () = ();
    /// When a call can fail at the site that it is given. A user's own device function names its sites in its own text.
    const FALLIBLE: Fallible = Fallible::Never;
    /// Rust's message when a call fails, if the type decides it, too.
    const MESSAGE: Option<&'static str> = None;
    /// Whether the method, of two operands of this type, commutes and associates exactly.
    #[doc(hidden)]
    const ASSOCIATES: Exact = Exact::Never;
    /// How it takes `self`, by which `lookup.rs` knows what comes before; `()` of what isn't called as a method.
    type Receiver: Takes;
    /// Panics where a prefix operator of a primitive overflows.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn check_operand(&self) {}
    /// The value, or another one if it is an integer that has no negative.
    #[doc(hidden)]
    #[inline(always)]
    fn negatable(self) -> Self
    where
        Self: Sized,
    {
        self
    }
    /// `result`, or the value itself if it is an integer that has no negative.
    #[doc(hidden)]
    #[inline(always)]
    fn negated<O: 'static>(self, result: O) -> O
    where
        Self: Sized,
    {
        result
    }
    /// The C++ function's name; declares it on first use.
    fn lower(unit: &mut TranslationUnit) -> String;
}

/// A binary operator in device code: the trait behind [`BinaryOperator`]. A type may have one operator with several types on its
/// right, as in Rust.
///
/// # Safety
///
/// The contract is that of [`DeviceMethod`].
#[diagnostic::on_unimplemented(
    message = "no such operator between `{Self}` and `{R}` in device code",
    label = "not known to devices",
    note = "an operator of your own types needs `#[device]` on the impl of its trait",
    note = "derived comparisons are known of a type that has `#[device]` above its derives and no type parameters, if those of its fields are",
    note = "a type parameter has the operators of its bound: `T: Number`, `Integer`, `Signed` or `Float`"
)]
pub unsafe trait DeviceOperator<const NAME: u64, R> {
    /// A constant that rustc can't evaluate if the operator calls itself.
    const NO_RECURSION: () = ();
    /// When a call can fail at the site that it is given. A user's own device function names its sites in its own text.
    const FALLIBLE: Fallible = Fallible::Never;
    /// Rust's message when a call fails, if the type decides it, too.
    const MESSAGE: Option<&'static str> = None;
    /// Whether the operator commutes and associates exactly. Its operands are then of this type.
    #[doc(hidden)]
    const ASSOCIATES: Exact = Exact::Never;
    /// The operands with which the host's own operator gives the device's result; see
    /// [`BinaryOperator::prepare`](crate::witness::BinaryOperator::prepare).
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn prepare(left: Self, right: R, _checked: bool) -> (Self, R)
    where
        Self: Sized,
    {
        (left, right)
    }
    /// The right side with which the host's own assigning operator gives the device's result.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn prepare_assign(_place: &mut Self, right: R, _checked: bool) -> R {
        right
    }
    /// The C++ function's name; declares it on first use.
    fn lower(unit: &mut TranslationUnit) -> String;
}

/// The companion of a `#[device]` function: an empty type of the function's own name. `G` is the tuple of the arguments of
/// the function's generic parameters.
///
/// # Safety
///
/// The C++ function computes what the Rust function of the same name does.
#[diagnostic::on_unimplemented(
    message = "put `#[device]` on this function: device code calls it",
    label = "a function without `#[device]`",
    note = "a function of another crate can't be called in device code: write its body here, or in a `#[device] fn`"
)]
pub unsafe trait DeviceFunction<G = ()> {
    /// A constant that rustc can't evaluate if the function calls itself.
    const NO_RECURSION: ();
    /// Panics unless `N` is the function's type.
    #[doc(hidden)]
    fn named<N>();
    /// The C++ function's name; declares it on first use.
    fn lower(unit: &mut TranslationUnit) -> String;
}

/// The value that `op!` makes: a host closure, its captures, and its device text.
pub struct Operation<F, C, W, S> {
    host: F,
    captures: C,
    marker: PhantomData<fn(W, S)>,
}

impl<F: Copy, C: Copy, W, S> Clone for Operation<F, C, W, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<F: Copy, C: Copy, W, S> Copy for Operation<F, C, W, S> {}

impl<F, C, W, S> std::fmt::Debug for Operation<F, C, W, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Operation").finish_non_exhaustive()
    }
}

impl<F, C, W, S> Operation<F, C, W, S> {
    /// Makes an operation; only `op!` calls this. It doesn't bound `C` and `W`: the expansion checks them at the
    /// captured names and the operators themselves, so that rustc reports a failure there.
    ///
    /// # Safety
    ///
    /// The closure computes what the text with the captures does, as the contract of [`Function`] demands.
    #[inline(always)]
    pub unsafe fn new(host: F, captures: C, _witnesses: W, _source: S) -> Self {
        const {
            assert!(
                size_of::<C>() <= MAX_ITEM,
                "an operation captures at most 33 KiB; more is captured as a vector's view"
            );
        }
        Operation { host, captures, marker: PhantomData }
    }
}

impl<F, C: Captures, W: Witnesses, S: Source> Operation<F, C, W, S> {
    /// Whether it commutes and gives the same bits in every association: part by part it is an operator that does.
    pub(crate) const EXACT: bool = S::PART_BY_PART && W::ASSOCIATES.when(S::CHECKED);

    fn lower_functor(unit: &mut TranslationUnit) -> String {
        unit.functor(|unit, name| {
            let mut holes = Vec::new();
            W::fill(unit, &mut holes);
            let mut types = Vec::new();
            C::spell(unit, &mut types);
            let (body, weight) = render::<S>(unit, name, &holes, &[]);
            let members: String =
                types.iter().zip(S::CAPTURES).map(|(ty, name)| format!("  PARAM {ty} {name};\n")).collect();
            (format!("struct {name} {{\n{members}{body}}};"), weight)
        })
    }
}

/// A placeholder for an operation that the macro has refused, so that rustc reports the refusal alone.
pub fn refused<F>(host: F) -> Operation<F, (), (), Refused> {
    // SAFETY: the expansion that calls this holds a `compile_error!` as well, so the program never runs.
    unsafe { Operation::new(host, (), (), Refused) }
}

macro_rules! arities {
    ($(($($a:ident $x:ident),+))+) => {$(
        // SAFETY: the caller of `Operation::new` has promised that the closure and the text compute the same, and
        // [`Function`]'s contract for the closure.
        unsafe impl<Host, C, W, S, R, $($a),+> Function<($($a,)+)> for Operation<Host, C, W, S>
        where
            Host: Fn($($a),+) -> R + Copy + Send + Sync,
            C: Captures,
            W: Witnesses,
            S: Source,
            R: Item,
        {
            type Output = R;
            #[inline(always)]
            fn call(&self, ($($x,)+): ($($a,)+)) -> R {
                // Rustc checks a generic device function for recursion where its types are known.
                const { W::NO_RECURSION }
                (self.host)($($x),+)
            }
            #[inline(always)]
            fn check(&self, check: &mut Check) {
                self.captures.check(check);
            }
            fn params(&self, out: &mut Params) {
                self.captures.write(out);
            }
            fn lower(unit: &mut TranslationUnit) -> String {
                Self::lower_functor(unit)
            }
        }
    )+};
}
arities! { (A a) (A a, B b) (A a, B b, D d) (A a, B b, D d, E e) }

/// The type of an operation's result, for documentation and tests.
pub fn output_type<Args, F: Function<Args>>(_: &F) -> Type {
    F::Output::ty()
}
