// segmented_scan: stores all prefixes of the items of each segment.
//
//   short segments:  staged[] = the items of the window, loaded side by side
//                    each group of 1, 2, … lanes: one segment, in runs of consecutive items; prefixes replace items
//                    out = staged[]
//   longer ones:     up to PARTS warps' items: a warp each, one part after the other
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
  // The most parts of a segment that one warp scans.
  static constexpr u32 warp_slots = WARP * RUN, PARTS = 2;
  typedef State<typename Prefix::Part> Value;
  static constexpr u32 state_words = Value::words;
  // A window's items, or those of a tile.
  union Items {
    typename Window::Items window;
    typename Stage<T, RUN>::Shared warps[TILE_WARPS];
  };
  struct Shared : Window::Shared {
    Items items;
    typename Prefix::Shared prefix;
    u32 window;
  };

  // Replaces the items of short segments in the stage by their prefixes.
  DEVICE static void scan_short(Shared& s, const In& in, const Op& op, const Maybe<T>& init, u64 base, u64 start, const Out& out) {
    Window::for_short(s, [&](const Short& segment) {
      u64 from = base + segment.at + segment.me * RUN;
      u32 at = u32(from - start);
      auto get = [&](u32 k) {
        T item;
        if constexpr (Window::staged) Window::Staged::template get<1>(s.items.window, at + k, &item);
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
        if constexpr (Window::staged) Window::Staged::template put<1>(s.items.window, at + k, &prefix);
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
        Window::Staged::template get<1>(s.items.window, u32(i - start), &x);
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
  // Scans a segment of at most PARTS parts with one warp, which takes the part of each of a tile's warps in turn.
  DEVICE static void scan_in_warp(Shared& s, const In& in, const Op& op, const Maybe<T>& init, u64 from, u32 n, const Out& out) {
    auto& stage = s.items.warps[warp()];
    Maybe<T> parts_before = nothing<T>();
    ROLLED for (u32 part = 0; part < n; part += warp_slots) {
      u32 slots = within(n, part, warp_slots), runs = (slots + RUN - 1) / RUN, count = within(slots, lane() * RUN, RUN);
      load_runs<RUN, In, T>(in, from + part, slots, stage);
      T own = warp_prefix(op, fold_run<RUN, T>(op, stage, count), runs);
      T before = shuffle_up(EVERY_LANE, own, 1);
      Maybe<T> running = join(op, init, parts_before);
      if (lane() > 0 && count > 0) running = join(op, running, before);
      parts_before = join(op, parts_before, some_value(shuffle(EVERY_LANE, own, runs - 1)));
      replace(stage, op, running, count);
      store_runs<RUN, Out, T>(out, from + part, slots, stage);
      sync_warp();
    }
  }
  // Scans a tile of a longer segment with the whole block.
  DEVICE static void scan_tile(Shared& s, const In& in, const Op& op, const Maybe<T>& init, const Places& places,
                               const SegmentUnit& unit, u64* states, u32 tag, const Out& out) {
    constexpr u64 tile_slots = u64(threads) * RUN;
    u64 begin = unit.from, n = unit.n;
    u64 from = begin + unit.number * tile_slots + warp() * warp_slots, rest = n - unit.number * tile_slots;
    u32 slots = rest < tile_slots ? u32(rest) : u32(tile_slots), in_warp = within(slots, warp() * warp_slots, warp_slots);
    u32 runs = u32(ceil_div(slots, RUN)), count = within(in_warp, lane() * RUN, RUN);
    auto& stage = s.items.warps[warp()];
    load_runs<RUN, In, T>(in, from, in_warp, stage);
    T own = fold_run<RUN, T>(op, stage, count);
    // The states of a segment's tiles lie side by side. The last tile needs none, so the next long segment's states are distinct.
    u64 at = ceil_div(places.place(begin, unit.segment), tile_slots);
    Maybe<T> running = Prefix::before(s.prefix, op, own, runs, u32(unit.number), u32(ceil_div(n, tile_slots)), init,
                                      states + at * state_words, tag);
    replace(stage, op, running, count);
    store_runs<RUN, Out, T>(out, from, in_warp, stage);
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
    Window::find_unit(s, places, w, first);
    if (first < end) Window::sort(s, places, first, end, base, start, [](u64, u64, u64 n) { return n == 0; });
    sync_block();
    if (s.high > 0) {
      Window::stage(s.items.window, in, start, base + s.low, base + s.high);
      sync_block();
      scan_short(s, in, op, init, base, start, out);
      sync_block();
      unstage(s, start, base + s.low, base + s.high, out);
      sync_block();
    }
    u32 units = Window::units(s);
    for (u32 k = warp(); k < units; k += TILE_WARPS) {
      u64 n = s.units[k].n;
      if (n <= PARTS * warp_slots) scan_in_warp(s, in, op, init, s.units[k].from, u32(n), out);
    }
    sync_block();
    for (u32 k = 0; k < units; k += 1) {
      if (s.units[k].n > PARTS * warp_slots) scan_tile(s, in, op, init, places, s.units[k], states.it + 2, tag, out);
    }
  }
};
