//! The functions of CUDA's driver that this folder calls, in a table, and their constants. The driver's library is
//! loaded when it is first used.
//!
//! Results are numbers, because a driver may return one that this list lacks.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_void};
use std::ops::Deref;
use std::ptr;
use std::sync::OnceLock;

use libloading::Library;

use crate::driver::DriverError;
use crate::function_table::{function_table, symbol};

/// The oldest driver that has all functions of the table: `cuMemAllocFromPoolAsync` and its pools.
const OLDEST: c_int = 11_040;
/// The oldest driver that has loops in graphs.
const OLDEST_WITH_LOOPS: c_int = 12_040;

/// `CUresult`.
pub(super) type Status = c_int;
pub(super) const SUCCESS: Status = 0;
pub(super) const OUT_OF_MEMORY: Status = 2;
const NO_DEVICE: Status = 100;
pub(super) const NOT_FOUND: Status = 500;
pub(super) const NOT_READY: Status = 600;

/// `CUdevice_attribute`.
pub(super) const MULTIPROCESSOR_COUNT: c_int = 16;
pub(super) const L2_CACHE_SIZE: c_int = 38;
pub(super) const COMPUTE_CAPABILITY_MAJOR: c_int = 75;
pub(super) const COMPUTE_CAPABILITY_MINOR: c_int = 76;
/// `CUevent_flags`.
pub(super) const EVENT_DEFAULT: c_uint = 0;
pub(super) const EVENT_DISABLE_TIMING: c_uint = 2;
/// `CUstream_flags`.
pub(super) const STREAM_NON_BLOCKING: c_uint = 1;
/// `CUstreamCaptureStatus`.
pub(super) const CAPTURE_STATUS_NONE: c_int = 0;
/// The address of `CU_STREAM_PER_THREAD`.
pub(super) const STREAM_PER_THREAD: usize = 2;
/// `CUpointer_attribute`.
pub(super) const POINTER_MEMORY_TYPE: c_int = 2;
pub(super) const POINTER_IS_MANAGED: c_int = 8;
pub(super) const POINTER_DEVICE_ORDINAL: c_int = 9;
/// `CUmemorytype`.
pub(super) const MEMORY_OF_DEVICE: c_uint = 2;
/// `CUfunction_attribute`.
pub(super) const MAX_DYNAMIC_SHARED_SIZE_BYTES: c_int = 8;
/// `CUmemPool_attribute`.
pub(super) const RELEASE_THRESHOLD: c_int = 4;
/// `CUmemAllocationType` and `CUmemLocationType`.
pub(super) const ALLOCATION_PINNED: c_int = 1;
pub(super) const LOCATION_DEVICE: c_int = 1;
pub(super) const READ_AND_WRITE: c_int = 3;
/// `CUgraphNodeType` and `CUgraphConditionalNodeType`.
const NODE_CONDITIONAL: c_int = 13;
pub(super) const CONDITIONAL_WHILE: c_int = 1;
/// Flags of `cuMemHostAlloc`.
pub(super) const HOST_ALLOC_PORTABLE: c_uint = 1;
pub(super) const HOST_ALLOC_DEVICE_MAP: c_uint = 2;

/// Handles are pointers to types that only the driver knows.
macro_rules! handles {
    ($($handle:ident -> $to:ident;)+) => {$(
        #[repr(C)]
        pub(super) struct $to {
            _private: [u8; 0],
        }
        pub(super) type $handle = *mut $to;
    )+};
}
handles! {
    CuContext -> CuContextTarget;
    CuEvent -> CuEventTarget;
    CuFunction -> CuFunctionTarget;
    CuGraph -> CuGraphTarget;
    CuGraphExec -> CuGraphExecTarget;
    CuGraphNode -> CuGraphNodeTarget;
    CuModule -> CuModuleTarget;
    CuPool -> CuPoolTarget;
    CuStream -> CuStreamTarget;
}
type CuDevice = c_int;
type CuAddress = u64;

