// Operations of Rust's integers, in two's complement. Overflow is a failure if the crate that wrote the operation checks it (C);
// otherwise results wrap.

template <class T> DEVICE T wrap_add(T a, T b) { typedef typename Facts<T>::word W; return of_word<T>(W(a) + W(b)); }
template <class T> DEVICE T wrap_sub(T a, T b) { typedef typename Facts<T>::word W; return of_word<T>(W(a) - W(b)); }
template <class T> DEVICE T wrap_mul(T a, T b) { typedef typename Facts<T>::word W; return of_word<T>(W(a) * W(b)); }
template <class T> DEVICE T wrap_neg(T a) { return wrap_sub(T(0), a); }

template <class T>
DEVICE bool below_zero(T a) {
  if constexpr (Facts<T>::is_signed) return a < 0;
  else return false;
}

template <class T>
DEVICE bool add_overflows(T a, T b) {
  T sum = wrap_add(a, b);
  if constexpr (Facts<T>::is_signed) return ((a ^ sum) & (b ^ sum)) < 0;
  else return sum < a;
}

template <class T>
DEVICE bool sub_overflows(T a, T b) {
  if constexpr (Facts<T>::is_signed) return ((a ^ b) & (a ^ wrap_sub(a, b))) < 0;
  else return a < b;
}

// Of 128 bits no type holds the product.
DEVICE bool wide_product_overflows(u128 a, u128 b) {
  u64 a_high = u64(a >> 64), b_high = u64(b >> 64);
  if (a_high != 0 && b_high != 0) return true;
  u128 crossed = u128(a_high) * u64(b) + u128(b_high) * u64(a);
  return crossed >> 64 != 0 || (u128(u64(a)) * u64(b) >> 64) + u64(crossed) >> 64 != 0;
}
DEVICE bool wide_product_overflows(i128 a, i128 b) {
  u128 x = a < 0 ? u128(0) - u128(a) : u128(a), y = b < 0 ? u128(0) - u128(b) : u128(b);
  // The least number is one farther from zero than the greatest.
  u128 most = u128(Facts<i128>::max) + ((a < 0) != (b < 0));
  return wide_product_overflows(x, y) || x * y > most;
}

template <class T>
DEVICE bool mul_overflows(T a, T b) {
  typedef typename Facts<T>::wide wide;
  if constexpr (Facts<T>::bits < 64) {
    wide product = wide(a) * wide(b);
    return wide(T(product)) != product;
  } else if constexpr (Facts<T>::bits > 64) {
    return wide_product_overflows(a, b);
  } else {
#ifndef ONRUSH_EMULATED
    if constexpr (Facts<T>::is_signed) return __mul64hi(a, b) != (wrap_mul(a, b) >> 63);
    else return __umul64hi(a, b) != 0;
#else
    T product;
    return __builtin_mul_overflow(a, b, &product);
#endif
  }
}

template <bool C, class T>
DEVICE T r_wrapping_add(Trap<C>&, u32, T a, as<T> b) { return wrap_add(a, b); }
template <bool C, class T>
DEVICE T r_wrapping_sub(Trap<C>&, u32, T a, as<T> b) { return wrap_sub(a, b); }
template <bool C, class T>
DEVICE T r_wrapping_mul(Trap<C>&, u32, T a, as<T> b) { return wrap_mul(a, b); }
template <bool C, class T>
DEVICE T r_wrapping_neg(Trap<C>&, u32, T a) { return wrap_neg(a); }

template <bool C, class T>
DEVICE tuple<T, bool> r_overflowing_add(Trap<C>&, u32, T a, as<T> b) { return {wrap_add(a, b), add_overflows(a, b)}; }
template <bool C, class T>
DEVICE tuple<T, bool> r_overflowing_sub(Trap<C>&, u32, T a, as<T> b) { return {wrap_sub(a, b), sub_overflows(a, b)}; }
template <bool C, class T>
DEVICE tuple<T, bool> r_overflowing_mul(Trap<C>&, u32, T a, as<T> b) { return {wrap_mul(a, b), mul_overflows(a, b)}; }

template <bool C, class T>
DEVICE T integer_add(Trap<C>& trap, u32 site, T a, T b) {
  if constexpr (C) if (add_overflows(a, b)) trap.raise(site);
  return wrap_add(a, b);
}
template <bool C, class T>
DEVICE T integer_sub(Trap<C>& trap, u32 site, T a, T b) {
  if constexpr (C) if (sub_overflows(a, b)) trap.raise(site);
  return wrap_sub(a, b);
}
template <bool C, class T>
DEVICE T integer_mul(Trap<C>& trap, u32 site, T a, T b) {
  if constexpr (C) if (mul_overflows(a, b)) trap.raise(site);
  return wrap_mul(a, b);
}
template <bool C, class T>
DEVICE T integer_neg(Trap<C>& trap, u32 site, T a) {
  if constexpr (C) if (a == Facts<T>::min) trap.raise(site);
  return wrap_neg(a);
}

