//! Which memory a vector lives in, and the check of a chain before it runs.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};
use crate::failure::{self, Causes, Mark, Outcome, Part};

/// A memory that vectors live in: the host's, or that of one GPU.
#[derive(Debug, Clone, Copy, Eq)]
pub struct DeviceId {
    /// The backend's name, such as `cpu` or `cuda`.
    pub backend: &'static str,
    /// Its number among the backend's devices.
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

/// Where a vector lives: a memory, and the stream in whose order it is used and freed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The memory.
    pub device: DeviceId,
    /// The stream's number, unlike that of every other stream of the process; 0 where there are none.
    pub stream: u32,
}

impl From<DeviceId> for Place {
    fn from(device: DeviceId) -> Self {
        Place { device, stream: 0 }
    }
}

/// Walks a chain before it runs: lengths agree, bounds hold, and every vector lives on the device. The first fault wins.
/// Notes the memory that the chain uses where something depends on that.
#[derive(Debug)]
pub struct Check {
    place: Place,
    fault: Option<Error>,
    /// Whether any memory is marked by a call that has failed or may.
    marks: bool,
    overwrites: bool,
    used: Used,
}

/// A stream of the same memory, not the chain's own, whose vectors a chain uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreign {
    /// Its number.
    pub stream: u32,
    /// Whether some are written, not only read.
    pub written: bool,
}

/// What a chain uses: nearly always one or two parts of memory that are written. It passes through every call by value, so it
/// is small, and all that is seldom there lies apart.
#[derive(Debug)]
struct Used {
    few: [Option<Use>; 2],
    rest: Option<Box<Rest>>,
}

/// What few chains have.
#[derive(Debug, Default)]
struct Rest {
    more: Vec<Use>,
    foreign: Vec<Foreign>,
    pending: Causes,
    taken: Vec<(usize, Mark)>,
}

impl Used {
    #[inline(always)]
    fn new() -> Self {
        Used { few: [None; 2], rest: None }
    }

    #[inline(always)]
    fn push(&mut self, used: Use) {
        match self.few.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = Some(used),
            None => self.push_more(used),
        }
    }

    #[cold]
    #[inline(never)]
    fn push_more(&mut self, used: Use) {
        self.rest().more.push(used);
    }

    fn rest(&mut self) -> &mut Rest {
        self.rest.get_or_insert_default()
    }

    fn iter(&self) -> impl Iterator<Item = &Use> {
        self.few.iter().flatten().chain(self.rest.iter().flat_map(|rest| &rest.more))
    }
}

/// A part of memory that a chain uses.
#[derive(Debug, Clone, Copy)]
struct Use {
    from: usize,
    to: usize,
    access: Access,
}

impl Use {
    fn part(&self) -> Part {
        self.from..self.to
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
    /// Of all of it, whatever was there.
    Overwrite,
    /// As `Write`, where nothing was before.
    Make,
}

impl Check {
    /// A check for a chain that is to run at `place`.
    #[inline(always)]
    pub fn new(place: impl Into<Place>) -> Self {
        let (place, marks) = (place.into(), failure::any());
        Check { place, fault: None, marks, overwrites: false, used: Used::new() }
    }

    /// The memory of a vector at `place` is read.
    #[inline(always)]
    pub fn reads(&mut self, place: Place, memory: Part) {
        if place != self.place {
            self.elsewhere(place, false);
        }
        // Memory that is only read gets no mark.
        if self.marks {
            self.note(memory, Access::Read);
        }
    }

    /// The memory of a vector at `place` is written; `fresh` if nothing was there before.
    #[inline(always)]
    pub fn writes(&mut self, place: Place, memory: Part, fresh: bool) {
        if place != self.place {
            self.elsewhere(place, true);
        }
        let access = match fresh {
            _ if self.overwrites => Access::Overwrite,
            true => Access::Make,
            false => Access::Write,
        };
        self.note(memory, access);
    }

    /// Whatever this writes is overwritten as a whole.
    #[inline(always)]
    pub fn overwrites(&mut self, walk: impl FnOnce(&mut Self)) {
        self.overwrites = true;
        walk(self);
        self.overwrites = false;
    }

    #[inline(always)]
    fn note(&mut self, part: Part, access: Access) {
        if !part.is_empty() {
            self.used.push(Use { from: part.start, to: part.end, access });
        }
    }

