//! Memory, streams and events that other code has made with CUDA.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use super::api::{self, CuEvent, CuStream};
use super::context::Context;
use crate::driver::DriverError;
use crate::driver::machine::Place;

/// The place of memory, as the driver knows it.
pub(super) fn place(context: &Context, address: u64) -> Result<Place, DriverError> {
    context.bind()?;
    let (mut kind, mut managed, mut ordinal): (c_uint, c_uint, c_int) = (0, 0, 0);
    let mut attributes = [api::POINTER_MEMORY_TYPE, api::POINTER_IS_MANAGED, api::POINTER_DEVICE_ORDINAL];
    let mut data: [*mut c_void; 3] = [(&raw mut kind).cast(), (&raw mut managed).cast(), (&raw mut ordinal).cast()];
    let (names, values) = (attributes.as_mut_ptr(), data.as_mut_ptr());
    // SAFETY: three attributes are asked for, whose values have four bytes at most. Of an unknown address they are zeros.
    let result =
        unsafe { cu!(context.api, cuPointerGetAttributes(attributes.len() as c_uint, names, values, address)) };
    context.check("cuPointerGetAttributes", result)?;
    Ok(match (kind, u32::try_from(ordinal)) {
        (0, _) => Place::Unknown,
        (api::MEMORY_OF_DEVICE, Ok(index)) if managed & 0xff == 0 => Place::Elsewhere(index),
        // Of the host, where the GPU reaches it, or managed.
        _ => Place::Anywhere,
    })
}

/// Checks that this library can work on a stream, or be ordered with it: what waits for a stream that is being captured becomes part of
/// the graph, and the default stream of each thread isn't the same one where a vector is dropped or an order is asked for.
///
/// # Safety
///
/// The stream is valid.
pub(super) unsafe fn check_order(context: &Context, stream: CuStream) -> Result<(), DriverError> {
    if stream.addr() == api::STREAM_PER_THREAD {
        return Err(DriverError::Misfit("`CU_STREAM_PER_THREAD` is another stream in each thread".into()));
    }
    context.bind()?;
    let mut status = api::CAPTURE_STATUS_NONE;
    // SAFETY: the caller's contract; one number is written.
    let result = unsafe { cu!(context.api, cuStreamIsCapturing(stream, &mut status)) };
    context.check("cuStreamIsCapturing", result)?;
    if status == api::CAPTURE_STATUS_NONE {
        return Ok(());
    }
    Err(DriverError::Misfit("the stream is being captured for a graph".into()))
}

/// Whether a stream is of this context. The default stream is of whichever one is current.
///
/// # Safety
///
/// The stream is valid.
pub(super) unsafe fn check_context(context: &Context, stream: CuStream) -> Result<(), DriverError> {
    context.bind()?;
    let mut of = ptr::null_mut();
    // SAFETY: the caller's contract; one handle is written.
    context.check("cuStreamGetCtx", unsafe { cu!(context.api, cuStreamGetCtx(stream, &mut of)) })?;
    if context.is(of) {
        return Ok(());
    }
    Err(DriverError::Misfit("the stream is of another context than the GPU's primary one".into()))
}

/// Records an event behind what is queued on a stream. The context must be bound.
///
/// # Safety
///
/// The event is valid.
pub(super) unsafe fn record(context: &Context, event: CuEvent, stream: CuStream) -> Result<(), DriverError> {
    // SAFETY: the caller's contract.
    context.check("cuEventRecord", unsafe { cu!(context.api, cuEventRecord(event, stream)) })
}

/// Makes what is queued on a stream from now on wait for an event that other code has made, and that the driver refuses to ask if it was
/// captured for a graph. The context must be bound.
///
/// # Safety
///
/// The event is valid.
pub(super) unsafe fn wait_for_theirs(context: &Context, stream: CuStream, event: CuEvent) -> Result<(), DriverError> {
    // SAFETY: the caller's contract.
    match unsafe { cu!(context.api, cuEventQuery(event)) } {
        // SAFETY: as above.
        api::NOT_READY => unsafe { wait_for(context, stream, event) },
        result => context.check("cuEventQuery", result),
    }
}

/// Makes what is queued on a stream from now on wait for an event. The context must be bound.
///
/// # Safety
///
/// The event is valid.
pub(super) unsafe fn wait_for(context: &Context, stream: CuStream, event: CuEvent) -> Result<(), DriverError> {
    // SAFETY: the caller's contract.
    context.check("cuStreamWaitEvent", unsafe { cu!(context.api, cuStreamWaitEvent(stream, event, 0)) })
}
