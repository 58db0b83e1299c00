//! The memory that a call uses, and the marks of failures there.

use super::DeviceId;
use crate::backend::Backend;
use crate::error::{Apart, Error, Result};
use crate::failure::{self, Cause, Causes, Mark, Part};

/// A stream of the same memory, not the chain's own, whose vectors a chain uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreign {
    /// The stream's number.
    pub number: u32,
    /// Whether some are written, not only read.
    pub written: bool,
}

/// The parts of memory that a call is expected to use at most.
const FEW: usize = 8;

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

/// How a call uses a part of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It reads it.
    Read,
    /// It writes it.
    Write,
    /// A write of the whole part, whatever it held.
    Overwrite,
    /// A write to memory that was never written.
    Make,
}

/// The memory that a call uses. Until the call is done, the memory that it overwrites isn't marked.
///
/// It passes through every call by value, so it consists of words, which stay in registers; rarely used fields lie in a box.
#[derive(Debug, Default)]
#[must_use = "a call that fails marks the memory that it was to write"]
pub struct Uses {
    /// Start and end of the written parts, if there are at most two; else all uses are noted.
    pub(super) few: [[usize; 2]; 2],
    /// An array, which unlike a plain box can be made without ending the process if its memory is refused.
    pub(super) noted: Option<Box<[Noted; 1]>>,
}

/// All uses of memory, as the second walk finds them.
#[derive(Debug)]
pub(super) struct Noted {
    device: DeviceId,
    uses: Vec<Use>,
    foreign: Vec<Foreign>,
    pending: Causes,
    taken: Vec<Mark>,
    /// Whether an output has no elements.
    nothing: bool,
}

impl Uses {
    /// The other streams whose vectors are used.
    pub fn foreign(&self) -> &[Foreign] {
        self.noted.as_deref().map_or(&[], |[noted]| &noted.foreign)
    }

    /// The parts of memory that are used, if the walk was [thorough](super::Check::of_call).
    pub fn parts(&self) -> impl Iterator<Item = (Part, Access)> {
        self.noted.as_deref().into_iter().flatten().flat_map(Noted::parts)
    }

    /// The ends of earlier calls, not known yet, that the used memory depends on.
    pub fn pending(&self) -> &[Cause] {
        self.noted.as_deref().map_or(&[], |[noted]| &noted.pending)
    }

    /// Those ends, of a call that writes nothing.
    pub(crate) fn into_pending(mut self) -> Causes {
        self.noted.as_deref_mut().map(|[noted]| std::mem::take(&mut noted.pending)).unwrap_or_default()
    }

    /// Whether an output has no elements: then no mark tells its owner how the call has ended.
    pub fn has_empty_output(&self) -> bool {
        self.noted.as_deref().is_some_and(|[noted]| noted.nothing)
    }

    /// Marks the memory of `device` that the call writes with these causes.
    pub fn mark(&self, device: DeviceId, causes: &[Cause]) {
        self.mark_apart(device, causes, causes);
    }

    /// Marks the memory of `device` that the call writes: what held elements before it, and the vectors that it makes.
    pub fn mark_apart(&self, device: DeviceId, written: &[Cause], made: &[Cause]) {
        self.few.iter().for_each(|[from, to]| failure::mark(device, &(*from..*to), written));
        for used in self.noted.as_deref().into_iter().flatten().flat_map(|noted| &noted.uses) {
            match used.access {
                Access::Read => {}
                Access::Make => failure::mark(device, &used.part(), made),
                Access::Write | Access::Overwrite => failure::mark(device, &used.part(), written),
            }
        }
    }

    /// Ends a call on `device`. If an operation of it has failed, its output is marked, and the error names the call's place.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn done<T>(self, device: &impl Backend, result: Result<T>) -> Result<T> {
        match result {
            Ok(value) => {
                // The field is moved out, since the compiler calls the drop glue of an empty box instead of inlining it.
                if let Some(mut noted) = self.noted {
                    noted[0].ended_well();
                }
                Ok(value)
            }
            Err(error) => Err(self.failed(device.id(), error.called_at(std::panic::Location::caller())).joined()),
        }
    }

    #[cold]
    #[inline(never)]
    fn failed(self, device: DeviceId, error: Error) -> Apart {
        if error.is_of_operation() {
            self.mark(device, &[failure::returned(error.clone())]);
        }
        error.apart()
    }
}

impl Noted {
    pub(super) fn new(device: DeviceId) -> Self {
        let (uses, foreign, pending, taken, nothing) = Default::default();
        Noted { device, uses, foreign, pending, taken, nothing }
    }

    /// The parts of memory that are used.
    pub(super) fn parts(&self) -> impl Iterator<Item = (Part, Access)> {
        self.uses.iter().map(|used| (used.part(), used.access))
    }

    /// Notes a use, of a stream that isn't the call's own if there is a number, unless the memory for that is refused.
    pub(super) fn note(&mut self, foreign: Option<u32>, part: Part, access: Access) -> Option<()> {
        let written = access != Access::Read;
        if let Some(number) = foreign {
            match self.foreign.iter_mut().find(|known| known.number == number) {
                Some(known) => known.written |= written,
                None => {
                    self.foreign.try_reserve(1).ok()?;
                    self.foreign.push(Foreign { number, written });
                }
            }
        }
        if part.is_empty() {
            self.nothing |= written;
        } else {
            // Most calls use fewer parts.
            self.uses.try_reserve(if self.uses.is_empty() { FEW } else { 1 }).ok()?;
            self.uses.push(Use { from: part.start, to: part.end, access });
        }
        Some(())
    }

    #[cold]
    #[inline(never)]
    fn ended_well(&mut self) {
        failure::overwritten(self.device, &std::mem::take(&mut self.taken));
    }

    /// Finds the causes that the used memory depends on, and removes the marks of memory that is overwritten.
    #[cold]
    #[inline(never)]
    pub(super) fn look(&mut self) -> Result<()> {
        let mut pending = Causes::new();
        for used in self.uses.iter().filter(|used| used.access != Access::Overwrite) {
            failure::causes(self.device, &used.part(), &mut pending)?;
        }
        pending.iter().try_for_each(Cause::known)?;
        for used in self.uses.iter().filter(|used| used.access == Access::Overwrite) {
            // After an error the marks that are taken already are put back when the notes are dropped.
            failure::take(self.device, &used.part(), &mut self.taken)?;
            failure::overwrites(used.part());
        }
        self.pending = pending;
        Ok(())
    }
}

impl Drop for Noted {
    /// After a call that hasn't succeeded, the marks are as they were.
    fn drop(&mut self) {
        failure::put_back(self.device, std::mem::take(&mut self.taken));
    }
}
