//! Kernels on every machine: their arguments, their order with other calls, and their failures.
#![allow(dead_code)]

use onrush::prelude::*;
use onrush_core::{Backend, CancellationToken, DeviceVec, ErrorKind, Result};
use onrush_cuda::{Cuda, Kernel};

/// A struct with padding.
#[derive(Debug, Clone, Copy, PartialEq, Element)]
#[repr(C)]
pub(crate) struct Event {
    day: u16,
    place: [f32; 2],
    late: bool,
}

/// The mean of two places.
#[device]
fn middle(a: Event, b: Event) -> [f32; 2] {
    [(a.place[0] + b.place[0]) / 2.0, (a.place[1] + b.place[1]) / 2.0]
}

#[device]
fn halved(x: &mut u32) {
    assert!(*x % 2 == 0, "an odd number");
    *x /= 2;
}

/// Adds a number to each element, with one thread for each.
pub(crate) const ADD: &str = "
template <class T>
DEVICE void add(Elements<T> x, T by) {
  u64 i = thread_of_grid();
  if (i < x.len()) x[i] += by;
}";

/// Copies from one vector to another, whose lengths may differ.
pub(crate) const COPY: &str = "
DEVICE void copy(const u32* from, Elements<u32> to, u64 n) {
  for (u64 i = thread_of_grid(); i < n; i += threads_of_grid()) to[i] = from[i];
}";

fn add<B: Backend>(cuda: &Cuda, x: &mut DeviceVec<u32, B>, by: u32) -> Result<()> {
    let blocks = x.len().div_ceil(64);
    // SAFETY: each thread changes its own element.
    unsafe { cuda.kernel("add", ADD).launch(blocks, 64, (x, by)) }
}

/// What is queued when a token is cancelled runs to its end; what comes later is refused, and can't be read.
pub(crate) fn is_cancelled(cuda: &Cuda) {
    let token = CancellationToken::new();
    let bound = cuda.cancelled_by(&token);
    let [mut x, mut y] = [1u32, 2].map(|value| cuda.filled(value, 1000).unwrap());
    add(&bound, &mut x, 10).unwrap();
    token.cancel();
    let error = add(&bound, &mut y, 10).unwrap_err();
    assert_eq!((error.kind(), error.call().map(|at| at.file)), (&ErrorKind::Cancelled, Some(file!().to_owned())));
    assert_eq!(x.to_vec().unwrap(), [11; 1000]);
    assert_eq!(y.to_vec(), Err(error));
    cuda.synchronize().unwrap();
    y.recover().unwrap();
    token.reset();
    add(&bound, &mut y, 20).unwrap();
    assert_eq!(y.to_vec().unwrap(), [22; 1000]);
}

