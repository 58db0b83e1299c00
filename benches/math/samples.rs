//! Arguments and results of functions, which `reference.py` compares with exact values.

use std::f64::consts::FRAC_PI_2;
use std::io::{BufWriter, Write as _};

use super::{Run, math, random};

/// A number of a kind that the low bits of `i` choose: any bits, usual sizes, and neighbours of where functions are hard to compute:
/// multiples of quarter turns, 1, integers and halves, and the ends of ranges.
fn number(i: u64) -> f64 {
    let (a, b) = (random(i), random(!i));
    let unit = (b >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0;
    let close = unit * 2f64.powi(-((a >> 8) as i32 & 63));
    match i % 10 {
        0 => f64::from_bits(a),
        1 => f64::from_bits((a & 0x800f_ffff_ffff_ffff) | (((a >> 52) & 63) + 993) << 52),
        2 => unit,
        3 => unit * 16.0,
        4 => unit * 800.0,
        5 => ((a & 0xf_ffff) as f64 * FRAC_PI_2).copysign(unit) + close,
        6 => 1.0f64.copysign(unit) + close,
        7 => (a % 41) as f64 * 0.5 - 15.0 + close,
        // The ends of the ranges of exp, exp2, their kin and gamma.
        8 => {
            [709.78, -745.13, 1024.0, -1075.0, 171.62, -184.5, 26.6, -708.4, -37.5, 88.72, -103.97, 35.0]
                [a as usize % 12]
                + close
        }
        _ => unit * 2f64.powi(-((a >> 8) as i32 & 1023)),
    }
}

/// As [`number`], of which those that are finite as `f32` are as `f32`.
fn number_32(i: u64) -> f32 {
    if i.is_multiple_of(10) { f32::from_bits(random(i) as u32) } else { number(i) as f32 }
}

/// Prints a line for each sample: the type, the function, and the bits of the arguments and the result.
pub(crate) fn print(run: &Run, takes: &dyn Fn(&str) -> bool) {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let n = 1u64 << run.inputs(20);
    macro_rules! line {
        ($t:ident $name:ident; $($x:expr),*) => {{
            write!(out, "{},{}", stringify!($t), stringify!($name)).expect("the output takes a line");
            for number in [$($x,)* math::$name($($x),*)] {
                write!(out, ",{:0width$x}", number.to_bits(), width = 2 * size_of::<$t>()).expect("the output takes a line");
            }
            writeln!(out).expect("the output takes a line");
        }};
    }
    macro_rules! samples {
        ([$t:ident $number:ident] one: $($one:ident)*; two: $($two:ident)*) => {
            $(if takes(stringify!($t)) && run.takes(stringify!($one)) {
                (0..n).map($number).for_each(|x| line!($t $one; x));
            })*
            $(if takes(stringify!($t)) && run.takes(stringify!($two)) {
                // Every kind of first argument meets every kind of second one.
                (0..n).for_each(|i| line!($t $two; $number(i), $number(i / 10 + 10 * n)));
            })*
        };
    }
    functions!(samples f32 number_32);
    functions!(samples f64 number);
}
