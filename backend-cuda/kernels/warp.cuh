// Operations within a warp: values that may be missing, prefixes and trees over lanes.
//
// The shapes are those of the shape contract. An operation is applied to items only, never to the arbitrary value of a
// lane without an item, and only in the association that the contract defines.

// Threads of a tile.
constexpr u32 TILE_THREADS = TILE_WARPS * WARP;

// The number of items of `size` bytes that a thread moves at once: the largest power of two that fits in 16 bytes, and
// at least 1.
DEVICE constexpr int lane_items(u64 size) {
  int items = 1;
  while (2 * items * size <= LANE_BYTES) items *= 2;
  return items;
}
DEVICE constexpr u64 ceil_div(u64 a, u64 b) { return a / b + (a % b != 0); }

template <class T> DEVICE T least(T a, as<T> b) { return b < a ? b : a; }

// The lowest `n` bits, n <= 32.
DEVICE u32 low_bits(u32 n) { return n >= 32 ? EVERY_LANE : (1u << n) - 1; }
// The number of positions of `from .. from + size` that are below `n`.
DEVICE u32 within(u64 n, u64 from, u32 size) { return n <= from ? 0 : n - from < size ? u32(n - from) : size; }

// A value, or nothing.
template <class T>
struct Maybe {
  T x;
  bool has;
};
template <class T> DEVICE Maybe<T> some_value(const T& x) { return Maybe<T>{x, true}; }
template <class T>
DEVICE Maybe<T> nothing() {
  Maybe<T> none;
  none.has = false;
  return none;
}

// Computes `a ∘ b`, where a part without items yields the other part.
template <class Op, class T>
DEVICE Maybe<T> join(const Op& op, const Maybe<T>& a, const Maybe<T>& b) {
  if (!b.has) return a;
  if (!a.has) return b;
  return Maybe<T>{op(a.x, b.x), true};
}
template <class Op, class T>
DEVICE Maybe<T> join(const Op& op, const Maybe<T>& a, const T& b) {
  if (!a.has) return Maybe<T>{b, true};
  return Maybe<T>{op(a.x, b), true};
}

// The inclusive Hillis–Steele prefix over the lanes; the first `items` lanes have items.
template <class Op, class T>
DEVICE T warp_prefix(const Op& op, T x, u32 items) {
  u32 me = lane();
  UNROLL_OP for (u32 d = 1; d < WARP; d *= 2) {
    T before = shuffle_up(EVERY_LANE, x, d);
    if (me >= d && me < items) x = op(before, x);
  }
  return x;
}
// The prefix where any lane may have no item: such a lane passes on the value that it received. It is a loop, since
// five copies of a step of structs take long to compile.
template <class Op, class T>
DEVICE Maybe<T> warp_prefix(const Op& op, Maybe<T> x) {
  u32 me = lane();
  ROLLED for (u32 d = 1; d < WARP; d *= 2) {
    Maybe<T> before{shuffle_up(EVERY_LANE, x.x, d), shuffle_up(EVERY_LANE, x.has, d)};
    if (me >= d) x = join(op, before, x);
  }
  return x;
}

// Reduces the lanes' items by the tree, which joins neighbours level by level. Lane 0 gets the result.
template <class Op, class T>
DEVICE Maybe<T> warp_tree(const Op& op, Maybe<T> x) {
  u32 me = lane(), having = ballot(EVERY_LANE, x.has);
  UNROLL_OP for (u32 d = 1; d < WARP; d *= 2) {
    T after = shuffle_down(EVERY_LANE, x.x, d);
    bool left = me % (2 * d) == 0;
    if (left) x = join(op, x, Maybe<T>{after, (having >> (me + d) & low_bits(d)) != 0});
  }
  return x;
}

// The tree over N items of one thread, a power of two.
template <int N, class Op, class T>
DEVICE Maybe<T> thread_tree(const Op& op, Maybe<T>* x) {
  UNROLL for (int d = 1; d < N; d *= 2) {
    UNROLL for (int k = 0; k < N; k += 2 * d) x[k] = join(op, x[k], x[k + d]);
  }
  return x[0];
}

// The exclusive prefix sum of `x` over the lanes. `total` becomes the sum over all lanes.
template <class I>
DEVICE I warp_sum_before(I x, I& total) {
  I sum = x;
  UNROLL for (u32 d = 1; d < WARP; d *= 2) {
    I before = shuffle_up(EVERY_LANE, sum, d);
    if (lane() >= d) sum += before;
  }
  total = shuffle(EVERY_LANE, sum, WARP - 1);
  return sum - x;
}
