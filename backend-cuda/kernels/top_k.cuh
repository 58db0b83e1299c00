// top_k, the passes that keep items: stores those that come before a bound, or all, in the order of their positions, with
// these positions. They are then sorted (sort.cuh).
//
//   kept[i] = item i comes before the bound, by its key and then by its position
//   keys[number of kept slots before i] = item i, positions[…] = i, for the kept ones
//
//   KEEP_ALL      keeps every item
//   KEEP_SAMPLED  keeps items up to the bound, an item of a sample (top_k_sample.cuh). If it keeps at least k items, and no more
//                 than there is room for, the pass is the last one:
//   KEEP_BELOW    keeps items before the exact bound (top_k_digit.cuh), fewer than k
//   KEEP_EQUAL    keeps items equal to it behind these, up to the k-th item; and fills the room behind the kept items with an
//                 item that none of them comes after
//
// Slots are ranked as in compact.cuh. Since few of the items are kept, each lane marks them in a word, and loads them again once
// their places are known. Traffic: the inputs are read once, kept items are read again and written.

constexpr u64 KEEP_ALL = 0, KEEP_SAMPLED = 1, KEEP_BELOW = 2, KEEP_EQUAL = 3;

// The kind of a pass (KEEP_…), and the number of wanted items.
struct TopKPass {
  u64 mode;
  u64 k;
};

template <class In, class Positions, class Number>
struct TopK {
  typedef typename In::value K;
  typedef Compaction<K> Shape;
  typedef TileCounts<Number> Counts;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 3, rows = Shape::rows;
  static constexpr u32 state_words = State<Number>::words;
  static constexpr int V = Shape::V;
  static_assert(rows * V * Shape::most_groups <= 32, "a lane's slots are the bits of a word");
  struct Shared {
    typename Counts::Shared counts;
    u32 tile;
  };

  DEVICE static u64 slot_of(u64 from, u32 g, u32 r) { return from + g * Shape::group_slots + (r * WARP + lane()) * V; }

  // The rule of a pass: it keeps all items, or those before the bound and those equal to it in slots below `same_below`.
  struct Kept {
    TopKBound<K> bound;
    bool every, before;
    u64 same_below;
  };

