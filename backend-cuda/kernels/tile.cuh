// The exchange between a tile and those before it, in three steps around two of the block's barriers:
//
//   tell            each warp stores its part
//   sync_block
//   look_back       one warp joins the parts, publishes the tile's, and looks back (lookback.cuh)
//   sync_block
//   get             every thread reads its prefix

// The part of a tile's value that the next tiles need, and the way in which they combine it: the whole value and the
// left fold, unless a type specialises this (segment.cuh).
template <class T, class Op>
struct Carried {
  typedef T part;
  typedef T folded;
  DEVICE static T part_of(const T& x) { return x; }
  template <u32 W>
  DEVICE static T fold(const Op& op, const T (&x)[W], u32 nearest, T* window) { return fold_back(op, x, nearest, window); }
  // Whether a value is independent of what stands on its left.
  DEVICE static bool absorbs(const T&) { return false; }
};

// Prefixes of runs: the value from which each run's fold begins.
template <class T, class Op>
struct TilePrefix {
  typedef Carried<T, Op> C;
  typedef typename C::part Part;
  // The number of windows that a look-back reads: two for larger items, since their short tiles begin at a higher rate than
  // look-backs over one window can pass prefixes on.
  static constexpr u32 W = sizeof(Part) <= 4 ? 1 : 2;
  struct Shared {
    T warps[TILE_WARPS];
    // This tile's value, and the carry from the tiles before it.
    T tile, carry;
    bool carried;
    // The window is aligned for vector reads, which then stay inside it.
    alignas(16) typename C::folded window[W * WARP];
  };

  // Stores the warp's value. `own` is the value of this thread's run, if this is one of the first `runs` threads. Returns
  // the prefix over the lanes before this one.
  DEVICE static T tell(Shared& s, const Op& op, const T& own, u32 runs) {
    u32 in_warp = within(runs, warp() * WARP, WARP);
    T mine = warp_prefix(op, own, in_warp);
    if (lane() + 1 == in_warp) s.warps[warp()] = mine;
    return shuffle_up(EVERY_LANE, mine, 1);
  }

  // The first warp looks back; the other warps meanwhile fold the warps before them. `init` stands on the left of the
  // first tile.
  DEVICE static Maybe<T> look_back(Shared& s, const Op& op, u32 runs, u32 tile, u32 tiles, const Maybe<T>& init,
                                   u64* states, u32 tag) {
    u32 having = u32(ceil_div(runs, WARP)), end = warp() == 0 ? having : warp();
    if (warp() >= having) return nothing<T>();
    T value = s.warps[0];
    UNROLL_OP for (u32 w = 1; w < TILE_WARPS; w += 1) {
      if (w < end) value = op(value, s.warps[w]);
    }
    if (warp() != 0) return some_value(value);
    bool first = tile == 0, last = tile + 1 == tiles, final = C::absorbs(value);
    Maybe<T> carry = init;
    if (!first) {
      if (lane() == 0 && !last) State<Part>::publish(states, tile, tag, final ? PREFIX : AGGREGATE, C::part_of(value));
      Part x[W];
      u32 nearest = ::look_back(states, tile, tag, x);
      carry = some_value(C::fold(op, x, nearest, s.window));
    }
    if (lane() == 0) {
      if (!last && (first || !final)) {
        State<Part>::publish(states, tile, tag, PREFIX, C::part_of(join(op, carry, value).x));
      }
      s.tile = value;
      s.carry = carry.x;
      s.carried = carry.has;
    }
    return nothing<T>();
  }

  // The prefix from which this thread's run begins: (carry ∘ warps before) ∘ lanes before.
  DEVICE static Maybe<T> get(const Shared& s, const Op& op, const Maybe<T>& warps_before, const T& lanes_before, u32 runs) {
    Maybe<T> start = join(op, Maybe<T>{s.carry, s.carried}, warps_before);
    return lane() > 0 && thread() < runs ? join(op, start, lanes_before) : start;
  }

  // Runs the three steps with their barriers.
  DEVICE static Maybe<T> before(Shared& s, const Op& op, const T& own, u32 runs, u32 tile, u32 tiles, const Maybe<T>& init,
                                u64* states, u32 tag) {
    T lanes_before = tell(s, op, own, runs);
    sync_block();
    Maybe<T> warps_before = look_back(s, op, runs, tile, tiles, init, states, tag);
    sync_block();
    return get(s, op, warps_before, lanes_before, runs);
  }
};

// Sums of the counts of earlier tiles and warps, for blocks of WARPS warps.
template <class Number, u32 WARPS = TILE_WARPS>
struct TileCounts {
  static constexpr u32 W = 3;
  struct Shared {
    u32 warps[WARPS];
    Number before;
  };

  DEVICE static void tell(Shared& s, u32 in_warp) {
    if (lane() == 0) s.warps[warp()] = in_warp;
  }

  // The last warp looks back.
  DEVICE static void look_back(Shared& s, u32 tile, u32 tiles, u64* states, u32 tag) {
    if (warp() != WARPS - 1) return;
    Number mine = 0;
    UNROLL for (u32 w = 0; w < WARPS; w += 1) mine += s.warps[w];
    publish(mine, tile, tiles, states, tag);
    look_back(s, mine, tile, tiles, states, tag);
  }

  // The two steps of the exchange, by one warp, for a tile whose count is `mine`.
  DEVICE static void publish(Number mine, u32 tile, u32 tiles, u64* states, u32 tag) {
    if (lane() == 0 && tile + 1 != tiles) State<Number>::publish(states, tile, tag, tile == 0 ? PREFIX : AGGREGATE, mine);
  }
  DEVICE static void look_back(Shared& s, Number mine, u32 tile, u32 tiles, u64* states, u32 tag) {
    Number before = 0;
    if (tile != 0) {
      Number x[W];
      u32 nearest = ::look_back(states, tile, tag, x);
      before = sum_back(x, nearest);
    }
    if (lane() == 0) {
      if (tile != 0 && tile + 1 != tiles) State<Number>::publish(states, tile, tag, PREFIX, Number(before + mine));
      s.before = before;
    }
  }

  // Computes the sum over the earlier warps of this tile, and that over all its warps. The first barrier precedes the call.
  DEVICE static void in_tile(const Shared& s, u32& warps_before, u32& all) {
    warps_before = all = 0;
    UNROLL for (u32 w = 0; w < WARPS; w += 1) {
      if (w < warp()) warps_before += s.warps[w];
      all += s.warps[w];
    }
  }

  // Computes both sums, and returns that over the earlier tiles. The second barrier precedes the call.
  DEVICE static Number get(const Shared& s, u32& warps_before, u32& all) {
    in_tile(s, warps_before, all);
    return s.before;
  }
};
