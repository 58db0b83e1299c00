struct alignas(1) T_Kind { u8 m_0; bool m_1; };
static_assert(sizeof(T_Kind) == 2 && alignof(T_Kind) == 1, "T_Kind");
static_assert(OFFSET(T_Kind, m_0) == 0, "T_Kind.m_0");
static_assert(OFFSET(T_Kind, m_1) == 1, "T_Kind.m_1");
struct alignas(4) T_Event { u16 m_day; array<f32, 2> m_place; T_Kind m_kind; };
static_assert(sizeof(T_Event) == 16 && alignof(T_Event) == 4, "T_Event");
static_assert(OFFSET(T_Event, m_day) == 0, "T_Event.m_day");
static_assert(OFFSET(T_Event, m_place) == 4, "T_Event.m_place");
static_assert(OFFSET(T_Event, m_kind) == 12, "T_Event.m_kind");
DEVICE f32 f_squared(TrapBase& outer, f32 v_x, f32 v_y);
DEVICE f32 f_distance(TrapBase& outer, T_Event v_a, T_Event v_b);
DEVICE f32 f_squared(TrapBase& outer, f32 v_x, f32 v_y) {
  Trap<true> trap(outer);
  return r_add(trap, 0, r_mul(trap, 0, v_x, v_x), r_mul(trap, 0, v_y, v_y));
}

DEVICE f32 f_distance(TrapBase& outer, T_Event v_a, T_Event v_b) {
  Trap<true> trap(outer);
  return r_sqrt(trap, 0, f_squared(trap, r_sub(trap, 0, index(trap, 0, v_a.m_place, 0ull), index(trap, 0, v_b.m_place, 0ull)), r_sub(trap, 0, index(trap, 0, v_a.m_place, 1ull), index(trap, 0, v_b.m_place, 1ull))));
}

struct F0 {
  PARAM T_Event c_home;
  DEVICE T_Event operator()(T_Event v_e) const {
    Trap<true> trap;
    auto v_far = f_distance(trap, v_e, c_home);
    T_Event t0;
    t0.m_day = r_add(trap, 0, v_e.m_day, u16(1));
    t0.m_place = array<f32, 2>{{v_far, f_squared(trap, v_far, 1.0f)}};
    t0.m_kind = T_Kind{get<0>(v_e.m_kind), r_gt(trap, 0, v_far, 2.5f)};
    return t0;
  }
};
// site 0: attempt to add with overflow
// Map<Slice<T_Event>, F0>
