use std::cmp::{Ordering, Reverse};

use half::{bf16, f16};
use onrush::Result;
use onrush::prelude::*;

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::inputs::{Grain, Sample, Stamped, data, few_lengths, lengths, many, mix, property};
use onrush_test_support::oracle;
use onrush_test_support::refusals::lengths_differ;

/// An order that is defined without radix words.
trait Order: Sample {
    fn order(&self, other: &Self) -> Ordering;
}
macro_rules! orders {
    ($($t:ty)*; $($f:ty)*) => {
        $(impl Order for $t { fn order(&self, other: &Self) -> Ordering { self.cmp(other) } })*
        $(impl Order for $f { fn order(&self, other: &Self) -> Ordering { self.total_cmp(other) } })*
    };
}
orders! { bool u8 u16 u32 u64 usize i8 i16 i32 i64 [u64; 2] [i16; 3]; f16 bf16 f32 f64 }
impl Order for Grain {
    fn order(&self, other: &Self) -> Ordering {
        let size = self.size.total_cmp(&other.size);
        self.kind.cmp(&other.kind).then(size).then(self.cell.cmp(&other.cell))
    }
}
impl Order for Stamped {
    fn order(&self, other: &Self) -> Ordering {
        let at = self.at.total_cmp(&other.at);
        self.grain.order(&other.grain).then(at).then(self.fresh.cmp(&other.fresh))
    }
}

/// Data in arrangements that sorts find easy or hard.
fn arrangements<T: Order>(len: usize) -> Vec<(&'static str, Vec<T>)> {
    let x: Vec<T> = data(len as u64, len);
    let mut sorted = x.clone();
    sorted.sort_by(T::order);
    let reversed = sorted.iter().rev().copied().collect();
    let equal = x.first().map(|&v| vec![v; len]).unwrap_or_default();
    let few = (0..len as u64).map(|i| T::sample(mix(mix(i) % 3))).collect();
    let mut nearly = sorted.clone();
    if len > 2 {
        nearly.swap(0, len - 1);
    }
    vec![("random", x), ("sorted", sorted), ("reversed", reversed), ("equal", equal), ("few", few), ("nearly", nearly)]
}

/// Keys of one type, in every arrangement.
fn keys<B: Backend, T: Order + Key>(b: &B) -> Result<()> {
    for len in few_lengths(size_of::<T>()) {
        for (what, x) in arrangements::<T>(len) {
            let mut v = b.upload(&x)?;
            v.sort()?;
            let mut want = x;
            want.sort_by(T::order);
            all_same(what, &v.to_vec()?, &want);
        }
    }
    Ok(())
}

// Sanitized: host
pub(crate) fn every_narrow_key<B: Backend>(b: &B) -> Result<()> {
    keys::<B, bool>(b)?;
    keys::<B, u8>(b)?;
    keys::<B, i8>(b)?;
    keys::<B, u16>(b)?;
    keys::<B, i16>(b)?;
    keys::<B, f16>(b)?;
    keys::<B, bf16>(b)
}

pub(crate) fn every_key_of_32_bits<B: Backend>(b: &B) -> Result<()> {
    keys::<B, u32>(b)?;
    keys::<B, i32>(b)?;
    keys::<B, f32>(b)
}

pub(crate) fn every_key_of_64_bits<B: Backend>(b: &B) -> Result<()> {
    keys::<B, u64>(b)?;
    keys::<B, i64>(b)?;
    keys::<B, f64>(b)?;
    keys::<B, usize>(b)
}

pub(crate) fn keys_that_are_arrays<B: Backend>(b: &B) -> Result<()> {
    keys::<B, [u64; 2]>(b)?;
    keys::<B, [i16; 3]>(b)
}

pub(crate) fn keys_that_are_structures<B: Backend>(b: &B) -> Result<()> {
    keys::<B, Grain>(b)?;
    keys::<B, Stamped>(b)
}

/// NaNs of both signs, infinities, zeros and subnormals are sorted by `total_cmp`.
pub(crate) fn floats_in_total_order<B: Backend>(b: &B) -> Result<()> {
    let odd =
        [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, 1e-45, -1e-45, f32::MAX, f32::MIN, 1.0];
    for len in few_lengths(4) {
        let x: Vec<f32> = (0..len as u64).map(|i| odd[(mix(i) % 11) as usize]).collect();
        let mut want = x.clone();
        want.sort_by(f32::total_cmp);
        all_same("f32", &b.upload(&x)?.iter().sort().collect()?.to_vec()?, &want);
        let x: Vec<f64> = x.iter().map(|&v| v.into()).collect();
        let mut want = x.clone();
        want.sort_by(f64::total_cmp);
        all_same("f64", &b.upload(&x)?.iter().sort().collect()?.to_vec()?, &want);
    }
    Ok(())
}

