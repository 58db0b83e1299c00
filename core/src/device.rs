//! Which memory a vector lives in, and the check of a chain before it runs.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::error::{Error, ErrorKind, Result};

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
#[derive(Debug)]
pub struct Check {
    place: Place,
    foreign: Vec<Foreign>,
    fault: Option<Error>,
}

/// A stream of the same memory, not the chain's own, whose vectors a chain uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreign {
    /// Its number.
    pub stream: u32,
    /// Whether some are written, not only read.
    pub written: bool,
}

impl Check {
    /// A check for a chain that is to run at `place`.
    #[inline]
    pub fn new(place: impl Into<Place>) -> Self {
        Check { place: place.into(), foreign: Vec::new(), fault: None }
    }

    /// A vector at `place` is read.
    #[inline]
    pub fn reads(&mut self, place: Place) {
        self.uses(place, false);
    }

    /// A vector at `place` is written.
    #[inline]
    pub fn writes(&mut self, place: Place) {
        self.uses(place, true);
    }

    #[inline]
    fn uses(&mut self, place: Place, written: bool) {
        if place != self.place {
            self.elsewhere(place, written);
        }
    }

    #[cold]
    fn elsewhere(&mut self, Place { device, stream }: Place, written: bool) {
        if device != self.place.device {
            self.fault(ErrorKind::DeviceMismatch { vector: device, chain: self.place.device });
        } else if let Some(known) = self.foreign.iter_mut().find(|known| known.stream == stream) {
            known.written |= written;
        } else {
            self.foreign.push(Foreign { stream, written });
        }
    }

    /// The other streams whose vectors were seen.
    pub fn foreign(&self) -> &[Foreign] {
        &self.foreign
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

    /// The first fault, if any.
    #[inline]
    pub fn finish(self) -> Result<()> {
        self.fault.map_or(Ok(()), Err)
    }
}
