// Where a block's tiles of a merge begin, and where the last one ends.
//
// Two blocks meet at a cut, so both must find the same, and all must find theirs in order, whatever the comparator says. So
// blocks are the leaves of a binary tree: a cut between two of them is kept between the nearest that stand above it on either
// side. Each block looks for its two cuts and for all that stand above them, at most one a level, side by side, as if the
// comparator was an order. Only where these cross, they are put in order, from above. Then a few lanes each look for the cuts
// between the block's own tiles.

// A cut that is looked for: of which pair of runs, and between which. Wherever it is found, as many items of the right side
// lie before it as there are, or fewer: so a tile's part of that side is there whatever a comparator says.
struct Cut {
  u64 pair, diagonal, low, high;
};
DEVICE Cut cut_of(u64 pair, u64 diagonal, u64 lefts, u64 rights) {
  return Cut{pair, diagonal, diagonal > rights ? diagonal - rights : 0, least(diagonal, lefts)};
}

// One that was found: so many of the first `diagonal` items are of the left side.
struct Found {
  u64 diagonal, lefts;
};
DEVICE bool in_order(const Found& a, const Found& b) {
  return a.lefts <= b.lefts && b.lefts - a.lefts <= b.diagonal - a.diagonal;
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
// How tiles are shared among blocks: so many to each, and one more to the first ones.
struct Shares {
  u64 each, longer;
  DEVICE u64 first_tile(u64 block) const { return block * each + least(block, longer); }
};
struct Cuts {
  // This block's first tile.
  u64 first;
  // The pairs of runs in which it begins and ends.
  u64 pair, end_pair;
  // Where they begin, and where the last one ends.
  Found tiles[MOST_TILES + 1];
  struct {
    Cut between;
    Found at;
  } levels[WARP];
};

// Puts the cuts at all levels in order, from above. All warps come to the same opinion whether they are. `lefts` and
// `rights` are the levels with cuts before and behind the block, `joined` if in one pair of runs.
DEVICE void order_levels(Cuts& s, u32 lefts, u32 rights, bool joined) {
  // In its lane each has the nearest above it on either side.
  bool left = (lefts >> lane() & 1) != 0, right = (rights >> lane() & 1) != 0;
  u32 above = ~low_bits(lane() + 1);
  u32 a = left || (right && joined) ? ffs(lefts & above) : 0, b = right || (left && joined) ? ffs(rights & above) : 0;
  auto& mine = s.levels[lane()];
  bool wrong = (a != 0 && !in_order(s.levels[a - 1].at, mine.at)) || (b != 0 && !in_order(mine.at, s.levels[b - 1].at));
  if (!any(EVERY_LANE, wrong)) return;
  sync_block();
  if (warp() == 0) {
    ROLLED for (u32 level = WARP; level > 0; level -= 1) {
      if (lane() + 1 == level && (left || right)) {
        Cut c = mine.between;
        if (a != 0) keep_behind(c, s.levels[a - 1].at);
        if (b != 0) keep_before(c, s.levels[b - 1].at);
        u64 x = mine.at.lefts;
        mine.at.lefts = x < c.low ? c.low : least(x, c.high);
      }
      sync_warp();
    }
  }
  sync_block();
}
// Puts the cuts between a block's tiles in order, from its beginning on.
DEVICE void order_tiles(Cuts& s, u32 count) {
  // A pair of runs begins at diagonal 0.
  auto crossed = [&](u32 t) { return s.tiles[t + 1].diagonal > s.tiles[t].diagonal && !in_order(s.tiles[t], s.tiles[t + 1]); };
  if (!any(EVERY_LANE, lane() < count && crossed(lane()))) return;
  sync_block();
  if (thread() == 0) {
    ROLLED for (u32 t = 0; t + 1 < count; t += 1) {
      if (!crossed(t)) continue;
      Found a = s.tiles[t], b = s.tiles[t + 1];
      s.tiles[t + 1].lefts = b.lefts < a.lefts ? a.lefts : a.lefts + (b.diagonal - a.diagonal);
    }
  }
  sync_block();
}

// Cuts for this block's share of tiles, of which pairs of runs have no more than `per_pair`: `cut(t)` says between which
// tile t begins, and `right_first(pair, a, b)` compares. Yields how many tiles there are, behind a barrier.
template <class F, class G>
DEVICE u32 cut_tiles(Cuts& s, const Shares& shares, u64 per_pair, const F& cut, const G& right_first) {
  // Each lane has a level, and the block there whose number ends with as many zeros. There are fewer than 2^30 blocks: the
  // last two lanes have this block itself and the next one.
  constexpr u32 BEGIN = WARP - 2, END = WARP - 1;
  u64 number = (u64(block()) >> lane() | 1) << lane();
  if (lane() >= BEGIN) number = u64(block()) + (lane() - BEGIN);
  bool there = number < blocks(), left = number <= block();
  u64 tile = shares.first_tile(least(number, u64(blocks())));
  Cut mine = cut(tile);
  u64 first = shuffle(EVERY_LANE, tile, BEGIN);
  u32 count = u32(shuffle(EVERY_LANE, tile, END) - first);
  u64 pair = shuffle(EVERY_LANE, mine.pair, BEGIN), end_pair = shuffle(EVERY_LANE, mine.pair, END);
  // Levels count where they cut the pair of runs at the block's beginning, or that at its end.
  there = there && lane() < BEGIN && mine.pair == (left ? pair : end_pair);
  u32 lefts = ballot(EVERY_LANE, there && left), rights = ballot(EVERY_LANE, there && !left);
  // What no search need find: where all begins and ends, and where a pair does.
  if (thread() == 0) s.first = first, s.pair = pair, s.end_pair = end_pair;
  if (warp() == 0 && lane() >= BEGIN) s.tiles[lane() == BEGIN ? 0 : count] = Found{mine.diagonal, mine.low};

  // In 2^k blocks, or as many as a pair has, no more than k + 1 levels count, and in parts of two pairs one more. A cut has
  // the same lanes in every block.
  u32 most = least(clz(shares.each) - clz(per_pair - 1) + 3, 64 - clz(u64(blocks()) - 1));
  u32 lanes = most <= MERGE_THREADS / WARP ? WARP : most <= 2 * MERGE_THREADS / WARP ? WARP / 2 : WARP / 4;
  // One loop for both searches, for less code.
  ROLLED for (bool own = false; true; own = true) {
    u32 slot = thread() / lanes;
    bool wanted;
    u64 at;
    if (own) {
      slot += 1;
      wanted = slot < count;
      at = s.first + least(slot, count);
    } else {
      u32 rest = lefts | rights;
      ROLLED for (u32 k = 0; k < slot; k += 1) rest &= rest - 1;
      wanted = rest != 0;
      slot = wanted ? ffs(rest) - 1 : 0;
      at = shuffle(EVERY_LANE, tile, slot);
    }
    if (any(EVERY_LANE, wanted)) {
      Cut c = cut(at);
      if (own && c.pair == s.pair) keep_behind(c, s.tiles[0]);
      if (own && c.pair == s.end_pair) keep_before(c, s.tiles[count]);
      if (!wanted) c.low = c.high;
      u64 found = merge_path_by(lanes, c.diagonal, c.low, c.high, [&](u64 a, u64 b) { return right_first(c.pair, a, b); });
      if (wanted && lane() % lanes == 0) {
        if (!own) s.levels[slot].between = c;
        (own ? s.tiles[slot] : s.levels[slot].at) = Found{c.diagonal, found};
      }
    }
    sync_block();
    if (own) break;
    order_levels(s, lefts, rights, s.pair == s.end_pair);
    if (thread() == 0) {
      if (block() > 0) s.tiles[0] = s.levels[ffs(block()) - 1].at;
      if (block() + 1 < blocks()) s.tiles[count] = s.levels[ffs(block() + 1) - 1].at;
    }
    sync_block();
    lanes = CUT_LANES;
  }
  order_tiles(s, count);
  return count;
}
