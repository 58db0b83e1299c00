//! Errors as values.

use std::fmt;

use crate::device::DeviceId;
use crate::interop::MemoryFault;
use crate::recording::Unrecorded;

/// The result of a terminal.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of a terminal, an upload or a device; [`Error::kind`] tells which. `Debug` prints the same text as
/// `Display`, so that the message of a failed `unwrap` can be read.
#[doc(alias("system_error", "cudaError_t", "CudaError", "DriverError"))]
pub struct Error {
    /// The kind and the call; none if the memory for these was refused. A slice, which unlike a plain box can be made without
    /// ending the process then.
    inner: Box<[Inner]>,
    /// Whether the kind is that of a call that had [begun](Error::is_of_operation), which is kept where the kind is refused.
    began: Began,
}

/// A word, so that an error consists of words. Results have other values where an error has these bits, and where they are moved, each
/// piece is: a byte, then its padding, whose unaligned parts cost each call a dozen cycles.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
enum Began {
    No,
    Yes,
}

impl From<bool> for Began {
    fn from(began: bool) -> Self {
        if began { Began::Yes } else { Began::No }
    }
}

/// The parts of an error, for functions off the way of calls that succeed. If they returned an error as a whole, they would write it to the
/// place of their caller's result, which so would have to be memory: other results are written there word by word and read several
/// words at a time, for which a processor waits until they have reached the cache.
pub(crate) struct Apart(Box<[Inner]>, Began);

impl Apart {
    #[inline(always)]
    pub(crate) fn joined(self) -> Error {
        Error { inner: self.0, began: self.1 }
    }
}

/// An error whose own memory was refused.
static REFUSED: Inner =
    Inner { kind: ErrorKind::OutOfMemory { bytes: size_of::<Inner>(), device: DeviceId::HOST }, call: None };

/// Errors are equal if their kinds are, wherever the calls stand.
impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        self.kind() == other.kind()
    }
}

impl Clone for Error {
    fn clone(&self) -> Self {
        Error::of(self.inner.first().and_then(Inner::copied), self.began)
    }
}

struct Inner {
    kind: ErrorKind,
    call: Option<&'static std::panic::Location<'static>>,
}

impl Inner {
    /// A copy, unless the memory for the texts of a panic is refused. Other kinds have short ones, or none.
    fn copied(&self) -> Option<Self> {
        let kind = match &self.kind {
            ErrorKind::Panic { message, location } => {
                let location = location.as_ref().map(|at| Some(Location { file: copied(&at.file)?, ..*at }));
                let location = location.map_or(Some(None), |location| location.map(Some))?;
                ErrorKind::Panic { message: copied(message)?, location }
            }
            other => other.clone(),
        };
        Some(Inner { kind, call: self.call })
    }
}

/// A text, unless the memory for it is refused.
pub(crate) fn written(text: fmt::Arguments<'_>) -> Option<String> {
    struct Written(String);
    impl fmt::Write for Written {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0.try_reserve(part.len()).map_err(|_| fmt::Error)?;
            self.0.push_str(part);
            Ok(())
        }
    }
    let mut to = Written(String::new());
    fmt::write(&mut to, text).ok().map(|()| to.0)
}

/// A copy of a text, unless the memory for it is refused.
pub(crate) fn copied(text: &str) -> Option<String> {
    written(format_args!("{text}"))
}

impl Error {
    /// The kind of the error.
    pub fn kind(&self) -> &ErrorKind {
        &self.inner().kind
    }

    /// The error, or the one that its memory was refused.
    fn of(inner: Option<Inner>, began: Began) -> Self {
        let mut one = Vec::new();
        if one.try_reserve_exact(1).is_ok() {
            one.extend(inner);
        }
        Error { inner: one.into_boxed_slice(), began }
    }

    /// The error of an operation whose own error was refused its memory.
    pub(crate) fn of_refused_operation() -> Self {
        Error { inner: Box::default(), began: Began::Yes }
    }

    pub(crate) fn apart(self) -> Apart {
        Apart(self.inner, self.began)
    }

    fn inner(&self) -> &Inner {
        self.inner.first().unwrap_or(&REFUSED)
    }

    /// The source location of the terminal that failed. The terminal may have returned long before, if an operation failed.
    /// `None` for errors of other calls, such as those that make a device.
    pub fn call(&self) -> Option<Location> {
        self.inner().call.map(|call| Location {
            file: call.file().to_owned(),
            line: call.line(),
            column: call.column(),
        })
    }

    /// Attributes the failure to the call at this location, unless a call is recorded already.
    #[inline(always)]
    pub fn called_at(self, call: &'static std::panic::Location<'static>) -> Self {
        self.located(call).joined()
    }

