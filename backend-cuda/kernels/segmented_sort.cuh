// segmented_sort: sorts the keys of each segment, stably.
//
//   marks:  a bit for each key with which a segment begins; the segments across the boundaries of tiles (segment_parts.cuh);
//           the number of levels (segment_marks.cuh)
//   tiles:  each block sorts the segments, and the parts of segments, in its tile, in shared memory: threads sort runs of a few
//           keys by a network or by insertion (segment_runs.cuh, segment_tile.cuh), and merge them
//   merges: each launch merges pairs of neighbouring parts of the segments that are split (segmented_sort_merge.cuh)
//
// Each level moves a split segment's parts from one of two buffers to the other. The tiles write them to the buffer from which the
// segment's number of levels leads back to the first one. All other segments stay in the first buffer.
// Traffic: each key is read once and written once by the tiles, and once more for each level of its segment.
// S. Baxter, Modern GPU, 2013 (segmented sort); O. Green, R. McColl and D. Bader, GPU Merge Path, 2012; K. Batcher, Sorting
// networks and their applications, 1968.

template <class K, class Values, u32 ITEMS>
struct SegmentedSortTiles {
  typedef typename Values::value T;
  static constexpr u32 threads = THREADS, min_blocks = BLOCKS, items = ITEMS;
  static constexpr bool pairs = !same<Values, NoColumns>;
  typedef SegmentTile<K, ITEMS, pairs> Tile;
  typedef SegmentRuns<ITEMS> Runs;
  struct Shared {
    union {
      Tile tile;
      T values[items > 1 && pairs ? Tile::size : 1];
    };
    typename Runs::Shared runs;
  };

  // The number of values of a type that a thread loads together.
  template <class X> static constexpr u32 fitting = sizeof(X) <= 4 ? 8 : sizeof(X) <= 16 ? 32 / u32(sizeof(X)) : 1;
  template <class X> static constexpr u32 together = fitting<X> < items ? fitting<X> : items;
  // Calls `load(k, first)` for several places `first + k * threads` below `to`, and then `store` for the same ones, so that several
  // loads are waited for together.
  template <u32 MANY, class F, class G>
  DEVICE static void in_rows(u32 from, u32 to, const F& load, const G& store) {
    ROLLED for (u32 first = from + thread(); first < to; first += MANY * threads) {
      if (first + (MANY - 1) * threads < to) {
        UNROLL for (u32 k = 0; k < MANY; k += 1) load(k, first);
        UNROLL for (u32 k = 0; k < MANY; k += 1) store(k, first);
      } else {
        UNROLL for (u32 k = 0; k < MANY; k += 1) if (first + k * threads < to) load(k, first);
        UNROLL for (u32 k = 0; k < MANY; k += 1) if (first + k * threads < to) store(k, first);
      }
    }
  }

  // The heads among this thread's `own` keys from key `at` on, as bits.
  DEVICE static u32 heads_of(const SegmentStates& states, u64 at, u32 own) {
    if (own == 0) return 0;
    const u64* word = states.heads(at / 32);
    u64 two = states.value(word[0]) | u64(states.value(word[1])) << 32;
    return u32(two >> at % 32) & low_bits(own);
  }
  // Merges the runs of long segments: pairs of neighbouring runs, then pairs of the results, and so on. Each thread yields the keys
  // in the place of one run. Where there are more runs than threads, whole segments wait for the next round.
  DEVICE static void merge_runs(Shared& s, u32 runs) {
    ROLLED for (u32 first = 0, next; first < runs; first = next) {
      u32 i = first + thread(), longest = s.runs.longest;
      typename Runs::Long run{0, 0, 0};
      if (i < runs) run = s.runs.longs[i];
      u32 start = run.start, end = run.end, number = run.number, at = start + number * items;
      bool now = i - number + (end - start + items - 1) / items <= first + threads;
      next = runs;
      if (runs - first > threads) {
        if (thread() == threads - 1 && now) s.runs.next = first + threads;
        if (number == 0 && !now && i < first + threads) s.runs.next = i;
        sync_block();
        next = s.runs.next;
      }
      ROLLED for (u32 level = 0; longest - 1 >> level != 0; level += 1) {
        u32 left = start + (number >> level >> 1 << level << 1) * items, middle = left + (items << level), count = 0;
        typename Tile::Word x[items];
        typename Tile::Sources from;
        if (now && middle < end) {
          count = least(items, end - at);
          s.tile.merge(left, middle, least(end, middle + (items << level)), at - left, x, from);
        }
        sync_block();
        s.tile.put(at, count, x, from);
        sync_block();
      }
    }
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
    // The parts whose segment has an odd number of levels go to the second buffer.
    u64 away_before = left.splits && left.segment.levels() % 2 == 1 ? left.segment.end : 0;
    u64 away_from = right.splits && right.segment.levels() % 2 == 1 ? right.segment.start : len;
    u32 low = within(away_before, base, count), high = within(away_from, base, count);
    if (high < low) high = low;
    u32 heads = heads_of(states, base + at, own);
    // The tile may begin within a segment.
    if (thread() == 0) heads |= 1;
    K x[together<K>];
    in_rows<together<K>>(
        0, count, [&](u32 k, u32 first) { x[k] = (keys_0.p + (base + first))[k * threads]; },
        [&](u32 k, u32 first) { s.tile.set(first, k * threads, x[k]); });
    Runs runs(s.runs, heads, count);
    runs.for_each(s.runs, [&](u32 first, u32 keys) { s.tile.sort(first, keys); });
    sync_block();
    if (runs.longs() > 0) {
      runs.list_longs(s.runs);
      merge_runs(s, runs.longs());
    }

    ROLLED for (u32 part = 0; part < 3; part += 1) {
      u32 from = part == 0 ? 0 : part == 1 ? low : high, to = part == 0 ? low : part == 1 ? high : count;
      if (from >= to) continue;
      K* keys = (part == 1 ? keys_0 : keys_1).p + base;
      in_rows<together<K>>(
          from, to, [&](u32 k, u32 first) { x[k] = s.tile.key(first, k * threads); },
          [&](u32 k, u32 first) { store_item(keys + first + k * threads, x[k]); });
    }
    auto away = [&](u32 i) { return i < low || i >= high; };
    typename Tile::Sources from;
    if (pairs) UNROLL for (u32 k = 0; k < items; k += 1) {
      if (thread() + k * threads < count) from.set(k, s.tile.sources[thread() + k * threads]);
    }
    if constexpr (pairs && items == 1) {
      T value;
      if (thread() < count) value = values_0.get(base + from.get(0));
      sync_block();
      if (thread() < count) (away(thread()) ? values_1 : values_0).put(base + thread(), value);
    } else if constexpr (pairs) {
      sync_block();
      T x[together<T>];
      in_rows<together<T>>(
          0, count, [&](u32 k, u32 first) { x[k] = values_0.get(base + first + k * threads); },
          [&](u32 k, u32 first) { s.values[first + k * threads] = x[k]; });
      sync_block();
      UNROLL for (u32 k = 0; k < items; k += 1) {
        u32 i = thread() + k * threads;
        if (i < count) (away(i) ? values_1 : values_0).put(base + i, s.values[from.get(k)]);
      }
    }
  }
};
