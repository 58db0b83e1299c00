//! Bits that must never change: `golden.txt`, which is written only by the naive evaluation of the shape contract.
//!
//! After a deliberate change of the contract, `ONRUSH_BLESS=1 cargo test --test conformance-folds golden` rewrites the file.

use std::fmt::Write as _;

use onrush::Result;
use onrush::operator::Number;
use onrush::prelude::*;

use onrush_test_support::contract;
use onrush_test_support::inputs::{Sample, affine, contractions, data, mix, run_keys, size};
use onrush_test_support::oracle::heads;
use onrush_test_support::segments::parts;

/// The source of the answers: the contract or a backend.
trait Engine {
    fn sum<T: Sample + Number>(&self, x: &[T]) -> Result<Option<T>>;
    fn product<T: Sample + Number>(&self, x: &[T]) -> Result<Option<T>>;
    fn inclusive<T: Sample + Number>(&self, x: &[T]) -> Result<Vec<T>>;
    fn exclusive<T: Sample + Number>(&self, x: &[T], init: T) -> Result<Vec<T>>;
    fn reduce_by_key<T: Sample + Number>(&self, keys: &[u32], x: &[T]) -> Result<Vec<T>>;
    fn scan_by_key<T: Sample + Number>(&self, keys: &[u32], x: &[T]) -> Result<Vec<T>>;
    fn scatter_reduce<T: Sample + Number>(&self, positions: &[u32], x: &[T], target: &[T]) -> Result<Vec<T>>;
    fn segments_reduced<T: Sample + Number>(&self, offsets: &[u32], x: &[T]) -> Result<Vec<T>>;
    fn segments_scanned<T: Sample + Number>(&self, offsets: &[u32], x: &[T]) -> Result<Vec<T>>;
    fn columns_reduced<T: Sample + Number>(&self, columns: usize, x: &[T]) -> Result<Vec<T>>;
    fn positive(&self, x: &[f32]) -> Result<Option<f32>>;
    fn compose(&self, x: &[[f32; 2]]) -> Result<Option<[f32; 2]>>;
    fn compose_all(&self, x: &[[f32; 2]]) -> Result<Vec<[f32; 2]>>;
}

struct Contract;

fn full<T: Copy>(x: &[T]) -> Vec<Option<T>> {
    x.iter().copied().map(Some).collect()
}

impl Engine for Contract {
    fn sum<T: Sample + Number>(&self, x: &[T]) -> Result<Option<T>> {
        Ok(contract::reduce_lanes(&full(x), None, size::<T>(), T::plus))
    }
    fn product<T: Sample + Number>(&self, x: &[T]) -> Result<Option<T>> {
        Ok(contract::reduce_lanes(&full(x), None, size::<T>(), T::times))
    }
    fn inclusive<T: Sample + Number>(&self, x: &[T]) -> Result<Vec<T>> {
        Ok(contract::scan_inclusive(x, size::<T>(), T::plus))
    }
    fn exclusive<T: Sample + Number>(&self, x: &[T], init: T) -> Result<Vec<T>> {
        Ok(contract::scan_exclusive(x, init, size::<T>(), T::plus))
    }
    fn reduce_by_key<T: Sample + Number>(&self, keys: &[u32], x: &[T]) -> Result<Vec<T>> {
        Ok(contract::reduce_by_key(keys, x, size::<T>(), |a, b| a == b, T::plus).1)
    }
    fn scan_by_key<T: Sample + Number>(&self, keys: &[u32], x: &[T]) -> Result<Vec<T>> {
        Ok(contract::scan_by_key_inclusive(&heads(keys, |a, b| a == b), x, size::<T>(), T::plus))
    }
    fn scatter_reduce<T: Sample + Number>(&self, positions: &[u32], x: &[T], target: &[T]) -> Result<Vec<T>> {
        let slots: Vec<_> = positions.iter().zip(x).map(|(&at, &x)| Some((at as usize, x))).collect();
        Ok(contract::scatter_reduce(&slots, target, size::<T>(), true, T::plus))
    }
    fn segments_reduced<T: Sample + Number>(&self, offsets: &[u32], x: &[T]) -> Result<Vec<T>> {
        let sum = |part: &[T]| contract::reduce_lanes(&full(part), None, size::<T>(), T::plus).unwrap_or(T::NEUTRAL);
        Ok(parts(x, offsets).into_iter().map(sum).collect())
    }
    fn segments_scanned<T: Sample + Number>(&self, offsets: &[u32], x: &[T]) -> Result<Vec<T>> {
        let scan = |part: &[T]| contract::scan_inclusive(part, size::<T>(), T::plus);
        Ok(parts(x, offsets).into_iter().flat_map(scan).collect())
    }
    fn columns_reduced<T: Sample + Number>(&self, columns: usize, x: &[T]) -> Result<Vec<T>> {
        let column = |at: usize| x.iter().skip(at).step_by(columns).copied().map(Some).collect::<Vec<_>>();
        let sum = |column: Vec<_>| contract::reduce_lanes(&column, None, size::<T>(), T::plus).unwrap_or(T::NEUTRAL);
        Ok((0..columns).map(column).map(sum).collect())
    }
    fn positive(&self, x: &[f32]) -> Result<Option<f32>> {
        let slots: Vec<_> = x.iter().map(|&v| (v > 0.0).then_some(v)).collect();
        Ok(contract::reduce_lanes(&slots, None, 4, |a, b| a + b))
    }
    fn compose(&self, x: &[[f32; 2]]) -> Result<Option<[f32; 2]>> {
        Ok(contract::reduce_in_order(&full(x), None, 8, affine))
    }
    fn compose_all(&self, x: &[[f32; 2]]) -> Result<Vec<[f32; 2]>> {
        Ok(contract::scan_inclusive(x, 8, affine))
    }
}

