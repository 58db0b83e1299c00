// scan_by_key: stores all prefixes within each run of equal keys.
//
//   scans the pairs (whether a run begins here, value) as scan.cuh does, and stores the values of the prefixes;
//   exclusive: a head's value is init ∘ value, and it yields init; other slots yield the prefix before them
//
// One launch. Traffic: keys and values are read once, prefixes written once.
// S. Sengupta, M. Harris, Y. Zhang and J. Owens, Scan Primitives for GPU Computing, 2007.

template <class K, class In, class Q, class Op, class Out, bool EXCLUSIVE>
struct ScanByKey {
  typedef typename In::value T;
  typedef Segment<T, bool> S;
  typedef Segmented<T, bool, Op> Both;
  typedef TilePrefix<S, Both> Prefix;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 3, RUN = RUN_ITEMS;
  static constexpr u64 warp_slots = u64(WARP) * RUN, tile_slots = u64(threads) * RUN;
  static constexpr u32 state_words = State<typename Prefix::Part>::words;
  struct Shared {
    typename Stage<T, RUN>::Shared values[TILE_WARPS];
    typename Prefix::Shared prefix;
    u32 tile;
  };

  // Returns the prefix that ends with `x`. In an exclusive scan it also sets `left` to init at a head, since nothing
  // but init stands on a head's left.
  DEVICE static T next(const Op& op, const Maybe<T>& init, T& left, const T& x, bool head) {
    if (EXCLUSIVE && head) left = init.x;
    return !EXCLUSIVE && head ? x : T(op(left, x));
  }

  DEVICE static u64 share(u64, u32) { return tile_slots; }

  DEVICE static void run(const K& keys, const In& in, const Q& equal, const Op& op, const Maybe<T>& init, const Out& out,
                         States states, Tag tag, Tickets tickets) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile);
    u64 from = tile * tile_slots + warp() * warp_slots;
    auto& stage = s.values[warp()];
    u32 slots = within(n, tile * tile_slots, u32(tile_slots)), in_warp = within(n, from, u32(warp_slots));
    u32 runs = u32(ceil_div(slots, RUN)), count = within(in_warp, lane() * RUN, RUN);
    Both both{op};
    u32 head = load_heads<RUN>(keys, equal, from, in_warp);
    load_runs<RUN, In, T>(in, from, in_warp, stage);
    // The value of the last run that reaches into this thread's slots.
    T last;
    for_run<RUN, false, T>(stage, count, [&](const T& x, u32 k, bool first) {
      bool begins = head >> k & 1;
      if (first && !begins) last = x;
      else last = next(op, init, last, x, begins);
    });
    auto start = Prefix::before(s.prefix, both, S{last, head != 0}, runs, tile, tiles, nothing<S>(), states, tag);
    // Slot 0 of the input begins a run, so any other slot has a prefix on its left.
    T running = start.x.value;
    for_run<RUN, true, T>(stage, count, [&](T& x, u32 k, bool) {
      T left = running;
      running = next(op, init, left, x, head >> k & 1);
      x = EXCLUSIVE ? left : running;
    });
    store_runs<RUN, Out, T>(out, from, in_warp, stage);
  }
};
