// runs: finds the runs of equal neighbours, and stores the first item of each, and its length or the slot where it begins.
//
//   head[i] = a run begins at slot i; r = number of heads before i
//   out_keys[r] = item i                                    for each head
//   out_numbers[r] = i, and behind them the number of slots  (offsets)
//   out_numbers[r - 1] = i - the head before i               (lengths: each is stored by the next run's head)
//
// One launch, which ranks heads as compact.cuh ranks kept slots. A tile's state is the number of its heads and the slot of
// the last one; sums and maxima of these can be formed in any order. Traffic: the items are read once, each run's item and
// number are written once.

template <class K, class Q, class OutK, class OutN, class Number, bool LENGTHS, bool STORED, bool WANTED>
struct Runs {
  typedef typename K::value T;
  typedef typename OutN::value N;
  typedef Compaction<T> Shape;
  // Whether shared memory has room for the heads' items beside their places; otherwise the items are read again.
  static constexpr bool PACKED = WANTED && TILE_WARPS * Shape::most_slots * (sizeof(T) + 2) + 256 <= SHARED_LIMIT;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 3, rows = Shape::rows, WINDOWS = 3;
  static constexpr int V = Shape::V;
  struct Heads {
    Number count, last;
  };
  static constexpr u32 state_words = State<Heads>::words;
  struct Shared {
    // The items and places of the warps' heads; a place counts from the warp's first slot.
    T items[TILE_WARPS][PACKED ? Shape::most_slots : 1];
    u16 heads[TILE_WARPS][Shape::most_slots];
    u32 counts[TILE_WARPS];
    Heads before;
    u32 tile;
  };
  static_assert(Shape::most_slots <= 1 << 16, "a place has 16 bits");

  DEVICE static void pack(Shared& s, u32 rank, const T& x, u32 place) {
    if constexpr (PACKED) s.items[warp()][rank] = x;
    s.heads[warp()][rank] = u16(place);
  }

