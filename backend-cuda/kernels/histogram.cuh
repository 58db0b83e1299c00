// histogram: counts how often each number below the number of bins occurs.
//
//   own[number] += 1 for each slot of a block, in shared memory, where its warps share COPIES copies of the bins
//   counts[bin] += own[bin], by each block
//
// With more bins than fit (BINS = 0) every slot is counted in global memory. One launch, of few large blocks, since
// each block adds all its bins to the same counts. Traffic: each item is read once.

// LEAVES_OUT: a number without a bin is left out, and isn't an error. In shared memory such numbers have a count of their
// own, which isn't added to the result.
template <class In, u32 BINS, u32 COPIES, bool LEAVES_OUT>
struct Histogram {
  static constexpr u32 threads = THREADS, min_blocks = MIN_BLOCKS, at_once = copies(1);
  typedef Numbers<In, BINS> Found;
  static constexpr u32 rows = Found::rows;
  static constexpr int V = LANE_ITEMS;
  static constexpr u64 row = u64(threads) * V, tile_slots = row * rows;
  static constexpr u32 kept_apart = BINS + (LEAVES_OUT ? 1 : 0);
  struct Shared {
    u32 counts[COPIES][BINS == 0 ? 1 : kept_apart];
    typename Found::Shared numbers;
  };

  DEVICE static void count(Shared& s, const Span<u64>& counts, Beyond& beyond, u64 number, u64 i) {
    if constexpr (LEAVES_OUT && BINS != 0) {
      atomic_add(&s.counts[warp() % COPIES][number < BINS ? u32(number) : BINS], 1u);
    } else if (number >= counts.len()) {
      if (!LEAVES_OUT) beyond.note(0, i);
    } else if (BINS != 0) {
      atomic_add(&s.counts[warp() % COPIES][number], 1u);
    } else {
      red_add(&counts.p[number], 1);
    }
  }

  DEVICE static void run(const In& in, const Span<u64>& counts) {
    Shared& s = shared<Shared>();
    u64 n = in.len(), bins = counts.len();
    if constexpr (BINS != 0) {
      for (u32 k = thread(); k < COPIES * kept_apart; k += threads) s.counts[k / kept_apart][k % kept_apart] = 0;
      sync_block();
    }
    Found numbers(s.numbers, in);
    Beyond beyond;
    for (u64 tile = block() * tile_slots; tile < n; tile += blocks() * tile_slots) {
      u64 mine = tile + thread() * V;
      if (numbers.by_rows() && tile + tile_slots <= n && numbers.items.template aligned<V>(mine)) {
        typename Found::item x[rows][V];
        bool kept[rows][V];
        UNROLL for (u32 r = 0; r < rows; r += 1) numbers.items.template slots<V, ALIGNED>(mine + r * row, x[r], kept[r]);
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          u64 number[V];
          numbers.template find<V>(x[r], number);
          UNROLL for (int k = 0; k < V; k += 1) if (kept[r][k]) count(s, counts, beyond, number[k], mine + r * row + k);
        }
      } else {
        u64 end = n - tile < tile_slots ? n : tile + tile_slots;
        ROLLED for (u64 i = tile + thread(); i < end; i += at_once * threads) {
          u64 x[at_once];
          bool kept[at_once];
          UNROLL for (u32 k = 0; k < at_once; k += 1) kept[k] = i + k * threads < end && in.slot(i + k * threads, x[k]);
          UNROLL for (u32 k = 0; k < at_once; k += 1) if (kept[k]) count(s, counts, beyond, x[k], i + k * threads);
        }
      }
    }
    if constexpr (!LEAVES_OUT) {
      // The number is computed again, so that no register keeps it during the loop.
      if (beyond.found) in.slot(beyond.item, beyond.position);
      beyond.report(HISTOGRAM_SITE, counts.len());
    }
    if (BINS == 0) return;
    sync_block();
    for (u32 bin = thread(); bin < bins; bin += threads) {
      u32 total = 0;
      for (u32 c = 0; c < COPIES; c += 1) total += s.counts[c][bin];
      if (total != 0) red_add(&counts.p[bin], total);
    }
  }
};
