//! Methods of a user's trait with the names of those of `Ord` and `PartialOrd`, which take the number itself: Rust finds them first.

use std::cmp::Ordering;

use onrush::prelude::*;

trait Ranked {
    fn cmp(self, other: &i64) -> Ordering;
    fn partial_cmp(self, other: &i64) -> Option<Ordering>;
}
impl Ranked for i64 {
    fn cmp(self, _: &i64) -> Ordering {
        Ordering::Less
    }
    fn partial_cmp(self, _: &i64) -> Option<Ordering> {
        None
    }
}

fn main() {
    let _ = op!(|v: i64| v.cmp(&0) == Ordering::Less);
    let _ = op!(|v: i64| v.partial_cmp(&0) == Some(Ordering::Less));
    // Numbers of other types have std's.
    let _ = op!(|v: u32| v.cmp(&7) == Ordering::Less && v.partial_cmp(&9).is_some());
}
