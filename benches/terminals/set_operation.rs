use onrush::prelude::*;

use super::{Inputs, Table};

/// As `std::set_union` and its like: which items are pushed makes the operation.
#[inline(always)]
fn walk(x: &[u32], y: &[u32], [left, right, both]: [bool; 3], mut push: impl FnMut(u32)) {
    let (mut l, mut r) = (0, 0);
    while l < x.len() && r < y.len() {
        if x[l] < y[r] {
            if left {
                push(x[l]);
            }
            l += 1;
        } else if y[r] < x[l] {
            if right {
                push(y[r]);
            }
            r += 1;
        } else {
            if both {
                push(x[l]);
            }
            l += 1;
            r += 1;
        }
    }
    if left {
        x[l..].iter().for_each(|v| push(*v));
    }
    if right {
        y[r..].iter().for_each(|v| push(*v));
    }
}

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, inputs: &Inputs<B>) -> onrush::Result<()> {
    let n = inputs.n;
    let sorted = |from: &[u32]| {
        let mut x: Vec<u32> = from.iter().map(|v| v % n as u32).collect();
        x.sort_unstable();
        x
    };
    let (x, y) = (&sorted(&inputs.u[..n / 2]), &sorted(&inputs.u[n / 2..]));
    let (dx, dy) = (&inputs.device.upload(x)?, &inputs.device.upload(y)?);
    macro_rules! set {
        ($keep:expr, $call:ident $by:ident $count:ident $count_by:ident) => {
            let anew = || {
                let mut out = Vec::with_capacity(n);
                walk(x, y, $keep, |v| out.push(v));
                out
            };
            let there = |out: &mut Vec<u32>| {
                let mut out = out.iter_mut();
                walk(x, y, $keep, |v| *out.next().expect("there is room") = v);
            };
            let number = || {
                let mut number = 0usize;
                walk(x, y, $keep, |_| number += 1);
                number
            };
            set!($call returns anew, || $call(dx, dy).collect());
            set!($by returns anew, || $by(dx, dy, op!(|a: u32, b: u32| a < b)).collect());
            set!($call writes there, |out| $call(dx, dy).collect_into(out));
            set!($by writes there, |out| $by(dx, dy, op!(|a: u32, b: u32| a < b)).collect_into(out));
            set!($count returns number, || $count(dx, dy));
            set!($count_by returns number, || $count_by(dx, dy, op!(|a: u32, b: u32| a < b)));
        };
        ($name:ident returns $host:expr, $ours:expr) => {
            t.returns((concat!("set_operation.", stringify!($name)), "u32", n), $host, $ours)?;
        };
        ($name:ident writes $host:expr, $ours:expr) => {
            t.writes((concat!("set_operation.", stringify!($name)), "u32 into", n), inputs.targets(n)?, $host, $ours)?;
        };
    }
    set!([true, true, true], set_union set_union_by set_union_count set_union_count_by);
    set!(
        [false, false, true], set_intersection set_intersection_by set_intersection_count set_intersection_count_by
    );
    set!(
        [true, false, false], set_difference set_difference_by set_difference_count set_difference_count_by
    );
    set!(
        [true, true, false], set_symmetric_difference set_symmetric_difference_by
        set_symmetric_difference_count set_symmetric_difference_count_by
    );
    Ok(())
}
