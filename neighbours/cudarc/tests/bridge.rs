//! Crossings against a stand-in for CUDA's driver, which does what is queued as late as it may: an order that isn't asked for is seen.
//! It runs no kernels; copies show what lies where. `examples/crossings.rs` is the program for a GPU.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaStream, DevicePtr, DriverError};
use onrush::{Backend, Cuda, ErrorKind, Interop, PinnedVec};
use onrush_cudarc::Bridge;

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

#[test]
fn with_a_stand_in_for_the_driver() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("driver");
    std::fs::create_dir_all(&folder).expect("a folder");
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../backend-cuda/tests/programs/fake_driver.cpp");
    let mut compiler = Command::new(std::env::var_os("ONRUSH_CXX").unwrap_or_else(|| "c++".into()));
    compiler.args(["-std=c++17", "-fPIC", "-shared", "-o"]).arg(folder.join("libcuda.so.1")).arg(source);
    assert!(compiler.status().expect("a C++ compiler").success());
    // The name that cudarc looks for: one library, as on a machine with a GPU.
    let name = folder.join("libcuda.so");
    let _ = std::fs::remove_file(&name);
    std::os::unix::fs::symlink("libcuda.so.1", name).expect("a link");
    for test in ["lent", "written", "shown", "adopted", "given", "refused"] {
        let mut child = Command::new(std::env::current_exe().expect("this program"));
        child.args([test, "--exact", "--ignored", "--nocapture"]).env("LD_LIBRARY_PATH", &folder);
        let output = child.output().expect("the test runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && text.contains("1 passed"), "{test}: {text}");
    }
}

fn parties() -> Outcome<(Arc<CudaContext>, Arc<CudaStream>, Bridge<Cuda>)> {
    let (context, cuda) = (CudaContext::new(0)?, Cuda::new(0)?);
    let stream = context.new_stream()?;
    let bridge = Bridge::new(&cuda, &context)?;
    Ok((context, stream, bridge))
}

/// The bytes of a slice of cudarc's. The stand-in copies to the host as late as to anywhere else.
fn read_back(stream: &Arc<CudaStream>, from: &impl DevicePtr<u8>) -> Result<Vec<u8>, DriverError> {
    let mut bytes = vec![0; from.len()];
    stream.memcpy_dtoh(from, &mut bytes)?;
    stream.synchronize()?;
    Ok(bytes)
}

/// What cudarc has queued is read, and what it queues next isn't.
#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn lent() -> Outcome {
    let (_context, stream, bridge) = parties()?;
    let (ones, twos) = (stream.clone_htod(&[1u8; 5000])?, stream.clone_htod(&[2u8; 5000])?);
    let mut x = stream.alloc_zeros::<u8>(5000)?;
    let mut seen = PinnedVec::from_slice(bridge.device(), &[0u8; 5000])?;
    let mut part = PinnedVec::from_slice(bridge.device(), &[0u8; 100])?;
    stream.memcpy_dtod(&ones, &mut x)?;
    bridge.read(&x, |x| x.copy_to_pinned(&mut seen))?;
    stream.memcpy_dtod(&twos, &mut x)?;
    bridge.read(&x.slice(10..110), |x| x.copy_to_pinned(&mut part))?;
    assert!(!seen.is_ready()? && !part.is_ready()?, "nobody has waited");
    stream.synchronize()?;
    assert_eq!((seen.as_slice()?, part.as_slice()?), (&[1; 5000][..], &[2; 100][..]));

    // Another stream of cudarc's, whose work the slice's events tell of; without them, the user orders it.
    let other = stream.context().new_stream()?;
    other.memcpy_dtod(&ones, &mut x)?;
    bridge.read(&x, |x| x.copy_to_pinned(&mut seen))?;
    assert_eq!(seen.as_slice()?, [1; 5000]);
    // SAFETY: one stream uses the slices that are made from here on.
    unsafe { stream.context().disable_event_tracking() };
    let mut y = stream.clone_htod(&[7u8; 5000])?;
    bridge.read(&y, |y| y.copy_to_pinned(&mut seen))?;
    stream.memcpy_dtod(&twos, &mut y)?;
    stream.synchronize()?;
    assert_eq!(seen.as_slice()?, [7; 5000]);
    Ok(())
}

/// What a call writes is there for cudarc, also where another stream of its reads it.
#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn written() -> Outcome {
    let (context, stream, bridge) = parties()?;
    let (threes, other) = (PinnedVec::from_slice(bridge.device(), &[3u8; 5000])?, context.new_stream()?);
    let mut x = stream.clone_htod(&[1u8; 5000])?;
    let mut before = PinnedVec::from_slice(bridge.device(), &[0u8; 5000])?;
    bridge.read(&x, |x| x.copy_to_pinned(&mut before))?;
    bridge.write(&mut x, |mut x| x.copy_from_pinned(&threes))?;
    assert!(read_back(&other, &x)? == [3; 5000]);
    assert_eq!(before.as_slice()?, [1; 5000]);
    let mut part = x.slice_mut(100..200);
    bridge.write(&mut part, |mut part| part.copy_from(&[9; 100]))?;
    let all = read_back(&stream, &x)?;
    assert!(all[..100] == [3; 100] && all[100..200] == [9; 100] && all[200..] == [3; 4800]);
    // A closure that fails or panics ends the loan, too.
    assert!(bridge.write(&mut x, |mut x| x.set(5000, 1)).is_err());
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        bridge.write(&mut x, |_| -> onrush::Result<()> { panic!("by the user") })
    }));
    assert!(panics.is_err());
    assert_eq!(read_back(&stream, &x)?[4999], 3);
    Ok(())
}

