//! The functions of mathematics: hashes of their results on all inputs, their largest errors, and the times of maps.
//!
//! `cargo bench --bench math -- MODE [WORD...]`, where the mode is one of
//!
//! - `hash`: a hash of each function over all 2³² numbers of `f32`, or 2³⁰ of `f64`, computed on the best device and on the CPU; fails
//!   if these differ. `hash device` and `hash cpu` print those of one alone. `ONRUSH_VECTORS=plain` or `avx2` in the environment keeps
//!   the CPU from larger vector registers.
//! - `error`: the largest error of each function of one `f32` on all numbers, in units of the last place, beside the function of `f64`
//!   (whose own errors are below 2⁻²⁹ of such a unit).
//! - `rounding`: those samples among all numbers of `f32` of which `f64` doesn't tell that they are rounded correctly, of each
//!   function that is to be.
//! - `samples`: 2²⁰ samples of each function.
//! - `screen`: 2³⁰ samples of each function of `f64`, for `screen.cpp` beside this file, which keeps those with large errors.
//! - `near`: neighbours of the samples of `f64` in the input, for `screen.cpp` again, which finds worse ones among them.
//! - `time`: how long a map of 2²⁸ numbers takes, beside a copy.
//!
//! Samples are lines with the bits of arguments and results, drawn by bits, of usual sizes and near what is hard, for `reference.py`
//! beside this file, which compares them with MPFR's. The words `f32` and `f64` choose a type, a number the logarithm of how many
//! inputs there are, any other word a function, or the functions whose names contain it: `samples f64 16 sin`. Without a mode `hash`,
//! `error` and `time` run. `--test` computes a few inputs by each, to see that the program runs.
//!
//! With the feature `cuda` the best device is a GPU where there is one.
#![allow(missing_docs)]

use std::hint::black_box;
use std::io::{BufWriter, Write};
use std::time::Instant;

use onrush::Result;
use onrush::prelude::*;

