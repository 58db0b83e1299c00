//! Functions that are given closures.

use onrush_macros::{Element, device, op};

use onrush_core::value::Value;

use crate::support::{alike, same};

mod numeric {
    use onrush_macros::device;

    const HALF: f64 = 0.5;

    #[device]
    fn middle(a: f64, b: f64) -> f64 {
        (a + b) * HALF
    }

    #[device]
    pub(crate) fn integral(f: impl Fn(f64) -> f64, a: f64, b: f64, steps: u32) -> f64 {
        let h = (b - a) / steps as f64;
        let mut sum = 0.0;
        for i in 0..steps {
            let x = a + i as f64 * h;
            sum += f(middle(x, x + h)) * h;
        }
        sum
    }
}
use numeric::integral;

#[device]
fn twice<T, F>(f: F, x: T) -> T
where
    T: Value,
    F: Fn(T) -> T,
{
    f(f(x))
}

#[device]
fn bisect<F: Fn(f64) -> f64 + Copy>(f: F, from: f64, to: f64) -> f64 {
    let (mut lo, mut hi) = (from, to);
    for _ in 0..40 {
        let mid = lo + (hi - lo) / 2.0;
        if f(lo) * f(mid) <= 0.0 {
            hi = mid;
        } else {
            lo = mid;
        }
    }
    twice(f, lo) + lo
}

/// Calls `f` for each bit that is set, from the lowest.
#[device]
fn each_bit(bits: u32, mut f: impl FnMut(u32)) {
    let mut rest = bits;
    while rest != 0 {
        f(rest.trailing_zeros());
        rest &= rest - 1;
    }
}

#[device]
fn updated(a: &mut [u32; 4], f: &mut impl FnMut(usize, &mut u32) -> bool) -> u32 {
    let mut changed = 0;
    for i in 0..4 {
        if f(i, &mut a[i]) {
            changed += 1;
        }
    }
    changed
}

#[device]
fn sorted_by(a: &mut [i32; 5], less: impl Fn(&i32, &i32) -> bool) {
    for i in 1..5 {
        let mut j = i;
        while j > 0 && less(&a[j], &a[j - 1]) {
            let t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
            j -= 1;
        }
    }
}

#[device]
fn first_where(n: u32, pred: impl Fn(u32) -> bool) -> Option<u32> {
    let mut i = 0;
    loop {
        if i == n {
            return None;
        }
        if pred(i) {
            return Some(i);
        }
        i += 1;
    }
}

#[device]
fn once(make: impl FnOnce() -> (u32, f32)) -> u32 {
    let (a, b) = make();
    a + b as u32
}

#[device]
fn nested(n: u32, f: impl Fn(u32) -> u32) -> u32 {
    let g = |x: u32| f(x) + 1;
    first_where(n, |i| g(i) > 10).map_or(99, |i| f(i))
        + (0..n).map(|i| f(i)).sum::<u32>()
        + (0..n).map(&f).max().unwrap_or(7)
}

#[test]
fn captures_and_kinds() {
    alike!(|x: f64| integral(|t| t * t + x, 0.0, x, 10), [0.0, 1.5, -3.25]);
    alike!(
        |x: f64| {
            let k = 2.0 * x;
            let f = |t: f64| t * k;
            integral(f, 0.0, 1.0, 4) + integral(&f, 1.0, x, 3) + f(x)
        },
        [0.0, 1.5, -3.25]
    );
    alike!(|x: i32| twice(|v| v.wrapping_mul(3) ^ x, x), [0, 1, -7, i32::MAX]);
    alike!(|x: u8| twice(|(a, b): (u8, u8)| (b, a.wrapping_add(b)), (x, 3)).1, [0, 1, 200]);
    alike!(|x: f64| bisect(|t| t * t - x, 0.0, 10.0), [2.0, 9.0, 50.0]);
    alike!(
        |x: u32| {
            let mut sum = 0u32;
            each_bit(x, |b| sum = sum * 31 + b);
            sum
        },
        [0, 5, 0x8100_0011]
    );
    alike!(
        |x: u32| {
            let (mut sum, mut n) = (0, 0u32);
            let mut add = |b| {
                sum += b;
                n += 1;
            };
            each_bit(x, &mut add);
            add(7);
            (sum, n)
        },
        [0, 5, 0x8100_0011]
    );
    alike!(
        |x: u32| {
            let mut a = [x, 1, 2, 3];
            let mut log = [0; 4];
            let n = updated(&mut a, &mut |i, v: &mut u32| {
                log[i] = *v;
                *v *= 2;
                *v > 3
            });
            (n, a[0] ^ log[3], a[3])
        },
        [0, 5, 100]
    );
    alike!(
        |x: i32| {
            let mut a = [3, x, -1, 7, 0];
            sorted_by(&mut a, |p: &i32, q: &i32| p < q);
            (a[0], a[1], a[2], a[3], a[4])
        },
        [0, 5, -100]
    );
    alike!(
        |x: i32| {
            let mut a = [3, x, -1, 7, 0];
            sorted_by(&mut a, |&p, &q| (p - x).abs() < (q - x).abs());
            (a[0], a[1], a[4])
        },
        [0, 5, -100]
    );
    alike!(|x: u32| first_where(20, |i| i * i >= x).unwrap_or(1000), [0, 5, 100, 1000]);
    alike!(
        |x: u32| once(|| {
            if x > 3 {
                return (x, 1.5);
            }
            (1, x as f32)
        }),
        [0, 5, 100]
    );
    alike!(|x: u32| nested(x, |i| i * 3 % 7), [0, 5, 20]);
}

