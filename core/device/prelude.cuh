// The C++ to which operations lower: types by width, attributes, traps.
//
// The files of this folder are concatenated, never included, and need no header: NVRTC compiles them for GPUs, and a C++17
// compiler for the host. A function whose name starts with `r_` is a Rust method or operator of the primitive types, and
// has the same result to the bit. It takes the trap and the number of the place in the user's source, even if it can't
// fail.

#if !defined(__CUDACC_RTC__) && !defined(ONRUSH_EMULATED)
#error "device text is for NVRTC, or for the emulated device"
#endif

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;
typedef __int128 i128;
typedef unsigned __int128 u128;
typedef float f32;
typedef double f64;

// Storage for the half-width floats: arithmetic widens to f32 and rounds to nearest even.
struct f16 { u16 bits; };
struct bf16 { u16 bits; };

static_assert(sizeof(i8) == 1 && sizeof(i16) == 2 && sizeof(i32) == 4 && sizeof(i64) == 8, "integers by width");
static_assert(sizeof(i128) == 16 && alignof(i128) == 16, "integers of 128 bits lie at multiples of their size");
static_assert(sizeof(f16) == 2 && sizeof(bf16) == 2 && sizeof(f32) == 4 && sizeof(f64) == 8, "floats by width");
static_assert(sizeof(bool) == 1 && sizeof(void*) == 8, "bool is a byte, and addresses have 64 bits");
static_assert(i8(-1) < 0 && (i32(-1) >> 1) == -1, "signed, with an arithmetic shift");

// Attributes of loops. UNROLL stands where the counter must be a constant or the loads must be in flight together. ROLLED
// stands where a loop runs rarely: compilers would unroll it, which takes most of the compilation time of some kernels.
#ifdef ONRUSH_EMULATED
#define DEVICE inline
#define UNROLL
#define ROLLED
#define OFFSET(T, FIELD) __builtin_offsetof(T, FIELD)
#else
#define DEVICE __device__ __forceinline__
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")
#define OFFSET(T, FIELD) __INTADDR__(&((T*)0)->FIELD)
#endif

// The result of a comparison: Rust's `core::cmp::Ordering`.
enum class Ordering : i8 { Less = -1, Equal = 0, Greater = 1 };

// PARAM aligns each member of a functor or expression to 16 bytes, as the host writes them.
#define PARAM alignas(16)

// The empty tuple.
struct unit {};

