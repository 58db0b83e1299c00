// segmented_scan: stores all prefixes of the items of each segment.
//
//   short segments:  staged[] = the items of the window, loaded side by side
//                    each group of 1, 2, … lanes: one segment, in runs of consecutive items; prefixes replace items
//                    out = staged[]
//   longer ones:     up to a tile: parts of a warp's items, those of the window's segments side by side
//                    others: tiles, a block each, which look back to the tiles before them in their segment (tile.cuh)
//
// One launch, after that which cuts the work into windows (segment_cuts.cuh) and finds wrong offsets: a tile waits for others,
// which exist only if the offsets are right. Blocks take windows in order.
// Traffic: items are read once, prefixes are written once, offsets are read twice.

// Cuts the work, checks all offsets, and leaves the tag in the first word of the states if any is wrong. Segments must cover the
// whole input; a single offset makes none, so it isn't compared with the length.
template <class Offsets>
struct SegmentCutsChecked {
  static constexpr u32 threads = THREADS, min_blocks = 1;
  struct Shared {};

  DEVICE static void run(const Offsets& offsets, u64 len, u64 window, u64 windows, WindowCuts cuts, States states, Tag tag) {
    SegmentPlaces<Offsets> places(offsets, len);
    u64 me = u64(block()) * threads + thread(), count = places.count();
    bool bad = false;
    // The first word of the states says whether offsets are wrong.
    ROLLED for (u64 i = me; i < count; i += u64(blocks()) * threads) {
      bad = wrong_offsets(offsets.at(i), offsets.at(i + 1), len) || bad;
    }
    if (me == 0) {
      u64 from = offsets.at(0), to = offsets.at(count);
      if (from <= to && (to <= len || count == 0) && to - from != len) {
        report_trap(COVER_SITE, to - from, len);
        bad = true;
      }
    }
    if (bad) atomic_max(states.it, u64(tag) << 32);
    SegmentCuts<Offsets>::cut(places, me, window, windows, cuts);
  }
};

template <class In, class Op, class Offsets, class Out, bool EXCLUSIVE>
struct SegmentedScan {
  typedef typename In::value T;
  typedef InRuns<In, Op> Shape;
  typedef SegmentWindow<In, Offsets, Shape> Window;
  typedef typename Window::Places Places;
  typedef typename Window::Short Short;
  typedef TilePrefix<T, Op> Prefix;
  static constexpr u32 threads = TILE_THREADS, min_blocks = sizeof(T) == 4 ? 3 : sizeof(T) == 8 ? 2 : 1, RUN = RUN_ITEMS;
  static constexpr u32 warp_slots = WARP * RUN, tile_slots = threads * RUN;
  // Most segments begin and end inside a row, so many of their items are stored one by one.
  static constexpr u32 STORED = copies(RUN < 4 ? RUN : 4);
  typedef State<typename Prefix::Part> Value;
  static constexpr u32 state_words = Value::words;
  // The most parts of segments that a window has: they lie in the window, but for those of its last segment.
  static constexpr u32 PARTS = WINDOW / warp_slots + Window::UNITS + TILE_WARPS;
  static_assert(WINDOW <= tile_slots, "a window has one tile, at most, of a segment that began before it");
  static_assert(Window::UNITS <= threads && Window::UNITS * TILE_WARPS < 1 << 16, "a thread lists a unit's parts");
  // The items of a window's short segments, with what is known of these, or the items of warps.
  struct Few {
    typename Window::Items window;
    typename Window::Records records;
  };
  union Items {
    Few few;
    typename Stage<T, RUN>::Shared warps[TILE_WARPS];
    DEVICE Items() {}
  };
  // The values of parts, or what tiles exchange.
  union Values {
    T parts[PARTS];
    typename Prefix::Shared prefix;
    DEVICE Values() {}
  };
  struct Shared : Window::Shared {
    Items items;
    Values values;
    // A part is the number of its unit times TILE_WARPS, and its own in the segment. Those of a segment lie side by side.
    u16 list[PARTS];
    u32 parts, window;
  };

