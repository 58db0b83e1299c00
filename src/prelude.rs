//! The names that most programs need: `use onrush::prelude::*;`.

pub use crate::operator::{BitAnd, BitOr, BitXor, Max, Min, Product, Sum};
pub use crate::{Backend, Chain, Cpu, Device, DeviceVec, Element, IntoChain, Key, View, commutative, device, op, zip};
pub use onrush_core::algo::functions::*;
