//! What the calls of the rows get: chains of which any part may be at fault, and targets.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use onrush::expr::{Indexed, Repeatable};
use onrush::prelude::*;
use onrush::{CancellationToken, Chain, ErrorKind, Result, State, Visitor};
use onrush_test_support::{Tested, TestedMemory};

use crate::answer::{Answer, number};

/// The fault of a call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    /// There is no fault.
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
    /// The call is cancelled behind its first few primitives.
    Cancelled(usize),
}

/// A backend that refuses the vectors' allocations behind the first few, and cancels all work behind the first few primitives.
#[derive(Debug, Clone)]
pub struct Limited {
    backend: Tested,
    left: Arc<AtomicUsize>,
    token: CancellationToken,
    primitives: Arc<AtomicUsize>,
}

/// Takes one of what is left of a number; whether there was one.
fn take(left: &AtomicUsize) -> bool {
    left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok()
}

impl Limited {
    /// A backend that refuses nothing yet. A fault decides whether a token is bound: without one calls go other ways.
    fn new(backend: &Tested, fault: Fault) -> Self {
        let token = CancellationToken::new();
        let backend = match fault {
            Fault::Cancelled(_) => backend.cancelled_by(&token),
            _ => backend.clone(),
        };
        let [left, primitives] = [usize::MAX; 2].map(|all| Arc::new(all.into()));
        Limited { backend, left, token, primitives }
    }
}

/// Calls a primitive of the backend.
macro_rules! call {
    ($self:ident.$primitive:ident($request:ident: $($part:ident)+)) => {{
        if !take(&$self.primitives) {
            $self.token.cancel();
        }
        // SAFETY: the caller's contract is the same.
        unsafe { $self.backend.$primitive($request) }
    }};
}

#[allow(unsafe_code)]
// SAFETY: every method is the backend's, or an error.
unsafe impl Backend for Limited {
    type Memory = TestedMemory;
    onrush_core::forward!(backend: id stream_id name adopt shrink upload_to download_from synchronize transfers put_down release_memory);

    fn stream(&self) -> Result<Self> {
        Ok(Limited { backend: self.backend.stream()?, ..self.clone() })
    }
    fn cancelled_by(&self, token: &CancellationToken) -> Self {
        Limited { backend: self.backend.cancelled_by(token), ..self.clone() }
    }
    fn keeps_lengths(&self) -> bool {
        self.backend.keeps_lengths()
    }
    fn allocate(&self, bytes: usize, align: usize) -> Result<TestedMemory> {
        match take(&self.left) {
            true => self.backend.allocate(bytes, align),
            false => Err(ErrorKind::OutOfMemory { bytes, device: self.id() }.into()),
        }
    }

    onrush_core::primitives!(call);
}

/// The inputs and the targets of a call: the state of its recording.
#[derive(Debug, State)]
pub struct Given {
    /// The inputs.
    pub x: Inputs,
    /// The targets.
    pub t: Targets,
}

/// The inputs, of which chains are made.
#[derive(Debug)]
pub struct Inputs {
    /// The backend.
    pub b: Limited,
    /// The number of items, a multiple of 20. Each is at its own position.
    pub(crate) n: usize,
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

impl State for Inputs {
    fn visit<'a>(&'a mut self, visitor: &mut Visitor<'a>) {
        let Inputs { items, zeros, positions, offsets, sorted, few, edges, .. } = self;
        [items, zeros, sorted, few, edges].into_iter().for_each(|vec| vec.visit(visitor));
        [positions, offsets].into_iter().for_each(|vec| vec.visit(visitor));
    }
}