/// Every kind of argument, in a tuple of twelve.
pub(crate) fn takes_every_argument(cuda: &Cuda) {
    let text = "
        DEVICE void all(Elements<const T_Event> events, Elements<T_Event> out, const u32* view, u32* part, u16 odd, f64 wide,
                        T_Event event, array<u8, 3> three, tuple<u8, f32> pair, bool yes, Elements<const u8> none, f16 half) {
          if (thread() != 0) return;
          T_Event x = events[1];
          x.m_place = middle(events[0], event);
          x.m_day = u16(x.m_day + odd);
          x.m_late = yes && none.is_empty();
          out[1] = x;
          out[0].m_day = u16(three.v[2] + pair.m_0);
          out[0].m_place = array<f32, 2>{{f32(wide), pair.m_1}};
          for (u32 i = 0; i < 3; i += 1) part[i] = view[i] + half.bits;
        }";
    let event = |day, x, late| Event { day, place: [x, x + 1.0], late };
    let events = cuda.upload(&[event(1, 2.0, false), event(3, 4.0, true)]).unwrap();
    let mut out = cuda.filled(event(0, 0.0, false), 2).unwrap();
    let numbers = cuda.upload(&[10u32, 20, 30, 40]).unwrap();
    let mut sums = cuda.filled(0u32, 5).unwrap();
    let none = cuda.upload(&[0u8; 0]).unwrap();
    let kernel = cuda.kernel("all", text).with::<middle>();
    let half = half::f16::from_bits(7);
    let part = sums.slice_mut(1..4).unwrap();
    let arguments = (
        &events,
        &mut out,
        numbers.slice(1..).unwrap(),
        part,
        500u16,
        0.5f64,
        event(9, 10.0, false),
        [1u8, 2, 3],
        (4u8, 6.5f32),
        true,
        none.view(),
        half,
    );
    // SAFETY: one thread writes two elements of `out` and three of the part, which has them.
    unsafe { kernel.launch(1, 32, arguments) }.unwrap();
    let expected =
        [Event { day: 7, place: [0.5, 6.5], late: false }, Event { day: 503, place: [6.0, 7.0], late: true }];
    assert_eq!(out.to_vec().unwrap(), expected);
    assert_eq!(sums.to_vec().unwrap(), [0, 27, 37, 47, 0]);
    // A template is made for each type.
    let mut floats = cuda.upload(&[1.0f32, 2.0]).unwrap();
    let mut numbers = cuda.upload(&[1u64, 2]).unwrap();
    let add = cuda.kernel("add", ADD);
    // SAFETY: each thread changes its own element.
    unsafe {
        add.launch(1, 32, (&mut floats, 0.5f32)).unwrap();
        add.launch(1, 64, (&mut numbers, 5u64)).unwrap();
        add.launch(1, 32, (&mut floats.as_mut_slice(), 0.5f32)).unwrap();
        add.launch(0, 32, (&mut floats, 0.5f32)).unwrap();
    }
    assert_eq!((floats.to_vec().unwrap(), numbers.to_vec().unwrap()), (vec![2.0, 3.0], vec![6, 7]));
}

/// Kernels and chains run in the order of their calls, on one stream and on several, with vectors that are dropped at once.
pub(crate) fn keeps_the_order(cuda: &Cuda) {
    let other = cuda.stream().unwrap();
    for stream in [cuda, &other] {
        let mut x = cuda.range(0u32..1000).collect().unwrap();
        add(stream, &mut x, 5).unwrap();
        let twice = x.iter().map(op!(|v: u32| 2 * v)).collect().unwrap();
        add(stream, &mut x, 7).unwrap();
        x.iter_mut().for_each(op!(|v: &mut u32| *v += 1)).unwrap();
        let mut copy = stream.filled(0u32, 1000).unwrap();
        // SAFETY: each thread writes elements of its own, of which both vectors have 1000.
        unsafe { stream.kernel("copy", COPY).launch(3, 64, (&x, &mut copy, 1000usize)) }.unwrap();
        add(cuda, &mut x, 1000).unwrap();
        drop(x);
        let mut next = stream.filled(9u32, 1000).unwrap();
        add(stream, &mut next, 1).unwrap();
        assert_eq!(copy.iter().sum().unwrap(), 499_500 + 13_000);
        assert_eq!(twice.iter().sum().unwrap(), 2 * (499_500 + 5000));
        assert_eq!(next.iter().sum().unwrap(), 10_000);
    }
}

fn panic_of<T>(result: Result<T>) -> (String, String, u32) {
    let error = result.map(drop).unwrap_err();
    let ErrorKind::Panic { message, location: Some(place) } = error.kind() else { panic!("{error}") };
    let here = format!(", in the call at {}:", file!());
    assert!(error.to_string().contains(&here), "{error}");
    (message.clone(), place.file.clone(), place.line)
}

