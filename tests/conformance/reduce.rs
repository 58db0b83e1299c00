use std::sync::OnceLock;

use half::{bf16, f16};
use onrush::Result;
use onrush::operator::{Bits, Number, Operator};
use onrush::prelude::*;

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{
    Grain, Sample, affine, bicyclic, brackets, contractions, data, few_lengths, lengths, many, matrix, mix, property,
    size,
};
use onrush_test_support::{contract, oracle};

pub(crate) fn integers<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample + Number>(b: &B) -> Result<()> {
        for len in lengths(size_of::<T>()) {
            let x: Vec<T> = data(len as u64, len);
            let (v, init) = (b.upload(&x)?, T::sample(mix(len as u64)));
            same("sum", v.iter().reduce(init, Sum)?, oracle::reduce(&x, init, T::plus));
            same("product", v.iter().reduce(init, Product)?, oracle::reduce(&x, init, T::times));
            same("min", v.iter().reduce(init, Min)?, oracle::reduce(&x, init, |a, b| if b < a { b } else { a }));
            same("max", v.iter().reduce(init, Max)?, oracle::reduce(&x, init, |a, b| if b > a { b } else { a }));
        }
        Ok(())
    }
    check::<B, u8>(b)?;
    check::<B, i16>(b)?;
    check::<B, u32>(b)?;
    check::<B, i64>(b)
}

pub(crate) fn bit_operators<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample + Bits>(b: &B) -> Result<()> {
        for len in few_lengths(size_of::<T>()) {
            let x: Vec<T> = data(len as u64, len);
            let v = b.upload(&x)?;
            same("and", v.iter().reduce(T::ALL, BitAnd)?, oracle::reduce(&x, T::ALL, |a, b| a & b));
            same("or", v.iter().reduce(T::NONE, BitOr)?, oracle::reduce(&x, T::NONE, |a, b| a | b));
            same("xor", v.iter().reduce(T::NONE, BitXor)?, oracle::reduce(&x, T::NONE, |a, b| a ^ b));
        }
        Ok(())
    }
    check::<B, bool>(b)?;
    check::<B, u8>(b)?;
    check::<B, u64>(b)
}

// Sanitized: host
pub(crate) fn floats_in_lanes<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample + Number>(b: &B) -> Result<()> {
        let size = size::<T>();
        for len in lengths(size) {
            let x: Vec<T> = data(len as u64, len);
            let slots: Vec<_> = x.iter().copied().map(Some).collect();
            let (v, init) = (b.upload(&x)?, T::sample(5));
            let want = |init, op: fn(T, T) -> T| contract::reduce_lanes(&slots, init, size, op);
            same("sum", v.iter().reduce_with(Sum)?, want(None, T::plus));
            same("sum from the left", Some(v.iter().reduce(init, Sum)?), want(Some(init), T::plus));
            // The product of a whole vector would soon be 0.
            let near_one = |x: T| x.times(x).plus(T::one());
            let y: Vec<T> = x.iter().copied().map(near_one).take(40).collect();
            let slots: Vec<_> = y.iter().copied().map(Some).collect();
            let product = b.upload(&y)?.iter().reduce_with(Product)?;
            same("product", product, contract::reduce_lanes(&slots, None, size, T::times));
        }
        Ok(())
    }
    check::<B, f16>(b)?;
    check::<B, bf16>(b)?;
    check::<B, f32>(b)?;
    check::<B, f64>(b)
}

pub(crate) fn custom_operators_keep_the_order<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(8) {
        let x = brackets(len as u64, len);
        let product = op!(|a: [u32; 2], b: [u32; 2]| bicyclic(a, b));
        same("brackets", b.upload(&x)?.iter().reduce([3, 5], product)?, oracle::reduce(&x, [3, 5], bicyclic));
    }
    for len in lengths(16) {
        let x: Vec<[u32; 4]> = data(len as u64, len);
        let product = op!(|a: [u32; 4], b: [u32; 4]| matrix(a, b));
        let one = [1, 0, 0, 1];
        same("matrices", b.upload(&x)?.iter().reduce(one, product)?, oracle::reduce(&x, one, matrix));
    }
    Ok(())
}

