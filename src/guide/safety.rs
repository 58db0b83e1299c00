//! What safe code can rely on.
//!
//! Whatever a program without `unsafe` writes against this crate, it gets Rust's answer or a typed error.
//!
//! # Memory
//!
//! A chain borrows the vectors that it reads, and borrows exclusively those that it writes, as std's iterators do; a view that
//! an operation captures counts as a borrow. So nothing is written while it is read, whichever stream or thread does it, and
//! nothing outlives its vector. Every index, of `permute`, of a view, of `scatter` or of a histogram's bin, is checked where it
//! is used. Memory that wasn't written is never handed out: a terminal that fails returns no vector.
//!
//! Lengths and sizes are checked before work begins. Too much is [`OutOfMemory`](crate::ErrorKind::OutOfMemory), on the GPU and
//! on the CPU.
//!
//! # Effects, and visiting once
//!
//! An operation is a function of its arguments and captures. What a chain may visit more than once, or in an order of its own,
//! must be repeatable: a chain over `iter_mut` can't be permuted, filtered, windowed, scanned or scattered, and rustc says so.
//! What remains, such as `for_each`, visits each slot exactly once, so each element is borrowed exclusively by one thread.
//!
//! # Relations
//!
//! Comparators and equalities of the user may be wrong: `<` on floats with NaNs, `!=`, a relation that isn't transitive. A sort by
//! any relation leaves a permutation of its input; a merge, a permutation of both; runs of equal keys cover their input, each
//! item once. Which permutation that is, where the relation is no order, depends on the device: it is the same each time on one, not
//! on all. An operator that isn't associative gives the brackets that [`shape`](crate::shape) documents.
//!
//! # Failures
//!
//! Terminals return a [`Result`](crate::Result). A division by zero, an index out of range, an overflow where the crate checks
//! them, an `assert!` inside an operation: each is an error with the user's file and line, on every backend. Where a GPU finds out
//! after the call has returned, what the call was to write never reads back as `Ok`. Input survives: a sort that fails leaves a
//! permutation. The device can be used on.
//!
//! No driver, no GPU, no NVRTC, an old one, a GPU that it doesn't know: an [`Unavailable`](crate::ErrorKind::Unavailable) with the
//! reason.
//!
//! # Panics
//!
//! A panic in an operation becomes its call's error on the CPU as on a GPU. With `panic = "abort"` Rust ends the process at the
//! first panic, and so do operations on the CPU. Other panics, of the user's own code, are left alone.
//!
//! # Files
//!
//! With the feature `cuda` programs are kept in a folder that must belong to the user or root, and that nobody else may write;
//! else there is a warning, and none is used. Files that are damaged, cut, exchanged while they are read, or made by another
//! compiler are compiled anew. Libraries and compilers are never taken from the current folder. `SECURITY.md` has the details.
//!
//! # What this rests on
//!
//! `unsafe` code outside of this crate, the driver, NVRTC and the C++ compiler are trusted, and so are other processes of the same
//! user. Time is not bounded: an operation may loop forever, as a closure may.
