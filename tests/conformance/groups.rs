//! Groups of unsorted keys, which are composed of a sort, runs and segments.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};

use onrush_test_support::compare::{all_same, same};
use onrush_test_support::contract;
use onrush_test_support::inputs::{Sample, bicyclic, brackets, data, many, mix, size};
use onrush_test_support::refusals::{elsewhere, lengths_differ, panicked, refused, too_short};

/// The distinct keys in ascending order, each with the positions of its items.
fn groups<K: Key>(keys: &[K]) -> Vec<(K, Vec<usize>)> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|&a, &b| keys[b].precedes(&keys[a]).cmp(&keys[a].precedes(&keys[b])));
    let mut found: Vec<(K, Vec<usize>)> = Vec::new();
    for i in order {
        match found.last_mut() {
            Some((key, positions)) if key.same(&keys[i]) => positions.push(i),
            _ => found.push((keys[i], vec![i])),
        }
    }
    found
}

/// Keys of about `distinct` kinds, the first of which is more frequent.
fn keys<K: Sample>(len: usize, distinct: u64) -> Vec<K> {
    let one = |i: u64| if mix(i) >> 62 == 0 { 0 } else { mix(i) % distinct };
    (0..len as u64).map(|i| K::sample(mix(one(i)))).collect()
}

/// Every terminal of numbers, for keys of one type.
fn check<B: Backend, K: Sample + Key, T: Sample + Number + Key>(b: &B, len: usize, distinct: u64) -> Result<()> {
    let (k, x): (Vec<K>, Vec<T>) = (keys(len, distinct), data(len as u64, len));
    let want = groups(&k);
    let (ks, v) = (b.upload(&k)?, b.upload(&x)?);
    let of = || v.iter().groups(&ks);
    let parts: Vec<Vec<T>> = want.iter().map(|(_, at)| at.iter().map(|&i| x[i]).collect()).collect();
    let (found, offsets, items) = of().collect()?;
    all_same("keys", &found.to_vec()?, &want.iter().map(|(key, _)| *key).collect::<Vec<_>>());
    all_same("items", &items.to_vec()?, &parts.concat());
    let ends = parts.iter().scan(0, |end, part| {
        *end += part.len();
        Some(*end)
    });
    all_same("offsets", &offsets.to_vec()?, &std::iter::once(0).chain(ends).collect::<Vec<_>>());
    let slots = |part: &[T]| part.iter().map(|x| Some(*x)).collect::<Vec<_>>();
    let sums: Vec<T> =
        parts.iter().map(|p| contract::reduce_lanes(&slots(p), None, size::<T>(), T::plus).expect("items")).collect();
    let (found, got) = of().sum().collect()?;
    same("number of keys", found.len(), want.len());
    all_same("sums", &got.to_vec()?, &sums);
    let products: Vec<T> =
        parts.iter().map(|p| contract::reduce_lanes(&slots(p), None, size::<T>(), T::times).expect("items")).collect();
    all_same("products", &of().product().collect()?.1.to_vec()?, &products);
    let fold = |f: fn(T, T) -> T| parts.iter().map(|p| p.iter().copied().reduce(f).expect("items")).collect::<Vec<_>>();
    all_same("minima", &of().min().collect()?.1.to_vec()?, &fold(T::smaller));
    all_same("maxima", &of().max().collect()?.1.to_vec()?, &fold(T::larger));
    let (found, counts) = of().count().collect()?;
    same("number of keys", found.len(), want.len());
    all_same("counts", &counts.to_vec()?, &parts.iter().map(|p| p.len() as u64).collect::<Vec<_>>());
    let mean = |p: &Vec<T>| {
        let p: Vec<_> = p.iter().map(|x| Some(x.cast::<f64>())).collect();
        contract::reduce_lanes(&p, None, 8, |a, b| a + b).expect("items") / p.len() as f64
    };
    all_same("means", &of().mean().collect()?.1.to_vec()?, &parts.iter().map(mean).collect::<Vec<_>>());
    let (keys, offsets, items) = of().collect()?;
    let segments = || items.iter().segments(&offsets);
    let (found, variances) = of().variance().collect()?;
    same("the same keys", found.len(), keys.len());
    all_same("variances", &variances.to_vec()?, &segments().variance().collect()?.to_vec()?);
    all_same(
        "sample variances",
        &of().sample_variance().collect()?.1.to_vec()?,
        &segments().sample_variance().collect()?.to_vec()?,
    );
    let (_, (least, most)) = of().minmax().collect()?;
    all_same("least", &least.to_vec()?, &fold(T::smaller));
    all_same("most", &most.to_vec()?, &fold(T::larger));
    let first = |at: &[usize], before: fn(&T, &T) -> bool| {
        at.iter().copied().reduce(|best, i| if before(&x[i], &x[best]) { i } else { best }).expect("items")
    };
    let least: Vec<_> = want.iter().map(|(_, at)| first(at, T::precedes)).collect();
    all_same("positions of minima", &of().argmin().collect()?.1.to_vec()?, &least);
    let most: Vec<_> = want.iter().map(|(_, at)| first(at, |a, b| b.precedes(a))).collect();
    all_same("positions of maxima", &of().argmax().collect()?.1.to_vec()?, &most);
    Ok(())
}

