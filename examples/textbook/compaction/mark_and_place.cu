// Compaction 1: mark, scan, place.
//
// Teaches: an item that is kept goes to the place whose number is the count of kept items before it, which is the exclusive scan of
// the marks. Any scan will do, and the order of the items stays.
// Costs: three passes: the items are read twice, and the marks and the places are written and read, 28 bytes for an item of 4 that
// is kept. The number of kept items is the last place and the last mark.
DEVICE bool is_kept(u32 x, u32 percent) { return x % 100 < percent; }

DEVICE void mark(Elements<const u32> x, Elements<u32> marks, u32 percent) {
  for (u64 i = thread_of_grid(); i < x.len(); i += threads_of_grid()) marks[i] = is_kept(x[i], percent);
}

DEVICE void place(Elements<const u32> x, Elements<const u32> places, Elements<u32> kept, u32 percent) {
  for (u64 i = thread_of_grid(); i < x.len(); i += threads_of_grid()) {
    if (is_kept(x[i], percent)) kept[places[i]] = x[i];
  }
}
