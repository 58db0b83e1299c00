//! Panics inside operations become errors that name the user's line.
//!
//! A panic's location is known only to the panic hook, so the first [`guard`] puts a hook in front of the current one.
//! While an operation runs on the panicking thread it records the location and stays silent; everywhere else it hands
//! over to the hook that was there. A program that sets a hook of its own later keeps it: a hook that hands over to the
//! one before it changes nothing; one that doesn't sees the next panic of an operation, whose error then names no
//! place, and the recording hook goes in front of it again with the next call. A thread that is panicking can't change
//! the hook, and nothing is changed there.
//!
//! std can't replace the hook in one step. A hook that another thread sets in the nanoseconds between the two steps is
//! lost; a program that must exclude this makes its first call before it starts threads.
//!
//! Where panics abort (`panic = "abort"`) no operation's failure can become an error: the process ends at the first
//! one. No hook is put anywhere, so the program's own reports the panic and its place; what the library would have
//! returned as an error (an index out of range, memory that is refused in the midst of an algorithm) is reported there
//! too.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::error::{Error, ErrorKind, Location, Result};

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static LOCATION: RefCell<Option<Location>> = const { RefCell::new(None) };
}

/// Whether our hook is in place, as far as is known.
static HOOKED: AtomicBool = AtomicBool::new(cfg!(panic = "abort"));

/// Unwinds with an error of our own: no message is printed, and [`guard`] returns it.
#[cold]
#[inline(never)]
pub fn raise(kind: ErrorKind) -> ! {
    raise_error(kind.into())
}

/// As [`raise`], for an error that is there already.
#[cold]
#[inline(never)]
pub fn raise_error(error: Error) -> ! {
    if cfg!(panic = "abort") {
        panic!("{error}");
    }
    panic::resume_unwind(Box::new(error))
}

/// Runs `f`; a panic inside becomes an error. Where one guard runs work on other threads, each thread's part has a guard
/// of its own, whose error is raised again for the outer one.
pub fn guard<R>(f: impl FnOnce() -> R) -> Result<R> {
    if !HOOKED.load(Ordering::Relaxed) {
        hook();
    }
    DEPTH.set(DEPTH.get() + 1);
    let mut result = None;
    // What `f` leaves half done is the callers' matter: every algorithm says what its outputs hold after an error. Its
    // result doesn't pass through the union in which `catch_unwind` would return it: written in parts and read as a whole,
    // that cost more than a sum of 64 items.
    let caught = panic::catch_unwind(AssertUnwindSafe(|| result = Some(f())));
    DEPTH.set(DEPTH.get() - 1);
    if let Err(payload) = caught {
        return Err(error_of(payload));
    }
    Ok(result.expect("the closure has returned"))
}

/// Puts our hook in front of the current one, if this thread may.
#[cold]
#[inline(never)]
fn hook() {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    if thread::panicking() {
        return;
    }
    let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(|poison| poison.into_inner());
    if HOOKED.load(Ordering::Relaxed) {
        return;
    }
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| if DEPTH.get() == 0 { before(info) } else { record(info) }));
    HOOKED.store(true, Ordering::Relaxed);
}

fn record(info: &PanicHookInfo) {
    let location = info.location().map(|l| Location { file: l.file().to_owned(), line: l.line(), column: l.column() });
    // A thread that is ending may have no place for it any more.
    let _ = LOCATION.try_with(|place| *place.borrow_mut() = location);
}

fn error_of(payload: Box<dyn Any + Send>) -> Error {
    let location = LOCATION.try_with(RefCell::take).ok().flatten();
    let payload = match payload.downcast::<Error>() {
        Ok(error) => return *error,
        Err(other) => other,
    };
    if location.is_none() {
        // Another hook has taken the place of ours.
        HOOKED.store(cfg!(panic = "abort"), Ordering::Relaxed);
    }
    let message = match payload.downcast_ref::<&str>() {
        Some(s) => (*s).to_owned(),
        None => payload.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic without a message".into()),
    };
    ErrorKind::Panic { message, location }.into()
}
