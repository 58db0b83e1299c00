// A window of segments (segment_cuts.cuh) in a block: its short segments in classes by length, its longer ones as units, and the
// items of the short ones in shared memory.

// A unit of a segment.
struct SegmentUnit {
  u64 segment, number;
};
// Short segments by their length: the classes have 1, 2, 4, … lanes of ITEMS items for each.
template <u32 ITEMS>
struct SegmentClasses {
  static constexpr u32 count = 6;
  // The most segments of a class that begin in a window: each is longer than half its lanes suffice for.
  DEVICE static constexpr u32 capacity(u32 c) { return WINDOW / (c == 0 ? 2 : (ITEMS << c) / 2 + 2) + 1; }
  // The first record of a class.
  DEVICE static constexpr u32 begin(u32 c) {
    u32 at = 0;
    UNROLL for (u32 k = 0; k < count; k += 1) at += k < c ? capacity(k) : 0;
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
  static_assert(WINDOW <= 4096 && SHORT <= 256, "a record has 12 bits for places and 8 for lengths");
  static constexpr bool staged = sizeof(T) <= 16;
  static constexpr int V = lane_items(sizeof(T));
  typedef Stage<T, (WINDOW + SHORT + V + WARP - 1) / WARP> Staged;
  struct Nothing {};
  template <bool STAGED, class A, class B> struct Either { typedef A type; };
  template <class A, class B> struct Either<false, A, B> { typedef B type; };
  typedef typename Either<staged, typename Staged::Shared, Nothing>::type Items;
  struct Shared {
    u32 records[Classes::begin(CLASSES)];
    SegmentUnit units[UNITS];
    u32 counts[CLASSES + 1];
    // The items of short segments, counted from the first of the window.
    u32 low, high;
  };
  // A short segment, as one lane of its group sees it. The lane has `own` of its `n` items, which `lanes` lanes have.
  struct Short {
    u32 at, n, number, group, me, own, lanes;
  };

  // Finds the segments `first..end` of window `w`; returns false if the cuts are wrong. A unit of the segment that began before
  // the window is the first of the units.
  DEVICE static bool find(Shared& s, const Places& places, u64 w, const u64* cuts, u64& first, u64& end) {
    first = 0;
    end = places.count();
    if (blocks() > 1) {
      first = cuts[w];
      end = cuts[w + 1];
    }
    if (end < first) {
      // There is a wrong offset between the cuts.
      for (u64 i = end + thread(); i < first; i += threads) {
        wrong_offsets(places.offsets.at(i), places.offsets.at(i + 1), places.len);
      }
      return false;
    }
    if (thread() < CLASSES) s.counts[thread()] = 0;
    if (thread() == 0) {
      s.low = ~0u;
      s.high = 0;
      s.counts[CLASSES] = 0;
      if (first > 0) {
        u64 i = first - 1, from = places.offsets.at(i), to = places.offsets.at(i + 1);
        if (!wrong_offsets(from, to, places.len) && to - from > SHORT) {
          u64 unit = Shape::unit(to - from), at = places.place(from, i), number = ceil_div(w * WINDOW - at, unit);
          bool here = at < w * WINDOW && number < ceil_div(to - from, unit) && at + number * unit < (w + 1) * WINDOW;
          if (here) s.counts[CLASSES] = 1;
          if (here) s.units[0] = SegmentUnit{i, number};
        }
      }
    }
    sync_block();
    return true;
  }
  DEVICE static u32 units(const Shared& s) { return s.counts[CLASSES] < UNITS ? s.counts[CLASSES] : UNITS; }

  // Sorts the window's segments by length, and calls `empty(i)` for each empty one.
  template <class F>
  DEVICE static void sort(Shared& s, const Places& places, u64 first, u64 end, u64 base, const F& empty) {
    u32 low = ~0u, high = 0;
    ROLLED for (u64 i = first + thread(); i - thread() < end; i += threads) {
      u32 cls = ~0u, record = 0;
      if (i < end) {
        u64 from = places.offsets.at(i), to = places.offsets.at(i + 1), n = to - from;
        bool bad = wrong_offsets(from, to, places.len);
        if (!bad && n == 0) {
          empty(i);
        } else if (!bad && n > SHORT) {
          cls = CLASSES;
        } else if (!bad && from >= base && from - base < WINDOW && i - first < WINDOW) {
          u32 lanes = (u32(n) + ITEMS - 1) / ITEMS, at = u32(from - base);
          cls = lanes == 1 ? 0 : 32 - clz(lanes - 1);
          record = at | u32(i - first) << 12 | u32(n - 1) << 24;
          low = least(low, at);
          high = at + u32(n) > high ? at + u32(n) : high;
        }
      }
      // One lane for each class counts its segments in this warp, and finds room for them.
      u32 mine = 0, room = 0;
      UNROLL for (u32 c = 0; c <= CLASSES; c += 1) {
        u32 votes = ballot(EVERY_LANE, cls == c);
        if (cls == c) mine = votes;
        if (lane() == c) room = popc(votes);
      }
      if (lane() <= CLASSES && room > 0) room = atomic_add(&s.counts[lane()], room);
      u32 at = shuffle(EVERY_LANE, room, cls <= CLASSES ? cls : 0) + popc(mine & low_bits(lane()));
      if (cls == CLASSES) {
        if (at < UNITS) s.units[at] = SegmentUnit{i, 0};
      } else if (cls < CLASSES) {
        // Only with wrong offsets there are more than there is room for.
        if (at < Classes::capacity(cls)) s.records[Classes::begin(cls) + at] = record;
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
    if constexpr (staged) {
      if (in.template aligned<V>(start)) {
        u64 body = start + ceil_div(from - start, V) * V, end = start + (to - start) / V * V;
        ROLLED for (u64 i = body + thread() * V; i < end; i += 4 * threads * V) {
          T x[4][V];
          UNROLL for (u32 r = 0; r < 4; r += 1) {
            if (i + r * (threads * V) < end) in.template load<V, ONCE>(i + r * (threads * V), x[r]);
          }
          UNROLL for (u32 r = 0; r < 4; r += 1) {
            if (i + r * (threads * V) < end) Staged::template put<V>(s, u32(i + r * (threads * V) - start), x[r]);
          }
        }
        // The items before the first whole word, and those behind the last.
        u64 rest = end > body ? end : body, i = thread() < V ? body - V + thread() : rest + thread() - V;
        if (thread() < 2 * V && i >= from && i < to) one(s, in, start, i);
      } else {
        ROLLED for (u64 i = from + thread(); i < to; i += threads) one(s, in, start, i);
      }
    }
  }
  DEVICE static void one(Items& s, const In& in, u64 start, u64 i) {
    T x = in.at(i);
    Staged::template put<1>(s, u32(i - start), &x);
  }

  // Calls `f` for each short segment, by the lanes of its group; all lanes of a warp call it together, some for segments of no
  // items.
  template <class F>
  DEVICE static void for_short(const Shared& s, const F& f) {
    ROLLED for (u32 c = 0; c < CLASSES; c += 1) {
      u32 group = 1u << c, together = WARP >> c, cap = Classes::capacity(c), count = s.counts[c] < cap ? s.counts[c] : cap;
      const u32* records = s.records + Classes::begin(c);
      ROLLED for (u32 k = warp() * together; k < count; k += warps * together) {
        u32 r = k + lane() / group, record = r < count ? records[r] : 0, n = r < count ? (record >> 24) + 1 : 0;
        u32 me = lane() % group, own = within(n, me * ITEMS, ITEMS);
        f(Short{record & 4095, n, record >> 12 & 4095, group, me, own, (n + ITEMS - 1) / ITEMS});
      }
    }
  }
};
