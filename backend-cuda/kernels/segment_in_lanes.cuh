// The association of a segment's reduction, which is that of `reduce` for the segment's length, for commutative operators.
//
// A segment of up to SHORT items is reduced by lanes side by side, each of which has ITEMS consecutive items. A longer one is
// cut into units of `unit` items (chunks or tiles of the shape contract), a unit into parts, and a warp reduces a part.

// The shape for commutative operators: strided lanes, and trees over them.
template <class In, class Op>
struct InLanes {
  typedef typename In::value T;
  static constexpr u32 V = lane_items(sizeof(T)), LANES = 256 * V;
  // A warp's part of a unit: PART neighbouring lanes, as ROWS rows of a lane per thread.
  static constexpr u32 ROWS = sizeof(T) > 32 ? 1 : sizeof(T) > 16 ? 2 : sizeof(T) > 8 ? 2 : sizeof(T) > 4 ? 4 : 8;
  static constexpr u32 PART = ROWS * WARP, PARTS = LANES / PART;
  static constexpr u32 ITEMS = LANE_ITEMS;
  static constexpr bool in_order = false;
  static_assert(LANES % PART == 0, "parts fill the lanes");

  // The slots of a chunk of a segment of `n` items.
  DEVICE static u64 unit(u64 n) {
    u64 rows = ceil_div(ceil_div(n, LANES), MAX_CHUNKS);
    return ceil_div(rows, CHUNK_ROWS) * CHUNK_ROWS * LANES;
  }

  // The value of `count` items of a lane, at least one; `item(k)` yields them.
  template <class F>
  DEVICE static T of_lane(const Op& op, u32 count, const F& item) {
    T x[ITEMS];
    UNROLL for (u32 k = 0; k < ITEMS; k += 1) if (k < count) x[k] = item(k);
    UNROLL for (u32 d = 1; d < ITEMS; d *= 2) {
      UNROLL for (u32 k = 0; k + d < ITEMS; k += 2 * d) if (k + d < count) x[k] = op(x[k], x[k + d]);
    }
    return x[0];
  }
  // The value of the first `lanes` of a group of `size` lanes, in the lane whose number in the group is `result`.
  DEVICE static T of_group(const Op& op, T x, u32 size, u32 lanes, u32& result) {
    u32 me = lane() & (size - 1);
    ROLLED for (u32 d = 1; d < size; d *= 2) {
      T after = shuffle_down(EVERY_LANE, x, d);
      if ((me & (2 * d - 1)) == 0 && me + d < lanes) x = op(x, after);
    }
    result = 0;
    return x;
  }

