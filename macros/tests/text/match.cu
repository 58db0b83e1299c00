struct F0 {
  DEVICE i32 operator()(i32 v_x, i32 v_y) const {
    Panic panic;
    Trap<true> trap(panic);
    auto t0 = tuple<i32, i32>{v_x, v_y};
    if ((get<0>(t0) == 0) && (get<1>(t0) == 0)) {
      return 0;
    } else if (((get<1>(t0) >= 7) && (get<1>(t0) <= 9)) || (get<1>(t0) == -1ll)) {
      return 1;
    } else if ((get<1>(t0) == 1) || (get<1>(t0) == 2)) {
      auto&& v_a = get<0>(t0);
      auto&& v_b = get<1>(t0);
      return r_shl(trap, 0, v_a, v_b);
    } else if (get<0>(t0) == 0) {
      return 2;
    } else {
      auto&& v_a_2 = get<0>(t0);
      auto t1 = r_gt(trap, 0, v_a_2, 5);
      if (t1) {
        auto v_twice = r_mul(trap, 1, v_a_2, 2);
        return r_min(trap, 0, v_twice, 100);
      } else {
        trap.raise(2);
        return {};
      }
    }
  }
};
// 0: attempt to shift left with overflow
// 1: attempt to multiply with overflow
// 2: no such case
