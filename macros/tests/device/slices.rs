//! Slices of arrays: the ranges and indices that fail, and where.

use onrush_macros::{device, op};

use crate::support::{alike, same};

const N: [(usize, usize); 9] =
    [(0, 0), (0, 4), (1, 3), (3, 2), (4, 4), (5, 5), (2, 5), (7, 2), (usize::MAX, usize::MAX)];

#[device]
fn sum(s: &[i32]) -> i32 {
    s.iter().sum()
}

#[device]
fn put(s: &mut [i32], i: usize) -> i32 {
    s[i] += 5;
    s[i]
}

#[test]
fn ranges_fail() {
    let a = [3, 5, 7, 9];
    same(op!(|i: usize, j: usize| sum(&a[i..j])), &N);
    same(op!(|i: usize, j: usize| sum(&a[i..=j])), &N);
    same(op!(|i: usize, j: usize| sum(&a[i..]) + j as i32), &N);
    same(op!(|i: usize, j: usize| sum(&a[..j]) + i as i32), &N);
    same(op!(|i: usize, j: usize| sum(&a[..=j]) + i as i32), &N);
    same(
        op!(|i: usize, j: usize| {
            let s = &a[1..];
            let t = &s[i..j];
            sum(t) + s[0]
        }),
        &N,
    );
    same(
        op!(|i: usize, j: usize| {
            let mut n = 0;
            for x in &a[i..j] {
                n = n * 3 + x;
            }
            n
        }),
        &N,
    );
    same(
        op!(|i: usize, j: usize| {
            let _ = &a[i..];
            let _ = a[..j].len();
            7
        }),
        &N,
    );
}

#[test]
fn indices_fail() {
    let a = [3, 5, 7, 9];
    same(
        op!(|i: usize, j: usize| {
            let mut b = a;
            put(&mut b[1..3], i) + put(&mut b[(j & 3)..], 0) + put(&mut b, j)
        }),
        &N,
    );
    same(
        op!(|i: usize, j: usize| {
            let s = &a[i & 3..j & 7];
            s[0] + s[1]
        }),
        &N,
    );
    // An element behind the last is none of the array's, and a write through an empty slice changes nothing.
    same(
        op!(|i: usize, j: usize| {
            let mut b = [[1, 2], [3, 4]];
            let s = &mut b[0][2..];
            if i == 1 {
                s[j & 1] = 9;
            }
            b
        }),
        &N,
    );
}

#[test]
fn methods_fail() {
    let a = [3, 5, 7, 9];
    same(
        op!(|i: usize, j: usize| {
            let mut b = a;
            b[1..].swap(i, j);
            b
        }),
        &N,
    );
    same(
        op!(|i: usize, j: usize| {
            let mut b = a;
            b[..i & 3].copy_from_slice(&a[j & 3..]);
            b
        }),
        &N,
    );
    same(op!(|i: usize, j: usize| *a[i & 3..].get(j).unwrap()), &N);
    same(op!(|i: usize, j: usize| a[j & 3..][..i & 1].first().copied().unwrap()), &N);
}

#[test]
fn methods_agree() {
    alike!(
        |x: usize| {
            let mut a = [4usize, 1, 3, x, 2];
            let s = &mut a[1..];
            s.swap(0, 2);
            s[1..].reverse();
            let t = &mut s[..2];
            t.fill(t[1] + 1);
            s.sort_unstable();
            let n = s.len();
            s[n - 2..].copy_from_slice(&[x, 7]);
            let t = &s[x..];
            let r = (t.first().copied(), t.last().copied(), t.get(1).copied(), t.contains(&7), t.is_empty());
            (r, t.len(), a)
        },
        [0, 1, 3, 4]
    );
    alike!(
        |x: u32| {
            let mut a = [x, 2, 9, 4];
            let (b, e) = ([5, 6], a.is_empty());
            a[2..].sort();
            a[..2].copy_from_slice(&b);
            let c = a;
            a.copy_from_slice(&[c[3], c[2], c[1], c[0]]);
            (a, a[1..].contains(&b[0]), e)
        },
        [0, 5]
    );
}
