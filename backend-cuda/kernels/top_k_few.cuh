// top_k of few items: each block chooses the first k items of its part, and the last block those of all that were chosen.
//
//   bound = the k-th of the warps' least keys: k items or more come up to it, few of random ones
//   place of an item up to the bound = number of these before it, by key and then by place
//
// If more items than threads come up to the bound, as items in order can, they are chosen by the k-th key, t:
//
//   t = found bit by bit: a bit is set if fewer than k keys are below t with this bit set
//   keep the keys below t, and of those equal to it the first ones up to the k-th
//
// One launch, without atomic counts of digits: keys of which many begin alike would contend. Traffic: the inputs are read once,
// and the few up to the bound again; k items of each block are written and read.

template <bool WIDE>
struct TopKWord {
  typedef u32 it;
};
template <>
struct TopKWord<true> {
  typedef u64 it;
};

template <class In, class Positions>
struct TopKFew {
  typedef typename In::value K;
  static constexpr u32 bits = radix_bits(Key<K>(), 0);
  static_assert(radix_words(Key<K>()) == 1, "a key is one word");
  typedef typename TopKWord<(bits > 32)>::it Word;
  static constexpr u32 threads = THREADS, min_blocks = 1, warps = threads / WARP;
  static_assert(FEW <= WARP, "a rank for each warp's least key");
  static_assert(warps == WARP, "a lane for each warp's count");
  static_assert(FEW_ROWS * threads < 1 << 16, "two counts are added in one word");
  struct Shared {
    // Counts of warps, of two bits in turns.
    u32 counts[2][warps];
    // The least keys of warps; the items up to the bound, and their number.
    Word least[warps];
    Word found_words[threads];
    K found_keys[threads];
    u32 found_places[threads];
    u32 found;
    bool last;
    K keys[FEW];
    Word words[FEW];
    u32 sources[FEW];
  };

  // The sum over warps of the counts of this warp, and the sum of those of the warps before.
  DEVICE static u32 sum(Shared& s, u32 turn, u32 count, u32& before) {
    if (lane() == 0) s.counts[turn][warp()] = count;
    sync_block();
    u32 all, here = warp_sum_before(s.counts[turn][lane()], all);
    before = shuffle(EVERY_LANE, here, warp());
    return all;
  }

  // Chooses the first k of the `count` items `get(place)`, and calls `put(rank, place, item)`, with places in the order of ranks if
  // their keys are equal.
  template <class Get, class Put>
  DEVICE static void choose(Shared& s, u32 count, u32 k, const Get& get, const Put& put) {
    u32 rows = u32(ceil_div(count, threads));
    Word x[FEW_ROWS], low = ~Word(0);
    UNROLL for (u32 r = 0; r < FEW_ROWS; r += 1) {
      x[r] = ~Word(0);
      if (r * threads + thread() < count) x[r] = Word(radix_word(get(r * threads + thread()), 0));
    }
    UNROLL for (u32 r = 0; r < FEW_ROWS; r += 1) if (x[r] < low) low = x[r];
    UNROLL for (u32 d = 1; d < WARP; d *= 2) {
      Word other = shuffle_xor(EVERY_LANE, low, d);
      if (other < low) low = other;
    }
    if (lane() == 0) s.least[warp()] = low;
    if (thread() == 0) s.found = 0;
    sync_block();
    low = s.least[lane()];
    u32 before = 0;
    UNROLL for (u32 j = 0; j < WARP; j += 1) {
      Word other = shuffle(EVERY_LANE, low, j);
      before += other < low || (other == low && j < lane());
    }
    Word bound = shuffle(EVERY_LANE, low, ffs(ballot(EVERY_LANE, before == k - 1)) - 1);
    UNROLL for (u32 r = 0; r < FEW_ROWS; r += 1) {
      if (r >= rows) continue;
      u32 place = r * threads + thread(), lanes = ballot(EVERY_LANE, place < count && x[r] <= bound), first = 0;
      if (lanes == 0) continue;
      if (lane() == 0) first = atomic_add(&s.found, popc(lanes));
      u32 at = shuffle(EVERY_LANE, first, 0) + popc(lanes & low_bits(lane()));
      if ((lanes >> lane() & 1) == 0 || at >= threads) continue;
      s.found_words[at] = x[r];
      // Few items are found, so they are read again: all of them beside their words would be more than there are registers.
      s.found_keys[at] = get(place);
      s.found_places[at] = place;
    }
    sync_block();
    u32 found = s.found;
    if (found > threads) return choose_by_bits(s, count, k, get, put);
    if (thread() >= found) return;
    Word word = s.found_words[thread()];
    u32 place = s.found_places[thread()], rank = 0;
    ROLLED for (u32 j = 0; j < found; j += 1) {
      Word other = s.found_words[j];
      rank += other < word || (other == word && s.found_places[j] < place);
    }
    if (rank < k) put(rank, place, s.found_keys[thread()]);
  }

