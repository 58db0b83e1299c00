// Methods of the bits of integers, and powers of two.

#ifndef ONRUSH_EMULATED
DEVICE u32 count_leading(u32 a) { return u32(__clz(i32(a))); }
DEVICE u32 count_leading(u64 a) { return u32(__clzll(i64(a))); }
DEVICE u32 count_ones(u32 a) { return u32(__popc(a)); }
DEVICE u32 count_ones(u64 a) { return u32(__popcll(a)); }
DEVICE u32 reverse(u32 a) { return __brev(a); }
DEVICE u64 reverse(u64 a) { return __brevll(a); }
DEVICE u32 swap(u32 a) { return __byte_perm(a, 0, 0x0123); }
DEVICE u64 swap(u64 a) { return u64(swap(u32(a))) << 32 | swap(u32(a >> 32)); }
#else
DEVICE u32 count_leading(u32 a) { return a == 0 ? 32 : u32(__builtin_clz(a)); }
DEVICE u32 count_leading(u64 a) { return a == 0 ? 64 : u32(__builtin_clzll(a)); }
DEVICE u32 count_ones(u32 a) { return u32(__builtin_popcount(a)); }
DEVICE u32 count_ones(u64 a) { return u32(__builtin_popcountll(a)); }
DEVICE u32 swap(u32 a) { return __builtin_bswap32(a); }
DEVICE u64 swap(u64 a) { return __builtin_bswap64(a); }
DEVICE u32 reverse(u32 a) {
  a = (a & 0x55555555u) << 1 | (a >> 1 & 0x55555555u);
  a = (a & 0x33333333u) << 2 | (a >> 2 & 0x33333333u);
  return swap((a & 0x0f0f0f0fu) << 4 | (a >> 4 & 0x0f0f0f0fu));
}
DEVICE u64 reverse(u64 a) { return u64(reverse(u32(a))) << 32 | reverse(u32(a >> 32)); }
#endif
DEVICE u32 count_leading(u128 a) {
  u64 high = u64(a >> 64);
  return high != 0 ? count_leading(high) : 64 + count_leading(u64(a));
}
DEVICE u32 count_ones(u128 a) { return count_ones(u64(a >> 64)) + count_ones(u64(a)); }
DEVICE u128 reverse(u128 a) { return u128_of(reverse(u64(a)), reverse(u64(a >> 64))); }
DEVICE u128 swap(u128 a) { return u128_of(swap(u64(a)), swap(u64(a >> 64))); }

// An integer's bits, zero-extended to a word.
template <class T>
DEVICE typename Facts<T>::word word_of(T a) {
  return typename Facts<T>::word(typename Facts<T>::same_unsigned(a));
}
template <class T>
constexpr u32 word_bits = 8 * sizeof(typename Facts<T>::word);

template <class T>
DEVICE u32 leading_zeros(T a) { return count_leading(word_of(a)) - (word_bits<T> - Facts<T>::bits); }
template <class T>
DEVICE u32 trailing_zeros(T a) {
  u32 n = count_leading(reverse(word_of(a)));
  return n < Facts<T>::bits ? n : Facts<T>::bits;
}

template <bool C, class T>
DEVICE u32 r_count_ones(Trap<C>&, u32, T a) { return count_ones(word_of(a)); }
template <bool C, class T>
DEVICE u32 r_count_zeros(Trap<C>&, u32, T a) { return Facts<T>::bits - count_ones(word_of(a)); }
template <bool C, class T>
DEVICE u32 r_leading_zeros(Trap<C>&, u32, T a) { return leading_zeros(a); }
template <bool C, class T>
DEVICE u32 r_leading_ones(Trap<C>&, u32, T a) { return leading_zeros(T(~a)); }
template <bool C, class T>
DEVICE u32 r_trailing_zeros(Trap<C>&, u32, T a) { return trailing_zeros(a); }
template <bool C, class T>
DEVICE u32 r_trailing_ones(Trap<C>&, u32, T a) { return trailing_zeros(T(~a)); }
template <bool C, class T>
DEVICE T r_reverse_bits(Trap<C>&, u32, T a) { return T(reverse(word_of(a)) >> (word_bits<T> - Facts<T>::bits)); }
template <bool C, class T>
DEVICE T r_swap_bytes(Trap<C>&, u32, T a) { return T(swap(word_of(a)) >> (word_bits<T> - Facts<T>::bits)); }
template <bool C, class T>
DEVICE T r_to_be(Trap<C>& trap, u32 site, T a) { return r_swap_bytes(trap, site, a); }
template <bool C, class T>
DEVICE T r_to_le(Trap<C>&, u32, T a) { return a; }

template <class T>
DEVICE T rotate_left(T a, u32 by) {
  constexpr u32 mask = Facts<T>::bits - 1;
  return T(word_of(a) << (by & mask) | word_of(a) >> (-by & mask));
}
template <bool C, class T>
DEVICE T r_rotate_left(Trap<C>&, u32, T a, u32 by) { return rotate_left(a, by); }
template <bool C, class T>
DEVICE T r_rotate_right(Trap<C>&, u32, T a, u32 by) { return rotate_left(a, -by); }

template <bool C, class T>
DEVICE bool r_is_power_of_two(Trap<C>&, u32, T a) { return count_ones(word_of(a)) == 1; }
template <bool C, class T>
DEVICE T r_next_power_of_two(Trap<C>& trap, u32 site, T a) {
  if (a <= 1) return T(1);
  T below = T(Facts<T>::max >> leading_zeros(T(a - 1)));
  return integer_add(trap, site, below, T(1));
}
template <bool C, class T>
DEVICE T r_div_ceil(Trap<C>& trap, u32 site, T a, as<T> b) {
  T q = integer_div(trap, site, a, b);
  return b != 0 && a % b != 0 ? T(q + 1) : q;
}
template <bool C, class T>
DEVICE T r_next_multiple_of(Trap<C>& trap, u32 site, T a, as<T> b) {
  T r = integer_rem(trap, site, a, b);
  return r == 0 ? a : integer_add(trap, site, a, T(b - r));
}
template <bool C, class T>
DEVICE u32 r_ilog2(Trap<C>& trap, u32 site, T a) {
  if (a <= 0) { trap.raise(site); return 0; }
  return Facts<T>::bits - 1 - leading_zeros(a);
}
template <bool C, class T>
DEVICE u32 r_ilog10(Trap<C>& trap, u32 site, T a) {
  if (a <= 0) { trap.raise(site); return 0; }
  u32 log = 0;
  for (extended<T> x = extended<T>(a); x >= 10; x /= 10) log += 1;
  return log;
}
