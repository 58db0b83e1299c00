// Elements of an array that follow each other: Rust's `[T]` behind a reference. Behind a shared one, T is const.

// There is an element at p even if n is 0, since each array has one: an index out of bounds yields that as a dummy value.
template <class T>
struct slice {
  typedef T item;
  T* p;
  u64 n;

  DEVICE slice(T* p, u64 n) : p(p), n(n) {}
  template <u64 N>
  DEVICE slice(array<T, N>& a) : p(a.v), n(N) {}
};
template <class T>
struct slice<const T> {
  typedef T item;
  const T* p;
  u64 n;

  DEVICE slice(const T* p, u64 n) : p(p), n(n) {}
  template <u64 N>
  DEVICE slice(const array<T, N>& a) : p(a.v), n(N) {}
  DEVICE slice(const slice<T>& s) : p(s.p), n(s.n) {}
};

template <class T, u64 N>
DEVICE slice<T> slice_of(array<T, N>& a) { return slice<T>(a); }
template <class T, u64 N>
DEVICE slice<const T> slice_of(const array<T, N>& a) { return slice<const T>(a); }
template <class T>
DEVICE slice<T> slice_of(const slice<T>& s) { return s; }
// A constant that is a slice, with its elements: a copy of it refers to these, too.
template <class T, u64 N>
struct constant_slice : slice<const T> {
  array<T, N> all;

  DEVICE constant_slice(const array<T, N>& all, u64 n) : slice<const T>(nullptr, n), all(all) { this->p = this->all.v; }
};

// What a variable holds that is a slice behind a shared reference.
template <class T, u64 N>
DEVICE slice<const T> shared_slice_of(const array<T, N>& a) { return slice<const T>(a); }
template <class T>
DEVICE slice<const T> shared_slice_of(const slice<T>& s) { return s; }

template <bool C, class T>
DEVICE T& index(Trap<C>& trap, u32 site, const slice<T>& s, u64 i) {
  if (i < s.n) return s.p[i];
  trap.raise(site, i, s.n);
  return s.p[0];
}

// The elements from..to, which exist.
template <class T>
DEVICE slice<T> part_of(const slice<T>& s, u64 from, u64 to) { return slice<T>(s.p + (from < to ? from : 0), to - from); }

// The expressions `s[from..]`, `s[..to]` and `s[from..to]`; if INCLUSIVE, with `..=`. A range that is out of bounds raises the
// trap, at a place for each of Rust's messages, and yields a dummy value.
template <bool C, class T>
DEVICE slice<T> slice_from(Trap<C>& trap, u32 start, const slice<T>& s, u64 from) {
  if (from <= s.n) return part_of(s, from, s.n);
  trap.raise(start, from, s.n);
  return s;
}
template <bool INCLUSIVE, bool C, class T>
DEVICE slice<T> slice_to(Trap<C>& trap, u32 end, const slice<T>& s, u64 to) {
  if (INCLUSIVE ? to < s.n : to <= s.n) return part_of(s, 0, INCLUSIVE ? to + 1 : to);
  trap.raise(end, to, s.n);
  return s;
}
template <bool INCLUSIVE, bool C, class T>
DEVICE slice<T> slice_range(Trap<C>& trap, u32 start, u32 end, u32 order, const slice<T>& s, u64 from, u64 to) {
  u64 past = INCLUSIVE ? to + 1 : to;
  if (from > s.n) trap.raise(start, from, s.n);
  else if (INCLUSIVE ? to >= s.n : to > s.n) trap.raise(end, to, s.n);
  else if (from > past) trap.raise(order, from, past);
  else return part_of(s, from, past);
  return s;
}

// Patterns of elements: whether there are N of them, or more if OPEN; the element I, also counted from the end; and what `..` stands
// for between the first and last ones, of an array a copy.
template <u64 N, bool OPEN, class T, u64 M>
DEVICE bool has_length(const array<T, M>&) { return true; }
template <u64 N, bool OPEN, class T>
DEVICE bool has_length(const slice<T>& s) { return OPEN ? s.n >= N : s.n == N; }
template <u64 I, class T, u64 N>
DEVICE T& nth_of(array<T, N>& a) { return a.v[I]; }
template <u64 I, class T, u64 N>
DEVICE const T& nth_of(const array<T, N>& a) { return a.v[I]; }
template <u64 I, class T>
DEVICE T& nth_of(const slice<T>& s) { return s.p[I]; }
template <u64 I, class T, u64 N>
DEVICE T& from_end(array<T, N>& a) { return a.v[N - I]; }
template <u64 I, class T, u64 N>
DEVICE const T& from_end(const array<T, N>& a) { return a.v[N - I]; }
template <u64 I, class T>
DEVICE T& from_end(const slice<T>& s) { return s.p[s.n - I]; }
template <u64 FROM, u64 BACK, class T, u64 N>
DEVICE array<T, N - FROM - BACK> rest_of(const array<T, N>& a) {
  array<T, N - FROM - BACK> rest;
  for (u64 i = 0; i < N - FROM - BACK; i += 1) rest.v[i] = a.v[FROM + i];
  return rest;
}
template <u64 FROM, u64 BACK, class T>
DEVICE slice<T> rest_of(const slice<T>& s) { return part_of(s, FROM, s.n - BACK); }

// A method of slices that reads, for arrays.
#define READS(NAME)                                                                      \
  template <bool C, class T, u64 N, class... Args>                                       \
  DEVICE auto NAME(Trap<C>& trap, u32 site, const array<T, N>& a, const Args&... args) { \
    return NAME(trap, site, slice<const T>(a), args...);                                 \
  }
// A method of slices that changes them, for arrays.
#define CHANGES(NAME)                                                               \
  template <bool C, class T, u64 N, class... Args>                                  \
  DEVICE auto NAME(Trap<C>& trap, u32 site, array<T, N>& a, const Args&... args) {  \
    return NAME(trap, site, slice<T>(a), args...);                                  \
  }

template <bool C, class T>
DEVICE u64 r_len(Trap<C>&, u32, const slice<T>& s) { return s.n; }
template <bool C, class T>
DEVICE bool r_is_empty(Trap<C>&, u32, const slice<T>& s) { return s.n == 0; }
template <bool C, class T, u64 N>
DEVICE bool r_is_empty(Trap<C>&, u32, const array<T, N>&) { return false; }
