DEVICE u64 f_rank(Panic& panic, View<f32> v_table, f32 v_x);
DEVICE u64 f_rank(Panic& panic, View<f32> v_table, f32 v_x) {
  Trap<true> trap(panic);
  auto t0 = r_len(trap, 0, v_table);
  auto t1 = tuple<u64, u64>{0ull, t0};
  decltype(t1.m_0) v_from = get<0>(t1);
  decltype(t1.m_1) v_to = get<1>(t1);
  while (true) {
    auto t2 = r_lt(trap, 0, v_from, v_to);
    if (!t2) {
      break;
    }
    if (panic.raised) return {};
    auto t3 = r_add(trap, 0, v_from, v_to);
    auto v_middle = r_div(trap, 0, t3, 2ull);
    auto t4 = index(trap, 1, v_table, v_middle);
    auto t5 = r_lt(trap, 0, t4, v_x);
    if (t5) {
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
    Panic panic;
    Trap<true> trap(panic);
    return f_rank(trap, c_table, v_x);
  }
};
// 0: attempt to add with overflow
// 1: index out of bounds: the len is {len} but the index is {index}
// 2: attempt to add with overflow
