// The association of a segment's reduction, which is that of `reduce` for the segment's length, for operators
// that keep the order (segment_in_lanes.cuh has the other).

// The shape for other operators: runs of consecutive items, and tiles of runs.
template <class In, class Op>
struct InRuns {
  typedef typename In::value T;
  static constexpr u32 ITEMS = RUN_ITEMS, PART = RUN_ITEMS * WARP, PARTS = TILE_WARPS;
  static constexpr bool in_order = true;

  DEVICE static u64 unit(u64) { return PART * PARTS; }

  template <class F>
  DEVICE static T of_lane(const Op& op, u32 count, const F& item) {
    T x = item(0);
    ROLLED for (u32 k = 1; k < count; k += 1) x = op(x, item(k));
    return x;
  }
  DEVICE static T of_group(const Op& op, T x, u32 size, u32 lanes, u32& result) {
    u32 me = lane() & (size - 1);
    ROLLED for (u32 d = 1; d < size; d *= 2) {
      T before = shuffle_up(EVERY_LANE, x, d);
      if (me >= d && me < lanes) x = op(before, x);
    }
    result = lanes - 1;
    return x;
  }
  DEVICE static T of_part(const In& in, const Op& op, u64 from, u64 n, u32 q) {
    u64 begin = u64(q) * PART;
    u32 count = within(n, begin + lane() * ITEMS, ITEMS), lanes = u32(ceil_div(within(n, begin, PART), ITEMS));
    T x;
    u64 mine = from + begin + lane() * ITEMS;
    if (count > 0) x = of_lane(op, count, [&](u32 k) { return T(in.at(mine + k)); });
    x = warp_prefix(op, x, lanes);
    return shuffle(EVERY_LANE, x, lanes - 1);
  }
  DEVICE static u32 parts(u64 n) { return u32(ceil_div(n, PART)); }
  DEVICE static T of_parts(const Op& op, T* parts, u32 count) {
    T x = parts[0];
    ROLLED for (u32 k = 1; k < count; k += 1) x = op(x, parts[k]);
    return x;
  }
  // Folds groups of consecutive tiles, 16 groups in each thread, and reduces the folds by the tree.
  template <class F>
  DEVICE static Maybe<T> of_units(const Op& op, u64 count, Maybe<T>* warps, const F& unit) {
    u64 per = ceil_div(count, MAX_CHUNKS);
    static_assert(4 * 4 * 256 == MAX_CHUNKS, "each thread has fours of fours");
    Maybe<T> fours[4];
    ROLLED for (u32 f = 0; f < 4; f += 1) {
      Maybe<T> own[4];
      UNROLL for (u32 k = 0; k < 4; k += 1) {
        u64 begin = (u64(thread()) * 16 + f * 4 + k) * per;
        own[k] = nothing<T>();
        ROLLED for (u64 c = begin; c < count && c < begin + per; c += 1) own[k] = join(op, own[k], unit(c));
      }
      Maybe<T> four = thread_tree<4>(op, own);
      UNROLL for (u32 k = 0; k < 4; k += 1) if (k == f) fours[k] = four;
    }
    return block_tree<256>(op, thread_tree<4>(op, fours), warps);
  }
};
