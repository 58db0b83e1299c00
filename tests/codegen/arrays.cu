struct F0 {
  DEVICE bool operator()(array<u8, 3> v_w) const {
    Trap<true> trap;
    return r_gt(trap, 0, index(trap, 0, v_w, 1ull), r_max(trap, 0, index(trap, 0, v_w, 0ull), index(trap, 0, v_w, 2ull)));
  }
};
// Enumerate<Map<Windows<Slice<u8>, 3>, F0>>
