// A block's window of segments (segment_cuts.cuh): its short segments, in classes by length and with their items in shared memory,
// and its longer ones, as units.

// The classes of short segments by length: a segment of class c takes 2^c lanes of ITEMS items.
template <u32 ITEMS>
struct SegmentClasses {
  static constexpr u32 count = 6;
  // The most segments of a class that begin in a window: each has more items than half of its lanes could take.
  DEVICE static constexpr u32 capacity(u32 c) { return WINDOW / (c == 0 ? 2 : (ITEMS << c) / 2 + 2) + 1; }
  // The first record of a class.
  DEVICE static constexpr u32 begin(u32 c) {
    u32 at = 0;
    UNROLL for (u32 k = 0; k < count; k += 1) at += k < c ? capacity(k) : 0;
    return at;
  }
  // `begin(c)` for a class that is known only at run time, without divisions.
  DEVICE static u32 begin_of(u32 c) {
    u32 at = 0;
    UNROLL for (u32 k = 0; k <= count; k += 1) at = c == k ? begin(k) : at;
    return at;
  }
};

template <class In, class Offsets, class Shape>
struct SegmentWindow {
  typedef typename In::value T;
  typedef SegmentPlaces<Offsets> Places;
  static constexpr u32 threads = THREADS, warps = threads / WARP;
  static constexpr u32 ITEMS = Shape::ITEMS, SHORT = WARP * ITEMS < 256 ? WARP * ITEMS : 256;
  typedef SegmentClasses<ITEMS> Classes;
  static constexpr u32 CLASSES = Classes::count, UNITS = WINDOW / SHORT + 3;
  // A record has a segment's place among the window's items, its length less one, and its number in the window if there is room
  // for that.
  static constexpr u32 PLACE = WINDOW <= 4096 ? 12 : 13, places_mask = (1u << PLACE) - 1;
  static constexpr bool numbered = 2 * PLACE <= 24;
  static_assert(WINDOW <= 1u << PLACE && SHORT <= 256, "places have PLACE bits and lengths 8");
  static constexpr bool staged = sizeof(T) <= 16;
  static constexpr int V = lane_items(sizeof(T));
  typedef SegmentStage<In, WINDOW + SHORT> Stager;
  typedef typename Stager::Staged Staged;
  struct Nothing {};
  template <bool STAGED, class A, class B> struct Either { typedef A type; };
  template <class A, class B> struct Either<false, A, B> { typedef B type; };
  typedef typename Either<staged, typename Staged::Shared, Nothing>::type Items;
  struct Records {
    u32 of[Classes::begin(CLASSES)];
  };
  struct Shared {
    SegmentUnit units[UNITS];
    u32 counts[CLASSES + 1];
    // The first record of each class, and the end of the last class.
    u32 begins[CLASSES + 1];
    // The range of the short segments' items, counted from the window's first item.
    u32 low, high;
  };
  // A short segment of `n` items, for lane `me` of its group: this lane has `own` of the items, and `lanes` lanes have all.
  struct Short {
    u32 at, n, number, group, me, own, lanes;
  };

  // Finds the segments `first..end` of window `w`; returns false if the cuts are wrong.
  DEVICE static bool find(Shared& s, const Places& places, u64 w, const u64* cuts, u64& first, u64& end) {
    first = 0;
    end = places.count();
    if (blocks() > 1) {
      first = cuts[w];
      end = cuts[w + 1];
    }
    if (end < first) {
      report_between(places, end, first);
      return false;
    }
    if (thread() < CLASSES) s.counts[thread()] = 0;
    if (thread() <= CLASSES) s.begins[thread()] = Classes::begin_of(thread());
    if (thread() == 0) {
      s.low = ~0u;
      s.high = 0;
      s.counts[CLASSES] = 0;
    }
    sync_block();
    return true;
  }
  // Finds the unit in window `w` of segment `first - 1`, which began in an earlier window. One thread does this while others sort.
  DEVICE static void find_unit(Shared& s, const Places& places, u64 w, u64 first) {
    if (thread() != threads - 1 || first == 0) return;
    SegmentUnit unit;
    if (!further_unit<Shape>(places, w, first - 1, SHORT, unit)) return;
    u32 k = atomic_add(&s.counts[CLASSES], 1u);
    if (k < UNITS) s.units[k] = unit;
  }
  DEVICE static u32 units(const Shared& s) { return s.counts[CLASSES] < UNITS ? s.counts[CLASSES] : UNITS; }

