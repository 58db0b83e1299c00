use onrush::prelude::*;
use onrush::{Position, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{data, lengths, many, mix, of_every_position, position, property};
use onrush_test_support::oracle;
use onrush_test_support::refusals::out_of_range;

// Sanitized: kernels
pub(crate) fn bins<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(8) {
        // One bin, 256 bins, and more bins than a tile has items.
        for bins in [1usize, 256, 50_021] {
            let x: Vec<usize> = (0..len).map(|i| mix(i as u64) as usize % bins).collect();
            all_same(
                "counts",
                &b.upload(&x)?.iter().histogram(bins).collect()?.to_vec()?,
                &oracle::histogram(&x, bins),
            );
        }
    }
    Ok(())
}

/// All items in the last of many bins.
// Sanitized: host
pub(crate) fn crowded<B: Backend>(b: &B) -> Result<()> {
    for len in [0usize, 1, 33, 10_007, 70_001] {
        let last = b.constant(999usize, len).histogram(1000).collect()?.to_vec()?;
        let mut want = vec![0; 1000];
        want[999] = len as u64;
        all_same("the last bin", &last, &want);
    }
    Ok(())
}

pub(crate) fn no_bins<B: Backend>(b: &B) -> Result<()> {
    all_same("nothing in nothing", &b.range(0usize..0).histogram(0).collect()?.to_vec()?, &[]);
    Ok(())
}

// Sanitized: kernels
pub(crate) fn fused<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<f32> = data(1, 20_011);
    let v = b.upload(&x)?;
    let positive = v.iter().filter(op!(|v: f32| v >= 0.0));
    let counts = positive.map(op!(|v: f32| (v * 4.0) as usize)).histogram(200).collect()?;
    let want: Vec<_> = x.iter().filter(|v| **v >= 0.0).map(|v| (v * 4.0) as usize).collect();
    all_same("counts", &counts.to_vec()?, &oracle::histogram(&want, 200));
    Ok(())
}

// Sanitized: kernels
pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    let mut counts = b.filled(u64::MAX, 102)?;
    for len in [0usize, 1, 3001] {
        let x: Vec<usize> = (0..len).map(|i| mix(i as u64) as usize % 100).collect();
        b.upload(&x)?.iter().histogram(100).collect_into(counts.slice_mut(1..101)?)?;
        all_same("counts", &counts.to_vec()?, &[&[u64::MAX], &oracle::histogram(&x, 100)[..], &[u64::MAX]].concat());
    }
    let item = out_of_range(b, b.range(0u8..103).histogram(102).collect_into(&mut counts), "histogram", 102, 102);
    assert_eq!(item, Some(102));
    // The next call doesn't read the counts that the failed one has left.
    b.range(0u8..102).histogram(102).collect_into(&mut counts)?;
    all_same("counted anew", &counts.to_vec()?, &[1; 102]);
    Ok(())
}

/// Numbers of each type; and one behind the last bin, at the end of the type's range, and negative.
// Sanitized: kernels, host
pub(crate) fn numbers_of_every_integer<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, P: Position + TryFrom<usize>>(b: &B) -> Result<()> {
        for len in [0, 1, 3001, 20_011] {
            let bins: Vec<usize> = (0..len).map(|i| mix(i as u64) as usize % 100).collect();
            let x = b.upload(&bins.iter().map(|&i| position::<P>(i)).collect::<Vec<_>>())?;
            all_same("counts", &x.iter().histogram(100).collect()?.to_vec()?, &oracle::histogram(&bins, 100));
        }
        let x = b.upload(&[position::<P>(100), P::max_value(), P::min_value()])?;
        for i in 0..3 {
            let wrong = x.slice(i..=i)?;
            let given = wrong.to_vec()?[0].given();
            if !(0..100).contains(&given) {
                out_of_range(b, wrong.iter().histogram(100).collect(), "histogram", given, 100);
            }
        }
        Ok(())
    }
    of_every_position!(check(b))?;
    let few = b.range(-50i32..50).filter(op!(|i: i32| i >= 0)).histogram(50).collect()?;
    all_same("filtered", &few.to_vec()?, &[1; 50]);
    // More bins than a block keeps.
    let many = b.upload(&[70_000i32, 0, 70_000])?.iter().histogram(70_001).collect()?;
    same("far", many.to_vec()?[70_000], 2);
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<u8> = data(1, many(b));
    let counts = b.upload(&x)?.iter().map(op!(|v: u8| v as usize)).histogram(256).collect()?;
    let want: Vec<_> = x.iter().map(|&v| v as usize).collect();
    all_same("bytes", &counts.to_vec()?, &oracle::histogram(&want, 256));
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 500, |x: Vec<u8>| {
        let x: Vec<usize> = x.into_iter().map(usize::from).collect();
        let counts = b.upload(&x).unwrap().iter().histogram(256).collect().unwrap();
        all_same("counts", &counts.to_vec().unwrap(), &oracle::histogram(&x, 256));
    });
    Ok(())
}