pub(crate) fn numbers<B: Backend>(b: &B) -> Result<()> {
    for (len, distinct) in [(0, 1), (1, 1), (33, 3), (5003, 7), (7001, 2000)] {
        check::<B, u32, f32>(b, len, distinct)?;
    }
    check::<B, i8, f64>(b, 1009, 200)
}

/// Float keys of both zeros and NaNs, columns of values, and an operator that doesn't commute.
pub(crate) fn orders<B: Backend>(b: &B) -> Result<()> {
    let kinds = [0.0f32, -0.0, f32::NAN, 1.5, f32::NEG_INFINITY, -f32::NAN];
    let k: Vec<f32> = (0..5003).map(|i| kinds[mix(i) as usize % kinds.len()]).collect();
    let (x, y): (Vec<[u32; 2]>, Vec<u16>) = (brackets(1, 5003), data(2, 5003));
    let want = groups(&k);
    let (ks, vx, vy) = (b.upload(&k)?, b.upload(&x)?, b.upload(&y)?);
    let join = op!(|a: ([u32; 2], u16), b: ([u32; 2], u16)| (bicyclic(a.0, b.0), a.1.max(b.1)));
    let (found, (p, q)) = vx.iter().zip(&vy).groups(&ks).reduce(([0, 0], 0), join).collect()?;
    all_same("keys", &found.to_vec()?, &want.iter().map(|(key, _)| *key).collect::<Vec<_>>());
    let fold = |at: &Vec<usize>| at.iter().fold([0, 0], |a, &i| bicyclic(a, x[i]));
    all_same("brackets", &p.to_vec()?, &want.iter().map(|(_, at)| fold(at)).collect::<Vec<_>>());
    let most = |at: &Vec<usize>| at.iter().map(|&i| y[i]).max().expect("items");
    all_same("maxima", &q.to_vec()?, &want.iter().map(|(_, at)| most(at)).collect::<Vec<_>>());
    Ok(())
}

pub(crate) fn into_vectors_that_exist<B: Backend>(b: &B) -> Result<()> {
    let (k, x) = (b.upload(&[5u32, 2, 5, 2, 5])?, b.upload(&[1u32, 7, 3, 7, 4])?);
    let of = || x.iter().groups(&k);
    let (mut keys, mut out) = (b.filled(9u32, 4)?, b.filled(9u32, 3)?);
    same("groups", of().sum().collect_into((&mut keys, &mut out))?, 2);
    all_same("keys", &keys.to_vec()?, &[2, 5, 9, 9]);
    all_same("sums", &out.to_vec()?, &[14, 8, 9]);
    of().product().collect_into((&mut keys, out.slice_mut(1..)?))?;
    all_same("products", &out.to_vec()?, &[14, 49, 12]);
    of().min().collect_into((&mut keys, &mut out))?;
    all_same("minima", &out.to_vec()?, &[7, 1, 12]);
    of().max().collect_into((keys.slice_mut(2..)?, &mut out))?;
    all_same("maxima", &out.to_vec()?, &[7, 4, 12]);
    of().reduce(100, Sum).collect_into((&mut keys, &mut out))?;
    all_same("with an initial value", &out.to_vec()?, &[114, 108, 12]);
    let (mut means, mut counts, mut at) = (b.filled(9.0, 2)?, b.filled(9u64, 2)?, b.filled(9usize, 2)?);
    of().mean().collect_into((&mut keys, &mut means))?;
    all_same("means", &means.to_vec()?, &[7.0, 8.0 / 3.0]);
    of().count().collect_into((&mut keys, &mut counts))?;
    all_same("counts", &counts.to_vec()?, &[2, 3]);
    of().variance().collect_into((&mut keys, &mut means))?;
    all_same("variances", &means.to_vec()?, &of().variance().collect()?.1.to_vec()?);
    of().sample_variance().collect_into((&mut keys, &mut means))?;
    all_same("sample variances", &means.to_vec()?, &of().sample_variance().collect()?.1.to_vec()?);
    let (mut less, mut more) = (b.filled(9u32, 3)?, b.filled(9u32, 2)?);
    of().minmax().collect_into((&mut keys, (less.slice_mut(1..)?, &mut more)))?;
    all_same("least", &less.to_vec()?, &[9, 7, 1]);
    all_same("most", &more.to_vec()?, &[7, 4]);
    same("groups", of().count_if(op!(|v: u32| v > 3)).collect_into((&mut keys, &mut counts))?, 2);
    all_same("numbers above 3", &counts.to_vec()?, &[2, 1]);
    all_same("numbers above 3", &of().count_if(op!(|v: u32| v > 3)).collect()?.1.to_vec()?, &[2, 1]);
    of().argmin().collect_into((&mut keys, &mut at))?;
    all_same("positions of minima", &at.to_vec()?, &[1, 0]);
    of().argmax().collect_into((&mut keys, &mut at))?;
    all_same("positions of maxima", &at.to_vec()?, &[1, 4]);
    let (mut offsets, mut items) = (b.filled(9usize, 3)?, b.filled(9u32, 6)?);
    same("groups", of().collect_into((&mut keys, &mut offsets, &mut items))?, 2);
    all_same("offsets", &offsets.to_vec()?, &[0, 2, 5]);
    all_same("items", &items.to_vec()?, &[7, 7, 1, 3, 4, 9]);
    all_same("keys", &keys.to_vec()?, &[2, 5, 2, 5]);

    keys.fill(9)?;
    out.fill(9)?;
    too_short(of().sum().collect_into((&mut keys, out.slice_mut(..1)?)), "collect_into", 2, 1);
    too_short(of().sum().collect_into((keys.slice_mut(..1)?, &mut out)), "collect_into", 2, 1);
    too_short(of().count().collect_into((keys.slice_mut(..0)?, &mut counts)), "collect_into", 2, 0);
    too_short(of().mean().collect_into((&mut keys, means.slice_mut(..1)?)), "collect_into", 2, 1);
    too_short(of().variance().collect_into((keys.slice_mut(..1)?, &mut means)), "collect_into", 2, 1);
    too_short(of().collect_into((&mut keys, offsets.slice_mut(..2)?, &mut items)), "collect_into", 3, 2);
    too_short(of().collect_into((&mut keys, &mut offsets, items.slice_mut(..4)?)), "collect_into", 5, 4);
    all_same("untouched", &[keys.to_vec()?, out.to_vec()?].concat(), &[9; 7]);
    Ok(())
}

