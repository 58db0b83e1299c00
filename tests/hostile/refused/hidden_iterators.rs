//! Iterators of std's for which Rust's lookup finds a trait's method first: the trait takes by value what std's takes by reference, or
//! gives an iterator of std's type.
use onrush::prelude::*;
use std::ops::{Range, RangeInclusive};

trait Own: Sized {
    fn next(self) -> Option<u64> {
        Some(99)
    }
    fn nth(self, _n: usize) -> Option<u64> {
        Some(99)
    }
    fn position(self, _f: impl FnMut(u64) -> bool) -> Option<usize> {
        Some(99)
    }
    fn any(self, _f: impl FnMut(u64) -> bool) -> bool {
        true
    }
    fn try_fold(self, _init: u64, _f: impl FnMut(u64, u64) -> Option<u64>) -> Option<u64> {
        Some(99)
    }
    fn by_ref(self) -> Self {
        self
    }
    fn contains(self, _x: &u64) -> bool {
        true
    }
}
impl Own for Range<u64> {}
impl Own for RangeInclusive<u64> {}
impl<'a> Own for std::slice::Iter<'a, u64> {}

mod blanket {
    use super::*;
    trait First: Iterator + Sized {
        fn next(self) -> Option<Self::Item> {
            None
        }
        fn all(self, _f: impl FnMut(Self::Item) -> bool) -> bool {
            true
        }
    }
    impl<I: Iterator> First for I {}
    pub fn all() {
        let _ = op!(|v: u64| {
            let mut it = 0..v;
            it.next().unwrap_or(3)
        });
        let _ = op!(|v: u64| [v, 2].iter().map(|x| x + 1).all(|x| x > 2));
    }
}

/// `iter` and others of arrays that give std's type, `is_some` of what `get` gives.
mod arrays {
    use super::*;
    trait OfArrays {
        fn iter(&self) -> std::slice::Iter<'_, u64>;
        fn windows(&self, size: usize) -> std::slice::Windows<'_, u64>;
        fn iter_mut(&mut self) -> std::slice::IterMut<'_, u64>;
    }
    impl<const N: usize> OfArrays for [u64; N] {
        fn iter(&self) -> std::slice::Iter<'_, u64> {
            self[1..].iter()
        }
        fn windows(&self, _: usize) -> std::slice::Windows<'_, u64> {
            self[..].windows(1)
        }
        fn iter_mut(&mut self) -> std::slice::IterMut<'_, u64> {
            self[1..].iter_mut()
        }
    }
    trait OfOptions: Sized {
        fn is_some(self) -> bool {
            false
        }
    }
    impl OfOptions for Option<&[u64]> {}
    pub fn all() {
        let _ = op!(|v: u64| [v, 2].iter().sum::<u64>());
        let _ = op!(|v: u64| {
            let a = [v, 2, 3];
            let mut sum = 0;
            for x in a.iter() {
                sum += x;
            }
            for w in a.windows(2) {
                sum += w[0];
            }
            sum
        });
        let _ = op!(|v: u64| {
            let mut a = [v, 2, 3];
            a.iter_mut().for_each(|x| *x += 1);
            a[0]
        });
        let _ = op!(|v: u64| {
            let a = [v, 2, 3];
            a.get(0..2).is_some()
        });
    }
}

fn main() {
    let _ = op!(|v: u64| {
        let mut it = 0..v;
        it.next().unwrap_or(3)
    });
    let _ = op!(|v: u64| (0..v).nth(1).unwrap_or(3));
    let _ = op!(|v: u64| (0..v).position(|x| x > 2));
    let _ = op!(|v: u64| (0..v).any(|x| x > 2));
    let _ = op!(|v: u64| (0..=v).any(|x| x > 2));
    let _ = op!(|v: u64| (0..v).try_fold(0, |s: u64, x| s.checked_add(x)));
    let _ = op!(|v: u64| {
        let mut it = 0..v;
        it.by_ref().take(2).sum::<u64>() + it.sum::<u64>()
    });
    let _ = op!(|v: u64| (0..v).contains(&3));
    let _ = op!(|v: u64| {
        let range = 0..v;
        range.contains(&3)
    });
    let _ = op!(|v: u64| [v, 2].iter().any(|x| *x > 2));
    blanket::all();
    arrays::all();
    // Of other types they are std's.
    let _ = op!(|v: u64| (0..v).rev().all(|x| x > 2));
}
