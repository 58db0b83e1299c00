// Digits of keys, and ranking by digit within a block, for the histogram and the passes of the radix sort.
//
// A key consists of words of up to 64 bits (key.cuh), the first one most significant; a word is cut into digits of
// 8 bits. Digit 0 is the least significant one of all.

constexpr u32 RADIX = 1u << RADIX_BITS;

// A plan has a word for each digit, which is the buffer (0 or 1) that its pass reads or SKIP, and a last word, which is the
// buffer of the result.
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

  // The word that contains a digit; `shift_of` is the digit's lowest bit in it.
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

// N numbers of BITS bits, packed in few registers.
template <u32 N, u32 BITS>
struct Packed {
  static constexpr u32 per_word = 32 / BITS;
  u32 words[(N + per_word - 1) / per_word];
  DEVICE void set(u32 k, u32 x) {
    u32 shift = k % per_word * BITS;
    words[k / per_word] = shift == 0 ? x : words[k / per_word] | x << shift;
  }
  DEVICE u32 get(u32 k) const { return words[k / per_word] >> k % per_word * BITS & ((1u << BITS) - 1); }
};

// The lanes whose digit equals that of this lane.
DEVICE u32 same_digit(u32 digit) {
  u32 peers = lanes_agreeing(digit, 1);
  UNROLL for (u32 b = 1; b < RADIX_BITS; b += 1) peers &= lanes_agreeing(digit, 1u << b);
  return peers;
}

// Ranks the digits of a tile of WARPS warps. The order is stable: item j of a lane comes after item j - 1 of all lanes,
// and warps come in their order.
//
//   clear, count    each warp counts its items' digits
//   start           counts become the places where each warp's items of each digit begin
//   next            the rank of a lane's next item
template <u32 WARPS>
struct RadixRank {
  static constexpr u32 threads = WARPS * WARP;
  static_assert(threads >= RADIX, "a thread for each digit");
  struct Shared {
    u32 warps[WARPS][RADIX];
    u32 sums[RADIX / WARP];
  };

  DEVICE static void clear(Shared& s) {
    UNROLL for (u32 d = 0; d < RADIX; d += WARP) s.warps[warp()][d + lane()] = 0;
    sync_warp();
  }
  DEVICE static void count(Shared& s, u32 digit) { atomic_add(&s.warps[warp()][digit], 1u); }

  // Thread d returns the rank of the first item with digit d. On the way it passes the number of items with that digit
  // to `tell`: other tiles wait for this number, but not for the ranks.
  template <class F>
  DEVICE static u32 start(Shared& s, const F& tell) {
    sync_block();
    u32 before[WARPS], total = 0, in_warp, first = 0;
    if (thread() < RADIX) {
      UNROLL for (u32 w = 0; w < WARPS; w += 1) before[w] = s.warps[w][thread()];
      UNROLL for (u32 w = 0; w < WARPS; w += 1) {
        u32 mine = before[w];
        before[w] = total;
        total += mine;
      }
      tell(total);
      first = warp_sum_before(total, in_warp);
      if (lane() == 0) s.sums[warp()] = in_warp;
    }
    sync_block();
    if (thread() < RADIX) {
      UNROLL for (u32 w = 0; w + 1 < RADIX / WARP; w += 1) first += w < warp() ? s.sums[w] : 0;
      UNROLL for (u32 w = 0; w < WARPS; w += 1) s.warps[w][thread()] = before[w] + first;
    }
    sync_block();
    return first;
  }

  DEVICE static u32 next(Shared& s, u32 digit) {
    u32 peers = same_digit(digit), rank = s.warps[warp()][digit] + popc(peers & low_bits(lane()));
    sync_warp();
    // The highest lane of those that share a digit knows their number.
    if ((peers >> lane()) == 1) s.warps[warp()][digit] = rank + 1;
    sync_warp();
    return rank;
  }
};
