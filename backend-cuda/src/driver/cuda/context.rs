//! GPUs: each one's primary context, which the process shares, and a pool of its memory.
#![allow(unsafe_code)]

use std::collections::HashMap;
use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::api::{self, Api, CuContext, CuPool, PoolAccess, PoolProps, Status};
use super::free_list::FreeList;
use crate::driver::DriverError;

/// The oldest architecture that has the instructions of the kernels.
const OLDEST: (u32, u32) = (7, 5);

/// The number of GPUs.
pub(in crate::driver) fn count() -> Result<u32, DriverError> {
    let api = api::api()?;
    let mut count = 0;
    // SAFETY: the driver is initialised; one `int` is written.
    api.check("cuDeviceGetCount", unsafe { cu!(api, cuDeviceGetCount(&mut count)) })?;
    Ok(count.unsigned_abs())
}

/// A GPU's primary context and pool. They are kept for the rest of the process, since no allocation may outlive them.
pub(super) struct Context {
    pub(super) api: &'static Api,
    pub(super) handle: CuContext,
    pub(super) pool: CuPool,
    /// The number of the GPU.
    pub(super) index: u32,
    pub(super) name: String,
    pub(super) arch: String,
    pub(super) multiprocessors: u32,
    pub(super) cache_bytes: usize,
    /// The memory that its streams keep.
    kept: Mutex<Vec<Weak<FreeList>>>,
    /// Whether GPUs of these numbers can read and write the pool's memory.
    open_to: Mutex<HashMap<u32, bool>>,
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
        let api = api::api()?;
        let mut device = 0;
        // SAFETY: the driver is initialised and has a device of this number; one handle is written.
        api.check("cuDeviceGet", unsafe { cu!(api, cuDeviceGet(&mut device, index)) })?;
        let attribute = |attribute| {
            let mut value = 0;
            // SAFETY: the device exists; one `int` is written.
            let result = unsafe { cu!(api, cuDeviceGetAttribute(&mut value, attribute, device)) };
            api.check("cuDeviceGetAttribute", result).map(|()| value)
        };
        let major = attribute(api::COMPUTE_CAPABILITY_MAJOR)?;
        let minor = attribute(api::COMPUTE_CAPABILITY_MINOR)?;
        let multiprocessors = attribute(api::MULTIPROCESSOR_COUNT)?.unsigned_abs();
        let cache_bytes = attribute(api::L2_CACHE_SIZE)?.unsigned_abs() as usize;
        let mut name = [0u8; 256];
        // SAFETY: at most `name.len()` bytes are written, the last of them NUL.
        let result = unsafe { cu!(api, cuDeviceGetName(name.as_mut_ptr().cast(), name.len() as c_int, device)) };
        api.check("cuDeviceGetName", result)?;
        let name = CStr::from_bytes_until_nul(&name).map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let (major, minor) = (major.unsigned_abs(), minor.unsigned_abs());
        if (major, minor) < OLDEST {
            return Err(DriverError::OldDevice { name, major, minor });
        }

