struct alignas(1) T_Kind { u8 m_0; bool m_1; };
static_assert(sizeof(T_Kind) == 2 && alignof(T_Kind) == 1, "T_Kind");
static_assert(OFFSET(T_Kind, m_0) == 0, "T_Kind.m_0");
static_assert(OFFSET(T_Kind, m_1) == 1, "T_Kind.m_1");
struct alignas(4) T_Event { u16 m_day; array<f32, 2> m_place; T_Kind m_kind; };
template <> struct HasPadding<T_Event> { static constexpr bool value = true; };
static_assert(sizeof(T_Event) == 16 && alignof(T_Event) == 4, "T_Event");
static_assert(OFFSET(T_Event, m_day) == 0, "T_Event.m_day");
static_assert(OFFSET(T_Event, m_place) == 4, "T_Event.m_place");
static_assert(OFFSET(T_Event, m_kind) == 12, "T_Event.m_kind");
DEVICE f32 f_squared(Panic& panic, f32 v_x, f32 v_y);
DEVICE f32 f_distance(Panic& panic, T_Event v_a, T_Event v_b);
DEVICE f32 f_squared(Panic& panic, f32 v_x, f32 v_y) {
  Trap<true> trap(panic);
  auto t0 = r_mul(trap, 0, v_x, v_x);
  auto t1 = r_mul(trap, 0, v_y, v_y);
  return r_add(trap, 0, t0, t1);
}

DEVICE f32 f_distance(Panic& panic, T_Event v_a, T_Event v_b) {
  Trap<true> trap(panic);
  auto t0 = index(trap, 0, v_a.m_place, 0ull);
  auto t1 = index(trap, 0, v_b.m_place, 0ull);
  auto t2 = r_sub(trap, 0, t0, t1);
  auto t3 = index(trap, 0, v_a.m_place, 1ull);
  auto t4 = index(trap, 0, v_b.m_place, 1ull);
  auto t5 = r_sub(trap, 0, t3, t4);
  auto t6 = f_squared(trap, t2, t5);
  return r_sqrt(trap, 0, t6);
}

struct F0 {
  PARAM T_Event c_home;
  DEVICE T_Event operator()(T_Event v_e) const {
    Panic panic;
    Trap<true> trap(panic);
    auto v_far = f_distance(trap, v_e, c_home);
    auto t0 = r_add(trap, 0, v_e.m_day, u16(1));
    auto t1 = f_squared(trap, v_far, 1.0f);
    auto t2 = array<f32, 2>{{v_far, t1}};
    auto t3 = r_gt(trap, 0, v_far, 2.5f);
    auto t4 = T_Kind{get<0>(v_e.m_kind), t3};
    T_Event t5;
    t5.m_day = t0;
    t5.m_place = t2;
    t5.m_kind = t4;
    return t5;
  }
};
// site 0: attempt to add with overflow
// Map<Slice<T_Event>, F0>
