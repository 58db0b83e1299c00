// Prefixes over tiles in one pass: decoupled look-back.
//
// D. Merrill and M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016.
//
//   publish this tile's value                           (AGGREGATE)
//   wait for the nearest predecessors to publish, down to one that knows its PREFIX
//   carry = that prefix ∘ the values of the tiles after it, from the left
//   publish carry ∘ value                               (PREFIX)
//
// With an operator that doesn't associate exactly, the carry is the left fold of the tiles' values whatever the timing: a
// published prefix is such a fold, and only it is extended. With one that does, the values between prefixes are combined
// a window of 32 tiles at a time, without waiting for a prefix.
//
// A tile's state is its value cut into words of 32 bits, each published with the launch's tag in one 64-bit store. So a
// word says of itself whether it belongs to this launch and to which of the two kinds, a state is complete when its words
// agree, values of any size are published safely without fences, and nothing needs clearing between launches.

constexpr u32 AGGREGATE = 1, PREFIX = 2;

template <class T>
struct State {
  static constexpr u32 words = (sizeof(T) + 3) / 4;
  union Packed {
    T x;
    u32 w[words];
    DEVICE Packed() {}
  };

  DEVICE static void publish(u64* states, u32 tile, u32 tag, u32 kind, const T& x) {
    Packed packed;
    packed.w[words - 1] = 0;
    packed.x = x;
    u64* at = states + u64(tile) * words;
    UNROLL for (u32 k = 0; k < words; k += 1) store_relaxed(at + k, u64(tag + kind) << 32 | packed.w[k]);
  }
  // What a tile has published: nothing (0), its value, or its prefix.
  DEVICE static u32 read(const u64* states, u32 tile, u32 tag, T& x) {
    Packed packed;
    const u64* at = states + u64(tile) * words;
    u64 seen[words];
    UNROLL for (u32 k = 0; k < words; k += 1) seen[k] = load_relaxed(at + k);
    u32 kind = u32(seen[0] >> 32) - tag;
    bool agree = kind == AGGREGATE || kind == PREFIX;
    UNROLL for (u32 k = 0; k < words; k += 1) {
      agree = agree && u32(seen[k] >> 32) == tag + kind;
      packed.w[k] = u32(seen[k]);
    }
    x = packed.x;
    return agree ? kind : 0;
  }
};

// The prefix of the tiles before `tile` (> 0), in every lane of the calling warp: the left fold.
template <class Op, class T>
DEVICE T look_back_in_order(const Op& op, const u64* states, u32 tile, u32 tag) {
  T x;
  u32 nearest;
  while (true) {
    u32 kind = lane() < tile ? State<T>::read(states, tile - 1 - lane(), tag, x) : 0;
    u32 known = ballot(EVERY_LANE, kind != 0), prefixes = ballot(EVERY_LANE, kind == PREFIX);
    if (prefixes != 0) {
      nearest = ffs(prefixes) - 1;
      u32 needed = low_bits(nearest + 1);
      if ((known & needed) == needed) break;
    }
    pause();
  }
  T carry = shuffle(EVERY_LANE, x, nearest);
  for (u32 k = nearest; k > 0; k -= 1) carry = op(carry, shuffle(EVERY_LANE, x, k - 1));
  return carry;
}

// The same for operators that associate exactly; they need not commute.
template <class Op, class T>
DEVICE T look_back_in_windows(const Op& op, const u64* states, u32 tile, u32 tag) {
  Maybe<T> carry = nothing<T>();
  while (true) {
    T x;
    u32 nearest, count;
    while (true) {
      u32 kind = lane() < tile ? State<T>::read(states, tile - 1 - lane(), tag, x) : 0;
      u32 known = ballot(EVERY_LANE, kind != 0), prefixes = ballot(EVERY_LANE, kind == PREFIX);
      nearest = prefixes != 0 ? ffs(prefixes) - 1 : WARP;
      count = least(nearest + 1, WARP);
      if ((known & low_bits(count)) == low_bits(count)) break;
      pause();
    }
    // Lane 0 holds the latest tile, so what a higher lane holds stands on the left.
    UNROLL for (u32 d = 1; d < WARP; d *= 2) {
      T earlier = shuffle_down(EVERY_LANE, x, d);
      if (lane() % (2 * d) == 0 && lane() + d < count) x = op(earlier, x);
    }
    x = shuffle(EVERY_LANE, x, 0);
    carry = carry.has ? some_value(T(op(x, carry.x))) : some_value(x);
    if (nearest < WARP) return carry.x;
    tile -= WARP;
  }
}

template <bool EXACT, class Op, class T>
DEVICE T look_back(const Op& op, const u64* states, u32 tile, u32 tag) {
  if constexpr (EXACT) return look_back_in_windows<Op, T>(op, states, tile, tag);
  else return look_back_in_order<Op, T>(op, states, tile, tag);
}

// Where the values of a tile's runs become what each run is begun from.
template <class T, class Op, bool EXACT>
struct TilePrefix {
  struct Shared {
    T warps[TILE_WARPS];
    T carry;
    bool carried;
    u32 tile;
  };

  // `own` is the value of this thread's run, if this is one of the first `runs` threads. `init` stands on the left of
  // the first tile. Yields (carry ∘ warp's prefix) ∘ prefix of the lanes before, and the carry through `carry`. The
  // block's barrier is passed twice.
  DEVICE static Maybe<T> before(Shared& s, const Op& op, const T& own, u32 runs, u32 tile, u32 tiles, const Maybe<T>& init,
                                u64* states, u32 tag, Maybe<T>& carry) {
    u32 in_warp = within(runs, warp() * WARP, WARP);
    T mine = warp_prefix(op, own, in_warp);
    if (lane() + 1 == in_warp) s.warps[warp()] = mine;
    T lanes_before = shuffle_up(EVERY_LANE, mine, 1);
    sync_block();
    if (warp() == 0) {
      u32 warps = u32(ceil_div(runs, WARP));
      T value = s.warps[0];
      for (u32 w = 1; w < warps; w += 1) value = op(value, s.warps[w]);
      Maybe<T> carried = init;
      if (tile > 0) {
        if (lane() == 0) State<T>::publish(states, tile, tag, AGGREGATE, value);
        carried = some_value(look_back<EXACT, Op, T>(op, states, tile, tag));
      }
      if (lane() == 0) {
        if (tile + 1 < tiles) State<T>::publish(states, tile, tag, PREFIX, join(op, carried, value).x);
        s.carry = carried.x;
        s.carried = carried.has;
      }
    }
    Maybe<T> warps_before = nothing<T>();
    if (in_warp > 0) {
      for (u32 w = 0; w < warp(); w += 1) warps_before = join(op, warps_before, s.warps[w]);
    }
    sync_block();
    carry = Maybe<T>{s.carry, s.carried};
    Maybe<T> start = join(op, carry, warps_before);
    return lane() > 0 && lane() < in_warp ? join(op, start, lanes_before) : start;
  }
};
