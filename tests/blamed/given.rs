//! What the calls of the rows get: chains of which any part may be at fault, and targets.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use onrush::expr::{Indexed, Repeatable};
use onrush::prelude::*;
use onrush::{Chain, ErrorKind, Result};
use onrush_test_support::{Tested, TestedMemory};

/// Items of the inputs. Each is at its own position.
pub(crate) const N: usize = 300;

/// The fault of a call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Fault {
    None,
    /// An operation panics.
    Panics,
    /// A position is out of range.
    Position,
    /// Two lengths differ.
    Lengths,
    /// A vector is of another device.
    Device,
    /// An operation panics, and the targets have no elements.
    NoElements,
    /// All allocations of vectors behind the first few are refused.
    Memory(usize),
}

/// A backend that refuses the vectors' allocations behind the first few.
#[derive(Debug, Clone)]
pub(crate) struct Limited {
    backend: Tested,
    left: Arc<AtomicUsize>,
}

#[allow(unsafe_code)]
// SAFETY: every method is the backend's, or an error.
unsafe impl Backend for Limited {
    type Memory = TestedMemory;
    onrush_core::forward!(backend: id stream_id name shrink upload_to download_from synchronize transfers release_memory primitives);

    fn stream(&self) -> Result<Self> {
        Ok(Limited { backend: self.backend.stream()?, left: self.left.clone() })
    }
    fn allocate(&self, bytes: usize, align: usize) -> Result<TestedMemory> {
        match self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => self.backend.allocate(bytes, align),
            Err(_) => Err(ErrorKind::OutOfMemory { bytes, device: self.id() }.into()),
        }
    }
}

/// The inputs and the targets of a call.
pub(crate) struct Given {
    pub(crate) x: Inputs,
    pub(crate) t: Targets,
}

/// The inputs, of which chains are made.
pub(crate) struct Inputs {
    pub(crate) b: Limited,
    fault: Fault,
    items: DeviceVec<u32, Limited>,
    zeros: DeviceVec<u32, Limited>,
    positions: DeviceVec<usize, Limited>,
    bad: u32,
    /// The starts of two segments, and the end.
    pub(crate) offsets: DeviceVec<usize, Limited>,
    /// Vectors without a fault.
    pub(crate) sorted: DeviceVec<u32, Limited>,
    pub(crate) few: DeviceVec<u32, Limited>,
    pub(crate) edges: DeviceVec<u32, Limited>,
}

/// Vectors of `N` elements and of other numbers.
pub(crate) struct Targets {
    pub(crate) a: DeviceVec<u32, Limited>,
    pub(crate) b: DeviceVec<u32, Limited>,
    pub(crate) c: DeviceVec<u32, Limited>,
    pub(crate) at: DeviceVec<usize, Limited>,
    pub(crate) at_too: DeviceVec<usize, Limited>,
    pub(crate) numbers: DeviceVec<u64, Limited>,
    pub(crate) means: DeviceVec<f64, Limited>,
    /// Vectors of `2 * N` items and of `N + 1`.
    pub(crate) long: DeviceVec<u32, Limited>,
    pub(crate) long_too: DeviceVec<u32, Limited>,
    pub(crate) more: DeviceVec<usize, Limited>,
    /// Vectors of ten, two, three and one items.
    pub(crate) ten: DeviceVec<u32, Limited>,
    pub(crate) ten_at: DeviceVec<usize, Limited>,
    pub(crate) two: DeviceVec<u32, Limited>,
    pub(crate) two_at: DeviceVec<usize, Limited>,
    pub(crate) three_at: DeviceVec<usize, Limited>,
    pub(crate) one: DeviceVec<u32, Limited>,
}

impl Given {
    pub(crate) fn new(backend: &Tested, elsewhere: &Tested, fault: Fault) -> Result<Self> {
        let limited = |backend: &Tested| Limited { backend: backend.clone(), left: Arc::new(usize::MAX.into()) };
        let (b, elsewhere) = (limited(backend), limited(elsewhere));
        let at_fault = |is| fault == is;
        let positions = (0..N).map(|i| if at_fault(Fault::Position) && i == 77 { N + 5 } else { i });
        let zeros = if at_fault(Fault::Device) { &elsewhere } else { &b };
        let x = Inputs {
            fault,
            items: b.range(0..N as u32).collect()?,
            zeros: zeros.filled(0, if at_fault(Fault::Lengths) { N - 1 } else { N })?,
            positions: b.upload(&positions.collect::<Vec<_>>())?,
            bad: if at_fault(Fault::Panics) || at_fault(Fault::NoElements) { 77 } else { u32::MAX },
            offsets: b.upload(&[0, N / 3, N])?,
            sorted: b.range(0..N as u32).collect()?,
            few: b.range(0..11).collect()?,
            edges: b.range(0..N as u32 + 1).collect()?,
            b: b.clone(),
        };
        let len = |n| if at_fault(Fault::NoElements) { 0 } else { n };
        let t = Targets {
            a: b.filled(0, len(N))?,
            b: b.filled(0, len(N))?,
            c: b.filled(0, len(N))?,
            at: b.filled(0, len(N))?,
            at_too: b.filled(0, len(N))?,
            numbers: b.filled(0, len(N))?,
            means: b.filled(0.0, len(N))?,
            long: b.filled(0, len(2 * N))?,
            long_too: b.filled(0, len(2 * N))?,
            more: b.filled(0, len(N + 1))?,
            ten: b.filled(0, len(10))?,
            ten_at: b.filled(0, len(10))?,
            two: b.filled(0, len(2))?,
            two_at: b.filled(0, len(2))?,
            three_at: b.filled(0, len(3))?,
            one: b.filled(0, len(1))?,
        };
        if let Fault::Memory(granted) = fault {
            b.left.store(granted, Relaxed);
        }
        Ok(Given { x, t })
    }

    /// Whether an allocation was refused.
    pub(crate) fn was_refused(&self) -> bool {
        matches!(self.x.fault, Fault::Memory(_)) && self.x.b.left.load(Relaxed) == 0
    }

    pub(crate) fn allow_all(&self) {
        self.x.b.left.store(usize::MAX, Relaxed);
    }
}

impl Inputs {
    /// The numbers 0, 1, …, `N - 1`.
    pub(crate) fn u(&self) -> Chain<impl Repeatable + Indexed<Item = u32> + Clone + '_, Limited> {
        let bad = self.bad;
        let number = op!(|(a, b): (u32, u32)| if a == bad { panic!("a bad number") } else { a + b });
        self.items.iter().zip(&self.zeros).map(number).permute(&self.positions)
    }

    /// The same numbers as positions.
    pub(crate) fn at(&self) -> Chain<impl Repeatable + Indexed<Item = usize> + Clone + '_, Limited> {
        self.u().map(op!(|v: u32| v as usize))
    }

    /// The numbers divided by ten.
    pub(crate) fn tens(&self) -> Chain<impl Repeatable + Indexed<Item = u32> + Clone + '_, Limited> {
        self.u().map(op!(|v: u32| v / 10))
    }

    /// The numbers as a matrix of ten columns.
    pub(crate) fn matrix(&self) -> Chain<impl Repeatable + onrush::expr::Matrix<Item = u32> + Clone + '_, Limited> {
        self.u().grid(N / 10, 10)
    }

    /// The number for which operations of vectors panic.
    pub(crate) fn bad(&self) -> u32 {
        self.bad
    }
}
