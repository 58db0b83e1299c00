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

// Lists of items, each with a word that has the tag of this launch and the list's last item; in front of these, a word that says
// whether any list is long.
constexpr u32 PLACE_HASH = 2654435769u, LONG_LIST = ~0u;
struct ItemLists {
  u64* words;
  u32 tag;
  u32 shift;
  DEVICE u64* heads() const { return words + 1; }
  DEVICE u64 word(u32 item) const { return u64(tag) << 32 | item; }
  // The list of a place: its own, or that of its hash.
  DEVICE u32 of(u32 place) const { return shift == 0 ? place : place * PLACE_HASH >> shift; }
};
