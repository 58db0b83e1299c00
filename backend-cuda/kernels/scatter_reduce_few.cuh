// scatter_reduce into few places: each warp combines the items of a set of slots in values of its own.
//
//   sets:    values[place][slot mod classes] = fold of the set's items         (each warp, in shared memory)
//            values[place] = tree over the classes
//            partials[chunk][place] = fold of the chunk's sets                 (each block: one chunk)
//   totals:  out[place] = out[place] ∘ tree over 32 runs of chunks             (each warp: one place)
//   turns:   out[place] = out[place] ∘ item ∘ item ∘ …                         (one warp, instead of both, for few items)
//
// Two launches, or one. Traffic: positions and items are read once. If each lane of a warp has a class of its own, no two lanes share a
// value. Otherwise, of the lanes of a row that share a value, the first one folds their items. To find these lanes, each flips its
// own bit in the first word of its value; the bits that have then changed are those of the lanes that share it.
// J. Gómez-Luna, J. González-Linares, J. Benavides and N. Guil, An optimized approach to histogram computation on GPU, 2013.

struct PlaceSets {
  PARAM u64 set;
  PARAM u32 classes;
  PARAM u32 sets;
};

// The stored form of values that may be missing. An identity that changes no bit of another value stands for a missing one.
template <class T, bool IDENTITY>
struct PlaceValues {
  typedef T stored;
  DEVICE static Maybe<T> get(const T& x) { return some_value(x); }
  DEVICE static T stored_of(const Maybe<T>& x) { return x.x; }
};
template <class T>
struct PlaceValues<T, false> {
  typedef Maybe<T> stored;
  DEVICE static Maybe<T> get(const Maybe<T>& x) { return x; }
  DEVICE static Maybe<T> stored_of(const Maybe<T>& x) { return x; }
};

// The block's COUNT values in shared memory, each of which may be missing.
template <class T, bool IDENTITY, u32 COUNT>
struct SharedValues {
  alignas(16) T values[COUNT];
  bool has[IDENTITY ? 1 : COUNT];
  DEVICE Maybe<T> get(u32 k) const { return Maybe<T>{values[k], IDENTITY || has[k]}; }
  DEVICE void put(u32 k, const Maybe<T>& x) {
    if (IDENTITY || x.has) values[k] = x.x;
    if (!IDENTITY) has[k] = x.has;
  }
  // Whether values consist of words; `word` is the first one of a value.
  static constexpr bool in_words = sizeof(T) % 4 == 0;
  DEVICE u32* word(u32 k) { return reinterpret_cast<u32*>(&values[k]); }
};

// APART: each lane has a class of its own.
template <class In, class Out, class Op, bool IDENTITY, bool APART>
struct ScatterReduceFew {
  typedef typename In::value Placed;
  typedef typename Out::value T;
  typedef PlaceValues<T, IDENTITY> Values;
  typedef typename Values::stored Partial;
  static constexpr u32 threads = TILE_THREADS, min_blocks = sizeof(T) <= 8 ? 3 : 1;
  static constexpr u32 rows = sizeof(T) <= 8 ? 8 : sizeof(T) <= 16 ? 4 : 1;
  static constexpr u32 count = SETS_BYTES / u32(sizeof(T) < 4 ? 4 : sizeof(T));
  typedef SharedValues<T, IDENTITY, count == 0 ? 1 : count> Shared;

  // The number that stands for the value of a lane without an item.
  static constexpr u32 NOWHERE = ~0u;

  // Finds the lanes whose value has the same number as this lane's. If values consist of words, the value's first word is left
  // changed. `match_any` isn't used, since it takes a step for each distinct number in the warp.
  DEVICE static u32 find_peers(Shared& s, u32 own, u32 at) {
    bool within = at != NOWHERE;
    if constexpr (Shared::in_words) {
      u32 before = 0, after = 0;
      if (within) before = *s.word(at);
      sync_warp();
      if (within) atomic_xor(s.word(at), 1u << lane());
      sync_warp();
      if (within) after = *s.word(at);
      sync_warp();
      return before ^ after;
    } else {
      u32 peers = ballot(EVERY_LANE, within), number = at - warp() * own;
      ROLLED for (u32 bit = 1; bit < own; bit *= 2) peers &= lanes_agreeing(number, bit);
      return peers;
    }
  }

