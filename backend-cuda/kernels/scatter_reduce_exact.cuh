// scatter_reduce by an operator that is exactly associative and an atomic instruction, so that items can be combined in any order.
//
//   few places:   own[place][lane mod copies] = own ∘ item           (each block, in shared memory; with WARP copies, no two lanes
//                 out[place] = out[place] ∘ own[place][each copy]     of a warp share one)
//   many places:  own[hash] = own ∘ item if own[hash] belongs to the item's place, else out[place] = out[place] ∘ item
//                 out[place] = out[place] ∘ own[hash of place]
//
// With many places, a block gives own[hash] to the first place with that hash. The most frequent places likely come first, and in
// global memory all blocks would contend for their words. Neighbouring items of one place are combined before either. One launch.
// Traffic: positions and items are read once, and each item reads and writes a word in the cache.
// J. Gómez-Luna, J. González-Linares, J. Benavides and N. Guil, An optimized approach to histogram computation on GPU, 2013.

// Atomic updates of a 32-bit word by an operator, in shared memory and in global memory.
#ifndef ONRUSH_EMULATED
#define ATOMIC(OP, T, AS, SHARED_WORD, GLOBAL_WORD)                                                 \
  DEVICE void combine_shared(OP, T* p, T v) { SHARED_WORD(reinterpret_cast<AS*>(p), AS(v)); } \
  DEVICE void combine_global(OP, T* p, T v) { GLOBAL_WORD(reinterpret_cast<AS*>(p), AS(v)); }
#define ATOMICS(T)                          \
  ATOMIC(Sum, T, u32, atomicAdd, red_add)   \
  ATOMIC(Min, T, T, atomicMin, red_min)     \
  ATOMIC(Max, T, T, atomicMax, red_max)     \
  ATOMIC(BitAnd, T, u32, atomicAnd, red_and) \
  ATOMIC(BitOr, T, u32, atomicOr, red_or)   \
  ATOMIC(BitXor, T, u32, atomicXor, red_xor)
ATOMICS(u32)
ATOMICS(i32)
#undef ATOMICS
#undef ATOMIC
#else
template <class Op, class T>
DEVICE void combine_shared(const Op& op, T* p, T v) {
  u32* word = reinterpret_cast<u32*>(p);
  emulated::before_atomic(word);
  emulated_update(word, u32(op(*p, v)));
}
template <class Op, class T>
DEVICE void combine_global(const Op& op, T* p, T v) { combine_shared(op, p, v); }
#endif

template <class In, class T, class Op, bool FEW>
struct ScatterReduceExact {
  typedef typename In::value Placed;
  static constexpr u32 threads = THREADS, min_blocks = MIN_BLOCKS;
  static constexpr int V = LANE_ITEMS;
  static constexpr u32 rows = In::dense ? ROWS : 1;
  static constexpr u64 row = u64(threads) * V, tile_slots = row * rows;
  static constexpr u32 NOWHERE = ~0u;
  struct Shared {
    T values[FEW ? WORDS : HASHES];
    // The place to which the word of each hash belongs.
    u32 places[FEW ? 1 : HASHES];
  };
  static_assert((HASHES & (HASHES - 1)) == 0, "a hash is made of the highest bits of a product");

