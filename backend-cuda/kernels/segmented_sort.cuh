// segmented_sort: sorts the keys of each segment, stably.
//
//   marks:  a bit for each key with which a segment begins; the segments across the boundaries of tiles (segment_parts.cuh);
//           the number of levels (segment_marks.cuh)
//   tiles:  each block sorts the segments, and the parts of segments, in its tile, in shared memory
//   merges: each launch merges pairs of neighbouring parts of the segments that are split (segmented_sort_merge.cuh)
//
// A split segment's parts go back and forth between two buffers. Its first parts are written to the one from which its number of
// levels ends in the first buffer. All other segments stay in the first buffer.
// Traffic: each key is read once and written once by the tiles, and once more for each level of its segment.
// S. Baxter, Modern GPU, 2013 (segmented sort); O. Green, R. McColl and D. Bader, GPU Merge Path, 2012.

template <class K, class Values, u32 ITEMS>
struct SegmentedSortTiles {
  typedef typename Values::value T;
  static constexpr u32 threads = THREADS, min_blocks = BLOCKS, items = ITEMS, warps = threads / WARP;
  static constexpr bool pairs = !same<Values, NoColumns>;
  typedef SegmentTile<K, ITEMS, pairs> Tile;
  struct Shared {
    union {
      Tile tile;
      T values[items > 1 && pairs ? Tile::size : 1];
    };
    // Where the segment of each thread's first key begins, and where it ends.
    u16 starts[threads], ends[threads];
    // The place of each warp's last head and of its first one.
    u16 last[warps], first[warps];
  };

  // The heads among this thread's `own` keys, which begin at key `at`: a bit for each.
  DEVICE static u32 heads_of(const SegmentStates& states, u64 at, u32 own) {
    if (own == 0) return 0;
    const u64* word = states.heads(at / 32);
    u64 two = states.value(word[0]) | u64(states.value(word[1])) << 32;
    return u32(two >> at % 32) & low_bits(own);
  }
  // Finds where the segment of each thread's first key, at `at`, begins and ends.
  DEVICE static void find_segments(Shared& s, u32 heads, u32 at, u32 count) {
    u32 having = ballot(EVERY_LANE, heads != 0), later = heads & ~1u;
    u32 last = heads == 0 ? 0 : at + 31 - clz(heads), first = heads == 0 ? count : at + ffs(heads) - 1;
    u32 below = having & low_bits(lane()), above = having & ~low_bits(lane() + 1);
    u32 start = shuffle(EVERY_LANE, last, below == 0 ? lane() : 31 - clz(below));
    u32 end = shuffle(EVERY_LANE, first, above == 0 ? lane() : ffs(above) - 1);
    u32 whole_last = shuffle(EVERY_LANE, last, having == 0 ? 0 : 31 - clz(having));
    u32 whole_first = shuffle(EVERY_LANE, first, having == 0 ? 0 : ffs(having) - 1);
    if (lane() == 0) {
      s.last[warp()] = u16(whole_last);
      s.first[warp()] = u16(whole_first);
    }
    sync_block();
    if (below == 0) start = 0;
    if (above == 0) end = count;
    UNROLL for (u32 w = 0; w < warps; w += 1) {
      if (below == 0 && w < warp() && s.last[w] > start) start = s.last[w];
      if (above == 0 && w > warp() && s.first[w] < end) end = s.first[w];
    }
    s.starts[thread()] = u16((heads & 1) != 0 ? at : start);
    s.ends[thread()] = u16(later != 0 ? at + ffs(later) - 1 : end);
  }

  // Sorts this thread's keys by transpositions of neighbours of the same segment.
  DEVICE static void sort_own(K* x, typename Tile::Sources& from, u32 at, u32 heads, u32 own) {
    // A bit for each key that has its neighbour on the left in its segment and in this thread.
    u32 joined = ~heads & low_bits(own) & ~1u;
    u32 place[pairs ? items : 1];
    if (pairs) UNROLL for (u32 k = 0; k < items; k += 1) place[k] = at + k;
    UNROLL for (u32 round = 0; round < items; round += 1) {
      UNROLL for (u32 k = round % 2; k + 1 < items; k += 2) {
        if ((joined >> (k + 1) & 1) != 0 && precedes(x[k + 1], x[k])) {
          K y = x[k];
          x[k] = x[k + 1];
          x[k + 1] = y;
          if (pairs) {
            u32 p = place[k];
            place[k] = place[k + 1];
            place[k + 1] = p;
          }
        }
      }
    }
    if (pairs) UNROLL for (u32 k = 0; k < items; k += 1) from.set(k, place[k]);
  }

