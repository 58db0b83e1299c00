// reduce_by_key: combines the values of each run of equal keys.
//
//   a scan (scan.cuh) of the pairs (runs that begin here, value); `heads` counts the runs up to a slot
//   where a run begins:  out_keys[heads - 1] = key
//   where a run ends:    out_values[heads - 1] = prefix
//   after the last slot: heads is the number of runs
//
// One launch. Traffic: keys and values are read once, each run's key and value written once. Within a tile these are
// compacted in shared memory first, so that neighbouring threads write them side by side.
// S. Sengupta, M. Harris, Y. Zhang and J. Owens, Scan Primitives for GPU Computing, 2007.

template <class K, class In, class Q, class Op, class OutK, class OutV, class Number, bool EXACT>
struct ReduceByKey {
  typedef typename K::value KT;
  typedef typename In::value T;
  typedef Segment<T, Number> S;
  typedef Segmented<T, Number, Op> Both;
  typedef TilePrefix<S, Both, EXACT> Prefix;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 2, RUN = run_items(sizeof(T));
  static constexpr u32 warp_slots = WARP * RUN, tile_slots = threads * RUN;
  struct Loads {
    typename Stage<T, RUN>::Shared values[TILE_WARPS];
    typename Stage<bool, RUN>::Shared heads[TILE_WARPS];
  };
  // A tile's runs: the values of those that end in it, from one that began before on; the places where they begin.
  struct Runs {
    T values[tile_slots + 1];
    u16 heads[tile_slots];
  };
  struct Shared {
    union {
      Loads loads;
      Runs runs;
    };
    typename Prefix::Shared prefix;
    bool first_heads[TILE_WARPS];
    u32 heads;
    bool ends;
  };

  // Whether slot `i` begins a run, or lies beyond the last one.
  DEVICE static bool begins(const K& keys, const Q& equal, u64 i) {
    if (i == 0 || i == keys.len()) return true;
    KT before, x;
    keys.slot(i - 1, before);
    keys.slot(i, x);
    return !equal(before, x);
  }

  DEVICE static void run(const K& keys, const In& in, const Q& equal, const Op& op, const OutK& out_keys,
                         const OutV& out_values, u64* states, u32 tag, u64* tickets, u64* count) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.prefix.tile);
    u64 first = u64(tile) * tile_slots, from = first + warp() * warp_slots;
    auto& stage = s.loads.values[warp()];
    auto& heads = s.loads.heads[warp()];
    Both both{op};
    Maybe<S> carry, none = nothing<S>();
    u32 slots = within(n, first, tile_slots), in_warp = within(n, from, warp_slots);
    u32 items = within(in_warp, lane() * RUN, RUN), runs = u32(ceil_div(slots, RUN));
    if (slots == tile_slots) {
      T x[RUN];
      stage_heads<RUN>(keys, equal, from, heads);
      load_runs<RUN>(in, from, stage, x);
      u32 head = load_heads<RUN>(heads);
      if (lane() == 0) s.first_heads[warp()] = head & 1;
      bool next = thread() == threads - 1 && begins(keys, equal, first + tile_slots);
      S own{x[0], head & 1};
      UNROLL for (u32 k = 1; k < RUN; k += 1) own = both(own, S{x[k], Number(head >> k & 1)});
      Maybe<S> running = Prefix::before(s.prefix, both, own, threads, tile, tiles, none, states, tag, carry);
      // Read once more rather than kept in registers meanwhile, of which more blocks then find enough.
      Stage<T, RUN>::template get<int(RUN)>(stage, lane() * RUN, x);
      sync_block();
      Number before = carry.has ? carry.x.heads : 0;
      bool next_in_warp = shuffle_down(EVERY_LANE, head, 1) & 1;
      if (lane() < WARP - 1) next = next_in_warp;
      else if (warp() < TILE_WARPS - 1) next = s.first_heads[warp() + 1];
      u32 tail = head >> 1 | u32(next) << (RUN - 1);
      UNROLL for (u32 k = 0; k < RUN; k += 1) {
        if (k > 0) running.has = true;
        running = join(both, running, S{x[k], Number(head >> k & 1)});
        u32 at = u32(running.x.heads - before);
        if (head >> k & 1) s.runs.heads[at - 1] = u16(thread() * RUN + k);
        if (tail >> k & 1) s.runs.values[at] = running.x.value;
      }
      if (thread() == threads - 1) {
        s.heads = u32(running.x.heads - before);
        s.ends = next;
        if (first + tile_slots == n) *count = running.x.heads;
      }
      sync_block();
      u32 begun = s.heads, ended = s.ends ? begun + 1 : begun;
      for (u32 k = thread(); k < begun; k += threads) {
        KT key;
        keys.slot(first + s.runs.heads[k], key);
        out_keys.put(u64(before) + k, key);
      }
      for (u32 k = thread() + s.first_heads[0]; k < ended; k += threads) {
        out_values.put(u64(before) + k - 1, s.runs.values[k]);
      }
    } else {
      stage_some_heads<RUN>(keys, equal, from, in_warp, heads);
      load_some<RUN, In, T>(in, from, in_warp, stage);
      T x;
      bool head;
      Maybe<S> own = none;
      for (u32 k = 0; k < items; k += 1) {
        Stage<T, RUN>::template get<1>(stage, lane() * RUN + k, &x);
        Stage<bool, RUN>::template get<1>(heads, lane() * RUN + k, &head);
        own = join(both, own, S{x, head});
      }
      Maybe<S> running = Prefix::before(s.prefix, both, own.x, runs, tile, tiles, none, states, tag, carry);
      for (u32 k = 0; k < items; k += 1) {
        u64 i = from + lane() * RUN + k;
        Stage<T, RUN>::template get<1>(stage, lane() * RUN + k, &x);
        Stage<bool, RUN>::template get<1>(heads, lane() * RUN + k, &head);
        running = join(both, running, S{x, head});
        if (head) {
          KT key;
          keys.slot(i, key);
          out_keys.put(u64(running.x.heads) - 1, key);
        }
        if (begins(keys, equal, i + 1)) out_values.put(u64(running.x.heads) - 1, running.x.value);
        if (i + 1 == n) *count = running.x.heads;
      }
    }
  }
};