/// `CUmemPoolProps`. Older drivers have fewer fields, and more reserved bytes, which are zero.
#[repr(C)]
pub(super) struct PoolProps {
    pub(super) allocation: c_int,
    pub(super) handle_types: c_int,
    pub(super) location: c_int,
    pub(super) location_id: c_int,
    pub(super) security_attributes: *mut c_void,
    pub(super) reserved: [u8; 64],
}

/// `CUmemAccessDesc`.
#[repr(C)]
pub(super) struct PoolAccess {
    pub(super) location: c_int,
    pub(super) location_id: c_int,
    pub(super) access: c_int,
}

/// `CUDA_KERNEL_NODE_PARAMS`, in the first version, which every driver takes.
#[repr(C)]
pub(super) struct KernelNodeParams {
    pub(super) function: CuFunction,
    pub(super) grid: [c_uint; 3],
    pub(super) block: [c_uint; 3],
    pub(super) shared_bytes: c_uint,
    pub(super) params: *mut *mut c_void,
    pub(super) extra: *mut *mut c_void,
}

/// `CUDA_MEMSET_NODE_PARAMS`.
#[repr(C)]
pub(super) struct MemsetNodeParams {
    pub(super) to: CuAddress,
    pub(super) pitch: usize,
    pub(super) value: c_uint,
    pub(super) element_bytes: c_uint,
    pub(super) width: usize,
    pub(super) height: usize,
}

/// `CUDA_CONDITIONAL_NODE_PARAMS`.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct ConditionalNodeParams {
    pub(super) handle: u64,
    pub(super) kind: c_int,
    pub(super) size: c_uint,
    /// The address of the bodies' handles, which the driver writes.
    pub(super) bodies: *mut CuGraph,
    pub(super) context: CuContext,
}

/// `CUgraphNodeParams`.
#[repr(C)]
pub(super) struct NodeParams {
    kind: c_int,
    reserved: [c_int; 3],
    pub(super) conditional: ConditionalNodeParams,
    /// The rest of the longest kind's parameters, and eight reserved bytes behind all kinds.
    rest: [u64; 26],
}
/// The driver reads all of it, and refuses reserved bytes that aren't zero.
const _: () = assert!(size_of::<NodeParams>() == 256);

impl NodeParams {
    pub(super) fn conditional(conditional: ConditionalNodeParams) -> Self {
        NodeParams { kind: NODE_CONDITIONAL, reserved: [0; 3], conditional, rest: [0; 26] }
    }
}

/// Hands the functions of loops in graphs to a macro, which not every driver has.
macro_rules! loop_functions {
    ($with:ident! { $($start:tt)* }) => {
        $with! {
            $($start)*
            cuGraphConditionalHandleCreate(*mut u64, CuGraph, CuContext, c_uint, c_uint) -> Status;
            cuGraphAddNode_v2(
                *mut CuGraphNode, CuGraph, *const CuGraphNode, *const c_void, usize, *mut NodeParams,
            ) -> Status;
        }
    };
}
loop_functions! {
    function_table! {
        /// Loops in graphs.
        pub(super) struct Loops: "system";
    }
}

