use onrush::Result;
use onrush::prelude::*;

use crate::compare::all_same;
use crate::inputs::{LARGE, data, lengths, mix, property};
use crate::oracle;

// Sanitized: kernels
pub(crate) fn bins<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(8) {
        // One bin, 256 bins, and more bins than a tile has items.
        for bins in [1usize, 256, 50_021] {
            let x: Vec<usize> = (0..len).map(|i| mix(i as u64) as usize % bins).collect();
            all_same("counts", &b.upload(&x)?.iter().histogram(bins)?.to_vec()?, &oracle::histogram(&x, bins));
        }
    }
    Ok(())
}

/// All items in the last of many bins.
// Sanitized: host
pub(crate) fn crowded<B: Backend>(b: &B) -> Result<()> {
    for len in [0usize, 1, 33, 10_007, 70_001] {
        let last = b.constant(999usize, len).histogram(1000)?.to_vec()?;
        let mut want = vec![0; 1000];
        want[999] = len as u64;
        all_same("the last bin", &last, &want);
    }
    Ok(())
}

pub(crate) fn no_bins<B: Backend>(b: &B) -> Result<()> {
    all_same("nothing in nothing", &b.range(0usize..0).histogram(0)?.to_vec()?, &[]);
    Ok(())
}

// Sanitized: kernels
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<f32> = data(1, 20_011);
    let v = b.upload(&x)?;
    let positive = v.iter().filter(op!(|v: f32| v >= 0.0));
    let counts = positive.map(op!(|v: f32| (v * 4.0) as usize)).histogram(200)?;
    let want: Vec<_> = x.iter().filter(|v| **v >= 0.0).map(|v| (v * 4.0) as usize).collect();
    all_same("counts", &counts.to_vec()?, &oracle::histogram(&want, 200));
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<u8> = data(1, LARGE);
    let counts = b.upload(&x)?.iter().map(op!(|v: u8| v as usize)).histogram(256)?;
    let want: Vec<_> = x.iter().map(|&v| v as usize).collect();
    all_same("bytes", &counts.to_vec()?, &oracle::histogram(&want, 256));
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 500, |x: Vec<u8>| {
        let x: Vec<usize> = x.into_iter().map(usize::from).collect();
        let counts = b.upload(&x).unwrap().iter().histogram(256).unwrap();
        all_same("counts", &counts.to_vec().unwrap(), &oracle::histogram(&x, 256));
    });
    Ok(())
}
