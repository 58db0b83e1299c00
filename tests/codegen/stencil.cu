struct F0 {
  PARAM View<f64> c_v;
  DEVICE f64 operator()(u64 v_i) const {
    Trap<true> trap;
    return r_div(trap, 8, r_add(trap, 5, r_add(trap, 2, index(trap, 1, c_v, r_sub(trap, 0, v_i, 1ull)), r_mul(trap, 3, 2.0, index(trap, 4, c_v, v_i))), index(trap, 7, c_v, r_add(trap, 6, v_i, 1ull))), 4.0);
  }
};
// site 0: attempt to subtract with overflow
// site 1: index out of bounds
// site 2: attempt to add with overflow
// site 3: attempt to multiply with overflow
// site 4: index out of bounds
// site 5: attempt to add with overflow
// site 6: attempt to add with overflow
// site 7: index out of bounds
// site 8: attempt to divide by zero or with overflow
// Map<Range<u64>, F0>
