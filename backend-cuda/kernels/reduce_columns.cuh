// reduce_columns: combines the items of each column of a matrix that is stored row by row.
//
//   lane j of a chunk = fold of the rows j * lane_step + r * row_step of the chunk, r = 0, 1, …
//   a unit = the tree over SPAN lanes in each thread, then over the threads of a block that have the same columns
//   out[column] = the unit's value if there is no other, or
//   partials[chunk][unit][column] = the unit's value
//
//   second launch: lanes[l] = fold of chunks, each of which is the tree over its units; out[column] = the tree over the lanes
//
// A unit has a power of two of lanes, so the tree over the units of a chunk is the tree over its lanes. Neighbouring threads
// have neighbouring columns, of which each takes V, and load whole rows of SPAN lanes at once. Traffic: each item is read once; a
// unit leaves a value for each column.

// The shape of the matrix and of the work: a group is `wide` times V columns, a unit `high` times SPAN lanes.
struct ColumnShape {
  u64 rows, columns, wide, high, groups, chunk, chunks, lanes, lane_step, row_step, units;

  DEVICE u64 rows_of(u64 c) const { return least(chunk, rows - c * chunk); }
  DEVICE u64 lanes_of(u64 c) const { return least(lanes, ceil_div(rows_of(c), lane_step)); }
  DEVICE u64 units_of(u64 c) const { return ceil_div(lanes_of(c), high * SPAN); }
};

// Stores a column's value.
template <class Op, class T, class Finish, class Out>
DEVICE void put_column(const Op& op, const Maybe<T>& init, const Finish& finish, const Out& out, u64 column, const T& x) {
  out.put(column, finish(init.has ? T(op(init.x, x)) : x, column));
}

template <class In, class Op, class Finish, class Out, int V>
struct ReduceColumns {
  typedef typename In::value T;
  typedef T Partial;
  static constexpr u32 threads = THREADS, min_blocks = sizeof(T) > 16 ? 1 : 2;
  // Whether a thread folds one lane after the other, since copies of heavy operations take long to compile.
  static constexpr bool by_lane = HEAVY != 0 || HEAVY_OP;
  struct Shared {
    T items[threads][V];
    T lanes[by_lane ? SPAN : 1][threads];
  };

  // Folds this thread's SPAN lanes, the first of which begins in row `row`, and stores the tree over the `present` lanes that
  // have items.
  template <Access HOW>
  DEVICE static void fold(Shared& s, const In& in, const Op& op, const ColumnShape& shape, u64 row, u64 end, u64 column,
                          u32 present) {
    T x[SPAN][V];
    u64 down = shape.lane_step * shape.columns;
    UNROLL for (u32 j = 0; j < SPAN; j += 1) {
      if (j < present) in.template load<V, HOW>(row * shape.columns + column + j * down, x[j]);
    }
    ROLLED for (u64 at = row + shape.row_step, r = shape.lanes; r < shape.chunk && at < end; at += shape.row_step, r += shape.lanes) {
      T y[SPAN][V];
      UNROLL for (u32 j = 0; j < SPAN; j += 1) {
        if (at + j * shape.lane_step < end) in.template load<V, HOW>(at * shape.columns + column + j * down, y[j]);
      }
      UNROLL for (u32 j = 0; j < SPAN; j += 1) {
        if (at + j * shape.lane_step < end) UNROLL for (int k = 0; k < V; k += 1) x[j][k] = op(x[j][k], y[j][k]);
      }
    }
    UNROLL for (u32 d = 1; d < SPAN; d *= 2) {
      UNROLL for (u32 j = 0; j + d < SPAN; j += 2 * d) {
        if (j + d < present) UNROLL for (int k = 0; k < V; k += 1) x[j][k] = op(x[j][k], x[j + d][k]);
      }
    }
    UNROLL for (int k = 0; k < V; k += 1) s.items[thread()][k] = x[0][k];
  }

  // Computes the values of `fold` item by item, for heavy operations.
  DEVICE static void fold_by_lane(Shared& s, const In& in, const Op& op, const ColumnShape& shape, u64 row, u64 end, u64 column,
                                  u32 present) {
    u32 t = thread();
    ROLLED for (u32 k = 0; k < V; k += 1) {
      ROLLED for (u32 j = 0; j < present; j += 1) {
        u64 at = row + j * shape.lane_step;
        Maybe<T> total = nothing<T>();
        ROLLED for (u64 r = 0; r < shape.chunk && at < end; r += shape.lanes, at += shape.row_step) {
          total = join(op, total, T(in.at(at * shape.columns + column + k)));
        }
        s.lanes[j][t] = total.x;
      }
      ROLLED for (u32 d = 1; d < present; d *= 2) {
        ROLLED for (u32 j = 0; j + d < present; j += 2 * d) s.lanes[j][t] = op(s.lanes[j][t], s.lanes[j + d][t]);
      }
      s.items[t][k] = s.lanes[0][t];
    }
  }

