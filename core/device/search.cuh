// Binary searches in sorted views.

// The position behind those of the `len` items from `from` on for which `before` is true, if no such item comes behind one for which
// it is false; else some position among them. Lanes with as many items ask equally often.
template <class T, class F>
DEVICE u64 partition_point_of(const View<T>& sorted, u64 from, u64 len, const F& before) {
  if (len == 0) return from;
  while (len > 1) {
    u64 half = len / 2;
    from = before(sorted.p[from + half]) ? from + half : from;
    len -= half;
  }
  return from + (before(sorted.p[from]) ? 1 : 0);
}

// The same among all items of a view.
template <class T, class F>
DEVICE u64 partition_point(const View<T>& sorted, const F& before) {
  return partition_point_of(sorted, 0, sorted.n, before);
}

// Bound yields the position before all items equal to a key, or after them if UPPER.
template <class K, bool UPPER>
struct Bound {
  PARAM View<K> sorted;

  DEVICE u64 operator()(const K& key) const {
    return partition_point(sorted, [&](const K& middle) { return UPPER ? !precedes(key, middle) : precedes(middle, key); });
  }
};

// EqualRange yields the positions before and after all items equal to a key. The end is looked for at distances 1, 2, 4, … from the
// beginning, then between the last two.
template <class K>
struct EqualRange {
  PARAM View<K> sorted;

  DEVICE tuple<u64, u64> operator()(const K& key) const {
    auto not_after = [&](const K& item) { return !precedes(key, item); };
    u64 from = partition_point(sorted, [&](const K& item) { return precedes(item, key); });
    u64 upto = from, step = 1;
    while (step <= sorted.n - upto && not_after(sorted.p[upto + step - 1])) {
      upto += step;
      step *= 2;
    }
    u64 rest = sorted.n - upto;
    return tuple<u64, u64>{from, partition_point_of(sorted, upto, step - 1 < rest ? step - 1 : rest, not_after)};
  }
};

// Located yields the position before all items equal to a key, and whether there are any.
template <class K>
struct Located {
  PARAM View<K> sorted;

  DEVICE tuple<u64, bool> operator()(const K& key) const {
    u64 at = partition_point(sorted, [&](const K& middle) { return precedes(middle, key); });
    return tuple<u64, bool>{at, at < sorted.n && same_key(sorted.p[at], key)};
  }
};

// Contained tells whether an item is equal to a key.
template <class K>
struct Contained {
  PARAM View<K> sorted;

  DEVICE bool operator()(const K& key) const { return get<1>(Located<K>{sorted}(key)); }
};

// PartitionPoint yields the first position where `before(item, query)` is false.
template <class T, class F>
struct PartitionPoint {
  PARAM View<T> sorted;
  PARAM F before;

  template <class Q>
  DEVICE u64 operator()(const Q& query) const {
    return partition_point(sorted, [&](const T& middle) { return before(middle, query); });
  }
};

// LocatedBy yields the position that `point` finds, and whether `equal(item, query)` is true for the item there.
template <class P, class G>
struct LocatedBy {
  PARAM P point;
  PARAM G equal;

  template <class Q>
  DEVICE tuple<u64, bool> operator()(const Q& query) const {
    u64 at = point(query);
    return tuple<u64, bool>{at, at < point.sorted.n && equal(point.sorted.p[at], query)};
  }
};

// NotAfter is a predicate of item and query: the query doesn't come before the item.
template <class F>
struct NotAfter {
  PARAM F before;
  template <class T>
  DEVICE bool operator()(const T& item, const T& query) const { return !before(query, item); }
};

// KeyBefore is a predicate of item and query: the item's key comes before the query, or, if UPPER, not after it.
template <class F, bool UPPER>
struct KeyBefore {
  PARAM F key;
  template <class T, class K>
  DEVICE bool operator()(const T& item, const K& query) const {
    K mine = key(item);
    return UPPER ? !precedes(query, mine) : precedes(mine, query);
  }
};

// ItemBefore is a predicate of the item alone: `f` returns true or `Less`, or, if UPPER, true or not `Greater`.
template <class F, bool UPPER>
struct ItemBefore {
  PARAM F f;
  DEVICE static bool holds(bool found) { return found; }
  DEVICE static bool holds(Ordering found) { return UPPER ? found != Ordering::Greater : found == Ordering::Less; }
  template <class T, class Q>
  DEVICE bool operator()(const T& item, const Q&) const { return holds(f(item)); }
};
