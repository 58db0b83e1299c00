// The item up to which top_k keeps items, and what else its launches tell each other.

// The words by which the launches tell each other: whether enough items are kept; the slot of an item that equals the bound;
// the number of items before the wanted one among those that share the digits of the bound so far; the number of kept items;
// and the words of the bound.
constexpr u32 TOLD_DONE = 0, TOLD_SLOT = 1, TOLD_REST = 2, TOLD_COUNT = 3, TOLD_BOUND = 4;

// A key to compare items with, as words.
template <class K>
struct TopKBound {
  static constexpr u32 words = radix_words(Key<K>());
  u64 word[words];
  // Whether a key comes before it; `same` says whether it is the same.
  DEVICE bool follows(const K& key, bool& same) const {
    if constexpr (words == 1 && radix_bits(Key<K>(), 0) <= 32) {
      u32 x = u32(radix_word(key, 0)), y = u32(word[0]);
      same = x == y;
      return x < y;
    } else {
      bool before = false;
      same = true;
      UNROLL for (u32 w = 0; w < words; w += 1) {
        u64 x = radix_word(key, w);
        before = same ? x < word[w] : before;
        same = same && x == word[w];
      }
      return before;
    }
  }
  DEVICE void read(const Span<u64>& told) {
    UNROLL for (u32 w = 0; w < words; w += 1) word[w] = told.p[TOLD_BOUND + w];
  }
};
