//! Methods of vectors and their parts that change them in place, against `Vec`'s.

use onrush::Result;
use onrush::prelude::*;

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{
    Sample, Stamped, affine, bicyclic, brackets, contractions, data, few_lengths, lengths, many,
};
use onrush_test_support::{contract, oracle};

/// Each prefix stands where its item stood.
// Sanitized: kernels, host
pub(crate) fn scans<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let x: Vec<f32> = data(len as u64, len);
        let mut v = b.upload(&x)?;
        v.scan_inclusive(Sum)?;
        all_same("sums", &v.to_vec()?, &contract::scan_inclusive(&x, 4, |a, b| a + b));
        let mut v = b.upload(&x)?;
        v.scan_exclusive(0.5, Sum)?;
        all_same("sums before", &v.to_vec()?, &contract::scan_exclusive(&x, 0.5, 4, |a, b| a + b));
    }
    let product = op!(|a: [u32; 2], b: [u32; 2]| bicyclic(a, b));
    for len in few_lengths(8) {
        let x = brackets(len as u64, len);
        let mut v = b.upload(&x)?;
        v.scan_inclusive(product)?;
        all_same("brackets", &v.to_vec()?, &oracle::scan_inclusive(&x, bicyclic));
        let mut v = b.upload(&x)?;
        v.scan_exclusive([2, 7], product)?;
        all_same("brackets before", &v.to_vec()?, &oracle::scan_exclusive(&x, [2, 7], bicyclic));
    }
    Ok(())
}

/// Parts at every alignment, with other elements on both sides.
// Sanitized: kernels, host
pub(crate) fn scans_of_parts<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(1) {
        for from in [1, 2, 3, 8] {
            let x: Vec<u8> = data(len as u64, len + from + 5);
            let mut v = b.upload(&x)?;
            v.slice_mut(from..from + len)?.scan_inclusive(Sum)?;
            v.slice_mut(from..from + len)?.scan_exclusive(7, Max)?;
            let sums = oracle::scan_inclusive(&x[from..from + len], |a: u8, b| a.wrapping_add(b));
            let maxima = oracle::scan_exclusive(&sums, 7, |a, b| a.max(b));
            all_same("the part", &v.to_vec()?, &[&x[..from], &maxima, &x[from + len..]].concat());
        }
    }
    Ok(())
}

pub(crate) fn large_scans<B: Backend>(b: &B) -> Result<()> {
    let x = contractions(3, many(b));
    let mut v = b.upload(&x)?;
    v.scan_inclusive(op!(|f: [f32; 2], g: [f32; 2]| affine(f, g)))?;
    all_same("maps", &v.to_vec()?, &contract::scan_inclusive(&x, 8, affine));
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn reversals_and_rotations<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample>(b: &B) -> Result<()> {
        for len in [0, 1, 2, 3, 4, 31, 32, 33, 255, 1000, 1001, 5003, 8256] {
            let mut x: Vec<T> = data(len as u64, len);
            let mut v = b.upload(&x)?;
            v.reverse()?;
            x.reverse();
            all_same("reversed", &v.to_vec()?, &x);
            for mid in [0, 1, len / 3, len.saturating_sub(1), len] {
                let mid = mid.min(len);
                v.rotate_left(mid)?;
                x.rotate_left(mid);
                all_same("to the left", &v.to_vec()?, &x);
                v.rotate_right(mid / 2)?;
                x.rotate_right(mid / 2);
                all_same("to the right", &v.to_vec()?, &x);
            }
            let part = len / 4..len - len / 3;
            v.slice_mut(part.clone())?.reverse()?;
            x[part.clone()].reverse();
            v.slice_mut(part.clone())?.rotate_left(part.len() / 2)?;
            x[part.clone()].rotate_left(part.len() / 2);
            all_same("a part", &v.to_vec()?, &x);
        }
        Ok(())
    }
    check::<B, u8>(b)?;
    check::<B, u16>(b)?;
    check::<B, f64>(b)?;
    check::<B, Stamped>(b)
}

pub(crate) fn fills_and_swaps<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let mut x: Vec<i16> = data(len as u64, len);
        let mut v = b.upload(&x)?;
        let part = len / 4..len - len / 3;
        v.slice_mut(part.clone())?.fill(-5)?;
        x[part].fill(-5);
        for (i, j) in [(0, len / 2), (len / 2, len / 3), (len.saturating_sub(1), 0), (len / 5, len / 5)] {
            if i < len && j < len {
                v.swap(i, j)?;
                x.swap(i, j);
            }
        }
        all_same("swapped", &v.to_vec()?, &x);
        assert!(v.swap(0, len).is_err() && v.swap(len, 0).is_err() && v.swap(len, len).is_err());
        v.fill(77)?;
        all_same("filled", &v.to_vec()?, &vec![77; len]);
    }
    Ok(())
}

pub(crate) fn kept<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let mut x: Vec<u32> = data::<u32>(len as u64, len).into_iter().map(|v| v % 7).collect();
        let mut v = b.upload(&x)?;
        let capacity = v.capacity();
        let most = 5;
        v.retain(op!(|v: u32| v < most))?;
        x.retain(|v| *v < most);
        all_same("retained", &v.to_vec()?, &x);
        v.dedup()?;
        x.dedup();
        all_same("without repetitions", &v.to_vec()?, &x);
        v.dedup_by(op!(|a: u32, b: u32| a / 2 == b / 2))?;
        x.dedup_by(|b, a| *a / 2 == *b / 2);
        all_same("without similar ones", &v.to_vec()?, &x);
        assert!(v.capacity() >= capacity);
        v.retain(op!(|_: u32| false))?;
        same("nothing", (v.len(), v.capacity() >= capacity), (0, true));
    }
    Ok(())
}

/// A call that fails leaves what the documentation says.
pub(crate) fn failures<B: Backend>(b: &B) -> Result<()> {
    let host: Vec<u32> = (0..5000).collect();
    // If the call waits for its result, a failure changes nothing.
    let mut v = b.upload(&host)?;
    assert!(v.retain(op!(|v: u32| 10 / (v % 100) > 3)).is_err());
    assert!(v.dedup_by(op!(|a: u32, b: u32| a / (b % 100) > 3)).is_err());
    all_same("as it was", &v.to_vec()?, &host);
    // A scan leaves elements and prefixes, which are readable after `recover`.
    let failed = v.scan_inclusive(op!(|a: u32, b: u32| if b == 4000 { panic!("4000") } else { a.max(b) + 0 * a }));
    assert!(failed.and_then(|()| v.to_vec().map(drop)).unwrap_err().to_string().contains("4000"));
    v.recover()?;
    let left = v.to_vec()?;
    assert_eq!(left.len(), host.len());
    b.synchronize()?;
    // Positions that are out of range are refused.
    let length = |error: onrush::Error| error.to_string();
    assert_eq!(length(v.rotate_left(5001).unwrap_err()), "rotate_left: 5001 is out of range for length 5000");
    assert_eq!(length(v.rotate_right(5001).unwrap_err()), "rotate_right: 5001 is out of range for length 5000");
    assert_eq!(length(v.swap(1, 5000).unwrap_err()), "swap: 5000 is out of range for length 5000");
    all_same("as it was", &v.to_vec()?, &left);
    Ok(())
}