  // Adds a row of items to the values with numbers `at`, of which the warp has `own`. Every lane takes part.
  DEVICE static void add(const Op& op, Shared& s, u32 own, u32 at, const T& x) {
    bool within = at != NOWHERE;
    if constexpr (APART) {
      if (within) s.put(at, join(op, s.get(at), x));
    } else {
      Maybe<T> value;
      value.has = IDENTITY;
      if (Shared::in_words && within) value = s.get(at);
      u32 peers = find_peers(s, own, at);
      within = within && (peers & low_bits(lane())) == 0;
      // Here, `find_peers` hasn't used the value's memory. The first of the peers alone reads it, because it alone writes it.
      if (!Shared::in_words && within) value = s.get(at);
      u32 rest = within ? peers & (peers - 1) : 0;
      if (within) value = join(op, value, x);
      ROLLED for (; any(EVERY_LANE, rest != 0); rest &= rest - 1) {
        T other = shuffle(EVERY_LANE, x, rest != 0 ? ffs(rest) - 1 : lane());
        if (rest != 0) value.x = op(value.x, other);
      }
      if (within) s.put(at, value);
      sync_warp();
    }
  }

  // Adds the items of a set's slots, row by row, to the values of `own` numbers, of which `mine` is the value of this lane's class for
  // the first place. Returns whether this lane has found a position behind the target.
  DEVICE static bool add_set(const In& in, const Op& op, Shared& s, u64 from, u64 end, u32 few, u32 classes, u32 own, u32 mine) {
    bool beyond = false;
    ROLLED for (u64 row = from; row < end; row += rows * WARP) {
      Placed x[rows];
      // A bit for each row: whether this lane has an item in it, and whether that item's position is within the target. Whole
      // groups of rows are loaded without tests of the end, at constant distances from one address.
      u32 kept = 0, fitting = 0;
      if (end - row >= rows * WARP) {
        UNROLL for (u32 r = 0; r < rows; r += 1) kept |= u32(in.slot(row + lane() + r * WARP, x[r])) << r;
      } else {
        u32 left = u32(end - row);
        UNROLL for (u32 r = 0; r < rows; r += 1) {
          bool within = lane() + r * WARP < left;
          kept |= u32(within && in.slot(row + lane() + r * WARP, x[r])) << r;
        }
      }
      UNROLL for (u32 r = 0; r < rows; r += 1) {
        bool fits = (kept >> r & 1) != 0 && u64(get<0>(x[r])) < few;
        fitting |= u32(fits) << r;
        add(op, s, own, fits ? mine + u32(get<0>(x[r])) * classes : NOWHERE, get<1>(x[r]));
      }
      beyond = beyond || kept != fitting;
    }
    return beyond;
  }

  // Reports the first of this lane's positions behind the target. They are read again, since the hot loop has no registers left in
  // which to remember one.
  DEVICE static void report_beyond(const In& in, u64 from, u64 end, u64 places) {
    u64 position = places, i = from + lane();
    ROLLED for (; i < end; i += WARP) {
      Placed x;
      if (!in.slot(i, x)) continue;
      position = get<0>(x);
      if (position >= places) break;
    }
    report_trap(SCATTER_REDUCE_SITE, position, places, i);
  }

