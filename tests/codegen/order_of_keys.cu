struct alignas(1) T_Kind { u8 m_0; bool m_1; };
static_assert(sizeof(T_Kind) == 2 && alignof(T_Kind) == 1, "T_Kind");
static_assert(OFFSET(T_Kind, m_0) == 0, "T_Kind.m_0");
static_assert(OFFSET(T_Kind, m_1) == 1, "T_Kind.m_1");
DEVICE constexpr u32 radix_words(Key<T_Kind>) { return 0 + radix_words(Key<u8>()) + radix_words(Key<bool>()); }
DEVICE constexpr u32 radix_bits(Key<T_Kind>, u32 w) {
  if (w < radix_words(Key<u8>())) return radix_bits(Key<u8>(), w); w -= radix_words(Key<u8>());
  if (w < radix_words(Key<bool>())) return radix_bits(Key<bool>(), w); w -= radix_words(Key<bool>());
  return 0;
}
DEVICE u64 radix_word(const T_Kind& k, u32 w) {
  if (w < radix_words(Key<u8>())) return radix_word(k.m_0, w); w -= radix_words(Key<u8>());
  if (w < radix_words(Key<bool>())) return radix_word(k.m_1, w); w -= radix_words(Key<bool>());
  return 0;
}
struct alignas(4) T_Event { u16 m_day; array<f32, 2> m_place; T_Kind m_kind; };
template <> struct HasPadding<T_Event> { static constexpr bool value = true; };
static_assert(sizeof(T_Event) == 16 && alignof(T_Event) == 4, "T_Event");
static_assert(OFFSET(T_Event, m_day) == 0, "T_Event.m_day");
static_assert(OFFSET(T_Event, m_place) == 4, "T_Event.m_place");
static_assert(OFFSET(T_Event, m_kind) == 12, "T_Event.m_kind");
DEVICE constexpr u32 radix_words(Key<T_Event>) { return 0 + radix_words(Key<u16>()) + radix_words(Key<array<f32, 2>>()) + radix_words(Key<T_Kind>()); }
DEVICE constexpr u32 radix_bits(Key<T_Event>, u32 w) {
  if (w < radix_words(Key<u16>())) return radix_bits(Key<u16>(), w); w -= radix_words(Key<u16>());
  if (w < radix_words(Key<array<f32, 2>>())) return radix_bits(Key<array<f32, 2>>(), w); w -= radix_words(Key<array<f32, 2>>());
  if (w < radix_words(Key<T_Kind>())) return radix_bits(Key<T_Kind>(), w); w -= radix_words(Key<T_Kind>());
  return 0;
}
DEVICE u64 radix_word(const T_Event& k, u32 w) {
  if (w < radix_words(Key<u16>())) return radix_word(k.m_day, w); w -= radix_words(Key<u16>());
  if (w < radix_words(Key<array<f32, 2>>())) return radix_word(k.m_place, w); w -= radix_words(Key<array<f32, 2>>());
  if (w < radix_words(Key<T_Kind>())) return radix_word(k.m_kind, w); w -= radix_words(Key<T_Kind>());
  return 0;
}
// Less
