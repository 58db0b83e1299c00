// The functions that compilers call at each access to memory, in programs whose accesses are watched.

#ifdef ONRUSH_EMULATED
extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
// The program's trap is changed by this function.
int __tsan_atomic64_compare_exchange_strong(volatile u64* at, u64* expected, u64 v, int, int) {
  bool same = *at == *expected;
  if (same) *at = v;
  else *expected = *at;
  return same;
}
#define ACCESS(NAME, BYTES, KIND) \
  UNCHECKED void __tsan_##NAME(void* p) { emulated::access(p, BYTES, KIND, __builtin_return_address(0)); }
#define ACCESSES(BYTES)                                                                                        \
  ACCESS(read##BYTES, BYTES, 0) ACCESS(write##BYTES, BYTES, emulated::WRITES) ACCESS(unaligned_read##BYTES, BYTES, 0) \
  ACCESS(unaligned_write##BYTES, BYTES, emulated::WRITES)
ACCESSES(1) ACCESSES(2) ACCESSES(4) ACCESSES(8) ACCESSES(16)
#undef ACCESSES
#undef ACCESS
UNCHECKED void __tsan_read_range(void* p, unsigned long n) { emulated::access(p, n, 0, __builtin_return_address(0)); }
UNCHECKED void __tsan_write_range(void* p, unsigned long n) { emulated::access(p, n, emulated::WRITES, __builtin_return_address(0)); }
// Compilers may call these for copies.
UNCHECKED void* __tsan_memcpy(void* to, const void* from, unsigned long n) {
  emulated::access(from, n, 0, __builtin_return_address(0));
  emulated::access(to, n, emulated::WRITES, __builtin_return_address(0));
  return __builtin_memcpy(to, from, n);
}
UNCHECKED void* __tsan_memmove(void* to, const void* from, unsigned long n) {
  emulated::access(from, n, 0, __builtin_return_address(0));
  emulated::access(to, n, emulated::WRITES, __builtin_return_address(0));
  return __builtin_memmove(to, from, n);
}
UNCHECKED void* __tsan_memset(void* to, int byte, unsigned long n) {
  emulated::access(to, n, emulated::WRITES, __builtin_return_address(0));
  return __builtin_memset(to, byte, n);
}
}
#endif
