//! Other libraries beside this one: their memory in chains, vectors for them, and one order of all work.
//!
//! | what you have | what to write |
//! |---|---|
//! | slices and `Vec`s of the host: rayon, ndarray, polars, arrow | [`lend`](crate::Lend::lend), [`lend_mut`](crate::Lend::lend_mut), [`from_vec`](crate::DeviceVec::from_vec); examples 22 to 24 |
//! | cudarc's `CudaSlice` and `CudaStream`, and so the tensors of candle and burn | the crate `onrush-cudarc` (`neighbours/cudarc`) |
//! | tensors of PyTorch, CuPy, JAX, NumPy and others | the crate `onrush-dlpack` (`neighbours/dlpack`) |
//! | an address, a stream, an event | [`DeviceSlice::from_raw`](crate::DeviceSlice::from_raw), [`DeviceSliceMut::from_raw`](crate::DeviceSliceMut::from_raw), [`DeviceVec::from_raw_parts`](crate::DeviceVec::from_raw_parts), and [`Interop`](crate::Interop) |
//! | code that wants an address of ours | [`as_ptr`](crate::DeviceVec::as_ptr), [`as_mut_ptr`](crate::DeviceVec::as_mut_ptr), [`into_raw_parts`](crate::DeviceVec::into_raw_parts) |
//! | a kernel of your own | [kernels](super::kernels) |
//!
//! The library depends on none of them, and works in the GPU's primary context, which they share. The two crates are built apart: cudarc's
//! features are a program's choice.
//!
//! # Addresses
//!
//! Memory comes in for reading, for writing, or with its ownership. The functions are `unsafe`, since nobody can check how many
//! elements lie at an address, or who else uses them; what can be known is an error
//! ([`InvalidMemory`](crate::ErrorKind::InvalidMemory)): null, a wrong alignment, an impossible length, another GPU's memory or none of
//! the driver's.
//!
//! ```
//! # use onrush::prelude::*;
//! use onrush::{DeviceSlice, Interop};
//!
//! /// The sum of `len` floats that another library has written on its stream, while the host goes on.
//! ///
//! /// # Safety
//! ///
//! /// `data` points to `len` floats in the device's memory, `stream` is a stream of that device, and what writes the floats is queued there.
//! unsafe fn sums(
//!     device: &Device,
//!     (data, len): (*const f32, usize),
//!     stream: onrush::RawStream,
//! ) -> onrush::Result<DeviceVec<f32, Device>> {
//!     // SAFETY: the caller's. Our stream waits for theirs, and theirs for ours, so that neither uses the floats too early.
//!     unsafe {
//!         device.wait_for_raw_stream(stream)?;
//!         let sums = DeviceSlice::from_raw(device, data, len)?.iter().scan_inclusive(Sum).collect()?;
//!         device.raw_stream_waits(stream)?;
//!         Ok(sums)
//!     }
//! }
//! ```
//!
//! # Order
//!
//! Calls return before a GPU has done their work, and another library's do, too. Two streams know nothing of each other until one of these
//! says so, each for a microsecond or two of the host:
//!
//! - [`wait_for_raw_stream`](crate::Interop::wait_for_raw_stream): our next calls come behind what is queued there;
//!   [`wait_for_raw_event`](crate::Interop::wait_for_raw_event) the same for an event.
//! - [`raw_stream_waits`](crate::Interop::raw_stream_waits): what is queued there next comes behind our calls, on all streams that have read
//!   this one's vectors; [`record_raw_event`](crate::Interop::record_raw_event) the same for an event.
//! - [`on_raw_stream`](crate::Interop::on_raw_stream): a device whose calls are queued on the other library's stream, so that there is
//!   nothing to say.
//!
//! The memory that a vector has adopted is released with an event behind all work that uses it; a stream can
//! [wait for it](crate::Interop::raw_stream_waits_for).
//!
//! # Failures
//!
//! A call whose operation fails tells whoever reads its output, and other code reads without asking. So
//! [`give_back`](crate::DeviceSliceMut::give_back), [`into_raw_parts`](crate::DeviceVec::into_raw_parts) and, before an address is
//! handed out, [`settle`](crate::DeviceSlice::settle) return such a failure, and wait for it only where a call that can fail was to write
//! the elements. Of what is read by [`as_ptr`](crate::DeviceVec::as_ptr) alone,
//! [`synchronize`](crate::Backend::synchronize) tells.
