// segmented_reduce of segments that are long on average, by commutative operators.
//
//   each lane:   a segment of few items
//   each warp:   a segment whose items have a lane each
//   each block:  the other units of the segments that begin in its window, and a further unit of the segment that began before
//   out[i] = the segment's value, or that of all its units   (the last of their blocks to be done)
//
// One launch, after that which cuts the work into windows (segment_cuts.cuh), which are no longer than a unit. A block has several, so that
// it seldom waits for cuts and offsets. Items go from memory to registers.
// Traffic: items and offsets are read once, results are written once.

template <class In, class Op, class Offsets, class Finish, class Out>
struct LongSegments {
  typedef typename In::value T;
  typedef typename Out::value U;
  typedef UnitValue<T> Partial;
  typedef InLanes<In, Op> Shape;
  typedef WarpLanes<In, Op> Warp;
  typedef BlockLanes<In, Op> Block;
  typedef SegmentPlaces<Offsets> Places;
  static constexpr u32 threads = THREADS, warps = threads / WARP, min_blocks = in_parts<T> ? 3 : 4;
  // A thread reduces segments of up to FEW items by itself, if these are in registers.
  static constexpr u32 FEW = in_parts<T> ? 0 : Shape::ITEMS, UNITS = MOST_SHARE * (WINDOW / (Warp::MOST + 1) + 1) + 4;
  static_assert(WINDOW <= CHUNK_ROWS * Shape::LANES, "a window is no longer than a unit");
  static_assert(UNITS <= threads, "a thread for each unit");
  struct Shared : Block::Shared {
    SegmentUnit units[UNITS];
    Maybe<T> parts[UNITS][warps];
    u32 count;
    bool lasts[UNITS];
  };

  // Lists the units of a segment between two places of the work.
  DEVICE static void list(Shared& s, const Places& places, u64 i, u64 from, u64 n, u64 begin, u64 end) {
    u64 unit = Shape::unit(n), at = places.place(from, i), number = at < begin ? ceil_div(begin - at, unit) : 0;
    ROLLED for (; number * unit < n && at + number * unit < end; number += 1) {
      u32 k = atomic_add(&s.count, 1u);
      // The list can be full only if offsets are wrong.
      if (k >= UNITS) return;
      s.units[k] = SegmentUnit{i, number, from, n};
    }
  }

  // Each block has `share` windows.
  DEVICE static void run(const In& in, const Op& op, const Offsets& offsets, const Maybe<T>& init, const Finish& finish,
                         const U& empty, u64 windows, u64 share, WindowCuts cuts, Partials<Partial> partials, States arrivals,
                         Tag tag, const Out& out) {
    Shared& s = shared<Shared>();
    Places places(offsets, in.len());
    u64 window = block() * share, behind = least(window + share, windows), first = 0, end = places.count();
    if (windows > 1) {
      first = cuts[window];
      end = cuts[behind];
    }
    if (end < first) return report_between(places, end, first);
    if (thread() == 0) s.count = 0;
    sync_block();
    if (thread() == threads - 1 && first > 0) {
      u64 from = offsets.at(first - 1), to = offsets.at(first);
      if (!wrong_offsets(from, to, places.len) && to - from > Warp::MOST) {
        list(s, places, first - 1, from, to - from, window * WINDOW, behind * WINDOW);
      }
    }
    auto put = [&](u64 i, const T& x, u64 from) { out.put(i, finish(init.has ? T(op(init.x, x)) : x, from)); };
    // Neighbouring segments are those of different warps.
    ROLLED for (u64 next = first; next < end; next += threads) {
      u64 i = next + lane() * warps + warp(), from = 0, n = 0;
      if (i < end) {
        from = offsets.at(i);
        u64 to = offsets.at(i + 1);
        n = wrong_offsets(from, to, places.len) ? 0 : to - from;
        // The result is written here too where other blocks have units of the segment, which they may not find if offsets are wrong.
        if (n == 0 || n > Warp::MOST) out.put(i, empty);
        else if (n <= FEW) put(i, Shape::of_lane(op, u32(n), [&](u32 k) { return T(in.at(from + k)); }), from);
        if (n > Warp::MOST) list(s, places, i, from, n, window * WINDOW, behind * WINDOW);
      }
      u32 left = ballot(EVERY_LANE, n > FEW && n <= Warp::MOST);
      ROLLED while (left != 0) {
        u32 of = 31 - clz(left);
        T x = Warp::of(in, op, shuffle(EVERY_LANE, from, of), shuffle(EVERY_LANE, u32(n), of));
        if (lane() == of) put(i, x, from);
        left ^= 1u << of;
      }
    }
    sync_block();
    u32 count = s.count < UNITS ? s.count : UNITS;
    ROLLED for (u32 k = 0; k < count; k += 1) {
      const SegmentUnit& u = s.units[k];
      u64 unit = Shape::unit(u.n), begin = u.from + u.number * unit;
      Maybe<T> x = Block::of_warp(s, in, op, begin, least(u.from + u.n, begin + unit));
      if (lane() == 0) s.parts[k][warp()] = x;
    }
    if (count == 0) return;
    sync_block();
    UnitValues<T, Shape, Places> values{places, u32(windows), partials, arrivals, tag};
    ROLLED for (u32 k = warp(); k < count; k += warps) {
      const SegmentUnit& u = s.units[k];
      T x = Block::of_warps(op, s.parts[k]);
      if (lane() > 0) continue;
      if (u.n <= Shape::unit(u.n)) put(u.segment, x, u.from);
      else values.store(u, x);
    }
    sync_block();
    if (thread() < count) {
      const SegmentUnit& u = s.units[thread()];
      s.lasts[thread()] = u.n > Shape::unit(u.n) && values.is_last(u);
    }
    sync_block();
    ROLLED for (u32 k = 0; k < count; k += 1) {
      if (!s.lasts[k]) continue;
      const SegmentUnit& u = s.units[k];
      Maybe<T> total = values.all(op, u, s.warps);
      if (thread() == 0 && total.has) put(u.segment, total.x, u.from);
    }
  }
};