#[test]
#[allow(unused_assignments)]
fn a_move_closure_keeps_its_copies() {
    alike!(
        |x: u32| {
            let mut n = x;
            let mut count = move |b: u32| n += b;
            each_bit(5, &mut count);
            each_bit(9, &mut count);
            n = n * 2 + 1;
            n
        },
        [0, 5]
    );
    alike!(
        |x: u32| {
            let mut n = x;
            each_bit(5, move |b| n += b);
            n += 1;
            n
        },
        [0, 5]
    );
    alike!(
        |x: u32| {
            let mut n = x;
            let f = move |b: u32| b + n;
            n += 100;
            twice(f, n) + n
        },
        [0, 5]
    );
}

#[test]
fn order_of_evaluation() {
    // The closure reads behind the other arguments' effects; a copy is made where it stands.
    alike!(
        |x: u32| {
            let mut n = x;
            let r =
                n + twice(|v| v + 1, {
                    n += 10;
                    n
                }) + n;
            r
        },
        [0, 5]
    );
    alike!(
        |x: u32| {
            let n = x;
            twice(move |v| v * 2 + n, n + 1) + n
        },
        [0, 5]
    );
    alike!(
        |x: u32| {
            let mut a = [x, 1, 2];
            let mut i = 0;
            each_bit(7, |b| {
                a[i] += b;
                i += 1;
            });
            a[0] * 100 + a[1] * 10 + a[2]
        },
        [0, 5]
    );
}

#[test]
fn failures_within_closures() {
    let inputs = [0u8, 1, 3, 200, 255].map(|x| (x,));
    same(op!(|x: u8| twice(|v| v + x, 3)), &inputs);
    same(op!(|x: u8| twice(|v| 100 / (v - x), x)), &inputs);
    same(
        op!(|x: u8| {
            let a = [1u8, 2, 3];
            twice(|v| a[v as usize], x)
        }),
        &inputs,
    );
    same(
        op!(|x: u8| {
            let mut n = 0u8;
            each_bit(0xff, |b| n += x + b as u8);
            n
        }),
        &inputs,
    );
    same(
        op!(|x: u8| first_where(300, |i| {
            if i > 250 {
                panic!("far");
            }
            i as u8 == x
        })
        .unwrap()),
        &inputs,
    );
}

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Sum {
    total: u32,
    count: u32,
}

#[device]
impl Sum {
    fn push(&mut self, v: u32) {
        self.total += v;
        self.count += 1;
    }
    fn mean(&self) -> u32 {
        self.total / self.count
    }
}

#[test]
fn methods_of_what_is_captured() {
    alike!(
        |x: u32| {
            let mut s = Sum { total: x, count: 1 };
            each_bit(x, |b| s.push(b));
            s.push(1);
            s.total * 100 + s.count
        },
        [0, 5, 77]
    );
    alike!(
        |x: u32| {
            let mut s = Sum { total: x, count: 1 };
            each_bit(x, |b| {
                s.push(b);
                s.push(1);
            });
            s.total * 100 + s.count
        },
        [0, 5, 77]
    );
    alike!(
        |x: u32| {
            let mut s = Sum { total: x, count: 1 };
            s.count += 1;
            twice(|b| b + s.mean(), x) + s.mean()
        },
        [0, 5, 77]
    );
    alike!(
        |x: u32| {
            let mut s = Sum { total: x, count: 1 };
            s.push(2);
            twice(
                |b| {
                    let mut m = b;
                    m += s.mean();
                    m
                },
                s.mean(),
            )
        },
        [0, 5, 77]
    );
}

macro_rules! of_a_macro {
    ($x:ident, $e:expr) => {
        alike!(
            |$x: u32| {
                let n = 100u32;
                let f = |v: u32| v + n + $e;
                twice(|v| v * 2 + n + $e, $x) + twice(f, 1)
            },
            [0, 1, 7]
        )
    };
}

#[device]
fn lent(v: u32, f: &mut impl FnMut(u32) -> u32) -> u32 {
    let a = v + inner(&mut *f);
    a * 100 + inner(&mut *f) * 10 + inner(f)
}

#[device]
fn inner(f: &mut impl FnMut(u32) -> u32) -> u32 {
    f(2) + f(3)
}

#[device]
fn in_the_tail(v: u32) -> u32 {
    let s = Sum { total: v, count: 2 };
    let f = |x: u32| x + v + s.mean();
    twice(&f, 2) + twice(&|x| x + s.mean(), 2) + twice::<u32, _>(f, 1)
}

#[device]
fn with_arguments<T: onrush_core::number::Number>(f: impl Fn(T) -> T, x: T) -> T {
    f(f(x))
}

#[test]
fn lent_again_and_in_tails() {
    alike!(
        |x: u32| {
            let mut n = x;
            let r = lent(x, &mut |v| {
                n = n * 3 % 11 + v;
                n
            });
            (r, n)
        },
        [0, 1, 7]
    );
    alike!(|x: u32| in_the_tail(x), [0, 1, 7]);
    alike!(|x: u32| with_arguments::<u64>(|v| v * 3, x as u64) + with_arguments::<u64>(|v| v + 1, 2), [0, 1, 7]);
    alike!(
        |x: u32| {
            let mut s = Sum { total: x, count: 1 };
            each_bit(x, |b| {
                if b > 1 {
                    s.push(b)
                }
            });
            each_bit(x, |b| match b {
                0 => s.push(7),
                _ => s.push(b + 1),
            });
            (s.total, s.count)
        },
        [0, 5, 77]
    );
}

#[test]
fn names_of_macros() {
    of_a_macro!(n, n * 1000);
}
