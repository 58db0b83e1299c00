// The form in which large items are staged that are computed from numbers: the numbers, if KEEP_NUMBERS.

template <bool NUMBERS, class E, class F>
struct ComputedFrom {
  typedef Map<E, F> input;
  DEVICE static const input& of(const input& in) { return in; }
  DEVICE static typename input::value item(const input&, const typename input::value& x, u64) { return x; }
};
template <class E, class F>
struct ComputedFrom<true, E, F> {
  typedef E input;
  DEVICE static const E& of(const Map<E, F>& in) { return in.e; }
  DEVICE static typename Map<E, F>::value item(const Map<E, F>& in, const typename E::value& x, u64) { return in.f(x); }
};
template <class E, class F>
struct StoredAs<Map<E, F>> : ComputedFrom<(KEEP_NUMBERS != 0), E, F> {};