/// The hash of an input's number and a result; the sum of all doesn't depend on their order.
#[device]
fn mixed(input: u64, output: u64) -> u64 {
    let a = input.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ output.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    let b = (a ^ a.wrapping_shr(29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    b ^ b.wrapping_shr(32)
}

/// The bits of a number; those of NaNs are one.
#[device]
fn bits_32(y: f32) -> u64 {
    if y.is_nan() { 0x7fc0_0000 } else { y.to_bits() as u64 }
}

#[device]
fn bits_64(y: f64) -> u64 {
    if y.is_nan() { 0x7ff8_0000_0000_0000 } else { y.to_bits() }
}

#[device]
fn random(i: u64) -> u64 {
    let a = i.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let b = (a ^ a.wrapping_shr(30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let c = (b ^ b.wrapping_shr(27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    c ^ c.wrapping_shr(31)
}

/// The `i`-th number: of even `i` any bits, of odd ones a number from 2⁻³⁰ to 2³⁴.
#[device]
fn number_64(i: u64) -> f64 {
    let z = random(i);
    let sized = (z & 0x800f_ffff_ffff_ffff) | (z.wrapping_shr(52) & 63).wrapping_add(993).wrapping_shl(52);
    if i & 1 == 0 { f64::from_bits(z) } else { f64::from_bits(sized) }
}

/// As [`number_64`], for second arguments.
#[device]
fn number_32(i: u64) -> f32 {
    let z = random(i) as u32;
    let sized = (z & 0x807f_ffff) | (z.wrapping_shr(23) & 15).wrapping_add(119).wrapping_shl(23);
    if i & 1 == 0 { f32::from_bits(z) } else { f32::from_bits(sized) }
}

/// The distance of `y` from `exact` in units of the last place of `f32`; 0 where `y` is the right one of the numbers that aren't finite.
#[device]
fn error(y: f32, exact: f64) -> f64 {
    let exponent = exact.abs().to_bits().wrapping_shr(52).max(897).wrapping_sub(23);
    let unit = f64::from_bits(exponent.wrapping_shl(52));
    let right = y == exact as f32 || y.is_nan() && exact.is_nan();
    if right && (!y.is_finite() || exact == 0.0) {
        0.0
    } else if y.is_finite() && exact.is_finite() {
        (y as f64 - exact).abs() / unit
    } else {
        f64::INFINITY
    }
}

/// What the command's words ask for.
struct Run {
    words: Vec<String>,
    log2: Option<u32>,
}

impl Run {
    const WORDS: [&str; 11] =
        ["hash", "error", "rounding", "samples", "screen", "near", "time", "device", "cpu", "f32", "f64"];

    fn has(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
    }
    /// Whether a function of a type is asked for: by its name, by a part of it that is no other function's, or not at all.
    fn takes(&self, ty: &str, name: &str) -> bool {
        let mut names = self.words.iter().filter(|word| !Self::WORDS.contains(&word.as_str())).peekable();
        let of_type = self.has(ty) || !self.has("f32") && !self.has("f64");
        let named = |word: &String| word == name || !NAMES.contains(&word.as_str()) && name.contains(word.as_str());
        of_type && (names.peek().is_none() || names.any(named))
    }
    fn inputs(&self, most: u32) -> u32 {
        self.log2.unwrap_or(most).min(most)
    }
}

/// Calls `$do` with each function of one argument, and with each of two.
macro_rules! functions {
    ($do:ident $($with:ident)*) => {
        $do! {
            [$($with)*]
            one: sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp_m1 ln ln_1p log2 log10 cbrt erf erfc
                gamma ln_gamma sigmoid gelu;
            two: atan2 hypot powf log
        }
    };
}

macro_rules! names {
    ([] one: $($one:ident)*; two: $($two:ident)*) => {
        /// The functions' names.
        const NAMES: &[&str] = &[$(stringify!($one),)* $(stringify!($two)),*];
    };
}
functions!(names);

mod functions;
mod rounding;
mod samples;
use functions as math;

/// The hashes of all functions on a device, which are printed as soon as they are known. Results are stored before they are hashed,
/// so that a loop over them consists of the function alone.
fn hashes<B: Backend>(b: &B, chunk_log2: u32, run: &Run) -> Result<Vec<u64>> {
    let mut all = Vec::new();
    let shift = 32 - run.inputs(32);
    macro_rules! hash {
        ($t:ident $bits:ident $log2:literal $name:ident |$i:ident| $value:expr) => {
            if run.takes(stringify!($t), stringify!($name)) {
                let total = 1u64 << run.inputs($log2);
                let chunk = total.min(1 << chunk_log2);
                let mut results = b.filled(0.0 as $t, chunk as usize)?;
                let mut hash = 0u64;
                for first in (0..total).step_by(chunk as usize) {
                    b.range(first..first + chunk).map(op!(|$i: u64| $value)).collect_into(&mut results)?;
                    let hashes = op!(|(i, y): (u64, $t)| mixed(i, $bits(y)));
                    hash = hash.wrapping_add(b.range(first..first + chunk).zip(&results).map(hashes).sum()?);
                }
                println!("{},{},{hash:016x}", stringify!($t), stringify!($name));
                std::io::stdout().flush().expect("the output takes a line");
                all.push(hash);
            }
        };
        ([] one: $($one:ident)*; two: $($two:ident)*) => {
            $(
                hash!(f32 bits_32 32 $one |i| math::$one(f32::from_bits(i.wrapping_shl(shift) as u32)));
                hash!(f64 bits_64 30 $one |i| math::$one(number_64(i)));
            )*
            $(
                hash!(f32 bits_32 32 $two |i| math::$two(f32::from_bits(i.wrapping_shl(shift) as u32), number_32(i)));
                hash!(f64 bits_64 30 $two |i| math::$two(number_64(i), number_64(i.wrapping_add(0x1_0000_0001))));
            )*
        };
    }
    functions!(hash);
    Ok(all)
}

/// The largest error of each function of one `f32`.
fn errors<B: Backend>(b: &B, run: &Run) -> Result<()> {
    println!("function,largest_error");
    let shift = 32 - run.inputs(32);
    let numbers = b.range(0..1u64 << run.inputs(32));
    macro_rules! print {
        ([$($with:ident)*] one: $($one:ident)*; two: $($two:ident)*) => {$(
            if run.takes("f32", stringify!($one)) {
                let errors = numbers.clone().map(op!(|i: u64| {
                    let x = f32::from_bits(i.wrapping_shl(shift) as u32);
                    error(math::$one(x), math::$one(x as f64))
                }));
                println!("{},{:.4}", stringify!($one), errors.max()?.unwrap_or_default());
            }
        )*};
    }
    functions!(print);
    Ok(())
}

/// The least of the times of twenty calls, in microseconds.
fn time<B: Backend>(b: &B, mut call: impl FnMut() -> Result<()>) -> Result<f64> {
    let mut least = f64::INFINITY;
    call()?;
    for _ in 0..20 {
        b.synchronize()?;
        let begin = Instant::now();
        call()?;
        b.synchronize()?;
        least = least.min(begin.elapsed().as_secs_f64() * 1e6);
    }
    Ok(least)
}

/// The times of maps over numbers from 0 to 1.
fn times<B: Backend>(b: &B, run: &Run) -> Result<()> {
    let n = 1usize << run.inputs(28);
    println!("type,function,n,us");
    macro_rules! print {
        ([$t:ident $n:ident] one: $($one:ident)*; two: $($two:ident)*) => {
            let x = b.uniform::<$t>(Rng::new(7), $n).collect()?;
            let mut out = b.filled(0.0 as $t, $n)?;
            let us = time(b, || x.iter().collect_into(black_box(&mut out)))?;
            println!("{},copy,{},{us:.1}", stringify!($t), $n);
            $(if run.takes(stringify!($t), stringify!($one)) {
                let us = time(b, || x.iter().map(op!(|v: $t| math::$one(v))).collect_into(black_box(&mut out)))?;
                println!("{},{},{},{us:.1}", stringify!($t), stringify!($one), $n);
            })*
            $(if run.takes(stringify!($t), stringify!($two)) {
                let us = time(b, || x.iter().map(op!(|v: $t| math::$two(v, v + 0.5))).collect_into(black_box(&mut out)))?;
                println!("{},{},{},{us:.1}", stringify!($t), stringify!($two), $n);
            })*
        };
    }
    functions!(print f32 n);
    let n = n / 2;
    functions!(print f64 n);
    Ok(())
}

fn main() -> Result<()> {
    let (flags, words): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let briefly = flags.iter().any(|flag| flag == "--test");
    let log2 = words.iter().find_map(|word| word.parse().ok()).or(briefly.then_some(12));
    let run = Run { words: words.into_iter().filter(|word| word.parse::<u32>().is_err()).collect(), log2 };
    for word in run.words.iter().filter(|word| !Run::WORDS.contains(&word.as_str())) {
        assert!(NAMES.iter().any(|name| name.contains(word.as_str())), "no function's name contains {word}");
    }
    let device = Device::best()?;
    let modes = ["hash", "error", "rounding", "samples", "screen", "near", "time"];
    let asked = |mode: &str| run.has(mode) || !modes.iter().any(|mode| run.has(mode));

    let mut lines: Box<dyn Write> = if briefly {
        Box::new(std::io::sink())
    } else {
        Box::new(BufWriter::with_capacity(1 << 20, std::io::stdout()))
    };
    if run.has("rounding") || briefly {
        rounding::print(&device, &run, &mut lines)?;
    }
    if run.has("samples") || briefly {
        samples::print(&run, &mut lines).expect("the output takes the samples");
    }
    if run.has("screen") || briefly {
        samples::write(&run, &mut lines).expect("the output takes the samples");
    }
    if run.has("near") {
        let input = std::io::read_to_string(std::io::stdin()).expect("the input has samples");
        samples::write_near(&input, &mut lines).expect("the output takes the samples");
    }
    lines.flush().expect("the output takes the samples");
    if !(briefly || ["hash", "error", "time"].iter().any(|mode| asked(mode))) {
        return Ok(());
    }

    println!("# {}", device.name());
    if asked("hash") {
        let there = if run.has("cpu") { None } else { Some(hashes(&device, 26, &run)?) };
        if !run.has("cpu") && !run.has("device") {
            println!("# CPU");
        }
        let here = if run.has("device") { None } else { Some(hashes(&Cpu::new(), 20, &run)?) };
        if let (Some(there), Some(here)) = (there, here) {
            assert_eq!(there, here, "the device's hashes differ from the CPU's");
            println!("# {} hashes are equal on {} and the CPU", there.len(), device.name());
        }
    }
    if asked("error") {
        errors(&device, &run)?;
    }
    if asked("time") {
        times(&device, &run)?;
    }
    Ok(())
}
