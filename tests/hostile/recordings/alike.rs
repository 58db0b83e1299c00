//! What recordings refuse on every backend, whether it puts calls down or makes them at each launch: at the same call, for the same reason.

use std::cell::RefCell;
use std::sync::{Arc, Mutex};

use onrush::prelude::*;
use onrush::{PinnedVec, Result, State, Visitor};
use onrush_core::recording::Unrecorded;

use super::{Made, refused};
use crate::{everywhere, works};

everywhere! { visits_that_call recovered lent in_destructors ending_threads }

/// Checks that a recording, or its launch, is refused at the caller's line for this reason.
#[track_caller]
fn refused_here<B: Backend, T: Made>(b: &B, result: Result<T>, reason: Unrecorded) -> Result<()> {
    let error = result.and_then(Made::launched).expect_err("it can't be recorded");
    assert_eq!(error.call().map(|at| at.line), Some(std::panic::Location::caller().line()), "{error}");
    refused::<B, ()>(b, Err(error), reason)
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
