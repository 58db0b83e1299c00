//! DLPack tensors in onrush's chains, and onrush's vectors as DLPack tensors, without a copy.
//!
//! A [`Tensor`] is one that other code has made: [`into_elements`](Tensor::into_elements) lets chains read it, and
//! [`into_vec`](Tensor::into_vec) makes a vector of it. [`export`] makes a tensor of a vector.
//!
//! # Order
//!
//! DLPack leaves the order of work to those who exchange tensors: the consumer names a stream, and the producer makes that stream wait for
//! what writes the tensor. A consumer that uses onrush names [`raw_stream`](onrush::Interop::raw_stream), in Python `x.__dlpack__(stream=…)`. To
//! free a tensor, nobody names a stream. A [`Tensor`] is therefore given the producer's stream, which then waits for onrush's work; without
//! one the host waits.
//!
//! # Cost
//!
//! A crossing is a few allocations of the host's, and on a GPU a question to the driver and one or two events: microseconds.
#![doc = include_str!("../README.md")]
#![allow(unsafe_code)]

pub mod raw;

mod export;
mod tensor;

use onrush::{Element, Error};
use raw::DLDataType;

pub use export::{Exported, export, export_to};
pub use tensor::{Elements, Tensor};

/// The result of a crossing.
pub type Result<T> = std::result::Result<T, TensorError>;

/// The reason why a tensor can't be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TensorError {
    /// The tensor is of another major version of DLPack.
    #[error("the tensor is of DLPack {major}, and this is for version {}", raw::MAJOR)]
    Version {
        /// The tensor's major version.
        major: u32,
    },
    /// The pointer to the tensor, or to its shape, is null, or a number in it can't be.
    #[error("the tensor is malformed: {0}")]
    Malformed(&'static str),
    /// The elements are of another type.
    #[error("the tensor's elements are of code {}, {} bits and {} lanes, and those asked for of code {}, {} bits", found.code, found.bits, found.lanes, expected.code, expected.bits)]
    Type {
        /// The tensor's type.
        found: DLDataType,
        /// The type that was asked for.
        expected: DLDataType,
    },
    /// The tensor is on another device.
    #[error("the tensor is on device {index} of kind {kind}, and it is used on {device}")]
    Device {
        /// DLPack's number of the kind.
        kind: i32,
        /// The device's number.
        index: i32,
        /// The device that was to use it.
        device: onrush::DeviceId,
    },
    /// The tensor may only be read.
    #[error("the tensor may only be read, and a vector can be written")]
    ReadOnly,
    /// The elements don't lie as the call needs them.
    #[error("{what} of a tensor of shape {shape:?} whose strides are {strides:?}")]
    Strides {
        /// What they don't form.
        what: &'static str,
        /// The tensor's shape.
        shape: Vec<i64>,
        /// The tensor's strides, in elements.
        strides: Vec<i64>,
    },
    /// A shape whose product isn't the vector's length.
    #[error("a vector of {len} elements has no shape {shape:?}")]
    Shape {
        /// The vector's length.
        len: usize,
        /// The shape.
        shape: Vec<i64>,
    },
    /// An error of the device.
    #[error(transparent)]
    Onrush(#[from] Error),
}

/// The types of elements that DLPack has, too.
pub trait TensorElement: Element {
    /// DLPack's description of the type.
    const TYPE: DLDataType;
}

macro_rules! elements {
    ($($ty:ty: $code:literal)+) => {$(
        impl TensorElement for $ty {
            const TYPE: DLDataType = DLDataType { code: $code, bits: 8 * size_of::<$ty>() as u8, lanes: 1 };
        }
    )+};
}
elements! {
    i8: 0 i16: 0 i32: 0 i64: 0 u8: 1 u16: 1 u32: 1 u64: 1 half::f16: 2 f32: 2 f64: 2 half::bf16: 4 bool: 6
}
