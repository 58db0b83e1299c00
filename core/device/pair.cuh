// Functors for pairs.

// Second applies a function to the second part of a pair.
template <class F>
struct Second {
  PARAM F f;
  template <class P>
  DEVICE auto operator()(const P& pair) const { return f(get<1>(pair)); }
};

// Nested3 and Nested4 apply a function to the parts of pairs whose first parts are pairs.
template <class F>
struct Nested3 {
  PARAM F f;
  template <class P>
  DEVICE auto operator()(const P& t) const { return f(get<0>(get<0>(t)), get<1>(get<0>(t)), get<1>(t)); }
};
template <class F>
struct Nested4 {
  PARAM F f;
  template <class P>
  DEVICE auto operator()(const P& t) const {
    return f(get<0>(get<0>(get<0>(t))), get<1>(get<0>(get<0>(t))), get<1>(get<0>(t)), get<1>(t));
  }
};

// Both applies an operator to the first parts of two pairs, and another one to the second parts.
template <class A, class B>
struct Both {
  PARAM A a;
  PARAM B b;
  template <class P>
  DEVICE P operator()(const P& x, const P& y) const { return P{a(x.m_0, y.m_0), b(x.m_1, y.m_1)}; }
};
