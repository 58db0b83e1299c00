use onrush::prelude::*;

use crate::case::{Case, Data};

/// As `std::set_union` and its like: the operations differ in what the loop pushes.
macro_rules! peer {
    ($x:ident $y:ident $keep_left:literal $keep_right:literal $keep_pair:literal) => {{
        let (mut l, mut r) = (0, 0);
        let mut out = Vec::with_capacity($x.len() + $y.len());
        while l < $x.len() && r < $y.len() {
            if $x[l] < $y[r] {
                if $keep_left {
                    out.push($x[l]);
                }
                l += 1;
            } else if $y[r] < $x[l] {
                if $keep_right {
                    out.push($y[r]);
                }
                r += 1;
            } else {
                if $keep_pair {
                    out.push($x[l]);
                }
                l += 1;
                r += 1;
            }
        }
        if $keep_left {
            out.extend_from_slice(&$x[l..]);
        }
        if $keep_right {
            out.extend_from_slice(&$y[r..]);
        }
        out
    }};
}

/// Halves of sorted random numbers, and the multiples of two and three, whose order a branch predictor learns.
pub(crate) fn rows(case: &Case, data: &Data) -> onrush::Result<()> {
    let Data { cpu, u, .. } = data;
    let half = case.n / 2;
    let sorted = |from: &[u32]| {
        let mut x: Vec<u32> = from.iter().map(|v| v % case.n as u32).collect();
        x.sort_unstable();
        x
    };
    let multiples = |of: u32| (0..half as u32).map(|i| of.wrapping_mul(i)).collect::<Vec<_>>();
    for (variant, x, y) in
        [("random", sorted(&u[..half]), sorted(&u[half..])), ("twos_threes", multiples(2), multiples(3))]
    {
        let (dx, dy) = (&cpu.upload(&x)?, &cpu.upload(&y)?);
        case.row("loop", "set_union,u32", variant, || peer!(x y true true true));
        case.row("onrush", "set_union,u32", variant, || set_union(dx, dy).collect());
        case.row("loop", "set_intersection,u32", variant, || peer!(x y false false true));
        case.row("onrush", "set_intersection,u32", variant, || set_intersection(dx, dy).collect());
        case.row("loop", "set_difference,u32", variant, || peer!(x y true false false));
        case.row("onrush", "set_difference,u32", variant, || set_difference(dx, dy).collect());
    }
    Ok(())
}
