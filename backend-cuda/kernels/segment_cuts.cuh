// Segments, cut into windows of equal work: a window has WINDOW items and segments together.
//
// Segment i begins at place offsets[i] - offsets[0] + i of the work: the items before it, and the segments. A window has the
// segments that begin in it, from cuts[w] up to cuts[w + 1].
// D. Merrill and M. Garland, Merge-Based Parallel Sparse Matrix-Vector Multiplication, 2016.
//
// If offsets are wrong, cuts may be wrong, too; but each is the number of a segment, and the first and the last are right.

// The places of segments, for offsets of an input of `len` items.
template <class Offsets>
struct SegmentPlaces {
  const Offsets& offsets;
  u64 len, first;

  DEVICE SegmentPlaces(const Offsets& offsets, u64 len) : offsets(offsets), len(len), first(0) { first = offset(0); }
  DEVICE u64 count() const { return offsets.len() - 1; }
  // An offset, or the length if it exceeds that.
  DEVICE u64 offset(u64 i) const {
    u64 at = offsets.at(i);
    return at < len ? at : len;
  }
  // The place of segment i, which begins at `offset`.
  DEVICE u64 place(u64 offset, u64 i) const { return (offset < first ? 0 : offset - first) + i; }
};

// Each thread finds a cut.
template <class Offsets>
struct SegmentCuts {
  static constexpr u32 threads = THREADS, min_blocks = 1;
  struct Shared {};

  DEVICE static void run(const Offsets& offsets, u64 len, u64 window, u64 windows, WindowCuts cuts) {
    cut(SegmentPlaces<Offsets>(offsets, len), u64(block()) * threads + thread(), window, windows, cuts);
  }
  // Finds the cut before window `w`.
  DEVICE static void cut(const SegmentPlaces<Offsets>& places, u64 w, u64 window, u64 windows, u64* cuts) {
    if (w > windows) return;
    // The first segment that doesn't begin before the window.
    u64 from = 0, rest = places.count();
    if (w == 0) rest = 0;
    if (w == windows) from = rest, rest = 0;
    while (rest > 0) {
      u64 half = rest / 2, middle = from + half;
      bool before = places.place(places.offset(middle), middle) < w * window;
      from = before ? middle + 1 : from;
      rest = before ? rest - half - 1 : half;
    }
    cuts[w] = from;
  }
};
