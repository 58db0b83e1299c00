// segmented_reduce: combines the items of each segment.
//
//   short segments:  staged[] = the items of the window, loaded side by side
//                    each group of 1, 2, … 32 lanes: one segment, chosen by its length
//   long segments:   units, the work of the windows in which they begin; parts[u][q] = part q of unit u   (each warp)
//                    out[i] = the unit's value, or
//                    partials[…] = a value of each unit; the last unit of a segment to be done combines them
//
// One launch, after that which cuts the work into windows (segment_cuts.cuh). Each block has a window, which it shares with no
// other: the segments that begin there, the first unit of each of these, and a further unit of the segment that began before.
// Traffic: items and offsets are read once, results are written once.

// A unit of a segment.
struct SegmentUnit {
  u64 segment, number;
};
// The value of a unit among others of its segment. The tag and the segment tell whether it was written for this launch: with
// wrong offsets it may not have been.
template <class T>
struct UnitValue {
  T x;
  u32 tag;
  u64 segment;
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

template <class In, class Op, class Offsets, class Finish, class Out, class Shape>
struct SegmentedReduce {
  typedef typename In::value T;
  typedef typename Out::value U;
  typedef UnitValue<T> Partial;
  typedef SegmentPlaces<Offsets> Places;
  static constexpr u32 threads = THREADS, warps = threads / WARP;
  static constexpr u32 min_blocks = sizeof(T) > 8 ? 1 : Shape::in_order ? 2 : 4;
  static constexpr u32 ITEMS = Shape::ITEMS, SHORT = WARP * ITEMS < 256 ? WARP * ITEMS : 256;
  typedef SegmentClasses<ITEMS> Classes;
  static constexpr u32 CLASSES = Classes::count, UNITS = WINDOW / SHORT + 3;
  static_assert(threads == 256, "a block of the shape contract");
  static_assert(WINDOW <= 4096 && SHORT <= 256, "a record has 12 bits for places and 8 for lengths");
  static constexpr bool staged = sizeof(T) <= 16;
  static constexpr int V = lane_items(sizeof(T));
  typedef Stage<T, (WINDOW + SHORT + V + WARP - 1) / WARP> Staged;
  // Units whose parts are held at a time.
  static constexpr u32 PARTS = Shape::PARTS, fit = 4096 / (PARTS * sizeof(T)), TOGETHER = fit < 1 ? 1 : fit < UNITS ? fit : UNITS;
  struct Nothing {};
  template <bool STAGED, class A, class B> struct Either { typedef A type; };
  template <class A, class B> struct Either<false, A, B> { typedef B type; };
  struct Shared {
    typename Either<staged, typename Staged::Shared, Nothing>::type stage;
    u32 records[Classes::begin(CLASSES)];
    SegmentUnit units[UNITS];
    T parts[TOGETHER * PARTS];
    Maybe<T> warps[threads / WARP];
    bool last[TOGETHER];
    u32 counts[CLASSES + 1];
    // The items of short segments, counted from the first of the window.
    u32 low, high;
  };

  // Whether the offsets of a segment are wrong, which is reported.
  DEVICE static bool wrong(u64 from, u64 to, u64 len) {
    if (from <= to && to <= len) return false;
    if (from > len || to > len) report_trap(SEGMENTS_SITE, from > len ? from : to, len);
    else report_trap(REVERSED_SITE, from, to);
    return true;
  }

