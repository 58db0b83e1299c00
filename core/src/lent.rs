//! Values that may be shared references, such as those in an `Option<&T>`: their methods are those of what they refer to, as Rust's
//! lookup dereferences them.

/// What a name refers to if it is a shared reference, else the named value itself: rustc takes the first type for which the method
/// applies.
pub trait Referent {
    /// The identity on references.
    #[doc(hidden)]
    #[inline(always)]
    fn __onrush_referent(&self) -> &Self {
        self
    }
}
impl<T: ?Sized> Referent for T {}

/// A value without a name, on which a method is called.
#[derive(Debug)]
pub struct Held<T>(pub T);

impl<'r, T: ?Sized> Held<&'r T> {
    /// What the reference refers to.
    #[doc(hidden)]
    #[inline(always)]
    pub fn __onrush_held(&mut self) -> &'r T {
        self.0
    }
}

/// The same of a value that is no reference: rustc looks for a type's own methods first.
pub trait HeldItself<T> {
    /// The value, which the method may change.
    #[doc(hidden)]
    fn __onrush_held(&mut self) -> &mut T;
}
impl<T> HeldItself<T> for Held<T> {
    #[inline(always)]
    fn __onrush_held(&mut self) -> &mut T {
        &mut self.0
    }
}

/// A reference to a constant.
#[derive(Debug)]
pub struct OfConstant<R>(pub R);

impl<'r, T: ?Sized> OfConstant<&&'r T> {
    /// What a constant refers to that is a reference itself.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn __onrush_constant(self) -> &'r T {
        self.0
    }
}

/// The same of a constant that is no reference: rustc looks for a type's own methods first.
pub trait OfConstantItself<R> {
    /// The constant.
    #[doc(hidden)]
    fn __onrush_constant(self) -> R;
}
impl<'r, T: ?Sized> OfConstantItself<&'r T> for OfConstant<&'r T> {
    #[inline(always)]
    fn __onrush_constant(self) -> &'r T {
        self.0
    }
}

/// A constant whose elements a loop takes by value.
#[diagnostic::on_unimplemented(
    message = "a loop over a constant of type `{Self}` can't be written so in device code",
    label = "not an array",
    note = "over what a constant refers to, write `for x in TABLE.iter() {{ … }}`"
)]
pub trait Looped {
    /// The array.
    type Array;
    /// The identity.
    #[doc(hidden)]
    fn looped(self) -> Self::Array;
}
impl<T, const N: usize> Looped for [T; N] {
    type Array = Self;
    #[inline(always)]
    fn looped(self) -> Self {
        self
    }
}

/// The constant, if it is an array.
#[inline(always)]
pub fn looped<A: Looped>(constant: A) -> A::Array {
    constant.looped()
}

/// The second of two values. In a block, rustc would end what the value refers to.
#[inline(always)]
pub fn behind<T>(_checks: (), value: T) -> T {
    value
}
