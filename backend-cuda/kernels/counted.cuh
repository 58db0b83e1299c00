// A grid whose number of blocks only the device knows, since it follows from a length in memory.
//
// The host launches as many blocks as the GPU holds. Each runs the kernel's blocks one after another, every `launched`-th, so that a
// kernel sees the grid that the host would launch if it knew the length: `block()` and `blocks()` are of that grid. Blocks that take
// tickets still do so in the order in which they start. What the block is lies in shared memory, in front of the kernel's own.
//
// A kernel says how many slots each of its blocks takes of `n`: `share(n, launched)`, given the number of blocks that are launched. One
// that the host tells this share counts it in a `unit` of slots.

struct GridPlace {
  u32 block, blocks, unused[2];
};
template <class T>
struct BehindPlace {
  GridPlace at;
  T shared;
};

DEVICE u32 launched_block() { return block(); }
DEVICE u32 launched_blocks() { return blocks(); }
DEVICE GridPlace& shared_place() { return shared<GridPlace>(); }
DEVICE u32 counted_block() { return shared<GridPlace>().block; }
DEVICE u32 counted_blocks() { return shared<GridPlace>().blocks; }
template <class T>
DEVICE T& counted_shared() { return shared<BehindPlace<T>>().shared; }

// The blocks that ptxas is asked to have room for on a multiprocessor: the loop over blocks takes registers, which would spill.
DEVICE constexpr u32 counted_min_blocks(u32 wanted) { return wanted > 1 ? wanted - 1 : 1; }

// Runs a kernel of `blocks` blocks; `run` is its call.
template <class F>
DEVICE void run_blocks(u64 blocks, const F& run) {
  ROLLED for (u64 b = launched_block(); b < blocks; b += launched_blocks()) {
    if (thread() == 0) shared<GridPlace>() = GridPlace{u32(b), u32(blocks), {0, 0}};
    sync_block();
    run();
    // The next block uses the same shared memory.
    sync_block();
  }
}

#define block() counted_block()
#define blocks() counted_blocks()
#define shared counted_shared
