// The emulated device. Several blocks are resident at once, each of their threads is a fiber, and a seeded scheduler
// chooses the next one. A seed determines the run. Faults that a GPU shows rarely, or by hanging, are errors.

namespace emulated {
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
constexpr u32 WARP_LANES = 32;

// A line of the kernels' source. Compilers mostly keep one copy of a file's name, but needn't.
struct Place {
  const char* file;
  u32 line;
};
inline bool operator==(Place a, Place b) {
  return a.line == b.line && (a.file == b.file || __builtin_strcmp(a.file, b.file) == 0);
}

// The joint operations of a warp's lanes.
enum Kind : u32 { SYNC, SHUFFLE, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_XOR, BALLOT, MATCH };

// The input of one lane at a rendezvous, and the place of its result.
struct Visit {
  const void* in;
  void* out;
  u32 by;
};

// A meeting of lanes that wait for each other.
struct Meeting {
  Kind kind;
  u32 mask, arrived;
  u32 size;
  Place place;
};

// The place at which a stack resumes, and the data that AddressSanitizer needs.
struct Context {
  void* pointer;
  void* fake;
  const void* bottom;
  unsigned long size;
};

struct Block;
struct Fiber {
  Context context;
  Block* block;
  u32 thread;
  Visit visit;
};

struct Warp {
  Block* block;
  u32 number;
  u32 runnable, exited;
  u32 last;  // the lane that ran last
  u32 listed;  // its place among the machine's ready warps, counted from 1
  u32 meetings;
  Meeting meeting[WARP_LANES];
};

struct Block {
  u32 index, live, waiting;
  bool resident;
  Place barrier;
  void* shared;
  Fiber* fibers;
  Warp* warps;
};

// The rules that a launch may break, by numbers that the host knows.
enum Finding : u32 { REFUSED = 1, DIVERGENCE, MASK, DEADLOCK, OUT_OF_BOUNDS, UNINITIALISED, RACE };

// An allocation, with a mark for each byte: 1 if the byte has been written.
struct Written {
  u64 from, bytes;
  u8* marks;
};

// The arguments of a launch.
struct Launch {
  const void* params;
  u64 params_bytes;
  u32 grid, threads;
  u64 shared_bytes;
  u64 seed;
  u64 patience;  // the number of pauses without any progress that counts as a deadlock
  void** stacks;
  Finding* finding;
  char* error;
  u64 error_bytes;
  // The device's allocations, sorted by address; there are none unless reads of uninitialised memory are to be detected.
  const Written* written;
  u64 written_count;
};

// A program: its kernel, the size and alignment of the kernel's parameters, and the most threads of a block.
struct Program {
  void (*thread)(const void* params);
  u64 params_bytes, params_align;
  u32 threads;
};

// A store that other threads don't see yet, and the clocks that it hands on to those that will see it.
struct Store {
  Fiber* owner;
  void* at;
  u32 bytes;
  u64 value[2];
  void *to_block, *to_all;
  u32 block;
};

// The functions that watch accesses to memory and their order, in the programs of kernels that users write. They are called …
struct Hooks {
  void (*launch)();                                                     // before a launch
  void (*end)();                                                        // after it
  void (*block)(Block* block);                                          // when a block starts
  void (*barrier)(Block* block);                                        // when all threads of a block are at a barrier
  void (*sync_warp)(Warp* warp, u32 mask);                              // when all lanes of a mask are at sync_warp
  void (*fence)(bool device);                                           // at a fence
  void (*load)(const void* at, void* out, u32 bytes, bool acquires);    // to load a word
  void (*store)(Store* store, bool releases);                           // when a word is stored
  void (*visible)(Store* store);                                        // when a store becomes visible
  void (*atomic)(const void* at, bool compares);                        // before the accesses of an atomic operation
  void (*changed)();                                                    // after these
};

constexpr u32 RESIDENT = 4;
constexpr u32 STORES = 16;

struct Machine {
  Launch launch;
  u32 grid, threads;
  const void* params;
  void (*run)(const void* params);
  Context main;
  Block blocks[RESIDENT];
  Warp** ready;
  u32 ready_count;
  u32 started, finished, step, offset;  // blocks are started in an order that depends on the seed
  u64 random;
  u32 eager;  // the number of scheduling points, of 16, that switch
  u32 loyal;  // the number of switches, of 16, that stay in the warp
  u32 frozen, thaw;
  Store stores[STORES];
  u32 store_count;
  u64 pauses;
  u32 points;
  bool away;  // the fiber that runs now waits for others, so it isn't chosen at once
  bool failed;
};

// The runtime (runtime.cuh and what follows it) is compiled once, and linked to each program. It defines what is declared here.
#pragma GCC visibility push(hidden)
extern Machine machine;
extern Fiber* self;
extern Hooks hooks;

// The next pseudorandom number of the launch, a function of the seed.
u32 random();
// Ends the launch with an error, of which the first is recorded.
__attribute__((format(printf, 2, 3))) void fail(Finding finding, const char* format, ...);
// Leaves the thread that runs, for good.
void abandon();
// Ends a thread inside the kernel.
[[noreturn]] void end_lane();
// Lets other threads run until the scheduler chooses this one again, which must be runnable for that.
void yield();
// A scheduling point: another thread may run before this one goes on.
void point();
// Lets other threads run, in a loop that waits for a word.
void pause();
// Waits until all lanes of the mask have arrived, and computes their operation.
void meet(Kind kind, u32 mask, const void* in, void* out, u32 size, u32 by, Place place);
// Waits until all threads of the block have arrived.
void sync_block(Place place);
// The block's shared memory, of this many bytes.
void* shared_bytes(u64 bytes);
// Makes every store to this word visible: the accesses to one word have one order.
void settle(const void* at);
// Makes this thread's stores visible before its next step.
void order_stores();
// Makes this thread's stores to a word visible before it loads the word.
void before_load(const void* at);
// Adds a store to those that wait.
Store& new_store(void* at, u32 bytes, bool ordered);
// Makes every store to this word visible, or lets them wait, as the seed decides.
void settle_sometimes(const void* at);
#pragma GCC visibility pop

inline Warp* warp_of(Fiber* fiber) { return &fiber->block->warps[fiber->thread / WARP_LANES]; }
inline u32 lane_of(Fiber* fiber) { return fiber->thread % WARP_LANES; }

// Counts the pauses anew after a write that has changed a word: threads that waited for it may go on.
inline void wrote(bool changed) {
  if (changed) machine.pauses = 0;
}
}  // namespace emulated
