//! Packing: the flagged items of a group are moved together.

use std::mem::MaybeUninit;

#[cfg(target_arch = "x86_64")]
use crate::multiversion::Level;

/// Items of a group: as there are bits in a mask.
pub(crate) const GROUP: usize = 64;

/// Whether groups are packed with vector registers, which only [`wide`] says, for machines that have them.
#[derive(Clone, Copy)]
pub(crate) struct Wide(bool);

impl Wide {
    #[inline(always)]
    pub(crate) fn holds(self) -> bool {
        self.0
    }
}

/// Whether this machine packs with vector registers. It is asked once, outside the loop.
pub(crate) fn wide() -> Wide {
    #[cfg(target_arch = "x86_64")]
    return Wide(Level::here() == Level::V4);
    #[cfg(not(target_arch = "x86_64"))]
    Wide(false)
}

/// Whether items of this size are packed with vector registers.
pub(crate) const fn suits<T>() -> bool {
    matches!(size_of::<T>(), 4 | 8)
}

/// Room on the stack for `N` items that suit packing.
pub(crate) struct Room<const N: usize>([MaybeUninit<u64>; N]);

impl<const N: usize> Room<N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Room([const { MaybeUninit::uninit() }; N])
    }

    /// The room, which is empty for items that don't fit.
    #[inline(always)]
    pub(crate) fn of<T>(&mut self) -> &mut [MaybeUninit<T>] {
        let fits = size_of::<T>() <= size_of::<u64>() && align_of::<T>() <= align_of::<u64>();
        // SAFETY: each of the words has room for an item that fits, and is aligned for it; `MaybeUninit` needs no initialisation.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), if fits { N } else { 0 }) }
    }
}

