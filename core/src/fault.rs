//! Panics inside operations become errors that name the user's line.
//!
//! A panic's location is known only to the panic hook, so the first [`guard`] installs a hook in front of the current
//! one. While the panicking thread runs an operation, the new hook records the location and prints nothing; otherwise
//! it calls the hook that was installed before. A program may install its own hook later. If that hook calls its
//! predecessor, nothing changes. If it doesn't, it receives the next panic of an operation, whose error then has no
//! location, and the next call installs the recording hook in front of it again. A thread that is panicking can't
//! change the hook, so a call made there leaves it as it is.
//!
//! std can't replace the hook in one step. In the nanoseconds between the two steps std's own hook reports other threads'
//! panics, and a hook that another thread sets is lost; a program that must exclude this makes its first call before it
//! starts threads.
//!
//! Where panics abort (`panic = "abort"`), an operation's failure can't become an error: the process ends at the first
//! panic. No hook is installed, so the program's own hook reports the panic and its place. It also reports errors that
//! are raised inside an algorithm (an index out of range, memory that is refused).

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

use crate::error::{Apart, Error, ErrorKind, Location, Result, copied};

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The place of the last panic, as it was recorded: `Some(None)` if the memory for it was refused.
    static LOCATION: RefCell<Option<Option<Location>>> = const { RefCell::new(None) };
}

type Hook = Box<dyn Fn(&PanicHookInfo) + Send + Sync>;

/// Whether our hook is believed to be installed. It is always `true` where panics abort, so that none is installed.
static HOOKED: AtomicBool = AtomicBool::new(cfg!(panic = "abort"));

/// Unwinds with an error of our own: no message is printed, and [`guard`] returns it.
#[cold]
#[inline(never)]
pub fn raise(kind: ErrorKind) -> ! {
    raise_error(kind.into())
}

/// Unwinds as [`raise`] does, with an error that exists already.
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
    // Unwind safety is up to the callers: every algorithm documents what its outputs hold after an error. The result
    // isn't returned through the union that `catch_unwind` uses: written in parts and read as a whole, that cost more
    // than a sum of 64 items.
    let caught = panic::catch_unwind(AssertUnwindSafe(|| result = Some(f())));
    DEPTH.set(DEPTH.get() - 1);
    if let Err(payload) = caught {
        return Err(error_of(payload).joined());
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
    // Everything that takes time happens before the hook is removed.
    let before: Arc<OnceLock<Hook>> = Arc::default();
    let ours: Hook = {
        let before = before.clone();
        Box::new(move |info| match before.get() {
            Some(before) if DEPTH.get() == 0 => before(info),
            _ => record(info),
        })
    };
    let _ = before.set(panic::take_hook());
    panic::set_hook(ours);
    HOOKED.store(true, Ordering::Relaxed);
}

fn recorded(at: &panic::Location<'_>) -> Option<Location> {
    Some(Location { file: copied(at.file())?, line: at.line(), column: at.column() })
}

fn record(info: &PanicHookInfo) {
    let location = info.location().map(recorded);
    // A thread that is ending may have destroyed its thread-local location already.
    let _ = LOCATION.try_with(|place| *place.borrow_mut() = location);
}

/// Runs `f`, a method of std whose panics name std's own lines: such a panic gets the caller's place. If `f` returns, this
/// costs nothing.
#[inline(always)]
#[track_caller]
pub(crate) fn placed<R>(f: impl FnOnce() -> R) -> R {
    struct Place(&'static panic::Location<'static>);
    impl Drop for Place {
        #[cold]
        fn drop(&mut self) {
            let Place(at) = self;
            let _ = LOCATION.try_with(|place| {
                // If another hook ran instead of ours, nothing is recorded, and the error has no place.
                let mut place = place.borrow_mut();
                if place.is_some() {
                    *place = Some(recorded(at));
                }
            });
        }
    }
    let place = Place(panic::Location::caller());
    let result = f();
    std::mem::forget(place);
    result
}

/// `$call`, in the caller's place if this method of std panics in its own.
macro_rules! in_place {
    (wrapping_div $call:expr) => {
        $crate::fault::placed(|| $call)
    };
    (wrapping_rem $call:expr) => {
        $crate::fault::placed(|| $call)
    };
    ($name:ident $call:expr) => {
        $call
    };
}
pub(crate) use in_place;

#[cold]
#[inline(never)]
fn error_of(payload: Box<dyn Any + Send>) -> Apart {
    let location = LOCATION.try_with(RefCell::take).ok().flatten();
    let payload = match payload.downcast::<Error>() {
        Ok(error) => return error.apart(),
        Err(other) => other,
    };
    if location.is_none() {
        // Another hook has taken the place of ours.
        HOOKED.store(cfg!(panic = "abort"), Ordering::Relaxed);
    }
    let message = match payload.downcast::<String>() {
        Ok(message) => Some(*message),
        Err(payload) => copied(payload.downcast_ref().copied().unwrap_or("a panic without a message")),
    };
    let error: Error = match (message, location) {
        (Some(message), None) => ErrorKind::Panic { message, location: None }.into(),
        (Some(message), Some(Some(location))) => ErrorKind::Panic { message, location: Some(location) }.into(),
        _ => Error::of_refused_operation(),
    };
    error.apart()
}
