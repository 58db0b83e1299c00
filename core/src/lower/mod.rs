//! The way from types to device code: a chain's *type* lowers to text ([`TranslationUnit`]), its *values* to a kernel's parameters
//! ([`Params`]). Text never depends on values, so a kernel is found by the chain's type.

mod constant;
mod input_error;
mod literal;
mod members;
#[allow(unsafe_code)]
mod params;
mod pieces;
mod unit;
mod weight;

pub use constant::Constant;
pub use input_error::InputError;
pub use literal::{divides, literal};
pub(crate) use members::members;
pub use params::Params;
pub(crate) use pieces::piece;
pub use pieces::{ARRAYS, ASCII, COLUMNS, DISCARD, EXPR, MATH, MIXED, OPTION, POSITION, PRELUDE, Piece, RESULT};
pub(crate) use unit::field_name;
pub use unit::{Site, TranslationUnit};
pub(crate) use weight::{read, repeated};
