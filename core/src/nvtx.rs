//! Ranges for profilers such as Nsight Systems, by the feature `nvtx`: each call of a primitive is a range on its thread, with the
//! primitive's name and the user's file and line.
//!
//! A profiler names its library in `NVTX_INJECTION64_PATH`. The first call loads it, and hands it a table of functions, in
//! which it enters its own: this is the protocol of NVIDIA's NVTX headers, version 3, which programs in C++ compile. No library of NVIDIA's is
//! needed for it. Without a profiler a range is a load and a branch, and without the feature there is nothing.

use std::env;
use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::marker::PhantomData;
use std::mem;
use std::panic::Location;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use libloading::Library;

/// The modules of functions, by number, and how many functions each has; the numbers of modules and functions begin at 1.
const MODULES: [usize; 7] = [0, 15, 8, 14, 6, 15, 6];
/// The module of ranges on threads, and its functions' numbers.
const CORE: usize = 1;
const RANGE_PUSH: usize = 9;
const RANGE_POP: usize = 11;
/// The numbers of exported tables.
const CALLBACKS: u32 = 1;
const VERSION_INFO: u32 = 3;

/// The functions of a module, which a profiler enters; those that it doesn't enter stay null.
struct Module {
    functions: Box<[AtomicPtr<c_void>]>,
    /// The places of the functions by their numbers, as profilers get them: in front of the first one and behind the last there is null.
    places: Box<[*const AtomicPtr<c_void>]>,
}

// SAFETY: the places point to the atomics beside them, which live as long.
unsafe impl Send for Module {}
// SAFETY: shared, the places are only read, and the functions are atomics.
unsafe impl Sync for Module {}

impl Module {
    fn new(len: usize) -> Self {
        let functions: Box<[AtomicPtr<c_void>]> = (0..len).map(|_| AtomicPtr::default()).collect();
        let ends = || [ptr::null()].into_iter();
        let places = ends().chain(functions.iter().map(ptr::from_ref)).chain(ends()).collect();
        Module { functions, places }
    }
}

fn modules() -> &'static [Module; 7] {
    static ALL: OnceLock<[Module; 7]> = OnceLock::new();
    ALL.get_or_init(|| MODULES.map(Module::new))
}

/// `NvtxExportTableCallbacks`.
#[repr(C)]
struct Callbacks {
    bytes: usize,
    module: extern "system" fn(c_int, *mut *const *const AtomicPtr<c_void>, *mut c_uint) -> c_int,
}

/// `NvtxExportTableVersionInfo`.
#[repr(C)]
struct VersionInfo {
    bytes: usize,
    version: u32,
    reserved: u32,
    set_profilers_version: extern "system" fn(u32),
}

static EXPORTED_CALLBACKS: Callbacks = Callbacks { bytes: size_of::<Callbacks>(), module };
static EXPORTED_VERSION: VersionInfo =
    VersionInfo { bytes: size_of::<VersionInfo>(), version: 3, reserved: 0, set_profilers_version };

extern "system" fn set_profilers_version(_: u32) {}

/// Gives a profiler the places of a module's functions, and their number with that of the null in front. Returns 0 if there is no such
/// module.
extern "system" fn module(
    number: c_int,
    out_places: *mut *const *const AtomicPtr<c_void>,
    out_len: *mut c_uint,
) -> c_int {
    let known = usize::try_from(number).ok().filter(|number| (1..MODULES.len()).contains(number));
    let Some(number) = known else { return 0 };
    let places = &modules()[number].places;
    if !out_len.is_null() {
        // SAFETY: the profiler's variable for a number.
        unsafe { out_len.write((places.len() - 1) as c_uint) };
    }
    if !out_places.is_null() {
        // SAFETY: the profiler's variable for the table's address.
        unsafe { out_places.write(places.as_ptr()) };
    }
    1
}

extern "system" fn exported(number: u32) -> *const c_void {
    match number {
        CALLBACKS => ptr::from_ref(&EXPORTED_CALLBACKS).cast(),
        VERSION_INFO => ptr::from_ref(&EXPORTED_VERSION).cast(),
        _ => ptr::null(),
    }
}

/// A profiler's functions.
#[derive(Clone, Copy)]
struct Profiler {
    push: unsafe extern "system" fn(*const c_char) -> c_int,
    pop: unsafe extern "system" fn() -> c_int,
}

/// Loads the profiler's library.
fn attach() -> Option<Profiler> {
    // The variable's name includes the width of pointers.
    let path = env::var_os("NVTX_INJECTION64_PATH").filter(|path| path != "./.")?;
    // SAFETY: whoever starts the process has named the library for this purpose; its initialisers are the profiler's.
    let library = unsafe { Library::new(path) }.ok()?;
    type Initialize = unsafe extern "system" fn(extern "system" fn(u32) -> *const c_void) -> c_int;
    // SAFETY: the protocol gives this name this signature.
    let initialize = *unsafe { library.get::<Initialize>(b"InitializeInjectionNvtx2\0") }.ok()?;
    // SAFETY: the argument is the function that the protocol asks for, and the tables that it returns live forever.
    if unsafe { initialize(exported) } == 0 {
        return None;
    }
    // The profiler's functions are called for the rest of the process.
    mem::forget(library);
    let function = |number: usize| {
        let function = modules()[CORE].functions[number - 1].load(Ordering::Acquire);
        (!function.is_null()).then_some(function)
    };
    let (push, pop) = (function(RANGE_PUSH)?, function(RANGE_POP)?);
    // SAFETY: the profiler has entered functions under these numbers, to which the protocol gives these signatures.
    Some(unsafe {
        Profiler {
            push: mem::transmute::<*mut c_void, unsafe extern "system" fn(*const c_char) -> c_int>(push),
            pop: mem::transmute::<*mut c_void, unsafe extern "system" fn() -> c_int>(pop),
        }
    })
}

/// A range on this thread, which ends when it is dropped.
#[must_use = "the range ends when it is dropped"]
#[derive(Debug)]
pub struct Range {
    pop: Option<unsafe extern "system" fn() -> c_int>,
    /// A range ends on its own thread.
    thread: PhantomData<*const ()>,
}

/// Begins a range, if a profiler is attached.
pub fn range(name: &str, call: &Location<'_>) -> Range {
    static PROFILER: OnceLock<Option<Profiler>> = OnceLock::new();
    let profiler = PROFILER.get_or_init(attach);
    let pop = profiler.and_then(|profiler| {
        let name = CString::new(format!("{name}, {}:{}", call.file(), call.line())).ok()?;
        // SAFETY: the argument is a string that ends with NUL, which the profiler copies.
        unsafe { (profiler.push)(name.as_ptr()) };
        Some(profiler.pop)
    });
    Range { pop, thread: PhantomData }
}

impl Drop for Range {
    fn drop(&mut self) {
        if let Some(pop) = self.pop {
            // SAFETY: it ends the range that this thread has begun.
            unsafe { pop() };
        }
    }
}
