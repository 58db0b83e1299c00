// scatter of few items over few positions: one launch.
//
//   each block, for the 4096 positions that are its own:
//     owners[position] = max over all items of (number of the item + 1), in shared memory
//     out[position] = the item that owns it, for each position that is owned
//
// Every block reads all positions, which for some thousand of them costs less than a second launch. Traffic: positions
// are read once for each 4096 of the output, and items that stay are read and written once.

template <class In, class Out>
struct ScatterFew {
  typedef typename In::value Placed;
  static constexpr u32 threads = THREADS, min_blocks = 1, own = OWN, rows = own / threads, together = copies(8);
  struct Shared {
    u32 owners[own];
  };

  DEVICE static void run(const In& in, const Out& out) {
    Shared& s = shared<Shared>();
    u32 n = u32(in.len()), base = block() * own;
    UNROLL for (u32 r = 0; r < rows; r += 1) s.owners[thread() + r * threads] = 0;
    sync_block();
    Beyond beyond;
    ROLLED for (u32 first = thread(); first < n; first += together * threads) {
      u64 position[together];
      UNROLL for (u32 k = 0; k < together; k += 1) {
        u32 i = first + k * threads;
        Placed x;
        if (i < n && in.slot(i, x)) position[k] = get<0>(x);
      }
      UNROLL for (u32 k = 0; k < together; k += 1) {
        u32 i = first + k * threads;
        if (i >= n) continue;
        if (position[k] - base < own) atomic_max(&s.owners[position[k] - base], i + 1);
        if (position[k] >= out.len()) beyond.note(position[k], i);
      }
    }
    beyond.report(SCATTER_SITE, out.len());
    sync_block();
    UNROLL for (u32 r = 0; r < rows; r += 1) {
      u32 owner = s.owners[thread() + r * threads];
      Placed x;
      // The range of the last block may extend behind the output.
      if (owner != 0 && base + thread() + r * threads < out.len() && in.slot(owner - 1, x)) {
        out.put(base + thread() + r * threads, get<1>(x));
      }
    }
  }
};
