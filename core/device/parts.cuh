// Functors for parts of vectors: part j begins at starts[j] and has offsets[j + 1] - offsets[j] items.

// PartFits tests a part, and yields {number, begin, end, last}. `number` is that of the part, or the largest number if the part
// fits. `begin` and `end` are its offsets. `last` is the start of a part that doesn't fit; of one that does, 1 if the next
// part starts before this one ends, plus 2 if it ends behind the start of this one.
template <class Starts, class Offsets>
struct PartFits {
  PARAM Starts starts;
  PARAM Offsets offsets;
  PARAM u64 first;
  PARAM u64 len;
  PARAM u64 items;

  DEVICE array<u64, 4> operator()(u64 i) const {
    u64 part = first + i, start = u64(starts.at(part)), begin = u64(offsets.at(part)), end = u64(offsets.at(part + 1));
    u64 size = end - begin;
    if (begin > end || end > items || size > len || start > len - size) return {{part, begin, end, start}};
    if (part + 1 >= starts.len()) return {{~u64(0), begin, end, 0}};
    u64 next = u64(starts.at(part + 1)), ends = next + (u64(offsets.at(part + 2)) - end);
    return {{~u64(0), begin, end, u64(next < start + size) | u64(ends > start) << 1}};
  }
};

// PartOf yields the start of a part in its vector, and its start among the packed items.
template <class Starts, class Offsets>
struct PartOf {
  PARAM Starts starts;
  PARAM Offsets offsets;
  DEVICE tuple<u64, u64> operator()(u64 part) const { return tuple<u64, u64>{u64(starts.at(part)), u64(offsets.at(part))}; }
};

// PartEnd yields the number of packed items up to the end of a part, without the `first` items before the first part.
template <class Offsets>
struct PartEnd {
  PARAM Offsets offsets;
  PARAM u64 first;
  DEVICE u64 operator()(u64 part) const { return u64(offsets.at(part + 1)) - first; }
};

// ItemOfPart yields an item of a part. Neighbouring items of a part are neighbours in memory.
template <class E>
struct ItemOfPart {
  static constexpr bool side_by_side = true;
  PARAM E source;
  DEVICE auto operator()(const tuple<u64, u64>& part, u64 number) const { return source.at(get<0>(part) + number); }
};

// PlaceAndItem pairs the place of a packed item in the vector with the item.
template <class E>
struct PlaceAndItem {
  static constexpr bool side_by_side = true;
  PARAM E packed;
  DEVICE auto operator()(const tuple<u64, u64>& part, u64 number) const {
    return tuple<u64, typename E::value>{get<0>(part) + number, packed.at(get<1>(part) + number)};
  }
};

// ItemsFrom yields the items of an expression from `first` on.
template <class E>
struct ItemsFrom {
  PARAM E e;
  PARAM u64 first;
  DEVICE auto operator()(u64 i) const { return e.at(first + i); }
};

// Placed is an output of pairs (place, item): it stores each item at its place.
template <class S>
struct Placed {
  typedef tuple<u64, typename S::value> value;
  PARAM S out;
  PARAM u64 n;

  DEVICE u64 len() const { return n; }
  DEVICE void put(u64, const value& x) const { out.put(get<0>(x), get<1>(x)); }
};
