// Units of segments: chunks or tiles of the shape contract.

// Unit `number` of a segment, which has `n` items from slot `from` on.
struct SegmentUnit {
  u64 segment, number, from, n;
};

// Reports the wrong offset that there is between cuts in the wrong order.
template <class Places>
DEVICE void report_between(const Places& places, u64 end, u64 first) {
  for (u64 i = end + thread(); i < first; i += THREADS) {
    wrong_offsets(places.offsets.at(i), places.offsets.at(i + 1), places.len);
  }
}

// Finds the unit in window `w` of segment `i`, which began in an earlier window, if it has more than `most` items.
template <class Shape, class Places>
DEVICE bool further_unit(const Places& places, u64 w, u64 i, u64 most, SegmentUnit& found) {
  u64 from = places.offsets.at(i), to = places.offsets.at(i + 1);
  if (wrong_offsets(from, to, places.len) || to - from <= most) return false;
  u64 unit = Shape::unit(to - from), at = places.place(from, i), number = ceil_div(w * WINDOW - at, unit);
  found = SegmentUnit{i, number, from, to - from};
  return at < w * WINDOW && number < ceil_div(to - from, unit) && at + number * unit < (w + 1) * WINDOW;
}

// The partial result of one of a segment's units. The tag and the segment tell whether it was written in this launch: with wrong
// offsets it may not have been.
template <class T>
struct UnitValue {
  T x;
  u32 tag;
  u64 segment;
};

// The partial results of units. Each window has two places: for the first unit of a segment of several, of which at most one begins in a
// window, and for one further unit.
template <class T, class Shape, class Places>
struct UnitValues {
  const Places& places;
  u32 windows;
  UnitValue<T>* partials;
  u64* arrivals;
  u32 tag;

  DEVICE u64 place(const SegmentUnit& u, u64 number) const {
    u64 w = (places.place(u.from, u.segment) + number * Shape::unit(u.n)) / WINDOW;
    return 2 * least(w, u64(windows - 1)) + (number == 0);
  }
  DEVICE void store(const SegmentUnit& u, const T& x) const { partials[place(u, u.number)] = UnitValue<T>{x, tag, u.segment}; }
  // Whether a unit, whose value is stored, is the last of its segment to be done.
  DEVICE bool is_last(const SegmentUnit& u) const {
    fence_device();
    // The count of an earlier launch has a smaller tag, so the maximum replaces it.
    u64* arrived = &arrivals[place(u, 0) / 2];
    atomic_max(arrived, u64(tag) << 32);
    return u32(atomic_add(arrived, u64(1))) + 1 == ceil_div(u.n, Shape::unit(u.n));
  }
  // The value of a segment whose units are done, in thread 0; all threads of the block call this.
  template <class Op>
  DEVICE Maybe<T> all(const Op& op, const SegmentUnit& u, Maybe<T>* warps) const {
    fence_device();
    return Shape::of_units(op, ceil_div(u.n, Shape::unit(u.n)), warps, [&](u64 c) {
      const UnitValue<T>& value = partials[place(u, c)];
      return Maybe<T>{value.x, value.tag == tag && value.segment == u.segment};
    });
  }
};
