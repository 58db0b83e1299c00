// Matrices, whose items stand in rows of one length. An index is divided by that length by a multiplication, once for V
// consecutive slots.

#ifndef ONRUSH_EMULATED
DEVICE u64 mul_high(u64 a, u64 b) { return __umul64hi(a, b); }
#else
DEVICE u64 mul_high(u64 a, u64 b) { return u64((unsigned __int128)(a) * b >> 64); }
#endif

// Division of numbers below 2^63 by one divisor, as a multiplication by `magic` and a shift, which the host computes.
struct Divisor {
  u64 by, magic, shift;

  DEVICE u64 quotient(u64 x) const { return mul_high(2 * x, magic) >> shift; }
};

#define EVERY_SLOT                                                                   \
  static constexpr bool dense = true;                                                \
  DEVICE bool slot(u64 i, value& out) const {                                        \
    out = at(i);                                                                     \
    return true;                                                                     \
  }                                                                                  \
  template <int V, Access HOW = ANY>                                                 \
  DEVICE void slots(u64 i, value* out, bool* kept) const {                           \
    load<V, HOW>(i, out);                                                            \
    UNROLL for (int k = 0; k < V; k += 1) kept[k] = true;                            \
  }

// Cells yields the row and the column of each cell.
struct Cells {
  typedef tuple<u64, u64> item;
  typedef item value;
  PARAM Divisor across;
  PARAM u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE item at(u64 i) const {
    u64 row = across.quotient(i);
    return item{row, i - row * across.by};
  }
  template <int V>
  DEVICE bool aligned(u64) const { return true; }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    item cell = at(i);
    UNROLL for (int k = 0; k < V; k += 1) {
      out[k] = cell;
      cell.m_1 += 1;
      if (cell.m_1 == across.by) cell = item{cell.m_0 + 1, 0};
    }
  }
  EVERY_SLOT
};

// Transposed yields the items of a matrix column by column.
template <class E>
struct Transposed {
  typedef typename E::item item;
  typedef typename E::value value;
  PARAM E e;
  PARAM Divisor across;  // the rows of the input
  PARAM u64 columns;

  DEVICE u64 len() const { return e.len(); }
  DEVICE item at(u64 i) const {
    u64 column = across.quotient(i), row = i - column * across.by;
    return e.at(row * columns + column);
  }
  template <int V>
  DEVICE bool aligned(u64) const { return true; }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    u64 column = across.quotient(i), row = i - column * across.by;
    UNROLL for (int k = 0; k < V; k += 1) {
      out[k] = e.at(row * columns + column);
      row += 1;
      if (row == across.by) {
        row = 0;
        column += 1;
      }
    }
  }
  EVERY_SLOT
};

// Loads a row of the windows of V neighbouring cells: V + C - 1 items, the first of which is LEFT columns before slot `i`. Items
// are loaded one by one if the slots aren't known to be aligned, which keeps the code short.
template <u64 C, u64 LEFT, int V, Access HOW, class E>
DEVICE void load_row(const E& e, u64 i, typename E::value* x) {
  if constexpr (HOW != ANY) e.template load<V, again(HOW)>(i, x + LEFT);
  UNROLL for (u64 c = 0; c < V + C - 1; c += 1) {
    if (HOW == ANY || c < LEFT || c >= LEFT + V) x[c] = e.at(i - LEFT + c);
  }
}

// Loads the windows of V neighbouring cells of a row, each row once. The first window begins LEFT columns before slot `i`.
template <u64 R, u64 C, u64 LEFT, int V, Access HOW, class E>
DEVICE void load_windows(const E& e, u64 i, u64 columns, array<array<typename E::value, C>, R>* out) {
  UNROLL for (u64 r = 0; r < R; r += 1) {
    typename E::value x[V + C - 1];
    load_row<C, LEFT, V, HOW>(e, i + r * columns, x);
    UNROLL for (int k = 0; k < V; k += 1) {
      UNROLL for (u64 c = 0; c < C; c += 1) out[k].v[r].v[c] = x[k + c];
    }
  }
}

