//! Functions and initial values that differ between ranks: all ranks say so, and none has a result.

use super::*;
use onrush_cluster::{merge_by, scan_by_key_exclusive};
use onrush_core::operator::Less;

/// Rank 0 makes a call, and rank 1 another one of the same name, length and type. Both say the words.
fn differ(
    one: impl Fn(&Rank<Cpu>) -> Result<()> + Sync,
    other: impl Fn(&Rank<Cpu>) -> Result<()> + Sync,
    says: [&str; 2],
) {
    mismatched(|rank| if rank.rank() == 0 { one(rank) } else { other(rank) }, says);
}

fn x(rank: &Rank<Cpu>) -> Result<ShardedVec<u32, Cpu>> {
    rank.shard(&(0..30_000).collect::<Vec<u32>>())
}

#[test]
fn operators_of_one_kind() {
    let says = ["by an exact operator, `Sum`", "by an exact operator, `Max`"];
    differ(|r| x(r)?.iter().reduce(1, Sum).map(drop), |r| x(r)?.iter().reduce(1, Max).map(drop), says);
    differ(
        |r| x(r)?.iter().scan_inclusive(Sum).collect().map(drop),
        |r| x(r)?.iter().scan_inclusive(Max).collect().map(drop),
        says,
    );
    differ(
        |r| reduce_by_key(&x(r)?, &x(r)?, Sum).collect().map(drop),
        |r| reduce_by_key(&x(r)?, &x(r)?, Max).collect().map(drop),
        says,
    );
    differ(
        |r| scan_by_key_inclusive(&x(r)?, &x(r)?, Sum).collect().map(drop),
        |r| scan_by_key_inclusive(&x(r)?, &x(r)?, Max).collect().map(drop),
        says,
    );
    differ(
        |r| x(r)?.iter().scatter_reduce(&x(r)?, Sum, &mut x(r)?),
        |r| x(r)?.iter().scatter_reduce(&x(r)?, Max, &mut x(r)?),
        says,
    );
    let says = ["by an operator in order, `F0` whose text has the number"; 2];
    differ(
        |r| x(r)?.iter().reduce(1, op!(|a: u32, b: u32| a * 2 + b)).map(drop),
        |r| x(r)?.iter().reduce(1, op!(|a: u32, b: u32| a * 3 + b)).map(drop),
        says,
    );
}

#[test]
fn initial_values() {
    let says = ["from a value of number"; 2];
    differ(|r| x(r)?.iter().reduce(1, Max).map(drop), |r| x(r)?.iter().reduce(2, Max).map(drop), says);
    differ(
        |r| x(r)?.iter().map(op!(|v: u32| v as f32)).scan_exclusive(0.0, Sum).collect().map(drop),
        |r| x(r)?.iter().map(op!(|v: u32| v as f32)).scan_exclusive(-0.0, Sum).collect().map(drop),
        says,
    );
    differ(
        |r| scan_by_key_exclusive(&x(r)?, &x(r)?, 1, Sum).collect().map(drop),
        |r| scan_by_key_exclusive(&x(r)?, &x(r)?, 2, Sum).collect().map(drop),
        says,
    );
}

#[test]
fn relations_and_predicates() {
    let (even, odd) = (op!(|v: u32| v % 2 == 0), op!(|v: u32| v % 2 == 1));
    let (near, far) = (op!(|a: u32, b: u32| a / 10 == b / 10), op!(|a: u32, b: u32| a / 11 == b / 11));
    differ(|r| x(r)?.sort_by(Less), |r| x(r)?.sort_by(Greater), ["`Less`", "`Greater`"]);
    differ(
        |r| sort_by_key_with(&mut x(r)?, &mut x(r)?, Less),
        |r| sort_by_key_with(&mut x(r)?, &mut x(r)?, Greater),
        ["`Less`", "`Greater`"],
    );
    differ(
        |r| merge_by(&x(r)?, &x(r)?, Less).collect().map(drop),
        |r| merge_by(&x(r)?, &x(r)?, Greater).collect().map(drop),
        ["`Less`", "`Greater`"],
    );
    let says = ["`F0` whose text has the number"; 2];
    differ(|r| x(r)?.sort_by_key(op!(|v: u32| v % 7)), |r| x(r)?.sort_by_key(op!(|v: u32| v % 8)), says);
    differ(
        |r| x(r)?.iter().dedup_by(near).collect().map(drop),
        |r| x(r)?.iter().dedup_by(far).collect().map(drop),
        says,
    );
    differ(
        |r| reduce_by_key_with(&x(r)?, &x(r)?, near, Sum).collect().map(drop),
        |r| reduce_by_key_with(&x(r)?, &x(r)?, far, Sum).collect().map(drop),
        says,
    );
    differ(
        |r| x(r)?.iter().partition(even).collect().map(drop),
        |r| x(r)?.iter().partition(odd).collect().map(drop),
        says,
    );
    differ(|r| x(r)?.iter().position(even).map(drop), |r| x(r)?.iter().position(odd).map(drop), says);
    differ(|r| x(r)?.iter().all(even).map(drop), |r| x(r)?.iter().all(odd).map(drop), ["`Not<F0>`"; 2]);
}

/// A rank whose chain has no filter would take one round, and the others three.
#[test]
fn a_filter() {
    differ(
        |r| x(r)?.iter().collect().map(drop),
        |r| x(r)?.iter().filter(op!(|v: u32| v < 99_999)).collect().map(drop),
        ["`collect` of 30000 items", "behind a filter"],
    );
}

/// What ranks may have of their own: the chain before the call, what operations capture, and the place of the same operation.
#[test]
fn what_is_not_compared() {
    for end in ends(2, |rank| {
        let (x, own) = (x(rank)?, rank.rank() as u32);
        let sum = match own {
            0 => x.iter().map(op!(|v: u32| v % 7)).reduce(1, op!(|a: u32, b: u32| a.wrapping_add(b)))?,
            _ => x.iter().map(op!(|v: u32| v % 9)).reduce(1, op!(|a: u32, b: u32| a.wrapping_add(b)))?,
        };
        Ok((sum, x.iter().count()?, x.iter().position(op!(|v: u32| v + own > 29_990))?))
    }) {
        let (sum, count, position) = end.expect("calls that match");
        assert!(sum > 30_000 && count == 30_000 && position.is_some());
    }
}
