use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{lengths, many, mix};

const SEED: u64 = 0x0123_4567_89ab_cdef;

/// Compares a hash of the items' bits.
fn golden(what: &str, items: impl IntoIterator<Item = u64>, want: u64) {
    let hash = items.into_iter().fold(0, |hash, bits| mix(hash ^ bits));
    assert_eq!(hash, want, "{what}: {hash:#x}");
}

/// Numbers that must never change.
// Sanitized: kernels
pub(crate) fn numbers<B: Backend>(b: &B) -> Result<()> {
    let rng = Rng::new(SEED);
    let n = 10_007;
    let x = b.uniform::<u32>(rng, n).collect()?.to_vec()?;
    golden("u32", x.iter().map(|&x| x.into()), 0x09df_9b02_f0f5_a21e);
    let x = b.uniform::<i64>(rng, n).collect()?.to_vec()?;
    golden("i64", x.iter().map(|&x| x as u64), 0x6bc2_bcef_9a6a_4e8f);
    let x = b.uniform::<f32>(rng, n).collect()?.to_vec()?;
    golden("f32", x.iter().map(|&x| x.to_bits().into()), 0x010e_91a2_92f1_0d70);
    let x = b.uniform::<f64>(rng.stream(3), n).collect()?.to_vec()?;
    golden("f64", x.iter().map(|&x| x.to_bits()), 0x28fb_4e25_1dfe_14bd);
    // The bound rejects a third of the words.
    let x = b.uniform_in(rng, 5..(1u32 << 31) + (1 << 29), n).collect()?.to_vec()?;
    golden("ranges of u32", x.iter().map(|&x| x.into()), 0x5eaf_472a_56c6_a283);
    let x = b.uniform_in(rng, i64::MIN..i64::MAX / 2, n).collect()?.to_vec()?;
    golden("ranges of i64", x.iter().map(|&x| x as u64), 0x9d43_b5b8_1edc_efc1);
    // Numbers whose functions consist of exact operations.
    let x = b.normal::<f32>(rng, n).collect()?.to_vec()?;
    golden("normal f32", x.iter().map(|&x| x.to_bits().into()), 0x577c_ad16_d69b_bdfa);
    let x = b.normal::<f64>(rng, n).collect()?.to_vec()?;
    golden("normal f64", x.iter().map(|&x| x.to_bits()), 0xc587_1aea_863b_7ff9);
    let x = b.exponential::<f32>(rng, n).collect()?.to_vec()?;
    golden("exponential f32", x.iter().map(|&x| x.to_bits().into()), 0x9f7a_27f0_9933_0507);
    let x = b.exponential::<f64>(rng, n).collect()?.to_vec()?;
    golden("exponential f64", x.iter().map(|&x| x.to_bits()), 0xa14b_806e_f5f3_289e);
    let far = b.tabulate(
        n,
        op!(|i: usize| {
            let mut draws = rng.at(i);
            let normal = draws.normal_f64().to_bits() ^ draws.normal_f32().to_bits() as u64;
            normal ^ draws.exponential_f64().to_bits() ^ draws.exponential_f32().to_bits() as u64
        }),
    );
    golden("drawn from distributions", far.collect()?.to_vec()?, 0x28d5_bfb2_76c9_8580);
    let draws = b.tabulate(
        n,
        op!(|i: usize| {
            let mut draws = rng.at(i);
            let word = draws.next_u32() as u64;
            let pair = draws.next_u64();
            let (below, far) = (draws.below_u32(3_000_000_000) as u64, draws.below_u64(3 << 61));
            let floats = draws.next_f64().to_bits() ^ draws.next_f32().to_bits() as u64;
            word ^ pair.rotate_left(7) ^ below.rotate_left(13) ^ far ^ floats ^ draws.next_bool(0.3) as u64
        }),
    );
    golden("draws", draws.collect()?.to_vec()?, 0x13fa_ed79_3a12_31e6);
    Ok(())
}

/// Chains begin and end anywhere in a block, and read items in any order.
// Sanitized: kernels, host
pub(crate) fn parts<B: Backend>(b: &B) -> Result<()> {
    let rng = Rng::new(SEED);
    for n in lengths(4) {
        let want: Vec<u32> = (0..n).map(|i| rng.block(i / 4)[i % 4]).collect();
        let x = || b.uniform::<u32>(rng, n);
        all_same("all", &x().collect()?.to_vec()?, &want);
        let tail: Vec<u32> = want.iter().skip(3).copied().collect();
        all_same("a tail", &x().skip(3).collect()?.to_vec()?, &tail);
        let back: Vec<u32> = want.iter().rev().copied().collect();
        all_same("reversed", &x().rev().collect()?.to_vec()?, &back);
        same("a sum", x().skip(1).reduce(0, op!(|a: u32, b: u32| a ^ b))?, want.iter().skip(1).fold(0, |a, b| a ^ b));
        let pairs: Vec<f64> = (0..n)
            .map(|i| {
                let words = rng.block(i / 2);
                let (low, high) = (words[i % 2 * 2] as u64, words[i % 2 * 2 + 1] as u64);
                ((high << 32 | low) >> 11) as f64 / (1u64 << 53) as f64
            })
            .collect();
        let y = b.uniform::<f64>(rng, n);
        all_same("of two words", &y.zip(x()).map(op!(|(y, _): (f64, u32)| y)).collect()?.to_vec()?, &pairs);
    }
    Ok(())
}

