//! Programs on a GPU.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::Arc;

use cudarc::driver::sys::{self, CUfunction_attribute as Attribute};

use super::calls::check;
use super::context::Context;
use super::records::Records;
use crate::driver::DriverError;

/// A loaded program.
pub(in crate::driver) struct Module {
    context: Arc<Context>,
    handle: sys::CUmodule,
    pub(super) function: sys::CUfunction,
    shared_bytes: u32,
    /// The records in which its kernels report failures, if it can fail.
    _records: Option<Arc<Records>>,
}

// SAFETY: the driver's functions may be called from every thread with the same handles.
unsafe impl Send for Module {}
// SAFETY: the driver's functions may be called from several threads at once with the same handles.
unsafe impl Sync for Module {}

impl Module {
    /// Loads a cubin whose kernel is `entry`. The context must be bound. `records` is called if the program can fail.
    pub(super) fn new(
        context: Arc<Context>,
        code: &[u8],
        records: impl FnOnce() -> Result<Arc<Records>, DriverError>,
    ) -> Result<Self, DriverError> {
        // The driver isn't told the length of the code: the ELF header locates the sections.
        if code.len() < 64 || !code.starts_with(b"\x7fELF") {
            return Err(DriverError::Misfit("the code is not a cubin".into()));
        }
        let mut handle = ptr::null_mut();
        // SAFETY: the context is bound; the code is a whole cubin as NVRTC made it (the cache has a checksum of it),
        // and is copied; one handle is written.
        match unsafe { cu!(cuModuleLoadData(&mut handle, code.as_ptr().cast())) } {
            sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => return Err(DriverError::OutOfMemory { bytes: code.len() }),
            result => check("cuModuleLoadData", result)?,
        }
        let mut module = Module { context, handle, function: ptr::null_mut(), shared_bytes: 0, _records: None };
        // SAFETY: the module is loaded, the name ends with NUL; one handle is written.
        let result = unsafe { cu!(cuModuleGetFunction(&mut module.function, handle, c"entry".as_ptr())) };
        check("cuModuleGetFunction", result)?;
        if let Some(at) = module.global(c"onrush_records", size_of::<u64>())? {
            let records = records()?;
            let address = records.address();
            module._records = Some(records);
            // SAFETY: `global` has checked the size of the module's variable; the call returns when the address is
            // written.
            let result = unsafe { cu!(cuMemcpyHtoD_v2(at, (&raw const address).cast::<c_void>(), size_of::<u64>())) };
            check("cuMemcpyHtoD", result)?;
        }
        if let Some(at) = module.global(c"onrush_shared_bytes", size_of::<u64>())? {
            let mut bytes = 0u64;
            // SAFETY: `global` has checked the size of the module's variable; the call returns when the bytes are read.
            let result = unsafe { cu!(cuMemcpyDtoH_v2((&raw mut bytes).cast::<c_void>(), at, size_of::<u64>())) };
            check("cuMemcpyDtoH", result)?;
            module.allow_shared(bytes)?;
        }
        Ok(module)
    }

    /// The address of a variable of the program, which must have this size; `None` if there is no such variable.
    fn global(&self, name: &std::ffi::CStr, size: usize) -> Result<Option<u64>, DriverError> {
        let (mut address, mut bytes) = (0, 0);
        // SAFETY: the module is loaded, the name ends with NUL; one address and one size are written.
        let result = unsafe { cu!(cuModuleGetGlobal_v2(&mut address, &mut bytes, self.handle, name.as_ptr())) };
        if result == sys::CUresult::CUDA_ERROR_NOT_FOUND {
            return Ok(None);
        }
        check("cuModuleGetGlobal", result)?;
        if bytes != size {
            return Err(DriverError::Misfit(format!("{} has {bytes} bytes, not {size}", name.to_string_lossy())));
        }
        Ok(Some(address))
    }

    /// Allows the kernel this amount of dynamic shared memory: more than 48 KiB must be asked for.
    fn allow_shared(&mut self, bytes: u64) -> Result<(), DriverError> {
        let too_much = || DriverError::Misfit(format!("{bytes} bytes of shared memory are too many for a kernel"));
        let size = c_int::try_from(bytes).map_err(|_| too_much())?;
        // A kernel's static variables take shared memory too.
        if size > 47 << 10 {
            let attribute = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            // SAFETY: the function belongs to the loaded module.
            check("cuFuncSetAttribute", unsafe { cu!(cuFuncSetAttribute(self.function, attribute, size)) })?;
        }
        self.shared_bytes = size.unsigned_abs();
        Ok(())
    }

    /// Queues a launch. The context must be bound.
    ///
    /// # Safety
    ///
    /// The contract is that of [`Driver::launch`](crate::driver::Driver::launch), and the stream is of the same context.
    pub(super) unsafe fn launch(
        &self,
        stream: sys::CUstream,
        blocks: u32,
        threads: u32,
        params: &[u8],
    ) -> Result<(), DriverError> {
        // The keys are `CU_LAUNCH_PARAM_BUFFER_POINTER`, `_SIZE` and `_END`. The buffer has its size beside it, so one
        // that is too short is an error; an array of pointers would be read past its end.
        let mut size = params.len();
        let mut extra: [*mut c_void; 5] = [
            ptr::without_provenance_mut(1),
            params.as_ptr().cast_mut().cast(),
            ptr::without_provenance_mut(2),
            (&raw mut size).cast(),
            ptr::null_mut(),
        ];
        // SAFETY: function and stream are alive and of one context; the parameters are copied before the call returns;
        // the caller's contract covers the memory that they refer to.
        let result = unsafe {
            cu!(cuLaunchKernel(
                self.function,
                blocks,
                1,
                1,
                threads,
                1,
                1,
                self.shared_bytes,
                stream,
                ptr::null_mut(),
                extra.as_mut_ptr(),
            ))
        };
        check("cuLaunchKernel", result)
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        if self.context.bind().is_ok() {
            // SAFETY: the module was loaded in this context and is unloaded once, when its launches are done. A failure
            // can't be handled.
            let _ = unsafe { (cu!(cuCtxSynchronize()), cu!(cuModuleUnload(self.handle))) };
        }
    }
}
