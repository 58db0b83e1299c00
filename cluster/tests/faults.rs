//! A rank that fails, dies or hangs, at whichever exchange, ends the calls of the others with an error that names it. Calls that don't
//! match are errors that name both, and nothing blocks.
#![allow(unsafe_code)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use onrush::prelude::*;
use onrush_cluster::{Cluster, Error, ErrorKind, InProcess, Interrupted, Rank, Result, ShardedVec, Transport, run};
use onrush_cluster::{merge, reduce_by_key, reduce_by_key_with, scan_by_key_inclusive, sort_by_key, sort_by_key_with};

#[path = "faults/functions.rs"]
mod functions;
#[path = "faults/order.rs"]
mod order;
#[path = "faults/places.rs"]
mod places;
#[path = "faults/runs.rs"]
mod runs;

/// What a rank does at an exchange.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fate {
    Panics,
    Hangs,
    SendsHalf,
    Aborts,
}

/// The messages of a rank that has a fate at its exchange of this number.
#[derive(Debug)]
struct Doomed {
    inner: InProcess,
    fate: Option<(Fate, usize)>,
    made: AtomicUsize,
    /// Ends when the other ranks have ended, which drop their ends of it.
    others: Mutex<Option<Receiver<()>>>,
    _end: Option<Sender<()>>,
}

// SAFETY: the inner transport's methods; a part that is cut isn't taken for a message, which says how long it is.
unsafe impl Transport for Doomed {
    fn rank(&self) -> usize {
        self.inner.rank()
    }
    fn size(&self) -> usize {
        self.inner.size()
    }
    unsafe fn all_to_all(
        &self,
        mut parts: Vec<Vec<u8>>,
        limit: Duration,
    ) -> std::result::Result<Vec<Vec<u8>>, Interrupted> {
        let exchange = self.made.fetch_add(1, Relaxed);
        match self.fate {
            Some((Fate::Panics, at)) if at == exchange => panic!("at exchange {at}"),
            Some((Fate::Hangs, at)) if at == exchange => {
                let others = self.others.lock().expect("one thread").take();
                let _ = others.map(|others| others.recv());
            }
            Some((Fate::SendsHalf, at)) if at == exchange => {
                parts.iter_mut().for_each(|part| part.truncate(part.len() / 2));
            }
            Some((Fate::Aborts, at)) if at == exchange => self.abort(1, "it was told to"),
            _ => {}
        }
        // SAFETY: the caller's promise, and see above.
        unsafe { self.inner.all_to_all(parts, limit) }
    }
    fn abort(&self, rank: usize, reason: &str) {
        self.inner.abort(rank, reason);
    }
    fn leave(&self) {
        self.inner.leave();
    }
}

/// Every kind of call; returns the number of rounds.
fn program(rank: &Rank<Cpu>) -> Result<u64> {
    let data: Vec<f32> = (0..60_000).map(|i| (i % 89) as f32).collect();
    let x = rank.shard(&data)?;
    let bytes = rank.shard_parts(&vec![1u8; 20_000 * (rank.rank() + 1)])?;
    let kept = x.iter().filter(op!(|v: f32| v > 3.0)).collect()?;
    let sums = kept.iter().scan_inclusive(Sum).collect()?;
    // Items whose tiles lie across cuts.
    let fives = bytes.iter().map(op!(|b: u8| [b; 5]));
    fives.scan_exclusive([0; 5], op!(|_: [u8; 5], b: [u8; 5]| b)).collect()?;
    x.iter().map(op!(|v: f32| v as u32)).histogram(89)?;
    x.iter().count()?;
    x.iter().position(op!(|v: f32| v > 80.0))?;
    x.iter().argmax()?;
    x.iter().sum()?;
    sums.to_vec()?;
    rank.barrier()?;
    Ok(rank.traffic().rounds)
}

