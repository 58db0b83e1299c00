// Memory of a stream's workspace, as the host hands it to a kernel. Each use has a type of its own, here and on the host, so that
// a kernel that confuses two uses doesn't compile.

#define HANDED(NAME, T)                      \
  struct NAME {                              \
    T it;                                    \
    DEVICE operator T() const { return it; } \
  };
// Words that each launch finds zero and leaves zero.
HANDED(Tickets, u64*)      // the counter from which blocks take tickets
HANDED(Best, u64*)         // the best position of a search
HANDED(DigitCounts, u64*)  // the number of items with each digit
// Scratch memory.
HANDED(WindowCuts, u64*)                // the first segment of each window
HANDED(Plan, u32*)                      // the buffer that each pass of a sort reads
HANDED(HasBins, u32*)                   // whether a scatter uses bins
HANDED(Owners, u32*)                    // the item that owns each position
HANDED(Crossings, u64*)                 // begins and ends of the segments across boundaries of tiles
HANDED(Failed, u64*)                    // whether a comparison has failed
template <class T> HANDED(Starts, T*)   // the place of the first item with each digit
template <class T> HANDED(Partials, T*) // partial results of blocks
// The host's memory for the result.
template <class T> HANDED(HostResult, T*)
// States of tiles, and the tag of this launch, which no earlier launch had.
HANDED(States, u64*)
HANDED(Tag, u32)
#undef HANDED

// Places for the counts that a kernel leaves, in the host's memory or in the device's.
template <u32 N>
struct CountResult {
  u64* it[N];
  DEVICE u64& operator[](u32 k) const { return *it[k]; }
  DEVICE u64& operator*() const { return *it[0]; }
  DEVICE void clear() const {
    UNROLL for (u32 k = 0; k < N; k += 1) *it[k] = 0;
  }
};
