//! Panics: an operation's panic becomes an error, and the user's panics reach the user's hook. Each program runs in a
//! separate process, because a process has one hook for all threads.

use std::panic::{self, AssertUnwindSafe};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use onrush::prelude::*;
use onrush::{Error, ErrorKind};

/// Enough items for several threads.
const N: usize = 1 << 14;

/// Runs each program in a separate process, which must succeed and print nothing but its own output.
macro_rules! alone {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            if std::env::var_os("ONRUSH_HOSTILE_ALONE").is_some() {
                return programs::$name();
            }
            let name = concat!(module_path!(), "::", stringify!($name));
            let name = name.split_once("::").map_or(name, |(_, name)| name);
            let mut test = Command::new(std::env::current_exe().unwrap());
            let output = test.args([name, "--exact", "--nocapture"]).env("ONRUSH_HOSTILE_ALONE", "1").output().unwrap();
            let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(output.status.success() && out.contains("1 passed"), "{}\n{out}\n{err}", output.status);
        }
    )*};
}

alone! {
    the_users_own_panics_reach_the_users_hook
    a_first_call_while_a_thread_panics
    an_operation_fails_while_a_thread_panics
    a_hook_set_later_stays
    a_hook_that_hands_over_stays
    hooks_that_change_all_the_time
    an_error_leaves_the_hook_to_others
}

/// The error of a failing call; it names this file unless another hook is installed.
fn fails() -> Error {
    let error = Cpu::new().tabulate(N, op!(|i: usize| 1u32 / (i != 9999) as u32)).sum().unwrap_err();
    assert!(error.to_string().contains("divide by zero"), "{error}");
    error
}

fn named(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Panic { location: Some(at), .. } if at.file.ends_with("panics.rs"))
}

/// Installs a hook that counts the panics it sees.
fn count_panics() -> Arc<AtomicUsize> {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    panic::set_hook(Box::new(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
    }));
    count
}

/// Calls `f` while the thread panics.
fn while_panicking(f: impl FnMut()) {
    struct Last<F: FnMut()>(F);
    impl<F: FnMut()> Drop for Last<F> {
        fn drop(&mut self) {
            assert!(thread::panicking());
            (self.0)();
        }
    }
    let caught = panic::catch_unwind(AssertUnwindSafe(|| {
        let _last = Last(f);
        panic!("the user's own");
    }));
    assert!(caught.is_err());
}

mod programs {
    use super::*;

    /// Tasks of one pool make calls that succeed, make calls that fail, and panic in the user's code.
    pub(super) fn the_users_own_panics_reach_the_users_hook() {
        let count = count_panics();
        // std can't exchange the hook in one step, so the first failure's exchange happens before there are threads.
        assert!(named(&fails()));
        rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap().scope(|scope| {
            for i in 0..300 {
                scope.spawn(move |_| match i % 3 {
                    0 => drop(Cpu::new().tabulate(N, op!(|i: usize| i as u64)).sum().unwrap()),
                    1 => assert!(named(&fails())),
                    _ => assert!(panic::catch_unwind(|| panic!("the user's own")).is_err()),
                });
            }
        });
        assert_eq!(count.load(Ordering::Relaxed), 100);
    }

    pub(super) fn a_first_call_while_a_thread_panics() {
        let count = count_panics();
        while_panicking(|| {
            assert_eq!(Cpu::new().range(0u64..1000).sum().unwrap(), 499_500);
            // The hook can't be changed while the thread panics, so the error has no location.
            fails();
        });
        // The hook sees the user's panic. It may also see the operation's, unless another thread of the pool has replaced
        // the hook.
        assert!(count.load(Ordering::Relaxed) >= 1);
        assert!((0..9).any(|_| named(&fails())));
    }

    pub(super) fn an_operation_fails_while_a_thread_panics() {
        let count = count_panics();
        assert!(named(&fails()));
        while_panicking(|| assert!(named(&fails())));
        assert_eq!(count.load(Ordering::Relaxed), 1);
    }

    /// A hook that calls no other hook sees the operation's next panic, and afterwards only the user's panics.
    pub(super) fn a_hook_set_later_stays() {
        assert!(named(&fails()));
        let count = count_panics();
        assert!((0..9).any(|_| named(&fails())));
        let seen = count.load(Ordering::Relaxed);
        assert!(named(&fails()));
        assert_eq!(count.load(Ordering::Relaxed), seen);
        assert!(panic::catch_unwind(|| panic!("the user's own")).is_err());
        assert_eq!(count.load(Ordering::Relaxed), seen + 1);
        // Removes the hook and installs another.
        drop(panic::take_hook());
        panic::set_hook(Box::new(|_| ()));
        assert!((0..9).any(|_| named(&fails())));
    }

    pub(super) fn a_hook_that_hands_over_stays() {
        assert!(named(&fails()));
        let before = panic::take_hook();
        let count = Arc::new(AtomicUsize::new(0));
        let counted = count.clone();
        panic::set_hook(Box::new(move |info| {
            counted.fetch_add(1, Ordering::Relaxed);
            before(info);
        }));
        assert!(named(&fails()) && named(&fails()));
        assert_eq!(count.load(Ordering::Relaxed), 2);
    }

    /// A failing operation's call returns an error, whichever hook is installed.
    pub(super) fn hooks_that_change_all_the_time() {
        panic::set_hook(Box::new(|_| ()));
        let end = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !end.load(Ordering::Relaxed) {
                    panic::set_hook(Box::new(|_| ()));
                }
            });
            let failing = [(); 3].map(|()| scope.spawn(|| (0..50).for_each(|_| drop(fails()))));
            failing.into_iter().for_each(|thread| thread.join().unwrap());
            end.store(true, Ordering::Relaxed);
        });
        assert!((0..9).any(|_| named(&fails())));
    }

    /// Errors that aren't panics leave the hook alone, and a panic right after one reaches the user's hook.
    pub(super) fn an_error_leaves_the_hook_to_others() {
        let count = count_panics();
        let error = Cpu::new().tabulate(N, op!(|i: usize| i)).histogram(7).collect().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::OutOfRange { .. }), "{error}");
        assert_eq!(count.load(Ordering::Relaxed), 0);
        assert!(panic::catch_unwind(|| panic!("the user's own")).is_err());
        assert_eq!(count.load(Ordering::Relaxed), 1);
    }
}
