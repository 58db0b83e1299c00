// The interface of the machine to kernels. All intrinsics, PTX and attributes of CUDA stand here (those of operations in
// core/device), once for NVRTC and once for the emulated device, whose threads are fibers.
//
//   typedef … ; struct Params { PARAM …; };
//   SHARED(Shared)                                              optional: the type of `shared`
//   ENTRY(384, 1) void entry(GRID_CONST Params p) { … }         the program's only kernel
//
// Grids and blocks are one-dimensional, and a block is a multiple of 32 threads. All threads of a block must reach a
// barrier at the same line, and all lanes of a mask a shuffle or vote at the same line; none may have returned. A loop
// that waits for another thread must call `pause`, and end when `panicked`.

constexpr u32 WARP = 32;
constexpr u32 EVERY_LANE = 0xffffffff;

// Two words that one instruction loads or stores, for states of tiles of more than 64 bits.
struct alignas(16) Pair {
  u64 x, y;
};

#ifndef ONRUSH_EMULATED

// The bytes of shared memory that a block can have.
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
constexpr u32 SHARED_LIMIT = 227 << 10;
#elif __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 870
constexpr u32 SHARED_LIMIT = 163 << 10;
#elif __CUDA_ARCH__ >= 860
constexpr u32 SHARED_LIMIT = 99 << 10;
#else
constexpr u32 SHARED_LIMIT = 64 << 10;
#endif

// The most threads of a multiprocessor. Launch bounds ask ptxas for no more blocks than have these threads.
#if __CUDA_ARCH__ < 800
constexpr u32 RESIDENT_THREADS = 1024;
#elif __CUDA_ARCH__ == 800 || (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1100)
constexpr u32 RESIDENT_THREADS = 2048;
#else
constexpr u32 RESIDENT_THREADS = 1536;
#endif
DEVICE constexpr u32 resident_blocks(u32 threads, u32 wanted) {
  return wanted * threads <= RESIDENT_THREADS ? wanted : RESIDENT_THREADS / threads;
}
#define ENTRY(THREADS, MIN_BLOCKS) \
  extern "C" __global__ __launch_bounds__(THREADS, resident_blocks(THREADS, MIN_BLOCKS))
#define GRID_CONST const __grid_constant__
#define GLOBAL __device__

DEVICE u32 thread() { return threadIdx.x; }
DEVICE u32 threads() { return blockDim.x; }
DEVICE u32 block() { return blockIdx.x; }
DEVICE u32 blocks() { return gridDim.x; }

// All of the block's shared memory as one struct, which isn't constructed.
template <class T>
DEVICE T& shared() {
  extern __shared__ __align__(16) u8 shared_bytes[];
  static_assert(alignof(T) <= 16, "shared memory is aligned to 16 bytes");
  return *reinterpret_cast<T*>(shared_bytes);
}

DEVICE void sync_block() { __syncthreads(); }
DEVICE void sync_warp(u32 mask = EVERY_LANE) { __syncwarp(mask); }

// Lanes exchange a value of any size as words of 32 bits.
template <class T>
union LaneWords {
  T item;
  u32 words[(sizeof(T) + 3) / 4];
  DEVICE LaneWords() : words{} {}
};
#define SHUFFLE(NAME, INTRINSIC)                                                              \
  template <class T>                                                                          \
  DEVICE T NAME(u32 mask, const T& v, u32 by) {                                               \
    static_assert(__is_trivially_copyable(T), "lanes exchange plain values");                 \
    LaneWords<T> in, out;                                                                     \
    in.item = v;                                                                              \
    UNROLL for (u32 k = 0; k < sizeof(in.words) / 4; k += 1) out.words[k] = INTRINSIC(mask, in.words[k], by); \
    return out.item;                                                                          \
  }
SHUFFLE(shuffle, __shfl_sync)            // from lane `by`
SHUFFLE(shuffle_up, __shfl_up_sync)      // from `by` lanes below, one's own where there is none
SHUFFLE(shuffle_down, __shfl_down_sync)  // from `by` lanes above, one's own where there is none
SHUFFLE(shuffle_xor, __shfl_xor_sync)    // from the lane whose number differs in the bits of `by`
#undef SHUFFLE

