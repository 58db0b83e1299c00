// scatter_reduce of lists that are too long (scatter_reduce_lists.cuh): the sort by place (scatter_reduce.cuh) in one launch, which
// returns at once if there are none.
//
//   the blocks of count, place, pass and sums follow one another in one order, in which the launched blocks take them;
//   a block begins when all those of earlier kernels are done
//
// This waits for blocks that have begun alone, so it ends however many blocks the GPU holds. Most calls leave nothing, and a launch
// that does nothing costs as much as others; six would cost more than the lists.

template <class In, class Values, class Op, u32 ITEMS>
struct ScatterReduceLeft {
  typedef u32 Number;
  typedef ScatterReduceCount<In, Number> Count;
  typedef ScatterReducePlace<In, Values, Number, ITEMS> Place;
  typedef SortPass<u32, Values, Number, ITEMS> Next;
  typedef ScatterReduceSums<Values, Op, Values> Sums;
  DEVICE static constexpr u64 larger(u64 a, u64 b) { return a < b ? b : a; }
  struct Memory {
    alignas(16) u8 bytes[larger(sizeof(typename Count::Shared), larger(sizeof(typename Place::Shared), sizeof(typename Sums::Shared)))];
  };
  typedef BehindPlace<Memory> Shared;
  static constexpr u32 threads = THREADS, min_blocks = 1;
  static constexpr u32 tile_slots = Place::tile_slots, run_slots = Sums::Runs::tile_slots;
  static_assert(threads == Place::threads && threads == Sums::threads, "one launch has one number of threads");

  DEVICE static void run(const In& in, ItemLists lists, const Span<u32>& keys_0, const Span<u32>& keys_1, const Values& values_0,
                         const Values& values_1, const Op& op, const Values& out, DigitCounts counts, Starts<Number> starts,
                         Plan plan, States states, Tag tag, Tickets tickets) {
    // Whether no list is too long.
    if (load_relaxed(lists.words) != lists.word(LONG_LIST)) return;
    u64 n = in.len(), places = out.len();
    // Places, and their number where a slot has no item, share the digits above these.
    u32 digits = u32(least(u64(PLACE_DIGITS), ceil_div(64 - clz(places), RADIX_BITS)));
    u32 tiles = u32(ceil_div(n, tile_slots)), summed = u32(ceil_div(n, run_slots));
    u32 counting = u32(least(u64(launched_blocks()), ceil_div(n, threads))), all = counting + digits * tiles + summed;
    // The number of blocks that have been taken, and of those that are done, behind the counts.
    u64 *taken = counts + PLACE_DIGITS * RADIX, *done = taken + 1;
    auto is_long = [&](u32 place) { return load_relaxed(lists.heads() + lists.of(place)) == lists.word(LONG_LIST); };
    GridPlace& place = shared_place();
    while (true) {
      if (thread() == 0) place.unused[0] = u32(atomic_add(taken, u64(1)));
      sync_block();
      u32 turn = place.unused[0];
      if (turn >= all) {
        // The last block to find nothing resets both counters for the next launch.
        if (thread() == 0 && turn == all + launched_blocks() - 1) {
          store_relaxed(taken, u64(0));
          store_relaxed(done, u64(0));
        }
        return;
      }
      u32 pass = 0, first = 0, number = counting;
      if (turn >= counting + digits * tiles) {
        pass = digits + 1;
        first = counting + digits * tiles;
        number = summed;
      } else if (turn >= counting) {
        pass = 1 + (turn - counting) / tiles;
        first = counting + (pass - 1) * tiles;
        number = tiles;
      }
      if (thread() == 0) {
        while (load_acquire(done) < first) pause();
        place.block = turn - first;
        place.blocks = number;
      }
      sync_block();
      fence_device();
      // A tag for each launch.
      Tag own{tag + pass * TAG_STEP};
      if (pass == 0) Count::run(in, places, counts, starts, plan, tickets);
      else if (pass == 1) Place::run(in, places, keys_0, keys_1, values_0, values_1, starts, plan, states, own, tickets);
      else if (pass > digits) Sums::sum(keys_0, keys_1, values_0, values_1, op, out, is_long, plan, states, own, tickets);
      else Next::run(keys_0, keys_1, values_0, values_1, Digit{pass - 1, 0, (pass - 1) * RADIX_BITS}, starts, plan, states, own, tickets);
      fence_device();
      sync_block();
      if (thread() == 0) atomic_add(done, u64(1));
    }
  }
};
