//! One call of each algorithm, for several types of items.

use onrush::Result;
use onrush::prelude::*;
use onrush_cuda::Cuda;

/// A call whose inputs lie ready.
pub(crate) type Call = Box<dyn FnMut() -> Result<()>>;

/// An algorithm on items of a type.
pub(crate) struct Case {
    /// The algorithm, as its module is called.
    pub(crate) algorithm: &'static str,
    /// The call's own name.
    pub(crate) name: &'static str,
    /// The items' types.
    pub(crate) types: &'static str,
    /// Uploads so many items and yields the call.
    pub(crate) prepare: fn(&Cuda, usize) -> Result<Call>,
}

/// Items as wide as an aligned load, and a float's array for a field.
#[derive(Debug, Clone, Copy, PartialEq, Element)]
#[repr(C)]
pub(crate) struct Cell {
    mass: f64,
    at: [f32; 2],
}

/// A key with padding and an array, of several words.
#[derive(Debug, Clone, Copy, PartialEq, Element, Key)]
#[repr(C)]
pub(crate) struct Grain {
    kind: u8,
    size: f32,
    cell: [i16; 2],
}

/// The algorithms that take items of every type.
macro_rules! moves {
    ($cases:ident, $t:ty, $types:expr, $item:expr, $keep:expr, $change:expr, $fold:expr, $less:expr) => {{
        fn items(gpu: &Cuda, n: usize) -> Result<DeviceVec<$t, Cuda>> {
            let item: fn(usize) -> $t = $item;
            gpu.upload(&(0..n).map(item).collect::<Vec<_>>())
        }
        fn keys(gpu: &Cuda, n: usize) -> Result<DeviceVec<u32, Cuda>> {
            gpu.upload(&(0..n as u32).map(|i| i / 3).collect::<Vec<_>>())
        }
        let mut case = |algorithm, name, prepare| $cases.push(Case { algorithm, name, types: $types, prepare });
        case("for_each", "for_each", |gpu, n| {
            let mut x = items(gpu, n)?;
            Ok(Box::new(move || x.iter_mut().for_each($change)))
        });
        case("collect", "collect", |gpu, n| {
            let (x, mut y) = (items(gpu, n)?, items(gpu, n)?);
            Ok(Box::new(move || x.iter().collect_into(&mut y)))
        });
        case("reduce", "reduce_in_order", |gpu, n| {
            let x = items(gpu, n)?;
            Ok(Box::new(move || x.iter().try_reduce($fold).map(drop)))
        });
        case("find", "find", |gpu, n| {
            let x = items(gpu, n)?;
            Ok(Box::new(move || x.iter().find_position($keep).map(drop)))
        });
        case("scan", "scan", |gpu, n| {
            let (x, mut y) = (items(gpu, n)?, items(gpu, n)?);
            Ok(Box::new(move || x.iter().scan_inclusive_into($fold, &mut y)))
        });
        case("select", "select", |gpu, n| {
            let x = items(gpu, n)?;
            Ok(Box::new(move || x.iter().copy_if($keep).map(drop)))
        });
        case("partition", "partition", |gpu, n| {
            let x = items(gpu, n)?;
            Ok(Box::new(move || x.iter().partition($keep).map(drop)))
        });
        case("sort", "sort_by", |gpu, n| {
            let mut x = items(gpu, n)?;
            Ok(Box::new(move || x.sort_by($less)))
        });
        case("merge", "merge", |gpu, n| {
            let (x, y) = (items(gpu, n)?, items(gpu, n)?);
            Ok(Box::new(move || merge_by(&x, &y, $less).map(drop)))
        });
        case("sort", "sort_by_key", |gpu, n| {
            let (mut k, mut v) = (keys(gpu, n)?, items(gpu, n)?);
            Ok(Box::new(move || sort_by_key(&mut k, &mut v)))
        });
        case("reduce_by_key", "reduce_by_key", |gpu, n| {
            let (k, v) = (keys(gpu, n)?, items(gpu, n)?);
            Ok(Box::new(move || reduce_by_key(&k, &v, $fold).map(drop)))
        });
        case("scan_by_key", "scan_by_key", |gpu, n| {
            let (k, v) = (keys(gpu, n)?, items(gpu, n)?);
            Ok(Box::new(move || scan_by_key_inclusive(&k, &v, $fold).map(drop)))
        });
        case("scatter", "scatter", |gpu, n| {
            let (x, to, mut y) = (items(gpu, n)?, keys(gpu, n)?, items(gpu, n)?);
            Ok(Box::new(move || x.iter().scatter(to.iter().map(op!(|i: u32| i as usize)), &mut y)))
        });
    }};
}

/// The algorithms that take numbers.
macro_rules! numbers {
    ($cases:ident, $($t:ident)*) => {$(
        moves!(
            $cases,
            $t,
            stringify!($t),
            |i| (i % 7) as $t,
            op!(|v: $t| v > 2 as $t),
            op!(|v: &mut $t| *v = (*v).min(5 as $t)),
            op!(|a: $t, b: $t| a.max(b)),
            op!(|a: $t, b: $t| b < a)
        );
        let mut case =
            |algorithm, name, prepare| $cases.push(Case { algorithm, name, types: stringify!($t), prepare });
        case("reduce", "reduce", |gpu, n| {
            let x = gpu.upload(&vec![1 as $t; n])?;
            Ok(Box::new(move || x.iter().reduce(0 as $t, Sum).map(drop)))
        });
        case("scan", "scan_of_sums", |gpu, n| {
            let (x, mut y) = (gpu.upload(&vec![0 as $t; n])?, gpu.upload(&vec![0 as $t; n])?);
            Ok(Box::new(move || x.iter().scan_exclusive_into(0 as $t, Sum, &mut y)))
        });
        case("reduce_by_key", "sums_by_key", |gpu, n| {
            let (k, v) = (gpu.upload(&vec![3u64; n])?, gpu.upload(&vec![0 as $t; n])?);
            Ok(Box::new(move || reduce_by_key(&k, &v, Sum).map(drop)))
        });
        case("reduce", "argmax", |gpu, n| {
            let x = gpu.upload(&vec![1 as $t; n])?;
            Ok(Box::new(move || x.iter().argmax().map(drop)))
        });
        case("sort", "sort", |gpu, n| {
            let mut x = gpu.upload(&vec![1 as $t; n])?;
            Ok(Box::new(move || x.sort()))
        });
        case("histogram", "histogram", |gpu, n| {
            let x = gpu.upload(&vec![1 as $t; n])?;
            Ok(Box::new(move || x.iter().map(op!(|v: $t| v as usize)).histogram(10).map(drop)))
        });
    )*};
}

/// Every algorithm for every type.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    numbers!(cases, u8 u32 f32 u64 f64);
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
    let prepare = |gpu: &Cuda, n| -> Result<Call> {
        let grains: Vec<_> = (0..n).map(|i| Grain { kind: 1, size: 2.5, cell: [i as i16, 7] }).collect();
        let mut x = gpu.upload(&grains)?;
        Ok(Box::new(move || x.sort()))
    };
    cases.push(Case { algorithm: "sort", name: "sort", types: "Grain", prepare });
    cases
}
