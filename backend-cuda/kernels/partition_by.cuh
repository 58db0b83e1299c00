// partition_by: stores the items bucket by bucket, in order within each bucket.
//
//   counts[b] = number of items in bucket b                      (radix_histogram.cuh, the bucket as the only digit)
//   offsets[b] = number of items in lower buckets
//   items are put in the order of their buckets, stably          (radix_pass.cuh)
//
// The first launch reports a number beyond the buckets. Both launches treat numbers beyond the highest digit as that digit,
// so every item has a place. Traffic: the chain's inputs are read twice, each item is written once.
// S. Ashkiani et al., GPU Multisplit, 2016; A. Adinets and D. Merrill, Onesweep, 2022.

DEVICE u32 digit_of_bucket(u64 bucket) { return u32(least(bucket, u64(RADIX - 1))); }

// The buckets, as keys of one digit.
template <class In, class F>
struct BucketsOf {
  const In& in;
  const F& bucket;
  u64 buckets;
  Beyond& beyond;
  DEVICE u64 len() const { return in.len(); }
  DEVICE u8 get(u64 i) const {
    u64 number = u64(bucket(in.at(i)));
    if (number >= buckets) beyond.note(number, i);
    return u8(digit_of_bucket(number));
  }
  template <int V>
  DEVICE void load(u64 i, u8* out) const { UNROLL for (int k = 0; k < V; k += 1) out[k] = get(i + k); }
};

template <class In, class F, class Number>
struct CountBuckets : RadixHistogram<u8, BucketsOf<In, F>, Number, 1> {
  typedef RadixHistogram<u8, BucketsOf<In, F>, Number, 1> Counts;
  DEVICE static void run(const In& in, const F& bucket, u64 buckets, DigitCounts counts, Starts<Number> starts, Plan plan,
                         Tickets tickets) {
    Beyond beyond;
    Counts::run(BucketsOf<In, F>{in, bucket, buckets, beyond}, counts, starts, plan, tickets);
    beyond.report(PARTITION_BY_SITE, buckets);
  }
};

template <class In>
struct ItemsAt {
  const In& in;
  DEVICE u64 len() const { return in.len(); }
  DEVICE typename In::value get(u64 i) const { return in.at(i); }
};
// The output, without stores behind its end: a function that panics may return a different number in the second launch than
// in the first one, so that the computed places are wrong.
template <class Out>
struct Inside {
  const Out& out;
  DEVICE void put(u64 i, const typename Out::value& x) const {
    if (i < out.len()) out.put(i, x);
  }
};

template <class In, class F, class Out, class Number, u32 ITEMS>
struct PartitionBy : RadixPass<typename Out::value, u8, false, Number, ITEMS> {
  typedef typename Out::value T;
  typedef RadixPass<T, u8, false, Number, ITEMS> Pass;
  DEVICE static void run(const In& in, const F& bucket, u64 buckets, const Out& out, const Span<u64>& offsets,
                         Starts<Number> starts, States states, Tag tag, Tickets tickets) {
    if (block() == 0) {
      for (u64 b = thread(); b <= buckets; b += Pass::threads) offsets.put(b, b < buckets ? u64(starts[b]) : in.len());
    }
    auto digit = [&](const T& x) { return digit_of_bucket(u64(bucket(x))); };
    Pass::run(ItemsAt<In>{in}, Inside<Out>{out}, NoColumns{}, NoColumns{}, digit, starts, states, tag, tickets);
  }
};
