// Functors of counts and of the copies that they ask for.

// AsCount widens a count; the sign is extended, so that a negative count is larger than any sum may be.
struct AsCount {
  template <class T>
  DEVICE u64 operator()(const T& count) const { return u64(count); }
};

// SaturatingSum adds numbers, up to the largest one.
struct SaturatingSum {
  DEVICE u64 operator()(u64 a, u64 b) const {
    u64 sum = a + b;
    return sum < a ? ~u64(0) : sum;
  }
};

// Copied yields the item of which a copy is one, whatever the number of the copy.
struct Copied {
  template <class T>
  DEVICE T operator()(const T& x, u64) const { return x; }
};
