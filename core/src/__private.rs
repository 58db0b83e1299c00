//! Items that the macros' expansions name. They are no public API.

pub use crate::function::{
    BinaryOperator, Call, DeviceFunction, DeviceMethod, DeviceOperator, Method, Operation, Ty, Witnesses, refused,
    value,
};
pub use crate::key::Key;
pub use crate::lower::{Constant, Params, Site, TranslationUnit};
pub use crate::minmax::{max, min};
pub use crate::number::cast;
pub use crate::offers::{capture, host};
pub use crate::own::{Reads, Writes};
pub use crate::source::{Fallible, Part, Source, When, lower_function, lower_generic};
pub use crate::types::{Field, Struct, Type};
pub use crate::value::{Element, Item, Value, is_element};
pub use crate::witness::{Flag, Length, Owner, fields, index, indexed, matched, no_recursion, nothing, ordering};