/// The calls that move items to other ranks.
fn moving(rank: &Rank<Cpu>) -> Result<u64> {
    let data: Vec<u32> = (0..50_000).map(|i| i * 7919 % 50_021).collect();
    let (mut x, mut y) = (rank.shard(&data)?, rank.shard(&data)?);
    let runs = rank.range(0..50_000).map(op!(|i: usize| i / 30_000));
    // Values whose tiles lie across cuts.
    let threes = x.iter().map(op!(|v: u32| [v as f32; 3]));
    let sums = op!(|a: [f32; 3], b: [f32; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
    reduce_by_key(runs.clone(), threes.clone(), sums).collect()?;
    scan_by_key_inclusive(runs.clone(), threes.clone(), sums).collect()?;
    let mut all = rank.shard(&vec![[0.0f32; 3]; 2000])?;
    threes.scatter_reduce(runs, sums, &mut all)?;
    x.iter().map(op!(|v: u32| v > 9)).dedup().collect()?;
    x.iter().partition(op!(|v: u32| v > 9)).collect()?;
    x.iter().bottom_k(3).collect()?;
    x.iter().permute(rank.range(0..50_000).map(op!(|i: usize| 49_999 - i))).collect()?;
    x.sort()?;
    merge(&x, &x.windows::<3>()?.iter().map(op!(|w: [u32; 3]| w[2])).collect()?).collect()?;
    sort_by_key_with(&mut x, &mut y, Greater)?;
    Ok(rank.traffic().rounds)
}

type Program = fn(&Rank<Cpu>) -> Result<u64>;

/// Runs a program on three ranks, of which rank 1 has a fate. Returns what became of all, and of each, if it didn't panic; each
/// has seen that the cluster stays lost.
fn doomed(
    program: Program,
    fate: Option<(Fate, usize)>,
    limit: Duration,
) -> (Result<Vec<u64>>, Vec<Option<Result<u64>>>) {
    let (sender, receiver) = channel::<()>();
    let mut receiver = Some(receiver);
    let ranks = InProcess::ranks(3).into_iter().map(|inner| {
        let is_doomed = inner.rank() == 1;
        let doomed = Doomed {
            inner,
            fate: fate.filter(|_| is_doomed),
            made: AtomicUsize::new(0),
            others: Mutex::new(if is_doomed { receiver.take() } else { None }),
            _end: (!is_doomed).then(|| sender.clone()),
        };
        Rank::new(Cpu::with_threads(1).expect("a CPU"), doomed).with_limit(limit)
    });
    let ranks = ranks.collect();
    drop(sender);
    let ends = Mutex::new(vec![None; 3]);
    let all = run(ranks, |rank| {
        let end = program(rank);
        if let Err(error) = &end {
            assert_eq!(rank.barrier().as_ref(), Err(error), "a cluster that is lost stays lost");
        }
        ends.lock().expect("no panic here")[rank.rank()] = Some(end.clone());
        end
    });
    (all, ends.into_inner().expect("no panic here"))
}

const LONG: Duration = Duration::from_secs(120);

fn rounds(program: Program) -> usize {
    let (all, _) = doomed(program, None, LONG);
    let rounds = all.expect("no fate");
    assert!(rounds[0] > 18 && rounds.iter().all(|r| *r == rounds[0]), "{rounds:?}");
    rounds[0] as usize
}

fn all_name_rank_1(program: Program, fate: Fate, at: usize, limit: Duration, says: &str) {
    let (all, ends) = doomed(program, Some((fate, at)), limit);
    for error in [Some(all.err()), ends[0].clone().map(Result::err), ends[2].clone().map(Result::err)] {
        let error = error.flatten().unwrap_or_else(|| panic!("{fate:?} at {at}: no error in {ends:?}"));
        assert!(matches!(error.kind(), ErrorKind::Lost { rank: 1, .. }), "{fate:?} at {at}: {error}");
        assert!(error.to_string().contains(says), "{fate:?} at {at}: {error}");
    }
}

/// The short program at each of its exchanges. The long one meets one of the three fates at each: an exchange handles a lost rank alike,
/// whatever it sends.
fn at_any_exchange(fate: Fate, says: impl Fn(usize) -> String) {
    (0..rounds(program)).for_each(|at| all_name_rank_1(program, fate, at, LONG, &says(at)));
    let first =
        [Fate::Panics, Fate::SendsHalf, Fate::Aborts].iter().position(|one| *one == fate).expect("one of the three");
    (first..rounds(moving)).step_by(3).for_each(|at| all_name_rank_1(moving, fate, at, LONG, &says(at)));
}

#[test]
fn a_rank_that_panics_at_any_exchange() {
    at_any_exchange(Fate::Panics, |at| format!("at exchange {at}"));
}

#[test]
fn a_rank_whose_messages_are_cut_at_any_exchange() {
    at_any_exchange(Fate::SendsHalf, |_| "what is no message".into());
}

#[test]
fn a_rank_that_aborts_at_any_exchange() {
    at_any_exchange(Fate::Aborts, |_| "it was told to".into());
}

#[test]
fn a_rank_that_hangs() {
    for at in (0..rounds(program)).step_by(6) {
        all_name_rank_1(program, Fate::Hangs, at, Duration::from_secs(3), "it didn't come to");
    }
}

/// What becomes of each rank's program.
fn ends<R: Send + Clone>(ranks: usize, program: impl Fn(&Rank<Cpu>) -> Result<R> + Sync) -> Vec<Result<R>> {
    let ends = Mutex::new(Vec::new());
    let cluster = Cluster::new(vec![Cpu::new(); ranks]).with_limit(LONG);
    let all = cluster.run(|rank| {
        let end = program(rank);
        ends.lock().expect("no panic here").push((rank.rank(), end.clone()));
        end
    });
    let mut ends = ends.into_inner().expect("no panic here");
    ends.sort_by_key(|(rank, _)| *rank);
    let ends: Vec<_> = ends.into_iter().map(|(_, end)| end).collect();
    assert_eq!(all.is_ok(), ends.iter().all(Result::is_ok));
    ends
}

#[test]
fn a_call_that_fails_on_one_rank_fails_on_all_and_the_cluster_goes_on() {
    let data: Vec<u32> = (0..100_000).collect();
    for end in ends(3, |rank| {
        let x = rank.shard(&data)?;
        let bad = op!(|v: u32| {
            assert!(v != 99_999, "the last");
            v
        });
        let failed = [
            x.iter().map(bad).sum().expect_err("a panic"),
            x.iter().map(bad).collect().expect_err("a panic"),
            x.iter().map(bad).scan_inclusive(Sum).collect().expect_err("a panic"),
            x.iter()
                .filter(op!(|v: u32| {
                    assert!(v != 99_999, "the last");
                    v > 5
                }))
                .collect()
                .expect_err("a panic"),
            x.iter().map(bad).position(op!(|v: u32| v > 100_000)).expect_err("a panic"),
            x.iter().map(bad).histogram(100_000).expect_err("a panic"),
        ];
        let sum = x.iter().max()?;
        Ok((failed, sum))
    }) {
        let (failed, most) = end.expect("the cluster goes on");
        assert_eq!(most, Some(99_999));
        for error in failed {
            let ErrorKind::Failed { rank: 2, call, message } = error.kind() else { panic!("{error}") };
            assert!(call.contains("faults.rs") && message.contains("the last"), "{error}");
        }
    }
}

#[test]
fn an_operator_that_panics_where_results_are_joined_is_an_error() {
    let never = op!(|a: f32, b: f32| {
        assert!(a + b < 1.5, "too many");
        a + b
    });
    for end in ends(2, |rank| Ok(rank.shard(&vec![1.0f32; 24_577])?.iter().reduce(0.0, never))) {
        assert!(matches!(end.expect("goes on").expect_err("a panic").kind(), ErrorKind::Failed { .. }));
    }
}

#[test]
fn lengths_that_differ_in_a_zip() {
    for end in ends(2, |rank| {
        let (x, y) = (rank.shard(&[1u32, 2, 3])?, rank.shard(&[1u32, 2])?);
        Ok(x.iter().zip(&y).map(op!(|(a, b): (u32, u32)| a * b)).sum())
    }) {
        let error = end.expect("goes on").expect_err("no lengths alike");
        assert!(error.to_string().contains("zip: lengths differ, 3 and 2"), "{error}");
    }
}

fn mismatched(program: impl Fn(&Rank<Cpu>) -> Result<()> + Sync, says: [&str; 2]) {
    for end in ends(2, program) {
        let error = end.expect_err("calls that don't match");
        let ErrorKind::Mismatch { rank: 0, call, other: 1, other_call } = error.kind() else { panic!("{error}") };
        assert!(call.contains(says[0]) && other_call.contains(says[1]), "{error}");
        assert!(call.contains("tests/faults") && other_call.contains("tests/faults"), "{error}");
    }
}

#[test]
fn calls_that_do_not_match() {
    mismatched(
        |rank| {
            let x = rank.shard(&[1u32, 2, 3])?;
            if rank.rank() == 0 { x.iter().sum().map(drop) } else { x.iter().max().map(drop) }
        },
        ["`sum`", "`max`"],
    );
    mismatched(|rank| rank.shard(&vec![1u32; rank.rank() + 4]).map(drop), ["of 4 items", "of 5 items"]);
    // Bytes of one type are never taken for items of another.
    mismatched(
        |rank| {
            if rank.rank() == 0 {
                rank.shard(&[true])?.to_vec().map(drop)
            } else {
                rank.shard(&[2u8])?.to_vec().map(drop)
            }
        },
        ["bool", "u8"],
    );
    mismatched(
        |rank| rank.shard(&[1u32, 2, 3])?.iter().permute(rank.range(0..2 - rank.rank())).collect().map(drop),
        ["at 2 positions", "at 1 positions"],
    );
    mismatched(|rank| rank.shard(&[1u32, 2, 3])?.iter().top_k(rank.rank() + 1).collect().map(drop), ["k = 1", "k = 2"]);
    mismatched(|rank| rank.shard(&[1u32, 2, 3])?.iter().histogram(rank.rank() + 4).map(drop), ["4 bins", "5 bins"]);
    fn alike<const FIRST: bool>(rank: &Rank<Cpu>) -> Result<()> {
        // Two types of one name.
        if FIRST {
            #[derive(Clone, Copy, Element)]
            #[repr(C)]
            struct Item(bool);
            rank.shard_parts(&[Item(true)]).map(drop)
        } else {
            #[derive(Clone, Copy, Element)]
            #[repr(C)]
            struct Item(u8);
            rank.shard_parts(&[Item(7)]).map(drop)
        }
    }
    mismatched(|rank| if rank.rank() == 0 { alike::<true>(rank) } else { alike::<false>(rank) }, ["Item", "Item"]);
}

#[test]
fn a_rank_that_ends_early_or_with_an_error() {
    let ends_of = |early: fn() -> Result<()>| {
        ends(3, move |rank| {
            let x = rank.shard(&[1u32, 2, 3])?;
            if rank.rank() == 2 {
                return early();
            }
            x.iter().sum().map(drop)
        })
    };
    for (early, says) in [
        ((|| Ok(())) as fn() -> Result<()>, "it ended before `sum`"),
        (
            || Err(Error::from(Cpu::new().upload(&[1u8])?.at(3).expect_err("no item"))),
            "its program ended with an error: at: 3",
        ),
    ] {
        for end in &ends_of(early)[..2] {
            let error = end.as_ref().expect_err("a rank is missing");
            assert!(matches!(error.kind(), ErrorKind::Lost { rank: 2, .. }), "{error}");
            assert!(error.to_string().contains(says), "{error}");
        }
    }
}

#[test]
fn a_sort_that_fails_leaves_the_vectors_as_they_were() {
    let data: Vec<u32> = (0..60_000).map(|i| i * 7919 % 60_013).collect();
    for end in ends(3, |rank| {
        let mut x = rank.shard(&data)?;
        let fails = op!(|a: u32, b: u32| {
            assert!(a != 60_001 && b != 60_001, "it panics");
            a.cmp(&b)
        });
        let failed = x.sort_by(fails);
        let short = sort_by_key(&mut x, &mut rank.shard(&data[1..])?);
        Ok((failed, short, x.to_vec()? == data))
    }) {
        let (failed, short, is_same) = end.expect("the cluster goes on");
        let (failed, short) = (failed.expect_err("a panic"), short.expect_err("no lengths alike"));
        let says = failed.to_string();
        assert!(matches!(failed.kind(), ErrorKind::Failed { .. }) && says.contains("it panics"), "{says}");
        assert!(short.to_string().contains("sort_by_key: lengths differ, 60000 of the keys and 59999"), "{short}");
        assert!(is_same);
    }
}

#[test]
fn few_largest_items_and_items_of_other_ranks() {
    let data: Vec<i32> = (0..60_000).map(|i| i * 7919 % 60_013 - 30_000).collect();
    for end in ends(3, |rank| {
        let x = rank.shard(&data)?;
        let outside = x.iter().permute(rank.range(1..60_001)).collect().map(drop);
        let negative = x.iter().permute(&x).collect().map(drop);
        let last = x.iter().permute(rank.range(0..60_000).map(op!(|i: usize| 59_999 - i))).collect()?.to_vec()?;
        let best = x.iter().top_k(3).collect()?.to_vec()?;
        let least = x.iter().filter(op!(|v: i32| v > 29_000)).bottom_k(100_000).collect()?.to_vec()?;
        Ok(([outside, negative], last, best, least))
    }) {
        let (failed, last, best, least) = end.expect("the cluster goes on");
        for error in failed {
            let error = error.expect_err("no such item");
            assert!(
                matches!(error.kind(), ErrorKind::Failed { .. }) && error.to_string().contains("permute"),
                "{error}"
            );
        }
        assert!(last.iter().rev().eq(&data));
        let mut sorted = data.clone();
        sorted.sort();
        assert!(best.iter().eq(sorted.iter().rev().take(3)));
        assert!(least.iter().eq(sorted.iter().filter(|v| **v > 29_000)));
    }
}

#[test]
fn all_ranks_name_the_same_two_calls() {
    for end in ends(3, |rank| {
        let x = rank.shard(&[1u32, 2, 3])?;
        if rank.rank() < 2 { x.iter().sum().map(drop) } else { x.iter().max().map(drop) }
    }) {
        let error = end.expect_err("calls that don't match");
        let ErrorKind::Mismatch { rank: 0, call, other: 2, other_call } = error.kind() else { panic!("{error}") };
        assert!(call.contains("`sum`") && other_call.contains("`max`"), "{error}");
    }
}

#[test]
fn a_relation_that_panics_on_one_rank_names_it() {
    let data: Vec<u32> = (0..73_728).collect();
    for end in ends(3, |rank| {
        let own = rank.rank();
        // Items of one rank alone never fail.
        let relation = op!(|a: u32, b: u32| {
            assert!(own != 1 || a / 24_576 == b / 24_576, "across ranks");
            a.cmp(&b)
        });
        Ok(rank.shard(&data)?.sort_by(relation))
    }) {
        let error = match end {
            Ok(sorted) => sorted.expect_err("a panic"),
            Err(error) => error,
        };
        assert_eq!(error.rank(), Some(1), "{error}");
    }
}

#[test]
fn vectors_of_different_clusters() {
    let others = Cluster::new(vec![Cpu::new(); 2]).run(|rank| rank.shard(&[1u32, 2])).expect("vectors");
    for end in ends(2, |rank| Ok(rank.shard(&[3u32, 4])?.iter().zip(&others[rank.rank()]).count())) {
        let error = end.expect("goes on").expect_err("another cluster");
        assert!(error.to_string().contains("different clusters"), "{error}");
    }
}

#[test]
fn operations_that_differ_between_ranks() {
    // The searches of the ranks take other numbers of rounds: no items are made of bytes of other exchanges.
    let data: Vec<u32> = (0..60_000).map(|i| i * 7919 % 60_013).collect();
    for end in ends(3, |rank| {
        let (mut keys, mut flags) = (rank.shard(&data)?, rank.shard(&vec![true; data.len()])?);
        let own = rank.rank() as u32;
        let sorted =
            sort_by_key_with(&mut keys, &mut flags, op!(|a: u32, b: u32| a % (9 - 4 * own) < b % (9 - 4 * own)));
        sorted.and_then(|()| Ok(keys.to_vec()?.len()))
    }) {
        match end {
            Ok(len) => assert_eq!(len, data.len()),
            Err(error) => assert!(error.rank().is_some(), "{error}"),
        }
    }
    for end in ends(3, |rank| {
        let own = rank.rank() == 1;
        let x = rank.shard(&data)?;
        let sums = reduce_by_key_with(&x, &x, op!(|_: u32, _: u32| own), Sum).collect()?;
        let sum = sums.iter().map(op!(|(_, sum): (u32, u32)| sum)).sum()?;
        Ok((sum, x.iter().sum()?))
    }) {
        let (sum, expected) = end.expect("some runs");
        assert!(sum <= expected);
    }
    // One rank's operator is exact, so that it needs no round for tiles that lie across cuts.
    for end in ends(3, |rank| {
        let x = rank.shard(&data)?;
        let (keys, fives) = (x.iter().map(op!(|v: u32| v % 2 == 0)), x.iter().map(op!(|v: u32| [v as u8; 5])));
        let larger = op!(|a: [u8; 5], b: [u8; 5]| if a[0] > b[0] { a } else { b });
        match rank.rank() {
            0 => reduce_by_key(keys, fives, Max).collect().map(drop),
            _ => reduce_by_key(keys, fives, larger).collect().map(drop),
        }
    }) {
        let error = end.expect_err("exchanges that don't match");
        assert!(matches!(error.kind(), ErrorKind::Mismatch { .. }), "{error}");
    }
}
