// scatter_reduce into many places: sorts the items by their places, stably, then reduces each run of one place.
//
//   count:  counts the digits of the places                                          (radix_histogram.cuh)
//   place:  puts places and items in the order of the lowest digit                   (radix_pass.cuh)
//   pass:   puts them in the order of another digit, which may need no pass          (sort.cuh)
//   sums:   out[place] = out[place] ∘ the items of its run                           (tile_runs.cuh)
//
// Six launches, of which some return at once. Behind a fold of lists (scatter_reduce_lists.cuh) they are one launch, which reduces
// the long lists alone (scatter_reduce_left.cuh). Traffic: positions are read twice, items once; each pass reads and writes
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
// The places of PlacesOf. One of the positions behind the target is noted in `beyond`.
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
    if (position >= places) beyond.note(position, i);
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
// Stored columns as a dense chain.
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
// The equality of places. A slot without an item, whose place is the number of places, equals no other: it is a run of its own,
// to which the operator isn't applied.
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
  typedef TileRuns<Stored<Span<u32>>, Stored<Values>, SamePlace, Op, u32> Runs;
  typedef typename Runs::Shared Shared;
  static constexpr u32 threads = Runs::threads, min_blocks = Runs::min_blocks, state_words = Runs::state_words;

  DEVICE static void run(const Span<u32>& keys_0, const Span<u32>& keys_1, const Values& values_0, const Values& values_1,
                         const Op& op, const Out& out, Plan plan, States states, Tag tag, Tickets tickets) {
    sum(keys_0, keys_1, values_0, values_1, op, out, [](u32) { return true; }, plan, states, tag, tickets);
  }
  // Only places that `takes` names get the values of their runs.
  template <class Takes>
  DEVICE static void sum(const Span<u32>& keys_0, const Span<u32>& keys_1, const Values& values_0, const Values& values_1,
                         const Op& op, const Out& out, const Takes& takes, Plan plan, States states, Tag tag, Tickets tickets) {
    bool second = plan[PLACE_DIGITS] != 0;
    Stored<Span<u32>> keys{second ? keys_1 : keys_0};
    Stored<Values> in{second ? values_1 : values_0};
    Runs runs(shared<Shared>(), keys, in, SamePlace{out.len()}, op, states, tag, tickets);
    // Several places are waited for together, then their contents.
    constexpr u32 LOOKS = sizeof(T) <= 8 ? 4 : 1;
    ROLLED for (u32 k = thread(); k < runs.ends(); k += LOOKS * threads) {
      u64 place[LOOKS];
      T old[LOOKS];
      u32 end[LOOKS];
      UNROLL for (u32 j = 0; j < LOOKS; j += 1) {
        u32 run = k + j * threads;
        end[j] = run < runs.ends() ? runs.end(run) : 0;
        place[j] = end[j] == 0 ? out.len() : keys.columns.get(runs.first + end[j] - 1);
        if (place[j] < out.len() && !takes(u32(place[j]))) place[j] = out.len();
      }
      UNROLL for (u32 j = 0; j < LOOKS; j += 1) if (place[j] < out.len()) old[j] = out.get(place[j]);
      UNROLL for (u32 j = 0; j < LOOKS; j += 1) {
        if (place[j] < out.len()) out.put(place[j], op(old[j], runs.value(end[j])));
      }
    }
  }
};