// A kernel reports its first failure in up to four words: the number of the place plus one; the index and the length, if
// an index was out of bounds; and the item's index, if that index was the position of an item.
#ifndef ONRUSH_EMULATED
// The trap: the last call in which this program has failed, or 0.
extern "C" { __device__ u64 onrush_trap[1]; }
#ifdef FALLIBLE
// A program that can fail gets a word that identifies its call. From the lowest bits on, it consists of the program's number
// (RECORD_BIT bits), the number of the call's record (RECORD_BITS bits) and the call's number. Words of later calls are larger, so
// the trap is never cleared.
extern "C" { __device__ u64* onrush_records; }
// The word is the first of the kernel's parameters: PTX names it after the entry. All functions are inlined, so this
// code stands in the entry itself. A copy in shared memory would take cache from the kernels that use no shared memory.
DEVICE u64 current_call() {
  u64 call;
  asm("ld.param.u64 %0, [entry_param_0];" : "=l"(call));
  return call;
}
DEVICE bool trap_of_this_call(u64 trap) { return trap == current_call(); }
// Each failure writes the index and the length, so that failures with and without these share one report.
template <class... Item>
DEVICE void report_trap(u32 site, u64 index = 0, u64 length = 0, Item... item) {
  u64 call = current_call();
  if (atomicMax(&onrush_trap[0], call) >= call) return;
  volatile u64* record = onrush_records + (call >> RECORD_BIT & ((1u << RECORD_BITS) - 1)) * RECORD_WORDS;
  // An earlier kernel of the call may have failed already.
  if (record[0] != 0) return;
  record[1] = index;
  record[2] = length;
  ((record[3] = item), ...);
  __threadfence_system();
  record[0] = (call & ((1u << RECORD_BIT) - 1)) << 32 | (u64(site) + 1);
}
#else
DEVICE bool trap_of_this_call(u64 trap) { return trap != 0; }
template <class... Item>
DEVICE void report_trap(u32, u64 = 0, u64 = 0, Item...) {}
#endif
#else
// The host clears the words before each launch.
extern "C" { u64 onrush_trap[4]; }
DEVICE bool trap_of_this_call(u64 trap) { return trap != 0; }
template <class... Item>
DEVICE void report_trap(u32 site, u64 index = 0, u64 length = 0, Item... item) {
  u64 none = 0, code = u64(site) + 1;
  if (!__atomic_compare_exchange_n(&onrush_trap[0], &none, code, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return;
  onrush_trap[1] = index;
  onrush_trap[2] = length;
  ((onrush_trap[3] = item), ...);
}
#endif

// With LANES_END, a thread ends where an operation fails, so that it stores nothing afterwards. Kernels whose threads don't wait
// for each other have it.
#ifdef LANES_END
#ifndef ONRUSH_EMULATED
DEVICE void end_lane() {
  asm volatile("exit;");
  __builtin_unreachable();
}
#else
DEVICE void end_lane() { emulated::end_lane(); }
#endif
#endif

// The record of whether a call of an operation has panicked, which the operation makes and the device functions that it calls
// share. Nothing unwinds on a device: an operation that fails raises the record and, unless its thread ends, yields a dummy
// value. Loops end when the record is raised.
struct Panic {
  bool raised;

  DEVICE Panic() : raised(false) {}
  Panic(const Panic&) = delete;

  template <class... Item>
  DEVICE void raise(u32 site, u64 index = 0, u64 length = 0, Item... item) {
    if (!raised) report_trap(site, index, length, item...);
#ifdef LANES_END
    end_lane();
#endif
    raised = true;
  }
};

// A record with the rule of the crate that wrote the function: integer overflow is a failure (CHECKED) or wraps. It holds
// nothing but a reference: copies of the flag that each function wrote back would stay in local memory where functions are
// nested deeper than the compiler follows them.
template <bool CHECKED>
struct Trap {
  Panic& panic;

  DEVICE explicit Trap(Panic& panic) : panic(panic) {}
  DEVICE operator Panic&() const { return panic; }

  template <class... Item>
  DEVICE void raise(u32 site, u64 index = 0, u64 length = 0, Item... item) const {
    panic.raise(site, index, length, item...);
  }
};

// The last of a thread's items whose positions are out of bounds. It is reported once, behind a loop of atomics, since
// reports inside the loop would make each atomic wait for the one before.
struct Beyond {
  u64 position;
  u64 item;
  bool found;

  DEVICE Beyond() : position(0), item(0), found(false) {}
  DEVICE void note(u64 at, u64 i) {
    position = at;
    item = i;
    found = true;
  }
  DEVICE void report(u32 site, u64 length) const {
    if (found) report_trap(site, position, length, item);
  }
};

// Facts about a primitive type. `word` is the unsigned type in which integers are computed: C++ would promote narrower
// ones to a signed `int`, whose overflow is undefined.
template <class T>
struct Facts {
  static constexpr bool is_integer = false, is_signed = false, is_float = false;
};
#define INTEGER(T, S, U, WORD, WIDE, BITS)                                             \
  template <>                                                                          \
  struct Facts<T> {                                                                    \
    static constexpr bool is_integer = true, is_signed = T(-1) < T(0), is_float = false; \
    static constexpr u32 bits = BITS;                                                  \
    static constexpr T min = is_signed ? T(U(1) << (BITS - 1)) : T(0);                 \
    static constexpr T max = T(~min);                                                  \
    typedef S same_signed;                                                             \
    typedef U same_unsigned;                                                           \
    typedef WORD word;                                                                 \
    typedef WIDE wide;                                                                 \
  };
INTEGER(i8, i8, u8, u32, i64, 8)
INTEGER(u8, i8, u8, u32, u64, 8)
INTEGER(i16, i16, u16, u32, i64, 16)
INTEGER(u16, i16, u16, u32, u64, 16)
INTEGER(i32, i32, u32, u32, i64, 32)
INTEGER(u32, i32, u32, u32, u64, 32)
INTEGER(i64, i64, u64, u64, i64, 64)
INTEGER(u64, i64, u64, u64, u64, 64)
INTEGER(i128, i128, u128, u128, i128, 128)
INTEGER(u128, i128, u128, u128, u128, 128)
#undef INTEGER

// An integer of its low bits. The compiler doesn't see where those of 16 bits come from: the negative of the least one, widened again, is
// positive for ptxas of CUDA 13.0, which takes `neg.s16` for exact.
template <class T, class W>
DEVICE T of_word(W word) {
  if constexpr (sizeof(T) == 2) {
    u32 low = u32(word);
#ifndef ONRUSH_EMULATED
    asm("" : "+r"(low));
#endif
    return T(low);
  } else return T(word);
}

// The unsigned type to which loops and bytes extend an integer: of 64 bits, or of 128 if the integer has that many.
template <bool WIDE> struct Extended { typedef u64 type; };
template <> struct Extended<true> { typedef u128 type; };
template <class T> using extended = typename Extended<(sizeof(T) > 8)>::type;

// C++ has no literals of 128 bits.
DEVICE constexpr u128 u128_of(u64 high, u64 low) { return u128(high) << 64 | low; }

// `raw` is the type of a float's bits, `wide` the type in which it is computed.
#define FLOAT(T, RAW, WIDE, BITS, MANTISSA)                                             \
  template <>                                                                           \
  struct Facts<T> {                                                                     \
    static constexpr bool is_integer = false, is_signed = true, is_float = true;        \
    static constexpr RAW sign = RAW(RAW(1) << (BITS - 1));                              \
    static constexpr RAW mantissa = RAW((RAW(1) << MANTISSA) - 1);                      \
    static constexpr RAW exponent = RAW(RAW(~sign) & RAW(~mantissa));                   \
    typedef RAW raw;                                                                    \
    typedef WIDE wide;                                                                  \
  };
FLOAT(f16, u16, f32, 16, 10)
FLOAT(bf16, u16, f32, 16, 7)
FLOAT(f32, u32, f32, 32, 23)
FLOAT(f64, u64, f64, 64, 52)
#undef FLOAT

template <class A, class B> struct IsSame { static constexpr bool value = false; };
template <class A> struct IsSame<A, A> { static constexpr bool value = true; };
template <class A, class B> constexpr bool same = IsSame<A, B>::value;

// Whether a type has padding. The padding of a vector's elements is written, too, because kernels move elements as words.
template <class T> struct HasPadding { static constexpr bool value = false; };

// The type T, in a parameter from which T isn't deduced.
template <class T> struct As { typedef T type; };
template <class T> using as = typename As<T>::type;
