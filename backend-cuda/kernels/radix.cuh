// Digits of keys, and ranking by digit within a block: what the histogram and the passes of the radix sort share.
//
// A key is words (derived.cuh), the first most significant, each of up to 64 bits; a word is cut into digits of 8 bits.
// Digit 0 is the least significant of all.

constexpr u32 RADIX_BITS = 8;
constexpr u32 RADIX = 1u << RADIX_BITS;

// A plan has a word for each digit, which of the two buffers its pass reads, or SKIP; and a last one, which buffer holds
// the result.
constexpr u32 SKIP = 2;

template <class K>
struct Digits {
  static constexpr u32 words = radix_words(Key<K>());
  DEVICE static constexpr u32 in_word(u32 w) { return (radix_bits(Key<K>(), w) + RADIX_BITS - 1) / RADIX_BITS; }
  DEVICE static constexpr u32 total() {
    u32 sum = 0;
    for (u32 w = 0; w < words; w += 1) sum += in_word(w);
    return sum;
  }
  static constexpr u32 count = total();

  // The word of a digit, and the digit's place in it.
  DEVICE static constexpr u32 word_of(u32 digit) {
    u32 w = words - 1;
    while (digit >= in_word(w)) {
      digit -= in_word(w);
      w -= 1;
    }
    return w;
  }
  DEVICE static constexpr u32 shift_of(u32 digit) {
    for (u32 w = words - 1; digit >= in_word(w); w -= 1) digit -= in_word(w);
    return digit * RADIX_BITS;
  }
  DEVICE static u32 get(const K& key, u32 word, u32 shift) { return u32(radix_word(key, word) >> shift) & (RADIX - 1); }
};

// The lanes whose digit is that of this one.
DEVICE u32 same_digit(u32 digit) {
  u32 peers = EVERY_LANE;
  UNROLL for (u32 b = 0; b < RADIX_BITS; b += 1) {
    bool bit = digit >> b & 1;
    u32 votes = ballot(EVERY_LANE, bit);
    peers &= bit ? votes : ~votes;
  }
  return peers;
}

// Ranks PER_THREAD digits of each thread of WARPS warps: item j of a lane stands after item j - 1 of all lanes, warps in
// order. The order is stable.
template <u32 WARPS, u32 PER_THREAD>
struct RadixRank {
  static constexpr u32 threads = WARPS * WARP;
  static_assert(threads >= RADIX, "a thread for each digit");
  struct Shared {
    u32 warps[WARPS][RADIX];
    u32 sums[RADIX / WARP];
  };

  // Counts the digits. Thread d < RADIX gets how many of the block's items have digit d.
  DEVICE static u32 count(Shared& s, const u32* digit) {
    for (u32 d = lane(); d < RADIX; d += WARP) s.warps[warp()][d] = 0;
    sync_warp();
    UNROLL for (u32 j = 0; j < PER_THREAD; j += 1) atomic_add(&s.warps[warp()][digit[j]], 1u);
    sync_block();
    u32 total = 0;
    if (thread() < RADIX) {
      UNROLL for (u32 w = 0; w < WARPS; w += 1) {
        u32 mine = s.warps[w][thread()];
        s.warps[w][thread()] = total;
        total += mine;
      }
    }
    return total;
  }

  // Turns digits into ranks in the block, given each digit's count. Thread d gets the rank of the first item with digit
  // d. All threads call it.
  DEVICE static u32 rank(Shared& s, const u32* digit, u32 total, u32* ranks) {
    u32 in_warp, first = 0;
    if (thread() < RADIX) {
      first = warp_sum_before(total, in_warp);
      if (lane() == 0) s.sums[warp()] = in_warp;
    }
    sync_block();
    if (thread() < RADIX) {
      for (u32 w = 0; w < warp(); w += 1) first += s.sums[w];
      UNROLL for (u32 w = 0; w < WARPS; w += 1) s.warps[w][thread()] += first;
    }
    sync_block();
    UNROLL for (u32 j = 0; j < PER_THREAD; j += 1) {
      u32 peers = same_digit(digit[j]), before = peers & low_bits(lane()), base = 0;
      if (before == 0) {
        base = s.warps[warp()][digit[j]];
        s.warps[warp()][digit[j]] = base + popc(peers);
      }
      base = shuffle(EVERY_LANE, base, ffs(peers) - 1);
      ranks[j] = base + popc(before);
      sync_warp();
    }
    return first;
  }
};