/// Vectors of `n` elements and of other numbers.
#[derive(Debug, State)]
pub struct Targets {
    pub(crate) a: DeviceVec<u32, Limited>,
    pub(crate) b: DeviceVec<u32, Limited>,
    pub(crate) c: DeviceVec<u32, Limited>,
    pub(crate) at: DeviceVec<usize, Limited>,
    pub(crate) at_too: DeviceVec<usize, Limited>,
    pub(crate) numbers: DeviceVec<u64, Limited>,
    pub(crate) means: DeviceVec<f64, Limited>,
    /// Vectors of `2 * n` items and of `n + 1`.
    pub(crate) long: DeviceVec<u32, Limited>,
    pub(crate) long_too: DeviceVec<u32, Limited>,
    pub(crate) more: DeviceVec<usize, Limited>,
    /// Vectors of ten, two, three and one items.
    pub(crate) ten: DeviceVec<u32, Limited>,
    pub(crate) ten_more: DeviceVec<u32, Limited>,
    pub(crate) ten_at: DeviceVec<usize, Limited>,
    pub(crate) ten_means: DeviceVec<f64, Limited>,
    pub(crate) two: DeviceVec<u32, Limited>,
    pub(crate) two_more: DeviceVec<u32, Limited>,
    pub(crate) two_at: DeviceVec<usize, Limited>,
    pub(crate) two_means: DeviceVec<f64, Limited>,
    pub(crate) three_at: DeviceVec<usize, Limited>,
    pub(crate) one: DeviceVec<u32, Limited>,
}

impl Given {
    /// Inputs of `n` items, a multiple of 20. `elsewhere` is another device.
    ///
    /// # Errors
    /// Without enough memory.
    pub fn new(backend: &Tested, elsewhere: &Tested, n: usize, fault: Fault) -> Result<Self> {
        let (b, elsewhere) = (Limited::new(backend, fault), Limited::new(elsewhere, fault));
        let at_fault = |is| fault == is;
        let positions = (0..n).map(|i| if at_fault(Fault::Position) && i == 77 { n + 5 } else { i });
        let zeros = if at_fault(Fault::Device) { &elsewhere } else { &b };
        let x = Inputs {
            n,
            fault,
            items: b.range(0..n as u32).collect()?,
            zeros: zeros.filled(0, if at_fault(Fault::Lengths) { n - 1 } else { n })?,
            positions: b.upload(&positions.collect::<Vec<_>>())?,
            bad: if at_fault(Fault::Panics) || at_fault(Fault::NoElements) { 77 } else { u32::MAX },
            offsets: b.upload(&[0, n / 3, n])?,
            sorted: b.range(0..n as u32).collect()?,
            few: b.range(0..11).collect()?,
            edges: b.range(0..n as u32 + 1).collect()?,
            b: b.clone(),
        };
        let len = |len| if at_fault(Fault::NoElements) { 0 } else { len };
        // Operations of vectors fail at zeros.
        let different = if at_fault(Fault::None) { 1009 } else { 1 };
        let t = Targets {
            a: b.range(0..len(n) as u32).map(op!(|i: u32| i.wrapping_mul(7919) % different)).collect()?,
            b: b.filled(0, len(n))?,
            c: b.filled(0, len(n))?,
            at: b.filled(0, len(n))?,
            at_too: b.filled(0, len(n))?,
            numbers: b.filled(0, len(n))?,
            means: b.filled(0.0, len(n))?,
            long: b.filled(0, len(2 * n))?,
            long_too: b.filled(0, len(2 * n))?,
            more: b.filled(0, len(n + 1))?,
            ten: b.filled(0, len(10))?,
            ten_more: b.filled(0, len(10))?,
            ten_at: b.filled(0, len(10))?,
            ten_means: b.filled(0.0, len(10))?,
            two: b.filled(0, len(2))?,
            two_more: b.filled(0, len(2))?,
            two_at: b.filled(0, len(2))?,
            two_means: b.filled(0.0, len(2))?,
            three_at: b.filled(0, len(3))?,
            one: b.filled(0, len(1))?,
        };
        match fault {
            Fault::Memory(granted) => b.left.store(granted, Relaxed),
            Fault::Cancelled(behind) => b.primitives.store(behind, Relaxed),
            _ => {}
        }
        Ok(Given { x, t })
    }

