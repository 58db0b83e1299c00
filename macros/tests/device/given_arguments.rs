//! The arguments of closures that functions are given: their types, and the order of calls.

use onrush_macros::device;

use crate::support::alike;

#[device]
fn of_numbers(
    a: impl Fn(u8, i8, u16, i16) -> u8,
    b: impl Fn(u64, i64, usize) -> u64,
    c: impl Fn(f32, f64, bool, ()) -> f64,
) -> (u8, u64, f64) {
    (a(200, -100, 60000, -30000), b(1 << 40, -1, 3), c(0.1, 0.1, true, ()))
}

#[test]
fn arguments_have_their_types() {
    alike!(
        |x: u8| of_numbers(
            |a, b, c, d| a.wrapping_add(x).wrapping_mul(b as u8)
                ^ (c.wrapping_mul(3) >> 8) as u8
                ^ (d.wrapping_mul(3) >> 8) as u8,
            |a, b, c| (a << c).rotate_left(20) ^ (b >> 3) as u64,
            |a, b, c, ()| if c { a as f64 + b } else { 0.0 },
        ),
        [0, 1, 255]
    );
}

#[device]
fn after(v: u32, f: impl Fn(u32) -> u32) -> [u32; 3] {
    // The closure's calls are evaluated in order among other operands.
    let mut n = v;
    let r =
        n + f(n) * {
            n += 1;
            n
        } + f({
            n *= 2;
            n
        });
    let mut a = [1, 2, 3];
    a[f(0) as usize % 3] += {
        a[1] = f(a[2]);
        a[1]
    };
    [r, a[0] * 100 + a[1], n]
}

#[device]
fn counted(mut next: impl FnMut() -> usize) -> [usize; 3] {
    let mut a = [0usize; 3];
    a[next()] += next();
    a[next()] = next() * 10 + next();
    let (p, q) = (next(), if next() > 0 && next() > 1 { next() } else { 9 });
    [a[0] * 10000 + a[1] * 100 + a[2], p, q]
}

#[test]
fn calls_in_order() {
    alike!(|x: u32| after(x, |v| v * 3 + x), [0, 1, 7]);
    alike!(
        |x: usize| {
            let mut n = x;
            let r = counted(|| {
                n = (n + 1) % 3;
                n
            });
            (r, n)
        },
        [0, 1, 2]
    );
    alike!(
        |x: usize| {
            let mut n = x;
            let mut step = || {
                n = (n * 2 + 1) % 3;
                n
            };
            let r = counted(&mut step);
            (step(), r, n)
        },
        [0, 1, 2]
    );
}
