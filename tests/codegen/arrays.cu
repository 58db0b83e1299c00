struct F0 {
  DEVICE bool operator()(array<u8, 3> v_w) const {
    Panic panic;
    Trap<true> trap(panic);
    auto t0 = index(trap, 0, v_w, 1ull);
    auto t1 = index(trap, 0, v_w, 0ull);
    auto t2 = index(trap, 0, v_w, 2ull);
    auto t3 = r_max(trap, 0, t1, t2);
    return r_gt(trap, 0, t0, t3);
  }
};
// Enumerate<Map<Windows<Slice<u8>, 3>, F0>>
