// Where a block's tiles of a merge begin, and where the last one ends.
//
// Two blocks meet at a cut, which both look for in the same way, so both find the same. If the comparator is an order, cuts lie
// in order too. If not, some may cross: then what is merged is told by the cuts in their sequence, each moved to the nearest
// place in order with the one before it. A block whose own two are in order says so at once. At its end it looks whether all
// blocks before it have, long after they did, so that nothing waits; else it finds these cuts itself, one after the other, and
// merges its tiles again. Each block writes its own items alone, so none depends on when others do.

// A cut that is looked for: of which pair of runs, and between which. Wherever it is found, as many items of the right side
// lie before it as there are, or fewer: so a tile's part of that side is there whatever a comparator says.
struct Cut {
  u64 pair, diagonal, low, high;
};
DEVICE Cut cut_of(u64 pair, u64 diagonal, u64 lefts, u64 rights) {
  return Cut{pair, diagonal, diagonal > rights ? diagonal - rights : 0, least(diagonal, lefts)};
}

// One that was found: `lefts` of the first `diagonal` items are of the left side.
struct Found {
  u64 diagonal, lefts;
};
DEVICE bool in_order(const Found& a, const Found& b) {
  return a.lefts <= b.lefts && b.lefts - a.lefts <= b.diagonal - a.diagonal;
}
// The nearest to `b` that is in order with `a`. A pair of runs begins at diagonal 0.
DEVICE Found behind(const Found& a, const Found& b) {
  if (b.diagonal <= a.diagonal || in_order(a, b)) return b;
  return Found{b.diagonal, b.lefts < a.lefts ? a.lefts : a.lefts + (b.diagonal - a.diagonal)};
}
// Narrows a cut to where it is in order with one before it, and with one behind it.
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

constexpr u32 MOST_TILES = 15, CUT_LANES = 4;
static_assert(MERGE_THREADS / CUT_LANES + 1 >= MOST_TILES, "each cut has its lanes");
// How tiles are shared among blocks: `each` to every one, and one more to the first `longer`.
struct Shares {
  u64 each, longer;
  DEVICE u64 first_tile(u64 block) const { return block * each + least(block, longer); }
};
struct Cuts {
  // The first of the tiles.
  u64 first;
  // Where they begin, and where the last one ends.
  Found tiles[MOST_TILES + 1];
  // Whether they are to be found one after the other.
  bool again;
};

// What blocks say of their cuts, in words of a stream's states: whether any crossed, and then a bit for each block whose own are
// in order, 32 to a word. Words of earlier launches are less than the tag.
struct Reports {
  u64* words;
  u64 tag;

  DEVICE void say(bool ordered) const {
    u64* word = words + (ordered ? 1 + block() / WARP : 0);
    atomic_max(word, tag);
    atomic_or(word, ordered ? u64(1) << block() % WARP : u64(1));
  }
  DEVICE bool crossed() const { return load_relaxed(words) == (tag | 1); }
  // How many words the blocks before this one have, and how the one of a number looks when all of them are in order.
  DEVICE u32 before() const { return u32(ceil_div(block(), WARP)); }
  DEVICE u64 full(u32 number) const { return tag | low_bits(u32(least(block() - number * WARP, WARP))); }
  DEVICE bool holds(u64 word, u32 number) const { return (word & full(number)) == full(number); }
  // The same in all lanes of a warp.
  DEVICE bool all_ordered() const {
    bool yes = true;
    ROLLED for (u32 w = lane(); w < before(); w += WARP) yes = yes && holds(load_relaxed(words + 1 + w), w);
    return all(EVERY_LANE, yes);
  }
};
// A look at the reports that is begun before the last tile is merged and ended behind it. The first warp looks.
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

// Cuts for this block's share of tiles: `cut(t)` says between which tile t begins, and `right_first(pair, a, b)` compares. A warp
// each looks for the first and the last cut, then a few lanes each for those between: if whole warps did, they would read
// more than a quarter of what the merge reads. One loop does both, for less code. Yields how many tiles there are, behind a
// barrier.
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
    // In two pairs of runs they can't cross.
    bool ordered = cut(first).pair != cut(first + count).pair || in_order(s.tiles[0], s.tiles[count]);
    if (thread() == 0 && blocks() > 1) reports.say(ordered);
    if (!ordered) {
      sync_block();
      if (thread() == 0) s.tiles[count] = behind(s.tiles[0], s.tiles[count]);
      sync_block();
    }
    if (count == 1) break;
  }
  // Those between were each looked for alone.
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

// How often a block looks whether others have reported before it sees for itself.
constexpr u32 LOOKS = 64;
// Where `merge_tiles` was unsure whether all cuts are in order: asks again, and if they aren't or nothing is known, finds all that
// lie in this pair of runs before the block's own, then those. Yields whether the tiles are to be merged again.
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
    auto search = [&](const Cut& c) {
      return merge_path_by(WARP, c.diagonal, c.low, c.high, [&](u64 a, u64 b) { return right_first(c.pair, a, b); });
    };
    u64 first = s.first, pair = cut(first).pair, from = block();
    ROLLED while (from > 0 && cut(shares.first_tile(from - 1)).pair == pair) from -= 1;
    Found last{0, 0};
    ROLLED for (u64 b = from; b <= u64(block()) + 1; b += 1) {
      Cut c = cut(shares.first_tile(b));
      Found found{c.diagonal, search(c)};
      last = c.pair == pair ? behind(last, found) : found;
      sync_warp();
      if (lane() == 0 && b >= block()) s.tiles[b == block() ? 0 : count] = last;
    }
    sync_warp();
    last = s.tiles[0];
    u64 end_pair = cut(first + count).pair;
    ROLLED for (u32 t = 1; t < count; t += 1) {
      Cut c = cut(first + t);
      if (c.diagonal > last.diagonal) keep_behind(c, last);
      if (c.pair == end_pair) keep_before(c, s.tiles[count]);
      last = Found{c.diagonal, search(c)};
      if (lane() == 0) s.tiles[t] = last;
    }
  }
  sync_block();
  return true;
}
