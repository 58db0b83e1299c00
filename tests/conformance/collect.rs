use half::{bf16, f16};
use onrush::Result;
use onrush::prelude::*;

use onrush_test_support::compare::all_same;
use onrush_test_support::inputs::{Grain, Sample, Stamped, data, few_lengths, lengths, many, property};

/// Uploads, copies on the device and reads back elements of every type.
pub(crate) fn every_element<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample>(b: &B) -> Result<()> {
        for len in lengths(size_of::<T>()) {
            let x: Vec<T> = data(len as u64, len);
            let v = b.upload(&x)?;
            assert_eq!((v.len(), v.is_empty(), v.iter().len()), (len, len == 0, len));
            all_same("there and back", &v.to_vec()?, &x);
            all_same("copied", &v.iter().collect()?.to_vec()?, &x);
        }
        let x: Vec<T> = data(1, 1009);
        let v = b.upload(&x)?;
        // Neither end of the part is aligned to more than an element.
        for (from, to) in [(1, 1009), (3, 1000), (7, 8), (500, 500)] {
            let part = v.slice(from..to)?;
            all_same("a part", &part.iter().collect()?.to_vec()?, &x[from..to]);
            all_same("a part, read back", &part.to_vec()?, &x[from..to]);
        }
        all_same("filled", &b.filled(x[0], 77)?.to_vec()?, &[x[0]; 77]);
        Ok(())
    }
    check::<B, bool>(b)?;
    check::<B, u8>(b)?;
    check::<B, u16>(b)?;
    check::<B, f16>(b)?;
    check::<B, bf16>(b)?;
    check::<B, u32>(b)?;
    check::<B, f32>(b)?;
    check::<B, u64>(b)?;
    check::<B, f64>(b)?;
    check::<B, [u64; 2]>(b)?;
    check::<B, [u8; 3]>(b)?;
    check::<B, Grain>(b)?;
    check::<B, Stamped>(b)
}

pub(crate) fn mapped<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let x: Vec<f32> = data(1, len);
        let v = b.upload(&x)?;
        let (scale, shift) = (1.1, -0.3);
        let got = v.iter().map(op!(|v: f32| v * scale + shift)).collect()?;
        all_same("mapped", &got.to_vec()?, &x.iter().map(|v| v * scale + shift).collect::<Vec<_>>());
        let narrow = v.iter().map(op!(|v: f32| v as i8)).collect()?;
        all_same("another size", &narrow.to_vec()?, &x.iter().map(|v| *v as i8).collect::<Vec<_>>());
    }
    Ok(())
}

// Sanitized: host
pub(crate) fn tuples_into_columns<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(8) {
        let (x, y): (Vec<u8>, Vec<f64>) = (data(1, len), data(2, len));
        let (vx, vy) = (b.upload(&x)?, b.upload(&y)?);
        let (i, (p, q)) = vx.iter().zip(&vy).enumerate().collect()?;
        all_same("positions", &i.to_vec()?, &(0..len).collect::<Vec<_>>());
        all_same("bytes", &p.to_vec()?, &x);
        all_same("floats", &q.to_vec()?, &y);
        let (r, s, t) = vx.iter().map(op!(|x: u8| (x, x as u32 + 1, x > 7))).collect()?;
        all_same("first", &r.to_vec()?, &x);
        all_same("second", &s.to_vec()?, &x.iter().map(|&x| x as u32 + 1).collect::<Vec<_>>());
        all_same("third", &t.to_vec()?, &x.iter().map(|&x| x > 7).collect::<Vec<_>>());
    }
    Ok(())
}