  // The same whatever the items are; ranks are in the order of places.
  template <class Get, class Put>
  DEVICE static void choose_by_bits(Shared& s, u32 count, u32 k, const Get& get, const Put& put) {
    u32 rows = u32(ceil_div(count, threads)), from = warp() * rows * WARP + lane(), before = 0;
    K key[FEW_ROWS];
    Word x[FEW_ROWS];
    UNROLL for (u32 r = 0; r < FEW_ROWS; r += 1) {
      x[r] = ~Word(0);
      if (r >= rows || from + r * WARP >= count) continue;
      key[r] = get(from + r * WARP);
      x[r] = Word(radix_word(key[r], 0));
    }
    Word t = 0;
    u32 turn = 0;
    if (count > k) {
      ROLLED for (u32 bit = bits; bit > 0; bit -= 1) {
        Word with = t | Word(1) << (bit - 1);
        u32 below = 0;
        UNROLL for (u32 r = 0; r < FEW_ROWS; r += 1) if (r < rows) below += popc(ballot(EVERY_LANE, x[r] < with));
        if (sum(s, turn, below, before) < k) t = with;
        turn ^= 1;
      }
    }
    // If there are no more than k items, all are kept.
    bool every = count <= k;
    u32 below = 0, equal = 0;
    UNROLL for (u32 r = 0; r < FEW_ROWS; r += 1) {
      if (r >= rows) continue;
      bool there = from + r * WARP < count;
      below += popc(ballot(EVERY_LANE, there && (every || x[r] < t)));
      equal += popc(ballot(EVERY_LANE, there && !every && x[r] == t));
    }
    u32 all = sum(s, turn, below | equal << 16, before), wanted = every ? 0 : k - (all & 0xffff);
    u32 kept = before & 0xffff, equals = before >> 16;
    UNROLL for (u32 r = 0; r < FEW_ROWS; r += 1) {
      if (r >= rows) continue;
      bool there = from + r * WARP < count, is_below = there && (every || x[r] < t), is_equal = there && !every && x[r] == t;
      u32 belows = ballot(EVERY_LANE, is_below), sames = ballot(EVERY_LANE, is_equal), left = low_bits(lane());
      u32 equals_before = equals + popc(sames & left), rank = kept + popc(belows & left) + least(equals_before, wanted);
      if (is_below || (is_equal && equals_before < wanted)) put(rank, from + r * WARP, key[r]);
      kept += popc(belows);
      equals += popc(sames);
    }
  }

  DEVICE static void run(const In& in, const Span<K>& chosen, const Positions& chosen_at, const Span<K>& keys,
                         const Positions& positions, u32 part, Tickets tickets) {
    Shared& s = shared<Shared>();
    u32 k = u32(keys.len());
    u64 first = u64(block()) * part, mine = u64(block()) * k;
    auto item = [&](u32 i) {
      K x;
      in.slot(first + i, x);
      return x;
    };
    auto keep = [&](u32 rank, u32 i, const K& x) {
      s.keys[rank] = x;
      s.words[rank] = Word(radix_word(x, 0));
      s.sources[rank] = i;
    };
    u32 count = within(in.len(), first, part);
    bool alone = blocks() == 1;
    if (alone) {
      choose(s, count, k, item, keep);
    } else {
      choose(s, count, k, item, [&](u32 rank, u32 i, const K& x) {
        chosen.put(mine + rank, x);
        if constexpr (!same<Positions, NoColumns>) chosen_at.put(mine + rank, typename Positions::value(first + i));
      });
      if (!last_block(tickets, s.last)) return;
      // Each block but the last has k items at least.
      u64 before = u64(blocks() - 1) * part, rest = least(u64(k), in.len() - before);
      choose(s, u32((blocks() - 1) * k + rest), k, [&](u32 i) { return chosen.get(i); }, keep);
    }
    sync_block();
    if (thread() >= k) return;
    Word word = s.words[thread()];
    u32 rank = 0;
    ROLLED for (u32 j = 0; j < k; j += 1) rank += s.words[j] < word || (s.words[j] == word && j < thread());
    keys.put(rank, s.keys[thread()]);
    if constexpr (!same<Positions, NoColumns>) {
      u32 source = s.sources[thread()];
      positions.put(rank, alone ? typename Positions::value(source) : chosen_at.get(source));
    }
  }
};
