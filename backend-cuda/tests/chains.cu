// Every kind of source and adaptor, read in every way that kernels read.

struct Scale { PARAM f32 c_by; DEVICE f32 operator()(f32 x) const { Panic panic; Trap<false> trap(panic); return r_mul(trap, 0, x, c_by); } };
struct Large { DEVICE bool operator()(const f32& x) const { return x > 2.0f; } };
struct Place { DEVICE u64 operator()(f32 x) const { return cast<u64>(x); } };
struct Total { DEVICE f32 operator()(array<f32, 3> a) const { return a.v[0] + a.v[1] + a.v[2]; } };
struct Three { DEVICE array<f32, 3> operator()(f32 x) const { return array<f32, 3>{{x, x + 1, x + 2}}; } };
struct Mixed {
  DEVICE f32 operator()(tuple<f32, f32, i8> t) const { return get<0>(t) * get<1>(t) + cast<f32>(get<2>(t)); }
};
struct Write {
  DEVICE unit operator()(tuple<f32&, u64> t) const {
    get<0>(t) = cast<f32>(get<1>(t));
    return unit{};
  }
};

// Every member fills a multiple of 16 bytes, an empty functor too.
static_assert(sizeof(Map<Zip<Slice<f32>, Map<Slice<f32>, Scale>, Slice<i8>>, Mixed>) == 16 + (16 + 16) + 16 + 16, "");

// A fused chain keeps its vector loads.
extern "C" __global__ void fused(Map<Zip<Slice<f32>, Map<Slice<f32>, Scale>, Slice<i8>>, Mixed> in, Span<f32> out) {
  u64 i = (u64(blockIdx.x) * blockDim.x + threadIdx.x) * 16;
  f32 x[16];
  in.load<16, ALIGNED>(i, x);
  out.store<16, ALIGNED>(i, x);
}

template <class E>
DEVICE f32 read(const E& e, u64 i) {
  typename E::value x[4], y;
  bool kept[4];
  f32 total = 0;
  e.template slots<4>(i, x, kept);
  for (int k = 0; k < 4; k += 1) if (kept[k]) total += x[k];
  if (e.slot(i, y)) total += y;
  if constexpr (E::dense) {
    if (e.template aligned<4>(i)) {
      e.template load<4, ALIGNED>(i, x);
      total += x[1] + e.at(i);
    }
  }
  return total + e.len();
}

extern "C" __global__ void every(f32* p, u64 n, u64 i) {
  Slice<f32> s{p, n};
  f32 t = read(Filter<Map<Slice<f32>, Scale>, Large>{{s, {2}}, {}}, i);
  t += read(Map<Filter<Slice<f32>, Large>, Scale>{{s, {}}, {2}}, i);
  t += read(Dedup<Slice<f32>, Same>{s, {}}, i);
  t += read(Rev<Slice<f32>>{s}, i);
  t += read(Skip<Take<StepBy<Slice<f32>>>>{{{s, 2}, 8}, 1}, i);
  t += read(Map<Windows<Slice<f32>, 3>, Total>{{s}, {}}, i);
  t += read(Map<Chunks<Slice<f32>, 3>, Total>{{s}, {}}, i);
  t += read(FlatMap<Slice<f32>, Three, 3>{s, {}}, i);
  t += read(Permute<Slice<f32>, Map<Slice<f32>, Place>, 0>{s, {s, {}}}, i);
  t += read(Range<i32>{3, n}, i) + read(Range<f32>{3, n}, i) + read(Constant<f32>{3, n}, i);
  t += read(Map<Range<u64>, Bound<u64, true>>{{0, n}, {{(const u64*)p, n}}}, i);

  unit done;
  Map<Zip<SliceMut<f32>, Range<u64>>, Write> write{{{{p, n}, {{0, n}}}}, {}};
  write.slot(i, done);

  tuple<u64, f32> pairs[2];
  Enumerate<Slice<f32>>{s}.load<2>(i, pairs);
  Columns<Span<u64>, Span<f32>> columns{{{(u64*)p, n}, {{p, n}}}};
  columns.put(i, pairs[0]);
  columns.load<2>(i, pairs);
  columns.store<2>(i + 2, pairs);
  columns.put(0, columns.get(4));
  NoColumns{n}.put(i, NoColumns{n}.get(i));

  tuple<f32, u64> a{t, i}, b{p[0], 3};
  array<i16, 2> key{{i16(t), 2}};
  p[1] = Extreme<true, false>()(a, b).m_0;
  p[2] = Less()(key, key) + Greater()(t, p[1]) + Sum()(key.v[0], key.v[1]) + Product()(t, t) + Min()(t, p[2]) + Max()(t, p[3]);
  p[3] = BitAnd()(i, n) + BitOr()(i, n) + BitXor()(i, n);
  p[0] = t;
}