/// Hands the functions to a macro.
macro_rules! functions {
    ($with:ident! { $($start:tt)* }) => {
        $with! {
            $($start)*
            cuInit(c_uint) -> Status;
            cuGetErrorName(Status, *mut *const c_char) -> Status;
            cuGetErrorString(Status, *mut *const c_char) -> Status;
            cuDeviceGetCount(*mut c_int) -> Status;
            cuDeviceGet(*mut CuDevice, c_int) -> Status;
            cuDeviceGetAttribute(*mut c_int, c_int, CuDevice) -> Status;
            cuDeviceGetName(*mut c_char, c_int, CuDevice) -> Status;
            cuDeviceCanAccessPeer(*mut c_int, CuDevice, CuDevice) -> Status;
            cuDevicePrimaryCtxRetain(*mut CuContext, CuDevice) -> Status;
            cuCtxSetCurrent(CuContext) -> Status;
            cuCtxSynchronize() -> Status;
            cuStreamCreate(*mut CuStream, c_uint) -> Status;
            cuStreamSynchronize(CuStream) -> Status;
            cuStreamWaitEvent(CuStream, CuEvent, c_uint) -> Status;
            cuStreamDestroy_v2(CuStream) -> Status;
            cuStreamGetCtx(CuStream, *mut CuContext) -> Status;
            cuStreamIsCapturing(CuStream, *mut c_int) -> Status;
            cuEventCreate(*mut CuEvent, c_uint) -> Status;
            cuEventRecord(CuEvent, CuStream) -> Status;
            cuEventQuery(CuEvent) -> Status;
            cuEventSynchronize(CuEvent) -> Status;
            cuEventElapsedTime(*mut f32, CuEvent, CuEvent) -> Status;
            cuEventDestroy_v2(CuEvent) -> Status;
            cuMemPoolCreate(*mut CuPool, *const PoolProps) -> Status;
            cuMemPoolSetAttribute(CuPool, c_int, *mut c_void) -> Status;
            cuMemPoolTrimTo(CuPool, usize) -> Status;
            cuMemPoolSetAccess(CuPool, *const PoolAccess, usize) -> Status;
            cuMemAllocFromPoolAsync(*mut CuAddress, usize, CuPool, CuStream) -> Status;
            cuMemFreeAsync(CuAddress, CuStream) -> Status;
            cuMemHostAlloc(*mut *mut c_void, usize, c_uint) -> Status;
            cuMemFreeHost(*mut c_void) -> Status;
            cuMemcpyHtoD_v2(CuAddress, *const c_void, usize) -> Status;
            cuMemcpyDtoH_v2(*mut c_void, CuAddress, usize) -> Status;
            cuMemcpyHtoDAsync_v2(CuAddress, *const c_void, usize, CuStream) -> Status;
            cuMemcpyDtoHAsync_v2(*mut c_void, CuAddress, usize, CuStream) -> Status;
            cuMemcpyAsync(CuAddress, CuAddress, usize, CuStream) -> Status;
            cuMemsetD8Async(CuAddress, c_uchar, usize, CuStream) -> Status;
            cuPointerGetAttributes(c_uint, *mut c_int, *mut *mut c_void, CuAddress) -> Status;
            cuModuleLoadData(*mut CuModule, *const c_void) -> Status;
            cuModuleUnload(CuModule) -> Status;
            cuModuleGetFunction(*mut CuFunction, CuModule, *const c_char) -> Status;
            cuModuleGetGlobal_v2(*mut CuAddress, *mut usize, CuModule, *const c_char) -> Status;
            cuFuncSetAttribute(CuFunction, c_int, c_int) -> Status;
            cuLaunchKernel(
                CuFunction, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, CuStream, *mut *mut c_void,
                *mut *mut c_void,
            ) -> Status;
            cuGraphCreate(*mut CuGraph, c_uint) -> Status;
            cuGraphDestroy(CuGraph) -> Status;
            cuGraphAddKernelNode(*mut CuGraphNode, CuGraph, *const CuGraphNode, usize, *const KernelNodeParams) -> Status;
            cuGraphAddMemsetNode(
                *mut CuGraphNode, CuGraph, *const CuGraphNode, usize, *const MemsetNodeParams, CuContext,
            ) -> Status;
            cuGraphInstantiateWithFlags(*mut CuGraphExec, CuGraph, u64) -> Status;
            cuGraphExecKernelNodeSetParams(CuGraphExec, CuGraphNode, *const KernelNodeParams) -> Status;
            cuGraphLaunch(CuGraphExec, CuStream) -> Status;
            cuGraphExecDestroy(CuGraphExec) -> Status;
        }
    };
}
functions! {
    function_table! {
        /// CUDA's driver, which is initialised, and stays loaded for the rest of the process.
        pub(super) struct Table: "system";
    }
}

