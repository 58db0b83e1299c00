//! What std and the language have beside operators: `map` of arrays, `mem::swap` and `mem::replace`, constants of a body.

use onrush_macros::{device, op};

use crate::support::{alike, same};

const SCALE: u32 = 1000;

#[device]
fn doubled(x: u32) -> u32 {
    x * 2
}

#[device]
fn mapped(a: &mut [u32; 3], k: u32) -> [u32; 3] {
    const SCALE: u32 = 7;
    let b = a.map(|x| x * SCALE + k);
    a[0] += 1;
    a[1] = std::mem::replace(&mut a[2], k);
    b.map(doubled)
}

#[device]
fn exchanged(p: &mut u32, mut q: u32) -> (u32, u32) {
    std::mem::swap(p, &mut q);
    let old = core::mem::replace(p, *p * 10 + q);
    (old, q)
}

#[test]
fn arrays_are_mapped() {
    alike!(
        |x: u32| {
            let mut a = [x, 1, 2];
            let b = mapped(&mut a, x);
            (a, b, SCALE)
        },
        [0, 5, 1000]
    );
    alike!(
        |x: u32| {
            let a: [u32; 3] = [x, 4, 9];
            let mut sum = x;
            let b = a.map(|v| {
                sum += v;
                sum * v
            });
            (a, b, sum)
        },
        [0, 5, 1000]
    );
    // The items are those of a copy, whatever the closure does to the array.
    alike!(
        |x: u32| {
            let mut a = [x, 4, 9];
            let b = a.map(|v| {
                a[2] += v;
                a[1] = 100;
                v + a[0]
            });
            (a, b)
        },
        [0, 5, 1000]
    );
    alike!(
        |x: u32| {
            let mut n = x;
            let a = [
                {
                    n += 1;
                    n
                },
                n,
                3,
            ];
            let mut f = move |v: u32| {
                n += v;
                n
            };
            let b = a.map(&mut f);
            (b, n, f(1))
        },
        [0, 5]
    );
    alike!(
        |x: u8| {
            let a = [[x; 2], [1, 2]];
            a.map(|r: [u8; 2]| r.map(|v| v as u32 * 3)).map(|[p, q]| (p, q > 3))
        },
        [0, 5, 255]
    );
    alike!(
        |x: u32| {
            let n = [x, 1, 2].map(|v| {
                if v > 4 {
                    return 99;
                } else {
                    v as u64
                }
            });
            n[0] + n[2]
        },
        [0, 5, 1000]
    );
    alike!(
        |x: u32| (0..3)
            .map(|i| {
                let a = [i, x];
                a.map(|v| v + i)[1]
            })
            .sum::<u32>(),
        [0, 5, 1000]
    );
    same(op!(|x: u8| [1, x, 3].map(|v| 100 / v - 50)), &[0u8, 1, 2, 3].map(|x| (x,)));
}

#[test]
fn values_are_exchanged() {
    alike!(
        |x: u32| {
            let mut p = x;
            let r = exchanged(&mut p, x + 3);
            (p, r)
        },
        [0, 5, 1000]
    );
    alike!(|x: u32| { use_both(x) }, [0, 5, 1000]);
    alike!(
        |x: u32| {
            let mut a = [(x, 1u8), (2, 3)];
            let mut i = 0;
            let old = std::mem::replace(
                &mut a[{
                    i += 1;
                    i
                }],
                {
                    i += 10;
                    (i as u32, 9)
                },
            );
            std::mem::swap(&mut a[0].0, &mut i32_of(x));
            (a, old, i)
        },
        [0, 5, 1000]
    );
}

#[device]
fn i32_of(x: u32) -> u32 {
    x + 77
}

#[device]
fn use_both(x: u32) -> (u32, u32) {
    let (mut a, mut b) = (x, x * 2 + 1);
    std::mem::swap(&mut a, &mut b);
    (a, b)
}

mod elsewhere {
    pub(crate) const LIMIT: u32 = 5;
}

#[test]
fn constants_of_a_body() {
    alike!(
        |x: u32| {
            const LIMIT: u32 = elsewhere::LIMIT * 2;
            const TABLE: [u32; SIZE] = [1, LIMIT, SCALE];
            const SIZE: usize = 3;
            let a: [u32; SIZE] = [x; SIZE];
            match x {
                LIMIT => 1,
                _ => a[1] + TABLE[x as usize % 3],
            }
        },
        [0, 10, 1000]
    );
}
