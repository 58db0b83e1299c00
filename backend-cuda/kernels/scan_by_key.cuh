// scan_by_key: stores all prefixes within each run of equal keys.
//
//   a scan (scan.cuh) of the pairs (does a run begin here, value), of which the values are stored;
//   exclusive: a head's value is init ∘ value, and it yields init; other slots yield what stands before them
//
// One launch. Traffic: keys and values are read once, prefixes written once.
// S. Sengupta, M. Harris, Y. Zhang and J. Owens, Scan Primitives for GPU Computing, 2007.

template <class K, class In, class Q, class Op, class Out, bool EXCLUSIVE>
struct ScanByKey {
  typedef typename In::value T;
  typedef Segment<T> S;
  typedef Segmented<T, Op> Both;
  typedef TilePrefix<S, Both> Prefix;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 2, RUN = run_items(sizeof(T));
  static constexpr u64 warp_slots = u64(WARP) * RUN, tile_slots = u64(threads) * RUN;
  struct Shared {
    typename Stage<T, RUN>::Shared values[TILE_WARPS];
    typename Stage<bool, RUN>::Shared heads[TILE_WARPS];
    typename Prefix::Shared prefix;
    u32 tile;
  };

  // A slot as an item of the scan.
  DEVICE static S item(const Op& op, const Maybe<T>& init, const T& x, bool head) {
    return S{EXCLUSIVE && head ? T(op(init.x, x)) : x, head};
  }
  // What a slot yields; its own item is then part of the running prefix.
  DEVICE static T step(const Op& op, const Maybe<T>& init, Maybe<S>& running, const T& x, bool head) {
    T before = head || !running.has ? init.x : running.x.value;
    running = join(Both{op}, running, item(op, init, x, head));
    return EXCLUSIVE ? before : running.x.value;
  }

  DEVICE static void run(const K& keys, const In& in, const Q& equal, const Op& op, const Maybe<T>& init, const Out& out,
                         u64* states, u32 tag, u64* tickets) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile);
    u64 from = tile * tile_slots + warp() * warp_slots;
    auto& stage = s.values[warp()];
    auto& heads = s.heads[warp()];
    u32 slots = within(n, tile * tile_slots, u32(tile_slots)), in_warp = within(n, from, u32(warp_slots));
    u32 runs = u32(ceil_div(slots, RUN)), count = within(in_warp, lane() * RUN, RUN);
    bool full = slots == tile_slots;
    Both both{op};

    T x[RUN];
    S own;
    u32 head;
    if (full) {
      stage_heads<RUN>(keys, equal, from, heads);
      load_runs<RUN>(in, from, stage, x);
      head = load_heads<RUN>(heads, RUN);
      own = item(op, init, x[0], head & 1);
      UNROLL for (u32 k = 1; k < RUN; k += 1) own = both(own, item(op, init, x[k], head >> k & 1));
    } else {
      stage_some_heads<RUN>(keys, equal, from, in_warp, heads);
      load_some<RUN, In, T>(in, from, in_warp, stage);
      head = load_heads<RUN>(heads, count);
      ROLLED for (u32 k = 0; k < count; k += 1) {
        T value;
        Stage<T, RUN>::template get<1>(stage, lane() * RUN + k, &value);
        S next = item(op, init, value, head >> k & 1);
        own = k == 0 ? next : both(own, next);
      }
    }
    Maybe<S> running = Prefix::before(s.prefix, both, own, runs, tile, tiles, nothing<S>(), states, tag);
    if (full) {
      x[0] = step(op, init, running, x[0], head & 1);
      UNROLL for (u32 k = 1; k < RUN; k += 1) {
        // From the run's second item on there is something on the left.
        running.has = true;
        x[k] = step(op, init, running, x[k], head >> k & 1);
      }
      store_runs<RUN>(out, from, stage, x);
    } else {
      ROLLED for (u32 k = 0; k < count; k += 1) {
        T value;
        Stage<T, RUN>::template get<1>(stage, lane() * RUN + k, &value);
        value = step(op, init, running, value, head >> k & 1);
        Stage<T, RUN>::template put<1>(stage, lane() * RUN + k, &value);
      }
      store_some<RUN, Out, T>(out, from, in_warp, stage);
    }
  }
};
