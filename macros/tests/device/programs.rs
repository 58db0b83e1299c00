//! Whole algorithms in the style of user code.

use onrush_macros::{Element, device, op};

use crate::support::same;

/// An xorshift64* generator, advanced in place.
#[derive(Debug, Clone, Copy, PartialEq, Element)]
#[repr(C)]
struct Random {
    state: u64,
}

#[device]
impl Random {
    fn seeded(seed: u64) -> Self {
        let mut random = Random { state: seed ^ 0x9e37_79b9_7f4a_7c15 };
        for _ in 0..3 {
            random.next();
        }
        random
    }
    fn next(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[test]
fn random_numbers_come_in_order() {
    same(
        op!(|seed: u64| {
            let mut random = Random::seeded(seed);
            let point = (random.unit(), random.unit());
            let mixed = random.next() ^ (random.next() >> 1).wrapping_add(random.next() * (random.next() & 1));
            let list = [random.next(), random.next() % 10, random.state, Random::seeded(seed).next()];
            let more = random.unit() < 0.5 && random.unit() < 0.5 || random.unit() > 0.9;
            (point, mixed, list, more, random)
        }),
        &[(1,), (2,), (12345,), (u64::MAX,)],
    );
}

#[test]
fn sorting_a_few() {
    same(
        op!(|values: [i32; 7]| {
            let mut sorted = values;
            let mut swaps = 0u32;
            for i in 1..sorted.len() {
                let mut k = i;
                while k > 0 && sorted[k - 1] > sorted[k] {
                    let lower = sorted[k];
                    sorted[k] = sorted[k - 1];
                    sorted[k - 1] = lower;
                    k -= 1;
                    swaps += 1;
                }
            }
            (sorted, swaps)
        }),
        &[([3, 1, 2, -5, 9, 0, 3],), ([1, 2, 3, 4, 5, 6, 7],), ([7, 6, 5, 4, 3, 2, 1],)],
    );
}

#[device]
fn search(sorted: &[f32; 8], x: f32) -> usize {
    let (mut low, mut high) = (0, sorted.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if sorted[middle] < x {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[test]
fn searching() {
    let edges = [0.0f32, 0.5, 1.0, 1.0, 2.5, 4.0, 8.0, 16.0];
    same(op!(|x: f32| search(&edges, x)), &[(-1.0,), (0.5,), (1.0,), (1.1,), (100.0,), (f32::NAN,)]);
}

#[derive(Debug, Clone, Copy, PartialEq, Element)]
#[repr(C)]
struct Body {
    position: [f32; 3],
    velocity: [f32; 3],
    mass: f32,
}

#[device]
fn pull(on: &Body, by: &Body, force: &mut [f32; 3]) {
    let mut apart = [0.0; 3];
    let mut square = 1e-3;
    for k in 0..3 {
        apart[k] = by.position[k] - on.position[k];
        square += apart[k] * apart[k];
    }
    let scale = by.mass / (square * square.sqrt());
    for k in 0..3 {
        force[k] += scale * apart[k];
    }
}

#[test]
fn bodies() {
    let sun = Body { position: [0.0; 3], velocity: [0.0; 3], mass: 1000.0 };
    let dt = 0.01f32;
    let body = Body { position: [1.0, 2.0, -0.5], velocity: [0.1, -0.2, 0.3], mass: 1.0 };
    same(
        op!(|body: Body, steps: u32| {
            let mut b = body;
            let mut closest = f32::INFINITY;
            for _ in 0..steps {
                let mut force = [0.0; 3];
                pull(&b, &sun, &mut force);
                let mut square = 0.0;
                for k in 0..3 {
                    b.velocity[k] += dt * force[k];
                    b.position[k] += dt * b.velocity[k];
                    square += b.position[k] * b.position[k];
                }
                closest = closest.min(square.sqrt());
            }
            (b, closest)
        }),
        &[(body, 0), (body, 1), (body, 100)],
    );
}

#[device]
fn is_digit(c: u8) -> bool {
    matches!(c, b'0'..=b'9')
}

/// Parses a number at the start of a text: a sign, then digits.
#[device]
fn parse(text: &[u8; 8]) -> (i32, usize) {
    let negative = text[0] == b'-';
    let mut at = if negative { 1 } else { 0 };
    let mut value = 0;
    while at < text.len() && is_digit(text[at]) {
        value = value * 10 + (text[at] - b'0') as i32;
        at += 1;
    }
    (if negative { -value } else { value }, at)
}

#[test]
fn parsing() {
    same(op!(|text: [u8; 8]| parse(&text)), &[(*b"-1234xyz",), (*b"98765432",), (*b"hellooo!",)]);
}

#[test]
fn grid_walk() {
    // Converts a day number to a civil date, which exercises integer division with all signs.
    same(
        op!(|day: i32| -> (i32, u8, u8) {
            let z = day + 719_468;
            let era = z.div_euclid(146_097);
            let doe = z.rem_euclid(146_097);
            let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
            let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
            let mp = (5 * doy + 2) / 153;
            let d = (doy - (153 * mp + 2) / 5 + 1) as u8;
            let m = if mp < 10 { mp + 3 } else { mp - 9 };
            let y = yoe + era * 400 + (m <= 2) as i32;
            (y, m as u8, d)
        }),
        &[(0,), (19_000,), (-1,), (-719_468,), (-719_469,), (11_016,)],
    );
}
