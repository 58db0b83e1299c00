//! What recordings do on every backend, whether it puts calls down or makes them at each launch.

use std::cell::RefCell;
use std::sync::{Arc, Mutex};

use onrush::Result;
use onrush::prelude::*;

use crate::{everywhere, works};

everywhere! { ending_threads }

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
