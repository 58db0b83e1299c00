//! Kernels that users write.

mod parameters;

use std::any::type_name;
use std::fmt;
use std::fmt::Write as _;
use std::panic::Location;
use std::sync::Arc;

use onrush_core::function::DeviceFunction;
use onrush_core::lower::{Params, Piece, TranslationUnit};
use onrush_core::{ErrorKind, KernelArguments, Result};

use crate::Cuda;
use crate::call::Answer;
use crate::codegen::pieces;
use crate::driver::{self, DEVICE, FailingPlaces, KERNEL_LINE, KERNEL_MESSAGE, KernelText};
use crate::jit::{Key, Programs};
use parameters::{fits, misfit, name_of, parameters};

/// The words of kernels that users write; they follow [`DEVICE`].
const WORDS: &[Piece] = pieces!["words.cuh", "words_warp.cuh", "words_launch.cuh"];
/// The code that watches the accesses to memory on the emulated device; it precedes [`DEVICE`].
const CHECKED: &[Piece] =
    pieces!["emulated/clocks.cuh", "emulated/order.cuh", "emulated/checked.cuh", "emulated/instrumented.cuh"];
/// The most threads that a block has on any GPU.
const MOST_THREADS: usize = 1024;
/// The threads of a warp.
const WARP: usize = 32;
/// The bytes of shared memory for a block's variables on every GPU.
const VARIABLES_SHARED: usize = 48 << 10;

/// A kernel that the user has written in CUDA C++, on a stream: see [`Cuda::kernel`]. Clones share its programs.
#[derive(Clone)]
#[doc(alias("CUfunction", "CudaFunction", "RawKernel", "cuModuleGetFunction", "CudaModule"))]
pub struct Kernel {
    cuda: Cuda,
    text: Arc<Text>,
    programs: Arc<Programs<Arc<driver::LoadedKernel>>>,
}

#[derive(Clone)]
struct Text {
    name: String,
    text: String,
    functions: Vec<Function>,
}

/// A `#[device]` function that the text can call: its name there, and its declaration, which returns its C++ name.
#[derive(Clone)]
struct Function {
    name: &'static str,
    lower: fn(&mut TranslationUnit) -> String,
}

impl Cuda {
    /// A kernel of the user's own: the function `name` of the CUDA C++ in `text`, with the words that the guide's page on kernels
    /// lists: types by width, vectors with checked indices, barriers, shuffles, votes, atomics, shared memory, 16-byte loads.
    ///
    /// ```
    /// # mod onrush { pub(super) use ::onrush_cuda::Cuda; }
    /// # use ::onrush::prelude::*;
    /// # fn main() -> ::onrush::Result<()> {
    /// # let cuda = onrush::Cuda::emulated();
    /// # if std::env::var_os("ONRUSH_REQUIRE_EMULATED").is_none() { return Ok(()) }
    /// let sums = cuda.kernel(
    ///     "block_sums",
    ///     "DEVICE void block_sums(Elements<const f32> x, Elements<f32> sums) {
    ///          f32 sum = 0;
    ///          for (u64 i = thread_of_grid(); i < x.len(); i += threads_of_grid()) sum += x[i];
    ///          sum = block_reduce(sum, Sum());
    ///          if (thread() == 0) sums[block()] = sum;
    ///      }",
    /// );
    /// let x = cuda.upload(&[0.5f32; 1000])?;
    /// let mut partial = cuda.filled(0.0f32, 4)?;
    /// // SAFETY: a thread writes the sum of its own block alone.
    /// unsafe { sums.launch(4, 128, (&x, &mut partial))? };
    /// assert_eq!(partial.iter().sum()?, 500.0);
    /// # Ok(()) }
    /// ```
    ///
    /// The text may have other functions, types and templates; `name` may be a template whose arguments follow from those of the
    /// launch. Nothing is compiled before the first [`launch`](Kernel::launch). Errors name lines of the text in a file
    /// `name.cu`.
    #[doc(alias("RawKernel", "cuModuleLoad", "nvrtcCompileProgram", "load_ptx", "__global__"))]
    pub fn kernel(&self, name: &str, text: &str) -> Kernel {
        let text = Text { name: name.to_owned(), text: text.to_owned(), functions: Vec::new() };
        Kernel { cuda: self.clone(), text: Arc::new(text), programs: Arc::default() }
    }
}

