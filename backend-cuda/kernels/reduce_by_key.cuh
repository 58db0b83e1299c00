// reduce_by_key: combines the values of each run of equal keys (tile_runs.cuh).
//
//   where run r begins:  out_keys[r] = key
//   where run r ends:    out_values[r] = prefix
//
// One launch. Traffic: keys and values are read once, the keys of runs once more, and each run's key and value are
// written once.
// S. Sengupta, M. Harris, Y. Zhang and J. Owens, Scan Primitives for GPU Computing, 2007.

template <class K, class In, class Q, class Op, class OutK, class OutV, class Number>
struct ReduceByKey {
  typedef typename K::value KT;
  typedef TileRuns<K, In, Q, Op, Number> Runs;
  typedef typename Runs::Shared Shared;
  static constexpr u32 threads = Runs::threads, min_blocks = Runs::min_blocks, state_words = Runs::state_words;

  DEVICE static u64 share(u64, u32) { return Runs::tile_slots; }

  DEVICE static void run(const K& keys, const In& in, const Q& equal, const Op& op, const OutK& out_keys,
                         const OutV& out_values, States states, Tag tag, Tickets tickets,
                         CountResult<1> count) {
    Runs runs(shared<Shared>(), keys, in, equal, op, states, tag, tickets);
    u64 before = runs.before;
    if (runs.is_last && thread() == 0) *count = before + runs.begun;
    // Several keys are loaded before the first is stored, so that a thread waits for memory once.
    constexpr u32 LOOKS = sizeof(KT) <= 4 ? 8 : sizeof(KT) <= 16 ? 4 : 1;
    ROLLED for (u32 from = thread(); from < runs.begun; from += LOOKS * threads) {
      KT key[LOOKS];
      UNROLL for (u32 k = 0; k < LOOKS; k += 1) {
        if (from + k * threads < runs.begun) keys.slot(runs.first + runs.head(from + k * threads), key[k]);
      }
      UNROLL for (u32 k = 0; k < LOOKS; k += 1) {
        if (from + k * threads < runs.begun) out_keys.put(before + from + k * threads, key[k]);
      }
    }
    ROLLED for (u32 k = thread(); k < runs.ends(); k += threads) {
      u32 end = runs.end(k);
      if (end > 0) out_values.put(before + k - 1, runs.value(end));
    }
  }
};
