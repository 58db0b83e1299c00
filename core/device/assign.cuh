// Assigning operators of the primitive types, such as `a += b`.

#define ASSIGN(NAME)                                                          \
  template <bool C, class T, class U>                                         \
  DEVICE void r_##NAME##_assign(Trap<C>& trap, u32 site, T& a, const U& b) { \
    a = r_##NAME(trap, site, a, b);                                           \
  }
ASSIGN(add)
ASSIGN(sub)
ASSIGN(mul)
ASSIGN(div)
ASSIGN(rem)
ASSIGN(bitand)
ASSIGN(bitor)
ASSIGN(bitxor)
ASSIGN(shl)
ASSIGN(shr)
#undef ASSIGN
