// The emulated device's scheduler: starts blocks, chooses the next fiber to run, and detects deadlocks.

namespace emulated {
static void fiber_main() {
  arrive(&self->context, &machine.main);
  machine.run(machine.params);
  end_lane();
}

// Starts the next block of the grid in a slot.
static void start_block(u32 slot) {
  Block* block = &machine.blocks[slot];
  u64 at = u64(machine.started) * machine.step + machine.offset;
  machine.started += 1;
  block->index = u32(at % machine.grid);
  block->live = machine.threads;
  block->waiting = 0;
  block->resident = true;
  // Shared memory holds arbitrary bytes at first. Each block's is an allocation of its own, so that AddressSanitizer
  // sees where it ends.
  if (block->shared != nullptr) free(block->shared);
  block->shared = nullptr;
  u64 bytes = machine.launch.shared_bytes;
  if (posix_memalign(&block->shared, 64, bytes == 0 ? 1 : bytes) != 0) fail(REFUSED, "no memory for a block's shared memory");
  else __builtin_memset(block->shared, int(random() | 0x80), bytes);
  for (u32 w = 0; w < machine.threads / WARP_LANES; w += 1) {
    Warp* warp = &block->warps[w];
    warp->block = block;
    warp->number = w;
    warp->runnable = warp->exited = warp->meetings = 0;
    warp->last = WARP_LANES - 1;
    wake(warp, 0xffffffff);
  }
  Stacks* stacks = static_cast<Stacks*>(*machine.launch.stacks);
  for (u32 t = 0; t < machine.threads; t += 1) {
    Fiber* fiber = &block->fibers[t];
    fiber->block = block;
    fiber->thread = t;
    prepare(&fiber->context, stacks, u64(slot) * machine.threads + t, fiber_main);
  }
  if (hooks.block != nullptr) hooks.block(block);
}

// Chooses the next fiber: mostly another lane of the same warp, else any. For some time it avoids one block, which is
// frozen as if it were delayed.
static Fiber* choose(Warp* current) {
  Warp* warp = current;
  bool away = machine.away;
  machine.away = false;
  if (away || current == nullptr || current->runnable == 0 || !chance(machine.loyal)) {
    if (machine.thaw == 0) {
      machine.frozen = machine.eager == 0 ? RESIDENT : random() % (RESIDENT + 2);
      machine.thaw = 1 + random() % 1024;
    }
    machine.thaw -= 1;
    u32 first = random() % machine.ready_count;
    warp = machine.ready[first];
    for (u32 i = 0; i < 4 && warp->block - machine.blocks == machine.frozen; i += 1) {
      warp = machine.ready[(first + i) % machine.ready_count];
    }
    if (machine.eager != 0) warp->last = random() % WARP_LANES;
  }
  // The lanes of a warp take turns.
  u32 above = warp->last == WARP_LANES - 1 ? 0 : warp->runnable & (0xffffffffu << (warp->last + 1));
  u32 chosen = u32(__builtin_ctz(above != 0 ? above : warp->runnable));
  warp->last = chosen;
  return &warp->block->fibers[warp->number * WARP_LANES + chosen];
}

// Reports a deadlock, since no fiber can run, with the first threads that wait.
static void report_deadlock() {
  for (Block& block : machine.blocks) {
    if (!block.resident) continue;
    for (u32 w = 0; w < machine.threads / WARP_LANES; w += 1) {
      const Warp& warp = block.warps[w];
      if (warp.meetings == 0) continue;
      const Meeting& m = warp.meeting[0];
      return fail(DEADLOCK, "deadlock: lanes %08x of warp %u of block %u wait in %s(%08x) at %s:%u for the others", m.arrived, w,
                  block.index, KINDS[m.kind], m.mask, m.place.file, m.place.line);
    }
    return fail(DEADLOCK, "deadlock: %u threads of block %u wait in sync_block at %s:%u", block.waiting, block.index,
                block.barrier.file, block.barrier.line);
  }
  fail(DEADLOCK, "deadlock");
}

static void run_grid(u32 resident) {
  for (u32 slot = 0; slot < resident; slot += 1) start_block(slot);
  Warp* current = nullptr;
  while (!machine.failed && machine.finished < machine.grid) {
    if (machine.ready_count == 0) {
      report_deadlock();
      break;
    }
    age_stores();
    self = choose(current);
    current = warp_of(self);
    go(&machine.main, &self->context);
    Block* block = self->block;
    self = nullptr;
    if (current->runnable == 0 && current->listed != 0) unlist(current);
    if (block->live == 0 && !machine.failed) {
      block->resident = false;
      machine.finished += 1;
      current = nullptr;
      if (machine.started < machine.grid) start_block(u32(block - machine.blocks));
    }
  }
  release_all_stores();
}

static u32 divisor(u32 a, u32 b) { return b == 0 ? a : divisor(b, a % b); }

static void run_launch(const Launch* launch, const Program* program) {
  machine = Machine();
  machine.launch = *launch;
  self = nullptr;
  u32 threads = launch->threads, grid = launch->grid;
  if (launch->params_bytes != program->params_bytes) {
    return fail(REFUSED, "the kernel's parameters have %llu bytes, not %llu", program->params_bytes, launch->params_bytes);
  }
  if (threads == 0 || threads % WARP_LANES != 0 || threads > program->threads) {
    return fail(REFUSED, "a block of %u threads for a kernel of at most %u", threads, program->threads);
  }
  if (grid == 0) return;
  machine.grid = grid;
  machine.threads = threads;
  machine.run = program->thread;
  // Each seed makes a device with another schedule; seed 0 makes one that switches only where a thread waits.
  machine.random = launch->seed * 0x9e3779b97f4a7c15ull + 0x2545f4914f6cdd1dull;
  for (u32 i = 0; i < 4; i += 1) random();
  u32 resident = 3;
  machine.step = 1;
  machine.loyal = 16;
  if (launch->seed != 0) {
    resident = 1 + random() % RESIDENT;
    machine.eager = random() % 8;
    machine.loyal = 8 + random() % 8;
    machine.step = 1 + random() % grid;
    while (divisor(machine.step, grid) != 1) machine.step = 1 + machine.step % grid;
    machine.offset = random() % grid;
  }
  if (resident > grid) resident = grid;

  u32 warps = threads / WARP_LANES;
  Fiber* fibers = static_cast<Fiber*>(calloc(u64(resident) * threads, sizeof(Fiber)));
  Warp* all_warps = static_cast<Warp*>(calloc(u64(resident) * warps, sizeof(Warp)));
  machine.ready = static_cast<Warp**>(calloc(u64(resident) * warps, sizeof(Warp*)));
  void* params = nullptr;
  u64 align = program->params_align < 64 ? 64 : program->params_align;
  bool room = posix_memalign(&params, align, program->params_bytes) == 0;
  room = room && fibers != nullptr && all_warps != nullptr && machine.ready != nullptr;
  if (!room || keep_stacks(launch->stacks, u64(resident) * threads) == nullptr) {
    fail(REFUSED, "no memory for %u threads", resident * threads);
  } else {
    copy(params, launch->params, program->params_bytes);
    machine.params = params;
    for (u32 slot = 0; slot < resident; slot += 1) {
      machine.blocks[slot].fibers = fibers + u64(slot) * threads;
      machine.blocks[slot].warps = all_warps + u64(slot) * warps;
    }
    if (hooks.launch != nullptr) hooks.launch();
    run_grid(resident);
    if (hooks.end != nullptr) hooks.end();
  }
  for (Block& block : machine.blocks) free(block.shared);
  free(params);
  free(machine.ready);
  free(all_warps);
  free(fibers);
}
}  // namespace emulated

extern "C" {
extern emulated::Program onrush_program;

// Runs a grid; returns whether it reached its end. If not, the error says why, and memory contains what was written so far.
bool onrush_launch(const emulated::Launch* launch) {
  emulated::run_launch(launch, &onrush_program);
  return !emulated::machine.failed;
}

void onrush_release(void** stacks) { emulated::release_stacks(stacks); }
}
