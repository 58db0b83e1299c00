// The comparators of Batcher's odd–even merge sort of N keys, in their order.
template <u32 N>
struct SortNetwork {
  u32 low[N * N], high[N * N], count;
  DEVICE constexpr SortNetwork() : low{}, high{}, count(0) {
    for (u32 p = 1; p < N; p *= 2) {
      for (u32 d = p; d > 0; d /= 2) {
        for (u32 i = d % p; i + d < N; i += 1) {
          if ((i - d % p) / d % 2 != 0 || i / (2 * p) != (i + d) / (2 * p)) continue;
          low[count] = i;
          high[count] = i + d;
          count += 1;
        }
      }
    }
  }
};

// A tile's keys in shared memory, in the form in which they are sorted (sort_word.cuh), and with PAIRS the places from which they
// came. A thread sorts or merges up to ITEMS consecutive keys at a time.
template <class K, u32 ITEMS, bool PAIRS>
struct SegmentTile {
  typedef SortWord<K> Form;
  typedef typename Form::type Word;
  static constexpr u32 items = ITEMS, size = THREADS * ITEMS;
  static_assert(size >= TILE + SLACK && size < 1 << 16, "a tile's keys fit, and positions have 16 bits");
  typedef Packed<ITEMS, 16> Sources;
  Word keys[size];
  u16 sources[PAIRS ? size : 1];

  // Access to key `first + k`; the compiler knows `k`, so it becomes part of the address.
  DEVICE void set(u32 first, u32 k, const K& key) {
    (keys + first)[k] = Form::of(key);
    if (PAIRS) (sources + first)[k] = u16(first + k);
  }
  DEVICE K key(u32 first, u32 k = 0) const { return Form::key((keys + first)[k]); }

  // Whether key `a` from place `p` comes after key `b` from place `q`, both of one radix word. There are no branches.
  DEVICE static bool follows(const Word& a, u32 p, const Word& b, u32 q) {
    if constexpr (Form::is_word) {
      return (b < a) | (PAIRS & (a == b) & (q < p));
    } else {
      u64 x = radix_word(b, 0), y = radix_word(a, 0);
      return (x < y) | (PAIRS & (x == y) & (q < p));
    }
  }
  // Sorts the `own` <= MOST keys from place `at` on, which have one radix word each and haven't been moved, by Batcher's odd–even
  // merges. The network isn't stable, so equal keys are compared by their places if they have values; without values they can't be
  // told apart. A comparator puts the larger key into the higher slot, so slots behind the last key hold the largest word; if keys
  // aren't kept as words, comparators leave these slots out.
  template <u32 MOST>
  DEVICE void sort_few(u32 at, u32 own) {
    Word* first = shared_at(keys + at);
    u16* from = shared_at(sources + (PAIRS ? at : 0));
    Word x[MOST];
    u32 place[MOST], all = low_bits(own);
    UNROLL for (u32 k = 0; k < MOST; k += 1) {
      if constexpr (Form::is_word) x[k] = k < own ? first[k] : ~Word(0);
      else x[k] = first[k < own ? k : 0];
      place[k] = at + k;
    }
    auto compare = [&](u32 i, u32 j) {
      Word a = x[i], b = x[j];
      if constexpr (Form::is_word && !PAIRS) {
        x[i] = b < a ? b : a;
        x[j] = b < a ? a : b;
      } else if (follows(a, place[i], b, place[j]) & (Form::is_word || (all >> j & 1) != 0)) {
        x[i] = b;
        x[j] = a;
        u32 p = place[i];
        place[i] = place[j];
        place[j] = p;
      }
    };
    constexpr SortNetwork<MOST> network;
    UNROLL for (u32 c = 0; c < network.count; c += 1) compare(network.low[c], network.high[c]);
    UNROLL for (u32 k = 0; k < MOST; k += 1) {
      if (k < own) first[k] = x[k];
      if (PAIRS && k < own) from[k] = u16(place[k]);
    }
  }
  // Sorts keys of several words by insertion: their network would take more registers than there are.
  DEVICE void insert(u32 at, u32 own) {
    ROLLED for (u32 k = at + 1; k < at + own; k += 1) {
      Word x = keys[k];
      u32 to = k;
      ROLLED for (; to > at && precedes(x, keys[to - 1]); to -= 1) {
        keys[to] = keys[to - 1];
        if (PAIRS) sources[to] = sources[to - 1];
      }
      keys[to] = x;
      if (PAIRS) sources[to] = u16(k);
    }
  }

  // Sorts up to `items` keys that haven't been moved; all lanes of a warp take part.
  DEVICE void sort(u32 at, u32 own) {
    if constexpr (radix_words(Key<Word>()) > 1) {
      insert(at, own);
    } else {
      if constexpr (items > 8) {
        if (!any(EVERY_LANE, own > 8)) return sort_few<8>(at, own);
      }
      if constexpr (items > 16) {
        if (!any(EVERY_LANE, own > 16)) return sort_few<16>(at, own);
      }
      sort_few<items>(at, own);
    }
  }

  // Merges the runs start .. middle and middle .. end, and yields the ITEMS keys of the result from `diagonal` on; those behind its
  // end are arbitrary. Steps have no branches, and places are counted in bytes, since this is the sort's inner loop.
  DEVICE void merge(u32 start, u32 middle, u32 end, u32 diagonal, Word* out, Sources& from) const {
    u32 lefts = middle - start, rights = end - middle;
    const Word *left = keys + start, *right = keys + middle;
    u32 a = start + merge_path(diagonal, diagonal > rights ? diagonal - rights : 0, least(diagonal, lefts),
                               [&](u32 i, u32 j) { return precedes(right[j], left[i]); });
    u32 b = middle + (diagonal - (a - start));
    // Behind a run's end the last key is loaded again, since the tile may have no key behind it.
    Word x = keys[a], y = keys[least(b, end - 1)];
    constexpr u32 bytes = u32(sizeof(Word));
    const u8* base = reinterpret_cast<const u8*>(keys);
    a *= bytes;
    b *= bytes;
    middle *= bytes;
    end *= bytes;
    u32 last = end - bytes;
    UNROLL for (u32 k = 0; k < items; k += 1) {
      bool second = b < end && (a >= middle || precedes(y, x));
      u32 at = second ? b : a;
      out[k] = second ? y : x;
      if (PAIRS) from.set(k, sources[least(at, last) / bytes]);
      Word next = *reinterpret_cast<const Word*>(base + least(at + bytes, last));
      if (second) {
        b += bytes;
        y = next;
      } else {
        a += bytes;
        x = next;
      }
    }
  }
  // Puts merged keys back, from place `at` on.
  DEVICE void put(u32 at, u32 count, const Word* x, const Sources& from) {
    UNROLL for (u32 k = 0; k < items; k += 1) {
      if (k >= count) continue;
      keys[at + k] = x[k];
      if (PAIRS) sources[at + k] = u16(from.get(k));
    }
  }
};