pub(crate) fn failures<B: Backend>(b: &B) -> Result<()> {
    let (x, short, far) = (b.upload(&[3u32, 1, 2])?, b.upload(&[1u32, 2])?, elsewhere::<u32>());
    lengths_differ(x.iter().groups(&short).sum().collect(), "groups", 2, 3);
    lengths_differ(short.iter().groups(&x).count().collect(), "groups", 3, 2);
    refused(b, x.iter().groups(b.tabulate(3, op!(|i: usize| far[i]))).sum().collect().map(drop));
    refused(b, b.tabulate(3, op!(|i: usize| far[i])).groups(&x).collect().map(drop));
    refused(b, x.iter().groups(&x).reduce(0, op!(|a: u32, b: u32| a ^ b ^ far[0])).collect().map(drop));
    let line = line!() + 1;
    let bad = op!(|a: u32, b: u32| if a == 3 || b == 3 { panic!("too much") } else { a + b });
    let failed = x.iter().groups(b.constant(1u8, 3)).reduce(0, bad).collect().and_then(|(_, sums)| sums.to_vec());
    panicked(b, failed, "too much", line);
    let line = line!() + 1;
    let bad_key = op!(|i: u32| if i == 70 { panic!("no key") } else { i });
    panicked(b, b.range(0..90u32).groups(b.range(0..90u32).map(bad_key)).count().collect(), "no key", line);
    let huge = b.constant(1u8, usize::MAX).groups(b.constant(1u8, usize::MAX)).sum().collect();
    assert!(matches!(huge.map(drop).expect_err("too much").kind(), ErrorKind::OutOfMemory { .. }));
    all_same("the inputs", &x.to_vec()?, &[3, 1, 2]);
    Ok(())
}

/// Groups of several tiles, and of a few items.
pub(crate) fn large<B: Backend>(b: &B) -> Result<()> {
    let (k, x): (Vec<u32>, Vec<f32>) = (keys(many(b) / 8, 100), data(1, many(b) / 8));
    let (found, sums) = b.upload(&x)?.iter().groups(&b.upload(&k)?).sum().collect()?;
    let want = groups(&k);
    all_same("keys", &found.to_vec()?, &want.iter().map(|(key, _)| *key).collect::<Vec<_>>());
    let sum = |at: &Vec<usize>| {
        let slots: Vec<_> = at.iter().map(|&i| Some(x[i])).collect();
        contract::reduce_lanes(&slots, None, 4, |a, b| a + b).expect("items")
    };
    all_same("sums", &sums.to_vec()?, &want.iter().map(|(_, at)| sum(at)).collect::<Vec<_>>());
    Ok(())
}