/// Writes the flagged items one after another from `to` on; returns their number.
///
/// # Safety
///
/// The flagged items are initialised. `to` has room for a whole group; the part behind the flagged items may be
/// overwritten with anything.
#[inline(always)]
pub(crate) unsafe fn pack<T>(
    items: &[MaybeUninit<T>; GROUP],
    flags: &[bool; GROUP],
    to: *mut MaybeUninit<T>,
    wide: Wide,
) -> usize {
    #[cfg(target_arch = "x86_64")]
    if wide.0 && const { suits::<T>() } {
        // SAFETY: `Wide` says that the machine has the features; the rest is the caller's contract.
        return unsafe { x86::pack(items, flags, to) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = wide;
    let mut count = 0;
    for (item, flag) in items.iter().zip(flags) {
        // SAFETY: `count` is less than a group. An item that isn't flagged is overwritten by the next one, or lies
        // behind the last.
        unsafe { item.as_ptr().cast::<MaybeUninit<T>>().copy_to_nonoverlapping(to.add(count), 1) };
        count += *flag as usize;
    }
    count
}

/// The flags as bits, the first one lowest.
#[inline(always)]
pub(crate) fn bits(flags: &[bool; GROUP], wide: Wide) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if wide.0 {
        // SAFETY: `Wide` says that the machine has the features.
        return unsafe { x86::bits(flags) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = wide;
    let mut bits = 0;
    for (k, bytes) in flags.as_chunks::<8>().0.iter().enumerate() {
        // The multiplication moves bit 0 of byte `i` to bit 56 + i, and no other bit to the top byte.
        let bytes = u64::from_le_bytes(bytes.map(u8::from));
        bits |= (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * k);
    }
    bits
}

/// The number of flags that are set.
#[inline(always)]
pub(crate) fn count(flags: &[bool], wide: Wide) -> usize {
    let (groups, rest) = flags.as_chunks::<GROUP>();
    let of_groups: usize = groups.iter().map(|group| bits(group, wide).count_ones() as usize).sum();
    of_groups + rest.iter().filter(|flag| **flag).count()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;
    use std::mem::MaybeUninit;

    use super::GROUP;

    /// The flags as bits, as [`super::bits`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn bits(flags: &[bool; GROUP]) -> u64 {
        // SAFETY: there are 64 bytes of flags, each 0 or 1.
        let bytes = unsafe { _mm512_loadu_si512(flags.as_ptr().cast()) };
        _mm512_test_epi8_mask(bytes, bytes)
    }

    /// Packs items of 4 or 8 bytes; its contract is that of [`super::pack`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) unsafe fn pack<T>(
        items: &[MaybeUninit<T>; GROUP],
        flags: &[bool; GROUP],
        to: *mut MaybeUninit<T>,
    ) -> usize {
        let per = 64 / size_of::<T>();
        let (mut to, mut all) = (to, 0);
        for (from, flags) in items.chunks_exact(per).zip(flags.chunks_exact(per)) {
            // The flags of a register's items are read together, since they were written so: a load of all would wait until they have
            // reached the cache.
            // SAFETY: there are 16 bytes of flags, or 8, each 0 or 1.
            let flags = unsafe {
                match size_of::<T>() {
                    4 => _mm_loadu_si128(flags.as_ptr().cast()),
                    _ => _mm_loadl_epi64(flags.as_ptr().cast()),
                }
            };
            let some = u64::from(_mm_test_epi8_mask(flags, flags));
            let count = some.count_ones();
            // SAFETY: `from` has a register's worth of items. Each store ends at most a group behind the first item's
            // place, since the items before have taken their places. It is written in assembly, because items that
            // aren't flagged may be uninitialised, and so may padding. On some machines storing whole registers is much
            // faster than compressing to memory. The vector register is named: where rustc 1.95 chooses zmm16 or
            // a later one, it prints names such as R19BH, which the assembler refuses.
            unsafe {
                macro_rules! compress {
                    ($how:literal) => {
                        std::arch::asm!(
                            "kmovw {k}, {some:e}",
                            $how,
                            "vmovdqu32 [{to}], zmm0",
                            k = out(kreg) _, out("zmm0") _,
                            some = in(reg) some, from = in(reg) from.as_ptr(), to = in(reg) to,
                            options(nostack, preserves_flags),
                        )
                    };
                }
                if size_of::<T>() == 4 {
                    compress!("vmovdqu32 zmm0, [{from}]\nvpcompressd zmm0 {{{k}}} {{z}}, zmm0");
                } else {
                    compress!("vmovdqu64 zmm0, [{from}]\nvpcompressq zmm0 {{{k}}} {{z}}, zmm0");
                }
                to = to.add(count as usize);
            }
            all += count as usize;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Copy + PartialEq>(make: impl Fn(usize) -> T) {
        let items: [MaybeUninit<T>; GROUP] = std::array::from_fn(|k| MaybeUninit::new(make(k)));
        for pattern in [0, 1, u64::MAX, 1 << 63, 0xaaaa_aaaa_aaaa_aaaa, 0xffff_0000_f0f0_1234, 0x8000_0001_0000_8001] {
            let flags: [bool; GROUP] = std::array::from_fn(|k| pattern >> k & 1 == 1);
            for wide in [Wide(false), wide()] {
                assert_eq!(bits(&flags, wide), pattern);
                assert_eq!(count(&flags[..61], wide), (pattern << 3).count_ones() as usize);
                assert_eq!(count(&flags, wide), pattern.count_ones() as usize);
                let more = [&flags[..], &flags[..61]].concat();
                assert_eq!(count(&more, wide), (pattern.count_ones() + (pattern << 3).count_ones()) as usize);
            }
            let want: Vec<T> = (0..GROUP).filter(|k| flags[*k]).map(&make).collect();
            for wide in [Wide(false), wide()] {
                let mut out = [MaybeUninit::<T>::uninit(); GROUP];
                // SAFETY: all items are initialised, and there is room for a group.
                let count = unsafe { pack(&items, &flags, out.as_mut_ptr(), wide) };
                // SAFETY: `pack` has written `count` items.
                assert!(unsafe { out[..count].assume_init_ref() } == want);
            }
        }
    }

    #[test]
    fn keeps_the_flagged_in_order() {
        check(|k| k as u8);
        check(|k| k as u32 * 77);
        check(|k| k as u64 * 0x1_0000_0001);
        check(|k| [k as f32, -(k as f32)]);
        check(|k| [k as u32; 3]);
    }
}
