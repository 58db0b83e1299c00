// Rendezvous of threads on the emulated device: of a warp's lanes for shuffles and votes, of a block's threads at barriers.
// The last thread to arrive does the work for all.

namespace emulated {
static void copy(void* to, const void* from, u64 bytes) { __builtin_memcpy(to, from, bytes); }

static void shuffle_lanes(Warp* warp, const Meeting& m) {
  Fiber* fibers = warp->block->fibers + warp->number * WARP_LANES;
  for (u32 lanes = m.mask; lanes != 0; lanes &= lanes - 1) {
    u32 lane = u32(__builtin_ctz(lanes)), by = fibers[lane].visit.by, from = lane;
    if (m.kind == SHUFFLE) from = by % WARP_LANES;
    if (m.kind == SHUFFLE_UP && by <= lane) from = lane - by;
    if (m.kind == SHUFFLE_DOWN && by < WARP_LANES - lane) from = lane + by;
    if (m.kind == SHUFFLE_XOR && (lane ^ by) < WARP_LANES) from = lane ^ by;
    if ((m.mask >> from & 1) == 0) {
      fail(MASK, "%s at %s:%u: lane %u of warp %u reads lane %u, which is not in the mask %08x (block %u)", KINDS[m.kind],
           m.place.file, m.place.line, lane, warp->number, from, m.mask, warp->block->index);
    }
    copy(fibers[lane].visit.out, fibers[from].visit.in, m.size);
  }
}

static void vote(Warp* warp, const Meeting& m) {
  Fiber* fibers = warp->block->fibers + warp->number * WARP_LANES;
  u32 votes = 0;
  u64 values[WARP_LANES] = {};
  for (u32 lanes = m.mask; lanes != 0; lanes &= lanes - 1) {
    u32 lane = u32(__builtin_ctz(lanes));
    copy(&values[lane], fibers[lane].visit.in, m.size);
    if (values[lane] != 0) votes |= 1u << lane;
  }
  for (u32 lanes = m.mask; lanes != 0; lanes &= lanes - 1) {
    u32 lane = u32(__builtin_ctz(lanes)), result = votes;
    if (m.kind == MATCH) {
      result = 0;
      for (u32 others = m.mask; others != 0; others &= others - 1) {
        u32 other = u32(__builtin_ctz(others));
        if (values[other] == values[lane]) result |= 1u << other;
      }
    }
    copy(fibers[lane].visit.out, &result, sizeof(result));
  }
}

// The meeting that this lane joins: the one with its mask, or a new one.
static Meeting* join(Warp* warp, Kind kind, u32 mask, u32 size, Place place) {
  u32 lane = lane_of(self);
  Meeting* mine = nullptr;
  for (u32 i = 0; i < warp->meetings; i += 1) {
    Meeting* m = &warp->meeting[i];
    if (m->mask == mask && m->kind == kind && m->place == place) {
      mine = m;
    } else if ((m->arrived & mask) != 0 && (m->mask >> lane & 1) != 0) {
      // The other lanes wait for this lane at their place, while it would wait for them at another.
      fail(DIVERGENCE, "divergence in warp %u of block %u: lanes %08x wait in %s(%08x) at %s:%u for lane %u, which calls %s(%08x) at %s:%u",
           warp->number, warp->block->index, m->arrived, KINDS[m->kind], m->mask, m->place.file, m->place.line, lane,
           KINDS[kind], mask, place.file, place.line);
    }
  }
  if (mine == nullptr) {
    mine = &warp->meeting[warp->meetings];
    warp->meetings += 1;
    *mine = {kind, mask, 0, size, place};
  }
  return mine;
}

void meet(Kind kind, u32 mask, const void* in, void* out, u32 size, u32 by, Place place) {
  Warp* warp = warp_of(self);
  u32 bit = 1u << lane_of(self);
  if ((mask & bit) == 0) {
    fail(MASK, "%s at %s:%u: lane %u of warp %u is not in its own mask %08x (block %u)", KINDS[kind], place.file, place.line,
         lane_of(self), warp->number, mask, warp->block->index);
  }
  if ((mask & warp->exited) != 0) {
    fail(DIVERGENCE, "%s at %s:%u: lanes %08x of the mask %08x have left the kernel (warp %u of block %u)", KINDS[kind], place.file,
         place.line, mask & warp->exited, mask, warp->number, warp->block->index);
  }
  if (kind == SYNC) order_stores();
  Meeting* meeting = join(warp, kind, mask, size, place);
  self->visit = {in, out, by};
  meeting->arrived |= bit;
  if (meeting->arrived != mask) return block_on();

  Meeting complete = *meeting;
  warp->meetings -= 1;
  *meeting = warp->meeting[warp->meetings];
  if (kind >= BALLOT) vote(warp, complete);
  else if (kind != SYNC) shuffle_lanes(warp, complete);
  else if (hooks.sync_warp != nullptr) hooks.sync_warp(warp, mask);
  wake(warp, mask);
  point();
}

void sync_block(Place place) {
  Block* block = self->block;
  if (block->live != machine.threads) {
    fail(DIVERGENCE, "divergence in block %u: thread %u waits in sync_block at %s:%u, and %u threads have left the kernel",
         block->index, self->thread, place.file, place.line, machine.threads - block->live);
  }
  if (block->waiting == 0) block->barrier = place;
  if (!(block->barrier == place)) {
    fail(DIVERGENCE, "divergence in block %u: %u threads wait in sync_block at %s:%u, and thread %u calls it at %s:%u", block->index,
         block->waiting, block->barrier.file, block->barrier.line, self->thread, place.file, place.line);
  }
  order_stores();
  block->waiting += 1;
  if (block->waiting != block->live) return block_on();
  block->waiting = 0;
  if (hooks.barrier != nullptr) hooks.barrier(block);
  for (u32 w = 0; w < machine.threads / WARP_LANES; w += 1) wake(&block->warps[w], 0xffffffff);
  point();
}

// Ends a thread that has returned from the kernel: it is an error if others wait for it.
static void leave() {
  Block* block = self->block;
  Warp* warp = warp_of(self);
  u32 lane = lane_of(self);
  if (block->waiting != 0) {
    fail(DIVERGENCE, "divergence in block %u: %u threads wait in sync_block at %s:%u, and thread %u leaves the kernel", block->index,
         block->waiting, block->barrier.file, block->barrier.line, self->thread);
  }
  for (u32 i = 0; i < warp->meetings; i += 1) {
    const Meeting& m = warp->meeting[i];
    if ((m.mask >> lane & 1) == 0) continue;
    fail(DIVERGENCE, "divergence in warp %u of block %u: lanes %08x wait in %s(%08x) at %s:%u for lane %u, which leaves the kernel",
         warp->number, block->index, m.arrived, KINDS[m.kind], m.mask, m.place.file, m.place.line, lane);
  }
  disown_stores();
  warp->exited |= 1u << lane;
  warp->runnable &= ~(1u << lane);
  block->live -= 1;
  machine.pauses = 0;
}

void end_lane() {
  leave();
  abandon();
  __builtin_trap();
}
}  // namespace emulated
