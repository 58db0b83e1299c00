// The units of `reduce_columns` for a matrix of few columns, whose operator commutes.
//
//   place p of a unit = column p % columns of lane p / columns
//   items[p] = fold of the items at place p of each row of lanes
//   a unit = the tree over its lanes; out[column] or partials[chunk][unit][column] = the unit's value
//
// The items of neighbouring lanes lie side by side, so a row of lanes is read in whole vectors, whatever the number of columns.

template <class In, class Op, class Finish, class Out, int V, u32 VECTORS>
struct ReduceNarrowColumns {
  typedef typename In::value T;
  typedef T Partial;
  static constexpr u32 threads = THREADS, min_blocks = sizeof(T) > 16 ? 1 : 4, places = threads * V * VECTORS;
  // Whether a thread folds one place after the other, since copies of heavy operations take long to compile.
  static constexpr bool by_place = HEAVY != 0 || HEAVY_OP;
  struct Shared {
    T items[places];
  };

  // Folds the places of `rows` rows of lanes, at least one, which are `row` slots apart and have items at all places. The places
  // are whole vectors, since a unit has a multiple of V lanes.
  template <Access HOW>
  DEVICE static void fold(Shared& s, const In& in, const Op& op, u64 from, u64 row, u64 rows, u32 used) {
    T x[VECTORS][V];
    u32 mine = thread() * V;
    UNROLL for (u32 k = 0; k < VECTORS; k += 1) {
      if (mine + k * threads * V < used) in.template load<V, HOW>(from + (mine + k * threads * V), x[k]);
    }
    ROLLED for (u64 r = 1; r < rows; r += 1) {
      from += row;
      T y[VECTORS][V];
      UNROLL for (u32 k = 0; k < VECTORS; k += 1) {
        if (mine + k * threads * V < used) in.template load<V, HOW>(from + (mine + k * threads * V), y[k]);
      }
      UNROLL for (u32 k = 0; k < VECTORS; k += 1) {
        if (mine + k * threads * V < used) UNROLL for (int j = 0; j < V; j += 1) x[k][j] = op(x[k][j], y[k][j]);
      }
    }
    UNROLL for (u32 k = 0; k < VECTORS; k += 1) {
      if (mine + k * threads * V < used) UNROLL for (int j = 0; j < V; j += 1) s.items[mine + k * threads * V + j] = x[k][j];
    }
  }

  DEVICE static void run(const In& in, const Op& op, const Maybe<T>& init, const Finish& finish, const Out& out,
                         const ColumnShape& shape, Partials<Partial> partials) {
    Shared& s = shared<Shared>();
    u64 unit = block() % shape.units, c = block() / shape.units, lanes = shape.lanes_of(c), first = unit * shape.high;
    if (first >= lanes) return;
    u32 columns = u32(shape.columns), used = u32(shape.high) * columns;
    u64 row = shape.lanes * columns, begin = (c * shape.chunk + first) * columns, end = (c * shape.chunk + shape.rows_of(c)) * columns;
    // The rows of lanes that have items at all places. Behind them there may be one with fewer.
    u64 rows = 0;
    if constexpr (!by_place) {
      if (begin + used <= end) {
        rows = (end - begin - used) / row + 1;
        if (in.template aligned<V>(begin)) fold<ONCE>(s, in, op, begin, row, rows, used);
        else fold<ANY>(s, in, op, begin, row, rows, used);
        sync_block();
      }
    }
    if (begin + rows * row < end) ROLLED for (u32 p = thread(); p < used; p += threads) {
      Maybe<T> total = rows > 0 ? Maybe<T>{s.items[p], true} : nothing<T>();
      ROLLED for (u64 at = begin + rows * row + p; at < end; at += row) total = join(op, total, T(in.at(at)));
      if (total.has) s.items[p] = total.x;
    }
    // The tree over the lanes, of which the last unit of a matrix may have fewer.
    u32 present = u32(least(lanes - first, shape.high));
    for (u32 d = 1; d < present; d *= 2) {
      sync_block();
      u32 pairs = (present + d - 1) / (2 * d);
      ROLLED for (u32 q = thread(); q < pairs * columns; q += threads) {
        u32 pair = q / columns, at = pair * 2 * d * columns + (q - pair * columns);
        s.items[at] = op(s.items[at], s.items[at + d * columns]);
      }
    }
    sync_block();
    bool only = shape.units == 1 && shape.chunks == 1;
    ROLLED for (u32 column = thread(); column < columns; column += threads) {
      if (only) put_column(op, init, finish, out, column, s.items[column]);
      else partials[(c * shape.units + unit) * shape.columns + column] = s.items[column];
    }
  }
};
