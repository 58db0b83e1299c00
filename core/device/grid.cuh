// Matrices and volumes: items that stand in D = 2 dimensions, rows of one length, or in D = 3, planes of such rows. An index is divided
// by the length of a row, and by the rows of a plane, by a multiplication each, once for V consecutive slots.

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

// The position of a cell, which for a matrix is in plane 0.
struct CellPlace {
  u64 plane, row, column;
};

// The sizes of a matrix or volume but for the first, by which nothing is divided.
template <int D> struct Extent;
template <>
struct Extent<2> {
  typedef tuple<u64, u64> position;
  PARAM Divisor columns;

  DEVICE CellPlace cell(u64 i) const {
    u64 row = columns.quotient(i);
    return {0, row, i - row * columns.by};
  }
  DEVICE position position_of(CellPlace at) const { return {at.row, at.column}; }
  DEVICE void next(CellPlace& at) const {
    at.column += 1;
    if (at.column == columns.by) at = CellPlace{0, at.row + 1, 0};
  }
};
template <>
struct Extent<3> {
  typedef tuple<u64, u64, u64> position;
  PARAM Divisor rows;
  PARAM Divisor columns;

  DEVICE CellPlace cell(u64 i) const {
    u64 line = columns.quotient(i), plane = rows.quotient(line);
    return {plane, line - plane * rows.by, i - line * columns.by};
  }
  DEVICE position position_of(CellPlace at) const { return {at.plane, at.row, at.column}; }
  DEVICE void next(CellPlace& at) const {
    at.column += 1;
    if (at.column == columns.by) {
      at.column = 0;
      at.row += 1;
      if (at.row == rows.by) {
        at.row = 0;
        at.plane += 1;
      }
    }
  }
};

// Cells yields the position of each cell.
template <int D>
struct Cells {
  typedef typename Extent<D>::position item;
  typedef item value;
  PARAM Extent<D> extent;
  PARAM u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE item at(u64 i) const { return extent.position_of(extent.cell(i)); }
  template <int V>
  DEVICE bool aligned(u64) const { return true; }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    CellPlace cell = extent.cell(i);
    UNROLL for (int k = 0; k < V; k += 1) {
      out[k] = extent.position_of(cell);
      extent.next(cell);
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
  PARAM Extent<2> extent;  // its rows are the input's columns
  PARAM u64 columns;       // of the input

  DEVICE u64 len() const { return e.len(); }
  DEVICE item at(u64 i) const {
    CellPlace cell = extent.cell(i);
    return e.at(cell.column * columns + cell.row);
  }
  template <int V>
  DEVICE bool aligned(u64) const { return true; }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    CellPlace cell = extent.cell(i);
    UNROLL for (int k = 0; k < V; k += 1) {
      out[k] = e.at(cell.column * columns + cell.row);
      extent.next(cell);
    }
  }
  EVERY_SLOT
};
