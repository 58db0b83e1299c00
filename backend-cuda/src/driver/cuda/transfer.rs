//! Copies between the host's ordinary memory and the GPU, through pinned memory. The calling thread alone calls the driver.
#![allow(unsafe_code)]

use onrush_core::large_pages;

use super::copy_threads::{Direction, Pieces};
use super::staging::{PIECE, Ring};
use super::stream::Stream;
use crate::driver::DriverError;

/// Queues a copy from the host, whose bytes may change once this has returned.
///
/// # Safety
///
/// The contract is that of [`Driver::upload`](crate::driver::Driver::upload), with `bytes` > 0. The ring is this stream's, and the
/// context is bound.
pub(super) unsafe fn upload(
    stream: &Stream,
    ring: &mut Ring,
    from: *const u8,
    to: u64,
    bytes: usize,
) -> Result<(), DriverError> {
    // SAFETY: the piece has room for the bytes, and its turn has come; the rest is the caller's contract.
    let send = |ring: &Ring, piece: usize, to, bytes| unsafe {
        let sent =
            cu!(stream.context().api, cuMemcpyHtoDAsync_v2(to, ring.address(piece).cast(), bytes, stream.handle()));
        stream.count(stream.context().check("cuMemcpyHtoDAsync", sent))?;
        ring.queued(piece, stream.handle())
    };
    if bytes <= PIECE {
        let piece = ring.take(1);
        ring.wait(piece)?;
        // SAFETY: the GPU is done with the piece, which has room; the caller's contract covers the host's memory.
        unsafe { from.copy_to_nonoverlapping(ring.address(piece), bytes) };
        return send(ring, piece, to, bytes);
    }
    let start = ring.next();
    // SAFETY: the host's memory is valid and only read. A piece is opened when the event behind its place's last copy has passed.
    let mut pieces = unsafe { Pieces::new(Direction::ToDevice, from.cast_mut(), bytes, ring, start) };
    let (all, places) = (pieces.len(), ring.len());
    ring.take(all);
    let (mut opened, mut sent) = (0, 0);
    while sent < all {
        let room = opened < all.min(sent + places);
        if room && ring.has_passed(start + opened)? {
            opened += 1;
            pieces.open(opened);
        } else if sent < opened && pieces.is_copied(sent) {
            let range = pieces.range(sent);
            send(ring, start + sent, to + range.start as u64, range.len())?;
            sent += 1;
        } else if !pieces.pass_time() {
            ring.wait(start + opened)?;
        }
    }
    Ok(())
}

/// Copies to the host, after all queued work; the copy is complete on return.
///
/// # Safety
///
/// The contract is that of [`Driver::download`](crate::driver::Driver::download), with `bytes` > 0. The ring is this stream's, and
/// the context is bound.
pub(super) unsafe fn download(
    stream: &Stream,
    ring: &mut Ring,
    from: u64,
    to: *mut u8,
    bytes: usize,
) -> Result<(), DriverError> {
    // SAFETY: the piece has room for the bytes, and its turn has come; the rest is the caller's contract.
    let fetch = |ring: &Ring, piece: usize, from, bytes| unsafe {
        let sent =
            cu!(stream.context().api, cuMemcpyDtoHAsync_v2(ring.address(piece).cast(), from, bytes, stream.handle()));
        stream.count(stream.context().check("cuMemcpyDtoHAsync", sent))?;
        ring.queued(piece, stream.handle())
    };
    if bytes <= PIECE {
        let piece = ring.take(1);
        ring.wait(piece)?;
        fetch(ring, piece, from, bytes)?;
        ring.wait(piece)?;
        // SAFETY: the copy into the piece is done; the caller's contract covers the host's memory.
        unsafe { ring.address(piece).copy_to_nonoverlapping(to, bytes) };
        return Ok(());
    }
    let start = ring.next();
    large_pages::advise(to, bytes);
    // SAFETY: the host's memory is valid for writes. A piece is opened when the event behind its copy from the GPU has passed, and
    // its place is the GPU's again only when it is copied.
    let mut pieces = unsafe { Pieces::new(Direction::ToHost, to, bytes, ring, start) };
    let (all, places) = (pieces.len(), ring.len());
    ring.take(all);
    let (mut fetched, mut arrived) = (0, 0);
    loop {
        let room = fetched < all && (fetched < places || pieces.is_copied(fetched - places));
        if room {
            // An upload may still be reading the place.
            if fetched < places {
                ring.wait(start + fetched)?;
            }
            let range = pieces.range(fetched);
            fetch(ring, start + fetched, from + range.start as u64, range.len())?;
            fetched += 1;
        } else if arrived < fetched && ring.has_passed(start + arrived)? {
            arrived += 1;
            pieces.open(arrived);
        } else if !pieces.pass_time() {
            if arrived == all {
                return Ok(());
            }
            ring.wait(start + arrived)?;
        }
    }
}
