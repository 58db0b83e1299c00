// Methods of arrays and slices, and the bytes of numbers.

template <bool C, class T>
DEVICE unit r_swap(Trap<C>& trap, u32 site, const slice<T>& s, u64 i, u64 j) {
  if (i >= s.n || j >= s.n) {
    trap.raise(site, i >= s.n ? i : j, s.n);
    return {};
  }
  T t = s.p[i];
  s.p[i] = s.p[j];
  s.p[j] = t;
  return {};
}
template <bool C, class T>
DEVICE unit r_fill(Trap<C>&, u32, const slice<T>& s, as<T> value) {
  for (u64 i = 0; i < s.n; i += 1) s.p[i] = value;
  return {};
}
template <bool C, class T>
DEVICE unit r_reverse(Trap<C>&, u32, const slice<T>& s) {
  for (u64 i = 0; i < s.n / 2; i += 1) {
    T t = s.p[i];
    s.p[i] = s.p[s.n - 1 - i];
    s.p[s.n - 1 - i] = t;
  }
  return {};
}
template <bool C, class T>
DEVICE unit r_copy_from_slice(Trap<C>& trap, u32 site, const slice<T>& s, const slice<const as<T>>& from) {
  if (from.n != s.n) {
    trap.raise(site, from.n, s.n);
    return {};
  }
  for (u64 i = 0; i < s.n; i += 1) s.p[i] = from.p[i];
  return {};
}
// By insertion: arrays of operations are short.
template <bool C, class T>
DEVICE unit r_sort_unstable(Trap<C>&, u32, const slice<T>& s) {
  for (u64 i = 1; i < s.n; i += 1) {
    for (u64 j = i; j > 0 && less(s.p[j], s.p[j - 1]); j -= 1) {
      T t = s.p[j];
      s.p[j] = s.p[j - 1];
      s.p[j - 1] = t;
    }
  }
  return {};
}
template <bool C, class T>
DEVICE unit r_sort(Trap<C>& trap, u32 site, const slice<T>& s) { return r_sort_unstable(trap, site, s); }
CHANGES(r_swap)
CHANGES(r_fill)
CHANGES(r_reverse)
CHANGES(r_copy_from_slice)
CHANGES(r_sort_unstable)
CHANGES(r_sort)

template <bool C, class T>
DEVICE bool r_contains(Trap<C>&, u32, const slice<T>& s, const typename slice<T>::item& value) {
  for (u64 i = 0; i < s.n; i += 1) if (equal(s.p[i], value)) return true;
  return false;
}
READS(r_contains)

template <class T>
DEVICE extended<T> pattern_of(T a) {
  if constexpr (Facts<T>::is_float) return bits_of(a);
  else return extended<T>(a);
}
template <class T>
DEVICE T of_pattern(extended<T> pattern) {
  if constexpr (Facts<T>::is_float) return float_of<T>(typename Facts<T>::raw(pattern));
  else return T(pattern);
}
template <bool C, class T>
DEVICE array<u8, sizeof(T)> r_to_le_bytes(Trap<C>&, u32, T a) {
  array<u8, sizeof(T)> bytes;
  for (u32 i = 0; i < sizeof(T); i += 1) bytes.v[i] = u8(pattern_of(a) >> (8 * i));
  return bytes;
}
template <bool C, class T>
DEVICE array<u8, sizeof(T)> r_to_be_bytes(Trap<C>&, u32, T a) {
  array<u8, sizeof(T)> bytes;
  for (u32 i = 0; i < sizeof(T); i += 1) bytes.v[sizeof(T) - 1 - i] = u8(pattern_of(a) >> (8 * i));
  return bytes;
}
template <class T, bool C>
DEVICE T r_from_le_bytes(Trap<C>&, u32, const array<u8, sizeof(T)>& bytes) {
  extended<T> pattern = 0;
  for (u32 i = 0; i < sizeof(T); i += 1) pattern |= extended<T>(bytes.v[i]) << (8 * i);
  return of_pattern<T>(pattern);
}
template <class T, bool C>
DEVICE T r_from_be_bytes(Trap<C>&, u32, const array<u8, sizeof(T)>& bytes) {
  extended<T> pattern = 0;
  for (u32 i = 0; i < sizeof(T); i += 1) pattern |= extended<T>(bytes.v[sizeof(T) - 1 - i]) << (8 * i);
  return of_pattern<T>(pattern);
}
