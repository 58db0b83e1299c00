// The bound, up to which top_k keeps items, and the other results that its launches pass on.

// The words of these results: whether enough items are kept; the slot of an item that equals the bound; the rank of the wanted
// item among those that share the bound's known digits; the number of kept items; and the words of the bound.
constexpr u32 TOLD_DONE = 0, TOLD_SLOT = 1, TOLD_REST = 2, TOLD_COUNT = 3, TOLD_BOUND = 4;

// The bound's key, as radix words.
template <class K>
struct TopKBound {
  static constexpr u32 words = radix_words(Key<K>());
  u64 word[words];
  // Whether a key comes before the bound; `same` becomes whether it equals the bound.
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
