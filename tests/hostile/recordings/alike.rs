//! What recordings refuse on every backend, whether it puts calls down or makes them at each launch: at the same call, for the same reason.

use std::cell::RefCell;
use std::mem;
use std::sync::{Arc, Mutex};

use onrush::prelude::*;
use onrush::{PinnedVec, Result, State, Visitor};
use onrush_core::recording::Unrecorded;

use super::{Made, refused};
use crate::{everywhere, works};

everywhere! { vectors_that_come_and_go numbers_of_others room_behind_the_elements visits_that_call recovered lent other_devices in_destructors ending_threads }

/// Checks that a recording, or its launch, is refused at the caller's line for this reason.
#[track_caller]
fn refused_here<B: Backend, T: Made>(b: &B, result: Result<T>, reason: Unrecorded) -> Result<()> {
    let error = result.and_then(Made::launched).expect_err("it can't be recorded");
    assert_eq!(error.call().map(|at| at.line), Some(std::panic::Location::caller().line()), "{error}");
    refused::<B, ()>(b, Err(error), reason)
}

/// A state that shows some of its vectors.
struct Hides<B: Backend> {
    shown: Vec<DeviceVec<u32, B>>,
    hidden: Vec<DeviceVec<u32, B>>,
}

impl<B: Backend> State for Hides<B> {
    fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
        self.shown.visit(visitor);
    }
}

/// The number of a vector that was counted before is no constant, also where calls return it.
fn numbers_of_others<B: Backend>(b: &B) -> Result<()> {
    let number = || b.filled(0u64, 1);
    for less in [0u32, 50, 100] {
        let some = b.range(0..100u32).filter(op!(|v: u32| v < less)).collect_counted()?;
        refused_here(b, b.record(number()?, |n| some.len_into(&mut *n)), Unrecorded::Unshown)?;
        let fewer = some.iter().filter(op!(|v: u32| v < 7)).collect()?;
        refused_here(b, b.record(number()?, |n| fewer.len_into(&mut *n)), Unrecorded::Unshown)?;
    }
    // Nor is that of a vector in which nothing was found, which shows no memory.
    let mut none = b.range(0..100u32).filter(op!(|v: u32| v > 100)).collect_counted()?;
    let items = || b.filled(0u32, 100);
    refused_here(b, b.record(items()?, |y| none.iter().collect_into(y).map(drop)), Unrecorded::Unshown)?;
    refused_here(b, b.record(number()?, |n| none.iter().map(op!(|_: u32| 1)).sum_into(n)), Unrecorded::Unshown)?;
    none.sort()?;
    // A number that doesn't depend on the data is one.
    let all = b.range(0..100u32).collect_counted()?;
    let mut count = b.record(number()?, |n| {
        b.range(0..7u32).filter(op!(|v: u32| v > 2)).collect_counted()?.len_into(&mut *n)?;
        all.len_into(&mut *n)
    })?;
    count.launch()?;
    assert_eq!(count.into_state().at(0)?, 100);
    works(b)
}

