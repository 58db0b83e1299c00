//! Calls from unusual places: destructors, tracing subscribers, many threads, absurdly large pools.

use std::cell::RefCell;
use std::sync::mpsc;
use std::thread;

use onrush::ErrorKind;
use onrush::prelude::*;

use crate::{everywhere, works};

everywhere! { in_a_threads_destructors from_many_threads in_a_leaked_chain }

struct AtExit<B: Backend>(Option<B>, mpsc::Sender<onrush::Result<i32>>);

impl<B: Backend> Drop for AtExit<B> {
    fn drop(&mut self) {
        if let Some(b) = self.0.take() {
            let zero = 0;
            let _ = self.1.send(b.range(0..9).map(op!(|i: i32| 7 / (i * zero))).sum());
            let _ = self.1.send(b.range(0..9).sum());
        }
    }
}

/// Some thread-locals are already destroyed when the thread's last destructors run; a failing operation there still returns
/// an error.
fn in_a_threads_destructors<B: Backend>(b: &B) -> onrush::Result<()> {
    thread_local! {
        static LAST: RefCell<Vec<Box<dyn std::any::Any>>> = const { RefCell::new(Vec::new()) };
    }
    let (sender, receiver) = mpsc::channel();
    let ours = b.clone();
    thread::spawn(move || {
        // Registers destructors before and after the thread's first call, so that one of them runs after the call's own
        // thread-locals are gone.
        LAST.with_borrow_mut(|last| last.push(Box::new(AtExit(Some(ours.clone()), sender.clone()))));
        assert_eq!(ours.range(0..5).sum(), Ok(10));
        LAST.with_borrow_mut(|last| last.push(Box::new(AtExit(Some(ours), sender))));
    })
    .join()
    .expect("the thread ends in order");
    let answers: Vec<_> = receiver.iter().collect();
    assert_eq!(answers.len(), 4, "{answers:?}");
    for pair in answers.chunks(2) {
        let error = pair[0].as_ref().expect_err("a division by zero");
        assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error}");
        assert_eq!(pair[1], Ok(36));
    }
    works(b)
}

fn from_many_threads<B: Backend>(b: &B) -> onrush::Result<()> {
    let shared = b.range(0u64..2000).collect()?;
    thread::scope(|scope| {
        for k in 0..8u64 {
            let shared = &shared;
            scope.spawn(move || {
                for _ in 0..2 {
                    let sum = shared.iter().map(op!(|v: u64| v * k)).sum();
                    assert_eq!(sum, Ok(k * 1_999_000));
                    let bad = shared.iter().map(op!(|v: u64| 100 / (v % 100))).max();
                    assert!(matches!(bad.expect_err("a division by zero").kind(), ErrorKind::Panic { .. }));
                }
            });
        }
    });
    works(b)
}

/// Leaked borrows and vectors are neither freed nor used again.
fn in_a_leaked_chain<B: Backend>(b: &B) -> onrush::Result<()> {
    let mut x = b.upload(&[1u32, 2, 3])?;
    std::mem::forget(x.iter_mut());
    std::mem::forget(x.slice_mut(1..)?);
    x.sort()?;
    assert_eq!(x.to_vec()?, [1, 2, 3]);
    std::mem::forget(x);
    works(b)
}

/// Pools with more threads than a system supports are refused before the first thread is started.
#[test]
fn absurd_pools() {
    for threads in [5000, 100_000, usize::MAX] {
        let error = Cpu::with_threads(threads).expect_err("too many threads");
        assert!(matches!(error.kind(), ErrorKind::Device { .. }), "{error}");
    }
}

/// A tracing subscriber that runs chains while the library sends it events.
#[test]
fn in_a_listener() -> onrush::Result<()> {
    struct Listener(Cpu);
    impl tracing::Subscriber for Listener {
        fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
            assert_eq!(self.0.range(0..1000).sum(), Ok(499_500));
            true
        }
        fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
            tracing::span::Id::from_u64(1)
        }
        fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}
        fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
        fn event(&self, _: &tracing::Event<'_>) {
            assert_eq!(self.0.range(0..70_000u64).scan_inclusive(Sum).collect().map(|sums| sums.len()), Ok(70_000));
        }
        fn enter(&self, _: &tracing::span::Id) {}
        fn exit(&self, _: &tracing::span::Id) {}
    }
    let cpu = Cpu::with_threads(2)?;
    tracing::subscriber::with_default(Listener(cpu.clone()), || works(&onrush_cuda::Cuda::emulated()))?;
    works(&cpu)
}
