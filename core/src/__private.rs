//! Items that the macros' expansions name. They are no public API.

pub use crate::clones::{ClonesByCopy, cloned};
pub use crate::compared::compared;
pub use crate::confirm::{
    Flag, FunctionOrder, LanguageOrder, Length, LentEither, LentOption, Matched, Of, Owner, TheElseBlockLeaves, apply,
    apply_to_both, array_of, copied, element, fields, index, indexed, is_ok, kept, like, made_of, matched, never,
    no_recursion, none, nothing, number, option, ordered, ordering, passed, question, referred, returned, same,
};
pub use crate::convert::{convert, converted, try_convert, try_convert_lent, try_converted};
pub use crate::derives::{default_variant, derived};
pub use crate::enums::{DeviceEnum, is_enum};
pub use crate::function::{
    Builtin, DeviceFunction, DeviceMethod, DeviceOperator, Operation, refused, same_function, value,
};
pub use crate::key::Key;
pub use crate::lent::{Held, HeldItself, OfConstant, OfConstantItself, Referent, behind, looped};
pub use crate::lookup::{
    Cloned, Compared, Lent, LentToChange, OfNoTrait, OfSlices, Ordered, Taken, before as before_method, before_by,
    before_of_std, by_value,
};
pub use crate::lower::{Constant, Params, Site, TranslationUnit};
pub use crate::mapped::{MapOf, like_mapped, mapped};
pub use crate::mem;
pub use crate::minmax::{HasMinMax, MinMax, max, min};
pub use crate::number::cast;
pub use crate::offers::{capture, host};
pub use crate::own::{Reads, StdMethod, TwoPhase, Writes};
pub use crate::recording::{State, Visitor};
pub use crate::result::{Failed, LentResult, absent, failed, result};
pub use crate::scalars::{Equal, Primitive};
pub use crate::slices::{Slice, after, before, rebound, rest, rest_of_slice, sliced};
pub use crate::source::{Fallible, Part, Source, When, lower_function, lower_generic};
pub use crate::traits::{
    OfTheTrait, OfTheType, TraitMethod, host_in_scope, itself, of_its_type, trait_number, trait_of,
};
pub use crate::types::{Enum, Field, Struct, Type, Variant};
pub use crate::value::{Element, Item, Value, is_element};
pub use crate::witness::{BinaryOperator, Callee, Method, Plain, Ty, Witnesses};
pub use crate::{__onrush_asked as asked, __onrush_methods as methods, __onrush_none_before as none_before};
pub use onrush_macros::op;
