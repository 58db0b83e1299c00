// The check of accesses to a block's shared memory and to the elements of the arguments, in the programs of kernels that users
// write. The compiler instruments accesses as for its thread sanitizer, and they call the functions of instrumented.cuh instead of
// the sanitizer's library.
//
// There are three findings: a read of shared memory that no thread has written; an access beyond a variable; and a race, which
// is two accesses to a byte by two threads that nothing in order.cuh orders, at least one a write and at least one plain.
//
// The last accesses to each 4 bytes are recorded. A new one replaces one that its thread knows and that races with nothing that
// the new one doesn't race with, or else any. So each race that is reported exists, and some may be missed if more than 4
// threads access the same bytes.

#ifdef ONRUSH_EMULATED
extern "C" {
extern char __ehdr_start __attribute__((visibility("hidden")));
}

namespace emulated {
// The bytes that a block has for its variables and the gaps behind each, and the bytes behind the memory that the launch chooses.
constexpr u64 VARIABLES_ROOM = VARIABLES_SHARED + (16 << 10), BEHIND_ALL = 16 << 10;

// A variable in shared memory, by its declaration.
struct SharedVariable {
  const void* site;
  const char* name;
  u64 from, bytes, element;
};
constexpr u32 SHARED_VARIABLES = 256;
// The gap behind each variable, in bytes.
constexpr u64 BEHIND = 16;
static SharedVariable shared_variables[SHARED_VARIABLES];
static u32 shared_variable_count;
static u64 shared_variable_bytes;

// The block's variable that is declared at this site. Sites differ by address only within a program.
static void* shared_variable(const void* site, u64 bytes, u64 align, const char* name, u64 element) {
  u8* memory = static_cast<u8*>(self->block->shared);
  for (u32 k = 0; k < shared_variable_count; k += 1) {
    if (shared_variables[k].site == site) return memory + shared_variables[k].from;
  }
  u64 from = shared_variable_bytes == 0 ? 0 : shared_variable_bytes + BEHIND;
  from = (from + align - 1) / align * align;
  static u64 together = 0;
  together = (together + align - 1) / align * align + bytes;
  if (together > VARIABLES_SHARED || from + bytes > VARIABLES_ROOM || shared_variable_count == SHARED_VARIABLES) {
    fail(REFUSED, "the kernel's variables take more than %u bytes of shared memory, or are more than %u", VARIABLES_SHARED,
         SHARED_VARIABLES);
  }
  shared_variables[shared_variable_count] = {site, name, from, bytes, element};
  shared_variable_count += 1;
  shared_variable_bytes = from + bytes;
  return memory + from;
}

// A vector among the kernel's arguments.
struct Argument {
  const char* name;
  const u8* from;
  u64 bytes, element;
};
constexpr u32 ARGUMENTS = 16;
static Argument arguments[ARGUMENTS];
static u32 argument_count;

// An access to 4 bytes: the thread, its time, the place in the code (`at`), which of the bytes, and the kind.
enum : u8 { WRITES = 1, ATOMIC = 2, COMPARES = 4, IS_WORD = 8 };
struct Access {
  u32 time, block, at;
  u16 thread;
  u8 bytes, kind;
};
constexpr u32 ACCESSES = 4;
struct Granule {
  u64 tag;  // the block, or the 4 bytes of other memory, to which the accesses belong
  u32 written, victim;
  Access accesses[ACCESSES];
};
// Resident blocks have granules for all their shared memory; other memory shares a table of fixed size.
constexpr u64 TABLE = 1 << 21;
static Granule* granules;
static u64 granules_of_block;

// The word that an atomic operation of this fiber is changing.
static const void* atomic_at;
static bool atomic_compares;
static const Fiber* atomic_by;

// The bytes of shared memory that the launch has chosen.
UNCHECKED static u64 dynamic_bytes() { return machine.launch.shared_bytes - VARIABLES_ROOM - BEHIND_ALL; }
UNCHECKED_INLINE u64 granule_bytes() { return (RESIDENT * granules_of_block + TABLE) * sizeof(Granule); }

UNCHECKED static void begin_launch() {
  granules_of_block = machine.launch.shared_bytes / 4 + 2;
  void* memory = mmap(nullptr, granule_bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  granules = memory == MAP_FAILED ? nullptr : static_cast<Granule*>(memory);
  atomic_at = nullptr;
  blind = false;
  now = 0;
  argument_count = 0;
  for (Argument& argument : arguments) argument = Argument();
}
UNCHECKED static void end_launch() {
  forget_order();
  if (granules != nullptr) munmap(granules, granule_bytes());
  granules = nullptr;
}

// The variable at this byte or before it; null if the byte is in the memory that the launch has chosen.
UNCHECKED static const SharedVariable* variable_at(u64 byte) {
  const SharedVariable* found = nullptr;
  for (u32 k = 0; k < shared_variable_count; k += 1) {
    const SharedVariable& v = shared_variables[k];
    if (v.from <= byte && (found == nullptr || found->from < v.from)) found = &v;
  }
  return byte < VARIABLES_ROOM ? found : nullptr;
}
// An argument that contains all of these bytes; arguments may overlap, such as a part and its whole.
UNCHECKED static const Argument* argument_at(const u8* address, u64 bytes = 1) {
  for (u32 k = 0; k < argument_count; k += 1) {
    u64 from = u64(address - arguments[k].from);
    if (from < arguments[k].bytes && arguments[k].bytes - from >= bytes) return &arguments[k];
  }
  return nullptr;
}
UNCHECKED_INLINE u64 byte_of(const u8* address) { return u64(address - static_cast<const u8*>(self->block->shared)); }

UNCHECKED static const char* verb(u32 kind, bool past) {
  if ((kind & IS_WORD) != 0) return (kind & WRITES) != 0 ? (past ? "stored" : "stores") : (past ? "loaded" : "loads");
  if ((kind & ATOMIC) != 0) return past ? "changed" : "changes";
  return (kind & WRITES) != 0 ? (past ? "written" : "writes") : (past ? "read" : "reads");
}

// Reports a finding. In its message, places of accesses stand between two @, and the host replaces them by lines.
UNCHECKED static void found(Finding finding, const u8* address, const Access& mine, const Access* other) {
  char where[128], before[192] = "";
  u64 byte = byte_of(address);
  const SharedVariable* v = variable_at(byte);
  if (byte >= machine.launch.shared_bytes) {
    const Argument* a = argument_at(address);
    snprintf(where, sizeof(where), "item %llu of `%.60s` (argument %u)", u64(address - a->from) / a->element, a->name, u32(a - arguments));
  } else if (v != nullptr) {
    snprintf(where, sizeof(where), "element %llu of `%.60s`", (byte - v->from) / v->element, v->name);
  } else {
    snprintf(where, sizeof(where), "byte %llu of `dynamic_shared`", byte - VARIABLES_ROOM);
  }
  if (other != nullptr && other->block == mine.block) {
    snprintf(before, sizeof(before), "; thread %u has %s it at @%x@, and no barrier stands between", other->thread,
             verb(other->kind, true), other->at);
  } else if (other != nullptr) {
    snprintf(before, sizeof(before), "; thread %u of block %u has %s it at @%x@, and no words with fences order the blocks",
             other->thread, other->block, verb(other->kind, true), other->at);
  }
  const char* what = finding == RACE ? "race" : finding == OUT_OF_BOUNDS ? "out of bounds" : "uninitialised";
  fail(finding, "%s: thread %u of block %u %s %s at @%x@%s", what, self->thread, self->block->index, verb(mine.kind, false), where,
       mine.at, before);
}

UNCHECKED_INLINE bool is_of_one_thread(const Access& a, const Access& b) { return a.thread == b.thread && a.block == b.block; }
// Whether two accesses race if nothing orders them. A plain read doesn't race with `atomic_cas`, since it may begin a loop of it.
UNCHECKED_INLINE bool conflict(const Access& a, const Access& b) {
  if ((a.bytes & b.bytes) == 0 || ((a.kind | b.kind) & WRITES) == 0 || (a.kind & b.kind & ATOMIC) != 0) return false;
  if (((a.kind | b.kind) & COMPARES) != 0) return (a.kind & WRITES) != 0 && (b.kind & WRITES) != 0;
  return true;
}
// Whether each access that races with `b` races with `a` as well.
UNCHECKED_INLINE bool stands_for(const Access& a, const Access& b) {
  return (b.bytes & ~a.bytes) == 0 && (b.kind & WRITES & ~a.kind) == 0 && (a.kind & ~b.kind & (ATOMIC | COMPARES)) == 0;
}

// Whether an atomic operation has seen another one of the same bytes, so that it can replace it in the record.
UNCHECKED_INLINE bool has_seen(const Access& mine, const Access& other) {
  return (mine.kind & other.kind & ATOMIC) != 0 && (mine.kind & IS_WORD) == 0 && (other.bytes & ~mine.bytes) == 0 &&
         (mine.kind & ~other.kind & COMPARES) == 0;
}

// Records an access; returns an access of another thread with which it races, or null.
UNCHECKED static const Access* note(Granule* granule, const Access& mine) {
  const Clock* known = watched_of(self).knows;
  Access* place = nullptr;
  for (Access& other : granule->accesses) {
    if (other.time == 0) {
      if (place == nullptr) place = &other;
      continue;
    }
    bool same = is_of_one_thread(other, mine);
    // Later accesses of other threads have been compared with the recorded one.
    if (same && other.time == mine.time && stands_for(other, mine)) return nullptr;
    bool ordered = same || knows(known, other.block, other.thread, other.time);
    if (!ordered && conflict(other, mine)) return &other;
    if ((ordered && stands_for(mine, other)) || has_seen(mine, other)) {
      // The new access needs one place, so the one before is freed.
      if (place != nullptr && place->time != 0) place->time = 0;
      place = &other;
    }
  }
  if (place == nullptr) {
    granule->victim = granule->victim * 1664525 + 1013904223;
    place = &granule->accesses[granule->victim >> 30];
  }
  *place = mine;
  return nullptr;
}

UNCHECKED static void check(const u8* address, u64 bytes, u32 kind, u32 at) {
  Watched& w = watched_of(self);
  if ((kind & ATOMIC) == 0) pass_time(w);
  Access mine = {w.time, self->block->index, at, u16(self->thread), 0, u8(kind)};
  u64 byte = byte_of(address);
  bool shared = byte < machine.launch.shared_bytes, writes = (kind & WRITES) != 0;
  if (shared) {
    const SharedVariable* v = variable_at(byte);
    u64 end = byte < VARIABLES_ROOM ? (v == nullptr ? 0 : v->from + v->bytes) : VARIABLES_ROOM + dynamic_bytes();
    if (byte + bytes > end) return found(OUT_OF_BOUNDS, address, mine, nullptr);
  } else if (argument_at(address, bytes) == nullptr) {
    // The access begins in an argument and ends beyond it.
    return found(OUT_OF_BOUNDS, address, mine, nullptr);
  }
  Granule* of_block = granules + TABLE + slot_of(self->block) * granules_of_block;
  // One written byte is enough, since a value may have padding.
  bool initialised = writes || !shared;
  u64 first = (shared ? byte : u64(address)) / 4, last = ((shared ? byte : u64(address)) + bytes - 1) / 4;
  for (u64 k = first; k <= last; k += 1) {
    Granule* granule = shared ? of_block + k : granules + k % TABLE;
    u64 tag = shared ? u64(self->block->index) + 1 : k;
    if (granule->tag != tag) {
      *granule = Granule();
      granule->tag = tag;
    }
    u32 from = k == first ? u32((shared ? byte : u64(address)) % 4) : 0;
    u32 to = k == last ? u32(((shared ? byte : u64(address)) + bytes - 1) % 4) : 3;
    mine.bytes = u8((0xfu << from) & (0xfu >> (3 - to)));
    initialised = initialised || (granule->written & mine.bytes) != 0;
    if (writes) granule->written |= mine.bytes;
    else if (granule->written == 0 && shared) continue;
    if (blind) continue;
    const Access* other = note(granule, mine);
    const u8* there = k == first ? address : address - u64(address) % 4 + (k - first) * 4;
    if (other != nullptr) return found(RACE, there, mine, other);
  }
  if (!initialised) found(UNINITIALISED, address, mine, nullptr);
}

UNCHECKED static void access(const void* p, u64 bytes, u32 kind, const void* caller) {
  if (self == nullptr || machine.failed || granules == nullptr || bytes == 0) return;
  const u8* address = static_cast<const u8*>(p);
  if (byte_of(address) >= machine.launch.shared_bytes && argument_at(address) == nullptr) return;
  if (p == atomic_at && self == atomic_by) kind |= ATOMIC | (atomic_compares ? COMPARES : 0);
  check(address, bytes, kind, u32(static_cast<const char*>(caller) - 1 - &__ehdr_start));
}

// The hooks of the calls of device.cuh, which are inlined in the user's functions, so that the return addresses are places there.
UNCHECKED static void watch_load(const void* at, void* out, u32 bytes, bool acquires) {
  refuse_shared("load_relaxed or load_acquire", at);
  access(at, bytes, ATOMIC | IS_WORD, __builtin_return_address(0));
  order_load(at, acquires);
  __builtin_memcpy(out, at, bytes);
}
UNCHECKED static void watch_store(Store* store, bool releases) {
  refuse_shared("store_relaxed or store_release", store->at);
  access(store->at, store->bytes, WRITES | ATOMIC | IS_WORD, __builtin_return_address(0));
  order_store(store, releases);
}
UNCHECKED static void watch_atomic(const void* at, bool compares) {
  atomic_at = at;
  atomic_compares = compares;
  atomic_by = self;
}
UNCHECKED static void watch_changed() {
  const void* at = atomic_at;
  atomic_at = nullptr;
  order_atomic(at);
}
__attribute__((constructor)) UNCHECKED static void watch() {
  hooks = {begin_launch, end_launch, begin_block, meet_block, meet_lanes, pass_fence, watch_load, watch_store, show_store, watch_atomic, watch_changed};
}
}  // namespace emulated
extern "C" {
u64 onrush_shared_bytes = emulated::VARIABLES_ROOM + emulated::BEHIND_ALL, onrush_shared_each = 1;
}
#endif
