// segmented_reduce of segments that are long on average, by commutative operators.
//
//   each lane:   a segment of few items
//   each warp:   a segment whose items have a lane each
//   each block:  the other units of the segments that begin in its window, and a further unit of the segment that began before
//   out[i] = the segment's value, or that of all its units   (the last of their blocks to be done)
//
// One launch, after that which cuts the work into windows (segment_cuts.cuh), which are as long as a unit. Items go from memory to
// registers. Traffic: items and offsets are read once, results are written once.

template <class In, class Op, class Offsets, class Finish, class Out>
struct LongSegments {
  typedef typename In::value T;
  typedef typename Out::value U;
  typedef UnitValue<T> Partial;
  typedef InLanes<In, Op> Shape;
  typedef WarpLanes<In, Op> Warp;
  typedef BlockLanes<In, Op> Block;
  typedef SegmentPlaces<Offsets> Places;
  static constexpr u32 threads = THREADS, warps = threads / WARP, min_blocks = 4;
  // A thread reduces segments of up to FEW items by itself.
  static constexpr u32 FEW = Shape::ITEMS, UNITS = WINDOW / (Warp::MOST + 1) + 3;
  static_assert(WINDOW <= CHUNK_ROWS * Shape::LANES, "a window is no longer than a unit");
  struct Shared : Block::Shared {
    SegmentUnit units[UNITS];
    u32 count;
  };

  DEVICE static void list(Shared& s, const SegmentUnit& unit) {
    u32 k = atomic_add(&s.count, 1u);
    // The list can be full only if offsets are wrong.
    if (k < UNITS) s.units[k] = unit;
  }

  // Each block has a window.
  DEVICE static void run(const In& in, const Op& op, const Offsets& offsets, const Maybe<T>& init, const Finish& finish,
                         const U& empty, WindowCuts cuts, Partials<Partial> partials, States arrivals, Tag tag, const Out& out) {
    Shared& s = shared<Shared>();
    Places places(offsets, in.len());
    u64 first = 0, end = places.count();
    if (blocks() > 1) {
      first = cuts[block()];
      end = cuts[block() + 1];
    }
    if (end < first) return report_between(places, end, first);
    if (thread() == 0) s.count = 0;
    sync_block();
    SegmentUnit further;
    if (thread() == threads - 1 && first > 0 && further_unit<Shape>(places, block(), first - 1, Warp::MOST, further)) {
      list(s, further);
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
        if (n > Warp::MOST) list(s, SegmentUnit{i, 0, from, n});
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
    UnitValues<T, Shape, Places> values{places, partials, arrivals, tag};
    ROLLED for (u32 k = 0; k < s.count && k < UNITS; k += 1) {
      const SegmentUnit& u = s.units[k];
      u64 unit = Shape::unit(u.n), begin = u.from + u.number * unit;
      T x = Block::of(s, in, op, begin, least(u.from + u.n, begin + unit));
      if (u.n <= unit) {
        if (thread() == 0) put(u.segment, x, u.from);
        continue;
      }
      if (thread() == 0) s.last = values.put(u, x);
      sync_block();
      if (!s.last) continue;
      Maybe<T> total = values.all(op, u, s.warps);
      if (thread() == 0 && total.has) put(u.segment, total.x, u.from);
    }
  }
};
