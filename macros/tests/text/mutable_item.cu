struct alignas(8) T_Body { array<f32, 2> m_position; array<f32, 2> m_speed; f64 m_mass; };
static_assert(sizeof(T_Body) == 24 && alignof(T_Body) == 8, "T_Body");
static_assert(OFFSET(T_Body, m_position) == 0, "T_Body.m_position");
static_assert(OFFSET(T_Body, m_speed) == 8, "T_Body.m_speed");
static_assert(OFFSET(T_Body, m_mass) == 16, "T_Body.m_mass");
DEVICE unit f_step(TrapBase& outer, u32, T_Body& v_self, f32 v_dt);
DEVICE unit f_step(TrapBase& outer, u32, T_Body& v_self, f32 v_dt) {
  Trap<true> trap(outer);
  for (u64 v_k = 0ull; v_k < 2ull; ++v_k) {
    r_add_assign(trap, 0, index(trap, 0, v_self.m_position, v_k), r_mul(trap, 0, index(trap, 1, v_self.m_speed, v_k), v_dt));
  }
  return {};
}
DEVICE unit f_step(TrapBase& outer, u32, plain<T_Body&>&& self, f32 v_dt) {
  return f_step(outer, 0, self, v_dt);
}

struct F0 {
  PARAM f32 c_dt;
  DEVICE unit operator()(T_Body& v_body) const {
    Trap<true> trap;
    return f_step(trap, 0, v_body, c_dt);
  }
};
// 0: index out of bounds
// 1: index out of bounds
