// segmented_sort, a launch for each level: merges pairs of neighbouring runs of 2^level parts of the segments that are split.
//
// A tile has a part of at most two of these: of the segment that comes in from the left, and of the one that goes on to the
// right. Where a run has no neighbour, it is copied, since all of a segment changes buffers.

template <class K, class Values, u32 ITEMS>
struct SegmentedSortMerge {
  static constexpr u32 threads = THREADS, min_blocks = BLOCKS, items = ITEMS;
  static constexpr bool pairs = !same<Values, NoColumns>;
  typedef SegmentTile<K, ITEMS, pairs> Tile;
  // A part of the result: the keys `from .. to`, of the runs that begin at `start` and `middle`, the second of which ends at `end`.
  // It is read from the second buffer if it goes `back` to the first one. It is empty if there is none.
  struct Job {
    u64 start, middle, end, from, to;
    bool back;
  };
  struct Shared {
    Tile tile;
    Job jobs[2];
    // How many of the keys before the part, and before its end, are from the left run.
    u64 cuts[2];
    // The tiles that have parts, of those that the first warp has looked at.
    u32 busy;
  };

  // The part of the segment across the left or the right boundary of a tile.
  DEVICE static Job job_of(const SegmentStates& states, Crossings crossings, u64 tile, u64 tiles, u32 level, bool is_right) {
    TileBoundary left(states, crossings, tile, tiles), right(states, crossings, tile + 1, tiles);
    bool is_same = left.splits && right.splits && left.segment.start == right.segment.start;
    if (is_right && is_same) return Job{0, 0, 0, 0, 0, false};
    if (is_right ? !right.splits : !left.splits) return Job{0, 0, 0, 0, 0, false};
    SplitSegment segment = left.segment;
    if (is_right) segment = right.segment;
    u32 levels = segment.levels();
    if (levels <= level) return Job{0, 0, 0, 0, 0, false};
    u64 number = (tile - segment.first_tile()) >> level >> 1 << level << 1, run = u64(1) << level;
    return Job{segment.part(number), segment.part(number + run), segment.part(number + 2 * run),
               is_right ? segment.start : left.at, least(segment.end, right.at), (levels - level) % 2 == 1};
  }

  DEVICE static void merge(Shared& s, const Job& job, const Span<K>& keys_from, const Span<K>& keys_to,
                           const Values& values_from, const Values& values_to) {
    if (warp() < 2) {
      u64 diagonal = (warp() == 0 ? job.from : job.to) - job.start, rights = job.end - job.middle;
      u64 start = job.start, middle = job.middle;
      u64 cut = merge_path_by(WARP, diagonal, diagonal > rights ? diagonal - rights : 0, least(diagonal, middle - start),
                              [&](u64 a, u64 b) { return precedes(keys_from.get(middle + b), keys_from.get(start + a)); });
      if (lane() == 0) s.cuts[warp()] = cut;
    }
    sync_block();
    u64 first = job.from;
    u32 count = u32(job.to - first), lefts = u32(s.cuts[1] - s.cuts[0]);
    // Key i of the part is from one of these places, plus i.
    u64 left_from = job.start + s.cuts[0], right_from = job.middle + (first - job.start - s.cuts[0]) - lefts;
    auto place = [&](u32 i) { return (i < lefts ? left_from : right_from) + i; };
    K x[items];
    typename Tile::Sources sources;
    UNROLL for (u32 k = 0; k < items; k += 1) {
      u32 i = thread() + k * threads;
      if (i < count) x[k] = keys_from.get(place(i));
    }
    UNROLL for (u32 k = 0; k < items; k += 1) {
      u32 i = thread() + k * threads;
      if (i >= count) continue;
      s.tile.keys[i] = x[k];
      if (pairs) s.tile.sources[i] = u16(i);
    }
    sync_block();
    // Few keys are shared by all threads.
    u32 each = (count + threads - 1) / threads, at = thread() * each, own = within(count, at, each);
    if (own > 0) s.tile.merge(0, lefts, count, at, own, x, sources);
    sync_block();
    s.tile.put(at, own, x, sources);
    sync_block();
    ROLLED for (u32 i = thread(); i < count; i += threads) {
      keys_to.put(first + i, s.tile.keys[i]);
      if (pairs) values_to.put(first + i, values_from.get(place(s.tile.sources[i])));
    }
    sync_block();
  }

  DEVICE static void run(const Span<K>& keys_0, const Span<K>& keys_1, const Values& values_0, const Values& values_1, u64 level,
                         Crossings crossings, States words, Tag tag) {
    Shared& s = shared<Shared>();
    u64 len = keys_0.len(), tiles = tiles_of(len);
    SegmentStates states(words, tag, len);
    if (states.is_written(*states.wrong()) || level >= states.value(*states.levels())) return;
    auto job_at = [&](u64 tile, bool is_right) { return job_of(states, crossings, tile, tiles, u32(level), is_right); };
    ROLLED for (u64 base = block(); base < tiles; base += u64(WARP) * blocks()) {
      // The first warp looks for tiles that have parts, so that a block passes over others quickly.
      if (warp() == 0) {
        u64 tile = base + u64(lane()) * blocks();
        bool has = false;
        ROLLED for (u32 side = 0; side < 2 && tile < tiles; side += 1) has = has || job_at(tile, side == 1).to > 0;
        u32 busy = ballot(EVERY_LANE, has);
        if (lane() == 0) s.busy = busy;
      }
      sync_block();
      ROLLED for (u32 busy = s.busy; busy != 0; busy &= busy - 1) {
        if (lane() == 0 && warp() < 2) s.jobs[warp()] = job_at(base + u64(ffs(busy) - 1) * blocks(), warp() == 1);
        sync_block();
        ROLLED for (u32 side = 0; side < 2; side += 1) {
          const Job& job = s.jobs[side];
          if (job.to == 0) continue;
          bool back = job.back;
          merge(s, job, back ? keys_1 : keys_0, back ? keys_0 : keys_1, back ? values_1 : values_0, back ? values_0 : values_1);
        }
        sync_block();
      }
      sync_block();
    }
  }
};
