//! The device in whose memory a vector lives, and the check of a chain before it runs.

mod uses;

use std::fmt;
use std::hash::{Hash, Hasher};

use uses::Noted;
pub use uses::{Access, Foreign, Uses};

use crate::backend::Backend;
use crate::error::{Error, ErrorKind, Result};
use crate::failure::{self, Part};
use crate::recording;

/// A memory that vectors live in: the host's, or that of one GPU.
#[derive(Debug, Clone, Copy, Eq)]
pub struct DeviceId {
    /// The backend's name, such as `cpu` or `cuda`.
    pub backend: &'static str,
    /// The device's number among the backend's devices.
    pub index: u32,
}

impl DeviceId {
    /// The host's memory.
    pub const HOST: DeviceId = DeviceId { backend: "cpu", index: 0 };
}

impl PartialEq for DeviceId {
    /// Every vector of a chain is asked: nearly always the names are one, and no letters are compared.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && (std::ptr::eq(self.backend, other.backend) || self.backend == other.backend)
    }
}

impl Hash for DeviceId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.backend, self.index).hash(state);
    }
}

impl fmt::Display for DeviceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.backend, self.index)
    }
}

/// A stream of a device. A vector belongs to one: it lies in that device's memory, and is used and freed in that stream's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StreamId {
    /// The device, whose memory all its streams share.
    pub device: DeviceId,
    /// A number that no other stream of the process has; 0 on devices without streams, and for memory that belongs to no stream:
    /// who uses it, orders it.
    pub number: u32,
}

/// The device's memory that belongs to no stream.
impl From<DeviceId> for StreamId {
    fn from(device: DeviceId) -> Self {
        StreamId { device, number: 0 }
    }
}

/// Walks a chain before it runs: lengths agree, bounds hold, and every vector lives on the device. The first fault wins.
///
/// A first walk finds whether there is a fault, or more than two written parts, and notes the written parts. It is inlined. If
/// there is any of these, or any memory is marked, a second walk notes all uses of memory. A check after which nothing runs looks for
/// faults alone. A backend with streams notes the uses of each request itself, with [`Check::of_call`]: the request has the outputs,
/// too, that are made after the check.
#[derive(Debug)]
pub struct Check {
    /// The stream, in parts without padding. Copied as a whole it would lie in memory, and its words be read together after they were
    /// written one by one, for which a processor waits as long as for a sum of 100 items.
    backend: &'static str,
    index: u32,
    number: u32,
    /// Whether this is the first walk, and whether a second one is needed.
    glance: bool,
    more: bool,
    few: [[usize; 2]; 2],
    writes: usize,
    fault: Option<Error>,
    overwrites: bool,
    noted: Option<Box<[Noted; 1]>>,
}

/// The memory that a call uses: `checked!(stream, parts, |parts, check| …)`, where the closure shows the parts to the check.
/// Returns from the function with the first fault, or the failure of a call that was to write that memory.
///
/// A macro, since `Result<Uses>` and parts whose address is taken go through memory, and short calls on a CPU pay for that. For the
/// same reason each walk has a closure of its own: what a `move` closure holds is only stored if the second one is needed.
macro_rules! checked {
    ($stream:expr, $parts:expr, $walk:expr) => {{
        let stream = $stream;
        let mut check = $crate::device::Check::glance(stream);
        $crate::device::Check::walk($parts, $walk)($parts, &mut check);
        match check.seen() {
            Some(uses) => uses,
            None => {
                let walk = $crate::device::Check::walk($parts, $walk);
                let walked = $parts;
                // Without optimisation nothing stays in registers, and a copy of large captures takes too much of the stack.
                // SAFETY: the copy is only read, while the parts are there and aren't changed, and it is never dropped.
                #[cfg(not(debug_assertions))]
                #[allow(unsafe_code)]
                let walked = &std::mem::ManuallyDrop::new(unsafe { std::ptr::read(walked) });
                match $crate::device::Check::thoroughly(stream, &mut |check| walk(walked, check)) {
                    Ok(uses) => uses,
                    Err(error) => return Err(error.called_at(std::panic::Location::caller())),
                }
            }
        }
    }};
}
pub(crate) use checked;

