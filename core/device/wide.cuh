// Conversions between floats and integers of 128 bits, for which devices have no instruction.

template <class T>
DEVICE T float_of_wide(u128 x) {
  u64 high = u64(x >> 64);
  if (high == 0) return T(u64(x));
  // The leading 64 bits, of which the last one says whether anything follows: so there is one rounding, to fewer bits than these.
  u32 zeros = count_leading(high);
  u128 leading = x << zeros;
  T significand = T(u64(leading >> 64) | (u64(leading) != 0));
  // In two steps, since 2^64 is no u64.
  return significand * T(u64(1) << (63 - zeros)) * T(2);
}
template <class T>
DEVICE T float_of_wide(i128 x) { return x < 0 ? -float_of_wide<T>(u128(0) - u128(x)) : float_of_wide<T>(u128(x)); }

// The magnitude of a number, truncated; of one that is too large, the largest.
DEVICE u128 truncated(f64 x) {
  u64 bits = bits_of(x);
  i32 exponent = i32(bits >> 52 & 0x7ff) - 1023;
  if (exponent < 0 || x != x) return 0;
  if (exponent > 127) return ~u128(0);
  u128 significand = (bits & Facts<f64>::mantissa) | u64(1) << 52;
  return exponent < 52 ? significand >> (52 - exponent) : significand << (exponent - 52);
}

template <class T, class F>
DEVICE T wide_cast(F x) {
  if constexpr (!Facts<F>::is_float) {
    return T(x);
  } else {
    u128 magnitude = truncated(f64(x));
    if (!(x < F(0))) return magnitude > u128(Facts<T>::max) ? Facts<T>::max : T(magnitude);
    if (!Facts<T>::is_signed) return T(0);
    return magnitude > u128(Facts<T>::max) ? Facts<T>::min : wrap_neg(T(magnitude));
  }
}
