//! The last steps of functions, which are the same for `f32` and `f64`.

/// Declares them for the float type `$t`, with its bits `$bits`, the place of its sign, and the number from which on all are integers.
macro_rules! tails {
    ($t:ident $bits:ident $sign:tt $integers:tt) => {
        /// Whether the magnitude `c` is an integer.
        #[inline(always)]
        #[device]
        fn is_integer(c: $t) -> bool {
            (c >= $integers) | ((c + $integers) - $integers == c)
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
