DEVICE u32 f_collatz(TrapBase& outer, u64 v_start);
DEVICE u32 f_collatz(TrapBase& outer, u64 v_start) {
  Trap<true> trap(outer);
  auto v_n = v_start;
  auto v_steps = 0u;
  while (r_ne(trap, 0, v_n, 1ull)) {
    if (trap.raised) return {};
    v_n = (r_eq(trap, 0, r_rem(trap, 0, v_n, 2ull), 0ull) ? r_div(trap, 1, v_n, 2ull) : r_add(trap, 3, r_mul(trap, 2, 3ull, v_n), 1ull));
    r_add_assign(trap, 4, v_steps, 1u);
  }
  return v_steps;
}

struct F0 {
  DEVICE tuple<u64, u32> operator()(u64 v_n) const {
    Trap<true> trap;
    return tuple<u64, u32>{v_n, f_collatz(trap, v_n)};
  }
};
// 0: attempt to calculate the remainder with a divisor of zero or with overflow
// 1: attempt to divide by zero or with overflow
// 2: attempt to multiply with overflow
// 3: attempt to add with overflow
// 4: attempt to add with overflow
