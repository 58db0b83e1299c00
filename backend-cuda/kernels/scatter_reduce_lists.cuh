// scatter_reduce of few items into many places: links the items to lists, then combines each list.
//
//   link:   before[i] = heads[list]; heads[list] = i               (atomic exchanges, in any order)
//   fold:   out[place] = out[place] ∘ items of the list, in the order of their slots     (the thread of the list's last item)
//
// A place has a list of its own if there are no more places than lists, and shares one with others else. Traffic: positions are read
// twice, items once, and each item's place in the order of memory. One launch of one block, or two, which use memory for the items,
// not for the places.
//
// In turn, a place begins with its content. A list of more than MOST items is combined by the warp, which reads all slots for it.
// Otherwise the value of a place is that of a run of a reduction by key. The fold of up to RUN_ITEMS + 1 items has its bits wherever
// the run begins: they lie in the slots of two threads at most, of which the second begins with the first one's value. A longer list
// is left to the sort, whose launches do nothing else (scatter_reduce.cuh).

// No list.
constexpr u32 NOWHERE = ~0u;

// Lists in the workspace. An item has the number of its slot plus 1, since 0 is no item.
struct ListsInMemory {
  ItemLists lists;
  const Span<u32>& before;
  DEVICE bool exact() const { return lists.shift == 0; }
  DEVICE u32 of(u32 place) const { return lists.of(place); }
  DEVICE u32 exchange(u32 list, u32 item) const {
    u64 last = atomic_exchange(lists.heads() + list, lists.word(item));
    return u32(last >> 32) == lists.tag ? u32(last) : 0;
  }
  DEVICE bool is_last(u32 list, u32 item) const { return load_relaxed(lists.heads() + list) == lists.word(item); }
  DEVICE void put(u64 i, u32 item) const { before.put(i, item); }
  DEVICE u32 get(u32 i) const { return before.get(i); }
};
// Lists in the shared memory of the only block.
template <u32 SLOTS>
struct ListsInBlock {
  static constexpr u32 lists = 2 * SLOTS;
  u32 last[lists];
  u16 before[SLOTS];
  DEVICE static constexpr bool exact() { return false; }
  DEVICE u32 of(u32 place) const { return place * PLACE_HASH / (u32(1 << 31) / lists * 2); }
  DEVICE u32 exchange(u32 list, u32 item) { return atomic_exchange(&last[list], item); }
  DEVICE bool is_last(u32 list, u32 item) const { return last[list] == item; }
  DEVICE void put(u64 i, u32 item) { before[i] = u16(item); }
  DEVICE u32 get(u32 i) const { return before[i]; }
};

// Links slot `i` to its list. Every lane takes part. Lanes of one list would contend for its word, so the last of them links all.
template <class In, class Lists>
DEVICE void link(const In& in, u64 places, Lists& lists, u64 i) {
  typename In::value x;
  u32 list = NOWHERE;
  if (i < in.len() && in.slot(i, x)) {
    u64 position = get<0>(x);
    if (position < places) list = lists.of(u32(position));
    else report_trap(SCATTER_REDUCE_SITE, position, places, i);
  }
  u32 left = shuffle_up(EVERY_LANE, list, 1), peers = 1u << lane();
  bool shared_list = any(EVERY_LANE, lane() > 0 && list == left && list != NOWHERE);
  if (shared_list) peers = match_any(EVERY_LANE, list);
  u32 earlier = peers & low_bits(lane()), before = 0, item = u32(i) + 1;
  if (list != NOWHERE && (peers >> lane()) == 1) before = lists.exchange(list, item);
  if (shared_list) before = shuffle(EVERY_LANE, before, WARP - 1 - clz(peers));
  if (list != NOWHERE) lists.put(i, earlier == 0 ? before : item - lane() + (WARP - 1 - clz(earlier)));
}

// Combines each list's items with their places in the order of the slots.
template <class In, class Out, class Op, bool TURN>
struct ItemListFolds {
  typedef typename In::value Placed;
  typedef typename Out::value T;
  // As many as registers hold; those of a large block are few.
  static constexpr u32 fit = THREADS > 256 ? 12 : 32, MOST = TURN || RUN_ITEMS + 1 > fit ? fit : RUN_ITEMS + 1;
  // The items, and the rows of a warp, that are loaded together.
  static constexpr u32 together = sizeof(T) <= 8 ? 4 : 1;

  // The place that a fold is at, and its content.
  struct Fold {
    const Out& out;
    const Op& op;
    u32 place;
    T old, value;
    DEVICE Fold(const Out& out, const Op& op) : out(out), op(op), place(NOWHERE) {}
    DEVICE void add(u32 to, const T& x) {
      if (to == place) {
        value = op(value, x);
        return;
      }
      finish();
      place = to;
      old = out.get(place);
      value = x;
      if (TURN) value = op(old, x);
    }
    DEVICE void finish() {
      if (place == NOWHERE) return;
      if (TURN) out.put(place, value);
      else out.put(place, op(old, value));
    }
  };

  // The place of slot `i`, which has an item. Whatever a chain says when it is asked again, it is one of the places.
  DEVICE static u32 place_of(const In& in, u64 places, u64 i) {
    Placed x;
    in.slot(i, x);
    u64 position = get<0>(x);
    return u32(least(places - 1, position));
  }

