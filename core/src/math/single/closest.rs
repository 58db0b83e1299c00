//! The arguments whose exact results are so close to the middle of two numbers that f64 hardly tells the nearest one, of all arguments.

use super::*;

/// Written by `benches/math/reference.py`.
const CLOSEST: &str = include_str!("closest.txt");

#[test]
fn the_hardest_results_are_rounded_correctly() {
    let lines: Vec<_> = CLOSEST.lines().filter(|line| !line.starts_with('#')).collect();
    for line in &lines {
        let words: Vec<_> = line.split(' ').collect();
        let [name, x, y] = words[..] else { panic!("{line}") };
        let [x, y] = [x, y].map(|bits| u32::from_str_radix(bits, 16).expect("bits"));
        macro_rules! function {
            ($($of:ident)*) => {
                match name {
                    $(stringify!($of) => $of,)*
                    _ => panic!("{name} isn't rounded correctly"),
                }
            };
        }
        let function: fn(f32) -> f32 = function!(exp exp2 exp_m1 ln ln_1p log2 log10 sinh cosh acosh atanh);
        assert_eq!(function(f32::from_bits(x)).to_bits(), y, "{line}");
    }
    assert!(lines.len() > 380);
}
