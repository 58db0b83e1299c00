//! Streams, events and memory of other code.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use onrush_core::{Backend, DeviceSlice, DeviceVec, ErrorKind, Interop, Memory, MemoryFault, RawEvent, RawStream};
use onrush_cuda::Cuda;

/// What is being captured for a graph isn't waited for, and neither are streams that aren't the same in every thread.
fn streams_that_are_refused(gpu: &Cuda) {
    type Capture = unsafe extern "C" fn(*mut c_void, c_int) -> c_int;
    // SAFETY: the stand-in is loaded, and has functions of these types.
    let (driver, begin) = unsafe {
        let driver = libloading::Library::new("libcuda.so.1").unwrap();
        let begin = *driver.get::<Capture>(b"cuStreamBeginCapture_v2").unwrap();
        (driver, begin)
    };
    let theirs = gpu.stream().unwrap();
    let (stream, before) = (theirs.raw_stream().unwrap(), gpu.event().unwrap());
    let mut event = ptr::null_mut::<c_void>();
    // SAFETY: as above; one handle is written.
    unsafe {
        let create = *driver.get::<unsafe extern "C" fn(*mut *mut c_void, u32) -> c_int>(b"cuEventCreate").unwrap();
        assert_eq!(create(&mut event, 0), 0);
        // An event that was never recorded, and one that is still to pass, are waited for.
        gpu.wait_for_raw_event(RawEvent(event)).unwrap();
        let _queued = theirs.upload(&[1u8; 10]).unwrap();
        theirs.record_raw_event(RawEvent(event)).unwrap();
        gpu.wait_for_raw_event(RawEvent(event)).unwrap();
        assert_eq!(begin(stream.0, 0), 0);
    }
    let per_thread = RawStream(ptr::without_provenance_mut(2));
    for (stream, why) in [(stream, "is being captured for a graph"), (per_thread, "is another stream in each thread")] {
        // SAFETY: the streams are refused.
        let errors = unsafe {
            [
                gpu.on_raw_stream(stream, ()).err(),
                gpu.wait_for_raw_stream(stream).err(),
                gpu.raw_stream_waits(stream).err(),
                gpu.raw_stream_waits_for(stream, &before).err(),
            ]
        };
        for error in errors {
            let error = error.expect("it is refused").to_string();
            assert!(error.contains(why), "{error}");
        }
    }
    // SAFETY: the event is valid.
    unsafe {
        theirs.record_raw_event(RawEvent(event)).unwrap();
        assert!(gpu.wait_for_raw_event(RawEvent(event)).is_err());
    }
    let end = b"cuStreamEndCapture";
    // SAFETY: as above.
    unsafe {
        let end = *driver.get::<unsafe extern "C" fn(*mut c_void, *mut *mut c_void) -> c_int>(end).unwrap();
        assert_eq!(end(stream.0, ptr::null_mut()), 0);
        gpu.wait_for_raw_stream(stream).unwrap();
    }
}

/// Streams and memory of other code are used in their order, and neither destroyed nor freed.
#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn in_order() {
    let gpu = Cuda::new(0).unwrap();
    let theirs = gpu.stream().unwrap();
    let stream = theirs.raw_stream().unwrap();
    let x = theirs.upload(&[1u8; 5000]).unwrap();
    // SAFETY: the stream is alive; the elements are the vector's, and written before what this stream does next.
    let part = unsafe {
        gpu.wait_for_raw_stream(stream).unwrap();
        DeviceSlice::from_raw(&gpu, x.as_ptr(), x.len()).unwrap()
    };
    assert_eq!(part.to_vec().unwrap(), [1; 5000]);
    // An event of other code.
    let event = gpu.event().unwrap();
    // SAFETY: the stream is alive.
    unsafe { gpu.raw_stream_waits_for(stream, &event) }.unwrap();

    // On the other stream, after its work, of which this device knows nothing.
    // SAFETY: the owner keeps the stream.
    let on = unsafe { gpu.on_raw_stream(stream, theirs.clone()) }.unwrap();
    assert_eq!(on.raw_stream(), Some(stream));
    for byte in 2..5 {
        let y = theirs.upload(&[byte; 100]).unwrap();
        on.synchronize().unwrap();
        // SAFETY: the stand-in's memory is the host's, and its work is done.
        assert_eq!(unsafe { std::slice::from_raw_parts(y.as_ptr(), 100) }, [byte; 100]);
    }
    let kept = on.upload(&[7u8; 2000]).unwrap();
    drop((on, theirs));
    assert_eq!(kept.to_vec().unwrap(), [7; 2000]);

    // A vector's memory is released behind the work that is queued when it is dropped: here it is freed at once behind that.
    let released = Arc::new(AtomicBool::new(false));
    let (memory, len) = x.into_raw_parts().unwrap();
    let (address, seen) = (memory.address(), released.clone());
    // SAFETY: the memory is the allocation's in the closure, which waits for the event.
    let adopted = unsafe {
        DeviceVec::from_raw_parts(&gpu, address, len, memory.bytes(), move |done| {
            assert!(!done.has_passed().unwrap());
            done.wait().unwrap();
            drop(memory);
            seen.store(true, Relaxed);
        })
    };
    let mut adopted = adopted.unwrap();
    adopted.copy_from(&[9; 5000]).unwrap();
    let pinned = adopted.to_pinned().unwrap();
    drop(adopted);
    assert!(released.load(Relaxed));
    assert_eq!(pinned.as_slice().unwrap(), [9; 5000]);

    // Other code may queue work on the device's own stream.
    // SAFETY: the device keeps its stream.
    let beside = unsafe { gpu.on_raw_stream(gpu.raw_stream().unwrap(), gpu.clone()) }.unwrap();
    let y = beside.upload(&[9u8; 100]).unwrap();
    gpu.synchronize().unwrap();
    // SAFETY: the stand-in's memory is the host's, and its work is done.
    assert_eq!(unsafe { std::slice::from_raw_parts(y.as_ptr(), 100) }, [9; 100]);
    streams_that_are_refused(&gpu);

    // The driver knows no memory of the host's.
    let host = [0u8; 10];
    // SAFETY: it is refused.
    let error = unsafe { DeviceSlice::from_raw(&gpu, host.as_ptr(), 10) }.err().unwrap();
    assert!(matches!(error.kind(), ErrorKind::InvalidMemory { fault: MemoryFault::Unknown, .. }), "{error}");
    assert!(error.to_string().contains("the device's driver doesn't know it"), "{error}");
}
