use std::alloc::Layout;
use std::sync::Arc;

use onrush_core::device::{DeviceId, StreamId};
use onrush_core::recording::{Recorded, Step};
use onrush_core::value::Element;
use onrush_core::{Backend, CancellationToken, Error, Event, HostMemory, Memory, Result, primitives};
use onrush_cpu::Cpu;
#[cfg(feature = "cuda")]
use onrush_cuda::Cuda;

/// Calls an expression with the chosen backend.
macro_rules! chosen {
    ($self:ident, $backend:ident => $call:expr) => {
        match &$self.choice {
            Choice::Cpu($backend) => $call,
            #[cfg(feature = "cuda")]
            Choice::Cuda($backend) => $call,
        }
    };
}

mod interop;

/// A backend chosen at run time: a GPU if there is one that this build can use, else the CPU.
#[doc(alias("execution_policy", "ThreadPool"))]
#[derive(Debug, Clone)]
pub struct Device {
    choice: Choice,
    // Every vector and chain clones its device, so cloning must not allocate.
    why_not_gpu: Option<Arc<Error>>,
}

#[derive(Debug, Clone)]
enum Choice {
    Cpu(Cpu),
    #[cfg(feature = "cuda")]
    Cuda(Cuda),
}

/// An allocation of the chosen backend.
#[derive(Debug)]
pub struct DeviceMemory(MemoryChoice);

#[derive(Debug)]
enum MemoryChoice {
    Cpu(<Cpu as Backend>::Memory),
    #[cfg(feature = "cuda")]
    Cuda(<Cuda as Backend>::Memory),
}

impl Device {
    /// The best usable device: with the feature `cuda` the first GPU, if its driver, the GPU and NVRTC can be used;
    /// otherwise this machine's CPU, and [`why_not_gpu`](Device::why_not_gpu) gives the reason.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// let device = Device::best()?;
    /// println!("running on {}", device.name());
    /// # Ok::<(), onrush::Error>(())
    /// ```
    #[doc(alias("default"))]
    pub fn best() -> Result<Self> {
        Ok(Self::gpu(0).unwrap_or_else(|error| Device { why_not_gpu: Some(Arc::new(error)), ..Self::cpu() }))
    }

    /// The GPU with this number, if its programs can be compiled, too.
    ///
    /// # Errors
    ///
    /// [`Unavailable`](onrush_core::ErrorKind::Unavailable), with the reason.
    #[doc(alias("cudaSetDevice", "CudaContext", "CudaDevice"))]
    #[cfg(feature = "cuda")]
    pub fn gpu(index: u32) -> Result<Self> {
        let cuda = Cuda::new(index)?;
        cuda.can_compile()?;
        Ok(cuda.into())
    }

    /// The GPU with this number, in programs that are built with the feature `cuda`.
    ///
    /// # Errors
    ///
    /// [`Unavailable`](onrush_core::ErrorKind::Unavailable): this program is built without the feature.
    #[cfg(not(feature = "cuda"))]
    pub fn gpu(index: u32) -> Result<Self> {
        let device = DeviceId { backend: "cuda", index };
        Err(onrush_core::ErrorKind::Unavailable { device, reason: onrush_core::error::Unavailable::NoFeature }.into())
    }

    /// This machine's CPU.
    #[doc(alias("host", "omp", "tbb", "rayon"))]
    pub fn cpu() -> Self {
        Cpu::new().into()
    }

    /// The GPU's own type, if the device is a GPU: for [kernels of one's own](crate::guide::kernels), whose arguments may be this
    /// device's vectors.
    ///
    /// ```
    /// # use onrush::prelude::*;
    /// # #[cfg(feature = "cuda")]
    /// # fn main() -> onrush::Result<()> {
    /// let device = Device::best()?;
    /// let mut x = device.filled(1.0f32, 1000)?;
    /// if let Some(cuda) = device.as_cuda() {
    ///     let text = "DEVICE void twice(f32* x, u64 n) { if (thread_of_grid() < n) x[thread_of_grid()] *= 2; }";
    ///     // SAFETY: each thread below `n` changes its own element.
    ///     unsafe { cuda.kernel("twice", text).launch(8, 128, (&mut x, 1000usize))? };
    /// }
    /// # Ok(()) }
    /// # #[cfg(not(feature = "cuda"))]
    /// # fn main() {}
    /// ```
    #[doc(alias("cuda", "kernel", "native_handle"))]
    #[cfg(feature = "cuda")]
    pub fn as_cuda(&self) -> Option<&Cuda> {
        match &self.choice {
            Choice::Cuda(cuda) => Some(cuda),
            Choice::Cpu(_) => None,
        }
    }

