//! Conversions by which the macros' expansions make rustc report a mistake once. Each has an impl that applies and one that
//! never does: rustc then doesn't choose before it knows that the first one applies, so after a mistake the type that the
//! conversion yields stays unknown, and what depends on it isn't reported.

use crate::function::{Capture, DeviceMethod};
use crate::into_function::Never;
use crate::witness::Method;

/// Marks the impl that applies.
#[derive(Debug)]
pub struct Applies;

/// A value that an operation captures; see [`Capture`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be captured by an operation",
    label = "captured here",
    note = "operations capture by value: primitives, structs with `#[derive(Element)]`, and views of device vectors",
    note = "to read a host collection, upload it and capture a view: `let table = device.upload(&data)?; let table = table.view();`",
    note = "of an enum, capture the number: `let b = Kind::B as u32;`"
)]
pub trait Captured<C, K> {
    /// The identity.
    fn captured(self) -> C;
}
#[diagnostic::do_not_recommend]
impl<C: Capture> Captured<C, Applies> for C {
    #[inline(always)]
    fn captured(self) -> C {
        self
    }
}
#[diagnostic::do_not_recommend]
impl<T: Never> Captured<(), ()> for T {
    fn captured(self) {}
}

/// The identity on captures. The macro calls it where the name is captured, so that rustc reports an unmet bound there.
#[inline(always)]
pub fn capture<T: Captured<C, K>, C, K>(value: T) -> C {
    value.captured()
}

/// The host value that has the method under its own name; `checked` says whether its integer overflow panics.
#[inline(always)]
pub fn host<T, Host, K, const NAME: u64>(_of: Method<T, NAME>, checked: bool) -> Host
where
    T: ?Sized + Offers<NAME, Host, K>,
{
    T::host(checked)
}

/// A type that has the method of this name in device code.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no such method in device code",
    label = "not known to devices",
    note = "a method of your own type needs `#[device]` on its impl, and one of your own trait for numbers on the trait, too; what is derived needs `#[device]` above the derives; a type parameter has the methods of its bound: `T: Number`, `Integer`, `Signed` or `Float`",
    note = "floats have abs acos acosh asin asinh atan atan2 atanh cbrt ceil clamp copysign cos cosh div_euclid exp exp2 exp_m1 floor fract hypot is_finite is_infinite is_nan is_normal is_sign_negative is_sign_positive is_subnormal ln ln_1p log log10 log2 max min mul_add partial_cmp powf powi recip rem_euclid round round_ties_even signum sin sin_cos sinh sqrt tan tanh to_bits total_cmp to_degrees to_f32 to_f64 to_radians trunc",
    note = "floats have functions, too: `onrush::math::erf(v)`, erfc gamma gelu ln_gamma sigmoid",
    note = "integers have abs_diff checked_add checked_div checked_div_euclid checked_ilog checked_ilog10 checked_ilog2 checked_mul checked_neg checked_pow checked_rem checked_rem_euclid checked_shl checked_shr checked_sub clamp cmp count_ones count_zeros div_euclid ilog10 ilog2 leading_ones leading_zeros max midpoint min overflowing_add overflowing_mul overflowing_neg overflowing_sub partial_cmp pow rem_euclid reverse_bits rotate_left rotate_right saturating_add saturating_mul saturating_pow saturating_sub swap_bytes to_be to_le trailing_ones trailing_zeros unbounded_shl unbounded_shr wrapping_add wrapping_div wrapping_mul wrapping_neg wrapping_pow wrapping_rem wrapping_shl wrapping_shr wrapping_sub; signed ones abs cast_unsigned checked_abs checked_add_unsigned checked_isqrt checked_sub_unsigned is_negative is_positive isqrt overflowing_add_unsigned overflowing_sub_unsigned saturating_abs saturating_add_unsigned saturating_neg saturating_sub_unsigned signum unsigned_abs wrapping_abs wrapping_add_unsigned wrapping_sub_unsigned; unsigned ones cast_signed checked_add_signed checked_next_multiple_of checked_next_power_of_two checked_signed_diff checked_sub_signed div_ceil is_multiple_of is_power_of_two isqrt next_multiple_of next_power_of_two overflowing_add_signed overflowing_sub_signed saturating_add_signed saturating_sub_signed wrapping_add_signed wrapping_sub_signed; u8 eq_ignore_ascii_case is_ascii is_ascii_alphabetic is_ascii_alphanumeric is_ascii_control is_ascii_digit is_ascii_graphic is_ascii_hexdigit is_ascii_lowercase is_ascii_punctuation is_ascii_uppercase is_ascii_whitespace to_ascii_lowercase to_ascii_uppercase",
    note = "arrays and slices of them have len is_empty contains swap fill reverse copy_from_slice sort sort_unstable first last get, taken apart by patterns get_mut first_mut last_mut split_at split_at_mut split_first split_first_mut split_last split_last_mut, and with a closure partition_point sort_by sort_by_key sort_unstable_by sort_unstable_by_key; options is_some is_none unwrap expect unwrap_or unwrap_or_default or xor and zip flatten copied cloned take replace, and with a closure map and_then filter or_else unwrap_or_else map_or map_or_else is_some_and is_none_or; results is_ok is_err ok err unwrap_err and the same, map_err is_ok_and is_err_and; `bool` has then then_some; all numbers have to_le_bytes to_be_bytes; views of vectors have len is_empty"
)]
pub trait Offers<const NAME: u64, Host, K> {
    /// The host value that has the method under its own name.
    fn host(checked: bool) -> Host;
}

#[diagnostic::do_not_recommend]
impl<T: ?Sized + DeviceMethod<NAME>, const NAME: u64> Offers<NAME, T::Host, Applies> for T {
    #[inline(always)]
    fn host(checked: bool) -> T::Host {
        <T as DeviceMethod<NAME>>::host(checked)
    }
}
#[diagnostic::do_not_recommend]
impl<T: Never, const NAME: u64> Offers<NAME, (), ()> for T {
    fn host(_checked: bool) {}
}
