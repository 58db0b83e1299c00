// The numbers of bins that a histogram counts. A chain of numbers yields them itself. For a chain that looks up items among
// the bins' edges, the kernel keeps the edges in shared memory and searches there.

template <class E> struct Widened;
template <class E, class F> struct Map;
template <class T> struct RangeBin;

// The numbers of a chain, as they are.
template <class In, u32 BINS>
struct Numbers {
  typedef u64 item;
  // The rows in flight together: half as many behind a filter, whose flags take registers, too.
  static constexpr u32 rows = In::dense || ROWS == 1 ? ROWS : ROWS / 2;
  struct Shared {};
  const In& items;

  DEVICE Numbers(Shared&, const In& in) : items(in) {}
  DEVICE bool by_rows() const { return HEAVY == 0; }
  template <int V>
  DEVICE void find(const u64* x, u64* numbers) const { UNROLL for (int k = 0; k < V; k += 1) numbers[k] = x[k]; }
};

// Numbers of bins between at most BINS + 1 edges, which each block keeps in shared memory. A guide table narrows the search: cells
// of one width divide the range from the first edge to the last, and since an item's cell doesn't decrease as the item grows, its
// bin is found among the edges in its cell. All items take as many steps as the cell with the most edges needs. If the edges aren't
// in ascending order, the chain's own search is used, which stays inside their view; the counts are then of no use.
// H.-C. Chen and Y. Asau, On generating random variates from an empirical distribution, 1974.
template <class E, class T, u32 BINS>
struct Numbers<Widened<Map<E, RangeBin<T>>>, BINS> {
  typedef Widened<Map<E, RangeBin<T>>> In;
  typedef T item;
  // Fewer rows are unrolled than for plain numbers, since each item has a copy of the long search.
  static constexpr u32 rows = E::dense ? rows_together(ROWS) : 1, CELLS = BINS < 1024 ? 1024 : 1;
  static constexpr bool fits = BINS != 0 && BINS < 1024;
  struct Shared {
    T edges[fits ? BINS + 1 : 1];
    // Of each cell, the number of edges before it in the lower half of the word, and of those in it in the upper half.
    u32 cells[CELLS];
    u32 disorder, steps;
  };
  Shared& s;
  const E& items;
  u32 edges;
  T first, last;
  f32 low, scale;

  DEVICE Numbers(Shared& shared, const In& in) : s(shared), items(in.e.e), edges(0) {
    const auto& given = in.e.f.edges;
    if (!fits || given.n < 2 || given.n > BINS + 1) return;
    if (thread() == 0) s.disorder = s.steps = 0;
    sync_block();
    u32 count = u32(given.n);
    for (u32 k = thread(); k < count; k += THREADS) {
      s.edges[k] = given.p[k];
      if (!less_equal(given.p[k == 0 ? 0 : k - 1], given.p[k])) atomic_or(&s.disorder, 1u);
    }
    sync_block();
    if (s.disorder != 0) return;
    edges = count;
    first = s.edges[0];
    last = s.edges[count - 1];
    low = cast<f32>(first);
    f32 width = cast<f32>(last) - low;
    scale = f32(CELLS) / width;
    // A range that is too wide or too narrow is a single cell.
    if (!(width > 0 && scale > 0 && scale <= 1e38f && width <= 1e38f)) low = scale = 0;
    for (u32 c = thread(); c < CELLS; c += THREADS) {
      u32 before = before_cell(c), in_cell = before_cell(c + 1) - before;
      s.cells[c] = before | in_cell << 16;
      if (in_cell != 0) atomic_max(&s.steps, 32 - clz(in_cell));
    }
    sync_block();
  }
  DEVICE bool by_rows() const { return edges != 0; }
  DEVICE u32 cell(const T& x) const {
    f32 at = (cast<f32>(x) - low) * scale;
    // NaN becomes cell 0. It arises from an item that is NaN, and from an infinite item in a range of a single cell.
    at = at > 0 ? at : 0;
    return u32(at < f32(CELLS - 1) ? at : f32(CELLS - 1));
  }
  // The number of edges in the cells before a cell.
  DEVICE u32 before_cell(u32 c) const {
    u32 from = 0;
    ROLLED for (u32 n = edges; n > 0;) {
      u32 half = n / 2;
      bool right = cell(s.edges[from + half]) < c;
      from = right ? from + half + 1 : from;
      n = right ? n - half - 1 : half;
    }
    return from;
  }
  template <int V>
  DEVICE void find(const T* x, u64* numbers) const {
    u32 from[V], n[V];
    UNROLL for (int k = 0; k < V; k += 1) {
      u32 two = s.cells[cell(x[k])];
      from[k] = two & 0xffff;
      n[k] = two >> 16;
    }
    ROLLED for (u32 step = s.steps; step > 0; step -= 1) {
      UNROLL for (int k = 0; k < V; k += 1) {
        u32 half = n[k] / 2;
        bool right = n[k] > 0 && less_equal(s.edges[from[k] + half], x[k]);
        from[k] = right ? from[k] + half + 1 : from[k];
        n[k] = right ? n[k] - half - 1 : half;
      }
    }
    UNROLL for (int k = 0; k < V; k += 1) {
      bool within = less_equal(first, x[k]) && !less_equal(last, x[k]);
      numbers[k] = within ? from[k] - 1 : edges - 1;
    }
  }
};
