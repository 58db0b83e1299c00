// partition_in_three: stores the items in three places by two predicates, all in order.
//
//   first[number of firsts before i] = x[i] if is_first(x[i])
//   second[number of seconds before i] = x[i] if not, and is_second(x[i])
//   third[number of others before i] = x[i] otherwise
//
// One launch. A warp packs its items by the first predicate as partition does, then applies the second one to the rejected
// items and keeps the votes in shared memory. Two warps look back, one for each count. Traffic: the chain's inputs are read
// once, each item is written once.

template <class In, class F, class G, class Out, class Number>
struct PartitionInThree {
  typedef Partition<In, F, Out, Number> Two;
  typedef typename Two::T T;
  typedef typename Two::Shape Shape;
  typedef TileCounts<Number> Counts;
  static constexpr u32 threads = TILE_THREADS, min_blocks = 3, at_once = copies(4);
  // The states of all tiles' first counts come first, then those of the second counts.
  static constexpr u32 state_words = 2 * State<Number>::words;
  static_assert(Shape::most_slots % (at_once * WARP) == 0 && TILE_WARPS >= 2, "whole steps, and a warp for each count");
  struct Shared {
    T items[TILE_WARPS][Shape::most_slots];
    u32 votes[TILE_WARPS][Shape::most_slots / WARP];
    typename Counts::Shared first, second;
    u32 tile;
  };

  // Item `number` of those in this warp that the first predicate rejected.
  DEVICE static const T& rejected(const Shared& s, u32 number) { return s.items[warp()][Shape::most_slots - 1 - number]; }

  // Applies the second predicate to the warp's `rest` rejected items, and returns how many it selects.
  DEVICE static u32 vote(Shared& s, const G& is_second, u32 rest) {
    u32 total = 0;
    ROLLED for (u32 from = 0; from < rest; from += at_once * WARP) {
      UNROLL for (u32 r = 0; r < at_once; r += 1) {
        u32 k = from + r * WARP + lane();
        u32 votes = ballot(EVERY_LANE, k < rest && is_second(rejected(s, k)));
        if (lane() == 0) s.votes[warp()][k / WARP] = votes;
        total += popc(votes);
      }
    }
    return total;
  }

  DEVICE static void exchange(typename Counts::Shared& s, u32 by, u32 tile, u32 tiles, u64* states, u32 tag) {
    if (warp() != by) return;
    Number mine = 0;
    UNROLL for (u32 w = 0; w < TILE_WARPS; w += 1) mine += s.warps[w];
    Counts::publish(mine, tile, tiles, states, tag);
    Counts::look_back(s, mine, tile, tiles, states, tag);
  }

  DEVICE static u64 share(u64 n, u32 launched) { return Shape::share(n, launched); }

  DEVICE static void run(const In& in, const F& is_first, const G& is_second, const Out& first, const Out& second,
                         const Out& third, States states, Tag tag, Tickets tickets,
                         CountResult<3> counts) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    u32 tiles = blocks(), tile = next_tile(tickets, tiles, s.tile);
    u32 groups = Shape::groups(n), warp_slots = groups * Shape::group_slots;
    u64 from = (u64(tile) * TILE_WARPS + warp()) * warp_slots;
    T* packed = s.items[warp()];
    u32 firsts = Two::pack(in, is_first, from, groups, packed), rest = within(n, from, warp_slots) - firsts;
    sync_warp();
    u32 seconds = vote(s, is_second, rest);
    Counts::tell(s.first, firsts);
    Counts::tell(s.second, seconds);
    sync_block();
    exchange(s.first, TILE_WARPS - 1, tile, tiles, states, tag);
    exchange(s.second, TILE_WARPS - 2, tile, tiles, states + u64(tiles) * State<Number>::words, tag);
    sync_block();
    u32 before_1, before_2, in_tile_1, in_tile_2;
    u64 tiles_1 = Counts::get(s.first, before_1, in_tile_1), tiles_2 = Counts::get(s.second, before_2, in_tile_2);
    u64 at_1 = tiles_1 + before_1, at_2 = tiles_2 + before_2, at_3 = from - at_1 - at_2;
    ROLLED for (u32 k = lane(); k < firsts; k += WARP) first.put(at_1 + k, packed[k]);
    u32 passed = 0;
    ROLLED for (u32 k = lane(); k - lane() < rest; k += WARP) {
      u32 votes = s.votes[warp()][k / WARP], rank = passed + popc(votes & low_bits(lane()));
      if (k < rest) {
        if (votes >> lane() & 1) second.put(at_2 + rank, rejected(s, k));
        else third.put(at_3 + (k - rank), rejected(s, k));
      }
      passed += popc(votes);
    }
    if (tile == tiles - 1 && thread() == 0) {
      u64 all_1 = tiles_1 + in_tile_1, all_2 = tiles_2 + in_tile_2;
      counts[0] = all_1;
      counts[1] = all_2;
      counts[2] = n - all_1 - all_2;
    }
  }
};