  // Sorts the window's segments into classes by length, except those for which `done(i, from, n)` is true. A
  // segment that can't be sorted because offsets are wrong is passed to `done` with n = 0, which writes its result.
  template <class F>
  DEVICE static void sort(Shared& s, Records& records, const Places& places, u64 first, u64 end, u64 base, u64 start,
                          const F& done) {
    u32 low = ~0u, high = 0;
    ROLLED for (u64 i = first + thread(); i - thread() < end; i += threads) {
      u32 cls = ~0u, record = 0;
      u64 from = 0, n = 0;
      if (i < end) {
        from = places.offsets.at(i);
        u64 to = places.offsets.at(i + 1);
        n = wrong_offsets(from, to, places.len) ? 0 : to - from;
        if (done(i, from, n)) {
          // A segment that is done belongs to no class.
        } else if (n > SHORT) {
          cls = CLASSES;
          // The result is written here too, because if offsets are wrong, other tiles may not sort all units of the segment.
          if (n > Shape::unit(n)) done(i, from, 0);
        } else if (from >= base && from - base < WINDOW && from - start < WINDOW + V && i - first < WINDOW) {
          u32 lanes = (u32(n) + ITEMS - 1) / ITEMS, at = u32(from - base);
          cls = lanes == 1 ? 0 : 32 - clz(lanes - 1);
          record = at | (numbered ? u32(i - first) << PLACE : 0) | u32(n - 1) << 24;
          low = least(low, at);
          high = at + u32(n) > high ? at + u32(n) : high;
        } else {
          done(i, from, 0);
        }
      }
      if (ballot(EVERY_LANE, cls <= CLASSES) == 0) continue;
      // One lane for each class counts its segments in this warp, and finds room for them.
      u32 mine = 0, room = 0;
      UNROLL for (u32 c = 0; c <= CLASSES; c += 1) {
        u32 votes = ballot(EVERY_LANE, cls == c);
        if (cls == c) mine = votes;
        if (lane() == c) room = popc(votes);
      }
      if (lane() <= CLASSES && room > 0) room = atomic_add(&s.counts[lane()], room);
      u32 at = shuffle(EVERY_LANE, room, cls <= CLASSES ? cls : 0) + popc(mine & low_bits(lane()));
      // A class, or the list of units, can be full only if offsets are wrong.
      if (cls == CLASSES) {
        if (at < UNITS) s.units[at] = SegmentUnit{i, 0, from, n};
        else done(i, from, 0);
      } else if (cls < CLASSES) {
        u32 begin = s.begins[cls];
        if (begin + at < s.begins[cls + 1]) records.of[begin + at] = record;
        else done(i, from, 0);
      }
    }
    UNROLL for (u32 d = WARP / 2; d > 0; d /= 2) {
      low = least(low, shuffle_xor(EVERY_LANE, low, d));
      u32 other = shuffle_xor(EVERY_LANE, high, d);
      high = other > high ? other : high;
    }
    if (lane() == 0 && high > 0) {
      atomic_min(&s.low, low);
      atomic_max(&s.high, high);
    }
  }
  // Stages the items `from..to`, counted from `start`, a multiple of V.
  DEVICE static void stage(Items& s, const In& in, u64 start, u64 from, u64 to) {
    // Several words are waited for together, where the block takes more than one for each thread.
    if constexpr (staged) Stager::template stage<(threads * V < WINDOW ? 2 : 1)>(s, in, start, from, to);
  }

  // Calls `f` for each short segment, by the lanes of its group; all lanes of a warp call it together, some for segments of no
  // items.
  template <class F>
  DEVICE static void for_short(const Shared& s, const Records& all, const F& f) {
    ROLLED for (u32 c = 0; c < CLASSES; c += 1) {
      u32 group = 1u << c, together = WARP >> c, count = s.counts[c], begin = s.begins[c], room = s.begins[c + 1] - begin;
      if (count > room) count = room;
      const u32* records = all.of + begin;
      ROLLED for (u32 k = warp() * together; k < count; k += warps * together) {
        u32 r = k + (lane() >> c), record = r < count ? records[r] : 0, n = r < count ? (record >> 24) + 1 : 0;
        u32 me = lane() & (group - 1), before = me * ITEMS, own = n <= before ? 0 : n - before < ITEMS ? n - before : ITEMS;
        f(Short{record & places_mask, n, record >> PLACE & 4095, group, me, own, (n + ITEMS - 1) / ITEMS});
      }
    }
  }
};
