// Windows of matrices and volumes. A matrix is one plane here, so that what concerns planes is known when a program is compiled.

// A window of R rows of C items, for a volume in each of P planes.
template <class T, int D, u64 P, u64 R, u64 C> struct WindowForm;
template <class T, u64 P, u64 R, u64 C>
struct WindowForm<T, 2, P, R, C> {
  typedef array<array<T, C>, R> type;
  DEVICE static array<T, C>& row(type& window, u64, u64 r) { return window.v[r]; }
};
template <class T, u64 P, u64 R, u64 C>
struct WindowForm<T, 3, P, R, C> {
  typedef array<array<array<T, C>, R>, P> type;
  DEVICE static array<T, C>& row(type& window, u64 p, u64 r) { return window.v[p].v[r]; }
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
template <int D, u64 P, u64 R, u64 C, u64 LEFT, int V, Access HOW, class E>
DEVICE void load_windows(const E& e, u64 i, u64 rows, u64 columns, typename WindowForm<typename E::value, D, P, R, C>::type* out) {
  typedef WindowForm<typename E::value, D, P, R, C> Of;
  UNROLL for (u64 p = 0; p < P; p += 1) {
    UNROLL for (u64 r = 0; r < R; r += 1) {
      typename E::value x[V + C - 1];
      load_row<C, LEFT, V, HOW>(e, i + (p * rows + r) * columns, x);
      UNROLL for (int k = 0; k < V; k += 1) {
        UNROLL for (u64 c = 0; c < C; c += 1) Of::row(out[k], p, r).v[c] = x[k + c];
      }
    }
  }
}

// WindowsInside yields the windows of P planes, R rows and C columns inside a matrix or volume.
template <class E, int D, u64 P, u64 R, u64 C>
struct WindowsInside {
  typedef WindowForm<typename E::value, D, P, R, C> Of;
  typedef typename Of::type item;
  typedef item value;
  PARAM E e;
  PARAM Extent<D> extent;
  PARAM u64 rows;  // of the input
  PARAM u64 columns;
  PARAM u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE u64 first(CellPlace cell) const { return (cell.plane * rows + cell.row) * columns + cell.column; }
  DEVICE item at(u64 i) const {
    u64 from = first(extent.cell(i));
    item out;
    UNROLL for (u64 p = 0; p < P; p += 1) {
      UNROLL for (u64 r = 0; r < R; r += 1) {
        UNROLL for (u64 c = 0; c < C; c += 1) Of::row(out, p, r).v[c] = e.at(from + (p * rows + r) * columns + c);
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
    CellPlace cell = extent.cell(i);
    bool together = HOW != ANY || cell.column + V <= extent.columns.by;
    if (together) load_windows<D, P, R, C, 0, V, HOW>(e, first(cell), rows, columns, out);
    else {
      // The loop is unrolled, so that no window passes through memory.
      UNROLL for (int k = 0; k < V; k += 1) out[k] = at(i + k);
    }
  }
  EVERY_SLOT
};

// Neighbourhoods yields a window of P planes, R rows and C columns around each item of a matrix or volume.
template <class E, int D, u64 P, u64 R, u64 C>
struct Neighbourhoods {
  typedef WindowForm<typename E::value, D, P, R, C> Of;
  typedef typename Of::type item;
  typedef item value;
  static constexpr u64 FRONT = P / 2, UP = R / 2, LEFT = C / 2;
  PARAM E e;
  PARAM Extent<D> extent;
  PARAM u64 first;  // the first size: the planes of a volume, or the rows of a matrix
  PARAM u64 clamps;
  PARAM u64 wraps;
  PARAM typename E::value outside;

  DEVICE u64 len() const { return e.len(); }
  DEVICE u64 planes() const { return D == 3 ? first : 1; }
  DEVICE u64 rows() const {
    if constexpr (D == 3) return extent.rows.by;
    else return first;
  }
  DEVICE u64 columns() const { return extent.columns.by; }
  // Replaces `p`, a plane, row or column counted from `before` in front of the first, by the one of `n` that the border
  // puts there; returns false if it puts none. Positions of a window are less than 2^32 outside.
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
  DEVICE void load_bordered(CellPlace cell, value* out) const {
    u64 x[V + C - 1];
    bool in_row[V + C - 1];
    UNROLL for (u64 c = 0; c < V + C - 1; c += 1) {
      x[c] = cell.column + c;
      in_row[c] = near(x[c], LEFT, columns());
    }
    UNROLL for (u64 p = 0; p < P; p += 1) {
      u64 z = cell.plane + p;
      bool in_volume = near(z, FRONT, planes());
      UNROLL for (u64 r = 0; r < R; r += 1) {
        u64 y = cell.row + r;
        bool in_plane = near(y, UP, rows()) && in_volume;
        u64 row = (z * rows() + y) * columns();
        typename E::value items[V + C - 1];
        UNROLL for (u64 c = 0; c < V + C - 1; c += 1) {
          items[c] = outside;
          if (in_plane && in_row[c]) items[c] = e.at(row + x[c]);
        }
        UNROLL for (int k = 0; k < V; k += 1) {
          UNROLL for (u64 c = 0; c < C; c += 1) Of::row(out[k], p, r).v[c] = items[k + c];
        }
      }
    }
  }
  // Whether the windows of `v` neighbouring cells of a row lie inside, so that no position needs the border.
  DEVICE bool inside(CellPlace cell, u64 v) const {
    return cell.plane >= FRONT && cell.plane + (P - FRONT) <= planes() && cell.row >= UP && cell.row + (R - UP) <= rows() &&
           cell.column >= LEFT && cell.column + v + (C - 1 - LEFT) <= columns();
  }
  template <int V, Access HOW>
  DEVICE void load_inside(u64 i, value* out) const {
    load_windows<D, P, R, C, LEFT, V, HOW>(e, i - (FRONT * rows() + UP) * columns(), rows(), columns(), out);
  }
  DEVICE item at(u64 i) const {
    item out;
    CellPlace cell = extent.cell(i);
    if (inside(cell, 1)) load_inside<1, ANY>(i, &out);
    else load_bordered<1>(cell, &out);
    return out;
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return columns() % V == 0 && i % V == 0 && e.template aligned<V>(i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    CellPlace cell = extent.cell(i);
    if (inside(cell, V)) load_inside<V, HOW>(i, out);
    else if constexpr (HOW != ANY) load_bordered<V>(cell, out);
    else {
      // The slots may be in two rows. The loop is unrolled, so that no window passes through memory.
      UNROLL for (int k = 0; k < V; k += 1) load_bordered<1>(extent.cell(i + k), out + k);
    }
  }
  EVERY_SLOT
};

template <class E, int D, u64 P, u64 R, u64 C> struct Broad<WindowsInside<E, D, P, R, C>> { static constexpr bool value = true; };
template <class E, int D, u64 P, u64 R, u64 C> struct Broad<Neighbourhoods<E, D, P, R, C>> { static constexpr bool value = true; };
template <class E, class F> struct Broad<Map<E, F>> : Broad<E> {};
template <class E, class F> struct Broad<Filter<E, F>> : Broad<E> {};