  // Packs the heads among this warp's slots, of which `in_warp` exist, and returns their number.
  DEVICE static u32 find(Shared& s, const K& keys, const Q& equal, u64 from, u32 slots, u32 in_warp) {
    // In lane 0 the item before the row, in other lanes the item before their first one.
    T before;
    u32 total = 0;
    if (lane() == 0 && from > 0 && in_warp > 0) keys.slot(from - 1, before);
    if (in_warp == slots && keys.template aligned<V>(from)) {
      ROLLED for (u32 g = 0; g < slots; g += Shape::group_slots) {
        T x[rows][V];
        bool head[rows][V];
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          keys.template load<V, ALIGNED>(from + g + (r * WARP + lane()) * V, x[r]);
        }
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          T left = shuffle(EVERY_LANE, x[r][V - 1], (lane() - 1) % WARP);
          if (lane() > 0) before = left;
          head[r][0] = from + g + r + lane() == 0 || !equal(before, x[r][0]);
          UNROLL for (int k = 1; k < V; k += 1) head[r][k] = !equal(x[r][k - 1], x[r][k]);
          before = left;
        }
        u32 rank[rows];
        total = Shape::ranks(head, total, rank);
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          UNROLL for (int k = 0; k < V; k += 1) {
            if (head[r][k]) pack(s, rank[r], x[r][k], g + (r * WARP + lane()) * V + k);
            rank[r] += head[r][k];
          }
        }
      }
    } else {
      ROLLED for (u32 first = 0; first < in_warp; first += rows * WARP) {
        T x[rows];
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          // Lanes behind the end read the last slot, so that all lanes exchange an item.
          u32 slot = first + r * WARP + lane();
          keys.slot(from + (slot < in_warp ? slot : in_warp - 1), x[r]);
        }
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          u32 slot = first + r * WARP + lane();
          T left = shuffle(EVERY_LANE, x[r], (lane() - 1) % WARP);
          if (lane() > 0) before = left;
          bool head = slot < in_warp && (from + slot == 0 || !equal(before, x[r]));
          u32 votes = ballot(EVERY_LANE, head);
          if (head) pack(s, total + popc(votes & low_bits(lane())), x[r], slot);
          total += popc(votes);
          before = left;
        }
      }
    }
    return total;
  }

  // The number and the last of the heads in the warps before warp `end` of this tile. A warp has `slots` slots.
  DEVICE static Heads in_tile(const Shared& s, u64 first, u32 slots, u32 end) {
    Heads all{0, 0};
    UNROLL for (u32 w = 0; w < TILE_WARPS; w += 1) {
      if (w < end && s.counts[w] > 0) {
        all.count += s.counts[w];
        all.last = Number(first + w * slots + s.heads[w][s.counts[w] - 1]);
      }
    }
    return all;
  }

  // The last warp publishes the tile's heads, and finds those of the tiles before.
  DEVICE static void look_back(Shared& s, const Heads& mine, u32 tile, u32 tiles, u64* states, u32 tag) {
    bool first = tile == 0, last = tile + 1 == tiles;
    if (lane() == 0 && !last) State<Heads>::publish(states, tile, tag, first ? PREFIX : AGGREGATE, mine);
    Heads before{0, 0};
    if (!first) {
      Heads x[WINDOWS];
      u32 nearest = ::look_back(states, tile, tag, x);
      Number counts[WINDOWS];
      UNROLL for (u32 j = 0; j < WINDOWS; j += 1) {
        counts[j] = x[j].count;
        if (j * WARP + lane() <= nearest && x[j].last > before.last) before.last = x[j].last;
      }
      before.count = sum_back(counts, nearest);
      UNROLL for (u32 d = 1; d < WARP; d *= 2) {
        Number other = shuffle_xor(EVERY_LANE, before.last, d);
        if (other > before.last) before.last = other;
      }
    }
    if (lane() != 0) return;
    if (!first && !last) State<Heads>::publish(states, tile, tag, PREFIX, after(before, mine));
    s.before = before;
  }

  DEVICE static Heads after(const Heads& before, const Heads& here) {
    return Heads{Number(before.count + here.count), here.count > 0 ? here.last : before.last};
  }

  DEVICE static u64 share(u64 n, u32 launched) { return Shape::share(n, launched); }

  DEVICE static void run(const K& keys, const Q& equal, const OutK& out_keys, const OutN& out_numbers, States states, Tag tag,
                         Tickets tickets, CountResult<1> count) {
    Shared& s = shared<Shared>();
    u64 n = keys.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile);
    u32 slots = Shape::groups(n) * Shape::group_slots;
    u64 first = u64(tile) * TILE_WARPS * slots, from = first + warp() * slots;
    u32 heads = find(s, keys, equal, from, slots, within(n, from, slots));
    if (lane() == 0) s.counts[warp()] = heads;
    sync_block();
    if (warp() == TILE_WARPS - 1) look_back(s, in_tile(s, first, slots, TILE_WARPS), tile, tiles, states, tag);
    sync_block();
    Heads before = after(s.before, in_tile(s, first, slots, warp()));
    ROLLED for (u32 k = lane(); k < heads; k += WARP) {
      u32 place = s.heads[warp()][k];
      u64 at = u64(before.count) + k, slot = from + place;
      if constexpr (PACKED) {
        out_keys.put(at, s.items[warp()][k]);
      } else if constexpr (STORED) {
        T x;
        keys.slot(slot, x);
        out_keys.put(at, x);
      }
      if constexpr (LENGTHS) {
        u64 previous = k > 0 ? from + s.heads[warp()][k - 1] : u64(before.last);
        if (at > 0) out_numbers.put(at - 1, N(slot - previous));
      } else {
        out_numbers.put(at, N(slot));
      }
    }
    if (tile == tiles - 1 && thread() == 0) {
      Heads all = after(s.before, in_tile(s, first, slots, TILE_WARPS));
      *count = u64(all.count);
      if constexpr (LENGTHS) out_numbers.put(u64(all.count) - 1, N(n - all.last));
      else out_numbers.put(u64(all.count), N(n));
    }
  }
};
