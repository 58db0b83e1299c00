//! On a GPU: a kernel of cudarc's writes, a chain reads that, and cudarc reads the chain's result, while the host doesn't wait; then the
//! time that each crossing takes the host.

use std::time::{Duration, Instant};

use cudarc::driver::{CudaContext, LaunchConfig, PushKernelArg};
use cudarc::nvrtc::Ptx;
use onrush::prelude::*;
use onrush_cudarc::Bridge;

/// What NVCC has made of the kernel in its comment.
const KERNEL: &str = include_str!("squares.ptx");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (context, device) = (CudaContext::new(0)?, Device::gpu(0)?);
    let stream = context.new_stream()?;
    let bridge = Bridge::new(&device, &context)?;
    let module = context.load_module(Ptx::from_src(KERNEL))?;
    let squares = module.load_function("squares")?;

    let n = 1 << 24;
    let mut x = stream.alloc_zeros::<u32>(n)?;
    let scan = |x: &_| bridge.read(x, |x| x.iter().map(op!(|v: u32| v as u64)).scan_inclusive(Sum).collect());
    drop(scan(&x)?); // compiles its kernels
    for _ in 0..20 {
        stream.memset_zeros(&mut x)?;
        let n = n as u32;
        // SAFETY: the kernel writes the elements below `n`.
        unsafe { stream.launch_builder(&squares).arg(&mut x).arg(&n).launch(LaunchConfig::for_num_elems(n))? };
        let sums = bridge.give(scan(&x)?, &stream)?;
        // The next round's work on the same memory is queued before this one is done.
        let last = stream.clone_dtoh(&sums.as_view().slice(n as usize - 1..))?;
        let expected: u64 = (0..u64::from(n)).map(|i| (i % 1000).pow(2)).sum();
        assert_eq!(last, [expected]);
    }
    println!("a kernel of cudarc's, a scan of {n} elements, a copy of cudarc's: the answers are right");

    let mut small = stream.clone_htod(&[1.0f32; 1000])?;
    report("read", || Ok(bridge.read(&small, |_| Ok(()))?))?;
    report("write", || Ok(bridge.write(&mut small, |_| Ok(()))?))?;
    let mut given = Some(bridge.give(device.filled(1.0f32, 1000)?, &stream)?);
    report("give and take back", || {
        let vec = given.take().map(|given| bridge.take_back(given)).transpose()?;
        given = vec.map(|vec| bridge.give(vec, &stream)).transpose()?;
        Ok(())
    })?;
    report("adopt, drop, allocate anew", || {
        // SAFETY: nothing reads the elements.
        let slice = unsafe { stream.alloc::<f32>(1000)? };
        bridge.adopt(slice)?;
        Ok(())
    })?;
    report("(allocate and drop by cudarc alone)", || {
        // SAFETY: as above.
        unsafe { stream.alloc::<f32>(1000)? };
        Ok(())
    })?;
    Ok(())
}

/// Prints the median time of a crossing.
fn report(
    what: &str,
    mut crossing: impl FnMut() -> Result<(), Box<dyn std::error::Error>>,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut times = Vec::new();
    for _ in 0..2000 {
        let start = Instant::now();
        crossing()?;
        times.push(start.elapsed());
    }
    times.sort();
    let median: Duration = times[times.len() / 2];
    println!("{what:36} {:6.2} µs", median.as_secs_f64() * 1e6);
    Ok(())
}
