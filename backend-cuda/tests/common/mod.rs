//! Programs that try a machine, with the result that each must have. The emulated device and a GPU run the same ones.
#![allow(unsafe_code)]
#![allow(dead_code, unreachable_pub)]

use std::sync::Arc;

use onrush_core::device::Foreign;
use onrush_core::lower::{InputError, Params, Site, TranslationUnit};
use onrush_core::{Memory, Result};
use onrush_cuda::driver::{Arena, Buffer, DEVICE, Driver, LoadedKernel, Recorder, WorkList, fallible};

pub const REDUCE: &str = include_str!("../programs/reduce.cu");
pub const SCAN: &str = include_str!("../programs/scan.cu");
pub const WARPS: &str = include_str!("../programs/warps.cu");
pub const ERRORS: &str = include_str!("../programs/errors.cu");
pub const ORDER: &str = include_str!("../programs/order.cu");
pub const PROGRAMS: [&str; 5] = [REDUCE, SCAN, WARPS, ERRORS, ORDER];

/// A unit with a place that can fail, and with an error of an input, `POSITION_SITE` in the text.
pub fn unit() -> TranslationUnit {
    let mut unit = TranslationUnit::new();
    unit.site(Site { file: "user.rs", line: 12, column: 34, message: "attempt to divide by zero", index: false });
    unit.can_fail_at(InputError::position::<u64>("permute"));
    unit
}

/// The whole text of a program.
pub fn text(program: &str) -> String {
    let start = if program == ERRORS { fallible() } else { String::new() };
    start
        + &TranslationUnit::new().source()
        + &format!("constexpr u32 POSITION_SITE = {};\n", TranslationUnit::INPUT_ERRORS)
        + "#line 1 \"device.cuh\"\n"
        + DEVICE.text
        + "\n#line 1 \"program\"\n"
        + program
}

pub fn load(driver: &Driver, program: &str) -> Arc<LoadedKernel> {
    // SAFETY: one of our own programs, which launches answer for.
    unsafe { driver.load(&text(program), &unit(), program == ERRORS) }.unwrap_or_else(|error| panic!("{error}"))
}

/// A column of words in a machine's memory.
pub struct Words<T> {
    pub buffer: Buffer,
    pub len: usize,
    marker: std::marker::PhantomData<T>,
}

impl<T: Copy + Default> Words<T> {
    pub fn new(driver: &Driver, from: &[T]) -> Self {
        let buffer = driver.allocate(size_of_val(from)).unwrap();
        // SAFETY: the buffer was allocated for these words.
        unsafe { driver.upload(from.as_ptr().cast(), buffer.address(), size_of_val(from)) }.unwrap();
        Words { buffer, len: from.len(), marker: std::marker::PhantomData }
    }
    pub fn get(&self) -> Vec<T> {
        let mut words = vec![T::default(); self.len];
        // SAFETY: both have this number of words, which are plain numbers.
        unsafe {
            self.buffer.driver().download(self.buffer.address(), words.as_mut_ptr().cast(), self.len * size_of::<T>())
        }
        .unwrap();
        words
    }
    pub fn param(&self, params: &mut Params) {
        params.member(|p| {
            p.word(self.buffer.address() as u64);
            p.word(self.len as u64);
        });
    }
}

#[track_caller]
pub fn launch(driver: &Driver, kernel: &Arc<LoadedKernel>, blocks: u64, threads: u32, params: &Params) -> Result<()> {
    // SAFETY: each test passes what its program's `Params` says, and keeps it until the launch is over.
    unsafe { driver.launch(kernel, blocks, threads, params.bytes()) }?;
    driver.synchronize()
}

/// Sums of blocks.
pub fn reduces(driver: &Driver) {
    let kernel = load(driver, REDUCE);
    let (input, output) = (Words::new(driver, &vec![3u32; 10_000]), Words::new(driver, &[0u32; 40]));
    let mut params = Params::new();
    input.param(&mut params);
    output.param(&mut params);
    launch(driver, &kernel, 40, 256, &params).unwrap();
    let mut expected = [768; 40];
    expected[39] = 3 * 16;
    assert_eq!(output.get(), expected);
}