pub(crate) fn custom_float_operators_keep_the_brackets<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(8) {
        let x = contractions(len as u64, len);
        let slots: Vec<_> = x.iter().copied().map(Some).collect();
        let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
        let v = b.upload(&x)?;
        same("without init", v.iter().reduce_with(compose)?, contract::reduce_in_order(&slots, None, 8, affine));
        let init = [0.5, 0.25];
        let want = contract::reduce_in_order(&slots, Some(init), 8, affine);
        same("with init", Some(v.iter().reduce(init, compose)?), want);
    }
    Ok(())
}

/// Operations that are known to be exact, since part by part they are operators of integers; nothing is known of their identities.
// Sanitized: kernels, host
pub(crate) fn exact_part_by_part<B: Backend>(b: &B) -> Result<()> {
    type Three = (u32, u8, i64);
    let join = |a: Three, b: Three| (a.0 ^ b.0, a.1.wrapping_add(b.1), a.2.max(b.2));
    let part_by_part = op!(|a: Three, b: Three| (a.0 ^ b.0, a.1.wrapping_add(b.1), a.2.max(b.2)));
    let three = op!(|v: u32| (v, v as u8, (v as i64) << 7));
    let kept = op!(|v: (u32, u8, i64)| v.1 > 200);
    for len in few_lengths(24) {
        let x: Vec<u32> = data(len as u64, len);
        let host: Vec<Three> = x.iter().map(|v| (*v, *v as u8, i64::from(*v) << 7)).collect();
        let v = b.upload(&x)?;
        let items = || v.iter().map(three);
        let init = (7, 7, 7);
        same("all", items().reduce(init, part_by_part)?, host.iter().copied().fold(init, join));
        let some = host.iter().copied().filter(|v| v.1 > 200);
        same("filtered", items().filter(kept).reduce_with(part_by_part)?, some.reduce(join));
        let step = |prefix: &mut Three, v: &Three| {
            let before = *prefix;
            *prefix = join(before, *v);
            Some(before)
        };
        let scanned: Vec<Three> = host.iter().scan(init, step).collect();
        let got = items().scan_exclusive(init, part_by_part).collect()?;
        let (a, c) = (got.0.to_vec()?, got.1.to_vec()?);
        let got: Vec<Three> = a.into_iter().zip(c).zip(got.2.to_vec()?).map(|((a, c), e)| (a, c, e)).collect();
        all_same("scanned", &got, &scanned);
        for places in [3, 40_000] {
            let mut want = vec![11u32; places];
            x.iter().for_each(|v| want[*v as usize % places] ^= v.wrapping_mul(3));
            let mut out = b.filled(11u32, places)?;
            let at = v.iter().map(op!(|v: u32| v as usize % places));
            v.iter().map(op!(|v: u32| v.wrapping_mul(3))).scatter_reduce(at, op!(|a: u32, b: u32| a ^ b), &mut out)?;
            all_same("by place", &out.to_vec()?, &want);
        }
        if len >= 3 {
            let rows = len / 3;
            let mut want = vec![1u32; 3];
            x[..3 * rows].iter().enumerate().for_each(|(i, v)| want[i % 3] = want[i % 3].min(*v));
            let columns = v.iter().take(3 * rows).grid(rows, 3).columns();
            all_same("columns", &columns.reduce(1, op!(|a: u32, b: u32| a.min(b))).collect()?.to_vec()?, &want);
        }
    }
    Ok(())
}