impl Kernel {
    /// The same kernel, which may call the `#[device]` function `F` by its name in Rust. Where the function panics, the kernel's
    /// thread ends, and the launch fails with the function's own file and line.
    ///
    /// ```
    /// # mod onrush { pub(super) use ::onrush_cuda::Cuda; }
    /// # use ::onrush::prelude::*;
    /// /// Half of an even number.
    /// #[device]
    /// fn half(x: u32) -> u32 {
    ///     assert!(x % 2 == 0, "odd");
    ///     x / 2
    /// }
    ///
    /// # fn main() -> ::onrush::Result<()> {
    /// # let cuda = onrush::Cuda::emulated();
    /// # if std::env::var_os("ONRUSH_REQUIRE_EMULATED").is_none() { return Ok(()) }
    /// let halves = cuda.kernel("halves", "DEVICE void halves(Elements<u32> x) { x[thread()] = half(x[thread()]); }");
    /// let halves = halves.with::<half>();
    /// let mut x = cuda.range(0u32..32).map(op!(|i: u32| 2 * i)).collect()?;
    /// // SAFETY: each thread uses its own element.
    /// unsafe { halves.launch(1, 32, (&mut x,))? };
    /// assert_eq!(x.at(31)?, 31);
    /// # Ok(()) }
    /// ```
    #[must_use = "the kernel with the function is returned"]
    pub fn with<F: DeviceFunction>(self) -> Self {
        let name = type_name::<F>().rsplit("::").next().unwrap_or_default();
        let mut text = Text::clone(&self.text);
        text.functions.push(Function { name, lower: F::lower });
        Kernel { cuda: self.cuda, text: Arc::new(text), programs: Arc::default() }
    }

    /// The same kernel on another stream, or on another device.
    #[must_use = "the kernel on the other stream is returned"]
    pub fn on(&self, cuda: &Cuda) -> Self {
        Kernel { cuda: cuda.clone(), text: self.text.clone(), programs: Arc::default() }
    }

    /// The stream on which the kernel runs.
    pub fn device(&self) -> &Cuda {
        &self.cuda
    }

    /// Runs the kernel in `blocks` blocks of `threads` threads each; nothing if there are no blocks. `arguments` is a tuple of
    /// [`KernelArgument`](onrush_core::KernelArgument)s: `&x` and `&mut y` of vectors, parts and views of them, numbers and structs.
    ///
    /// The call returns before the kernel has run. It is ordered with all other calls that use the same vectors, on every stream:
    /// the kernel runs after those before it, and those behind it wait for it. A vector may be dropped at once.
    ///
    /// # Cost
    ///
    /// One launch, no temporary memory and no wait. For arguments of other types, and for another number of threads, the text is
    /// compiled once (a tenth of a second or more), or found in the cache.
    ///
    /// # Determinism
    ///
    /// It is the kernel's own matter: unlike a chain's, its results may depend on the GPU and on the order in which threads run.
    ///
    /// # Errors
    ///
    /// - [`OutOfRange`](ErrorKind::OutOfRange) if `threads` is 0 or more than 1024, or the grid is too large;
    ///   [`Device`](ErrorKind::Device) if `threads` is no multiple of 32.
    /// - [`DeviceMismatch`](ErrorKind::DeviceMismatch) if a vector is on another device.
    /// - [`Device`](ErrorKind::Device) with the compiler's message, if it refuses the text or the arguments' types; if a block can't
    ///   have the shared memory; or if the kernel needs more registers than a block of this size can have.
    /// - The failure of an earlier call that was to write one of the vectors.
    ///
    /// A kernel that panics, by an index of `Elements` that is out of bounds, by `PANIC` or `ASSERT` or in a `#[device]` function,
    /// does so after the call has returned: what it was to write doesn't read back as `Ok` but returns
    /// [`Panic`](ErrorKind::Panic) with the kernel's line, and so does [`synchronize`](onrush_core::Backend::synchronize).
    ///
    /// # Safety
    ///
    /// The compiler can't check the text. The caller ensures that with these arguments:
    ///
    /// - no thread accesses memory other than its own variables, the block's shared memory and the elements of the arguments, and
    ///   no thread writes elements that are only read (those of `&x`, `slice` and `view`). Indices of `Elements` are checked; pointers, and
    ///   shared memory that isn't accessed through `Elements`, are not;
    /// - what is written into an element is a value of its type: a `bool` is 0 or 1, and an `Ordering` -1, 0 or 1;
    /// - two threads of which one writes access the same memory only in an order that a barrier or an atomic word gives them;
    /// - all threads of a block reach the same barriers, and all lanes of a mask the same shuffles and votes, but for threads that
    ///   have panicked;
    /// - the kernel ends: no thread waits for a block that may not have begun, and a loop that waits for a word of another thread
    ///   ends if `panicked()`.
    ///
    /// The emulated device finds many violations, and names their lines, but it doesn't find all: the guide's page on kernels has a
    /// list.
    #[track_caller]
    #[allow(unsafe_code)]
    pub unsafe fn launch<A: KernelArguments>(&self, blocks: usize, threads: usize, arguments: A) -> Result<()> {
        // SAFETY: the caller keeps the contract of this function.
        unsafe { self.launch_with_shared(blocks, threads, 0, arguments) }
    }

