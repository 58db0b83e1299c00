//! One call of each algorithm, for several item types.
#![allow(dead_code)] // Each test that includes this file uses a part of it.

use onrush::Result;
use onrush::prelude::*;
use onrush_core::shards::chunk_values;

/// A call whose inputs have been uploaded.
pub(crate) type Call = Box<dyn FnMut() -> Result<()>>;

/// A call of an algorithm for an item type, on a backend.
pub(crate) struct Case<B> {
    /// The algorithm's module name.
    pub(crate) algorithm: &'static str,
    /// The name of the call.
    pub(crate) name: &'static str,
    /// The names of the item types.
    pub(crate) types: &'static str,
    /// The bytes per item of the vectors that the call makes.
    pub(crate) makes: usize,
    /// Uploads inputs of the given length and returns the call.
    pub(crate) prepare: fn(&B, usize) -> Result<Call>,
}

/// An item as wide as an aligned load, with an array of floats as a field.
#[derive(Debug, Clone, Copy, PartialEq, Element)]
#[repr(C)]
pub(crate) struct Cell {
    mass: f64,
    at: [f32; 2],
}

/// A key of several words, with padding and an array.
#[derive(Debug, Clone, Copy, PartialEq, Element, Key)]
#[repr(C)]
pub(crate) struct Grain {
    kind: u8,
    size: f32,
    cell: [i16; 2],
}

