//! Calls by place that fail or don't match.

use super::*;

#[test]
fn a_target_stays_as_it_was() {
    for end in ends(3, |rank| {
        let x = rank.shard(&(0..60_000u32).collect::<Vec<_>>())?;
        let mut target = rank.shard(&[7u32; 5000])?;
        let fifths = || x.iter().map(op!(|v: u32| v % 5000));
        let fails = op!(|a: u32, b: u32| {
            assert!(b != 59_000, "it panics");
            a ^ b
        });
        let failed = [
            x.iter().scatter(&x, &mut target),
            x.iter().scatter(x.iter().map(op!(|v: u32| v as i32 - 59_999)), &mut target),
            x.iter().scatter_reduce(&x, Sum, &mut target),
            x.iter().scatter(rank.range(0..3), &mut target),
            x.iter().scatter_reduce(rank.range(0..3), Sum, &mut target),
            // In the order of places.
            x.iter().scatter_reduce(fifths(), commutative(fails), &mut target),
            x.iter().scatter_reduce(fifths(), fails, &mut target),
        ];
        let mut small = rank.shard(&[7u32; 5000][..2])?;
        let halves = x.iter().map(op!(|v: u32| v % 2));
        let by_runs = x.iter().scatter_reduce(halves, fails, &mut small);
        let mut one = rank.shard(&[7u32])?;
        let in_turn = rank.shard(&[59_000u32])?.iter().scatter_reduce(rank.range(0..1), fails, &mut one);
        let same = target.to_vec()? == [7; 5000] && small.to_vec()? == [7; 2] && one.to_vec()? == [7];
        Ok((failed, [by_runs, in_turn], same))
    }) {
        let (failed, others, same) = end.expect("the cluster goes on");
        let says = ["scatter: ", "scatter: ", "scatter_reduce: ", "scatter: lengths", "scatter_reduce: lengths"];
        let says = says.into_iter().chain(["it panics"; 4]);
        for (failed, says) in failed.into_iter().chain(others).zip(says) {
            let error = failed.expect_err("a failure");
            assert!(matches!(error.kind(), ErrorKind::Failed { .. }) && error.to_string().contains(says), "{error}");
        }
        assert!(same, "targets are changed by all ranks or by none");
    }
}

#[test]
fn targets_and_operators_that_do_not_match() {
    let to = |rank: &Rank<Cpu>| rank.shard(&[0usize; 4]);
    mismatched(
        |rank| {
            let (mut four, mut five) = (to(rank)?, rank.shard(&[0usize; 5])?);
            let target = if rank.rank() == 0 { &mut four } else { &mut five };
            rank.range(0..3).scatter(rank.range(0..3), target)
        },
        ["to 4 places", "to 5 places"],
    );
    let larger = op!(|a: usize, b: usize| if a > b { a } else { b });
    mismatched(
        |rank| match rank.rank() {
            0 => rank.range(0..3).scatter_reduce(rank.range(0..3), Sum, &mut to(rank)?),
            _ => rank.range(0..3).scatter_reduce(rank.range(0..3), larger, &mut to(rank)?),
        },
        ["for 4 places, by an exact operator", "for 4 places, by an operator in order"],
    );
}