fn vectors_that_come_and_go<B: Backend>(b: &B) -> Result<()> {
    let add = op!(|v: &mut u32| *v += 1);
    let x = || b.filled(1u32, 100);
    let hides = || Ok::<_, onrush::Error>(Hides { shown: vec![x()?], hidden: vec![x()?] });
    refused_here(b, b.record(hides()?, |s| s.hidden[0].iter_mut().for_each(add)), Unrecorded::Unshown)?;
    let kept = b.record(hides()?, |s| {
        s.hidden.push(s.shown[0].try_clone()?);
        Ok(())
    });
    refused(b, kept, Unrecorded::Escaped)?;
    // One that goes into hiding for a call, and comes back.
    let mut hide_and_seek = b.record(hides()?, |s| {
        mem::swap(&mut s.shown, &mut s.hidden);
        s.hidden[0].iter_mut().for_each(add)?;
        mem::swap(&mut s.shown, &mut s.hidden);
        s.hidden.clear();
        Ok(())
    })?;
    hide_and_seek.launch()?;
    assert_eq!(hide_and_seek.into_state().shown[0].to_vec()?, [2; 100]);
    // A vector that is made within takes the place of one that is dropped, and perhaps its address.
    let replaced = b.record(vec![x()?], |x| {
        drop(x.pop());
        x.push(b.filled(2u32, 100)?);
        Ok(())
    });
    assert!(replaced.and_then(Made::launched).is_err());
    // What is made may be dropped by another thread, and be there twice.
    let mut elsewhere = b.record(x()?, |x| {
        let (made, again) = (x.try_clone()?, x.try_clone()?);
        std::thread::scope(|scope| scope.spawn(|| drop(made)).join()).unwrap();
        x.iter_mut().zip(&again).for_each(op!(|(x, y): (&mut u32, u32)| *x += y))
    })?;
    elsewhere.launch()?;
    elsewhere.launch()?;
    assert_eq!(elsewhere.into_state().to_vec()?, [4; 100]);
    works(b)
}

/// The room behind a vector's elements isn't shown.
fn room_behind_the_elements<B: Backend>(b: &B) -> Result<()> {
    let mut x = DeviceVec::with_capacity(b, 100)?;
    refused(b, b.record(&mut x, |x| x.extend(b.range(0u32..50))), Unrecorded::Unshown)?;
    x.extend(b.range(0u32..10))?;
    let there_and_back = b.record(&mut x, |x| {
        x.extend_from_within(..5)?;
        x.truncate(10);
        Ok(())
    });
    refused(b, there_and_back, Unrecorded::Unshown)?;
    assert_eq!(x.to_vec()?, (0..10).collect::<Vec<u32>>());
    let mut again = b.record(x, |x| {
        x.truncate(5);
        x.extend(b.range(20u32..25))
    });
    if let Ok(again) = &mut again {
        assert!(again.launch().is_err());
    }
    works(b)
}

/// A state whose visits make calls.
struct Visits<B: Backend, F>(DeviceVec<u32, B>, F);

impl<B: Backend, F: FnMut(&mut DeviceVec<u32, B>)> State for Visits<B, F> {
    fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
        (self.1)(&mut self.0);
        self.0.visit(visitor);
    }
}

fn visits_that_call<B: Backend>(b: &B) -> Result<()> {
    type Visit<B> = fn(&mut DeviceVec<u32, B>);
    let visits: [(Visit<B>, Unrecorded); 3] = [
        (|x| drop(x.iter().sum()), Unrecorded::Waits),
        (|x| drop(x.device().synchronize()), Unrecorded::Waits),
        (|x| drop(x.device().record(&*x, |_| Ok(())).and_then(Made::launched)), Unrecorded::Nested),
    ];
    for (visit, reason) in visits {
        let state = Visits(b.filled(1u32, 100)?, visit);
        refused(b, b.record(state, |x| x.0.iter_mut().for_each(op!(|v: &mut u32| *v += 1))), reason)?;
    }
    Ok(())
}

/// Whether a failure is to be recovered is asked of what is done.
fn recovered<B: Backend>(b: &B) -> Result<()> {
    let mut x = b.filled(1u32, 100)?;
    refused_here(b, b.record(&mut x, |x| x.recover()), Unrecorded::Waits)?;
    refused_here(b, b.record(&mut x, |x| x.as_slice().settle()), Unrecorded::Waits)?;
    refused_here(b, b.record(&mut x, |x| x.try_clone()?.recover()), Unrecorded::Waits)?;
    refused_here(b, b.record((), |()| b.filled(1u32, 0)?.recover()), Unrecorded::Waits)
}