/// Few distinct keys and a column of positions: equal keys keep their order.
// Sanitized: kernels
pub(crate) fn by_key_is_stable<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        for (distinct, shift) in [(3u64, 0), (3, 30), (1000, 8), (u64::MAX, 0)] {
            let keys: Vec<u32> = (0..len as u64).map(|i| ((mix(i) % distinct) << shift) as u32).collect();
            let mut order: Vec<usize> = (0..len).collect();
            order.sort_by_key(|&i| keys[i]);
            let (mut k, mut at) = (b.upload(&keys)?, b.range(0..len).collect()?);
            sort_by_key(&mut k, &mut at)?;
            all_same("positions", &at.to_vec()?, &order);
            all_same("keys", &k.to_vec()?, &order.iter().map(|&i| keys[i]).collect::<Vec<_>>());
            all_same("argsort", &b.upload(&keys)?.iter().argsort().collect()?.to_vec()?, &order);
        }
    }
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn by_key_moves_every_column<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(16) {
        let keys: Vec<f32> = data(1, len);
        let (bytes, grains, wide): (Vec<u8>, Vec<Grain>, Vec<[u64; 2]>) = (data(2, len), data(3, len), data(4, len));
        let mut order: Vec<usize> = (0..len).collect();
        order.sort_by(|&i, &j| keys[i].total_cmp(&keys[j]));
        let (mut k, mut p, mut q, mut r) = (b.upload(&keys)?, b.upload(&bytes)?, b.upload(&grains)?, b.upload(&wide)?);
        sort_by_key(&mut k, (&mut p, &mut q, &mut r))?;
        all_same("keys", &k.to_vec()?, &order.iter().map(|&i| keys[i]).collect::<Vec<_>>());
        all_same("bytes", &p.to_vec()?, &order.iter().map(|&i| bytes[i]).collect::<Vec<_>>());
        all_same("grains", &q.to_vec()?, &order.iter().map(|&i| grains[i]).collect::<Vec<_>>());
        all_same("wide", &r.to_vec()?, &order.iter().map(|&i| wide[i]).collect::<Vec<_>>());
    }
    Ok(())
}

// Sanitized: kernels
pub(crate) fn parts<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(8) {
        let mut x: Vec<i64> = data(1, len);
        let mut v = b.upload(&x)?;
        let part = len / 5..len - len / 7;
        v.slice_mut(part.clone())?.sort()?;
        x[part].sort();
        all_same("a part", &v.to_vec()?, &x);
        let half = len / 2;
        let mut at = b.range(0..half as u32).collect()?;
        sort_by_key(v.slice_mut(len - half..)?, &mut at)?;
        let mut order: Vec<u32> = (0..half as u32).collect();
        order.sort_by_key(|&i| x[len - half + i as usize]);
        all_same("positions in a part", &at.to_vec()?, &order);
    }
    Ok(())
}

pub(crate) fn by_comparator<B: Backend>(b: &B) -> Result<()> {
    for len in lengths(4) {
        for (what, x) in arrangements::<i32>(len) {
            let mut v = b.upload(&x)?;
            v.sort_by(op!(|a: i32, b: i32| a >> 24 > b >> 24))?;
            let mut want = x.clone();
            want.sort_by_key(|&v| -(v >> 24));
            all_same(what, &v.to_vec()?, &want);
        }
    }
    // The insertion sort is a second oracle beside std's sort.
    let x: Vec<i32> = data(9, 3001);
    let mut v = b.upload(&x)?;
    v.sort_by(op!(|a: i32, b: i32| a % 17 < b % 17))?;
    all_same("insertion", &v.to_vec()?, &oracle::sort(&x, |a, b| a % 17 < b % 17));
    Ok(())
}

// Sanitized: kernels, host
pub(crate) fn by_comparator_in_columns<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(16) {
        let (x, y): (Vec<f32>, Vec<u8>) = (data(1, len), data(2, len));
        let (mut vx, mut vy, mut at) = (b.upload(&x)?, b.upload(&y)?, b.range(0..len as u32).collect()?);
        let table = (&mut vx, &mut vy, &mut at);
        sort_by(table, op!(|a: (f32, u8, u32), b: (f32, u8, u32)| a.1 < b.1 || (a.1 == b.1 && a.0 > b.0)))?;
        let mut order: Vec<usize> = (0..len).collect();
        order.sort_by(|&i, &j| y[i].cmp(&y[j]).then(x[j].total_cmp(&x[i])));
        all_same("floats", &vx.to_vec()?, &order.iter().map(|&i| x[i]).collect::<Vec<_>>());
        all_same("bytes", &vy.to_vec()?, &order.iter().map(|&i| y[i]).collect::<Vec<_>>());
        all_same("positions", &at.to_vec()?, &order.iter().map(|&i| i as u32).collect::<Vec<_>>());
    }
    Ok(())
}

