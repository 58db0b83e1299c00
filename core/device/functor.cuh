// Functors made of functors, for adaptors and derived algorithms.

// Uncurry applies a function of two parameters to pairs.
template <class F>
struct Uncurry {
  PARAM F f;
  template <class P>
  DEVICE auto operator()(const P& pair) const { return f(get<0>(pair), get<1>(pair)); }
};

// Uncurry3 and Uncurry4 apply a function to the parts of a tuple.
template <class F>
struct Uncurry3 {
  PARAM F f;
  template <class P>
  DEVICE auto operator()(const P& t) const { return f(get<0>(t), get<1>(t), get<2>(t)); }
};
template <class F>
struct Uncurry4 {
  PARAM F f;
  template <class P>
  DEVICE auto operator()(const P& t) const { return f(get<0>(t), get<1>(t), get<2>(t), get<3>(t)); }
};

// Pairwise applies a function of two parameters to windows of two items.
template <class F>
struct Pairwise {
  PARAM F f;
  template <class T>
  DEVICE auto operator()(const array<T, 2>& pair) const { return f(pair.v[0], pair.v[1]); }
};

// OnFirst applies a function of two items to the first parts of two pairs.
template <class F>
struct OnFirst {
  PARAM F f;
  template <class P>
  DEVICE auto operator()(const P& a, const P& b) const { return f(get<0>(a), get<0>(b)); }
};

// IsLess makes a relation of a comparison: it tells whether the comparison of two items returns `Less`.
template <class F>
struct IsLess {
  PARAM F f;
  template <class T>
  DEVICE bool operator()(const T& a, const T& b) const { return f(a, b) == Ordering::Less; }
};

// Not is the negation of a predicate.
template <class F>
struct Not {
  PARAM F f;
  template <class T>
  DEVICE bool operator()(const T& x) const { return !f(x); }
};

// Keyed pairs a function's result for an item with the item.
template <class F>
struct Keyed {
  PARAM F f;
  template <class T>
  DEVICE auto operator()(const T& x) const { return tuple<plain<decltype(f(x))>, T>{f(x), x}; }
};

// Reversed wraps a key in `Reverse`, which has the reverse order.
struct Reversed {
  template <class K>
  DEVICE Reverse<K> operator()(const K& key) const { return Reverse<K>{key}; }
};

// Exchange swaps the two elements to which a pair of references refers.
struct Exchange {
  template <class T>
  DEVICE unit operator()(const tuple<T&, T&>& pair) const {
    T first = get<0>(pair);
    get<0>(pair) = get<1>(pair);
    get<1>(pair) = first;
    return unit{};
  }
};

// One yields 1 for every item; their sum is the number of items.
struct One {
  template <class T>
  DEVICE u64 operator()(const T&) const { return 1; }
};

// EqualTo compares an item with a constant.
template <class T>
struct EqualTo {
  PARAM T value;
  DEVICE bool operator()(const T& x) const { return equal(x, value); }
};
