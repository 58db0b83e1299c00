// segmented_sort, a launch for each level: merges pairs of neighbouring runs of 2^level parts of the segments that are split.
//
// A tile has parts of at most two split segments: one that comes in from the left, and one that goes on to the right. A run without
// a neighbour is copied, since the whole segment changes buffers.

template <class K, class Values, u32 ITEMS>
struct SegmentedSortMerge {
  typedef typename Values::value T;
  static constexpr u32 threads = THREADS, min_blocks = BLOCKS, items = ITEMS;
  static constexpr bool pairs = !same<Values, NoColumns>;
  typedef SegmentTile<K, ITEMS, pairs> Tile;
  // A tile's part of a merge of two runs: the result's keys `from .. to`. `runs` has the begins of both runs and the end of the
  // second one. The keys move from the second buffer to the first if `back`, else from the first to the second.
  struct Job {
    u64 runs[3], from, to;
    bool back, exists;
  };
  struct Shared {
    Tile tile;
    Job jobs[2];
    // The numbers of the left run's keys before the part's begin and before its end.
    u64 cuts[2];
    // The first of the WARP tiles that the first warp has examined, and a bit for each of these that has parts.
    u64 base;
    u32 busy;
  };

  // The places from which a part's keys come: key `i` is at `left + i` if `i < lefts`, else at `right + i`.
  struct Places {
    u64 left, right;
    u32 lefts;
    DEVICE Places(const Shared& s, const Job& job) {
      u64 cut = s.cuts[0];
      lefts = u32(s.cuts[1] - cut);
      left = job.runs[0] + cut;
      right = job.runs[1] + (job.from - left) - lefts;
    }
    DEVICE u64 operator()(u32 i) const { return (i < lefts ? left : right) + i; }
  };

  // Whether there is a part of the segment that comes into a tile from the left, or of the one that begins in it and goes on to the
  // right; if so, `use(segment, levels)` is called.
  template <class F>
  DEVICE static bool with_part(const SegmentStates& states, Crossings crossings, u64 tile, u32 level, bool is_right, const F& use) {
    TileBoundary boundary(states, crossings, tile + is_right, tiles_of(states.len));
    if (!boundary.splits || (is_right && boundary.segment.first_tile() != tile)) return false;
    u32 levels = boundary.segment.levels();
    if (levels <= level) return false;
    use(boundary.segment, levels);
    return true;
  }
  DEVICE static void find_job(const SegmentStates& states, Crossings crossings, u64 tile, u32 level, bool is_right, Job& job) {
    job.exists = with_part(states, crossings, tile, level, is_right, [&](const SplitSegment& segment, u32 levels) {
      u64 number = (tile - segment.first_tile()) >> level >> 1 << level << 1;
      ROLLED for (u64 k = 0; k < 3; k += 1) job.runs[k] = segment.part(number + (k << level));
      job.from = is_right ? segment.start : tile * TILE;
      job.to = segment.last_tile() > tile ? (tile + 1) * TILE : segment.end;
      job.back = (levels - level) % 2 == 1;
    });
  }

