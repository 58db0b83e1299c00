//! Groups and bins by safe code that lies: keys that fail, ranges without bins, edges in disorder, weights without end.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use crate::{everywhere, works};

everywhere! { endless lying_bins dropped }

/// Chains as long as lengths can be.
fn endless<B: Backend>(b: &B) -> Result<()> {
    let all = || b.constant(1u8, usize::MAX);
    assert!(all().groups(all()).sum().collect().is_err(), "no machine has memory for these keys");
    assert!(all().groups(all()).count().collect().is_err(), "no machine has memory for these keys");
    let error = all().groups(b.constant(1u8, 3)).count().collect().map(drop).expect_err("lengths differ");
    assert!(matches!(error.kind(), ErrorKind::LengthMismatch { .. }), "{error}");
    assert!(b.constant(u64::MAX, 3).bincount(0).collect().is_err(), "no machine has memory for these counts");
    assert!(b.constant(1u8, 3).bincount(usize::MAX).collect().is_err(), "no machine has memory for these counts");
    assert!(b.constant([1u8; 4], 3).histogram_even_channels(0..=255, usize::MAX).collect().is_err());
    works(b)
}

/// Edges in disorder, and NaNs among them, are an error, which the counts' owner gets.
fn lying_bins<B: Backend>(b: &B) -> Result<()> {
    let edges = b.upload(&[5.0f32, f32::NAN, -1.0, 7.0, f32::NEG_INFINITY, 0.0])?;
    let x = b.upload(&[f32::NAN, 6.0, -2.0, f32::INFINITY, 0.0, -0.0])?;
    let counts = x.iter().histogram_ranges(&edges).collect().and_then(|counts| counts.to_vec());
    assert!(matches!(counts.unwrap_err().kind(), ErrorKind::NotSorted { what: "histogram_ranges", .. }));
    let sums = x.iter().histogram_ranges_weighted(&edges, b.constant(1u8, 6)).collect().and_then(|sums| sums.to_vec());
    let error = sums.unwrap_err().to_string();
    assert!(error.starts_with("histogram_ranges: the edges aren't sorted: the one at position "), "{error}");
    assert!(error.contains("groups.rs"), "{error}");
    // The smallest widths that floats have, and the largest.
    for range in [0.0..f64::MIN_POSITIVE, 0.0..5e-324, -1e308..1e308, 1.0..1.0 + f64::EPSILON] {
        let x = b.upload(&[range.start, range.end, 5e-324, f64::NAN, f64::MAX])?;
        match x.iter().histogram_even(range, 7).collect() {
            Ok(counts) => assert!(counts.iter().sum()? <= 5),
            Err(error) => assert!(matches!(error.kind(), ErrorKind::InvalidBins { .. }), "{error}"),
        }
    }
    works(b)
}

/// The inputs are dropped before the results are read.
fn dropped<B: Backend>(b: &B) -> Result<()> {
    let (keys, sums) = {
        let (k, x) = (b.tabulate(5000, op!(|i: usize| (i * 7 % 5) as u8)).collect()?, b.filled(1.0f32, 5000)?);
        x.iter().groups(&k).sum().collect()?
    };
    assert_eq!((keys.to_vec()?, sums.to_vec()?), (vec![0, 1, 2, 3, 4], vec![1000.0; 5]));
    works(b)
}
