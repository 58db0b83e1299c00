//! A backend that is one of those that the suite tests. Operations are types of their own in every instance of a generic function,
//! so a suite per type of backend would compile every algorithm as often.
#![allow(unsafe_code)]

use std::alloc::Layout;

use onrush_core::device::{DeviceId, StreamId};
use onrush_core::recording::{Recorded, Step};
use onrush_core::value::Element;
use onrush_core::{Backend, CancellationToken, Event, HostMemory, Memory, Result, primitives};
use onrush_cpu::Cpu;
#[cfg(not(onrush_one_suite))]
use onrush_cuda::Cuda;
#[cfg(not(onrush_one_suite))]
use onrush_example_backend::Sequential;

/// Declares the backend and its memory, with a variant for each backend.
macro_rules! tested {
    ($($(#[$cfg:meta])* $backend:ident)+) => {
        /// One of the backends.
        #[derive(Debug, Clone)]
        pub enum Tested {
            $(
                #[doc = concat!("A `", stringify!($backend), "`.")]
                $(#[$cfg])*
                $backend($backend),
            )+
        }

        /// An allocation of one of the backends.
        #[derive(Debug)]
        pub enum TestedMemory {
            $(
                #[doc = concat!("Of a `", stringify!($backend), "`.")]
                $(#[$cfg])*
                $backend(<$backend as Backend>::Memory),
            )+
        }

        $(
            $(#[$cfg])*
            impl From<$backend> for Tested {
                fn from(backend: $backend) -> Self {
                    Tested::$backend(backend)
                }
            }
        )+

        /// Evaluates an expression with the backend; `enum memory => …` also with its memory's variant.
        macro_rules! with {
            ($self:expr, $b:ident => $call:expr) => {
                match $self { $($(#[$cfg])* Tested::$backend($b) => $call,)+ }
            };
        }

        // SAFETY: each method is that of the backend's allocation.
        unsafe impl Memory for TestedMemory {
            fn address(&self) -> *mut u8 {
                match self { $($(#[$cfg])* TestedMemory::$backend(memory) => memory.address(),)+ }
            }
            fn bytes(&self) -> usize {
                match self { $($(#[$cfg])* TestedMemory::$backend(memory) => memory.bytes(),)+ }
            }
            fn leave(&self) -> Result<()> {
                match self { $($(#[$cfg])* TestedMemory::$backend(memory) => memory.leave(),)+ }
            }
            unsafe fn copy_from(&self, to: *mut u8, other: &Self, from: *const u8, bytes: usize) -> Result<bool> {
                match (self, other) {
                    $($(#[$cfg])* (TestedMemory::$backend(memory), TestedMemory::$backend(other)) => {
                        // SAFETY: the caller's contract.
                        unsafe { memory.copy_from(to, other, from, bytes) }
                    })+
                    _ => Ok(false),
                }
            }
            fn disown(self, element: Layout) -> Result<HostMemory, Self> {
                match self {
                    $($(#[$cfg])* TestedMemory::$backend(memory) => {
                        memory.disown(element).map_err(TestedMemory::$backend)
                    })+
                }
            }
        }

        impl Tested {
            fn memory(&self, bytes: usize, align: usize) -> Result<TestedMemory> {
                match self {
                    $($(#[$cfg])* Tested::$backend(b) => b.allocate(bytes, align).map(TestedMemory::$backend),)+
                }
            }
            fn adopted(&self, memory: HostMemory) -> Result<TestedMemory, HostMemory> {
                match self {
                    $($(#[$cfg])* Tested::$backend(b) => b.adopt(memory).map(TestedMemory::$backend),)+
                }
            }
            fn shrunk(&self, memory: &mut TestedMemory, bytes: usize) -> Result<()> {
                match (self, memory) {
                    $($(#[$cfg])* (Tested::$backend(b), TestedMemory::$backend(memory)) => b.shrink(memory, bytes),)+
                    #[cfg(not(onrush_one_suite))]
                    _ => unreachable!("memory of another backend"),
                }
            }
        }
    };
}
tested! {
    Cpu
    #[cfg(not(onrush_one_suite))]
    Cuda
    #[cfg(not(onrush_one_suite))]
    Sequential
}

/// Calls a primitive of the backend.
macro_rules! call {
    ($self:ident.$primitive:ident($request:ident: $($part:ident)+)) => {
        // SAFETY: the caller's contract is the same.
        with!($self, b => unsafe { b.$primitive($request) })
    };
}

// SAFETY: every method is the backend's.
unsafe impl Backend for Tested {
    type Memory = TestedMemory;

    fn id(&self) -> DeviceId {
        with!(self, b => b.id())
    }
    fn name(&self) -> String {
        with!(self, b => b.name())
    }
    fn stream_id(&self) -> StreamId {
        with!(self, b => b.stream_id())
    }
    fn stream(&self) -> Result<Self> {
        Ok(with!(self, b => b.stream()?.into()))
    }
    fn cancelled_by(&self, token: &CancellationToken) -> Self {
        with!(self, b => b.cancelled_by(token).into())
    }
    fn allocate(&self, bytes: usize, align: usize) -> Result<TestedMemory> {
        self.memory(bytes, align)
    }
    fn adopt(&self, memory: HostMemory) -> Result<TestedMemory, HostMemory> {
        self.adopted(memory)
    }
    fn shrink(&self, memory: &mut TestedMemory, bytes: usize) -> Result<()> {
        self.shrunk(memory, bytes)
    }
    unsafe fn upload_to<T: Element>(&self, from: &[T], to: *mut T) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        with!(self, b => unsafe { b.upload_to(from, to) })
    }
    #[track_caller]
    unsafe fn download_from<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        with!(self, b => unsafe { b.download_from(from, len, to) })
    }
    #[track_caller]
    fn synchronize(&self) -> Result<()> {
        with!(self, b => b.synchronize())
    }
    fn event(&self) -> Result<Event> {
        with!(self, b => b.event())
    }
    fn wait_for(&self, event: &Event) -> Result<()> {
        with!(self, b => b.wait_for(event))
    }
    fn allocate_pinned(&self, bytes: usize) -> Result<Box<dyn Memory>> {
        with!(self, b => b.allocate_pinned(bytes))
    }
    unsafe fn upload_pinned_to<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        with!(self, b => unsafe { b.upload_pinned_to(from, len, to) })
    }
    unsafe fn download_pinned_from<T: Element>(&self, from: *const T, len: usize, to: *mut T) -> Result<()> {
        // SAFETY: the caller's contract is the same.
        with!(self, b => unsafe { b.download_pinned_from(from, len, to) })
    }
    fn put_down(&self, step: Step<'_>) -> Result<Option<Box<dyn Recorded>>> {
        with!(self, b => b.put_down(step))
    }
    fn release_memory(&self) -> Result<()> {
        with!(self, b => b.release_memory())
    }
    fn keeps_lengths(&self) -> bool {
        with!(self, b => b.keeps_lengths())
    }

    primitives!(call);
}
