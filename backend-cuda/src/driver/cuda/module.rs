//! Programs on a GPU.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::api::{self, CuFunction, CuModule};
use super::stream::Stream;
use crate::driver::DriverError;
use crate::driver::machine::MachineProgram;
use crate::driver::records::Records;

/// A loaded program.
pub(super) struct Module {
    stream: Arc<Stream>,
    handle: CuModule,
    function: CuFunction,
    shared_bytes: u32,
    /// The most shared memory that a launch may ask for so far.
    allowed: AtomicU32,
    /// The records in which its kernels report failures, if it can fail.
    _records: Option<Arc<Records>>,
}

// SAFETY: the driver's functions may be called from every thread with the same handles.
unsafe impl Send for Module {}
// SAFETY: the driver's functions may be called from several threads at once with the same handles.
unsafe impl Sync for Module {}

impl Module {
    pub(super) fn function(&self) -> CuFunction {
        self.function
    }

    /// The shared memory of each block that the program asks for when it is launched.
    pub(super) fn shared_bytes(&self) -> u32 {
        self.shared_bytes
    }

    /// Loads a cubin whose kernel is `entry`, to be launched in this stream. The context must be bound.
    pub(super) fn new(stream: &Arc<Stream>, code: &[u8]) -> Result<Self, DriverError> {
        // The driver isn't told the length of the code: the ELF header locates the sections.
        if code.len() < 64 || !code.starts_with(b"\x7fELF") {
            return Err(DriverError::Misfit("the code is not a cubin".into()));
        }
        let (stream, context) = (stream.clone(), stream.context());
        let mut handle = ptr::null_mut();
        // SAFETY: the context is bound; the code is a whole cubin as NVRTC made it (the cache has a checksum of it),
        // and is copied; one handle is written.
        match unsafe { cu!(context.api, cuModuleLoadData(&mut handle, code.as_ptr().cast())) } {
            api::OUT_OF_MEMORY => return Err(DriverError::OutOfMemory { bytes: code.len() }),
            result => context.check("cuModuleLoadData", result)?,
        }
        let mut module =
            Module { stream, handle, function: ptr::null_mut(), shared_bytes: 0, allowed: 0.into(), _records: None };
        // SAFETY: the module is loaded, the name ends with NUL; one handle is written.
        let result = unsafe { cu!(context.api, cuModuleGetFunction(&mut module.function, handle, c"entry".as_ptr())) };
        context.check("cuModuleGetFunction", result)?;
        if let Some(at) = module.global(c"onrush_records", size_of::<u64>())? {
            let records = module.stream.records()?.clone();
            let address = records.address();
            module._records = Some(records);
            // SAFETY: `global` has checked the size of the module's variable; the call returns when the address is
            // written.
            let result = unsafe {
                cu!(context.api, cuMemcpyHtoD_v2(at, (&raw const address).cast::<c_void>(), size_of::<u64>()))
            };
            context.check("cuMemcpyHtoD", result)?;
        }
        if let Some(at) = module.global(c"onrush_shared_bytes", size_of::<u64>())? {
            let mut bytes = 0u64;
            // SAFETY: `global` has checked the size of the module's variable; the call returns when the bytes are read.
            let result =
                unsafe { cu!(context.api, cuMemcpyDtoH_v2((&raw mut bytes).cast::<c_void>(), at, size_of::<u64>())) };
            context.check("cuMemcpyDtoH", result)?;
            // Only more than 48 KiB need permission; a kernel's static variables count, too.
            module.shared_bytes = module.ask_for_shared(bytes, 47 << 10)?;
        }
        Ok(module)
    }

    /// The address of a variable of the program, which must have this size; `None` if there is no such variable.
    fn global(&self, name: &std::ffi::CStr, size: usize) -> Result<Option<u64>, DriverError> {
        let context = self.stream.context();
        let (mut address, mut bytes) = (0, 0);
        // SAFETY: the module is loaded, the name ends with NUL; one address and one size are written.
        let result =
            unsafe { cu!(context.api, cuModuleGetGlobal_v2(&mut address, &mut bytes, self.handle, name.as_ptr())) };
        if result == api::NOT_FOUND {
            return Ok(None);
        }
        context.check("cuModuleGetGlobal", result)?;
        if bytes != size {
            return Err(DriverError::Misfit(format!("{} has {bytes} bytes, not {size}", name.to_string_lossy())));
        }
        Ok(Some(address))
    }

    /// Allows the kernel this amount of dynamic shared memory, which must be asked for if it is more than `free`. Of a stream's
    /// threads only one launches at a time, so that what is allowed only grows.
    fn ask_for_shared(&self, bytes: u64, free: u32) -> Result<u32, DriverError> {
        let too_much = || DriverError::Misfit(format!("{bytes} bytes of shared memory are too many for a kernel"));
        let size = c_int::try_from(bytes).map_err(|_| too_much())?;
        if size.unsigned_abs() > self.allowed.load(Relaxed).max(free) {
            let (context, attribute) = (self.stream.context(), api::MAX_DYNAMIC_SHARED_SIZE_BYTES);
            // SAFETY: the function belongs to the loaded module.
            let result = unsafe { cu!(context.api, cuFuncSetAttribute(self.function, attribute, size)) };
            if context.check("cuFuncSetAttribute", result).is_err() {
                return Err(too_much());
            }
            self.allowed.fetch_max(size.unsigned_abs(), Relaxed);
        }
        Ok(size.unsigned_abs())
    }
}

/// A launch's parameters, whose `size` this is, as the driver takes them.
pub(super) fn extra(params: &[u8], size: &mut usize) -> [*mut c_void; 5] {
    // The keys are `CU_LAUNCH_PARAM_BUFFER_POINTER`, `_SIZE` and `_END`. The buffer has its size beside it, so one
    // that is too short is an error; an array of pointers would be read past its end.
    [
        ptr::without_provenance_mut(1),
        params.as_ptr().cast_mut().cast(),
        ptr::without_provenance_mut(2),
        ptr::from_mut(size).cast(),
        ptr::null_mut(),
    ]
}

impl MachineProgram for Module {
    fn allow_shared(&self, shared: u32) -> Result<(), DriverError> {
        self.stream.context().bind()?;
        self.ask_for_shared(u64::from(self.shared_bytes) + u64::from(shared), 0).map(drop)
    }

    unsafe fn launch(&self, blocks: u32, threads: u32, shared: u32, params: &[u8]) -> Result<(), DriverError> {
        let context = self.stream.context();
        context.bind()?;
        let mut size = params.len();
        let mut extra = extra(params, &mut size);
        let (function, stream, shared) = (self.function, self.stream.handle(), self.shared_bytes + shared);
        let (arrays, extra) = (ptr::null_mut(), extra.as_mut_ptr());
        // SAFETY: function and stream are alive and of one context; the parameters are copied before the call returns;
        // the caller's contract covers the memory that they refer to.
        let result = unsafe {
            cu!(context.api, cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, shared, stream, arrays, extra))
        };
        self.stream.count(context.check("cuLaunchKernel", result))
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        let context = self.stream.context();
        if context.bind().is_ok() {
            // SAFETY: the module was loaded in this context and is unloaded once, when its launches are done. A failure
            // can't be handled.
            let _ = unsafe { (cu!(context.api, cuCtxSynchronize()), cu!(context.api, cuModuleUnload(self.handle))) };
        }
    }
}