  // Merges the runs of 1, 2, 4, … threads, where a segment goes on from one run to the next.
  DEVICE static void merge_runs(Shared& s, u32 at, u32 count, K* x, typename Tile::Sources& from) {
    ROLLED for (u32 width = 1; width < threads && width * items < count; width *= 2) {
      u32 left = thread() & ~(2 * width - 1), right = left + width, middle = right * items, own = 0, begin = 0;
      if (middle < count && s.starts[right] != middle) {
        u32 start = s.starts[right], end = least(s.ends[right], (right + width) * items);
        if (start < left * items) start = left * items;
        begin = at < start ? start : at;
        own = within(end, begin, at + items - least(begin, at + items));
        if (own > 0) s.tile.merge(start, middle, end, begin - start, x, from);
      }
      if (2 * width <= WARP) sync_warp();
      else sync_block();
      s.tile.put(begin, own, x, from);
      if (4 * width <= WARP) sync_warp();
      else sync_block();
    }
    sync_block();
  }

  DEVICE static void run(const Span<K>& keys_0, const Span<K>& keys_1, const Values& values_0, const Values& values_1,
                         Crossings crossings, States words, Tag tag) {
    Shared& s = shared<Shared>();
    u64 len = keys_0.len();
    SegmentStates states(words, tag, len);
    if (states.is_written(*states.wrong())) return;
    TileBoundary left(states, crossings, block(), blocks()), right(states, crossings, u64(block()) + 1, blocks());
    if (right.at <= left.at) return;
    u64 base = left.at;
    u32 count = u32(right.at - base), at = thread() * items, own = within(count, at, items);
    K x[items];
    typename Tile::Sources from;
    UNROLL for (u32 k = 0; k < items; k += 1) {
      if (thread() + k * threads < count) x[k] = keys_0.get(base + thread() + k * threads);
    }
    u32 mine = heads_of(states, base + at, own);
    // The tile may begin within a segment.
    if (thread() == 0) mine |= 1;
    UNROLL for (u32 k = 0; k < items; k += 1) {
      if (thread() + k * threads < count) s.tile.keys[thread() + k * threads] = x[k];
    }
    find_segments(s, mine, at, count);
    sync_block();
    UNROLL for (u32 k = 0; k < items; k += 1) if (k < own) x[k] = s.tile.keys[at + k];
    sort_own(x, from, at, mine, own);
    sync_block();
    s.tile.put(at, own, x, from);
    sync_block();
    merge_runs(s, at, count, x, from);

    // The parts whose segment has an odd number of levels go to the second buffer.
    u64 away_before = left.splits && left.segment.levels() % 2 == 1 ? left.segment.end : 0;
    u64 away_from = right.splits && right.segment.levels() % 2 == 1 ? right.segment.start : len;
    auto away = [&](u64 i) { return i < away_before || i >= away_from; };
    UNROLL for (u32 k = 0; k < items; k += 1) {
      u32 i = thread() + k * threads;
      if (i >= count) continue;
      (away(base + i) ? keys_1 : keys_0).put(base + i, s.tile.keys[i]);
      if (pairs) from.set(k, s.tile.sources[i]);
    }
    if constexpr (pairs && items == 1) {
      T value;
      if (thread() < count) value = values_0.get(base + from.get(0));
      sync_block();
      if (thread() < count) (away(base + thread()) ? values_1 : values_0).put(base + thread(), value);
    } else if constexpr (pairs) {
      sync_block();
      ROLLED for (u32 i = thread(); i < count; i += threads) s.values[i] = values_0.get(base + i);
      sync_block();
      UNROLL for (u32 k = 0; k < items; k += 1) {
        u32 i = thread() + k * threads;
        if (i < count) (away(base + i) ? values_1 : values_0).put(base + i, s.values[from.get(k)]);
      }
    }
  }
};