    /// The reason why [`best`](Device::best) chose the CPU: an [`Unavailable`](onrush_core::ErrorKind::Unavailable) error. It
    /// names the feature `cuda` if the program is built without it.
    pub fn why_not_gpu(&self) -> Option<&Error> {
        self.why_not_gpu.as_deref()
    }
}

impl From<Cpu> for Device {
    fn from(cpu: Cpu) -> Self {
        Device { choice: Choice::Cpu(cpu), why_not_gpu: None }
    }
}

#[cfg(feature = "cuda")]
impl From<Cuda> for Device {
    fn from(cuda: Cuda) -> Self {
        Device { choice: Choice::Cuda(cuda), why_not_gpu: None }
    }
}

// SAFETY: each method is that of the chosen backend's allocation.
unsafe impl Memory for DeviceMemory {
    fn address(&self) -> *mut u8 {
        match &self.0 {
            MemoryChoice::Cpu(memory) => memory.address(),
            #[cfg(feature = "cuda")]
            MemoryChoice::Cuda(memory) => memory.address(),
        }
    }
    fn bytes(&self) -> usize {
        match &self.0 {
            MemoryChoice::Cpu(memory) => memory.bytes(),
            #[cfg(feature = "cuda")]
            MemoryChoice::Cuda(memory) => memory.bytes(),
        }
    }
    fn leave(&self) -> Result<()> {
        match &self.0 {
            MemoryChoice::Cpu(memory) => memory.leave(),
            #[cfg(feature = "cuda")]
            MemoryChoice::Cuda(memory) => memory.leave(),
        }
    }
    unsafe fn copy_from(&self, to: *mut u8, other: &Self, from: *const u8, bytes: usize) -> Result<bool> {
        match (&self.0, &other.0) {
            // SAFETY: the caller's contract.
            (MemoryChoice::Cpu(memory), MemoryChoice::Cpu(other)) => unsafe {
                memory.copy_from(to, other, from, bytes)
            },
            #[cfg(feature = "cuda")]
            // SAFETY: as above.
            (MemoryChoice::Cuda(memory), MemoryChoice::Cuda(other)) => unsafe {
                memory.copy_from(to, other, from, bytes)
            },
            #[cfg(feature = "cuda")]
            _ => Ok(false),
        }
    }
    fn disown(self, element: Layout) -> Result<HostMemory, Self> {
        match self.0 {
            MemoryChoice::Cpu(memory) => memory.disown(element).map_err(|memory| Self(MemoryChoice::Cpu(memory))),
            #[cfg(feature = "cuda")]
            MemoryChoice::Cuda(memory) => memory.disown(element).map_err(|memory| Self(MemoryChoice::Cuda(memory))),
        }
    }
}

/// Calls a primitive of the chosen backend.
macro_rules! call {
    ($self:ident.$primitive:ident($request:ident: $($part:ident)+)) => {
        // SAFETY: the caller's contract is the same.
        chosen!($self, b => unsafe { b.$primitive($request) })
    };
}

// SAFETY: every method is the chosen backend's.
unsafe impl Backend for Device {
    type Memory = DeviceMemory;

