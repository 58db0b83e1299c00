// top_k and nth_element, a launch for each digit of the key, the most significant first: finds the digit of the exact bound,
// the item of the wanted rank.
//
//   counts[v] = number of items that share the bound's digits so far, and whose next digit is v
//   the last block to finish: the bound's next digit is the first v with counts[0] + … + counts[v] > rank
//
// It returns at once if a pass by a sampled bound has kept enough items. Traffic: the inputs are read once.
// T. Alabi, J. D. Blanchard, B. Gordon and R. Steinbach, Fast k-Selection Algorithms for Graphics Processing Units, 2012.

// The digit of a launch: its word and lowest bit, whether it is the key's first digit, whether it is its word's first; and the
// rank of the wanted item.
struct TopKDigitAt {
  u64 word;
  u64 shift;
  u64 first;
  u64 first_of_word;
  u64 rank;
};

template <class In>
struct TopKDigit {
  typedef typename In::value K;
  static constexpr u32 threads = THREADS, min_blocks = 2, values = 1u << DIGIT_BITS, each = values / threads;
  static constexpr u32 rows = sizeof(K) > 16 ? 1 : 4;
  static constexpr int V = LANE_ITEMS;
  static constexpr u64 row = u64(threads) * V, tile_slots = row * rows;
  static_assert(values % threads == 0, "each thread has as many values of the digit");
  struct Shared {
    u32 counts[values];
    u64 sums[threads / WARP];
    bool last;
  };

  DEVICE static void count(Shared& s, const TopKBound<K>& bound, const TopKDigitAt& at, const K& key) {
    bool shares = true;
    UNROLL for (u32 w = 0; w < TopKBound<K>::words; w += 1) {
      if (w < at.word) shares = shares && radix_word(key, w) == bound.word[w];
    }
    u64 word = radix_word(key, u32(at.word)) >> at.shift;
    if (at.first_of_word == 0) {
      u64 before = 0;
      UNROLL for (u32 w = 0; w < TopKBound<K>::words; w += 1) before = w == at.word ? bound.word[w] : before;
      shares = shares && word >> DIGIT_BITS == before >> at.shift >> DIGIT_BITS;
    }
    if (shares) atomic_add(&s.counts[word & (values - 1)], 1u);
  }

  DEVICE static void run(const In& in, const Span<u64>& told, TopKDigitAt at, DigitCounts counts, Tickets tickets) {
    if (told.p[TOLD_DONE] != 0) return;
    Shared& s = shared<Shared>();
    TopKBound<K> bound;
    bound.read(told);
    u64 rank = at.first != 0 ? at.rank : told.p[TOLD_REST], n = in.len();
    for (u32 v = thread(); v < values; v += threads) s.counts[v] = 0;
    sync_block();
    for (u64 tile = block() * tile_slots; tile < n; tile += blocks() * tile_slots) {
      u64 mine = tile + thread() * V;
      if (tile + tile_slots <= n && in.template aligned<V>(mine)) {
        K x[rows][V];
        bool there[rows][V];
        UNROLL for (u32 r = 0; r < rows; r += 1) in.template slots<V, ALIGNED>(mine + r * row, x[r], there[r]);
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          UNROLL for (int k = 0; k < V; k += 1) count(s, bound, at, x[r][k]);
        }
      } else {
        u64 end = n - tile < tile_slots ? n : tile + tile_slots;
        ROLLED for (u64 i = tile + thread(); i < end; i += threads) {
          K x;
          if (in.slot(i, x)) count(s, bound, at, x);
        }
      }
    }
    sync_block();
    for (u32 v = thread(); v < values; v += threads) {
      if (s.counts[v] != 0) atomic_add(&counts[v], u64(s.counts[v]));
    }
    if (!last_block(tickets, s.last)) return;
    u64 here[each], sum = 0, all;
    UNROLL for (u32 k = 0; k < each; k += 1) {
      here[k] = load_relaxed(&counts[thread() * each + k]);
      store_relaxed(&counts[thread() * each + k], u64(0));
      sum += here[k];
    }
    u64 before = block_sum_before<threads / WARP>(sum, all, s.sums);
    UNROLL for (u32 k = 0; k < each; k += 1) {
      if (rank >= before && rank - before < here[k]) {
        u64 digit = u64(thread() * each + k) << at.shift, known = told.p[TOLD_BOUND + at.word];
        told.p[TOLD_BOUND + at.word] = at.first_of_word != 0 ? digit : known | digit;
        told.p[TOLD_REST] = rank - before;
      }
      before += here[k];
    }
  }
};
