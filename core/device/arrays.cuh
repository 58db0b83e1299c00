// Methods of arrays, and the bytes of numbers.

template <bool C, class T, u64 N>
DEVICE unit r_swap(Trap<C>& trap, u32 site, array<T, N>& a, u64 i, u64 j) {
  if (i >= N || j >= N) {
    trap.raise(site, i >= N ? i : j, N);
    return {};
  }
  T t = a.v[i];
  a.v[i] = a.v[j];
  a.v[j] = t;
  return {};
}
template <bool C, class T, u64 N>
DEVICE unit r_fill(Trap<C>&, u32, array<T, N>& a, T value) {
  for (T& slot : a.v) slot = value;
  return {};
}
template <bool C, class T, u64 N>
DEVICE unit r_reverse(Trap<C>&, u32, array<T, N>& a) {
  for (u64 i = 0; i < N / 2; i += 1) {
    T t = a.v[i];
    a.v[i] = a.v[N - 1 - i];
    a.v[N - 1 - i] = t;
  }
  return {};
}
template <bool C, class T, u64 N>
DEVICE unit r_copy_from_slice(Trap<C>&, u32, array<T, N>& a, const array<T, N>& from) {
  a = from;
  return {};
}
template <bool C, class T, u64 N>
DEVICE bool r_contains(Trap<C>&, u32, const array<T, N>& a, const T& value) {
  for (u64 i = 0; i < N; i += 1) if (equal(a.v[i], value)) return true;
  return false;
}

// By insertion: arrays of operations are short.
template <bool C, class T, u64 N>
DEVICE unit r_sort_unstable(Trap<C>&, u32, array<T, N>& a) {
  for (u64 i = 1; i < N; i += 1) {
    for (u64 j = i; j > 0 && less(a.v[j], a.v[j - 1]); j -= 1) {
      T t = a.v[j];
      a.v[j] = a.v[j - 1];
      a.v[j - 1] = t;
    }
  }
  return {};
}
template <bool C, class T, u64 N>
DEVICE unit r_sort(Trap<C>& trap, u32 site, array<T, N>& a) { return r_sort_unstable(trap, site, a); }

template <class T>
DEVICE u64 pattern_of(T a) {
  if constexpr (Facts<T>::is_float) return bits_of(a);
  else return u64(a);
}
template <class T>
DEVICE T of_pattern(u64 pattern) {
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
  u64 pattern = 0;
  for (u32 i = 0; i < sizeof(T); i += 1) pattern |= u64(bytes.v[i]) << (8 * i);
  return of_pattern<T>(pattern);
}
template <class T, bool C>
DEVICE T r_from_be_bytes(Trap<C>&, u32, const array<u8, sizeof(T)>& bytes) {
  u64 pattern = 0;
  for (u32 i = 0; i < sizeof(T); i += 1) pattern |= u64(bytes.v[sizeof(T) - 1 - i]) << (8 * i);
  return of_pattern<T>(pattern);
}
