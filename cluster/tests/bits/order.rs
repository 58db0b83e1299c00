//! Windows that may lie on several ranks, and merges.

use super::*;

macro_rules! merging {
    ($out:ident, $lib:ident, $new:ident, $keys:expr) => {{
        let (mut left, mut right) = ($new!($keys), $new!(&$keys[$keys.len() / 3..]));
        left.sort()?;
        right.sort()?;
        $out.push(("merge", bits($lib::merge(&left, &right).collect()?.to_vec()?)));
        $out.push(("nothing on the right", bits($lib::merge(&left, &$new!(&[0u32; 0])).collect()?.to_vec()?)));
        // Equal items of the left come first.
        let descending = op!(|a: [u32; 2], b: [u32; 2]| a[0] > b[0]);
        let mut left = left.iter().map(op!(|k: u32| [k, 7])).collect()?;
        let mut right = right.iter().map(op!(|k: u32| [k, 1])).collect()?;
        left.sort_by(descending)?;
        right.sort_by(descending)?;
        $out.push(("merge_by", bits($lib::merge_by(&left, &right, descending).collect()?.to_vec()?)));
    }};
}

#[test]
fn cpus_merge_as_one() {
    let cases: [(usize, usize, &[usize]); 4] = [(0, 3, &[0]), (5, 8, &[1]), (24_577, 2, &[0, 2]), (50_007, 3, &[1, 4])];
    for (len, ranks, kinds) in cases {
        let keys = keys_of_kinds(len);
        for kind in kinds {
            let keys = &keys[*kind];
            compared!(merging, vec![cpu(); ranks], len, "merged", keys);
        }
    }
}

#[test]
fn windows_have_the_neighbours_items() {
    fn same_windows<const N: usize>(len: usize, ranks: usize) {
        let data = Data::new(len);
        let ends = op!(|w: [f32; N]| w[0] * 3.0 - w[N / 2] / (1.5 + w[N - 1]));
        let alone = || -> onrush::Result<(Vec<f32>, f32)> {
            let x = Cpu::new().upload(&data.floats)?;
            let windows = || x.iter().windows::<N>().map(ends);
            Ok((windows().collect()?.to_vec()?, windows().sum()?))
        };
        let expected = alone().expect("the results of one device");
        let all = Cluster::new(vec![cpu(); ranks]).run(|rank| {
            let x = rank.shard(&data.floats)?;
            let windows = x.windows::<N>()?;
            assert_eq!((windows.len(), windows.is_empty()), ((len + 1).saturating_sub(N), len < N));
            let again = rank.range(0..windows.len()).zip(&windows).count()?;
            assert_eq!(again, windows.len());
            Ok((windows.iter().map(ends).collect()?.to_vec()?, windows.iter().map(ends).sum()?))
        });
        let all = bits_of(all);
        assert!(
            all.iter().all(|of_rank| bits(of_rank.clone()) == bits(expected.clone())),
            "{len} items, {ranks} ranks"
        );
    }
    for (len, ranks) in [(0, 2), (2, 3), (5, 2), (24_576, 2), (24_577, 2), (49_155, 2), (73_730, 3), (147_461, 5)] {
        same_windows::<1>(len, ranks);
        same_windows::<4>(len, ranks);
    }
}
