// The known operators. They can't fail, so they take no trap and no site.

struct Sum {
  template <class T>
  DEVICE T operator()(T a, T b) const {
    if constexpr (Facts<T>::is_integer) return wrap_add(a, b);
    else return narrow<T>(widen(a) + widen(b));
  }
};
struct Product {
  template <class T>
  DEVICE T operator()(T a, T b) const {
    if constexpr (Facts<T>::is_integer) return wrap_mul(a, b);
    else return narrow<T>(widen(a) * widen(b));
  }
};
struct Min { template <class T> DEVICE T operator()(T a, T b) const { return smaller(a, b); } };
struct Max { template <class T> DEVICE T operator()(T a, T b) const { return larger(a, b); } };
struct BitAnd { template <class T> DEVICE T operator()(T a, T b) const { return T(a & b); } };
struct BitOr { template <class T> DEVICE T operator()(T a, T b) const { return T(a | b); } };
struct BitXor { template <class T> DEVICE T operator()(T a, T b) const { return T(a ^ b); } };

// ExtremeBy yields the one of two items that comes first by a relation, or last if LARGEST. If neither comes before the other, it
// yields the left one, or the right one if LARGEST.
template <class F, bool LARGEST>
struct ExtremeBy {
  PARAM F before;
  template <class T>
  DEVICE T operator()(const T& a, const T& b) const { return before(b, a) != LARGEST ? b : a; }
};