    /// The inputs' contents, as a number.
    ///
    /// # Errors
    /// If the inputs can't be read.
    pub fn inputs(&self) -> Result<u64> {
        let x = &self.x;
        number(&[&x.items as &dyn Answer, &x.zeros, &x.positions, &x.offsets, &x.sorted, &x.few, &x.edges])
    }

    /// The targets' contents, as a number.
    ///
    /// # Errors
    /// If the targets can't be read.
    pub fn targets(&self) -> Result<u64> {
        number(&self.t.all())
    }

    /// The contents of each target, as a number, or the error of reading it.
    pub fn each_target(&self) -> Vec<Result<u64>> {
        self.t.all().into_iter().map(|target| number(&[target])).collect()
    }

    /// The elements of the vector that is sorted in place, in order.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn elements(&self) -> Result<Vec<u32>> {
        let mut elements = self.t.a.to_vec()?;
        elements.sort_unstable();
        Ok(elements)
    }

    /// Takes the vector that is sorted in place as a failed call has left it.
    ///
    /// # Errors
    /// If it may never have been written.
    pub fn recover(&mut self) -> Result<()> {
        self.t.a.recover()
    }

    /// Whether an allocation was refused.
    pub fn was_refused(&self) -> bool {
        matches!(self.x.fault, Fault::Memory(_)) && self.x.b.left.load(Relaxed) == 0
    }

    /// Whether the call was cancelled.
    pub fn was_cancelled(&self) -> bool {
        self.x.b.token.is_cancelled()
    }

    /// Refuses and cancels nothing any more.
    pub fn allow_all(&self) {
        self.x.b.left.store(usize::MAX, Relaxed);
        self.x.b.primitives.store(usize::MAX, Relaxed);
        self.x.b.token.reset();
    }
}

impl Targets {
    fn all(&self) -> [&dyn Answer; 20] {
        [
            &self.a,
            &self.b,
            &self.c,
            &self.at,
            &self.at_too,
            &self.numbers,
            &self.means,
            &self.long,
            &self.long_too,
            &self.more,
            &self.ten,
            &self.ten_more,
            &self.ten_at,
            &self.ten_means,
            &self.two,
            &self.two_more,
            &self.two_at,
            &self.two_means,
            &self.three_at,
            &self.one,
        ]
    }
}

impl Inputs {
    /// The numbers 0, 1, …, `n - 1`.
    pub(crate) fn u(&self) -> Chain<impl Repeatable + Indexed<Item = u32> + Clone + '_, Limited> {
        let bad = self.bad;
        let number = op!(|(a, b): (u32, u32)| if a == bad { panic!("a bad number") } else { a + b });
        self.items.iter().zip(&self.zeros).map(number).permute(&self.positions)
    }

    /// The same numbers as positions.
    pub(crate) fn at(&self) -> Chain<impl Repeatable + Indexed<Item = usize> + Clone + '_, Limited> {
        self.u().map(op!(|v: u32| v as usize))
    }

    /// The ends of segments of one item each, but for the last, which has two.
    pub(crate) fn ends(&self) -> Chain<impl Repeatable + Indexed<Item = usize> + Clone + '_, Limited> {
        let last = self.n - 1;
        self.at().map(op!(|i: usize| i + (i == last) as usize))
    }

    /// The numbers divided by ten.
    pub(crate) fn tens(&self) -> Chain<impl Repeatable + Indexed<Item = u32> + Clone + '_, Limited> {
        self.u().map(op!(|v: u32| v / 10))
    }

    /// The numbers as a matrix of ten columns.
    pub(crate) fn matrix(&self) -> Chain<impl Repeatable + onrush::expr::Matrix<Item = u32> + Clone + '_, Limited> {
        self.u().grid(self.n / 10, 10)
    }

    /// The number for which operations of vectors panic.
    pub(crate) fn bad(&self) -> u32 {
        self.bad
    }
}
