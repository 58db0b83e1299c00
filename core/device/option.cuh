// Rust's `Option`: a flag, and a value, which is zero where the flag is false, as `r_unwrap` behind its trap and `r_flatten` expect.

template <class T>
struct option {
  bool m_some;
  T m_value;
};

// What a method or `?` makes of a value that isn't there.
template <class M, bool C, class T>
DEVICE M absent(Trap<C>&, u32, const option<T>&) { return M{}; }

template <bool C, class T>
DEVICE bool r_is_some(Trap<C>&, u32, const option<T>& a) { return a.m_some; }
template <bool C, class T>
DEVICE bool r_is_none(Trap<C>&, u32, const option<T>& a) { return !a.m_some; }
template <bool C, class T>
DEVICE T r_unwrap(Trap<C>& trap, u32 site, const option<T>& a) {
  if (!a.m_some) trap.raise(site);
  return a.m_value;
}
template <bool C, class T>
DEVICE T r_expect(Trap<C>& trap, u32 site, const option<T>& a) { return r_unwrap(trap, site, a); }
template <bool C, class T>
DEVICE T r_unwrap_or(Trap<C>&, u32, const option<T>& a, as<T> other) { return a.m_some ? a.m_value : other; }
template <bool C, class T>
DEVICE T r_unwrap_or_default(Trap<C>&, u32, const option<T>& a) { return a.m_some ? a.m_value : T{}; }
template <bool C, class T, class U>
DEVICE option<U> r_and(Trap<C>&, u32, const option<T>& a, const option<U>& b) { return a.m_some ? b : option<U>{}; }
template <bool C, class T>
DEVICE option<T> r_or(Trap<C>&, u32, const option<T>& a, const as<option<T>>& b) { return a.m_some ? a : b; }
template <bool C, class T>
DEVICE option<T> r_xor(Trap<C>&, u32, const option<T>& a, const as<option<T>>& b) {
  if (a.m_some && b.m_some) return option<T>{};
  return a.m_some ? a : b;
}
template <bool C, class T, class U>
DEVICE option<tuple<T, U>> r_zip(Trap<C>&, u32, const option<T>& a, const option<U>& b) {
  if (!a.m_some || !b.m_some) return option<tuple<T, U>>{};
  return option<tuple<T, U>>{true, tuple<T, U>{a.m_value, b.m_value}};
}
template <bool C, class T>
DEVICE option<T> r_flatten(Trap<C>&, u32, const option<option<T>>& a) { return a.m_value; }
template <bool C, class T>
DEVICE option<T> r_copied(Trap<C>&, u32, const option<T>& a) { return a; }
template <bool C, class T>
DEVICE option<T> r_cloned(Trap<C>&, u32, const option<T>& a) { return a; }
template <bool C, class T>
DEVICE option<T> r_take(Trap<C>&, u32, option<T>& a) {
  option<T> old = a;
  a = option<T>{};
  return old;
}
template <bool C, class T>
DEVICE option<T> r_replace(Trap<C>&, u32, option<T>& a, as<T> value) {
  option<T> old = a;
  a = option<T>{true, value};
  return old;
}
template <class T>
DEVICE bool equal(const option<T>& a, const option<T>& b) {
  return a.m_some == b.m_some && (!a.m_some || equal(a.m_value, b.m_value));
}

template <bool C, class T>
DEVICE option<T> r_then_some(Trap<C>&, u32, bool a, const T& value) { return a ? option<T>{true, value} : option<T>{}; }

template <bool C, class T>
DEVICE auto r_get(Trap<C>&, u32, const slice<T>& s, u64 i) {
  typedef option<typename slice<T>::item> element;
  return i < s.n ? element{true, s.p[i]} : element{};
}
template <bool C, class T>
DEVICE auto r_first(Trap<C>& trap, u32, const slice<T>& s) { return r_get(trap, 0, s, 0); }
template <bool C, class T>
DEVICE auto r_last(Trap<C>& trap, u32, const slice<T>& s) { return r_get(trap, 0, s, s.n - 1); }
READS(r_get)
READS(r_first)
READS(r_last)

// A NaN comes neither before nor behind another number.
template <bool C, class T>
DEVICE option<Ordering> r_partial_cmp(Trap<C>&, u32, const T& a, const as<T>& b) {
  bool some = less_equal(a, b) || less(b, a);
  return option<Ordering>{some, some ? compare(a, b) : Ordering::Equal};
}

// Arithmetic whose result is `None` where it would overflow or has no value.

template <class T>
DEVICE option<T> some_unless(bool none, T value) { return none ? option<T>{} : option<T>{true, value}; }

template <bool C, class T>
DEVICE option<T> r_checked_add(Trap<C>&, u32, T a, as<T> b) { return some_unless(add_overflows(a, b), wrap_add(a, b)); }
template <bool C, class T>
DEVICE option<T> r_checked_sub(Trap<C>&, u32, T a, as<T> b) { return some_unless(sub_overflows(a, b), wrap_sub(a, b)); }
template <bool C, class T>
DEVICE option<T> r_checked_mul(Trap<C>&, u32, T a, as<T> b) { return some_unless(mul_overflows(a, b), wrap_mul(a, b)); }
template <bool C, class T>
DEVICE option<T> r_checked_neg(Trap<C>&, u32, T a) { return some_unless(sub_overflows(T(0), a), wrap_neg(a)); }
template <bool C, class T>
DEVICE option<T> r_checked_abs(Trap<C>&, u32, T a) { return some_unless(a == Facts<T>::min, a < 0 ? wrap_neg(a) : a); }
#define QUOTIENT(NAME)                                                       \
  template <bool C, class T>                                                 \
  DEVICE option<T> r_checked_##NAME(Trap<C>& trap, u32 site, T a, as<T> b) { \
    if (no_quotient(a, b)) return option<T>{};                               \
    return option<T>{true, integer_##NAME(trap, site, a, b)};                \
  }
QUOTIENT(div)
QUOTIENT(rem)
QUOTIENT(div_euclid)
QUOTIENT(rem_euclid)
#undef QUOTIENT
template <bool C, class T>
DEVICE option<T> r_checked_shl(Trap<C>& trap, u32 site, T a, u32 by) {
  return some_unless(by >= Facts<T>::bits, r_wrapping_shl(trap, site, a, by));
}
template <bool C, class T>
DEVICE option<T> r_checked_shr(Trap<C>& trap, u32 site, T a, u32 by) {
  return some_unless(by >= Facts<T>::bits, r_wrapping_shr(trap, site, a, by));
}
template <bool C, class T>
DEVICE option<T> r_checked_pow(Trap<C>&, u32, T base, u32 exponent) {
  bool over = false;
  T result = T(1);
  while (exponent != 0) {
    if (exponent & 1) { over |= mul_overflows(result, base); result = wrap_mul(result, base); }
    exponent >>= 1;
    if (exponent != 0) { over |= mul_overflows(base, base); base = wrap_mul(base, base); }
  }
  return some_unless(over, result);
}
