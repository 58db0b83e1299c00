// scan: stores all prefixes.
//
//   run[t] = fold of 128 bytes of consecutive items              (each thread; 384 threads to a tile)
//   start[t] = (carry ∘ warps before) ∘ lanes before             (tile.cuh)
//   out[i] = start[t] ∘ the run's items up to item i (inclusive) or before it (exclusive)
//
// One launch. Traffic: each item is read once and each prefix written once.
// D. Merrill and M. Garland, 2016; the carry is a left fold, so that the association doesn't depend on timing.

template <class In, class Op, class Out, bool EXCLUSIVE>
struct Scan {
  typedef typename In::value T;
  typedef TilePrefix<T, Op> Prefix;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 4, RUN = RUN_ITEMS;
  static constexpr u64 warp_slots = u64(WARP) * RUN, tile_slots = u64(threads) * RUN;
  static constexpr u32 state_words = State<typename Prefix::Part>::words;
  struct Shared {
    typename Stage<T, RUN>::Shared stage[TILE_WARPS];
    typename Prefix::Shared prefix;
    u32 tile;
  };

  DEVICE static u64 share(u64, u32) { return tile_slots; }

  DEVICE static void run(const In& in, const Op& op, const Maybe<T>& init, const Out& out, States states, Tag tag,
                         Tickets tickets) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile);
    u64 from = tile * tile_slots + warp() * warp_slots;
    auto& stage = s.stage[warp()];
    u32 slots = within(n, tile * tile_slots, u32(tile_slots)), in_warp = within(n, from, u32(warp_slots));
    u32 runs = u32(ceil_div(slots, RUN)), count = within(in_warp, lane() * RUN, RUN);
    load_runs<RUN, In, T>(in, from, in_warp, stage);
    T own = fold_run<RUN, T>(op, stage, count);
    Maybe<T> running = Prefix::before(s.prefix, op, own, runs, tile, tiles, init, states, tag);
    for_run<RUN, true, T>(stage, count, [&](T& x, u32, bool first) {
      // From the run's second item on, there is a prefix on the left.
      T next = first && !running.has ? x : T(op(running.x, x));
      x = EXCLUSIVE ? running.x : next;
      running.x = next;
    });
    store_runs<RUN, Out, T>(out, from, in_warp, stage);
  }
};