  DEVICE static void run(const In& in, const Op& op, const Maybe<T>& init, const Finish& finish, const Out& out,
                         const ColumnShape& shape, Partials<Partial> partials) {
    Shared& s = shared<Shared>();
    u64 group = block() % shape.groups, place = block() / shape.groups, unit = place % shape.units, c = place / shape.units;
    u64 lanes = shape.lanes_of(c), first = unit * shape.high * SPAN;
    if (first >= lanes) return;
    u32 wide = u32(shape.wide), y = thread() / wide, t = thread();
    u64 column = (group * wide + (t - y * wide)) * V, lane = first + u64(y) * SPAN, end = c * shape.chunk + shape.rows_of(c);
    u32 present = y < shape.high && column < shape.columns ? within(lanes, lane, SPAN) : 0;
    u64 row = c * shape.chunk + lane * shape.lane_step;
    if (present != 0) {
      if constexpr (by_lane) fold_by_lane(s, in, op, shape, row, end, column, present);
      else if (in.template aligned<V>(column)) fold<ONCE>(s, in, op, shape, row, end, column, present);
      else fold<ANY>(s, in, op, shape, row, end, column, present);
    }
    // The tree over the threads that have these columns. The last of them may have fewer lanes, and those behind it none.
    u32 high = u32(ceil_div(least(lanes - first, shape.high * SPAN), u64(SPAN)));
    for (u32 d = 1; d < high; d *= 2) {
      sync_block();
      if (present != 0 && y % (2 * d) == 0 && y + d < high) {
        UNROLL_OP for (int k = 0; k < V; k += 1) s.items[t][k] = op(s.items[t][k], s.items[t + d * wide][k]);
      }
    }
    if (present == 0 || y != 0) return;
    bool only = shape.units == 1 && shape.chunks == 1;
    ROLLED for (int k = 0; k < V; k += 1) {
      if (only) put_column(op, init, finish, out, column + k, s.items[t][k]);
      else partials[(c * shape.units + unit) * shape.columns + column + k] = s.items[t][k];
    }
  }
};

template <class T, class Op, class Finish, class Out>
struct FinishColumns {
  typedef T Partial;
  static constexpr u32 threads = THREADS, min_blocks = 1, wide = FINISH_WIDE, high = threads / wide, LANES = CHUNK_LANES;
  // The levels of a tree over the units of a chunk.
  static constexpr u32 LEVELS = UNIT_LEVELS;
  struct Shared {
    T lanes[LANES][wide];
    T waiting[LEVELS][threads];
  };

  // The tree over `units` values at distances of `apart`. As in a binary counter, level b keeps the value of 2^b units until that
  // of the next 2^b is known.
  DEVICE static T tree(Shared& s, const Op& op, const T* from, u64 apart, u64 units) {
    u32 t = thread();
    T all;
    ROLLED for (u64 unit = 0; unit < units; unit += 1) {
      u32 level = 0;
      T x = from[unit * apart];
      ROLLED for (u64 full = unit; full & 1; full >>= 1, level += 1) x = op(s.waiting[level][t], x);
      s.waiting[level][t] = x;
    }
    bool begun = false;
    ROLLED for (u32 level = 0; level < LEVELS; level += 1) {
      if (units >> level & 1) {
        all = begun ? T(op(s.waiting[level][t], all)) : s.waiting[level][t];
        begun = true;
      }
    }
    return all;
  }

  // Lane l folds the chunks l * lane_step, l * lane_step + chunk_step, ….
  DEVICE static void run(const Op& op, const Maybe<T>& init, const Finish& finish, const Out& out, const ColumnShape& shape,
                         Partials<Partial> partials, u64 lane_step, u64 chunk_step) {
    Shared& s = shared<Shared>();
    u32 y = thread() / wide, x = thread() % wide;
    u64 column = u64(block()) * wide + x;
    bool present = column < shape.columns;
    u32 lanes = u32(least(u64(LANES), ceil_div(shape.chunks, lane_step)));
    // Where lanes are consecutive chunks, a lane ends where the next one begins.
    u64 length = chunk_step == 1 ? lane_step : shape.chunks;
    ROLLED for (u32 l = y; present && l < lanes; l += high) {
      Maybe<T> total = nothing<T>();
      ROLLED for (u64 c = l * lane_step; c < shape.chunks && c < l * lane_step + length; c += chunk_step) {
        const T* from = partials + c * shape.units * shape.columns + column;
        total = join(op, total, tree(s, op, from, shape.columns, shape.units_of(c)));
      }
      s.lanes[l][x] = total.x;
    }
    for (u32 d = 1; d < lanes; d *= 2) {
      sync_block();
      ROLLED for (u32 l = y * 2 * d; present && l + d < lanes; l += high * 2 * d) {
        s.lanes[l][x] = op(s.lanes[l][x], s.lanes[l + d][x]);
      }
    }
    sync_block();
    if (present && y == 0) put_column(op, init, finish, out, column, s.lanes[0][x]);
  }
};