  DEVICE static void run(const In& in, const Out& out, const Op& op, const Maybe<T>& identity, PlaceSets shape,
                         Partials<Partial> partials) {
    Shared& s = shared<Shared>();
    u64 n = in.len(), places = out.len();
    // A set's values are numbered from `base` on.
    u32 few = u32(places), classes = shape.classes, own = few * classes, base = warp() * own;
    // The number of classes is a power of two; `mine` is the value of this lane's class for the first place.
    u32 mine = base + (lane() & (classes - 1));
    if (warp() < shape.sets) {
      ROLLED for (u32 k = lane(); k < own; k += WARP) s.put(base + k, identity);
      sync_warp();
      u64 from = (u64(block()) * shape.sets + warp()) * shape.set;
      u64 end = n <= from ? from : n - from < shape.set ? n : from + shape.set;
      bool beyond = add_set(in, op, s, from, end, few, classes, own, mine);
      if (beyond) report_beyond(in, from, end, places);
      sync_warp();
      if (classes > 1) {
        ROLLED for (u32 k = lane(); k - lane() < own; k += WARP) {
          Maybe<T> x = k < own ? s.get(base + k) : nothing<T>();
          ROLLED for (u32 d = 1; d < classes; d *= 2) {
            Maybe<T> after{shuffle_down(EVERY_LANE, x.x, d), shuffle_down(EVERY_LANE, x.has, d)};
            if ((lane() & (2 * d - 1)) == 0) x = join(op, x, after);
          }
          // All lanes read before one writes. Later rounds read behind the values that are written here.
          sync_warp();
          if (k < own && mine == base) s.put(base + k / classes, x);
        }
      }
    }
    sync_block();
    ROLLED for (u32 place = thread(); place < places; place += threads) {
      Maybe<T> value = s.get(place);
      ROLLED for (u32 set = 1; set < shape.sets; set += 1) value = join(op, value, s.get(set * own + place));
      partials[u64(block()) * places + place] = Values::stored_of(value);
    }
  }
};

// Combines the items with the places in turn, by one warp, whose values begin with the places' contents. The block's other warps
// help to load and to store these.
template <class In, class Out, class Op>
struct ScatterReduceFewTurns {
  typedef ScatterReduceFew<In, Out, Op, true, false> Few;
  typedef typename Few::Shared Shared;
  static constexpr u32 threads = THREADS, min_blocks = 1;

  DEVICE static void run(const In& in, const Out& out, const Op& op) {
    Shared& s = shared<Shared>();
    u64 n = in.len();
    u32 few = u32(out.len());
    ROLLED for (u32 place = thread(); place < few; place += threads) s.put(place, some_value(out.get(place)));
    sync_block();
    if (warp() == 0 && Few::add_set(in, op, s, 0, n, few, 1, few, 0)) Few::report_beyond(in, 0, n, few);
    sync_block();
    ROLLED for (u32 place = thread(); place < few; place += threads) out.put(place, s.get(place).x);
  }
};

template <class T, class Out, class Op, bool IDENTITY>
struct ScatterReduceTotals {
  typedef PlaceValues<T, IDENTITY> Values;
  typedef typename Values::stored Partial;
  static constexpr u32 threads = THREADS, min_blocks = 1, warps = threads / WARP;
  // The number of partial results that a lane loads together.
  static constexpr u32 together = sizeof(T) <= 8 ? 8 : 1;
  struct Shared {};

  union Bits {
    T x;
    u8 bytes[sizeof(T)];
    DEVICE Bits(const T& x) : x(x) {}
  };
  // Whether a value is that of a place without items.
  DEVICE static bool is_nothing(const Maybe<T>& x, const Maybe<T>& identity) {
    if (!IDENTITY) return !x.has;
    Bits a(x.x), b(identity.x);
    bool equal = true;
    UNROLL for (u32 k = 0; k < sizeof(T); k += 1) equal = equal && a.bytes[k] == b.bytes[k];
    return equal;
  }

  DEVICE static void run(const Out& out, const Op& op, const Maybe<T>& identity, u32 chunks, u32 per_run,
                         Partials<Partial> partials) {
    u64 places = out.len(), place = u64(block()) * warps + warp();
    if (place >= places) return;
    u32 from = lane() * per_run, end = from + within(chunks, from, per_run);
    Maybe<T> value = nothing<T>();
    ROLLED for (u32 chunk = from; chunk < end; chunk += together) {
      Partial x[together];
      UNROLL for (u32 k = 0; k < together; k += 1) {
        if (chunk + k < end) x[k] = partials[(chunk + k) * places + place];
      }
      UNROLL for (u32 k = 0; k < together; k += 1) {
        if (chunk + k < end) value = join(op, value, Values::get(x[k]));
      }
    }
    value = warp_tree(op, value);
    if (lane() == 0 && value.has && !is_nothing(value, identity)) out.put(place, op(out.get(place), value.x));
  }
};
