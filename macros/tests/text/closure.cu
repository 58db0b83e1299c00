struct F0 {
  DEVICE i32 operator()(f32 v_p, f32 v_q) const {
    Panic panic;
    Trap<true> trap(panic);
    auto t0 = tuple<f32, i32>{0.25f, 0};
    auto&& v_t = get<0>(t0);
    decltype(t0.m_1) v_calls = get<1>(t0);
    auto t1 = v_calls;
    auto&& v_a = v_p;
    auto&& v_b = v_q;
    auto t2 = r_sub(trap, 0, v_b, v_a);
    auto t3 = r_mul(trap, 0, t2, v_t);
    auto t4 = r_add(trap, 0, v_a, t3);
    auto&& t5 = v_q;
    auto&& t6 = v_p;
    auto t7 = r_sub(trap, 0, t6, t5);
    auto t8 = r_mul(trap, 0, t7, v_t);
    auto t9 = r_add(trap, 0, t5, t8);
    auto&& t10 = t4;
    auto&& t11 = t9;
    auto t12 = r_sub(trap, 0, t11, t10);
    auto t13 = r_mul(trap, 0, t12, v_t);
    auto t14 = r_add(trap, 0, t10, t13);
    auto&& v_x = t14;
    i32 t15;
    {
      auto t16 = r_lt(trap, 0, v_x, 0.0f);
      if (t16) {
        t15 = (-1);
        goto break_3;
      }
      r_add_assign(trap, 0, t1, 1);
      t15 = t1;
    }
    break_3:;
    auto v_first = t15;
    auto&& t17 = v_q;
    i32 t18;
    {
      auto t19 = r_lt(trap, 0, t17, 0.0f);
      if (t19) {
        t18 = (-1);
        goto break_4;
      }
      r_add_assign(trap, 0, t1, 1);
      t18 = t1;
    }
    break_4:;
    auto t20 = r_add(trap, 1, v_first, t18);
    return r_add(trap, 2, t20, v_calls);
  }
};
// 0: attempt to add with overflow
// 1: attempt to add with overflow
// 2: attempt to add with overflow