impl Check {
    #[inline(always)]
    fn new(stream: StreamId, glance: bool) -> Self {
        let StreamId { device: DeviceId { backend, index }, number } = stream;
        let (few, writes) = ([[0; 2]; 2], 0);
        let (more, fault, overwrites, noted) = (false, None, false, None);
        Check { backend, index, number, glance, more, few, writes, fault, overwrites, noted }
    }

    /// The device on which the call is to run.
    #[inline(always)]
    fn device(&self) -> DeviceId {
        DeviceId { backend: self.backend, index: self.index }
    }

    /// Returns the closure; tells the compiler its parameters' types.
    #[inline(always)]
    pub(crate) fn walk<P, W: Fn(&P, &mut Check)>(_: &P, walk: W) -> W {
        walk
    }

    /// The first walk of a call that is to run in `stream`.
    #[inline(always)]
    pub(crate) fn glance(stream: StreamId) -> Self {
        Check::new(stream, true)
    }

    /// The memory that the call uses, if the first walk says all.
    #[inline(always)]
    pub(crate) fn seen(self) -> Option<Uses> {
        match self.more || failure::any() || recording::any() {
            true => None,
            false => Some(Uses { few: self.few, noted: None }),
        }
    }

    /// Notes all memory that `walk` shows for a call that is to run in `stream`. Returns the first fault, or the failure of an
    /// earlier call that was to write this memory. It serves backends whose calls end after they have returned.
    ///
    /// # Safety
    ///
    /// This call follows, and overwrites what `walk` shows so, or else the uses are [marked](Uses::mark): the marks of earlier failures
    /// are gone from there.
    pub unsafe fn of_call(stream: StreamId, walk: &mut dyn FnMut(&mut Check)) -> Result<Uses> {
        let mut check = Check::new(stream, false);
        walk(&mut check);
        check.finish()
    }

