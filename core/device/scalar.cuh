// Operators, comparisons, extrema and conversions that integers, floats and bool share.

#define OPERATOR(NAME, FLOAT)                                                          \
  template <bool C, class T>                                                           \
  DEVICE T r_##NAME(Trap<C>& trap, u32 site, T a, as<T> b) {                           \
    if constexpr (Facts<T>::is_integer) {                                              \
      return integer_##NAME(trap, site, a, b);                                         \
    } else {                                                                           \
      auto x = widen(a), y = widen(b);                                                 \
      return narrow<T>(FLOAT);                                                         \
    }                                                                                  \
  }
OPERATOR(add, x + y)
OPERATOR(sub, x - y)
OPERATOR(mul, x * y)
OPERATOR(div, x / y)
OPERATOR(rem, exact_fmod(x, y))
OPERATOR(div_euclid, float_div_euclid(x, y))
OPERATOR(rem_euclid, float_rem_euclid(x, y))
#undef OPERATOR

template <bool C, class T>
DEVICE T r_neg(Trap<C>& trap, u32 site, T a) {
  if constexpr (Facts<T>::is_integer) return integer_neg(trap, site, a);
  else return float_neg(a);
}
template <bool C, class T>
DEVICE T r_abs(Trap<C>& trap, u32 site, T a) {
  if constexpr (Facts<T>::is_integer) return integer_abs(trap, site, a);
  else return float_abs(a);
}
template <bool C, class T>
DEVICE T r_signum(Trap<C>&, u32, T a) {
  if constexpr (Facts<T>::is_integer) return T((a != 0) - 2 * below_zero(a));
  else return float_signum(a);
}

// Comparisons. Integers and bools are compared as they are; floats are widened, so that every comparison with a NaN but
// `ne` is false; tuples and arrays are compared by their first unequal parts.

template <class T>
DEVICE auto comparable(T a) {
  if constexpr (Facts<T>::is_float) return widen(a);
  else return a;
}
template <class T> DEVICE bool equal(const T& a, const T& b) { return comparable(a) == comparable(b); }
template <class T> DEVICE bool less(const T& a, const T& b) { return comparable(a) < comparable(b); }
template <class T> DEVICE bool less_equal(const T& a, const T& b) { return comparable(a) <= comparable(b); }

template <u32 I, u32 N, class Tuple>
DEVICE bool equal_from(const Tuple& a, const Tuple& b) {
  if constexpr (I == N) return true;
  else return equal(get<I>(a), get<I>(b)) && equal_from<I + 1, N>(a, b);
}
template <u32 I, u32 N, class Tuple>
DEVICE bool less_from(const Tuple& a, const Tuple& b, bool last) {
  if constexpr (I == N) return last;
  else if (equal(get<I>(a), get<I>(b))) return less_from<I + 1, N>(a, b, last);
  else return less(get<I>(a), get<I>(b));
}
template <class... T>
DEVICE bool equal(const tuple<T...>& a, const tuple<T...>& b) { return equal_from<0, sizeof...(T)>(a, b); }
template <class... T>
DEVICE bool less(const tuple<T...>& a, const tuple<T...>& b) { return less_from<0, sizeof...(T)>(a, b, false); }
template <class... T>
DEVICE bool less_equal(const tuple<T...>& a, const tuple<T...>& b) { return less_from<0, sizeof...(T)>(a, b, true); }

template <class T, u64 N>
DEVICE bool equal(const array<T, N>& a, const array<T, N>& b) {
  for (u64 i = 0; i < N; i += 1) if (!equal(a.v[i], b.v[i])) return false;
  return true;
}
template <class T, u64 N>
DEVICE bool less_array(const array<T, N>& a, const array<T, N>& b, bool last) {
  for (u64 i = 0; i < N; i += 1) if (!equal(a.v[i], b.v[i])) return less(a.v[i], b.v[i]);
  return last;
}
template <class T, u64 N>
DEVICE bool less(const array<T, N>& a, const array<T, N>& b) { return less_array(a, b, false); }
template <class T, u64 N>
DEVICE bool less_equal(const array<T, N>& a, const array<T, N>& b) { return less_array(a, b, true); }
DEVICE bool equal(unit, unit) { return true; }

// Whether an integer equals the low bits of a pattern.
template <class T, class P> DEVICE bool is(T a, P pattern) { return a == T(pattern); }

template <bool C, class T> DEVICE bool r_eq(Trap<C>&, u32, const T& a, const as<T>& b) { return equal(a, b); }
template <bool C, class T> DEVICE bool r_ne(Trap<C>&, u32, const T& a, const as<T>& b) { return !equal(a, b); }
template <bool C, class T> DEVICE bool r_lt(Trap<C>&, u32, const T& a, const as<T>& b) { return less(a, b); }
template <bool C, class T> DEVICE bool r_le(Trap<C>&, u32, const T& a, const as<T>& b) { return less_equal(a, b); }
template <bool C, class T> DEVICE bool r_gt(Trap<C>&, u32, const T& a, const as<T>& b) { return less(b, a); }
template <bool C, class T> DEVICE bool r_ge(Trap<C>&, u32, const T& a, const as<T>& b) { return less_equal(b, a); }