/// A look-back over tiles, three times over the same states.
pub fn scans(driver: &Driver, len: usize) {
    let kernel = load(driver, SCAN);
    let items: Vec<u64> = (0..len as u64).map(|i| i * 7 % 17).collect();
    let tiles = len.div_ceil(128);
    let (input, output) = (Words::new(driver, &items), Words::new(driver, &vec![0u64; len]));
    let (ticket, states) = (Words::new(driver, &[0u32]), Words::new(driver, &vec![0u64; 2 * tiles]));
    let sums = items.iter().scan(0, |sum, x| {
        *sum += x;
        Some(*sum)
    });
    let expected: Vec<u64> = sums.collect();
    for epoch in 0..3 {
        let mut params = Params::new();
        input.param(&mut params);
        output.param(&mut params);
        ticket.param(&mut params);
        states.param(&mut params);
        params.member(|p| p.word(epoch));
        launch(driver, &kernel, tiles as u64, 128, &params).unwrap();
        assert!(output.get() == expected, "epoch {epoch}");
        assert_eq!(ticket.get(), [0]);
    }
}

/// Every word of the device language.
pub fn speaks(driver: &Driver) {
    let kernel = load(driver, WARPS);
    let (out, cells) = (Words::new(driver, &[0u64; 2 * 96 * 24]), Words::new(driver, &[0u32, 0, 1000, 0]));
    let wide = Words::new(driver, &[0u64; 2]);
    let mut params = Params::new();
    out.param(&mut params);
    cells.param(&mut params);
    wide.param(&mut params);
    launch(driver, &kernel, 2, 96, &params).unwrap();
    let total = 95 * 96;
    assert_eq!(cells.get(), [total as u32, 95, 0, u32::MAX]);
    assert_eq!(wide.get(), [192 << 33, total]);
    for (thread, got) in out.get().chunks(24).enumerate() {
        let i = thread as u64 % 96;
        let (l, base) = (i % 32, i / 32 * 32);
        let lanes = |f: &dyn Fn(u64) -> bool| (0..32).filter(|k| f(*k)).map(|k| 1 << k).sum::<u64>();
        let half = if l < 16 { base + 3 } else { lanes(&|k| k >= 16 && k % 2 == 0) + (l ^ 1) };
        let bits = |x: u64, width: u32| {
            let clz = x.leading_zeros() - (64 - width);
            let ffs = if x == 0 { 0 } else { x.trailing_zeros() + 1 };
            (x.count_ones(), clz, ffs)
        };
        let (ones, zeros, first) = bits(i, 32);
        let (high_ones, high_first) = (bits(i << 32, 64).0, bits(i << 32, 64).2);
        let expected = [
            (base + (l + 1) % 32) * 7,
            3 * if l < 3 { i } else { i - 3 },
            2 * if l > 26 { i } else { i + 5 } + 1,
            l ^ 9,
            lanes(&|k| k % 3 == 0),
            u64::from(base == 32) * 2 + u64::from(base == 64),
            lanes(&|k| k / 5 == l / 5),
            lanes(&|k| k % 3 == l % 3),
            half,
        ];
        assert_eq!(&got[..9], expected, "thread {thread}");
        assert_eq!(got[10], u64::from(ones + 100 * zeros + 10_000 * first), "thread {thread}");
        assert_eq!(got[11], u64::from(high_ones + 100 * bits(i, 64).1 + 10_000 * high_first), "thread {thread}");
    }
}

/// Passes a message between blocks; what the others got.
pub fn passes(driver: &Driver, how: u64) -> Vec<u32> {
    let kernel = load(driver, ORDER);
    let (words, out) = (Words::new(driver, &[0u32; 96]), Words::new(driver, &[9u32; 4]));
    let mut params = Params::new();
    params.member(|p| p.word(how));
    words.param(&mut params);
    out.param(&mut params);
    launch(driver, &kernel, 4, 32, &params).unwrap();
    out.get()
}

/// A failure names the user's line, once, and leaves the machine usable.
pub fn traps(driver: &Driver) {
    let kernel = load(driver, ERRORS);
    let out = Words::new(driver, &[0u32; 64]);
    let run = |what: u64| {
        let mut params = Params::new();
        params.member(|p| p.word(what));
        out.param(&mut params);
        launch(driver, &kernel, 2, 64, &params)
    };
    run(0).unwrap();
    let error = run(11).unwrap_err();
    assert_eq!(error.kind().to_string(), "an operation panicked at user.rs:12:34: attempt to divide by zero");
    let here = format!(", in the call at {}:", file!());
    assert!(error.to_string().contains(&here), "{error}");
    driver.synchronize().unwrap();
    run(0).unwrap();
    let expected = "permute: 8 is out of range for length 9, at item 7";
    assert_eq!(run(12).unwrap_err().kind().to_string(), expected);
    run(0).unwrap();
}

