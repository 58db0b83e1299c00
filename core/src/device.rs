//! Which memory a vector lives in, and the check of a chain before it runs.

use std::fmt;

use crate::error::{ErrorKind, Result};

/// A memory that vectors live in: the host's, or that of one GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

impl fmt::Display for DeviceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.backend, self.index)
    }
}

/// Walks a chain before it runs: lengths agree, bounds hold, and every vector lives on the device. The first fault wins.
#[derive(Debug)]
pub struct Check {
    device: DeviceId,
    fault: Option<ErrorKind>,
}

impl Check {
    /// A check for a chain that is to run on `device`.
    pub fn new(device: DeviceId) -> Self {
        Check { device, fault: None }
    }

    /// A vector on `device` is read or written.
    pub fn device(&mut self, device: DeviceId) {
        if device != self.device {
            self.fault(ErrorKind::DeviceMismatch { vector: device, chain: self.device });
        }
    }

    /// Two lengths must be equal.
    pub fn lengths(&mut self, what: &'static str, left: usize, right: usize) {
        if left != right {
            self.fault(ErrorKind::LengthMismatch { what, left, right });
        }
    }

    /// A bound must not exceed a length.
    pub fn bound(&mut self, what: &'static str, index: usize, len: usize) {
        if index > len {
            self.fault(ErrorKind::OutOfRange { what, index, len });
        }
    }

    /// Records a fault, unless there is one already.
    pub fn fault(&mut self, kind: ErrorKind) {
        self.fault.get_or_insert(kind);
    }

    /// The first fault, if any.
    pub fn finish(self) -> Result<()> {
        self.fault.map_or(Ok(()), |kind| Err(kind.into()))
    }
}
