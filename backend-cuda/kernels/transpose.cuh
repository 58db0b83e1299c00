// transpose: stores the items of a matrix column by column.
//
//   out[column * rows + row] = in[row * columns + column]
//
// A block brings a tile to shared memory in runs of the input's rows, and stores it in runs of the output's. A thread
// loads a square of V words of V items, transposes it in registers, and moves whole words to and from shared memory. A row
// of words there is permuted by an exclusive or, so that neither the words of a column nor those of a row share banks.
// Traffic: each item is read once and written once. Beyond the matrix's edge the last row or column is computed again.
// G. Ruetsch and P. Micikevicius, Optimizing Matrix Transpose in CUDA, 2009.

// The first row and the first column of this block's tile.
struct TilePlace {
  u64 row, column;

  DEVICE TilePlace(u32 high, u32 wide, u32 across) {
    u32 down = block() / across;
    row = u64(down) * high;
    column = u64(block() - down * across) * wide;
  }
};

template <class In, class Out>
struct Transpose {
  typedef typename In::value T;
  static constexpr int V = WORD_ITEMS;
  static constexpr u32 threads = THREADS, min_blocks = 4, words = SIDE_WORDS, side = V * words;
  // The numbers of squares of V words, of words, and of items of each thread.
  static constexpr u32 squares = words * words / threads, own_words = squares * V, own_items = own_words * V;
  static_assert(squares * threads == words * words && V <= lane_items(sizeof(T)), "whole squares of whole words");
  struct Shared {
    alignas(16) T items[side * side];
  };

  // The first item of a word of the output's row `column`.
  DEVICE static T* word(Shared& s, u32 column, u32 at) {
    return s.items + (column * words + (at ^ column / V % words)) * V;
  }

  DEVICE static void load_words_of_rows(const In& in, u64 rows, u64 columns, TilePlace tile, Shared& s) {
    T x[squares][V][V];
    UNROLL for (u32 b = 0; b < squares; b += 1) {
      u32 e = thread() + b * threads;
      u64 row = tile.row + e / words * V, column = least(tile.column + e % words * V, columns - V);
      UNROLL for (int v = 0; v < V; v += 1) {
        in.template load<V, ONCE>(least(row + v, rows - 1) * columns + column, x[b][v]);
      }
    }
    UNROLL for (u32 b = 0; b < squares; b += 1) {
      u32 e = thread() + b * threads;
      UNROLL for (int k = 0; k < V; k += 1) {
        Words<T, V> turned;
        UNROLL for (int v = 0; v < V; v += 1) turned.items[v] = x[b][v][k];
        typedef typename Words<T, V>::word Part;
        Part* to = reinterpret_cast<Part*>(word(s, e % words * V + k, e / words));
        UNROLL for (int part = 0; part < turned.count; part += 1) to[part] = turned.words[part];
      }
    }
  }
  DEVICE static void load_items_of_rows(const In& in, u64 rows, u64 columns, TilePlace tile, Shared& s) {
    UNROLL for (u32 b = 0; b < own_items; b += 1) {
      u32 e = thread() + b * threads, row = e / side, column = e % side;
      u64 from = least(tile.row + row, rows - 1) * columns + least(tile.column + column, columns - 1);
      word(s, column, row / V)[row % V] = in.at(from);
    }
  }
  DEVICE static void store_words(const Out& out, u64 rows, u64 columns, TilePlace tile, Shared& s) {
    UNROLL for (u32 b = 0; b < own_words; b += 1) {
      u32 e = thread() + b * threads, column = e / words, at = e % words;
      if (tile.column + column < columns && tile.row + at * V < rows) {
        T x[V];
        load_words<V, ALIGNED>(word(s, column, at), x);
        out.template store<V, ALIGNED>((tile.column + column) * rows + tile.row + at * V, x);
      }
    }
  }
  DEVICE static void store_items(const Out& out, u64 rows, u64 columns, TilePlace tile, Shared& s) {
    UNROLL for (u32 b = 0; b < own_items; b += 1) {
      u32 e = thread() + b * threads, column = e / side, row = e % side;
      if (tile.column + column < columns && tile.row + row < rows) {
        out.put((tile.column + column) * rows + tile.row + row, word(s, column, row / V)[row % V]);
      }
    }
  }

  DEVICE static void run(const In& in, const Out& out, u64 rows, u64 columns, u32 high, u32 wide, u32 across) {
    Shared& s = shared<Shared>();
    TilePlace tile(high, wide, across);
    if (columns % V == 0 && in.template aligned<V>(0)) load_words_of_rows(in, rows, columns, tile, s);
    else load_items_of_rows(in, rows, columns, tile, s);
    sync_block();
    if (rows % V == 0 && out.template aligned<V>(0)) store_words(out, rows, columns, tile, s);
    else store_items(out, rows, columns, tile, s);
  }
};

// Transposes a matrix of fewer rows or columns than a square tile has. A tile has all of these, and is longer the other way.
template <class In, class Out>
struct TransposeNarrow {
  typedef typename In::value T;
  static constexpr u32 threads = THREADS, min_blocks = 4, most = WORD_ITEMS * SIDE_WORDS * WORD_ITEMS * SIDE_WORDS;
  struct Shared {
    alignas(16) T items[most];
  };

  // Division of numbers below 2^16 by one divisor, as a multiplication.
  struct Short {
    u32 by;
    u64 magic;
    DEVICE explicit Short(u32 by) : by(by), magic(u64(0xffffffff / by) + 1) {}
    DEVICE u32 quotient(u32 x) const { return u32(x * magic >> 32); }
  };

  DEVICE static void run(const In& in, const Out& out, u64 rows, u64 columns, u32 high, u32 wide, u32 across) {
    Shared& s = shared<Shared>();
    TilePlace tile(high, wide, across);
    high = within(rows, tile.row, high);
    wide = within(columns, tile.column, wide);
    // An odd distance between rows keeps a column's items in distinct banks.
    u32 n = high * wide, apart = wide | 1;
    Short row_of(wide), column_of(high);
    for (u32 e = thread(); e < n; e += threads) {
      u32 row = row_of.quotient(e), column = e - row * wide;
      s.items[row * apart + column] = in.at((tile.row + row) * columns + tile.column + column);
    }
    sync_block();
    for (u32 e = thread(); e < n; e += threads) {
      u32 column = column_of.quotient(e), row = e - column * high;
      out.put((tile.column + column) * rows + tile.row + row, s.items[row * apart + column]);
    }
  }
};

// Transposes large items without shared memory, since each fills whole sectors of memory by itself.
template <class In, class Out>
struct TransposeApart {
  typedef typename In::value T;
  static constexpr u32 threads = THREADS, min_blocks = 1, side = WORD_ITEMS * SIDE_WORDS;
  struct Shared {};

  DEVICE static void run(const In& in, const Out& out, u64 rows, u64 columns, u32 high, u32 wide, u32 across) {
    TilePlace tile(high, wide, across);
    ROLLED for (u32 e = thread(); e < side * side; e += threads) {
      u64 row = tile.row + e / side, column = tile.column + e % side;
      if (row < rows && column < columns) out.put(column * rows + row, in.at(row * columns + column));
    }
  }
};