// Sanitized: host
pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let x: Vec<u32> = data(3, len);
        let v = b.upload(&x)?;
        let mut out = b.filled(9u32, len + 3)?;
        v.iter().collect_into(out.slice_mut(2..len + 2)?)?;
        let want: Vec<u32> = [9, 9].into_iter().chain(x.iter().copied()).chain([9]).collect();
        all_same("into a part", &out.to_vec()?, &want);
        let (mut low, mut high) = (b.filled(0u16, len)?, b.filled(0u16, len)?);
        v.iter().map(op!(|v: u32| (v as u16, (v >> 16) as u16))).collect_into((&mut low, &mut high))?;
        all_same("low", &low.to_vec()?, &x.iter().map(|&v| v as u16).collect::<Vec<_>>());
        all_same("high", &high.to_vec()?, &x.iter().map(|&v| (v >> 16) as u16).collect::<Vec<_>>());
    }
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn copies<B: Backend>(b: &B) -> Result<()> {
    let (x, y): (Vec<i64>, Vec<i64>) = (data(1, 1009), data(2, 1009));
    let mut v = b.upload(&x)?;
    let before = v.try_clone()?;
    v.copy_from(&y)?;
    let mut out = vec![0; 1009];
    v.copy_to(&mut out)?;
    all_same("overwritten", &out, &y);
    all_same("the copy is its own", &before.to_vec()?, &x);
    b.synchronize()
}

// Sanitized: kernels
pub(crate) fn sources<B: Backend>(b: &B) -> Result<()> {
    all_same("range", &b.range(-3i8..4).collect()?.to_vec()?, &[-3, -2, -1, 0, 1, 2, 3]);
    all_same("an empty range", &b.range(5u64..5).collect()?.to_vec()?, &[]);
    #[expect(clippy::reversed_empty_ranges)]
    let reversed = b.range(9i32..2).collect()?;
    all_same("a reversed range", &reversed.to_vec()?, &[]);
    let all = b.range(i8::MIN..i8::MAX).collect()?.to_vec()?;
    all_same("nearly all bytes", &all, &(i8::MIN..i8::MAX).collect::<Vec<_>>());
    all_same("constant", &b.constant((1u8, 2.5f32), 3).collect()?.1.to_vec()?, &[2.5; 3]);
    let triangle = b.tabulate(1009, op!(|i: usize| i * (i + 1) / 2)).collect()?;
    all_same("tabulate", &triangle.to_vec()?, &(0..1009).map(|i| i * (i + 1) / 2).collect::<Vec<_>>());
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let (x, y): (Vec<u32>, Vec<u8>) = (data(1, many(b)), data(2, many(b)));
    let (vx, vy) = (b.upload(&x)?, b.upload(&y)?);
    let got = vx.iter().zip(&vy).map(op!(|(x, y): (u32, u8)| x ^ y as u32)).collect()?;
    all_same("a million", &got.to_vec()?, &x.iter().zip(&y).map(|(x, y)| x ^ *y as u32).collect::<Vec<_>>());
    Ok(())
}

/// Enough items for every multiprocessor to move rows of vector loads, between aligned and unaligned addresses.
pub(crate) fn large_of_every_size<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample>(b: &B) -> Result<()> {
        let len = (200 << 14) / size_of::<T>() + 5;
        let x: Vec<T> = data(7, len);
        let v = b.upload(&x)?;
        for (from, to) in [(0, 0), (1, 0), (0, 1)] {
            let mut out = b.filled(x[0], len)?;
            let part = len - from.max(to);
            v.slice(from..from + part)?.iter().collect_into(out.slice_mut(to..to + part)?)?;
            let got = out.to_vec()?;
            all_same("moved", &got[to..to + part], &x[from..from + part]);
            all_same("before them", &got[..to], &x[..1].repeat(to));
            all_same("after them", &got[to + part..], &x[..1].repeat(len - part - to));
        }
        Ok(())
    }
    check::<B, u8>(b)?;
    check::<B, [u8; 3]>(b)?;
    check::<B, f32>(b)?;
    check::<B, u64>(b)?;
    check::<B, [u64; 2]>(b)?;
    check::<B, [u64; 3]>(b)
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 500, |(x, by): (Vec<u64>, u64)| {
        let got = b.upload(&x).unwrap().iter().map(op!(|v: u64| v.wrapping_mul(by))).collect().unwrap();
        all_same("products", &got.to_vec().unwrap(), &x.iter().map(|v| v.wrapping_mul(by)).collect::<Vec<_>>());
    });
    Ok(())
}