    /// [`of_call`](Check::of_call), for callers that keep its contract; also refuses what a recorded call may not use.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) fn thoroughly(stream: StreamId, walk: &mut dyn FnMut(&mut Check)) -> Result<Uses> {
        let mut check = Check::new(stream, false);
        walk(&mut check);
        if recording::any() && check.fault.is_none() {
            recording::admits(stream, check.noted.as_deref().into_iter().flatten().flat_map(Noted::parts))?;
        }
        check.finish()
    }

    /// The first fault, if any, of a chain that isn't run.
    #[inline(always)]
    pub(crate) fn shape(stream: StreamId, walk: impl Fn(&mut Check)) -> Result<()> {
        let mut check = Check::glance(stream);
        walk(&mut check);
        match check.more {
            true => Check::fault_of(stream, &walk),
            false => Ok(()),
        }
    }

    /// The first fault, if any, that a second walk finds.
    #[cold]
    #[inline(never)]
    fn fault_of(stream: StreamId, walk: &dyn Fn(&mut Check)) -> Result<()> {
        let mut check = Check::new(stream, false);
        walk(&mut check);
        check.fault.map_or(Ok(()), Err)
    }

    /// The first fault that `walk` shows, or else this one.
    pub(crate) fn refused(stream: StreamId, walk: impl Fn(&mut Check), why: ErrorKind) -> Error {
        Check::fault_of(stream, &walk).err().unwrap_or_else(|| why.into())
    }

    #[cold]
    #[inline(never)]
    fn finish(self) -> Result<Uses> {
        let Check { fault, few, mut noted, .. } = self;
        if let Some(fault) = fault {
            return Err(fault);
        }
        if let Some([noted]) = noted.as_deref_mut()
            && failure::any()
        {
            noted.look()?;
        }
        Ok(Uses { few, noted })
    }

    /// Ends a call that consists of several ones: if one of these has failed, all that the whole call writes is marked, also what others
    /// of them have written, or were still to write.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn ends_as_one<T>(device: &impl Backend, result: Result<T>, walk: impl Fn(&mut Check)) -> Result<T> {
        let Err(error) = result else { return result };
        // Marks that are there already aren't a fault here, as those of memory that is overwritten.
        match Check::thoroughly(device.stream_id(), &mut |check| check.overwrites(|check| walk(check))) {
            Ok(uses) => uses.done(device, Err(error)),
            Err(_) => Err(error),
        }
    }

    /// The memory of a vector of `stream` is read.
    #[inline(always)]
    pub fn reads(&mut self, stream: StreamId, memory: Part) {
        match self.glance {
            true => self.more |= stream.device != self.device(),
            false => self.note(stream, memory, Access::Read),
        }
    }

    /// The memory of a vector of `stream` is written; `fresh` if nothing was there before.
    #[inline(always)]
    pub fn writes(&mut self, stream: StreamId, memory: Part, fresh: bool) {
        if !self.glance {
            let access = match fresh {
                _ if self.overwrites => Access::Overwrite,
                true => Access::Make,
                false => Access::Write,
            };
            return self.note(stream, memory, access);
        }
        self.more |= stream.device != self.device();
        match self.writes {
            0 => self.few[0] = [memory.start, memory.end],
            1 => self.few[1] = [memory.start, memory.end],
            _ => self.more = true,
        }
        self.writes += 1;
    }

    /// Walks parts that the call overwrites as a whole.
    #[inline(always)]
    pub fn overwrites(&mut self, walk: impl FnOnce(&mut Self)) {
        let within = std::mem::replace(&mut self.overwrites, true);
        walk(self);
        self.overwrites = within;
    }

    #[cold]
    #[inline(never)]
    fn note(&mut self, stream: StreamId, part: Part, access: Access) {
        let StreamId { device, number } = stream;
        if device != self.device() {
            return self.fault(ErrorKind::DeviceMismatch { vector: device, chain: self.device() });
        }
        if self.try_note(number, part, access).is_none() {
            self.fault(ErrorKind::OutOfMemory { bytes: size_of::<Noted>(), device: DeviceId::HOST });
        }
    }

    /// Notes a use of this call's device, unless the memory for that is refused.
    fn try_note(&mut self, number: u32, part: Part, access: Access) -> Option<()> {
        if self.noted.is_none() {
            let mut one = Vec::new();
            one.try_reserve_exact(1).ok()?;
            one.push(Noted::new(self.device()));
            self.noted = one.into_boxed_slice().try_into().ok();
        }
        let [noted] = self.noted.as_deref_mut()?;
        noted.note((number != self.number && number != 0).then_some(number), part, access)
    }

    /// Two lengths must be equal.
    #[inline(always)]
    pub fn lengths(&mut self, what: &'static str, left: usize, right: usize) {
        if left != right {
            self.fault(ErrorKind::LengthMismatch { what, left, right });
        }
    }

    /// A target of length `len` must have room for the most items that a call can store.
    #[inline(always)]
    pub fn room(&mut self, what: &'static str, most: usize, len: usize) {
        if len < most {
            self.fault(ErrorKind::TargetTooShort { what, most, len });
        }
    }

    /// A bound must not exceed a length.
    #[inline(always)]
    pub fn bound(&mut self, what: &'static str, index: usize, len: usize) {
        if index > len {
            self.fault(ErrorKind::OutOfRange { what, index: index as i128, len, item: None });
        }
    }

    /// Notes a fault, unless there is one already.
    #[inline(always)]
    pub fn fault(&mut self, kind: ErrorKind) {
        match self.glance {
            true => self.more = true,
            false => self.first_fault(kind),
        }
    }

    #[cold]
    #[inline(never)]
    fn first_fault(&mut self, kind: ErrorKind) {
        self.fault.get_or_insert_with(|| kind.into());
    }
}
