// Limits on the number of copies of the user's operations in a kernel's code.
//
// Light operations are applied to whole rows of vectors, which keeps the most loads in flight, and item by item where
// slices aren't aligned or a tile ends; so a kernel contains dozens of copies of them. That many copies of a heavy
// operation would take NVRTC seconds to compile. Heavy operations are therefore applied in a loop with HEAVY copies (0 if
// the chain's operations are light), which costs little, since they are bound by instructions and not by loads. For
// operations in between, reductions compute fewer rows together (MOST_ROWS), which also leaves registers for more threads.
// The association is the same in all cases.

// The number of items that a thread computes together: HEAVY where the chain's operations are heavy, else `light`.
DEVICE constexpr u32 copies(u32 light) { return HEAVY == 0 ? light : HEAVY; }

// The number of rows of vectors that a thread computes together: `light`, or MOST_ROWS if that is less.
DEVICE constexpr u32 rows_together(u32 light) { return light < MOST_ROWS ? light : MOST_ROWS; }

// Attributes of loops. UNROLL_CHAIN unrolls unless the chain's operations are heavy; an array that a rolled loop indexes lies
// in local memory. UNROLL_LIGHT unrolls only if the chain's operations are light. UNROLL_OP unrolls unless the operator is heavy.
#ifdef ONRUSH_EMULATED
#define UNROLL_CHAIN
#define UNROLL_LIGHT
#define UNROLL_OP
#else
#define UNROLL_CHAIN _Pragma("unroll (HEAVY == 0 ? 64 : 1)")
#define UNROLL_LIGHT _Pragma("unroll (HEAVY == 0 && MOST_ROWS == ALL_ROWS ? 64 : 1)")
#define UNROLL_OP _Pragma("unroll (HEAVY_OP ? 1 : 64)")
#endif
