use onrush_core::device::DeviceId;
use onrush_core::error::Unavailable;
use onrush_core::{Error, ErrorKind};

/// The reason why a driver couldn't do what was asked.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DriverError {
    /// There is no CUDA driver on this machine.
    #[error("the CUDA driver's library was not found: is NVIDIA's driver installed?")]
    NotFound,
    /// The driver is older than stream-ordered allocation.
    #[error("the CUDA driver is for CUDA {major}.{minor}; 11.4 or newer is needed")]
    TooOld {
        /// The major version, such as 11.
        major: u32,
        /// The minor version, such as 0.
        minor: u32,
    },
    /// The driver's library lacks a function.
    #[error("the CUDA driver's library lacks {function}: {reason}")]
    Lacks {
        /// The function.
        function: &'static str,
        /// The message of the system's loader.
        reason: String,
    },
    /// The GPU is older than the kernels support.
    #[error("{name} has compute capability {major}.{minor}; 7.5 or newer is needed")]
    OldDevice {
        /// The GPU's name.
        name: String,
        /// The major part of its compute capability, such as 7.
        major: u32,
        /// The minor part, such as 0.
        minor: u32,
    },
    /// There is no GPU with this number.
    #[error("there is no GPU {index}: {count} {} found", if *.count == 1 { "was" } else { "were" })]
    NoDevice {
        /// The number that was asked for.
        index: u32,
        /// The number of GPUs that were found.
        count: u32,
    },
    /// An allocation failed, after all unused memory was freed.
    #[error("{bytes} bytes could not be allocated")]
    OutOfMemory {
        /// The size of the allocation.
        bytes: usize,
    },
    /// A call of the driver failed.
    #[error("{call} failed: {name} ({text})")]
    Call {
        /// The function.
        call: &'static str,
        /// The name of its result.
        name: String,
        /// The description of its result.
        text: String,
    },
    /// Compilation failed, with the error that is shown to the user as it is.
    #[error(transparent)]
    Program(Error),
    /// The host's compiler, which the emulated device needs, is missing or refused a program.
    #[error("{0}")]
    Compiler(String),
    /// A program breaks the rules of the machine (a divergent barrier, a deadlock), and was ended.
    #[error("{message} (seed {seed})")]
    Broken {
        /// The kind of rule.
        rule: super::Rule,
        /// The rule, and the lines where it was broken.
        message: String,
        /// The scheduler's seed; a run with the same one breaks the rule again.
        seed: u64,
    },
    /// A program and its launch don't fit each other.
    #[error("{0}")]
    Misfit(String),
}

impl DriverError {
    /// The error for users where the device is unavailable.
    pub fn unavailable(self, device: DeviceId) -> Error {
        let reason = match self {
            DriverError::NotFound => Unavailable::NoDriver,
            DriverError::TooOld { major, minor } => Unavailable::OldDriver { major, minor },
            DriverError::NoDevice { index, count } => Unavailable::NoDevice { index, count },
            DriverError::OldDevice { name, major, minor } => Unavailable::OldDevice { name, major, minor },
            other => Unavailable::Failed { message: other.to_string() },
        };
        ErrorKind::Unavailable { device, reason }.into()
    }

    /// The error for users of this device.
    pub fn on(self, id: DeviceId, name: &str) -> Error {
        match self {
            DriverError::OutOfMemory { bytes } => ErrorKind::OutOfMemory { bytes, device: id }.into(),
            DriverError::Program(error) => error,
            other => ErrorKind::Device { device: name.to_owned(), message: other.to_string() }.into(),
        }
    }
}
