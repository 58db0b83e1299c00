//! Errors of calls over vectors whose length stays on the device: lengths that aren't related or are too large, and failures.

use onrush::prelude::*;
use onrush::{Counted, Error, ErrorKind, Result};

use onrush_test_support::compare::same;
use onrush_test_support::inputs::data;

use super::counted;

/// Lengths of different calls are refused, also where they are equal.
pub(crate) fn unrelated<B: Backend>(b: &B) -> Result<()> {
    let (x, y) = (counted(b, &data::<u32>(1, 40))?, counted(b, &data::<u32>(2, 40))?);
    let refused = |error: Option<Error>, what: &'static str| {
        let error = error.expect("lengths of two calls");
        assert_eq!(*error.kind(), ErrorKind::UnrelatedLengths { what }, "{error}");
        assert!(error.call().is_some_and(|call| call.file == file!()), "{error}");
    };
    refused(x.iter().zip(y.iter()).count().err(), "zip");
    refused(x.iter().zip(y.iter()).collect().err(), "zip");
    refused(x.iter().zip(y.iter()).zip(x.iter()).map(op!(|((a, b), _): ((u32, u32), u32)| a ^ b)).max().err(), "zip");
    refused(x.iter().reduce_by_key(y.iter(), Sum).collect().err(), "reduce_by_key");
    refused(x.iter().scan_by_key_inclusive(y.iter(), Sum).collect().err(), "scan_by_key");
    let again = x.iter().filter(op!(|_: u32| true)).collect()?;
    refused(again.iter().zip(x.iter()).count().err(), "zip");
    same("related", x.iter().zip(x.iter().map(op!(|v: u32| v / 2))).count()?, 40);
    let message =
        "zip: the lengths are those of different calls, and only the device knows them; write `.wait()?` first";
    let said = x.iter().zip(y.iter()).count().expect_err("two lengths").to_string();
    assert!(said.starts_with(message), "{said}");
    Ok(())
}

/// Lengths of runs must hold the most items that there may be, also where the number that there are is known.
pub(crate) fn judged_by_the_most<B: Backend>(b: &B) -> Result<()> {
    let few = |most: u32| b.range(0..most).filter(op!(|v: u32| v % 100 == 0)).collect_counted();
    let (fit, over) = (few(255)?, few(256)?);
    same("fit", fit.iter().run_length_encode::<u8>().collect()?.len()?, 3);
    let refused = |c: &Counted<DeviceVec<u32, B>, B>| {
        let error = c.iter().run_length_encode::<u8>().collect().expect_err("256 items don't fit");
        assert!(matches!(error.kind(), ErrorKind::OutOfRange { .. }), "{error}");
    };
    refused(&over);
    // The room stays through further calls.
    refused(&over.iter().filter(op!(|v: u32| v == 0)).collect()?);
    refused(&over.iter().map(op!(|v: u32| v / 2)).collect()?);
    refused(&over.iter().scan_inclusive(Sum).collect()?);
    let (zeros, _) = over.iter().partition(op!(|v: u32| v == 0)).collect()?;
    refused(&zeros);
    Ok(())
}

/// The failure of a call comes out of whatever reads its results, and of nothing else.
pub(crate) fn failures<B: Backend>(b: &B) -> Result<()> {
    let (x, good) = (b.range(0u32..3001), counted(b, &data::<u32>(1, 3001))?);
    let bad = op!(|v: u32| 12 / (v % 7) < 5);
    let failed = x.filter(bad).collect_counted();
    let line = line!() - 1;
    let fails = |error: Option<Error>| {
        let error = error.expect("a division by zero");
        assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error}");
        assert_eq!(error.call().map(|call| call.line), Some(line), "{error}");
    };
    // Where calls return when their work is done, this is the only one that fails.
    let made = match failed {
        Ok(made) => made,
        Err(error) => {
            fails(Some(error));
            return Ok(());
        }
    };
    // Queued before the failure is known, and after.
    for _ in 0..2 {
        let sums = made.iter().scan_inclusive(Sum).collect();
        let runs = match &sums {
            Ok(sums) => sums.iter().reduce_by_key(made.iter(), Sum).collect(),
            Err(error) => Err(error.clone()),
        };
        let kept = made.iter().filter(op!(|v: u32| v > 3)).collect();
        let parts = made.iter().partition(op!(|v: u32| v > 3)).collect();
        fails(kept.and_then(|kept| kept.wait()).err());
        match parts {
            Ok((yes, no)) => {
                [yes.len(), no.len(), no.wait().map(|no| no.len())].into_iter().for_each(|len| fails(len.err()))
            }
            Err(error) => fails(Some(error)),
        }
        fails(made.iter().position(op!(|v: u32| v == 1)).err());
        fails(runs.and_then(|runs| runs.wait()).err());
        fails(sums.and_then(|sums| sums.wait()?.to_vec()).err());
        fails(made.len().err());
        fails(made.iter().sum().err());
    }
    fails(made.wait().err());
    // Of items that are computed one by one the length is good.
    let spoiled = good.iter().map(op!(|v: u32| 12 / (v % 2))).collect()?;
    same("the length", spoiled.len()?, 3001);
    assert!(spoiled.iter().sum().is_err() && spoiled.wait()?.to_vec().is_err());
    same("another's length", good.iter().count()?, 3001);
    Ok(())
}
