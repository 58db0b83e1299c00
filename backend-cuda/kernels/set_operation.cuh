// set_operation: union, intersection, difference and symmetric difference of two sorted sequences, as multisets.
//
//   each block:  find the cuts at which its tiles begin  (balanced_path.cuh)
//                for each tile: read its part of both sides to shared memory
//   each thread: find its cut within the tile, and pair its items: the smaller of both sides' next items is single, equal ones
//                are a pair
//   each block:  count the items that the operator keeps, sum up the counts of earlier blocks  (lookback.cuh), store its own items
//
// One launch. If there are many tiles, the first blocks only search: a few lanes for each cut, which they publish. If
// there are few, each block searches for its own cuts, by whole warps. Counts and stores follow from the same
// comparisons, so that for any comparator a block writes each of its places. If cuts cross, items are left out or taken
// twice; items beyond the output's end are dropped.
// Traffic: each item is read once, each kept item is written once.
// S. Baxter, moderngpu, 2013.

// The items that an operator keeps: single ones of either side, the left one of pairs.
template <bool LEFT, bool RIGHT, bool PAIRS>
struct SetOperator {
  DEVICE static bool keeps(bool left, bool right) {
    return (LEFT && left && !right) || (RIGHT && right && !left) || (PAIRS && left && right);
  }
};

// Takes a thread's items left .. left_end and right .. right_end, in STEPS steps. Step k takes the next item of a side,
// or a pair, and stores it, the left one of a pair, to `taken[k]`. Returns a bit for each step, set if its item is
// kept. `items` has room for one more item behind the last, which is read but not used.
template <class Operator, u32 STEPS, class T, class F>
DEVICE u32 take_items(const T* items, u32 left, u32 left_end, u32 right, u32 right_end, const F& less, T (&taken)[STEPS]) {
  static_assert(STEPS <= 32, "a step is a bit");
  // Positions in bytes, so that an address is one sum.
  const u8* bytes = reinterpret_cast<const u8*>(items);
  auto at = [&](u32 byte) -> const T& { return *reinterpret_cast<const T*>(bytes + byte); };
  constexpr u32 size = sizeof(T);
  left *= size, left_end *= size, right *= size, right_end *= size;
  u32 kept = 0;
  T x = at(left), y = at(right);
  UNROLL for (u32 k = 0; k < STEPS; k += 1) {
    bool has_left = left < left_end, has_right = right < right_end, both = has_left && has_right;
    bool right_first = both && less(y, x), left_first = both && !right_first && less(x, y);
    bool takes_left = has_left && !right_first, takes_right = has_right && !left_first;
    taken[k] = takes_left ? x : y;
    if (Operator::keeps(takes_left, takes_right)) kept |= 1u << k;
    if (takes_left) left += size;
    if (takes_right) right += size;
    x = at(left);
    y = at(right);
  }
  return kept;
}

// The division of tiles among blocks: `searchers` blocks that search for cuts, then blocks of `share` tiles each.
struct Division {
  u64 tiles, share, searchers;
};

template <class L, class R, class Less, class Operator, class Out, class Number>
struct SetOperation {
  typedef typename L::value T;
  // A multiprocessor holds this number of blocks without spilling their registers.
  static constexpr u32 threads = THREADS, min_blocks = sizeof(T) <= 4 ? 4 : 3, items = MERGE_ITEMS;
  static constexpr u32 state_words = CUT_WORDS + State<Number>::words;
  // A tile has one item less than its threads have steps, or the same number if a pair comes along.
  static constexpr u32 room = threads * items, tile_items = room - 1;
  typedef TileCounts<Number, threads / WARP> Counts;
  typedef BalancedCut<u64> TileCut;
  typedef BalancedCut<u32> ThreadCut;
  struct Shared {
    // A tile's items, the left side's and then the right side's; finally the kept items of the last tile.
    T items[room + 1];
    // The kept items of the tiles before it.
    T kept[SET_TILES == 1 ? 1 : (SET_TILES - 1) * room];
    // The cut at which each thread begins, packed.
    u16 cuts[threads + 1];
    typename Counts::Shared counts;
    TileCut tiles[SET_TILES + 1];
    u32 ticket;
  };
  static_assert(room < 1 << 15, "packed cuts have 16 bits");
  static_assert(State<u64>::words == CUT_WORDS, "a packed cut is a state");

  template <class In>
  DEVICE static T item(const In& in, u64 i) {
    T x;
    in.slot(i, x);
    return x;
  }
  // Calls `f(k, j)` for the j-th number k of this thread, if it is below `count`.
  template <class F>
  DEVICE static void each(u32 count, const F& f) {
    // Each test of the loop is a comparison of `past` with a constant.
    i32 past = i32(thread()) - i32(count);
    UNROLL for (u32 j = 0; j < items; j += 1) if (past < -i32(j * threads)) f(thread() + j * threads, j);
  }