  // Combines the list of which slot `i` has the last item, if it has. Returns whether the list is too long.
  template <class Lists>
  DEVICE static bool fold(const In& in, const Out& out, const Op& op, const Lists& lists, u64 i, u32& list) {
    u64 places = out.len();
    Placed x;
    if (i >= in.len() || !in.slot(i, x)) return false;
    u64 position = get<0>(x);
    if (position >= places) return false;
    list = lists.of(u32(position));
    if (!lists.is_last(list, u32(i) + 1)) return false;
    // Places and slots, in this order; no pair has all bits. Their numbers are known at compile time, so they lie in registers.
    u64 items[MOST];
    UNROLL for (u32 k = 0; k < MOST; k += 1) items[k] = ~u64(0);
    u32 count = 0;
    ROLLED for (u32 item = u32(i) + 1; item != 0; item = lists.get(item - 1)) {
      if (count == MOST) return true;
      u32 slot = item - 1, place = u32(position);
      if (!lists.exact()) place = place_of(in, places, slot);
      u64 pair = u64(place) << 32 | slot;
      UNROLL for (u32 c = 0; c < MOST; c += 4) {
        if (c > count) continue;
        UNROLL for (u32 k = c; k < c + 4 && k < MOST; k += 1) {
          u64 low = least(items[k], pair);
          pair = items[k] ^ pair ^ low;
          items[k] = low;
        }
      }
      count += 1;
    }
    Fold fold(out, op);
    ROLLED for (u32 done = 0; done < count; done += together) {
      Placed y[together];
      UNROLL for (u32 k = 0; k < together; k += 1) if (done + k < count) in.slot(u32(items[k]), y[k]);
      UNROLL for (u32 k = 0; k < together; k += 1) if (done + k < count) fold.add(u32(items[k] >> 32), get<1>(y[k]));
      UNROLL for (u32 k = 0; k + together < MOST; k += 1) items[k] = items[k + together];
    }
    fold.finish();
    return false;
  }

  // Combines the items of a list by the warp, in turn.
  template <class Lists>
  DEVICE static void fold_long(const In& in, const Out& out, const Op& op, const Lists& lists, u32 list) {
    u64 n = in.len(), places = out.len();
    Fold fold(out, op);
    ROLLED for (u64 row = lane(); row - lane() < n; row += together * WARP) {
      Placed x[together];
      u32 place[together];
      UNROLL for (u32 r = 0; r < together; r += 1) {
        u64 i = row + r * WARP;
        bool has = i < n && in.slot(i, x[r]) && u64(get<0>(x[r])) < places;
        place[r] = has ? u32(get<0>(x[r])) : 0;
        if (!has || lists.of(place[r]) != list) place[r] = NOWHERE;
      }
      UNROLL for (u32 r = 0; r < together; r += 1) {
        ROLLED for (u32 lanes = ballot(EVERY_LANE, place[r] != NOWHERE); lanes != 0; lanes &= lanes - 1) {
          u32 from = ffs(lanes) - 1, to = shuffle(EVERY_LANE, place[r], from);
          T item = shuffle(EVERY_LANE, get<1>(x[r]), from);
          if (lane() == 0) fold.add(to, item);
        }
      }
    }
    if (lane() == 0) fold.finish();
  }
  // Combines by the warp the lists of those of its lanes that have found theirs too long.
  template <class Lists>
  DEVICE static void fold_long_ones(const In& in, const Out& out, const Op& op, const Lists& lists, bool is_long, u32 list) {
    ROLLED for (u32 lanes = ballot(EVERY_LANE, is_long); lanes != 0; lanes &= lanes - 1) {
      fold_long(in, out, op, lists, shuffle(EVERY_LANE, list, ffs(lanes) - 1));
    }
  }
};

template <class In>
struct ScatterReduceLink {
  struct Shared {};
  static constexpr u32 threads = THREADS, min_blocks = 1;
  DEVICE static void run(const In& in, u64 places, const Span<u32>& before, ItemLists lists) {
    ListsInMemory all{lists, before};
    link(in, places, all, u64(block()) * threads + thread());
  }
};

template <class In, class Out, class Op, bool TURN>
struct ScatterReduceLists {
  typedef ItemListFolds<In, Out, Op, TURN> Folds;
  struct Shared {};
  static constexpr u32 threads = THREADS, min_blocks = 1;
  DEVICE static void run(const In& in, const Out& out, const Op& op, const Span<u32>& before, ItemLists lists) {
    ListsInMemory all{lists, before};
    u32 list = NOWHERE;
    bool is_long = Folds::fold(in, out, op, all, u64(block()) * threads + thread(), list);
    if constexpr (TURN) {
      Folds::fold_long_ones(in, out, op, all, is_long, list);
    } else if (is_long) {
      store_relaxed(lists.heads() + list, lists.word(LONG_LIST));
      store_relaxed(lists.words, lists.word(LONG_LIST));
    }
  }
};

// All items by one block, a thread for each.
template <class In, class Out, class Op>
struct ScatterReduceBlock {
  typedef ItemListFolds<In, Out, Op, true> Folds;
  typedef ListsInBlock<THREADS> Shared;
  static constexpr u32 threads = THREADS, min_blocks = 1;
  DEVICE static void run(const In& in, const Out& out, const Op& op) {
    Shared& lists = shared<Shared>();
    for (u32 k = thread(); k < Shared::lists; k += threads) lists.last[k] = 0;
    sync_block();
    link(in, out.len(), lists, thread());
    sync_block();
    u32 list = NOWHERE;
    bool is_long = Folds::fold(in, out, op, lists, thread(), list);
    Folds::fold_long_ones(in, out, op, lists, is_long, list);
  }
};
