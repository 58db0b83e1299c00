// for_each: computes every slot.
//
//   in[i] for all i, each of which is a unit: only its effects count
//
// A block takes ROWS rows of THREADS neighbouring slots. Operations may write through references, so the loads of a
// thread's slots can't be moved before one another; several blocks per multiprocessor keep the memory busy instead.
// Exchanges, which touch no element twice, load all rows before they store the first, as words where elements lie side by side.
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
      // A thread has as many words of each side as rows.
      constexpr u32 most = lane_items(sizeof(T)), V = most < rows ? most : rows;
      // Each of these takes the slots of several threads side by side; the elements of a thread's slots are in registers.
      constexpr u32 together = sizeof(T) <= 8 ? rows : sizeof(T) <= 16 ? 4 : 2;
      if constexpr (V > 1) {
        u64 from = first - thread() + thread() * V;
        bool words = true;
        ROLLED for (u32 r = 0; r < rows / V; r += 1) words = words && in_words<T, int(V)>(in, from + r * (threads * V));
        if (words) {
          T left[rows / V][V], right[rows / V][V];
          UNROLL for (u32 r = 0; r < rows / V; r += 1) {
            auto pair = in.e.at(from + r * (threads * V)), end = in.e.at(from + r * (threads * V) + V - 1);
            load_words<int(V), ANY>(lower(get<0>(pair), get<0>(end)), left[r]);
            load_words<int(V), ANY>(lower(get<1>(pair), get<1>(end)), right[r]);
          }
          UNROLL for (u32 r = 0; r < rows / V; r += 1) {
            auto pair = in.e.at(from + r * (threads * V)), end = in.e.at(from + r * (threads * V) + V - 1);
            bool turned = (&get<0>(pair) < &get<0>(end)) != (&get<1>(pair) < &get<1>(end));
            if (turned) turn(left[r]), turn(right[r]);
            store_words<int(V)>(lower(get<0>(pair), get<0>(end)), right[r]);
            store_words<int(V)>(lower(get<1>(pair), get<1>(end)), left[r]);
          }
          return;
        }
      }
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
  template <class T>
  DEVICE static T* lower(T& first, T& last) { return &first < &last ? &first : &last; }
  template <class T, u32 V>
  DEVICE static void turn(T (&x)[V]) {
    UNROLL for (u32 k = 0; k < V / 2; k += 1) {
      T other = x[k];
      x[k] = x[V - 1 - k];
      x[V - 1 - k] = other;
    }
  }
  // Whether the elements of V consecutive slots lie side by side, up or down, where words can be read, on either side of the exchange.
  template <class T, int V>
  DEVICE static bool in_words(const In& in, u64 from) {
    auto pair = in.e.at(from), end = in.e.at(from + V - 1);
    T *left = &get<0>(pair), *right = &get<1>(pair);
    bool left_up = left < &get<0>(end), right_up = right < &get<1>(end);
    bool side_by_side = true;
    UNROLL for (int k = 1; k < V; k += 1) {
      auto other = in.e.at(from + k);
      side_by_side = side_by_side && &get<0>(other) == (left_up ? left + k : left - k);
      side_by_side = side_by_side && &get<1>(other) == (right_up ? right + k : right - k);
    }
    return side_by_side && Words<T, V>::aligned(lower(get<0>(pair), get<0>(end))) &&
           Words<T, V>::aligned(lower(get<1>(pair), get<1>(end)));
  }
};
