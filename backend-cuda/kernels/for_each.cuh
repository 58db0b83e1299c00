// for_each: computes every slot.
//
//   in[i] for all i, each of which is a unit: only its effects count
//
// A block takes ROWS rows of THREADS neighbouring slots. Operations may write through references, so the loads of a
// thread's slots can't be moved before one another; several blocks per multiprocessor keep the memory busy instead.
// Traffic: the memory that the operation touches.

template <class In>
struct ForEach {
  static constexpr u32 threads = THREADS, min_blocks = 4, rows = ROWS;
  static constexpr u64 slots_per_block = u64(threads) * rows;
  struct Shared {};

  DEVICE static void run(const In& in) {
    u64 n = in.len(), first = u64(block()) * slots_per_block + thread();
    if (HEAVY == 0 && first - thread() + slots_per_block <= n) {
      UNROLL for (u32 r = 0; r < rows; r += 1) {
        unit done;
        in.slot(first + r * threads, done);
      }
    } else {
      u64 end = n - (first - thread()) < slots_per_block ? n : first - thread() + slots_per_block;
      ROLLED for (u64 i = first; i < end; i += threads) {
        unit done;
        in.slot(i, done);
      }
    }
  }
};
