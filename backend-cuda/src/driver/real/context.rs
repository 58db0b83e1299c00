//! GPUs: each one's primary context, which the process shares, and a pool of its memory.
#![allow(unsafe_code)]

use std::collections::HashMap;
use std::ffi::{CStr, c_int, c_void};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::{mem, ptr};

use cudarc::driver::sys::{self, CUdevice_attribute as Attribute};

use super::calls::{check, present};
use super::free_list::FreeList;
use crate::driver::DriverError;

/// The oldest architecture that has the instructions of the kernels.
const OLDEST: (u32, u32) = (7, 5);

/// The number of GPUs.
pub(in crate::driver) fn count() -> Result<u32, DriverError> {
    present()?;
    let mut count = 0;
    // SAFETY: the driver is initialised; one `int` is written.
    check("cuDeviceGetCount", unsafe { cu!(cuDeviceGetCount(&mut count)) })?;
    Ok(count.unsigned_abs())
}

/// A GPU's primary context and pool. They are kept for the rest of the process, since no allocation may outlive them.
pub(super) struct Context {
    pub(super) handle: sys::CUcontext,
    pub(super) pool: sys::CUmemoryPool,
    pub(super) name: String,
    pub(super) arch: String,
    pub(super) multiprocessors: u32,
    pub(super) cache_bytes: usize,
    /// The memory that its streams keep.
    kept: Mutex<Vec<Weak<FreeList>>>,
}

// SAFETY: the driver's functions may be called from every thread with the same handles.
unsafe impl Send for Context {}
// SAFETY: the driver's functions may be called from several threads at once with the same handles.
unsafe impl Sync for Context {}

impl Context {
    /// A GPU's context, made on first use.
    pub(super) fn of(index: u32) -> Result<Arc<Self>, DriverError> {
        static CONTEXTS: Mutex<Option<HashMap<u32, Arc<Context>>>> = Mutex::new(None);
        let count = count()?;
        if index >= count {
            return Err(DriverError::NoDevice { index, count });
        }
        let mut contexts = CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner);
        let contexts = contexts.get_or_insert_default();
        if let Some(context) = contexts.get(&index) {
            return Ok(context.clone());
        }
        let context = Arc::new(Self::new(index as c_int)?);
        contexts.insert(index, context.clone());
        Ok(context)
    }

    fn new(index: c_int) -> Result<Self, DriverError> {
        let mut device = 0;
        // SAFETY: the driver is initialised and has a device of this number; one handle is written.
        check("cuDeviceGet", unsafe { cu!(cuDeviceGet(&mut device, index)) })?;
        let attribute = |attribute| {
            let mut value = 0;
            // SAFETY: the device exists; one `int` is written.
            let result = unsafe { cu!(cuDeviceGetAttribute(&mut value, attribute, device)) };
            check("cuDeviceGetAttribute", result).map(|()| value)
        };
        let major = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        let multiprocessors = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?.unsigned_abs();
        let cache_bytes = attribute(Attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?.unsigned_abs() as usize;
        let mut name = [0u8; 256];
        // SAFETY: at most `name.len()` bytes are written, the last of them NUL.
        let result = unsafe { cu!(cuDeviceGetName(name.as_mut_ptr().cast(), name.len() as c_int, device)) };
        check("cuDeviceGetName", result)?;
        let name = CStr::from_bytes_until_nul(&name).map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let (major, minor) = (major.unsigned_abs(), minor.unsigned_abs());
        if (major, minor) < OLDEST {
            return Err(DriverError::OldDevice { name, major, minor });
        }

        let mut handle = ptr::null_mut();
        // SAFETY: one handle is written; it is never released.
        check("cuDevicePrimaryCtxRetain", unsafe { cu!(cuDevicePrimaryCtxRetain(&mut handle, device)) })?;
        let context = Context {
            handle,
            pool: pool(index)?,
            name,
            arch: format!("sm_{major}{minor}"),
            multiprocessors,
            cache_bytes,
            kept: Mutex::default(),
        };
        context.bind()?;
        Ok(context)
    }

    /// Makes the context current on the calling thread, as most of the driver's functions need it.
    pub(super) fn bind(&self) -> Result<(), DriverError> {
        // SAFETY: the context is never released.
        check("cuCtxSetCurrent", unsafe { cu!(cuCtxSetCurrent(self.handle)) })
    }

    /// Registers the memory that a stream keeps, so that it can be freed when memory is short.
    pub(super) fn keeps(&self, kept: FreeList) -> Arc<FreeList> {
        let kept = Arc::new(kept);
        let mut known = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|kept| kept.strong_count() != 0);
        known.push(Arc::downgrade(&kept));
        kept
    }

    /// Frees the memory that all streams of this context keep. The context must be bound.
    pub(super) fn give_back_kept(&self) {
        let known = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().filter_map(Weak::upgrade).for_each(|kept| kept.give_back());
    }

    /// Waits for all work that is queued in its streams. The context must be bound.
    pub(super) fn finish(&self) -> Result<(), DriverError> {
        // SAFETY: the context is bound.
        check("cuCtxSynchronize", unsafe { cu!(cuCtxSynchronize()) })
    }

    /// Returns the pool's unused memory to the GPU.
    pub(super) fn trim(&self) -> Result<(), DriverError> {
        // SAFETY: the pool is never destroyed.
        check("cuMemPoolTrimTo", unsafe { cu!(cuMemPoolTrimTo(self.pool, 0)) })
    }
}

/// A pool of our own. Its threshold is raised, so that freed memory stays at hand between synchronisations. The
/// device's default pool, which other code in the process shares, is left as it is.
fn pool(index: c_int) -> Result<sys::CUmemoryPool, DriverError> {
    // SAFETY: it is a C struct of numbers, pointers and enumerations, for each of which 0 is a value.
    let mut properties: sys::CUmemPoolProps = unsafe { mem::zeroed() };
    properties.allocType = sys::CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type_ = sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.__bindgen_anon_1.id = index;
    let mut pool = ptr::null_mut();
    // SAFETY: the properties describe memory of a device that exists; one handle is written.
    check("cuMemPoolCreate", unsafe { cu!(cuMemPoolCreate(&mut pool, &properties)) })?;
    let mut threshold = u64::MAX;
    let attribute = sys::CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
    // SAFETY: the pool exists; this attribute is a 64-bit number, which is read.
    let result = unsafe { cu!(cuMemPoolSetAttribute(pool, attribute, (&raw mut threshold).cast::<c_void>())) };
    check("cuMemPoolSetAttribute", result)?;
    Ok(pool)
}