fn lent<B: Backend>(b: &B) -> Result<()> {
    let mut host = [1u32; 100];
    refused_here(b, b.record((), |()| b.lend(&host).map(drop)), Unrecorded::Copies)?;
    let cell = RefCell::new(host);
    refused_here(b, b.record((), |()| b.lend_mut(&mut *cell.borrow_mut(), |_| Ok(()))), Unrecorded::Copies)?;
    let no_item = || std::iter::from_fn(|| -> Option<u32> { unreachable!("nothing is copied") });
    refused_here(b, b.record((), |()| b.upload_iter(no_item()).map(drop)), Unrecorded::Copies)?;
    refused_here(b, b.record(b.filled(1u32, 9)?, |x| x.pop().map(drop)), Unrecorded::Waits)?;
    let pinned = PinnedVec::from_slice(b, &[1u32])?;
    refused_here(b, b.record((), |()| b.upload_pinned(&pinned).map(drop)), Unrecorded::Copies)?;
    b.lend_mut(&mut host, |host| {
        let mut add = b.record(host, |x| x.iter_mut().for_each(op!(|v: &mut u32| *v += 1)))?;
        add.launch()
    })?;
    assert_eq!(host, [2; 100]);
    works(b)
}

/// The calls of another device aren't launched.
fn other_devices<B: Backend>(b: &B) -> Result<()> {
    let host = Cpu::new();
    let y = RefCell::new(host.filled(1u32, 100)?);
    let reason = if b.id() == host.id() { Unrecorded::Unshown } else { Unrecorded::OtherStream };
    let add = op!(|v: &mut u32| *v += 1);
    let result = b.record((), |()| y.borrow_mut().iter_mut().for_each(add)).and_then(Made::launched);
    assert_eq!(result.as_ref().unwrap_err().call().map(|at| at.line), Some(line!() - 1));
    assert_eq!(result.unwrap_err().kind(), &onrush::ErrorKind::Recording { reason });
    refused_here(b, b.record((), |()| y.borrow().to_vec().map(drop)), Unrecorded::Waits)?;
    refused_here(b, b.record((), |()| host.synchronize()), Unrecorded::Waits)?;
    assert_eq!(y.borrow().to_vec()?, [1; 100]);
    works(b)
}

/// A value that waits where it is dropped.
struct WaitsAtLast<'a, B: Backend>(&'a B);

impl<B: Backend> Drop for WaitsAtLast<'_, B> {
    fn drop(&mut self) {
        let _ = self.0.synchronize();
    }
}

fn in_destructors<B: Backend>(b: &B) -> Result<()> {
    let x = b.filled(1u32, 100)?;
    refused(b, b.record(&x, |x| Some(WaitsAtLast(b)).map_or(Ok(()), |_| x.try_clone().map(drop))), Unrecorded::Waits)
}

/// Runs a function when it is dropped.
struct AtLast(Box<dyn Fn()>);

impl Drop for AtLast {
    fn drop(&mut self) {
        (self.0)();
    }
}

thread_local! {
    static LAST: RefCell<Option<AtLast>> = const { RefCell::new(None) };
}

/// A thread whose variables go records, when the library's variables may be gone.
fn ending_threads<B: Backend>(b: &B) -> Result<()> {
    let add = |b: &B| -> Result<u32> {
        let mut add = b.record(b.filled(1u32, 100)?, |x| x.iter_mut().for_each(op!(|v: &mut u32| *v += 1)))?;
        add.launch()?;
        add.launch()?;
        add.into_state().at(7)
    };
    let (device, seen) = (b.clone(), Arc::new(Mutex::new(None)));
    let other = seen.clone();
    let ends = move || {
        let (again, other) = (device.clone(), other.clone());
        LAST.set(Some(AtLast(Box::new(move || *other.lock().unwrap() = Some(add(&again))))));
        // The library's variables come behind that one, so they go before it.
        assert_eq!(add(&device), Ok(3));
    };
    std::thread::spawn(ends).join().unwrap();
    assert_eq!(seen.lock().unwrap().take(), Some(Ok(3)));
    works(b)
}
