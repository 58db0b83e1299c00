// Functors for counts, means and sums of squared deviations, which are computed in f64.

// AsF64 converts a number.
struct AsF64 {
  template <class T>
  DEVICE f64 operator()(const T& x) const { return cast<f64>(x); }
};

// MeanOf divides the sum of a group by its number of items, which lie between two offsets.
struct MeanOf {
  DEVICE f64 operator()(const tuple<f64, array<u64, 2>>& x) const { return x.m_0 / cast<f64>(x.m_1.v[1] - x.m_1.v[0]); }
};

// Counted pairs a number with the count 1.
struct Counted {
  template <class T>
  DEVICE tuple<u64, f64> operator()(const T& x) const { return tuple<u64, f64>{1, cast<f64>(x)}; }
};

// Moment yields the moments of a single number: the count, the mean, and the sum of squared deviations from the mean.
struct Moment {
  template <class T>
  DEVICE tuple<f64, f64, f64> operator()(const T& x) const { return tuple<f64, f64, f64>{1, cast<f64>(x), 0}; }
};

// MergeMoments combines the moments of two parts.
// T. Chan, G. Golub and R. LeVeque, Algorithms for Computing the Sample Variance, 1983.
struct MergeMoments {
  typedef tuple<f64, f64, f64> T;
  DEVICE T operator()(const T& a, const T& b) const {
    f64 count = a.m_0 + b.m_0, delta = b.m_1 - a.m_1, share = b.m_0 / count;
    return T{count, a.m_1 + delta * share, a.m_2 + b.m_2 + delta * delta * (a.m_0 * share)};
  }
};
