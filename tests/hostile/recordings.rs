//! Recordings whose states lie, whose closures aren't functions, keep what they make, wait, or run elsewhere; and recordings that are
//! launched at the wrong time.

mod alike;
mod failing;
mod loops;
mod memory;
mod other_threads;
mod streams;

use std::cell::{Cell, RefCell};
use std::panic::Location;
use std::sync::{Arc, Mutex};

use onrush::prelude::*;
use onrush::{ErrorKind, PinnedVec, Recording, Result, State, Visitor};
use onrush_core::recording::Unrecorded;

use crate::{everywhere, works};

everywhere! {
    waits unshown written_by_reference kept kept_in_the_state not_the_same_calls other_lengths exchanged nested other_streams ignored
    panics liars threads dropped_in_flight of_another_thread launched_from_threads failed_before empty kernels_after_a_failure
    events
}

/// Whether the device puts calls down; others run them anew.
pub(crate) fn records<B: Backend>(b: &B) -> bool {
    ["cuda", "emulated"].contains(&b.id().backend)
}

/// A recording that is made, or launched.
trait Made {
    #[track_caller]
    fn launched(self) -> Result<()>;
}

impl Made for () {
    fn launched(self) -> Result<()> {
        Ok(())
    }
}

impl<S: State, F: Fn(&mut S) -> Result<()>, B: Backend> Made for Recording<S, F, B> {
    #[track_caller]
    fn launched(mut self) -> Result<()> {
        self.launch()
    }
}

/// Checks that a recording is refused for this reason, with a line of the caller's file: before it is launched where calls are put down.
/// Others are refused by the launch, which asks for streams, threads and the same calls only where calls are put down.
#[track_caller]
fn refused<B: Backend, T: Made>(b: &B, result: Result<T>, reason: Unrecorded) -> Result<()> {
    use Unrecorded::{Differs, OtherStream, OtherThread};
    if records(b) || !matches!(reason, Differs | OtherStream | OtherThread) {
        let result = match result {
            Ok(made) if !records(b) => made.launched(),
            result => result.map(drop),
        };
        let error = result.expect_err("it can't be recorded");
        assert_eq!(error.kind(), &ErrorKind::Recording { reason }, "{error}");
        assert_eq!(error.call().map(|at| at.file), Some(Location::caller().file().to_owned()), "{error}");
    }
    works(b)
}

pub(crate) fn waits<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.filled(1u32, 1000)?;
    let result = b.record(&mut x, |x| x.iter().sum().map(drop));
    let line = line!() - 1;
    let result = result.and_then(Made::launched);
    assert_eq!(result.as_ref().unwrap_err().call().map(|at| at.line), Some(line));
    refused(b, result, Unrecorded::Waits)?;
    refused(b, b.record(&mut x, |x| x.to_vec().map(drop)), Unrecorded::Waits)?;
    refused(b, b.record(&mut x, |x| x.at(3).map(drop)), Unrecorded::Waits)?;
    refused(b, b.record(&mut x, |x| x.set(3, 4)), Unrecorded::Copies)?;
    refused(b, b.record(&mut x, |x| x.copy_from(&[1; 1000])), Unrecorded::Copies)?;
    refused(b, b.record(&mut x, |x| x.iter().filter(op!(|v: u32| v > 1)).collect().map(drop)), Unrecorded::Waits)?;
    refused(b, b.record(&mut x, |x| x.iter().position(op!(|v: u32| v > 1)).map(drop)), Unrecorded::Waits)?;
    refused(b, b.record(&mut x, |x| x.retain(op!(|v: u32| v > 1))), Unrecorded::Waits)?;
    refused(b, b.record(&mut x, |_| b.synchronize()), Unrecorded::Waits)?;
    refused(b, b.record(&mut x, |x| x.to_pinned().map(drop)), Unrecorded::Waits)?;
    refused(b, b.record((), |()| b.upload(&[1]).map(drop)), Unrecorded::Copies)?;
    refused(b, b.record((), |()| DeviceVec::from_vec(b, vec![1]).map(drop)), Unrecorded::Copies)?;
    refused(
        b,
        b.record(&mut x, |x| x.iter().filter(op!(|v: u32| v > 1)).collect_counted()?.len().map(drop)),
        Unrecorded::Waits,
    )?;
    // What a counted call may do, the next one may not.
    let next = b.record(&mut x, |x| {
        let some = x.iter().filter(op!(|v: u32| v > 1)).collect_counted()?;
        some.iter().filter(op!(|v: u32| v > 2)).count().map(drop)
    });
    refused(b, next, Unrecorded::Waits)?;
    // Also a sum of nothing, whose result is known.
    refused(b, b.record((), |()| b.range(0..0).sum().map(drop)), Unrecorded::Waits)?;
    assert_eq!(x.to_vec()?, [1; 1000]);
    Ok(())
}

