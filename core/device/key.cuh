// Keys, and the functors that compare them.

// A key consists of words of at most 64 bits, the first most significant; their unsigned order is the key's order. For
// a struct, the chain's own text defines the words by those of its fields.
template <class T> struct Key {};

template <class T> DEVICE constexpr u32 radix_words(Key<T>) { return 1; }
template <class T> DEVICE constexpr u32 radix_bits(Key<T>, u32) { return u32(sizeof(T) * 8); }
DEVICE constexpr u32 radix_bits(Key<bool>, u32) { return 1; }
template <class T>
DEVICE u64 radix_word(const T& k, u32) {
  if constexpr (Facts<T>::is_float) {
    return total_order(k);
  } else if constexpr (Facts<T>::is_integer) {
    typedef typename Facts<T>::same_unsigned U;
    return U(U(k) ^ U(Facts<T>::min));
  } else {
    return k;
  }
}

template <class T, u64 N>
DEVICE constexpr u32 radix_words(Key<array<T, N>>) { return u32(N) * radix_words(Key<T>()); }
template <class T, u64 N>
DEVICE constexpr u32 radix_bits(Key<array<T, N>>, u32 w) { return radix_bits(Key<T>(), w % radix_words(Key<T>())); }
// The word is selected by comparisons with `w`: an array that is indexed at run time would lie in local memory, and with
// it each key of a sort.
template <class T, u64 N>
DEVICE u64 radix_word(const array<T, N>& k, u32 w) {
  constexpr u32 each = radix_words(Key<T>());
  u64 word = 0;
  UNROLL for (u32 i = 0; i < u32(N); i += 1) {
    if (w / each == i) word = radix_word(k.v[i], w % each);
  }
  return word;
}

// A reversed key has the complement of each word, within the word's bits.
template <class T> DEVICE constexpr u32 radix_words(Key<Reverse<T>>) { return radix_words(Key<T>()); }
template <class T> DEVICE constexpr u32 radix_bits(Key<Reverse<T>>, u32 w) { return radix_bits(Key<T>(), w); }
template <class T>
DEVICE u64 radix_word(const Reverse<T>& k, u32 w) {
  return ~radix_word(k.m_0, w) & (~u64(0) >> (64 - radix_bits(Key<T>(), w)));
}

template <class T>
DEVICE bool same_key(const T& a, const T& b) {
  bool same = true;
  UNROLL for (u32 w = 0; w < radix_words(Key<T>()); w += 1) same &= radix_word(a, w) == radix_word(b, w);
  return same;
}
template <class T>
DEVICE bool precedes(const T& a, const T& b) {
  UNROLL for (u32 w = 0; w < radix_words(Key<T>()); w += 1) {
    u64 x = radix_word(a, w), y = radix_word(b, w);
    if (x != y) return x < y;
  }
  return false;
}

struct Less { template <class T> DEVICE bool operator()(const T& a, const T& b) const { return precedes(a, b); } };
struct Greater { template <class T> DEVICE bool operator()(const T& a, const T& b) const { return precedes(b, a); } };
struct Same { template <class T> DEVICE bool operator()(const T& a, const T& b) const { return same_key(a, b); } };

// The key of a word, where keys are numbers without a gap.
template <class T>
struct KeyOfWord {
  DEVICE static T of(u64 word) {
    if constexpr (same<T, bool>) return word != 0;
    else return T(typename Facts<T>::same_unsigned(word) ^ typename Facts<T>::same_unsigned(Facts<T>::min));
  }
};
template <class T>
struct KeyOfWord<Reverse<T>> {
  DEVICE static Reverse<T> of(u64 word) { return Reverse<T>{KeyOfWord<T>::of(~word & (~u64(0) >> (64 - radix_bits(Key<T>(), 0))))}; }
};
template <class T> DEVICE T key_of_word(u64 word) { return KeyOfWord<T>::of(word); }

// Between tells whether a key comes after `above` and before `below`. Bits 0 and 1 of `given` say which of the two bounds exist.
template <class T>
struct Between {
  PARAM T above;
  PARAM T below;
  PARAM u64 given;
  DEVICE bool operator()(const T& x) const {
    return ((given & 1) == 0 || precedes(above, x)) && ((given & 2) == 0 || precedes(x, below));
  }
};

// Extreme yields one of two pairs (key, position): that of the smaller or larger key, and of equal keys the earlier or later one.
template <bool LARGEST, bool LAST>
struct Extreme {
  // The rank of a pair whose key has one word: the wanted pair has the least rank.
  template <class P>
  DEVICE u64 rank(const P& x) const {
    u64 word = radix_word(x.m_0, 0);
    return LARGEST ? ~word : word;
  }
  template <class P>
  DEVICE P operator()(const P& a, const P& b) const {
    bool beyond = LARGEST ? precedes(a.m_0, b.m_0) : precedes(b.m_0, a.m_0);
    return beyond || (LAST && same_key(a.m_0, b.m_0)) ? b : a;
  }
};

// ExtremeAt yields that of the smaller or larger key, and of equal keys that of the smaller position.
template <bool LARGEST>
struct ExtremeAt {
  template <class P>
  DEVICE u64 rank(const P& x) const { return Extreme<LARGEST, false>().rank(x); }
  template <class P>
  DEVICE P operator()(const P& a, const P& b) const {
    bool beyond = LARGEST ? precedes(a.m_0, b.m_0) : precedes(b.m_0, a.m_0);
    return beyond || (b.m_1 < a.m_1 && same_key(a.m_0, b.m_0)) ? b : a;
  }
};
