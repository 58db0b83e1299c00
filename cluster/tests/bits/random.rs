//! Random cases of the calls that exchange items or partial results, with an operator that neither associates nor commutes: it shows every
//! other association and order.

use std::ops::Range;

use super::*;

/// 12 bytes, two of them padding: tiles of these lie on two ranks.
#[derive(Debug, Clone, Copy, PartialEq, Element)]
#[repr(C)]
struct Odd {
    a: f32,
    b: u32,
    c: i16,
}
impl AsBits for Odd {
    fn bits(&self, out: &mut Vec<u64>) {
        out.extend([self.a.to_bits().into(), self.b.into(), u64::from(self.c as u16)]);
    }
}

struct Case<T> {
    ranks: usize,
    items: Vec<T>,
    init: T,
    to: Vec<i64>,
    places: usize,
    keys: Vec<u32>,
    /// Sorted.
    right: Vec<u32>,
}

impl<T> Case<T> {
    fn new(seed: u64, item: impl Fn(u64) -> T) -> Self {
        let draw = |what: u64, n: usize| (mix(seed * 8 + what) % n as u64) as usize;
        // No items, fewer than ranks, and lengths around those where the shape or the distribution changes.
        let edges = [1, 1_024, 16_384, 24_576, 24_577, 40_960, 49_152, 50_000];
        let len = edges[draw(0, edges.len())] + draw(1, 3) - 1;
        let places = [1, 300, 1_365, len / 4 + 1, len + 1, 24_577][draw(2, 6)];
        let to = |i: usize| match draw(3, 4) {
            0 => places - 1,
            1 => (len - i) * 5 / 3 % places,
            _ => (mix(seed ^ i as u64) % places as u64) as usize,
        };
        let runs = [1, 2, 50, len + 1][draw(4, 4)];
        let right = (draw(5, 3) * len) / 2;
        Case {
            ranks: [2, 3, 5, 8][draw(6, 4)],
            items: (0..len).map(|i| item(mix(seed + i as u64))).collect(),
            init: item(seed),
            to: (0..len).map(|i| to(i) as i64).collect(),
            places,
            keys: (0..len).map(|i| (i * runs / (len + 1)) as u32).collect(),
            right: (0..right).map(|i| (i * runs / (right + 1)) as u32).collect(),
        }
    }
}

const CALLS: u64 = 9;

macro_rules! one_of {
    ($out:ident, $lib:ident, $new:ident, $call:expr, $case:expr, $op:expr) => {{
        let (case, op) = ($case, $op);
        let (x, to, keys) = ($new!(&case.items), $new!(&case.to), $new!(&case.keys));
        let mut target = $new!(&vec![case.init; case.places]);
        $out.push(match $call {
            0 => ("scatter", x.iter().scatter(&to, &mut target).map(|()| Vec::new())?),
            1 => ("scatter_reduce", x.iter().scatter_reduce(&to, op, &mut target).map(|()| Vec::new())?),
            2 => ("in lanes", x.iter().scatter_reduce(&to, commutative(op), &mut target).map(|()| Vec::new())?),
            3 => ("inclusive by key", bits($lib::scan_by_key_inclusive(&keys, &x, op).collect()?.to_vec()?)),
            4 => ("exclusive by key", bits($lib::scan_by_key_exclusive(&keys, &x, case.init, op).collect()?.to_vec()?)),
            5 => ("by key", bits($lib::reduce_by_key(&keys, &x, op).collect()?.pairs()?)),
            6 => ("merge", bits($lib::merge(&keys, &$new!(&case.right)).collect()?.to_vec()?)),
            7 => ("exclusive", bits(x.iter().scan_exclusive(case.init, op).collect()?.to_vec()?)),
            _ => ("reduce", bits((x.iter().reduce(case.init, op)?, x.iter().reduce(case.init, commutative(op))?))),
        });
        $out.push(("target", bits(target.to_vec()?)));
    }};
}

macro_rules! cases {
    ($cases:expr, $op:expr) => {
        for (seed, case) in $cases {
            let (call, len) = (seed % CALLS, case.items.len());
            let what = format!("to {} places, case {seed}", case.places);
            compared!(one_of, vec![cpu(); case.ranks], len, &what, call, &case, $op);
        }
    };
}

fn of_seeds<T>(seeds: Range<u64>, item: impl Fn(u64) -> T) -> impl Iterator<Item = (u64, Case<T>)> {
    seeds.map(move |seed| (seed, Case::new(seed, &item)))
}

#[test]
fn random_calls_have_the_bits_of_one() {
    let special = |n: u64| match n % 64 {
        0 => f32::NAN,
        1 => -0.0,
        2 => f32::INFINITY,
        _ => (n >> 40) as f32 / 1e6 - 8.0,
    };
    let odd = |n: u64| Odd { a: special(n), b: n as u32, c: (n >> 9) as i16 };
    let of_odd = op!(|a: Odd, b: Odd| Odd {
        // A NaN has some bits.
        a: if (a.a - b.a).is_nan() { 1.0 } else { a.a * 0.5 - b.a },
        b: a.b.wrapping_mul(3) ^ b.b,
        c: b.c
    });
    // Seeds among whose cases each call, and each way of `scatter_reduce`, has items on several ranks.
    cases!(of_seeds(990..990 + 2 * CALLS, odd), of_odd);
    let of_fives = op!(|a: [u8; 5], b: [u8; 5]| {
        [a[0].wrapping_sub(b[0]), a[1] ^ b[2], b[1], a[3].wrapping_mul(3).wrapping_add(b[3]), b[4]]
    });
    let fives = |n: u64| [n as u8, (n >> 8) as u8, (n >> 16) as u8, (n >> 24) as u8, 7];
    cases!(of_seeds(792..792 + CALLS, fives), of_fives);
    // By place, in more chunks than there are runs of them.
    let (len, byte) = (110_000, |n: u64| n as u8);
    let to = |i: u64| (mix(i) % 3) as i64;
    let long = |call: u64| {
        let (items, to) = ((0..len).map(|i| byte(mix(i))).collect(), (0..len).map(to).collect());
        (call, Case { ranks: 3, items, init: 9, to, places: 3, keys: vec![0; len as usize], right: Vec::new() })
    };
    let bytes = of_seeds(3510..3510 + CALLS, byte).chain([long(1), long(2)]);
    cases!(bytes, op!(|a: u8, b: u8| a.wrapping_mul(3).wrapping_sub(b)));
}