    /// Runs the kernel as [`launch`](Self::launch) does, with `shared_bytes` bytes of shared memory for each block beside the
    /// variables of `SHARED_MEMORY`. The kernel gets them by `dynamic_shared`.
    ///
    /// # Errors
    ///
    /// Those of [`launch`](Self::launch).
    ///
    /// # Safety
    ///
    /// The contract is that of [`launch`](Self::launch).
    #[track_caller]
    #[allow(unsafe_code)]
    pub unsafe fn launch_with_shared<A: KernelArguments>(
        &self,
        blocks: usize,
        threads: usize,
        shared_bytes: usize,
        arguments: A,
    ) -> Result<()> {
        onrush_core::nvtx_range!(&self.text.name);
        let place = Location::caller();
        // SAFETY: the caller keeps the contract of this function.
        let launched = unsafe { self.launch_at(place, [blocks, threads, shared_bytes], arguments) };
        launched.map_err(|error| error.called_at(place))
    }

    #[allow(unsafe_code)]
    unsafe fn launch_at<A: KernelArguments>(
        &self,
        place: &'static Location<'static>,
        [blocks, threads, shared]: [usize; 3],
        mut arguments: A,
    ) -> Result<()> {
        check_bound("blocks of a launch", blocks, i32::MAX as usize)?;
        check_bound("threads of a block", threads, MOST_THREADS)?;
        check_bound("bytes of shared memory", shared, i32::MAX as usize)?;
        if threads == 0 {
            return Err(
                ErrorKind::OutOfRange { what: "threads of a block", index: 0, len: MOST_THREADS, item: None }.into()
            );
        }
        if !threads.is_multiple_of(WARP) {
            return Err(self.misfit(format!("a block of {threads} threads doesn't consist of warps of {WARP}")));
        }
        let call = self.cuda.call(place, &mut |check| arguments.check(check))?;
        let result = (|| {
            if blocks == 0 {
                return Ok(());
            }
            let key = Key::of::<A::Parameters>(threads as u32);
            let program = self.programs.get(key, &mut || self.make::<A>(threads))?;
            // The lock keeps other threads' calls on the stream before or behind this one.
            let _work = call.work();
            if shared > 0 {
                self.cuda.inner.driver.allow_shared(&program, shared as u32)?;
            }
            let mut params = Params::new();
            arguments.write(&mut params);
            let ending = call.ending()?;
            call.launches();
            // SAFETY: this driver has loaded the program, with parameters of the types that `A` has now written, in their order:
            // `A::Parameters` stands for these types. `A` promises that it has reported its memory, which the call has checked to be
            // this machine's; it stays until the kernel has ended, in the order of the stream. For all else that the kernel does
            // the caller answers.
            unsafe {
                let (blocks, threads, shared) = (blocks as u64, threads as u32, shared as u32);
                self.cuda.inner.driver.launch_sharing(Some(ending), &program, blocks, threads, shared, params.bytes())
            }
        })();
        Answer::end(call, result)
    }

