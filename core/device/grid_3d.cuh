// Volumes, whose items stand in planes of rows of one length. An index is divided by the length of a row and by the rows of a
// plane by a multiplication each, once for V consecutive slots.

struct Extent {
  PARAM Divisor rows;
  PARAM Divisor columns;

  DEVICE tuple<u64, u64, u64> cell(u64 i) const {
    u64 line = columns.quotient(i), plane = rows.quotient(line);
    return {plane, line - plane * rows.by, i - line * columns.by};
  }
};

// Cells3d yields the plane, the row and the column of each cell.
struct Cells3d {
  typedef tuple<u64, u64, u64> item;
  typedef item value;
  PARAM Extent extent;
  PARAM u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE item at(u64 i) const { return extent.cell(i); }
  template <int V>
  DEVICE bool aligned(u64) const { return true; }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    item cell = at(i);
    UNROLL for (int k = 0; k < V; k += 1) {
      out[k] = cell;
      cell.m_2 += 1;
      if (cell.m_2 == extent.columns.by) {
        cell.m_2 = 0;
        cell.m_1 += 1;
        if (cell.m_1 == extent.rows.by) {
          cell.m_1 = 0;
          cell.m_0 += 1;
        }
      }
    }
  }
  EVERY_SLOT
};

// Loads the windows of V neighbouring cells of a row, each row once. The first window begins LEFT columns before slot `i`.
template <u64 P, u64 R, u64 C, u64 LEFT, int V, Access HOW, class E>
DEVICE void load_boxes(const E& e, u64 i, u64 rows, u64 columns, array<array<array<typename E::value, C>, R>, P>* out) {
  UNROLL for (u64 p = 0; p < P; p += 1) {
    UNROLL for (u64 r = 0; r < R; r += 1) {
      typename E::value x[V + C - 1];
      load_row<C, LEFT, V, HOW>(e, i + (p * rows + r) * columns, x);
      UNROLL for (int k = 0; k < V; k += 1) {
        UNROLL for (u64 c = 0; c < C; c += 1) out[k].v[p].v[r].v[c] = x[k + c];
      }
    }
  }
}

// Windows3d yields the windows of P planes, R rows and C columns inside a volume.
template <class E, u64 P, u64 R, u64 C>
struct Windows3d {
  typedef array<array<array<typename E::value, C>, R>, P> item;
  typedef item value;
  PARAM E e;
  PARAM Extent extent;
  PARAM u64 rows;  // of the input
  PARAM u64 columns;
  PARAM u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE u64 first(tuple<u64, u64, u64> cell) const { return (cell.m_0 * rows + cell.m_1) * columns + cell.m_2; }
  DEVICE item at(u64 i) const {
    u64 from = first(extent.cell(i));
    item out;
    UNROLL for (u64 p = 0; p < P; p += 1) {
      UNROLL for (u64 r = 0; r < R; r += 1) {
        UNROLL for (u64 c = 0; c < C; c += 1) out.v[p].v[r].v[c] = e.at(from + (p * rows + r) * columns + c);
      }
    }
    return out;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const {
    bool rows_are = columns % V == 0 && extent.columns.by % V == 0 && i % V == 0;
    return rows_are && e.template aligned<V>(first(extent.cell(i)));
  }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    auto cell = extent.cell(i);
    bool together = HOW != ANY || cell.m_2 + V <= extent.columns.by;
    if (together) load_boxes<P, R, C, 0, V, HOW>(e, first(cell), rows, columns, out);
    else {
      // The loop is unrolled, so that no window passes through memory.
      UNROLL for (int k = 0; k < V; k += 1) out[k] = at(i + k);
    }
  }
  EVERY_SLOT
};

// WindowsAround3d yields a window of P planes, R rows and C columns around each item of a volume.
template <class E, u64 P, u64 R, u64 C>
struct WindowsAround3d {
  typedef array<array<array<typename E::value, C>, R>, P> item;
  typedef item value;
  static constexpr u64 FRONT = P / 2, UP = R / 2, LEFT = C / 2;
  PARAM WindowsAround<E, 1, 1> input;  // the input, with the rows of a plane as its rows; and the border
  PARAM Divisor rows;
  PARAM u64 planes;

  DEVICE u64 len() const { return input.e.len(); }
  DEVICE tuple<u64, u64, u64> cell(u64 i) const { return Extent{rows, input.across}.cell(i); }
  // Loads the windows of V neighbouring cells of a row, of which any item may be outside.
  template <int V>
  DEVICE void load_bordered(tuple<u64, u64, u64> first, value* out) const {
    u64 columns = input.across.by;
    u64 x[V + C - 1];
    bool in_row[V + C - 1];
    UNROLL for (u64 c = 0; c < V + C - 1; c += 1) {
      x[c] = first.m_2 + c;
      in_row[c] = input.near(x[c], LEFT, columns);
    }
    UNROLL for (u64 p = 0; p < P; p += 1) {
      u64 z = first.m_0 + p;
      bool in_volume = input.near(z, FRONT, planes);
      UNROLL for (u64 r = 0; r < R; r += 1) {
        u64 y = first.m_1 + r;
        bool in_plane = input.near(y, UP, input.rows) && in_volume;
        u64 row = (z * input.rows + y) * columns;
        typename E::value items[V + C - 1];
        UNROLL for (u64 c = 0; c < V + C - 1; c += 1) {
          items[c] = input.outside;
          if (in_plane && in_row[c]) items[c] = input.e.at(row + x[c]);
        }
        UNROLL for (int k = 0; k < V; k += 1) {
          UNROLL for (u64 c = 0; c < C; c += 1) out[k].v[p].v[r].v[c] = items[k + c];
        }
      }
    }
  }
  // Whether the windows of `v` neighbouring cells of a row lie inside the volume, so that no position needs the border.
  DEVICE bool inside(tuple<u64, u64, u64> first, u64 v) const {
    u64 rows = input.rows, columns = input.across.by, plane = first.m_0, row = first.m_1, column = first.m_2;
    return plane >= FRONT && plane + (P - FRONT) <= planes && row >= UP && row + (R - UP) <= rows && column >= LEFT &&
           column + v + (C - 1 - LEFT) <= columns;
  }
  template <int V, Access HOW>
  DEVICE void load_inside(u64 i, value* out) const {
    u64 rows = input.rows, columns = input.across.by;
    load_boxes<P, R, C, LEFT, V, HOW>(input.e, i - (FRONT * rows + UP) * columns, rows, columns, out);
  }
  DEVICE item at(u64 i) const {
    item out;
    auto here = cell(i);
    if (inside(here, 1)) load_inside<1, ANY>(i, &out);
    else load_bordered<1>(here, &out);
    return out;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const {
    return input.across.by % V == 0 && i % V == 0 && input.e.template aligned<V>(i);
  }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    auto here = cell(i);
    if (inside(here, V)) load_inside<V, HOW>(i, out);
    else if constexpr (HOW != ANY) load_bordered<V>(here, out);
    else {
      // The slots may be in two rows. The loop is unrolled, so that no window passes through memory.
      UNROLL for (int k = 0; k < V; k += 1) load_bordered<1>(cell(i + k), out + k);
    }
  }
  EVERY_SLOT
};

template <class E, u64 P, u64 R, u64 C> struct Broad<Windows3d<E, P, R, C>> { static constexpr bool value = true; };
template <class E, u64 P, u64 R, u64 C> struct Broad<WindowsAround3d<E, P, R, C>> { static constexpr bool value = true; };
