// The numbers of copies of the user's operations in a kernel.
//
// Items of light operations are computed by whole rows of vectors, which keeps the most loads in flight, and differently
// where slices aren't aligned or a tile ends; so a kernel has dozens of copies of the operations. Copies of a heavy
// operation would take NVRTC seconds. Its items are computed one by one, in a loop that has HEAVY copies (0: the chain's
// operations are light): its instructions take most of the time, not the loads. In between, reductions compute fewer rows
// together (MOST_ROWS), which also leaves registers for more threads. The association is the same.

// The number of items that a thread computes together: HEAVY where the chain's operations are heavy, else `light`.
DEVICE constexpr u32 copies(u32 light) { return HEAVY == 0 ? light : HEAVY; }

// The number of rows of vectors that a thread computes together, where it would be `light` for light operations.
DEVICE constexpr u32 rows_together(u32 light) { return light < MOST_ROWS ? light : MOST_ROWS; }

// Attributes of loops. UNROLL_CHAIN: unrolled unless the chain's operations are heavy; an array in the loop then lies in local
// memory. UNROLL_LIGHT: unrolled if the chain's operations are light. UNROLL_OP: unrolled unless the operator is heavy.
#ifdef ONRUSH_EMULATED
#define UNROLL_CHAIN
#define UNROLL_LIGHT
#define UNROLL_OP
#else
#define UNROLL_CHAIN _Pragma("unroll (HEAVY == 0 ? 64 : 1)")
#define UNROLL_LIGHT _Pragma("unroll (HEAVY == 0 && MOST_ROWS == ALL_ROWS ? 64 : 1)")
#define UNROLL_OP _Pragma("unroll (HEAVY_OP ? 1 : 64)")
#endif
