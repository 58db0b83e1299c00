struct F0 {
  PARAM View<f32> c_table;
  DEVICE f32 operator()(u64 v_i) const {
    Panic panic;
    Trap<true> trap(panic);
    auto t0 = r_len(trap, 0, c_table);
    auto v_last = r_sub(trap, 0, t0, 1ull);
    u64 v_left;
    auto t1 = r_eq(trap, 0, v_i, 0ull);
    if (t1) {
      v_left = 0ull;
    } else {
      v_left = r_sub(trap, 1, v_i, 1ull);
    }
    auto t2 = index(trap, 2, c_table, v_left);
    auto t3 = index(trap, 3, c_table, v_i);
    auto t4 = r_add(trap, 0, t2, t3);
    u64 t5;
    auto t6 = r_lt(trap, 0, v_i, v_last);
    if (t6) {
      t5 = r_add(trap, 4, v_i, 1ull);
    } else {
      t5 = v_last;
    }
    auto t7 = index(trap, 5, c_table, t5);
    auto t8 = r_add(trap, 0, t4, t7);
    return r_div(trap, 0, t8, 3.0f);
  }
};
// 0: attempt to subtract with overflow
// 1: attempt to subtract with overflow
// 2: index out of bounds: the len is {len} but the index is {index}
// 3: index out of bounds: the len is {len} but the index is {index}
// 4: attempt to add with overflow
// 5: index out of bounds: the len is {len} but the index is {index}
