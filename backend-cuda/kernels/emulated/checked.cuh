// Watches each access to a block's shared memory, in the programs of kernels that users write. The compiler instruments accesses
// as for its thread sanitizer, and calls the functions at the end of this file instead of the sanitizer's library.
//
// Findings: a read of what no thread has written; an access beyond a variable; and a race, which is two accesses to a byte by two
// threads, at least one of them a plain write, where the first thread has passed no barrier, fence, atomic, shuffle or vote
// since its own. So each race that is found is one; some aren't found in some orders, and other seeds have other orders.
//
// All that is noted lies behind the block's shared memory. It begins anew with each block, since memory holds no such magic word
// when a block starts.

#ifdef ONRUSH_EMULATED
extern "C" {
extern char __ehdr_start __attribute__((visibility("hidden")));
}

namespace emulated {
// Not watched; inlined into watched functions they would be.
#define UNCHECKED __attribute__((no_sanitize("thread"), noinline))
constexpr u64 CHECKED_MAGIC = 0x0123456789abcdefull;
constexpr u32 MOST_THREADS = 1024;
constexpr u16 NO_THREAD = 0xffff;

// An access by a thread: the barriers that it had passed, the other operations that order, and the place in the code.
struct Trace {
  u16 thread, barriers, orders;
  u32 at;
};
struct Cell {
  Trace write, read;
};
struct Clock {
  u16 barriers, orders;
};
struct Checked {
  u64 magic;
  Clock clocks[MOST_THREADS];
  Cell cells[1];
};
// The bytes that a block gets for its variables, with those behind each, and for what is noted of them; and those for each byte that
// the launch chooses.
constexpr u64 VARIABLES_ROOM = VARIABLES_SHARED + (16 << 10), CHECKED_EACH = 1 + sizeof(Cell);
constexpr u64 CHECKED_ROOM = VARIABLES_ROOM * CHECKED_EACH + sizeof(Checked) + 16;

// A variable in shared memory.
struct SharedVariable {
  const void* site;
  const char* name;
  u64 from, bytes, element;
};
constexpr u32 SHARED_VARIABLES = 256;
// Bytes behind each variable that belong to none.
constexpr u64 BEHIND = 16;
static SharedVariable shared_variables[SHARED_VARIABLES];
static u32 shared_variable_count;
static u64 shared_variable_bytes;

// The block's variable that is declared at this site. Sites are told apart by address alone: those of other programs may share it.
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
    fail("the kernel's variables take more than %u bytes of shared memory, or are more than %u", VARIABLES_SHARED,
         SHARED_VARIABLES);
  }
  shared_variables[shared_variable_count] = {site, name, from, bytes, element};
  shared_variable_count += 1;
  shared_variable_bytes = from + bytes;
  return memory + from;
}

// The word that an atomic operation of this fiber is changing.
static const void* atomic_at;
static const Fiber* atomic_by;

// The bytes that the launch has chosen.
UNCHECKED static u64 dynamic_bytes() { return (machine.launch.shared_bytes - CHECKED_ROOM) / CHECKED_EACH; }

UNCHECKED static Checked* checked() {
  u8* memory = static_cast<u8*>(self->block->shared);
  u64 watched = VARIABLES_ROOM + dynamic_bytes();
  Checked* checked = reinterpret_cast<Checked*>(memory + (watched + 15) / 16 * 16);
  if (checked->magic != CHECKED_MAGIC) {
    checked->magic = CHECKED_MAGIC;
    for (u32 k = 0; k < MOST_THREADS; k += 1) checked->clocks[k] = {0, 0};
    for (u64 k = 0; k < watched; k += 1) checked->cells[k].write.thread = checked->cells[k].read.thread = NO_THREAD;
  }
  return checked;
}

UNCHECKED static void orders() { checked()->clocks[self->thread].orders += 1; }
UNCHECKED static void passes_barrier() { checked()->clocks[self->thread].barriers += 1; }

// The variable that has or precedes this byte; null if the launch has chosen it.
UNCHECKED static const SharedVariable* variable_at(u64 byte) {
  const SharedVariable* found = nullptr;
  for (u32 k = 0; k < shared_variable_count; k += 1) {
    const SharedVariable& v = shared_variables[k];
    if (v.from <= byte && (found == nullptr || found->from < v.from)) found = &v;
  }
  return byte < VARIABLES_ROOM ? found : nullptr;
}

// The places of accesses stand between two signs in messages, and the host finds their lines.
UNCHECKED static void found(const char* what, const char* does, u64 byte, u32 at, const Trace* other, const char* did) {
  char where[96], before[96] = "";
  const SharedVariable* v = variable_at(byte);
  if (v != nullptr) snprintf(where, sizeof(where), "element %llu of `%s`", (byte - v->from) / v->element, v->name);
  else snprintf(where, sizeof(where), "byte %llu of `dynamic_shared`", byte - VARIABLES_ROOM);
  if (other != nullptr) snprintf(before, sizeof(before), "; thread %u has %s it at @%x@, and no barrier stands between", other->thread, did, other->at);
  fail("%s: thread %u of block %u %s %s at @%x@%s", what, self->thread, self->block->index, does, where, at, before);
}

UNCHECKED static bool is_unordered(const Checked* all, const Trace& other) {
  const Clock& mine = all->clocks[self->thread];
  return other.thread != NO_THREAD && other.thread != self->thread && other.barriers == mine.barriers &&
         other.orders == all->clocks[other.thread].orders;
}

