// sort, one launch per digit: a stable pass of the radix sort (radix_pass.cuh), from one buffer to the other.
//
// A pass for a digit that is the same in all keys returns at once.

// The digit of a pass: its number, and its word and lowest bit in the key.
struct Digit {
  PARAM u32 pass;
  PARAM u32 word;
  PARAM u32 shift;
};

template <class K, class Values, class Number, u32 ITEMS>
struct SortPass : RadixPass<K, typename Values::value, !same<Values, NoColumns>, Number, ITEMS> {
  typedef RadixPass<K, typename Values::value, !same<Values, NoColumns>, Number, ITEMS> Pass;

  // Runs the pass over a digit, from the buffer that the plan names to the other one.
  DEVICE static void run(const Span<K>& keys_0, const Span<K>& keys_1, const Values& values_0, const Values& values_1,
                         Digit digit, Starts<Number> starts, Plan plan, States states, Tag tag,
                         Tickets tickets) {
    u32 buffer = plan[digit.pass];
    if (buffer == SKIP) return;
    const Span<K>& from = buffer == 0 ? keys_0 : keys_1;
    const Span<K>& to = buffer == 0 ? keys_1 : keys_0;
    const Values& values_from = buffer == 0 ? values_0 : values_1;
    const Values& values_to = buffer == 0 ? values_1 : values_0;
    auto digit_of = [&](const K& key) { return Digits<K>::get(key, digit.word, digit.shift); };
    Pass::run(from, to, values_from, values_to, digit_of, starts + digit.pass * RADIX, states, tag, tickets);
  }
};
