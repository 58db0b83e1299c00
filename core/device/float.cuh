// Operations of Rust's floats. Each is IEEE 754's, rounded once to its own type; denormals are kept, and nothing is contracted.

// The built-in functions of the two compilers, under one name for both widths.
#ifndef ONRUSH_EMULATED
#define BUILTIN(NAME) NAME
#else
#define BUILTIN(NAME) __builtin_##NAME
#endif
#define UNARY(OURS, NAME)                                       \
  DEVICE f32 OURS(f32 x) { return BUILTIN(NAME##f)(x); }        \
  DEVICE f64 OURS(f64 x) { return BUILTIN(NAME)(x); }
#define BINARY(OURS, NAME)                                              \
  DEVICE f32 OURS(f32 x, f32 y) { return BUILTIN(NAME##f)(x, y); }      \
  DEVICE f64 OURS(f64 x, f64 y) { return BUILTIN(NAME)(x, y); }
UNARY(exact_sqrt, sqrt)
UNARY(exact_floor, floor)
UNARY(exact_ceil, ceil)
UNARY(exact_trunc, trunc)
UNARY(exact_rint, rint)
UNARY(exact_round, round)
BINARY(exact_fmod, fmod)
DEVICE f32 exact_fma(f32 x, f32 y, f32 z) { return BUILTIN(fmaf)(x, y, z); }
DEVICE f64 exact_fma(f64 x, f64 y, f64 z) { return BUILTIN(fma)(x, y, z); }

template <class T> DEVICE bool sign_of(T x) { return (bits_of(x) & Facts<T>::sign) != 0; }
template <class T> DEVICE bool is_nan(T x) { return widen(x) != widen(x); }

// The bits as an unsigned number in the order of `total_cmp`: negative values are inverted, positive ones get the top bit.
template <class T>
DEVICE typename Facts<T>::raw total_order(T x) {
  typedef typename Facts<T>::raw raw;
  raw bits = bits_of(x);
  return raw(bits & Facts<T>::sign ? ~bits : bits | Facts<T>::sign);
}

// Methods of the sign change the sign bit alone, also that of a NaN.
template <class T>
DEVICE T float_neg(T x) { return float_of<T>(typename Facts<T>::raw(bits_of(x) ^ Facts<T>::sign)); }
template <class T>
DEVICE T float_abs(T x) { return float_of<T>(typename Facts<T>::raw(bits_of(x) & ~Facts<T>::sign)); }
template <class T>
DEVICE T float_copysign(T x, T from) {
  typedef typename Facts<T>::raw raw;
  return float_of<T>(raw((bits_of(x) & raw(~Facts<T>::sign)) | (bits_of(from) & Facts<T>::sign)));
}

// The minimum and maximum. If one operand is a NaN, they are the other one; -0.0 is less than +0.0.
#ifndef ONRUSH_EMULATED
DEVICE f32 exact_min(f32 a, f32 b) { f32 m; asm("min.f32 %0, %1, %2;" : "=f"(m) : "f"(a), "f"(b)); return m; }
DEVICE f32 exact_max(f32 a, f32 b) { f32 m; asm("max.f32 %0, %1, %2;" : "=f"(m) : "f"(a), "f"(b)); return m; }
DEVICE f64 exact_min(f64 a, f64 b) { f64 m; asm("min.f64 %0, %1, %2;" : "=d"(m) : "d"(a), "d"(b)); return m; }
DEVICE f64 exact_max(f64 a, f64 b) { f64 m; asm("max.f64 %0, %1, %2;" : "=d"(m) : "d"(a), "d"(b)); return m; }
#else
template <class T>
DEVICE T exact_min(T a, T b) { return a != a ? b : a < b || b != b || (a == b && sign_of(a)) ? a : b; }
template <class T>
DEVICE T exact_max(T a, T b) { return a != a ? b : a > b || b != b || (a == b && !sign_of(a)) ? a : b; }
#endif

// Methods of one operand that compute a value of its own type.
#define METHOD(NAME, VALUE)                          \
  template <bool C, class T>                         \
  DEVICE T r_##NAME(Trap<C>&, u32, T a) {            \
    typedef typename Facts<T>::wide W;               \
    W x = widen(a);                                  \
    return narrow<T>(VALUE);                         \
  }
METHOD(sqrt, exact_sqrt(x))
METHOD(floor, exact_floor(x))
METHOD(ceil, exact_ceil(x))
METHOD(trunc, exact_trunc(x))
METHOD(round, exact_round(x))
METHOD(round_ties_even, exact_rint(x))
METHOD(fract, x - exact_trunc(x))
METHOD(recip, W(1) / x)

template <bool C, class T>
DEVICE T r_mul_add(Trap<C>&, u32, T a, as<T> b, as<T> c) { return narrow<T>(exact_fma(widen(a), widen(b), widen(c))); }
template <bool C, class T>
DEVICE T r_copysign(Trap<C>&, u32, T a, as<T> from) { return float_copysign(a, from); }
template <bool C, class T>
DEVICE bool r_is_nan(Trap<C>&, u32, T a) { return is_nan(a); }
template <bool C, class T>
DEVICE bool r_is_finite(Trap<C>&, u32, T a) { return (bits_of(a) & Facts<T>::exponent) != Facts<T>::exponent; }
template <bool C, class T>
DEVICE bool r_is_infinite(Trap<C>&, u32, T a) { return bits_of(float_abs(a)) == Facts<T>::exponent; }
template <bool C, class T>
DEVICE bool r_is_normal(Trap<C>&, u32, T a) {
  auto exponent = bits_of(a) & Facts<T>::exponent;
  return exponent != 0 && exponent != Facts<T>::exponent;
}
template <bool C, class T>
DEVICE bool r_is_subnormal(Trap<C>&, u32, T a) {
  return (bits_of(a) & Facts<T>::exponent) == 0 && (bits_of(a) & Facts<T>::mantissa) != 0;
}
template <bool C, class T>
DEVICE bool r_is_sign_negative(Trap<C>&, u32, T a) { return sign_of(a); }
template <bool C, class T>
DEVICE bool r_is_sign_positive(Trap<C>&, u32, T a) { return !sign_of(a); }
template <bool C, class T>
DEVICE typename Facts<T>::raw r_to_bits(Trap<C>&, u32, T a) { return bits_of(a); }
template <bool C, class T>
DEVICE f32 r_to_f32(Trap<C>&, u32, T a) { return widen(a); }
template <bool C, class T>
DEVICE f64 r_to_f64(Trap<C>&, u32, T a) { return widen(a); }

// Associated functions name their type: `f32::from_bits(b)` is `r_from_bits<f32>(trap, site, b)`.
template <class T>
DEVICE T r_from_bits(typename Facts<T>::raw bits) { return float_of<T>(bits); }
template <class T, bool C>
DEVICE T r_from_bits(Trap<C>&, u32, typename Facts<T>::raw bits) { return float_of<T>(bits); }
template <class T, bool C>
DEVICE T r_from_f32(Trap<C>&, u32, f32 x) { return narrow<T>(x); }
template <class T, bool C>
DEVICE T r_from_f64(Trap<C>&, u32, f64 x) {
  if constexpr (same<T, f16>) return f64_to_f16(x);
  else return f64_to_bf16(x);
}

template <class T>
DEVICE T float_signum(T a) {
  return is_nan(a) ? a : float_copysign(narrow<T>(1), a);
}
template <class W>
DEVICE W float_div_euclid(W a, W b) {
  W q = exact_trunc(a / b);
  if (exact_fmod(a, b) < W(0)) return b > W(0) ? q - W(1) : q + W(1);
  return q;
}
template <class W>
DEVICE W float_rem_euclid(W a, W b) {
  W r = exact_fmod(a, b);
  return r < W(0) ? r + float_abs(b) : r;
}

#undef METHOD
#undef BINARY
#undef UNARY
#undef BUILTIN
