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

/// The second of two values. In a block, rustc would end what the value refers to.
#[inline(always)]
pub fn behind<T>(_checks: (), value: T) -> T {
    value
}
