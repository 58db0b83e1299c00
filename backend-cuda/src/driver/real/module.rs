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
    /// Where its kernels say what has failed, if anything can.
    _records: Option<Arc<Records>>,
}

// SAFETY: the driver's functions may be called from every thread with the same handles.
unsafe impl Send for Module {}
// SAFETY: as above.
unsafe impl Sync for Module {}

impl Module {
    /// Loads a cubin whose kernel is `entry`. The context must be bound. `records` are asked for if anything in it can fail.
    pub(super) fn new(
        context: Arc<Context>,
        code: &[u8],
        records: impl FnOnce() -> Result<Arc<Records>, DriverError>,
    ) -> Result<Self, DriverError> {
        // An ELF header names its sections' place; the driver doesn't ask how long the code is.
        if code.len() < 64 || !code.starts_with(b"\x7fELF") {
            return Err(DriverError::Misfit("a cubin that is none".into()));
        }
        let mut handle = ptr::null_mut();
        // SAFETY: the context is bound; the code is a whole cubin as NVRTC gave it (the cache keeps a checksum), and is
        // copied; one handle is written.
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
            // SAFETY: the module's variable is as long; the call returns when the address is there.
            let result = unsafe { cu!(cuMemcpyHtoD_v2(at, (&raw const address).cast::<c_void>(), size_of::<u64>())) };
            check("cuMemcpyHtoD", result)?;
        }
        if let Some(at) = module.global(c"onrush_shared_bytes", size_of::<u64>())? {
            let mut bytes = 0u64;
            // SAFETY: the module's variable is as long; the call returns when the bytes are here.
            let result = unsafe { cu!(cuMemcpyDtoH_v2((&raw mut bytes).cast::<c_void>(), at, size_of::<u64>())) };
            check("cuMemcpyDtoH", result)?;
            module.allow_shared(bytes)?;
        }
        Ok(module)
    }

    /// The address of a variable of the program, if it has it, which must have this size.
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

    /// Lets the kernel have so much dynamic shared memory: beyond 48 KiB it must be asked for.
    fn allow_shared(&mut self, bytes: u64) -> Result<(), DriverError> {
        let too_much = || DriverError::Misfit(format!("a kernel with {bytes} bytes of shared memory"));
        let size = c_int::try_from(bytes).map_err(|_| too_much())?;
        // A kernel's static variables come on top.
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
    /// As for [`Driver::launch`](crate::driver::Driver::launch); the stream is of the same context.
    pub(super) unsafe fn launch(
        &self,
        stream: sys::CUstream,
        blocks: u32,
        threads: u32,
        params: &[u8],
    ) -> Result<(), DriverError> {
        // `CU_LAUNCH_PARAM_BUFFER_POINTER`, `_SIZE`, `_END`: with its size beside it, a buffer that is too short is an
        // error where an array of pointers would be read past its end.
        let mut size = params.len();
        let mut extra: [*mut c_void; 5] = [
            ptr::without_provenance_mut(1),
            params.as_ptr().cast_mut().cast(),
            ptr::without_provenance_mut(2),
            (&raw mut size).cast(),
            ptr::null_mut(),
        ];
        // SAFETY: function and stream are alive and of one context; the parameters are copied before the call returns;
        // what they refer to is the caller's to vouch for.
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
            // SAFETY: it was loaded in this context and is unloaded once, when its launches are done. A failure leaves
            // nothing to do.
            let _ = unsafe { (cu!(cuCtxSynchronize()), cu!(cuModuleUnload(self.handle))) };
        }
    }
}
