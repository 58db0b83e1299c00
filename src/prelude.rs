//! What a program that uses onrush imports: `use onrush::prelude::*;`.

pub use crate::operator::{BitAnd, BitOr, BitXor, Max, Min, Product, Sum};
pub use crate::{
    Backend, Chain, Cpu, Device, DeviceVec, Element, IntoChain, Key, View, commutative, device, merge, merge_by, op,
    reduce_by_key, reduce_by_key_with, scan_by_key_exclusive, scan_by_key_inclusive, sort_by, sort_by_key, zip,
};
