// scatter of many items over many positions, by bins: items whose positions lie together are first brought together,
// unless the input has them so. The owners (scatter.cuh) of a bin then stay in the GPU's cache, if it holds a 256th of all
// owners.
//
//   counts[b] = number of items whose position is in bin b        (radix_histogram.cuh)
//   positions and items are put in the order of bins              (radix_pass.cuh)
//   claim and fill, from there                                    (scatter.cuh)
//
// Bins are runs of 2^shift positions, at most 256 of them. The order is stable, so that of several items for one
// position the last one still has the highest number. Owners are cleared instead of tagged, and have half the size.
// Traffic: positions are read twice and items once (twice, if computing one can fail); both are then written once and
// read once, with 4 bytes for each position. Owners, 4 bytes for each position of the output, are cleared, claimed by
// an atomic for each item, and read once.

// The stand-in for a position behind the output, which the launch that counts reports. It belongs to the last bin, and its
// item isn't stored.
constexpr u32 NOWHERE = ~0u;
DEVICE u32 bin_of(u32 position, u32 shift) {
  u32 bin = position >> shift;
  return bin < RADIX ? bin : RADIX - 1;
}

// The positions of the items, in 32 bits: the output has fewer than 2^32.
template <class In, class Out>
struct PositionsOf {
  const In& in;
  const Out& out;
  DEVICE u64 len() const { return in.len(); }
  DEVICE u32 get(u64 i) const {
    typename In::value x;
    in.slot(i, x);
    u64 position = ::get<0>(x);
    return position < out.len() ? u32(position) : NOWHERE;
  }
};
template <class In>
struct ItemsOf {
  const In& in;
  DEVICE auto get(u64 i) const {
    typename In::value x;
    in.slot(i, x);
    return ::get<1>(x);
  }
};
// The bins, as keys of one digit. One of the positions behind the output is remembered, with its item: reporting it at once
// would put a branch between loads, which would then wait for each other.
template <class In, class Out>
struct BinsOf {
  const In& in;
  const Out& out;
  u32 shift;
  u64& behind;
  u64& item;
  DEVICE u64 len() const { return in.len(); }
  DEVICE u8 get(u64 i) const {
    typename In::value x;
    in.slot(i, x);
    u64 position = ::get<0>(x);
    bool within = position < out.len();
    behind = within ? behind : position;
    item = within ? item : i;
    return within ? u8(bin_of(u32(position), shift)) : RADIX - 1;
  }
  template <int V>
  DEVICE void load(u64 i, u8* bins) const { UNROLL for (int k = 0; k < V; k += 1) bins[k] = get(i + k); }
};
// The contents of the bins, as a chain of positions and items. An item whose position is NOWHERE isn't kept.
template <class Items>
struct Binned {
  typedef tuple<u64, typename Items::value> value;
  Span<u32> positions;
  const Items& items;
  DEVICE u64 len() const { return positions.len(); }
  DEVICE bool slot(u64 i, value& x) const {
    x = value{positions.get(i), items.get(i)};
    return ::get<0>(x) != NOWHERE;
  }
};

// The measure of nearness: bins of 2^shift positions, and the number of owners that fit in the GPU's cache.
struct Nearness {
  PARAM u32 shift;
  PARAM u32 cached;
};

// Decides whether bins are worth their cost, and if so, counts the items of each.
template <class In, class Out>
struct ScatterCount {
  typedef RadixHistogram<u8, BinsOf<In, Out>, u32, 1> Counts;
  static constexpr u32 threads = Counts::threads, min_blocks = Counts::min_blocks, warps = threads / WARP;
  // The number of places in the input where `threads` items are tested, and the number of owners in a cache line.
  static constexpr u32 LOOKS = 8, LINE = 32;
  static_assert(warps == WARP && LOOKS <= warps, "a lane for each warp, a warp for each place");
  struct Shared {
    typename Counts::Shared counts;
    u32 at[LOOKS][warps], lines[LOOKS][warps], far[LOOKS];
  };

  // Whether a quarter or more of the tested items need a cache line of owners that no lower lane of their warp needs. The
  // items at a place don't count if their positions lie within `cached` of each other, since the cache has room for their
  // owners. All blocks test the same items, so they agree.
  DEVICE static bool scattered(Shared& s, const PositionsOf<In, Out>& positions, u32 cached) {
    u32 position[LOOKS];
    u64 n = positions.len(), part = n / LOOKS;
    UNROLL_CHAIN for (u32 k = 0; k < LOOKS; k += 1) position[k] = positions.get(least(k * part + thread(), n - 1));
    UNROLL for (u32 k = 0; k < LOOKS; k += 1) {
      u32 sharing = match_any(EVERY_LANE, position[k] / LINE), lines = popc(ballot(EVERY_LANE, ffs(sharing) - 1 == lane()));
      if (lane() == 0) {
        s.at[k][warp()] = position[k];
        s.lines[k][warp()] = lines;
      }
    }
    sync_block();
    if (warp() < LOOKS) {
      u32 low = s.at[warp()][lane()], high = low, lines = s.lines[warp()][lane()];
      UNROLL for (u32 d = 1; d < WARP; d *= 2) {
        low = least(low, shuffle_xor(EVERY_LANE, low, d));
        u32 other = shuffle_xor(EVERY_LANE, high, d);
        high = other > high ? other : high;
        lines += shuffle_xor(EVERY_LANE, lines, d);
      }
      if (lane() == 0) s.far[warp()] = high - low > cached ? lines : 0;
    }
    sync_block();
    u32 far = 0;
    UNROLL for (u32 k = 0; k < LOOKS; k += 1) far += s.far[k];
    return far >= LOOKS * threads / 4;
  }

  DEVICE static void run(const In& in, const Out& out, Nearness nearness, HasBins binned, DigitCounts counts,
                         Starts<u32> starts, Plan plan, Tickets tickets) {
    bool worth = scattered(shared<Shared>(), PositionsOf<In, Out>{in, out}, nearness.cached);
    if (block() == 0 && thread() == 0) *binned = worth;
    if (!worth) return;
    u64 behind = 0, item = 0;
    Counts::run(BinsOf<In, Out>{in, out, nearness.shift, behind, item}, counts, starts, plan, tickets);
    if (behind >= out.len()) {
      Panic panic;
      panic.raise(SCATTER_SITE, behind, out.len(), item);
    }
  }
};

template <class In, class Out, u32 ITEMS>
struct ScatterBin : RadixPass<u32, typename Out::value, true, u32, ITEMS> {
  typedef RadixPass<u32, typename Out::value, true, u32, ITEMS> Pass;
  DEVICE static void run(const In& in, const Out& out, u32 shift, HasBins binned, const Span<u32>& positions,
                         const Out& items, Starts<u32> starts, States states, Tag tag,
                         Tickets tickets) {
    if (*binned == 0) return;
    auto bin = [&](u32 position) { return bin_of(position, shift); };
    Pass::run(PositionsOf<In, Out>{in, out}, positions, ItemsOf<In>{in}, items, bin, starts, states, tag, tickets);
  }
};

// A step of scatter, which reads from the bins if there are any.
template <template <class, class> class Step, class In, class Out>
struct FromBins : Scatter<In, Out> {
  DEVICE static void run(const In& in, const Out& out, HasBins binned, const Span<u32>& positions, const Out& items,
                         Owners owners) {
    typedef Binned<Out> Bins;
    if (*binned != 0) Step<Bins, Out>::step(Bins{positions, items}, out, owners, Numbered{});
    else Step<In, Out>::step(in, out, owners, Numbered{});
  }
};
