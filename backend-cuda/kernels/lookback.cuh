// Prefixes over tiles in one pass: decoupled look-back.
//
// D. Merrill and M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016.
//
//   publish this tile's value                           (AGGREGATE)
//   wait for the nearest predecessors to publish, down to one that knows its PREFIX
//   carry = that prefix ∘ the values of the tiles after it, from the left
//   publish carry ∘ value                               (PREFIX)
//
// The carry is the left fold of the tiles' values whatever the timing: a published prefix is such a fold, and nothing
// but such a prefix is extended. So the association is the same in every run. Counts are summed in any order.
//
// A tile's state is its value cut into words of 32 bits. Each is published in one 64-bit store together with the launch's
// tag and the kind of value, so a state is complete when the upper halves of its words agree. Thus values of any size are
// published without fences, and no state needs clearing between launches. Two words are stored at once where their
// number is even; correctness doesn't depend on their arriving together.

constexpr u32 AGGREGATE = 1, PREFIX = 2;
static_assert(AGGREGATE < TAG_STEP && PREFIX < TAG_STEP, "a kind is part of a tag");

template <class T>
struct State {
  static constexpr u32 words = (sizeof(T) + 3) / 4;
  static constexpr bool paired = words % 2 == 0;
  union Packed {
    T x;
    u32 w[words];
    DEVICE Packed() {}
  };

  DEVICE static void publish(u64* states, u32 tile, u32 tag, u32 kind, const T& x) {
    Packed packed;
    packed.w[words - 1] = 0;
    packed.x = x;
    u64 *at = states + u64(tile) * words, seal = u64(tag + kind) << 32;
    if constexpr (paired) {
      UNROLL for (u32 k = 0; k < words; k += 2) {
        store_relaxed(reinterpret_cast<Pair*>(at + k), Pair{seal | packed.w[k], seal | packed.w[k + 1]});
      }
    } else {
      UNROLL for (u32 k = 0; k < words; k += 1) store_relaxed(at + k, seal | packed.w[k]);
    }
  }
  // Returns the kind of state that a tile has published: nothing (0), its value, or its prefix.
  DEVICE static u32 read(const u64* states, u32 tile, u32 tag, T& x) {
    Packed packed;
    const u64* at = states + u64(tile) * words;
    u64 seen[words];
    if constexpr (paired) {
      UNROLL for (u32 k = 0; k < words; k += 2) {
        Pair pair = load_relaxed(reinterpret_cast<const Pair*>(at + k));
        seen[k] = pair.x;
        seen[k + 1] = pair.y;
      }
    } else {
      UNROLL for (u32 k = 0; k < words; k += 1) seen[k] = load_relaxed(at + k);
    }
    u32 seal = u32(seen[0] >> 32), kind = seal - tag;
    bool agree = kind == AGGREGATE || kind == PREFIX;
    UNROLL for (u32 k = 0; k < words; k += 1) {
      agree = agree && u32(seen[k] >> 32) == seal;
      packed.w[k] = u32(seen[k]);
    }
    x = packed.x;
    return agree ? kind : 0;
  }
};

// From this tile on, the device is full: a tile begins when another one ends, and its predecessors are still at work. Its
// look-back begins with a delay, since earlier reads would find nothing and slow the others down.
constexpr u32 SETTLED_TILE = 1024, SETTLE_NS = 600;

// Reads the states of the W * 32 tiles before `tile` (> 0), until one of them has published its prefix and all between
// have published their values. x[j] is the state of tile `tile - 1 - (j * 32 + lane())`. Returns the distance
// j * 32 + lane of the nearest prefix.
template <u32 W, class T>
DEVICE u32 look_back(const u64* states, u32 tile, u32 tag, T (&x)[W]) {
  u32 kind[W], nearest = 0;
  UNROLL for (u32 j = 0; j < W; j += 1) kind[j] = 0;
  if (tile >= SETTLED_TILE) nanosleep(SETTLE_NS);
  ROLLED for (bool found = false, complete = false; true; pause()) {
    UNROLL for (u32 j = 0; j < W; j += 1) {
      u32 back = j * WARP + lane();
      bool again = kind[j] == 0 || (kind[j] == AGGREGATE && !found);
      if (again && back < tile) kind[j] = State<T>::read(states, tile - 1 - back, tag, x[j]);
    }
    found = false;
    complete = true;
    UNROLL for (u32 j = 0; j < W; j += 1) {
      u32 known = ballot(EVERY_LANE, kind[j] != 0), prefixes = ballot(EVERY_LANE, kind[j] == PREFIX);
      if (found) continue;
      // The lanes down to the nearest prefix, or all lanes if there is none.
      u32 needed = prefixes ^ (prefixes - 1);
      found = prefixes != 0;
      nearest = j * WARP + popc(needed) - 1;
      complete = complete && (known & needed) == needed;
    }
    if (found && complete) return nearest;
  }
}

// Folds N values of a window onto a carry, the farthest first. `left` counts the values that remain.
template <u32 N, class Op, class T>
DEVICE void fold_window(const Op& op, T& carry, const T* window, u32& left) {
  T next[N];
  left -= N;
  UNROLL for (u32 k = 0; k < N; k += 1) next[k] = window[left + N - 1 - k];
  UNROLL for (u32 k = 0; k < N; k += 1) carry = op(carry, next[k]);
}
// The left fold of the states that `look_back` read, from the prefix at distance `nearest` to the previous tile, in every
// lane. `window` is shared memory for W * 32 values.
template <u32 W, class Op, class T>
DEVICE T fold_back(const Op& op, const T (&x)[W], u32 nearest, T* window) {
  UNROLL for (u32 j = 0; j < W; j += 1) window[j * WARP + lane()] = x[j];
  sync_warp();
  T carry = window[nearest];
  ROLLED while (HEAVY_OP && nearest > 0) fold_window<1>(op, carry, window, nearest);
  if (nearest & 1) fold_window<1>(op, carry, window, nearest);
  if (nearest & 2) fold_window<2>(op, carry, window, nearest);
  if (nearest & 4) fold_window<4>(op, carry, window, nearest);
  ROLLED while (nearest > 0) fold_window<8>(op, carry, window, nearest);
  return carry;
}
// The sum of the states up to distance `nearest`, in every lane: numbers can be added in any order.
template <u32 W, class I>
DEVICE I sum_back(const I (&x)[W], u32 nearest) {
  I sum = 0;
  UNROLL for (u32 j = 0; j < W; j += 1) sum += j * WARP + lane() <= nearest ? x[j] : 0;
  UNROLL for (u32 d = 1; d < WARP; d *= 2) sum += shuffle_xor(EVERY_LANE, sum, d);
  return sum;
}
