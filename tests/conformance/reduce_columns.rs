use onrush::operator::Number;
use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{Sample, affine, bicyclic, brackets, contractions, data, many, size};
use onrush_test_support::{contract, oracle};

/// One row and many, one unit of lanes and several, several chunks, a column or several in a load, and matrices without items.
const SHAPES: [(usize, usize); 14] = [
    (1, 1),
    (2, 5000),
    (7, 3),
    (29, 40),
    (31, 33),
    (50, 2),
    (100, 1000),
    (130, 70),
    (1025, 128),
    (3001, 31),
    (8193, 5),
    (20_001, 3),
    (0, 4),
    (4, 0),
];

/// A column's items.
fn column<T: Copy>(x: &[T], columns: usize, at: usize) -> Vec<T> {
    x.iter().skip(at).step_by(columns).copied().collect()
}

/// A function of each column's items.
fn of_columns<T: Copy, U>(x: &[T], columns: usize, f: impl Fn(Vec<T>) -> U) -> Vec<U> {
    (0..columns).map(|at| f(column(x, columns, at))).collect()
}

fn slots<T: Copy>(column: &[T]) -> Vec<Option<T>> {
    column.iter().copied().map(Some).collect()
}

/// Each column's sum has the bits of the contract, and of the same sum of that column alone.
// Sanitized: kernels, host
pub(crate) fn floats<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Sample + Number>(b: &B, rows: usize, columns: usize) -> Result<()> {
        // Items that aren't aligned, too.
        let skip = rows % 2;
        let x: Vec<T> = data(1, rows * columns + skip);
        let v = b.upload(&x)?;
        let matrix = v.iter().skip(skip).grid(rows, columns);
        let sum = |x: Vec<T>| contract::reduce_lanes(&slots(&x), None, size::<T>(), T::plus).unwrap_or(T::NEUTRAL);
        let want = of_columns(&x[skip..], columns, sum);
        all_same("sums", &matrix.clone().columns().sum().collect()?.to_vec()?, &want);
        if columns > 0 && rows > 0 {
            same("alone", matrix.transposed().take(rows).sum()?, want[0]);
        }
        Ok(())
    }
    for (rows, columns) in SHAPES {
        check::<B, f32>(b, rows, columns)?;
        check::<B, f64>(b, rows, columns)?;
    }
    check::<B, f64>(b, many(b), 1)
}

/// Exact operators, positions of extremes, operators that don't commute, items of more than one part, an initial value.
// Sanitized: kernels, host
pub(crate) fn operators<B: Backend>(b: &B) -> Result<()> {
    for (rows, columns) in SHAPES {
        let x: Vec<u32> = data(2, rows * columns);
        let v = b.upload(&x)?;
        let matrix = || v.iter().grid(rows, columns);
        let sum = |x: Vec<u32>| oracle::reduce(&x, 7, u32::wrapping_add);
        all_same("sums", &matrix().columns().reduce(7, Sum).collect()?.to_vec()?, &of_columns(&x, columns, sum));
        let fifths = || v.iter().map(op!(|v: u32| v % 5)).grid(rows, columns).columns();
        let least = |x: Vec<u32>| (0..x.len()).min_by_key(|&i| (x[i] % 5, i)).unwrap_or(usize::MAX);
        all_same("argmin", &fifths().argmin().collect()?.to_vec()?, &of_columns(&x, columns, least));
        let first = |x: Vec<u32>| (0..x.len()).min_by_key(|&i| (4 - x[i] % 5, i)).unwrap_or(usize::MAX);
        all_same("argmax", &fifths().argmax().collect()?.to_vec()?, &of_columns(&x, columns, first));
        // No item comes before the one that comes last of all numbers.
        let last = b.constant(u64::MAX, rows * columns).grid(rows, columns);
        let none = if rows == 0 { usize::MAX } else { 0 };
        all_same("last number", &last.columns().argmin().collect()?.to_vec()?, &vec![none; columns]);
        if rows * columns < 10_000 {
            let bytes: Vec<u8> = data(3, rows * columns);
            let largest = of_columns(&bytes, columns, |x| x.into_iter().max().unwrap_or(0));
            all_same(
                "bytes",
                &b.upload(&bytes)?.iter().grid(rows, columns).columns().max().collect()?.to_vec()?,
                &largest,
            );
            let x = brackets(4, rows * columns);
            let product = op!(|a: [u32; 2], b: [u32; 2]| bicyclic(a, b));
            let got = b.upload(&x)?.iter().grid(rows, columns).columns().reduce([0, 0], product).collect()?;
            let want = of_columns(&x, columns, |x| oracle::reduce(&x, [0, 0], bicyclic));
            all_same("brackets", &got.to_vec()?, &want);
            let x = contractions(5, rows * columns);
            let compose = op!(|f: [f32; 2], g: [f32; 2]| affine(f, g));
            let got = b
                .upload(&x)?
                .iter()
                .grid(rows, columns)
                .columns()
                .reduce([0.5, 0.25], commutative(compose))
                .collect()?;
            let init = [0.5, 0.25];
            let of = |x: Vec<[f32; 2]>| contract::reduce_lanes(&slots(&x), Some(init), 8, affine).unwrap_or(init);
            all_same("contractions", &got.to_vec()?, &of_columns(&x, columns, of));
        }
        all_same(
            "rows",
            &matrix().rows().max().collect()?.to_vec()?,
            &matrix().transposed().columns().max().collect()?.to_vec()?,
        );
    }
    let add = op!(|a: (u32, [u64; 8]), b: (u32, [u64; 8])| (a.0 + b.0, [a.1[0] + b.1[7]; 8]));
    let wide = b.range(0..600u32).map(op!(|i: u32| (i, [i as u64; 8]))).grid(200, 3);
    let (left, right) = wide.columns().reduce((1, [0; 8]), add).collect()?;
    all_same("left", &left.to_vec()?, &[59_701, 59_901, 60_101]);
    all_same("right", &right.to_vec()?, &[[59_700; 8], [59_900; 8], [60_100; 8]]);
    Ok(())
}

