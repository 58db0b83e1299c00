// The words of kernels that users write, beside those of device.cuh: vectors as parameters, panics, variables in shared memory,
// further atomics, shuffles within parts of a warp, and reductions and scans of a warp or a block. The guide describes them.
//
//   DEVICE void scale(Elements<const f32> x, Elements<f32> y, f32 by) {
//     for (u64 i = thread_of_grid(); i < x.len(); i += threads_of_grid()) y[i] = x[i] * by;
//   }
//
// THREADS is the number of threads of a block, a constant. A thread that panics ends at once. On a GPU barriers and
// shuffles don't wait for it; a loop that waits for a word which it may have been meant to write must ask `panicked`.

// Functions that meet at a barrier or shuffle take the user's line as an argument, and pass it on to the emulated device.
#ifdef ONRUSH_EMULATED
#define CALLER , const char *file = __builtin_FILE(), u32 line = __builtin_LINE()
#define OF_CALLER , file, line
#define SYNC_FOR_CALLER sync_block(file, line)
DEVICE void end_thread() {
  // A failed thread ends the whole launch, so that no thread does anything afterwards. The trap holds the failure.
  emulated::machine.failed = true;
  emulated::abandon();
}
#else
#define CALLER
#define OF_CALLER
#define SYNC_FOR_CALLER sync_block()
DEVICE void end_thread() { asm volatile("exit;"); }
#endif

// Panics. The host finds the message in the kernel's text by its hash.
DEVICE constexpr u64 message_hash(const char* message) {
  u64 hash = 0xcbf29ce484222325ull;
  for (; *message != 0; message += 1) hash = (hash ^ u8(*message)) * 0x100000001b3ull;
  return hash;
}
DEVICE void panic_at(u32 line, u64 hash) {
  report_trap(KERNEL_LINE | KERNEL_MESSAGE | line, hash, 0);
  end_thread();
}
#define PANIC(MESSAGE)                                    \
  do {                                                    \
    constexpr u64 onrush_message = message_hash(MESSAGE); \
    panic_at(__LINE__, onrush_message);                   \
  } while (0)
#define ASSERT(CONDITION, MESSAGE)      \
  do {                                  \
    if (!(CONDITION)) PANIC(MESSAGE);   \
  } while (0)

// The record of a panic in a `#[device]` function that the kernel calls: the thread ends behind it.
struct EndsThread : Panic {
  DEVICE ~EndsThread() {
    if (raised) end_thread();
  }
};

// An index, and the line where it is used.
struct ElementIndex {
  u64 i;
  u32 line;
  DEVICE ElementIndex(u64 i, u32 line = __builtin_LINE()) : i(i), line(line) {}
};

template <class T> struct WithoutConst { typedef T type; };
template <class T> struct WithoutConst<const T> { typedef T type; };
template <bool> struct When {};
template <> struct When<true> { typedef int type; };

// A vector or a part of one: Elements<const T> where it is only read. An index that is out of bounds panics.
template <class T>
struct Elements {
  typedef typename WithoutConst<T>::type value;
  T* p;
  u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE bool is_empty() const { return n == 0; }
  DEVICE T* data() const { return p; }
  DEVICE T& operator[](ElementIndex at) const {
    if (at.i >= n) {
      report_trap(KERNEL_LINE | at.line, at.i, n);
      end_thread();
    }
    return p[at.i];
  }
  // V elements from `i` on, in words of up to 16 bytes if the address is a multiple of their size.
  template <int V>
  DEVICE void load(u64 i, value* out, u32 line = __builtin_LINE()) const {
    within<V>(i, line);
    if (aligned<V>(i)) load_words<V, ALIGNED>(p + i, out);
    else UNROLL for (int k = 0; k < V; k += 1) out[k] = p[i + k];
  }
  template <int V>
  DEVICE void store(u64 i, const value* in, u32 line = __builtin_LINE()) const {
    within<V>(i, line);
    if (aligned<V>(i)) store_words<V>(p + i, in);
    else UNROLL for (int k = 0; k < V; k += 1) p[i + k] = in[k];
  }
  template <int V>
  DEVICE bool aligned(u64 i) const { return Words<value, V>::aligned(p + i); }
  template <int V>
  DEVICE void within(u64 i, u32 line) const {
    if (i >= n || n - i < V) {
      report_trap(KERNEL_LINE | line, i >= n ? i : n, n);
      end_thread();
    }
  }

  // The conversion to a vector that is only read, from one that isn't: a vector that is only read would convert to itself.
  template <class U, typename When<same<U, const T> && !same<U, T>>::type = 0>
  DEVICE operator Elements<U>() const { return Elements<U>{p, n}; }
};

