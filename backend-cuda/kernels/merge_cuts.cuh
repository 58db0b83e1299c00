// Cuts of a merge, at which a block's tiles begin and its last one ends.
//
// Two blocks meet at a cut. Both search for it in the same way, so both find the same. If the comparator is a strict weak
// order, all cuts are in order. If not, some may cross; each cut, in sequence, is then moved to the nearest place that is
// in order with the one before it. A block whose own two cuts are in order reports that at once. When it has merged its
// tiles, it tests whether all blocks before it have reported so; normally they did long before, so no block waits. If they
// haven't, the block finds these cuts itself, one after the other, and merges its tiles again. Each block writes only its
// own items, so the result doesn't depend on timing.

// A cut to search for: its pair of runs, and the bounds of its number of left items. Within these bounds no more items
// than the right side has lie before the cut, so a tile's part of that side exists whatever the comparator returns.
struct Cut {
  u64 pair, diagonal, low, high;
};
DEVICE Cut cut_of(u64 pair, u64 diagonal, u64 lefts, u64 rights) {
  return Cut{pair, diagonal, diagonal > rights ? diagonal - rights : 0, least(diagonal, lefts)};
}

// A cut: `lefts` of the first `diagonal` items are from the left side.
struct Found {
  u64 diagonal, lefts;
};
DEVICE bool in_order(const Found& a, const Found& b) {
  return a.lefts <= b.lefts && b.lefts - a.lefts <= b.diagonal - a.diagonal;
}
// The cut nearest to `b` that is in order with `a`. A pair of runs begins at diagonal 0.
DEVICE Found behind(const Found& a, const Found& b) {
  if (b.diagonal <= a.diagonal || in_order(a, b)) return b;
  return Found{b.diagonal, b.lefts < a.lefts ? a.lefts : a.lefts + (b.diagonal - a.diagonal)};
}
// Narrow a cut's bounds to the places that are in order with a cut before it, or behind it.
DEVICE void keep_behind(Cut& c, const Found& before) {
  u64 most = before.lefts + (c.diagonal - before.diagonal);
  if (c.low < before.lefts) c.low = before.lefts;
  if (c.high > most) c.high = most;
}
DEVICE void keep_before(Cut& c, const Found& behind) {
  u64 between = behind.diagonal - c.diagonal;
  if (c.high > behind.lefts) c.high = behind.lefts;
  if (behind.lefts > between && c.low < behind.lefts - between) c.low = behind.lefts - between;
}

constexpr u32 CUT_LANES = 4;
static_assert(THREADS / CUT_LANES + 1 >= MOST_TILES, "each cut has its lanes");
// The distribution of tiles over blocks: `each` to every block, and one more to the first `longer`.
struct Shares {
  u64 each, longer;
  DEVICE u64 first_tile(u64 block) const { return block * each + least(block, longer); }
};
struct Cuts {
  // The number of the block's first tile.
  u64 first;
  // The cuts at which the tiles begin, and the one at which the last tile ends.
  Found tiles[MOST_TILES + 1];
  // Whether the block finds the cuts again, in sequence.
  bool again;
};

// The blocks' reports on their cuts, in words of a stream's states. The first word says whether any cuts crossed; the
// others have a bit for each block, 32 to a word, which is set if its own cuts are in order. Words of earlier launches are
// less than the tag.
struct Reports {
  u64* words;
  u64 tag;

  DEVICE void say(bool ordered) const {
    u64* word = words + (ordered ? 1 + block() / WARP : 0);
    atomic_max(word, tag);
    atomic_or(word, ordered ? u64(1) << block() % WARP : u64(1));
  }
  DEVICE bool crossed() const { return load_relaxed(words) == (tag | 1); }
  // The number of words for the blocks before this one, and the value of such a word when all its blocks are in order.
  DEVICE u32 before() const { return u32(ceil_div(block(), WARP)); }
  DEVICE u64 full(u32 number) const { return tag | low_bits(u32(least(block() - number * WARP, WARP))); }
  DEVICE bool holds(u64 word, u32 number) const { return (word & full(number)) == full(number); }
  // The result is the same in all lanes of a warp.
  DEVICE bool all_ordered() const {
    bool yes = true;
    ROLLED for (u32 w = lane(); w < before(); w += WARP) yes = yes && holds(load_relaxed(words + 1 + w), w);
    return all(EVERY_LANE, yes);
  }
};
// The first warp's look at the reports: they are loaded before the last tile is merged and tested afterwards, so that the
// merge hides the load's latency.
struct Look {
  const Reports& reports;
  u64 seen;

  DEVICE void begin() {
    if (warp() == 0 && lane() < reports.before()) seen = load_relaxed(reports.words + 1 + lane());
  }
  DEVICE bool all_ordered() const {
    return reports.before() <= WARP && all(EVERY_LANE, lane() >= reports.before() || reports.holds(seen, lane()));
  }
};

