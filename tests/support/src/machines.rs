//! The machines on which the suite runs.

use onrush_core::Result;
use onrush_cpu::Cpu;

use crate::Tested;

/// A CPU with this number of threads.
pub fn threads(number: usize) -> Result<Option<Tested>> {
    Ok(Some(Cpu::with_threads(number)?.into()))
}

/// This machine's CPU.
pub fn cpu() -> Result<Option<Tested>> {
    Ok(Some(Cpu::new().into()))
}

/// The emulated device.
#[cfg(not(onrush_one_suite))]
pub fn emulated() -> Result<Option<Tested>> {
    Ok(Some(onrush_cuda::Cuda::emulated().into()))
}

/// A backend of plain loops.
#[cfg(not(onrush_one_suite))]
pub fn sequential() -> Result<Option<Tested>> {
    Ok(Some(onrush_example_backend::Sequential.into()))
}

/// The first GPU. Without one there is none, which is printed, or is an error if `ONRUSH_REQUIRE_GPU` is set.
#[cfg(not(onrush_one_suite))]
pub fn gpu() -> Result<Option<Tested>> {
    match onrush_cuda::Cuda::new(0) {
        Ok(cuda) => Ok(Some(cuda.into())),
        Err(error) if std::env::var_os("ONRUSH_REQUIRE_GPU").is_some() => Err(error),
        Err(error) => {
            println!("SKIPPED: {error}");
            Ok(None)
        }
    }
}
