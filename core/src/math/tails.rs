//! What is the same for `f32` and `f64`: last steps of functions, and the powers of integers.

/// Declares them for the float type `$t`, with its bits `$bits`, the place of its sign, and the number from which on all are integers.
macro_rules! tails {
    ($t:ident $bits:ident $sign:tt $integers:tt) => {
        /// Whether the magnitude `c` is an integer.
        #[inline(always)]
        #[device]
        fn is_integer(c: $t) -> bool {
            (c >= $integers) | ((c + $integers) - $integers == c)
        }

        /// The logarithm `y` of `x`, or what it is if `x` is no positive number.
        #[inline(always)]
        #[device]
        pub(super) fn ends(x: $t, y: $t) -> $t {
            let positive = if x < $t::INFINITY { y } else { x };
            let other = if x == 0.0 { $t::NEG_INFINITY } else { $t::NAN };
            if x > 0.0 { positive } else { other }
        }

        /// `y`, or what a function of the magnitude `a` is that has a pole at 1 and is none beyond.
        #[inline(always)]
        #[device]
        pub(super) fn within_one(a: $t, y: $t) -> $t {
            if a < 1.0 {
                y
            } else if a == 1.0 {
                $t::INFINITY
            } else {
                $t::NAN
            }
        }

        /// `x` to an integer's power: products of squares.
        #[inline(always)]
        #[device]
        pub(crate) fn powi(x: $t, n: i32) -> $t {
            let mut base = x;
            let mut result = 1.0;
            let mut rest = n.unsigned_abs();
            while rest != 0 {
                if rest & 1 == 1 {
                    result *= base;
                }
                rest = rest.wrapping_shr(1);
                base *= base;
            }
            if n < 0 { 1.0 / result } else { result }
        }

        /// The power `y` of a negative number, of whose magnitude it is `v`: an odd power is negative, a fractional one is none, but
        /// of infinity.
        #[inline(always)]
        #[device]
        pub(super) fn power_of_negative(x: $t, y: $t, v: $t) -> $t {
            let c = y.abs();
            let integer = is_integer(c);
            let signed = if integer & !is_integer(c * 0.5) { -v } else { v };
            if (x < 0.0) & (x > $t::NEG_INFINITY) & !integer { $t::NAN } else { signed }
        }

        /// The sine of `q` quarter turns and a rest, of the rest's sine and cosine, each a sum of two numbers.
        #[inline(always)]
        #[device]
        pub(super) fn sin_of_quarters(q: u32, (sh, sl): ($t, $t), (ch, cl): ($t, $t)) -> $t {
            let even = q & 1 == 0;
            let y = if even { sh } else { ch } + if even { sl } else { cl };
            $t::from_bits(y.to_bits() ^ (q.wrapping_shr(1) as $bits).wrapping_shl($sign))
        }
    };
}
pub(super) use tails;
