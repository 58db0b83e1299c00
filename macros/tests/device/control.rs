use onrush_macros::op;

use crate::support::same;

const N: [(i32,); 8] = [(0,), (1,), (2,), (3,), (7,), (10,), (-5,), (100,)];

#[test]
fn branches() {
    same(op!(|x: i32| if x > 2 { x } else { -x }), &N);
    same(
        op!(|x: i32| if x > 7 {
            3
        } else if x > 2 {
            2
        } else {
            1
        }),
        &N,
    );
    same(
        op!(|x: i32| {
            let y = if x > 2 {
                let z = x * x;
                z + 1
            } else if x == 0 {
                return 77;
            } else {
                0
            };
            y * 2 + if y > 3 { 1 } else { 0 }
        }),
        &N,
    );
    same(
        op!(|x: i32| {
            let mut y = 0;
            if x > 2 {
                y += x;
            }
            if x > 5 {
                y *= 2;
            } else if x > 1 {
                y -= 1;
            }
            let late;
            if y > 4 {
                late = 1u8;
            } else {
                late = 2;
            }
            (y, late)
        }),
        &N,
    );
}

#[test]
fn loops() {
    same(
        op!(|x: i32| {
            let mut n = 0;
            let mut sum = 0i64;
            while n < x {
                n += 1;
                if n % 3 == 0 {
                    continue;
                }
                if n > 50 {
                    break;
                }
                sum += n as i64;
            }
            sum
        }),
        &N,
    );
    same(
        op!(|x: i32| {
            let mut n = x;
            let steps = loop {
                if n <= 1 {
                    break n * 100;
                }
                n = n / 2;
            };
            steps + n
        }),
        &N,
    );
    same(
        op!(|x: i32| {
            let mut n = 0u32;
            while {
                n += 1;
                n < 5
            } {}
            loop {
                n += x.unsigned_abs();
                return if n > 5 { n } else { 0 };
            }
        }),
        &N,
    );
}

#[test]
fn ranges() {
    same(
        op!(|x: i32| {
            let mut s = [0i64; 9];
            for i in 0..x {
                s[0] = s[0] * 3 % 1009 + i as i64;
            }
            for i in -2..=x {
                s[1] = s[1] * 3 % 1009 + i as i64;
            }
            for i in (0..x).rev() {
                s[2] = s[2] * 3 % 1009 + i as i64;
            }
            for i in (0..=x).rev() {
                if i == 3 {
                    continue;
                }
                s[3] = s[3] * 3 % 1009 + i as i64;
            }
            for i in (-7..x).step_by(3) {
                s[4] = s[4] * 3 % 1009 + i as i64;
            }
            for mut i in (-7..=x).rev().step_by(4) {
                i += 1;
                s[5] = s[5] * 3 % 1009 + i as i64;
            }
            for i in 250u8..=255 {
                s[6] += i as i64;
            }
            for _ in (0..=255u8).step_by(100) {
                s[7] += 1;
            }
            for i in (i8::MIN..=i8::MAX).rev() {
                s[8] = s[8] * 3 % 1009 + i as i64;
            }
            s
        }),
        &N,
    );
}

#[test]
fn labels() {
    same(
        op!(|x: i32| {
            let mut found = (0, 0);
            'outer: for i in 1..20 {
                let k = i;
                for j in 1..20 {
                    if i * j == x * 2 {
                        found = (k, j);
                        break 'outer;
                    }
                    if j > i {
                        continue 'outer;
                    }
                    let more = i + j;
                    found.1 += more;
                }
                found.0 += 1;
            }
            let picked = 'pick: {
                if found.0 > 5 {
                    break 'pick found.0;
                }
                for i in 0..found.1 {
                    if i * i > 30 {
                        break 'pick i;
                    }
                }
                -1
            };
            let depth = 'a: loop {
                loop {
                    if picked > 3 {
                        break 'a 1;
                    }
                    break 'a 2;
                }
            };
            (found, picked, depth)
        }),
        &N,
    );
}

#[test]
fn early_returns() {
    same(
        op!(|x: i32| -> f64 {
            for i in 0..10 {
                if i == x {
                    return 0.5;
                }
            }
            if x < 0 {
                return -1.0;
            }
            return 2.0;
        }),
        &N,
    );
}

#[test]
fn loops_over_arrays() {
    same(
        op!(|x: i32| {
            let mut sum = 0;
            'all: for (at, by) in [(x, 2), (3, x), (5, 7)] {
                for k in [at; 3] {
                    if k == 7 {
                        continue 'all;
                    }
                    if sum > 50 {
                        break;
                    }
                    sum += k * by;
                }
            }
            sum
        }),
        &N,
    );
    // The loop runs over a copy, as in Rust.
    same(
        op!(|x: i32| {
            let mut list = [x, 1, 2];
            for mut k in list {
                k += 1;
                list[2] += k;
            }
            list
        }),
        &N,
    );
}

#[test]
#[allow(unused_assignments, reason = "the order shows in which values are read")]
fn several_places_at_once() {
    same(
        op!(|x: i32| {
            let (mut a, mut b) = (0u64, 1u64);
            for _ in 0..x % 50 {
                (a, b) = (b, a + b);
            }
            (a, b)
        }),
        &N,
    );
    // The value comes first, then the places from left to right.
    same(
        op!(|x: i32| {
            let mut list = [x, 1, 2];
            let mut i = 0;
            let late;
            (i, (list[i], _), late, ..) = (2, (list[1], 9), x % 3, true, 8);
            [list[0], list[1], ..] = [list[1], list[0], i as i32];
            (list, i, late)
        }),
        &N,
    );
}