        let mut handle = ptr::null_mut();
        // SAFETY: one handle is written; it is never released.
        api.check("cuDevicePrimaryCtxRetain", unsafe { cu!(api, cuDevicePrimaryCtxRetain(&mut handle, device)) })?;
        let context = Context {
            api,
            handle,
            pool: pool(api, index)?,
            index: index.unsigned_abs(),
            name,
            arch: format!("sm_{major}{minor}"),
            multiprocessors,
            cache_bytes,
            kept: Mutex::default(),
            open_to: Mutex::default(),
        };
        context.bind()?;
        Ok(context)
    }

    /// Turns a result of the driver into an error.
    pub(super) fn check(&self, call: &'static str, result: Status) -> Result<(), DriverError> {
        self.api.check(call, result)
    }

    /// Whether this is the context's handle.
    pub(super) fn is(&self, handle: CuContext) -> bool {
        self.handle == handle
    }

    /// Makes the context current on the calling thread, as most of the driver's functions need it.
    pub(super) fn bind(&self) -> Result<(), DriverError> {
        // SAFETY: the context is never released.
        self.check("cuCtxSetCurrent", unsafe { cu!(self.api, cuCtxSetCurrent(self.handle)) })
    }

    /// Lets another GPU read and write the pool's memory from now on; `false` if no link joins the two.
    pub(super) fn open_to(&self, gpu: u32) -> Result<bool, DriverError> {
        let mut open_to = self.open_to.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = open_to.get(&gpu) {
            return Ok(*opened);
        }
        let opened = gpu == self.index || self.can_open_to(gpu)?;
        if opened && gpu != self.index {
            let access =
                PoolAccess { location: api::LOCATION_DEVICE, location_id: gpu as c_int, access: api::READ_AND_WRITE };
            // SAFETY: the pool is never destroyed; one description is read, of a GPU that exists.
            let result = unsafe { cu!(self.api, cuMemPoolSetAccess(self.pool, &access, 1)) };
            self.check("cuMemPoolSetAccess", result)?;
        }
        open_to.insert(gpu, opened);
        Ok(opened)
    }

    fn can_open_to(&self, gpu: u32) -> Result<bool, DriverError> {
        let (mut own, mut other, mut can) = (0, 0, 0);
        for (device, index) in [(&mut own, self.index), (&mut other, gpu)] {
            // SAFETY: one handle is written.
            let result = unsafe { cu!(self.api, cuDeviceGet(device, index as c_int)) };
            self.check("cuDeviceGet", result)?;
        }
        // SAFETY: both devices exist; one `int` is written.
        let result = unsafe { cu!(self.api, cuDeviceCanAccessPeer(&mut can, other, own)) };
        self.check("cuDeviceCanAccessPeer", result).map(|()| can != 0)
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
    fn give_back_kept(&self) {
        let known = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().filter_map(Weak::upgrade).for_each(|kept| kept.give_back());
    }

    /// Waits for all work that is queued in its streams. The context must be bound.
    pub(super) fn finish(&self) -> Result<(), DriverError> {
        // SAFETY: the context is bound.
        self.check("cuCtxSynchronize", unsafe { cu!(self.api, cuCtxSynchronize()) })
    }

    /// Returns all freed memory that streams and the pool keep to the GPU, after all queued work. The context must be bound.
    pub(super) fn release_memory(&self) -> Result<(), DriverError> {
        self.give_back_kept();
        self.finish()?;
        // SAFETY: the pool is never destroyed.
        self.check("cuMemPoolTrimTo", unsafe { cu!(self.api, cuMemPoolTrimTo(self.pool, 0)) })
    }
}

/// A pool of our own. Its threshold is raised, so that freed memory stays at hand between synchronisations. The
/// device's default pool, which other code in the process shares, is left as it is.
fn pool(api: &Api, index: c_int) -> Result<CuPool, DriverError> {
    let properties = PoolProps {
        allocation: api::ALLOCATION_PINNED,
        handle_types: 0,
        location: api::LOCATION_DEVICE,
        location_id: index,
        security_attributes: ptr::null_mut(),
        reserved: [0; 64],
    };
    let mut pool = ptr::null_mut();
    // SAFETY: the properties describe memory of a device that exists; one handle is written.
    api.check("cuMemPoolCreate", unsafe { cu!(api, cuMemPoolCreate(&mut pool, &properties)) })?;
    let mut threshold = u64::MAX;
    let value = (&raw mut threshold).cast::<c_void>();
    // SAFETY: the pool exists; this attribute is a 64-bit number, which is read.
    let result = unsafe { cu!(api, cuMemPoolSetAttribute(pool, api::RELEASE_THRESHOLD, value)) };
    api.check("cuMemPoolSetAttribute", result)?;
    Ok(pool)
}
