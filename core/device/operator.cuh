// The known operators. They can't fail, so they take no trap and no site.

// Replaces the parts of a tuple from part I on by what an operator makes of them and those of another.
template <u32 I, u32 N, class O, class T>
DEVICE void combine_parts(const O& op, T& a, const T& b) {
  if constexpr (I < N) {
    get<I>(a) = op(get<I>(a), get<I>(b));
    combine_parts<I + 1, N>(op, a, b);
  }
}

// The operators of arrays and tuples, part by part, in a struct that has the operator of numbers.
#define PART_BY_PART                                                                          \
  template <class T, u64 N>                                                                   \
  DEVICE array<T, N> operator()(array<T, N> a, array<T, N> b) const {                         \
    for (u64 i = 0; i < N; i += 1) a.v[i] = (*this)(a.v[i], b.v[i]);                          \
    return a;                                                                                 \
  }                                                                                           \
  template <class... T>                                                                       \
  DEVICE tuple<T...> operator()(tuple<T...> a, tuple<T...> b) const {                         \
    combine_parts<0, sizeof...(T)>(*this, a, b);                                              \
    return a;                                                                                 \
  }

struct Sum {
  template <class T>
  DEVICE T operator()(T a, T b) const {
    if constexpr (Facts<T>::is_integer) return wrap_add(a, b);
    else return narrow<T>(widen(a) + widen(b));
  }
  PART_BY_PART
};
struct Product {
  template <class T>
  DEVICE T operator()(T a, T b) const {
    if constexpr (Facts<T>::is_integer) return wrap_mul(a, b);
    else return narrow<T>(widen(a) * widen(b));
  }
  PART_BY_PART
};
struct Min {
  template <class T>
  DEVICE T operator()(T a, T b) const { return smaller(a, b); }
  PART_BY_PART
};
struct Max {
  template <class T>
  DEVICE T operator()(T a, T b) const { return larger(a, b); }
  PART_BY_PART
};
struct BitAnd {
  template <class T>
  DEVICE T operator()(T a, T b) const { return T(a & b); }
  PART_BY_PART
};
struct BitOr {
  template <class T>
  DEVICE T operator()(T a, T b) const { return T(a | b); }
  PART_BY_PART
};
struct BitXor {
  template <class T>
  DEVICE T operator()(T a, T b) const { return T(a ^ b); }
  PART_BY_PART
};

// ExtremeBy yields the one of two items that comes first by a relation, or last if LARGEST. If neither comes before the other, it
// yields the left one, or the right one if LARGEST.
template <class F, bool LARGEST>
struct ExtremeBy {
  PARAM F before;
  template <class T>
  DEVICE T operator()(const T& a, const T& b) const { return before(b, a) != LARGEST ? b : a; }
};
