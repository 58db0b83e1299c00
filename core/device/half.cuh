// The bits of floats, and conversions of the half-width ones. Widening is exact; narrowing rounds to nearest even.

#ifndef ONRUSH_EMULATED
DEVICE u32 bits_of(f32 x) { return __float_as_uint(x); }
DEVICE u64 bits_of(f64 x) { return u64(__double_as_longlong(x)); }
DEVICE f32 f32_of(u32 bits) { return __uint_as_float(bits); }
DEVICE f64 f64_of(u64 bits) { return __longlong_as_double(i64(bits)); }
#else
DEVICE u32 bits_of(f32 x) { u32 bits; __builtin_memcpy(&bits, &x, 4); return bits; }
DEVICE u64 bits_of(f64 x) { u64 bits; __builtin_memcpy(&bits, &x, 8); return bits; }
DEVICE f32 f32_of(u32 bits) { f32 x; __builtin_memcpy(&x, &bits, 4); return x; }
DEVICE f64 f64_of(u64 bits) { f64 x; __builtin_memcpy(&x, &bits, 8); return x; }
#endif
DEVICE u16 bits_of(f16 x) { return x.bits; }
DEVICE u16 bits_of(bf16 x) { return x.bits; }

template <class T>
DEVICE T float_of(typename Facts<T>::raw bits) {
  if constexpr (same<T, f32>) return f32_of(bits);
  else if constexpr (same<T, f64>) return f64_of(bits);
  else return T{bits};
}

DEVICE f32 widen(f32 x) { return x; }
DEVICE f64 widen(f64 x) { return x; }
DEVICE f32 widen(bf16 x) { return f32_of(u32(x.bits) << 16); }
DEVICE f32 widen(f16 x) {
#ifndef ONRUSH_EMULATED
  f32 wide;
  asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(x.bits));
  return wide;
#else
  u32 sign = u32(x.bits & 0x8000) << 16, exponent = x.bits >> 10 & 31, mantissa = x.bits & 0x3ff;
  if (exponent == 31) return f32_of(sign | 0x7f800000u | mantissa << 13 | (mantissa ? 0x00400000u : 0));
  if (exponent == 0) return f32_of(sign | bits_of(f32(mantissa) * 0x1p-24f));
  return f32_of(sign | (exponent + 112) << 23 | mantissa << 13);
#endif
}

DEVICE f16 round_to_f16(f32 x) {
#ifndef ONRUSH_EMULATED
  f16 half;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half.bits) : "f"(x));
  return half;
#else
  u32 bits = bits_of(x), sign = bits >> 16 & 0x8000u, size = bits & 0x7fffffffu;
  if (size > 0x7f800000u) return f16{u16(sign | 0x7e00u | (size >> 13 & 0x3ffu))};
  if (size >= 0x47800000u) return f16{u16(sign | 0x7c00u)};
  // Below the normal range a half's unit is that of 0.5f, so adding 0.5f rounds in the right place.
  if (size < 0x38800000u) return f16{u16(sign | (bits_of(f32_of(size) + 0.5f) - 0x3f000000u))};
  return f16{u16(sign | (size - 0x38000000u + 0xfffu + (size >> 13 & 1u)) >> 13)};
#endif
}

DEVICE bf16 round_to_bf16(f32 x) {
  u32 bits = bits_of(x);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return bf16{u16(bits >> 16 | 0x40u)};
  return bf16{u16((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}

// Rounds the computed value of an operation to the type of the operation.
template <class T>
DEVICE T narrow(typename Facts<T>::wide x) {
  if constexpr (same<T, f16>) return round_to_f16(x);
  else if constexpr (same<T, bf16>) return round_to_bf16(x);
  else return x;
}

// Converts f64 to f16 as the `half` crate does: by way of f32, with two roundings, like x86's instructions.
DEVICE f16 f64_to_f16(f64 x) { return round_to_f16(f32(x)); }
// Converts f64 to bf16 as the `half` crate does: drops the lower 32 bits, then rounds the upper ones once.
DEVICE bf16 f64_to_bf16(f64 x) {
  u32 high = u32(bits_of(x) >> 32), sign = high >> 16 & 0x8000u, mantissa = high & 0xfffffu;
  i32 exponent = i32(high >> 20 & 0x7ffu) - 1023 + 127;
  if (x != x) return bf16{u16(sign | 0x7fc0u | mantissa >> 13)};
  if (exponent >= 255) return bf16{u16(sign | 0x7f80u)};
  if (exponent < -14) return bf16{u16(sign)};
  u32 drop = exponent > 0 ? 13 : u32(14 - exponent);
  u32 kept = exponent > 0 ? u32(exponent) << 20 | mantissa : 0x100000u | mantissa;
  u32 half = 1u << (drop - 1);
  bool up = (kept & half) != 0 && (kept & (3 * half - 1)) != 0;
  return bf16{u16(sign | ((kept >> drop) + up))};
}
