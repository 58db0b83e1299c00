use onrush_macros::device;

crate::math::tails::tails! { f32 u32 31 8_388_608.0 }
