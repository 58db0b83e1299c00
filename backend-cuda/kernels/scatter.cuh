// scatter: stores items at computed positions; of several items for one position the last one stays.
//
//   claim: owners[position] = max over its items of (tag, number of the item)
//   fill:  out[position] = the item that owns it, for each position that is owned
//   or, if the output has many more positions than there are items,
//   put:   out[position] = item, for each item that owns its position
//
// Two launches. Where owners don't fit in the GPU's cache, two launches before them may bring together the items whose
// owners lie together (scatter_bins.cuh). The tag of a launch is larger than those of all before it, so owners need no
// clearing. Traffic of claim and fill: positions are read once, and an owner of 8 bytes for each position of the output,
// which is written in order; each item takes an atomic of 8 bytes and a read in random order. Traffic of claim and put:
// positions are read twice, and each item takes a read of an owner and a write in random order.

// Owners that consist of the launch's tag and the number of an item.
struct Tagged {
  typedef u64 word;
  u32 tag;
  DEVICE u64 of(u64 i) const { return u64(tag) << 32 | i; }
  DEVICE bool owned(u64 owner) const { return owner >> 32 == tag; }
  DEVICE u64 item(u64 owner) const { return u32(owner); }
};
// Owners that are numbers of items, counted from 1, in memory that was cleared to 0.
struct Numbered {
  typedef u32 word;
  DEVICE u32 of(u64 i) const { return u32(i + 1); }
  DEVICE bool owned(u32 owner) const { return owner != 0; }
  DEVICE u64 item(u32 owner) const { return owner - 1; }
};

template <class In, class Out>
struct Scatter {
  typedef typename In::value Placed;
  typedef typename Out::value T;
  static constexpr u32 threads = THREADS, min_blocks = 4, rows = ROWS, at_once = copies(rows) < rows ? copies(rows) : rows;
  static constexpr u64 slots_per_block = u64(threads) * rows;
  static_assert(rows % at_once == 0, "rows are whole groups");
  struct Shared {};
};

template <class In, class Out>
struct ScatterClaim : Scatter<In, Out> {
  typedef Scatter<In, Out> Base;
  DEVICE static void run(const In& in, const Out& out, States owners, Tag tag) { step(in, out, owners, Tagged{tag}); }
  template <class How>
  DEVICE static void step(const In& in, const Out& out, typename How::word* owners, const How& how) {
    u64 n = in.len(), first = u64(block()) * Base::slots_per_block + thread();
    constexpr u32 at_once = Base::at_once;
    Beyond beyond;
    ROLLED for (u32 group = 0; group < Base::rows; group += at_once, first += at_once * Base::threads) {
      u64 position[at_once];
      bool placed[at_once];
      UNROLL for (u32 r = 0; r < at_once; r += 1) {
        typename Base::Placed x;
        placed[r] = first + r * Base::threads < n && in.slot(first + r * Base::threads, x);
        if (placed[r]) position[r] = get<0>(x);
      }
      UNROLL for (u32 r = 0; r < at_once; r += 1) {
        if (!placed[r]) continue;
        if (position[r] < out.len()) {
          red_max(&owners[position[r]], how.of(first + r * Base::threads));
        } else {
          beyond.note(position[r], first + r * Base::threads);
        }
      }
    }
    beyond.report(SCATTER_SITE, out.len());
  }
};

template <class In, class Out>
struct ScatterPut : Scatter<In, Out> {
  typedef Scatter<In, Out> Base;
  DEVICE static void run(const In& in, const Out& out, States owners, Tag tag) {
    u64 n = in.len(), first = u64(block()) * Base::slots_per_block + thread();
    ROLLED for (u32 group = 0; group < Base::rows; group += Base::at_once, first += Base::at_once * Base::threads) {
      UNROLL for (u32 r = 0; r < Base::at_once; r += 1) {
        u64 i = first + r * Base::threads;
        typename Base::Placed x;
        if (i >= n || !in.slot(i, x)) continue;
        u64 position = get<0>(x);
        if (position < out.len() && owners[position] == Tagged{tag}.of(i)) out.put(position, get<1>(x));
      }
    }
  }
};

template <class In, class Out>
struct ScatterFill : Scatter<In, Out> {
  typedef Scatter<In, Out> Base;
  DEVICE static void run(const In& in, const Out& out, States owners, Tag tag) { step(in, out, owners, Tagged{tag}); }
  template <class How>
  DEVICE static void step(const In& in, const Out& out, const typename How::word* owners, const How& how) {
    u64 n = out.len(), first = u64(block()) * Base::slots_per_block + thread();
    constexpr u32 at_once = Base::at_once;
    ROLLED for (u32 group = 0; group < Base::rows; group += at_once, first += at_once * Base::threads) {
      typename How::word owner[at_once];
      typename Base::T item[at_once];
      bool owned[at_once];
      UNROLL for (u32 r = 0; r < at_once; r += 1) {
        u64 position = first + r * Base::threads;
        owner[r] = position < n ? owners[position] : 0;
        owned[r] = how.owned(owner[r]);
      }
      UNROLL for (u32 r = 0; r < at_once; r += 1) {
        if (!owned[r]) continue;
        typename Base::Placed x;
        in.slot(how.item(owner[r]), x);
        item[r] = get<1>(x);
      }
      UNROLL for (u32 r = 0; r < at_once; r += 1) {
        if (owned[r]) out.put(first + r * Base::threads, item[r]);
      }
    }
  }
};
