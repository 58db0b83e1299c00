// A step of bitonic sort, over global memory.
//
// Teaches: a sorting network compares items at fixed places, whatever they are, so that no thread waits for another one's result.
// Runs of k / 2 keys, which are sorted up and down in turn, become runs of k: each pair of keys at the distance j is put in order,
// for j = k / 2, k / 4 and so on to 1. The bit k of a key's place says whether its run goes up. Each thread has one pair, which no
// other thread touches, so that the step works in place.
// Costs: n / 2 comparisons; all keys are read and written. For n = 2^m keys there are m (m + 1) / 2 steps.
DEVICE void bitonic_step(Elements<u32> keys, u64 k, u64 j) {
  u64 pair = thread_of_grid();
  if (pair >= keys.len() / 2) return;
  // The pair's number without the bits below j, and a zero between: the place of the pair's lower key.
  u64 low = (pair & ~(j - 1)) * 2 + (pair & (j - 1)), high = low + j;
  u32 a = keys[low], b = keys[high];
  bool up = (low & k) == 0;
  keys[low] = up ? Min()(a, b) : Max()(a, b);
  keys[high] = up ? Max()(a, b) : Min()(a, b);
}
