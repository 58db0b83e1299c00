// One case: an expression of `a`, `b` and `c` for all of n operands.
#ifdef __CUDACC_RTC__
#define KERNEL extern "C" __global__
DEVICE u64 first() { return u64(blockIdx.x) * blockDim.x + threadIdx.x; }
DEVICE u64 stride() { return u64(gridDim.x) * blockDim.x; }
#else
#define KERNEL extern "C"
DEVICE u64 first() { return 0; }
DEVICE u64 stride() { return 1; }
#endif
#define CASE(NAME, CHECKED, A, B, C, R, EXPRESSION)                                                   \
  DEVICE R NAME##_of(Trap<CHECKED>& trap, A a, B b, C c) { return EXPRESSION; }                       \
  KERNEL void NAME(const A* as, const B* bs, const C* cs, R* out, bool* raised, u64 n) {              \
    for (u64 i = first(); i < n; i += stride()) {                                                     \
      Panic panic;                                                                                    \
      Trap<CHECKED> trap(panic);                                                                      \
      out[i] = NAME##_of(trap, as[i], bs[i], cs[i]);                                                  \
      raised[i] = panic.raised;                                                                       \
    }                                                                                                 \
  }
