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
pub use pieces::{
    ARRAYS, ASCII, BINS, COLUMNS, COUNTS, CYCLE, DISCARD, EXPR, FILTER_MAP, GRID, GRID_WINDOWS, MAP_FIRST, MATH,
    OPTION, PAD, PAIR, PARTS, POSITION, PRELUDE, Piece, SEQUENCES,
};
pub use unit::{Site, TranslationUnit};
pub(crate) use weight::{read, repeated};