    #[cold]
    fn elsewhere(&mut self, Place { device, stream }: Place, written: bool) {
        if device != self.place.device {
            self.fault(ErrorKind::DeviceMismatch { vector: device, chain: self.place.device });
            return;
        }
        let foreign = &mut self.used.rest().foreign;
        match foreign.iter_mut().find(|known| known.stream == stream) {
            Some(known) => known.written |= written,
            None => foreign.push(Foreign { stream, written }),
        }
    }

    /// Two lengths must be equal.
    #[inline]
    pub fn lengths(&mut self, what: &'static str, left: usize, right: usize) {
        if left != right {
            self.fault(ErrorKind::LengthMismatch { what, left, right });
        }
    }

    /// A bound must not exceed a length.
    #[inline]
    pub fn bound(&mut self, what: &'static str, index: usize, len: usize) {
        if index > len {
            self.fault(ErrorKind::OutOfRange { what, index, len });
        }
    }

    /// Records a fault, unless there is one already.
    #[cold]
    pub fn fault(&mut self, kind: ErrorKind) {
        self.fault.get_or_insert_with(|| kind.into());
    }

    /// The first fault, if any, of a chain that isn't run.
    pub(crate) fn shape(self) -> Result<()> {
        self.fault.map_or(Ok(()), Err)
    }

    /// What the chain uses; the first fault, if any, or the failure of a call that was to write what it uses.
    #[inline(always)]
    pub fn finish(self) -> Result<Uses> {
        let Check { place, fault, marks, used, .. } = self;
        if let Some(fault) = fault {
            return Err(fault);
        }
        let mut uses = Uses { place, used };
        if marks {
            uses.look()?;
        }
        Ok(uses)
    }
}

/// The memory that a call uses. Until the call is done, what it overwrites isn't marked.
#[derive(Debug)]
#[must_use = "a call that fails marks what it was to write"]
pub struct Uses {
    place: Place,
    used: Used,
}

impl Uses {
    /// The other streams whose vectors are used.
    pub fn foreign(&self) -> &[Foreign] {
        self.used.rest.as_ref().map_or(&[], |rest| &rest.foreign)
    }

    /// Calls that may yet fail, and that were to write what is used.
    pub fn pending(&self) -> &[Arc<dyn Outcome>] {
        self.used.rest.as_ref().map_or(&[], |rest| &rest.pending)
    }

    /// Whether it makes vectors, not only writes to those that are there.
    pub fn makes(&self) -> bool {
        self.used.iter().any(|used| used.access == Access::Make)
    }

    #[cold]
    fn look(&mut self) -> Result<()> {
        let device = self.place.device;
        let mut pending = Causes::new();
        for used in self.used.iter().filter(|used| used.access != Access::Overwrite) {
            failure::causes(device, &used.part(), &mut pending);
        }
        let failed = pending.iter().find_map(|cause| cause.known().flatten());
        if let Some(failure) = failed {
            return Err(failure.tell());
        }
        let overwritten = self.used.iter().filter(|used| used.access == Access::Overwrite);
        let taken: Vec<_> = overwritten.flat_map(|used| failure::take(device, &used.part())).collect();
        if !pending.is_empty() || !taken.is_empty() {
            let rest = self.used.rest();
            (rest.pending, rest.taken) = (pending, taken);
        }
        Ok(())
    }

    /// Marks what the call writes: it depends on these outcomes.
    pub fn mark(&self, causes: &[Arc<dyn Outcome>]) {
        for written in self.used.iter().filter(|used| used.access != Access::Read) {
            failure::mark(self.place.device, &written.part(), causes);
        }
    }

    /// How the call has ended: if an operation of it has failed, so is what it was to write, and the error says where the
    /// call is.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn done<T>(mut self, result: Result<T>) -> Result<T> {
        match result {
            Ok(value) => {
                if let Some(rest) = &mut self.used.rest {
                    rest.taken = Vec::new();
                }
                Ok(value)
            }
            Err(error) => Err(self.failed(error.called_at(std::panic::Location::caller()))),
        }
    }

    #[cold]
    fn failed(&self, error: Error) -> Error {
        if error.is_of_operation() {
            self.mark(&[failure::returned(error.clone())]);
        }
        error
    }
}

impl Drop for Uses {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(rest) = &mut self.used.rest
            && !rest.taken.is_empty()
        {
            failure::put_back(self.place.device, std::mem::take(&mut rest.taken));
        }
    }
}