    fn id(&self) -> DeviceId {
        chosen!(self, b => b.id())
    }
    fn name(&self) -> String {
        chosen!(self, b => b.name())
    }
    fn stream_id(&self) -> StreamId {
        chosen!(self, b => b.stream_id())
    }
    fn stream(&self) -> Result<Self> {
        let why_not_gpu = self.why_not_gpu.clone();
        Ok(Device { why_not_gpu, ..chosen!(self, b => b.stream()?.into()) })
    }
    fn allocate(&self, bytes: usize, align: usize) -> Result<DeviceMemory> {
        Ok(DeviceMemory(match &self.choice {
            Choice::Cpu(b) => MemoryChoice::Cpu(b.allocate(bytes, align)?),
            #[cfg(feature = "cuda")]
            Choice::Cuda(b) => MemoryChoice::Cuda(b.allocate(bytes, align)?),
        }))
    }
    fn adopt(&self, memory: HostMemory) -> Result<DeviceMemory, HostMemory> {
        Ok(DeviceMemory(match &self.choice {
            Choice::Cpu(b) => MemoryChoice::Cpu(b.adopt(memory)?),
            #[cfg(feature = "cuda")]
            Choice::Cuda(b) => MemoryChoice::Cuda(b.adopt(memory)?),
        }))
    }
    fn shrink(&self, memory: &mut DeviceMemory, bytes: usize) -> Result<()> {
        match (&self.choice, &mut memory.0) {
            (Choice::Cpu(b), MemoryChoice::Cpu(memory)) => b.shrink(memory, bytes),
            #[cfg(feature = "cuda")]
            (Choice::Cuda(b), MemoryChoice::Cuda(memory)) => b.shrink(memory, bytes),
            // A vector keeps the device that made it, so its memory is that device's.
            #[cfg(feature = "cuda")]
            _ => unreachable!("memory of another backend"),
        }
    }
    unsafe fn upload_to<T: Element>(&self, from: &[T], to: *mut T) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        chosen!(self, b => unsafe { b.upload_to(from, to) })
    }
    #[track_caller]
    unsafe fn download_from<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        chosen!(self, b => unsafe { b.download_from(from, len, to) })
    }
    fn cancelled_by(&self, token: &CancellationToken) -> Self {
        let choice = match &self.choice {
            Choice::Cpu(cpu) => Choice::Cpu(cpu.cancelled_by(token)),
            #[cfg(feature = "cuda")]
            Choice::Cuda(cuda) => Choice::Cuda(cuda.cancelled_by(token)),
        };
        Device { choice, why_not_gpu: self.why_not_gpu.clone() }
    }
    #[track_caller]
    fn synchronize(&self) -> Result<()> {
        chosen!(self, b => b.synchronize())
    }
    fn event(&self) -> Result<Event> {
        chosen!(self, b => b.event())
    }
    fn wait_for(&self, event: &Event) -> Result<()> {
        chosen!(self, b => b.wait_for(event))
    }
    fn allocate_pinned(&self, bytes: usize) -> Result<Box<dyn Memory>> {
        chosen!(self, b => b.allocate_pinned(bytes))
    }
    unsafe fn upload_pinned_to<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        chosen!(self, b => unsafe { b.upload_pinned_to(from, len, to) })
    }
    unsafe fn download_pinned_from<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        chosen!(self, b => unsafe { b.download_pinned_from(from, len, to) })
    }
    fn put_down(&self, step: Step<'_>) -> Result<Option<Box<dyn Recorded>>> {
        chosen!(self, b => b.put_down(step))
    }
    fn release_memory(&self) -> Result<()> {
        chosen!(self, b => b.release_memory())
    }
    fn keeps_lengths(&self) -> bool {
        chosen!(self, b => b.keeps_lengths())
    }

    primitives!(call);
}

#[cfg(all(test, not(feature = "cuda")))]
mod tests {
    use super::Device;

    /// A program that is built without GPUs says so.
    #[test]
    fn the_feature_is_named() {
        let error = Device::gpu(0).unwrap_err();
        assert!(error.to_string().contains("features = [\"cuda\"]"), "{error}");
        assert_eq!(Device::best().unwrap().why_not_gpu(), Some(&error));
    }
}

#[cfg(all(test, feature = "cuda"))]
mod tests {
    use super::Device;
    use onrush_core::{Backend, ErrorKind};

    /// Every machine has a usable device, and a reason if it isn't a GPU.
    #[test]
    fn the_best_device_works() {
        let device = Device::best().unwrap();
        println!("{}", device.name());
        assert_eq!(device.range(0u32..100).sum(), Ok(4950), "{}", device.name());
        match Device::gpu(0) {
            Ok(gpu) => assert_eq!((gpu.id(), device.why_not_gpu()), (device.id(), None)),
            Err(error) => {
                assert!(std::env::var_os("ONRUSH_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
                println!("{error}");
                assert!(matches!(error.kind(), ErrorKind::Unavailable { .. }), "{error}");
                assert_eq!((device.id().backend, device.why_not_gpu()), ("cpu", Some(&error)));
            }
        }
        let error = Device::gpu(1000).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Unavailable { .. }), "{error}");
    }
}
