struct F0 {
  DEVICE bool operator()(u8 v_c) const {
    Trap<true> trap;
    return ((((v_c >= 48) && (v_c <= 57)) || (v_c == 95)) || r_gt(trap, 0, v_c, u8(200)));
  }
};
