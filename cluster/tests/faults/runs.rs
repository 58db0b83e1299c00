//! Scans of runs that fail or don't match.

use super::*;
use onrush_cluster::{
    scan_by_key_exclusive, scan_by_key_exclusive_with, scan_by_key_inclusive, scan_by_key_inclusive_with,
};

#[test]
fn scans_that_do_not_match() {
    mismatched(
        |rank| {
            let x = rank.shard(&[1u32, 2, 3])?;
            match rank.rank() {
                0 => scan_by_key_inclusive(&x, &x, Sum).collect().map(drop),
                _ => scan_by_key_exclusive(&x, &x, 0, Sum).collect().map(drop),
            }
        },
        ["`scan_by_key_inclusive`", "`scan_by_key_exclusive`"],
    );
}

#[test]
fn relations_that_differ_between_ranks_scan_other_runs() {
    let data: Vec<u32> = (0..60_000).map(|i| i * 7919 % 60_013).collect();
    for end in ends(3, |rank| {
        let own = rank.rank() == 1;
        let x = rank.shard(&data)?;
        let threes = || x.iter().map(op!(|v: u32| [v as u8; 3]));
        let later = op!(|_: [u8; 3], b: [u8; 3]| b);
        let equal = op!(|_: u32, _: u32| own);
        let before = scan_by_key_exclusive_with(&x, threes(), equal, [1; 3], later).collect()?;
        let until = scan_by_key_inclusive_with(&x, threes(), equal, later).collect()?;
        assert_eq!(scan_by_key_inclusive(&x, rank.range(0..9), Max).collect().expect_err("lengths").rank(), Some(0));
        Ok((before.to_vec()?.len(), until.to_vec()? == threes().collect()?.to_vec()?))
    }) {
        assert_eq!(end.expect("some runs"), (data.len(), true));
    }
}

#[test]
fn more_items_than_could_be_stored() {
    for end in ends(2, |rank| {
        let all = || rank.range(0..1 << 58);
        let five = || all().map(op!(|i: usize| [i as u8; 5]));
        let later = op!(|_: [u8; 5], b: [u8; 5]| b);
        let mut few = rank.shard(&[[0; 5]; 3])?;
        let failed = [
            // Tiles that lie on both ranks.
            scan_by_key_inclusive(all(), five(), later).collect().err(),
            scan_by_key_exclusive(all(), five(), [0; 5], later).collect().err(),
            reduce_by_key(all(), five(), later).collect().err(),
            five().scan_inclusive(later).collect().err(),
            scan_by_key_inclusive(all(), all(), Max).collect().err(),
            reduce_by_key(all(), all(), Max).collect().err(),
            five().scatter(all(), &mut few).err(),
            five().scatter_reduce(all(), later, &mut few).err(),
            merge(all(), all()).collect().err(),
            all().dedup().collect().err(),
            all().permute(all()).collect().err(),
            all().partition(op!(|i: usize| i > 5)).collect().err(),
            all().collect().err(),
        ];
        Ok((failed, few.to_vec()? == [[0; 5]; 3]))
    }) {
        let (failed, same) = end.expect("the cluster goes on");
        for (i, error) in failed.into_iter().enumerate() {
            let error = error.unwrap_or_else(|| panic!("call {i}: no machine has memory for these items"));
            assert!(matches!(error.kind(), ErrorKind::Failed { .. }), "call {i}: {error}");
            assert!(error.to_string().contains("memory"), "call {i}: {error}");
        }
        assert!(same);
    }
}