  // Takes a ticket and finds the cuts of its tiles. A block with one of the first tickets searches for cuts of others
  // instead. These have later tickets, so blocks wait only for blocks that are running. Returns the ticket.
  DEVICE static u32 cut_tiles(Shared& s, const L& left, const R& right, const Less& less, u32 tiles, u32 share, u32 searchers,
                              u64* cuts, u32 tag, u64* tickets) {
    u64 lefts = left.len(), rights = right.len(), n = lefts + rights;
    if (warp() == 0) {
      u32 ticket = lane() == 0 && blocks() > 1 ? take_ticket(tickets, blocks()) : 0;
      ticket = shuffle(EVERY_LANE, ticket, 0);
      if (lane() == 0) s.ticket = ticket;
      u32 t = (ticket - searchers) * share + lane();
      if (searchers > 0 && ticket >= searchers && lane() <= share && t <= tiles) {
        u64 packed;
        ROLLED while (State<u64>::read(cuts, t, tag, packed) == 0) pause();
        s.tiles[lane()] = unpack_cut(packed, least(u64(t) * tile_items, n));
      }
    }
    sync_block();
    u32 ticket = s.ticket;
    bool searches = ticket < searchers;
    if (searches || searchers == 0) {
      Lanes by{searches ? SEARCH_LANES : WARP};
      u64 t = searches ? u64(ticket) * (threads / SEARCH_LANES) + thread() / SEARCH_LANES : u64(ticket) + warp();
      bool wanted = searches ? t <= tiles : warp() < 2;
      if (any(EVERY_LANE, wanted)) {
        u64 diagonal = wanted ? least(t * tile_items, n) : 0;
        TileCut cut = balanced_path<T>(by, diagonal, lefts, rights, [&](u64 i) { return item(left, i); },
                                       [&](u64 i) { return item(right, i); }, less);
        if (wanted && lane() % by.count == 0) {
          if (searches) State<u64>::publish(cuts, u32(t), tag, PREFIX, pack_cut(cut, diagonal));
          else s.tiles[warp()] = cut;
        }
      }
      sync_block();
    }
    return ticket;
  }

  // Reads a tile's items, `lefts` of the left side and then `rights` of the right.
  DEVICE static void read(Shared& s, const L& left, const R& right, const TileCut& from, u32 lefts, u32 rights) {
    T x[items];
    if constexpr (same<L, Slice<T>> && same<R, Slice<T>>) {
      // The choice between two addresses makes each item one load without a branch.
      i32 past = i32(thread()) - i32(lefts);
      const T *l = left.p + from.left + thread(), *r = l;
      if (rights > 0) r = right.p + from.right + (i64(thread()) - i64(lefts));
      each(lefts + rights, [&](u32, u32 j) { x[j] = (past < -i32(j * threads) ? l : r)[j * threads]; });
    } else {
      each(lefts + rights, [&](u32 k, u32 j) {
        if (k < lefts) left.slot(from.left + k, x[j]);
        else right.slot(from.right + k - lefts, x[j]);
      });
    }
    T* to = s.items + thread();
    UNROLL for (u32 j = 0; j < items; j += 1) to[j * threads] = x[j];
    sync_block();
  }

  // Stores kept items at `at` and behind it, up to the output's end.
  DEVICE static void store(const Out& out, u64 at, const T* kept, u32 count) {
    const T* from = kept + thread();
    u64 to = at + thread();
    each(within(out.len(), at, count), [&](u32, u32 j) { out.put(to + j * threads, from[j * threads]); });
  }

  DEVICE static void run(const L& left, const R& right, const Less& less, const Out& out, const Division& division,
                         States cuts, Tag tag, Tickets tickets, CountResult<1> count) {
    Shared& s = shared<Shared>();
    u32 tiles = u32(division.tiles), share = u32(division.share), searchers = u32(division.searchers);
    u32 ticket = cut_tiles(s, left, right, less, tiles, share, searchers, cuts, tag, tickets);
    if (ticket < searchers) return;
    // Functions compute these numbers at each use, since variables would take registers in the loop.
    auto unit = [&] { return s.ticket - u32(division.searchers); };
    auto states = [&] { return cuts + u64(CUT_WORDS) * (u32(division.tiles) + 1); };
    auto units = [&] { return blocks() - u32(division.searchers); };
    auto mine = [&] { return least(u32(division.share), u32(division.tiles) - unit() * u32(division.share)); };
    u32 kept_before = 0, in_tile = 0;
    ROLLED for (u32 t = 0; t < mine(); t += 1) {
      TileCut from = s.tiles[t], to = s.tiles[t + 1];
      u32 lefts = within(to.left, from.left, room), rights = within(to.right, from.right, room - lefts);
      read(s, left, right, from, lefts, rights);

      auto diagonal = [&](u32 thread) { return least(thread * items, lefts + rights); };
      const T* right_items = s.items + lefts;
      ThreadCut begin = balanced_path<T>(OneThread(), diagonal(thread()), lefts, rights, [&](u32 i) { return s.items[i]; },
                                         [&](u32 j) { return right_items[j]; }, less);
      s.cuts[thread()] = u16(pack_cut(begin, diagonal(thread())));
      if (thread() == 0) s.cuts[threads] = u16(2 * lefts);
      sync_block();
      ThreadCut end = unpack_cut(u32(s.cuts[thread() + 1]), diagonal(thread() + 1));
      T taken[items];
      u32 kept = take_items<Operator>(s.items, begin.left, end.left, lefts + begin.right, lefts + end.right, less, taken);
      u32 in_warp, lanes_before = warp_sum_before(popc(kept), in_warp), warps_before;
      Counts::tell(s.counts, in_warp);
      sync_block();
      kept_before += in_tile;
      Counts::in_tile(s.counts, warps_before, in_tile);
      bool last = t + 1 == mine();
      if (last && warp() == 0) Counts::publish(kept_before + in_tile, unit(), units(), states(), tag);
      T* place = (last ? s.items : s.kept + kept_before) + warps_before + lanes_before;
      UNROLL for (u32 k = 0; k < items; k += 1) if (kept >> k & 1) *place++ = taken[k];
    }
    if (warp() == 0) Counts::look_back(s.counts, kept_before + in_tile, unit(), units(), states(), tag);
    sync_block();
    u64 before = s.counts.before;
    ROLLED for (u32 k = 0; k < kept_before; k += room) store(out, before + k, s.kept + k, least(kept_before - k, room));
    store(out, before + kept_before, s.items, in_tile);
    if (unit() == units() - 1 && thread() == 0) *count = least(before + kept_before + in_tile, out.len());
  }
};
