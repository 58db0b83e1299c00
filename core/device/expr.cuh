// Expressions, the types to which chains lower. A kernel uses an expression through these members only:
//
//   typedef item                 the type that `at` yields: a value, a T&, or a tuple of these
//   typedef value                the type of an item that is kept in a variable
//   static constexpr bool dense  whether every slot holds an item
//   u64 len()                    the number of slots
//   item at(i)                   item i of a dense expression
//   bool slot(i, out)            whether slot i holds an item, and that item
//   load<V, HOW>(i, out)         V consecutive items of a dense expression: slices load words of up to 16 bytes
//   slots<V, HOW>(i, out, kept)  V consecutive slots
//   bool aligned<V>(i)           whether every slice can load such words at i (and at i plus multiples of V)
//
// `load<V>` tests the alignment each time, which keeps the loads of one thread from being in flight together. A kernel
// that loads in a loop calls `aligned<V>` once and then `load<V, ALIGNED>`, or `load<V, ONCE>` where the items aren't
// read again: such loads bypass the first-level cache.
//
// Members lie in the order in which the host writes them. The caller ensures i + V <= len(): nothing here checks
// bounds.

// The type in which a variable keeps a value of type T: T itself, or what it refers to.
template <class T> struct Plain { typedef T type; };
template <class T> struct Plain<T&> { typedef T type; };
template <class T> struct Plain<T&&> { typedef T type; };
template <class T> using plain = typename Plain<T>::type;

// The type of an operation's result.
template <class T> DEVICE T&& some();
template <class F, class... A> using result = decltype(some<const F&>()(some<A>()...));

// The numbers 0, 1, … N - 1 as a parameter pack.
template <u32... I> struct Indices {};
template <u32 N, u32... I> struct Count : Count<N - 1, N - 1, I...> {};
template <u32... I> struct Count<0, I...> { typedef Indices<I...> type; };
template <u32 N> using indices = typename Count<N>::type;

// The words in which memory is moved, by their size.
struct alignas(8) Word8 { u32 x, y; };
struct alignas(16) Word16 { u32 x, y, z, w; };
template <u64 BYTES> struct Word { typedef u8 type; };
template <> struct Word<2> { typedef u16 type; };
template <> struct Word<4> { typedef u32 type; };
#ifndef ONRUSH_EMULATED
template <> struct Word<8> { typedef uint2 type; };
template <> struct Word<16> { typedef uint4 type; };
#else
template <> struct Word<8> { typedef Word8 type; };
template <> struct Word<16> { typedef Word16 type; };
#endif

// V items of T as the widest words that they fill.
template <class T, int V>
struct Words {
  static constexpr u64 bytes = sizeof(T) * V;
  static constexpr u64 width = bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1;
  static constexpr int count = int(bytes / width);
  typedef typename Word<width>::type word;
  union {
    word words[count];
    T items[V];
  };
  DEVICE Words() {}
  DEVICE static bool aligned(const T* p) { return u64(p) % width == 0; }
};

// The access to V items. ANY: at any alignment. ALIGNED: `aligned` holds. ONCE: `aligned` holds, and no thread reads the
// items again.
enum Access { ANY, ALIGNED, ONCE };
// The access of an expression to an input whose items it reads again.
DEVICE constexpr Access again(Access how) { return how == ONCE ? ALIGNED : how; }

#ifndef ONRUSH_EMULATED
// Loads bypass the first-level cache. Nothing writes the memory while the kernel runs, so the compiler may move a load.
DEVICE uint4 load_once(const uint4* p) {
  uint4 v;
  asm("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
  return v;
}
// The store is written in PTX, since compilers sometimes split it.
DEVICE void store_word(uint4* p, const uint4& v) {
  asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" : : "l"(p), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}
#endif
template <class W> DEVICE W load_once(const W* p) { return *p; }
template <class W> DEVICE void store_word(W* p, const W& v) { *p = v; }

// N items as a struct, which one assignment copies.
template <class T, int N>
struct Items {
  T v[N];
};
template <int N, class T>
DEVICE void copy_items(T* to, const T* from) {
  *reinterpret_cast<Items<T, N>*>(to) = *reinterpret_cast<const Items<T, N>*>(from);
}

// Loads V items. Only single words bypass the cache: where each thread loads several, neighbouring threads share its sectors.
template <int V, Access HOW, class T>
DEVICE void load_words(const T* p, T* out) {
  Words<T, V> words;
  UNROLL for (int k = 0; k < words.count; k += 1) {
    const typename Words<T, V>::word* word = reinterpret_cast<const typename Words<T, V>::word*>(p) + k;
    words.words[k] = HOW == ONCE && words.count == 1 ? load_once(word) : *word;
  }
  copy_items<V>(out, words.items);
}
template <int V, class T>
DEVICE void store_words(T* p, const T* in) {
  Words<T, V> words;
  copy_items<V>(words.items, in);
  UNROLL for (int k = 0; k < words.count; k += 1) {
    store_word(reinterpret_cast<typename Words<T, V>::word*>(p) + k, words.words[k]);
  }
}

// The members `slot` and `slots` of a dense expression, whose slots are its items.
#define DENSE                                                                    \
  static constexpr bool dense = true;                                            \
  DEVICE bool slot(u64 i, value& out) const {                                    \
    out = at(i);                                                                 \
    return true;                                                                 \
  }                                                                              \
  template <int V, Access HOW = ANY>                                             \
  DEVICE void slots(u64 i, value* out, bool* kept) const {                       \
    load<V, HOW>(i, out);                                                        \
    UNROLL for (int k = 0; k < V; k += 1) kept[k] = true;                        \
  }
// The loads of an expression that has no slices to load from, which compute item by item.
#define LOAD_BY_ITEM                                                             \
  template <int V>                                                               \
  DEVICE bool aligned(u64) const { return true; }                                \
  template <int V, Access HOW = ANY>                                             \
  DEVICE void load(u64 i, value* out) const {                                    \
    UNROLL for (int k = 0; k < V; k += 1) out[k] = at(i + k);                    \
  }

// Sources.

template <class T>
struct Slice {
  typedef T item;
  typedef T value;
  const T* p;
  u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE T at(u64 i) const { return p[i]; }
  template <int V>
  DEVICE bool aligned(u64 i) const { return Words<T, V>::aligned(p + i); }
  template <int V, Access HOW = ANY>
  DEVICE void load(u64 i, T* out) const {
    if (HOW != ANY || aligned<V>(i)) load_words<V, HOW>(p + i, out);
    else UNROLL for (int k = 0; k < V; k += 1) out[k] = p[i + k];
  }
  DENSE
};

// SliceMut yields references, for operations that write in place. It has no `load`, which would yield copies.
template <class T>
struct SliceMut {
  typedef T& item;
  typedef T value;
  static constexpr bool dense = true;
  T* p;
  u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE T& at(u64 i) const { return p[i]; }
};

// Range yields from, from + 1, …; integers wrap.
template <class T>
struct Range {
  typedef T item;
  typedef T value;
  PARAM T from;
  PARAM u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE T at(u64 i) const { return Sum()(from, cast<T>(i)); }
  LOAD_BY_ITEM
  DENSE
};

template <class T>
struct Constant {
  typedef T item;
  typedef T value;
  PARAM T x;
  PARAM u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE T at(u64) const { return x; }
  LOAD_BY_ITEM
  DENSE
};

template <class F>
struct Tabulate {
  typedef result<F, u64> item;
  typedef plain<item> value;
  PARAM F f;
  PARAM u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE item at(u64 i) const { return f(i); }
  LOAD_BY_ITEM
  DENSE
};
