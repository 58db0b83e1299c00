struct alignas(8) T_Draw { u64 m_state; };
static_assert(sizeof(T_Draw) == 8 && alignof(T_Draw) == 8, "T_Draw");
static_assert(OFFSET(T_Draw, m_state) == 0, "T_Draw.m_state");
DEVICE u64 f_next(Panic& panic, u32, T_Draw& v_self);
DEVICE u64 f_next(Panic& panic, u32, T_Draw& v_self) {
  Trap<true> trap(panic);
  auto t0 = r_shr(trap, 0, v_self.m_state, 12);
  r_bitxor_assign(trap, 0, v_self.m_state, t0);
  auto t1 = r_shl(trap, 1, v_self.m_state, 25);
  r_bitxor_assign(trap, 0, v_self.m_state, t1);
  return r_wrapping_mul(trap, 0, v_self.m_state, 2685821657736338717ull);
}

struct F0 {
  DEVICE u64 operator()(u64 v_seed) const {
    Panic panic;
    Trap<true> trap(panic);
    T_Draw v_draw;
    v_draw.m_state = v_seed;
    auto t0 = f_next(trap, 0, v_draw);
    decltype(v_draw.m_state) t1 = v_draw.m_state;
    auto t2 = f_next(trap, 0, v_draw);
    auto t3 = r_rem(trap, 0, t2, 10ull);
    auto v_pair = tuple<u64, u64, u64>{t0, t1, t3};
    auto t4 = f_next(trap, 0, v_draw);
    auto t5 = r_gt(trap, 0, t4, get<0>(v_pair));
    auto t6 = false;
    if (t5) {
      auto t7 = f_next(trap, 0, v_draw);
      auto t8 = r_gt(trap, 0, t7, get<1>(v_pair));
      t6 = t8;
    }
    bool v_either = t6;
    if (v_either) {
      auto t9 = f_next(trap, 0, v_draw);
      auto t10 = f_next(trap, 0, v_draw);
      return r_add(trap, 2, t9, t10);
    } else {
      return get<2>(v_pair);
    }
  }
};
// 0: attempt to shift right with overflow
// 1: attempt to shift left with overflow
// 2: attempt to add with overflow
