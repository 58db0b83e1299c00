// Computes the number of items between the first offset and the last, with one thread; 0 if one of these is wrong.
template <class Offsets>
struct SegmentsInside {
  static constexpr u32 threads = THREADS, min_blocks = 1;
  struct Shared {};

  DEVICE static void run(const Offsets& offsets, u64 len, CountResult<1> items) {
    if (thread() != 0) return;
    u64 first = offsets.at(0), last = offsets.at(offsets.len() - 1);
    // Offsets in the wrong order are those of some segment, which the next launch finds and reports.
    bool wrong = wrong_offsets(first, first, len) || wrong_offsets(last, last, len) || last < first;
    *items = wrong ? 0 : last - first;
  }
};
