// Sums by cell 1: an atomic addition for each particle.
//
// Teaches: particles may come in any order. The atomic unit of the cache adds what arrives, so that two threads with the same cell
// lose nothing; but floats are rounded in the order in which they arrive, which differs from run to run.
// Costs: an atomic for each particle and quantity. Those for the same word are done one after another: in ordered particles ten
// neighbouring lanes want the same word.
template <class T>
DEVICE void plain_atomic(Elements<const u32> cell, Elements<const T> x, Elements<T> sums) {
  u64 quantities = x.len() / cell.len(), cells = sums.len() / quantities;
  for (u64 i = thread_of_grid(); i < cell.len(); i += threads_of_grid()) {
    u32 c = cell[i];
    for (u64 q = 0; q < quantities; q += 1) atomic_add(&sums[q * cells + c], x[q * cell.len() + i]);
  }
}
