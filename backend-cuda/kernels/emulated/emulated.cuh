// The emulated device. Several blocks are resident at once, each of their threads is a fiber, and a seeded scheduler
// chooses the next one. The same seed gives the same run. Faults that a GPU shows rarely, or by never ending, are
// errors.

namespace emulated {
constexpr u32 WARP_LANES = 32;

// A line of the kernels' source.
struct Place {
  const char* file;
  u32 line;
};
inline bool operator==(Place a, Place b) { return a.line == b.line && __builtin_strcmp(a.file, b.file) == 0; }

// The joint operations of a warp's lanes.
enum Kind : u32 { SYNC, SHUFFLE, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_XOR, BALLOT, MATCH };
constexpr const char* KINDS[] = {"sync_warp", "shuffle", "shuffle_up", "shuffle_down", "shuffle_xor", "ballot", "match_any"};

// The input of one lane at a rendezvous, and the place of its result.
struct Visit {
  const void* in;
  void* out;
  u32 by;
};

// A meeting: lanes that wait for each other.
struct Meeting {
  Kind kind;
  u32 mask, arrived;
  u32 size;
  Place place;
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

// The rules that a launch may break; the host knows their numbers.
enum Finding : u32 { REFUSED = 1, DIVERGENCE, MASK, DEADLOCK, OUT_OF_BOUNDS, UNINITIALISED, RACE };

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
};

// A program: its kernel, the size and alignment of the kernel's parameters, and the number of threads that it was made
// for.
struct Program {
  void (*thread)(const void* params);
  u64 params_bytes, params_align;
  u32 threads;
};

// A store that other threads don't see yet, and what it hands on to those that see it.
struct Store {
  Fiber* owner;
  void* at;
  u32 bytes;
  u64 value[2];
  void *to_block, *to_all;
  u32 block;
};

// The functions that watch accesses to memory and their order, in the programs of kernels that users write.
struct Hooks {
  void (*launch)();
  void (*end)();
  // A block starts.
  void (*block)(Block* block);
  // All threads of a block have come to a barrier.
  void (*barrier)(Block* block);
  // All lanes of a mask have come.
  void (*sync_warp)(Warp* warp, u32 mask);
  void (*fence)(bool device);
  // Loads a word.
  void (*load)(const void* at, void* out, u32 bytes, bool acquires);
  // A word is stored.
  void (*store)(Store* store, bool releases);
  // The others see the word.
  void (*visible)(Store* store);
  // The accesses that follow are an atomic operation's.
  void (*atomic)(const void* at, bool compares);
  // They are done.
  void (*changed)();
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

static Machine machine;
static Fiber* self;
static Hooks hooks;

inline u32 random() {
  machine.random ^= machine.random << 13;
  machine.random ^= machine.random >> 7;
  machine.random ^= machine.random << 17;
  return u32(machine.random >> 32);
}
inline bool chance(u32 of_16) { return of_16 != 0 && random() % 16 < of_16; }

// Records an error, the first of a launch, and ends the launch.
__attribute__((noinline, format(printf, 2, 3))) static void fail(Finding finding, const char* format, ...) {
  if (!machine.failed) {
    machine.failed = true;
    *machine.launch.finding = finding;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(machine.launch.error, machine.launch.error_bytes, format, arguments);
    va_end(arguments);
  }
  if (self != nullptr) go(&self->context, &machine.main, true);
}

inline Warp* warp_of(Fiber* fiber) { return &fiber->block->warps[fiber->thread / WARP_LANES]; }
inline u32 lane_of(Fiber* fiber) { return fiber->thread % WARP_LANES; }

inline void wake(Warp* warp, u32 lanes) {
  warp->runnable |= lanes;
  if (warp->runnable == 0 || warp->listed != 0) return;
  machine.ready[machine.ready_count] = warp;
  machine.ready_count += 1;
  warp->listed = machine.ready_count;
}

inline void unlist(Warp* warp) {
  Warp* last = machine.ready[machine.ready_count - 1];
  machine.ready[warp->listed - 1] = last;
  last->listed = warp->listed;
  warp->listed = 0;
  machine.ready_count -= 1;
}

// Lets other fibers run until this one is chosen again; a fiber that isn't runnable waits to be woken.
__attribute__((noinline)) static void yield() { go(&self->context, &machine.main); }

inline void block_on() {
  warp_of(self)->runnable &= ~(1u << lane_of(self));
  yield();
}

// A scheduling point: another thread may run before this one goes on.
inline void pause();
inline void point() {
  // Every 256th point pauses: a loop might wait for a word without a pause.
  machine.points += 1;
  if (machine.points % 256 == 0) return pause();
  if (machine.eager != 0 && chance(machine.eager)) yield();
}

// Notes a write; if it has changed a word, waiting threads may go on.
inline void wrote(bool changed) {
  if (changed) machine.pauses = 0;
}

inline void pause() {
  machine.pauses += 1;
  if (machine.pauses > machine.launch.patience) {
    fail(DEADLOCK, "deadlock: thread %u of block %u and others pause in a loop for a word that no thread writes", self->thread,
         self->block->index);
  }
  machine.away = true;
  yield();
}

inline void* shared_bytes(u64 bytes) {
  if (bytes > machine.launch.shared_bytes) {
    fail(REFUSED, "a kernel asks for %llu bytes of shared memory; it was launched with %llu", bytes, machine.launch.shared_bytes);
  }
  return self->block->shared;
}
}  // namespace emulated
