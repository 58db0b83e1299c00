// segmented_reduce: combines the items of each segment.
//
//   short segments:  staged[] = the items of the window, loaded side by side
//                    each thread: the segments of few items, in windows that have many
//                    each group of 1, 2, … 32 lanes: one other segment, chosen by its length
//   long segments:   units, the work of the windows in which they begin; parts[u][q] = part q of unit u   (each warp)
//                    out[i] = the unit's value, or
//                    partials[…] = a value of each unit; the last unit of a segment to be done combines them
//
// One launch, after that which cuts the work into windows (segment_cuts.cuh). Each block has a window, which it shares with no
// other: the segments that begin there, the first unit of each of these, and a further unit of the segment that began before.
// Traffic: items and offsets are read once, results are written once.

template <class In, class Op, class Offsets, class Finish, class Out, class Shape>
struct SegmentedReduce {
  typedef typename In::value T;
  typedef typename Out::value U;
  typedef UnitValue<T> Partial;
  typedef StoredAs<In> Kept;
  typedef SegmentWindow<typename Kept::input, Offsets, Shape> Window;
  static_assert(Window::numbered, "a result's place follows from its segment's number in the window");
  typedef typename Window::Places Places;
  typedef typename Window::Short Short;
  // A thread reduces segments of up to FEW items by itself.
  static constexpr u32 ITEMS = Shape::ITEMS, FEW = 2 * ITEMS;
  static constexpr u32 threads = THREADS, warps = threads / WARP;
  static constexpr u32 lanes_blocks = sizeof(T) > 16 ? 1 : sizeof(T) > 4 ? 4 : 6;
  static constexpr u32 min_blocks = !Shape::in_order ? lanes_blocks : sizeof(T) > 8 ? 1 : 2;
  static_assert(threads == 256, "a block of the shape contract");
  // The number of units whose parts fit in shared memory at a time.
  static constexpr u32 PARTS = Shape::PARTS, fit = 4096 / (PARTS * sizeof(T));
  static constexpr u32 TOGETHER = fit < 1 ? 1 : fit < Window::UNITS ? fit : Window::UNITS;
  struct Shared : Window::Shared {
    typename Window::Items stage;
    typename Window::Records records;
    T parts[TOGETHER * PARTS];
    Maybe<T> warps[threads / WARP];
    bool last[TOGETHER];
  };

  // The value of 1 to ITEMS items: the `n` from place `k` of the stage on, or from slot `from` on if items aren't staged.
  DEVICE static T of_lane(Shared& s, const In& in, const Op& op, u32 k, u64 from, u32 n) {
    if constexpr (!Window::staged) {
      return Shape::of_lane(op, n, [&](u32 j) { return in.at(from + j); });
    } else if constexpr (ITEMS <= Window::Staged::near) {
      typename Window::Staged::Nearby near(s.stage, k);
      return Shape::of_lane(op, n, [&](u32 j) { return Kept::item(in, near(j), from + j); });
    } else {
      return Shape::of_lane(op, n, [&](u32 j) {
        typename Kept::input::value x;
        Window::Staged::template get<1>(s.stage, k + j, &x);
        return Kept::item(in, x, from + j);
      });
    }
  }

  // The result of a segment whose items begin at slot `from`.
  DEVICE static U result_of(const Op& op, const Finish& finish, const Maybe<T>& init, const T& x, u64 from) {
    return finish(init.has ? T(op(init.x, x)) : x, from);
  }

  // Reduces the short segments.
  DEVICE static void reduce_short(Shared& s, const In& in, const Op& op, const Finish& finish, const Maybe<T>& init,
                                  u64 first, u64 base, u32 ahead, const Out& out) {
    Window::for_short(s, s.records, [&](const Short& segment) {
      u32 result;
      T x;
      if (segment.own > 0) {
        u32 k = segment.at + segment.me * ITEMS;
        x = of_lane(s, in, op, ahead + k, base + k, segment.own);
      }
      x = Shape::of_group(op, x, segment.group, segment.lanes, result);
      if (segment.n > 0 && segment.me == result) {
        out.put(first + segment.number, result_of(op, finish, init, x, base + segment.at));
      }
    });
  }