// Whether a / b has no value, since b is zero or the quotient overflows. Rust panics then in every profile.
template <class T>
DEVICE bool no_quotient(T a, T b) {
  if constexpr (Facts<T>::is_signed) return b == 0 || (a == Facts<T>::min && b == -1);
  else return b == 0;
}
template <bool C, class T>
DEVICE T integer_div(Trap<C>& trap, u32 site, T a, T b) {
  if (no_quotient(a, b)) { trap.raise(site); return T(0); }
  return T(a / b);
}
template <bool C, class T>
DEVICE T integer_rem(Trap<C>& trap, u32 site, T a, T b) {
  if (no_quotient(a, b)) { trap.raise(site); return T(0); }
  return T(a % b);
}
template <bool C, class T>
DEVICE T integer_div_euclid(Trap<C>& trap, u32 site, T a, T b) {
  T q = integer_div(trap, site, a, b);
  if constexpr (Facts<T>::is_signed) {
    if (!no_quotient(a, b) && a % b < 0) return T(b > 0 ? q - 1 : q + 1);
  }
  return q;
}
template <bool C, class T>
DEVICE T integer_rem_euclid(Trap<C>& trap, u32 site, T a, T b) {
  T r = integer_rem(trap, site, a, b);
  if constexpr (Facts<T>::is_signed) {
    if (r < 0) return b < 0 ? wrap_sub(r, b) : wrap_add(r, b);
  }
  return r;
}

template <bool C, class T>
DEVICE T r_wrapping_div(Trap<C>& trap, u32 site, T a, as<T> b) {
  if (Facts<T>::is_signed && b == T(-1)) return wrap_neg(a);
  return integer_div(trap, site, a, b);
}
template <bool C, class T>
DEVICE T r_wrapping_rem(Trap<C>& trap, u32 site, T a, as<T> b) {
  if (Facts<T>::is_signed && b == T(-1)) return T(0);
  return integer_rem(trap, site, a, b);
}

// The amount of a shift may have any integer type; only its lowest bits count.
template <class T, class S>
DEVICE u32 shift_amount(S by) { return u32(by) & (Facts<T>::bits - 1); }
template <class T, class S>
DEVICE bool shift_overflows(S by) {
  if constexpr (sizeof(S) > 8) return u128(by) >= Facts<T>::bits;
  else return u64(i64(by)) >= Facts<T>::bits;
}

template <bool C, class T, class S>
DEVICE T r_shl(Trap<C>& trap, u32 site, T a, S by) {
  if constexpr (C) if (shift_overflows<T>(by)) trap.raise(site);
  return T(typename Facts<T>::word(a) << shift_amount<T>(by));
}
template <bool C, class T, class S>
DEVICE T r_shr(Trap<C>& trap, u32 site, T a, S by) {
  if constexpr (C) if (shift_overflows<T>(by)) trap.raise(site);
  return T(a >> shift_amount<T>(by));
}
template <bool C, class T>
DEVICE T r_wrapping_shl(Trap<C>&, u32, T a, u32 by) { return T(typename Facts<T>::word(a) << shift_amount<T>(by)); }
template <bool C, class T>
DEVICE T r_wrapping_shr(Trap<C>&, u32, T a, u32 by) { return T(a >> shift_amount<T>(by)); }

template <bool C, class T>
DEVICE T r_bitand(Trap<C>&, u32, T a, as<T> b) { return T(a & b); }
template <bool C, class T>
DEVICE T r_bitor(Trap<C>&, u32, T a, as<T> b) { return T(a | b); }
template <bool C, class T>
DEVICE T r_bitxor(Trap<C>&, u32, T a, as<T> b) { return T(a ^ b); }
template <bool C, class T>
DEVICE T r_not(Trap<C>&, u32, T a) {
  if constexpr (same<T, bool>) return !a;
  else return T(~a);
}

// Saturating arithmetic.

