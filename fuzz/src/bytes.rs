//! Values as the bytes of the generated C++ structs.
#![allow(unsafe_code)]

use onrush_core::types::{Scalar, Type};

/// Bytes whose address is a multiple of 16.
pub(crate) struct Aligned {
    words: Vec<u128>,
    len: usize,
}

impl Aligned {
    pub(crate) fn new(len: usize) -> Self {
        Aligned { words: vec![0; len.div_ceil(16).max(1)], len }
    }

    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut aligned = Aligned::new(bytes.len());
        aligned.bytes_mut().copy_from_slice(bytes);
        aligned
    }

    pub(crate) fn start(&self) -> *const u8 {
        self.words.as_ptr().cast()
    }

    pub(crate) fn start_mut(&mut self) -> *mut u8 {
        self.words.as_mut_ptr().cast()
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: the words hold at least `len` initialised bytes, borrowed as long as the result.
        unsafe { std::slice::from_raw_parts_mut(self.start_mut(), self.len) }
    }
}

/// Zeroes the padding, and replaces every NaN by one canonical NaN.
pub(crate) fn canonical(ty: &Type, bytes: &mut [u8]) {
    let Some(parts) = ty.parts() else {
        if let Type::Scalar(s) = ty {
            canonical_nan(*s, bytes);
        } else {
            bytes.fill(0);
        }
        return;
    };
    let mut end = 0;
    for (offset, part) in parts {
        bytes[end..offset].fill(0);
        end = offset + part.size();
        canonical(&part, &mut bytes[offset..end]);
    }
    bytes[end..].fill(0);
}

fn canonical_nan(scalar: Scalar, bytes: &mut [u8]) {
    let (mantissa, bits) = match scalar {
        Scalar::F16 => (10, 16),
        Scalar::Bf16 => (7, 16),
        Scalar::F32 => (23, 32),
        Scalar::F64 => (52, 64),
        _ => return,
    };
    let infinity = ((1u64 << (bits - 1 - mantissa)) - 1) << mantissa;
    if number(bytes) & ((1 << (bits - 1)) - 1) > infinity {
        let nan = infinity | 1 << (mantissa - 1);
        bytes.copy_from_slice(&nan.to_le_bytes()[..bytes.len()]);
    }
}

fn number(bytes: &[u8]) -> u64 {
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(wide)
}

/// A value in readable form.
pub(crate) fn show(ty: &Type, bytes: &[u8]) -> String {
    if let Some(parts) = ty.parts() {
        let parts: Vec<_> = parts.iter().map(|(at, t)| show(t, &bytes[*at..at + t.size()])).collect();
        return format!("({})", parts.join(", "));
    }
    let Type::Scalar(scalar) = ty else { return "()".into() };
    let bits = number(bytes);
    let shift = 64 - 8 * bytes.len() as u32;
    match scalar {
        Scalar::Bool => (bits != 0).to_string(),
        Scalar::F16 => format!("{:?}", half::f16::from_bits(bits as u16)),
        Scalar::Bf16 => format!("{:?}", half::bf16::from_bits(bits as u16)),
        Scalar::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        Scalar::F64 => format!("{:?}", f64::from_bits(bits)),
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => (((bits << shift) as i64) >> shift).to_string(),
        _ => bits.to_string(),
    }
}