/// Orders that must never change, and that are the same for every type.
// Sanitized: kernels
pub(crate) fn shuffles<B: Backend>(b: &B) -> Result<()> {
    let rng = Rng::new(SEED);
    for (n, want) in [
        (0, 0),
        (1, 0xe220_a839_7b1d_cdaf),
        (2, 0x6b47_3cf5_f337_2322),
        (33, 0x9352_628c_5386_e161),
        (1000, 0x059c_f443_4df0_8b6d),
        ((1 << 16) + 321, 0xac9f_2650_453e_9548),
    ] {
        let mut x = b.range(0..n as u32).collect()?;
        shuffle(&mut x, rng)?;
        let order = x.to_vec()?;
        golden("the order", order.iter().map(|&x| x.into()), want);
        let (mut bytes, mut wide) =
            (b.range(0..n).map(op!(|i: usize| i as u8)).collect()?, b.range(0..n as u64 + 2).collect()?);
        let wide_part = wide.slice_mut(1..n + 1)?;
        shuffle((&mut bytes, wide_part), rng)?;
        all_same("bytes", &bytes.to_vec()?, &order.iter().map(|&i| i as u8).collect::<Vec<_>>());
        let mut want = vec![0];
        want.extend(order.iter().map(|&i| i as u64 + 1));
        want.push(n as u64 + 1);
        all_same("a part", &wide.to_vec()?, &want);
    }
    let (mut x, mut y) = (b.filled(0, 3)?, b.filled(0, 4)?);
    let error = shuffle((&mut x, &mut y), rng).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::LengthMismatch { what: "shuffle", left: 3, right: 4 });
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn samples<B: Backend>(b: &B) -> Result<()> {
    let rng = Rng::new(SEED);
    for (n, want) in [
        (1, 0xe220_a839_7b1d_cdaf),
        (2, 0x91cc_7d8e_626b_5dfd),
        (3, 0x347b_dd0c_e7b8_522c),
        (100, 0x4dcb_0fe5_af84_1fb1),
        (1000, 0x4930_6367_64c4_d57a),
        (5003, 0x4774_ff36_c71e_4cda),
    ] {
        let all = b.permutation(rng, n).collect()?.to_vec()?;
        golden("the permutation", all.iter().map(|&i| i as u64), want);
        all_same("a sample", &b.sample(rng, n, n / 3).collect()?.to_vec()?, &all[..n / 3]);
    }
    let far = b.sample(rng, usize::MAX / 2, 1000).collect()?.to_vec()?;
    golden("of very many", far.iter().map(|&i| i as u64), 0x8f0e_b8e5_bd1a_3a68);
    for (n, k) in [(3, 4), (0, 1), (0, 1000)] {
        let error = b.sample(rng, n, k).sum().unwrap_err();
        assert!(error.to_string().contains("a sample has at most as many items as there are"), "{error}");
    }
    same("none of none", b.sample(rng, 0, 0).count()?, 0);
    Ok(())
}

pub(crate) fn ranges<B: Backend>(b: &B) -> Result<()> {
    let rng = Rng::new(SEED);
    let panicked = |result: Result<u32>| {
        let error = result.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Panic { .. }), "{error}");
    };
    panicked(b.uniform_in(rng, 3..3u32, 10).sum());
    panicked(b.tabulate(3, op!(|i: usize| rng.at(i).below_u32(i as u32))).sum());
    all_same("no numbers of an empty range", &b.uniform_in(rng, 3..3, 0).collect()?.to_vec()?, &[]);
    let longest = || b.uniform::<f32>(rng, usize::MAX);
    same("its last items", longest().skip(usize::MAX - 5).collect()?.to_vec()?.len(), 5);
    assert!(matches!(longest().collect().unwrap_err().kind(), ErrorKind::OutOfMemory { .. }));
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let len = many(b);
    let rng = Rng::new(SEED);
    let x = b.uniform::<f32>(rng, len).collect()?.to_vec()?;
    let want: Vec<f32> = (0..len).map(|i| (rng.block(i / 4)[i % 4] >> 8) as f32 / 16_777_216.0).collect();
    all_same("uniform", &x, &want);
    Ok(())
}
