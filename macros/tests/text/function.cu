DEVICE u32 f_collatz(Panic& panic, u64 v_start);
DEVICE u32 f_collatz(Panic& panic, u64 v_start) {
  Trap<true> trap(panic);
  auto v_n = v_start;
  auto v_steps = 0u;
  while (true) {
    auto t0 = r_ne(trap, 0, v_n, 1ull);
    if (!t0) {
      break;
    }
    if (panic.raised) return {};
    u64 t1;
    auto t2 = r_rem(trap, 0, v_n, 2ull);
    auto t3 = r_eq(trap, 0, t2, 0ull);
    if (t3) {
      t1 = r_div(trap, 0, v_n, 2ull);
    } else {
      auto t4 = r_mul(trap, 0, 3ull, v_n);
      t1 = r_add(trap, 1, t4, 1ull);
    }
    v_n = t1;
    r_add_assign(trap, 2, v_steps, 1u);
  }
  return v_steps;
}

struct F0 {
  DEVICE tuple<u64, u32> operator()(u64 v_n) const {
    Panic panic;
    Trap<true> trap(panic);
    auto t0 = f_collatz(trap, v_n);
    return tuple<u64, u32>{v_n, t0};
  }
};
// 0: attempt to multiply with overflow
// 1: attempt to add with overflow
// 2: attempt to add with overflow
