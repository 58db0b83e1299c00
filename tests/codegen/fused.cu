struct F0 {
  DEVICE i64 operator()(tuple<i32, u8, u64> p0) const {
    Panic panic;
    Trap<true> trap(panic);
    auto&& v_a = get<0>(p0);
    auto&& v_b = get<1>(p0);
    auto&& v_i = get<2>(p0);
    auto t0 = cast<i64>(v_a);
    auto t1 = cast<i64>(v_b);
    auto t2 = r_sub(trap, 0, t0, t1);
    auto t3 = cast<i64>(v_i);
    return r_add(trap, 1, t2, t3);
  }
};
struct F1 {
  DEVICE bool operator()(i64 v_v) const {
    Panic panic;
    Trap<true> trap(panic);
    auto t0 = r_rem(trap, 0, v_v, 2ll);
    auto t1 = r_eq(trap, 0, t0, 0ll);
    auto t2 = false;
    if (t1) {
      auto t3 = r_gt(trap, 0, v_v, (-3ll));
      t2 = t3;
    }
    return t2;
  }
};
struct F2 {
  DEVICE f64 operator()(i64 v_v) const {
    Panic panic;
    Trap<true> trap(panic);
    auto t0 = cast<f64>(v_v);
    return r_div(trap, 0, t0, 2.0);
  }
};
// site 0: attempt to subtract with overflow
// site 1: attempt to add with overflow
// Map<Filter<Map<Zip<Slice<i32>, Rev<Slice<u8>>, Range<u64>>, F0>, F1>, F2>