/// Work that is put down is done at each launch, in its order, and each launch has its own failures.
pub fn replays(driver: &Driver) {
    let kernel = load(driver, ERRORS);
    let (out, fours) = (Words::new(driver, &[0u32; 64]), Words::new(driver, &[4u32; 100]));
    let arena = Arena::new(driver);
    let record = |what: u64, copied: bool| {
        let recorder = Recorder::new(&arena);
        let recorded = recorder.run(|| {
            let own = driver.allocate(400)?;
            // SAFETY: the buffers have this number of bytes, and stay; the parameters are the program's.
            unsafe {
                driver.zero(own.address(), 400)?;
                driver.zero(own.address(), 0)?;
                driver.copy(own.address(), fours.buffer.address(), 0)?;
                if copied {
                    driver.copy(own.address(), fours.buffer.address(), 400)?;
                }
                let mut params = Params::new();
                params.member(|p| p.word(what));
                out.param(&mut params);
                driver.launch(&kernel, 1, 64, params.bytes())?;
                driver.zero(fours.buffer.address(), 200)
            }
        });
        recorded.unwrap();
        assert_eq!(arena.used(), 0);
        let mut list = recorder.finish();
        driver.prepare(&mut list).unwrap();
        list
    };
    let nothing = Recorder::new(&arena);
    // SAFETY: as above.
    let empty = nothing.run(|| unsafe { driver.copy(out.buffer.address(), fours.buffer.address(), 0) });
    assert!(empty.is_ok() && nothing.finish().is_empty(), "copies of nothing aren't put down");
    let replay = |list: &mut WorkList| {
        assert!(list.can_fail() && !list.is_empty());
        let call = driver.begin(std::panic::Location::caller(), Vec::new()).unwrap();
        let mut once = std::iter::once(true);
        // SAFETY: as above.
        unsafe { driver.replay(list, Some(&call), || Ok(once.next().is_some())) }.unwrap();
        call.close();
    };
    let expected = || [[0; 50], [4; 50]].concat();
    let (mut well, mut copies) = (record(0, false), record(0, true));
    assert!(well.is(&record(0, false)) && !well.is(&copies));
    assert_eq!(fours.get(), [4; 100], "nothing is done before a launch");
    replay(&mut well);
    replay(&mut well);
    assert_eq!(fours.get(), expected());
    replay(&mut copies);
    assert_eq!(fours.get(), [0; 100]);
    driver.synchronize().unwrap();
    let mut failing = record(11, false);
    for _ in 0..2 {
        replay(&mut failing);
        replay(&mut well);
        replay(&mut failing);
        for _ in 0..2 {
            let error = driver.synchronize().unwrap_err().to_string();
            assert!(error.contains("user.rs:12:34") && error.contains(file!()), "{error}");
        }
        driver.synchronize().unwrap();
    }
    drop((well, copies));
    // A list that is dropped in flight.
    replay(&mut failing);
    drop((failing, arena));
    driver.synchronize().unwrap_err();
}

/// Memory of every size goes there, within, and back.
pub fn copies(driver: &Driver) {
    let sizes = [0, 1, 3, 256 << 10, (256 << 10) + 1, 1 << 20, (4 << 20) - 1, 4 << 20, (17 << 20) + 77];
    for (bytes, skip) in sizes.map(|bytes| [(bytes, 0), (bytes, 3)]).into_iter().flatten() {
        // The host's memory has any alignment.
        let from: Vec<u8> = (0..skip + bytes).map(|i| ((i * 31) >> 3) as u8).collect();
        let from = &from[skip..];
        let there = Words::new(driver, from);
        let copy = driver.allocate(bytes).unwrap();
        assert!(copy.address().align_offset(256) == 0);
        let mut back = vec![0u8; skip + bytes];
        let back = &mut back[skip..];
        // SAFETY: all buffers have this number of bytes.
        unsafe {
            driver.copy(there.buffer.address(), copy.address(), bytes).unwrap();
            driver.zero(there.buffer.address(), bytes / 2).unwrap();
            driver.download(copy.address(), back.as_mut_ptr(), bytes).unwrap();
        }
        assert!(back == from, "{bytes} bytes");
        assert!(there.get()[..bytes / 2].iter().all(|b| *b == 0), "{bytes} bytes");
    }
    let pinned = driver.pinned(4096).unwrap();
    let words = Words::new(driver, &[7u64; 4]);
    // SAFETY: 32 bytes each; the host's are read after the synchronisation.
    let word = unsafe {
        driver.copy(words.buffer.address(), pinned.address(), 32).unwrap();
        driver.synchronize().unwrap();
        pinned.address().cast::<u64>().add(3).read()
    };
    assert_eq!(word, 7);
}