// Finds the cuts for this block's share of tiles: `cut(t)` bounds the begin of tile t, and `right_first(pair, a, b)`
// compares. A whole warp searches for the first and for the last cut, then a few lanes for each one between: whole
// warps there would read more than a quarter of the memory that the merge reads. One loop does both, for less code.
// Returns the number of tiles. A barrier precedes the return, so all threads can read the cuts.
template <class F, class G>
DEVICE u32 cut_tiles(Cuts& s, const Shares& shares, const Reports& reports, const F& cut, const G& right_first) {
  u64 first = shares.first_tile(block());
  u32 count = u32(shares.first_tile(block() + 1) - first);
  if (thread() == 0) s.first = first;
  ROLLED for (u32 lanes = WARP; true; lanes = CUT_LANES) {
    bool ends = lanes == WARP;
    u32 t = !ends ? 1 + thread() / CUT_LANES : warp() == 0 ? 0 : count;
    bool wanted = ends ? warp() < 2 : t < count;
    if (any(EVERY_LANE, wanted)) {
      Cut c = cut(first + (wanted ? t : count));
      if (!ends && c.pair == cut(first).pair) keep_behind(c, s.tiles[0]);
      if (!ends && c.pair == cut(first + count).pair) keep_before(c, s.tiles[count]);
      if (!wanted) c.low = c.high;
      u64 found = merge_path_by(lanes, c.diagonal, c.low, c.high, [&](u64 a, u64 b) { return right_first(c.pair, a, b); });
      if (wanted && lane() % lanes == 0) s.tiles[t] = Found{c.diagonal, found};
    }
    sync_block();
    if (!ends) break;
    // Cuts in different pairs of runs can't cross.
    bool ordered = cut(first).pair != cut(first + count).pair || in_order(s.tiles[0], s.tiles[count]);
    if (thread() == 0 && blocks() > 1) reports.say(ordered);
    if (!ordered) {
      sync_block();
      if (thread() == 0) s.tiles[count] = behind(s.tiles[0], s.tiles[count]);
      sync_block();
    }
    if (count == 1) break;
  }
  // The cuts between the first and the last were searched for independently, so they may cross as well.
  auto crossed = [&](u32 t) { return s.tiles[t + 1].diagonal > s.tiles[t].diagonal && !in_order(s.tiles[t], s.tiles[t + 1]); };
  if (count > 1 && any(EVERY_LANE, lane() < count && crossed(lane()))) {
    sync_block();
    if (thread() == 0) {
      ROLLED for (u32 t = 0; t + 1 < count; t += 1) s.tiles[t + 1] = behind(s.tiles[t], s.tiles[t + 1]);
    }
    sync_block();
  }
  return count;
}

// The number of times that a block reads the reports before it finds the cuts itself.
constexpr u32 LOOKS = 64;
// Settles whether all cuts are in order, if `merge_tiles` couldn't tell: reads the reports again, and if the cuts aren't in
// order, or that stays unknown, finds all earlier cuts in this pair of runs in sequence, then the block's own. Returns
// whether the tiles must be merged again.
template <class F, class G>
DEVICE bool cut_again(Cuts& s, const Shares& shares, const Reports& reports, u32 count, const F& cut, const G& right_first) {
  if (warp() == 0) {
    bool ordered = false;
    ROLLED for (u32 k = 0; k < LOOKS && !ordered && !any(EVERY_LANE, reports.crossed() || panicked()); k += 1) {
      ordered = reports.all_ordered();
      if (!ordered) pause();
    }
    if (lane() == 0) s.again = !ordered;
  }
  sync_block();
  if (!s.again) return false;
  if (warp() == 0) {
    u64 first = s.first, pair = cut(first).pair, end_pair = cut(first + count).pair, from = block(), end = u64(block()) + 1;
    ROLLED while (from > 0 && cut(shares.first_tile(from - 1)).pair == pair) from -= 1;
    Found last{0, 0};
    // The blocks' cuts up to this one's end, then those between this block's own. One loop does both, for less code.
    ROLLED for (u64 k = from; k < end + count; k += 1) {
      bool between = k > end;
      Cut c = cut(between ? first + (k - end) : shares.first_tile(k));
      if (between) {
        if (k == end + 1) last = s.tiles[0];
        if (c.diagonal > last.diagonal) keep_behind(c, last);
        if (c.pair == end_pair) keep_before(c, s.tiles[count]);
      }
      Found found{c.diagonal,
                  merge_path_by(WARP, c.diagonal, c.low, c.high, [&](u64 a, u64 b) { return right_first(c.pair, a, b); })};
      last = !between && c.pair == pair ? behind(last, found) : found;
      sync_warp();
      if (lane() == 0 && k + 1 >= end) s.tiles[between ? k - end : k == end ? count : 0] = last;
      sync_warp();
    }
  }
  sync_block();
  return true;
}
