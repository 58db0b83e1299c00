//! Results whose length stays on the device, in targets that exist: they are those of new vectors, and nothing else is written.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{data, few_lengths, lengths, run_keys};

/// What targets hold before.
const OLD: u32 = 0xABCD_0123;

// Sanitized: kernels, host
pub(crate) fn items<B: Backend>(b: &B) -> Result<()> {
    let odd = op!(|v: u32| v % 2 == 1);
    for len in lengths(4) {
        let x = b.upload(&data::<u32>(len as u64, len))?;
        let want = x.iter().filter(odd).collect()?.to_vec()?;
        // A target may be longer than there must be room.
        let (mut y, mut number) = (b.filled(OLD, len + 3)?, b.filled(7u64, 1)?);
        let some = x.iter().filter(odd).collect_counted_into(&mut y)?;
        some.len_into(&mut number)?;
        same("the number", number.at(0)?, want.len() as u64);
        same("the sum", some.iter().sum()?, x.iter().filter(odd).sum()?);
        let mut sums = b.filled(OLD, len + 1)?;
        let prefixes = some.iter().scan_inclusive(BitXor).collect_into(&mut sums)?;
        same("kin", prefixes.iter().zip(some.iter()).count()?, want.len());
        same("their length", prefixes.len()?, want.len());
        all_same("items", &some.wait()?.to_vec()?, &want);
        all_same(
            "prefixes",
            &prefixes.wait()?.to_vec()?,
            &b.upload(&want)?.iter().scan_inclusive(BitXor).collect()?.to_vec()?,
        );
        all_same("the rest", &y.slice(want.len()..)?.to_vec()?, &vec![OLD; len + 3 - want.len()]);
        all_same("the rest of the sums", &sums.slice(want.len()..)?.to_vec()?, &vec![OLD; len + 1 - want.len()]);
        // A part of a vector, whose items are changed in place.
        let mut part = y.slice_mut(1..)?;
        let mut fewer = x.iter().filter(odd).collect_counted_into(&mut part)?;
        fewer.iter_mut().for_each(op!(|v: &mut u32| *v /= 2))?;
        fewer.sort_by(Greater)?;
        let mut halves: Vec<u32> = want.iter().map(|v| v / 2).collect();
        halves.sort_by(|a, b| b.cmp(a));
        all_same("sorted halves", &fewer.wait()?.to_vec()?, &halves);
        // Items as they are, of a length that is known.
        let all = x.iter().map(op!(|v: u32| v ^ 1)).collect_counted_into(y.slice_mut(..len)?)?;
        same("all", all.len()?, len);
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn several<B: Backend>(b: &B) -> Result<()> {
    let odd = op!(|v: u32| v % 2 == 1);
    for len in few_lengths(4) {
        let (keys, values) = (b.upload(&run_keys(len as u64, len))?, b.upload(&data::<u32>(len as u64, len))?);
        let (mut y, mut z) = (b.filled(OLD, len)?, b.filled(OLD, len + 1)?);
        let (want_keys, want) = reduce_by_key(&keys, &values, BitXor).collect()?;
        let runs = reduce_by_key(&keys, &values, BitXor).collect_counted_into((&mut y, &mut z))?;
        same("runs", runs.iter().count()?, want.len());
        let (got_keys, got) = runs.wait()?;
        all_same("keys", &got_keys.to_vec()?, &want_keys.to_vec()?);
        all_same("values", &got.to_vec()?, &want.to_vec()?);
        all_same("the rest", &z.slice(want.len()..)?.to_vec()?, &vec![OLD; len + 1 - want.len()]);

        let (want_yes, want_no) = values.iter().partition(odd).collect()?;
        let (yes, no) = values.iter().partition(odd).collect_counted_into((&mut y, z.slice_mut(..len)?))?;
        assert!(yes.iter().zip(no.iter()).count().is_err(), "each has a length of its own");
        all_same("selected", &yes.wait()?.to_vec()?, &want_yes.to_vec()?);
        all_same("rejected", &no.wait()?.to_vec()?, &want_no.to_vec()?);

        // Pairs, of counted pairs, in two columns.
        let half = keys.iter().zip(&values).filter(op!(|(_, v): (u32, u32)| v % 2 == 1)).collect_counted()?;
        let third = op!(|(_, v): (u32, u32)| v % 3 == 0);
        let few = half.iter().filter(third).collect_into((&mut y, z.slice_mut(..len)?))?;
        let want: Vec<_> = half.iter().filter(third).collect()?.wait()?.1.to_vec()?;
        let (_, got) = few.wait()?;
        all_same("pairs", &got.to_vec()?, &want);
    }
    Ok(())
}

pub(crate) fn recorded<B: Backend>(b: &B) -> Result<()> {
    let x = b.upload(&(0..10_000u32).collect::<Vec<_>>())?;
    let state = (x, b.filled(OLD, 10_000)?, b.filled(OLD, 10_000)?, b.filled(0u64, 2)?);
    let mut step = b.record(state, |(x, y, z, numbers)| {
        let some = x.iter().filter(op!(|v: u32| v % 3 == 1)).collect_counted_into(&mut *y)?;
        some.len_into(numbers.slice_mut(..1)?)?;
        let fewer = some.iter().filter(op!(|v: u32| v % 2 == 1)).collect_into(&mut *z)?;
        fewer.len_into(numbers.slice_mut(1..)?)?;
        x.iter_mut().for_each(op!(|v: &mut u32| *v /= 2))
    })?;
    let mut x: Vec<u32> = (0..10_000).collect();
    for _ in 0..3 {
        step.launch()?;
        let want: Vec<u32> = x.iter().copied().filter(|v| v % 3 == 1).collect();
        let fewer: Vec<u32> = want.iter().copied().filter(|v| v % 2 == 1).collect();
        let (_, y, z, numbers) = step.state();
        all_same("numbers", &numbers.to_vec()?, &[want.len() as u64, fewer.len() as u64]);
        all_same("items", &y.slice(..want.len())?.to_vec()?, &want);
        all_same("some of them", &z.slice(..fewer.len())?.to_vec()?, &fewer);
        x.iter_mut().for_each(|v| *v /= 2);
    }
    Ok(())
}

/// Targets without room are refused before anything is written; a failure reaches whoever reads the target, the result or its length.
pub(crate) fn failures<B: Backend>(b: &B) -> Result<()> {
    let (x, odd) = (b.upload(&(0..3000u32).collect::<Vec<_>>())?, op!(|v: u32| v % 2 == 1));
    let (mut y, mut z, mut number) = (b.filled(OLD, 2999)?, b.filled(OLD, 3000)?, b.filled(9u64, 1)?);
    // The results would have room.
    let error = x.iter().filter(odd).collect_counted_into(&mut y).map(drop).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TargetTooShort { most: 3000, len: 2999, .. }), "{error}");
    let error = x.iter().partition(odd).collect_counted_into((&mut z, &mut y)).map(drop).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TargetTooShort { most: 3000, len: 2999, .. }), "{error}");
    let half = x.iter().filter(odd).collect_counted()?;
    // So would they where the call has returned the number.
    let error = half.iter().map(op!(|v: u32| v + 1)).collect_into(y.slice_mut(..1500)?).map(drop).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TargetTooShort { most: 3000, len: 1500, .. }), "{error}");
    let error = half.iter().filter(odd).collect_into(y.slice_mut(..1500)?).map(drop).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TargetTooShort { most: 3000, len: 1500, .. }), "{error}");
    let error = x.iter().scan_inclusive(Sum).collect_counted_into(&mut y).map(drop).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LengthMismatch { .. }), "{error}");
    all_same("nothing is written", &y.to_vec()?, &[OLD; 2999]);
    all_same("nor here", &z.to_vec()?, &[OLD; 3000]);

    let bad = op!(|v: u32| if v == 2001 { panic!("item 2001") } else { v % 2 == 1 });
    let failed = x.iter().filter(bad).collect_counted_into(&mut z).and_then(|some| {
        let told = some.len_into(&mut number).and_then(|()| number.at(0));
        assert!(told.is_err() && some.iter().sum().is_err() && some.len().is_err());
        some.wait()?.to_vec()
    });
    assert!(matches!(failed.unwrap_err().kind(), ErrorKind::Panic { message, .. } if message == "item 2001"));
    assert!(z.to_vec().is_err(), "a failed call's output");
    // What isn't overwritten stays failed: the first half alone is.
    let again = half.iter().map(op!(|v: u32| v)).collect_into(&mut z).map(drop);
    assert!(again.is_err() || z.to_vec().is_err(), "items behind those that were written");
    z.recover()?;
    same("recovered", z.to_vec()?.len(), 3000);
    same("the input", x.iter().sum()?, 3000 * 2999 / 2);
    Ok(())
}
