//! Guarantees for safe code.
//!
//! A program without `unsafe` gets Rust's answer or a typed error from every call of this crate.
//!
//! # Memory
//!
//! A chain borrows the vectors that it reads, and exclusively borrows those that it writes, as std's iterators do; a
//! view that an operation captures counts as a borrow. So no vector is written while another stream or thread reads it,
//! and no chain outlives its vectors. Every index (in `permute`, a view, `scatter` or a histogram) is checked where it
//! is used. Uninitialised memory is never returned: a terminal that fails returns no vector, and the memory
//! beyond a vector's length is read by nothing.
//!
//! A copy to or from a [`PinnedVec`](crate::PinnedVec) may be under way when its call has returned. The host reads the vector when a
//! download has ended, and writes, drops or frees it when uploads have ended, too; a vector that is forgotten stays.
//!
//! A [recording](crate::Record::record) uses the vectors of its state, and no others but those that it makes: a recorded call that uses
//! another one is refused. Each launch borrows the state anew and finds the same vectors, with the same lengths, or is refused.
//!
//! Lengths and sizes are checked before work begins. A size that is too large is the error
//! [`OutOfMemory`](crate::ErrorKind::OutOfMemory), on the GPU as on the CPU.
//!
//! # Effects
//!
//! An operation is a function of its arguments and captures. Adaptors and terminals that may visit an item more than
//! once, or in another order, need a repeatable chain: permuting, filtering, windowing, scanning or scattering a chain
//! over `iter_mut` is a compile error. The others, such as `for_each`, visit each slot exactly once, so each element is
//! borrowed exclusively by one thread.
//!
//! # Relations
//!
//! A user's comparator or equality may be wrong: `<` on floats with NaNs, `!=`, a relation that isn't transitive. A
//! sort by any relation returns a permutation of its input, and a merge a permutation of both inputs; runs of equal
//! keys contain each item of the input exactly once. A set operation by any relation returns items of its inputs, at most
//! as many as it can keep of inputs of these lengths. If the relation is no order, the result can differ between
//! devices, but not between runs on one device. An operator that isn't associative is applied in the association that
//! [`shape`](crate::shape) documents.
//!
//! # Failures
//!
//! Terminals return a [`Result`](crate::Result). A division by zero, an index out of range, an overflow in a crate that
//! checks for it, or a failed `assert!` in an operation is an error with the user's file and line, on every backend. If
//! a GPU detects it after the call has returned, the call's output never reads back as `Ok`; see
//! [`failures`](crate::guide::failures). Inputs survive: a failed sort leaves a permutation. The device stays usable.
//!
//! A missing driver, GPU or NVRTC, or one that is too old or too new for the other, is the error
//! [`Unavailable`](crate::ErrorKind::Unavailable) with the reason.
//!
//! # Panics
//!
//! A panic in an operation becomes its call's error, on the CPU as on a GPU. With `panic = "abort"` Rust ends the
//! process at the first panic, including those of operations on the CPU. Panics outside of operations are left alone.
//!
//! # Files
//!
//! With the feature `cuda` compiled programs are cached in a folder that must belong to the user or root, and that no
//! other user may write; otherwise a warning is logged and no cache is used. Programs whose files are damaged,
//! truncated, exchanged while they are read, or made by another compiler are compiled again. Libraries and compilers
//! are never taken from the current folder. `SECURITY.md` has the details.
//!
//! # Assumptions
//!
//! `unsafe` code outside of this crate, the driver, NVRTC and the C++ compiler are trusted, and so are other processes
//! of the same user. Time is not bounded: an operation may loop forever, as a closure may.
