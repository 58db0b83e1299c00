use onrush::Result;
use onrush::prelude::*;

use onrush_test_support::compare::all_same;
use onrush_test_support::inputs::{Grain, data, few_lengths, lengths, many};

pub(crate) fn in_place<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        let x: Vec<u32> = data(len as u64, len);
        let mut v = b.upload(&x)?;
        v.iter_mut().for_each(op!(|v: &mut u32| *v = v.rotate_left(7) ^ 1))?;
        let want: Vec<_> = x.iter().map(|v| v.rotate_left(7) ^ 1).collect();
        all_same("changed", &v.to_vec()?, &want);
    }
    Ok(())
}

pub(crate) fn with_another_vector<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(8) {
        let (x, y): (Vec<f64>, Vec<f64>) = (data(1, len), data(2, len));
        let (vx, mut vy, a) = (b.upload(&x)?, b.upload(&y)?, 1.7);
        vy.iter_mut().zip(&vx).for_each(op!(|(y, x): (&mut f64, f64)| *y += a * x))?;
        let want: Vec<_> = x.iter().zip(&y).map(|(x, y)| y + a * x).collect();
        all_same("a x + y", &vy.to_vec()?, &want);
    }
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn two_vectors_at_once<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let (x, y): (Vec<i32>, Vec<i32>) = (data(3, len), data(4, len));
        let (mut vx, mut vy) = (b.upload(&x)?, b.upload(&y)?);
        zip((vx.iter_mut(), vy.iter_mut(), b.range(0..len))).for_each(op!(|(x, y, i): (
            &mut i32,
            &mut i32,
            usize
        )| if i % 3 != 0 {
            let t = *x;
            *x = *y;
            *y = t;
        }))?;
        let pick = |i: usize, a: &[i32], b: &[i32]| if i.is_multiple_of(3) { a[i] } else { b[i] };
        all_same("left", &vx.to_vec()?, &(0..len).map(|i| pick(i, &x, &y)).collect::<Vec<_>>());
        all_same("right", &vy.to_vec()?, &(0..len).map(|i| pick(i, &y, &x)).collect::<Vec<_>>());
    }
    Ok(())
}

/// Only the items that the chain visits change.
// Sanitized: kernels, host
pub(crate) fn parts<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(2) {
        let mut v = b.filled(0u16, len)?;
        let mut want = vec![0u16; len];
        v.iter_mut().skip(5).step_by(3).take(400).for_each(op!(|v: &mut u16| *v += 1))?;
        want.iter_mut().skip(5).step_by(3).take(400).for_each(|v| *v += 1);
        v.iter_mut().rev().take(9).for_each(op!(|v: &mut u16| *v += 10))?;
        want.iter_mut().rev().take(9).for_each(|v| *v += 10);
        let part = len / 3..len / 2;
        v.slice_mut(part.clone())?.iter_mut().enumerate().for_each(op!(|(i, v): (usize, &mut u16)| *v += i as u16))?;
        want[part].iter_mut().enumerate().for_each(|(i, v)| *v = v.wrapping_add(i as u16));
        all_same("parts", &v.to_vec()?, &want);
    }
    Ok(())
}

pub(crate) fn structures<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(12) {
        let x: Vec<Grain> = data(5, len);
        let mut v = b.upload(&x)?;
        v.iter_mut().for_each(op!(|g: &mut Grain| {
            g.size *= 2.0;
            g.cell[1] = -(g.kind as i16);
        }))?;
        let want: Vec<_> =
            x.iter().map(|g| Grain { size: g.size * 2.0, cell: [g.cell[0], -(g.kind as i16)], ..*g }).collect();
        all_same("grains", &v.to_vec()?, &want);
    }
    Ok(())
}

/// The operation sees the kept items and no others.
pub(crate) fn filtered<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        let kept = b.range(0..len as u32).filter(op!(|i: u32| i % 7 == 2));
        kept.for_each(op!(|i: u32| assert!(i % 7 == 2)))?;
        let first = b.range(0..len as u32).filter(op!(|i: u32| i % 7 == 2)).for_each(op!(|i: u32| assert!(i > 2)));
        assert_eq!(
            first.and_then(|()| b.synchronize()).is_err(),
            len > 2,
            "the operation runs on the first item kept, 2"
        );
    }
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<u8> = data(6, many(b));
    let mut v = b.upload(&x)?;
    v.iter_mut().for_each(op!(|v: &mut u8| *v = !*v))?;
    all_same("bytes", &v.to_vec()?, &x.iter().map(|v| !v).collect::<Vec<_>>());
    Ok(())
}