/// cudarc reads a vector, which is written and freed behind that.
#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn shown() -> Outcome {
    let (context, stream, bridge) = parties()?;
    let (mut x, twos) = (bridge.device().upload(&[1u8; 5000])?, PinnedVec::from_slice(bridge.device(), &[2u8; 5000])?);
    let (mut first, mut part) = (stream.alloc_zeros::<u8>(5000)?, stream.alloc_zeros::<u8>(100)?);
    bridge.lend(&x.as_slice(), &stream, |x| stream.memcpy_dtod(&x, &mut first))??;
    x.copy_from_pinned(&twos)?;
    // Another stream reads it, of which the slice's event tells.
    let other = context.new_stream()?;
    bridge.lend(&x.slice(50..150)?, &stream, |x| other.memcpy_dtod(&x, &mut part))??;
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        bridge.lend(&x.as_slice(), &stream, |_| panic!("by the user"))
    }));
    assert!(panics.is_err());
    drop(x);
    bridge.device().synchronize()?;
    assert!(read_back(&stream, &first)? == [1; 5000] && read_back(&stream, &part)? == [2; 100]);
    Ok(())
}

/// A slice becomes a vector, and is freed on its stream behind the vector's work.
#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn adopted() -> Outcome {
    let (context, stream, bridge) = parties()?;
    let mut x = bridge.adopt(stream.clone_htod(&[4u8; 5000])?)?;
    assert_eq!((x.len(), x.at(4999)?), (5000, 4));
    x.copy_from(&[5; 5000])?;
    let mut seen = PinnedVec::from_slice(bridge.device(), &[0u8; 5000])?;
    x.copy_to_pinned(&mut seen)?;
    drop(x);
    // The stand-in overwrites what is freed.
    stream.synchronize()?;
    assert_eq!(seen.as_slice()?, [5; 5000]);
    let none = bridge.adopt(stream.null::<u32>()?)?;
    assert_eq!(none.to_vec()?, [0u32; 0]);
    // A vector outlives the context's and the stream's last names.
    let last = bridge.adopt(stream.clone_htod(&[6u8; 100])?)?;
    drop((context, stream, bridge));
    assert_eq!(last.to_vec()?, [6; 100]);
    Ok(())
}

/// A vector is cudarc's for a time, and comes back or is freed behind cudarc's work.
#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn given() -> Outcome {
    let (context, stream, bridge) = parties()?;
    let ones = stream.clone_htod(&[1u8; 5000])?;
    for back in [true, false] {
        let vec = bridge.device().upload(&[8u8; 5000])?;
        let mut given = bridge.give(vec, &stream)?;
        let mut copy = stream.alloc_zeros::<u8>(5000)?;
        stream.memcpy_dtod(&given.as_view(), &mut copy)?;
        stream.memcpy_dtod(&ones, &mut given.as_view_mut())?;
        // Another stream reads it last.
        let (other, mut late) = (context.new_stream()?, stream.alloc_zeros::<u8>(5000)?);
        other.memcpy_dtod(&given.as_view(), &mut late)?;
        match back {
            true => assert_eq!(bridge.take_back(given)?.to_vec()?, [1; 5000]),
            false => drop(given),
        }
        bridge.device().synchronize()?;
        assert_eq!((read_back(&stream, &copy)?, read_back(&stream, &late)?), (vec![8; 5000], vec![1; 5000]));
    }
    Ok(())
}

/// What doesn't belong together is a typed error; events and streams are shared.
#[test]
#[ignore = "run by with_a_stand_in_for_the_driver"]
fn refused() -> Outcome {
    let (context, stream, bridge) = parties()?;
    let device = bridge.device();
    let error = Bridge::new(&onrush::Device::cpu(), &context).expect_err("a CPU");
    assert!(matches!(error.kind(), ErrorKind::Device { .. }), "{error}");
    let error = Bridge::new(&Cuda::emulated(), &context).expect_err("an emulated device");
    assert!(error.to_string().contains("cudarc uses GPUs"), "{error}");

    // SAFETY: the stream isn't captured.
    let on = unsafe { bridge.on(&stream)? };
    let x = stream.clone_htod(&[3u8; 100])?;
    assert_eq!(on.raw_stream().map(|stream| stream.0), Some(stream.cu_stream().cast()));
    assert_eq!(Bridge::new(&on, &context)?.read(&x, |x| x.to_vec())?, [3; 100]);
    let event = stream.record_event(None)?;
    bridge.wait_for(&event)?;
    device.synchronize()?;
    assert!(event.is_complete());
    let vec = device.upload(&[1u8; 5000])?;
    bridge.record(&event)?;
    assert!(!event.is_complete());
    stream.wait(&event)?;
    stream.synchronize()?;
    drop(vec);
    Ok(())
}
