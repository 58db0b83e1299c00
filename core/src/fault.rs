//! Panics inside operations become errors that name the user's line.
//!
//! A panic's location is known only to the panic hook, so the first [`guard`] puts a hook in front of the current one.
//! Inside a guard it records the location and stays silent; everywhere else it hands over to the hook that was there.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use crate::error::{Error, ErrorKind, Location, Result};

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static LOCATION: RefCell<Option<Location>> = const { RefCell::new(None) };
}

/// Unwinds with an error of our own: no message is printed, and [`guard`] returns it.
#[cold]
#[inline(never)]
pub fn raise(kind: ErrorKind) -> ! {
    panic::resume_unwind(Box::new(Error::from(kind)))
}

/// Runs `f`; a panic inside becomes an error. Where one guard runs work on other threads, each thread's part has a guard
/// of its own, whose error is raised again for the outer one.
pub fn guard<R>(f: impl FnOnce() -> R) -> Result<R> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if DEPTH.get() == 0 {
                return before(info);
            }
            LOCATION.set(info.location().map(|l| Location {
                file: l.file().to_owned(),
                line: l.line(),
                column: l.column(),
            }));
        }));
    });
    DEPTH.set(DEPTH.get() + 1);
    let mut result = None;
    // What `f` leaves half done is the callers' matter: every algorithm says what its outputs hold after an error. Its
    // result doesn't pass through the union in which `catch_unwind` would return it: written in parts and read as a whole,
    // that cost more than a sum of 64 items.
    let caught = panic::catch_unwind(AssertUnwindSafe(|| result = Some(f())));
    DEPTH.set(DEPTH.get() - 1);
    match (caught, result) {
        (Err(payload), _) => Err(error_of(payload)),
        (Ok(()), Some(result)) => Ok(result),
        (Ok(()), None) => unreachable!("the closure has returned"),
    }
}

/// As [`guard`], for a part of the work on another thread: an error is raised again.
pub fn part<R>(f: impl FnOnce() -> R) -> R {
    match guard(f) {
        Ok(r) => r,
        Err(e) => panic::resume_unwind(Box::new(e)),
    }
}

fn error_of(payload: Box<dyn Any + Send>) -> Error {
    let payload = match payload.downcast::<Error>() {
        Ok(error) => return *error,
        Err(other) => other,
    };
    let message = match payload.downcast_ref::<&str>() {
        Some(s) => (*s).to_owned(),
        None => payload.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic without a message".into()),
    };
    ErrorKind::Panic { message, location: LOCATION.take() }.into()
}