  // Sorts the window's segments by length, and stores the results of empty ones.
  DEVICE static void sort(Shared& s, const Places& places, const U& empty, u64 first, u64 end, u64 base, const Out& out) {
    u32 low = ~0u, high = 0;
    ROLLED for (u64 i = first + thread(); i - thread() < end; i += threads) {
      u32 cls = ~0u, record = 0;
      if (i < end) {
        u64 from = places.offsets.at(i), to = places.offsets.at(i + 1), n = to - from;
        bool bad = wrong(from, to, places.len);
        if (!bad && n == 0) {
          out.put(i, empty);
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
  DEVICE static void stage(Shared& s, const In& in, u64 start, u64 from, u64 to) {
    if constexpr (staged) {
      if (in.template aligned<V>(start)) {
        u64 body = start + ceil_div(from - start, V) * V, end = start + (to - start) / V * V;
        ROLLED for (u64 i = body + thread() * V; i < end; i += 4 * threads * V) {
          T x[4][V];
          UNROLL for (u32 r = 0; r < 4; r += 1) {
            if (i + r * (threads * V) < end) in.template load<V, ONCE>(i + r * (threads * V), x[r]);
          }
          UNROLL for (u32 r = 0; r < 4; r += 1) {
            if (i + r * (threads * V) < end) Staged::template put<V>(s.stage, u32(i + r * (threads * V) - start), x[r]);
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
  DEVICE static void one(Shared& s, const In& in, u64 start, u64 i) {
    T x = in.at(i);
    Staged::template put<1>(s.stage, u32(i - start), &x);
  }

  // Reduces the short segments.
  DEVICE static void reduce_short(Shared& s, const In& in, const Op& op, const Finish& finish, const Maybe<T>& init,
                                  u64 first, u64 base, u64 start, const Out& out) {
    ROLLED for (u32 c = 0; c < CLASSES; c += 1) {
      u32 group = 1u << c, together = WARP >> c, cap = Classes::capacity(c), count = s.counts[c] < cap ? s.counts[c] : cap;
      const u32* records = s.records + Classes::begin(c);
      ROLLED for (u32 k = warp() * together; k < count; k += warps * together) {
        u32 r = k + lane() / group, me = lane() % group, n = 0, at = 0, record = 0;
        if (r < count) {
          record = records[r];
          at = record & 4095;
          n = (record >> 24) + 1;
        }
        u32 own = within(n, me * ITEMS, ITEMS), lanes = (n + ITEMS - 1) / ITEMS, result;
        u64 from = base + at + me * ITEMS;
        T x;
        if (own > 0) {
          x = Shape::of_lane(op, own, [&](u32 j) {
            T item;
            if constexpr (staged) Staged::template get<1>(s.stage, u32(from - start) + j, &item);
            else item = in.at(from + j);
            return item;
          });
        }
        x = Shape::of_group(op, x, group, lanes, result);
        if (n > 0 && me == result) {
          out.put(first + (record >> 12 & 4095), finish(init.has ? T(op(init.x, x)) : x, base + at));
        }
      }
    }
  }

  // The window and place of a unit's partial result: a window has at most one first unit of several, and one further unit.
  DEVICE static u64 slot(const Places& places, u64 from, u64 segment, u64 unit, u64 number) {
    u64 w = (places.place(from, segment) + number * unit) / WINDOW;
    return 2 * least(w, u64(blocks() - 1)) + (number == 0);
  }

  // Reduces the units, and combines those of segments that are done.
  DEVICE static void reduce_units(Shared& s, const In& in, const Op& op, const Places& places, const Finish& finish,
                                  const Maybe<T>& init, Partial* partials, u64* arrivals, u32 tag, const Out& out) {
    u32 count = s.counts[CLASSES] < UNITS ? s.counts[CLASSES] : UNITS;
    ROLLED for (u32 done = 0; done < count; done += TOGETHER) {
      u32 now = count - done < TOGETHER ? count - done : TOGETHER;
      ROLLED for (u32 t = warp(); t < now * PARTS; t += warps) {
        u64 segment = s.units[done + t / PARTS].segment, number = s.units[done + t / PARTS].number;
        u64 from = places.offsets.at(segment), n = places.offsets.at(segment + 1) - from, unit = Shape::unit(n);
        u64 rest = n - number * unit, mine = rest < unit ? rest : unit;
        if (t % PARTS < Shape::parts(mine)) {
          T x = Shape::of_part(in, op, from + number * unit, mine, t % PARTS);
          if (lane() == 0) s.parts[t] = x;
        }
      }
      sync_block();
      if (thread() < now) {
        SegmentUnit u = s.units[done + thread()];
        u64 from = places.offsets.at(u.segment), n = places.offsets.at(u.segment + 1) - from, unit = Shape::unit(n);
        u64 rest = n - u.number * unit, mine = rest < unit ? rest : unit, all = ceil_div(n, unit);
        T x = Shape::of_parts(op, s.parts + thread() * PARTS, Shape::parts(mine));
        bool last = false;
        if (all == 1) {
          out.put(u.segment, finish(init.has ? T(op(init.x, x)) : x, from));
        } else {
          partials[slot(places, from, u.segment, unit, u.number)] = Partial{x, tag, u.segment};
          fence_device();
          // The count of an earlier launch has a smaller tag, and goes.
          u64* arrived = &arrivals[slot(places, from, u.segment, unit, 0) / 2];
          atomic_max(arrived, u64(tag) << 32);
          last = u32(atomic_add(arrived, u64(1))) + 1 == all;
        }
        s.last[thread()] = last;
      }
      sync_block();
      ROLLED for (u32 k = 0; k < now; k += 1) {
        if (!s.last[k]) continue;
        fence_device();
        u64 segment = s.units[done + k].segment;
        u64 from = places.offsets.at(segment), n = places.offsets.at(segment + 1) - from, unit = Shape::unit(n);
        Maybe<T> total = Shape::of_units(op, ceil_div(n, unit), s.warps, [&](u64 c) {
          const Partial& value = partials[slot(places, from, segment, unit, c)];
          return Maybe<T>{value.x, value.tag == tag && value.segment == segment};
        });
        if (thread() == 0 && total.has) out.put(segment, finish(init.has ? T(op(init.x, total.x)) : total.x, from));
      }
      sync_block();
    }
  }

  // Each block has a window.
  DEVICE static void run(const In& in, const Op& op, const Offsets& offsets, const Maybe<T>& init, const Finish& finish,
                         const U& empty, WindowCuts cuts, Partials<Partial> partials, States arrivals, Tag tag, const Out& out) {
    Shared& s = shared<Shared>();
    Places places(offsets, in.len());
    u64 w = block(), count = places.count(), first = 0, end = count;
    if (blocks() > 1) {
      first = cuts[w];
      end = cuts[w + 1];
    }
    if (end < first) {
      // There is a wrong offset between the cuts.
      for (u64 i = end + thread(); i < first; i += threads) wrong(offsets.at(i), offsets.at(i + 1), places.len);
      return;
    }
    u64 base = first < count ? places.offset(first) : 0, start = base / V * V;
    if (thread() < CLASSES) s.counts[thread()] = 0;
    if (thread() == 0) {
      s.low = ~0u;
      s.high = 0;
      s.counts[CLASSES] = 0;
      // The segment that began before the window may have a further unit in it.
      if (first > 0) {
        u64 i = first - 1, from = offsets.at(i), to = offsets.at(i + 1);
        if (!wrong(from, to, places.len) && to - from > SHORT) {
          u64 unit = Shape::unit(to - from), at = places.place(from, i), number = ceil_div(w * WINDOW - at, unit);
          bool here = at < w * WINDOW && number < ceil_div(to - from, unit) && at + number * unit < (w + 1) * WINDOW;
          if (here) s.counts[CLASSES] = 1;
          if (here) s.units[0] = SegmentUnit{i, number};
        }
      }
    }
    sync_block();
    if (first < end) sort(s, places, empty, first, end, base, out);
    sync_block();
    if (s.high > 0) {
      stage(s, in, start, base + s.low, base + s.high);
      sync_block();
      reduce_short(s, in, op, finish, init, first, base, start, out);
    }
    reduce_units(s, in, op, places, finish, init, partials, arrivals, tag, out);
  }
};