    #[cold]
    #[allow(unsafe_code)]
    fn make<A: KernelArguments>(&self, threads: usize) -> Result<Arc<driver::LoadedKernel>> {
        let mut unit = TranslationUnit::new();
        let source = self.text.source::<A>(&mut unit, threads);
        let text = KernelText { file: self.text.file(), text: self.text.text.clone() };
        let places = FailingPlaces::new(&unit, Some(text));
        // SAFETY: the text is loaded for a launch, whose caller answers for its effects, those of initialisers included.
        let loaded = unsafe { self.cuda.inner.driver.load_with(&source, places, true) };
        loaded.map_err(|error| {
            let ErrorKind::Device { message, .. } = error.kind() else { return error };
            let types = A::lower(&mut TranslationUnit::new());
            let misfit = misfit(message, &types, &parameters(&self.text.text, &self.text.name));
            misfit.map_or(error, |misfit| self.misfit(format!("kernel `{}`: {misfit}", self.text.name)))
        })
    }

    /// The whole text of the program that a launch with such arguments runs.
    #[doc(hidden)]
    pub fn source<A: KernelArguments>(&self, threads: usize, _arguments: &A) -> String {
        self.text.source::<A>(&mut TranslationUnit::new(), threads)
    }

    fn misfit(&self, message: String) -> onrush_core::Error {
        ErrorKind::Device { device: self.cuda.inner.driver.name().to_owned(), message }.into()
    }
}

fn check_bound(what: &'static str, index: usize, len: usize) -> Result<()> {
    let fits = index <= len;
    if fits { Ok(()) } else { Err(ErrorKind::OutOfRange { what, index: index as i128, len, item: None }.into()) }
}

impl Text {
    /// The name of the text's file in errors.
    fn file(&self) -> String {
        let name: String = self.name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        format!("{name}.cu")
    }

    fn source<A: KernelArguments>(&self, unit: &mut TranslationUnit, threads: usize) -> String {
        let types = A::lower(unit);
        let functions: String = self.functions.iter().map(|function| function.wrapper(unit)).collect();
        let parameters = parameters(&self.text, &self.name);
        let (mut members, mut passed) = (String::new(), Vec::new());
        for (number, ty) in types.iter().enumerate() {
            let parameter = parameters.get(number).filter(|_| parameters.len() == types.len());
            let name = parameter.map_or("?", |parameter| name_of(parameter));
            let _ = write!(members, " PARAM {ty} argument_{number};");
            passed.push(format!("ARGUMENT({number}, \"{name}\", p.argument_{number})"));
        }
        let mut text = driver::fallible() + &unit.source();
        let _ = writeln!(
            text,
            "#line 1 \"constants\"\nconstexpr u32 THREADS = {threads}, VARIABLES_SHARED = {VARIABLES_SHARED};\n\
             constexpr u32 KERNEL_LINE = {KERNEL_LINE}, KERNEL_MESSAGE = {KERNEL_MESSAGE};"
        );
        for piece in CHECKED.iter().chain(&[DEVICE]).chain(WORDS) {
            let _ = writeln!(text, "#line 1 \"{}\"\n{}", piece.name, piece.text);
        }
        let _ = write!(
            text,
            "#line 1 \"functions\"\n{functions}#line 1 \"{file}\"\n{own}\n#line 1 \"launch\"\n{fits}\
             struct Params {{ PARAM u64 call;{members} }};\n\
             static_assert(alignof(Params) == {align}, \"as the host has it\");\n\
             ENTRY(THREADS, 1) void entry(GRID_CONST Params p) {{ {name}({passed}); }}\n",
            file = self.file(),
            own = self.text,
            fits = fits(&self.name, &types),
            align = Params::SLOT,
            name = self.name,
            passed = passed.join(", "),
        );
        text
    }
}

impl Function {
    /// A function of the name in Rust, which ends the thread if the function panics.
    fn wrapper(&self, unit: &mut TranslationUnit) -> String {
        let (name, inner) = (self.name.trim_start_matches("r#"), (self.lower)(unit));
        format!(
            "template <class... A> DEVICE decltype(auto) {name}(A&&... a) {{ EndsThread panic; return {inner}(panic, a...); }}\n"
        )
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel").field("name", &self.text.name).field("cuda", &self.cuda).finish_non_exhaustive()
    }
}
