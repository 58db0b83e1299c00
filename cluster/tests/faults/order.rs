//! Windows, merges and sorts that fail or don't match.

use super::*;
use onrush_cluster::{merge, merge_by};

#[test]
fn windows_and_merges_that_do_not_match() {
    mismatched(
        |rank| {
            let x = rank.shard(&[1u32, 2, 3])?;
            if rank.rank() == 0 { x.windows::<2>().map(drop) } else { x.windows::<3>().map(drop) }
        },
        ["of 2 items", "of 3 items"],
    );
    mismatched(
        |rank| {
            let (x, two, three) = (rank.shard(&[1u32, 2, 3])?, rank.shard(&[1u32, 2])?, rank.shard(&[1u32, 2, 3])?);
            merge(&x, if rank.rank() == 0 { &two } else { &three }).collect().map(drop)
        },
        ["and 2 items", "and 3 items"],
    );
}

#[test]
fn merges_of_what_is_not_sorted_keep_all_items() {
    let data: Vec<u32> = (0..60_000).map(|i| i * 7919 % 60_013).collect();
    for end in ends(3, |rank| {
        let (x, y) = (rank.shard(&data)?, rank.shard(&data[..30_001])?);
        let fails = op!(|a: u32, b: u32| {
            assert!(a != 4 && b != 4, "it panics");
            a < b
        });
        let failed = merge_by(&x, &y, fails).collect().map(drop);
        let none = op!(|a: u32, b: u32| (a * 5 + b) % 3 == 0);
        Ok((failed, merge(&x, &y).collect()?.to_vec()?, merge_by(&x, &y, none).collect()?.to_vec()?))
    }) {
        let (failed, merged, other) = end.expect("the cluster goes on");
        let failed = failed.expect_err("a panic");
        assert!(matches!(failed.kind(), ErrorKind::Failed { .. }) && failed.to_string().contains("it panics"));
        let mut all = [&data[..], &data[..30_001]].concat();
        all.sort();
        for mut items in [merged, other] {
            items.sort();
            assert!(items == all);
        }
    }
}

#[test]
fn relations_that_differ_between_ranks_merge_all_items_or_none() {
    let data: Vec<u32> = (0..60_000).collect();
    for end in ends(3, |rank| {
        let (x, own) = (rank.shard(&data)?, rank.rank() as u32);
        let relation = op!(|a: u32, b: u32| a % (9 + own) < b % (9 + own));
        Ok(merge_by(&x, &x, relation).collect()?.len())
    }) {
        match end {
            Ok(len) => assert_eq!(len, 2 * data.len()),
            Err(error) => assert!(error.rank().is_some(), "{error}"),
        }
    }
}

#[test]
fn relations_that_are_no_order_keep_all_items() {
    let data: Vec<u32> = (0..60_000).collect();
    for end in ends(3, |rank| {
        let mut x = rank.shard(&data)?;
        x.sort_by(op!(|a: u32, b: u32| a % 7 + 3 * (b % 5) < 9))?;
        let mut y = rank.shard(&data)?;
        y.sort_by(op!(|_: u32, _: u32| true))?;
        Ok([x.to_vec()?, y.to_vec()?])
    }) {
        for mut items in end.expect("a permutation") {
            items.sort();
            assert!(items == data);
        }
    }
}
