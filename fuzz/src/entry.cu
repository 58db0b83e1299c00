
#line 1 "entries"
// Calls an operation on n inputs. Types are passed in parentheses, because they contain commas.
template <class T> struct Inside;
template <class T> struct Inside<void(T)> { typedef T type; };
#define OPEN(...) __VA_ARGS__
#ifdef __CUDACC_RTC__
#define ENTRY(NAME, F, IN, OUT, ARGS)                                                                                 \
  extern "C" __global__ void NAME(const F* f, const Inside<void IN>::type* in, Inside<void OUT>::type* out, u64 n) {  \
    u64 i = u64(blockIdx.x) * blockDim.x + threadIdx.x;                                                               \
    if (i < n) out[i] = (*f) ARGS;                                                                                    \
  }
#else
#define ENTRY(NAME, F, IN, OUT, ARGS)                                                                                 \
  extern "C" void NAME(const F* f, const Inside<void IN>::type* in, Inside<void OUT>::type* out, u64 (*traps)[3],     \
                       u64 n) {                                                                                       \
    for (u64 i = 0; i < n; i += 1) {                                                                                  \
      onrush_trap[0] = 0;                                                                                             \
      out[i] = (*f) ARGS;                                                                                             \
      for (int k = 0; k < 3; k += 1) traps[i][k] = onrush_trap[k];                                                    \
    }                                                                                                                 \
  }
#endif