/// The same addition, once as a plain operator in order, once declared commutative and so in lanes.
// Sanitized: kernels
pub(crate) fn declared_commutative<B: Backend>(b: &B) -> Result<()> {
    let add = op!(|a: f32, b: f32| a + b);
    let plus = |a: f32, b: f32| a + b;
    let mut differ = 0;
    for len in lengths(4) {
        let x: Vec<f32> = data(len as u64, len);
        let slots: Vec<_> = x.iter().copied().map(Some).collect();
        let v = b.upload(&x)?;
        let (ordered, strided) = (v.iter().reduce_with(add)?, v.iter().reduce_with(commutative(add))?);
        same("in order", ordered, contract::reduce_in_order(&slots, None, 4, plus));
        same("in lanes", strided, contract::reduce_lanes(&slots, None, 4, plus));
        differ += usize::from(ordered != strided);
    }
    assert!(differ > 5, "the data must tell the two associations apart");
    Ok(())
}

/// Every length up to a few runs, because short inputs take separate paths.
pub(crate) fn few<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample + Number>(b: &B, len: usize, add: impl Operator<T>) -> Result<()> {
        let x: Vec<T> = data(len as u64, len);
        let slots: Vec<_> = x.iter().copied().map(Some).collect();
        let v = b.upload(&x)?;
        same("in lanes", v.iter().reduce_with(Sum)?, contract::reduce_lanes(&slots, None, size::<T>(), T::plus));
        same("in order", v.iter().reduce_with(add)?, contract::reduce_in_order(&slots, None, size::<T>(), T::plus));
        let odd: Vec<T> = x.iter().enumerate().map(|(i, x)| odd(*x, mix((len * i) as u64))).collect();
        let v = b.upload(&odd)?;
        same("max", v.iter().max()?, odd.iter().copied().reduce(T::larger));
        same("min", v.iter().min()?, odd.iter().copied().reduce(T::smaller));
        Ok(())
    }
    /// Occasionally 0 / 0 or a zero of either sign.
    fn odd<T: Number>(x: T, random: u64) -> T {
        match random % 5 {
            0 => T::SMALLEST,
            1 => T::NEUTRAL,
            2 => T::zero(),
            _ => x,
        }
    }
    for len in 1..=130 {
        check(b, len, op!(|a: f32, b: f32| a + b))?;
        check(b, len, op!(|a: f64, b: f64| a + b))?;
        check(b, len, op!(|a: u16, b: u16| a.wrapping_add(b)))?;
        check(b, len, op!(|a: f16, b: f16| a + b))?;
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn filtered<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let x: Vec<f32> = data(len as u64, len);
        let v = b.upload(&x)?;
        // The filters keep no items, few, half, almost all and all.
        for cut in [f32::INFINITY, 40.0, 0.0, -0.2, f32::NEG_INFINITY] {
            let slots: Vec<_> = x.iter().map(|&v| (v > cut).then_some(v)).collect();
            let kept = || v.iter().filter(op!(|v: f32| v > cut));
            let want = contract::reduce_lanes(&slots, None, 4, |a, b| a + b);
            same("sum of what is kept", kept().reduce_with(Sum)?, want);
            let want = contract::reduce_in_order(&slots, None, 4, |a, b| a + b);
            same("the same in order", kept().reduce_with(op!(|a: f32, b: f32| a + b))?, want);
        }
    }
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn structures<B: Backend>(b: &B) -> Result<()> {
    let later = |a: Grain, b: Grain| Grain { kind: a.kind ^ b.kind, size: a.size + b.size, cell: b.cell };
    // 12 bytes aren't a power of two, so runs have 10 items and lanes one.
    for len in lengths(size::<Grain>()) {
        let x: Vec<Grain> = data(len as u64, len);
        let slots: Vec<_> = x.iter().copied().map(Some).collect();
        let join = op!(|a: Grain, b: Grain| Grain { kind: a.kind ^ b.kind, size: a.size + b.size, cell: b.cell });
        let v = b.upload(&x)?;
        let want = contract::reduce_in_order(&slots, None, size::<Grain>(), later);
        same("in order", v.iter().reduce_with(join)?, want);
        // Declared commutative, the reduction keeps the cell of the last lane, on every backend.
        let want = contract::reduce_lanes(&slots, None, size::<Grain>(), later);
        same("in lanes", v.iter().reduce_with(commutative(join))?, want);
    }
    Ok(())
}

