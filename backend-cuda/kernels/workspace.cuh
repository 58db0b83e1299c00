// Memory of a stream's workspace, as the host hands it to a kernel. Each use has a type of its own, here and on the host, so that
// a kernel that takes one for another isn't compiled.

#define HANDED(NAME, T)                      \
  struct NAME {                              \
    T it;                                    \
    DEVICE operator T() const { return it; } \
  };
// Words that are zero, and that each launch leaves so: the counter from which blocks take their turns, the best position of a
// search, numbers of items with a digit.
HANDED(Tickets, u64*)
HANDED(Best, u64*)
HANDED(DigitCounts, u64*)
// Scratch memory: the first segment of each block, where a sort's passes read, whether there are bins, owners of positions, whether a launch has failed.
HANDED(WindowCuts, u64*)
HANDED(Plan, u32*)
HANDED(HasBins, u32*)
HANDED(Owners, u32*)
// The starts and ends of segments across boundaries of tiles.
HANDED(Crossings, u64*)
HANDED(Failed, u64*)
// Where items with a digit begin, and partial results of blocks.
template <class T> HANDED(Starts, T*)
template <class T> HANDED(Partials, T*)
// Memory of the host for the result.
template <class T> HANDED(HostResult, T*)
// States of tiles, and the tag of this launch, which no earlier one had.
HANDED(States, u64*)
HANDED(Tag, u32)
#undef HANDED