/// The algorithms that take items of any type.
macro_rules! moves {
    ($cases:ident, $t:ty, $types:expr, $item:expr, $keep:expr, $change:expr, $fold:expr, $less:expr) => {{
        fn items<B: Backend>(b: &B, n: usize) -> Result<DeviceVec<$t, B>> {
            let item: fn(usize) -> $t = $item;
            b.upload(&(0..n).map(item).collect::<Vec<_>>())
        }
        fn keys<B: Backend>(b: &B, n: usize) -> Result<DeviceVec<u32, B>> {
            b.upload(&(0..n as u32).map(|i| i / 3).collect::<Vec<_>>())
        }
        const SIZE: usize = size_of::<$t>();
        let mut case =
            |algorithm, name, makes, prepare| $cases.push(Case { algorithm, name, types: $types, makes, prepare });
        case("for_each", "for_each", 0, |b, n| {
            let mut x = items(b, n)?;
            Ok(Box::new(move || x.iter_mut().for_each($change)))
        });
        case("collect", "collect", 0, |b, n| {
            let (x, mut y) = (items(b, n)?, items(b, n)?);
            Ok(Box::new(move || x.iter().collect_into(&mut y)))
        });
        case("transpose", "transpose", 0, |b, n| {
            let (x, mut y) = (items(b, n)?, items(b, n)?);
            Ok(Box::new(move || x.iter().grid(n / 2, 2).transpose().collect_into(&mut y)))
        });
        case("reduce", "reduce_in_order", 0, |b, n| {
            let x = items(b, n)?;
            Ok(Box::new(move || x.iter().reduce_with($fold).map(drop)))
        });
        case("find", "find", 0, |b, n| {
            let x = items(b, n)?;
            Ok(Box::new(move || x.iter().position($keep).map(drop)))
        });
        case("scan", "scan", 0, |b, n| {
            let (x, mut y) = (items(b, n)?, items(b, n)?);
            Ok(Box::new(move || x.iter().scan_inclusive($fold).collect_into(&mut y)))
        });
        case("select", "select", SIZE, |b, n| {
            let x = items(b, n)?;
            Ok(Box::new(move || x.iter().filter($keep).collect().map(drop)))
        });
        case("partition", "partition", 2 * SIZE, |b, n| {
            let x = items(b, n)?;
            Ok(Box::new(move || x.iter().partition($keep).collect().map(drop)))
        });
        case("sort", "sort_by", 0, |b, n| {
            let mut x = items(b, n)?;
            Ok(Box::new(move || x.sort_by($less)))
        });
        case("merge", "merge", 2 * SIZE, |b, n| {
            let (x, y) = (items(b, n)?, items(b, n)?);
            Ok(Box::new(move || merge_by(&x, &y, $less).collect().map(drop)))
        });
        case("set_operation", "set_union", 2 * SIZE, |b, n| {
            let (x, y) = (items(b, n)?, items(b, n)?);
            Ok(Box::new(move || set_union_by(&x, &y, $less).collect().map(drop)))
        });
        case("sort", "sort_by_key", 0, |b, n| {
            let (mut k, mut v) = (keys(b, n)?, items(b, n)?);
            Ok(Box::new(move || sort_by_key(&mut k, &mut v)))
        });
        case("reduce_by_key", "reduce_by_key", 4 + SIZE, |b, n| {
            let (k, v) = (keys(b, n)?, items(b, n)?);
            Ok(Box::new(move || reduce_by_key(&k, &v, $fold).collect().map(drop)))
        });
        case("runs", "run_length_encode", 4 + SIZE, |b, n| {
            let x = items(b, n)?;
            Ok(Box::new(move || x.iter().run_length_encode_by::<u32, _, _>($less).collect().map(drop)))
        });
        case("expand", "repeat", 8 + SIZE, |b, n| {
            let (x, counts) = (items(b, n)?, b.upload(&vec![1u32; n])?);
            Ok(Box::new(move || x.iter().repeat(&counts).collect().map(drop)))
        });
        case("scan_by_key", "scan_by_key", SIZE, |b, n| {
            let (k, v) = (keys(b, n)?, items(b, n)?);
            Ok(Box::new(move || scan_by_key_inclusive(&k, &v, $fold).collect().map(drop)))
        });
        case("scatter", "scatter", 0, |b, n| {
            let (x, to, mut y) = (items(b, n)?, keys(b, n)?, items(b, n)?);
            Ok(Box::new(move || x.iter().scatter(to.iter().map(op!(|i: u32| i as usize)), &mut y)))
        });
        case("segmented_reduce", "segmented_reduce_in_order", 0, |b, n| {
            // An empty input has no segments.
            let offsets: &[usize] = if n == 0 { &[0] } else { &[0, 0, n / 2, n] };
            let (x, mut y, offsets) = (items(b, n)?, items(b, offsets.len() - 1)?, b.upload(offsets)?);
            let empty: fn(usize) -> $t = $item;
            Ok(Box::new(move || x.iter().segments(&offsets).reduce(empty(0), $fold).collect_into(&mut y)))
        });
        case("segmented_scan", "segmented_scan", 0, |b, n| {
            let offsets: &[usize] = if n == 0 { &[0] } else { &[0, 0, n / 2, n] };
            let (x, mut y, offsets) = (items(b, n)?, items(b, n)?, b.upload(offsets)?);
            Ok(Box::new(move || x.iter().segments(&offsets).scan_inclusive($fold).collect_into(&mut y)))
        });
    }};
}