DEVICE u32 ballot(u32 mask, bool p) { return __ballot_sync(mask, p); }
DEVICE bool any(u32 mask, bool p) { return __any_sync(mask, p); }
DEVICE bool all(u32 mask, bool p) { return __all_sync(mask, p); }
DEVICE u32 match_any(u32 mask, u32 v) { return __match_any_sync(mask, v); }
DEVICE u32 match_any(u32 mask, u64 v) { return __match_any_sync(mask, v); }
// The lanes for which `word & bit` is zero, if it is zero for this lane, else those for which it isn't; all lanes of the
// warp take part. It is PTX, since what compilers generate for a ballot and a select is half as fast.
DEVICE u32 lanes_agreeing(u32 word, u32 bit) {
  u32 lanes;
  asm volatile("{\n\t.reg .pred p;\n\t.reg .b32 t;\n\tand.b32 t, %1, %2;\n\tsetp.ne.u32 p, t, 0;\n\t"
               "vote.sync.ballot.b32 %0, p, 0xffffffff;\n\t@!p not.b32 %0, %0;\n\t}"
               : "=r"(lanes) : "r"(word), "r"(bit));
  return lanes;
}

#define ATOMIC(T)                                                                     \
  DEVICE T atomic_add(T* p, T v) { return atomicAdd(p, v); }                          \
  DEVICE T atomic_max(T* p, T v) { return atomicMax(p, v); }                          \
  DEVICE T atomic_min(T* p, T v) { return atomicMin(p, v); }                          \
  DEVICE T atomic_or(T* p, T v) { return atomicOr(p, v); } DEVICE T atomic_xor(T* p, T v) { return atomicXor(p, v); } \
  DEVICE T atomic_exchange(T* p, T v) { return atomicExch(p, v); }                    \
  DEVICE T atomic_cas(T* p, T expected, T v) { return atomicCAS(p, expected, v); }
ATOMIC(u32)
ATOMIC(u64)
#undef ATOMIC

// Atomics on global memory without a result: in a kernel with a fence, compilers return even unused ones, which slows scatters.
#define RED(OP, T, TYPE, R) DEVICE void red_##OP(T* p, T v) { asm volatile("red.relaxed.gpu.global." #OP "." TYPE " [%0], %1;" ::"l"(__cvta_generic_to_global(p)), R(v) : "memory"); }
RED(add, u64, "u64", "l") RED(max, u64, "u64", "l") RED(max, u32, "u32", "r") RED(add, u32, "u32", "r") RED(min, u32, "u32", "r") RED(max, i32, "s32", "r") RED(min, i32, "s32", "r") RED(and, u32, "b32", "r") RED(or, u32, "b32", "r") RED(xor, u32, "b32", "r")
#undef RED

// Returns `x`, which the compiler then computes once, here, instead of at each use.
DEVICE u64 computed(u64 x) { asm volatile("" : "+l"(x)); return x; }
// Returns an address in shared memory, which is likewise computed once.
template <class T> DEVICE T* shared_at(T* p) {
  u32 at = u32(__cvta_generic_to_shared(p));
  asm volatile("" : "+r"(at));
  return reinterpret_cast<T*>(__cvta_shared_to_generic(at));
}

DEVICE void fence_device() { __threadfence(); }
DEVICE void fence_block() { __threadfence_block(); }

// Ordered loads and stores of words in global memory, by which blocks communicate.
#define TALK(T, TYPE, REGISTER)                                                                                 \
  DEVICE T load_relaxed(const T* p) {                                                                           \
    T v;                                                                                                        \
    asm volatile("ld.relaxed.gpu.global." TYPE " %0, [%1];" : "=" REGISTER(v) : "l"(p) : "memory");             \
    return v;                                                                                                   \
  }                                                                                                             \
  DEVICE T load_acquire(const T* p) {                                                                           \
    T v;                                                                                                        \
    asm volatile("ld.acquire.gpu.global." TYPE " %0, [%1];" : "=" REGISTER(v) : "l"(p) : "memory");             \
    return v;                                                                                                   \
  }                                                                                                             \
  DEVICE void store_relaxed(T* p, T v) {                                                                        \
    asm volatile("st.relaxed.gpu.global." TYPE " [%0], %1;" : : "l"(p), REGISTER(v) : "memory");                \
  }                                                                                                             \
  DEVICE void store_release(T* p, T v) {                                                                        \
    asm volatile("st.release.gpu.global." TYPE " [%0], %1;" : : "l"(p), REGISTER(v) : "memory");                \
  }
