//! [`Stored`]: the results of a call whose first pass has made them all.

use crate::algo::Collect;
use crate::backend::Backend;
use crate::device::Check;
use crate::error::Result;
use crate::expr::Expr;
use crate::outputs::Made;
use crate::pending::{Fill, Request};
use crate::storage::{Discard, Record, Storage};

/// Records in vectors, as a tuple.
pub trait Records<B> {
    /// The vectors.
    type Vecs;
    /// Their lengths.
    type Room: Copy + Default;
}

/// A request whose results stand in vectors of their own. These are handed out, or copied to targets. The first has an item for each of
/// what the call counts.
// Not every record's vectors have `Debug`.
#[allow(missing_debug_implementations)]
pub struct Stored<T: Records<B>, B> {
    vecs: Option<T::Vecs>,
    room: T::Room,
}

macro_rules! stored {
    ($([$n:literal] $($t:ident $s:ident $i:tt),+;)+) => {$(
        impl<Dev: Backend, $($t: Record),+> Records<Dev> for ($($t,)+) {
            type Vecs = ($($t::Vecs<Dev>,)+);
            type Room = [usize; $n];
        }

        impl<Dev: Backend, $($t: Record),+> From<($($t::Vecs<Dev>,)+)> for Stored<($($t,)+), Dev> {
            fn from(vecs: ($($t::Vecs<Dev>,)+)) -> Self {
                let room = [$($t::items::<Dev>(&vecs.$i).slots()),+];
                Stored { vecs: Some(vecs), room }
            }
        }

        impl<Dev: Backend, $($t: Record),+> Request for Stored<($($t,)+), Dev> {
            type Items = Self;
            type Room = [usize; $n];
            type Count = usize;
            const EXACT: bool = false;

            fn check(&self, check: &mut Check) {
                if let Some(vecs) = &self.vecs {
                    $($t::items::<Dev>(&vecs.$i).check(check);)+
                }
            }
            fn room(&self) -> [usize; $n] {
                self.room
            }
        }

        // SAFETY: each output gets all items of its vectors, as many as `room` says; one of which the vectors are handed out needs none.
        unsafe impl<Dev: Backend, $($t: Record, $s: Storage<Item = $t>),+> Fill<Dev, ($($s,)+)> for Stored<($($t,)+), Dev> {
            unsafe fn fill(self, device: &Dev, outputs: ($($s,)+)) -> Result<usize> {
                if let Some(vecs) = &self.vecs {
                    // SAFETY: the caller's contract: vectors and outputs are checked, and have the same lengths.
                    unsafe { $(device.collect(Collect { input: $t::items::<Dev>(&vecs.$i), output: outputs.$i })?;)+ }
                }
                Ok(self.room[0])
            }
        }

        // SAFETY: the vectors are those of the request, with all items.
        unsafe impl<Dev: Backend, $($t: Record),+> Made<Dev, Self> for Stored<($($t,)+), Dev> {
            type Vecs = ($($t::Vecs<Dev>,)+);
            type Outputs = ($(Discard<$t>,)+);

            unsafe fn allocate(_: &Dev, _: [usize; $n], request: &mut Self) -> Result<Self::Vecs> {
                Ok(request.vecs.take().expect("vectors are handed out once"))
            }
            fn outputs(_: &mut Self::Vecs, room: [usize; $n]) -> Self::Outputs {
                ($(Discard::new(room[$i]),)+)
            }
            fn cut(_: &mut Self::Vecs, _: [usize; $n]) -> Result<()> {
                Ok(())
            }
        }
    )+};
}
stored! { [2] A S 0, B T 1; [3] A S 0, B T 1, C U 2; }