/// The algorithms that take only numbers.
macro_rules! numbers {
    ($cases:ident, $($t:ident)*) => {$(
        moves!(
            $cases,
            $t,
            stringify!($t),
            |i| (i % 7) as $t,
            op!(|v: $t| v > 2 as $t),
            op!(|v: &mut $t| *v = (*v).min(5 as $t)),
            // Of this operation nothing is known, as of most of users' own.
            op!(|a: $t, b: $t| if a < b { b } else { a }),
            op!(|a: $t, b: $t| b < a)
        );
        let mut case = |algorithm, name, makes, prepare| {
            $cases.push(Case { algorithm, name, types: stringify!($t), makes, prepare })
        };
        case("reduce", "reduce", 0, |b, n| {
            let x = b.upload(&vec![1 as $t; n])?;
            Ok(Box::new(move || x.iter().reduce(0 as $t, Sum).map(drop)))
        });
        case("scan", "scan_of_sums", 0, |b, n| {
            let (x, mut y) = (b.upload(&vec![0 as $t; n])?, b.upload(&vec![0 as $t; n])?);
            Ok(Box::new(move || x.iter().scan_exclusive(0 as $t, Sum).collect_into(&mut y)))
        });
        case("reduce_by_key", "sums_by_key", 8 + size_of::<$t>(), |b, n| {
            let (k, v) = (b.upload(&vec![3u64; n])?, b.upload(&vec![0 as $t; n])?);
            Ok(Box::new(move || reduce_by_key(&k, &v, Sum).collect().map(drop)))
        });
        case("reduce", "argmax", 0, |b, n| {
            let x = b.upload(&vec![1 as $t; n])?;
            Ok(Box::new(move || x.iter().argmax().map(drop)))
        });
        case("top_k", "bottom_k", 0, |b, n| {
            let x = b.upload(&vec![1 as $t; n])?;
            Ok(Box::new(move || x.iter().bottom_k(n / 64 + 1).collect().map(drop)))
        });
        case("sort", "sort", 0, |b, n| {
            let mut x = b.upload(&vec![1 as $t; n])?;
            Ok(Box::new(move || x.sort()))
        });
        case("segmented_sort", "segmented_sort", 0, |b, n| {
            let offsets: &[usize] = if n == 0 { &[0] } else { &[0, 0, n / 2, n] };
            let (mut x, offsets) = (b.upload(&vec![1 as $t; n])?, b.upload(offsets)?);
            Ok(Box::new(move || x.segments_mut(&offsets).sort()))
        });
        case("histogram", "histogram", 0, |b, n| {
            let x = b.upload(&vec![1 as $t; n])?;
            Ok(Box::new(move || x.iter().map(op!(|v: $t| v as usize)).histogram(10).collect().map(drop)))
        });
    )*};
}

/// Every algorithm with items of `u32`.
pub(crate) fn cases_of_u32<B: Backend>() -> Vec<Case<B>> {
    let mut cases = Vec::<Case<B>>::new();
    numbers!(cases, u32);
    cases
}

