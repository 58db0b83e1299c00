// Methods of integers that few operations call: arithmetic with a number of the other sign's type, checked logarithms, multiples.

template <class T> using OfSigned = typename Facts<T>::same_signed;
template <class T> using OfUnsigned = typename Facts<T>::same_unsigned;

// The sum or difference of a number and one of the other type of its width, and whether it overflows. Where it does, `up` says whether
// the true result is above the greatest number.
template <class T>
struct Mixed {
  T value;
  bool overflows, up;
};

template <class T, class R>
DEVICE Mixed<T> mixed_add(T a, R b) {
  T sum = wrap_add(a, T(b));
  bool down = below_zero(b);
  return Mixed<T>{sum, down ? sum > a : sum < a, !down};
}
template <class T, class R>
DEVICE Mixed<T> mixed_sub(T a, R b) {
  T difference = wrap_sub(a, T(b));
  bool up = below_zero(b);
  return Mixed<T>{difference, up ? difference < a : difference > a, up};
}
template <class T>
DEVICE T saturated(Mixed<T> m) { return !m.overflows ? m.value : m.up ? Facts<T>::max : Facts<T>::min; }

#define MIXED(NAME, COMPUTE, OTHER)                                                                          \
  template <bool C, class T>                                                                                 \
  DEVICE option<T> r_checked_##NAME(Trap<C>&, u32, T a, OTHER<T> b) {                                        \
    auto m = COMPUTE(a, b);                                                                                  \
    return some_unless(m.overflows, m.value);                                                                \
  }                                                                                                          \
  template <bool C, class T>                                                                                 \
  DEVICE T r_saturating_##NAME(Trap<C>&, u32, T a, OTHER<T> b) { return saturated(COMPUTE(a, b)); }          \
  template <bool C, class T>                                                                                 \
  DEVICE T r_wrapping_##NAME(Trap<C>&, u32, T a, OTHER<T> b) { return COMPUTE(a, b).value; }                 \
  template <bool C, class T>                                                                                 \
  DEVICE tuple<T, bool> r_overflowing_##NAME(Trap<C>&, u32, T a, OTHER<T> b) {                               \
    auto m = COMPUTE(a, b);                                                                                  \
    return {m.value, m.overflows};                                                                           \
  }
MIXED(add_signed, mixed_add, OfSigned)
MIXED(sub_signed, mixed_sub, OfSigned)
MIXED(add_unsigned, mixed_add, OfUnsigned)
MIXED(sub_unsigned, mixed_sub, OfUnsigned)
#undef MIXED

template <bool C, class T>
DEVICE option<OfSigned<T>> r_checked_signed_diff(Trap<C>&, u32, T a, as<T> b) {
  OfSigned<T> difference = OfSigned<T>(wrap_sub(a, b));
  return some_unless((a >= b) == (difference < 0), difference);
}

template <bool C, class T>
DEVICE tuple<T, bool> r_overflowing_neg(Trap<C>&, u32, T a) { return {wrap_neg(a), sub_overflows(T(0), a)}; }
template <bool C, class T>
DEVICE T r_unbounded_shl(Trap<C>& trap, u32, T a, u32 by) {
  return by < Facts<T>::bits ? r_wrapping_shl(trap, 0, a, by) : T(0);
}
template <bool C, class T>
DEVICE T r_unbounded_shr(Trap<C>& trap, u32, T a, u32 by) {
  return by < Facts<T>::bits ? r_wrapping_shr(trap, 0, a, by) : below_zero(a) ? T(-1) : T(0);
}

// Rounded down, but between signed numbers toward zero.
template <bool C, class T>
DEVICE T r_midpoint(Trap<C>&, u32, T a, as<T> b) {
  T below = T((a & b) + ((a ^ b) >> 1));
  return below_zero(below) && ((a ^ b) & 1) ? T(below + 1) : below;
}

template <bool C, class T>
DEVICE option<u32> r_checked_ilog(Trap<C>&, u32, T a, as<T> base) {
  if (a <= 0 || base <= 1) return option<u32>{};
  u32 log = 0;
  for (; a >= base; a = T(a / base)) log += 1;
  return option<u32>{true, log};
}
template <bool C, class T>
DEVICE option<u32> r_checked_ilog2(Trap<C>& trap, u32, T a) {
  return a <= 0 ? option<u32>{} : option<u32>{true, r_ilog2(trap, 0, a)};
}
template <bool C, class T>
DEVICE option<u32> r_checked_ilog10(Trap<C>& trap, u32, T a) {
  return a <= 0 ? option<u32>{} : option<u32>{true, r_ilog10(trap, 0, a)};
}
template <bool C, class T>
DEVICE option<T> r_checked_isqrt(Trap<C>& trap, u32, T a) {
  return below_zero(a) ? option<T>{} : option<T>{true, r_isqrt(trap, 0, a)};
}

template <bool C, class T>
DEVICE bool r_is_multiple_of(Trap<C>&, u32, T a, as<T> b) { return b == 0 ? a == 0 : a % b == 0; }
template <bool C, class T>
DEVICE option<T> r_checked_next_multiple_of(Trap<C>&, u32, T a, as<T> b) {
  if (b == 0) return option<T>{};
  T rest = T(a % b), missing = T(rest == 0 ? T(0) : b - rest);
  return some_unless(add_overflows(a, missing), wrap_add(a, missing));
}
template <bool C, class T>
DEVICE option<T> r_checked_next_power_of_two(Trap<C>&, u32, T a) {
  T below = a <= 1 ? T(0) : T(Facts<T>::max >> leading_zeros(T(a - 1)));
  return some_unless(below == Facts<T>::max, wrap_add(below, T(1)));
}
