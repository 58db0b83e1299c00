// Operations within a block, and among the blocks of a launch.

// The tree over the warps of a block of THREADS threads; its result is in thread 0. Each thread may hold an item.
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

// The sum of a number over the threads before this one in a block of WARPS warps; `total` is that over all of them.
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

// The number of the next tile, by one thread. Blocks take tiles in the order in which they start, so that every tile's
// predecessors are running or done. The block that takes the last tile resets the counter to zero for the next launch.
DEVICE u32 take_ticket(u64* ticket, u32 tiles) {
  u32 tile = u32(atomic_add(ticket, u64(1)));
  if (tile == tiles - 1) store_relaxed(ticket, u64(0));
  return tile;
}
// The same, for all threads.
DEVICE u32 next_tile(u64* ticket, u32 tiles, u32& slot) {
  if (tiles == 1) return 0;
  if (thread() == 0) slot = take_ticket(ticket, tiles);
  sync_block();
  return slot;
}

// Whether this block is the last to get here. The other blocks' earlier writes are then visible to all its threads.
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