struct On<'a, B>(&'a B);

impl<B: Backend> Engine for On<'_, B> {
    fn sum<T: Sample + Number>(&self, x: &[T]) -> Result<Option<T>> {
        self.0.upload(x)?.iter().reduce_with(Sum)
    }
    fn product<T: Sample + Number>(&self, x: &[T]) -> Result<Option<T>> {
        self.0.upload(x)?.iter().reduce_with(Product)
    }
    fn inclusive<T: Sample + Number>(&self, x: &[T]) -> Result<Vec<T>> {
        self.0.upload(x)?.iter().scan_inclusive(Sum).collect()?.to_vec()
    }
    fn exclusive<T: Sample + Number>(&self, x: &[T], init: T) -> Result<Vec<T>> {
        self.0.upload(x)?.iter().scan_exclusive(init, Sum).collect()?.to_vec()
    }
    fn reduce_by_key<T: Sample + Number>(&self, keys: &[u32], x: &[T]) -> Result<Vec<T>> {
        reduce_by_key(&self.0.upload(keys)?, &self.0.upload(x)?, Sum).collect()?.1.to_vec()
    }
    fn scan_by_key<T: Sample + Number>(&self, keys: &[u32], x: &[T]) -> Result<Vec<T>> {
        scan_by_key_inclusive(&self.0.upload(keys)?, &self.0.upload(x)?, Sum).collect()?.to_vec()
    }
    fn scatter_reduce<T: Sample + Number>(&self, positions: &[u32], x: &[T], target: &[T]) -> Result<Vec<T>> {
        let mut out = self.0.upload(target)?;
        self.0.upload(x)?.iter().scatter_reduce(&self.0.upload(positions)?, Sum, &mut out)?;
        out.to_vec()
    }
    fn segments_reduced<T: Sample + Number>(&self, offsets: &[u32], x: &[T]) -> Result<Vec<T>> {
        self.0.upload(x)?.iter().segments(&self.0.upload(offsets)?).sum().collect()?.to_vec()
    }
    fn segments_scanned<T: Sample + Number>(&self, offsets: &[u32], x: &[T]) -> Result<Vec<T>> {
        self.0.upload(x)?.iter().segments(&self.0.upload(offsets)?).scan_inclusive(Sum).collect()?.to_vec()
    }
    fn columns_reduced<T: Sample + Number>(&self, columns: usize, x: &[T]) -> Result<Vec<T>> {
        // The chain equals that of the tests of columns, so that it isn't compiled again.
        self.0.upload(x)?.iter().skip(0).grid(x.len() / columns, columns).columns().sum().collect()?.to_vec()
    }
    fn positive(&self, x: &[f32]) -> Result<Option<f32>> {
        self.0.upload(x)?.iter().filter(op!(|v: f32| v > 0.0)).reduce_with(Sum)
    }
    fn compose(&self, x: &[[f32; 2]]) -> Result<Option<[f32; 2]>> {
        self.0.upload(x)?.iter().reduce_with(op!(|f: [f32; 2], g: [f32; 2]| affine(f, g)))
    }
    fn compose_all(&self, x: &[[f32; 2]]) -> Result<Vec<[f32; 2]>> {
        self.0.upload(x)?.iter().scan_inclusive(op!(|f: [f32; 2], g: [f32; 2]| affine(f, g))).collect()?.to_vec()
    }
}