/// Every algorithm with every type that it takes.
pub(crate) fn cases<B: Backend>() -> Vec<Case<B>> {
    let mut cases = Vec::<Case<B>>::new();
    numbers!(cases, u8);
    cases.extend(cases_of_u32());
    numbers!(cases, f32 u64 f64);
    moves!(
        cases,
        Cell,
        "Cell",
        |i| Cell { mass: (i % 7) as f64, at: [0.0, 1.0] },
        op!(|c: Cell| c.mass > 2.0),
        op!(|c: &mut Cell| c.mass = c.mass + 1.0),
        op!(|a: Cell, b: Cell| Cell { mass: a.mass.max(b.mass), at: [a.at[0], b.at[1]] }),
        op!(|a: Cell, b: Cell| b.mass < a.mass)
    );
    let prepare = |b: &B, n| -> Result<Call> {
        let grains: Vec<_> = (0..n).map(|i| Grain { kind: 1, size: 2.5, cell: [i as i16, 7] }).collect();
        let mut x = b.upload(&grains)?;
        Ok(Box::new(move || x.sort()))
    };
    cases.push(Case { algorithm: "sort", name: "sort", types: "Grain", makes: 0, prepare });
    cases.extend(relations());
    // These cases have positions that aren't `usize`.
    let prepare = |b: &B, n: usize| -> Result<Call> {
        let to: Vec<i32> = (0..n as i32).collect();
        let (x, to, mut y) = (b.upload(&vec![1u8; n])?, b.upload(&to)?, b.upload(&vec![0u8; n])?);
        Ok(Box::new(move || x.iter().permute(&to).scatter(&to, &mut y)))
    };
    cases.push(Case { algorithm: "scatter", name: "scatter_by_i32", types: "u8", makes: 0, prepare });
    let prepare = |b: &B, n: usize| -> Result<Call> {
        let x = b.upload(&vec![1u8; n])?;
        Ok(Box::new(move || x.iter().histogram(10).collect().map(drop)))
    };
    cases.push(Case { algorithm: "histogram", name: "histogram_of_bytes", types: "u8", makes: 0, prepare });
    let prepare = |b: &B, n: usize| -> Result<Call> {
        let to: Vec<u32> = (0..n as u32).collect();
        let (x, to, mut y) = (b.upload(&vec![1f32; n])?, b.upload(&to)?, b.upload(&vec![0f32; n])?);
        Ok(Box::new(move || x.iter().scatter_reduce(&to, Sum, &mut y)))
    };
    cases.push(Case { algorithm: "scatter_reduce", name: "scatter_reduce", types: "f32", makes: 0, prepare });
    cases.extend(splits());
    cases.extend(columns());
    // These calls don't wait, or launch other kernels than most.
    let mut case = |algorithm, name, makes, prepare| cases.push(Case { algorithm, name, types: "i32", makes, prepare });
    case("reduce", "sum_into", 0, |b: &B, n| {
        let (x, mut sum) = (b.filled(1i32, n)?, b.filled(0, 1)?);
        Ok(Box::new(move || x.iter().sum_into(&mut sum)))
    });
    case("reduce", "reduce_into_in_order", 0, |b: &B, n| {
        let (x, mut last) = (b.filled(1i32, n)?, b.filled(0, 1)?);
        Ok(Box::new(move || x.iter().reduce_into(0, op!(|_: i32, b: i32| b), &mut last)))
    });
    // What a cluster's rank asks for.
    case("reduce", "values_of_chunks", 0, |b: &B, n| {
        let x = b.filled(1i32, n)?;
        Ok(Box::new(move || chunk_values::<false, _, _, _>(&x.iter(), Sum, 8192, 0..n).map(drop)))
    });
    case("reduce", "values_of_tiles", 0, |b: &B, n| {
        let x = b.filled(1i32, n)?;
        let kept = op!(|v: i32| v > 0);
        Ok(Box::new(move || chunk_values::<true, _, _, _>(&x.iter().filter(kept), Sum, 12_288, 0..n).map(drop)))
    });
    case("reduce", "minmax", 0, |b: &B, n| {
        let x = b.filled(1i32, n)?;
        Ok(Box::new(move || x.iter().minmax().map(drop)))
    });
    case("reduce", "moments", 0, |b: &B, n| {
        let x = b.filled(1i32, n)?;
        Ok(Box::new(move || x.iter().moments().map(drop)))
    });
    case("reduce", "mean_of_some", 0, |b: &B, n| {
        let x = b.filled(1i32, n)?;
        Ok(Box::new(move || x.iter().filter(op!(|v: i32| v > 0)).mean().map(drop)))
    });
    case("reduce_by_key", "values", 4, |b: &B, n| {
        let x = b.filled(1i32, n)?;
        Ok(Box::new(move || reduce_by_key(&x, &x, Sum).values().collect().map(drop)))
    });
    case("scatter_reduce", "scatter_reduce_in_order", 0, |b: &B, n| {
        let (x, to, mut y) = (b.filled(1i32, n)?, b.range(0..n as i32).collect()?, b.filled(0i32, n)?);
        Ok(Box::new(move || x.iter().scatter_reduce(&to, op!(|a: i32, b: i32| a.max(b)), &mut y)))
    });
    case("segmented_reduce", "segmented_sum", 0, |b: &B, n| {
        let offsets: &[u32] = if n == 0 { &[0] } else { &[0, n as u32 / 2, n as u32] };
        let (x, mut y, offsets) = (b.filled(1i32, n)?, b.filled(0, offsets.len() - 1)?, b.upload(offsets)?);
        Ok(Box::new(move || x.iter().segments(&offsets).sum().collect_into(&mut y)))
    });
    case("segmented_reduce", "segmented_sum_of_bytes", 0, |b: &B, n| {
        let (x, mut y) = (b.filled(1u8, n)?, b.filled(0u8, n.div_ceil(100))?);
        Ok(Box::new(move || x.iter().segments_of(100).sum().collect_into(&mut y)))
    });
    case("segmented_scan", "segmented_scan_of_rows", 0, |b: &B, n| {
        let (x, mut y) = (b.filled(1u64, n)?, b.filled(0u64, n)?);
        Ok(Box::new(move || x.iter().segments_of(1000).scan_exclusive(0, Sum).collect_into(&mut y)))
    });
    case("segmented_sort", "segmented_sort_with", 0, |b: &B, n| {
        let (mut x, mut y) = (b.filled(1i32, n)?, b.filled(1.5f64, n)?);
        Ok(Box::new(move || x.segments_of_mut(1000).sort_by_with(Greater, &mut y)))
    });
    case("segmented_reduce", "segmented_argmin", 0, |b: &B, n| {
        let (x, mut y) = (b.filled(1i32, n)?, b.filled(0usize, n.div_ceil(3))?);
        Ok(Box::new(move || x.iter().segments_of(3).argmin().collect_into(&mut y)))
    });
    case("reduce_by_key", "groups", 0, |b: &B, n| {
        let x = b.filled(1i32, n)?;
        Ok(Box::new(move || {
            x.iter().groups(&x).mean().collect()?;
            x.iter().groups(&x).argmin().collect().map(drop)
        }))
    });
    case("histogram", "histogram_even_and_ranges", 0, |b: &B, n| {
        let (x, edges) = (b.filled(1.5f32, n)?, b.upload(&[0.0f32, 1.0, 2.0])?);
        Ok(Box::new(move || {
            x.iter().histogram_even(0.0..2.0, 3).collect()?;
            x.iter().histogram_ranges(&edges).collect()?;
            x.iter().map(op!(|v: f32| [v as i64, 1])).histogram_even_channels(0..=255, 3).collect().map(drop)
        }))
    });
    case("scatter_reduce", "histogram_even_weighted", 0, |b: &B, n| {
        let x = b.filled(1i32, n)?;
        Ok(Box::new(move || x.iter().histogram_even_weighted(0..2, &x, 3).collect().map(drop)))
    });
    case("collect", "windows_around", 0, |b, n| {
        let (x, mut y) = (b.filled(1i32, n)?, b.filled(1i32, n)?);
        let mean = op!(|w: [[i32; 3]; 3]| (w[0][1] / 2 + w[2][1] / 2) ^ w[1][0] ^ w[1][2]);
        Ok(Box::new(move || x.iter().grid(1, n).windows_around::<3, 3>(Border::Clamp).map(mean).collect_into(&mut y)))
    });
    case("reduce", "windows_around_in_sums", 0, |b, n| {
        let x = b.filled(1f32, n)?;
        let bump = op!(|w: [[f32; 3]; 3]| w[1][1] - (w[0][1] + w[1][0] + w[1][2] + w[2][1]) / 4.0);
        Ok(Box::new(move || x.iter().grid(1, n).windows_around::<3, 3>(Border::Wrap).map(bump).sum().map(drop)))
    });
    case("collect", "windows_around_3d", 0, |b, n| {
        let (x, mut y) = (b.filled(1i32, n)?, b.filled(1i32, n)?);
        let mean = op!(|w: [[[i32; 3]; 3]; 3]| (w[0][1][1] / 2 + w[2][1][1] / 2) ^ w[1][0][0] ^ w[1][1][2]);
        Ok(Box::new(move || {
            x.iter().grid_3d(1, 1, n).windows_around_3d::<3, 3, 3>(Border::Clamp).map(mean).collect_into(&mut y)
        }))
    });
    case("top_k", "top_k_positions", 0, |b, n| {
        let (x, mut at) = (b.filled(1i32, n)?, b.filled(0u32, n / 100 + 1)?);
        Ok(Box::new(move || x.iter().top_k_positions(n / 100 + 1).collect_into(&mut at).map(drop)))
    });
    case("expand", "joins", 0, |b: &B, n| {
        let x = b.filled(1i32, n)?;
        Ok(Box::new(move || {
            join_left(x.iter().take(1), &x).collect()?;
            join_inner(x.iter().take(1), &x).collect()?;
            join_anti(&x, &x).collect().map(drop)
        }))
    });
    case("expand", "parts", 0, |b: &B, n| {
        let (x, mut y) = (b.filled(1i32, n)?, b.filled(1i32, n)?);
        let (starts, offsets) = (b.upload(&[n - n / 2, 0])?, b.upload(&[0, n / 2, n])?);
        Ok(Box::new(move || {
            let packed = x.iter().gather_segments(&starts, &offsets).collect()?;
            packed.iter().segments(&offsets).scatter(&starts, &mut y)?;
            packed.iter().segments(&offsets).scatter(offsets.iter().take(2), &mut y)
        }))
    });
    case("merge", "merge_by_key", 0, |b: &B, n| {
        let x = b.filled(1i32, n)?;
        Ok(Box::new(move || merge_by_key(&x, &x, &x, &x).collect().map(drop)))
    });
    case("scan", "scan_inclusive_from", 0, |b: &B, n| {
        let x = b.filled(1i32, n)?;
        Ok(Box::new(move || {
            x.iter().scan_inclusive_from(1, Sum).collect()?;
            let steps = x.iter().tile(2).adjacent_difference_from(1, op!(|a: i32, b: i32| a.wrapping_sub(b)));
            steps.collect().map(drop)
        }))
    });
    case("scatter", "scatter_if", 0, |b: &B, n| {
        let (x, to, mut y) = (b.filled(1i32, n)?, b.range(0..n as i32).collect()?, b.filled(0i32, n)?);
        Ok(Box::new(move || x.iter().scatter_if(&to, op!(|v: i32| v > 0), &mut y)))
    });
    cases
}