// The order of two values; `less` comes first, because most relations ask for it alone.
template <class T>
DEVICE Ordering compare(const T& a, const T& b) {
  return less(a, b) ? Ordering::Less : equal(a, b) ? Ordering::Equal : Ordering::Greater;
}
template <bool C, class T>
DEVICE Ordering r_cmp(Trap<C>&, u32, const T& a, const as<T>& b) { return compare(a, b); }
template <bool C, class T>
DEVICE Ordering r_total_cmp(Trap<C>&, u32, T a, as<T> b) { return compare(total_order(a), total_order(b)); }
template <bool C>
DEVICE Ordering r_reverse(Trap<C>&, u32, Ordering a) { return Ordering(-i8(a)); }
template <bool C>
DEVICE Ordering r_then(Trap<C>&, u32, Ordering a, Ordering b) { return a == Ordering::Equal ? b : a; }
template <bool C> DEVICE bool r_is_eq(Trap<C>&, u32, Ordering a) { return a == Ordering::Equal; }
template <bool C> DEVICE bool r_is_ne(Trap<C>&, u32, Ordering a) { return a != Ordering::Equal; }
template <bool C> DEVICE bool r_is_lt(Trap<C>&, u32, Ordering a) { return a == Ordering::Less; }
template <bool C> DEVICE bool r_is_le(Trap<C>&, u32, Ordering a) { return a != Ordering::Greater; }
template <bool C> DEVICE bool r_is_gt(Trap<C>&, u32, Ordering a) { return a == Ordering::Greater; }
template <bool C> DEVICE bool r_is_ge(Trap<C>&, u32, Ordering a) { return a != Ordering::Less; }

template <class T>
DEVICE T smaller(T a, T b) {
  if constexpr (Facts<T>::is_float) return narrow<T>(exact_min(widen(a), widen(b)));
  else return b < a ? b : a;
}
template <class T>
DEVICE T larger(T a, T b) {
  if constexpr (Facts<T>::is_float) return narrow<T>(exact_max(widen(a), widen(b)));
  else return b < a ? a : b;
}
template <bool C, class T> DEVICE T r_min(Trap<C>&, u32, T a, as<T> b) { return smaller(a, b); }
template <bool C, class T> DEVICE T r_max(Trap<C>&, u32, T a, as<T> b) { return larger(a, b); }
template <bool C, class T>
DEVICE T r_clamp(Trap<C>& trap, u32 site, T a, as<T> low, as<T> high) {
  if (!less_equal(low, high)) trap.raise(site);
  if (less(a, low)) a = low;
  if (less(high, a)) a = high;
  return a;
}

// Conversions `x as T`. Integers keep their low bits; floats saturate to integers, and a NaN becomes zero; results that are
// floats are rounded to nearest even.

#ifndef ONRUSH_EMULATED
// The instructions truncate and saturate, but only those from f32 to 32 bits make zero of a NaN.
#define TRUNCATE(TO, FROM, INSTRUCTION, OUT, IN)                  \
  DEVICE void truncate(FROM x, TO& out) {                         \
    asm(INSTRUCTION " %0, %1;" : OUT(out) : IN(x));               \
    if (sizeof(TO) + sizeof(FROM) > 8 && x != x) out = 0;         \
  }
TRUNCATE(i32, f32, "cvt.rzi.s32.f32", "=r", "f")
TRUNCATE(u32, f32, "cvt.rzi.u32.f32", "=r", "f")
TRUNCATE(i64, f32, "cvt.rzi.s64.f32", "=l", "f")
TRUNCATE(u64, f32, "cvt.rzi.u64.f32", "=l", "f")
TRUNCATE(i32, f64, "cvt.rzi.s32.f64", "=r", "d")
TRUNCATE(u32, f64, "cvt.rzi.u32.f64", "=r", "d")
TRUNCATE(i64, f64, "cvt.rzi.s64.f64", "=l", "d")
TRUNCATE(u64, f64, "cvt.rzi.u64.f64", "=l", "d")
#undef TRUNCATE

template <class T, class F>
DEVICE T saturate(F x) {
  if constexpr (sizeof(T) >= 4) {
    T out;
    truncate(x, out);
    return out;
  } else {
    i32 wide = saturate<i32>(x);
    wide = wide < Facts<T>::min ? Facts<T>::min : wide;
    return T(wide > Facts<T>::max ? Facts<T>::max : wide);
  }
}
#else
template <class T, class F>
DEVICE T saturate(F x) {
  // Both bounds are powers of two, hence exact. Values between low - 1 and low truncate to low as well.
  constexpr F low = F(Facts<T>::min), high = F(Facts<T>::max / 2 + 1) * F(2);
  if (!(x > low)) return x == x ? Facts<T>::min : T(0);
  return x < high ? T(x) : Facts<T>::max;
}
#endif

template <class T, class F>
DEVICE T cast(F x) {
  if constexpr (same<T, F>) return x;
  else if constexpr (same<T, f16> && same<F, f64>) return f64_to_f16(x);
  else if constexpr (same<T, bf16> && same<F, f64>) return f64_to_bf16(x);
  else if constexpr (same<T, f16> || same<T, bf16>) return narrow<T>(cast<f32>(x));
  else if constexpr (same<F, f16> || same<F, bf16>) return cast<T>(widen(x));
  else if constexpr (same<T, i128> || same<T, u128>) return wide_cast<T>(x);
  else if constexpr (Facts<T>::is_float && (same<F, i128> || same<F, u128>)) return float_of_wide<T>(x);
  else if constexpr (Facts<T>::is_integer && Facts<F>::is_float) return saturate<T>(x);
  else if constexpr (Facts<T>::is_integer && Facts<F>::is_integer) return of_word<T>(x);
  else return T(x);
}
template <class T, bool C, class F>
DEVICE T r_from(Trap<C>&, u32, F x) { return cast<T>(x); }
template <class T, bool C, class F>
DEVICE T r_cast_from(Trap<C>&, u32, F x) { return cast<T>(x); }
template <class T, bool C> DEVICE T r_zero(Trap<C>&, u32) { return cast<T>(0); }
template <class T, bool C> DEVICE T r_default(Trap<C>&, u32) { return T{}; }
template <class T, bool C> DEVICE T r_one(Trap<C>&, u32) { return cast<T>(1); }