  // Merges a part. Numbers that are needed again after the merge lie in shared memory, since its keys take the registers.
  DEVICE static void merge(Shared& s, const Job& job, const Span<K>& keys_0, const Span<K>& keys_1, const Values& values_0,
                           const Values& values_1) {
    if (warp() < 2) {
      u64 start = job.runs[0], middle = job.runs[1], rights = job.runs[2] - middle, diagonal = (warp() == 0 ? job.from : job.to) - start;
      const Span<K>& keys = job.back ? keys_1 : keys_0;
      u64 cut = merge_path_by(WARP, diagonal, diagonal > rights ? diagonal - rights : 0, least(diagonal, middle - start),
                              [&](u64 a, u64 b) { return precedes(keys.get(middle + b), keys.get(start + a)); });
      if (lane() == 0) s.cuts[warp()] = cut;
    }
    sync_block();
    {
      constexpr u32 together = sizeof(K) <= 4 ? pairs ? 4 : 8 : sizeof(K) <= 8 ? pairs ? 1 : 4 : 1;
      const Span<K> keys = job.back ? keys_1 : keys_0;
      u32 count = u32(job.to - job.from);
      Places place(s, job);
      // Several keys are waited for together.
      ROLLED for (u32 i = thread(); i < count; i += together * threads) {
        K x[together];
        UNROLL for (u32 k = 0; k < together; k += 1) if (i + k * threads < count) x[k] = keys.get(place(i + k * threads));
        UNROLL for (u32 k = 0; k < together; k += 1) {
          if (i + k * threads < count) s.tile.set(i, k * threads, x[k]);
        }
      }
    }
    sync_block();
    {
      // All threads share the keys of a short part. Each takes an odd number, as `items` is, against bank conflicts.
      u32 count = u32(job.to - job.from), each = ((count + threads - 1) / threads) | 1, at = thread() * each;
      u32 own = within(count, at, each);
      typename Tile::Word x[items];
      typename Tile::Sources sources;
      if (own > 0) s.tile.merge(0, u32(s.cuts[1] - s.cuts[0]), count, at, x, sources);
      sync_block();
      s.tile.put(at, own, x, sources);
    }
    sync_block();
    u64 first = job.from;
    u32 count = u32(job.to - first);
    bool back = job.back;
    ROLLED for (u32 i = thread(); i < count; i += threads) (back ? keys_0 : keys_1).put(first + i, s.tile.key(i));
    if constexpr (pairs) {
      // Several values are waited for together.
      constexpr u32 together = sizeof(T) <= 4 ? 4 : 1;
      Places place(s, job);
      ROLLED for (u32 i = thread(); i < count; i += together * threads) {
        T x[together];
        UNROLL for (u32 k = 0; k < together; k += 1) {
          if (i + k * threads < count) x[k] = (back ? values_1 : values_0).get(place(s.tile.sources[i + k * threads]));
        }
        UNROLL for (u32 k = 0; k < together; k += 1) {
          if (i + k * threads < count) (back ? values_0 : values_1).put(first + (i + k * threads), x[k]);
        }
      }
    }
    sync_block();
  }

  // Finds which of the next WARP tiles of this block have parts; returns whether there are tiles.
  DEVICE static bool find_busy(Shared& s, u64 level, Crossings crossings, const SegmentStates& states) {
    u64 tiles = tiles_of(states.len);
    sync_block();
    if (s.base >= tiles) return false;
    if (warp() == 0) {
      u64 tile = s.base + u64(lane()) * blocks();
      bool has = false;
      ROLLED for (u32 side = 0; side < 2 && tile < tiles; side += 1) {
        has = has || with_part(states, crossings, tile, u32(level), side == 1, [](const SplitSegment&, u32) {});
      }
      u32 busy = ballot(EVERY_LANE, has);
      if (lane() == 0) s.busy = busy;
    }
    return true;
  }
  // Takes the next of the tiles that have parts; returns whether there is one. Otherwise the block goes on to further tiles.
  DEVICE static bool take_busy(Shared& s, u64 level, Crossings crossings, const SegmentStates& states) {
    sync_block();
    u32 busy = s.busy;
    if (busy != 0 && lane() == 0 && warp() < 2) {
      u64 tile = s.base + u64(ffs(busy) - 1) * blocks();
      find_job(states, crossings, tile, u32(level), warp() == 1, s.jobs[warp()]);
    }
    sync_block();
    if (thread() == 0) {
      s.busy = busy & (busy - 1);
      if (busy == 0) s.base += u64(WARP) * blocks();
    }
    return busy != 0;
  }

  DEVICE static void run(const Span<K>& keys_0, const Span<K>& keys_1, const Values& values_0, const Values& values_1, u64 level,
                         Crossings crossings, States words, Tag tag) {
    Shared& s = shared<Shared>();
    {
      SegmentStates states(words, tag, keys_0.len());
      if (states.is_written(*states.wrong()) || level >= states.value(*states.levels())) return;
    }
    if (thread() == 0) s.base = block();
    // The first warp looks for tiles that have parts, so that a block passes over others quickly.
    ROLLED while (find_busy(s, level, crossings, SegmentStates(words, tag, keys_0.len()))) {
      ROLLED while (take_busy(s, level, crossings, SegmentStates(words, tag, keys_0.len()))) {
        ROLLED for (u32 side = 0; side < 2; side += 1) {
          if (s.jobs[side].exists) merge(s, s.jobs[side], keys_0, keys_1, values_0, values_1);
        }
      }
    }
  }
};
