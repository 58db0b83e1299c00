//! Transposing a warp's runs into columns, so that vector registers fold several runs at once.

#[cfg(target_arch = "x86_64")]
use std::any::TypeId;

#[cfg(target_arch = "x86_64")]
use crate::multiversion::Level;

/// Whether columns of `T` are folded in vector registers: its size suits them, and moving bits moves the value.
#[cfg(target_arch = "x86_64")]
fn suits<T: 'static>() -> bool {
    let id = TypeId::of::<T>();
    [TypeId::of::<f32>(), TypeId::of::<u32>(), TypeId::of::<i32>()].contains(&id)
        || [TypeId::of::<f64>(), TypeId::of::<u64>(), TypeId::of::<i64>()].contains(&id)
        || [TypeId::of::<usize>(), TypeId::of::<isize>()].contains(&id)
}

/// Whether items of this size could be transposed. The compiler knows it, so that other items get no stack space for
/// it.
pub(crate) const fn possible<T>() -> bool {
    matches!(size_of::<T>(), 4 | 8)
}

/// Whether this machine transposes fast. It is asked once, outside the loop.
pub(crate) fn fast<T: 'static>() -> bool {
    #[cfg(target_arch = "x86_64")]
    return suits::<T>() && Level::here() == Level::V4;
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Isn't called on other processors, where `fast` returns false.
///
/// # Safety
///
/// It must not be called.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) unsafe fn transpose<T>(_: *const T, _: *mut T, _: usize, _: usize) {}

/// Transposes a matrix of `rows × columns` elements of 4 or 8 bytes: both numbers are multiples of 16 or 8.
///
/// # Safety
///
/// `fast::<T>()` is true; `from` points to the matrix, and `to` has room for it elsewhere.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) unsafe fn transpose<T>(from: *const T, to: *mut T, rows: usize, columns: usize) {
    let side = 64 / size_of::<T>();
    for row in (0..rows).step_by(side) {
        for column in (0..columns).step_by(side) {
            // SAFETY: the square and its mirror image lie inside the matrices, by the caller's contract.
            unsafe {
                let from = from.add(row * columns + column);
                let to = to.add(column * rows + row);
                if side == 16 {
                    x86::square_of_16(from.cast(), columns, to.cast(), rows);
                } else {
                    x86::square_of_8(from.cast(), columns, to.cast(), rows);
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) unsafe fn square_of_16(from: *const i32, stride: usize, to: *mut i32, to_stride: usize) {
        // A register holds quarters of rows i, i + 4, i + 8, i + 12: the loads do half of the work.
        // SAFETY: the loads lie within the square, by the caller's contract.
        let quarter = |row: usize, column: usize| unsafe {
            let part = |r: usize| _mm_loadu_si128(from.add(r * stride + column).cast());
            let x = _mm512_castsi128_si512(part(row));
            let x = _mm512_inserti32x4::<1>(x, part(row + 4));
            let x = _mm512_inserti32x4::<2>(x, part(row + 8));
            _mm512_inserti32x4::<3>(x, part(row + 12))
        };
        for column in 0..4 {
            let column = column * 4;
            let x = [quarter(0, column), quarter(1, column), quarter(2, column), quarter(3, column)];
            let [a, b] = [_mm512_unpacklo_epi32(x[0], x[1]), _mm512_unpackhi_epi32(x[0], x[1])];
            let [c, d] = [_mm512_unpacklo_epi32(x[2], x[3]), _mm512_unpackhi_epi32(x[2], x[3])];
            let y = [
                _mm512_unpacklo_epi64(a, c),
                _mm512_unpackhi_epi64(a, c),
                _mm512_unpacklo_epi64(b, d),
                _mm512_unpackhi_epi64(b, d),
            ];
            for (k, y) in y.into_iter().enumerate() {
                // SAFETY: the stores lie within the mirror image, by the caller's contract.
                unsafe { _mm512_storeu_si512(to.add((column + k) * to_stride).cast(), y) };
            }
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    pub(super) unsafe fn square_of_8(from: *const i64, stride: usize, to: *mut i64, to_stride: usize) {
        // SAFETY: the loads lie within the square, by the caller's contract.
        let quarter = |row: usize, column: usize| unsafe {
            let part = |r: usize| _mm_loadu_si128(from.add(r * stride + column).cast());
            let x = _mm512_castsi128_si512(part(row));
            let x = _mm512_inserti64x2::<1>(x, part(row + 2));
            let x = _mm512_inserti64x2::<2>(x, part(row + 4));
            _mm512_inserti64x2::<3>(x, part(row + 6))
        };
        for column in 0..4 {
            let [a, b] = [quarter(0, column * 2), quarter(1, column * 2)];
            // SAFETY: the stores lie within the mirror image, by the caller's contract.
            unsafe {
                _mm512_storeu_si512(to.add(column * 2 * to_stride).cast(), _mm512_unpacklo_epi64(a, b));
                _mm512_storeu_si512(to.add((column * 2 + 1) * to_stride).cast(), _mm512_unpackhi_epi64(a, b));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::mem::MaybeUninit;

    use super::*;

    fn check<T: Copy + PartialEq + 'static>(rows: usize, columns: usize, make: impl Fn(usize) -> T) {
        if !fast::<T>() {
            return;
        }
        let from: Vec<T> = (0..rows * columns).map(&make).collect();
        let mut to = vec![MaybeUninit::uninit(); rows * columns];
        // SAFETY: `fast` has returned true, and both have the matrix's size.
        unsafe { transpose(from.as_ptr(), to.as_mut_ptr().cast(), rows, columns) };
        // SAFETY: `transpose` has written the whole mirror image.
        let to: &[T] = unsafe { to.assume_init_ref() };
        assert!((0..rows * columns).all(|i| to[i % columns * rows + i / columns] == from[i]));
    }

    #[test]
    fn mirrors() {
        check(32, 32, |i| i as u32);
        check(32, 32, |i| i as f32);
        check(16, 48, |i| i as i32);
        check(32, 16, |i| i as u64);
        check(16, 32, |i| i as f64);
        check(8, 8, |i| i);
    }
}
