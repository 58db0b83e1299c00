//! The functions beside exact results, and their special values. What devices compute is compared with hosts by the conformance
//! suite and by the CUDA backend's tests of semantics.

mod special;

use super::*;

/// Written by `benches/math/reference.py`.
const EXACT: &str = include_str!("exact.txt");

/// A number as an integer times 2 to a power.
fn parts(y: f64) -> (i128, i32) {
    let exponent = (y.to_bits() >> 52 & 0x7ff) as i32;
    let fraction = (y.to_bits() & 0xf_ffff_ffff_ffff) as i128;
    let significand = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    (if y < 0.0 { -significand } else { significand }, exponent.max(1) - 1075)
}

/// The distance of `y` from `significand` 2^`exponent` in units of the last place of a type with so many places, the last of which
/// is never less than 2^`least`; to 11 bits.
fn error(y: f64, significand: i128, exponent: i32, places: i32, least: i32) -> f64 {
    assert!(y.is_finite());
    let length = 128 - significand.unsigned_abs().leading_zeros() as i32;
    let grid = (exponent + length - places).max(least) - 11;
    let on_grid = |(m, e): (i128, i32)| if e >= grid { m << (e - grid).min(70) } else { m >> (grid - e).min(127) };
    (on_grid(parts(y)) - on_grid((significand, exponent))).unsigned_abs() as f64 / 2048.0
}

/// The largest error that the documentation states for a function.
fn stated(name: &str, column: usize) -> f64 {
    let mut cells = include_str!("../mod.rs").lines().filter_map(|line| line.strip_prefix("//! | ")).flat_map(|line| {
        let cells: Vec<_> = line.trim_end_matches('|').split('|').map(str::trim).collect();
        cells.chunks(3).map(|three| three.join(" ")).collect::<Vec<_>>()
    });
    let cell = cells.find(|cell| cell.starts_with(&format!("`{name}` ")));
    let cell = cell.unwrap_or_else(|| panic!("the documentation has no error of {name}"));
    cell.split(' ').nth(column).expect("a row has three cells").parse().expect("an error is a number")
}

/// The bits of -2. Those of lesser numbers are larger; beside zeros of ln gamma there the documentation states no unit below 2⁻⁵³.
const MINUS_2: &str = "c000000000000000";

macro_rules! call {
    ($t:ident $of:ident; $name:expr, $x:expr; $($one:ident)*; $($two:ident)*) => {{
        let x: Vec<$t> = $x.iter().map(|bits| $t::from_bits($of::from_str_radix(bits, 16).expect("bits"))).collect();
        match $name {
            $(stringify!($one) => f64::from($one(x[0])),)*
            $(stringify!($two) => f64::from($two(x[0], x[1])),)*
            "ln_gamma" => f64::from(ln_gamma(x[0]).0),
            other => panic!("{other} is called nowhere"),
        }
    }};
}

#[test]
fn errors_are_as_the_documentation_states() {
    let mut lines = 0;
    for line in EXACT.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<_> = line.split(' ').collect();
        let [ty, name, x @ .., significand, exponent] = &words[..] else { panic!("{line}") };
        let significand = i128::from_str_radix(significand, 16).expect("a significand");
        let exponent = exponent.parse().expect("an exponent");
        macro_rules! result {
            ($t:ident $of:ident) => {
                call! { $t $of; *name, x;
                    sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp_m1 ln ln_1p log2 log10 cbrt erf erfc
                    gamma sigmoid gelu;
                    atan2 hypot powf log
                }
            };
        }
        let (wrong, most) = match *ty {
            "f32" => (error(result!(f32 u32), significand, exponent, 24, -149), stated(name, 1)),
            _ => {
                let least = if *name == "ln_gamma" && x[0] > MINUS_2 { -53 } else { -1074 };
                (error(result!(f64 u64), significand, exponent, 53, least), stated(name, 2))
            }
        };
        assert!(wrong <= most + 0.001, "{line}: {wrong} units, more than {most}");
        lines += 1;
    }
    assert!(lines > 1200);
}

#[test]
fn errors_are_found() {
    // 1/3 beside its neighbours, and beside a third of a unit.
    let third = 0xaaaa_aaaa_aaaa_aaab;
    assert!((error(1.0 / 3.0, third, -65, 53, -1074) - 0.333).abs() < 0.001);
    assert!((error((1.0f64 / 3.0).next_up(), third, -65, 53, -1074) - 0.667).abs() < 0.001);
    assert!((error(f64::from(1.0f32 / 3.0), third, -65, 24, -149) - 0.333).abs() < 0.001);
    assert_eq!(error(5e-324, 1, -1075, 53, -1074), 0.5);
    assert_eq!(error(-1.0, 1, 0, 53, -1074), 2f64.powi(53));
}