pub(crate) fn unshown<B: Backend>(b: &B) -> Result<()> {
    let (mut x, y) = (b.filled(1u32, 100)?, b.filled(2u32, 100)?);
    let add = op!(|(x, y): (&mut u32, u32)| *x += y);
    refused(b, b.record(&mut x, |x| x.iter_mut().zip(&y).for_each(add)), Unrecorded::Unshown)?;
    let view = y.view();
    let captured = op!(|x: &mut u32| *x += view[1]);
    refused(b, b.record(&mut x, |x| x.iter_mut().for_each(captured)), Unrecorded::Unshown)?;
    // A part that reaches beyond what is shown.
    let part = x.slice(10..20)?;
    refused(b, b.record(part, |_| x.iter().scan_inclusive(Sum).collect().map(drop)), Unrecorded::Unshown)?;
    let shared = RefCell::new(b.filled(0u32, 100)?);
    refused(b, b.record(&x, |x| x.iter().collect_into(&mut *shared.borrow_mut())), Unrecorded::Unshown)
}

pub(crate) fn written_by_reference<B: Backend>(b: &B) -> Result<()> {
    struct Reads<'x, B: Backend>(&'x DeviceVec<u32, B>, RefCell<DeviceVec<u32, B>>);
    impl<B: Backend> State for Reads<'_, B> {
        fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
            self.0.visit(visitor);
        }
    }
    let x = b.filled(1u32, 100)?;
    let state = Reads(&x, RefCell::new(b.filled(0u32, 100)?));
    let result = b.record(state, |Reads(x, y)| x.iter().collect_into(&mut *y.borrow_mut()));
    refused(b, result, Unrecorded::Unshown)
}

pub(crate) fn kept<B: Backend>(b: &B) -> Result<()> {
    let (x, kept) = (b.filled(1u32, 100)?, RefCell::new(Vec::new()));
    let result = b.record(&x, |x| {
        kept.borrow_mut().push(x.iter().map(op!(|v: u32| v + 1)).collect()?);
        Ok(())
    });
    refused(b, result, Unrecorded::Escaped)?;
    // Nothing was ever written there.
    if records(b) {
        for mut kept in kept.into_inner() {
            assert!(kept.to_vec().is_err() && kept.iter().sum().is_err() && kept.at(0).is_err());
            assert!(kept.recover().is_err());
            b.range(0u32..100).collect_into(&mut kept)?;
            assert_eq!(kept.at(99)?, 99);
        }
    }
    let forgotten = b.record(&x, |x| {
        std::mem::forget(x.iter().map(op!(|v: u32| v + 1)).collect()?);
        Ok(())
    });
    refused(b, forgotten, Unrecorded::Escaped)
}

pub(crate) fn kept_in_the_state<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.filled(1u32, 100)?;
    let result = b.record(&mut x, |x| {
        let made = x.iter().map(op!(|v: u32| v + 1)).collect()?;
        **x = made;
        Ok(())
    });
    if records(b) {
        assert!(matches!(result.map(drop).unwrap_err().kind(), ErrorKind::Recording { .. }));
        assert!(x.to_vec().is_err());
        b.range(0u32..100).collect_into(&mut x)?;
    }
    assert_eq!(x.len(), 100);
    works(b)
}

pub(crate) fn not_the_same_calls<B: Backend>(b: &B) -> Result<()> {
    let (mut x, calls) = (b.filled(1u32, 100)?, Cell::new(0u32));
    let counted = b.record(&mut x, |x| {
        calls.set(calls.get() + 1);
        let add = calls.get();
        x.iter_mut().for_each(op!(|x: &mut u32| *x += add))
    });
    refused(b, counted, Unrecorded::Differs)?;
    let growing = b.record(&mut x, |x| {
        calls.set(calls.get() + 1);
        (0..calls.get()).try_for_each(|_| x.iter_mut().for_each(op!(|x: &mut u32| *x += 1)))
    });
    refused(b, growing, Unrecorded::Differs)?;
    // A workspace that grows each time.
    let ever_more = b.record(&mut x, |_| {
        calls.set(calls.get() + 1);
        let len = 1usize << (10 + calls.get()).min(20);
        b.range(0u64..len as u64).scan_inclusive(Sum).collect().map(drop)
    });
    refused(b, ever_more, Unrecorded::Differs)
}

