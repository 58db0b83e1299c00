// Functors that yield the bins of histograms. An item outside every bin gets the number of bins.

// The upper half of a product.
DEVICE u64 product_high(u64 a, u64 b) {
#ifndef ONRUSH_EMULATED
  return __umul64hi(a, b);
#else
  return u64((unsigned __int128)(a) * b >> 64);
#endif
}

// EvenFloats yields the bin of a float between edges lower + k · step. The number of the nearest edge is rounded to an
// integer by adding a power of two, so that it stands in the sum's low bits.
template <class W>
struct EvenFloats {
  // `most` is the largest float in the range.
  W lower, most, scale, step;
  u32 bins;

  template <class T>
  DEVICE u32 operator()(const T& item) const {
    constexpr W integers = W(u64(1) << (sizeof(W) == 4 ? 23 : 52));
    W x = cast<W>(item), nearest = (x - lower) * scale + integers;
    bool within = x >= lower && x <= most;
    bool before = x < lower + (nearest - integers) * step;
    u32 last = bins - 1, bin = u32(bits_of(nearest) - bits_of(integers)) - u32(before);
    return within ? bin < last ? bin : last : bins;
  }
};

// EvenIntegers yields the bin of an integer in bins of one width: for lower + d it is d · bins / width, without a division.
template <class T>
struct EvenIntegers {
  u64 width, whole, part, fraction;
  T lower;
  u32 bins;

  DEVICE u32 operator()(const T& x) const {
    if constexpr (sizeof(T) > 4) {
      u64 d = u64(x) - u64(lower), share = product_high(fraction, d);
      u32 bin = u32(whole * d + share) + u32(part * d - share * width >= width);
      return x < lower || d >= width ? bins : bin;
    } else {
      // The difference wraps for an item below the range, which is compared first.
      u32 d = u32(x) - u32(lower);
      u32 share = u32(((fraction >> 32) * d + (u64(u32(fraction)) * d >> 32)) >> 32);
      return x < lower || d >= width ? bins : u32(whole) * d + share;
    }
  }
};

// RangeBin yields the number of the last edge that doesn't exceed an item.
template <class T>
struct RangeBin {
  PARAM View<T> edges;

  DEVICE u32 operator()(const T& x) const {
    u64 upto = partition_point(edges, [&](const T& edge) { return less_equal(edge, x); });
    return u32(upto == 0 ? edges.n == 0 ? 0 : edges.n - 1 : upto - 1);
  }
};

// BinStart yields the zero with which a bin's count or sum begins. An edge that isn't at least the one before it is reported at SITE.
template <class T, class W, u32 SITE>
struct BinStart {
  PARAM View<T> edges;

  DEVICE W operator()(u64 bin) const {
    if (bin + 1 < edges.n && !less_equal(edges.p[bin], edges.p[bin + 1])) {
      Panic panic;
      panic.raise(SITE, bin + 1);
    }
    return W{};
  }
};

// ChannelBins yields the bin of each of an item's channels. Every channel has bins of its own, those of channel k behind those of
// channel k - 1.
template <class F>
struct ChannelBins {
  PARAM F bin;
  PARAM u32 bins;

  template <class T, u64 N>
  DEVICE array<u32, N> operator()(const array<T, N>& items) const {
    array<u32, N> out;
    UNROLL for (u32 k = 0; k < N; k += 1) {
      u32 own = bin(items.v[k]);
      out.v[k] = own < bins ? k * bins + own : u32(N) * bins;
    }
    return out;
  }
};
