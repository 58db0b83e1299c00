//! Methods of the user's own by the names of those that give parts of arrays, which rustc finds first, whatever their types are.
use onrush::prelude::*;

trait Parts {
    fn split_at(&self, mid: usize) -> (&[i64], &[i64]);
    fn get_mut(&mut self, i: usize) -> Option<&mut i64>;
}
impl Parts for [i64; 3] {
    fn split_at(&self, _: usize) -> (&[i64], &[i64]) {
        (self, self)
    }
    fn get_mut(&mut self, _: usize) -> Option<&mut i64> {
        None
    }
}

trait OfSlices {
    fn partition_point(self, f: impl Fn(&i64) -> bool) -> usize;
    fn split_first(self) -> Option<(&'static i64, &'static [i64])>;
    fn iter(self) -> std::slice::Iter<'static, i64>;
    fn len(self) -> usize;
}
impl OfSlices for &mut [i64] {
    fn partition_point(self, f: impl Fn(&i64) -> bool) -> usize {
        f(&self[0]) as usize
    }
    fn split_first(self) -> Option<(&'static i64, &'static [i64])> {
        None
    }
    fn iter(self) -> std::slice::Iter<'static, i64> {
        [].iter()
    }
    fn len(self) -> usize {
        7
    }
}

#[device]
fn halves(a: [i64; 3]) -> usize {
    let (p, _) = a.split_at(1);
    p.len()
}
#[device]
fn through_a_reference(a: &[i64; 3]) -> usize {
    let (p, _) = a.split_at(1);
    p.len()
}
#[device]
fn element(mut a: [i64; 3]) -> Option<i64> {
    *a.get_mut(0)? = 1;
    Some(a[0])
}
#[device]
fn searched(a: &mut [i64]) -> usize {
    a.partition_point(|x| *x < 3)
}
#[device]
fn first(a: &mut [i64]) -> i64 {
    if let Some((x, _)) = a.split_first() { *x } else { 0 }
}
#[device]
fn length(a: &mut [i64]) -> usize {
    a.len()
}

/// A method of an own type's is none of an array's.
#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Own(i64);
#[device]
impl Own {
    fn split_first(self) -> Option<(i64, i64)> {
        None
    }
}
#[device]
fn of_own(a: Own) -> i64 {
    if let Some((x, _)) = a.split_first() { x } else { 0 }
}

#[device]
fn borrowed_twice(mut a: [i64; 4]) -> i64 {
    if let Some(x) = a.get_mut(0) {
        a[1] = 3;
        *x = 1;
    }
    a[0]
}

fn main() {
    let _ = op!(|v: i64| length(&mut [v, 2]) as i64);
}