pub(crate) fn other_lengths<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.filled(1u32, 100)?;
    let mut more = b.record(&mut x, |x| x.iter_mut().for_each(op!(|x: &mut u32| *x += 1)))?;
    more.state_mut().truncate(99);
    refused(b, more.launch(), Unrecorded::Changed)?;
    more.state_mut().push(1)?;
    more.launch()?;
    // The same memory, and another one.
    more.state_mut().reserve(10_000)?;
    refused(b, more.launch(), Unrecorded::Changed)?;
    refused(
        b,
        b.record(&mut x, |x| {
            x.truncate(x.len() - 1);
            Ok(())
        }),
        Unrecorded::Changed,
    )?;
    works(b)
}

pub(crate) fn exchanged<B: Backend>(b: &B) -> Result<()> {
    let state = (b.filled(1u32, 100)?, b.filled(2u32, 100)?);
    let mut add = b.record(state, |(x, y)| x.iter_mut().zip(&*y).for_each(op!(|(x, y): (&mut u32, u32)| *x += y)))?;
    let (x, y) = add.state_mut();
    std::mem::swap(x, y);
    refused(b, add.launch(), Unrecorded::Changed)?;
    let (x, y) = add.state_mut();
    std::mem::swap(x, y);
    add.launch()?;
    add.state_mut().0 = b.filled(5u32, 100)?;
    refused(b, add.launch(), Unrecorded::Changed)?;
    let state = add.into_state();
    let swaps = b.record(state, |(x, y)| {
        std::mem::swap(x, y);
        Ok(())
    });
    refused(b, swaps, Unrecorded::Changed)
}

pub(crate) fn nested<B: Backend>(b: &B) -> Result<()> {
    let (mut x, y) = (b.filled(1u32, 100)?, b.filled(1u32, 100)?);
    let inner = b.record(y, |y| y.iter_mut().for_each(op!(|y: &mut u32| *y += 1)))?;
    let inner = RefCell::new(inner);
    refused(b, b.record(&mut x, |_| inner.borrow_mut().launch()), Unrecorded::Nested)?;
    refused(b, b.record(&mut x, |x| b.record(&mut **x, |_| Ok(())).map(drop)), Unrecorded::Nested)?;
    inner.borrow_mut().launch()?;
    assert_eq!(inner.into_inner().into_state().at(0)?, 2);
    Ok(())
}

pub(crate) fn other_streams<B: Backend>(b: &B) -> Result<()> {
    let side = b.stream()?;
    let (mut x, y) = (b.filled(1u32, 100)?, side.filled(2u32, 100)?);
    if records(b) {
        let elsewhere = b.record(&y, |y| y.iter().map(op!(|v: u32| v)).collect().map(drop));
        refused(b, elsewhere, Unrecorded::OtherStream)?;
    }
    // Its vectors may be used here.
    let mut add =
        b.record((&mut x, &y), |(x, y)| x.iter_mut().zip(&**y).for_each(op!(|(x, y): (&mut u32, u32)| *x += y)))?;
    add.launch()?;
    drop(add);
    drop(y);
    assert_eq!(x.at(7)?, 3);
    works(b)
}

/// A refusal that the closure ignores fails the recording nevertheless.
pub(crate) fn ignored<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.filled(1u32, 100)?;
    let result = b.record(&mut x, |x| {
        let _ = x.iter().sum();
        let _ = b.synchronize();
        x.iter_mut().for_each(op!(|x: &mut u32| *x += 1))
    });
    refused(b, result, Unrecorded::Waits)
}

pub(crate) fn panics<B: Backend>(b: &B) -> Result<()> {
    let (x, kept) = (b.filled(1u32, 100)?, Mutex::new(None));
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let recorded = b.record(&x, |x| {
            *kept.lock().unwrap() = Some(x.try_clone()?);
            panic!("in the closure");
        });
        recorded.and_then(Made::launched)
    }));
    assert!(panicked.is_err());
    // This thread doesn't record any more.
    let kept = kept.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).unwrap();
    assert_eq!(kept.to_vec().is_err(), records(b));
    assert_eq!(x.iter().sum()?, 100);
    works(b)
}

