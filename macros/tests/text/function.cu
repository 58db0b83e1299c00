DEVICE u32 f_collatz(TrapBase& outer, u64 v_start);
DEVICE u32 f_collatz(TrapBase& outer, u64 v_start) {
  Trap<true> trap(outer);
  auto v_n = v_start;
  auto v_steps = 0u;
  while (r_ne(trap, 0, v_n, 1ull)) {
    if (trap.raised) return {};
    v_n = (r_eq(trap, 0, r_rem(trap, 0, v_n, 2ull), 0ull) ? r_div(trap, 0, v_n, 2ull) : r_add(trap, 1, r_mul(trap, 0, 3ull, v_n), 1ull));
    r_add_assign(trap, 2, v_steps, 1u);
  }
  return v_steps;
}

struct F0 {
  DEVICE tuple<u64, u32> operator()(u64 v_n) const {
    Trap<true> trap;
    return tuple<u64, u32>{v_n, f_collatz(trap, v_n)};
  }
};
// 0: attempt to multiply with overflow
// 1: attempt to add with overflow
// 2: attempt to add with overflow
