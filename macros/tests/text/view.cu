struct F0 {
  PARAM View<f32> c_table;
  DEVICE f32 operator()(u64 v_i) const {
    Trap<true> trap;
    auto v_last = r_sub(trap, 0, r_len(trap, 0, c_table), 1ull);
    auto v_left = (r_eq(trap, 0, v_i, 0ull) ? 0ull : r_sub(trap, 1, v_i, 1ull));
    return r_div(trap, 0, r_add(trap, 0, r_add(trap, 0, index(trap, 2, c_table, v_left), index(trap, 3, c_table, v_i)), index(trap, 5, c_table, (r_lt(trap, 0, v_i, v_last) ? r_add(trap, 4, v_i, 1ull) : v_last))), 3.0f);
  }
};
// 0: attempt to subtract with overflow
// 1: attempt to subtract with overflow
// 2: index out of bounds
// 3: index out of bounds
// 4: attempt to add with overflow
// 5: index out of bounds
