use onrush_macros::{device, op};

use crate::support::same;

const N: [(i32,); 8] = [(0,), (1,), (2,), (3,), (7,), (-5,), (i32::MAX,), (i32::MIN,)];

#[test]
fn arithmetic_fails() {
    same(op!(|x: i32| x + 1), &N);
    same(op!(|x: i32| -x), &N);
    same(op!(|x: i32| x * 3), &N);
    same(op!(|x: i32| 100 / x), &N);
    same(op!(|x: i32| x % (x - 1).wrapping_add(1)), &N);
    same(op!(|x: i32| 1u32 << x), &N);
    same(op!(|x: i32| x.abs()), &N);
    same(
        op!(|x: i32| {
            let mut y = x;
            y -= 3;
            y /= 2;
            y <<= x;
            y
        }),
        &N,
    );
}

#[test]
fn indices_fail() {
    let table = [10, 20, 30];
    same(op!(|x: i32| table[x as usize]), &N);
    same(
        op!(|x: i32| {
            let mut t = table;
            t[x as usize & 3] += 1;
            t
        }),
        &N,
    );
}

#[test]
fn panics() {
    same(
        op!(|x: i32| {
            assert!(x != 1, "x is {x}");
            assert_eq!(x % 2, x % 4, "{} and {}", 1, 2);
            debug_assert!(x != 7);
            if x == 0 {
                panic!("nothing");
            }
            match x {
                3 => unreachable!("three"),
                -5 => panic!(),
                _ => x,
            }
        }),
        &N,
    );
    same(
        op!(|x: i32| -> f32 {
            let y = if x > 3 { x as f32 } else { panic!("small") };
            y + 1.0
        }),
        &N,
    );
}

#[device]
fn deeper(x: i32) -> i32 {
    if x > 100 { x } else { deeper(x - 1 / (x - 1)) + 1 }
}

#[device]
fn forever(x: i32) -> i32 {
    let table = [1, 2, 3];
    let mut n = 0;
    loop {
        n += table[x as usize];
        if n < 0 {
            return n;
        }
        if x < 3 && n > 5 {
            break;
        }
    }
    n
}

#[test]
fn failures_end() {
    same(op!(|x: i32| deeper(x)), &[(1,), (2,), (101,)]);
    same(op!(|x: i32| forever(x)), &[(0,), (2,), (3,)]);
}