/// A kernel that panics in several ways.
pub(crate) const FAILS: &str = "
DEVICE void fails(Elements<u32> x, u32 how) {
  if (thread() == 0) x[0] = 1;
  if (how == 1) x[thread() + 5] = 2;
  if (how == 2 && thread() == 7)
    PANIC(\"no \\\"luck\\\"\" \" today\");
  ASSERT(how != 3 || thread() < 40, \"only 40 threads\");
  if (how == 4) halved(x[1]);
  // The others don't wait for the thread that has gone.
  sync_block();
  if (how == 5 && thread() == 0) {
    u32 four[4];
    x.load<4>(x.len() - 3, four);
  }
  while (how == 5 && load_acquire(&x[2]) == 0 && !panicked()) pause();
}";

/// The kernel, and the text of its program.
pub(crate) fn panicking(cuda: &Cuda) -> (Kernel, String) {
    let kernel = cuda.kernel("fails", FAILS).with::<halved>();
    let source = kernel.source(64, &(&mut cuda.filled(0u32, 1).unwrap(), 0u32));
    (kernel, source)
}

/// After a launch that breaks the rules of a GPU, every wait fails, whether for a copy to the host or for an event.
pub(crate) fn fails_every_wait(cuda: &Cuda) {
    let kernel = cuda
        .kernel("alone", "DEVICE void alone(Elements<u32> x) { if (thread() == 0) sync_block(); x[thread()] = 7; }");
    let run = || {
        let mut x = cuda.filled(0u32, 64)?;
        // SAFETY: the emulated device ends a launch in which a thread waits in vain.
        unsafe { kernel.launch(1, 64, (&mut x,))? };
        Ok::<_, onrush_core::Error>(x)
    };
    let copied = run().and_then(|x| x.to_pinned()).and_then(|pinned| pinned.as_slice().map(<[u32]>::to_vec));
    let error = cuda.synchronize().err().or(copied.as_ref().err().cloned()).unwrap();
    assert!(error.to_string().contains("alone.cu"), "{error}");
    assert!(copied.is_err(), "{copied:?}");
    let waited = run().and_then(|_| cuda.event()).and_then(|event| event.wait());
    assert!(waited.is_err());
}

/// A kernel that panics says where and why; what it was to write is no result, and all else goes on.
pub(crate) fn panics(cuda: &Cuda) {
    let (kernel, _) = panicking(cuda);
    let mut untouched = cuda.filled(4u32, 8).unwrap();
    let run = |how: u32| {
        let mut x = cuda.filled(0u32, 10).unwrap();
        x.set(1, 3).unwrap();
        // SAFETY: no two threads write the same element.
        unsafe { kernel.launch(1, 64, (&mut x, how)) }.unwrap();
        x
    };
    assert_eq!(run(0).to_vec().unwrap()[..3], [1, 3, 0]);
    let (message, file, line) = panic_of(run(1).to_vec());
    let start = "index out of bounds: the len is 10 but the index is ";
    let index: u32 = message.strip_prefix(start).and_then(|index| index.parse().ok()).unwrap_or(0);
    assert!((10..69).contains(&index), "{message}");
    assert_eq!((file.as_str(), line), ("fails.cu", 4));
    let in_text = |message: &str, line| (message.to_owned(), "fails.cu".to_owned(), line);
    assert_eq!(panic_of(run(2).iter().sum()), in_text("no \"luck\" today", 6));
    assert_eq!(panic_of(run(3).to_vec()), in_text("only 40 threads", 7));
    let (message, file, _) = panic_of(run(4).to_vec());
    assert_eq!((message.as_str(), file.as_str()), ("an odd number", file!()));
    let beyond = "index out of bounds: the len is 10 but the index is 10";
    assert_eq!(panic_of(run(5).to_vec()), in_text(beyond, 13));
    // Chains and kernels that use the output fail in turn; others don't.
    let mut x = run(2);
    let doubled = x.iter().map(op!(|v: u32| 2 * v)).collect();
    assert_eq!(panic_of(doubled.and_then(|doubled| doubled.to_vec())).1, "fails.cu");
    let added = add(cuda, &mut x, 1).and_then(|()| x.to_vec());
    assert_eq!(panic_of(added).1, "fails.cu");
    add(cuda, &mut untouched, 1).unwrap();
    assert_eq!(untouched.to_vec().unwrap(), [5; 8]);
    x.recover().unwrap();
    x.to_vec().unwrap();
    drop(run(3));
    assert_eq!(panic_of(cuda.synchronize()).0, "only 40 threads");
    cuda.synchronize().unwrap();
    // A kernel whose input is the output of an operation that has failed.
    let bad = cuda.range(0u32..4).map(op!(|i: u32| 12 / i)).collect();
    let copied = bad.and_then(|bad| {
        let mut to = cuda.filled(0u32, 4)?;
        // SAFETY: each thread writes its own element.
        unsafe { cuda.kernel("copy", COPY).launch(1, 32, (&bad, &mut to, 4usize))? };
        to.to_vec()
    });
    let message = panic_of(copied).0;
    assert!(message.starts_with("attempt to divide by zero"), "{message}");
}

/// A kernel that can't be launched is an error, and nothing is lost.
pub(crate) fn refuses(cuda: &Cuda, elsewhere: &Cuda) {
    let (x, mut y) = (cuda.filled(1u32, 100).unwrap(), cuda.filled(0u32, 100).unwrap());
    let copy = cuda.kernel("copy", COPY);
    let mut launch = |blocks, threads, shared| {
        // SAFETY: each thread writes its own elements, of which both vectors have 100.
        unsafe { copy.launch_with_shared(blocks, threads, shared, (&x, &mut y, 100usize)) }.map_err(|e| e.to_string())
    };
    let here = format!(", in the call at {}:", file!());
    let mut refused = |blocks, threads, shared, message: &str| {
        let error = launch(blocks, threads, shared).unwrap_err();
        assert!(error.contains(message) && error.contains(&here), "{error}");
    };
    refused(1, 0, 0, "threads of a block: 0 is out of range for length 1024");
    refused(1, 1056, 0, "threads of a block: 1056 is out of range for length 1024");
    refused(1, usize::MAX, 0, "threads of a block: ");
    refused(1, 33, 0, "a block of 33 threads doesn't consist of warps of 32");
    refused(1 << 31, 32, 0, "blocks of a launch: 2147483648 is out of range for length 2147483647");
    refused(1, 32, 1 << 20, "1048576 bytes of shared memory are too many for a");
    refused(1, 32, usize::MAX, "bytes of shared memory: ");
    launch(0, 32, 0).unwrap();
    launch(1, 1024, 50 << 10).unwrap();
    assert_eq!(y.to_vec().unwrap(), [1; 100]);

    // Vectors of another device, whose types fit.
    let (far, near) = (elsewhere.filled(2u32, 100).unwrap(), onrush::Cpu::new().upload(&[2u32; 100]).unwrap());
    // SAFETY: nothing is launched.
    let errors = unsafe {
        [copy.launch(1, 32, (&far, &mut y, 100usize)), copy.launch(1, 32, (&near, &mut y, 100usize))]
            .map(Result::unwrap_err)
    };
    for error in errors {
        assert!(matches!(error.kind(), ErrorKind::DeviceMismatch { .. }), "{error}");
    }
    // SAFETY: each thread writes its own elements, of which both vectors have 100.
    unsafe { copy.on(elsewhere).launch(1, 32, (&far, &mut elsewhere.filled(0u32, 100).unwrap(), 100usize)) }.unwrap();

    // A text that the compiler refuses.
    // SAFETY: nothing is launched.
    let errors = unsafe {
        [
            cuda.kernel("other", COPY).launch(1, 32, (&x, &mut y, 100usize)),
            cuda.kernel("copy", "\n\n  DEVICE void copy(const u32* from) { from[0] = size; }").launch(1, 32, (&x,)),
        ]
        .map(Result::unwrap_err)
    };
    for (error, place) in errors.iter().zip([["launch:", "launch("], ["copy.cu:3:", "copy.cu(3): error"]]) {
        assert!(matches!(error.kind(), ErrorKind::Device { .. }) && error.to_string().contains(&here), "{error}");
        assert!(place.iter().any(|place| error.to_string().contains(place)), "{error}");
    }
    assert_eq!(y.to_vec().unwrap(), [1; 100]);
}

/// Parameters of types by other names, and of types that follow from the arguments.
pub(crate) const FITS: &str = "
template <class T>
DEVICE void fits(Elements<T> x, T by, unsigned long a, long b, const unsigned c, const tuple<u8, f32>& pair) {
  if (thread() == 0) x[0] = by + T(a) + T(b) + c + pair.m_0;
}";

/// An argument fits its parameter as it is, or the error names the parameter.
pub(crate) fn converts_nothing(cuda: &Cuda) {
    let (x, mut y, floats) =
        (cuda.filled(1u32, 9).unwrap(), cuda.filled(0u32, 9).unwrap(), cuda.filled(1.0f32, 9).unwrap());
    macro_rules! misfits {
        ($text:expr, $arguments:expr, $message:expr) => {
            let name = $text.split('(').next().unwrap().rsplit(' ').next().unwrap();
            // SAFETY: nothing is launched.
            let error = unsafe { cuda.kernel(name, $text).launch(1, 32, $arguments) }.unwrap_err().to_string();
            let start = format!("{}: kernel `{name}`: {}, in the call at {}:", cuda.name(), $message, file!());
            assert!(error.starts_with(&start), "{start}\n{error}");
        };
    }
    let scale =
        "DEVICE void scale(Elements<const u32> x, Elements<u32> y, f32 by, u32 n) { y[0] = x[0] * u32(by) + n; }";
    let number = |number, of: &str, parameter: &str| {
        format!(
            "argument {number} is of the type `{of}`, and its parameter is `{parameter}`: an argument isn't converted"
        )
    };
    misfits!(scale, (&x, &mut y, 64u32, 2.0f32), number(3, "u32", "f32 by"));
    misfits!(scale, (&x, &mut y, 2.0f32, 2.0f32), number(4, "f32", "u32 n"));
    misfits!(scale, (&x, &mut y, 2.0f32, -1i32), number(4, "i32", "u32 n"));
    misfits!(scale, (&x, &mut y, 2.0f32, 64usize), number(4, "u64", "u32 n"));
    misfits!(scale, (&x, &mut y, 2.0f32, true), number(4, "bool", "u32 n"));
    misfits!(scale, (&x, &mut y, 2.0f64, 3u32), number(3, "f64", "f32 by"));
    misfits!(scale, (&floats, &mut y, 2.0f32, 3u32), number(1, "Elements<const f32>", "Elements<const u32> x"));
    misfits!(scale, (3u32, &mut y, 2.0f32, 3u32), number(1, "u32", "Elements<const u32> x"));
    let only_read = |parameter: &str| {
        let ty = "argument 2 is of the type `Elements<const u32>`";
        format!("{ty}, and its parameter is `{parameter}`: the kernel may only read it: pass `&mut`")
    };
    misfits!(scale, (&x, &y, 2.0f32, 3u32), only_read("Elements<u32> y"));
    misfits!("DEVICE void write(bool a, u32* y) { y[0] = a; }", (true, &x), only_read("u32* y"));
    let widen = "DEVICE void widen(i64 a, f64 b, const u64& c) {}";
    misfits!(widen, (1i32, 1.0f64, 1u64), number(1, "i32", "i64 a"));
    misfits!(widen, (1i64, 1.0f32, 1u64), number(2, "f32", "f64 b"));
    misfits!(widen, (1i64, 1.0f64, 1u32), number(3, "u32", "const u64& c"));
    // A parameter's type may follow from the arguments, which it then has.
    let add = "template <class T, class U> DEVICE void add(Elements<T> x, T by, U most, u32 n) { x[0] += by; }";
    misfits!(add, (&mut y, 1u32, 2.0f64, 7i32), number(4, "i32", "u32 n"));
    let all = |types: &str| {
        format!("its parameters are `(Elements<T> x, T by, U most, u32 n)`, and the arguments' types `({types})`")
    };
    misfits!(add, (&mut y, 1.0f32, 2.0f64, 7u32), all("Elements<u32>, f32, f64, u32"));
    misfits!(add, (&mut y, 1u32), all("Elements<u32>, u32"));
    // SAFETY: one thread writes.
    unsafe { cuda.kernel("fits", FITS).launch(1, 32, (&mut y, 1u32, 2usize, 3i64, 4u32, (5u8, 1.0f32))).unwrap() };
    assert_eq!(y.at(0).unwrap(), 15);
}