/// The functions of the driver.
pub(super) struct Api {
    table: Table,
    /// Those of loops in graphs, if the driver has them.
    pub(super) loops: Option<Loops>,
}

impl Deref for Api {
    type Target = Table;
    fn deref(&self) -> &Table {
        &self.table
    }
}

/// Finds the driver and initialises it, once per process.
pub(super) fn api() -> Result<&'static Api, DriverError> {
    static API: OnceLock<Result<Api, DriverError>> = OnceLock::new();
    API.get_or_init(find).as_ref().map_err(Clone::clone)
}

/// Loads the driver's library. On Linux `libcuda.so` is tried last: in a toolkit it is a stub for linkers.
fn load() -> Option<&'static Library> {
    #[cfg(windows)]
    let library = {
        use libloading::os::windows::{LOAD_LIBRARY_SEARCH_SYSTEM32, Library};
        // SAFETY: the initialisers of the driver's library have no preconditions.
        unsafe { Library::load_with_flags("nvcuda.dll", LOAD_LIBRARY_SEARCH_SYSTEM32) }.ok().map(Into::into)
    };
    #[cfg(not(windows))]
    let library = {
        // SAFETY: the initialisers of the driver's library have no preconditions.
        ["libcuda.so.1", "libcuda.so"].into_iter().find_map(|name| unsafe { Library::new(name) }.ok())
    };
    library.map(|library| &*Box::leak(Box::new(library)))
}

fn find() -> Result<Api, DriverError> {
    let library = load().ok_or(DriverError::NotFound)?;
    let mut version = 0;
    // SAFETY: the function has this signature in every version; one `int` is written. It needs no initialisation.
    let result = unsafe {
        type Version = unsafe extern "system" fn(*mut c_int) -> Status;
        symbol::<Version>(library, "cuDriverGetVersion").map(|get| get(&mut version))
    };
    // Older drivers lack functions of the table.
    if matches!(result, Ok(SUCCESS)) && version < OLDEST {
        let version = version.unsigned_abs();
        return Err(DriverError::TooOld { major: version / 1000, minor: version % 1000 / 10 });
    }
    // SAFETY: functions of these names have these signatures in every version of the driver that has them; the suffix
    // `_v2` belongs to the name. The library is never unloaded.
    let table = unsafe { Table::of(library) };
    // SAFETY: as above.
    let loops = (version >= OLDEST_WITH_LOOPS).then(|| unsafe { Loops::of(library) }.ok()).flatten();
    let (api, result) = table
        .and_then(|table| Ok((Api { table, loops }, result?)))
        .map_err(|missing| DriverError::Lacks { function: missing.function, reason: missing.to_string() })?;
    api.check("cuDriverGetVersion", result)?;
    // SAFETY: `cuInit` may be called at any time.
    match unsafe { (api.cuInit)(0) } {
        NO_DEVICE => Err(DriverError::NoDevice { index: 0, count: 0 }),
        result => api.check("cuInit", result),
    }?;
    Ok(api)
}

impl Api {
    /// Turns a result of the driver into an error.
    #[inline]
    pub(super) fn check(&self, call: &'static str, result: Status) -> Result<(), DriverError> {
        if result == SUCCESS { Ok(()) } else { Err(self.failed(call, result)) }
    }

