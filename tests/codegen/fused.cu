struct F0 {
  DEVICE i64 operator()(tuple<i32, u8, u64> p0) const {
    Trap<true> trap;
    auto&& v_a = get<0>(p0);
    auto&& v_b = get<1>(p0);
    auto&& v_i = get<2>(p0);
    return r_add(trap, 1, r_sub(trap, 0, cast<i64>(v_a), cast<i64>(v_b)), cast<i64>(v_i));
  }
};
struct F1 {
  DEVICE bool operator()(i64 v_v) const {
    Trap<true> trap;
    return (r_eq(trap, 0, r_rem(trap, 0, v_v, 2ll), 0ll) && r_gt(trap, 0, v_v, (-3ll)));
  }
};
struct F2 {
  DEVICE f64 operator()(i64 v_v) const {
    Trap<true> trap;
    return r_div(trap, 0, cast<f64>(v_v), 2.0);
  }
};
// site 0: attempt to subtract with overflow
// site 1: attempt to add with overflow
// Map<Filter<Map<Zip<Slice<i32>, Rev<Slice<u8>>, Range<u64>>, F0>, F1>, F2>
