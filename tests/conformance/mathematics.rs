//! The functions of mathematics: on every backend the bits of `onrush::math`, which never change.

use half::f16;
use onrush::prelude::*;
use onrush::{Float, Result, math};

use onrush_test_support::inputs::mix;

/// Hashes of the results on the inputs below, of each function. After a deliberate change of bits,
/// `ONRUSH_BLESS=1 cargo test --test conformance-calls one_thread::mathematics` rewrites the file.
const GOLDEN: &str = include_str!("mathematics.txt");

/// A type's functions on all backends: inputs by their bits, of which every other one is of the size of numbers in programs.
macro_rules! check {
    ($b:expr, $t:ident, $bits:ident; $($one:ident)*; $($two:ident)*; $($other:ident)*) => {{
        let b = $b;
        let number = |seed: u64| {
            let bits = mix(seed) as $bits;
            let usual = ($t::from_bits(bits) % 16.0).abs();
            if seed % 4 == 0 || usual.is_nan() { $t::from_bits(bits) } else { usual * (1 + seed % 3) as $t - 8.0 }
        };
        let x: Vec<$t> = [0.0, -0.0, 1.0, -1.0, $t::INFINITY, $t::NEG_INFINITY, $t::NAN, $t::MAX, $t::MIN_POSITIVE]
            .into_iter()
            .chain((0..4000).map(number))
            .collect();
        let y: Vec<$t> = (0..x.len() as u64).map(|i| number(i + 7000)).collect();
        let (dx, dy) = (b.upload(&x)?, b.upload(&y)?);
        let names = [
            $(stringify!($one),)* $(stringify!($two),)* "sin_cos", "sin_cos", "powi", $(stringify!($other),)* "ln_gamma",
            "sign_gamma",
        ];
        let expected = |x: $t, y: $t| {
            let ((sin, cos), (ln_gamma, sign)) = (math::sin_cos(x), math::ln_gamma(x));
            [
                $(math::$one(x),)* $(math::$two(x, y),)* sin, cos, math::powi(x, y as i32), $(math::$other(x),)* ln_gamma,
                sign as $t,
            ]
        };
        let results = dx.iter().zip(&dy).map(op!(|(x, y): ($t, $t)| {
            let ((sin, cos), (ln_gamma, sign)) = (x.sin_cos(), math::ln_gamma(x));
            [
                $(x.$one(),)* $(x.$two(y),)* sin, cos, x.powi(y as i32), $(math::$other(x),)* ln_gamma, sign as $t,
            ]
        }));
        let results = results.collect()?.to_vec()?;
        let mut hashes = [0u64; 34];
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

/// Operations call functions by their paths, of every type, and by bounds of num-traits.
pub(crate) fn functions<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<f32> = (0..1000).map(|i| i as f32 * 0.01 - 5.0).collect();
    let half: Vec<f16> = x.iter().map(|&x| f16::from_f32(x)).collect();
    let d = b.upload(&x)?;
    let (sin, angle, cos, square) = d
        .iter()
        .map(op!(|v: f32| (math::sin(v), math::atan2(v, 3.0), math::sin_cos(v).1, math::powi(v, 2))))
        .collect()?;
    assert_eq!(sin.to_vec()?, x.iter().map(|&v| math::sin(v)).collect::<Vec<_>>());
    assert_eq!(angle.to_vec()?, x.iter().map(|&v| math::atan2(v, 3.0)).collect::<Vec<_>>());
    assert_eq!(cos.to_vec()?, x.iter().map(|&v| math::cos(v)).collect::<Vec<_>>());
    assert_eq!(square.to_vec()?, x.iter().map(|&v| v * v).collect::<Vec<_>>());
    let (erf, (value, sign)) = b
        .upload(&half)?
        .iter()
        .map(op!(|v: f16| (math::erf(v) + math::to_radians(math::exp(math::sqrt(v.abs()))), math::ln_gamma(v))))
        .collect()?;
    assert_eq!(
        erf.to_vec()?,
        half.iter().map(|&v| math::erf(v) + math::to_radians(math::exp(math::sqrt(v.abs())))).collect::<Vec<_>>()
    );
    assert_eq!(value.to_vec()?, half.iter().map(|&v| math::ln_gamma(v).0).collect::<Vec<_>>());
    assert_eq!(sign.to_vec()?, half.iter().map(|&v| math::ln_gamma(v).1).collect::<Vec<_>>());
    assert_eq!(generic(&d)?, x.iter().map(|&v| math::gelu(v) + math::exp(v)).collect::<Vec<_>>());
    Ok(())
}

fn generic<T: Float + num_traits::Float, B: Backend>(x: &DeviceVec<T, B>) -> Result<Vec<T>> {
    x.iter().map(op!(|v: T| math::gelu(v) + v.exp())).collect()?.to_vec()
}

pub(crate) fn methods<B: Backend>(b: &B) -> Result<()> {
    macro_rules! table {
        ($t:ident, $bits:ident) => {
            check! { b, $t, $bits;
                sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp_m1 ln ln_1p log2 log10 cbrt;
                atan2 hypot powf log; erf erfc gamma sigmoid gelu
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
