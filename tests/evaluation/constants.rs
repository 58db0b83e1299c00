//! Constants in functions and methods: each has one value, whole or in parts, however often and wherever it is named.

use super::{Pair, both, functions, next, set};
use onrush::prelude::*;

const GRID: [[i64; 2]; 2] = [[3, 5], [7, 9]];
const LIMITS: (i64, i64) = (-2, 4);
const NESTED: ((i64, [i64; 2]), Pair) = ((6, [8, 1]), Pair { x: 2, y: 7 });
const PAIRS: [Pair; 2] = [Pair { x: 1, y: 2 }, Pair { x: 3, y: 4 }];
const TUPLES: [(i64, [i64; 2]); 2] = [(1, [2, 3]), (4, [5, 6])];
const ORIGIN: Pair = Pair { x: 5, y: 6 };
const THREE: i64 = 3;
const ONE: f64 = 1.6;
const TWO: f64 = 2.5;
const LETTERS: &[i64; 4] = &[7, 1, 8, 2];
const STEPS: &[i64] = &[4, 6, 9];
const NONE: &[i64] = &[];

/// A constant's row, by methods and associated constants.
#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Table {
    row: i64,
}

#[device]
impl Table {
    const ROWS: [[i64; 3]; 2] = [[1, 2, 3], [4, 5, 6]];
    const RANGE: (i64, i64) = (1, 8);

    fn at(&self, i: usize) -> i64 {
        let row = &Self::ROWS[(self.row & 1) as usize];
        row[i] * 10 + Self::ROWS[1][i]
    }
    fn clamped(self) -> i64 {
        let (low, high) = Self::RANGE;
        match Self::RANGE {
            (a, _) if self.row < a => low,
            (_, b) if self.row > b => high + Self::RANGE.1,
            (a, b) => self.row * 100 + a + b,
        }
    }
    fn move_on(&mut self) -> i64 {
        self.row += GRID[(self.row & 1) as usize][1] + PAIRS[1].x;
        self.row
    }
}

/// The same in a generic implementation.
#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Wide<T> {
    v: T,
}

#[device]
impl<T: Integer> Wide<T> {
    const STEPS: [[i64; 2]; 2] = [[1, 10], [100, 1000]];
    const ENDS: (T, T) = (T::MIN, T::MAX);

    fn step(&self, i: usize) -> i64 {
        let steps = &Self::STEPS[i];
        steps[0] + Self::STEPS[1][i] + GRID[i][1 - i]
    }
    const FIRST: i64 = 1;
    const BOTH: [T; 2] = [T::MIN, T::MAX];

    fn count(self) -> i64 {
        let mut n = Self::BOTH.len() as i64 + Self::BOTH.contains(&self.v) as i64;
        for end in Self::BOTH.iter() {
            n = n * 2 + (*end == self.v) as i64;
        }
        n + Self::BOTH.iter().filter(|end| **end > self.v).count() as i64
    }
    fn is_end(self) -> bool {
        let (low, high) = Self::ENDS;
        let highest = &Self::ENDS.1;
        self.v == low || (self.v == high && self.v == *highest)
    }
}

trait Palette {
    const COLORS: [[i64; 2]; 2];
}

struct Bright;

impl Palette for Bright {
    const COLORS: [[i64; 2]; 2] = [[11, 12], [13, 14]];
}

#[device]
fn of_generic<T: Integer>(v: T, i: usize) -> T {
    let low = T::MIN;
    let high = &T::MAX;
    let pick = &GRID[i][i];
    if v == low || v == *high { v } else { v + T::cast_from(*pick) }
}

#[device]
fn through_a_reference(row: &[i64; 2], i: usize) -> i64 {
    row[i] * 3
}

