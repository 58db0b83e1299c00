// Further atomics, shuffles within parts of a warp, and reductions and scans of a warp or a block, for kernels that users write.

#ifndef ONRUSH_EMULATED
#define ATOMIC(NAME, FUNCTION, T, AS) \
  DEVICE T NAME(T* p, T v) { return T(FUNCTION(reinterpret_cast<AS*>(p), AS(v))); }
#define ATOMIC_SIGNED(T, AS)                                                                            \
  ATOMIC(atomic_add, atomicAdd, T, AS) ATOMIC(atomic_max, atomicMax, T, T) ATOMIC(atomic_min, atomicMin, T, T) \
  ATOMIC(atomic_or, atomicOr, T, AS) ATOMIC(atomic_exchange, atomicExch, T, AS)                               \
  ATOMIC(atomic_and, atomicAnd, T, AS) ATOMIC(atomic_xor, atomicXor, T, AS)                                   \
  DEVICE T atomic_cas(T* p, T expected, T v) { return T(atomicCAS(reinterpret_cast<AS*>(p), AS(expected), AS(v))); }
ATOMIC(atomic_and, atomicAnd, u32, u32)
ATOMIC(atomic_and, atomicAnd, u64, u64)
ATOMIC_SIGNED(i32, u32)
ATOMIC_SIGNED(i64, u64)
ATOMIC(atomic_add, atomicAdd, f32, f32)
ATOMIC(atomic_add, atomicAdd, f64, f64)
ATOMIC(atomic_exchange, atomicExch, f32, f32)
DEVICE f64 atomic_exchange(f64* p, f64 v) {
  return __longlong_as_double(i64(atomicExch(reinterpret_cast<u64*>(p), u64(__double_as_longlong(v)))));
}
#undef ATOMIC_SIGNED
#undef ATOMIC
#else
// Replaces the word by `change` of it, and returns it. This is atomic, since no fiber is switched between the read and the write.
template <class T, class F>
INLINED T emulated_atomic(T* p, bool compares, const F& change) {
  emulated::before_atomic(p, compares);
  T before = *p, after = change(before);
  *p = after;
  emulated::after_atomic(__builtin_memcmp(&before, &after, sizeof(T)) != 0);
  return before;
}
#define ATOMIC(NAME, T, RESULT) \
  INLINED T NAME(T* p, T v) { return emulated_atomic(p, false, [&](T a) { return T(RESULT); }); }
#define ATOMIC_SIGNED(T, U)                                                                                  \
  ATOMIC(atomic_add, T, U(a) + U(v)) ATOMIC(atomic_max, T, a < v ? v : a) ATOMIC(atomic_min, T, v < a ? v : a) \
  ATOMIC(atomic_or, T, a | v) ATOMIC(atomic_exchange, T, v) ATOMIC(atomic_and, T, a & v)                        \
  ATOMIC(atomic_xor, T, a ^ v)                                                                                   \
  INLINED T atomic_cas(T* p, T expected, T v) {                                                                \
    return emulated_atomic(p, true, [&](T a) { return a == expected ? v : a; });                                   \
  }
ATOMIC(atomic_and, u32, a & v)
ATOMIC(atomic_and, u64, a & v)
ATOMIC_SIGNED(i32, u32)
ATOMIC_SIGNED(i64, u64)
ATOMIC(atomic_add, f32, a + v)
ATOMIC(atomic_add, f64, a + v)
ATOMIC(atomic_exchange, f32, v)
ATOMIC(atomic_exchange, f64, v)
#undef ATOMIC_SIGNED
#undef ATOMIC_BITS
#undef ATOMIC
#endif

// Returns the mask if all its lanes have the same value, else 0.
#ifndef ONRUSH_EMULATED
#define MATCH_ALL(T)                        \
  DEVICE u32 match_all(u32 mask, T v) {     \
    int same;                               \
    return __match_all_sync(mask, v, &same); \
  }
MATCH_ALL(u32)
MATCH_ALL(u64)
#undef MATCH_ALL
#else
template <class T>
DEVICE u32 match_all(u32 mask, T v CALLER) { return match_any(mask, v OF_CALLER) == mask ? mask : 0; }
#endif