TALK(u32, "u32", "r")
TALK(u64, "u64", "l")
#undef TALK
#define TALK_PAIR(ORDER)                                                                                        \
  DEVICE Pair load_##ORDER(const Pair* p) {                                                                     \
    Pair v;                                                                                                     \
    asm volatile("ld." #ORDER ".gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(v.x), "=l"(v.y) : "l"(p) : "memory"); \
    return v;                                                                                                   \
  }
TALK_PAIR(relaxed)
TALK_PAIR(acquire)
#undef TALK_PAIR
#define TALK_PAIR(ORDER)                                                                                        \
  DEVICE void store_##ORDER(Pair* p, Pair v) {                                                                  \
    asm volatile("st." #ORDER ".gpu.global.v2.u64 [%0], {%1, %2};" : : "l"(p), "l"(v.x), "l"(v.y) : "memory");  \
  }
TALK_PAIR(relaxed)
TALK_PAIR(release)
#undef TALK_PAIR

DEVICE void nanosleep(u32 ns) { __nanosleep(ns); }

#else

constexpr u32 SHARED_LIMIT = 227 << 10;

#define ENTRY(THREADS, MIN_BLOCKS)                                                                              \
  extern "C" void entry(const Params p);                                                                        \
  static void emulated_thread(const void* params) { entry(*static_cast<const Params*>(params)); }               \
  extern "C" {                                                                                                  \
  emulated::Program onrush_program = {emulated_thread, sizeof(Params), alignof(Params), THREADS};               \
  }                                                                                                             \
  extern "C"
#define GRID_CONST const
#define GLOBAL

DEVICE u32 thread() { return emulated::self->thread; }
DEVICE u32 threads() { return emulated::machine.threads; }
DEVICE u32 block() { return emulated::self->block->index; }
DEVICE u32 blocks() { return emulated::machine.grid; }

template <class T>
DEVICE T& shared() {
  static_assert(alignof(T) <= 16, "shared memory is aligned to 16 bytes");
  return *static_cast<T*>(emulated::shared_bytes(sizeof(T)));
}

// Each rendezvous records the line that it was called from: lanes that meet at different lines have diverged.
#define HERE const char *file = __builtin_FILE(), u32 line = __builtin_LINE()
#define PLACE emulated::Place{file, line}

DEVICE void sync_block(HERE) { emulated::sync_block(PLACE); }
DEVICE void sync_warp(u32 mask = EVERY_LANE, HERE) { emulated::meet(emulated::SYNC, mask, nullptr, nullptr, 0, 0, PLACE); }

#define SHUFFLE(NAME, KIND)                                                               \
  template <class T>                                                                      \
  DEVICE T NAME(u32 mask, const T& v, u32 by, HERE) {                                     \
    static_assert(__is_trivially_copyable(T), "lanes exchange plain values");             \
    T in = v, out;                                                                        \
    emulated::meet(emulated::KIND, mask, &in, &out, sizeof(T), by, PLACE);                \
    return out;                                                                           \
  }
SHUFFLE(shuffle, SHUFFLE)
SHUFFLE(shuffle_up, SHUFFLE_UP)
SHUFFLE(shuffle_down, SHUFFLE_DOWN)
SHUFFLE(shuffle_xor, SHUFFLE_XOR)
#undef SHUFFLE

DEVICE u32 ballot(u32 mask, bool p, HERE) {
  u32 out;
  emulated::meet(emulated::BALLOT, mask, &p, &out, sizeof(p), 0, PLACE);
  return out;
}
DEVICE bool any(u32 mask, bool p, HERE) { return ballot(mask, p, file, line) != 0; }
DEVICE bool all(u32 mask, bool p, HERE) { return ballot(mask, p, file, line) == mask; }
template <class T>
DEVICE u32 match_any(u32 mask, T v, HERE) {
  static_assert(same<T, u32> || same<T, u64>, "words are matched");
  u32 out;
  emulated::meet(emulated::MATCH, mask, &v, &out, sizeof(v), 0, PLACE);
  return out;
}
DEVICE u32 lanes_agreeing(u32 word, u32 bit, HERE) {
  bool one = (word & bit) != 0;
  u32 votes = ballot(EVERY_LANE, one, file, line);
  return one ? votes : ~votes;
}
#undef HERE
#undef PLACE

