// Rust's `Result`: a flag, a value, which is zero where the flag is false, and an error, which is zero where it is true. The flag and the
// value have the names of those of `option`.

template <class T, class E>
struct fallible {
  bool m_some;
  T m_value;
  E m_error;
};

template <class M, bool C, class T, class E>
DEVICE M absent(Trap<C>&, u32, const fallible<T, E>& a) {
  M made{};
  made.m_error = a.m_error;
  return made;
}

template <bool C, class T, class E>
DEVICE bool r_is_ok(Trap<C>&, u32, const fallible<T, E>& a) { return a.m_some; }
template <bool C, class T, class E>
DEVICE bool r_is_err(Trap<C>&, u32, const fallible<T, E>& a) { return !a.m_some; }
template <bool C, class T, class E>
DEVICE option<T> r_ok(Trap<C>&, u32, const fallible<T, E>& a) { return a.m_some ? option<T>{true, a.m_value} : option<T>{}; }
template <bool C, class T, class E>
DEVICE option<E> r_err(Trap<C>&, u32, const fallible<T, E>& a) { return a.m_some ? option<E>{} : option<E>{true, a.m_error}; }
template <bool C, class T, class E>
DEVICE T r_unwrap(Trap<C>& trap, u32 site, const fallible<T, E>& a) {
  if (!a.m_some) trap.raise(site);
  return a.m_value;
}
template <bool C, class T, class E>
DEVICE T r_expect(Trap<C>& trap, u32 site, const fallible<T, E>& a) { return r_unwrap(trap, site, a); }
template <bool C, class T, class E>
DEVICE E r_unwrap_err(Trap<C>& trap, u32 site, const fallible<T, E>& a) {
  if (a.m_some) trap.raise(site);
  return a.m_error;
}
template <bool C, class T, class E>
DEVICE E r_expect_err(Trap<C>& trap, u32 site, const fallible<T, E>& a) { return r_unwrap_err(trap, site, a); }
template <bool C, class T, class E>
DEVICE T r_unwrap_or(Trap<C>&, u32, const fallible<T, E>& a, as<T> other) { return a.m_some ? a.m_value : other; }
template <bool C, class T, class E>
DEVICE T r_unwrap_or_default(Trap<C>&, u32, const fallible<T, E>& a) { return a.m_some ? a.m_value : T{}; }
template <bool C, class T, class U, class E>
DEVICE fallible<U, E> r_and(Trap<C>&, u32, const fallible<T, E>& a, const fallible<U, E>& b) {
  return a.m_some ? b : fallible<U, E>{false, U{}, a.m_error};
}
template <bool C, class T, class E, class F>
DEVICE fallible<T, F> r_or(Trap<C>&, u32, const fallible<T, E>& a, const fallible<T, F>& b) {
  return a.m_some ? fallible<T, F>{true, a.m_value, F{}} : b;
}
template <bool C, class T, class E>
DEVICE fallible<T, E> r_copied(Trap<C>&, u32, const fallible<T, E>& a) { return a; }
template <bool C, class T, class E>
DEVICE fallible<T, E> r_cloned(Trap<C>&, u32, const fallible<T, E>& a) { return a; }
template <bool C, class T, class E>
DEVICE fallible<T, E> r_ok_or(Trap<C>&, u32, const option<T>& a, const E& error) {
  return a.m_some ? fallible<T, E>{true, a.m_value, E{}} : fallible<T, E>{false, T{}, error};
}
template <class T, class E>
DEVICE bool equal(const fallible<T, E>& a, const fallible<T, E>& b) {
  return a.m_some == b.m_some && (a.m_some ? equal(a.m_value, b.m_value) : equal(a.m_error, b.m_error));
}

// Conversions of integers, and of slices into arrays. The errors tell nothing, and are zero.
template <class T, bool C, class X>
DEVICE fallible<T, u8> r_try_from(Trap<C>&, u32, X x) {
  typedef typename Facts<extended<X>>::same_signed negative;
  bool fits = x < X(0) ? negative(Facts<T>::min) <= negative(x) : extended<X>(x) <= extended<X>(Facts<T>::max);
  return fits ? fallible<T, u8>{true, T(x), 0} : fallible<T, u8>{};
}
template <class A, bool C, class T>
DEVICE fallible<A, u8> r_try_from(Trap<C>&, u32, const slice<T>& s) {
  fallible<A, u8> made{};
  made.m_some = s.n == sizeof(made.m_value.v) / sizeof(made.m_value.v[0]);
  if (made.m_some) {
    u64 i = 0;
    for (auto& slot : made.m_value.v) { slot = s.p[i]; i += 1; }
  }
  return made;
}