  // Combines the values of neighbouring lanes that have the same place. The first of these lanes gets the result; the place of the
  // others becomes NOWHERE.
  DEVICE static void join_neighbours(const Op& op, u32& place, T& x) {
    u32 before = shuffle_up(EVERY_LANE, place, 1);
    u32 firsts = ballot(EVERY_LANE, lane() == 0 || place != before || place == NOWHERE);
    if (firsts == EVERY_LANE) return;
    u32 later = firsts & ~low_bits(lane() + 1), end = later == 0 ? WARP : ffs(later) - 1;
    UNROLL for (u32 d = 1; d < WARP; d *= 2) {
      T other = shuffle_down(EVERY_LANE, x, d);
      if (lane() + d < end) x = op(x, other);
    }
    if ((firsts >> lane() & 1) == 0) place = NOWHERE;
  }
  // Adds N items to their places, which are NOWHERE for missing items. Every lane takes part.
  template <int N>
  DEVICE static void add(Shared& s, const Op& op, T* out, u32 copies, u32* place, T* x) {
    if constexpr (FEW) {
      UNROLL for (int k = 0; k < N; k += 1) {
        if (place[k] != NOWHERE) combine_shared(op, &s.values[place[k] * copies + (lane() & (copies - 1))], x[k]);
      }
    } else {
      UNROLL for (int k = 0; k + 1 < N; k += 1) {
        if (place[k] != place[k + 1] || place[k] == NOWHERE) continue;
        x[k + 1] = op(x[k], x[k + 1]);
        place[k] = NOWHERE;
      }
      join_neighbours(op, place[N - 1], x[N - 1]);
      UNROLL for (int k = 0; k < N; k += 1) {
        if (place[k] == NOWHERE) continue;
        u32 hash = place[k] * 2654435769u / (u32(1 << 31) / HASHES * 2), own = s.places[hash];
        if (own == NOWHERE) {
          own = atomic_cas(&s.places[hash], NOWHERE, place[k]);
          if (own == NOWHERE) own = place[k];
        }
        if (own == place[k]) combine_shared(op, &s.values[hash], x[k]);
        else combine_global(op, &out[place[k]], x[k]);
      }
    }
  }
  // The place of an item, or NOWHERE if it is behind the target.
  DEVICE static u32 place_of(const Placed& x, u64 places, Beyond& beyond, u64 i) {
    u64 position = get<0>(x);
    if (position < places) return u32(position);
    beyond.note(0, i);
    return NOWHERE;
  }

  DEVICE static void run(const In& in, const Span<T>& out, const Op& op, const Maybe<T>& identity, u32 copies) {
    Shared& s = shared<Shared>();
    u64 n = in.len(), places = out.len();
    ROLLED for (u32 k = thread(); k < (FEW ? u32(places) * copies : HASHES); k += threads) {
      s.values[k] = identity.x;
      if (!FEW) s.places[k] = NOWHERE;
    }
    sync_block();
    Beyond beyond;
    ROLLED for (u64 tile = block() * tile_slots; tile < n; tile += blocks() * tile_slots) {
      u64 mine = tile + thread() * V;
      // The condition is the same for all lanes of a warp, which `add` needs.
      if (HEAVY == 0 && tile + tile_slots <= n && in.template aligned<V>(tile)) {
        Placed x[rows][V];
        bool kept[rows][V];
        UNROLL for (u32 r = 0; r < rows; r += 1) in.template slots<V, ALIGNED>(mine + r * row, x[r], kept[r]);
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          u32 place[V];
          T value[V];
          UNROLL for (int k = 0; k < V; k += 1) {
            place[k] = kept[r][k] ? place_of(x[r][k], places, beyond, mine + r * row + k) : NOWHERE;
            value[k] = get<1>(x[r][k]);
          }
          add<V>(s, op, out.p, copies, place, value);
        }
      } else {
        u64 end = n - tile < tile_slots ? n : tile + tile_slots;
        ROLLED for (u64 i = tile + thread(); i - lane() < end; i += threads) {
          Placed x;
          u32 place = i < end && in.slot(i, x) ? 0 : NOWHERE;
          if (place != NOWHERE) place = place_of(x, places, beyond, i);
          T value = get<1>(x);
          add<1>(s, op, out.p, copies, &place, &value);
        }
      }
    }
    // The position is read again, so that no register keeps it during the loop.
    if (beyond.found) {
      Placed x;
      in.slot(beyond.item, x);
      report_trap(SCATTER_REDUCE_SITE, get<0>(x), places, beyond.item);
    }
    sync_block();
    if constexpr (FEW) {
      ROLLED for (u32 place = thread(); place < places; place += threads) {
        // Lanes begin with different copies, so that their reads use all banks.
        T value = s.values[place * copies + (place & (copies - 1))];
        ROLLED for (u32 c = 1; c < copies; c += 1) value = op(value, s.values[place * copies + ((place + c) & (copies - 1))]);
        if (value != identity.x) combine_global(op, &out.p[place], value);
      }
    } else {
      ROLLED for (u32 k = thread(); k < HASHES; k += threads) {
        if (s.places[k] != NOWHERE) combine_global(op, &out.p[s.places[k]], s.values[k]);
      }
    }
  }
};