// Elements as an argument, for a parameter that is Elements or a plain pointer, whose accesses aren't checked. The conversion is a
// template, so that it doesn't compete with [] for an index. Elements don't have it: NVRTC would take its line for an index's.
template <class T>
struct PassedElements : Elements<T> {
  DEVICE PassedElements(const Elements<T>& x) : Elements<T>(x) {}
  template <class P, typename When<same<P, T*> || same<P, const T*>>::type = 0>
  DEVICE operator P() const { return this->p; }
};
struct KernelArgument {
  template <class T> DEVICE static const T& of(const T& x) { return x; }
  template <class T> DEVICE static PassedElements<T> of(const Elements<T>& x) { return x; }
};
#ifndef ONRUSH_EMULATED
#define ARGUMENT(NUMBER, NAME, X) KernelArgument::of(X)
#else
// The emulated device watches the elements.
template <class T>
inline const T& watch_argument(u32, const char*, const T& x) { return x; }
template <class T>
inline const Elements<T>& watch_argument(u32 number, const char* name, const Elements<T>& x) {
  if (emulated::argument_count <= number) emulated::argument_count = number + 1;
  emulated::arguments[number] = {name, reinterpret_cast<const u8*>(x.p), x.n * sizeof(T), sizeof(T)};
  return x;
}
#define ARGUMENT(NUMBER, NAME, X) KernelArgument::of(watch_argument(NUMBER, NAME, X))
#endif

// The array type T[A][B]… of the lengths N.
template <class T, u64... N> struct ArrayOf { typedef T type; };
template <class T, u64 N, u64... M> struct ArrayOf<T, N, M...> { typedef typename ArrayOf<T, M...>::type type[N]; };

// SHARED_MEMORY(f32, tile, 32, 33) declares a variable f32 tile[32][33] of the block, in shared memory, whose first content is
// arbitrary. `dynamic_shared` is the shared memory whose size each launch chooses.
#ifndef ONRUSH_EMULATED
#define SHARED_MEMORY(T, NAME, ...) __shared__ typename ArrayOf<T, ##__VA_ARGS__>::type NAME
template <class T>
DEVICE Elements<T> dynamic_shared() {
  u32 bytes;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  return Elements<T>{reinterpret_cast<T*>(&shared<Word16>()), bytes / sizeof(T)};
}
DEVICE u32 active_mask() { return __activemask(); }
#else
namespace emulated {
// A lane's question for the lanes that are active at a place, and the answer.
struct Asking {
  Place place;
  u32 active;
};
static const char asking = 0;

// The lanes that are active at a place. On a GPU any may be; here it is those that come to the place while one of them waits,
// for a time that depends on the seed.
static u32 active_mask(Place place) {
  Warp* warp = warp_of(self);
  Fiber* lanes = warp->block->fibers + warp->number * WARP_LANES;
  Asking mine = {place, 0};
  self->visit = {&asking, &mine, 0};
  u32 patience = machine.eager == 0 ? 2 : random() % 3;
  for (u32 k = 0; k < patience && mine.active == 0; k += 1) yield();
  if (mine.active == 0) {
    u32 active = 0;
    for (u32 k = 0; k < 2 * WARP_LANES; k += 1) {
      Fiber& fiber = lanes[k % WARP_LANES];
      if (fiber.visit.in != &asking) continue;
      Asking* other = static_cast<Asking*>(fiber.visit.out);
      if (!(other->place == place)) continue;
      if (k < WARP_LANES && other->active == 0) active |= 1u << k;
      if (k >= WARP_LANES && (active >> (k % WARP_LANES) & 1) != 0) other->active = active;
    }
  }
  self->visit = {nullptr, nullptr, 0};
  return mine.active;
}
}  // namespace emulated
#define SHARED_MEMORY(T, NAME, ...)                                                                           \
  static const char NAME##_site = 0;                                                                          \
  auto& NAME = *static_cast<typename ArrayOf<T, ##__VA_ARGS__>::type*>(emulated::shared_variable(             \
      &NAME##_site, sizeof(typename ArrayOf<T, ##__VA_ARGS__>::type), alignof(typename ArrayOf<T, ##__VA_ARGS__>::type), \
      #NAME, sizeof(T)))
template <class T>
DEVICE Elements<T> dynamic_shared() {
  u8* memory = static_cast<u8*>(emulated::self->block->shared) + emulated::VARIABLES_ROOM;
  return Elements<T>{reinterpret_cast<T*>(memory), emulated::dynamic_bytes() / sizeof(T)};
}
DEVICE u32 active_mask(const char* file = __builtin_FILE(), u32 line = __builtin_LINE()) {
  return emulated::active_mask(emulated::Place{file, line});
}
#endif

// The thread's number in the grid, and the grid's number of threads.
DEVICE u64 thread_of_grid() { return u64(block()) * threads() + thread(); }
DEVICE u64 threads_of_grid() { return u64(blocks()) * threads(); }
