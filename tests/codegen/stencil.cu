struct F0 {
  PARAM View<f64> c_v;
  DEVICE f64 operator()(u64 v_i) const {
    Panic panic;
    Trap<true> trap(panic);
    auto t0 = r_sub(trap, 0, v_i, 1ull);
    auto t1 = index(trap, 1, c_v, t0);
    auto t2 = index(trap, 2, c_v, v_i);
    auto t3 = r_mul(trap, 0, 2.0, t2);
    auto t4 = r_add(trap, 0, t1, t3);
    auto t5 = r_add(trap, 3, v_i, 1ull);
    auto t6 = index(trap, 4, c_v, t5);
    auto t7 = r_add(trap, 0, t4, t6);
    return r_div(trap, 0, t7, 4.0);
  }
};
// site 0: attempt to subtract with overflow
// site 1: index out of bounds: the len is {len} but the index is {index}
// site 2: index out of bounds: the len is {len} but the index is {index}
// site 3: attempt to add with overflow
// site 4: index out of bounds: the len is {len} but the index is {index}
// Map<Range<u64>, F0>
