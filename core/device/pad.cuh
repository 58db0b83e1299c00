// Padded yields the items of a matrix with further rows and columns around it.

template <class E>
struct Padded {
  typedef typename E::item item;
  typedef typename E::value value;
  PARAM Neighbourhoods<E, 2, 1, 1, 1> input;  // the input and the border
  PARAM Extent<2> extent;
  PARAM u64 n;
  PARAM u64 top;
  PARAM u64 left;
  static constexpr bool dense = true;

  DEVICE u64 len() const { return n; }
  // Replaces `p`, a row or column counted from `before` in front of the matrix's first, by the one of `n` that the border puts
  // there; returns false if it puts none.
  DEVICE bool place(u64& p, u64 before, u64 n) const {
    bool low = p < before;
    u64 beyond = low ? before - 1 - p : p - before;
    if (!low && beyond < n) {
      p = beyond;
      return true;
    }
    if (input.clamps) {
      p = low ? 0 : n - 1;
      return true;
    }
    if (!input.wraps) return false;
    if (beyond >= n) beyond %= n;
    p = low ? n - 1 - beyond : beyond;
    return true;
  }
  DEVICE value cell(u64 row, u64 column) const {
    u64 columns = input.columns();
    bool found = place(row, top, input.rows()) && place(column, left, columns);
    return found ? value(input.e.at(row * columns + column)) : input.outside;
  }
  DEVICE item at(u64 i) const {
    CellPlace here = extent.cell(i);
    return cell(here.row, here.column);
  }
  template <int V>
  DEVICE bool aligned(u64) const {
    return extent.columns.by % V == 0 && input.columns() % V == 0 && left % V == 0 && input.e.template aligned<V>(0);
  }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, value* out) const {
    CellPlace here = extent.cell(i);
    u64 columns = input.columns();
    if (HOW != ANY && here.row - top < input.rows() && here.column - left < columns) {
      // The numbers of columns are multiples of V, so all V items are inside.
      input.e.template load<V, again(HOW)>((here.row - top) * columns + (here.column - left), out);
    } else {
      UNROLL for (int k = 0; k < V; k += 1) {
        out[k] = cell(here.row, here.column);
        extent.next(here);
      }
    }
  }
  DEVICE bool slot(u64 i, value& out) const {
    out = at(i);
    return true;
  }
  template <int V, Access HOW = ANY>
  DEVICE void slots(u64 i, value* out, bool* kept) const {
    load<V, HOW>(i, out);
    UNROLL for (int k = 0; k < V; k += 1) kept[k] = true;
  }
};
