// partition: stores the items in two places by a predicate, both in order.
//
//   x[i] = item i of the chain, flag[i] = predicate(x[i])
//   selected[c] = x[i] if flag[i], else rejected[i - c] = x[i], where c = number of flags before i
//
// One launch, which works as that of select. Traffic: the chain's inputs are read once, each item is written once.

template <class In, class F, class Out, class Number>
struct Partition {
  typedef typename Out::value T;
  typedef Compaction<T> Shape;
  typedef TileCounts<Number> Counts;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 3, rows = Shape::rows, at_once = copies(rows) < rows ? copies(rows) : rows;
  static_assert(rows % at_once == 0, "a warp's slots are whole groups");
  static constexpr u32 state_words = State<Number>::words;
  static constexpr int V = Shape::V;
  struct Shared {
    T items[TILE_WARPS][Shape::most_slots];
    typename Counts::Shared counts;
    u32 tile;
  };

  // Packs this warp's items, the selected ones from the front and the others from the back, and returns the number of
  // selected ones.
  DEVICE static u32 pack(const In& in, const F& predicate, u64 from, u32 groups, T* packed) {
    u64 n = in.len();
    u32 total = 0, slots = groups * Shape::group_slots;
    if (HEAVY == 0 && from + slots <= n && in.template aligned<V>(from)) {
      ROLLED for (u32 g = 0; g < groups; g += 1) {
        u32 first = g * Shape::group_slots + lane() * V;
        T x[rows][V];
        bool flag[rows][V];
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          in.template load<V, ALIGNED>(from + first + r * (WARP * V), x[r]);
        }
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          UNROLL for (int k = 0; k < V; k += 1) flag[r][k] = predicate(x[r][k]);
        }
        u32 rank[rows];
        total = Shape::ranks(flag, total, rank);
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          UNROLL for (int k = 0; k < V; k += 1) {
            u32 rejected = first + r * (WARP * V) + k - rank[r];
            packed[flag[r][k] ? rank[r] : Shape::most_slots - 1 - rejected] = x[r][k];
            rank[r] += flag[r][k];
          }
        }
      }
    } else {
      ROLLED for (u32 first = lane(); first < slots; first += at_once * WARP) {
        T x[at_once];
        UNROLL for (u32 r = 0; r < at_once; r += 1) {
          u64 i = from + first + r * WARP;
          if (i < n) in.slot(i, x[r]);
        }
        UNROLL for (u32 r = 0; r < at_once; r += 1) {
          u32 k = first + r * WARP;
          bool present = from + k < n, flag = present && predicate(x[r]);
          u32 votes = ballot(EVERY_LANE, flag), rank = total + popc(votes & low_bits(lane()));
          if (present) packed[flag ? rank : Shape::most_slots - 1 - (k - rank)] = x[r];
          total += popc(votes);
        }
      }
    }
    return total;
  }

  DEVICE static u64 share(u64 n, u32 launched) { return Shape::share(n, launched); }

  DEVICE static void run(const In& in, const F& predicate, const Out& selected, const Out& rejected, States states, Tag tag,
                         Tickets tickets, CountResult<2> counts) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile);
    u32 groups = Shape::groups(n), warp_slots = groups * Shape::group_slots;
    u64 from = (u64(tile) * TILE_WARPS + warp()) * warp_slots;
    T* packed = s.items[warp()];
    u32 in_warp = pack(in, predicate, from, groups, packed), slots = within(n, from, warp_slots);
    Counts::tell(s.counts, in_warp);
    sync_block();
    Counts::look_back(s.counts, tile, tiles, states, tag);
    sync_block();
    u32 warps_before, in_tile;
    u64 tiles_before = Counts::get(s.counts, warps_before, in_tile), before = tiles_before + warps_before;
    ROLLED for (u32 k = lane(); k < in_warp; k += WARP) selected.put(before + k, packed[k]);
    ROLLED for (u32 k = lane(); k < slots - in_warp; k += WARP) {
      rejected.put(from - before + k, packed[Shape::most_slots - 1 - k]);
    }
    if (tile == tiles - 1 && thread() == 0) {
      counts[0] = tiles_before + in_tile;
      counts[1] = n - (tiles_before + in_tile);
    }
  }
};
