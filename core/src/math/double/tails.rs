use onrush_macros::device;

crate::math::tails::tails! { f64 u64 63 4_503_599_627_370_496.0 }