/// Rust lays this tuple out in 8 bytes, C++ in 12; the contract uses C++'s size.
pub(crate) fn tuples<B: Backend>(b: &B) -> Result<()> {
    type T = (u8, f32, u8);
    assert_eq!((size::<T>(), size_of::<T>()), (12, 8));
    for len in few_lengths(12) {
        let (x, y): (Vec<f32>, Vec<u8>) = (data(1, len), data(2, len));
        let items: Vec<T> = x.iter().zip(&y).map(|(&x, &y)| (y, x, 1)).collect();
        let slots: Vec<_> = items.iter().copied().map(Some).collect();
        let (x, y) = (b.upload(&x)?, b.upload(&y)?);
        let chain = x.iter().zip(&y).map(op!(|(x, y): (f32, u8)| (y, x, 1u8)));
        let join = op!(|a: (u8, f32, u8), b: (u8, f32, u8)| (a.0 ^ b.0, a.1 + b.1, a.2.wrapping_add(b.2)));
        let want = contract::reduce_in_order(&slots, None, 12, |a, b| (a.0 ^ b.0, a.1 + b.1, a.2.wrapping_add(b.2)));
        same("tuples", chain.reduce_with(join)?, want);
    }
    Ok(())
}

pub(crate) fn minimum_and_maximum_of_floats<B: Backend>(b: &B) -> Result<()> {
    let nan = f32::NAN;
    let cases: [(&[f32], f32, f32); 6] = [
        (&[1.0, nan, 2.0], 1.0, 2.0),
        (&[nan, nan], nan, nan),
        (&[0.0, -0.0], -0.0, 0.0),
        (&[-0.0, 0.0], -0.0, 0.0),
        (&[f32::INFINITY, nan, f32::NEG_INFINITY], f32::NEG_INFINITY, f32::INFINITY),
        (&[nan, f32::INFINITY], f32::INFINITY, f32::INFINITY),
    ];
    for (x, least, most) in cases {
        // A single copy, and copies spread over many rows, chunks and tiles.
        for copies in [1, 777, 30_011] {
            let v = b.upload(&x.repeat(copies))?;
            let min = v.iter().min()?;
            let max = v.iter().max()?;
            assert!(min.is_some_and(|m| m.to_bits() == least.to_bits() || (m.is_nan() && least.is_nan())), "{min:?}");
            assert!(max.is_some_and(|m| m.to_bits() == most.to_bits() || (m.is_nan() && most.is_nan())), "{max:?}");
        }
    }
    Ok(())
}

/// Results that stay on the device, on each of the algorithm's ways, equal those that the host gets.
// Sanitized: kernels, host
pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let (x, y): (Vec<f32>, Vec<[u32; 2]>) = (data(1, len), brackets(2, len));
        let (vx, vy) = (b.upload(&x)?, b.upload(&y)?);
        let mut out = b.filled(7.0f32, 3)?;
        vx.iter().reduce_into(0.5, Sum, out.slice_mut(1..2)?)?;
        all_same("in lanes", &out.to_vec()?, &[7.0, vx.iter().reduce(0.5, Sum)?, 7.0]);
        vx.iter().filter(op!(|v: f32| v > 0.1)).sum_into(out.slice_mut(0..1)?)?;
        same("filtered", out.to_vec()?[0], vx.iter().filter(op!(|v: f32| v > 0.1)).sum()?);
        let product = op!(|a: [u32; 2], b: [u32; 2]| bicyclic(a, b));
        let mut product_out = b.filled([0u32; 2], 1)?;
        vy.iter().reduce_into([1, 2], product, &mut product_out)?;
        all_same("in order", &product_out.to_vec()?, &[oracle::reduce(&y, [1, 2], bicyclic)]);
        // A pair goes into two columns.
        let (mut least, mut at) = (b.filled(0.0f32, 1)?, b.filled(0usize, 1)?);
        let less = op!(|a: (f32, usize), b: (f32, usize)| if b.0 < a.0 { b } else { a });
        let pairs = vx.iter().zip(b.range(0..len));
        pairs.clone().reduce_into((9.0, usize::MAX), less, (&mut least, &mut at))?;
        let want = pairs.reduce((9.0, usize::MAX), less)?;
        same("columns", (least.to_vec()?[0], at.to_vec()?[0]), want);
    }
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<f32> = data(1, many(b));
    let slots: Vec<_> = x.iter().copied().map(Some).collect();
    let v = b.upload(&x)?;
    same("sum", v.iter().reduce_with(Sum)?, contract::reduce_lanes(&slots, None, 4, |a, b| a + b));
    let x = contractions(2, many(b));
    let slots: Vec<_> = x.iter().copied().map(Some).collect();
    let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
    let want = contract::reduce_in_order(&slots, None, 8, affine);
    same("affine maps", b.upload(&x)?.iter().reduce_with(compose)?, want);
    Ok(())
}