  // Replaces the items of short segments in the stage by their prefixes.
  DEVICE static void scan_short(Shared& s, const In& in, const Op& op, const Maybe<T>& init, u64 base, u64 start, const Out& out) {
    Window::for_short(s, s.items.few.records, [&](const Short& segment) {
      u64 from = base + segment.at + segment.me * RUN;
      u32 at = u32(from - start);
      auto get = [&](u32 k) {
        T item;
        if constexpr (Window::staged) Window::Staged::template get<1>(s.items.few.window, at + k, &item);
        else item = in.at(from + k);
        return item;
      };
      Maybe<T> running = init;
      if (segment.group > 1) {
        // A run's prefix begins with the runs before it.
        T own;
        u32 result;
        if (segment.own > 0) own = Shape::of_lane(op, segment.own, get);
        own = Shape::of_group(op, own, segment.group, segment.lanes, result);
        T before = shuffle_up(EVERY_LANE, own, 1);
        if (segment.me > 0 && segment.own > 0) running = join(op, init, before);
      }
      ROLLED for (u32 k = 0; k < segment.own; k += 1) {
        T x = get(k), next = running.has ? T(op(running.x, x)) : x, prefix = EXCLUSIVE ? running.x : next;
        if constexpr (Window::staged) Window::Staged::template put<1>(s.items.few.window, at + k, &prefix);
        else out.put(from + k, prefix);
        running = some_value(next);
      }
    });
  }
  // Stores the stage. The items of longer segments among it are overwritten by their prefixes afterwards.
  DEVICE static void unstage(Shared& s, u64 start, u64 from, u64 to, const Out& out) {
    if constexpr (Window::staged) {
      ROLLED for (u64 i = from + thread(); i < to; i += threads) {
        T x;
        Window::Staged::template get<1>(s.items.few.window, u32(i - start), &x);
        out.put(i, x);
      }
    }
  }

