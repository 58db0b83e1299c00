// scan: stores all prefixes.
//
//   run[t] = fold of 128 bytes of consecutive items              (each thread; 384 threads to a tile)
//   start[t] = (carry ∘ warps before) ∘ lanes before             (tile.cuh)
//   out = start[t] ∘ item ∘ item …, each after its item (inclusive) or before it (exclusive)
//
// One launch; with a single tile nothing but this. Traffic: each item is read once and each prefix written once.
// D. Merrill and M. Garland, 2016; the carry is a left fold, so that the brackets don't depend on timing.

template <class In, class Op, class Out, bool EXCLUSIVE>
struct Scan {
  typedef typename In::value T;
  typedef TilePrefix<T, Op> Prefix;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 3, RUN = run_items(sizeof(T));
  static constexpr u64 warp_slots = u64(WARP) * RUN, tile_slots = u64(threads) * RUN;
  struct Shared {
    typename Stage<T, RUN>::Shared stage[TILE_WARPS];
    typename Prefix::Shared prefix;
    u32 tile;
  };

  // One step of a run: what slot `x` yields, and the running prefix after it.
  DEVICE static T step(const Op& op, Maybe<T>& running, const T& x) {
    T before = running.x;
    running = join(op, running, x);
    return EXCLUSIVE ? before : running.x;
  }

  DEVICE static void run(const In& in, const Op& op, const Maybe<T>& init, const Out& out, u64* states, u32 tag,
                         u64* tickets) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile);
    u64 from = tile * tile_slots + warp() * warp_slots;
    auto& stage = s.stage[warp()];
    if ((tile + 1) * tile_slots <= n) {
      T x[RUN];
      load_runs<RUN>(in, from, stage, x);
      T own = x[0];
      UNROLL for (u32 k = 1; k < RUN; k += 1) own = op(own, x[k]);
      Maybe<T> running = Prefix::before(s.prefix, op, own, threads, tile, tiles, init, states, tag);
      x[0] = step(op, running, x[0]);
      UNROLL for (u32 k = 1; k < RUN; k += 1) {
        // From the run's second item on there is something on the left.
        T next = op(running.x, x[k]);
        x[k] = EXCLUSIVE ? running.x : next;
        running.x = next;
      }
      store_runs<RUN>(out, from, stage, x);
    } else {
      u32 runs = u32(ceil_div(n - tile * tile_slots, RUN)), in_warp = within(n, from, u32(warp_slots));
      u32 count = within(in_warp, lane() * RUN, RUN);
      load_some<RUN, In, T>(in, from, in_warp, stage);
      T own = fold_some<RUN, Op, T>(op, count, stage), x;
      Maybe<T> running = Prefix::before(s.prefix, op, own, runs, tile, tiles, init, states, tag);
      ROLLED for (u32 k = 0; k < count; k += 1) {
        Stage<T, RUN>::template get<1>(stage, lane() * RUN + k, &x);
        x = step(op, running, x);
        Stage<T, RUN>::template put<1>(stage, lane() * RUN + k, &x);
      }
      store_some<RUN, Out, T>(out, from, in_warp, stage);
    }
  }
};
