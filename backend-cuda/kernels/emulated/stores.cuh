// Delayed stores. A GPU's memory is weakly ordered: a store becomes visible to other threads some time later, and stores to
// different words in any order, unless a fence or a release stands between them. On the emulated device a relaxed store
// may therefore wait here, where its own thread sees it and others don't. Plain stores are visible at once; only words
// that are stored and loaded by the calls of `device.cuh` are seen in a hostile order.

namespace emulated {
// The attribute of calls of device.cuh that must be part of their caller, since errors name the caller's line.
#define INLINED __attribute__((always_inline)) inline

INLINED void load(const void* at, void* out, u32 bytes, bool acquires) {
  before_load(at);
  if (hooks.load != nullptr) hooks.load(at, out, bytes, acquires);
  else __builtin_memcpy(out, at, bytes);
}

// These two calls enclose the plain accesses by which an atomic operation changes a word.
INLINED void before_atomic(const void* at, bool compares = false) {
  point();
  settle(at);
  if (hooks.atomic != nullptr) hooks.atomic(at, compares);
}
INLINED void after_atomic(bool changed) {
  wrote(changed);
  if (hooks.changed != nullptr) hooks.changed();
}

INLINED void fence(bool device) {
  order_stores();
  if (hooks.fence != nullptr) hooks.fence(device);
  point();
}

INLINED void store(void* at, const void* value, u32 bytes, bool ordered) {
  Store& mine = new_store(at, bytes, ordered);
  if (hooks.store != nullptr) hooks.store(&mine, ordered);
  __builtin_memcpy(mine.value, value, bytes);
  settle_sometimes(at);
}
}  // namespace emulated
