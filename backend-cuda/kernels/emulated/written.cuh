// Detects reads of uninitialised device memory in the library's own programs. The compiler instruments accesses as for its thread
// sanitizer, and calls the functions of instrumented.cuh instead of the sanitizer's library.

#ifdef ONRUSH_EMULATED
extern "C" {
extern char __ehdr_start __attribute__((visibility("hidden")));
// Tells the host that errors of this program hold addresses of instructions, for which it finds the source lines.
u64 onrush_shared_each = 1;
}

#define UNCHECKED __attribute__((no_sanitize("thread"), noinline))

namespace emulated {
enum : u8 { WRITES = 1 };

UNCHECKED static const Written* allocation_of(u64 address) {
  u64 from = 0, rest = machine.launch.written_count;
  while (rest > 0) {
    u64 half = rest / 2;
    bool before = machine.launch.written[from + half].from <= address;
    from = before ? from + half + 1 : from;
    rest = before ? rest - half - 1 : half;
  }
  const Written* found = from == 0 ? nullptr : &machine.launch.written[from - 1];
  return found != nullptr && address - found->from < found->bytes ? found : nullptr;
}

// Returns the marks of the bytes from `p` on, or null if `p` lies in no allocation. Cuts `bytes` at the allocation's end.
UNCHECKED static u8* marks_of(const void* p, const Written*& allocation, u64& bytes) {
  allocation = allocation_of(u64(p));
  if (allocation == nullptr) return nullptr;
  u64 at = u64(p) - allocation->from;
  if (bytes > allocation->bytes - at) bytes = allocation->bytes - at;
  return allocation->marks + at;
}

UNCHECKED static void mark(const void* p, u64 bytes) {
  const Written* allocation;
  u8* marks = marks_of(p, allocation, bytes);
  if (marks != nullptr) ROLLED for (u64 k = 0; k < bytes; k += 1) marks[k] = 1;
}

UNCHECKED static void access(const void* p, u64 bytes, u32 kind, const void* caller) {
  if (self == nullptr || machine.failed) return;
  if (kind == WRITES) return mark(p, bytes);
  u64 whole = bytes;
  const Written* allocation;
  u8* marks = marks_of(p, allocation, bytes);
  if (marks == nullptr) return;
  ROLLED for (u64 k = 0; k < bytes; k += 1) {
    if (marks[k] != 0) continue;
    u64 at = u64(static_cast<const char*>(caller) - 1 - &__ehdr_start);
    fail(UNINITIALISED, "uninitialised: thread %u of block %u reads %llu bytes at @%llx@, of which byte %llu was never written: "
         "byte %llu of %llu of an allocation", self->thread, self->block->index, whole, at, k, u64(p) - allocation->from + k,
         allocation->bytes);
  }
}

// Marks what a delayed store writes: the runtime, which isn't instrumented, makes such stores visible.
UNCHECKED static void mark_store(Store* store) { mark(store->at, store->bytes); }
__attribute__((constructor)) UNCHECKED static void watch() { hooks.visible = mark_store; }
}  // namespace emulated
#endif
