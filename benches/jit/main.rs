//! The costs of an algorithm apart from its kernels: compiling its programs, loading them from disk, and calling it.
//!
//! `cargo bench --bench jit -- [FILTER]` prints `algorithm,types,programs,launches,cold_ms,disk_ms,call_us,above_launch_us,host_us,driver`
//! for calls on 1000 items:
//!
//! - `cold_ms`: compiling and loading the slowest of the programs. NVRTC has been used before in the process; a comment
//!   line gives the time of its first use. A program that an earlier case has used is already on disk;
//! - `disk_ms`: the same for programs that are on disk;
//! - `call_us`: the median time until a call returns whose programs are in memory;
//! - `above_launch_us`: that time less the time of the same number of launches of an empty kernel, and of waiting for it if
//!   the algorithm waits for a result. The empty kernel ends sooner than the algorithm's, so for an algorithm that waits
//!   this includes the GPU's time;
//! - `host_us`: the cost of a call on the host: the median of its time, less the time in the functions of CUDA's driver,
//!   which include the waits. Reading the clock around each of these functions is included;
//! - `driver`: these functions: the number of calls of each, and the microseconds in all of them (medians).
//!
//! The last two columns need `--features driver-times`, and are empty without it. Without a GPU NVRTC compiles for `sm_90`,
//! no program is loaded, and the last four columns are empty. Without NVRTC the benchmark is skipped.
#![allow(unsafe_code)]
#![allow(missing_docs)]

#[path = "../../tests/programs/cases.rs"]
mod cases;
#[path = "../../tests/facts/mod.rs"]
mod facts;
#[path = "../../tests/programs/heavy.rs"]
mod heavy;

use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cases::{Case, cases};
use facts::Facts;
use onrush::Result;
use onrush::prelude::*;
use onrush_core::lower::{Params, TranslationUnit};
use onrush_cuda::Cuda;
use onrush_cuda::driver::{DEVICE, Driver, LoadedKernel, ProgramHook, Settings};
use onrush_cuda::jit::{self, Cache};

const ITEMS: usize = 1000;
const CALLS: usize = 301;
const ARCH: &str = "sm_90";

/// Times of loading a case's programs: compiled, then found on disk.
#[derive(Default)]
struct Loads {
    cold: Vec<Duration>,
    disk: Vec<Duration>,
}

fn ms(times: &[Duration]) -> f64 {
    times.iter().max().map_or(0.0, |t| t.as_secs_f64() * 1e3)
}

/// The median time of a call in µs, with an empty queue before it.
fn call_us(gpu: &Cuda, mut call: impl FnMut() -> Result<()>) -> Result<f64> {
    let mut times = Vec::new();
    for _ in 0..CALLS {
        gpu.synchronize()?;
        let start = Instant::now();
        call()?;
        times.push(start.elapsed().as_secs_f64() * 1e6);
    }
    Ok(median(times))
}

/// The median time of a call outside of the driver's functions in µs, and the list of these functions.
#[cfg(feature = "driver-times")]
fn host(gpu: &Cuda, mut call: impl FnMut() -> Result<()>) -> Result<String> {
    use onrush_cuda::driver::times;
    use std::collections::BTreeMap;

    let (mut host, mut functions) = (Vec::new(), BTreeMap::<_, (usize, Vec<f64>)>::new());
    for _ in 0..CALLS {
        gpu.synchronize()?;
        let (result, total, spent) = times::spent(&mut call);
        result?;
        let inside: Duration = spent.iter().map(|(_, time)| *time).sum();
        host.push((total - inside).as_secs_f64() * 1e6);
        let mut sums = BTreeMap::<_, (usize, f64)>::new();
        for (name, time) in spent {
            let (count, sum) = sums.entry(name).or_default();
            (*count, *sum) = (*count + 1, *sum + time.as_secs_f64() * 1e6);
        }
        for (name, (count, sum)) in sums {
            let (most, times) = functions.entry(name).or_default();
            *most = count.max(*most);
            times.push(sum);
        }
    }
    let text = |(name, (count, times))| format!("{count} {name} {:.2}", median(times));
    Ok(format!("{:.2},{}", median(host), functions.into_iter().map(text).collect::<Vec<_>>().join("; ")))
}

