//! The language of onrush.

pub mod device;
pub mod error;
pub mod function;
pub mod lower;
pub mod minmax;
pub mod types;
pub mod value;
mod view;

#[doc(hidden)]
pub mod __private;

pub use error::{Error, ErrorKind, Result};
pub use view::View;