UNCHECKED static void check(u64 byte, u64 bytes, bool writes, bool atomic, u32 at) {
  const char* does = atomic ? "changes" : writes ? "writes" : "reads";
  const SharedVariable* v = variable_at(byte);
  u64 end = byte < VARIABLES_ROOM ? (v == nullptr ? 0 : v->from + v->bytes) : VARIABLES_ROOM + dynamic_bytes();
  if (byte + bytes > end) return found("out of bounds", does, byte, at, nullptr, nullptr);
  Checked* all = checked();
  Trace mine = {u16(self->thread), all->clocks[self->thread].barriers, all->clocks[self->thread].orders, at};
  bool written = false;
  for (u64 k = byte; k < byte + bytes; k += 1) written = written || all->cells[k].write.thread != NO_THREAD;
  // A value may have bytes that are never written.
  if (!writes && !written) return found("uninitialised", does, byte, at, nullptr, nullptr);
  for (u64 k = byte; k < byte + bytes; k += 1) {
    Cell& cell = all->cells[k];
    if (is_unordered(all, cell.write)) return found("race", does, k, at, &cell.write, "written");
    if (writes && is_unordered(all, cell.read)) return found("race", does, k, at, &cell.read, "read");
    if (writes) cell.write = mine;
    else cell.read = mine;
  }
}

UNCHECKED static void access(const void* address, u64 bytes, bool writes, const void* caller) {
  if (self == nullptr || machine.failed) return;
  u64 byte = u64(static_cast<const u8*>(address) - static_cast<const u8*>(self->block->shared));
  if (byte >= machine.launch.shared_bytes) return;
  bool atomic = address == atomic_at && self == atomic_by;
  check(byte, bytes, writes, atomic, u32(static_cast<const char*>(caller) - 1 - &__ehdr_start));
}

// The words of device.cuh call these.
inline void refuse_shared(const char* word, const void* at) {
  if (u64(static_cast<const u8*>(at) - static_cast<const u8*>(self->block->shared)) < machine.launch.shared_bytes) {
    fail("%s: the word is in shared memory, and these are for global memory (thread %u of block %u)", word, self->thread,
         self->block->index);
  }
}
inline void checked_before_atomic(const void* at) {
  before_atomic(at);
  atomic_at = at;
  atomic_by = self;
}
inline void checked_wrote(bool changed) {
  wrote(changed);
  atomic_at = nullptr;
  orders();
}
inline void checked_before_load(const void* at) {
  refuse_shared("load_relaxed or load_acquire", at);
  before_load(at);
  orders();
}
inline void checked_store(void* at, const void* value, u32 bytes, bool ordered) {
  refuse_shared("store_relaxed or store_release", at);
  orders();
  store(at, value, bytes, ordered);
}
inline void checked_order_stores() {
  order_stores();
  orders();
}
inline void checked_meet(Kind kind, u32 mask, const void* in, void* out, u32 size, u32 by, Place place) {
  orders();
  meet(kind, mask, in, out, size, by, place);
}
inline void checked_sync_block(Place place) {
  sync_block(place);
  passes_barrier();
}
}  // namespace emulated

extern "C" {
u64 onrush_shared_bytes = emulated::CHECKED_ROOM, onrush_shared_each = emulated::CHECKED_EACH;

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
// The trap is changed by this one.
int __tsan_atomic64_compare_exchange_strong(volatile u64* at, u64* expected, u64 v, int, int) {
  bool same = *at == *expected;
  if (same) *at = v;
  else *expected = *at;
  return same;
}
#define ACCESS(NAME, BYTES, WRITES) \
  UNCHECKED void __tsan_##NAME(void* p) { emulated::access(p, BYTES, WRITES, __builtin_return_address(0)); }
#define ACCESSES(BYTES)                                                                                     \
  ACCESS(read##BYTES, BYTES, false) ACCESS(write##BYTES, BYTES, true) ACCESS(unaligned_read##BYTES, BYTES, false) \
  ACCESS(unaligned_write##BYTES, BYTES, true)
ACCESSES(1) ACCESSES(2) ACCESSES(4) ACCESSES(8) ACCESSES(16)
#undef ACCESSES
#undef ACCESS
UNCHECKED void __tsan_read_range(void* p, unsigned long n) { emulated::access(p, n, false, __builtin_return_address(0)); }
UNCHECKED void __tsan_write_range(void* p, unsigned long n) { emulated::access(p, n, true, __builtin_return_address(0)); }
// Compilers may call these for copies.
UNCHECKED void* __tsan_memcpy(void* to, const void* from, unsigned long n) {
  emulated::access(from, n, false, __builtin_return_address(0));
  emulated::access(to, n, true, __builtin_return_address(0));
  return __builtin_memcpy(to, from, n);
}
UNCHECKED void* __tsan_memmove(void* to, const void* from, unsigned long n) {
  emulated::access(from, n, false, __builtin_return_address(0));
  emulated::access(to, n, true, __builtin_return_address(0));
  return __builtin_memmove(to, from, n);
}
UNCHECKED void* __tsan_memset(void* to, int byte, unsigned long n) {
  emulated::access(to, n, true, __builtin_return_address(0));
  return __builtin_memset(to, byte, n);
}
}
#define before_atomic checked_before_atomic
#define wrote checked_wrote
#define before_load checked_before_load
#define store checked_store
#define order_stores checked_order_stores
#define meet checked_meet
#define sync_block checked_sync_block
#endif
