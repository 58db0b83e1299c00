//! The machines that evaluate the compiled cases: the host, or a GPU.
#![allow(unsafe_code)]

use std::cell::RefCell;

use cudarc::driver::{result, sys};
use libloading::Library;

use crate::scalar::Scalar;

/// Calls a case on arrays of operands; the arrays of results have the same number of items.
pub(crate) trait Machine {
    fn call(&self, symbol: &str, operands: [&[u8]; 3], results: [&mut [u8]; 2], items: usize);
}

/// The bytes of scalars.
pub(crate) fn bytes<T: Scalar>(values: &[T]) -> &[u8] {
    // SAFETY: scalars are primitives without padding.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

/// The bytes of scalars to be written; only valid values may be.
pub(crate) fn bytes_mut<T: Scalar>(values: &mut [T]) -> &mut [u8] {
    // SAFETY: scalars are primitives without padding; a case writes values of the scalar's own type.
    unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), size_of_val(values)) }
}

/// A library of the host.
pub(crate) struct Host(pub(crate) Library);

impl Machine for Host {
    fn call(&self, symbol: &str, [a, b, c]: [&[u8]; 3], [out, raised]: [&mut [u8]; 2], items: usize) {
        type Function = unsafe extern "C" fn(*const u8, *const u8, *const u8, *mut u8, *mut u8, u64);
        // SAFETY: `CASE` declares the function with five pointers and a length.
        let function = unsafe { self.0.get::<Function>(symbol) }.unwrap();
        // SAFETY: each array holds `items` items of the type that the case was written with; three are read, two written.
        unsafe { function(a.as_ptr(), b.as_ptr(), c.as_ptr(), out.as_mut_ptr(), raised.as_mut_ptr(), items as u64) };
    }
}

/// The first GPU, with the cases' cubins loaded.
pub(crate) struct Gpu {
    modules: Vec<sys::CUmodule>,
    memory: RefCell<Vec<Buffer>>,
}

/// Device memory that grows.
struct Buffer {
    address: sys::CUdeviceptr,
    bytes: usize,
}

impl Gpu {
    /// The GPU's architecture, such as `sm_90`; the error says why there is no GPU.
    pub(crate) fn find() -> Result<String, String> {
        // SAFETY: the driver is loaded only if it is there.
        if !unsafe { sys::is_culib_present() } {
            return Err("no CUDA driver".into());
        }
        let fail = |e: result::DriverError| format!("{e:?}");
        result::init().map_err(fail)?;
        let device = result::device::get(0).map_err(fail)?;
        // SAFETY: the device exists; the context stays for the life of the process and becomes this thread's.
        unsafe {
            let context = result::primary_ctx::retain(device).map_err(fail)?;
            result::ctx::set_current(context).map_err(fail)?;
            use sys::CUdevice_attribute::{
                CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR as MAJOR,
                CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR as MINOR,
            };
            let of = |attribute| result::device::get_attribute(device, attribute).map_err(fail);
            Ok(format!("sm_{}{}", of(MAJOR)?, of(MINOR)?))
        }
    }

    pub(crate) fn new(cubins: &[Vec<u8>]) -> Self {
        // SAFETY: a cubin of this GPU's architecture, alive during the call.
        let load = |cubin: &Vec<u8>| unsafe { result::module::load_data(cubin.as_ptr().cast()) }.unwrap();
        let memory = (0..5).map(|_| Buffer { address: 0, bytes: 0 }).collect();
        Gpu { modules: cubins.iter().map(load).collect(), memory: RefCell::new(memory) }
    }
}

impl Machine for Gpu {
    fn call(&self, symbol: &str, operands: [&[u8]; 3], results: [&mut [u8]; 2], items: usize) {
        let name = std::ffi::CString::new(symbol).unwrap();
        let mut memory = self.memory.borrow_mut();
        let sizes = operands.iter().map(|o| o.len()).chain(results.iter().map(|r| r.len()));
        // SAFETY: every pointer is to device memory of at least the size that is copied or that the kernel touches, which
        // `CASE` declares with five pointers and a length; copies are synchronous, so the host's arrays outlive them.
        unsafe {
            let kernel = self.modules.iter().find_map(|m| result::module::get_function(*m, name.clone()).ok()).unwrap();
            for (buffer, size) in memory.iter_mut().zip(sizes) {
                if buffer.bytes < size {
                    if buffer.bytes > 0 {
                        result::free_sync(buffer.address).unwrap();
                    }
                    *buffer = Buffer { address: result::malloc_sync(size).unwrap(), bytes: size };
                }
            }
            for (buffer, operand) in memory.iter().zip(operands) {
                result::memcpy_htod_sync(buffer.address, operand).unwrap();
            }
            let mut addresses: Vec<u64> = memory.iter().map(|buffer| buffer.address).collect();
            addresses.push(items as u64);
            let mut parameters: Vec<*mut std::ffi::c_void> =
                addresses.iter_mut().map(|a| std::ptr::from_mut(a).cast()).collect();
            let grid = (items as u32).div_ceil(256);
            result::launch_kernel(kernel, (grid, 1, 1), (256, 1, 1), 0, std::ptr::null_mut(), &mut parameters).unwrap();
            result::ctx::synchronize().unwrap();
            for (buffer, result) in memory[3..].iter().zip(results) {
                result::memcpy_dtoh_sync(result, buffer.address).unwrap();
            }
        }
    }
}