  // The slots of this lane that are kept, as bits. `equal_at` becomes a slot whose item equals the bound, if there is one.
  DEVICE static u32 mark(const In& in, u64 from, u32 groups, const Kept& kept, u64& equal_at) {
    u64 n = in.len();
    u32 marks = 0;
    bool whole = from + groups * Shape::group_slots <= n && in.template aligned<V>(from);
    ROLLED for (u32 g = 0; g < groups; g += 1) {
      u32 items = 0, before = 0, sames = 0;
      if (whole) {
        K x[rows][V];
        bool there[rows][V];
        UNROLL for (u32 r = 0; r < rows; r += 1) in.template slots<V, ALIGNED>(slot_of(from, g, r), x[r], there[r]);
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          UNROLL for (int k = 0; k < V; k += 1) {
            bool same;
            before |= u32(kept.bound.follows(x[r][k], same)) << (r * V + k);
            sames |= u32(same) << (r * V + k);
          }
        }
        items = low_bits(rows * V);
      } else {
        ROLLED for (u32 j = 0; j < rows * V; j += 1) {
          u64 i = slot_of(from, g, j / V) + j % V;
          K x;
          if (i < n && in.slot(i, x)) {
            bool same;
            items |= 1u << j;
            before |= u32(kept.bound.follows(x, same)) << j;
            sames |= u32(same) << j;
          }
        }
      }
      u32 bits = kept.every ? items : kept.before ? before : 0;
      // A rolled loop, since few items equal the bound as a rule.
      ROLLED for (; sames != 0; sames &= sames - 1) {
        u32 j = ffs(sames) - 1;
        equal_at = slot_of(from, g, j / V) + j % V;
        if (equal_at < kept.same_below) bits |= 1u << j;
      }
      marks |= bits << (g * rows * V);
    }
    return marks;
  }

  // Stores the marked items from place `at` on, below `end`.
  DEVICE static void store(const In& in, u64 from, u32 groups, u32 marks, const Span<K>& keys, const Positions& positions,
                           u64 at, u64 end) {
    u32 total = 0;
    ROLLED for (u32 g = 0; g < groups; g += 1) {
      u32 bits = marks >> (g * rows * V), rank[rows];
      bool kept[rows][V];
      UNROLL for (u32 r = 0; r < rows; r += 1) {
        UNROLL for (int k = 0; k < V; k += 1) kept[r][k] = bits >> (r * V + k) & 1;
      }
      total = Shape::ranks(kept, total, rank);
      UNROLL for (u32 r = 0; r < rows; r += 1) {
        ROLLED for (u32 row = bits >> (r * V) & low_bits(V); row != 0; row &= row - 1) {
          u64 i = slot_of(from, g, r) + ffs(row) - 1, place = at + rank[r];
          rank[r] += 1;
          K x;
          if (place < end && in.slot(i, x)) {
            keys.put(place, x);
            if constexpr (!same<Positions, NoColumns>) positions.put(place, typename Positions::value(i));
          }
        }
      }
    }
  }

  DEVICE static void run(const In& in, const Span<K>& keys, const Positions& positions, const Span<u64>& told,
                         TopKPass pass, States states, Tag tag, Tickets tickets) {
    Shared& s = shared<Shared>();
    u64 n = in.len(), mode = pass.mode, from_place = 0, end = keys.len();
    bool done = mode >= KEEP_BELOW && told.p[TOLD_DONE] != 0;
    if (mode == KEEP_EQUAL) {
      // The room behind the kept items is filled with `last`, which a stable sort leaves behind all of them.
      K last;
      in.slot(least(told.p[TOLD_SLOT], n - 1), last);
      u64 i = (done ? told.p[TOLD_COUNT] : pass.k) + u64(block()) * threads + thread();
      for (; i < keys.len(); i += u64(blocks()) * threads) {
        keys.put(i, last);
        if constexpr (!same<Positions, NoColumns>) positions.put(i, 0);
      }
      from_place = pass.k - 1 - told.p[TOLD_REST];
      end = pass.k;
    }
    if (done) return;

    Kept kept;
    kept.every = mode == KEEP_ALL;
    kept.before = mode != KEEP_EQUAL;
    kept.same_below = mode == KEEP_SAMPLED ? told.p[TOLD_SLOT] + 1 : mode == KEEP_BELOW ? 0 : n;
    kept.bound = TopKBound<K>{};
    if (!kept.every) kept.bound.read(told);
    u64 equal_at = n;
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile), groups = Shape::groups(n), in_warp;
    u64 from = (u64(tile) * TILE_WARPS + warp()) * (groups * Shape::group_slots);
    u32 marks = mark(in, from, groups, kept, equal_at);
    warp_sum_before(u32(popc(marks)), in_warp);
    if (mode == KEEP_BELOW) {
      // One lane of the warp stores the slot of an item that equals the bound.
      u32 having = ballot(EVERY_LANE, equal_at < n);
      if (having != 0 && lane() == ffs(having) - 1) store_relaxed(&told.p[TOLD_SLOT], equal_at);
    }
    Counts::tell(s.counts, in_warp);
    sync_block();
    Counts::look_back(s.counts, tile, tiles, states, tag);
    sync_block();
    u32 warps_before, in_tile;
    u64 before = Counts::get(s.counts, warps_before, in_tile);
    if (in_warp != 0) store(in, from, groups, marks, keys, positions, from_place + before + warps_before, end);
    if (mode == KEEP_SAMPLED && tile == tiles - 1 && thread() == 0) {
      u64 count = before + in_tile;
      told.p[TOLD_COUNT] = count;
      told.p[TOLD_DONE] = count >= pass.k && count <= keys.len();
    }
  }
};