/// A relation that returns an `Ordering` is std's comparator.
// Sanitized: kernels
pub(crate) fn by_ordering<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(4) {
        for (what, x) in arrangements::<i32>(len) {
            let mut v = b.upload(&x)?;
            v.sort_by(op!(|a: i32, b: i32| (a >> 24).cmp(&(b >> 24)).reverse()))?;
            let mut want = x.clone();
            want.sort_by(|a, b| (a >> 24).cmp(&(b >> 24)).reverse());
            all_same(what, &v.to_vec()?, &want);
        }
        let (x, y): (Vec<f32>, Vec<u8>) = (data(1, len), data(2, len));
        let (mut vx, mut vy) = (b.upload(&x)?, b.upload(&y)?);
        let up = Ordering::Less;
        let by = op!(|a: (f32, u8), b: (f32, u8)| match (a.1 / 8).cmp(&(b.1 / 8)) {
            Ordering::Equal if up == Ordering::Less => a.0.total_cmp(&b.0),
            Ordering::Equal => b.0.total_cmp(&a.0),
            found => found.reverse(),
        });
        sort_by((&mut vx, &mut vy), by)?;
        let mut want: Vec<_> = x.into_iter().zip(y).collect();
        want.sort_by(|a, b| (b.1 / 8).cmp(&(a.1 / 8)).then(a.0.total_cmp(&b.0)));
        let got: Vec<_> = vx.to_vec()?.into_iter().zip(vy.to_vec()?).collect();
        all_same("columns", &got, &want);
    }
    Ok(())
}

/// Descending sorts: equal keys keep their order, and floats have that of `total_cmp`.
// Sanitized: kernels, host
pub(crate) fn descending<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Order + Key>(b: &B, len: usize) -> Result<()> {
        for (what, x) in arrangements::<T>(len) {
            let mut order: Vec<u32> = (0..len as u32).collect();
            order.sort_by(|&i, &j| x[j as usize].order(&x[i as usize]));
            let want: Vec<T> = order.iter().map(|&i| x[i as usize]).collect();
            let mut keys = b.upload(&x)?;
            keys.sort_by(Greater)?;
            all_same(what, &keys.to_vec()?, &want);
            let (mut keys, mut at) = (b.upload(&x)?, b.range(0..len as u32).collect()?);
            sort_by_key_with(&mut keys, &mut at, Greater)?;
            all_same(what, &keys.to_vec()?, &want);
            all_same(what, &at.to_vec()?, &order);
        }
        Ok(())
    }
    for len in few_lengths(4) {
        check::<B, u32>(b, len)?;
        check::<B, i16>(b, len)?;
    }
    check::<B, bool>(b, 1009)?;
    check::<B, Stamped>(b, 5003)?;
    let odd = [f32::NAN, -f32::NAN, f32::INFINITY, 0.0, -0.0, 1e-45, -1e-45, 1.0];
    let x: Vec<f32> = (0..20_011).map(|i| odd[(mix(i) % 8) as usize]).collect();
    let mut v = b.upload(&x)?;
    v.sort_by(Greater)?;
    let mut want = x.clone();
    want.sort_by(|a, b| b.total_cmp(a));
    all_same("floats", &v.to_vec()?, &want);
    v.sort_by(onrush::operator::Less)?;
    want.reverse();
    all_same("floats, ascending", &v.to_vec()?, &want);
    // Parts, and several columns of values.
    let (mut keys, mut p, mut q) =
        (b.upload(&[1u32, 5, 5, 9])?, b.range(0..3u8).collect()?, b.range(0..3i64).collect()?);
    sort_by_key_with(keys.slice_mut(1..)?, (&mut p, &mut q), Greater)?;
    assert_eq!((keys.to_vec()?, p.to_vec()?, q.to_vec()?), (vec![1, 9, 5, 5], vec![2, 0, 1], vec![2, 0, 1]));
    let mut x = b.upload(&[1u32, 5, 7, 9])?;
    x.slice_mut(..3)?.sort_by(Greater)?;
    assert_eq!(x.to_vec()?, [7, 5, 1, 9]);
    Ok(())
}

/// Directions mixed in one key.
#[derive(Debug, Clone, Copy, Element, Key)]
#[repr(C)]
struct Place {
    medals: Reverse<u16>,
    country: u8,
}

