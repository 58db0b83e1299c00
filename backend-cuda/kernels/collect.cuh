// collect: stores every item.
//
//   out[i] = in[i] for all i
//
// A thread moves vectors of 16 bytes, in rows that are all loaded before the first is stored. If that would leave
// multiprocessors idle, the host launches more blocks, whose threads move one item each.
// Traffic: the chain's inputs are read once, the result is written once.

template <class In, class Out>
struct Collect {
  typedef typename In::value T;
  static constexpr int V = lane_items(sizeof(T));
  static constexpr u32 threads = THREADS, min_blocks = 4, rows = ROWS, at_once = copies(1);
  static constexpr u64 slots_per_block = u64(threads) * V * rows;
  struct Shared {};

  // Moves COUNT rows from slot `from` on.
  template <u32 COUNT, Access HOW>
  DEVICE static void move(const In& in, const Out& out, u64 from) {
    T x[COUNT][V];
    UNROLL for (u32 r = 0; r < COUNT; r += 1) in.template load<V, HOW>(from + r * threads * V, x[r]);
    UNROLL for (u32 r = 0; r < COUNT; r += 1) out.template store<V, HOW>(from + r * threads * V, x[r]);
  }

  // One item for each thread, if the blocks of whole rows would leave multiprocessors idle.
  DEVICE static u64 share(u64 n, u32 launched) {
    return ceil_div(n, slots_per_block) < launched ? threads : slots_per_block;
  }

  DEVICE static void run(const In& in, const Out& out) {
    u64 n = in.len();
    bool one_each = blocks() > ceil_div(n, slots_per_block);
    u64 first = u64(block()) * (one_each ? threads : slots_per_block), from = first + thread() * V;
    if (HEAVY != 0 || one_each || first + slots_per_block > n) {
      u64 end = one_each ? least(n, first + threads) : HEAVY == 0 ? n : least(n, first + slots_per_block);
      ROLLED for (u64 i = first + thread(); i < end; i += at_once * threads) {
        T x[at_once];
        UNROLL for (u32 k = 0; k < at_once; k += 1) if (i + k * threads < end) in.slot(i + k * threads, x[k]);
        UNROLL for (u32 k = 0; k < at_once; k += 1) if (i + k * threads < end) out.put(i + k * threads, x[k]);
      }
    } else if (in.template aligned<V>(from) && out.template aligned<V>(from)) {
      constexpr u32 together = Broad<In>::value ? 1 : rows;
      ROLLED for (u32 r = 0; r < rows; r += together) move<together, ALIGNED>(in, out, from + r * threads * V);
    } else {
      // A single row keeps enough loads in flight here, since its items are loaded one by one.
      ROLLED for (u32 r = 0; r < rows; r += 1) move<1, ANY>(in, out, from + r * threads * V);
    }
  }
};
