// scatter_reduce into many places: sorts the items by their places, stably, then reduces each run of one place.
//
//   count:  counts the digits of the places                                          (radix_histogram.cuh)
//   place:  puts places and items in the order of the lowest digit                   (radix_pass.cuh)
//   pass:   puts them in the order of another digit, which may need no pass          (sort.cuh)
//   sums:   a scan (scan.cuh) of the pairs (does a place begin here, item)           (segment.cuh)
//           where a place ends: out[place] = out[place] ∘ prefix
//
// Six launches, of which some return at once. Traffic: positions are read twice, items once; each pass reads and writes
// 4 bytes and the item; the sums are read and written once. Slots without an item, and positions behind the target, get the
// number of places as their place: they come last, and aren't stored.
// S. Sengupta, M. Harris, Y. Zhang and J. Owens, Scan Primitives for GPU Computing, 2007.

template <class In>
struct PlacesOf {
  const In& in;
  u64 places;
  DEVICE u64 len() const { return in.len(); }
  DEVICE u32 get(u64 i) const {
    typename In::value x;
    u64 position = places;
    if (in.slot(i, x)) position = ::get<0>(x);
    return u32(least(places, position));
  }
};
// The same places. One of the positions behind the target is remembered.
template <class In>
struct CheckedPlaces {
  const In& in;
  u64 places;
  Beyond& beyond;
  DEVICE u64 len() const { return in.len(); }
  DEVICE u32 get(u64 i) const {
    typename In::value x;
    if (!in.slot(i, x)) return u32(places);
    u64 position = ::get<0>(x);
    if (position >= places) beyond.note(position);
    return u32(least(places, position));
  }
  template <int V>
  DEVICE void load(u64 i, u32* out) const { UNROLL for (int k = 0; k < V; k += 1) out[k] = get(i + k); }
};
template <class In>
struct PlacedItems {
  const In& in;
  DEVICE auto get(u64 i) const {
    typename In::value x;
    in.slot(i, x);
    return ::get<1>(x);
  }
};
// Columns as a chain.
template <class S>
struct Stored {
  typedef typename S::value value;
  static constexpr bool dense = true;
  const S& columns;
  DEVICE u64 len() const { return columns.len(); }
  DEVICE bool slot(u64 i, value& x) const {
    x = columns.get(i);
    return true;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return columns.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* x) const { columns.template load<V, HOW>(i, x); }
};
// Slots without an item, whose place is the number of places, are runs of their own, so that the operator never gets them.
struct SamePlace {
  u64 places;
  DEVICE bool operator()(u32 a, u32 b) const { return a == b && b < places; }
};

constexpr u32 PLACE_DIGITS = 32 / RADIX_BITS;

template <class In, class Number>
struct ScatterReduceCount : RadixHistogram<u32, CheckedPlaces<In>, Number, PLACE_DIGITS> {
  typedef RadixHistogram<u32, CheckedPlaces<In>, Number, PLACE_DIGITS> Counts;
  DEVICE static void run(const In& in, u64 places, DigitCounts counts, Starts<Number> starts, Plan plan, Tickets tickets) {
    Beyond beyond;
    Counts::run(CheckedPlaces<In>{in, places, beyond}, counts, starts, plan, tickets);
    beyond.report(SCATTER_REDUCE_SITE, places);
  }
};

// The pass over digit 0, which is never left out: it brings the items to the buffer that the next pass reads.
template <class In, class Values, class Number, u32 ITEMS>
struct ScatterReducePlace : RadixPass<u32, typename Values::value, true, Number, ITEMS> {
  typedef RadixPass<u32, typename Values::value, true, Number, ITEMS> Pass;
  DEVICE static void run(const In& in, u64 places, const Span<u32>& keys_0, const Span<u32>& keys_1,
                         const Values& values_0, const Values& values_1, Starts<Number> starts, Plan plan, States states,
                         Tag tag, Tickets tickets) {
    bool skipped = plan[0] == SKIP;
    auto digit = [](u32 place) { return Digits<u32>::get(place, 0, 0); };
    Pass::run(PlacesOf<In>{in, places}, skipped ? keys_0 : keys_1, PlacedItems<In>{in}, skipped ? values_0 : values_1,
              digit, starts, states, tag, tickets);
  }
};