/// A value's bits as a number.
trait Bits64: Copy {
    fn bits(self) -> u64;
}
impl Bits64 for f32 {
    fn bits(self) -> u64 {
        self.to_bits().into()
    }
}
impl Bits64 for f64 {
    fn bits(self) -> u64 {
        self.to_bits()
    }
}
impl Bits64 for [f32; 2] {
    fn bits(self) -> u64 {
        self[0].bits() << 32 | self[1].bits()
    }
}

/// The lines of the file: the algorithm and type, the length, and the bits.
struct Table(String);

impl Table {
    fn one<T: Bits64>(&mut self, what: &str, len: usize, value: Option<T>) {
        let bits = value.map_or("nothing".into(), |v| format!("{:016x}", v.bits()));
        let _ = writeln!(self.0, "{what:<24} {len:>8}  {bits}");
    }

    /// Adds a line with a hash of all bits and the bits of the last item.
    fn all<T: Bits64>(&mut self, what: &str, len: usize, values: Vec<T>) {
        let hash = values.iter().fold(values.len() as u64, |hash, v| mix(hash ^ v.bits()));
        let last = values.last().map_or("nothing".into(), |v| format!("{:016x}", v.bits()));
        let _ = writeln!(self.0, "{what:<24} {len:>8}  {last} {hash:016x}");
    }

    fn of_type<T: Sample + Number + Bits64>(&mut self, ty: &str, len: usize, engine: &impl Engine) -> Result<()> {
        let x: Vec<T> = data(len as u64, len);
        // Factors near 1 keep the product finite, and its rounding still shows where the brackets stand.
        let near_one = |v: &T| T::one().plus(v.times(T::sample(1)).times(T::sample(1)));
        let factors: Vec<T> = x.iter().take(300).map(near_one).collect();
        let keys = run_keys(len as u64, len);
        self.one(&format!("sum {ty}"), len, engine.sum(&x)?);
        self.one(&format!("product {ty}"), factors.len(), engine.product(&factors)?);
        self.all(&format!("scan_inclusive {ty}"), len, engine.inclusive(&x)?);
        self.all(&format!("scan_exclusive {ty}"), len, engine.exclusive(&x, T::sample(3))?);
        self.all(&format!("reduce_by_key {ty}"), len, engine.reduce_by_key(&keys, &x)?);
        self.all(&format!("scan_by_key {ty}"), len, engine.scan_by_key(&keys, &x)?);
        for places in [16, 1000, 20_000] {
            let positions: Vec<u32> = (0..len).map(|i| (mix(i as u64) % places) as u32).collect();
            let sums = engine.scatter_reduce(&positions, &x, &data(0, places as usize))?;
            self.all(&format!("to {places} places {ty}"), len, sums);
        }
        // Segments and columns of a million items would test nothing else.
        if len <= 1 << 17 {
            let begins = heads(&keys, |a, b| a == b).into_iter().enumerate().filter(|begin| begin.1);
            let offsets: Vec<u32> = begins.map(|begin| begin.0 as u32).chain([len as u32]).collect();
            self.all(&format!("segments reduced {ty}"), len, engine.segments_reduced(&offsets, &x)?);
            self.all(&format!("segments scanned {ty}"), len, engine.segments_scanned(&offsets, &x)?);
            for columns in [3, 700] {
                let sums = engine.columns_reduced(columns, &x[..len / columns * columns])?;
                self.all(&format!("{columns} columns {ty}"), len, sums);
            }
        }
        Ok(())
    }

    fn new(engine: &impl Engine) -> Result<Self> {
        let mut table = Table(String::new());
        // The lengths: none, one, a warp and one, a prime, a chunk and one, a tile and one, several of each, a million.
        for len in [0, 1, 33, 1009, 8193, 12_289, 100_003, (1 << 20) + 7] {
            table.of_type::<f32>("f32", len, engine)?;
            table.of_type::<f64>("f64", len, engine)?;
            table.one("sum of the positive", len, engine.positive(&data(1, len))?);
            table.one("affine maps, reduced", len, engine.compose(&contractions(2, len))?);
            table.all("affine maps, scanned", len, engine.compose_all(&contractions(2, len))?);
        }
        Ok(table)
    }
}

const GOLDEN: &str = include_str!("golden.txt");

fn compare(got: &str) {
    for (got, want) in got.lines().zip(GOLDEN.lines()) {
        assert_eq!(got, want);
    }
    assert_eq!(got.lines().count(), GOLDEN.lines().count());
}

#[test]
fn the_contract_is_what_it_was() -> Result<()> {
    let table = Table::new(&Contract)?.0;
    if std::env::var_os("ONRUSH_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance/golden.txt");
        std::fs::write(path, table).expect("golden.txt can be written");
    } else {
        compare(&table);
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn bits<B: Backend>(b: &B) -> Result<()> {
    compare(&Table::new(&On(b))?.0);
    Ok(())
}
