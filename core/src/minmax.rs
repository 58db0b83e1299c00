//! `min` and `max` with one answer on every device.
//!
//! Rust's own `f32::min` leaves open which zero it returns of `-0.0` and `0.0`, and compilers differ. Operations answer
//! as IEEE 754-2019's `minimumNumber` and `maximumNumber` do: the other operand where one is NaN, and `-0.0 < 0.0`.

use half::{bf16, f16};

use crate::number::Arithmetic;

/// A primitive type with `min` and `max`; `op!` passes `a.min(b)` and `a.max(b)` through this trait.
pub trait MinMax: Copy + crate::lookup::Number {
    /// The smaller value. It isn't called `min`, so that `a.min(b)` on a `T: Integer` is `Ord`'s alone.
    fn minimum(self, other: Self) -> Self;
    /// The larger value.
    fn maximum(self, other: Self) -> Self;
    /// The nearest value from `low` to `high`, as std's `clamp` gives it.
    #[track_caller]
    fn clamped(self, low: Self, high: Self) -> Self;
}

/// A type whose `min`, `max` and `clamp` Rust finds where operations do: std's, or those of [`Float`](crate::Float). A `T: Number` has
/// them in operations alone, so that another trait's come before.
pub trait HasMinMax {}

/// The smaller of two values.
#[inline(always)]
pub fn min<T: MinMax>(a: T, b: T) -> T {
    a.minimum(b)
}

/// The larger of two values.
#[inline(always)]
pub fn max<T: MinMax>(a: T, b: T) -> T {
    a.maximum(b)
}

impl HasMinMax for bool {}
impl MinMax for bool {
    #[inline(always)]
    fn minimum(self, other: Self) -> Self {
        self & other
    }
    #[inline(always)]
    fn maximum(self, other: Self) -> Self {
        self | other
    }
    #[inline(always)]
    #[track_caller]
    fn clamped(self, low: Self, high: Self) -> Self {
        Ord::clamp(self, low, high)
    }
}

macro_rules! wide {
    ($($t:ty)*) => {$(
        impl HasMinMax for $t {}
        impl MinMax for $t {
            #[inline(always)]
            fn minimum(self, other: Self) -> Self {
                Ord::min(self, other)
            }
            #[inline(always)]
            fn maximum(self, other: Self) -> Self {
                Ord::max(self, other)
            }
            #[inline(always)]
            #[track_caller]
            fn clamped(self, low: Self, high: Self) -> Self {
                <$t>::clamp(self, low, high)
            }
        }
    )*};
}
wide! { i128 u128 }

macro_rules! numbers {
    ($($t:ty)*) => {$(
        impl HasMinMax for $t {}
        impl MinMax for $t {
            #[inline(always)]
            fn minimum(self, other: Self) -> Self {
                self.smaller(other)
            }
            #[inline(always)]
            fn maximum(self, other: Self) -> Self {
                self.larger(other)
            }
            #[inline(always)]
            #[track_caller]
            fn clamped(self, low: Self, high: Self) -> Self {
                <$t>::clamp(self, low, high)
            }
        }
    )*};
}
numbers! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 f16 bf16 }

#[cfg(test)]
mod tests {
    use super::{max, min};

    #[test]
    fn zeros_are_ordered() {
        for (a, b) in [(0.0f32, -0.0), (-0.0, 0.0)] {
            assert_eq!(min(a, b).to_bits(), (-0.0f32).to_bits());
            assert_eq!(max(a, b).to_bits(), 0.0f32.to_bits());
        }
    }

    #[test]
    fn nan_loses() {
        assert_eq!(min(f64::NAN, 1.0), 1.0);
        assert_eq!(min(1.0, f64::NAN), 1.0);
        assert_eq!(max(f64::NAN, 1.0), 1.0);
        assert!(max(f64::NAN, f64::NAN).is_nan());
    }
}