/// A state that shows what it likes.
struct Liar<B: Backend> {
    hidden: Vec<DeviceVec<u32, B>>,
    visits: usize,
    show: fn(usize) -> usize,
}

impl<B: Backend> State for Liar<B> {
    fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
        let shown = (self.show)(self.visits);
        self.visits += 1;
        self.hidden.iter_mut().take(shown).for_each(|vec| vec.visit(visitor));
    }
}

pub(crate) fn liars<B: Backend>(b: &B) -> Result<()> {
    let make = |show| {
        Ok::<_, onrush::Error>(Liar { hidden: vec![b.filled(1u32, 100)?, b.filled(2u32, 100)?], visits: 0, show })
    };
    let step = |liar: &mut Liar<B>| -> Result<()> {
        let [x, y] = &mut liar.hidden[..] else { return Ok(()) };
        x.iter_mut().zip(&*y).for_each(op!(|(x, y): (&mut u32, u32)| *x += y))
    };
    refused(b, b.record(make(|_| 0)?, step), Unrecorded::Unshown)?;
    refused(b, b.record(make(|_| 1)?, step), Unrecorded::Unshown)?;
    refused(b, b.record(make(|visit| 2 - visit % 2)?, step), Unrecorded::Changed)?;
    // One that is found out at a launch.
    let mut late = b.record(make(|visit| if visit < 4 { 2 } else { 1 })?, step)?;
    refused(b, late.launch().and_then(|()| late.launch()), Unrecorded::Changed)?;
    // One that has dropped what it has shown.
    let mut gone = b.record(make(|_| 2)?, step)?;
    gone.launch()?;
    gone.state_mut().hidden.clear();
    refused(b, gone.launch(), Unrecorded::Changed)?;
    works(b)
}

/// Other threads use what is recorded while it is.
pub(crate) fn threads<B: Backend>(b: &B) -> Result<()> {
    if !records(b) {
        return Ok(());
    }
    let (mut x, y) = (b.filled(1u32, 100)?, b.filled(0u32, 100)?);
    // Another thread's calls aren't recorded, and find nothing in a vector that isn't made before a launch.
    let mut plus = b.record((&mut x, &y), |(x, y)| {
        let mut made = y.iter().map(op!(|v: u32| v + 1)).collect()?;
        let (seen, sum) = std::thread::scope(|scope| {
            let other = scope.spawn(|| (made.to_vec().map(drop).and(made.iter().sum().map(drop)), y.iter().sum()));
            other.join().unwrap()
        });
        assert_eq!(seen.unwrap_err().kind(), &ErrorKind::Recording { reason: Unrecorded::Escaped });
        assert_eq!(sum, Ok(0));
        y.iter().map(op!(|v: u32| v + 2)).collect_into(&mut made)?;
        std::thread::scope(|scope| scope.spawn(|| assert!(made.to_vec().is_err())).join()).unwrap();
        x.iter_mut().zip(&made).for_each(op!(|(x, y): (&mut u32, u32)| *x += y))
    })?;
    plus.launch()?;
    plus.launch()?;
    drop(plus);
    assert_eq!(x.to_vec()?, [5; 100]);
    works(b)
}

pub(crate) fn dropped_in_flight<B: Backend>(b: &B) -> Result<()> {
    for _ in 0..4 {
        let state = (b.filled(1u64, 10_000)?, b.filled(0u64, 10_000)?);
        let mut sums = b.record(state, |(x, y)| {
            let doubled = x.iter().map(op!(|v: u64| 2 * v)).collect()?;
            doubled.iter().scan_inclusive(Sum).collect_into(&mut *y)
        })?;
        sums.launch()?;
        sums.launch()?;
        let (x, y) = sums.into_state();
        // The same memory again.
        let others: Result<Vec<_>> = (0..4).map(|_| b.filled(7u64, 10_000)).collect();
        drop(x);
        assert_eq!(y.at(9_999)?, 20_000);
        drop(others?);
    }
    let mut unused = b.record(b.filled(1u64, 10_000)?, |x| x.iter_mut().for_each(op!(|x: &mut u64| *x += 1)))?;
    unused.launch()?;
    drop(unused);
    works(b)
}