/// Reductions of columns that are read one by one, several at once, and in order.
fn columns<B: Backend>() -> Vec<Case<B>> {
    let mut cases = Vec::<Case<B>>::new();
    let mut case = |name, types, prepare| {
        cases.push(Case { algorithm: "reduce_columns", name, types, makes: 0, prepare });
    };
    case("sums_of_columns", "f32", |b, n| {
        let (x, mut y) = (b.upload(&vec![1f32; n])?, b.upload(&[0f32; 2])?);
        Ok(Box::new(move || x.iter().take(n / 2 * 2).grid(n / 2, 2).columns().sum().collect_into(&mut y)))
    });
    case("argmin_of_columns", "f64", |b, n| {
        let (x, mut y) = (b.upload(&vec![1f64; n])?, b.upload(&[0usize; 2])?);
        Ok(Box::new(move || x.iter().take(n / 2 * 2).grid(n / 2, 2).columns().argmin().collect_into(&mut y)))
    });
    case("largest_of_columns", "u8", |b, n| {
        let (x, mut y) = (b.upload(&vec![1u8; n])?, b.upload(&[0u8; 2])?);
        Ok(Box::new(move || x.iter().take(n / 2 * 2).grid(n / 2, 2).columns().max().collect_into(&mut y)))
    });
    cases
}

