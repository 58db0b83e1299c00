// Tuples, arrays and views.

template <class... T> struct tuple;
template <class A> struct tuple<A> { A m_0; };
template <class A, class B> struct tuple<A, B> { A m_0; B m_1; };
template <class A, class B, class C> struct tuple<A, B, C> { A m_0; B m_1; C m_2; };
template <class A, class B, class C, class D> struct tuple<A, B, C, D> { A m_0; B m_1; C m_2; D m_3; };
template <class A, class B, class C, class D, class E>
struct tuple<A, B, C, D, E> { A m_0; B m_1; C m_2; D m_3; E m_4; };
template <class A, class B, class C, class D, class E, class F>
struct tuple<A, B, C, D, E, F> { A m_0; B m_1; C m_2; D m_3; E m_4; F m_5; };
template <class A, class B, class C, class D, class E, class F, class G>
struct tuple<A, B, C, D, E, F, G> { A m_0; B m_1; C m_2; D m_3; E m_4; F m_5; G m_6; };
template <class A, class B, class C, class D, class E, class F, class G, class H>
struct tuple<A, B, C, D, E, F, G, H> { A m_0; B m_1; C m_2; D m_3; E m_4; F m_5; G m_6; H m_7; };

// Part I of a tuple, as an lvalue; if the part is a reference, the lvalue to which it refers.
template <u32 I, class Tuple>
DEVICE auto& get(Tuple& t) {
  if constexpr (I == 0) return t.m_0;
  else if constexpr (I == 1) return t.m_1;
  else if constexpr (I == 2) return t.m_2;
  else if constexpr (I == 3) return t.m_3;
  else if constexpr (I == 4) return t.m_4;
  else if constexpr (I == 5) return t.m_5;
  else if constexpr (I == 6) return t.m_6;
  else {
    static_assert(I == 7, "a tuple has at most eight parts");
    return t.m_7;
  }
}
template <u32 I, class Tuple>
DEVICE const auto& get(const Tuple&& t) { return get<I>(t); }

// Rust's `core::cmp::Reverse`.
template <class T>
struct Reverse { T m_0; };
template <class T> struct HasPadding<Reverse<T>> : HasPadding<T> {};

template <class T, u64 N>
struct array {
  T v[N];
};
template <class T, u64 N> struct HasPadding<array<T, N>> : HasPadding<T> {};

// A view of a device vector's elements, which nothing writes while the kernel runs.
template <class T>
struct View {
  const T* p;
  u64 n;
};

// The expression `a[i]`. An index that is out of bounds raises the trap and yields a dummy value.
template <bool C, class T, u64 N>
DEVICE T& index(Trap<C>& trap, u32 site, array<T, N>& a, u64 i) {
  if (i < N) return a.v[i];
  trap.raise(site, i, N);
  return a.v[0];
}
template <bool C, class T, u64 N>
DEVICE const T& index(Trap<C>& trap, u32 site, const array<T, N>& a, u64 i) {
  if (i < N) return a.v[i];
  trap.raise(site, i, N);
  return a.v[0];
}
template <bool C, class T>
DEVICE T index(Trap<C>& trap, u32 site, const View<T>& view, u64 i) {
  if (i < view.n) return view.p[i];
  trap.raise(site, i, view.n);
  return T{};
}
template <bool C, class T>
DEVICE u64 r_len(Trap<C>&, u32, const View<T>& view) { return view.n; }
template <bool C, class T>
DEVICE bool r_is_empty(Trap<C>&, u32, const View<T>& view) { return view.n == 0; }
template <bool C, class T, u64 N>
DEVICE u64 r_len(Trap<C>&, u32, const array<T, N>&) { return N; }
