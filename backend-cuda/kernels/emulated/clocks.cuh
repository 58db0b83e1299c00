// Vector clocks, which say which accesses of other threads a thread knows, in the programs of kernels that users write. Time is one
// number for the whole launch, and a thread's own time advances when it hands on its accesses.
//
// K. Serebryany and T. Iskhodzhanov, ThreadSanitizer: data race detection in practice, 2009; C. Flanagan and S. Freund, FastTrack:
// efficient and precise dynamic race detection, 2009.
//
// Clocks are never changed, so that threads can share them. A clock with a barrier's knowledge takes a few bytes for each block.

#ifdef ONRUSH_EMULATED
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

namespace emulated {
// The attribute of functions whose own accesses aren't instrumented. Inlined into an instrumented function, they would be.
#define UNCHECKED __attribute__((no_sanitize("thread"), noinline))
#define UNCHECKED_INLINE __attribute__((no_sanitize("thread"), always_inline)) inline

// A clock's knowledge of one block: all accesses up to time `all`, and for some warps, those of each lane up to its own time.
struct Part {
  u32 refs, block, all, warps;
  u32 times[1];  // 32 for each warp in the mask `warps`
};
// A clock: its parts for blocks, in the order of their numbers. A null pointer is a clock that knows nothing.
struct Clock {
  u32 refs, count;
  Part* parts[1];
};

// The bytes of all clocks, and the most that they may take. Beyond this limit the launch's further races aren't looked for.
static u64 clock_bytes;
constexpr u64 MOST_CLOCK_BYTES = 256 << 20;
static bool blind;

UNCHECKED static void* allocate(u64 bytes) {
  u64* at = static_cast<u64*>(malloc(bytes + 16));
  if (at == nullptr) abort();
  *at = bytes;
  clock_bytes += bytes;
  if (clock_bytes > MOST_CLOCK_BYTES) blind = true;
  return at + 2;
}
UNCHECKED static void release(void* memory) {
  u64* at = static_cast<u64*>(memory) - 2;
  clock_bytes -= *at;
  free(at);
}

UNCHECKED_INLINE u64 bytes_of_part(u32 warps) { return sizeof(Part) + u64(__builtin_popcount(warps)) * 32 * 4; }
UNCHECKED_INLINE u64 bytes_of_clock(u32 count) { return sizeof(Clock) + u64(count) * sizeof(Part*); }
UNCHECKED static void drop(Part* part) {
  part->refs -= 1;
  if (part->refs == 0) release(part);
}
UNCHECKED static void drop(Clock* clock) {
  if (clock == nullptr) return;
  clock->refs -= 1;
  if (clock->refs != 0) return;
  for (u32 k = 0; k < clock->count; k += 1) drop(clock->parts[k]);
  release(clock);
}
UNCHECKED_INLINE Clock* keep(Clock* clock) {
  if (clock != nullptr) clock->refs += 1;
  return clock;
}
// Replaces a clock by another one, whose reference passes to `at`.
UNCHECKED_INLINE void put(Clock*& at, Clock* clock) {
  Clock* before = at;
  at = clock;
  drop(before);
}

// The times of a warp's lanes; null if the part knows the warp only up to `all`.
UNCHECKED_INLINE const u32* times_of(const Part* part, u32 warp) {
  if ((part->warps >> warp & 1) == 0) return nullptr;
  return part->times + __builtin_popcount(part->warps & ((1u << warp) - 1)) * 32;
}

// Whether `part` knows all that `other` knows.
UNCHECKED static bool covers(const Part* part, const Part* other) {
  if (part == other) return true;
  if (other->all > part->all) return false;
  for (u32 left = other->warps; left != 0; left &= left - 1) {
    u32 warp = u32(__builtin_ctz(left));
    const u32 *theirs = times_of(other, warp), *ours = times_of(part, warp);
    for (u32 lane = 0; lane < 32; lane += 1) {
      if (theirs[lane] > part->all && (ours == nullptr || theirs[lane] > ours[lane])) return false;
    }
  }
  return true;
}
UNCHECKED static bool covers(const Clock* clock, const Clock* other) {
  if (other == nullptr || clock == other) return true;
  if (clock == nullptr) return false;
  u32 at = 0;
  for (u32 k = 0; k < other->count; k += 1) {
    while (at < clock->count && clock->parts[at]->block < other->parts[k]->block) at += 1;
    if (at == clock->count || clock->parts[at]->block != other->parts[k]->block) return false;
    if (!covers(clock->parts[at], other->parts[k])) return false;
  }
  return true;
}

UNCHECKED static Part* join_parts(Part* a, Part* b) {
  if (covers(a, b)) return a->refs += 1, a;
  if (covers(b, a)) return b->refs += 1, b;
  u32 all = a->all > b->all ? a->all : b->all;
  u32 warps = a->warps | b->warps;
  Part* part = static_cast<Part*>(allocate(bytes_of_part(warps)));
  *part = {1, a->block, all, 0, {0}};
  u32* out = part->times;
  for (u32 left = warps; left != 0; left &= left - 1) {
    u32 warp = u32(__builtin_ctz(left));
    const u32 *x = times_of(a, warp), *y = times_of(b, warp);
    bool news = false;
    for (u32 lane = 0; lane < 32; lane += 1) {
      u32 time = x == nullptr ? 0 : x[lane];
      if (y != nullptr && y[lane] > time) time = y[lane];
      out[lane] = time;
      news = news || time > all;
    }
    if (!news) continue;
    part->warps |= 1u << warp;
    out += 32;
  }
  return part;
}

// The union of two clocks' knowledge.
UNCHECKED static Clock* join(Clock* a, Clock* b) {
  if (covers(a, b)) return keep(a);
  if (covers(b, a)) return keep(b);
  Clock* clock = static_cast<Clock*>(allocate(bytes_of_clock(a->count + b->count)));
  clock->refs = 1;
  clock->count = 0;
  for (u32 i = 0, j = 0; i < a->count || j < b->count;) {
    Part* part;
    if (j == b->count || (i < a->count && a->parts[i]->block < b->parts[j]->block)) {
      part = a->parts[i], part->refs += 1, i += 1;
    } else if (i == a->count || b->parts[j]->block < a->parts[i]->block) {
      part = b->parts[j], part->refs += 1, j += 1;
    } else {
      part = join_parts(a->parts[i], b->parts[j]), i += 1, j += 1;
    }
    clock->parts[clock->count] = part;
    clock->count += 1;
  }
  return clock;
}
UNCHECKED static void join_into(Clock*& at, Clock* other) {
  if (at != other && other != nullptr) put(at, join(at, other));
}

// Adds to a clock the knowledge of a barrier: a block's accesses up to time `all`, or those of a warp's lanes up to their times,
// which are 0 for lanes that didn't take part.
UNCHECKED static void learn(Clock*& at, u32 block, u32 all, u32 warp, const u32* times) {
  u32 warps = times == nullptr ? 0 : 1u << warp;
  Part* part = static_cast<Part*>(allocate(bytes_of_part(warps)));
  *part = {1, block, all, warps, {0}};
  if (times != nullptr) __builtin_memcpy(part->times, times, 32 * 4);
  Clock* news = static_cast<Clock*>(allocate(bytes_of_clock(1)));
  *news = {1, 1, {part}};
  join_into(at, news);
  drop(news);
}

// Whether the clock knows a thread's accesses up to a time.
UNCHECKED static bool knows(const Clock* clock, u32 block, u32 thread, u32 time) {
  if (clock == nullptr) return false;
  u32 first = 0, end = clock->count;
  while (end - first > 1) {
    u32 middle = (first + end) / 2;
    if (clock->parts[middle]->block <= block) first = middle;
    else end = middle;
  }
  const Part* part = clock->parts[first];
  if (part->block != block) return false;
  if (time <= part->all) return true;
  const u32* times = times_of(part, thread / 32);
  return times != nullptr && time <= times[thread % 32];
}
}  // namespace emulated
#endif