/// More than 4096 chunks of 8 rows, or 4096 tiles: chunks grow then. Nothing is stored, so only time limits the length.
pub(crate) fn longer_chunks<B: Backend>(b: &B) -> Result<()> {
    // Plain loops over millions of items, for all machines once.
    static IN_LANES: OnceLock<Option<u64>> = OnceLock::new();
    static IN_ORDER: OnceLock<Option<u64>> = OnceLock::new();
    let mark = |a: u64, b: u64| a.wrapping_mul(3) ^ b;
    // Items of 16 bytes: rows of 256.
    let len = 4096 * 8 * 256 + 70_001;
    let pairs = b.range(0..len as u64).map(op!(|i: u64| [i, 0]));
    let got = pairs.reduce_with(commutative(op!(|a: [u64; 2], b: [u64; 2]| [a[0].wrapping_mul(3) ^ b[0], 0])))?;
    let slots = |len| (0..len as u64).map(Some).collect::<Vec<_>>();
    let want = IN_LANES.get_or_init(|| contract::reduce_lanes(&slots(len), None, 16, mark));
    same("in lanes", got.map(|g| g[0]), *want);
    // Items of 128 bytes: runs of a single item, tiles of 384.
    let len = 4096 * 384 + 70_001;
    let blocks = b.range(0..len as u64).map(op!(|i: u64| [i; 16]));
    let got = blocks.reduce_with(op!(|a: [u64; 16], b: [u64; 16]| {
        let mut c = b;
        c[0] = a[0].wrapping_mul(3) ^ b[0];
        c
    }))?;
    let want = IN_ORDER.get_or_init(|| contract::reduce_in_order(&slots(len), None, 128, mark));
    same("in order", got.map(|g| g[0]), *want);
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 300, |(x, skip, cut): (Vec<i32>, usize, i32)| {
        let skip = skip % (x.len() + 2);
        let v = b.upload(&x).unwrap();
        let got = v.iter().skip(skip).rev().filter(op!(|v: i32| v >= cut)).sum().unwrap();
        let want = x.iter().skip(skip).filter(|&&v| v >= cut).fold(0i32, |a, &b| a.wrapping_add(b));
        same("sum", got, want);
    });
    Ok(())
}