/// Partitions into several parts, of a narrow and a wide item type.
fn splits<B: Backend>() -> Vec<Case<B>> {
    let mut cases = Vec::<Case<B>>::new();
    let mut case = |algorithm, types, makes, prepare| {
        cases.push(Case { algorithm, name: algorithm, types, makes, prepare });
    };
    case("partition_in_three", "f32", 12, |b, n| {
        let x = b.upload(&vec![1f32; n])?;
        Ok(Box::new(move || {
            x.iter().partition_in_three(op!(|v: f32| v < 1.0), op!(|v: f32| v > 1.0)).collect().map(drop)
        }))
    });
    case("partition_in_three", "Cell", 3 * size_of::<Cell>(), |b, n| {
        let x = b.upload(&vec![Cell { mass: 1.0, at: [0.0; 2] }; n])?;
        Ok(Box::new(move || {
            x.iter().partition_in_three(op!(|c: Cell| c.mass < 1.0), op!(|c: Cell| c.mass > 1.0)).collect().map(drop)
        }))
    });
    case("partition_by", "f32", 0, |b, n| {
        let (x, mut y, mut offsets) = (b.upload(&vec![1f32; n])?, b.upload(&vec![0f32; n])?, b.upload(&[0usize; 4])?);
        Ok(Box::new(move || x.iter().partition_by(3, op!(|v: f32| v as u8)).collect_into((&mut y, &mut offsets))))
    });
    case("partition_by", "Cell", 0, |b, n| {
        let x = b.upload(&vec![Cell { mass: 1.0, at: [0.0; 2] }; n])?;
        let (mut y, mut offsets) = (b.upload(&vec![Cell { mass: 0.0, at: [0.0; 2] }; n])?, b.upload(&[0usize; 101])?);
        Ok(Box::new(move || {
            x.iter().partition_by(100, op!(|c: Cell| c.mass as i32)).collect_into((&mut y, &mut offsets))
        }))
    });
    cases
}

