// for_each: computes every slot.
//
//   in[i] for all i, each of which is a unit: only its effects count
//
// A block takes ROWS rows of THREADS neighbouring slots. Operations may write through references, so the loads of a
// thread's slots can't be moved before one another; several blocks per multiprocessor keep the memory busy instead.
// Exchanges, which touch no element twice, load all rows before they store the first.
// Traffic: the memory that the operation touches.

// Whether a chain exchanges the two elements of each slot, and the registers hold the pairs of all rows. The elements of
// different slots differ.
template <class In> struct Exchanges { static constexpr bool value = false; };
template <class E> struct Exchanges<Map<E, Exchange>> { static constexpr bool value = sizeof(typename E::value) <= 32; };

template <class In, bool TURNS>
struct ForEach {
  static constexpr u32 threads = THREADS, min_blocks = 4, rows = ROWS;
  static constexpr u64 slots_per_block = u64(threads) * rows;
  struct Shared {};

  // With TURNS there are fewer blocks than the slots take, of which only the device knows the number.
  DEVICE static void run(const In& in) {
    u64 n = in.len();
    if constexpr (TURNS) {
      ROLLED for (u64 turn = block(); turn * slots_per_block < n; turn += blocks()) take(in, n, turn);
    } else {
      take(in, n, block());
    }
  }

  DEVICE static void take(const In& in, u64 n, u64 turn) {
    u64 first = turn * slots_per_block + thread();
    bool whole = HEAVY == 0 && first - thread() + slots_per_block <= n;
    if (Exchanges<In>::value && whole) {
      exchange(in, first);
    } else if (whole) {
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

  // Exchanges the elements of a thread's rows from slot `from` on.
  DEVICE static void exchange(const In& in, u64 from) {
    if constexpr (Exchanges<In>::value) {
      plain<decltype(in.e.at(0).m_0)> left[rows], right[rows];
      UNROLL for (u32 r = 0; r < rows; r += 1) {
        auto pair = in.e.at(from + r * threads);
        left[r] = get<0>(pair);
        right[r] = get<1>(pair);
      }
      UNROLL for (u32 r = 0; r < rows; r += 1) {
        auto pair = in.e.at(from + r * threads);
        get<0>(pair) = right[r];
        get<1>(pair) = left[r];
      }
    }
  }
};
