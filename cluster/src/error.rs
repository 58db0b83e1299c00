//! Errors that name ranks.

use std::fmt;

/// The result of a call on a cluster.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a call on a cluster has no result. Every rank gets one, and all name the same rank, unless the rank is lost that would.
#[derive(Debug, Clone)]
pub struct Error {
    kind: ErrorKind,
    /// The error of this rank's device, if this is the rank that failed.
    source: Option<onrush_core::Error>,
}

/// The kinds of [errors](Error).
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The call failed on a rank. All ranks know, and the cluster goes on.
    #[error("rank {rank} failed in {call}: {message}")]
    Failed {
        /// The rank, the first of several.
        rank: usize,
        /// Its call, with its place in the source.
        call: String,
        /// Its error.
        message: String,
    },
    /// Two ranks have made calls that don't belong together. The cluster is lost.
    #[error("rank {rank} called {call}, and rank {other} called {other_call}")]
    Mismatch {
        /// A rank.
        rank: usize,
        /// Its call, with its place in the source.
        call: String,
        /// Another rank.
        other: usize,
        /// The other rank's call.
        other_call: String,
    },
    /// A rank ended, panicked, or didn't come to a call in time. The cluster is lost: every later call returns this error.
    #[error("rank {rank} is lost: {reason}")]
    Lost {
        /// The rank.
        rank: usize,
        /// What is known of it.
        reason: String,
    },
    /// An error of this rank's device, outside of the cluster's calls.
    #[error("{0}")]
    Device(onrush_core::Error),
}

impl Error {
    pub(crate) fn caused_by(kind: ErrorKind, source: Option<onrush_core::Error>) -> Self {
        Error { kind, source }
    }

    /// What happened.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// The rank that failed or is lost, or the first of two that don't fit.
    pub fn rank(&self) -> Option<usize> {
        match self.kind {
            ErrorKind::Failed { rank, .. } | ErrorKind::Mismatch { rank, .. } | ErrorKind::Lost { rank, .. } => {
                Some(rank)
            }
            ErrorKind::Device(_) => None,
        }
    }

    /// Whether every later call returns an error, too.
    pub fn is_final(&self) -> bool {
        matches!(self.kind, ErrorKind::Mismatch { .. } | ErrorKind::Lost { .. })
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Error { kind, source: None }
    }
}

impl From<onrush_core::Error> for Error {
    fn from(error: onrush_core::Error) -> Self {
        ErrorKind::Device(error).into()
    }
}

impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|error| error as _)
    }
}