    #[cold]
    #[inline(never)]
    fn located(mut self, call: &'static std::panic::Location<'static>) -> Apart {
        if let Some(inner) = self.inner.first_mut() {
            inner.call.get_or_insert(call);
        }
        self.apart()
    }

    /// Whether a call found out after it had begun: an operation failed, a position or an offset that it computed was
    /// wrong, or it was cancelled. Then the outputs of the call are invalid.
    pub(crate) fn is_of_operation(&self) -> bool {
        self.began == Began::Yes
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        use ErrorKind::{Cancelled, LengthMismatch, NotSorted, OutOfRange, Panic, ReversedRange};
        // A call that was cancelled may have begun or not; its outputs are the same for its caller.
        let began = matches!(
            kind,
            Panic { .. }
                | OutOfRange { .. }
                | ReversedRange { .. }
                | LengthMismatch { .. }
                | NotSorted { .. }
                | Cancelled
        );
        Error::of(Some(Inner { kind, call: None }), began.into())
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.kind(), f)?;
        self.inner().call.map_or(Ok(()), |call| write!(f, ", in the call at {call}"))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A place in a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The file as the compiler names it.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

fn at(location: &Option<Location>) -> String {
    location.as_ref().map(|l| format!(" at {l}")).unwrap_or_default()
}

/// What the two lengths of an error are those of.
fn whose(what: &str) -> [&'static str; 2] {
    match what {
        "collect_into" => [" of the results", " of the target"],
        "columns" => [" of the first column", " of another"],
        "groups" => [" of the keys", " of the items"],
        "reduce_by_key" | "scan_by_key" | "sort_by_key" | "sort_by_key_with" | "sort_with" => {
            [" of the keys", " of the values"]
        }
        "repeat" => [" of the items", " of the counts"],
        _ => ["", ""],
    }
}

/// The addition to errors about segments: the usual cause is lengths in the place of offsets.
fn of_lengths(what: &str) -> &'static str {
    if what == "segments" { " (`lengths.iter().offsets::<u32>().collect()?` makes offsets of lengths)" } else { "" }
}

/// What isn't sorted, and how that was seen.
fn unsorted(what: &str, position: usize) -> String {
    if what == "histogram_ranges" {
        format!("the edges aren't sorted: the one at position {position} isn't at least the one before it")
    } else {
        format!(
            "the keys on the right aren't sorted: the left key at position {position} belongs to a range of unequal ones"
        )
    }
}

