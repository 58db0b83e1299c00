// for_each: computes every slot.
//
//   in[i] for all i, each of which is a unit: only its effects count
//
// A block takes ROWS rows of THREADS neighbouring slots. Operations may write through references, so the loads of a
// thread's slots can't be moved before one another; several blocks per multiprocessor keep the memory busy instead.
// Exchanges, which touch no element twice, load all rows before they store the first, and as words where they reverse the order.
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

  // Exchanges the elements of a block's slots, of which this thread's first is `first`.
  DEVICE static void exchange(const In& in, u64 first) {
    if constexpr (Exchanges<In>::value) {
      typedef plain<decltype(in.e.at(0).m_0)> T;
      constexpr u32 most = lane_items(sizeof(T)), V = most < rows ? most : rows, words = rows / V;
      if constexpr (V > 1) {
        u64 from = first - thread() + thread() * V;
        bool turned = true;
        ROLLED for (u32 r = 0; r < words; r += 1) turned = turned && turns<T, int(V)>(in, from + r * (threads * V));
        if (turned) {
          T left[words][V], right[words][V];
          UNROLL for (u32 r = 0; r < words; r += 1) {
            auto pair = in.e.at(from + r * (threads * V));
            load_words<int(V), ANY>(&get<0>(pair), left[r]);
            load_words<int(V), ANY>(&get<1>(pair) - (V - 1), right[r]);
          }
          UNROLL for (u32 r = 0; r < words; r += 1) {
            auto pair = in.e.at(from + r * (threads * V));
            turn(left[r]);
            turn(right[r]);
            store_words<int(V)>(&get<0>(pair), right[r]);
            store_words<int(V)>(&get<1>(pair) - (V - 1), left[r]);
          }
          return;
        }
      }
      // The elements of so many rows are in registers.
      constexpr u32 together = sizeof(T) <= 8 ? rows : sizeof(T) <= 16 ? rows / 2 : rows / 4;
      ROLLED for (u32 done = 0; done < rows; done += together) {
        u64 from = first + done * threads;
        T left[together], right[together];
        UNROLL for (u32 r = 0; r < together; r += 1) {
          auto pair = in.e.at(from + r * threads);
          left[r] = get<0>(pair);
          right[r] = get<1>(pair);
        }
        UNROLL for (u32 r = 0; r < together; r += 1) {
          auto pair = in.e.at(from + r * threads);
          get<0>(pair) = right[r];
          get<1>(pair) = left[r];
        }
      }
    }
  }
  template <class T, u32 V>
  DEVICE static void turn(T (&x)[V]) {
    UNROLL for (u32 k = 0; k < V / 2; k += 1) {
      T other = x[k];
      x[k] = x[V - 1 - k];
      x[V - 1 - k] = other;
    }
  }
  // Whether the V slots from `from` on exchange words: neighbouring elements with others, in the reverse order.
  template <class T, int V>
  DEVICE static bool turns(const In& in, u64 from) {
    auto pair = in.e.at(from);
    T *left = &get<0>(pair), *right = &get<1>(pair);
    bool all = Words<T, V>::aligned(left) && Words<T, V>::aligned(right - (V - 1));
    UNROLL for (int k = 1; k < V; k += 1) {
      auto other = in.e.at(from + k);
      all = all && &get<0>(other) == left + k && &get<1>(other) == right - k;
    }
    return all;
  }
};