// Sanitized: kernels
pub(crate) fn by_projection<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(8) {
        let x: Vec<Grain> = data(1, len);
        let mut v = b.upload(&x)?;
        v.sort_by_key(op!(|g: Grain| g.cell[0]))?;
        let mut want = x.clone();
        want.sort_by_key(|g| g.cell[0]);
        all_same("a field", &v.to_vec()?, &want);
        v.sort_by_key(op!(|g: Grain| Reverse(g.size)))?;
        want.sort_by(|g, h| h.size.total_cmp(&g.size));
        all_same("in reverse", &v.to_vec()?, &want);
        v.sort_by_key(op!(|g: Grain| Place { medals: Reverse((g.cell[1] & 7) as u16), country: g.kind }))?;
        want.sort_by_key(|g| (Reverse(g.cell[1] & 7), g.kind));
        all_same("a key of two directions", &v.to_vec()?, &want);
        let part = len / 3..len - len / 4;
        v.slice_mut(part.clone())?.sort_by_key(op!(|g: Grain| g.cell[0]))?;
        want[part.clone()].sort_by_key(|g| g.cell[0]);
        all_same("a part", &v.to_vec()?, &want);
        let mut cells = b.filled(7i16, len + 2)?;
        v.iter().map(op!(|g: Grain| g.cell[0])).sort().collect_into(cells.slice_mut(1..len + 1)?)?;
        let mut sorted: Vec<i16> = want.iter().map(|g| g.cell[0]).collect();
        sorted.sort_unstable();
        all_same("into", &cells.slice(1..len + 1)?.to_vec()?, &sorted);
        same("the places beside it", (cells.at(0)?, cells.at(len + 1)?), (7, 7));
    }
    Ok(())
}

/// Keys of any kind, values of any kind, and a relation.
pub(crate) fn by_key_with_a_relation<B: Backend>(b: &B) -> Result<()> {
    for len in few_lengths(8) {
        let (x, y): (Vec<i32>, Vec<u8>) = (data(1, len), data(2, len));
        let (mut k, mut v, mut at) = (b.upload(&x)?, b.upload(&y)?, b.range(0..len as u32).collect()?);
        let last_digit = op!(|a: i32, b: i32| (a % 10).cmp(&(b % 10)));
        sort_by_key_with(&mut k, (&mut v, &mut at), last_digit)?;
        let mut order: Vec<usize> = (0..len).collect();
        order.sort_by_key(|&i| x[i] % 10);
        all_same("keys", &k.to_vec()?, &order.iter().map(|&i| x[i]).collect::<Vec<_>>());
        all_same("bytes", &v.to_vec()?, &order.iter().map(|&i| y[i]).collect::<Vec<_>>());
        all_same("positions", &at.to_vec()?, &order.iter().map(|&i| i as u32).collect::<Vec<_>>());
        let (mut k, mut v, mut at) = (b.upload(&x)?, b.upload(&y)?, b.range(0..len as u32).collect()?);
        let by = op!(|a: (i32, u8), b: (i32, u8)| a.1 > b.1);
        sort_by_key_with((&mut k, &mut v), &mut at, by)?;
        let mut order: Vec<u32> = (0..len as u32).collect();
        order.sort_by(|&i, &j| y[j as usize].cmp(&y[i as usize]));
        all_same("positions by columns", &at.to_vec()?, &order);
    }
    let (mut k, mut v) = (b.upload(&[1u8, 2])?, b.upload(&[1u8])?);
    let error = sort_by_key_with(&mut k, &mut v, Greater).expect_err("the lengths differ");
    assert!(matches!(error.kind(), onrush::ErrorKind::LengthMismatch { .. }), "{error}");
    Ok(())
}