  // Joins this thread's node of a tree with its sibling, which another thread has. `up` says that this node is the right one of
  // the two. `right` is the unit's first lane in the right node, and the unit has items in `lanes` lanes.
  template <bool WHOLE>
  DEVICE static T joined(const Op& op, const T& mine, const T& other, bool up, u32 right, u32 lanes) {
    if (WHOLE || right < lanes) return up ? op(other, mine) : op(mine, other);
    return up ? other : mine;
  }
  // The value of part `q` of a unit of `n` items from slot `from` on: the tree over its lanes. All lanes return it. The part
  // must have items.
  DEVICE static T of_part(const In& in, const Op& op, u64 from, u64 n, u32 q) {
    u64 at = from + q * PART + lane(), rest = n - q * PART;
    T x[ROWS];
    if (rest < PART) {
      u32 left = u32(rest);
      UNROLL for (u32 r = 0; r < ROWS; r += 1) if (r * WARP + lane() < left) x[r] = in.at(at + r * WARP);
      return of_lanes<false>(op, x, left);
    }
    // Several rows are waited for together.
    constexpr u32 together = 2;
    u64 row = 0;
    ROLLED for (; row + (together - 1) * LANES + PART <= rest; row += together * LANES) {
      T y[together][ROWS];
      UNROLL for (u32 t = 0; t < together; t += 1) {
        UNROLL for (u32 r = 0; r < ROWS; r += 1) y[t][r] = in.at(at + row + t * LANES + r * WARP);
      }
      UNROLL for (u32 r = 0; r < ROWS; r += 1) x[r] = row > 0 ? T(op(x[r], y[0][r])) : y[0][r];
      UNROLL for (u32 t = 1; t < together; t += 1) {
        UNROLL for (u32 r = 0; r < ROWS; r += 1) x[r] = op(x[r], y[t][r]);
      }
    }
    ROLLED for (; row < rest; row += LANES) {
      u32 left = within(rest, row, PART);
      T y[ROWS];
      UNROLL for (u32 r = 0; r < ROWS; r += 1) if (r * WARP + lane() < left) y[r] = in.at(at + row + r * WARP);
      UNROLL for (u32 r = 0; r < ROWS; r += 1) {
        if (r * WARP + lane() < left) x[r] = row > 0 ? T(op(x[r], y[r])) : y[r];
      }
    }
    return of_lanes<true>(op, x, PART);
  }
  // The tree over the first `lanes` lanes of a part.
  template <bool WHOLE>
  DEVICE static T of_lanes(const Op& op, T (&x)[ROWS], u32 lanes) {
    u32 me = lane(), mine = 0;
    // Neighbouring lanes are joined level by level. While several rows are left, one half of the lanes goes on with one half of
    // the rows, so that no work is done twice.
    UNROLL for (u32 bit = 1; bit < ROWS; bit *= 2) {
      u32 half = ROWS / 2 / bit;
      bool up = (me & bit) != 0;
      mine += up ? half : 0;
      UNROLL for (u32 k = 0; k < ROWS / 2; k += 1) {
        if (k >= half) continue;
        T keep = x[k], give = x[k + half];
        if (up) {
          keep = x[k + half];
          give = x[k];
        }
        T other = shuffle_xor(EVERY_LANE, give, bit);
        x[k] = joined<WHOLE>(op, keep, other, up, (mine + k) * WARP + ((me & ~(2 * bit - 1)) | bit), lanes);
      }
    }
    T all = x[0];
    UNROLL for (u32 bit = ROWS; bit < WARP; bit *= 2) {
      T other = shuffle_xor(EVERY_LANE, all, bit);
      all = joined<WHOLE>(op, all, other, (me & bit) != 0, mine * WARP + ((me & ~(2 * bit - 1)) | bit), lanes);
    }
    // The rows are joined last. Bit `half` of a thread's row was chosen by bit ROWS / 2 / half of its lane.
    UNROLL for (u32 half = 1; half < ROWS; half *= 2) {
      T other = shuffle_xor(EVERY_LANE, all, ROWS / 2 / half);
      all = joined<WHOLE>(op, all, other, (mine & half) != 0, ((mine & ~(2 * half - 1)) | half) * WARP, lanes);
    }
    return all;
  }
  DEVICE static u32 parts(u64 n) { return n < LANES ? u32(ceil_div(n, PART)) : PARTS; }
  // The value of a unit of `count` parts, at least one: their tree, with WIDE parts in registers at a time. Overwrites the parts.
  DEVICE static T of_parts(const Op& op, T* parts, u32 count) {
    constexpr u32 WIDE = PARTS < 8 ? PARTS : 8;
    UNROLL for (u32 step = 1; step < PARTS; step *= WIDE) {
      ROLLED for (u32 at = 0; at < count; at += WIDE * step) {
        T x[WIDE];
        UNROLL for (u32 k = 0; k < WIDE; k += 1) if (at + k * step < count) x[k] = parts[at + k * step];
        UNROLL for (u32 d = 1; d < WIDE; d *= 2) {
          UNROLL for (u32 k = 0; k + d < WIDE; k += 2 * d) if (at + (k + d) * step < count) x[k] = op(x[k], x[k + d]);
        }
        parts[at] = x[0];
      }
    }
    return parts[0];
  }

  // The value of `count` units, in thread 0.
  template <class F>
  DEVICE static Maybe<T> of_units(const Op& op, u64 count, Maybe<T>* warps, const F& unit) {
    Maybe<T> total = nothing<T>();
    for (u64 c = thread(); c < count; c += 256) total = join(op, total, unit(c));
    return block_tree<256>(op, total, warps);
  }
};
