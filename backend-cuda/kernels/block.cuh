// Operations within a block, and among the blocks of a launch.

// Reduces the items of a block of THREADS threads by the tree over lanes, then over warps. Any thread may have no item.
// Thread 0 gets the result.
template <u32 THREADS, class Op, class T>
DEVICE Maybe<T> block_tree(const Op& op, Maybe<T> x, Maybe<T>* warps) {
  constexpr u32 count = THREADS / WARP;
  static_assert(count <= WARP, "one value per lane of the first warp");
  x = warp_tree(op, x);
  if (lane() == 0) warps[warp()] = x;
  sync_block();
  if (warp() == 0) {
    x = lane() < count ? warps[lane()] : nothing<T>();
    x = warp_tree(op, x);
  }
  sync_block();
  return x;
}

// The exclusive prefix sum of `x` over the threads of a block of WARPS warps. `total` becomes the sum over the block.
template <u32 WARPS, class I>
DEVICE I block_sum_before(I x, I& total, I* warps) {
  I in_warp, sum = warp_sum_before(x, in_warp);
  if (lane() == 0) warps[warp()] = in_warp;
  sync_block();
  I before = 0;
  total = 0;
  UNROLL for (u32 w = 0; w < WARPS; w += 1) {
    I other = warps[w];
    if (w < warp()) before += other;
    total += other;
  }
  sync_block();
  return before + sum;
}

// The slots of a chunk of `n` slots: the smallest multiple of `unit` slots that leaves at most `most` chunks.
DEVICE u64 chunk_slots(u64 n, u64 unit, u64 most) {
  u64 units = ceil_div(ceil_div(n, unit), most);
  return (units == 0 ? 1 : units) * unit;
}

// Takes the next tile and returns its number; one thread of the block calls this. Blocks take tiles in the order in
// which they start, so that every tile's predecessors are running or done. The block that takes the last tile resets
// the counter to zero for the next launch.
DEVICE u32 take_ticket(u64* ticket, u32 tiles) {
  u32 tile = u32(atomic_add(ticket, u64(1)));
  if (tile == tiles - 1) store_relaxed(ticket, u64(0));
  return tile;
}
// Takes the next tile for the block and returns its number to all threads, through `slot` in shared memory.
DEVICE u32 next_tile(u64* ticket, u32 tiles, u32& slot) {
  if (tiles == 1) return 0;
  if (thread() == 0) slot = take_ticket(ticket, tiles);
  sync_block();
  return slot;
}

// Whether this block is the last one of the launch to call this. If so, its threads see all writes of the other blocks
// that preceded their calls.
DEVICE bool last_block(u64* ticket, bool& slot) {
  fence_device();
  sync_block();
  if (thread() == 0) {
    u64 before = atomic_add(ticket, u64(1));
    slot = before == blocks() - 1;
    if (slot) store_relaxed(ticket, u64(0));
  }
  sync_block();
  if (slot) fence_device();
  return slot;
}