  // Replaces the items of this lane's run by their prefixes, which begin with `running`.
  DEVICE static void replace(typename Stage<T, RUN>::Shared& stage, const Op& op, Maybe<T> running, u32 count) {
    for_run<RUN, true, T>(stage, count, [&](T& x, u32, bool first) {
      T next = first && !running.has ? x : T(op(running.x, x));
      x = EXCLUSIVE ? running.x : next;
      running.x = next;
    });
  }
  // Lists the parts of segments of at most a tile. The list can't be full, since there are no wrong offsets.
  DEVICE static void list_parts(Shared& s) {
    if (thread() < Window::units(s)) {
      u64 n = s.units[thread()].n;
      u32 parts = n <= tile_slots ? u32(ceil_div(n, warp_slots)) : 0, at = atomic_add(&s.parts, parts);
      ROLLED for (u32 q = 0; q < parts && at + q < PARTS; q += 1) s.list[at + q] = u16(thread() * TILE_WARPS + q);
    }
    sync_block();
  }
  // Scans the parts, a warp each.
  DEVICE static void scan_parts(Shared& s, const In& in, const Op& op, const Maybe<T>& init, const Out& out) {
    u32 count = s.parts < PARTS ? s.parts : PARTS;
    auto& stage = s.items.warps[warp()];
    ROLLED for (u32 first = 0; first < count; first += TILE_WARPS) {
      u32 k = first + warp(), unit = k < count ? s.list[k] / TILE_WARPS : 0, part = k < count ? s.list[k] % TILE_WARPS : 0;
      u64 from = s.units[unit].from + part * warp_slots;
      u32 slots = k < count ? within(s.units[unit].n, part * warp_slots, warp_slots) : 0, runs = (slots + RUN - 1) / RUN;
      u32 own = within(slots, lane() * RUN, RUN);
      T before;
      if (slots > 0) {
        load_runs<RUN, In, T>(in, from, slots, stage);
        T mine = warp_prefix(op, fold_run<RUN, T>(op, stage, own), runs);
        if (lane() + 1 == runs) s.values.parts[k] = mine;
        before = shuffle_up(EVERY_LANE, mine, 1);
      }
      sync_block();
      if (slots > 0) {
        Maybe<T> parts_before = nothing<T>();
        ROLLED for (u32 q = k - part; q < k; q += 1) parts_before = join(op, parts_before, some_value(s.values.parts[q]));
        Maybe<T> running = join(op, init, parts_before);
        if (lane() > 0 && own > 0) running = join(op, running, before);
        replace(stage, op, running, own);
        store_runs<RUN, Out, T, STORED>(out, from, slots, stage);
        sync_warp();
      }
    }
  }
  // Scans a tile of a longer segment with the whole block.
  DEVICE static void scan_tile(Shared& s, const In& in, const Op& op, const Maybe<T>& init, const Places& places,
                               const SegmentUnit& unit, u64* states, u32 tag, const Out& out) {
    u64 begin = unit.from, n = unit.n;
    u64 from = begin + unit.number * tile_slots + warp() * warp_slots, rest = n - unit.number * tile_slots;
    u32 slots = rest < tile_slots ? u32(rest) : tile_slots, in_warp = within(slots, warp() * warp_slots, warp_slots);
    u32 runs = u32(ceil_div(slots, RUN)), count = within(in_warp, lane() * RUN, RUN);
    auto& stage = s.items.warps[warp()];
    load_runs<RUN, In, T>(in, from, in_warp, stage);
    T own = fold_run<RUN, T>(op, stage, count);
    // The states of a segment's tiles lie side by side. The last tile needs none, so the next long segment's states are distinct.
    u64 at = ceil_div(places.place(begin, unit.segment), u64(tile_slots));
    Maybe<T> running = Prefix::before(s.values.prefix, op, own, runs, u32(unit.number), u32(ceil_div(n, u64(tile_slots))), init,
                                      states + at * state_words, tag);
    replace(stage, op, running, count);
    store_runs<RUN, Out, T, STORED>(out, from, in_warp, stage);
    sync_block();
  }

  // Each block has a window.
  DEVICE static void run(const In& in, const Op& op, const Offsets& offsets, const Maybe<T>& init, WindowCuts cuts,
                         States states, Tag tag, Tickets tickets, const Out& out) {
    Shared& s = shared<Shared>();
    Places places(offsets, in.len());
    u32 w = next_tile(tickets, blocks(), s.window);
    if (load_relaxed(states.it) >> 32 == tag) {
      // The output is filled, so that later work of the call reads no uninitialised memory.
      ROLLED for (u64 i = u64(w) * threads + thread(); i < places.len; i += u64(blocks()) * threads) out.put(i, T{});
      return;
    }
    u64 first, end;
    if (!Window::find(s, places, w, cuts, first, end)) return;
    u64 base = first < end ? places.offset(first) : 0, start = base / Window::V * Window::V;
    if (thread() == 0) s.parts = 0;
    Window::find_unit(s, places, w, first);
    if (first < end) {
      Window::sort(s, s.items.few.records, places, first, end, base, start, [](u64, u64, u64 n) { return n == 0; });
    }
    sync_block();
    if (s.high > 0) {
      Window::stage(s.items.few.window, in, start, base + s.low, base + s.high);
      sync_block();
      scan_short(s, in, op, init, base, start, out);
      sync_block();
      unstage(s, start, base + s.low, base + s.high, out);
      sync_block();
    }
    list_parts(s);
    scan_parts(s, in, op, init, out);
    sync_block();
    u32 units = Window::units(s);
    ROLLED for (u32 k = 0; k < units; k += 1) {
      if (s.units[k].n > tile_slots) scan_tile(s, in, op, init, places, s.units[k], states.it + 2, tag, out);
    }
  }
};