/// Each column's statistics have the bits of the same calls of the column alone; without rows they are NaNs.
// Sanitized: kernels
pub(crate) fn statistics<B: Backend>(b: &B) -> Result<()> {
    for (rows, columns) in SHAPES {
        let x: Vec<f32> = data(6, rows * columns);
        let v = b.upload(&x)?;
        let of = || v.iter().grid(rows, columns).columns();
        let (means, variances) = (of().mean().collect()?.to_vec()?, of().variance().collect()?.to_vec()?);
        let samples = of().sample_variance().collect()?.to_vec()?;
        let (least, most) = of().minmax().collect()?;
        let (least, most) = (least.to_vec()?, most.to_vec()?);
        let counts = of().count_if(op!(|v: f32| v > 0.0)).collect()?.to_vec()?;
        for c in (0..columns).step_by(columns.div_ceil(20).max(1)) {
            let column = b.upload(&x.iter().skip(c).step_by(columns).copied().collect::<Vec<_>>())?;
            same("mean", means[c], column.iter().mean()?.unwrap_or(f64::NAN));
            same("variance", variances[c], column.iter().variance()?.unwrap_or(f64::NAN));
            same("sample variance", samples[c], column.iter().sample_variance()?.unwrap_or(f64::NAN));
            same("minmax", (least[c], most[c]), column.iter().minmax()?.unwrap_or((f32::NAN, f32::NAN)));
            same("count_if", counts[c], column.iter().count_if(op!(|v: f32| v > 0.0))?);
        }
    }
    let x = b.upload(&[3i64, 1, 2, 9, 2, 1])?;
    let columns = || x.iter().grid(3, 2).columns();
    let (mut targets, mut counts) = (b.filled(0.0f64, 2)?, b.filled(0usize, 2)?);
    columns().mean().collect_into(&mut targets)?;
    all_same("means, written", &targets.to_vec()?, &columns().mean().collect()?.to_vec()?);
    columns().variance().collect_into(&mut targets)?;
    all_same("variances, written", &targets.to_vec()?, &columns().variance().collect()?.to_vec()?);
    columns().sample_variance().collect_into(&mut targets)?;
    all_same("sample variances, written", &targets.to_vec()?, &columns().sample_variance().collect()?.to_vec()?);
    let (mut less, mut more) = (b.filled(0i64, 2)?, b.filled(0i64, 2)?);
    columns().minmax().collect_into((&mut less, &mut more))?;
    all_same("least", &less.to_vec()?, &[2, 1]);
    all_same("most", &more.to_vec()?, &[3, 9]);
    columns().count_if(op!(|v: i64| v > 1)).collect_into(&mut counts)?;
    all_same("counts, written", &counts.to_vec()?, &[3, 1]);
    Ok(())
}

pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    let x = b.upload(&[3.0f32, 1.0, 2.0, 9.0, 2.0, 1.0])?;
    let (mut out, mut at) = (b.filled(0.0f32, 2)?, b.filled(0usize, 3)?);
    let columns = || x.iter().grid(3, 2).columns();
    columns().reduce(0.5, Sum).collect_into(&mut out)?;
    all_same("reduce", &out.to_vec()?, &[7.5, 11.5]);
    columns().sum().collect_into(&mut out)?;
    all_same("sum", &out.to_vec()?, &[7.0, 11.0]);
    columns().min().collect_into(&mut out)?;
    all_same("min", &out.to_vec()?, &columns().min().collect()?.to_vec()?);
    columns().max().collect_into(&mut out)?;
    all_same("max", &out.to_vec()?, &[3.0, 9.0]);
    columns().product().collect_into(&mut out)?;
    all_same("product", &out.to_vec()?, &columns().product().collect()?.to_vec()?);
    columns().argmin().collect_into(at.slice_mut(1..)?)?;
    all_same("argmin", &at.to_vec()?, &[0, 1, 0]);
    columns().argmax().collect_into(at.slice_mut(..2)?)?;
    all_same("argmax", &at.to_vec()?, &[0, 1, 0]);
    all_same("argmax", &columns().argmax().collect()?.to_vec()?, &[0, 1]);
    let want = ErrorKind::LengthMismatch { what: "collect_into", left: 2, right: 3 };
    assert_eq!(*columns().argmax().collect_into(&mut at).expect_err("2 columns, 3 places").kind(), want);
    let want = ErrorKind::LengthMismatch { what: "grid", left: 8, right: 6 };
    assert_eq!(*x.iter().grid(4, 2).columns().sum().collect().expect_err("6 items").kind(), want);
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let len = many(b);
    let (rows, columns) = (len / 768, 768);
    let x: Vec<f32> = data(1, rows * columns);
    let sums = b.upload(&x)?.iter().grid(rows, columns).columns().sum().collect()?;
    let sum = |x: Vec<f32>| contract::reduce_lanes(&slots(&x), None, 4, |a, b| a + b).unwrap_or(-0.0);
    all_same("sums", &sums.to_vec()?, &of_columns(&x, columns, sum));
    let x: Vec<f64> = data(2, len);
    let least = |x: Vec<f64>| (0..x.len()).min_by(|a, b| x[*a].total_cmp(&x[*b])).unwrap_or(usize::MAX);
    let at = b.upload(&x)?.iter().grid(len, 1).columns().argmin().collect()?;
    all_same("argmin", &at.to_vec()?, &of_columns(&x, 1, least));
    Ok(())
}
