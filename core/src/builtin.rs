//! The operators of the prelude's own types, and the names of operators and methods.

use crate::function::{DeviceMethod, DeviceOperator};
use crate::lower::TranslationUnit;
use crate::source::Fallible;

/// A type whose operators the prelude defines: primitives, and tuples and arrays of them.
///
/// # Safety
///
/// The prelude's operators on the type compute what Rust's own do.
pub unsafe trait Builtin {
    /// The number of bits of an integer.
    #[doc(hidden)]
    const BITS: i128 = i128::MAX;
    /// Whether the value is an integer that has no negative.
    #[doc(hidden)]
    #[inline(always)]
    fn has_no_negative(&self) -> bool {
        false
    }
    /// The amount by which an integer shifts.
    #[doc(hidden)]
    #[inline(always)]
    fn amount(&self) -> i128 {
        0
    }
}

/// The shifts' names, and Rust's messages when they fail.
const SHIFTS: [(u64, &str); 4] = [
    (method_name("shl"), "attempt to shift left with overflow"),
    (method_name("shl_assign"), "attempt to shift left with overflow"),
    (method_name("shr"), "attempt to shift right with overflow"),
    (method_name("shr_assign"), "attempt to shift right with overflow"),
];

#[diagnostic::do_not_recommend]
// SAFETY: [`Builtin`] and [`DeviceMethod`]: the prelude defines these operators by its methods of the same names.
unsafe impl<T: Builtin + DeviceMethod<NAME>, R: Builtin, const NAME: u64> DeviceOperator<NAME, R> for T {
    const FALLIBLE: Fallible = <T as DeviceMethod<NAME>>::FALLIBLE;
    #[inline(always)]
    #[track_caller]
    fn check_amount(right: &R) {
        for (name, message) in SHIFTS {
            if name == NAME && !(0..T::BITS).contains(&right.amount()) {
                panic!("{message}");
            }
        }
    }
    fn lower(unit: &mut TranslationUnit) -> String {
        <T as DeviceMethod<NAME>>::lower(unit)
    }
}

/// The hash by which a method is named in types: FNV-1a of its Rust name.
pub const fn method_name(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        i += 1;
    }
    hash
}
