//! What the macros' expansions name. Nothing here is for users to name.

pub use crate::function::{
    Call, DeviceFunction, DeviceMethod, DeviceOperator, Infix, Method, Operation, Ty, capture, refused, value,
};
pub use crate::key::Key;
pub use crate::lower::{Constant, Params, Site, Unit};
pub use crate::minmax::{max, min};
pub use crate::source::{Fallible, Part, Source, When, lower_function};
pub use crate::types::{Field, Struct, Type};
pub use crate::value::{Element, Item, Value, is_element};
