//! A call of each algorithm on each type of backend. The type of the suites hides the backends' own, which programs are compiled
//! with.

use onrush::Result;
use onrush::prelude::*;
use onrush_example_backend::{Counting, Sequential};
use onrush_test_support::compare::{all_same, same};

fn every_algorithm<B: Backend>(b: &B) -> Result<()> {
    let (x, sorted) = (b.upload(&[3u32, 1, 2, 1, 3, 3])?, b.upload(&[1u32, 1, 2, 3, 3, 3])?);
    let odd = op!(|v: u32| v % 2 == 1);
    let mut y = b.filled(0u32, 6)?;
    x.iter().zip(y.iter_mut()).for_each(op!(|v: u32, y: &mut u32| *y = v + 1))?;
    all_same("for_each", &y.to_vec()?, &[4, 2, 3, 2, 4, 4]);
    all_same("collect", &x.iter().rev().collect()?.to_vec()?, &[3, 3, 1, 2, 1, 3]);
    all_same("transpose", &x.iter().grid(2, 3).transpose().collect()?.to_vec()?, &[3, 1, 1, 3, 2, 3]);
    same("reduce", x.iter().sum()?, 13);
    same("reduce in order", x.iter().skip(1).reduce_with(op!(|a: u32, _: u32| a))?, Some(1));
    same("find", x.iter().position(op!(|v: u32| v == 2))?, Some(2));
    all_same("scan", &x.iter().scan_inclusive(Sum).collect()?.to_vec()?, &[3, 4, 6, 7, 10, 13]);
    all_same("select", &x.iter().filter(odd).collect()?.to_vec()?, &[3, 1, 1, 3, 3]);
    let (these, those) = x.iter().partition(odd).collect()?;
    all_same("partition", &[these.to_vec()?, those.to_vec()?].concat(), &[3, 1, 1, 3, 3, 2]);
    let (items, offsets) = x.iter().partition_by(4, op!(|v: u32| v)).collect()?;
    all_same("partition_by", &items.to_vec()?, &sorted.to_vec()?);
    all_same("offsets", &offsets.to_vec()?, &[0, 0, 2, 3, 6]);
    let (ones, twos, threes) = x.iter().partition_in_three(op!(|v: u32| v == 1), op!(|v: u32| v == 2)).collect()?;
    all_same("in three", &[ones.to_vec()?, twos.to_vec()?, threes.to_vec()?].concat(), &[1, 1, 2, 3, 3, 3]);
    all_same("sort", &x.iter().sort().collect()?.to_vec()?, &sorted.to_vec()?);
    sort_by(&mut y, op!(|a: u32, b: u32| a > b))?;
    all_same("sort_by", &y.to_vec()?, &[4, 4, 4, 3, 2, 2]);
    all_same("top_k", &x.iter().top_k(2).collect()?.to_vec()?, &[3, 3]);
    all_same("merge", &merge(&sorted, b.range(1..4u32)).collect()?.to_vec()?, &[1, 1, 1, 2, 2, 3, 3, 3, 3]);
    all_same("set_operation", &set_difference(&sorted, b.range(2..4u32)).collect()?.to_vec()?, &[1, 1, 3, 3]);
    let (keys, sums) = reduce_by_key(&sorted, &x, Sum).collect()?;
    all_same("reduce_by_key", &[keys.to_vec()?, sums.to_vec()?].concat(), &[1, 2, 3, 4, 2, 7]);
    all_same("reduce_columns", &x.iter().grid(2, 3).columns().sum().collect()?.to_vec()?, &[4, 4, 5]);
    let (keys, lengths) = sorted.iter().run_length_encode::<u32>().collect()?;
    all_same("runs", &[keys.to_vec()?, lengths.to_vec()?].concat(), &[1, 2, 3, 2, 1, 3]);
    all_same("expand", &b.range(5..7u32).repeat(b.range(1..3u32)).collect()?.to_vec()?, &[5, 6, 6]);
    all_same("scan_by_key", &scan_by_key_inclusive(&sorted, &x, Sum).collect()?.to_vec()?, &[3, 4, 2, 1, 4, 7]);
    x.iter().scatter(b.range(0..6usize).rev(), &mut y)?;
    all_same("scatter", &y.to_vec()?, &[3, 3, 1, 2, 1, 3]);
    x.iter().scatter_reduce(b.constant(4u32, 6), Sum, &mut y)?;
    all_same("scatter_reduce", &y.to_vec()?, &[3, 3, 1, 2, 14, 3]);
    let offsets = b.upload(&[0u32, 2, 6])?;
    all_same("segmented_reduce", &x.iter().segments(&offsets).sum().collect()?.to_vec()?, &[4, 9]);
    let sums = x.iter().segments(&offsets).scan_inclusive(Sum).collect()?;
    all_same("segmented_scan", &sums.to_vec()?, &[3, 4, 2, 3, 6, 9]);
    let mut z = x.try_clone()?;
    z.segments_mut(&offsets).sort()?;
    all_same("segmented_sort", &z.to_vec()?, &[1, 3, 1, 2, 3, 3]);
    all_same("histogram", &x.iter().histogram(4).collect()?.to_vec()?, &[0, 2, 1, 3]);
    Ok(())
}

macro_rules! on {
    ($($name:ident: $backend:expr;)*) => {$(
        #[test]
        fn $name() -> Result<()> {
            every_algorithm(&$backend)
        }
    )*};
}
on! {
    cpu: Cpu::new();
    two_threads: Cpu::with_threads(2)?;
    device: Device::best()?;
    emulated: onrush_cuda::Cuda::emulated();
    sequential: Sequential;
    counting: Counting::new(Cpu::new());
}