    #[cold]
    fn failed(&self, call: &'static str, result: Status) -> DriverError {
        let (mut name, mut text) = (ptr::null(), ptr::null());
        // SAFETY: each call writes one pointer to a string that lives forever, or null, if it knows no such result.
        let _ = unsafe { ((self.cuGetErrorName)(result, &mut name), (self.cuGetErrorString)(result, &mut text)) };
        let string = |at: *const c_char| {
            // SAFETY: a pointer that isn't null is to a string that ends with NUL.
            (!at.is_null()).then(|| unsafe { CStr::from_ptr(at) }.to_string_lossy().into_owned())
        };
        let name = string(name).unwrap_or_else(|| format!("error {result}"));
        DriverError::Call { call, name, text: string(text).unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    //! The table, compared with cudarc's bindings.

    use super::*;
    use cudarc::driver::sys;
    use std::mem::offset_of;

    /// The bindings; those of CUDA 13 lack the first forms of functions, which every driver has.
    mod header {
        pub(super) use super::sys::*;
        pub(super) use super::sys::{
            cuEventElapsedTime_v2 as cuEventElapsedTime, cuGraphAddKernelNode_v2 as cuGraphAddKernelNode,
            cuGraphExecKernelNodeSetParams_v2 as cuGraphExecKernelNodeSetParams,
        };
    }

    #[test]
    fn has_the_numbers_of_the_header() {
        use sys::{
            CUdevice_attribute as Device, CUfunction_attribute as Function, CUpointer_attribute as Pointer,
            CUresult as Result,
        };
        let numbers = [
            (SUCCESS, Result::CUDA_SUCCESS as i64),
            (OUT_OF_MEMORY, Result::CUDA_ERROR_OUT_OF_MEMORY as i64),
            (NO_DEVICE, Result::CUDA_ERROR_NO_DEVICE as i64),
            (NOT_FOUND, Result::CUDA_ERROR_NOT_FOUND as i64),
            (NOT_READY, Result::CUDA_ERROR_NOT_READY as i64),
            (MULTIPROCESSOR_COUNT, Device::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT as i64),
            (L2_CACHE_SIZE, Device::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE as i64),
            (COMPUTE_CAPABILITY_MAJOR, Device::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR as i64),
            (COMPUTE_CAPABILITY_MINOR, Device::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR as i64),
            (MAX_DYNAMIC_SHARED_SIZE_BYTES, Function::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES as i64),
            (POINTER_MEMORY_TYPE, Pointer::CU_POINTER_ATTRIBUTE_MEMORY_TYPE as i64),
            (POINTER_IS_MANAGED, Pointer::CU_POINTER_ATTRIBUTE_IS_MANAGED as i64),
            (POINTER_DEVICE_ORDINAL, Pointer::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL as i64),
            (MEMORY_OF_DEVICE as c_int, sys::CUmemorytype::CU_MEMORYTYPE_DEVICE as i64),
            (RELEASE_THRESHOLD, sys::CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD as i64),
            (ALLOCATION_PINNED, sys::CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED as i64),
            (LOCATION_DEVICE, sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE as i64),
            (READ_AND_WRITE, sys::CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE as i64),
            (EVENT_DEFAULT as c_int, sys::CUevent_flags::CU_EVENT_DEFAULT as i64),
            (EVENT_DISABLE_TIMING as c_int, sys::CUevent_flags::CU_EVENT_DISABLE_TIMING as i64),
            (CAPTURE_STATUS_NONE, sys::CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_NONE as i64),
            (NODE_CONDITIONAL, sys::CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL as i64),
            (CONDITIONAL_WHILE, sys::CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_WHILE as i64),
            (STREAM_NON_BLOCKING as c_int, sys::CUstream_flags::CU_STREAM_NON_BLOCKING as i64),
        ];
        for (at, (own, header)) in numbers.into_iter().enumerate() {
            assert_eq!(i64::from(own), header, "the number at position {at}");
        }
    }

    #[test]
    fn has_the_layout_of_the_header() {
        type Props = sys::CUmemPoolProps;
        assert_eq!((size_of::<PoolProps>(), align_of::<PoolProps>()), (size_of::<Props>(), align_of::<Props>()));
        let own = [offset_of!(PoolProps, location), offset_of!(PoolProps, location_id)];
        let location = offset_of!(Props, location);
        assert_eq!(own, [location, location + offset_of!(sys::CUmemLocation, __bindgen_anon_1)]);
        type Access = sys::CUmemAccessDesc;
        assert_eq!(size_of::<PoolAccess>(), size_of::<Access>());
        assert_eq!(offset_of!(PoolAccess, access), offset_of!(Access, flags));
        assert_eq!(offset_of!(PoolProps, handle_types), offset_of!(Props, handleTypes));
        assert_eq!(offset_of!(PoolProps, security_attributes), offset_of!(Props, win32SecurityAttributes));
        // The second version has further fields behind those of the first.
        type Kernel = sys::CUDA_KERNEL_NODE_PARAMS_v2;
        let own = [offset_of!(KernelNodeParams, grid), offset_of!(KernelNodeParams, block)];
        assert_eq!(own, [offset_of!(Kernel, gridDimX), offset_of!(Kernel, blockDimX)]);
        assert_eq!(offset_of!(KernelNodeParams, shared_bytes), offset_of!(Kernel, sharedMemBytes));
        let own = [offset_of!(KernelNodeParams, params), offset_of!(KernelNodeParams, extra)];
        assert_eq!(own, [offset_of!(Kernel, kernelParams), offset_of!(Kernel, extra)]);
        type Memset = sys::CUDA_MEMSET_NODE_PARAMS;
        assert_eq!(size_of::<MemsetNodeParams>(), size_of::<Memset>());
        let own = [offset_of!(MemsetNodeParams, pitch), offset_of!(MemsetNodeParams, element_bytes)];
        assert_eq!(own, [offset_of!(Memset, pitch), offset_of!(Memset, elementSize)]);
        let own = [offset_of!(MemsetNodeParams, width), offset_of!(MemsetNodeParams, height)];
        assert_eq!(own, [offset_of!(Memset, width), offset_of!(Memset, height)]);
        type Conditional = sys::CUDA_CONDITIONAL_NODE_PARAMS;
        assert_eq!(size_of::<ConditionalNodeParams>(), size_of::<Conditional>());
        let own = [offset_of!(ConditionalNodeParams, kind), offset_of!(ConditionalNodeParams, size)];
        assert_eq!(own, [offset_of!(Conditional, type_), offset_of!(Conditional, size)]);
        let own = [offset_of!(ConditionalNodeParams, bodies), offset_of!(ConditionalNodeParams, context)];
        assert_eq!(own, [offset_of!(Conditional, phGraph_out), offset_of!(Conditional, ctx)]);
        type Node = sys::CUgraphNodeParams;
        assert_eq!(size_of::<NodeParams>(), size_of::<Node>());
        assert_eq!(offset_of!(NodeParams, conditional), offset_of!(Node, __bindgen_anon_1));
    }

    /// The sizes of a function's result and parameters.
    trait Sizes {
        fn sizes(&self) -> Vec<usize>;
    }
    macro_rules! sizes {
        ($($parameter:ident)*) => {
            impl<R, $($parameter),*> Sizes for unsafe fn($($parameter),*) -> R {
                fn sizes(&self) -> Vec<usize> {
                    vec![size_of::<R>(), $(size_of::<$parameter>()),*]
                }
            }
        };
    }
    sizes!();
    sizes!(A);
    sizes!(A B);
    sizes!(A B C);
    sizes!(A B C D);
    sizes!(A B C D E);
    sizes!(A B C D E F);
    sizes!(A B C D E F G H I J K);

    macro_rules! any {
        ($ty:ty) => {
            _
        };
    }
    macro_rules! compare {
        ($($name:ident($($ty:ty),* $(,)?) -> $result:ty;)+) => {$(
            let header = header::$name as unsafe fn($(any!($ty)),*) -> _;
            let sizes = vec![size_of::<$result>(), $(size_of::<$ty>()),*];
            assert_eq!(sizes, header.sizes(), stringify!($name));
        )+};
    }

    #[test]
    fn has_the_signatures_of_the_header() {
        functions! { compare! {} }
        loop_functions! { compare! {} }
    }
}
