//! The language of onrush.

pub mod device;
pub mod error;
pub mod function;
pub mod key;
pub mod lower;
pub mod types;
pub mod value;
mod view;

pub use error::{Error, ErrorKind, Result};
pub use view::View;
