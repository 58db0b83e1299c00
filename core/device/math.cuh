// Exact products, for the mathematical functions of core/src/math. What they return is a number that the host computes by
// splitting factors, so it has the same bits.

#ifdef ONRUSH_EMULATED
#define TABLE static const
#else
#define TABLE __device__ const
#endif

// a b + c, where a b is exact.
DEVICE f32 exact_mad(Panic&, f32 a, f32 b, f32 c) { return exact_fma(a, b, c); }
DEVICE f64 exact_mad_64(Panic&, f64 a, f64 b, f64 c) { return exact_fma(a, b, c); }
// a b - h, where h is a b rounded.
DEVICE f32 product_error(Panic&, f32 a, f32 b, f32 h) { return exact_fma(a, b, -h); }
DEVICE f64 product_error_64(Panic&, f64 a, f64 b, f64 h) { return exact_fma(a, b, -h); }
// x x / 2 - h, where h is x x / 2 rounded.
DEVICE f32 half_square_error(Panic&, f32 x, f32 h) { return exact_fma(0.5f * x, x, -h); }
DEVICE f64 half_square_error_64(Panic&, f64 x, f64 h) { return exact_fma(0.5 * x, x, -h); }
