// segmented_sort, first launch: tests all offsets, and marks the keys with which segments begin and the segments that lie across
// boundaries of tiles. Segments must cover all keys.

template <class Offsets>
struct SegmentMarks {
  static constexpr u32 threads = THREADS, min_blocks = 1;
  struct Shared {};

  // Sets the bit of key `from` for each lane with `begins`: a segment begins with that key. Keys don't decrease from lane to lane,
  // so lanes whose keys share a word are neighbours, and the first of them writes it. Other warps can have keys in this warp's
  // first and last word only.
  DEVICE static void mark(const SegmentStates& states, u64 from, bool begins) {
    u64 word = from / 32;
    u32 bits = begins ? 1u << from % 32 : 0;
    UNROLL for (u32 d = 1; d < WARP; d *= 2) {
      u32 others = shuffle_down(EVERY_LANE, bits, d);
      bool same_word = shuffle_down(EVERY_LANE, word, d) == word;
      if (same_word && lane() + d < WARP) bits |= others;
    }
    bool leads = shuffle_up(EVERY_LANE, word, 1) != word || lane() == 0;
    u64 last = shuffle(EVERY_LANE, word, WARP - 1);
    if (!leads || bits == 0) return;
    if (lane() == 0 || word == last) {
      atomic_max(states.heads(word), states.tagged(0));
      atomic_or(states.heads(word), u64(bits));
    } else {
      *states.heads(word) = states.tagged(bits);
    }
  }
  // Records the segment of each lane with `across` at each boundary that the segment crosses.
  DEVICE static void cross(const SegmentStates& states, Crossings crossings, u64 from, u64 to, bool across) {
    ROLLED for (u32 those = ballot(EVERY_LANE, across); those != 0; those &= those - 1) {
      u32 by = ffs(those) - 1;
      u64 start = shuffle(EVERY_LANE, from, by), end = shuffle(EVERY_LANE, to, by);
      ROLLED for (u64 tile = start / TILE + 1 + lane(); tile <= (end - 1) / TILE; tile += WARP) {
        *states.across(tile) = states.tagged(0);
        crossings[2 * tile] = start;
        crossings[2 * tile + 1] = end;
      }
    }
  }

  DEVICE static void run(const Offsets& offsets, u64 len, Crossings crossings, States words, Tag tag) {
    SegmentStates states(words, tag, len);
    u64 me = u64(block()) * threads + thread(), count = offsets.len() - 1;
    u32 levels = 0;
    bool wrong = false;
    if (me == 0) {
      u64 from = offsets.at(0), to = offsets.at(count);
      wrong = (count == 0 || (from <= to && to <= len)) && to - from != len;
      if (wrong) report_trap(COVER_SITE, to - from, len);
    }
    // All lanes of a warp take part in each round, since `mark` and `cross` need them.
    ROLLED for (u64 first = me - lane(); first < count; first += u64(blocks()) * threads) {
      u64 i = first + lane(), from = len, to = len;
      if (i < count) {
        from = offsets.at(i);
        to = offsets.at(i + 1);
        if (wrong_offsets(from, to, len)) {
          wrong = true;
          from = to = 0;
        }
      }
      mark(states, from, from < to);
      bool across = from < to && from / TILE != (to - 1) / TILE;
      if (across) {
        u32 own = SplitSegment{from, to}.levels();
        if (own > levels) levels = own;
      }
      cross(states, crossings, from, to, across);
    }
    if (wrong) atomic_max(states.wrong(), states.tagged(0));
    UNROLL for (u32 d = WARP / 2; d > 0; d /= 2) {
      u32 other = shuffle_xor(EVERY_LANE, levels, d);
      if (other > levels) levels = other;
    }
    if (lane() == 0 && levels > 0) atomic_max(states.levels(), states.tagged(levels));
  }
};
