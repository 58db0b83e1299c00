// segmented_reduce of rows, segments of one length, of which the last may be shorter, by commutative operators.
//
//   short rows:  staged[] = the items of a block's rows, loaded side by side
//                each group of 1, 2, … 32 lanes: one row
//   longer rows: each warp: one, as long as every item has a lane of its own
//   long rows:   partials[…] = chunks of a row              (each block)
//                out[i] = the tree over row i's chunks      (the last of its blocks to be done)
//
// One launch: where a row lies follows from its number, so nothing is searched for. The host chooses by the length.
// Traffic: items are read once, results are written once.

// Row `i` of a chain of `len` items.
struct Row {
  u64 from, n;
  DEVICE Row(u64 len, u64 size, u64 i) : from(i * size), n(least(len - i * size, size)) {}
};

// Stores the result of row `i`, whose combined items are `x`.
template <class Op, class Finish, class Out, class T>
DEVICE void put_row(const Op& op, const Finish& finish, const Maybe<T>& init, const Out& out, u64 i, const T& x, u64 from) {
  out.put(i, finish(init.has ? T(op(init.x, x)) : x, from));
}

// A block has `share` rows of up to 32 · ITEMS items.
template <class In, class Op, class Finish, class Out>
struct RowsByGroups {
  typedef typename In::value T;
  typedef T Partial;
  typedef StoredAs<In> Kept;
  typedef InLanes<In, Op> Shape;
  typedef SegmentStage<typename Kept::input, WINDOW> Window;
  typedef typename Window::Staged Staged;
  static constexpr u32 threads = THREADS, warps = threads / WARP, ITEMS = Shape::ITEMS;
  static constexpr u32 min_blocks = sizeof(T) > 16 ? 1 : sizeof(T) > 4 ? 4 : 6;
  // The words of a window that a thread waits for at once.
  static constexpr u32 words = WINDOW / (threads * Window::V), together = rows_together(words < 1 ? 1 : words > 4 ? 4 : words);
  struct Shared {
    typename Window::Items stage;
  };

  // The value of 1 to ITEMS items from place `k` of the stage on, which are those from slot `from` on.
  DEVICE static T of_lane(Shared& s, const In& in, const Op& op, u32 k, u64 from, u32 n) {
    if constexpr (ITEMS <= Staged::near) {
      typename Staged::Nearby near(s.stage, k);
      return Shape::of_lane(op, n, [&](u32 j) { return Kept::item(in, near(j), from + j); });
    } else {
      return Shape::of_lane(op, n, [&](u32 j) {
        typename Kept::input::value x;
        Staged::template get<1>(s.stage, k + j, &x);
        return Kept::item(in, x, from + j);
      });
    }
  }

  DEVICE static void run(const In& in, const Op& op, const Maybe<T>& init, const Finish& finish, u64 size, u64 rows, u64 share,
                         u64, Partials<Partial>, States, Tag, const Out& out) {
    Shared& s = shared<Shared>();
    u64 first = block() * share, base = first * size, start = base / Window::V * Window::V;
    u32 here = u32(least(share, rows - first)), count = u32(least(in.len() - base, here * size)), n = u32(size);
    Window::template stage<together>(s.stage, Kept::of(in), start, base, base + count);
    sync_block();
    u32 all = (n + ITEMS - 1) / ITEMS, c = all == 1 ? 0 : 32 - clz(all - 1), group = 1u << c;
    u32 me = lane() & (group - 1), before = me * ITEMS, ahead = u32(base - start);
    ROLLED for (u32 k = warp() * (WARP >> c); k < here; k += warps * (WARP >> c)) {
      u32 i = k + (lane() >> c), at = i * n, items = i < here ? least(count - at, n) : 0;
      u32 own = items <= before ? 0 : items - before < ITEMS ? items - before : ITEMS, result;
      T x;
      if (own > 0) x = of_lane(s, in, op, ahead + at + before, base + at + before, own);
      x = Shape::of_group(op, x, group, (items + ITEMS - 1) / ITEMS, result);
      if (items > 0 && me == result) put_row(op, finish, init, out, first + i, x, base + at);
    }
  }
};

