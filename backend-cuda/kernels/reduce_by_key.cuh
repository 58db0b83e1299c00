// reduce_by_key: combines the values of each run of equal keys.
//
//   a scan (scan.cuh) of the pairs (runs that begin here, value); `heads` before a slot is the number of its run
//   at a head:       out_keys[heads] = key, and the run before it is complete: out_values[heads - 1] = prefix
//   after the last:  out_values[heads - 1] = prefix, and heads is the number of runs
//
// One launch. Traffic: keys and values are read once, each run's key and value written once. Within a tile these are
// compacted in shared memory first, so that neighbouring threads write them side by side.
// S. Sengupta, M. Harris, Y. Zhang and J. Owens, Scan Primitives for GPU Computing, 2007.

template <class K, class In, class Q, class Op, class OutK, class OutV, class Count, bool EXACT>
struct ReduceByKey {
  typedef typename K::value KT;
  typedef typename In::value T;
  typedef Segment<T, Count> S;
  typedef Segmented<T, Count, Op> Both;
  typedef TilePrefix<S, Both, EXACT> Prefix;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 2, RUN = segment_run<T>;
  static constexpr u64 warp_slots = u64(WARP) * RUN, tile_slots = u64(threads) * RUN;
  struct Loads {
    typename Stage<T, RUN>::Shared values[TILE_WARPS];
    typename Stage<bool, RUN>::Shared heads[TILE_WARPS];
  };
  // Complete runs of a tile: the place of the head that ended each, and its value.
  struct Runs {
    T values[tile_slots];
    u16 heads[tile_slots];
  };
  struct Shared {
    union {
      Loads loads;
      Runs runs;
    };
    typename Prefix::Shared prefix;
    Count heads;
  };

  DEVICE static void run(const K& keys, const In& in, const Q& equal, const Op& op, const OutK& out_keys,
                         const OutV& out_values, u64* states, u32 tag, u64* tickets, u64* count) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.prefix.tile);
    u64 first = tile * tile_slots, from = first + warp() * warp_slots;
    auto& stage = s.loads.values[warp()];
    auto& heads = s.loads.heads[warp()];
    Both both{op};
    Maybe<S> carry, none = nothing<S>();
    if (first + tile_slots <= n) {
      T x[RUN];
      bool head[RUN];
      stage_heads<RUN>(keys, equal, from, heads);
      load_runs<RUN>(in, from, stage, x);
      Stage<bool, RUN>::template get<int(RUN)>(heads, lane() * RUN, head);
      S own{x[0], head[0]};
      UNROLL for (u32 k = 1; k < RUN; k += 1) own = both(own, S{x[k], head[k]});
      Maybe<S> running = Prefix::before(s.prefix, both, own, threads, tile, tiles, none, states, tag, carry);
      // All loads are in registers by now.
      Count before = carry.has ? carry.x.heads : 0;
      UNROLL for (u32 k = 0; k < RUN; k += 1) {
        if (head[k]) {
          u32 at = running.has ? u32(running.x.heads - before) : 0;
          if (running.has) s.runs.values[at] = running.x.value;
          s.runs.heads[at] = u16(thread() * RUN + k);
        }
        running = join(both, running, S{x[k], head[k]});
      }
      if (thread() == threads - 1) s.heads = running.x.heads - before;
      sync_block();
      u32 ended = u32(s.heads);
      for (u32 k = thread(); k < ended; k += threads) {
        KT key;
        keys.slot(first + s.runs.heads[k], key);
        out_keys.put(u64(before) + k, key);
        if (u64(before) + k > 0) out_values.put(u64(before) + k - 1, s.runs.values[k]);
      }
      if (first + tile_slots == n && thread() == threads - 1) finish(running.x, out_values, count);
    } else {
      u32 in_tile = u32(n - first), in_warp = within(n, from, u32(warp_slots));
      stage_some_heads<RUN>(keys, equal, from, in_warp, heads);
      load_some<RUN, In, T>(in, from, in_warp, stage);
      u32 items = within(in_warp, lane() * RUN, RUN);
      T x;
      bool head;
      Maybe<S> own = none;
      for (u32 k = 0; k < items; k += 1) {
        Stage<T, RUN>::template get<1>(stage, lane() * RUN + k, &x);
        Stage<bool, RUN>::template get<1>(heads, lane() * RUN + k, &head);
        own = join(both, own, S{x, head});
      }
      u32 runs = u32(ceil_div(in_tile, RUN));
      Maybe<S> running = Prefix::before(s.prefix, both, own.x, runs, tile, tiles, none, states, tag, carry);
      for (u32 k = 0; k < items; k += 1) {
        Stage<T, RUN>::template get<1>(stage, lane() * RUN + k, &x);
        Stage<bool, RUN>::template get<1>(heads, lane() * RUN + k, &head);
        if (head) {
          KT key;
          u64 at = running.has ? u64(running.x.heads) : 0;
          keys.slot(from + lane() * RUN + k, key);
          out_keys.put(at, key);
          if (at > 0) out_values.put(at - 1, running.x.value);
        }
        running = join(both, running, S{x, head});
      }
      if (thread() == runs - 1) finish(running.x, out_values, count);
    }
  }

  DEVICE static void finish(const S& all, const OutV& out_values, u64* count) {
    out_values.put(u64(all.heads) - 1, all.value);
    *count = all.heads;
  }
};