/// Streams that use each other's memory do it in the order of the calls.
pub fn crosses(main: &Driver) {
    // The sizes are those of memory that is kept for the next allocation, and of memory that isn't.
    for bytes in [1000, 3 << 20] {
        crosses_with(main, bytes);
    }
}

fn crosses_with(main: &Driver, bytes: usize) {
    let side = main.stream().unwrap();
    let (ones, twos) = (vec![1u8; bytes], vec![2u8; bytes]);
    let uses = |stream: &Driver, written| Foreign { number: stream.stream_id().number, written };
    let copy = |on: &Driver, from: &Words<u8>, to: &Words<u8>| {
        // SAFETY: both buffers have this number of bytes.
        unsafe { on.copy(from.buffer.address(), to.buffer.address(), bytes) }.unwrap();
    };
    // A reader comes after earlier work, and before later work and the release of the memory.
    for end in [false, true] {
        let (x, y) = (Words::new(main, &ones), Words::new(&side, &twos));
        let using = side.using(&[uses(main, false)]).unwrap();
        copy(&side, &x, &y);
        drop(using);
        if end {
            drop(x);
            drop(Words::new(main, &twos));
            main.synchronize().unwrap();
        } else {
            // SAFETY: the buffer has this number of bytes.
            unsafe { main.zero(x.buffer.address(), bytes) }.unwrap();
            assert!(x.get().iter().all(|b| *b == 0));
        }
        assert!(y.get() == ones, "end {end}");
    }
    // A writer comes after readers in a third stream, and before its owner's next work.
    let third = main.stream().unwrap();
    let (x, y, z) = (Words::new(main, &ones), Words::new(&third, &twos), Words::new(&side, &twos));
    let using = third.using(&[uses(main, false)]).unwrap();
    copy(&third, &x, &y);
    drop(using);
    let using = side.using(&[uses(main, true)]).unwrap();
    copy(&side, &z, &x);
    drop(using);
    assert!(x.get() == twos);
    assert!(y.get() == ones);
    // Several threads read at once.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let stream = main.stream().unwrap();
                for _ in 0..10 {
                    let y = Words::new(&stream, &ones);
                    let using = stream.using(&[uses(main, false)]).unwrap();
                    copy(&stream, &x, &y);
                    drop(using);
                    assert!(y.get() == twos);
                }
            });
        }
    });
    let gone = third.stream_id().number;
    drop((y, third));
    assert!(main.using(&[Foreign { number: gone, written: false }]).is_err());
}

/// Each failure comes out of the stream that ran it, once and in order, however much was queued behind it; not of others,
/// though they have used its memory.
pub fn failures_stay(main: &Driver) {
    let [first, second] = [(); 2].map(|()| main.stream().unwrap());
    let kernel = load(&first, ERRORS);
    let out = Words::new(&first, &[0u32; 64]);
    let queue = |what: u64| {
        let mut params = Params::new();
        params.member(|p| p.word(what));
        out.param(&mut params);
        // SAFETY: the parameters are the program's.
        unsafe { first.launch(&kernel, 1, 64, params.bytes()) }.unwrap();
    };
    let told = || first.synchronize().unwrap_err().kind().to_string();
    let [divides, permutes] = [
        "an operation panicked at user.rs:12:34: attempt to divide by zero",
        "permute: 8 is out of range for length 9, at item 7",
    ];
    [11, 0, 12].into_iter().for_each(queue);
    drop(second.using(&[Foreign { number: first.stream_id().number, written: true }]).unwrap());
    second.synchronize().unwrap();
    main.synchronize().unwrap();
    assert_eq!([told(), told()], [divides, permutes]);
    first.synchronize().unwrap();
    // There are more calls than records.
    for number in 0..1500 {
        queue(if number % 700 == 650 { 12 } else { 0 });
    }
    assert_eq!([told(), told()], [permutes; 2]);
    first.synchronize().unwrap();
}