/// The kinds of [`Error`].
#[doc(alias("cudaError_t", "bad_alloc", "CUDA_ERROR_OUT_OF_MEMORY"))]
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Two inputs that must have the same length have different ones.
    #[error("{what}: lengths differ, {left}{} and {right}{}{}", whose(what)[0], whose(what)[1], of_lengths(what))]
    LengthMismatch {
        /// The adaptor or algorithm.
        what: &'static str,
        /// The first length, in items.
        left: usize,
        /// The second length, in items.
        right: usize,
    },
    /// Chains over counted vectors of different calls were joined, whose lengths may differ: only the device knows them.
    #[error("{what}: the lengths are those of different calls, and only the device knows them; write `.wait()?` first")]
    UnrelatedLengths {
        /// The adaptor or algorithm.
        what: &'static str,
    },
    /// A target is too short for the items that the call may have to store. Nothing was written.
    #[error("{what}: the target has room for {len} items, and there may be {most}")]
    TargetTooShort {
        /// The algorithm.
        what: &'static str,
        /// The largest number of items that a call on inputs of these lengths can store.
        most: usize,
        /// The length of the target.
        len: usize,
    },
    /// An index or bound lies outside what it refers to.
    #[error("{what}: {index} is out of range for length {len}{}", item.map(|item| format!(", at item {item}")).unwrap_or_default())]
    OutOfRange {
        /// The adaptor or algorithm.
        what: &'static str,
        /// The offending index or bound, as it was given: a position may be negative.
        index: i128,
        /// The length that it must not exceed.
        len: usize,
        /// If it is the position of an item (`permute`, `scatter`, `histogram`, …): the item's index in the chain of positions,
        /// in which items that a filter has left out count, too. If several positions are wrong, the error names any one of
        /// them, with its own item.
        item: Option<usize>,
    },
    /// A count of copies is negative, or the sum of the counts up to it is larger than any vector. Nothing was written.
    #[error("{what}: the count at position {position} is negative, or the sum up to it is larger than any vector")]
    InvalidCount {
        /// The algorithm.
        what: &'static str,
        /// The position of the first such count.
        position: usize,
    },
    /// A call found that keys or edges which must be sorted aren't. A join has written nothing; the counts of a histogram are of
    /// no use.
    #[error("{what}: {}", unsorted(what, *position))]
    NotSorted {
        /// The algorithm.
        what: &'static str,
        /// For a join, the position of the first left key that shows it; for a histogram, that of any edge which isn't at least the
        /// one before it.
        position: usize,
    },
    /// A range has no such bins: it is empty, one of its bounds isn't finite, or it is too wide. Nothing was written.
    #[error("{what}: the range {range} can't be divided into {bins} bins")]
    InvalidBins {
        /// The algorithm.
        what: &'static str,
        /// The range, as Rust writes it.
        range: String,
        /// The number of bins.
        bins: usize,
    },
    /// A range ends before it starts.
    #[error("{what}: the range {start}..{end} ends before it starts{}", of_lengths(what))]
    ReversedRange {
        /// The method that was given the range.
        what: &'static str,
        /// The first position of the range.
        start: usize,
        /// The position behind its last.
        end: usize,
    },
    /// A vector or view of one device was used in a chain of another.
    #[error("a vector on {vector} was used in a chain on {chain}; copy it there first")]
    DeviceMismatch {
        /// The device that the vector is on.
        vector: DeviceId,
        /// The device that the chain runs on.
        chain: DeviceId,
    },
    /// Memory that other code has allocated can't hold the elements of a device's vector. Nothing was read or written.
    #[error("{what}: the memory at {address:#x} can't hold elements of a vector on {device}: {fault}")]
    InvalidMemory {
        /// The function that was given the memory.
        what: &'static str,
        /// The address.
        address: usize,
        /// The device that was to use it.
        device: DeviceId,
        /// The reason.
        fault: MemoryFault,
    },
    /// The time between two events was asked for that have no common clock.
    #[error("an event on {event} and an earlier one on {earlier} have no common clock")]
    EventMismatch {
        /// The device of the event that was asked.
        event: DeviceId,
        /// The device of the other event.
        earlier: DeviceId,
    },
    /// The device's memory did not suffice, or the host's. Nothing was changed. An error of any kind for which the host refuses the
    /// few bytes that it takes becomes this one, which names no call; the outputs are then as that error leaves them.
    #[error("out of memory: {bytes} bytes could not be allocated on {device}")]
    OutOfMemory {
        /// The size of the allocation that failed.
        bytes: usize,
        /// The device whose memory did not suffice.
        device: DeviceId,
    },
    /// An operation panicked: an index out of bounds, a division by zero, an overflow where it is checked, `panic!`.
    #[error("an operation panicked{}: {message}", at(location))]
    Panic {
        /// The panic's message.
        message: String,
        /// The panic's place in the user's source.
        location: Option<Location>,
    },
    /// The device's [token](crate::CancellationToken) has cancelled the call.
    #[error("the call was cancelled")]
    Cancelled,
    /// Calls can't be [recorded](crate::Record::record), or a recording can't be launched.
    #[error("{reason}")]
    Recording {
        /// The reason.
        reason: Unrecorded,
    },
    /// A device can't be used at all.
    #[error("{device} can't be used: {reason}")]
    Unavailable {
        /// The device.
        device: DeviceId,
        /// The reason.
        reason: Unavailable,
    },
    /// A device, driver or compiler failed to do what was asked.
    #[error("{device}: {message}")]
    Device {
        /// The device.
        device: String,
        /// The message of the device, driver or compiler.
        message: String,
    },
}

/// The reason why a device can't be used at all.
#[doc(alias("CUDA_ERROR_NO_DEVICE"))]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unavailable {
    /// The program was built without support for GPUs.
    #[error("the program was built without GPUs: enable the feature, `onrush = {{ features = [\"cuda\"] }}`")]
    NoFeature,
    /// The driver isn't installed.
    #[error("the CUDA driver's library was not found: is NVIDIA's driver installed?")]
    NoDriver,
    /// The driver is too old.
    #[error("the CUDA driver is for CUDA {major}.{minor}; 11.4 or newer is needed")]
    OldDriver {
        /// The major version, such as 11.
        major: u32,
        /// The minor version, such as 0.
        minor: u32,
    },
    /// There is no device with this number.
    #[error("there is no GPU {index}: {count} {} found", if *.count == 1 { "was" } else { "were" })]
    NoDevice {
        /// The number that was asked for.
        index: u32,
        /// The number of GPUs that were found.
        count: u32,
    },
    /// The device is too old.
    #[error("{name} has compute capability {major}.{minor}; 7.5 or newer is needed")]
    OldDevice {
        /// The device's name.
        name: String,
        /// The major part of its compute capability, such as 7.
        major: u32,
        /// The minor part, such as 0.
        minor: u32,
    },
    /// There is no compiler for its programs, and no cache of compiled ones.
    #[error("{message}")]
    NoCompiler {
        /// The libraries that were looked for, and where.
        message: String,
    },
    /// The device, its driver or its compiler exists but fails.
    #[error("{message}")]
    Failed {
        /// The message.
        message: String,
    },
}