/// The known operators of arrays and tuples, part by part, in the association of the whole item.
// Sanitized: kernels, host
pub(crate) fn known_operators_part_by_part<B: Backend>(b: &B) -> Result<()> {
    fn larger<T: Number>(a: T, b: T) -> T {
        a.larger(b)
    }
    type Four = [f32; 4];
    let plus = |a: Four, b: Four| [0, 1, 2, 3].map(|i| a[i] + b[i]);
    for len in lengths(16) {
        let x: Vec<Four> = data(len as u64, len);
        let slots: Vec<_> = x.iter().copied().map(Some).collect();
        let v = b.upload(&x)?;
        same("sums", v.iter().reduce_with(Sum)?, contract::reduce_lanes(&slots, None, 16, plus));
        same(
            "sums from",
            Some(v.iter().reduce([0.5; 4], Sum)?),
            contract::reduce_lanes(&slots, Some([0.5; 4]), 16, plus),
        );
        let most = x.iter().fold([f32::NEG_INFINITY; 4], |a, b| [0, 1, 2, 3].map(|i| larger(a[i], b[i])));
        same("maxima", v.iter().reduce([f32::NEG_INFINITY; 4], Max)?, most);
        all_same(
            "prefixes",
            &v.iter().scan_inclusive(Sum).collect()?.to_vec()?,
            &contract::scan_inclusive(&x, 16, plus),
        );
    }
    type Mixed = (u64, (u8, i16), [u32; 11]);
    let mixed = op!(|v: u32| (v as u64, (v as u8, (v >> 3) as i16), [v; 11]));
    let of = |v: u32| -> Mixed { (v.into(), (v as u8, (v >> 3) as i16), [v; 11]) };
    let add = |a: Mixed, b: Mixed| -> Mixed {
        let tuple = (a.1.0.wrapping_add(b.1.0), a.1.1.wrapping_add(b.1.1));
        (a.0.wrapping_add(b.0), tuple, std::array::from_fn(|i| a.2[i].wrapping_add(b.2[i])))
    };
    let least = |a: Mixed, b: Mixed| -> Mixed {
        (a.0.min(b.0), (a.1.0.min(b.1.0), a.1.1.min(b.1.1)), std::array::from_fn(|i| a.2[i].min(b.2[i])))
    };
    for len in [0, 1, 33, 5003] {
        let x: Vec<u32> = data(1, len);
        let v = || b.upload(&x).map(|x| x.iter().map(mixed).reduce(of(7), Sum));
        same("mixed", v()??, x.iter().fold(of(7), |a, v| add(a, of(*v))));
        let (x_on, want) = (b.upload(&x)?, x.iter().copied().map(of).reduce(least));
        same("least", x_on.iter().map(mixed).reduce_with(Min)?, want);
        let xor = x.iter().fold((3u32, [false; 2]), |a, v| (a.0 ^ v, [a.1[0] ^ (v & 1 == 1), a.1[1] ^ (v & 2 == 2)]));
        let bits = x_on.iter().map(op!(|v: u32| (v, [v & 1 == 1, v & 2 == 2])));
        same("bits", bits.reduce((3, [false; 2]), BitXor)?, xor);
    }
    Ok(())
}

/// Sums of arrays by place, by key, and of segments.
pub(crate) fn arrays_by_place_and_key<B: Backend>(b: &B) -> Result<()> {
    let (n, places) = (5003, 17);
    let x: Vec<[i32; 3]> = data(1, n);
    let place: Vec<u32> = data::<u32>(2, n).into_iter().map(|v| v % places as u32).collect();
    let (v, p) = (b.upload(&x)?, b.upload(&place)?);
    let mut want = vec![[1i32; 3]; places];
    for (v, p) in x.iter().zip(&place) {
        want[*p as usize] = [0, 1, 2].map(|i| want[*p as usize][i].wrapping_add(v[i]));
    }
    let mut sums = b.filled([1i32; 3], places)?;
    v.iter().scatter_reduce(&p, Sum, &mut sums)?;
    all_same("by place", &sums.to_vec()?, &want);
    let (keys, sums) = v.iter().groups(&p).reduce([1; 3], Sum).collect()?;
    same("keys", keys.len(), places);
    all_same("groups", &sums.to_vec()?, &want);
    let rows = v.iter().segments_of(40).reduce([0; 3], Sum).collect()?.to_vec()?;
    let of_row =
        |row: &[[i32; 3]]| row.iter().fold([0; 3], |a: [i32; 3], v| [0, 1, 2].map(|i| a[i].wrapping_add(v[i])));
    all_same("rows", &rows, &x.chunks(40).map(of_row).collect::<Vec<_>>());
    Ok(())
}