/// Sorts, extremes and searches by relations, each of one item type.
fn relations<B: Backend>() -> Vec<Case<B>> {
    let mut cases = Vec::<Case<B>>::new();
    let mut case = |algorithm, name, types, prepare| cases.push(Case { algorithm, name, types, makes: 0, prepare });
    case("sort", "descending", "f32 in reverse", |b, n| {
        let (mut x, mut k, mut v) = (b.upload(&vec![1f32; n])?, b.upload(&vec![1f32; n])?, b.upload(&vec![1u32; n])?);
        Ok(Box::new(move || x.sort_by(Greater).and_then(|()| sort_by_key_with(&mut k, &mut v, Greater))))
    });
    case("sort", "by_ordering", "f32 by Ordering", |b, n| {
        let (mut x, mut v) = (b.upload(&vec![1f32; n])?, b.upload(&vec![1u32; n])?);
        Ok(Box::new(move || sort_by_key_with(&mut x, &mut v, op!(|a: f32, b: f32| b.total_cmp(&a)))))
    });
    case("reduce", "min_by", "f32 by Ordering", |b, n| {
        let x = b.upload(&vec![1f32; n])?;
        Ok(Box::new(move || x.iter().min_by(op!(|a: f32, b: f32| a.total_cmp(&b))).map(drop)))
    });
    case("collect", "orderings", "Ordering", |b, n| {
        let (x, mut y) = (b.upload(&vec![1i32; n])?, b.upload(&vec![std::cmp::Ordering::Equal; n])?);
        Ok(Box::new(move || x.iter().map(op!(|v: i32| v.cmp(&7))).collect_into(&mut y)))
    });
    case("collect", "searches", "i32 by a relation", |b, n| {
        let (x, mut from, mut to) = (b.upload(&vec![1i32; n])?, b.filled(0, n)?, b.filled(0, n)?);
        Ok(Box::new(move || {
            x.iter().lower_bound_by(&x, op!(|a: i32, b: i32| b.cmp(&a))).collect_into(&mut from)?;
            x.iter().upper_bound_by_key(&x, op!(|a: i32| a + 1)).collect_into(&mut to)?;
            x.iter().equal_range(&x).collect_into((&mut from, &mut to))?;
            x.iter().contained_in(&x).all(op!(|found: bool| found)).map(drop)
        }))
    });
    case("reduce", "searches_of_one", "i32 by a predicate", |b, n| {
        let x = b.upload(&vec![1i32; n])?;
        Ok(Box::new(move || {
            x.partition_point(op!(|v: i32| v < 7))?;
            x.binary_search_by(op!(|v: i32| v.cmp(&7))).map(drop)
        }))
    });
    cases
}
