//! Where std clones: numbers, what is made of them, and own types whose derived `Clone` stands where it is seen.

use std::cmp::{Ordering, Reverse};
use std::iter;

use super::*;

#[device]
#[derive(Clone, Copy, PartialEq, Element)]
#[repr(C)]
struct Cell {
    x: i64,
    pair: [i32; 2],
}

#[device]
#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Row {
    cells: [Cell; 2],
}

#[device]
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

#[device]
#[derive(Clone, Copy)]
enum Shape {
    Dot,
    Of(Cell),
}

/// `Clone` counts, so only copies can be taken of it.
#[derive(Copy, Element)]
#[repr(C)]
struct Counted {
    x: i64,
}

#[allow(clippy::non_canonical_clone_impl, reason = "what it is about")]
impl Clone for Counted {
    fn clone(&self) -> Counted {
        Counted { x: self.x + 1 }
    }
}

#[device]
fn filled<T: Copy, const N: usize>(x: T, y: T) -> [T; N] {
    let mut a = [x; N];
    a.fill(y);
    a
}

#[device]
fn cell(v: i64) -> Cell {
    Cell { x: v, pair: [v as i32, 2] }
}

functions! {
    fn numbers(v: i64) -> i64 {
        let mut a = [(0, Some(1.5)), (v, None)];
        a.fill((v + 1, Some(v as f64)));
        let mut b = [[0u8; 2]; 3];
        b[1..].fill([v as u8, 1]);
        let mut c = [Ordering::Less, v.cmp(&1)];
        c.fill(v.cmp(&2));
        let mut d = [Reverse(v)];
        d.fill(Reverse(7));
        let mut e: [Result<i64, bool>; 2] = [Ok(1); 2];
        e.fill(if v > 2 { Ok(v) } else { Err(false) });
        let sum: i64 = iter::repeat((v, [1, 2])).take(2).map(|(x, [y, z])| x * y - z).sum();
        let all: i64 = b.iter().cloned().map(|[x, y]| x as i64 * 3 + y as i64).sum();
        let turns = [Some(v), None].into_iter().cycle().take(3).map(|x| x.unwrap_or(1)).sum::<i64>();
        a[1].0 + a[0].1.unwrap_or(0.0) as i64 + sum + all * 10 + turns * 1000 + c[0].is_lt() as i64 + d[0].0 + e[1].unwrap_or(5)
            + a.first().cloned().unwrap().0 + [1, v].iter().max().cloned().unwrap()
    }
    fn references(v: i64) -> i64 {
        let (x, c) = (v + 1, Counted { x: v });
        let r = &c;
        iter::repeat(r).take(2).map(|c| c.x).sum::<i64>() + iter::repeat(&x).take(2).map(|x| *x).sum::<i64>()
            + [x, v].iter().cycle().take(3).map(|x| *x).sum::<i64>()
    }
    fn untyped(v: i64) -> i64 {
        let mut n = v;
        let a = [3, 4];
        for x in iter::repeat(1).take(2) { n += x; }
        for x in [1, 2].iter().cloned() { n = n * 3 + x; }
        for x in a.into_iter().cycle().take(3) { n = n * 3 + x; }
        n + iter::repeat(1.5).take(2).sum::<f64>() as i64 + a.iter().cloned().filter(|x| *x > 3).sum::<i64>()
    }
    fn own(v: i64) -> i64 {
        let mut a = [cell(1); 3];
        a.fill(cell(v));
        let mut rows = [Row { cells: [a[0]; 2] }; 2];
        rows[1..].fill(Row { cells: [cell(v), cell(5)] });
        let mut shapes = [Shape::Dot; 2];
        shapes.fill(Shape::Of(cell(v)));
        let mut sides = [Side::Left; 2];
        sides.fill(if v > 2 { Side::Right } else { Side::Left });
        let x = match shapes.iter().cloned().last() {
            Some(Shape::Of(of)) => of.x,
            _ => 0,
        };
        a.iter().cloned().map(|c| c.x).sum::<i64>() * 3 + (sides[1] == Side::Left) as i64 + rows[1].cells[1].x + x * 5
            + iter::repeat(cell(v)).take(2).map(|c| c.pair[0] as i64).sum::<i64>()
            + iter::repeat_n(a[1], 2).map(|c| c.x).sum::<i64>()
            + a.into_iter().cycle().take(4).map(|c| c.x).sum::<i64>()
            + rows.iter().max_by_key(|row| row.cells[0].x).cloned().unwrap().cells[1].x
            + a.first().cloned().unwrap().x
    }
    fn generic(v: i64) -> i64 {
        let a: [i64; 2] = filled(1, v);
        let b: [Cell; 2] = filled(cell(1), cell(v));
        a[1] * 3 + b[0].x
    }
    fn copied(v: i64) -> i64 {
        let mut a = [Counted { x: v }; 2];
        for c in &mut a {
            *c = Counted { x: v * 3 };
        }
        let b = [a[0]; 2];
        a.iter().copied().map(|c| c.x).sum::<i64>() + b.iter().copied().cycle().take(3).map(|c| c.x).sum::<i64>() * 5
            + b.iter().cycle().take(3).map(|c| c.x).sum::<i64>() + a.first().copied().unwrap().x + b.iter().last().copied().unwrap().x
            + iter::once(a[0]).map(|c| c.x).sum::<i64>() + a.into_iter().map(|c| c.x).sum::<i64>()
            + iter::successors(Some(a[0]), |c| if c.x < 20 { Some(Counted { x: c.x + 5 }) } else { None }).map(|c| c.x).sum::<i64>()
    }
}
