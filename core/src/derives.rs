//! What std's derives give: comparisons of a struct, by its fields, and defaults.

use std::marker::PhantomData;

use crate::function::{DeviceMethod, method_name};
use crate::lookup::Taken;
use crate::lower::{Constant, OPTION, TranslationUnit, field_name};
use crate::own::Own;
use crate::value::Item;

const DEFAULT: u64 = method_name("default");

/// The key of such a function.
struct Derived<T: ?Sized, const NAME: u64>(PhantomData<fn(&T)>);

/// A field's name, and what declares the function of its type.
type Part = (&'static str, fn(&mut TranslationUnit) -> String);

/// Declares what std derives for a struct by this name, and gives its name in C++.
pub fn derived<T: Item, const NAME: u64>(unit: &mut TranslationUnit, name: &str, parts: &[Part]) -> String {
    let compares = NAME != DEFAULT;
    declare::<T, NAME>(unit, name, compares, |unit, ty| {
        let mut weight = 1usize;
        let mut part = |unit: &mut TranslationUnit, (field, lower): &Part| {
            let (by, member): (String, String) = (lower(unit), field_name(field));
            weight = weight.saturating_add(unit.weight_of(&by, false)).saturating_add(1);
            match compares {
                true => format!("{by}(trap, site, a.{member}, b.{member})"),
                false => format!("{by}(trap, site)"),
            }
        };
        let parts: Vec<_> = parts.iter().map(|each| part(unit, each)).collect();
        let body = match name {
            "partial_cmp" => {
                let unless = |part| format!("o = {part}; if (!o.m_some || o.m_value != Ordering::Equal) return o; ");
                let tests: String = parts.iter().map(unless).collect();
                format!("option<Ordering> o; {tests}return o;")
            }
            // The parts of a list in braces are evaluated in their order.
            _ => format!("return {ty}{{{}}};", parts.join(", ")),
        };
        (body, weight)
    })
}

/// Declares the default of an enum, which is this constant.
pub fn default_variant<T: Item + Constant>(unit: &mut TranslationUnit, variant: &T) -> String {
    declare::<T, DEFAULT>(unit, "default", false, |unit, _| (format!("return {};", variant.text(unit)), 1))
}

/// Declares a function of two values to compare or of none, whose body `write` gives with its weight.
fn declare<T: Item, const NAME: u64>(
    unit: &mut TranslationUnit,
    name: &str,
    compares: bool,
    write: impl FnOnce(&mut TranslationUnit, &str) -> (String, usize),
) -> String {
    unit.function(typeid::of::<Derived<T, NAME>>(), &format!("f_{name}"), |unit, function| {
        let ty = unit.spell(&T::ty());
        if name == "partial_cmp" {
            unit.piece(OPTION);
        }
        let result = match name {
            "partial_cmp" => "option<Ordering>",
            _ => &ty,
        };
        let operands = if compares { format!(", const {ty}& a, const {ty}& b") } else { String::new() };
        let prototype = format!("DEVICE {result} {function}(Panic& panic, u32 site{operands})");
        let (body, weight) = write(unit, &ty);
        (prototype.clone(), format!("{prototype} {{ Trap<false> trap(panic); {body} }}"), weight)
    })
}

/// The methods of [`Own`] for types with a default.
impl<T: Default> Own<T> {
    /// The type's default.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn default(self) -> T {
        T::default()
    }
}

/// Declares the default of what is made of `parts`, and gives its name in C++; of nothing, it is zero.
fn aggregate<T: Item>(unit: &mut TranslationUnit, parts: &[String]) -> String {
    if parts.is_empty() {
        return format!("r_default<{}>", unit.spell(&T::ty()));
    }
    declare::<T, DEFAULT>(unit, "default", false, |unit, ty| {
        let weight = parts.iter().fold(1usize, |sum, by| sum.saturating_add(unit.weight_of(by, false)));
        let parts: Vec<_> = parts.iter().map(|by| format!("{by}(trap, site)")).collect();
        (format!("return {ty}{{{}}};", parts.join(", ")), weight)
    })
}

macro_rules! defaults {
    ($([$($generic:tt)*] $t:ty = $($part:ident)* $(; $count:ident)?,)*) => {$(
        #[diagnostic::do_not_recommend]
        // SAFETY: the device function makes what Rust's does: zero, or an aggregate of the parts' defaults in their order.
        unsafe impl<$($generic)*> DeviceMethod<DEFAULT> for $t {
            type Host = Own<$t>;
            type Receiver = Taken;
            #[inline(always)]
            fn host(checked: bool) -> Own<$t> {
                Own::new(checked)
            }
            const NO_RECURSION: () = {
                $(let () = <$part as DeviceMethod<DEFAULT>>::NO_RECURSION;)*
            };
            fn lower(unit: &mut TranslationUnit) -> String {
                let parts: &[String] = &[$(<$part as DeviceMethod<DEFAULT>>::lower(unit)),*];
                $(let parts = &vec![parts[0].clone(); $count];)?
                aggregate::<$t>(unit, parts)
            }
        }
    )*};
}
defaults! {
    [] bool =, [] f32 =, [] f64 =, [] half::f16 =, [] half::bf16 =,
    [] i8 =, [] i16 =, [] i32 =, [] i64 =, [] isize =, [] u8 =, [] u16 =, [] u32 =, [] u64 =, [] usize =,
    [T: Item + Copy] Option<T> =,
    [T: Item + DeviceMethod<DEFAULT>, const N: usize] [T; N] = T; N,
    [A: Item + DeviceMethod<DEFAULT>] (A,) = A,
    [A: Item + DeviceMethod<DEFAULT>, B: Item + DeviceMethod<DEFAULT>] (A, B) = A B,
    [A: Item + DeviceMethod<DEFAULT>, B: Item + DeviceMethod<DEFAULT>, C: Item + DeviceMethod<DEFAULT>] (A, B, C) = A B C,
    [A: Item + DeviceMethod<DEFAULT>, B: Item + DeviceMethod<DEFAULT>, C: Item + DeviceMethod<DEFAULT>, D: Item + DeviceMethod<DEFAULT>]
        (A, B, C, D) = A B C D,
}
