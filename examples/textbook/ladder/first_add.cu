// Rung 4: the first addition during the load.
//
// Teaches: a block takes a tile of twice its size. Each thread adds two items in registers before the tree begins, and half
// the blocks suffice.
// Costs: the tree and its barriers still stand between two loads of a multiprocessor's blocks. With the grid of rung 3, as the
// source launches it, the second half of the blocks has no items at all, and runs the whole tree over zeros.
template <class T>
DEVICE void first_add(Elements<const T> x, Elements<T> sums) {
  static_assert((THREADS & (THREADS - 1)) == 0, "a tree halves the threads");
  SHARED_MEMORY(T, part, THREADS);
  u64 i = u64(block()) * threads() * 2 + thread();
  T sum = i < x.len() ? x[i] : T(0);
  if (i + threads() < x.len()) sum += x[i + threads()];
  part[thread()] = sum;
  sync_block();
  for (u32 d = threads() / 2; d > 0; d /= 2) {
    if (thread() < d) part[thread()] += part[thread() + d];
    sync_block();
  }
  if (thread() == 0) sums[block()] = part[0];
}
