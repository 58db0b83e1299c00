//! Kernels of one's own: CUDA C++, beside the chains.
//!
//! Write one where no chain says it: where the threads of a block work together. `Cuda::kernel` takes the text of a function,
//! compiles it when it is first launched, keeps it in the cache, and runs it in the order of the other calls.
//!
//! ```
//! # mod onrush { pub(super) use ::onrush_cuda::Cuda; }
//! # use ::onrush::prelude::*;
//! /// The moving difference of a block's numbers, by way of shared memory.
//! const DIFFERENCES: &str = "
//! DEVICE void differences(Elements<const f32> x, Elements<f32> out) {
//!   SHARED_MEMORY(f32, tile, THREADS + 1);
//!   u64 i = thread_of_grid();
//!   if (i < x.len()) tile[thread() + 1] = x[i];
//!   if (thread() == 0) tile[0] = i == 0 ? 0.0f : x[i - 1];
//!   sync_block();
//!   if (i < x.len()) out[i] = tile[thread() + 1] - tile[thread()];
//! }";
//!
//! # fn main() -> ::onrush::Result<()> {
//! # if std::env::var_os("ONRUSH_REQUIRE_EMULATED").is_none() { return Ok(()) }
//! let cuda = onrush::Cuda::emulated(); // or `Cuda::new(0)?`, or `device.as_cuda()`
//! let x = cuda.upload(&[1.0f32, 4.0, 9.0, 16.0])?;
//! let mut out = cuda.filled(0.0f32, x.len())?;
//! let kernel = cuda.kernel("differences", DIFFERENCES);
//! // SAFETY: each thread writes the element of its own number. All threads reach the barrier, which stands between the writes
//! // of `tile` and the reads.
//! unsafe { kernel.launch(x.len().div_ceil(64), 64, (&x, &mut out))? };
//! assert_eq!(out.to_vec()?, [1.0, 3.0, 5.0, 7.0]);
//! # Ok(()) }
//! ```
//!
//! The textbook, `examples/textbook`, has some forty kernels to read, each with what it teaches and what it costs: reductions, scans,
//! sums by cell with atomics, compaction, sorts, stencils, sparse matrices, and twelve wrong ones with what is wrong.
//!
//! # What is promised, and what isn't
//!
//! - A kernel runs on GPUs and on the emulated device only, which its type says. Its bits are its own matter. A product and a sum
//!   stay two roundings, as in operations.
//! - The launch is `unsafe`: its Safety section lists what the caller answers for.
//! - Arguments are checked: their devices, their types against the function's parameters (by the C++ compiler; an argument
//!   converts to no other type, as in Rust, and the error names the parameter), whether the function may write them (`&mut`), and that earlier calls which were to make them haven't failed.
//! - The launch is ordered with the calls before and behind it, on all streams; vectors may be dropped at once.
//! - A kernel that panics doesn't break the context. What it was to write never reads back as `Ok`: reading it returns the panic's
//!   message with the line of the kernel's text and the line of the launch. The compiler's errors name lines of the text, too.
//!
//! # Arguments
//!
//! | in Rust | the function's parameter |
//! |---|---|
//! | `&x` of a vector, `x.slice(..)?`, `x.view()` | `Elements<const T>`, or `const T*` |
//! | `&mut y` of a vector, `y.slice_mut(..)?` | `Elements<T>`, or `T*` |
//! | numbers, `bool`, `f16`, `bf16` | `i8` … `u64`, `f32`, `f64`, `bool`, `f16`, `bf16` (bits) |
//! | `usize`, `isize` | `u64`, `i64` |
//! | a struct `Event` with `#[derive(Element)]` | `T_Event`, whose field `day` is `m_day` |
//! | `[T; N]`, `(A, B)` | `array<T, N>` with elements `.v[i]`, `tuple<A, B>` with parts `.m_0`, `.m_1` |
//!
//! `Elements` knows its length and checks indices; a pointer doesn't. The function may be a template, such as
//! `template <class T> DEVICE void add(Elements<T> x, T by)`, and is then made for the types of each launch.
//! `kernel.with::<function>()` lets the text call a `#[device]` function by its Rust name. A function or type of the text can't have
//! a name that onrush's own texts use, such as `plain` or `Word`: the compiler says that it is declared already.
//!
//! # Words
//!
//! On every GPU that onrush knows (compute capability 7.5 and newer) each word is what CUDA's own counterpart is. The emulated
//! device runs each thread as a fiber in an order that its seed chooses, and ends a launch with an error that names the line
//! where a rule in the last column is broken. `mask` is a set of lanes, in which the caller's own bit is set; `EVERY_LANE` is the
//! whole warp. `op` is a function of two values, such as `Sum()`, `Min()`, `Max()`, or a lambda.
//!
//! ## Places and lengths
//!
//! | word | meaning | the emulator checks |
//! |---|---|---|
//! | `thread()`, `threads()`, `THREADS` | the thread's number in its block, and the block's number of threads, as a constant too | |
//! | `block()`, `blocks()` | the block's number in the grid, and the grid's number of blocks | |
//! | `lane()`, `warp()`, `WARP` | the thread's lane in its warp, the warp's number in the block, 32 | |
//! | `thread_of_grid()`, `threads_of_grid()` | the thread's number in the grid, and the grid's number of threads | |
//! | `popc(a)`, `clz(a)`, `ffs(a)` | the number of ones; of leading zeros; the lowest one, counted from 1, or 0 | |
//!
//! ## Memory
//!
//! | word | meaning | the emulator checks |
//! |---|---|---|
//! | `x[i]`, `x.len()`, `x.is_empty()`, `x.data()` | of `Elements`: an element, the length, the plain pointer | the index (so does a GPU); races, by pointers too |
//! | `x.load<V>(i, out)`, `y.store<V>(i, in)`, `x.aligned<V>(i)` (in a template, `template` stands before `load`) | V elements in words of up to 16 bytes, if the address is a multiple of their size; else one by one | the same |
//! | `SHARED_MEMORY(T, name, 32, 33)` | a variable of the block, `T name[32][33]`, which holds anything at first; all together have 48 KiB | their size; uninitialised reads, accesses beyond a variable, races |
//! | `dynamic_shared<T>()` | the block's memory of the size that the launch chooses, as `Elements<T>` | the same, and the index (so does a GPU) |
//! | `load_relaxed(p)`, `load_acquire(p)`, `store_relaxed(p, v)`, `store_release(p, v)` | accesses to `u32` and `u64` in global memory by which blocks communicate | stores become visible late and out of order, unless a release or a fence orders them |
//! | `fence_block()`, `fence_device()` | orders the thread's accesses, as the block's or all threads see them | races that the wrong one leaves |
//!
//! ## Barriers, and the lanes of a warp
//!
//! A shuffle or a vote orders no accesses to memory.
//!
//! | word | meaning | the emulator checks |
//! |---|---|---|
//! | `sync_block()` | waits for all threads of the block; what they wrote before is visible after | all come, to the same line |
//! | `sync_warp(mask)` | waits for the lanes of the mask, all 32 if none is given; what they wrote before is visible to them after | all lanes of the mask come, to the same line |
//! | `shuffle(mask, v, from)`, `shuffle_up(mask, v, by)`, `shuffle_down(mask, v, by)`, `shuffle_xor(mask, v, by)` | `v` of another lane, of any plain type; one's own where there is no such lane | all lanes of the mask come, to the same line, with the same mask, of which they are; the lane that is read is in it |
//! | `shuffle<8>(mask, v, from)`, `shuffle_up<8>`, `shuffle_down<8>`, `shuffle_xor<8>` | the same within parts of 8 lanes (or 1, 2, 4, 16, 32) | the same |
//! | `ballot(mask, p)`, `any(mask, p)`, `::all(mask, p)` | the lanes where `p` holds; whether it holds in any, in all | the same |
//! | `match_any(mask, v)`, `match_all(mask, v)` | the lanes with this lane's `v` (`u32` or `u64`); the mask if all have it, else 0 | the same |
//! | `active_mask()` | lanes that are here together with this one: any that include it | it varies with the seed |
//!
//! ## Atomics
//!
//! On `u32`, `u64`, `i32`, `i64` in global and shared memory, each returns the value before: `atomic_add(p, v)`, `atomic_min`,
//! `atomic_max`, `atomic_and`, `atomic_or`, `atomic_xor`, `atomic_exchange(p, v)`, `atomic_cas(p, expected, v)`. On `f32` and `f64`:
//! `atomic_add`, whose result depends on the order, and `atomic_exchange`. They order no other access; a fence does. The emulated
//! device switches threads before each.
//!
//! ## Reductions and scans
//!
//! All threads of the warp or block call these. Neighbours are joined by a tree in a warp, and warps from left to right, so that
//! the operator needn't commute.
//!
//! | word | result |
//! |---|---|
//! | `warp_reduce(x, op)`, `block_reduce(x, op)` | the reduction, in all threads |
//! | `warp_scan_inclusive(x, op)`, `block_scan_inclusive(x, op)` | that of the threads up to this one |
//! | `warp_scan_exclusive(x, first, op)`, `block_scan_exclusive(x, first, op)` | that of `first` and the threads before this one |
//!
//! ## Panics and waits
//!
//! | word | meaning |
//! |---|---|
//! | `PANIC("message")`, `ASSERT(condition, "message")` | ends this thread, and the launch fails with the message and the line |
//! | `panicked()` | whether a thread of this launch has panicked: a loop that waits for another thread's word must end then |
//! | `pause()` | waits a moment in such a loop; the emulated device finds deadlocks by it |
//!
//! Where a thread panics on a GPU, the others go on, and barriers, shuffles and votes no longer wait for it; on the emulated
//! device the launch ends.
//!
//! # Tests without a GPU
//!
//! The package `onrush-emulator` runs a test under many schedules, and returns the faults as values; its documentation has an example
//! of each. The emulated device can also be used without that package: launch the kernel on `Cuda::emulated()`. The next call that
//! waits returns what the device has found, with the line of the kernel's text, the block and the threads:
//!
//! ```
//! # mod onrush { pub(super) use ::onrush_cuda::Cuda; }
//! # use ::onrush::prelude::*;
//! # fn main() -> ::onrush::Result<()> {
//! # if std::env::var_os("ONRUSH_REQUIRE_EMULATED").is_none() { return Ok(()) }
//! # if std::env::var_os("ONRUSH_EMULATED_SANITIZE").is_some() { return Ok(()) }
//! const FORGETFUL: &str = "DEVICE void forgetful(Elements<u32> x) {
//!   SHARED_MEMORY(u32, tile, 64);
//!   tile[thread()] = x[thread()];
//!   // A barrier is missing here.
//!   x[thread()] = tile[63 - thread()];
//! }";
//! let cuda = onrush::Cuda::emulated();
//! let mut x = cuda.range(0u32..64).collect()?;
//! // SAFETY: memory is accessed in a wrong order, which the emulated device watches.
//! let launched = unsafe { cuda.kernel("forgetful", FORGETFUL).launch(1, 64, (&mut x,)) };
//! let error = launched.and_then(|()| cuda.synchronize()).unwrap_err().to_string();
//! assert!(error.contains("of `tile` at forgetful.cu:5"), "{error}");
//! # Ok(()) }
//! ```
//!
//! | finding | the kernel's fault |
//! |---|---|
//! | `divergence` | threads of a block wait at different barriers, or lanes of a mask at different words, or some have left |
//! | `… is not in its own mask`, `… is not in the mask` | a mask lacks the lane that calls, or the one that is read |
//! | `deadlock` | threads wait for each other, or in a loop for a word that no thread writes |
//! | `uninitialised` | shared memory is read before any thread has written it |
//! | `out of bounds` | an access to shared memory beyond a variable (one to `Elements` panics, as on a GPU) |
//! | `race` | two threads access the same bytes of shared memory or of a vector, one of them writes, and nothing orders them: no barrier, no `sync_warp` among their lanes, no release and acquire, no fences around atomic words |
//!
//! A race that is reported is one. What orders accesses is tracked, so that most are found under each seed; `ONRUSH_EMULATED_SEED=1` and
//! so on are other orders. Atomics and the words `load_relaxed` to `store_release` don't race with each other; plain writes of the same
//! value do. `ONRUSH_EMULATED_SANITIZE=address` finds what
//! pointers access beyond global memory, in place of the last three rows; see [`testing`](crate::guide::testing). Lines are found
//! by `addr2line` of the GNU binutils. Words of CUDA itself, such as `__syncthreads()`, compile for GPUs only.