// Windows2d yields the windows of R rows and C columns inside a matrix.
template <class E, u64 R, u64 C>
struct Windows2d {
  typedef array<array<typename E::value, C>, R> item;
  typedef item value;
  PARAM E e;
  PARAM Divisor across;
  PARAM u64 columns;  // of the input
  PARAM u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE u64 cell(u64 i) const {
    u64 row = across.quotient(i);
    return row * columns + (i - row * across.by);
  }
  DEVICE item at(u64 i) const {
    u64 first = cell(i);
    item out;
    UNROLL for (u64 r = 0; r < R; r += 1) {
      UNROLL for (u64 c = 0; c < C; c += 1) out.v[r].v[c] = e.at(first + r * columns + c);
    }
    return out;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const {
    return columns % V == 0 && across.by % V == 0 && i % V == 0 && e.template aligned<V>(cell(i));
  }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    u64 row = across.quotient(i), column = i - row * across.by;
    bool together = HOW != ANY || column + V <= across.by;
    if (together) load_windows<R, C, 0, V, HOW>(e, row * columns + column, columns, out);
    else {
      // The loop is unrolled, so that no window passes through memory.
      UNROLL for (int k = 0; k < V; k += 1) out[k] = at(i + k);
    }
  }
  EVERY_SLOT
};

// WindowsAround yields a window of R rows and C columns around each item of a matrix.
template <class E, u64 R, u64 C>
struct WindowsAround {
  typedef array<array<typename E::value, C>, R> item;
  typedef item value;
  static constexpr u64 UP = R / 2, LEFT = C / 2;
  PARAM E e;
  PARAM Divisor across;
  PARAM u64 rows;
  PARAM u64 clamps;
  PARAM u64 wraps;
  PARAM typename E::value outside;

  DEVICE u64 len() const { return e.len(); }
  // Replaces `p`, a row or column counted from `before` in front of the matrix's first, by the one of `n` that the border puts
  // there; returns false if it puts none. Positions of a window are less than 2^32 outside.
  DEVICE bool near(u64& p, u64 before, u64 n) const {
    bool low = p < before;
    p -= before;
    if (p < n) return true;
    u32 beyond = low ? u32(~p) : u32(p - n);
    ROLLED while (beyond >= n) beyond -= u32(n);
    u64 nearest = low ? 0 : n - 1, opposite = low ? n - 1 - beyond : beyond;
    p = clamps ? nearest : opposite;
    return clamps || wraps;
  }
  // Loads the windows of V neighbouring cells of a row, of which any item may be outside. All loops are unrolled, since an array
  // stays in registers only if the compiler knows its indices.
  template <int V>
  DEVICE void load_bordered(u64 row, u64 column, value* out) const {
    u64 x[V + C - 1];
    bool in_row[V + C - 1];
    UNROLL for (u64 c = 0; c < V + C - 1; c += 1) {
      x[c] = column + c;
      in_row[c] = near(x[c], LEFT, across.by);
    }
    UNROLL for (u64 r = 0; r < R; r += 1) {
      u64 y = row + r;
      bool in_column = near(y, UP, rows);
      typename E::value items[V + C - 1];
      UNROLL for (u64 c = 0; c < V + C - 1; c += 1) {
        items[c] = outside;
        if (in_column && in_row[c]) items[c] = e.at(y * across.by + x[c]);
      }
      UNROLL for (int k = 0; k < V; k += 1) {
        UNROLL for (u64 c = 0; c < C; c += 1) out[k].v[r].v[c] = items[k + c];
      }
    }
  }
  // Whether the windows of `v` neighbouring cells of a row lie inside the matrix.
  DEVICE bool inside(u64 row, u64 column, u64 v) const {
    return row >= UP && row + (R - UP) <= rows && column >= LEFT && column + v + (C - 1 - LEFT) <= across.by;
  }
  DEVICE item at(u64 i) const {
    u64 row = across.quotient(i), column = i - row * across.by;
    item out;
    if (inside(row, column, 1)) load_windows<R, C, LEFT, 1, ANY>(e, i - UP * across.by, across.by, &out);
    else load_bordered<1>(row, column, &out);
    return out;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return across.by % V == 0 && i % V == 0 && e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    u64 row = across.quotient(i), column = i - row * across.by;
    if (inside(row, column, V)) load_windows<R, C, LEFT, V, HOW>(e, i - UP * across.by, across.by, out);
    else if constexpr (HOW != ANY) load_bordered<V>(row, column, out);
    else {
      // The slots may be in two rows.
      UNROLL for (int k = 0; k < V; k += 1) {
        u64 at = i + k, line = across.quotient(at);
        load_bordered<1>(line, at - line * across.by, out + k);
      }
    }
  }
  EVERY_SLOT
};

template <class E, u64 R, u64 C> struct Broad<Windows2d<E, R, C>> { static constexpr bool value = true; };
template <class E, u64 R, u64 C> struct Broad<WindowsAround<E, R, C>> { static constexpr bool value = true; };
template <class E, class F> struct Broad<Map<E, F>> : Broad<E> {};
template <class E, class F> struct Broad<Filter<E, F>> : Broad<E> {};
