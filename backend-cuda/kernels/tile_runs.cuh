// The runs of equal keys in a tile, and for each slot the prefix of its run, by a scan (scan.cuh) of the pairs (whether a run
// begins here, value), which also counts the runs (segment.cuh). A tile's prefixes replace its values in shared memory, and the
// slots at which runs begin are packed beside them, so that neighbouring threads write neighbouring runs.

template <class K, class In, class Q, class Op, class Number>
struct TileRuns {
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

  Shared& s;
  u64 first;
  u32 slots;
  bool is_last;
  // The runs that begin in the tile, and those that begin before it.
  u32 begun;
  Number before;

  DEVICE TileRuns(Shared& s, const K& keys, const In& in, const Q& equal, const Op& op, States states, Tag tag,
                  Tickets tickets)
      : s(s) {
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile);
    first = u64(tile) * tile_slots;
    is_last = tile == tiles - 1;
    u64 from = first + warp() * warp_slots;
    auto& stage = s.values[warp()];
    slots = within(n, first, tile_slots);
    u32 in_warp = within(n, from, warp_slots), runs = u32(ceil_div(slots, RUN)), items = within(in_warp, lane() * RUN, RUN);
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
    before = s.prefix.carried ? s.prefix.carry.heads : 0;
    begun = u32(s.prefix.tile.heads);
    u32 at = start.has ? u32(start.x.heads - before) : 0;

    // Slot 0 of the input begins a run, so any other slot has a prefix on its left.
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
  }

  // The tile's slot at which its k-th run begins.
  DEVICE u32 head(u32 k) const { return s.heads[place(k)]; }
  // The ends of runs. A run ends where the next one begins, so end k is that of the run before run k. An end at slot 0 is that of
  // a run of an earlier tile.
  DEVICE u32 ends() const { return begun + s.ends; }
  DEVICE u32 end(u32 k) const { return k < begun ? head(k) : slots; }
  // The value of the run that ends before the tile's slot `end`.
  DEVICE T value(u32 end) const {
    T x;
    Stage<T, RUN>::template get<1>(s.values[(end - 1) / warp_slots], (end - 1) % warp_slots, &x);
    return x;
  }
};
