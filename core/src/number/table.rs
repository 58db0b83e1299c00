//! The methods of the traits of numbers, one table for each trait, and the macros to which the tables are handed: one
//! declares the methods, one implements them, one makes them methods of `Own`, one says that devices have them.

/// The methods of signed numbers: hands them to the macro `$then`, with `$t` for the type.
macro_rules! signed_methods {
    ($then:ident, $t:tt, $of:tt) => {
        $then! { $of
            () -> $t: abs signum;
        }
    };
}

/// The methods of integers.
macro_rules! integer_methods {
    ($then:ident, $t:tt, $of:tt) => {
        $then! { $of
            () -> $t: wrapping_neg reverse_bits swap_bytes to_be to_le isqrt;
            () -> u32: count_ones count_zeros leading_zeros leading_ones trailing_zeros trailing_ones ilog2 ilog10;
            (other: $t) -> $t: wrapping_add wrapping_sub wrapping_mul wrapping_div wrapping_rem saturating_add
                saturating_sub saturating_mul div_euclid rem_euclid;
            (other: $t) -> <$t as $crate::number::Integer>::Unsigned: abs_diff;
            (other: $t) -> ($t, bool): overflowing_add overflowing_sub overflowing_mul;
            (n: u32) -> $t: wrapping_shl wrapping_shr wrapping_pow saturating_pow pow rotate_left rotate_right;
        }
    };
}

/// The methods of floats.
macro_rules! float_methods {
    ($then:ident, $t:tt, $of:tt) => {
        $then! { $of
            () -> $t: sqrt floor ceil trunc round fract recip;
            () -> bool: is_nan is_finite is_infinite is_normal is_sign_negative is_sign_positive;
            (other: $t) -> $t: copysign;
            (a: $t, b: $t) -> $t: mul_add;
        }
    };
}

/// The methods of floats that are functions of `math`.
macro_rules! mathematical_methods {
    ($then:ident, $t:tt, $of:tt) => {
        $then! { $of
            () -> $t: sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp_m1 ln ln_1p log2 log10 cbrt
                to_degrees to_radians;
            () -> ($t, $t): sin_cos;
            (other: $t) -> $t: atan2 log powf hypot;
            (n: i32) -> $t: powi;
        }
    };
}

/// Declares methods in a trait.
macro_rules! declare {
    ($of:literal $($args:tt -> $out:ty: $($name:ident)*;)*) => {$( declare!(@row $of $args $out; $($name)*); )*};
    (@row $of:literal $args:tt $out:ty; $($name:ident)*) => {$( declare!(@method $of $args $out; $name); )*};
    (@method $of:literal ($($arg:ident: $ty:ty),*) $out:ty; $name:ident) => {
        #[doc = concat!("As `", $of, "::", stringify!($name), "`.")]
        #[track_caller]
        fn $name(self $(, $arg: $ty)*) -> $out;
    };
}

/// Implements methods by the type's own; the half-width floats have theirs from num-traits' `Float`.
macro_rules! forward {
    ($t:ident $($args:tt -> $out:ty: $($name:ident)*;)*) => {$( forward!(@row $t $args $out; $($name)*); )*};
    (@row $t:ident $args:tt $out:ty; $($name:ident)*) => {$( forward!(@method $t $args $out; $name); )*};
    (@method f16 $args:tt $out:ty; $name:ident) => { forward!(@by (num_traits::Float) $args $out; $name); };
    (@method bf16 $args:tt $out:ty; $name:ident) => { forward!(@by (num_traits::Float) $args $out; $name); };
    (@method $t:ident $args:tt $out:ty; $name:ident) => { forward!(@by (<$t>) $args $out; $name); };
    (@by ($($of:tt)*) ($($arg:ident: $ty:ty),*) $out:ty; $name:ident) => {
        #[inline(always)]
        #[track_caller]
        fn $name(self $(, $arg: $ty)*) -> $out {
            $($of)*::$name(self $(, $arg)*)
        }
    };
}

/// Implements methods by the functions of `math`; those of half-width floats by those of `f32`, rounded once more.
macro_rules! compute {
    ($t:ident $($args:tt -> $out:ty: $($name:ident)*;)*) => {$( compute!(@row $t $args $out; $($name)*); )*};
    (@row $t:ident $args:tt $out:ty; $($name:ident)*) => {$( compute!(@method $t $args $out; $name); )*};
    (@method $t:ident ($($arg:ident: $ty:ty),*) $out:ty; $name:ident) => {
        #[inline(always)]
        fn $name(self $(, $arg: $ty)*) -> $out {
            compute!(@call $t $name self $($arg)*)
        }
    };
    (@call f32 $name:ident $($of:ident)*) => { $crate::math::single::$name($($of),*) };
    (@call f64 $name:ident $($of:ident)*) => { $crate::math::double::$name($($of),*) };
    (@call $t:ident powi $x:ident $n:ident) => { <$t>::from_f32($crate::math::single::powi($x.to_f32(), $n)) };
    (@call $t:ident sin_cos $x:ident) => {{
        let (sin, cos) = $crate::math::single::sin_cos($x.to_f32());
        (<$t>::from_f32(sin), <$t>::from_f32(cos))
    }};
    (@call $t:ident ln_gamma $x:ident) => {{
        let (value, sign) = $crate::math::single::ln_gamma($x.to_f32());
        (<$t>::from_f32(value), sign)
    }};
    (@call $t:ident $name:ident $($of:ident)*) => {
        <$t>::from_f32($crate::math::single::$name($($of.to_f32()),*))
    };
}

pub(crate) use compute;

/// Gives [`Own`] the methods of a trait.
macro_rules! own {
    ($of:ident $($args:tt -> $out:ty: $($name:ident)*;)*) => {$( own!(@row $of $args $out; $($name)*); )*};
    (@row $of:ident $args:tt $out:ty; $($name:ident)*) => {$( own!(@method $of $args $out; $name); )*};
    (@method $of:ident () $out:ty; abs) => {
        #[inline(always)]
        #[track_caller]
        pub fn abs<R: Reads<T>>(self, this: R) -> T {
            this.read().magnitude(self.checked)
        }
    };
    (@method $of:ident ($arg:ident: $ty:ty) $out:ty; pow) => {
        #[inline(always)]
        #[track_caller]
        pub fn pow<R: Reads<T>>(self, this: R, n: u32) -> T {
            this.read().power(n, self.checked)
        }
    };
    (@method $of:ident ($($arg:ident: $ty:ty),*) $out:ty; $name:ident) => {
        #[inline(always)]
        #[track_caller]
        pub fn $name<R: Reads<T>>(self, this: R $(, $arg: $ty)*) -> $out {
            in_place!($name $of::$name(*this.read() $(, $arg)*))
        }
    };
}
