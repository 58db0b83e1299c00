//! Copies of a few bytes from one place to another, which take no branch that depends on their number, where vector registers have
//! masks: the lengths of segments mislead a processor more often than copying takes time.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{_mm512_mask_storeu_epi8, _mm512_maskz_loadu_epi8};

use crate::pack::Wide;

/// Bytes of a register.
#[cfg(target_arch = "x86_64")]
const BYTES: usize = 64;

/// Copies bytes; `wide` says whether the machine has vector registers with masks.
///
/// # Safety
///
/// The bytes at `from` can be read, those at `to` can be written, no other thread uses these, and the two don't overlap.
#[inline(always)]
pub(crate) unsafe fn copy(from: *const u8, to: *mut u8, bytes: usize, wide: Wide) {
    #[cfg(target_arch = "x86_64")]
    if wide.holds() {
        // SAFETY: the machine has the instructions; the rest is the caller's contract.
        return unsafe { masked(from, to, bytes) };
    }
    _ = wide;
    // SAFETY: the caller's contract.
    unsafe { to.copy_from_nonoverlapping(from, bytes) }
}

/// Copies bytes by masked loads and stores: always two, which are enough for most short segments, and more as long as there are bytes.
///
/// # Safety
///
/// That of [`copy`], and the machine has AVX-512.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
unsafe fn masked(from: *const u8, to: *mut u8, bytes: usize) {
    let mut done = 0;
    loop {
        for _ in 0..2 {
            let left = bytes.saturating_sub(done);
            let mask = if left < BYTES { (1 << left) - 1 } else { u64::MAX };
            // SAFETY: the mask has a bit for each of the bytes from `done` on that are left, at most 64; bytes without a bit are neither
            // read nor written, so that an address behind the last one needn't be valid.
            unsafe {
                let loaded = _mm512_maskz_loadu_epi8(mask, from.wrapping_add(done).cast());
                _mm512_mask_storeu_epi8(to.wrapping_add(done).cast(), mask, loaded);
            }
            done += BYTES;
        }
        if done >= bytes {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::copy;
    use crate::pack;

    #[test]
    fn copies_these_bytes_alone() {
        let from: Vec<u8> = (0..600).map(|i| (i % 251) as u8).collect();
        for bytes in [0, 1, 3, 63, 64, 65, 127, 128, 129, 255, 256, 300, 511, 513] {
            for (at, start) in [(0, 0), (1, 5), (7, 64)] {
                let mut to = vec![255u8; 700];
                // SAFETY: both have this many bytes from there on, and are apart.
                unsafe { copy(from[start..].as_ptr(), to[at..].as_mut_ptr(), bytes, pack::wide()) };
                assert_eq!(to[at..at + bytes], from[start..start + bytes]);
                assert!(to[..at].iter().chain(&to[at + bytes..]).all(|byte| *byte == 255), "{bytes} at {at}");
            }
        }
    }
}