template <class Values, class Op, class Out>
struct ScatterReduceSums {
  typedef typename Values::value T;
  typedef Segment<T, u32> S;
  typedef Segmented<T, u32, Op> Both;
  typedef TilePrefix<S, Both> Prefix;
  static constexpr u32 threads = TILE_THREADS, min_blocks = sizeof(T) == 8 ? 3 : 2, RUN = RUN_ITEMS;
  static constexpr u32 warp_slots = WARP * RUN, tile_slots = threads * RUN;
  static constexpr u32 state_words = State<typename Prefix::Part>::words;
  // The place of the k-th of a tile's runs. Without the gaps, lanes whose slots all begin runs would cause bank
  // conflicts.
  DEVICE static constexpr u32 gapped(u32 k) { return k + k / RUN; }
  struct Shared {
    // The items; then, for each slot, the value of its run up to it.
    typename Stage<T, RUN>::Shared values[TILE_WARPS];
    // The slots at which runs begin.
    u16 heads[gapped(tile_slots)];
    typename Prefix::Shared prefix;
    bool ends;
    u32 tile;
  };

  DEVICE static void run(const Span<u32>& keys_0, const Span<u32>& keys_1, const Values& values_0, const Values& values_1,
                         const Op& op, const Out& out, Plan plan, States states, Tag tag, Tickets tickets) {
    Shared& s = shared<Shared>();
    bool second = plan[PLACE_DIGITS] != 0;
    Stored<Span<u32>> keys{second ? keys_1 : keys_0};
    Stored<Values> in{second ? values_1 : values_0};
    SamePlace equal{out.len()};
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile);
    u64 first = u64(tile) * tile_slots, from = first + warp() * warp_slots;
    auto& stage = s.values[warp()];
    u32 slots = within(n, first, tile_slots), in_warp = within(n, from, warp_slots);
    u32 runs = u32(ceil_div(slots, RUN)), items = within(in_warp, lane() * RUN, RUN);
    Both both{op};

    u32 head = load_heads<RUN>(keys, equal, from, in_warp);
    load_runs<RUN, Stored<Values>, T>(in, from, in_warp, stage);
    // The value of the last run that reaches into this thread's slots.
    T last;
    for_run<RUN, false, T>(stage, items, [&](const T& x, u32 k, bool first) {
      if (first || head >> k & 1) last = x;
      else last = op(last, x);
    });
    // Whether a run ends with the tile's last slot.
    if (thread() == 0) s.ends = first + slots == n || begins_run(keys, equal, first + slots);
    auto start = Prefix::before(s.prefix, both, S{last, popc(head)}, runs, tile, tiles, nothing<S>(), states, tag);
    u32 before = s.prefix.carried ? s.prefix.carry.heads : 0;
    u32 in_tile = s.prefix.tile.heads, at = start.has ? start.x.heads - before : 0;

    // The first slot of all begins a run, so any other slot has a prefix on its left.
    T running = start.x.value;
    for_run<RUN, true, T>(stage, items, [&](T& x, u32 k, bool) {
      if (!(head >> k & 1)) x = op(running, x);
      running = x;
    });
    ROLLED for (; head != 0; head &= head - 1) {
      s.heads[gapped(at)] = u16(thread() * RUN + ffs(head) - 1);
      at += 1;
    }
    sync_block();
    // A run ends where the next one begins. Several places are waited for together, then their contents.
    constexpr u32 LOOKS = sizeof(T) <= 8 ? 4 : 1;
    ROLLED for (u32 k = thread(); k < in_tile + s.ends; k += LOOKS * threads) {
      u64 place[LOOKS];
      T old[LOOKS];
      u32 end[LOOKS];
      UNROLL for (u32 j = 0; j < LOOKS; j += 1) {
        u32 run = k + j * threads;
        end[j] = run >= in_tile + s.ends ? 0 : run < in_tile ? s.heads[gapped(run)] : slots;
        place[j] = end[j] == 0 ? out.len() : keys.columns.get(first + end[j] - 1);
      }
      UNROLL for (u32 j = 0; j < LOOKS; j += 1) if (place[j] < out.len()) old[j] = out.get(place[j]);
      UNROLL for (u32 j = 0; j < LOOKS; j += 1) {
        if (place[j] >= out.len()) continue;
        T x;
        Stage<T, RUN>::template get<1>(s.values[(end[j] - 1) / warp_slots], (end[j] - 1) % warp_slots, &x);
        out.put(place[j], op(old[j], x));
      }
    }
  }
};