pub(crate) fn of_another_thread<B: Backend>(b: &B) -> Result<()> {
    let made = std::thread::scope(|scope| {
        let make = || b.record(b.filled(1u32, 100)?, |x| x.iter_mut().for_each(op!(|x: &mut u32| *x += 1)));
        scope.spawn(make).join().unwrap()
    });
    let mut made = made?;
    made.launch()?;
    assert_eq!(made.into_state().at(0)?, 2);
    works(b)
}

pub(crate) fn launched_from_threads<B: Backend>(b: &B) -> Result<()> {
    let recording = b.record(b.filled(1u32, 100)?, |x| x.iter_mut().for_each(op!(|x: &mut u32| *x += 1)))?;
    let recording = Arc::new(Mutex::new(recording));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..5).for_each(|_| recording.lock().unwrap().launch().unwrap()));
        }
    });
    assert_eq!(recording.lock().unwrap().state().to_vec()?, [21; 100]);
    works(b)
}

/// A vector that a failed call was to make isn't recorded.
pub(crate) fn failed_before<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.filled(0u32, 100)?;
    let failed = b.range(0u32..100).map(op!(|v: u32| 1 / v)).collect_into(&mut x);
    let error = b.record(&mut x, |x| x.iter_mut().for_each(op!(|x: &mut u32| *x += 1))).and_then(|mut r| r.launch());
    assert!(failed.is_err() || error.is_err());
    assert!(x.to_vec().is_err());
    x.recover()?;
    b.record(&mut x, |x| x.iter_mut().for_each(op!(|x: &mut u32| *x = 1)))?.launch()?;
    assert_eq!(x.iter().sum()?, 100);
    works(b)
}

pub(crate) fn empty<B: Backend>(b: &B) -> Result<()> {
    let mut nothing = b.record((), |()| Ok(()))?;
    nothing.launch()?;
    let mut x = b.filled(1u32, 0)?;
    let mut none = b.record(&mut x, |x| {
        let y = x.iter().map(op!(|v: u32| 1 / v)).collect()?;
        y.iter().scan_inclusive(Sum).collect_into(&mut **x)?;
        x.sort()
    })?;
    none.launch()?;
    none.launch()?;
    works(b)
}

/// After a launch has failed the workspace is as good as new.
pub(crate) fn kernels_after_a_failure<B: Backend>(b: &B) -> Result<()> {
    let (mut x, mut y) = (b.range(0u64..50_000).collect()?, b.filled(0u64, 50_000)?);
    let mut scan = b.record((&mut x, &mut y), |(x, y)| {
        let safe = x.iter().map(op!(|v: u64| 100 / (v + 1) * (v + 1))).collect()?;
        safe.iter()
            .scan_inclusive(op!(|a: u64, b: u64| if a + b > 1 << 60 { panic!("too large") } else { a + b }))
            .collect_into(&mut **y)
    })?;
    scan.launch()?;
    let expected = scan.state().1.to_vec()?;
    scan.state_mut().0.iter_mut().for_each(op!(|x: &mut u64| if *x == 40_000 {
        *x = u64::MAX
    }))?;
    assert!(scan.launch().is_err() || scan.state().1.to_vec().is_err());
    scan.state_mut().0.iter_mut().for_each(op!(|x: &mut u64| if *x == u64::MAX {
        *x = 40_000
    }))?;
    for _ in 0..2 {
        scan.launch()?;
        assert_eq!(scan.state().1.to_vec()?, expected);
    }
    works(b)
}

/// What is no work of a launch, and what host memory keeps of a transfer that isn't made.
pub(crate) fn events<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.filled(1u32, 100)?;
    refused(b, b.record(&mut x, |_| b.event().map(drop)), Unrecorded::Event)?;
    refused(b, b.record(&mut x, |_| b.time(|| Ok(())).map(drop)), Unrecorded::Event)?;
    refused(b, b.record(&mut x, |_| b.release_memory()), Unrecorded::Waits)?;
    let pinned = RefCell::new(PinnedVec::from_slice(b, &[3u32; 100])?);
    refused(b, b.record(&x, |x| x.copy_to_pinned(&mut pinned.borrow_mut())), Unrecorded::Copies)?;
    refused(b, b.record(&mut x, |x| x.copy_from_pinned(&pinned.borrow())), Unrecorded::Copies)?;
    assert_eq!(pinned.borrow().as_slice()?, [3; 100]);
    x.copy_to_pinned(&mut pinned.borrow_mut())?;
    assert_eq!(pinned.borrow().as_slice()?, [1; 100]);
    works(b)
}
