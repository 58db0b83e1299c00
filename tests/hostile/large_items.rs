//! Large items and small stacks: every algorithm works on stacks of 2 MiB with items of up to 32 KiB, the largest allowed,
//! and with small items on a caller's stack of 128 KiB.

use onrush::prelude::*;

/// Runs every algorithm on a thread with a stack of `$stack` bytes.
macro_rules! large {
    ($name:ident, $stack:expr) => {
        #[test]
        fn $name() {
            let work = || {
                for threads in [1, 3] {
                    everything::$name(&Cpu::with_threads(threads).unwrap()).unwrap();
                }
            };
            std::thread::Builder::new().stack_size($stack).spawn(work).unwrap().join().unwrap();
        }
    };
}

large!(elements_of_1_kib, 2 << 20);
large!(elements_of_16_kib, 2 << 20);
large!(small_elements_on_a_small_stack, 128 << 10);

/// The largest captures, on a stack of 2 MiB, which is a test's.
#[test]
fn captures() {
    fn sums<B: Backend>(b: &B) {
        let many = [1u64; 4200];
        let x = b.range(0usize..4200).collect().unwrap();
        assert_eq!(x.iter().map(op!(|i: usize| many[i])).sum(), Ok(4200));
    }
    let work = || {
        sums(&Cpu::with_threads(1).unwrap());
        sums(&Cpu::with_threads(3).unwrap());
        sums(&onrush_cuda::Cuda::emulated());
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

/// Items of 32 KiB, of which a stack of 2 MiB holds few.
mod largest {
    use super::*;
    type E = [u64; 4096];

    fn with(work: fn(&DeviceVec<E, Cpu>)) {
        let work = move || {
            for threads in [1, 3] {
                let host: Vec<E> = (0..200).map(|i| [i; 4096]).collect();
                work(&Cpu::with_threads(threads).unwrap().upload(&host).unwrap());
            }
        };
        std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
    }

    #[test]
    fn parts() {
        with(|x| {
            let (low, middle) = (op!(|e: E| e[0] % 3 == 0), op!(|e: E| e[0] % 3 == 1));
            let (a, b, c) = x.iter().partition_in_three(low, middle).collect().unwrap();
            let first = |part: DeviceVec<E, Cpu>| part.to_vec().unwrap().iter().map(|e| e[0]).collect::<Vec<_>>();
            for (part, k) in [(a, 0), (b, 1), (c, 2)] {
                assert_eq!(first(part), (0..200).filter(|i| i % 3 == k).collect::<Vec<_>>());
            }
        });
    }

    #[test]
    fn sets() {
        with(|x| {
            let below = op!(|a: E, b: E| a[0] < b[0]);
            assert_eq!(set_union_by(x, x, below).collect().unwrap().len(), 200);
            assert_eq!(set_symmetric_difference_by(x, x, below).collect().unwrap().len(), 0);
        });
    }

    #[test]
    fn merged_behind_four_maps() {
        with(|x| {
            let (below, same) = (op!(|a: E, b: E| a[0] < b[0]), op!(|e: E| e));
            let mapped = || x.iter().map(same).map(same).map(same).map(same);
            let both = merge_by(mapped(), mapped(), below).collect().unwrap().to_vec().unwrap();
            assert!(both.iter().enumerate().all(|(i, e)| e[4095] == i as u64 / 2));
        });
    }
}

mod everything {
    use super::*;

    macro_rules! everything {
        ($name:ident, $t:ty, $len:literal, $n:expr) => {
            pub(super) fn $name(b: &Cpu) -> onrush::Result<()> {
                type E = [$t; $len];
                const N: usize = $n;
                /// The element for a number below 200, whose first and last parts are that number.
                fn element(i: usize) -> E {
                    let mut e = [0 as $t; $len];
                    e[0] = (i % 200) as $t;
                    e[$len - 1] = (i % 200) as $t;
                    e
                }
                fn is(e: &E, i: usize) -> bool {
                    e[0] == (i % 200) as $t && e[$len - 1] == (i % 200) as $t
                }
                fn reduces(_: &Cpu, x: &DeviceVec<E, Cpu>) -> onrush::Result<()> {
                    // The operator returns its right operand, so it isn't commutative.
                    let right = op!(|_a: E, b: E| b);
                    let hundred = 100 as $t;
                    let some = op!(|e: E| e[0] < hundred);
                    assert!(is(&once(|| x.iter().reduce_with(right))?.unwrap(), N - 1));
                    assert!(is(&once(|| x.iter().reduce(element(5), commutative(op!(|a: E, _b: E| a))))?, 5));
                    assert!(is(&once(|| x.iter().filter(some).reduce_with(right))?.unwrap(), last_below_100(N)));
                    Ok(())
                }
                fn scans(_: &Cpu, x: &DeviceVec<E, Cpu>) -> onrush::Result<()> {
                    // The operator returns its right operand, so it isn't commutative.
                    let right = op!(|_a: E, b: E| b);
                    assert!(
                        once(|| x.iter().scan_inclusive(right).collect())?
                            .to_vec()?
                            .iter()
                            .enumerate()
                            .all(|(i, e)| is(e, i))
                    );
                    let scan = once(|| x.iter().scan_exclusive(element(7), right).collect())?;
                    assert!(scan.to_vec()?.iter().enumerate().all(|(i, e)| is(e, if i == 0 { 7 } else { i - 1 })));
                    drop(scan);
                    // Windows of two make items of twice the size.
                    let pairs = op!(|_a: [E; 2], b: [E; 2]| b);
                    let pairs = once(|| x.iter().windows::<2>().scan_inclusive(pairs).collect())?;
                    assert!(pairs.to_vec()?.iter().enumerate().all(|(i, [a, b])| is(a, i) && is(b, i + 1)));
                    Ok(())
                }
                fn selects(_: &Cpu, x: &DeviceVec<E, Cpu>) -> onrush::Result<()> {
                    let hundred = 100 as $t;
                    let some = op!(|e: E| e[0] < hundred);
                    let kept = once(|| x.iter().filter(some).collect())?.to_vec()?;
                    assert!(kept.iter().zip((0..N).filter(|i| i % 200 < 100)).all(|(e, i)| is(e, i)));
                    drop(kept);
                    let (yes, no) = once(|| x.iter().partition(some).collect())?;
                    assert!(yes.len() + no.len() == N && no.to_vec()?.iter().all(|e| e[0] >= 100 as $t));
                    drop((yes, no));
                    let parts = once(|| x.iter().partition_in_three(some, op!(|e: E| e[0] < 150 as $t)).collect())?;
                    assert!(parts.0.len() + parts.1.len() + parts.2.len() == N);
                    drop(parts);
                    let (items, offsets) =
                        once(|| x.iter().partition_by(2, op!(|e: E| (e[0] < 100 as $t) as u8)).collect())?;
                    assert!(items.to_vec()?[..offsets.to_vec()?[1]].iter().all(|e| e[0] >= 100 as $t));
                    drop((items, offsets));
                    assert_eq!(once(|| x.iter().dedup().collect())?.len(), N);
                    let turned = once(|| x.iter().grid(2, N / 2).transpose().collect())?.to_vec()?;
                    assert!(turned.iter().enumerate().all(|(i, e)| is(e, i % 2 * (N / 2) + i / 2)));
                    Ok(())
                }
                fn by_keys(b: &Cpu, x: &DeviceVec<E, Cpu>) -> onrush::Result<()> {
                    // The operator returns its right operand, so it isn't commutative.
                    let right = op!(|_a: E, b: E| b);
                    let keys = b.tabulate(N, op!(|i: usize| i / 7)).collect()?;
                    let (runs, values) = once(|| reduce_by_key(&keys, x, right).collect())?;
                    assert!(runs.len() == N.div_ceil(7));
                    assert!(values.to_vec()?.iter().enumerate().all(|(i, e)| is(e, (i * 7 + 6).min(N - 1))));
                    drop((runs, values));
                    let (runs, values) = once(|| reduce_by_key(x, &keys, Max).collect())?;
                    assert!(runs.len() == N && values.to_vec()?[N - 1] == (N - 1) / 7);
                    drop((runs, values));
                    assert!(
                        once(|| scan_by_key_inclusive(&keys, x, right).collect())?
                            .to_vec()?
                            .iter()
                            .enumerate()
                            .all(|(i, e)| is(e, i))
                    );
                    let before = once(|| scan_by_key_exclusive(&keys, x, element(3), right).collect())?.to_vec()?;
                    assert!(before.iter().enumerate().all(|(i, e)| is(e, if i % 7 == 0 { 3 } else { i - 1 })));
                    drop(before);
                    Ok(())
                }
                fn sorts(b: &Cpu, x: &DeviceVec<E, Cpu>) -> onrush::Result<()> {
                    let mut sorted = x.try_clone()?;
                    once(|| sorted.sort_by(op!(|a: E, b: E| a[0] > b[0])))?;
                    assert!(sorted.to_vec()?.is_sorted_by(|a, b| a[0] >= b[0]));
                    sorted.sort()?;
                    assert!(sorted.to_vec()?.is_sorted_by(|a, b| a <= b));
                    let below = op!(|a: E, b: E| a[0] < b[0]);
                    let both = once(|| merge_by(&sorted, &sorted, below).collect())?;
                    assert!(both.len() == 2 * N && both.to_vec()?.is_sorted_by(|a, b| a[0] <= b[0]));
                    drop(both);
                    let none = once(|| set_difference_by(&sorted, &sorted, below).collect())?;
                    assert!(none.len() == 0 && once(|| set_union_by(&sorted, &sorted, below).collect())?.len() == N);
                    let mut order = b.range(0..N).collect()?;
                    let mut keyed = x.try_clone()?;
                    once(|| sort_by_key(&mut keyed, &mut order))?;
                    assert!(order.to_vec()?.is_sorted_by_key(|i| (i % 200, *i)));
                    let mut small = b.tabulate(N, op!(|i: usize| (i * 13) as u8)).collect()?;
                    once(|| sort_by_key(&mut small, &mut keyed))?;
                    once(|| sort_by((&mut small, &mut keyed), op!(|a: (u8, E), b: (u8, E)| a.0 > b.0)))?;
                    drop((small, keyed, sorted, order));
                    Ok(())
                }
                fn moves(b: &Cpu, x: &DeviceVec<E, Cpu>) -> onrush::Result<()> {
                    let mut scattered = once(|| b.filled(element(0), N))?;
                    let back = b.tabulate(N, op!(|i: usize| N - 1 - i)).collect()?;
                    once(|| x.iter().scatter(&back, &mut scattered))?;
                    assert!(scattered.to_vec()?.iter().rev().enumerate().all(|(i, e)| is(e, i)));
                    let gathered = once(|| x.iter().permute(&back).collect())?;
                    assert!(gathered.to_vec()?.iter().rev().enumerate().all(|(i, e)| is(e, i)));
                    drop((scattered, gathered));
                    Ok(())
                }
                fn segments(_: &Cpu, x: &DeviceVec<E, Cpu>) -> onrush::Result<()> {
                    // The operator returns its right operand, so it isn't commutative.
                    let right = op!(|_a: E, b: E| b);
                    let last = once(|| x.iter().segments_of(7).reduce(element(5), right).collect())?.to_vec()?;
                    assert!(last.len() == N.div_ceil(7));
                    assert!(last.iter().enumerate().all(|(i, e)| is(e, (i * 7 + 6).min(N - 1))));
                    drop(last);
                    let scan = once(|| x.iter().segments_of(7).scan_inclusive(right).collect())?;
                    assert!(scan.to_vec()?.iter().enumerate().all(|(i, e)| is(e, i)));
                    drop(scan);
                    let sorted = once(|| x.iter().rev().segments_of(50).sort().collect())?.to_vec()?;
                    assert!(sorted.chunks(50).all(|part| part.is_sorted_by(|a, b| a <= b)));
                    drop(sorted);
                    let (first, ends) = once(|| x.iter().segments_of(50).top_k(1).collect())?;
                    assert!(first.len() == N.div_ceil(50) && ends.len() == first.len() + 1);
                    Ok(())
                }
                fn columns(_: &Cpu, x: &DeviceVec<E, Cpu>) -> onrush::Result<()> {
                    let (left, right) = (op!(|a: E, _b: E| a), op!(|_a: E, b: E| b));
                    let last =
                        once(|| x.iter().grid(N / 2, 2).columns().reduce(element(5), right).collect())?.to_vec()?;
                    assert!(is(&last[0], N - 2) && is(&last[1], N - 1));
                    let first =
                        once(|| x.iter().grid(N / 2, 2).columns().reduce(element(5), commutative(left)).collect())?;
                    assert!(first.to_vec()?.iter().all(|e| is(e, 5)));
                    let padded = once(|| x.iter().grid(N / 2, 2).pad([0, 1], [1, 0], Border::Wrap).collect())?;
                    assert!(is(&padded.to_vec()?[N / 2 * 3 + 1], 0));
                    Ok(())
                }
                fn places(b: &Cpu, x: &DeviceVec<E, Cpu>) -> onrush::Result<()> {
                    let right = op!(|_a: E, b: E| b);
                    let thirds = b.tabulate(N, op!(|i: usize| i % 3)).collect()?;
                    let mut last = b.filled(element(0), 3)?;
                    once(|| x.iter().scatter_reduce(&thirds, right, &mut last))?;
                    assert!((N - 3..N).all(|i| is(&last.to_vec().unwrap()[i % 3], i)));
                    // More items than are combined in turn.
                    let more = b.tabulate(1200, op!(|i: usize| i % 3)).collect()?;
                    once(|| x.iter().cycle_to(1200).scatter_reduce(&more, right, &mut last))?;
                    assert!((1197..1200).all(|i| is(&last.to_vec().unwrap()[i % 3], i % N)));
                    let most = 199 as $t;
                    assert!(once(|| x.iter().top_k(3).collect())?.to_vec()?.iter().all(|e| e[0] == most));
                    let least = once(|| x.iter().bottom_k_by_key(3, op!(|e: E| e[0])).collect())?;
                    assert!(least.to_vec()?.iter().all(|e| is(e, 0)));
                    let twice = once(|| x.iter().take(300).repeat(b.constant(2u8, 300)).collect())?.to_vec()?;
                    assert!(twice.len() == 600 && twice.iter().enumerate().all(|(i, e)| is(e, i / 2)));
                    drop(twice);
                    let (runs, lengths) = once(|| x.iter().run_length_encode::<u32>().collect())?;
                    assert!(runs.len() == N && lengths.iter().all(op!(|n: u32| n == 1))?);
                    Ok(())
                }
                fn reads(_: &Cpu, x: &DeviceVec<E, Cpu>) -> onrush::Result<()> {
                    let one = 1 as $t;
                    let counts = once(|| x.iter().map(op!(|e: E| e[0] as usize)).histogram(200).collect())?.to_vec()?;
                    assert_eq!(counts[3], (0..N).filter(|i| i % 200 == 3).count() as u64);
                    let from = 150 as $t;
                    assert_eq!(once(|| x.iter().position(op!(|e: E| e[0] == from)))?, Some(150));
                    assert!(once(|| x.iter().equal(x))?);
                    let pairs = once(|| x.iter().windows::<2>().map(op!(|w: [E; 2]| w[0][0] < w[1][0])).collect())?;
                    assert_eq!(pairs.to_vec()?.iter().filter(|up| !**up).count(), (N - 1) / 200);
                    once(|| x.iter().zip(x.iter().rev()).map(op!(|(a, b): (E, E)| a[0] < b[0])).collect())?;
                    let mut doubled = x.try_clone()?;
                    once(|| doubled.iter_mut().for_each(op!(|e: &mut E| e[0] = one)))?;
                    assert!(doubled.to_vec()?.iter().all(|e| e[0] == 1 as $t));
                    Ok(())
                }
                let host: Vec<E> = (0..N).map(element).collect();
                let x = &b.upload(&host)?;
                drop(host);
                reduces(b, x)?;
                scans(b, x)?;
                selects(b, x)?;
                by_keys(b, x)?;
                sorts(b, x)?;
                moves(b, x)?;
                segments(b, x)?;
                columns(b, x)?;
                places(b, x)?;
                reads(b, x)?;
                Ok(())
            }
        };
    }
    everything!(elements_of_1_kib, f32, 256, 3000);
    everything!(elements_of_16_kib, f32, 4096, 900);
    everything!(small_elements_on_a_small_stack, u32, 1, 70_000);

    /// A separate function, because without optimisation one stack frame holds the items of all calls in a function.
    fn once<R>(f: impl FnOnce() -> onrush::Result<R>) -> onrush::Result<R> {
        f()
    }

    fn last_below_100(n: usize) -> usize {
        (0..n).rfind(|i| i % 200 < 100).unwrap()
    }
}
