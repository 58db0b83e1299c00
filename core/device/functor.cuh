// Functors around functors, as adaptors and derived algorithms need them.

// A function of two parameters, of pairs.
template <class F>
struct Spread {
  PARAM F f;
  template <class P>
  DEVICE auto operator()(const P& pair) const { return f(get<0>(pair), get<1>(pair)); }
};

// A function of two parameters, of windows of two.
template <class F>
struct Pairwise {
  PARAM F f;
  template <class T>
  DEVICE auto operator()(const array<T, 2>& pair) const { return f(pair.v[0], pair.v[1]); }
};

// The contrary of a predicate.
template <class F>
struct Not {
  PARAM F f;
  template <class T>
  DEVICE bool operator()(const T& x) const { return !f(x); }
};

// What a function yields of an item, and the item.
template <class F>
struct Keyed {
  PARAM F f;
  template <class T>
  DEVICE auto operator()(const T& x) const { return tuple<plain<decltype(f(x))>, T>{f(x), x}; }
};

// The parts of a pair in the other order.
struct Swap {
  template <class A, class B>
  DEVICE tuple<B, A> operator()(const tuple<A, B>& pair) const { return tuple<B, A>{pair.m_1, pair.m_0}; }
};

// Every item counts as one.
struct One {
  template <class T>
  DEVICE u64 operator()(const T&) const { return 1; }
};