/// Lengths at which a sort changes to more blocks or to larger tiles: multiples of its 384 threads, for keys and for pairs.
pub(crate) fn around_tiles<B: Backend>(b: &B) -> Result<()> {
    fn check<B: Backend, T: Order + Key>(b: &B, len: usize) -> Result<()> {
        let x: Vec<T> = data(len as u64, len);
        let mut want: Vec<u32> = (0..len as u32).collect();
        want.sort_by(|&i, &j| x[i as usize].order(&x[j as usize]));
        let sorted: Vec<T> = want.iter().map(|&i| x[i as usize]).collect();
        let mut keys = b.upload(&x)?;
        keys.sort()?;
        all_same("keys", &keys.to_vec()?, &sorted);
        let (mut keys, mut positions) = (b.upload(&x)?, b.range(0..len as u32).collect()?);
        sort_by_key(&mut keys, &mut positions)?;
        all_same("keys of pairs", &keys.to_vec()?, &sorted);
        all_same("positions", &positions.to_vec()?, &want);
        Ok(())
    }
    for by in [-1, 0, 1] {
        let around = |items: usize| (384 * items).wrapping_add_signed(by);
        for items in [17, 20, 23, 28, 3 * 10, 3 * 14] {
            check::<B, u32>(b, around(items))?;
            check::<B, u8>(b, around(items))?;
        }
        for items in [11, 12, 13, 14, 3 * 6, 3 * 7] {
            check::<B, f64>(b, around(items))?;
        }
        for items in [6, 7, 3 * 4] {
            check::<B, [u64; 2]>(b, around(items))?;
        }
    }
    check::<B, u8>(b, 270_001)?;
    check::<B, f32>(b, 70_001)?;
    check::<B, u64>(b, 40_001)?;
    check::<B, [u64; 2]>(b, 20_001)
}

/// Positions of several types, up to the most that they can hold.
pub(crate) fn positions<B: Backend>(b: &B) -> Result<()> {
    for len in [0, 1, 256, 20_011] {
        let x: Vec<f32> = data(1, len);
        let mut want: Vec<usize> = (0..len).collect();
        want.sort_by(|&i, &j| x[i].total_cmp(&x[j]));
        let v = b.upload(&x)?;
        all_same("usize", &v.iter().argsort().collect()?.to_vec()?, &want);
        let narrow: Vec<u32> = v.iter().argsort_as::<u32>().collect()?.to_vec()?;
        all_same("u32", &narrow, &want.iter().map(|&i| i as u32).collect::<Vec<_>>());
        let mut order = b.filled(7u32, len)?;
        v.iter().argsort_as().collect_into(&mut order)?;
        all_same("into", &order.to_vec()?, &narrow);
        lengths_differ(v.iter().argsort().collect_into(&mut b.filled(7usize, len + 1)?), "collect_into", len, len + 1);
        let some: Vec<usize> = (0..len).filter(|&i| x[i] < 0.5).collect();
        let mut sorted: Vec<usize> = (0..some.len()).collect();
        sorted.sort_by(|&i, &j| x[some[i]].total_cmp(&x[some[j]]));
        let kept = || v.iter().filter(op!(|v: f32| v < 0.5));
        all_same("of a filter", &kept().argsort().collect()?.to_vec()?, &sorted);
        let mut there = b.filled(7usize, len + 1)?;
        assert_eq!(kept().argsort().collect_into(&mut there)?, sorted.len());
        sorted.resize(len + 1, 7);
        all_same("of a filter, into", &there.to_vec()?, &sorted);
        match v.iter().argsort_as::<u8>().collect() {
            Ok(order) => all_same("u8", &order.to_vec()?, &want.iter().map(|&i| i as u8).collect::<Vec<_>>()),
            Err(error) => assert!(len > 256 && error.to_string().contains("argsort_as"), "{error}"),
        }
    }
    Ok(())
}

pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let x: Vec<u32> = data(1, many(b));
    let mut want = x.clone();
    want.sort();
    all_same("radix", &b.upload(&x)?.iter().sort().collect()?.to_vec()?, &want);
    want.reverse();
    let mut v = b.upload(&x)?;
    v.sort_by(op!(|a: u32, b: u32| a > b))?;
    all_same("merge", &v.to_vec()?, &want);
    let mut wide: Vec<_> = x.iter().take(5003).zip(0..).map(|(v, at)| [[u64::from(*v % 512), at]; 6]).collect();
    let mut v = b.upload(&wide)?;
    v.sort_by(op!(|a: [[u64; 2]; 6], b: [[u64; 2]; 6]| a[5][0] < b[5][0]))?;
    wide.sort_by_key(|row| row[5][0]);
    all_same("wide", &v.to_vec()?, &wide);
    Ok(())
}

pub(crate) fn random<B: Backend>(b: &B) -> Result<()> {
    property(100, 500, |(x, low): (Vec<(u16, i64)>, u16)| {
        let (keys, values): (Vec<u16>, Vec<i64>) = x.iter().map(|&(k, v)| (k & low, v)).unzip();
        let (mut k, mut v) = (b.upload(&keys).unwrap(), b.upload(&values).unwrap());
        sort_by_key(&mut k, &mut v).unwrap();
        let mut want: Vec<_> = keys.into_iter().zip(values).collect();
        want.sort_by_key(|&(k, _)| k);
        let got: Vec<_> = k.to_vec().unwrap().into_iter().zip(v.to_vec().unwrap()).collect();
        all_same("pairs", &got, &want);
    });
    Ok(())
}
