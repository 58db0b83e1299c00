struct alignas(8) T_Body { array<f32, 2> m_position; array<f32, 2> m_speed; f64 m_mass; };
static_assert(sizeof(T_Body) == 24 && alignof(T_Body) == 8, "T_Body");
static_assert(OFFSET(T_Body, m_position) == 0, "T_Body.m_position");
static_assert(OFFSET(T_Body, m_speed) == 8, "T_Body.m_speed");
static_assert(OFFSET(T_Body, m_mass) == 16, "T_Body.m_mass");
DEVICE unit f_step(Panic& panic, u32, T_Body& v_self, f32 v_dt);
DEVICE unit f_step(Panic& panic, u32, T_Body& v_self, f32 v_dt) {
  Trap<true> trap(panic);
  for (u64 v_k = 0ull; v_k < 2ull; ++v_k) {
    auto t0 = index(trap, 1, v_self.m_speed, v_k);
    auto t1 = r_mul(trap, 0, t0, v_dt);
    auto&& t2 = index(trap, 0, v_self.m_position, v_k);
    r_add_assign(trap, 0, t2, t1);
  }
  return {};
}

struct F0 {
  PARAM f32 c_dt;
  DEVICE unit operator()(T_Body& v_body) const {
    Panic panic;
    Trap<true> trap(panic);
    return f_step(trap, 0, v_body, c_dt);
  }
};
// 0: index out of bounds: the len is {len} but the index is {index}
// 1: index out of bounds: the len is {len} but the index is {index}
