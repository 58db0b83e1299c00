//! Slices that are assigned what is a copy on devices, which would end before them.
use onrush::prelude::*;

#[device]
fn rest_of_an_array(v: i64) -> i64 {
    let a = [v, 2, 7];
    let mut rest: &[i64] = &a;
    {
        let [_, tail @ ..] = &a;
        rest = tail;
    }
    rest[0]
}
#[device]
fn part_of_the_rest(v: i64) -> i64 {
    let a = [v, 2, 7];
    let mut rest: &[i64] = &a;
    if let [_, tail @ ..] = &a {
        let part = &tail[1..];
        rest = part;
    }
    rest[0]
}
#[device]
fn element_in_an_option(v: i64) -> i64 {
    let a = [[v, 2], [7, 1]];
    let mut rest: &[i64] = &a[0];
    if let Some(row) = a.iter().find(|row| row[0] > 3) {
        rest = &row[1..];
    }
    rest[0]
}
#[device]
fn part_of_a_tuple(v: i64) -> i64 {
    let a = [[v, 2], [7, 1]];
    let mut rest: &[i64] = &a[0];
    for i in 0..2 {
        let row = &a[i];
        let pair = (v, row);
        rest = &pair.1[1..];
    }
    rest[0]
}
#[device]
fn through_another(v: i64) -> i64 {
    let a = [[v, 2], [7, 1]];
    let mut best: &[i64] = &a[0];
    for i in 0..2 {
        let row = &a[i];
        let pair = (v, row);
        let mut rest = &pair.1[..];
        best = rest;
        rest = &rest[1..];
        if rest[0] > 3 { best = rest; }
    }
    best[0]
}
#[device]
fn branches(v: i64) -> i64 {
    let (a, b) = ([v, 2], [7, 1]);
    let s = &a;
    let t = &b;
    let mut rest: &[i64] = &a;
    {
        let part = &(if v > 0 { s } else { t })[1..];
        rest = part;
    }
    rest[0]
}
#[device]
fn promoted(v: i64) -> i64 {
    let a = [v, 2];
    let mut rest: &[i64] = &a;
    {
        let b = &[1, 2];
        rest = b;
    }
    rest[0]
}
#[device]
fn array(x: &[i64; 2], y: &[i64; 2]) -> i64 {
    let mut r = x;
    r = y;
    r[0]
}

trait Remains {
    fn remainder(self) -> usize;
}
impl<I: Iterator> Remains for I {
    fn remainder(self) -> usize {
        self.count()
    }
}
#[device]
fn own_remainder(a: &[i64]) -> usize {
    let it = a.chunks_exact(2);
    it.remainder().len()
}

fn main() {}