  // Reduces the units, and combines those of segments that are done.
  DEVICE static void reduce_units(Shared& s, const In& in, const Op& op, const Finish& finish, const Maybe<T>& init,
                                  const UnitValues<T, Shape, Places>& values, const Out& out) {
    u32 count = Window::units(s);
    ROLLED for (u32 done = 0; done < count; done += TOGETHER) {
      u32 now = count - done < TOGETHER ? count - done : TOGETHER;
      ROLLED for (u32 t = warp(); t < now * PARTS; t += warps) {
        const SegmentUnit& u = s.units[done + t / PARTS];
        u64 from = u.number * Shape::unit(u.n), mine = least(u.n - from, Shape::unit(u.n));
        if (t % PARTS < Shape::parts(mine)) {
          T x = Shape::of_part(in, op, u.from + from, mine, t % PARTS);
          if (lane() == 0) s.parts[t] = x;
        }
      }
      sync_block();
      if (thread() < now) {
        const SegmentUnit& u = s.units[done + thread()];
        u64 unit = Shape::unit(u.n), mine = least(u.n - u.number * unit, unit);
        T x = Shape::of_parts(op, s.parts + thread() * PARTS, Shape::parts(mine));
        bool last = false;
        if (u.n <= unit) out.put(u.segment, result_of(op, finish, init, x, u.from));
        else values.store(u, x), last = values.is_last(u);
        s.last[thread()] = last;
      }
      sync_block();
      ROLLED for (u32 k = 0; k < now; k += 1) {
        if (!s.last[k]) continue;
        const SegmentUnit& u = s.units[done + k];
        Maybe<T> total = values.all(op, u, s.warps);
        if (thread() == 0 && total.has) out.put(u.segment, result_of(op, finish, init, total.x, u.from));
      }
      sync_block();
    }
  }

  // Each block has a window.
  DEVICE static void run(const In& in, const Op& op, const Offsets& offsets, const Maybe<T>& init, const Finish& finish,
                         const U& empty, WindowCuts cuts, Partials<Partial> partials, States arrivals, Tag tag, const Out& out) {
    Shared& s = shared<Shared>();
    Places places(offsets, in.len());
    u64 first, end;
    if (!Window::find(s, places, block(), cuts, first, end)) return;
    u64 base = first < end ? places.offset(first) : 0, start = base / Window::V * Window::V, staged = 0;
    // Where segments are short on average, all items of the window are staged at once, and each thread reduces the segments of
    // few items by itself.
    if constexpr (Window::staged && !Shape::in_order) {
      if (end - first > WINDOW / FEW) {
        u64 w = block(), begin = places.first + w * WINDOW - first, stop = places.first + (w + 1) * WINDOW - end + FEW;
        // Items behind the last segment aren't computed: their operations might fail.
        u64 behind = places.offset(places.count());
        if (begin <= base && base <= stop && stop - begin <= WINDOW + FEW && begin <= behind) {
          start = begin / Window::V * Window::V;
          staged = least(stop, behind);
          Window::stage(s.stage, Kept::of(in), start, begin, staged);
          sync_block();
        }
      }
    }
    Window::find_unit(s, places, block(), first);
    if (first < end) {
      Window::sort(s, s.records, places, first, end, base, start, [&](u64 i, u64 from, u64 n) {
        if (n == 0) {
          out.put(i, empty);
          return true;
        }
        if (n > FEW || from < base || from + n > staged) return false;
        u32 k = u32(from - start), some = n < ITEMS ? u32(n) : ITEMS;
        T x = of_lane(s, in, op, k, from, some);
        if (n > ITEMS) x = op(x, of_lane(s, in, op, k + ITEMS, from + ITEMS, u32(n) - ITEMS));
        out.put(i, result_of(op, finish, init, x, from));
        return true;
      });
    }
    sync_block();
    if (s.high > 0) {
      u64 from = base + s.low;
      if (from < staged) from = staged;
      if (from < base + s.high) {
        Window::stage(s.stage, Kept::of(in), start, from, base + s.high);
        sync_block();
      }
      reduce_short(s, in, op, finish, init, first, base, u32(base - start), out);
    }
    reduce_units(s, in, op, finish, init, UnitValues<T, Shape, Places>{places, blocks(), partials, arrivals, tag}, out);
  }
};
