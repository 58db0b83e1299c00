// The order of threads' accesses, in the programs of kernels that users write: which accesses of the others each thread knows.
//
//   sync_block                     every thread of the block learns what any of them did and knew
//   sync_warp                      every lane of the mask learns what any of them did and knew
//   store_release, load_acquire    the loading thread learns what the storing thread did and knew
//   a fence, then an atomic or store_relaxed, in one thread; an atomic or load_relaxed, then a fence or one of the above, in a
//   second thread                  the second thread learns what the first one did and knew before its fence, if that was
//                                  fence_device or both threads are of one block
//
// Shuffles and votes order nothing, as on a GPU. Rules that order more than a GPU does miss races, but never report a false one.

#ifdef ONRUSH_EMULATED
namespace emulated {
constexpr u32 MOST_THREADS = 1024;

// A thread's clocks and its time. `knows`: the accesses that it knows. `to_block`, `to_all`: those, and its own, that its atomics
// and relaxed stores hand on to its block and to all threads. `received`: those that it will know at its next fence or barrier.
// `has_fenced`: its time advances before its next plain access. Atomics behind a fence belong to the time before it, since a thread
// that sees them knows what preceded the fence.
struct Watched {
  Clock *knows, *to_block, *to_all, *received;
  u32 time;
  bool has_fenced;
};
static Watched watched[RESIDENT][MOST_THREADS];
static u32 now;

UNCHECKED_INLINE u32 slot_of(const Block* block) { return u32(block - machine.blocks); }
UNCHECKED_INLINE Watched& watched_of(const Fiber* fiber) { return watched[slot_of(fiber->block)][fiber->thread]; }

// A word in memory that hands on a clock, to all threads or to those of a block, whose number is `block` - 1. If the table is full,
// further words share its last place, and order more than they should.
struct Word {
  u64 at;
  u32 block;
  Clock* clock;
};
constexpr u32 WORDS = 1 << 16;
static Word words[WORDS + 1];
static u32 words_used[WORDS / 2], words_count;

// The key of a word: its address, or in shared memory its offset, since one block's memory may have an earlier block's addresses.
UNCHECKED static u64 key_of(const void* at) {
  u64 offset = u64(static_cast<const u8*>(at) - static_cast<const u8*>(self->block->shared));
  return offset < machine.launch.shared_bytes ? 1ull << 63 | offset : u64(at);
}
UNCHECKED_INLINE bool is_shared(u64 key) { return key >> 63 != 0; }

// The place of a word in the table. If there is none, it is made, or null returned without `make`.
UNCHECKED static Word* word_at(u64 at, u32 block, bool make) {
  u32 place = u32(((at + block) * 0x9e3779b97f4a7c15ull) >> 48) % WORDS;
  while (words[place].at != 0 && (words[place].at != at || words[place].block != block)) place = (place + 1) % WORDS;
  if (words[place].at != 0) return &words[place];
  if (words_count == WORDS / 2) return &words[WORDS];
  if (!make) return nullptr;
  words[place] = {at, block, nullptr};
  words_used[words_count] = place;
  words_count += 1;
  return &words[place];
}
UNCHECKED static void hand_on(u64 at, u32 block, Clock* clock, bool replaces) {
  Word* word = word_at(at, block, clock != nullptr);
  if (word == nullptr) return;
  if (replaces && word != &words[WORDS]) put(word->clock, keep(clock));
  else join_into(word->clock, clock);
}

// Adds to a thread's knowledge what it has received.
UNCHECKED_INLINE void take(Watched& w) {
  join_into(w.knows, w.received);
  put(w.received, nullptr);
}
UNCHECKED static void receive(Watched& w, u64 at) {
  const Word *of_all = is_shared(at) ? nullptr : word_at(at, 0, false), *of_block = word_at(at, self->block->index + 1, false);
  if (of_all != nullptr) join_into(w.received, of_all->clock);
  if (of_block != nullptr) join_into(w.received, of_block->clock);
}

UNCHECKED static void begin_block(Block* block) {
  for (u32 t = 0; t < machine.threads; t += 1) {
    Watched& w = watched[slot_of(block)][t];
    put(w.knows, nullptr), put(w.to_block, nullptr), put(w.to_all, nullptr), put(w.received, nullptr);
    now += t == 0;
    w.time = now;
    w.has_fenced = false;
  }
}

// Gives threads the knowledge and the accesses of each of them: all threads of a block, or lanes of a warp.
UNCHECKED static void meet_threads(Block* block, u32 first, u32 lanes, bool whole) {
  Watched* all = &watched[slot_of(block)][first];
  u32 count = whole ? machine.threads : 32, times[32] = {};
  Clock *knows = nullptr, *to_block = nullptr, *to_all = nullptr;
  for (u32 t = 0; t < count; t += 1) {
    if (!whole && (lanes >> t & 1) == 0) continue;
    take(all[t]);
    join_into(knows, all[t].knows);
    join_into(to_block, all[t].to_block);
    join_into(to_all, all[t].to_all);
    if (!whole) times[t] = all[t].time;
  }
  learn(knows, block->index, whole ? now : 0, first / 32, whole ? nullptr : times);
  now += 1;
  for (u32 t = 0; t < count; t += 1) {
    if (!whole && (lanes >> t & 1) == 0) continue;
    put(all[t].knows, keep(knows));
    put(all[t].to_block, keep(to_block));
    put(all[t].to_all, keep(to_all));
    all[t].time = now;
    all[t].has_fenced = false;
  }
  drop(knows), drop(to_block), drop(to_all);
}
UNCHECKED static void meet_block(Block* block) { meet_threads(block, 0, 0, true); }
UNCHECKED static void meet_lanes(Warp* warp, u32 mask) { meet_threads(warp->block, warp->number * 32, mask, false); }

// Lets the thread's next atomics and stores hand on its clock.
UNCHECKED static void pass_fence(bool device) {
  Watched& w = watched_of(self);
  take(w);
  u32 times[32] = {};
  times[lane_of(self)] = w.time;
  Clock* own = keep(w.knows);
  learn(own, self->block->index, 0, self->thread / 32, times);
  if (device) put(w.to_all, keep(own));
  put(w.to_block, own);
  w.has_fenced = true;
}
UNCHECKED static void pass_time(Watched& w) {
  if (!w.has_fenced) return;
  now += 1;
  w.time = now;
  w.has_fenced = false;
}

UNCHECKED static void refuse_shared(const char* word, const void* at) {
  if (u64(static_cast<const u8*>(at) - static_cast<const u8*>(self->block->shared)) < machine.launch.shared_bytes) {
    fail(REFUSED, "%s: the word is in shared memory, and these are for global memory (thread %u of block %u)", word, self->thread,
         self->block->index);
  }
}

// Orders an atomic operation: it receives the word's clocks, and adds its own.
UNCHECKED static void order_atomic(const void* at) {
  Watched& w = watched_of(self);
  u64 key = key_of(at);
  receive(w, key);
  if (!is_shared(key)) hand_on(key, 0, w.to_all, false);
  hand_on(key, self->block->index + 1, w.to_block, false);
}
UNCHECKED static void order_load(const void* at, bool acquires) {
  Watched& w = watched_of(self);
  receive(w, u64(at));
  if (acquires) take(w);
}
// Orders a store, whose clocks replace those of the word as soon as it is visible.
UNCHECKED static void order_store(Store* store, bool releases) {
  if (releases) pass_fence(true);
  const Watched& w = watched_of(self);
  store->to_block = keep(w.to_block);
  store->to_all = keep(w.to_all);
  store->block = self->block->index + 1;
}
UNCHECKED static void show_store(Store* store) {
  Clock *to_all = static_cast<Clock*>(store->to_all), *to_block = static_cast<Clock*>(store->to_block);
  hand_on(u64(store->at), 0, to_all, true);
  hand_on(u64(store->at), store->block, to_block, true);
  drop(to_all), drop(to_block);
}

UNCHECKED static void forget_order() {
  for (u32 k = 0; k < words_count; k += 1) {
    Word& word = words[words_used[k]];
    drop(word.clock);
    word = Word();
  }
  put(words[WORDS].clock, nullptr);
  words_count = 0;
  for (Watched(&block)[MOST_THREADS] : watched) {
    for (Watched& w : block) {
      drop(w.knows), drop(w.to_block), drop(w.to_all), drop(w.received);
      w = Watched();
    }
  }
}
}  // namespace emulated
#endif