template <bool C, class T>
DEVICE T r_saturating_add(Trap<C>&, u32, T a, as<T> b) {
  if (!add_overflows(a, b)) return wrap_add(a, b);
  return below_zero(b) ? Facts<T>::min : Facts<T>::max;
}
template <bool C, class T>
DEVICE T r_saturating_sub(Trap<C>&, u32, T a, as<T> b) {
  if (!sub_overflows(a, b)) return wrap_sub(a, b);
  return below_zero(b) ? Facts<T>::max : Facts<T>::min;
}
template <class T>
DEVICE T saturate_mul(T a, T b) {
  if (!mul_overflows(a, b)) return wrap_mul(a, b);
  return below_zero(a) != below_zero(b) ? Facts<T>::min : Facts<T>::max;
}
template <bool C, class T>
DEVICE T r_saturating_mul(Trap<C>&, u32, T a, as<T> b) { return saturate_mul(a, b); }
template <bool C, class T>
DEVICE T r_saturating_neg(Trap<C>&, u32, T a) { return a == Facts<T>::min ? Facts<T>::max : wrap_neg(a); }
template <bool C, class T>
DEVICE T r_saturating_abs(Trap<C>&, u32, T a) {
  if (a == Facts<T>::min) return Facts<T>::max;
  return a < 0 ? wrap_neg(a) : a;
}

// Magnitudes and signs.

template <bool C, class T>
DEVICE T integer_abs(Trap<C>& trap, u32 site, T a) {
  return a < 0 ? integer_neg(trap, site, a) : a;
}
template <bool C, class T>
DEVICE T r_wrapping_abs(Trap<C>&, u32, T a) { return a < 0 ? wrap_neg(a) : a; }
template <bool C, class T>
DEVICE typename Facts<T>::same_unsigned r_unsigned_abs(Trap<C>&, u32, T a) {
  return typename Facts<T>::same_unsigned(a < 0 ? wrap_neg(a) : a);
}
template <bool C, class T>
DEVICE typename Facts<T>::same_unsigned r_abs_diff(Trap<C>&, u32, T a, as<T> b) {
  typedef typename Facts<T>::same_unsigned U;
  return a < b ? wrap_sub(U(b), U(a)) : wrap_sub(U(a), U(b));
}
template <bool C, class T>
DEVICE bool r_is_positive(Trap<C>&, u32, T a) { return a > 0; }
template <bool C, class T>
DEVICE bool r_is_negative(Trap<C>&, u32, T a) { return a < 0; }
template <bool C, class T>
DEVICE typename Facts<T>::same_signed r_cast_signed(Trap<C>&, u32, T a) { return typename Facts<T>::same_signed(a); }
template <bool C, class T>
DEVICE typename Facts<T>::same_unsigned r_cast_unsigned(Trap<C>&, u32, T a) {
  return typename Facts<T>::same_unsigned(a);
}

// Powers, by repeated squaring, and roots. As in Rust, a square is formed only if it is used, since it might overflow.

template <bool C, class T>
DEVICE T r_pow(Trap<C>& trap, u32 site, T base, u32 exponent) {
  T result = T(1);
  while (exponent != 0) {
    if (exponent & 1) result = integer_mul(trap, site, result, base);
    exponent >>= 1;
    if (exponent != 0) base = integer_mul(trap, site, base, base);
    if (trap.panic.raised) return T(0);
  }
  return result;
}
template <bool C, class T>
DEVICE T r_wrapping_pow(Trap<C>&, u32, T base, u32 exponent) {
  T result = T(1);
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = wrap_mul(result, base);
    base = wrap_mul(base, base);
  }
  return result;
}
template <bool C, class T>
DEVICE T r_saturating_pow(Trap<C>&, u32, T base, u32 exponent) {
  bool negative = below_zero(base) && (exponent & 1), over = false;
  T result = T(1);
  while (exponent != 0) {
    if (exponent & 1) { over |= mul_overflows(result, base); result = wrap_mul(result, base); }
    exponent >>= 1;
    if (exponent != 0) { over |= mul_overflows(base, base); base = wrap_mul(base, base); }
  }
  return !over ? result : negative ? Facts<T>::min : Facts<T>::max;
}

// The root's bits from the highest on; `rest` is what remains of the number.
DEVICE u128 wide_root(u128 rest) {
  u128 root = 0;
  for (u128 bit = u128(1) << 126; bit != 0; bit >>= 2) {
    bool set = rest >= root + bit;
    if (set) rest -= root + bit;
    root = (root >> 1) + (set ? bit : u128(0));
  }
  return root;
}

template <bool C, class T>
DEVICE T r_isqrt(Trap<C>& trap, u32 site, T a) {
  if (below_zero(a)) { trap.raise(site); return T(0); }
  if constexpr (Facts<T>::bits > 64) {
    if (u128(a) >> 64 != 0) return T(wide_root(u128(a)));
  }
  u64 x = u64(a);
#ifndef ONRUSH_EMULATED
  u64 root = u64(sqrt(f64(x)));
#else
  u64 root = u64(__builtin_sqrt(f64(x)));
#endif
  // Below 2^52 the root is exact; above, `x` was rounded, and the root is off by one at most.
  if (root > 0xffffffffull) root = 0xffffffffull;
  if (root * root > x) root -= 1;
  else if (root < 0xffffffffull && (root + 1) * (root + 1) <= x) root += 1;
  return T(root);
}
