// Keys in shared memory, of which each thread has ITEMS consecutive ones, with the places from which they came if PAIRS.
template <class K, u32 ITEMS, bool PAIRS>
struct SegmentTile {
  static constexpr u32 items = ITEMS, size = THREADS * ITEMS;
  static_assert(size >= TILE + SLACK && size < 1 << 16, "a tile's keys fit, and positions have 16 bits");
  typedef Packed<ITEMS, 16> Sources;
  K keys[size];
  u16 sources[PAIRS ? size : 1];

  // Merges two runs, the second of which begins at `middle` and ends at `end`, the first at `start`: yields the ITEMS keys from
  // `diagonal` on, of which those behind the last are any. Steps have no branches, and places are counted in bytes: they are the
  // sort's inner loop.
  DEVICE void merge(u32 start, u32 middle, u32 end, u32 diagonal, K* out, Sources& from) const {
    u32 lefts = middle - start, rights = end - middle;
    const K *left = keys + start, *right = keys + middle;
    u32 a = start + merge_path(diagonal, diagonal > rights ? diagonal - rights : 0, least(diagonal, lefts),
                               [&](u32 i, u32 j) { return precedes(right[j], left[i]); });
    u32 b = middle + (diagonal - (a - start));
    // Where a run has ended, the last key is loaded again: those behind it may be another warp's, which is storing them.
    K x = keys[a], y = keys[least(b, end - 1)];
    constexpr u32 bytes = u32(sizeof(K));
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
      K next = *reinterpret_cast<const K*>(base + least(at + bytes, last));
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
  DEVICE void put(u32 at, u32 count, const K* x, const Sources& from) {
    UNROLL for (u32 k = 0; k < items; k += 1) {
      if (k >= count) continue;
      keys[at + k] = x[k];
      if (PAIRS) sources[at + k] = u16(from.get(k));
    }
  }
};
