//! The comparisons that std defines by others: those of a type whose `PartialOrd` has `partial_cmp` alone, and `!=` by `eq`.

use std::marker::PhantomData;

use crate::function::DeviceOperator;
use crate::lower::{OPTION, TranslationUnit};
use crate::value::Item;

/// The key of such a comparison's device function.
struct Compared<T, R, const NAME: u64>(PhantomData<fn(T, R)>);

/// Declares the comparison of this name, which calls the one whose name has the hash `BY`, and gives its name in C++.
pub fn compared<T, R, const NAME: u64, const BY: u64>(unit: &mut TranslationUnit, name: &str) -> String
where
    T: Item + DeviceOperator<BY, R>,
    R: Item,
{
    unit.function(typeid::of::<Compared<T, R, NAME>>(), &format!("f_{name}"), |unit, function| {
        unit.piece(OPTION);
        let by = T::lower(unit);
        let (left, right) = (unit.spell(&T::ty()), unit.spell(&R::ty()));
        let prototype = format!("DEVICE bool {function}(Panic& panic, u32 site, const {left}& a, const {right}& b)");
        let body = match name {
            "ne" => format!("return !{by}(panic, site, a, b);"),
            _ => {
                let test = match name {
                    "lt" => "<",
                    "le" => "<=",
                    "gt" => ">",
                    _ => ">=",
                };
                format!("auto o = {by}(panic, site, a, b); return o.m_some && o.m_value {test} Ordering::Equal;")
            }
        };
        let weight = unit.weight_of(&by, false).saturating_add(1);
        (prototype.clone(), format!("{prototype} {{ {body} }}"), weight)
    })
}
