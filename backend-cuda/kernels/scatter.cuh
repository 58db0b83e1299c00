// scatter: stores items at computed positions; of several items for one position the last one stays.
//
//   claim: owners[position] = max over its items of (tag, number of the item)
//   put:   out[position] = item, if the item owns the position
//
// Two launches. The tag of a launch is larger than those of all before it, so owners need no clearing. Traffic: positions
// are read twice, items once; one atomic and one read of 8 bytes per item.

// The place of a failure: a position beyond the output.
constexpr u32 SCATTER_SITE = 0xfffffffd;

template <class In, class Out>
struct Scatter {
  typedef typename In::value Placed;
  static constexpr u32 threads = 256, min_blocks = 4, rows = 4;
  static constexpr u64 slots_per_block = u64(threads) * rows;
  struct Shared {};
};

template <class In, class Out>
struct ScatterClaim : Scatter<In, Out> {
  typedef Scatter<In, Out> Base;
  DEVICE static void run(const In& in, const Out& out, u64* owners, u32 tag) {
    u64 n = in.len(), first = u64(block()) * Base::slots_per_block + thread();
    UNROLL for (u32 r = 0; r < Base::rows; r += 1) {
      u64 i = first + r * Base::threads;
      typename Base::Placed x;
      if (i >= n || !in.slot(i, x)) continue;
      u64 position = get<0>(x);
      if (position < out.len()) {
        atomic_max(&owners[position], u64(tag) << 32 | i);
      } else {
        Trap<false> trap;
        trap.raise(SCATTER_SITE, position, out.len());
      }
    }
  }
};

template <class In, class Out>
struct ScatterPut : Scatter<In, Out> {
  typedef Scatter<In, Out> Base;
  DEVICE static void run(const In& in, const Out& out, const u64* owners, u32 tag) {
    u64 n = in.len(), first = u64(block()) * Base::slots_per_block + thread();
    UNROLL for (u32 r = 0; r < Base::rows; r += 1) {
      u64 i = first + r * Base::threads;
      typename Base::Placed x;
      if (i >= n || !in.slot(i, x)) continue;
      u64 position = get<0>(x);
      if (position < out.len() && owners[position] == (u64(tag) << 32 | i)) out.put(position, get<1>(x));
    }
  }
};
