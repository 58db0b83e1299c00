// reduce_by_key: combines the values of each run of equal keys.
//
//   a scan (scan.cuh) of the pairs (does a run begin here, value), which also counts the runs (segment.cuh)
//   where a run begins:  out_keys[count of those before] = key
//   where a run ends:    out_values[count - 1] = prefix
//
// One launch. Traffic: keys and values are read once, the keys of runs once more, and each run's key and value are
// written once. A tile's prefixes replace its values in shared memory, and the slots at which runs begin are packed
// beside them, so that neighbouring threads write neighbouring runs.
// S. Sengupta, M. Harris, Y. Zhang and J. Owens, Scan Primitives for GPU Computing, 2007.

template <class K, class In, class Q, class Op, class OutK, class OutV, class Number>
struct ReduceByKey {
  typedef typename K::value KT;
  typedef typename In::value T;
  typedef Segment<T, Number> S;
  typedef Segmented<T, Number, Op> Both;
  typedef TilePrefix<S, Both> Prefix;
  static constexpr u32 threads = TILE_THREADS, min_blocks = sizeof(T) == 8 ? 3 : 2, RUN = RUN_ITEMS;
  static constexpr u32 warp_slots = WARP * RUN, tile_slots = threads * RUN;
  static constexpr u32 state_words = State<typename Prefix::Part>::words;
  // The place of the k-th of a tile's runs. Without the gaps, lanes whose slots all begin runs would cause bank
  // conflicts.
  DEVICE static constexpr u32 place(u32 k) { return k + k / RUN; }
  struct Shared {
    // The values; then, for each slot, the value of its run up to it.
    typename Stage<T, RUN>::Shared values[TILE_WARPS];
    // The slots at which runs begin.
    u16 heads[place(tile_slots)];
    typename Prefix::Shared prefix;
    bool ends;
    u32 tile;
  };

  DEVICE static void run(const K& keys, const In& in, const Q& equal, const Op& op, const OutK& out_keys,
                         const OutV& out_values, States states, Tag tag, Tickets tickets,
                         HostResult<u64> count) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile);
    u64 first = u64(tile) * tile_slots, from = first + warp() * warp_slots;
    auto& stage = s.values[warp()];
    u32 slots = within(n, first, tile_slots), in_warp = within(n, from, warp_slots);
    u32 runs = u32(ceil_div(slots, RUN)), items = within(in_warp, lane() * RUN, RUN);
    Both both{op};

    u32 head = load_heads<RUN>(keys, equal, from, in_warp);
    load_runs<RUN, In, T>(in, from, in_warp, stage);
    // The value of the last run that reaches into this thread's slots.
    T last;
    for_run<RUN, false, T>(stage, items, [&](const T& x, u32 k, bool first) {
      if (first || head >> k & 1) last = x;
      else last = op(last, x);
    });
    // Whether a run ends with the tile's last slot.
    if (thread() == 0) s.ends = first + slots == n || begins_run(keys, equal, first + slots);
    auto start = Prefix::before(s.prefix, both, S{last, popc(head)}, runs, tile, tiles, nothing<S>(), states, tag);
    Number before = s.prefix.carried ? s.prefix.carry.heads : 0;
    u32 in_tile = u32(s.prefix.tile.heads), at = start.has ? u32(start.x.heads - before) : 0;
    if (tile == tiles - 1 && thread() == 0) *count = u64(before) + in_tile;

    // The first slot of all begins a run, so any other slot has a prefix on its left.
    T running = start.x.value;
    for_run<RUN, true, T>(stage, items, [&](T& x, u32 k, bool) {
      if (!(head >> k & 1)) x = op(running, x);
      running = x;
    });
    ROLLED for (; head != 0; head &= head - 1) {
      s.heads[place(at)] = u16(thread() * RUN + ffs(head) - 1);
      at += 1;
    }
    sync_block();
    // A run begins where the one before it ends. Several keys are waited for together.
    constexpr u32 LOOKS = sizeof(KT) <= 4 ? 8 : sizeof(KT) <= 16 ? 4 : 1;
    ROLLED for (u32 from = thread(); from < in_tile; from += LOOKS * threads) {
      KT key[LOOKS];
      UNROLL for (u32 k = 0; k < LOOKS; k += 1) {
        if (from + k * threads < in_tile) keys.slot(first + s.heads[place(from + k * threads)], key[k]);
      }
      UNROLL for (u32 k = 0; k < LOOKS; k += 1) {
        if (from + k * threads < in_tile) out_keys.put(u64(before) + from + k * threads, key[k]);
      }
    }
    ROLLED for (u32 k = thread(); k < in_tile + s.ends; k += threads) {
      u32 end = k < in_tile ? s.heads[place(k)] : slots;
      if (end == 0) continue;
      T x;
      Stage<T, RUN>::template get<1>(s.values[(end - 1) / warp_slots], (end - 1) % warp_slots, &x);
      out_values.put(u64(before) + k - 1, x);
    }
  }
};
