// The runs of a tile: each segment in it is divided, from its first key on, into runs of ITEMS keys, of which the last may have
// fewer. One thread sorts a run; the runs of the long segments, those of several runs, are then merged.
//
//   segments   |a             |b   |c                          |
//   runs       |0      |1     |0   |0      |1      |2      |3  |
//   windows    |          |          |          |          |
//
// A thread finds the runs that begin in its window of ITEMS keys. The runs that aren't the first ones of their segments lie ITEMS
// apart, so at most one of them begins there, before the window's first head; and only the last head may begin a long segment.

template <u32 ITEMS>
struct SegmentRuns {
  static constexpr u32 threads = THREADS, items = ITEMS, warps = threads / WARP, most = (items + 1) / 2;
  static_assert(items < 32 && threads <= 1 << 11, "a run's place in its window has 5 of 16 bits");
  // A run of a long segment, which begins at `start` and ends at `end`.
  struct Long {
    u16 start, end, number;
  };
  struct Shared {
    // The number of runs of the longest segment, and the first run that waits for the next round of merges.
    u32 longest, next;
    u32 sums[warps];
    // The place of each warp's last head and of its first one.
    u16 last[warps], first[warps];
    // The borders in each window, as bits: the keys with which runs begin, and the end of the tile.
    u32 borders[threads + 1];
    // The list of runs of several keys (window, and place in it), then the list of runs of long segments.
    union {
      u16 several[threads * most];
      Long longs[(items > 1 ? 2 : 1) * threads];
    };
  };

  // The window's first key, its number of keys, and a bit for each with which a segment begins; the segment of the first key
  // begins at `start`, if not in the window; that of the last key ends at `end`.
  u32 at, own, heads, start, end;
  // The places of this thread's first runs in the two lists, and the lists' lengths. Upper halves belong to the second list.
  u32 before, total;

  DEVICE SegmentRuns(Shared& s, u32 heads, u32 count) : at(thread() * items), own(within(count, at, items)), heads(heads) {
    find_segment(s, count);
    if (thread() == 0) {
      s.longest = 0;
      s.borders[threads] = 1;
    }
    u32 borders = heads | carried(), all = borders | (own < items ? 1u << own : 0);
    s.borders[thread()] = all;
    u32 several = items > 1 ? borders & ~(all >> 1) : 0;
    before = block_sum_before<warps>(popc(several) | (u32(carried() != 0) + begins_long()) << 16, total, s.sums);
    ROLLED for (u32 to = before & 0xffff; several != 0; several &= several - 1, to += 1) {
      s.several[to] = u16(thread() * 32 + ffs(several) - 1);
    }
    sync_block();
  }

  DEVICE void find_segment(Shared& s, u32 count) {
    u32 having = ballot(EVERY_LANE, heads != 0), below = having & low_bits(lane()), above = having & ~low_bits(lane() + 1);
    u32 last = heads == 0 ? 0 : at + 31 - clz(heads), first = heads == 0 ? count : at + ffs(heads) - 1;
    start = shuffle(EVERY_LANE, last, below == 0 ? lane() : 31 - clz(below));
    end = shuffle(EVERY_LANE, first, above == 0 ? lane() : ffs(above) - 1);
    if (having >> lane() == 1 || (having == 0 && lane() == 0)) s.last[warp()] = u16(last);
    if ((heads != 0 && below == 0) || (having == 0 && lane() == 0)) s.first[warp()] = u16(first);
    sync_block();
    // A `last` of 0 means that a warp has no head behind key 0, which is always a head, and a `first` of `count` that it has none.
    last = lane() < warps ? s.last[lane()] : 0;
    first = lane() < warps ? s.first[lane()] : count;
    u32 lower = ballot(EVERY_LANE, lane() < warp() && last != 0), upper = ballot(EVERY_LANE, lane() > warp() && first < count);
    last = shuffle(EVERY_LANE, last, lower == 0 ? 0 : 31 - clz(lower));
    first = shuffle(EVERY_LANE, first, upper == 0 ? 0 : ffs(upper) - 1);
    if (below == 0) start = lower == 0 ? 0 : last;
    if (above == 0) end = upper == 0 ? count : first;
  }
  // The number of keys before the window's first head.
  DEVICE u32 entering() const { return heads == 0 ? own : ffs(heads) - 1; }
  // A bit for the key with which another run of the segment that enters the window begins.
  DEVICE u32 carried() const { return start % items < entering() ? 1u << start % items : 0; }
  DEVICE u32 last_head() const { return at + 31 - clz(heads); }
  DEVICE bool begins_long() const { return heads != 0 && end - last_head() > items; }

  DEVICE u32 several() const { return total & 0xffff; }
  DEVICE u32 longs() const { return total >> 16; }

  // Calls `use` with the place and the number of keys of each run of several keys, in all lanes of a warp: lanes without a run get
  // 0 keys.
  template <class F>
  DEVICE void for_each(const Shared& s, const F& use) const {
    ROLLED for (u32 first = warp() * WARP; first < several(); first += threads) {
      u32 i = first + lane(), run = i < several() ? s.several[i] : 0, window = run / 32, place = run % 32;
      u64 both = s.borders[window] | u64(s.borders[window + 1]) << items;
      use(window * items + place, i < several() ? ffs(u32(both >> place >> 1)) : 0);
    }
  }
  // Lists the runs of long segments, in their order, in the memory of the other list, which all threads must have used.
  DEVICE void list_longs(Shared& s) const {
    u32 to = before >> 16, carry = carried();
    if (carry != 0) {
      u32 number = (at + start % items - start) / items;
      s.longs[to] = Long{u16(start), u16(heads == 0 ? end : at + entering()), u16(number)};
      to += 1;
    }
    if (begins_long()) {
      u32 from = last_head();
      s.longs[to] = Long{u16(from), u16(end), 0};
      atomic_max(&s.longest, (end - from + items - 1) / items);
    }
    sync_block();
  }
};