// Each call is atomic, since fibers are switched only at such calls, before the word is read.
#define ATOMIC(T)                                                                                               \
  INLINED T emulated_update(T* p, T v) {                                                                        \
    T before = *p;                                                                                              \
    *p = v;                                                                                                     \
    emulated::after_atomic(before != v);                                                                        \
    return before;                                                                                              \
  }                                                                                                             \
  INLINED T atomic_add(T* p, T v) { emulated::before_atomic(p); return emulated_update(p, *p + v); }            \
  INLINED T atomic_max(T* p, T v) { emulated::before_atomic(p); return emulated_update(p, *p < v ? v : *p); }   \
  INLINED T atomic_min(T* p, T v) { emulated::before_atomic(p); return emulated_update(p, v < *p ? v : *p); }   \
  INLINED T atomic_or(T* p, T v) { emulated::before_atomic(p); return emulated_update(p, *p | v); }             \
  INLINED T atomic_xor(T* p, T v) { emulated::before_atomic(p); return emulated_update(p, *p ^ v); }            \
  INLINED T atomic_exchange(T* p, T v) { emulated::before_atomic(p); return emulated_update(p, v); }            \
  INLINED void red_add(T* p, T v) { atomic_add(p, v); } INLINED void red_max(T* p, T v) { atomic_max(p, v); }   \
  INLINED T atomic_cas(T* p, T expected, T v) {                                                                 \
    emulated::before_atomic(p, true);                                                                           \
    return emulated_update(p, *p == expected ? v : *p);                                                         \
  }
ATOMIC(u32)
ATOMIC(u64)
#undef ATOMIC

#define TALK(T)                                                                                                 \
  INLINED T load_relaxed(const T* p) { T v; emulated::load(p, &v, sizeof(T), false); return v; }                \
  INLINED T load_acquire(const T* p) { T v; emulated::load(p, &v, sizeof(T), true); return v; }                 \
  INLINED void store_relaxed(T* p, T v) { emulated::store(p, &v, sizeof(T), false); }                           \
  INLINED void store_release(T* p, T v) { emulated::store(p, &v, sizeof(T), true); }
TALK(u32)
TALK(u64)
TALK(Pair)
#undef TALK

DEVICE void fence_device() { emulated::fence(true); }
DEVICE void fence_block() { emulated::fence(false); }

DEVICE void nanosleep(u32) { emulated::pause(); }
DEVICE u64 computed(u64 x) { return x; }
template <class T> DEVICE T* shared_at(T* p) { return p; }

#endif

// Defines, once in a program, the type of `shared`: the driver reads its size.
#define SHARED(T) \
  extern "C" { GLOBAL u64 onrush_shared_bytes = sizeof(T); }

DEVICE u32 lane() { return thread() % WARP; }
DEVICE u32 warp() { return thread() / WARP; }

// Waits between two reads of a word that another thread will write.
DEVICE void pause() { nanosleep(20); }

// Whether an operation has failed in any thread. If so, a word that others wait for may never be written.
DEVICE bool panicked() { return trap_of_this_call(load_relaxed(&onrush_trap[0])); }

DEVICE u32 popc(u32 a) { return count_ones(a); }
DEVICE u32 popc(u64 a) { return count_ones(a); }
// The number of zero bits above the highest bit that is set.
DEVICE u32 clz(u32 a) { return count_leading(a); }
DEVICE u32 clz(u64 a) { return count_leading(a); }
// The number of the lowest bit that is set, counted from 1; 0 if there is none.
DEVICE u32 ffs(u32 a) { return a == 0 ? 0 : 32 - count_leading(a & (0 - a)); }
DEVICE u32 ffs(u64 a) { return a == 0 ? 0 : 64 - count_leading(a & (0 - a)); }
