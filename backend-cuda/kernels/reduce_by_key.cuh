// reduce_by_key: combines the values of each run of equal keys.
//
//   a scan (scan.cuh) of the pairs (does a run begin here, value), and the count of runs that begin before each slot
//   where a run begins:  out_keys[count] = key
//   where a run ends:    out_values[count - 1] = prefix
//
// One launch. Traffic: keys and values are read once, each run's key and value written once. Within a tile these are
// packed in shared memory first, so that neighbouring threads write them side by side.
// S. Sengupta, M. Harris, Y. Zhang and J. Owens, Scan Primitives for GPU Computing, 2007.

template <class K, class In, class Q, class Op, class OutK, class OutV, class Number>
struct ReduceByKey {
  typedef typename K::value KT;
  typedef typename In::value T;
  typedef Segment<T> S;
  typedef Segmented<T, Op> Both;
  typedef TilePrefix<S, Both> Prefix;
  typedef TileCounts<Number> Counts;
  static constexpr u32 threads = TILE_THREADS, min_blocks = sizeof(T) == 8 ? 3 : 2, RUN = run_items(sizeof(T));
  static constexpr u32 warp_slots = WARP * RUN, tile_slots = threads * RUN;
  // Where the k-th of a tile's runs lies: lanes whose slots are all runs would else meet in a bank.
  DEVICE static constexpr u32 place(u32 k) { return RUN > 4 ? k + k / RUN : k; }
  struct Loads {
    typename Stage<T, RUN>::Shared values[TILE_WARPS];
    typename Stage<bool, RUN>::Shared heads[TILE_WARPS];
  };
  // A tile's runs: the values of those that end in it, from one that began before on; the slots where they begin.
  struct Runs {
    T values[place(tile_slots) + 1];
    u16 heads[place(tile_slots)];
  };
  struct Shared {
    union {
      Loads loads;
      Runs runs;
    };
    typename Prefix::Shared prefix;
    typename Counts::Shared counts;
    bool first_heads[TILE_WARPS];
    bool ends;
    u32 tile;
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
                         const OutV& out_values, u64* states, u64* count_states, u32 tag, u64* tickets, u64* count) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile);
    u64 first = u64(tile) * tile_slots, from = first + warp() * warp_slots;
    auto& stage = s.loads.values[warp()];
    auto& heads = s.loads.heads[warp()];
    u32 slots = within(n, first, tile_slots), in_warp = within(n, from, warp_slots);
    u32 runs = u32(ceil_div(slots, RUN)), items = within(in_warp, lane() * RUN, RUN);
    bool full = slots == tile_slots;
    Both both{op};

    u32 head = load_heads<RUN>(keys, equal, from, in_warp, items, heads);
    load_runs<RUN, In, T>(in, from, in_warp, stage);
    S own;
    for_run<RUN, false, T>(stage, items, [&](const T& x, u32 k, bool first) {
      S next{x, bool(head >> k & 1)};
      own = first ? next : both(own, next);
    });
    u32 of_warp, lanes_count = warp_sum_before(popc(head), of_warp);
    S lanes_before = Prefix::tell(s.prefix, both, own, runs);
    Counts::tell(s.counts, of_warp);
    if (lane() == 0) s.first_heads[warp()] = head & 1;
    // Whether a run begins behind this thread's last slot.
    bool next = false, last = items > 0 && (items < RUN || thread() == threads - 1 || from + (lane() + 1) * RUN == n);
    if (last) next = begins(keys, equal, from + lane() * RUN + items);
    bool next_in_warp = shuffle_down(EVERY_LANE, head, 1) & 1;
    sync_block();
    auto warps_before = Prefix::look_back(s.prefix, both, runs, tile, tiles, nothing<S>(), states, tag);
    Counts::look_back(s.counts, tile, tiles, count_states, tag);
    if (!last) next = lane() < WARP - 1 ? next_in_warp : warp() < TILE_WARPS - 1 && s.first_heads[warp() + 1];
    // Runs will lie where the values were.
    T x[RUN];
    if (full) Stage<T, RUN>::template get<int(RUN)>(stage, lane() * RUN, x);
    sync_block();
    Maybe<S> start = Prefix::get(s.prefix, both, warps_before, lanes_before, runs);
    u32 at, in_tile;
    u64 before = Counts::get(s.counts, at, in_tile);
    at += lanes_count;
    if (tile == tiles - 1 && thread() == 0) *count = before + in_tile;

    if (full) {
      u32 tail = head >> 1 | u32(next) << (RUN - 1);
      T running = start.x.value;
      UNROLL for (u32 k = 0; k < RUN; k += 1) {
        bool begins = head >> k & 1;
        // The first slot of all begins a run, so there is something on the left of any other.
        if (begins) running = x[k];
        else running = op(running, x[k]);
        if (begins) {
          s.runs.heads[place(at)] = u16(thread() * RUN + k);
          at += 1;
        }
        if (tail >> k & 1) s.runs.values[place(at)] = running;
      }
      if (thread() == threads - 1) s.ends = next;
      sync_block();
      // Several keys are waited for together.
      constexpr u32 LOOKS = sizeof(KT) <= 4 ? 8 : sizeof(KT) <= 16 ? 4 : 1;
      for (u32 from = thread(); from < in_tile; from += LOOKS * threads) {
        KT key[LOOKS];
        UNROLL for (u32 k = 0; k < LOOKS; k += 1) {
          if (from + k * threads < in_tile) keys.slot(first + s.runs.heads[place(from + k * threads)], key[k]);
        }
        UNROLL for (u32 k = 0; k < LOOKS; k += 1) {
          if (from + k * threads < in_tile) out_keys.put(before + from + k * threads, key[k]);
        }
      }
      for (u32 k = thread() + s.first_heads[0]; k < in_tile + s.ends; k += threads) {
        out_values.put(before + k - 1, s.runs.values[place(k)]);
      }
    } else {
      u32 tail = head >> 1 | u32(next) << (items == 0 ? 0 : items - 1);
      T running = start.x.value, item;
      ROLLED for (u32 k = 0; k < items; k += 1) {
        Stage<T, RUN>::template get<1>(stage, lane() * RUN + k, &item);
        if (head >> k & 1) {
          running = item;
          KT key;
          keys.slot(from + lane() * RUN + k, key);
          out_keys.put(before + at, key);
          at += 1;
        } else {
          running = op(running, item);
        }
        if (tail >> k & 1) out_values.put(before + at - 1, running);
      }
    }
  }
};
