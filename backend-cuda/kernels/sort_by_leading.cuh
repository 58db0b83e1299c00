// sort_by for the first items, as many as a number in memory says: the grids are those of the most items that there can be, and blocks
// without items return at once. If a merge's left run has all items, it copies them.

template <class L, class Less>
struct SortLeadingTiles : SortTiles<typename L::columns, Less> {
  typedef SortTiles<typename L::columns, Less> Sort;
  DEVICE static void run(const L& from, const L& to, const Less& less, Failed failed) {
    if (u64(block()) * Sort::Tile::size < from.len()) Sort::run(from, to, less, failed);
  }
};

template <class L, class Less>
struct MergeLeadingRuns : MergeRuns<typename L::columns, Less> {
  typedef MergeRuns<typename L::columns, Less> Merge;
  // The tiles are shared out anew. The blocks of those before a block, which it asks for reports, have tiles, too.
  DEVICE static void run(const L& from, const L& to, const Less& less, const Shares&, const Reports& reports, u32 level, Failed failed) {
    u64 tiles = ceil_div(from.len(), Merge::Tile::size);
    if (block() < tiles) Merge::run(from, to, less, Shares{tiles / blocks(), tiles % blocks()}, reports, level, failed);
  }
};
