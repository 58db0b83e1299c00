// The tiles of a segmented sort, and the parts into which tiles divide long segments.
//
//        tile j - 1        boundary j         tile j
//   … ────────────────────────┼─────────┬─────────────────
//                             j · TILE  └ SLACK keys behind it
//
// A segment that lies across boundary j and ends within SLACK keys behind it belongs to tile j - 1 as a whole: the boundary then
// moves to its end. Any other segment across a boundary is split there. So segments of up to SLACK keys are never split, and no
// tile has more than TILE + SLACK keys.

DEVICE u64 tiles_of(u64 len) { return len <= TILE + SLACK ? 1 : (len - SLACK + TILE - 1) / TILE; }

// Facts about the segments, in words of a stream's states. The upper half of a written word is the tag of this call.
struct SegmentStates {
  u64* words;
  u64 len;
  u32 tag;

  DEVICE SegmentStates(States states, Tag tag, u64 len) : words(states), len(len), tag(tag) {}
  // The words: whether an offset is wrong; the number of levels in which parts are merged; whether a segment lies across the
  // boundary before a tile; and for 32 keys, a bit for each with which a segment begins.
  DEVICE u64* wrong() const { return words; }
  DEVICE u64* levels() const { return words + 1; }
  DEVICE u64* across(u64 tile) const { return words + 2 + tile; }
  DEVICE u64* heads(u64 word) const { return words + 2 + (len / TILE + 2) + word; }

  DEVICE u64 tagged(u32 value) const { return u64(tag) << 32 | value; }
  DEVICE bool is_written(u64 word) const { return word >> 32 == tag; }
  DEVICE u32 value(u64 word) const { return is_written(word) ? u32(word) : 0; }
};

// A segment that is split: its parts have numbers from 0 on, and a tile has at most one of them.
struct SplitSegment {
  u64 start, end;

  DEVICE u64 first_tile() const { return start / TILE; }
  DEVICE u64 last_tile() const { return end <= SLACK ? 0 : (end - SLACK - 1) / TILE; }
  // Where a part begins, or where the segment ends if it has no such part.
  DEVICE u64 part(u64 number) const {
    u64 tile = first_tile() + number;
    return number == 0 ? start : tile > last_tile() ? end : tile * TILE;
  }
  // The number of rounds in which pairs of neighbouring parts are merged until one part is left.
  DEVICE u32 levels() const {
    u64 first = first_tile(), last = last_tile();
    return last <= first ? 0 : 64 - clz(last - first);
  }
};

// The boundary before a tile, and the segment across it, if there is one.
struct TileBoundary {
  u64 at;
  SplitSegment segment;
  bool splits;

  DEVICE TileBoundary(const SegmentStates& states, Crossings crossings, u64 tile, u64 tiles)
      : at(tile == tiles ? states.len : tile * TILE), splits(false) {
    if (tile == 0 || tile == tiles || !states.is_written(*states.across(tile))) return;
    segment.start = crossings[2 * tile];
    segment.end = crossings[2 * tile + 1];
    splits = segment.end > at + SLACK;
    if (!splits) at = segment.end;
  }
};
