//! Arguments and results of functions, which `reference.py` compares with exact values.

use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;
use std::io::{Result, Write};

use super::{Run, math, number_64, random};

/// Where functions are hard to compute: the ends of the ranges of exp, exp2, their kin and gamma, and the zeros of ln gamma from
/// -2 to -5.
const HARD: [f64; 18] = [
    709.78,
    -745.13,
    1024.0,
    -1075.0,
    171.62,
    -184.5,
    26.6,
    -708.4,
    -37.5,
    88.72,
    -103.97,
    35.0,
    -2.457_024_738_220_800_6,
    -2.747_682_646_727_412_7,
    -3.143_580_888_349_98,
    -3.955_294_284_858_598,
    -4.039_361_839_740_537,
    -4.991_544_640_560_048,
];

/// A number of a kind that the last digit of `i` chooses: those of [`number_64`], and neighbours of where functions are hard to
/// compute: multiples of quarter turns, 1, integers and halves, and [`HARD`].
fn number(i: u64) -> f64 {
    let (a, b) = (random(i), random(!i));
    let unit = (b >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0;
    // 2 to the power of `n`.
    let power = |n: i64| f64::from_bits(((1023 + n) as u64) << 52);
    let close = unit * power(-((a >> 8) as i64 & 63));
    match i % 10 {
        0 | 1 => number_64(i),
        2 => unit,
        3 => unit * 16.0,
        4 => unit * 800.0,
        5 => ((a & 0xf_ffff) as f64 * FRAC_PI_2).copysign(unit) + close,
        6 => 1.0f64.copysign(unit) + close,
        7 => (a % 41) as f64 * 0.5 - 15.0 + close,
        8 => HARD[a as usize % HARD.len()] + close,
        _ => unit * power(1 - ((a >> 8) as i64 & 1023)),
    }
}

/// As [`number`], of which those that are finite as `f32` are as `f32`.
fn number_32(i: u64) -> f32 {
    if i.is_multiple_of(10) { f32::from_bits(random(i) as u32) } else { number(i) as f32 }
}

/// Writes a sample as a line: the type, the function, and the bits of the arguments and the result.
macro_rules! line {
    ($out:ident $t:ident $name:ident; $($x:expr),*) => {{
        write!($out, "{},{}", stringify!($t), stringify!($name))?;
        for number in [$($x,)* $crate::math::$name($($x),*)] {
            write!($out, ",{:0width$x}", number.to_bits(), width = 2 * size_of::<$t>())?;
        }
        writeln!($out)?;
    }};
}
pub(crate) use line;

/// Writes samples of each function as lines.
pub(crate) fn print(run: &Run, out: &mut dyn Write) -> Result<()> {
    let n = 1u64 << run.inputs(20);
    macro_rules! samples {
        ([$t:ident $number:ident] one: $($one:ident)*; two: $($two:ident)*) => {
            $(if run.takes(stringify!($t), stringify!($one)) {
                for i in 0..n {
                    line!(out $t $one; $number(i));
                }
            })*
            $(if run.takes(stringify!($t), stringify!($two)) {
                for i in 0..n {
                    // Every kind of first argument meets every kind of second one.
                    line!(out $t $two; $number(i), $number(i / 10 + 10 * n));
                }
            })*
        };
    }
    functions!(samples f32 number_32);
    functions!(samples f64 number);
    Ok(())
}

/// Writes samples of each function of `f64` as numbers of 8 bytes, behind a line with the function's name, how many arguments it
/// has, and how many samples follow: for `screen.cpp`.
pub(crate) fn write(run: &Run, out: &mut dyn Write) -> Result<()> {
    let n = 1u64 << run.inputs(30);
    write_of(out, &|ty, name| run.takes(ty, name).then_some(n), &|_, i| [number(i), number(i / 10 + 10 * n)])
}

/// As [`write`], of neighbours of the arguments of the samples in `lines`: 2¹⁴ of each, of which up to 48 of the last bits are changed.
pub(crate) fn write_near(lines: &str, out: &mut dyn Write) -> Result<()> {
    let mut found: BTreeMap<&str, Vec<[u64; 2]>> = BTreeMap::new();
    for line in lines.lines().filter(|line| line.starts_with("f64,")) {
        let words: Vec<&str> = line.split(',').skip(1).collect();
        let bits = |i: usize| u64::from_str_radix(words[i], 16).expect("a sample has the bits of its numbers");
        found.entry(words[0]).or_default().push([bits(1), bits(2)]);
    }
    write_of(out, &|_, name| Some(found.get(name)?.len() as u64 * NEAR), &|name, i| {
        let mut i = i;
        let shift = 16 + i % 48;
        found[name][(i / NEAR) as usize].map(|bits| {
            i = !i;
            f64::from_bits(bits ^ random(i) >> shift)
        })
    })
}

/// How many neighbours an argument has.
const NEAR: u64 = 1 << 14;

/// Writes as many samples of each function as `count` returns, if any, of the arguments that `numbers` returns for the `i`-th.
fn write_of(
    out: &mut dyn Write,
    count: &dyn Fn(&str, &str) -> Option<u64>,
    numbers: &dyn Fn(&str, u64) -> [f64; 2],
) -> Result<()> {
    macro_rules! samples {
        ([] one: $($one:ident)*; two: $($two:ident)*) => {
            $(if let Some(n) = count("f64", stringify!($one)) {
                writeln!(out, "{} 1 {n}", stringify!($one))?;
                for i in 0..n {
                    let [x, _] = numbers(stringify!($one), i);
                    [x, math::$one(x)].iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))?;
                }
            })*
            $(if let Some(n) = count("f64", stringify!($two)) {
                writeln!(out, "{} 2 {n}", stringify!($two))?;
                for i in 0..n {
                    let [x, y] = numbers(stringify!($two), i);
                    [x, y, math::$two(x, y)].iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))?;
                }
            })*
        };
    }
    functions!(samples);
    Ok(())
}
