//! [`zip`](fn@zip): several chains as one chain of tuples.

use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::expr::{Indexed, Zip};

/// Tuples of chains of one length, as one chain of tuples; see [`zip`].
#[doc(alias("MultiZip"))]
pub trait ZipAll<B: Backend> {
    /// The parts' expressions.
    type Exprs;
    /// The zipped chain.
    fn zip_all(self) -> Chain<Zip<Self::Exprs>, B>;
}

/// Zips two to six chains or vectors into one chain of flat tuples.
///
/// Lazy; fuses. If the lengths differ, the terminal returns [`LengthMismatch`](crate::ErrorKind::LengthMismatch).
///
/// ```
/// # use onrush::prelude::*;
/// # fn main() -> onrush::Result<()> {
/// let device = Device::best()?;
/// let x = device.upload(&[1, 2])?;
/// let sum = zip((&x, &x, device.range(0..2))).map(op!(|(a, b, i): (i32, i32, i32)| a * b + i)).sum()?;
/// assert_eq!(sum, 6);
/// # Ok(()) }
/// ```
#[doc(alias("zip_iterator", "make_zip_iterator", "izip", "multizip", "ZipIterator"))]
pub fn zip<B: Backend, Z: ZipAll<B>>(chains: Z) -> Chain<Zip<Z::Exprs>, B> {
    chains.zip_all()
}

macro_rules! zip_all {
    ($(($first:ident $($e:ident $i:tt)+))+) => {$(
        impl<Dev: Backend, $first: IntoChain<Dev, Expr: Indexed>, $($e: IntoChain<Dev, Expr: Indexed>),+> ZipAll<Dev>
            for ($first, $($e),+)
        {
            type Exprs = ($first::Expr, $($e::Expr),+);
            fn zip_all(self) -> Chain<Zip<Self::Exprs>, Dev> {
                let first = self.0.into_chain();
                Chain::new(Zip((first.expr, $(self.$i.into_chain().expr),+)), first.device)
            }
        }
    )+};
}
zip_all! { (A B 1) (A B 1 C 2) (A B 1 C 2 D 3) (A B 1 C 2 D 3 E 4) (A B 1 C 2 D 3 E 4 F 5) }
