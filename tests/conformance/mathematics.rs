//! The functions of mathematics: on every backend the bits of `onrush::math`, which never change.

use onrush::prelude::*;
use onrush::{Result, math};

use onrush_test_support::inputs::mix;

/// Hashes of the results on the inputs below, of each function. After a deliberate change of bits,
/// `ONRUSH_BLESS=1 cargo test --test conformance-calls one_thread::mathematics` rewrites the file.
const GOLDEN: &str = include_str!("mathematics.txt");

/// A type's functions on all backends: inputs by their bits, of which every other one is of the size of numbers in programs.
macro_rules! check {
    ($b:expr, $t:ident, $bits:ident; $($one:ident)*; $($two:ident)*) => {{
        let b = $b;
        let number = |seed: u64| {
            let bits = mix(seed) as $bits;
            let usual = ($t::from_bits(bits) % 16.0).abs();
            if seed % 4 == 0 || usual.is_nan() { $t::from_bits(bits) } else { usual * (seed % 3) as $t - 8.0 }
        };
        let x: Vec<$t> = [0.0, -0.0, 1.0, -1.0, $t::INFINITY, $t::NEG_INFINITY, $t::NAN, $t::MAX, $t::MIN_POSITIVE]
            .into_iter()
            .chain((0..4000).map(number))
            .collect();
        let y: Vec<$t> = (0..x.len() as u64).map(|i| number(i + 7000)).collect();
        let (dx, dy) = (b.upload(&x)?, b.upload(&y)?);
        let names = [$(stringify!($one),)* $(stringify!($two),)* "sin_cos", "sin_cos", "powi"];
        let expected = |x: $t, y: $t| {
            let (sin, cos) = math::sin_cos(x);
            [$(math::$one(x),)* $(math::$two(x, y),)* sin, cos, math::powi(x, y as i32)]
        };
        let results = dx.iter().zip(&dy).map(op!(|(x, y): ($t, $t)| {
            let (sin, cos) = x.sin_cos();
            [$(x.$one(),)* $(x.$two(y),)* sin, cos, x.powi(y as i32)]
        }));
        let results = results.collect()?.to_vec()?;
        let mut hashes = [0u64; 27];
        for (i, row) in results.iter().enumerate() {
            for (j, (got, want)) in row.iter().zip(expected(x[i], y[i])).enumerate() {
                let same = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
                assert!(same, "{}::{} of {:e}, {:e}: {got:e}, not {want:e}", stringify!($t), names[j], x[i], y[i]);
                hashes[j] = mix(hashes[j] ^ if got.is_nan() { 1 } else { got.to_bits() as u64 });
            }
        }
        names.iter().zip(hashes).map(|(name, hash)| format!("{}::{name} {hash:016x}\n", stringify!($t))).collect::<String>()
    }};
}

pub(crate) fn methods<B: Backend>(b: &B) -> Result<()> {
    macro_rules! table {
        ($t:ident, $bits:ident) => {
            check! { b, $t, $bits;
                sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp_m1 ln ln_1p log2 log10 cbrt;
                atan2 hypot powf log
            }
        };
    }
    let table = table!(f32, u32) + &table!(f64, u64);
    if std::env::var_os("ONRUSH_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance/mathematics.txt");
        std::fs::write(path, &table).expect("mathematics.txt can be written");
        return Ok(());
    }
    assert_eq!(table, GOLDEN, "bits have changed");
    Ok(())
}