// Shuffles within each part of WIDTH neighbouring lanes, a power of two; lanes are counted from the part's first one.
template <u32 WIDTH, class T>
DEVICE T shuffle(u32 mask, const T& v, u32 by CALLER) {
  static_assert(WIDTH <= WARP && (WIDTH & (WIDTH - 1)) == 0, "a part of a warp has 1, 2, 4, 8, 16 or 32 lanes");
  return shuffle(mask, v, (lane() & ~(WIDTH - 1)) + (by & (WIDTH - 1)) OF_CALLER);
}
template <u32 WIDTH, class T>
DEVICE T shuffle_up(u32 mask, const T& v, u32 by CALLER) {
  static_assert(WIDTH <= WARP && (WIDTH & (WIDTH - 1)) == 0, "a part of a warp has 1, 2, 4, 8, 16 or 32 lanes");
  return shuffle(mask, v, (lane() & (WIDTH - 1)) < by ? lane() : lane() - by OF_CALLER);
}
template <u32 WIDTH, class T>
DEVICE T shuffle_down(u32 mask, const T& v, u32 by CALLER) {
  static_assert(WIDTH <= WARP && (WIDTH & (WIDTH - 1)) == 0, "a part of a warp has 1, 2, 4, 8, 16 or 32 lanes");
  return shuffle(mask, v, by >= WIDTH - (lane() & (WIDTH - 1)) ? lane() : lane() + by OF_CALLER);
}
template <u32 WIDTH, class T>
DEVICE T shuffle_xor(u32 mask, const T& v, u32 by CALLER) {
  static_assert(WIDTH <= WARP && (WIDTH & (WIDTH - 1)) == 0, "a part of a warp has 1, 2, 4, 8, 16 or 32 lanes");
  return shuffle(mask, v, by >= WIDTH ? lane() : lane() ^ by OF_CALLER);
}

// Reduces the items of a whole warp by the tree, which joins neighbours level by level, in their order. All lanes get the result.
template <class T, class Op>
DEVICE T warp_reduce(T x, Op op CALLER) {
  UNROLL for (u32 d = 1; d < WARP; d *= 2) {
    T other = shuffle_xor(EVERY_LANE, x, d OF_CALLER);
    x = (lane() & d) != 0 ? op(other, x) : op(x, other);
  }
  return x;
}
// The Hillis–Steele prefix over the lanes of a whole warp.
template <class T, class Op>
DEVICE T warp_scan_inclusive(T x, Op op CALLER) {
  UNROLL for (u32 d = 1; d < WARP; d *= 2) {
    T before = shuffle_up(EVERY_LANE, x, d OF_CALLER);
    if (lane() >= d) x = op(before, x);
  }
  return x;
}
// The exclusive prefix over the lanes of a whole warp: `first`, joined with the items of the lanes before this one.
template <class T, class Op>
DEVICE T warp_scan_exclusive(T x, as<T> first, Op op CALLER) {
  T before = shuffle_up(EVERY_LANE, warp_scan_inclusive(x, op OF_CALLER), 1 OF_CALLER);
  return lane() == 0 ? first : op(first, before);
}

// Reductions and scans of a block join its warps' results from left to right. All threads of the block must call them, and all get
// the result of a reduction.
template <class T, class Op>
DEVICE T block_reduce(T x, Op op CALLER) {
  SHARED_MEMORY(T, parts, THREADS / WARP);
  x = warp_reduce(x, op OF_CALLER);
  if (lane() == 0) parts[warp()] = x;
  SYNC_FOR_CALLER;
  T all = parts[0];
  for (u32 w = 1; w < THREADS / WARP; w += 1) all = op(all, parts[w]);
  SYNC_FOR_CALLER;
  return all;
}
template <class T, class Op>
DEVICE T block_scan_inclusive(T x, Op op CALLER) {
  SHARED_MEMORY(T, parts, THREADS / WARP);
  x = warp_scan_inclusive(x, op OF_CALLER);
  if (lane() == WARP - 1) parts[warp()] = x;
  SYNC_FOR_CALLER;
  if (warp() != 0) {
    T before = parts[0];
    for (u32 w = 1; w < warp(); w += 1) before = op(before, parts[w]);
    x = op(before, x);
  }
  SYNC_FOR_CALLER;
  return x;
}
// The exclusive prefix over the threads of a block: `first`, joined with the items of the threads before this one.
template <class T, class Op>
DEVICE T block_scan_exclusive(T x, as<T> first, Op op CALLER) {
  SHARED_MEMORY(T, last, THREADS / WARP);
  T whole = block_scan_inclusive(x, op OF_CALLER);
  if (lane() == WARP - 1) last[warp()] = whole;
  T before = shuffle_up(EVERY_LANE, whole, 1 OF_CALLER);
  SYNC_FOR_CALLER;
  if (lane() == 0 && warp() != 0) before = last[warp() - 1];
  SYNC_FOR_CALLER;
  return thread() == 0 ? first : op(first, before);
}
