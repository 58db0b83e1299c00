// Delayed stores. A GPU's memory is weak: a store becomes visible to other threads some time later, and stores to
// different words in any order, unless a fence or a release stands between them. So on the emulated device a relaxed
// store may wait here, where its own thread sees it and others don't. Plain stores are visible at once; only words that
// are stored and loaded by the calls of `device.cuh` are seen in a hostile order.

namespace emulated {
// Makes the oldest store that waits for the same word as store `i` visible.
__attribute__((no_sanitize("thread"))) static void release_store(u32 i) {
  u32 first = i;
  for (u32 j = i; j > 0; j -= 1) {
    if (machine.stores[j - 1].at == machine.stores[i].at) first = j - 1;
  }
  Store& store = machine.stores[first];
  if (hooks.visible != nullptr) hooks.visible(&store);
  wrote(__builtin_memcmp(store.at, store.value, store.bytes) != 0);
  __builtin_memcpy(store.at, store.value, store.bytes);
  machine.store_count -= 1;
  for (u32 j = first; j < machine.store_count; j += 1) machine.stores[j] = machine.stores[j + 1];
}

// Makes every store to this word visible: the accesses to one word have one order.
inline void settle(const void* at) {
  for (u32 i = 0; i < machine.store_count;) {
    if (machine.stores[i].at == at) release_store(i);
    else i += 1;
  }
}

// Makes this thread's stores visible before its next step.
inline void order_stores() {
  for (u32 i = 0; i < machine.store_count;) {
    if (machine.stores[i].owner == self) settle(machine.stores[i].at), i = 0;
    else i += 1;
  }
}

// A load sees at least its own thread's stores.
inline void before_load(const void* at) {
  point();
  for (u32 i = 0; i < machine.store_count; i += 1) {
    if (machine.stores[i].at == at && machine.stores[i].owner == self) return settle(at);
  }
}

// The words of device.cuh whose lines errors name must be part of their caller.
#define INLINED __attribute__((always_inline)) inline

INLINED void load(const void* at, void* out, u32 bytes, bool acquires) {
  before_load(at);
  if (hooks.load != nullptr) hooks.load(at, out, bytes, acquires);
  else __builtin_memcpy(out, at, bytes);
}

// Between these calls the word is changed by plain accesses.
INLINED void before_atomic(const void* at, bool compares = false) {
  point();
  settle(at);
  if (hooks.atomic != nullptr) hooks.atomic(at, compares);
}
INLINED void after_atomic(bool changed) {
  wrote(changed);
  if (hooks.changed != nullptr) hooks.changed();
}

inline void fence(bool device) {
  order_stores();
  if (hooks.fence != nullptr) hooks.fence(device);
  point();
}

INLINED void store(void* at, const void* value, u32 bytes, bool ordered) {
  point();
  if (ordered) order_stores();
  if (machine.store_count == STORES) release_store(random() % STORES);
  Store& mine = machine.stores[machine.store_count];
  mine = {self, at, bytes, {0, 0}, nullptr, nullptr, 0};
  if (hooks.store != nullptr) hooks.store(&mine, ordered);
  __builtin_memcpy(mine.value, value, bytes);
  machine.store_count += 1;
  if (machine.eager == 0 || chance(8)) settle(at);
}

// Called when a thread ends. Its stores to the block's shared memory become visible now, since that memory ends with
// the block.
static void disown_stores() {
  const u8* shared = static_cast<const u8*>(self->block->shared);
  for (u32 i = 0; i < machine.store_count;) {
    Store& store = machine.stores[i];
    u64 offset = u64(static_cast<const u8*>(store.at) - shared);
    if (store.owner != self) {
      i += 1;
    } else if (offset < machine.launch.shared_bytes) {
      settle(store.at), i = 0;
    } else {
      store.owner = nullptr;
      i += 1;
    }
  }
}

// Makes a waiting store visible now and then, as time passes.
inline void age_stores() {
  if (machine.store_count != 0 && random() % 32 == 0) release_store(random() % machine.store_count);
}
inline void release_all_stores() {
  while (machine.store_count != 0) release_store(0);
}
}  // namespace emulated
