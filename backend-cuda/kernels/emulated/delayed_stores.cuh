// The delayed stores of stores.cuh, in the runtime.

namespace emulated {
// Makes the oldest store that waits for the same word as store `i` visible.
static void release_store(u32 i) {
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

void settle(const void* at) {
  for (u32 i = 0; i < machine.store_count;) {
    if (machine.stores[i].at == at) release_store(i);
    else i += 1;
  }
}

void order_stores() {
  for (u32 i = 0; i < machine.store_count;) {
    if (machine.stores[i].owner == self) settle(machine.stores[i].at), i = 0;
    else i += 1;
  }
}

void before_load(const void* at) {
  point();
  for (u32 i = 0; i < machine.store_count; i += 1) {
    if (machine.stores[i].at == at && machine.stores[i].owner == self) return settle(at);
  }
}

Store& new_store(void* at, u32 bytes, bool ordered) {
  point();
  if (ordered) order_stores();
  if (machine.store_count == STORES) release_store(random() % STORES);
  Store& mine = machine.stores[machine.store_count];
  mine = {self, at, bytes, {0, 0}, nullptr, nullptr, 0};
  machine.store_count += 1;
  return mine;
}

void settle_sometimes(const void* at) {
  if (machine.eager == 0 || chance(8)) settle(at);
}

// Makes the stores of a thread that ends visible if they are to its block's shared memory, which ends with the block. Its other
// stores wait without an owner.
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
static void age_stores() {
  if (machine.store_count != 0 && random() % 32 == 0) release_store(random() % machine.store_count);
}

static void release_all_stores() {
  while (machine.store_count != 0) release_store(0);
}
}  // namespace emulated
