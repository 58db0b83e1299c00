//! Checks of the errors of calls, and vectors of a device that doesn't exist.
#![allow(unsafe_code)]

use onrush::prelude::*;
use onrush::{ErrorKind, Result, Target};
use onrush_core::device::DeviceId;
use onrush_core::storage::Span;

/// Checks that a call is refused because two lengths differ.
#[track_caller]
pub fn lengths_differ<T>(result: Result<T>, what: &str, left: usize, right: usize) {
    match result.map(drop).expect_err("lengths differ").kind() {
        ErrorKind::LengthMismatch { what: w, left: l, right: r } => assert_eq!((*w, *l, *r), (what, left, right)),
        other => panic!("expected different lengths, got {other}"),
    }
}

/// Checks that a call is refused because a target has `len` elements where the result may have `most`.
#[track_caller]
pub fn too_short<T>(result: Result<T>, what: &str, most: usize, len: usize) {
    match result.map(drop).expect_err("a short target").kind() {
        ErrorKind::TargetTooShort { what: w, most: m, len: l } => assert_eq!((*w, *m, *l), (what, most, len)),
        other => panic!("expected a target that is too short, got {other}"),
    }
}

/// The result of a call after its stream has been waited for, when late failures are known.
pub fn waited<B: Backend, T>(b: &B, result: Result<T>) -> Result<()> {
    result.and_then(|_| b.synchronize())
}

/// Checks that an index is out of range. Returns the index of the item, if it is the position of one.
#[track_caller]
pub fn out_of_range<B: Backend, T>(b: &B, result: Result<T>, what: &str, index: i128, len: usize) -> Option<usize> {
    match waited(b, result).expect_err("out of range").kind() {
        ErrorKind::OutOfRange { what: w, index: i, len: l, item } => {
            assert_eq!((*w, *i, *l), (what, index, len));
            *item
        }
        other => panic!("expected an index out of range, got {other}"),
    }
}

/// The positions of all items from `first` on are out of range: that of item `i` is `len + i`.
#[track_caller]
pub fn positions_beyond<B: Backend, T>(b: &B, result: Result<T>, what: &str, first: usize, len: usize) {
    match waited(b, result).expect_err("out of range").kind() {
        ErrorKind::OutOfRange { what: w, index, len: l, item: Some(item) } => {
            assert_eq!((*w, *index, *l), (what, (len + item) as i128, len));
            assert!(*item >= first, "item {item} has a position in range");
        }
        other => panic!("expected a position out of range, got {other}"),
    }
}

/// Checks that the error is an operation's panic with this message on this line of the caller's file.
#[track_caller]
pub fn panicked<B: Backend, T>(b: &B, result: Result<T>, said: &str, line: u32) {
    let error = waited(b, result).expect_err("the operation panics");
    let file = std::panic::Location::caller().file();
    match error.kind() {
        ErrorKind::Panic { message, location: Some(location) } => {
            assert!(message.contains(said), "{message:?} should contain {said:?}");
            assert_eq!((location.file.as_str(), location.line), (file, line), "{message}");
            assert!(error.to_string().contains(&format!("{file}:{line}")), "{error}");
        }
        other => panic!("expected a panic with a place, got {other}"),
    }
}

const ELSEWHERE: DeviceId = DeviceId { backend: "elsewhere", index: 7 };

/// Elements on a device that doesn't exist: reading or writing one would crash.
pub fn elsewhere<'a, T: Element>() -> View<'a, T> {
    // SAFETY: no memory of that device exists, so no element is uninitialised, and the host doesn't read the memory of
    // another device.
    unsafe { View::new(std::ptr::without_provenance(0x1000), 3, ELSEWHERE) }
}

/// A vector on that device, as a target.
#[derive(Debug)]
pub struct Elsewhere<B>(pub B);

// SAFETY: every chain that is checked for that device is refused, so the target is never written.
unsafe impl<B: Backend> Target<B> for Elsewhere<B> {
    type Storage = Span<u32>;
    fn storage(&mut self) -> Span<u32> {
        Span::new(std::ptr::without_provenance_mut(0x1000), 3, ELSEWHERE)
    }
    fn device(&self) -> B {
        self.0.clone()
    }
}

/// Checks that a call is refused because it uses a vector [`elsewhere`].
#[track_caller]
pub fn refused<B: Backend>(b: &B, result: Result<()>) {
    let want = ErrorKind::DeviceMismatch { vector: ELSEWHERE, chain: b.id() };
    assert_eq!(*result.expect_err("another device").kind(), want);
}
