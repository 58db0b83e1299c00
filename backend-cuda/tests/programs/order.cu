// The first block to come passes a message to the others; `how`: without any order, with a fence, with a release; 3: as 0,
// and reads it again.
struct Params { PARAM u64 how; PARAM Span<u32> words; PARAM Span<u32> out; };

ENTRY(32, 1) void entry(GRID_CONST Params p) {
  if (thread() != 0) return;
  u32 *ticket = p.words.p, *data = p.words.p + 32, *flag = p.words.p + 64;
  u32 number = atomic_add(ticket, 1);
  if (number == 0) {
    store_relaxed(data, 7);
    if (p.how == 1) fence_device();
    if (p.how == 2) store_release(flag, 1);
    else store_relaxed(flag, 1);
    p.out.p[0] = p.how == 3 ? load_relaxed(data) : 7;
  } else {
    while (load_acquire(flag) == 0) pause();
    p.out.p[number] = load_relaxed(data);
  }
}
