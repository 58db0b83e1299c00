//! Set operations by any relation: some items of both sides, no more than there is room for, and the same each time.

use onrush::prelude::*;

use super::{RELATIONS, bits, floats, related};
use crate::{everywhere, works};

everywhere! { some_items_of_both_sides columns_stay_together bytes_of_every_relation }

/// Fails unless each of `got` is one of `known`, which is sorted; how often one comes, no relation but an order says.
fn are_of(what: &str, got: &[u32], known: &[u32]) {
    assert!(got.iter().all(|v| known.binary_search(v).is_ok()), "{what}");
}

/// Calls `$check!(operation by a relation, the most items that there can be)` for all four.
macro_rules! each_operation {
    ($check:ident, $lefts:expr, $rights:expr) => {
        $check!(set_union_by, $lefts + $rights);
        $check!(set_intersection_by, $lefts.min($rights));
        $check!(set_difference_by, $lefts);
        $check!(set_symmetric_difference_by, $lefts + $rights);
    };
}

/// Operations on sequences in no order.
fn some_items_of_both_sides<B: Backend>(b: &B) -> onrush::Result<()> {
    for (lefts, rights) in [(1, 1), (16, 18), (0, 5000), (2000, 2351), (9001, 40), (70, 9001), (30_011, 20_013)] {
        let (x, y) = (floats(1, lefts), floats(2, rights));
        let (left, right) = (b.upload(&x)?, b.upload(&y)?);
        let mut known = bits(&[x, y].concat());
        known.sort_unstable();
        are_of("by keys", &bits(&set_union(&left, &right).collect()?.to_vec()?), &known);
        for relation in 0..RELATIONS {
            let before = op!(|a: f32, b: f32| related(relation, a, b));
            macro_rules! check {
                ($operation:ident, $most:expr) => {
                    let what = format!("{} of {lefts} and {rights} by {relation}", stringify!($operation));
                    let got = bits(&$operation(&left, &right, before).collect()?.to_vec()?);
                    assert!(got.len() <= $most, "{what}: {} items", got.len());
                    are_of(&what, &got, &known);
                    // And the same ones each time.
                    assert!(bits(&$operation(&left, &right, before).collect()?.to_vec()?) == got, "{what}, again");
                    // Computed sides are read otherwise than those in memory.
                    let (mirrored, same) = (left.iter().rev(), right.iter().map(op!(|v: f32| v)));
                    let got = bits(&$operation(mirrored, same, before).collect()?.to_vec()?);
                    assert!(got.len() <= $most, "{what}, computed: {} items", got.len());
                    are_of(&what, &got, &known);
                };
            }
            each_operation!(check, lefts, rights);
            let pairs = set_intersection_count_by(&left, &right, before)?;
            assert!(pairs <= lefts.min(rights), "{pairs} pairs of {lefts} and {rights} by {relation}");
        }
    }
    works(b)
}

fn columns_stay_together<B: Backend>(b: &B) -> onrush::Result<()> {
    let (lefts, rights) = (20_011usize, 9001usize);
    let all = floats(3, lefts + rights);
    let x = b.upload(&all)?;
    for relation in 0..RELATIONS {
        let before = op!(|a: (f32, u32), b: (f32, u32)| related(relation, a.0, b.0));
        let rows = || x.iter().zip(b.range(0..(lefts + rights) as u32));
        macro_rules! check {
            ($operation:ident, $most:expr) => {
                let (values, at) = $operation(rows().take(lefts), rows().skip(lefts), before).collect()?;
                let (values, at) = (bits(&values.to_vec()?), at.to_vec()?);
                let what = format!("{} by {relation}", stringify!($operation));
                assert!(values.len() <= $most && values.len() == at.len(), "{what}");
                assert!(values.iter().zip(&at).all(|(v, i)| *v == all[*i as usize].to_bits()), "{what}");
            };
        }
        each_operation!(check, lefts, rights);
    }
    works(b)
}

/// The same operations on bytes, of which many lie in a tile.
fn bytes_of_every_relation<B: Backend>(b: &B) -> onrush::Result<()> {
    let (lefts, rights) = (40_013usize, 50_021usize);
    let bytes = |stream, len| floats(stream, len).iter().map(|v| v.to_bits() as u8).collect::<Vec<_>>();
    let (x, y) = (bytes(4, lefts), bytes(5, rights));
    let (left, right) = (b.upload(&x)?, b.upload(&y)?);
    for relation in 0..RELATIONS {
        let before = op!(|a: u8, b: u8| related(relation, a as f32, b as f32));
        macro_rules! check {
            ($operation:ident, $most:expr) => {
                let first = $operation(&left, &right, before).collect()?.to_vec()?;
                assert!(first.len() <= $most, "{} by {relation}", stringify!($operation));
                assert!(
                    $operation(&left, &right, before).collect()?.to_vec()? == first,
                    "{} by {relation}",
                    stringify!($operation)
                );
            };
        }
        each_operation!(check, lefts, rights);
    }
    works(b)
}
