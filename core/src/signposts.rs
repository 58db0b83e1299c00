//! Signposts: names that std's iterators and vectors have and chains and device vectors haven't, each with a message that
//! says what to write instead. No signpost can be called: its bound holds for no type.
//!
//! A method takes `&mut self`, the receiver that rustc tries last, so methods of a user's own traits come first.

use std::ops::Index;

use crate::backend::Backend;
use crate::chain::Chain;
use crate::expr::Expr;
use crate::value::Element;
use crate::vec::DeviceVec;

/// Declares a trait that no type implements, with rustc's message where it is needed, and the method of that name.
macro_rules! signposts {
    ($($name:ident($($argument:ident)*), $bound:ident: $message:literal, $label:literal;)*) => {
        $(
            #[diagnostic::on_unimplemented(message = $message, label = $label)]
            #[doc(hidden)]
            #[allow(missing_docs)]
            pub trait $bound {}
        )*
        impl<E: Expr, B: Backend> Chain<E, B> {$(
            #[doc(hidden)]
            #[allow(non_snake_case, missing_docs)]
            pub fn $name<$($argument,)* R>(&mut self $(, _: $argument)*) -> R
            where
                Self: $bound,
            {
                unreachable!("no chain has this method")
            }
        )*}
    };
}

signposts! {
    fold(A F), Fold: "write `reduce(init, op!(|a: T, b: T| …))` with an associative operation: a fold goes one item at a time",
        "chains have no `fold`";
    cloned(), Cloned: "leave `cloned()` out: a chain's items are values, not references", "chains have no `cloned`";
    copied(), Copied: "leave `copied()` out: a chain's items are values, not references", "chains have no `copied`";
    chain(A), Concatenated: "write `device.concat(…)` to join vectors, or `extend` a vector by a chain, and go on with the vector",
        "chains have no `chain`";
    find(A), Found: "write `filter(…).collect()`, or `position(…)` for the first item's position", "chains have no `find`";
    filter_map(A), FilteredAndMapped: "write `filter(…).map(…)`: device code has no `Option`", "chains have no `filter_map`";
    unzip(), Unzipped: "write `collect()`: it stores the parts of tuples in a vector each", "chains have no `unzip`";
    to_vec(), ToVec: "write `collect()?.to_vec()?`: a chain's items lie on the device", "chains have no `to_vec`";
    unique(), Unique: "write `dedup()`, after `sort()` where equal items aren't neighbours", "chains have no `unique`";
    par_iter(), ParIter: "leave `par_iter()` out: a chain runs in parallel", "chains have no `par_iter`";
}

/// An index on the host; no type is one.
#[diagnostic::on_unimplemented(
    message = "write `vector.at(i)?` for one element, `vector.to_vec()?` for all, or `vector.view()` to index in an operation",
    label = "the elements lie on the device"
)]
pub trait IndexOnHost {}

impl<T: Element, B: Backend, I: IndexOnHost> Index<I> for DeviceVec<T, B> {
    type Output = T;
    fn index(&self, _: I) -> &T {
        unreachable!("no type is such an index")
    }
}

/// The items of a vector or chain, in rustc's messages.
#[derive(Debug)]
pub struct Items<T>(std::marker::PhantomData<T>);

/// Items over which the host can loop; no items are such.
#[diagnostic::on_unimplemented(
    message = "write `for v in x.to_vec()?` to loop on the host over a vector `x`, or let the device work on `x.iter()`",
    label = "the items lie on the device"
)]
pub trait OnTheHost {}

/// Declares iterators without items: rustc then asks for [`OnTheHost`], and shows its message.
macro_rules! no_loops {
    ($([$($generic:tt)*] $t:ty, $item:ty;)*) => {$(
        #[doc(hidden)]
        impl<$($generic)*> Iterator for $t
        where
            Items<$item>: OnTheHost,
        {
            type Item = $item;
            fn next(&mut self) -> Option<$item> {
                unreachable!("no items are on the host")
            }
        }
    )*};
}
no_loops! {
    [E, B] Chain<E, B>, E;
    [T: Element, B: Backend] DeviceVec<T, B>, T;
    [T: Element, B: Backend] &DeviceVec<T, B>, T;
}

/// A vector with the methods of its chains; no vector has them.
#[diagnostic::on_unimplemented(
    message = "write `.iter()` first: `x.iter().map(…)`, `x.iter().sum()`",
    label = "a method of the vector's chain, not of the vector"
)]
pub trait HasMethodsOfItsChain {}

macro_rules! methods_of_chains {
    ($($name:ident($($argument:ident)*))*) => {
        impl<T: Element, B: Backend> DeviceVec<T, B> {$(
            #[doc(hidden)]
            #[allow(non_snake_case, missing_docs)]
            pub fn $name<$($argument,)* R>(&mut self $(, _: $argument)*) -> R
            where
                Self: HasMethodsOfItsChain,
            {
                unreachable!("no vector has this method")
            }
        )*}
    };
}
methods_of_chains! {
    map(F) filter(F) zip(C) enumerate() rev() skip(N) take(N) step_by(N) permute(C) collect() sum() product() min() max()
    count() reduce(I O) reduce_with(O) any(F) all(F) position(F) for_each(F) copy_if(F) partition(F)
}
