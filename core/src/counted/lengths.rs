use super::{Counted, Length};
use crate::backend::Backend;

/// How the lengths of a call's outputs are related: [`OneLength`] or [`OwnLengths`].
///
/// The trait is sealed: no other type can implement it.
pub trait Lengths: sealed::Sealed {
    /// The number of lengths of so many outputs.
    fn number(outputs: usize) -> usize;
}

/// All outputs have the same length.
#[derive(Debug, Clone, Copy)]
pub struct OneLength;

/// Each output has a length of its own.
#[derive(Debug, Clone, Copy)]
pub struct OwnLengths;

mod sealed {
    pub trait Sealed {}
    pub trait CountedBy<L> {}
    impl Sealed for super::OneLength {}
    impl Sealed for super::OwnLengths {}
}

impl Lengths for OneLength {
    fn number(_: usize) -> usize {
        1
    }
}

impl Lengths for OwnLengths {
    fn number(outputs: usize) -> usize {
        outputs
    }
}

/// Vectors of a call as it returns them, with lengths that are related so: a [`Counted`], or a tuple of one for each output.
///
/// The trait is sealed: what it gets may have items that aren't initialised.
pub trait CountedBy<L, B: Backend>: sealed::CountedBy<L> {
    /// What the call returns.
    type Counted;

    /// Joins the lengths, which `length` gives in turn.
    fn counted(self, length: impl FnMut() -> Length<B>, device: &B) -> Self::Counted;
}

impl<V> sealed::CountedBy<OneLength> for V {}
impl<V, B: Backend> CountedBy<OneLength, B> for V {
    type Counted = Counted<V, B>;

    #[inline(always)]
    fn counted(self, mut length: impl FnMut() -> Length<B>, device: &B) -> Counted<V, B> {
        Counted::new(self, length(), device.clone())
    }
}

macro_rules! own_lengths {
    ($(($($v:ident $i:tt),+))+) => {$(
        impl<$($v),+> sealed::CountedBy<OwnLengths> for ($($v,)+) {}
        impl<$($v,)+ Dev: Backend> CountedBy<OwnLengths, Dev> for ($($v,)+) {
            type Counted = ($(Counted<$v, Dev>,)+);

            #[inline(always)]
            fn counted(self, mut length: impl FnMut() -> Length<Dev>, device: &Dev) -> Self::Counted {
                ($(Counted::new(self.$i, length(), device.clone()),)+)
            }
        }
    )+};
}
own_lengths! { (A 0, B 1) (A 0, B 1, C 2) }
