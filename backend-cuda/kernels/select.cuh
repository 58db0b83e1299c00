// select: stores the items that a chain keeps, in order.
//
//   kept[i], x[i] = slot i of the chain
//   out[number of kept slots before i] = x[i], for the kept ones
//
// One launch. A warp packs its items in shared memory (compact.cuh), so that neighbouring lanes write side by side. Traffic: the
// chain's inputs are read once, each kept item is written once.

template <class In, class Out, class Number>
struct Select {
  typedef typename In::value T;
  typedef Compaction<T> Shape;
  typedef TileCounts<Number> Counts;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 4, rows = Shape::rows, at_once = copies(rows) < rows ? copies(rows) : rows;
  static_assert(rows % at_once == 0, "a warp's slots are whole groups");
  static constexpr u32 state_words = State<Number>::words;
  static constexpr int V = Shape::V;
  struct Shared {
    T items[TILE_WARPS][Shape::most_slots];
    typename Counts::Shared counts;
    u32 tile;
  };

  // Packs the items that this warp keeps of its slots, and returns their number.
  DEVICE static u32 pack(const In& in, u64 from, u32 groups, T* packed) {
    u64 n = in.len();
    u32 total = 0, slots = groups * Shape::group_slots;
    if (HEAVY == 0 && from + slots <= n && in.template aligned<V>(from)) {
      ROLLED for (u32 g = 0; g < groups; g += 1) {
        u64 first = from + g * Shape::group_slots;
        T x[rows][V];
        bool kept[rows][V];
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          in.template slots<V, ALIGNED>(first + (r * WARP + lane()) * V, x[r], kept[r]);
        }
        u32 rank[rows];
        total = Shape::ranks(kept, total, rank);
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          UNROLL for (int k = 0; k < V; k += 1) {
            if (kept[r][k]) packed[rank[r]] = x[r][k];
            rank[r] += kept[r][k];
          }
        }
      }
    } else {
      ROLLED for (u32 first = lane(); first < slots; first += at_once * WARP) {
        T x[at_once];
        bool kept[at_once];
        UNROLL for (u32 r = 0; r < at_once; r += 1) {
          u64 i = from + first + r * WARP;
          kept[r] = i < n && in.slot(i, x[r]);
        }
        UNROLL for (u32 r = 0; r < at_once; r += 1) {
          u32 votes = ballot(EVERY_LANE, kept[r]);
          if (kept[r]) packed[total + popc(votes & low_bits(lane()))] = x[r];
          total += popc(votes);
        }
      }
    }
    return total;
  }

  DEVICE static u64 share(u64 n, u32 launched) { return Shape::share(n, launched); }

  DEVICE static void run(const In& in, const Out& out, States states, Tag tag, Tickets tickets, CountResult<1> count) {
    Shared& s = shared<Shared>();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile);
    T* packed = s.items[warp()];
    u32 groups = Shape::groups(in.len());
    u32 in_warp = pack(in, (u64(tile) * TILE_WARPS + warp()) * (groups * Shape::group_slots), groups, packed);
    Counts::tell(s.counts, in_warp);
    sync_block();
    Counts::look_back(s.counts, tile, tiles, states, tag);
    sync_block();
    u32 warps_before, in_tile;
    u64 before = Counts::get(s.counts, warps_before, in_tile);
    ROLLED for (u32 k = lane(); k < in_warp; k += WARP) out.put(before + warps_before + k, packed[k]);
    if (tile == tiles - 1 && thread() == 0) *count = before + in_tile;
  }
};
