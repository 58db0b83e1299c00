//! The names that most programs need: `use onrush::prelude::*;`.

pub use crate::expr::Border;
pub use crate::operator::{BitAnd, BitOr, BitXor, Greater, Max, Min, Product, Sum};
pub use crate::random::{Random, Rng, shuffle};
pub use crate::{
    Backend, Chain, Cpu, Device, DeviceVec, Element, Float, Integer, IntoChain, Key, Lend, Number, Record, Signed,
    View, commutative, device, op, zip,
};
pub use onrush_core::algo::functions::*;
