// The form in which a block sorts keys: a key that is a number or a `bool`, or the reverse of one, is kept as its radix word,
// which one instruction compares. Any other key is kept as it is.

// Types whose keys can be restored from their radix words, and the restoration.
template <class K>
struct Invertible {
  static constexpr bool exists = Facts<K>::is_float || Facts<K>::is_integer;
  DEVICE static K key(u64 word) {
    if constexpr (Facts<K>::is_float) {
      typedef typename Facts<K>::raw raw;
      // Each bit of `above` is a copy of the sign bit.
      raw above = raw(typename Facts<raw>::same_signed(raw(word)) >> (sizeof(raw) * 8 - 1));
      return float_of<K>(raw(raw(word) ^ (raw(~above) | Facts<K>::sign)));
    } else {
      typedef typename Facts<K>::same_unsigned U;
      return K(U(U(word) ^ U(Facts<K>::min)));
    }
  }
};
template <>
struct Invertible<bool> {
  static constexpr bool exists = true;
  DEVICE static bool key(u64 word) { return (word & 1) != 0; }
};
template <class T>
struct Invertible<Reverse<T>> {
  static constexpr bool exists = Invertible<T>::exists;
  DEVICE static Reverse<T> key(u64 word) { return Reverse<T>{Invertible<T>::key(~word)}; }
};

template <bool, class A, class> struct Choice { typedef A type; };
template <class A, class B> struct Choice<false, A, B> { typedef B type; };

template <class K>
struct SortWord {
  static constexpr bool is_word = Invertible<K>::exists;
  typedef typename Choice<is_word, typename Choice<sizeof(K) <= 4, u32, u64>::type, K>::type type;
  DEVICE static type of(const K& key) {
    if constexpr (is_word) return type(radix_word(key, 0));
    else return key;
  }
  DEVICE static K key(const type& x) {
    if constexpr (is_word) return Invertible<K>::key(x);
    else return x;
  }
};