#[cfg(not(feature = "driver-times"))]
fn host(_: &Cuda, _: impl FnMut() -> Result<()>) -> Result<String> {
    Ok(",".into())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// A kernel with an empty body.
fn empty(gpu: &Cuda) -> Result<Arc<LoadedKernel>> {
    let entry =
        "struct Params { PARAM u64 x; PARAM u64 y; };\nSHARED(u64)\nENTRY(32, 1) void entry(GRID_CONST Params) {}\n";
    let unit = TranslationUnit::new();
    // SAFETY: the text is this file's entry; every launch of it is in this file and passes its parameters.
    unsafe { gpu.driver().load(&(unit.source() + DEVICE.text + entry), &unit, false) }
}

fn on_gpu(case: &Case<Cuda>) -> Result<()> {
    let first = Cuda::new(0)?;
    (case.prepare)(&first, ITEMS)?()?;
    first.synchronize()?;
    let gpu = Cuda::new(0)?;
    let mut call = (case.prepare)(&gpu, ITEMS)?;
    call()?;
    let loads = Loads { cold: first.driver().load_times(), disk: gpu.driver().load_times() };
    let before = gpu.driver().launches();
    call()?;
    let launches = gpu.driver().launches() - before;
    let us = call_us(&gpu, &mut call)?;
    let host = host(&gpu, call)?;

    let kernel = empty(&gpu)?;
    let mut params = Params::new();
    (0..2).for_each(|_| params.member(|p| p.word(0)));
    let launch = call_us(&gpu, || {
        for _ in 0..launches {
            // SAFETY: the kernel's parameters are two words, which it doesn't read.
            unsafe { gpu.driver().launch(&kernel, 1, 32, params.bytes())? };
        }
        if Facts::of(case.algorithm).waits() { gpu.synchronize() } else { Ok(()) }
    })?;
    row(case, launches, &loads, &format!("{us:.2},{:.2},{host}", us - launch));
    Ok(())
}

fn without_gpu(case: &Case<Cuda>) -> Result<()> {
    let loads = Arc::new(Mutex::new(Loads::default()));
    let seen = loads.clone();
    let seen = ProgramHook::by(move |text, _| {
        let mut loads = seen.lock().expect("one thread uses it");
        let code = || -> Result<Duration> {
            let start = Instant::now();
            jit::code(text, ARCH, &Cache::of_user())?;
            Ok(start.elapsed())
        };
        let (cold, disk) = (code()?, code()?);
        loads.cold.push(cold);
        loads.disk.push(disk);
        Ok(())
    });
    let device = Cuda::of(Driver::emulated(Settings { seen, ..Settings::default() }));
    (case.prepare)(&device, ITEMS)?()?;
    row(case, device.driver().launches(), &loads.lock().expect("one thread uses it"), ",,,");
    Ok(())
}

fn row(case: &Case<Cuda>, launches: u64, loads: &Loads, call: &str) {
    let (algorithm, types, programs) = (case.name, case.types, loads.cold.len());
    println!("{algorithm},{types},{programs},{launches},{:.1},{:.2},{call}", ms(&loads.cold), ms(&loads.disk));
}

fn measure(filter: &str) -> Result<()> {
    let start = Instant::now();
    let version = jit::version()?;
    let loaded = start.elapsed();
    jit::compile("", ARCH, &[])?;
    let first = start.elapsed() - loaded;
    let start = Instant::now();
    jit::compile("", ARCH, &[])?;
    eprintln!(
        "# NVRTC {}.{}: loaded in {:.1} ms; no text in {:.1} ms the first time, in {:.1} ms then",
        version.major,
        version.minor,
        loaded.as_secs_f64() * 1e3,
        first.as_secs_f64() * 1e3,
        start.elapsed().as_secs_f64() * 1e3,
    );
    let gpu = Cuda::new(0);
    match &gpu {
        Ok(gpu) => eprintln!("# {}", gpu.name()),
        Err(error) => eprintln!("# without a GPU: {error}"),
    }
    println!("algorithm,types,programs,launches,cold_ms,disk_ms,call_us,above_launch_us,host_us,driver");
    let case = if gpu.is_ok() { on_gpu } else { without_gpu };
    cases().iter().chain(&heavy_cases()).filter(|c| c.name.contains(filter)).try_for_each(case)
}

/// Calls with heavy operations.
fn heavy_cases() -> Vec<Case<Cuda>> {
    let mut cases = Vec::new();
    let mut case = |algorithm, name, types, prepare| cases.push(Case { algorithm, name, types, makes: 0, prepare });
    case("reduce", "heavy_bumpiness_sum", "f32", |b: &Cuda, n| {
        let z = heavy::ground(b, n)?;
        Ok(Box::new(move || heavy::bumps(&z).sum().map(drop)))
    });
    case("reduce", "heavy_bumpiness_count", "f32", |b: &Cuda, n| {
        let z = heavy::ground(b, n)?;
        Ok(Box::new(move || heavy::bumps(&z).count().map(drop)))
    });
    case("select", "heavy_bumpiness_select", "f32", |b: &Cuda, n| {
        let z = heavy::ground(b, n)?;
        Ok(Box::new(move || heavy::bumps(&z).collect().map(drop)))
    });
    case("reduce", "heavy_slopes_argmax", "f64", |b: &Cuda, n| {
        let z = heavy::ground(b, n)?;
        Ok(Box::new(move || heavy::slopes(&z).argmax().map(drop)))
    });
    case("collect", "heavy_slopes_collect", "f64", |b: &Cuda, n| {
        let z = heavy::ground(b, n)?;
        Ok(Box::new(move || heavy::slopes(&z).collect().map(drop)))
    });
    case("scan", "heavy_slopes_scan", "f64", |b: &Cuda, n| {
        let z = heavy::ground(b, n)?;
        Ok(Box::new(move || heavy::slopes(&z).scan_inclusive(Sum).collect().map(drop)))
    });
    case("reduce", "heavy_curvature_sum", "f32", |b: &Cuda, n| {
        let z = heavy::ground(b, n)?;
        Ok(Box::new(move || heavy::curvatures(&z).sum().map(drop)))
    });
    case("reduce", "heavy_cubic_roots_sum", "f32", |b: &Cuda, n| {
        let x = b.filled(1.5f32, n)?;
        Ok(Box::new(move || heavy::roots(&x).sum().map(drop)))
    });
    case("reduce", "heavy_sine_sum", "f32", |b: &Cuda, n| {
        let x = b.filled(1.5f32, n)?;
        Ok(Box::new(move || heavy::sines(&x).sum().map(drop)))
    });
    case("reduce", "heavy_monte_carlo_sum", "u32", |b: &Cuda, n| {
        let b = b.clone();
        Ok(Box::new(move || heavy::hits(&b, n).sum().map(drop)))
    });
    case("reduce", "heavy_mandelbrot_sum", "u32", |b: &Cuda, n| {
        let b = b.clone();
        Ok(Box::new(move || heavy::escapes(&b, n).sum().map(drop)))
    });
    case("collect", "heavy_mandelbrot_collect", "u32", |b: &Cuda, n| {
        let b = b.clone();
        Ok(Box::new(move || heavy::escapes(&b, n).collect().map(drop)))
    });
    case("collect", "heavy_n_body_collect", "f32", |b: &Cuda, n| {
        let on = heavy::bodies(b, n)?;
        Ok(Box::new(move || heavy::potentials(&on).collect().map(drop)))
    });
    cases
}

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let filter = args.iter().find(|arg| !arg.starts_with("--")).map_or("", String::as_str);
    if args.iter().any(|arg| arg == "--measure") {
        return measure(filter);
    }
    if let Err(error) = jit::version() {
        eprintln!("SKIPPED: {error}");
        return Ok(());
    }
    // A process has one cache, so the measurement runs in a child process with an empty one.
    let folder = std::env::temp_dir().join(format!("onrush-jit-{}", std::process::id()));
    let program = std::env::current_exe().expect("the bench has a path");
    let status = Command::new(program).args(["--measure", filter]).env("ONRUSH_CACHE", &folder).status();
    let _ = std::fs::remove_dir_all(&folder);
    match status {
        Ok(status) if status.success() => Ok(()),
        other => std::process::exit(other.ok().and_then(|status| status.code()).unwrap_or(1)),
    }
}
