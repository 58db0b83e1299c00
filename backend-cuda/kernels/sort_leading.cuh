// sort, a pass over the first items, as many as a number in memory says (counted.cuh).

template <class K, class Values, class Number, u32 ITEMS>
struct SortLeadingPass : SortPass<K, Values, Number, ITEMS> {
  DEVICE static u64 share(u64, u32) { return SortLeadingPass::tile_slots; }
};