functions! {
    fn an_element_of_an_element(v: i64) -> i64 {
        let (i, j) = ((v & 1) as usize, (v >> 1 & 1) as usize);
        GRID[i][j] * 10 + GRID[j][i]
    }
    fn a_field_of_an_element(v: i64) -> i64 {
        let i = (v & 1) as usize;
        PAIRS[i].x * 100 + PAIRS[1 - i].y
    }
    fn a_part_of_a_tuple(v: i64) -> i64 {
        let high = LIMITS.1;
        let low = LIMITS.0;
        v * high + low
    }
    fn the_parts_of_a_tuple(v: i64) -> i64 {
        let (low, high) = LIMITS;
        let ((a, [b, c]), Pair { x, y }) = NESTED;
        low + high * v + a + b * 10 + c * 100 + x * 1000 + y
    }
    fn a_nested_part(v: i64) -> i64 {
        let inner = NESTED.0.1[(v & 1) as usize];
        let field = NESTED.1.y;
        inner * 10 + field + TUPLES[(v & 1) as usize].1[(v >> 1 & 1) as usize]
    }
    fn matched(v: i64) -> i64 {
        match LIMITS { (a, b) if a < v && v < b => a * 10 + b, (a, _) if v < 0 => a, (_, b) => b }
    }
    fn an_element_matched(v: i64) -> i64 {
        match GRID[(v & 1) as usize] { [3, b] => b, [a, b] if v > 3 => a * b, [a, _] => a }
    }
    fn a_field_matched(v: i64) -> i64 {
        match PAIRS[(v & 1) as usize].x { 1 => v, mut n => { n += 1; n * 10 + PAIRS[0].x } }
    }
    fn a_test(v: i64) -> i64 {
        matches!(LIMITS, (-2, b) if b > v) as i64 * 10 + matches!(GRID[(v & 1) as usize], [7, _]) as i64
    }
    fn a_reference_to_an_element(v: i64) -> i64 {
        let r = &GRID[(v & 1) as usize];
        let s = &GRID[0][1];
        r[0] * 100 + r[1] * 10 + *s
    }
    fn a_reference_to_a_part(v: i64) -> i64 {
        let r = &LIMITS.1;
        let s = &NESTED.1;
        *r * v + s.x * 10 + s.sum()
    }
    fn a_reference_to_the_whole(v: i64) -> i64 {
        let r = &GRID;
        let s = &ORIGIN;
        r[(v & 1) as usize][1] * s.y + s.sum()
    }
    fn a_reference_in_a_match(v: i64) -> i64 {
        let r = &LIMITS;
        match r { (a, b) => *a * 100 + *b * v }
    }
    fn an_argument(v: i64) -> i64 {
        through_a_reference(&GRID[(v & 1) as usize], (v >> 1 & 1) as usize) + both(&LIMITS.1, LIMITS.0)
    }
    fn a_receiver(v: i64) -> i64 {
        PAIRS[(v & 1) as usize].sum() + ORIGIN.plus(v) + ORIGIN.with(THREE).y + NESTED.1.sum()
    }
    fn an_operand(v: i64) -> i64 {
        let sum = PAIRS[(v & 1) as usize] + ORIGIN;
        sum.sum() + (PAIRS[0] + PAIRS[1]).x
    }
    fn the_base_of_a_struct(v: i64) -> i64 {
        let p = Pair { x: v, ..ORIGIN };
        p.sum() + Pair { y: 1, ..PAIRS[(v & 1) as usize] }.sum()
    }
    fn a_copy(v: i64) -> i64 {
        let mut a = GRID[(v & 1) as usize];
        a[0] += v;
        let mut whole = GRID;
        whole[1][1] += v;
        a[0] * 1000 + whole[1][1] * 100 + GRID[1][1] * 10 + GRID[0][0]
    }
    fn a_changed_copy(v: i64) -> i64 {
        let i = (v & 1) as usize;
        let old = set(&mut GRID[i][1], v) + next(&mut GRID[1][i]) + { let r = &mut PAIRS[i]; r.y += 2; r.bump() + r.y };
        old * 100 + GRID[i][1] + LIMITS.1 + PAIRS[i].x
    }
    fn an_assigned_part(v: i64) -> i64 {
        let (mut i, mut n) = (0usize, v);
        ORIGIN.x = v;
        GRID[1][0] = v;
        PAIRS[{ i += 1; i }].y = next(&mut n);
        (LIMITS.1, GRID[i]) = (v, [v, v]);
        ORIGIN.sum() * 100 + GRID[1][0] + PAIRS[1].y + LIMITS.1 + n
    }
    fn an_index(v: i64) -> i64 {
        const_index(v) + GRID[(LIMITS.1 - 3) as usize][(v & 1) as usize] + GRID[(PAIRS[0].x) as usize][0]
    }
    fn in_a_loop(v: i64) -> i64 {
        let mut sum = 0;
        for row in GRID {
            for i in 0..2 { sum = sum * 2 + row[i] + GRID[i][i]; }
        }
        for i in LIMITS.0..LIMITS.1 { sum += i * v; }
        let mut n = 0;
        while n < LIMITS.1 { n += PAIRS[0].y; sum += TUPLES[1].1[1]; }
        sum
    }
    fn a_closed_block(v: i64) -> i64 {
        let t = { let i = (v & 1) as usize; GRID[i] };
        let u = if v > 1 { LIMITS.0 } else { GRID[1][0] };
        t[0] + t[1] * 10 + u
    }
    fn a_constant_that_shadows(v: i64) -> i64 {
        let t = GRID;
        let mut u = GRID[1];
        for row in t { let [a, mut b] = row; b += u[0]; u[1] += a * b; }
        let w = { let mut x = ORIGIN; x.bump(); x };
        u[1] * 100 + w.sum() + ORIGIN.x
    }
    fn a_constant_in_a_closure_of_blocks(v: i64) -> i64 {
        let r = 'b: { let i = (v & 1) as usize; if v > 3 { break 'b GRID[i][0] } GRID[1][i] };
        let [a, b] = GRID[(r & 1) as usize];
        let Pair { x, mut y } = ORIGIN;
        y += x;
        match GRID { [[p, q], [_, s]] if p + q < v => s + r, [_, [p, mut q]] => { q += a; p * q + b + y } }
    }
    fn of_a_method(v: i64) -> i64 {
        let mut table = Table { row: v };
        let at = table.at((v & 1) as usize) + table.at(2);
        at * 1000 + table.clamped() + table.move_on() * 7 + Table::ROWS[(v & 1) as usize][2] + Table::RANGE.1
    }
    fn behind_references(v: i64) -> i64 {
        let (i, j) = ((v & 3) as usize, (v % 3).unsigned_abs() as usize);
        let mut n = LETTERS[i] * 3 + STEPS[j] * 5 + LETTERS[2];
        let letters = &*LETTERS;
        let steps = &*STEPS;
        let none = &*NONE;
        n = n * 3 + letters.iter().sum::<i64>() + steps.iter().map(|x| x * v).sum::<i64>() + none.iter().sum::<i64>();
        n = n * 3 + letters[1..].len() as i64 + steps[j..].len() as i64 + none.len() as i64 + (*STEPS)[1] + (*LETTERS)[i];
        let s: &[i64] = LETTERS;
        let t: &[i64] = STEPS;
        let u = STEPS;
        let copy = *LETTERS;
        n = n * 3 + match s { [a, b] => a + b, [] => 1, [a, ..] => a - v };
        n = n * 3 + match t { [a, b] => a + b, [a, b, c] => a * b - c, _ => 1 } + copy[i] + u[j];
        n = n * 3 + match none { [] => 5, [x, ..] => *x };
        let f = |s: &[i64]| match s { [_, last] => *last, s => s.len() as i64 };
        n + f(LETTERS) + f(STEPS) + f(&*NONE)
    }
    fn by_their_bare_names(v: i64) -> i64 {
        let (i, j) = ((v & 3) as usize, (v % 3).unsigned_abs() as usize);
        const OWN: &[i64] = &[5, 6];
        let mut n = (GRID.len() + LETTERS.len() + STEPS.len() + NONE.len() + OWN.len()) as i64 + STEPS[0] + LETTERS[i];
        n = n * 3 + STEPS.iter().sum::<i64>() + LETTERS.iter().rev().map(|x| x * v).sum::<i64>() + OWN.iter().count() as i64;
        n = n * 3 + STEPS[j..].len() as i64 + LETTERS[1..].iter().sum::<i64>() + NONE.is_empty() as i64;
        for x in STEPS.iter().zip(LETTERS.iter()).map(|(a, b)| a - b) { n = n * 3 + x; }
        for row in GRID { n += row.len() as i64 + row[1]; }
        n = n * 3 + STEPS.contains(&v) as i64 + LETTERS.contains(&7) as i64 + GRID[j & 1].contains(&3) as i64;
        n = n * 3 + STEPS.first().copied().unwrap_or(1) + *LETTERS.last().unwrap() + NONE.first().copied().unwrap_or(v);
        n = n * 3 + STEPS.get(i).copied().unwrap_or(1) + STEPS.windows(2).map(|w| w[0] * w[1]).sum::<i64>();
        n = n * 3 + STEPS.partition_point(|x| *x < v) as i64 + LETTERS.iter().position(|x| *x == v).unwrap_or(9) as i64;
        let part = &STEPS[1..];
        let f = |k: usize| STEPS[k] + STEPS.len() as i64 * part[0];
        n = n * 3 + f(j);
        if let Some((first, rest)) = STEPS.split_first() { n += *first * rest.len() as i64; }
        let mut rest = &LETTERS[1..];
        n = n * 3 + rest.len() as i64;
        rest = STEPS;
        while let [first, tail @ ..] = rest { n += first * v; rest = tail; }
        rest = LETTERS;
        n * 3 + rest[j] + Wide { v }.count() + Wide { v: 127i8 }.count()
    }
    fn ends_of_ranges(v: i64) -> i64 {
        const LOW: i64 = -2;
        const HIGH: u8 = 9;
        let a = match v { LOW..=0 => 1, 1..THREE => 2, THREE.. => 3, _ => 4 };
        let b = match v as u8 { ..=2 => 1, 3..=HIGH => 2, u8::MAX => 3, HIGH..=u8::MAX => 4 };
        let c = matches!((v, Some(v)), (LOW..2, Some(..=THREE))) as i64;
        let d = match v as f64 { ..ONE => 1, ONE..=TWO => 2, _ => 3 };
        let [LOW..=THREE, e] = [v, 5] else { return a };
        let f = match (Wide { v }) { Wide { v: Wide::<i64>::FIRST..=THREE } => 1, _ => 2 };
        ((((a * 5 + b) * 5 + c) * 5 + d) * 5 + e) * 5 + f
    }
    fn of_a_trait(v: i64) -> i64 {
        let row = &Bright::COLORS[(v & 1) as usize];
        row[0] * 100 + row[1] + Bright::COLORS[1][(v & 1) as usize]
    }
    fn of_a_generic(v: i64) -> i64 {
        let w = Wide { v };
        let narrow = Wide { v: 127i8 };
        w.step((v & 1) as usize) + w.is_end() as i64 + narrow.is_end() as i64 * 2 + of_generic(v, (v & 1) as usize)
            + of_generic(-128i8, 1) as i64
    }
}

#[device]
fn const_index(v: i64) -> i64 {
    let places = [v, v + 1, v + 2, v + 3, v + 4];
    places[THREE as usize] + places[LIMITS.1 as usize]
}
