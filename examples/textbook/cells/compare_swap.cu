// Sums by cell 2: compare and swap, as GPUs without an atomic addition of f64 needed it.
//
// Teaches: any operation on a word becomes atomic by a loop. It computes the new word from the one that it has seen, and stores it
// if the old one is still there; otherwise another thread was faster, and it tries again with what it has found.
// Costs: a load and an atomic at least, each of which the thread waits for. Of the lanes with the same word one succeeds in each
// round, so that ten of them take ten rounds.
template <class T, class Bits>
union NumberOrBits {
  T number;
  Bits bits;
};

// The sums are passed as bits, because only integers can be compared and swapped.
template <class T, class Bits>
DEVICE void compare_swap(Elements<const u32> cell, Elements<const T> x, Elements<Bits> sums) {
  u64 quantities = x.len() / cell.len(), cells = sums.len() / quantities;
  for (u64 i = thread_of_grid(); i < cell.len(); i += threads_of_grid()) {
    u32 c = cell[i];
    for (u64 q = 0; q < quantities; q += 1) {
      Bits* sum = &sums[q * cells + c];
      Bits seen = load_relaxed(sum), before;
      do {
        before = seen;
        NumberOrBits<T, Bits> word;
        word.bits = before;
        word.number += x[q * cell.len() + i];
        seen = atomic_cas(sum, before, word.bits);
      } while (seen != before);
    }
  }
}
