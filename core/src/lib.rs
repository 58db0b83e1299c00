//! The language of onrush: values, operations, chains, and the [`Backend`] trait that CPUs and GPUs implement. Use it
//! through the `onrush` crate, which adds the backends, the macros and the guide.

// Core's own operations expand to items of `onrush::__private`, as users' do.
extern crate self as onrush;

mod cancel;
mod chain;
mod clones;
mod columns;
mod compared;
pub mod confirm;
#[allow(unsafe_code)]
mod convert;
mod derived;
mod enums;
pub mod error;
pub mod event;
pub mod failure;
pub mod fault;
mod grid;
mod grid_3d;
mod groups;
pub mod into_function;
#[doc(hidden)]
pub mod large_pages;
mod lent;
mod lookup;
pub mod lower;
mod mapped;
#[doc(hidden)]
pub mod mem;
pub mod minmax;
pub mod number;
pub mod offers;
pub mod own;
mod position;
mod segments;
pub mod shape;
mod signposts;
pub mod source;
pub mod types;
pub mod witness;
mod zip;

// Modules with unsafe code: traits whose implementations are trusted, memory, and the calls of primitives.
#[allow(unsafe_code)]
pub mod algo;
#[allow(unsafe_code)]
mod arrays;
#[allow(unsafe_code)]
pub mod backend;
#[allow(unsafe_code)]
mod bins;
#[allow(unsafe_code)]
pub mod builtin;
#[allow(unsafe_code)]
pub mod counted;
#[allow(unsafe_code)]
mod counts;
#[allow(unsafe_code)]
mod derives;
#[allow(unsafe_code)]
pub mod device;
#[allow(unsafe_code)]
pub mod expr;
#[allow(unsafe_code)]
pub mod function;
#[allow(unsafe_code)]
pub mod functor;
#[allow(unsafe_code)]
mod grouped;
#[allow(unsafe_code)]
mod interop;
#[allow(unsafe_code)]
mod kernel_argument;
#[allow(unsafe_code)]
mod key;
#[allow(unsafe_code)]
pub mod math;
#[allow(unsafe_code)]
mod memory;
#[allow(unsafe_code)]
mod mixed;
#[allow(unsafe_code)]
mod moments;
#[cfg(feature = "nvtx")]
#[allow(unsafe_code)]
#[doc(hidden)]
pub mod nvtx;
#[allow(unsafe_code)]
pub mod operator;
#[allow(unsafe_code)]
mod option;
#[allow(unsafe_code)]
mod outputs;
#[allow(unsafe_code)]
mod parts;
#[allow(unsafe_code)]
pub mod pending;
#[allow(unsafe_code)]
mod primitives;
#[allow(unsafe_code)]
pub mod recording;
#[allow(unsafe_code)]
pub mod relation;
#[allow(unsafe_code)]
mod result;
#[allow(unsafe_code)]
pub mod scalars;
#[doc(hidden)]
#[allow(unsafe_code)]
pub mod shards;
mod slices;
#[allow(unsafe_code)]
pub mod storage;
#[allow(unsafe_code)]
mod stored;
#[allow(unsafe_code)]
mod target;
#[allow(unsafe_code)]
pub mod traits;
#[allow(unsafe_code)]
pub mod value;
#[doc(hidden)]
pub mod variables;
#[allow(unsafe_code)]
mod vec;
#[allow(unsafe_code)]
mod view;

#[doc(hidden)]
pub mod __private;

pub use algo::functions::*;
pub use backend::Backend;
pub use bins::{Binned, EvenRange};
pub use cancel::CancellationToken;
pub use chain::{Chain, IntoChain};
pub use columns::Columns;
pub use counted::{Counted, CountedChain, CountedPending};
pub use error::{Error, ErrorKind, Result};
pub use event::Event;
pub use groups::Groups;
pub use interop::{Interop, MemoryFault, RawEvent, RawMemory, RawRefusal, RawStream};
pub use into_function::IntoFunction;
pub use kernel_argument::{KernelArgument, KernelArguments};
pub use key::Key;
pub use memory::{HostMemory, Memory};
pub use moments::Moments;
pub use number::{Float, Integer, Number, Signed};
pub use operator::commutative;
pub use pending::Pending;
pub use position::Position;
pub use recording::{Record, Recording, State, Visitor};
pub use segments::{Segments, SegmentsMut};
pub use target::Target;
pub use value::{Element, Value};
pub use vec::{DeviceSlice, DeviceSliceMut, DeviceVec, Lend, Lent, PinnedVec};
pub use view::View;
pub use zip::{ZipAll, zip};

/// A range for profilers until the end of the block, with the place of the caller, by the feature `nvtx`; else nothing.
#[cfg(feature = "nvtx")]
#[doc(hidden)]
#[macro_export]
macro_rules! nvtx_range {
    ($name:expr) => {
        let _range = $crate::nvtx::range($name, ::std::panic::Location::caller());
    };
}
#[cfg(not(feature = "nvtx"))]
#[doc(hidden)]
#[macro_export]
macro_rules! nvtx_range {
    ($name:expr) => {};
}