// A warp has a row.
template <class In, class Op, class Finish, class Out>
struct RowsByWarps {
  typedef typename In::value T;
  typedef T Partial;
  typedef WarpLanes<In, Op> Lanes;
  static constexpr u32 threads = THREADS, warps = threads / WARP, MOST = Lanes::MOST, min_blocks = in_parts<T> ? 3 : 4;
  struct Shared {};

  DEVICE static void run(const In& in, const Op& op, const Maybe<T>& init, const Finish& finish, u64 size, u64 rows, u64,
                         u64, Partials<Partial>, States, Tag, const Out& out) {
    u64 i = u64(block()) * warps + warp();
    if (i >= rows) return;
    Row row(in.len(), size, i);
    T x = Lanes::of(in, op, row.from, u32(row.n));
    if (lane() == 0) put_row(op, finish, init, out, i, x, row.from);
  }
};

// A block has `each` chunks of a row, or fewer at its end, and each row has `share` blocks, but for the last, which may have another number.
template <class In, class Op, class Finish, class Out>
struct RowsByBlocks {
  typedef typename In::value T;
  typedef T Partial;
  typedef InLanes<In, Op> Shape;
  typedef BlockLanes<In, Op> Lanes;
  static constexpr u32 threads = THREADS, warps = threads / WARP, min_blocks = sizeof(T) > 16 ? 1 : sizeof(T) > 8 ? 2 : sizeof(T) == 4 ? 4 : 3;
  struct Shared : Lanes::Shared {
    Maybe<T> parts[MOST_CHUNKS][warps];
  };
  static_assert(MOST_CHUNKS <= warps, "a warp has the last word on a chunk");
  static_assert(MOST_CHUNKS == 1 || sizeof(Shared) <= 48 << 10, "every GPU has the shared memory");

  DEVICE static void run(const In& in, const Op& op, const Maybe<T>& init, const Finish& finish, u64 size, u64 rows, u64 share,
                         u64 each, Partials<Partial> partials, States arrivals, Tag tag, const Out& out) {
    Shared& s = shared<Shared>();
    u64 i = least(u64(block() / u32(share)), rows - 1), mine = block() - i * share;
    Row row(in.len(), size, i);
    u64 chunk = Shape::unit(row.n), chunks = ceil_div(row.n, chunk);
    u32 here = within(chunks, mine * each, u32(each));
    ROLLED for (u32 c = 0; c < here; c += 1) {
      u64 from = row.from + (mine * each + c) * chunk;
      Maybe<T> x = Lanes::of_warp(s, in, op, from, least(row.from + row.n, from + chunk));
      if (lane() == 0) s.parts[c][warp()] = x;
    }
    sync_block();
    T x;
    if (warp() < here) x = Lanes::of_warps(op, s.parts[warp()]);
    if (chunks == 1) {
      if (thread() == 0) put_row(op, finish, init, out, i, x, row.from);
      return;
    }
    // The row's first place among the partial results.
    u64 first = i * share * each;
    if (warp() < here && lane() == 0) partials[first + mine * each + warp()] = x;
    sync_block();
    if (thread() == 0) {
      fence_device();
      // The count of an earlier launch has a smaller tag, so the maximum replaces it.
      atomic_max(&arrivals[i], u64(u32(tag)) << 32);
      s.last = u32(atomic_add(&arrivals[i], u64(1))) + 1 == ceil_div(chunks, each);
    }
    sync_block();
    if (!s.last) return;
    fence_device();
    x = Shape::of_units(op, chunks, s.warps, [&](u64 c) { return some_value(partials[first + c]); }).x;
    if (thread() == 0) put_row(op, finish, init, out, i, x, row.from);
  }
};
