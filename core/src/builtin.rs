//! The operators of the prelude's own types, and the names of operators and methods.

use crate::function::{DeviceMethod, DeviceOperator};
use crate::lower::TranslationUnit;
use crate::source::{Exact, Fallible};

/// A type whose operators the prelude defines: primitives, and tuples and arrays of them.
///
/// # Safety
///
/// The prelude's operators on the type compute what Rust's own do.
pub unsafe trait Builtin: Copy {
    /// The result of an arithmetic operator on integers, whose right operand is `right`; `None` for other types and operators.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn arithmetic(self, _operator: Overflowing, _right: i128, _checked: bool) -> Option<Self> {
        None
    }
    /// An integer's value.
    #[doc(hidden)]
    #[inline(always)]
    fn value(self) -> i128 {
        0
    }
    /// The integer with this value.
    #[doc(hidden)]
    #[inline(always)]
    fn of_value(_value: i128) -> Self {
        unreachable!("only integers are computed by their values")
    }
}

/// The operators that can overflow.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overflowing {
    Add,
    Sub,
    Mul,
    Shl,
    Shr,
}

impl Overflowing {
    /// The operator whose method has the name with this hash.
    const fn of(name: u64) -> Option<Self> {
        const TABLE: [(&str, &str, Overflowing); 5] = [
            ("add", "add_assign", Overflowing::Add),
            ("sub", "sub_assign", Overflowing::Sub),
            ("mul", "mul_assign", Overflowing::Mul),
            ("shl", "shl_assign", Overflowing::Shl),
            ("shr", "shr_assign", Overflowing::Shr),
        ];
        let mut i = 0;
        while i < TABLE.len() {
            let (infix, assigning, operator) = TABLE[i];
            if name == method_name(infix) || name == method_name(assigning) {
                return Some(operator);
            }
            i += 1;
        }
        None
    }

    /// Rust's message for an overflow.
    pub(crate) const fn message(self) -> &'static str {
        match self {
            Overflowing::Add => "attempt to add with overflow",
            Overflowing::Sub => "attempt to subtract with overflow",
            Overflowing::Mul => "attempt to multiply with overflow",
            Overflowing::Shl => "attempt to shift left with overflow",
            Overflowing::Shr => "attempt to shift right with overflow",
        }
    }

    /// The right operand that changes nothing. It stands in operations' loops: incremental builds of this crate would leave it
    /// a call there, which keeps loops from vector registers.
    #[inline(always)]
    const fn neutral(self) -> i128 {
        match self {
            Overflowing::Mul => 1,
            _ => 0,
        }
    }
}

#[diagnostic::do_not_recommend]
// SAFETY: [`Builtin`] and [`DeviceMethod`]: the prelude defines these operators by its methods of the same names.
unsafe impl<T: Builtin + DeviceMethod<NAME>, R: Builtin, const NAME: u64> DeviceOperator<NAME, R> for T {
    const FALLIBLE: Fallible = <T as DeviceMethod<NAME>>::FALLIBLE;
    const MESSAGE: Option<&'static str> = <T as DeviceMethod<NAME>>::MESSAGE;
    // Only integers and `bool` have exact operators, and Rust has these between two operands of one type alone.
    const ASSOCIATES: Exact = <T as DeviceMethod<NAME>>::ASSOCIATES;
    #[inline(always)]
    #[track_caller]
    fn prepare(left: T, right: R, checked: bool) -> (T, R) {
        if let Some(operator) = const { Overflowing::of(NAME) }
            && let Some(result) = left.arithmetic(operator, right.value(), checked)
        {
            return (result, R::of_value(operator.neutral()));
        }
        (left, right)
    }
    #[inline(always)]
    #[track_caller]
    fn prepare_assign(place: &mut T, right: R, checked: bool) -> R {
        let (result, right) = Self::prepare(*place, right, checked);
        *place = result;
        right
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
