// top_k, first launch, of one block: sorts a sample of the items, and chooses the bound up to which items are kept.
//
//   order = numbers of the sampled items, sorted by item and then by number, which is the order of their slots
//   bound = sampled item order[rank]
//
// K. E. Batcher, Sorting Networks and Their Applications, 1968 (the bitonic sort).

template <class In>
struct TopKSample {
  typedef typename In::value K;
  static constexpr u32 threads = THREADS, min_blocks = 1;
  static_assert((SAMPLES & (SAMPLES - 1)) == 0 && SAMPLES <= 1 << 16, "the network sorts a power of two of 16-bit numbers");
  struct Shared {
    K keys[SAMPLES];
    u16 order[SAMPLES];
  };

  // The slot of a sampled item, as the host computes it.
  DEVICE static u64 sampled(u64 number, u64 slots) {
    u64 part = slots / SAMPLES, z = (number + 1) * 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z ^= z >> 27;
    return number * part + z % part;
  }

  DEVICE static bool before(const Shared& s, u32 a, u32 b) {
    return precedes(s.keys[a], s.keys[b]) || (a < b && same_key(s.keys[a], s.keys[b]));
  }

  DEVICE static void run(const In& in, const Span<u64>& told, u64 rank) {
    Shared& s = shared<Shared>();
    ROLLED for (u32 j = thread(); j < SAMPLES; j += threads) {
      K x;
      if (in.slot(sampled(j, in.len()), x)) s.keys[j] = x;
      s.order[j] = u16(j);
    }
    sync_block();
    ROLLED for (u32 size = 2; size <= SAMPLES; size *= 2) {
      ROLLED for (u32 apart = size / 2; apart > 0; apart /= 2) {
        ROLLED for (u32 pair = thread(); pair < SAMPLES / 2; pair += threads) {
          u32 a = 2 * pair - (pair & (apart - 1)), b = a + apart;
          u16 x = s.order[a], y = s.order[b];
          bool ascending = (a & size) == 0;
          if (before(s, y, x) == ascending) {
            s.order[a] = y;
            s.order[b] = x;
          }
        }
        sync_block();
      }
    }
    if (thread() != 0) return;
    u32 number = s.order[rank];
    K bound = s.keys[number];
    told.p[TOLD_DONE] = 0;
    told.p[TOLD_SLOT] = sampled(number, in.len());
    told.p[TOLD_REST] = 0;
    told.p[TOLD_COUNT] = 0;
    ROLLED for (u32 w = 0; w < radix_words(Key<K>()); w += 1) told.p[TOLD_BOUND + w] = radix_word(bound, w);
  }
};
