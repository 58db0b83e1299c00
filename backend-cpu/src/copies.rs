//! Copies of a few bytes from one place to another, which take no branch that depends on their number, where vector registers have
//! masks: a mispredicted length costs more than the copy.

/// Bytes of a register.
#[cfg(target_arch = "x86_64")]
const BYTES: usize = 64;

/// Copies bytes by masked loads and stores: always two, which are enough for most short segments, and more as long as there are bytes.
///
/// # Safety
///
/// [`pack::wide`](crate::pack::wide) holds. The bytes at `from`, initialised or not, can be read, those at `to` can be written, no other
/// thread uses these, and the two don't overlap.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi2")]
pub(crate) unsafe fn copy(from: *const u8, to: *mut u8, bytes: usize) {
    let mut done = 0;
    loop {
        for _ in 0..2 {
            let left = bytes.saturating_sub(done);
            let mask = if left < BYTES { (1 << left) - 1 } else { u64::MAX };
            // SAFETY: the mask has a bit for each of the bytes from `done` on that are left, at most 64; bytes without a bit are neither
            // read nor written, so that an address behind the last one needn't be valid. It is written in assembly, since the bytes may
            // be padding.
            unsafe {
                std::arch::asm!(
                    "kmovq {k}, {mask}",
                    "vmovdqu8 zmm0 {{{k}}} {{z}}, [{from}]",
                    "vmovdqu8 [{to}] {{{k}}}, zmm0",
                    k = out(kreg) _, out("zmm0") _, mask = in(reg) mask,
                    from = in(reg) from.wrapping_add(done), to = in(reg) to.wrapping_add(done),
                    options(nostack, preserves_flags),
                );
            }
            done += BYTES;
        }
        if done >= bytes {
            return;
        }
    }
}

/// Never called: such processors have no registers of this kind.
///
/// # Safety
///
/// That of the function for x86-64.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) unsafe fn copy(_: *const u8, _: *mut u8, _: usize) {
    unreachable!("`pack::wide` holds on x86-64 alone")
}

#[cfg(test)]
mod tests {
    use super::copy;
    use crate::pack;

    #[test]
    fn copies_these_bytes_alone() {
        if !pack::wide().holds() {
            return;
        }
        let from: Vec<u8> = (0..600).map(|i| (i % 251) as u8).collect();
        for bytes in [0, 1, 3, 63, 64, 65, 127, 128, 129, 255, 256, 300, 511, 513] {
            for (at, start) in [(0, 0), (1, 5), (7, 64)] {
                let mut to = vec![255u8; 700];
                // SAFETY: `wide` holds; both have this many bytes from there on, and are apart.
                unsafe { copy(from[start..].as_ptr(), to[at..].as_mut_ptr(), bytes) };
                assert_eq!(to[at..at + bytes], from[start..start + bytes]);
                assert!(to[..at].iter().chain(&to[at + bytes..]).all(|byte| *byte == 255), "{bytes} at {at}");
            }
        }
    }
}
