//! Kernels that users write, within recordings.

use std::cell::RefCell;

use onrush::Recording;
use onrush::prelude::*;
use onrush_core::recording::Unrecorded;
use onrush_core::{Backend, DeviceVec, Error, ErrorKind, Result};
use onrush_cuda::{Cuda, Kernel};

/// Turns the elements by some places, within blocks through shared memory whose size the launch chooses.
const TURN: &str = "DEVICE void turn(Elements<const u32> from, Elements<u32> to, u32 by) {
  Elements<u32> own = dynamic_shared<u32>();
  u64 i = thread_of_grid();
  own[thread()] = from[i];
  sync_block();
  to[i] = own[(thread() + by) % THREADS];
}";
const N: usize = 256;

#[track_caller]
fn turn(kernel: &Kernel, from: &DeviceVec<u32, Cuda>, to: &mut DeviceVec<u32, Cuda>, by: u32) -> Result<()> {
    // SAFETY: a thread writes its own element, and reads shared memory behind a barrier. Indices are checked.
    unsafe { kernel.launch_with_shared(N / 64, 64, 256, (from, to, by)) }
}

/// Launches give what the calls give, kernels between chains, on vectors of the state and on those that are made within.
pub(crate) fn repeats(cuda: &Cuda) {
    let kernel = cuda.kernel("turn", TURN);
    let step = |x: &mut DeviceVec<u32, Cuda>, y: &mut DeviceVec<u32, Cuda>| -> Result<()> {
        let more = x.iter().map(op!(|v: u32| v % 1000 + 1)).collect()?;
        let mut turned = more.try_clone()?;
        turn(&kernel, &more, &mut turned, 3)?;
        turned.iter().scan_inclusive(Sum).collect_into(&mut *y)?;
        turn(&kernel, y, x, 1)
    };
    let run = || -> Result<()> {
        let make = || Ok::<_, Error>((cuda.range(0..N as u32).collect()?, cuda.filled(0u32, N)?));
        let ((mut x, mut y), mut state) = (make()?, make()?);
        let mut recording = cuda.record(&mut state, |(x, y)| step(x, y))?;
        assert_eq!(recording.state().1.to_vec()?, [0; N], "nothing runs before a launch");
        for _ in 0..3 {
            recording.launch()?;
            step(&mut x, &mut y)?;
        }
        // A launch that asks for other shared memory in between.
        turn(&kernel, &x, &mut y, 5)?;
        turn(&kernel, &x, &mut recording.state_mut().1, 5)?;
        recording.launch()?;
        step(&mut x, &mut y)?;
        drop(recording);
        assert_eq!((state.0.to_vec()?, state.1.to_vec()?), (x.to_vec()?, y.to_vec()?));
        Ok(())
    };
    run().unwrap();
}

/// A kernel that panics in a launch says where in its text, and which call in the closure.
pub(crate) fn fails(cuda: &Cuda) {
    let kernel = cuda.kernel(
        "fails",
        "DEVICE void fails(Elements<u32> x) {
           u64 i = thread();
           if (x[i] == 3) PANIC(\"three\");
           x[i] += 1;
         }",
    );
    let run = || -> Result<()> {
        let (mut x, other) = (cuda.filled(0u32, 64)?, cuda.filled(7u32, 64)?);
        let mut more = cuda.record(&mut x, |x| {
            // SAFETY: each thread has its own element.
            unsafe { kernel.launch(1, 64, (&mut **x,)) }
        })?;
        let line = line!() - 2;
        for _ in 0..3 {
            more.launch()?;
        }
        assert_eq!(more.state().to_vec()?, [3; 64]);
        let error = more.launch().and_then(|()| more.state().to_vec()).unwrap_err();
        let ErrorKind::Panic { message, location: Some(at) } = error.kind() else { panic!("{error}") };
        assert_eq!((message.as_str(), at.file.as_str(), at.line), ("three", "fails.cu", 3));
        assert_eq!(error.call().map(|call| call.line), Some(line), "{error}");
        assert!(more.launch().is_err(), "its input is a failed call's output");
        drop(more);
        x.recover()?;
        assert_eq!((x.to_vec()?, other.to_vec()?), (vec![3; 64], vec![7; 64]));
        cuda.synchronize()
    };
    run().unwrap();
}

#[track_caller]
fn refused<S, F>(result: Result<Recording<S, F, Cuda>>, reason: Unrecorded, line: u32) {
    let error = result.map(drop).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::Recording { reason }, "{error}");
    assert_eq!(error.call().map(|call| call.line), Some(line), "{error}");
}

/// A kernel may use what a chain may use, on the recording's stream.
pub(crate) fn keeps_to_the_state(cuda: &Cuda) {
    let kernel = cuda.kernel("turn", TURN);
    let run = || -> Result<()> {
        let (mut x, y, hidden) = (cuda.filled(1u32, N)?, cuda.filled(2u32, N)?, RefCell::new(cuda.filled(3u32, N)?));
        refused(cuda.record(&mut x, |x| turn(&kernel, &y, x, 1)), Unrecorded::Unshown, line!());
        refused(cuda.record(&x, |x| turn(&kernel, x, &mut hidden.borrow_mut(), 1)), Unrecorded::Unshown, line!());
        let elsewhere = kernel.on(&cuda.stream()?);
        refused(cuda.record((&mut x, &y), |(x, y)| turn(&elsewhere, y, x, 1)), Unrecorded::OtherStream, line!());
        // SAFETY: a view of other memory is refused.
        let view =
            cuda.record(&mut x, |x| unsafe { kernel.launch_with_shared(4, 64, 256, (y.view(), &mut **x, 1u32)) });
        refused(view, Unrecorded::Unshown, line!() - 1);
        assert_eq!((x.to_vec()?, hidden.borrow().to_vec()?), (vec![1; N], vec![3; N]));
        turn(&kernel, &y, &mut x, 1)?;
        assert_eq!(x.to_vec()?, [2; N]);
        Ok(())
    };
    run().unwrap();
}

/// A recording outlives an error of its device, which isn't the recording's own.
pub(crate) fn outlives_an_error(cuda: &Cuda) {
    let breaks = cuda
        .kernel("breaks", "DEVICE void breaks(Elements<u32> x) { if (thread() == 0) sync_block(); x[thread()] = 7; }");
    let run = || -> Result<()> {
        let mut more = cuda.record(cuda.filled(1u32, 64)?, |x| x.iter_mut().for_each(op!(|v: &mut u32| *v += 1)))?;
        let mut broken = cuda.record(cuda.filled(0u32, 64)?, |x| {
            // SAFETY: the emulated device ends a launch in which a thread waits in vain.
            unsafe { breaks.launch(1, 64, (&mut *x,)) }
        })?;
        for launches in 1..4 {
            let launched = broken.launch();
            // Before anybody has heard of the error, and behind that.
            let early = more.launch();
            let waited = cuda.synchronize();
            let error = launched.and(early).and(waited).unwrap_err();
            assert!(error.to_string().contains("breaks.cu"), "{error}");
            more.launch()?;
            let elements = more.state().to_vec()?;
            assert!(elements == [1 + 2 * launches; 64], "{elements:?}");
        }
        Ok(())
    };
    run().unwrap();
}
