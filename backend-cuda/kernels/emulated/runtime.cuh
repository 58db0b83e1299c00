// The runtime of the emulated device: its state, errors, and the threads that can run.

#include <stdarg.h>
#include <stdio.h>

namespace emulated {
constexpr const char* KINDS[] = {"sync_warp", "shuffle", "shuffle_up", "shuffle_down", "shuffle_xor", "ballot", "match_any"};

Machine machine;
Fiber* self;
Hooks hooks;

u32 random() {
  machine.random ^= machine.random << 13;
  machine.random ^= machine.random >> 7;
  machine.random ^= machine.random << 17;
  return u32(machine.random >> 32);
}
static bool chance(u32 of_16) { return of_16 != 0 && random() % 16 < of_16; }

void fail(Finding finding, const char* format, ...) {
  if (!machine.failed) {
    machine.failed = true;
    *machine.launch.finding = finding;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(machine.launch.error, machine.launch.error_bytes, format, arguments);
    va_end(arguments);
  }
  if (self != nullptr) abandon();
}

void abandon() { go(&self->context, &machine.main, true); }

static void wake(Warp* warp, u32 lanes) {
  warp->runnable |= lanes;
  if (warp->runnable == 0 || warp->listed != 0) return;
  machine.ready[machine.ready_count] = warp;
  machine.ready_count += 1;
  warp->listed = machine.ready_count;
}

static void unlist(Warp* warp) {
  Warp* last = machine.ready[machine.ready_count - 1];
  machine.ready[warp->listed - 1] = last;
  last->listed = warp->listed;
  warp->listed = 0;
  machine.ready_count -= 1;
}

void yield() { go(&self->context, &machine.main); }

static void block_on() {
  warp_of(self)->runnable &= ~(1u << lane_of(self));
  yield();
}

void point() {
  // Every 256th point pauses, since a loop might wait for a word without a pause.
  machine.points += 1;
  if (machine.points % 256 == 0) return pause();
  if (machine.eager != 0 && chance(machine.eager)) yield();
}

void pause() {
  machine.pauses += 1;
  if (machine.pauses > machine.launch.patience) {
    fail(DEADLOCK, "deadlock: thread %u of block %u and others pause in a loop for a word that no thread writes", self->thread,
         self->block->index);
  }
  machine.away = true;
  yield();
}

void* shared_bytes(u64 bytes) {
  if (bytes > machine.launch.shared_bytes) {
    fail(REFUSED, "a kernel asks for %llu bytes of shared memory; it was launched with %llu", bytes, machine.launch.shared_bytes);
  }
  return self->block->shared;
}
}  // namespace emulated
