DEVICE u64 f_rank(TrapBase& outer, View<f32> v_table, f32 v_x);
DEVICE u64 f_rank(TrapBase& outer, View<f32> v_table, f32 v_x) {
  Trap<true> trap(outer);
  auto t0 = tuple<u64, u64>{0ull, r_len(trap, 0, v_table)};
  auto&& v_from = get<0>(t0);
  auto&& v_to = get<1>(t0);
  while (r_lt(trap, 0, v_from, v_to)) {
    if (trap.raised) return {};
    auto v_middle = r_div(trap, 0, r_add(trap, 0, v_from, v_to), 2ull);
    if (r_lt(trap, 0, index(trap, 1, v_table, v_middle), v_x)) {
      v_from = r_add(trap, 2, v_middle, 1ull);
    } else {
      v_to = v_middle;
    }
  }
  return v_from;
}

struct F0 {
  PARAM View<f32> c_table;
  DEVICE u64 operator()(f32 v_x) const {
    Trap<true> trap;
    return f_rank(trap, c_table, v_x);
  }
};
// 0: attempt to add with overflow
// 1: index out of bounds
// 2: attempt to add with overflow
