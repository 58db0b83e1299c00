struct F0 {
  DEVICE bool operator()(u8 v_c) const {
    Panic panic;
    Trap<true> trap(panic);
    auto t0 = true;
    if (!(((v_c >= 48) && (v_c <= 57)) || (v_c == 95))) {
      auto&& v_n = v_c;
      auto t1 = r_gt(trap, 0, v_n, u8(200));
      t0 = t1;
    }
    return t0;
  }
};
