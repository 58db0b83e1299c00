//! The language of onrush: values, operations, chains, and the [`Backend`] trait that CPUs and GPUs implement. Use it
//! through the `onrush` crate, which adds the backends, the macros and the guide.

pub mod algo;
pub mod backend;
mod chain;
mod derived;
pub mod device;
pub mod error;
pub mod expr;
pub mod failure;
pub mod fault;
pub mod function;
pub mod functor;
mod key;
pub mod lower;
pub mod minmax;
pub mod operator;
pub mod own;
mod primitives;
pub mod scalars;
pub mod shape;
pub mod source;
pub mod storage;
mod target;
pub mod types;
pub mod value;
mod vec;
mod view;
pub mod witness;

#[doc(hidden)]
pub mod __private;

pub use algo::functions::*;
pub use backend::{Backend, Memory};
pub use chain::{Chain, IntoChain, ZipAll, zip};
pub use error::{Error, ErrorKind, Result};
pub use key::Key;
pub use operator::commutative;
pub use target::Target;
pub use value::{Element, Value};
pub use vec::{DeviceSlice, DeviceSliceMut, DeviceVec};
pub use view::View;
